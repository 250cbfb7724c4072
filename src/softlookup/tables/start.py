"""Tables of the first page."""

import numpy as np

from softlookup import bugs, claims, quiz, snippets
from softlookup.examples import KEYS, TENNIS, VALUES, WORDS
from softlookup.numbers.start import TENNIS_TOKEN, TOKENS, head
from softlookup.tables import table
from softlookup.tables.exact_lookup import outcome

_soft_lookup = snippets.load("soft_lookup").soft_lookup


def ways() -> str:
    """What each of the four says to a word that is stored and to one that is not."""
    exact = snippets.load("exact_lookup").exact_lookup
    product = snippets.load("matrix_lookup").matrix_lookup
    rows = [
        ["**dictionary**", *[outcome(exact, w, WORDS, VALUES) for w in ("racket", "tennis")]],
        [
            "**matrix**",
            *[outcome(product, q, np.eye(3), VALUES) for q in (np.eye(3)[0], np.zeros(3))],
        ],
        ["**soft lookup**", *[outcome(_soft_lookup, q, KEYS, VALUES) for q in (KEYS[0], TENNIS)]],
        ["**head**", *[outcome(head, token) for token in (TOKENS[0], TENNIS_TOKEN)]],
    ]
    return table(["asked", "racket", "tennis"], rows)


def proof() -> str:
    """What the build has run, counted when this page was built."""
    ledger = claims.ledger()
    wrong = [entry for entry in ledger if entry.verdict == "wrong"]
    counted = {
        "[statements of the sources](errata.md), each with a verdict and its evidence": len(ledger),
        "of them wrong": len(wrong),
        "[snippets](snippets.md), each the file that ran": len(snippets.names()),
        "[mistakes](fingerprints.md), each made for real": len(bugs.bugs()),
        "[questions](exercises.md) whose answers are computed": len(quiz.questions()),
    }
    return table(["what the build checks", "how many"], [[k, str(n)] for k, n in counted.items()])


def pre_test() -> str:
    """The questions of this page with their options, and without the answers."""
    asked = quiz.questions("start")
    lines = [f'??? question "{len(asked)} questions, no answers yet"']
    for number, item in enumerate(asked, start=1):
        options = zip(quiz.LETTERS, item.options(), strict=False)
        lines += ["", f"    **{number}.** {item.asks}", ""]
        lines += [f"    - **{letter}** {option}" for letter, (option, _) in options]
    return "\n".join(lines)
