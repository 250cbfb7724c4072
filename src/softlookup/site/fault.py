"""How a build stops: page, line, what is wrong, what to do."""

from mkdocs.exceptions import PluginError
from pymdownx.superfences import SuperFencesException


# superfences swallows every exception but its own kind; MkDocs prints PluginError without a traceback.
class Fault(SuperFencesException, PluginError):  # type: ignore[misc]
    """Something on a page that must be mended before the site can be built."""

    def __init__(self, page: str, line: int | None, message: str) -> None:
        place = f"docs/{page}" + (f":{line}" if line else "")
        super().__init__(f"{place}: {message}")
