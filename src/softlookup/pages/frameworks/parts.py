"""The same lookup elsewhere: conventions as they were measured, or a notice that they were not."""

import contextlib
import inspect
import io
import runpy
from importlib import import_module
from textwrap import indent
from typing import Any

import numpy as np

from softlookup import catalogue, frameworks, snippets, steps
from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.frameworks import SHORT, absent, measured
from softlookup.write import number, table

NOTICE = (
    "This part was not run in this build, because {0} is not installed. To run it: "
    "`make build SOFTLOOKUP_REQUIRE=frameworks`."
)


def snippet(name: str) -> str:
    """A snippet that needs a framework: its source, and what it printed or why it did not."""
    source = f'```python title="snippets/{name}.py"\n{snippets.text(name).rstrip()}\n```'
    missing = [package for package in catalogue.dependencies(name) if absent(package)]
    if missing:
        return f'{source}\n\n!!! note "Not run"\n\n    {NOTICE.format(" and ".join(missing))}'
    return f"{source}\n\n```text\n{_printed(name).rstrip()}\n```"


def _printed(name: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        runpy.run_path(str(snippets.path(name)), run_name="__main__")
    return said.getvalue()


def conventions() -> str:
    """Every difference as a row, with what it means for the reader."""
    rows = zip(measured(), frameworks.ROWS, strict=True)
    headings = ["what is asked", *SHORT.values(), "why it matters"]
    return table(headings, [[*cells, row.because] for cells, row in rows], "l" * len(headings))


def contestants() -> str:
    """What the columns stand for, and which versions were asked."""
    rows = []
    for name, api in frameworks.APIS.items():
        missing = f"`{api.version}`" if api.installed else frameworks.NOT_RUN
        full = "[`attention`](snippets.md#attention)" if not api.package else f"`{name}`"
        rows.append([SHORT[name], full, missing if api.package else "this build"])
    return table(["column", "stands for", "version"], rows, "lll")


def refusals() -> str:
    """What is said where a cell reads “refused”."""
    found = [
        f"- *{row.asks}*, {SHORT[name]}: “{message}”"
        for row in frameworks.ROWS
        for name, api in frameworks.APIS.items()
        if (message := _refusal(row, api))
    ]
    return "\n".join(found)


def _refusal(row: frameworks.Row, api: frameworks.Api) -> str:
    if not api.installed:
        return ""
    try:
        row.measure(api)
    except frameworks.Refusal as refusal:
        return str(refusal).removeprefix(f"{api.name}: ").replace("\n", " ")
    return ""


def measurements() -> str:
    """The code that measures, as it ran."""
    source = "\n\n".join(inspect.getsource(row.measure).rstrip() for row in frameworks.ROWS)
    title = f"The {len(frameworks.ROWS)} measurements, as they are run"
    code = f"```python\n{source}\n```"
    return f'??? abstract "{title}"\n\n{indent(code, "    ")}'


def temperatures() -> str:
    """Tennis at several temperatures, asked of our function and of PyTorch's."""
    missing = absent("torch")
    rows = []
    for temperature in (2**0.5, 1.0, 0.5, 10.0):
        ours = steps.attention.attention(*_EXAMPLE, scale=1 / temperature)[0, 0]
        theirs = frameworks.NOT_RUN if missing else number(_torch(temperature))
        rows.append([number(temperature), number(1 / temperature), number(ours), theirs])
    return table(["temperature", "`scale`", "`attention`", "PyTorch function"], rows, "rrrr")


_EXAMPLE = TENNIS[None], KEYS, VALUES[:, None]


def _torch(temperature: float) -> float:
    torch = import_module("torch")
    arrays = (torch.tensor(array) for array in _EXAMPLE)
    function = torch.nn.functional.scaled_dot_product_attention
    return float(function(*arrays, scale=1 / temperature))


# --- What the ONNX specification adds -------------------------------------------------------------


def clauses() -> str:
    """Clauses of the ONNX specification, each tried on its reference evaluator."""
    if absent("onnx"):
        return f'!!! note "Not run"\n\n    {NOTICE.format("onnx")}'
    tried: dict[str, tuple[Any, Any]] = {
        "The cap on scores acts before the mask.": _softcap(),
        "Over a cache, causal order counts from the lower right.": _cached(),
        "A mask that is too short hides the entries beyond it.": _short_mask(),
        "A query with nothing to read gets 0.": _empty(),
    }
    rows = [[clause, _agreement(*pair)] for clause, pair in tried.items()]
    return table(["clause", "`attention` on the same numbers"], rows, "ll")


def _agreement(theirs: Any, ours: Any) -> str:
    if not np.allclose(theirs, ours, atol=1e-6):
        raise AssertionError(f"ONNX gives {theirs}, attention.py {ours}: describe the difference")
    return "agrees"


def _arrays(n_q: int = 2, n_k: int = 5) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    shapes = ((1, 1, n_q, 3), (1, 1, n_k, 3), (1, 1, n_k, 4))
    q, k, v = (rng.normal(size=shape).astype(np.float32) for shape in shapes)
    return q, k, v


def _both(inputs: dict[str, Any], options: dict[str, Any], **ours: Any) -> tuple[Any, Any]:
    q, k, v = _arrays()
    theirs = frameworks.onnx_node("Attention", {"Q": q, "K": k, "V": v, **inputs}, **options)[0]
    return theirs, steps.attention.attention(q, k, v, **ours)


def _softcap() -> tuple[Any, Any]:
    cap, mask = 0.5, np.linspace(-3, 3, 10, dtype=np.float32).reshape(2, 5)
    return _both({"attn_mask": mask}, {"softcap": cap}, softcap=cap, mask=mask)


def _short_mask() -> tuple[Any, Any]:
    short = np.array([[True, False, True]] * 2)
    return _both({"attn_mask": short}, {}, mask=np.pad(short, ((0, 0), (0, 2))))


def _empty() -> tuple[Any, Any]:
    nothing = np.zeros((2, 5), dtype=bool)
    return _both({"attn_mask": nothing}, {}, mask=nothing)


def _cached() -> tuple[Any, Any]:
    """The first 3 entries are kept, the last 2 are new."""
    q, k, v = _arrays()
    new = {"Q": q, "K": k[..., 3:, :], "V": v[..., 3:, :], "attn_mask": np.ones((2, 5), bool)}
    past = {"past_key": k[..., :3, :], "past_value": v[..., :3, :]}
    theirs = frameworks.onnx_node("Attention", new | past, outputs=3, is_causal=1)[0]
    return theirs, steps.attention.attention(q, k, v, causal="lower right")


def torch_soft_lookup() -> str:
    """The lookup in PyTorch, whole, with what it printed."""
    return snippet("torch_soft_lookup")
