"""Where everything comes from: the four documents item by item, the papers, the word vectors."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

from softlookup import claims, concepts, coverage, words
from softlookup.tables import table

_PACKAGE = Path(__file__).parents[1]
_DOCS = _PACKAGE.parents[1] / "docs"
_ADDRESS = re.compile(r"\]\((https?://[^)\s]+)\)")


class Work(NamedTuple):
    """A paper, a book, an essay or a piece of software that some page cites."""

    author: str
    year: int
    title: str
    named: str = ""  # how it is spoken of where no link leads to it


WORKS = {
    "https://arxiv.org/abs/1409.0473": Work(
        "Bahdanau, Cho and Bengio",
        2014,
        "Neural Machine Translation by Jointly Learning to Align and Translate",
    ),
    "https://arxiv.org/abs/1410.3916": Work("Weston, Chopra and Bordes", 2014, "Memory Networks"),
    "https://arxiv.org/abs/1410.5401": Work(
        "Graves, Wayne and Danihelka", 2014, "Neural Turing Machines"
    ),
    "https://arxiv.org/abs/1502.03044": Work(
        "Xu and others",
        2015,
        "Show, Attend and Tell: Neural Image Caption Generation with Visual Attention",
    ),
    "https://arxiv.org/abs/1503.08895": Work(
        "Sukhbaatar, Szlam, Weston and Fergus", 2015, "End-To-End Memory Networks"
    ),
    "https://arxiv.org/abs/1601.06733": Work(
        "Cheng, Dong and Lapata", 2016, "Long Short-Term Memory-Networks for Machine Reading"
    ),
    "https://arxiv.org/abs/1602.02068": Work(
        "Martins and Astudillo",
        2016,
        "From Softmax to Sparsemax: A Sparse Model of Attention and Multi-Label Classification",
    ),
    "https://arxiv.org/abs/1606.07736": Work(
        "Linzen", 2016, "Issues in evaluating semantic spaces using word analogies"
    ),
    "https://arxiv.org/abs/1706.03762": Work(
        "Vaswani and others", 2017, "Attention Is All You Need"
    ),
    "https://arxiv.org/abs/1805.02867": Work(
        "Milakov and Gimelshein", 2018, "Online normalizer calculation for softmax"
    ),
    "https://arxiv.org/abs/1902.10186": Work(
        "Jain and Wallace", 2019, "Attention is not Explanation"
    ),
    "https://arxiv.org/abs/1908.04626": Work(
        "Wiegreffe and Pinter", 2019, "Attention is not not Explanation"
    ),
    "https://arxiv.org/abs/1911.00172": Work(
        "Khandelwal and others",
        2020,
        "Generalization through Memorization: Nearest Neighbor Language Models",
    ),
    "https://arxiv.org/abs/1911.02150": Work(
        "Shazeer", 2019, "Fast Transformer Decoding: One Write-Head is All You Need"
    ),
    "https://arxiv.org/abs/2004.04906": Work(
        "Karpukhin and others",
        2020,
        "Dense Passage Retrieval for Open-Domain Question Answering",
    ),
    "https://arxiv.org/abs/2005.02433": Work(
        "Demeter, Kimmel and Downey",
        2020,
        "Stolen Probability: A Structural Weakness of Neural Language Models",
    ),
    "https://arxiv.org/abs/2005.11401": Work(
        "Lewis and others",
        2020,
        "Retrieval-Augmented Generation for Knowledge-Intensive NLP Tasks",
    ),
    "https://arxiv.org/abs/2006.15055": Work(
        "Locatello and others", 2020, "Object-Centric Learning with Slot Attention"
    ),
    "https://arxiv.org/abs/2006.16236": Work(
        "Katharopoulos and others",
        2020,
        "Transformers are RNNs: Fast Autoregressive Transformers with Linear Attention",
        named="Katharopoulos",
    ),
    "https://arxiv.org/abs/2008.02217": Work(
        "Ramsauer and others", 2020, "Hopfield Networks is All You Need"
    ),
    "https://arxiv.org/abs/2010.04245": Work(
        "Henry, Dachapally, Pawar and Chen", 2020, "Query-Key Normalization for Transformers"
    ),
    "https://arxiv.org/abs/2103.03404": Work(
        "Dong, Cordonnier and Loukas",
        2021,
        "Attention is Not All You Need: Pure Attention Loses Rank Doubly Exponentially with Depth",
    ),
    "https://arxiv.org/abs/2112.05682": Work(
        "Rabe and Staats", 2021, "Self-attention Does Not Need O(n²) Memory"
    ),
    "https://arxiv.org/abs/2202.12172": Work(
        "Chiang and Cholak",
        2022,
        "Overcoming a Theoretical Limitation of Self-Attention",
        named="Chiang and Cholak",
    ),
    "https://arxiv.org/abs/2203.03466": Work(
        "Yang and others",
        2022,
        "Tensor Programs V: Tuning Large Neural Networks via Zero-Shot Hyperparameter Transfer",
    ),
    "https://arxiv.org/abs/2205.14135": Work(
        "Dao and others",
        2022,
        "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness",
    ),
    "https://arxiv.org/abs/2305.13245": Work(
        "Ainslie and others",
        2023,
        "GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints",
    ),
    "https://arxiv.org/abs/2309.17453": Work(
        "Xiao and others", 2023, "Efficient Streaming Language Models with Attention Sinks"
    ),
    "https://arxiv.org/abs/2402.17762": Work(
        "Sun, Chen, Kolter and Liu", 2024, "Massive Activations in Large Language Models"
    ),
    "https://arxiv.org/abs/1606.01164": Work(
        "Krotov and Hopfield", 2016, "Dense Associative Memory for Pattern Recognition"
    ),
    "https://arxiv.org/abs/1606.01933": Work(
        "Parikh and others", 2016, "A Decomposable Attention Model for Natural Language Inference"
    ),
    "https://arxiv.org/abs/1702.01929": Work(
        "Demircigil and others", 2017, "On a Model of Associative Memory with Huge Storage Capacity"
    ),
    "https://arxiv.org/abs/1908.11775": Work(
        "Tsai and others",
        2019,
        "Transformer Dissection: A Unified Understanding of Transformer’s Attention via the Lens of Kernel",
    ),
    "https://arxiv.org/abs/2004.10102": Work(
        "Kobayashi and others",
        2020,
        "Attention is Not Only a Weight: Analyzing Transformers with Vector Norms",
    ),
    "https://arxiv.org/abs/2203.06462": Work(
        "Grivas, Bogoychev and Lopez",
        2022,
        "Low-Rank Softmax Can Have Unargmaxable Classes in Theory but Rarely in Practice",
    ),
    "https://arxiv.org/abs/2203.16634": Work(
        "Haviv and others",
        2022,
        "Transformer Language Models without Positional Encodings Still Learn Positional Information",
    ),
    "https://arxiv.org/abs/2508.10925": Work(
        "OpenAI", 2025, "gpt-oss-120b & gpt-oss-20b Model Card"
    ),
    "https://doi.org/10.1038/s41586-021-03819-2": Work(
        "Jumper and others", 2021, "Highly accurate protein structure prediction with AlphaFold"
    ),
    "https://doi.org/10.1073/pnas.79.8.2554": Work(
        "Hopfield",
        1982,
        "Neural networks and physical systems with emergent collective computational abilities",
    ),
    "https://doi.org/10.1137/1109020": Work("Nadaraya", 1964, "On Estimating Regression"),
    "https://www.jstor.org/stable/25049340": Work(
        "Watson", 1964, "Smooth Regression Analysis", named="Smooth Regression Analysis"
    ),
    "https://doi.org/10.1109/TC.1972.5008975": Work("Kohonen", 1972, "Correlation Matrix Memories"),
    "https://nlp.stanford.edu/projects/glove/": Work(
        "Pennington, Socher and Manning", 2014, "GloVe: Global Vectors for Word Representation"
    ),
    "https://openreview.net/forum?id=1b7whO4SfY": Work(
        "Qiu and others",
        2025,
        "Gated Attention for Large Language Models: Non-linearity, Sparsity, and Attention-Sink-Free",
    ),
    "https://transformer-circuits.pub/2021/framework/index.html": Work(
        "Elhage and others", 2021, "A Mathematical Framework for Transformer Circuits"
    ),
    "https://www.evanmiller.org/attention-is-off-by-one.html": Work(
        "Miller", 2023, "Attention Is Off By One"
    ),
    "https://github.com/openai/whisper": Work(
        "Radford and others", 2022, "Robust Speech Recognition via Large-Scale Weak Supervision"
    ),
}
# Pages of manuals and repositories: they change, so they have no year.
PLACES = {
    "https://onnx.ai/onnx/operators/onnx__Attention.html": "ONNX, specification of `Attention`",
    "https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.scaled_dot_product_attention.html": (
        "PyTorch, reference of `scaled_dot_product_attention`"
    ),
    "https://github.com/Dao-AILab/flash-attention": "FlashAttention, list of changes",
    "https://github.com/kyegomez/AttentionIsOFFByOne/issues/5": "AttentionIsOFFByOne, a report",
}


def verdicts() -> str:
    """How many statements of each source got which verdict."""
    ledger = claims.ledger()
    rows = []
    for verdict, meaning in claims.VERDICTS.items():
        found = [entry.source for entry in ledger if entry.verdict == verdict]
        counts = [str(found.count(source)) for source in claims.SOURCES]
        rows.append([f"**{verdict}**: {meaning}", *counts, str(len(found))])
    every = [entry.source for entry in ledger]
    rows.append(["all", *[str(every.count(key)) for key in claims.SOURCES], str(len(ledger))])
    return table(["verdict", "first", "second", "third", "fourth", "between", "all"], rows)


def items() -> str:
    """Every item of every source, with the place that takes it up."""
    sources = [key for key in claims.SOURCES if key != "X"]
    return "\n\n".join(_source(source) for source in sources)


def _source(source: str) -> str:
    here = [item for item in coverage.ITEMS if item.source == source]
    rows = [
        [item.lines.replace("-", "–"), item.kind, item.label, str(len(item.claims)), _place(item)]
        for item in here
    ]
    listed = table(["lines", "kind", "what", "statements", "taken up in"], rows, align="lllrl")
    title = f"{claims.SOURCES[source]}: {len(here)} items"
    return f'??? abstract "{title}"\n\n{indent(listed, "    ")}'


def _place(item: coverage.Item) -> str:
    page, anchor = coverage.anchor(item)
    return f"[{concepts.CONCEPTS[item.concepts[0]].title}]({page}.md#{anchor})"


def cited() -> dict[str, list[str]]:
    """Address -> the pages that link to it or name the work."""
    found: dict[str, list[str]] = {}
    for file in sorted(_DOCS.glob("*.md")):
        text = _text(file)
        spoken = [address for address, work in WORKS.items() if work.named and work.named in text]
        for address in dict.fromkeys(_ADDRESS.findall(text) + spoken):
            found.setdefault(address, []).append(file.stem)
    return found


def _text(file: Path) -> str:
    """A page with the questions and mistakes that it prints."""
    name = file.stem.replace("-", "_")
    parts = [file, *(_PACKAGE / kind / f"{name}.py" for kind in ("quiz", "bugs"))]
    return "\n".join(part.read_text(encoding="utf-8") for part in parts if part.is_file())


def literature() -> str:
    """Every work that a page cites, by author, with the pages that do."""
    pages = cited()
    strangers = [f"{pages[a][0]}.md cites {a}" for a in pages if a not in WORKS | PLACES]
    if strangers:
        raise ValueError(
            f"{'; '.join(strangers)}: add author, year and title to WORKS in reference/sources.py"
        )
    return "\n".join([*_works(pages), *_places(pages)])


def _works(pages: dict[str, list[str]]) -> Iterator[str]:
    for address, work in sorted(WORKS.items(), key=lambda known: known[1]):
        if address in pages:
            yield f"- {work.author} ({work.year}), [{work.title}]({address}). {_on(pages[address])}"


def _places(pages: dict[str, list[str]]) -> Iterator[str]:
    for address, name in PLACES.items():
        if address in pages:
            yield f"- [{name}]({address}). {_on(pages[address])}"


def _on(pages: list[str]) -> str:
    named = [f"[{page.replace('-', ' ')}]({page}.md)" for page in pages]
    return f"Cited in {', '.join(named)}."


def word_vectors() -> str:
    """Where the word vectors come from, as their file says it."""
    known = words.provenance()
    rows = [
        ["data", known["underlying_data"].replace("https://nlp.stanford.edu/projects/glove/", "")],
        ["taken from", known["source"]],
        ["SHA-512 of the package", f"`{known['tarball_sha512']}`"],
        ["licence of the vectors", known["licence_vectors"]],
        ["licence of the package", known["licence_package"]],
        ["changes", known["changes"]],
        ["words kept", str(len(words.known()))],
    ]
    return table(
        ["what", "as the file says"],
        [[name, str(text).rstrip(", ")] for name, text in rows],
        align="ll",
    )
