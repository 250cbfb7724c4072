"""The doctor in a test suite."""

from typing import Any

from softlookup.doctor.calling import Function
from softlookup.doctor.examine import examine


def assert_attention(function: Function, *, edges: bool = True, **options: Any) -> None:
    """Silent if nothing wrong is found; otherwise an AssertionError that says what and how to mend it.

    With edges=False, a function may fail at the edges: rows without anything to read, huge scores, whole
    numbers, arrays changed in place. The other options are those of `examine`.
    """
    report = examine(function, **options)
    if report.verdict == "right" or (report.verdict == "edge" and not edges):
        return
    raise AssertionError(f"\n{report}")
