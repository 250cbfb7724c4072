"""The box, and the cases with what the doctor says of each: examined while the page is built."""

import html
from typing import Any

from softlookup import runs
from softlookup.doctor import verdict
from softlookup.interactive import block, data
from softlookup.pages.doctor.cases import BY_NAME, CASES, Case, examined

_FIRST = CASES[0]


def box() -> str:
    """The element: a function to change, a button, and what the doctor says of it now.

    Awake, a field takes the place of `pre.source`, the button and one for each example fill `.controls`,
    and `html` of `examine_source` goes into `.result`. Without a script all stands there as printed.
    """
    examples = [{"name": case.name, "title": case.title, "text": case.code} for case in CASES]
    says = "A function that looks things up: with or without a mask, NumPy alone."
    return block(
        '<attention-doctor class="explorable" id="doctor" role="group" aria-labelledby="doctor-says">'
        f'<p class="says" id="doctor-says">{says}</p>'
        '<div class="controls"></div>'
        f'<pre class="source"><code>{html.escape(_FIRST.code, quote=False)}</code></pre>'
        f'<div class="result" aria-live="polite">{verdict(examined(_FIRST))}</div>'
        f"{data({'examples': examples})}</attention-doctor>"
    )


def cases() -> str:
    """Every case: what happened, the function, the verdict."""
    return "\n\n".join(_case(case) for case in CASES)


def _case(case: Case) -> str:
    source = f" [{case.thread}]({case.url})" if case.thread else ""
    return "\n\n".join(
        [
            f"### {case.title} {{ #{case.name.replace('_', '-')} }}",
            f"{case.told}{source}",
            f"```python\n{case.code}```",
            verdict(examined(case)),
        ]
    )


def terminal() -> str:
    """The command, and what it prints for one of the cases."""
    case = BY_NAME["heads_merged"]
    told = str(examined(case))
    kept = told.split("\n\nalso broken")[0].split("\n\ncalled as")[0]
    lines = ["```text", "$ softlookup doctor my_file.py:multi_head", kept, "…", "```"]
    return "\n".join(lines)


_TEST = """
from softlookup.doctor import assert_attention
from my_file import attention

def test_my_attention_is_sound():
    assert_attention(attention)
"""


def in_a_test() -> str:
    """The helper for a test, which is run here on the sound case, as if that were my_file.py."""
    mine: dict[str, Any] = {}
    exec(BY_NAME["sound"].code, mine)
    test: dict[str, Any] = {}
    exec(_TEST.replace("from my_file import attention", ""), test)
    test["attention"] = mine["attention"]
    test["test_my_attention_is_sound"]()
    return f"```python{_TEST}```"


def measured() -> str:
    """When the score was taken."""
    return f"Measured {runs.run('doctor')['date']}; `make doctor` measures again."
