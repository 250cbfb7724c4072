"""Word vectors, and the way to data that lies beside a module."""

from pathlib import Path
from typing import Any

import yaml


def read(module: str, name: str) -> Any:
    """A YAML file in the folder of a module, given as its `__file__`."""
    path = Path(module).parent / name
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise ValueError(f"{path.parent.name}/{name} is not YAML: {error}") from error
