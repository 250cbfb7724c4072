"""The 26 concepts of the four sources, and where the site settles each."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Concept:
    """One idea: its title, and the page and heading that explain it."""

    title: str
    page: str  # docs/<page>.md
    anchor: str  # an explicit heading id on that page


CONCEPTS = {
    "exact-lookup": Concept("Exact lookup", "exact-lookup", "the-dictionary"),
    "hashing": Concept("Hashing", "exact-lookup", "hashing"),
    "one-hot-matrix-lookup": Concept("Lookup as matrix multiplication", "matrix-lookup", "one-hot"),
    "batched-queries": Concept("Many queries at once", "many-queries", "stacking"),
    "weighted-blend": Concept("From choosing to blending", "soft-lookup", "blend"),
    "word-vectors": Concept("Meaning as vectors", "similarity", "word-vectors"),
    "dot-product-similarity": Concept("Dot product as similarity", "similarity", "dot-product"),
    "softmax": Concept("Softmax", "softmax", "definition"),
    "soft-lookup": Concept("Soft lookup", "soft-lookup", "three-steps"),
    "vector-values": Concept("Vector values", "soft-lookup", "vector-values"),
    "scaling": Concept("Scaling by √d_k", "scaling", "variance"),
    "temperature": Concept("Temperature", "temperature", "one-knob"),
    "differentiability": Concept("What gradients see", "gradients", "what-can-learn"),
    "qkv-roles": Concept("Queries, keys, values as roles", "projections", "three-roles"),
    "content-addressing": Concept("Content addressing", "limits", "order"),
    "memory-networks": Concept("Memory networks", "relatives", "memory-networks"),
    "multi-head": Concept("Several heads", "heads", "several-dictionaries"),
    "sparse-and-masked": Concept("Masks, windows, sparse and cross", "masks", "who-may-read"),
    "long-range-reach": Concept("Reach", "streaming", "reach"),
    "identical-values": Concept("When values carry no information", "limits", "identical-values"),
    "gating": Concept("Gates", "heads", "gates"),
    "retrieval-rag": Concept("Retrieval-augmented generation", "relatives", "retrieval"),
    "reference-implementation": Concept("Reference implementation", "many-queries", "the-code"),
    "notation": Concept("Notation", "notation", "one-vocabulary"),
    "assessment": Concept("Quiz", "exam", "quiz"),
    "sources": Concept("Sources", "sources", "four-documents"),
}

# Where a statement is treated, when it is not under the heading of its concept.
_SECOND_SOURCE = Concept("What shapes do not show", "frameworks", "second-source")
_ANALOGY = Concept("Arithmetic with words", "similarity", "analogy")
ELSEWHERE = {
    "S0-53": CONCEPTS["hashing"],
    "S0-54": CONCEPTS["hashing"],
    "S1-25": Concept("Is it a database?", "projections", "database"),
    "S1-55": _SECOND_SOURCE,
    "S1-56": _SECOND_SOURCE,
    "S1-57": _SECOND_SOURCE,
    "S2-04": Concept("The order of events", "relatives", "history"),
    "S2-20": _ANALOGY,
    "S2-21": _ANALOGY,
    "S2-69": Concept("One at a time, or all at once", "many-queries", "one-at-a-time"),
    "X-07": Concept("Three kinds of lookup", "limits", "who"),
}
