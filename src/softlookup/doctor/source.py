"""The doctor for text: what a reader pastes, or a file holds, is run, and its function examined."""

import ast
import traceback
from typing import Any

from softlookup.doctor.calling import parameters, quiet
from softlookup.doctor.examine import examine, stopped
from softlookup.doctor.markup import verdict
from softlookup.doctor.report import Report

PASTED = "your function"
_LIKELY = ("attention", "attend", "sdpa", "scaled_dot_product_attention", "lookup")


def examine_source(text: str) -> dict[str, Any]:
    """Run a text that defines an attention function, examine it, and tell in types that JSON knows.

    Whatever the text holds, this returns: see `softlookup.doctor` for the keys. An endless loop is the
    caller’s to stop.
    """
    report = source_report(text)
    return report.as_dict() | {"html": verdict(report)}


def source_report(text: str, **options: Any) -> Report:
    """The same as a report."""
    try:
        code = compile(text, PASTED, "exec")
    except (SyntaxError, ValueError) as error:
        return _not_python(error)
    names: dict[str, Any] = {"__name__": "pasted"}
    try:
        with quiet():
            exec(code, names)
    except ModuleNotFoundError as error:
        return stopped(
            f"It needs {error.name}, which is not here. On your own machine: softlookup doctor my_file.py",
            str(error),
        )
    except (Exception, SystemExit) as error:
        return stopped(f"It stops before any function is asked{_line(error)}.", _short(error))
    function = chosen(text, names)
    if function is None:
        return stopped("There is no function here: define one, such as def attention(q, k, v).")
    try:
        return examine(function, **options)
    except (RecursionError, MemoryError) as error:
        return stopped("It never comes to an end.", _short(error))


def _not_python(error: Exception) -> Report:
    line = getattr(error, "lineno", None)
    where = f" in line {line}" if line else ""
    message = getattr(error, "msg", None) or str(error)
    return stopped(
        f"This is not Python yet{where}: {message}.", f"{type(error).__name__}: {message}"
    )


def _line(error: BaseException) -> str:
    """The line of the text in which an exception was raised."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == PASTED:
            return f", in line {frame.lineno}"
    return ""


def _short(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


def chosen(text: str, names: dict[str, Any]) -> Any:
    """The function that is meant: by its name, else the last that takes three arrays."""
    tree = ast.parse(text)
    defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    defined += [
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and callable(names.get(target.id))
    ]
    defined = [name for name in defined if callable(names.get(name))]
    for likely in _LIKELY:
        for name in reversed(defined):
            if name.lower() == likely:
                return names[name]
    fitting = [name for name in defined if _takes_three(names[name])]
    if named := [name for name in fitting if "atten" in name.lower()]:
        return names[named[-1]]
    chosen = fitting or defined
    return names[chosen[-1]] if chosen else None


def _takes_three(function: Any) -> bool:
    named, anything = parameters(function)
    return len(named) >= 3 or anything
