"""The cheat sheet: five lines of code, what must hold of them, and what comes out at the edges."""

import ast
from typing import Any

import numpy as np

from softlookup import frameworks, laws, snippets, steps
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.shapes import SIZES, listing
from softlookup.write import table

# What comes out where a formula alone does not say; q is tennis, k and v are racket, ball, tree.
EDGES = {
    "nothing may be read": "attention(q, k, v, mask=[False, False, False])",
    "there is no entry": "attention(q, k[:0], v[:0])",
    "one entry may be read": "attention(q, k, v, mask=[False, True, False])",
    "all keys are equal": "attention(q, 0 * k, v)",
    "two match equally well, sharply": "attention(q, k[[0, 0, 2]], v, scale=1000)",
    "the scale is 0": "attention(q, k, v, scale=0)",
    "a hidden value is NaN": "attention(q, k, v * [[1], [1], [nan]], mask=[True, True, False])",
    "a value that is read is NaN": "attention(q, k, v * [[1], [1], [nan]])",
}


def code() -> str:
    """The five lines: a function of a snippet, as it stands there."""
    return f"```python\n{function('heads', 'read')}\n```"


def function(snippet: str, name: str) -> str:
    """One function of a snippet, as it is written."""
    text = snippets.text(snippet)
    (node,) = [n for n in ast.parse(text).body if isinstance(n, ast.FunctionDef) and n.name == name]
    return "\n".join(text.split("\n")[node.lineno - 1 : node.end_lineno])


def invariants() -> str:
    """What to check, as lines that were true when this page was built."""
    problem = laws.random(0, **SIZES)
    for law in laws.INVARIANTS:
        if not laws.holds(law, steps.attention.attention, problem):
            raise AssertionError(f"{law.says}: {law.line} is false")
    rows = [[law.says, f"`{law.line}`"] for law in laws.INVARIANTS]
    return table(["must hold", "in a test"], rows, "ll")


def edges() -> str:
    """What comes out at the edges, computed by the calls that are shown."""
    return table(["when", "call", "output"], [_edge(*edge) for edge in EDGES.items()], "llr")


def _edge(when: str, call: str) -> list[str]:
    q, k, v = TENNIS[None], KEYS, VALUES[:, None]
    names = {"attention": steps.attention.attention, "nan": np.nan}
    output = float(eval(call, {**names, "q": q, "k": k, "v": v})[0, 0])
    return [when, f"`{call}`", "NaN" if np.isnan(output) else f"{round(output, 3):g}"]


def corners() -> str:
    """Both alignments of a causal mask with fewer queries than keys."""
    causal = steps.masks.causal
    rows = [
        ["upper left", "$j \\le i$", "the queries are the first of the keys"],
        ["lower right", "$j \\le i + n_k - n_q$", "the queries are the last: a cache"],
    ]
    grids = [" / ".join(_bits(row) for row in causal(2, 5, name)) for name, *_ in rows]
    shown = [[r[0], r[1], f"`{grid}`", r[2]] for r, grid in zip(rows, grids, strict=True)]
    return table(
        ["causal", "query $i$ reads $j$ if", "2 queries, 5 keys", "right when"], shown, "llll"
    )


def _bits(row: Any) -> str:
    return "".join("1" if may else "0" for may in row)


def print_styles() -> str:
    """What brings this one page down to two sheets of paper."""
    return """<style>
@media print {
  @page { size: A4; margin: 11mm 13mm; }
  .md-typeset { font-size: 9pt; line-height: 1.35; }
  .md-typeset h1 { margin: 0 0 0.2em; font-size: 16pt; }
  .md-typeset h2 { margin: 0.7em 0 0.2em; font-size: 12pt; break-after: avoid; }
  .md-typeset :is(p, pre, .formula, .highlight) { margin: 0.35em 0; }
  .md-typeset .answer { font-size: 11pt; }
  .md-typeset pre > code { padding: 0.4em 0.8em; font-size: 8pt; }
  .md-typeset .md-typeset__scrollwrap { margin: 0.3em 0; break-inside: avoid; }
  .md-typeset .md-typeset__table { margin: 0; padding: 0; }
  .md-typeset table:not([class]) { font-size: 8pt; }
  .md-typeset table:not([class]) :is(th, td) { padding: 0.2em 0.8em; min-width: 0; }
  .md-typeset td code { padding: 0; font-size: 7.5pt; }
  .md-header, .md-footer { display: none; }
}
</style>"""


def shapes() -> str:
    """The parts of a lookup in the order in which they are made."""
    return listing()


def brief() -> str:
    """What other implementations do, without the reasons."""
    return frameworks.brief()
