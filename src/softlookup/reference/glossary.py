"""The glossary: every word of trade in a sentence or two, with its shape and the page that explains it."""

from typing import NamedTuple

from softlookup.reference.shapes import shapes


class Entry(NamedTuple):
    """A word, what it means, and where it is explained."""

    name: str
    says: str
    page: str  # the address of the explanation
    title: str  # what the explanation is called
    shape: str = ""  # a name of shapes.shapes(), or a shape as it is written


ENTRIES = {
    "argmax": Entry(
        "argmax",
        "The place of the largest number. A hard lookup takes the value there; when two are "
        "equally large, a rule must choose.",
        "temperature.md#the-two-ends",
        "The two ends of temperature",
    ),
    "attention": Entry(
        "attention",
        "A soft lookup with many [queries](#query) at once: [scores](#score), divided by a "
        "[scale](#scale), masked where needed, turned into [weights](#weight) that blend the "
        "[values](#value).",
        "many-queries.md#the-code",
        "The code in full",
    ),
    "batch": Entry(
        "batch",
        "Several lookups in one array. Leading axes number them; nothing passes from one to "
        "another. Such axes are lined up by [broadcasting](#broadcasting).",
        "many-queries.md#one-at-a-time",
        "Batching changes nothing but speed",
    ),
    "broadcasting": Entry(
        "broadcasting",
        "How NumPy lines up arrays of different [shape](#shape): from the right, with an axis "
        "of length 1 repeated as often as needed. It can turn a missing `keepdims` into wrong "
        "numbers instead of an error.",
        "many-queries.md#shapes",
        "Shapes",
    ),
    "cache": Entry(
        "cache",
        "[Keys](#key) and [values](#value) that are kept, so that a new [query](#query) "
        "computes nothing twice. New queries read it through a [causal](#causal) mask aligned at "
        "the lower right. A long one is read by [streaming](#streaming).",
        "streaming.md#cache",
        "Keeping what was computed",
    ),
    "causal": Entry(
        "causal mask",
        "Each place reads itself and what came before. When there are more keys than queries, "
        "it must be said whether the first places are lined up (upper left) or the last "
        "(lower right).",
        "masks.md#alignment",
        "More keys than queries",
        "mask",
    ),
    "convex-hull": Entry(
        "convex hull",
        "Everything that weighted averages of some points can reach: between two points a "
        "line, between three a triangle. The [output](#output) of a soft lookup never leaves "
        "the hull of the [values](#value).",
        "soft-lookup.md#vector-values",
        "Values can be vectors",
    ),
    "cosine": Entry(
        "cosine",
        "The [dot product](#dot-product) of two vectors divided by both lengths: direction "
        "alone, from −1 to 1.",
        "similarity.md#three-measures",
        "Three answers to one question",
    ),
    "cross-attention": Entry(
        "cross-attention",
        "[Queries](#query) from one sequence, [keys](#key) and [values](#value) from another.",
        "projections.md#self-and-cross",
        "Self and cross",
    ),
    "dictionary": Entry(
        "dictionary",
        "A set of [entries](#entry). A Python `dict` finds one by equality or not at all; a "
        "soft one reads all of them by degree.",
        "exact-lookup.md#the-dictionary",
        "The dictionary",
    ),
    "dot-product": Entry(
        "dot product",
        "Multiply two vectors number by number and add up. Large when they point the same way "
        "and are long, 0 at a right angle, negative beyond it.",
        "similarity.md#dot-product",
        "The dot product",
    ),
    "effective-entries": Entry(
        "effective entries",
        "How many [entries](#entry) a row of [weights](#weight) amounts to: $e$ to the power "
        "of its [entropy](#entropy). One when a single entry has all, $n_k$ when all are "
        "even.",
        "temperature.md#entries-read",
        "How many entries were read?",
    ),
    "entropy": Entry(
        "entropy",
        "How spread out [weights](#weight) are: $-\\sum_j a_j \\ln a_j$. It is 0 for one weight "
        "of 1 and $\\ln n_k$ for even weights.",
        "temperature.md#entries-read",
        "How many entries were read?",
    ),
    "entry": Entry(
        "entry",
        "A [key](#key) with its [value](#value): $(k_j, v_j)$. A [dictionary](#dictionary) "
        "holds $n_k$ of them.",
        "soft-lookup.md#three-steps",
        "Three steps",
    ),
    "gate": Entry(
        "gate",
        "A factor between 0 and 1 on the [output](#output) of a [head](#head). It acts after "
        "the weighted sum, so it can turn the whole answer down, and it chooses nothing among "
        "the entries.",
        "heads.md#gates",
        "Gates",
    ),
    "gradient": Entry(
        "gradient",
        "How much a result moves when each input is nudged, one number an input. Training "
        "follows it downhill.",
        "gradients.md#what-can-learn",
        "What can learn",
    ),
    "grouped-queries": Entry(
        "grouped queries",
        "Several query [heads](#head) that share one head of [keys](#key) and "
        "[values](#value), which makes the [cache](#cache) smaller. With a single shared head "
        "it is called multi-query.",
        "heads.md#groups",
        "Groups",
    ),
    "hash": Entry(
        "hash",
        "A whole number computed from a key, which says where in a [dictionary](#dictionary) "
        "to look. Equal keys have equal hashes; close keys need not have close ones.",
        "exact-lookup.md#hashing",
        "Hashing",
    ),
    "head": Entry(
        "head",
        "One soft lookup of several that run side by side, each with its own "
        "[projections](#projection). Their outputs are laid side by side and mixed by one "
        "more matrix, $W_O$.",
        "heads.md#several-dictionaries",
        "Several dictionaries",
    ),
    "hopfield": Entry(
        "Hopfield memory",
        "A soft lookup that stores its [keys](#key) as [values](#value): a damaged pattern "
        "goes in, the nearest stored one comes out. A relative of "
        "[kernel regression](#kernel-regression).",
        "relatives.md#hopfield",
        "Hopfield",
    ),
    "jacobian": Entry(
        "Jacobian",
        "All slopes of a function with several outputs, a row for each output and a column "
        "for each input. For softmax it is $\\operatorname{diag}(a) - a^{\\mathsf T} a$, with "
        "the [weights](#weight) $a$ as a row.",
        "gradients.md#by-hand",
        "The three gradients by hand",
    ),
    "kernel-regression": Entry(
        "kernel regression",
        "Predicting a number at a new place by averaging known numbers, near ones counting "
        "more. With a Gaussian as the measure of nearness, its weights are a "
        "[softmax](#softmax). Close kin: [Hopfield memory](#hopfield), [memory "
        "network](#memory-network), [retrieval](#retrieval).",
        "relatives.md#kernels",
        "Kernels",
    ),
    "key": Entry(
        "key",
        "What an [entry](#entry) is found by. Key $k_j$ is row $j$ of $K$ and as wide as a "
        "[query](#query).",
        "soft-lookup.md#three-steps",
        "Three steps",
        "keys",
    ),
    "logits": Entry(
        "logits",
        "What other texts call [scores](#score): the numbers that go into "
        "[softmax](#softmax). Here they are scores.",
        "softmax.md#definition",
        "Softmax",
    ),
    "mask": Entry(
        "mask",
        "A table that says which [query](#query) may read which [entry](#entry). Here True "
        "may be read; libraries differ. A hidden [score](#score) becomes $-\\infty$, its "
        "weight 0.",
        "masks.md#who-may-read",
        "Who may read",
        "mask",
    ),
    "memory-network": Entry(
        "memory network",
        "A model from 2014 and 2015 that reads sentences from a memory. The later, end-to-end "
        "form reads it softly, by the formula of this site with temperature 1.",
        "relatives.md#memory-networks",
        "Memory networks",
    ),
    "miss": Entry(
        "miss",
        "A [query](#query) that finds nothing. A `dict` raises `KeyError`. A soft lookup "
        "knows no miss: it always answers, unless a [mask](#mask) hides everything.",
        "exact-lookup.md#the-dictionary",
        "The dictionary",
    ),
    "one-hot": Entry(
        "one-hot",
        "A vector with a single 1 and zeros elsewhere. Multiplied with a matrix it picks one row.",
        "matrix-lookup.md#one-hot",
        "One-hot rows",
    ),
    "output": Entry(
        "output",
        "What a lookup returns: the average of the [values](#value) by the "
        "[weights](#weight), $o_i = \\sum_j a_{ij} v_j$. As wide as a value.",
        "soft-lookup.md#three-steps",
        "Three steps",
        "output",
    ),
    "padding": Entry(
        "padding",
        "Filling that brings dictionaries of unequal length to one [shape](#shape). It is no "
        "[entry](#entry), so a [mask](#mask) of the shape given here hides it.",
        "masks.md#who-may-read",
        "Who may read",
        "(…, 1, n_k)",
    ),
    "projection": Entry(
        "projection",
        "A learned matrix that turns a [token](#token) into a [query](#query), a [key](#key) or a "
        "[value](#value): $W_Q$, $W_K$, $W_V$.",
        "projections.md#three-roles",
        "One token, three roles",
        "(d, d_k) or (d, d_v)",
    ),
    "query": Entry(
        "query",
        "What you ask with. Query $q_i$ is row $i$ of $Q$, and it is compared with every "
        "[key](#key).",
        "soft-lookup.md#three-steps",
        "Three steps",
        "queries",
    ),
    "retrieval": Entry(
        "retrieval",
        "Fetching the few best matches from a large collection, usually by a hard choice "
        "without a [gradient](#gradient). What is fetched is then read softly.",
        "relatives.md#retrieval",
        "Retrieval",
    ),
    "saturation": Entry(
        "saturation",
        "One [weight](#weight) is nearly 1, the others nearly 0, and the slope of "
        "[softmax](#softmax) is nearly 0 everywhere. Queries and keys then learn next to nothing.",
        "gradients.md#saturation",
        "Where the slope dies",
    ),
    "scale": Entry(
        "scale",
        "What scores are divided by before [softmax](#softmax): $\\sqrt{d_k}$. Libraries ask "
        "for the factor instead, $1/\\sqrt{d_k}$. A bound on scores is a [softcap](#softcap).",
        "scaling.md#variance",
        "Wider vectors, wider scores",
    ),
    "score": Entry(
        "score",
        "How well a [query](#query) matches a [key](#key), before [softmax](#softmax): "
        "$s_{ij} = q_i \\cdot k_j$. Any number, also below 0. Elsewhere: [logits](#logits).",
        "soft-lookup.md#three-steps",
        "Three steps",
        "scores",
    ),
    "self-attention": Entry(
        "self-attention",
        "[Queries](#query), [keys](#key) and [values](#value) all come from the same sequence.",
        "projections.md#self-and-cross",
        "Self and cross",
    ),
    "shape": Entry(
        "shape",
        "The lengths of an array’s axes. A matrix with a row for each of $n_q$ queries and "
        "$d_k$ columns has the shape `(n_q, d_k)`. More lookups at once: [batch](#batch).",
        "many-queries.md#shapes",
        "Shapes",
    ),
    "softcap": Entry(
        "softcap",
        "A bound $c$ on the scores that bends instead of cutting: $c \\tanh(s / c)$. Small "
        "scores pass almost unchanged, and all stay between $-c$ and $c$.",
        "snippets.md#attention",
        "attention.py",
    ),
    "softmax": Entry(
        "softmax",
        "Raise $e$ to each [score](#score) and divide by the sum: positive shares that sum to "
        "1, in the order of the scores.",
        "softmax.md#definition",
        "Softmax",
    ),
    "streaming": Entry(
        "streaming",
        "Reading the [entries](#entry) one by one, or part by part, keeping the best score, a "
        "total and a blend. The answer is the same, not an approximation.",
        "streaming.md#one-pass",
        "One pass",
    ),
    "temperature": Entry(
        "temperature",
        "What [scores](#score) are divided by to make [weights](#weight) sharper (low) or "
        "more even (high). Near 0 the best match takes all. The [scale](#scale) $\\sqrt{d_k}$ is a "
        "temperature too.",
        "temperature.md#one-knob",
        "One knob",
    ),
    "token": Entry(
        "token",
        "A word or a piece of one, and the vector that stands for it. [Projections](#projection) "
        "turn it into a [query](#query), a [key](#key) and a [value](#value).",
        "projections.md#three-roles",
        "One token, three roles",
    ),
    "value": Entry(
        "value",
        "What an [entry](#entry) gives to those who find it. Value $v_j$ is row $j$ of $V$; a "
        "plain number is a row of width 1. Averages of values fill their [convex "
        "hull](#convex-hull).",
        "soft-lookup.md#three-steps",
        "Three steps",
        "values",
    ),
    "variance": Entry(
        "variance",
        "The mean square of the distance from the mean. For random vectors whose numbers are "
        "independent, with mean 0 and variance 1, the variance of a [dot "
        "product](#dot-product) equals the [width](#width).",
        "scaling.md#variance",
        "Wider vectors, wider scores",
    ),
    "weight": Entry(
        "weight",
        "How much of an [entry](#entry) a query reads, after [softmax](#softmax): $a_{ij}$. "
        "Never negative, and each row sums to 1.",
        "soft-lookup.md#three-steps",
        "Three steps",
        "weights",
    ),
    "width": Entry(
        "width",
        "How many numbers a vector has: $d_k$ for [queries](#query) and [keys](#key), $d_v$ "
        "for [values](#value).",
        "similarity.md#dot-product",
        "The dot product",
    ),
    "window": Entry(
        "window",
        "A [mask](#mask) that leaves each place its neighbours only, up to some reach.",
        "masks.md#who-may-read",
        "Who may read",
        "mask",
    ),
    "word-vector": Entry(
        "word vector",
        "A list of numbers that stands for a word, learned from which words occur near each "
        "other. Words used alike get vectors that point alike.",
        "similarity.md#word-vectors",
        "Words as vectors",
        "(d,)",
    ),
}


def glossary() -> str:
    """Every entry with its anchor, in alphabetical order."""
    words = [_word(slug, entry) for slug, entry in sorted(ENTRIES.items())]
    return "\n\n".join(['<dl class="glossary" markdown="1">', *words, "</dl>"])


def _word(slug: str, entry: Entry) -> str:
    shape = {**shapes(), "mask": shapes()["scores"]}.get(entry.shape, entry.shape)
    size = f" `{shape}`" if shape else ""
    return (
        f'<dt id="{slug}" markdown="span">**{entry.name}**{size}</dt>\n'
        f'<dd markdown="span">{entry.says} → [{entry.title}]({entry.page})</dd>'
    )
