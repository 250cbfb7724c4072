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
