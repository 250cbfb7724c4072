"""A dictionary answers when the query equals a key, and raises when no key does."""
# SPDX-License-Identifier: 0BSD
# SPDX-FileCopyrightText: 2026 Soft Lookup contributors
# Version 2.0.0, 2026-11-17. Python 3.11 or newer. Explained at exact-lookup/


def exact_lookup(query, keys, values):
    """The value whose key equals the query; KeyError when there is none."""
    dictionary = dict(zip(keys, values, strict=True))  # n_k entries
    return dictionary[query]


if __name__ == "__main__":
    words = ["racket", "ball", "tree"]
    numbers = [10, 5, 2]

    for query in ["racket", "tree", "tennis"]:
        try:
            print(f"{query:>6} -> {exact_lookup(query, words, numbers)}")
        except KeyError as miss:
            print(f"{query:>6} -> KeyError: {miss}")
