"""The same lookup elsewhere: each answer asked in this build, or in the stored run that is named beside it."""

import inspect
from textwrap import indent

from softlookup import frameworks, runs, snippets, steps
from softlookup.frameworks import SHORT
from softlookup.pages.frameworks import questions
from softlookup.pages.frameworks.numbers import released
from softlookup.write import number, table


def torch_soft_lookup() -> str:
    """The lookup in PyTorch, whole, with what it printed."""
    source = snippets.text("torch_soft_lookup").rstrip()
    title = "snippets/torch_soft_lookup.py"
    return f'```python title="{title}"\n{source}\n```\n\n```text\n{questions.TWIN.answer}\n```'


def asked_when() -> str:
    """Which versions answered, and when."""
    packages = dict.fromkeys(api.package for api in frameworks.APIS.values() if api.package)
    said = "; ".join(frameworks.asked_when(package) for package in packages)
    return f"Asked: {said}. {frameworks.age(released)}".rstrip()


def conventions() -> str:
    """Every difference as a row, with what it means for the reader."""
    rows = zip(frameworks.table(), frameworks.ROWS, strict=True)
    headings = ["what is asked", *SHORT.values(), "why it matters"]
    return table(headings, [[*cells, row.because] for cells, row in rows], "l" * len(headings))


def contestants() -> str:
    """What the columns stand for."""
    rows = []
    for name, api in frameworks.APIS.items():
        full = f"`{name}`" if api.package else "[`attention`](snippets.md#attention)"
        rows.append([SHORT[name], full])
    return table(["column", "stands for"], rows, "ll")


def refusals() -> str:
    """What is said where a cell reads “refused”."""
    found = [
        f"- *{row.asks}*, {SHORT[name]}: “{message}”"
        for row in frameworks.ROWS
        for name, api in frameworks.APIS.items()
        if (message := frameworks.words(row, api).answer)
    ]
    return "\n".join(found)


def calls() -> str:
    """Calls of PyTorch that the table has no column for."""
    rows = [[call.key, call.answer] for call in questions.CALLS]
    return table(["call", "what comes out"], rows, "ll")


def measurements() -> str:
    """The code that measures, as it ran."""
    source = "\n\n".join(inspect.getsource(row.measure).rstrip() for row in frameworks.ROWS)
    title = f"The {len(frameworks.ROWS)} measurements, as they are run"
    code = f"```python\n{source}\n```"
    return f'??? abstract "{title}"\n\n{indent(code, "    ")}'


def temperatures() -> str:
    """Tennis at several temperatures, asked of our function and of PyTorch's."""
    rows = []
    for temperature in questions.TEMPERATURES:
        ours = steps.attention.attention(*questions.EXAMPLE, scale=1 / temperature)[0, 0]
        theirs = questions.at(temperature).answer
        rows.append([number(temperature), number(1 / temperature), number(ours), theirs])
    return table(["temperature", "`scale`", "`attention`", "PyTorch function"], rows, "rrrr")


def clauses() -> str:
    """Clauses of the ONNX specification, each tried on its reference evaluator, by version."""
    stored = runs.run("frameworks")["onnx"]
    rows = [
        [clause.key, *(answers[clause.key] for answers in stored.values())]
        for clause in questions.CLAUSES
    ]
    headings = ["clause", *(f"`onnx {version}`" for version in stored)]
    return table(headings, rows, "l" * len(headings))
