"""Build a copy of the project, edit it, build again in the same process; run by test_reproducible.py."""

import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(sys.argv[1])
PAGES = Path("src/softlookup/pages")
ONE = """# One

```python exec="on" source="above" result="text" title="snippets/softmax.py"
--8<-- "softmax.py"
```

```python exec="on"
print(page.table("shown"))
```

```python exec="on"
print(page.table("soft_lookup.by_hand"))
```

It is [7](=answer), they say.
"""
TABLES = """from pathlib import Path

from softlookup.write import number

from .helper import WORD


def shown() -> str:
    beside = Path(__file__).with_name("beside.txt").read_text(encoding="utf-8")
    return f"{WORD} and {beside} and {number(4321.0, 1)}"
"""
SAVED_MEANWHILE = """    later = Path(__file__).with_name("later.txt")
    if later.exists():
        later.replace(later.with_name("beside.txt"))
"""


def built() -> str:
    build(load_config(str(ROOT / "mkdocs.yml")))
    return (ROOT / "site" / "one" / "index.html").read_text(encoding="utf-8")


def answers() -> list[tuple[str]]:
    with closing(sqlite3.connect(ROOT / ".cache" / "answers.sqlite")) as database:
        return sorted(database.execute("SELECT question FROM answers"))


def write(path: str | Path, text: str) -> None:
    (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
    (ROOT / path).write_text(text, encoding="utf-8")


def edit(path: str | Path, old: str, new: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    assert old in text, f"{path} does not hold {old!r}"
    write(path, text.replace(old, new))


def sees(path: str | Path, old: str, new: str, shown: str, count: int = 1) -> None:
    """An edit shows in the next build, and so does its undoing."""
    before = (ROOT / path).read_text(encoding="utf-8")
    assert shown not in built()
    edit(path, old, new)
    assert built().count(shown) == count, f"{path}: the next build does not show {shown!r}"
    write(path, before)
    assert shown not in built(), f"{path}: the build after it still shows {shown!r}"


write("docs/index.md", "# Start\n\nSee [one](one.md).\n")
write("docs/one.md", ONE)
write(PAGES / "one" / "__init__.py", "")
write(PAGES / "one" / "tables.py", TABLES)
write(PAGES / "one" / "helper.py", 'WORD = "words"\n')
write(PAGES / "one" / "beside.txt", "data")
write(PAGES / "one" / "numbers.py", "answer = 7.0\n")

sees("docs/one.md", "they say", "we say", "we say")
sees(PAGES / "one" / "tables.py", " and {beside}", " or {beside}", "words or data")
sees(PAGES / "one" / "helper.py", "words", "more words", "more words and data")
sees(PAGES / "one" / "beside.txt", "data", "a datum", "words and a datum")
sees("src/softlookup/write.py", "return text", 'return "about " + text', "about 4,321.0")
sees(PAGES / "soft_lookup" / "tables.py", "weight × value", "share × value", "share × value")
sees("snippets/softmax.py", "no overflow", "without overflow", "without overflow", count=2)

# A folder that the page does not show changes nothing, and nothing is run for it.
before = answers()
edit(PAGES / "temperature" / "tables.py", '"""', '"""More. ')
built()
assert not set(answers()) - set(before), "something was run that the edit cannot reach"

# A file that is saved while a build runs is not taken for what that build read.
edit(PAGES / "one" / "tables.py", "    return", SAVED_MEANWHILE + "    return")
write(PAGES / "one" / "later.txt", "what came later")
before = answers()
assert "words and data" in built()
assert not set(answers()) - set(before), "an answer was stored though its files had changed"
assert "words and what came later" in built()
