"""Build a copy of the project with one mistake after another; run by test_mistakes.py.

Reads {name of a mistake: {path: text}} and prints {name: what the build said}, both as JSON.
"""

import io
import json
import logging
import sys
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

ROOT = Path(sys.argv[1])
said = {}
logger = logging.getLogger("mkdocs")
for mistake, files in json.load(sys.stdin).items():
    for path, text in files.items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")
    logged = io.StringIO()
    handler = logging.StreamHandler(logged)
    logger.addHandler(handler)
    try:
        build(load_config(str(ROOT / "mkdocs.yml")))
        said[mistake] = "built"
    except BaseException as error:  # whatever stops a build
        said[mistake] = f"{logged.getvalue()}{type(error).__name__}: {error}"
    logger.removeHandler(handler)
    for path in files:
        (ROOT / path).unlink()
print(json.dumps(said))
