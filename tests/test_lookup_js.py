"""The lookup in the browser is the lookup in Python, and every mistake planted in it is found."""

import json
import re
import time
from collections.abc import Iterator
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from conftest import ROOT
from lookup_cases import Case, cases
from served import served, watched

SOURCE = ROOT / "docs" / "assets" / "js" / "lookup.js"
MANY = 10_000
# Enough to see every planted mistake: all edges and some hundred random inputs.
SOME = 1_200

# Runs the cases against a module; the answer is the list of those that differ.
JUDGE = """
const special = { inf: Infinity, "-inf": -Infinity, nan: NaN };
function number(given) {
  if (Array.isArray(given)) return given.map(number);
  if (given === null || typeof given !== "object") return given;
  if ("number" in given) return special[given.number];
  return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, number(one)]));
}
function same(found, wanted) {
  if (wanted === null) return found === undefined;
  if (typeof wanted === "boolean") return found === wanted;
  if (typeof wanted === "number") {
    if (typeof found !== "number") return false;
    if (Object.is(wanted, NaN) || !Number.isFinite(wanted)) return Object.is(found, wanted);
    return Math.abs(found - wanted) <= 1e-12 * Math.max(1, Math.abs(wanted));
  }
  if (Array.isArray(wanted) || ArrayBuffer.isView(found)) {
    return found?.length === wanted.length && wanted.every((one, i) => same(found[i], one));
  }
  const names = Object.keys(wanted);
  return found && Object.keys(found).length === names.length
    && names.every((name) => same(found[name], wanted[name]));
}
function result(module, one) {
  try {
    return module[one.call](...number(one.arguments));
  } catch (error) {
    return error instanceof RangeError ? "raises" : `broke: ${error}`;
  }
}
function differs(module, one) {
  const found = result(module, one);
  return one.expected === "raises" ? found !== "raises" : !same(found, number(one.expected));
}
"""
WORKER = (
    JUDGE
    + """
const cases = await (await fetch(new URL("/some.json", location.origin))).json();
onmessage = async ({ data }) => {
  const module = await import(data);
  postMessage(cases.some((one) => differs(module, one)));
};
postMessage("ready");
"""
)
# One planted mistake in a worker of its own: a loop that never ends is a mistake found.
TRY = """async ([source, seconds]) => {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker("/worker.js", { type: "module" });
  return await new Promise((answer) => {
    worker.onerror = () => { worker.terminate(); answer(true); };
    worker.onmessage = ({ data }) => {
      if (data === "ready") {
        worker.postMessage(address);
        setTimeout(() => { worker.terminate(); answer(true); }, 1000 * seconds);
      } else {
        worker.terminate();
        answer(data);
      }
    };
  });
}"""


@pytest.fixture(scope="module")
def page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("lookup")
    (folder / "lookup.js").write_text(SOURCE.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "worker.js").write_text(WORKER, encoding="utf-8")
    _write(folder / "many.json", cases(MANY))
    _write(folder / "some.json", cases(SOME))
    script = JUDGE + "globalThis.judge = { differs, result };"
    (folder / "judge.js").write_text(script, encoding="utf-8")
    (folder / "index.html").write_text(
        '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Lookup</title>'
        '<script src="judge.js"></script></html>',
        encoding="utf-8",
    )
    with served(folder) as address:
        visitor = watched(browser.new_page(), address)
        visitor.goto(address)
        yield visitor
        assert not visitor.complaints
        visitor.close()


def _write(path: Path, found: list[Case]) -> None:
    path.write_text(json.dumps([asdict(one) for one in found], allow_nan=False), encoding="utf-8")


def test_every_answer_is_the_one_of_python(page: Any) -> None:
    differing = page.evaluate(
        """async () => {
          const module = await import("/lookup.js");
          const cases = await (await fetch("/many.json")).json();
          return {
            count: cases.length,
            wrong: cases.filter((one) => judge.differs(module, one)).slice(0, 5)
              .map((one) => [one, String(JSON.stringify(judge.result(module, one)))]),
          };
        }"""
    )
    assert differing["count"] == MANY
    assert not differing["wrong"]


def test_every_function_is_among_the_cases(page: Any) -> None:
    exported = page.evaluate(
        """async () => Object.entries(await import("/lookup.js"))
          .filter(([, found]) => typeof found === "function").map(([name]) => name)"""
    )
    assert set(exported) == {one.call for one in cases(SOME)}


# --- Planted mistakes -----------------------------------------------------------------------------

_SWAPS = [
    (r" \+ ", " - "),
    (r" - ", " + "),
    (r" \* ", " / "),
    (r" / ", " * "),
    (r" \+= (?!1;)", " -= "),
    (r" -= ", " += "),
    (r" < ", " <= "),
    (r" <= ", " < "),
    (r" > ", " >= "),
    (r" >= ", " > "),
    (r" === ", " !== "),
    (r" !== ", " === "),
    (r" && ", " || "),
    (r" \|\| ", " && "),
    (r"!\(", "("),
    (r"\(!", "("),
    (r"-Infinity", "Infinity"),
    (r"\b0\b(?!\.)", "1"),
    (r"\b0\.5\b", "0"),
    (r"(?<![.\d])\b1\b", "2"),
    (r"Math\.max\(", "Math.min("),
    (r"Math\.abs\(", "("),
    (r"Math\.sqrt\(", "("),
    (r"Math\.exp\(", "("),
    (r"Math\.log\(", "("),
    (r"findLastIndex", "findIndex"),
    (r"\.some\(", ".every("),
    (r"\.every\(", ".some("),
    (r"\bi \+ 1\b", "i"),
    (r"\bNaN\b", "0"),
    (r"/ temperature\b", ""),
    (r"(?<=\()-(?=side)", ""),
]
# A line that no input can tell from its mutant, with the reason.
EQUIVALENT = {
    "for (let row = 0; row <= rows; row += 1) {": "a typed array takes nothing beyond its end",
    "for (let i = 0; i <= keys.length; i += 1) {": "the last key has no later one to pair with",
    "for (let j = i; j < keys.length; j += 1) {": "a key and itself share no border",
    "if (best < dot(direction, keys[i]) + A_HAIR) {": "equal up to a hair, the hair decides",
}


def mutants(text: str) -> Iterator[tuple[int, str, str]]:
    """(line, what was changed, the whole file), one change each, in code alone."""
    quiet = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S)
    quiet = re.sub(r"//[^\n]*", lambda m: " " * len(m[0]), quiet)
    quiet = re.sub(r"`[^`]*`|\"[^\"\n]*\"", lambda m: '"' * len(m[0]), quiet)
    for pattern, swap in _SWAPS:
        for found in re.finditer(pattern, quiet):
            start, end = found.span()
            line = text.count("\n", 0, start)
            changed = text[:start] + swap + text[end:]
            yield line + 1, changed.split("\n")[line].strip(), changed


def test_every_planted_mistake_is_found(page: Any) -> None:
    text = SOURCE.read_text(encoding="utf-8")
    begun = time.monotonic()
    assert not page.evaluate(TRY, [text, 60]), "the file itself differs: see the test above"
    patience = max(1.0, 10 * (time.monotonic() - begun))  # a mistake that never ends is found, too
    tried = count(1)
    survivors = [
        f"{line}: {changed}"
        for line, changed, source in mutants(text)
        if next(tried) and changed not in EQUIVALENT and not page.evaluate(TRY, [source, patience])
    ]
    assert next(tried) > 100
    assert not survivors, "\n".join(survivors)


def test_what_is_said_to_be_equivalent_is_still_in_the_file() -> None:
    made = {changed for _, changed, _ in mutants(SOURCE.read_text(encoding="utf-8"))}
    assert set(EQUIVALENT) <= made
