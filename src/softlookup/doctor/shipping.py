"""The modules that the doctor needs, as text: what a browser is given to run it there."""

from pathlib import Path

from softlookup.steps import FOLDER

_PACKAGE = Path(__file__).parents[1]
_MODULES = ("__init__.py", "lookup.py", "laws.py", "steps/__init__.py")
_SNIPPET = "check_attention.py"


def files() -> dict[str, str]:
    """Path -> text, of few plain files: the definitions, the laws, the steps and the doctor."""
    doctor = sorted(f"doctor/{path.name}" for path in (_PACKAGE / "doctor").glob("*.py"))
    found = {f"softlookup/{path}": _PACKAGE / path for path in (*_MODULES, *doctor)}
    found[f"softlookup/_snippets/{_SNIPPET}"] = FOLDER / _SNIPPET
    return {name: path.read_text(encoding="utf-8") for name, path in found.items()}
