"""Links to `page.md` that code printed or a notebook holds, turned into links to the built page."""

import re
from collections.abc import Callable

_PRINTED = re.compile(r'(<a\b[^>]*?\shref=")([^":?#]+\.(?:md|ipynb|py))(#[^"]*)?(")')


def rewrite(html: str, address: Callable[[str], str | None]) -> str:
    """Turn links to `page.md`, printed by code or in a notebook, into links to the built page."""

    def replace(link: re.Match[str]) -> str:
        itself = " download" in link[1] and link[2].endswith(".ipynb")  # the file, not its page
        target = None if itself else address(link[2])
        return f"{link[1]}{target}{link[3] or ''}{link[4]}" if target is not None else link[0]

    return _PRINTED.sub(replace, html)
