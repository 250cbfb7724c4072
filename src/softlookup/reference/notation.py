"""One vocabulary: what each source calls a thing, what this site calls it, and why."""

from typing import NamedTuple

from softlookup.tables import table


class Term(NamedTuple):
    """A thing with its five names; a dash where a source does not speak of it."""

    thing: str
    here: str
    s0: str
    s1: str
    s2: str
    s3: str
    why: str


# fmt: off
TERMS = (
    Term("what you ask with", "[query](#query) $q_i$, row $i$ of $Q$",
         "query, a one-hot row", "query, q", "q; Q for many", "queries, Q_i",
         "i numbers queries, everywhere"),
    Term("what is compared", "[key](#key) $k_j$, row $j$ of $K$",
         "row of keys", "k_i, address; m_i as memory", "k_i; bold k for all; K", "K_j",
         "j numbers entries; two sources use i for keys, one uses j"),
    Term("what is read", "[value](#value) $v_j$, row $j$ of $V$",
         "values, numbers", "v_i; c_i as memory", "v_i, then rows of V", "value vectors",
         "a plain number is a value with $d_v = 1$"),
    Term("a key with its value", "[entry](#entry) $j$",
         "key and value of a dict", "entry, pair, memory", "pair", "row of a table, position j",
         "“position” only where order matters"),
    Term("match before softmax", "[score](#score) $s_{ij} = q_i \\cdot k_j$",
         "k, an intermediate product", "similarity, score s_i", "x_i, dot product",
         "score, compatibility",
         "one word; “similarity” stays an informal idea"),
    Term("share after softmax", "[weight](#weight) $a_{ij}$ of the matrix $A$",
         "selector", "attention weight α_i", "attention score α_i", "weights, mass",
         "the main clash: one source says score for what the others call weight"),
    Term("result", "[output](#output) $o_i$, row $i$ of $O$",
         "output", "result, o", "output", "output",
         "one letter for one row"),
    Term("how many", "$n_q$ queries, $n_k$ entries",
         "4", "n_entries", "n_q, n_k", "n",
         "kept different in examples, so that a mix-up raises"),
    Term("width of query and key", "$d_k$",
         "4, the number of keys", "d, later d_k", "d_k", "–",
         "d alone could be the width of a value"),
    Term("width of a value", "$d_v$",
         "1", "d", "d_v", "–",
         "need not equal $d_k$"),
    Term("all scores at once", "$Q K^{\\mathsf T}$, in code `Q @ K.T`",
         "query * keys", "qᵀk_i; query @ keys.T", "qKᵀ", "Q_i with K_j",
         "the transpose matters; in NumPy `*` is elementwise"),
    Term("a row with a single 1", "[one-hot](#one-hot) vector",
         "null vector with a 1", "–", "–", "–",
         "a null vector is 0 everywhere"),
    Term("keys that do not disturb each other", "orthonormal keys, $K K^{\\mathsf T} = I$",
         "independent keys", "–", "–", "–",
         "linear independence is not enough"),
    Term("several keys at once", "sum (total above 1) or weighted mean (total 1)",
         "combined keys, called soft", "weighted combination", "combination, percentages", "blend",
         "a sum leaves the range of the values, a mean does not"),
    Term("lookup by equality", "exact lookup; it may fail",
         "exact lookup, `KeyError`", "hard lookup, as argmax", "a loop, `ValueError`", "–",
         "kept apart from the next row"),
    Term("lookup of the best match", "hard lookup: [argmax](#argmax) of the scores",
         "–", "hard lookup; in code an index", "–", "hard argmax attention",
         "never fails, and a tie needs a rule; an index is neither"),
    Term("lookup by degree", "soft lookup; [attention](#attention) in general",
         "soft match", "soft lookup, attention", "lookup by meaning", "soft dictionary lookup",
         "attention adds scale, mask and heads"),
    Term("likeness", "dot product or cosine, whichever is meant",
         "relationship", "similarity", "dot product; cosine in a note", "compatible directions",
         "they rank differently"),
    Term("how sharp", "[temperature](#temperature) $T$, a divisor of scores",
         "–", "T; √d_k as one", "–", "scaling",
         "one mechanism, one symbol; its inverse is called sharpness"),
    Term("the usual divisor", "[scale](#scale) $\\sqrt{d_k}$",
         "–", "√d", "1/√d_k", "scaling",
         "“scaling factor” is used for the root and for its inverse"),
    Term("what softmax runs along", "the keys: last axis, with `keepdims`",
         "–", "dim=-1", "the vector; axis=-1 without keepdims", "keys",
         "rows of $A$ sum to 1, columns need not"),
    Term("one of several lookups", "[head](#head) $m$ of $h$",
         "–", "dictionary i of h", "–", "head subspace",
         "i and j are taken"),
    Term("where keys and values come from", "[self-](#self-attention) or [cross-attention](#cross-attention)",
         "–", "external dictionary", "–", "pool of value vectors",
         "independent of what is masked"),
    Term("what may be read", "[mask](#mask): hidden scores become $-\\infty$",
         "–", "local, sparse", "–", "–",
         "a [window](#window) is one kind of mask"),
    Term("older memory models", "their u, m_i, c_i, p_i are our $q$, $k_j$, $v_j$, $a_j$",
         "–", "q, m_i, c_i, p_i, o", "–", "–",
         "shown once, [among the relatives](relatives.md#memory-networks)"),
    Term("factor on an output", "[gate](#gate) $g$ between 0 and 1",
         "–", "–", "–", "learned gates",
         "acts after the weighted sum, on the output"),
    Term("type", "vectors and matrices in italics, small and capital",
         "blocks of digits", "bold", "bold vectors, plain capitals", "plain capitals",
         "as in the formula that everyone quotes"),
    Term("names in code", "`query`, `keys`, `values`, `scores`, `weights`",
         "query, keys, values, m", "query, keys, values", "q, K, v, V", "–",
         "v and V in one function are one slip apart"),
    Term("example", "racket 10, ball 5, tree 2, asked with tennis",
         "dog, cat, tiger, 8", "cat, dog, mat", "racket, ball, tree", "–",
         "with dog 10 and cat 2, the sum 12 is also the value of another key"),
    Term("random numbers", "`default_rng(seed)`",
         "–", "without a seed", "without a seed, anew in each call", "–",
         "what is printed here comes out again"),
)
# fmt: on


def vocabulary() -> str:
    """The names of the four sources beside ours."""
    headings = ["what it is", "here", "first", "second", "third", "fourth", "why ours"]
    return table(headings, TERMS, align="l" * len(headings))
