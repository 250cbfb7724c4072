"""The snippets as modules: `from softlookup.steps.softmax import softmax` is snippets/softmax.py itself.

What readers copy is what everything else here calls. The folder is at the top of a checkout; a wheel
carries it inside the package.
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType

_HERE = Path(__file__).parent
_CHECKOUT = _HERE.parents[2] / "snippets"
FOLDER = _CHECKOUT if _CHECKOUT.is_dir() else _HERE.parent / "_snippets"

# A module of this package is a file of that folder.
__path__ = [str(FOLDER)]


def __getattr__(name: str) -> ModuleType:
    """`steps.softmax`: the module, imported when it is first asked for."""
    if not (FOLDER / f"{name}.py").is_file():
        raise AttributeError(f"there is no snippets/{name}.py")
    return import_module(f"{__name__}.{name}")
