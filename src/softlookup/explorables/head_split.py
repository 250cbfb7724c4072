"""Heads: the same numbers cut by split and by a bare reshape, for as many heads as the reader likes."""

from typing import Any

import numpy as np

from softlookup.explorables.frame import element
from softlookup.interactive import data
from softlookup.steps.heads import split

ROWS = np.arange(12).reshape(2, 6)
HEADS = [heads for heads in range(1, ROWS.shape[1] + 1) if ROWS.shape[1] % heads == 0]
_PRINTED = 3
_TOKENS = "AB"


def head_split(says: str, asks: str = "", identity: str = "cut-into-heads") -> str:
    """Two tokens, cut rightly and wrongly; awake, the number of heads can be chosen."""
    tokens, width = ROWS.shape
    shape = (_PRINTED, tokens, width // _PRINTED)
    bands = [
        _band("rows", "two rows", [ROWS], named=False),
        _band("right", f"split(rows, {_PRINTED})", split(ROWS, _PRINTED)),
        _band("wrong", f"rows.reshape{shape}", ROWS.reshape(shape)),
    ]
    content = {"rows": ROWS.tolist(), "heads": HEADS, "printed": _PRINTED}
    return element("head-split", identity, says, "".join(bands), data(content), asks=asks)


def _band(name: str, title: str, blocks: Any, *, named: bool = True) -> str:
    shown = f"<code>{title}</code>" if named else title
    parts = "".join(_block(head, block, named=named) for head, block in enumerate(blocks))
    return f'<div class="band {name}"><p class="title">{shown}</p><div class="blocks">{parts}</div></div>'


def _block(head: int, block: Any, *, named: bool) -> str:
    title = f'<p class="head">head {head}</p>' if named else ""
    rows = "".join(
        f'<div class="row">{"".join(_cell(int(number)) for number in row)}</div>' for row in block
    )
    return f'<div class="block">{title}{rows}</div>'


def _cell(number: int) -> str:
    """A number of token A or B, by its place in the rows."""
    return f'<span class="cell of-{_TOKENS[number // ROWS.shape[1]]}">{number}</span>'
