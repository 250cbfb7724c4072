"""Ask the frameworks everything that the site says of them, and keep the answers with date and versions.

Older versions of ONNX are fetched one after another into a folder that is thrown away. What is stored
is read by builds that have no framework; a test compares it with a fresh run where there is one.
"""

import datetime
import json
import os
import subprocess
import sys
import tempfile
import warnings
from importlib.metadata import version

import measure
from softlookup import frameworks
from softlookup.pages.frameworks import questions
from softlookup.pages.translate import parts as translate
from softlookup.runs import sealed

PACKAGES = ("torch", "jax", "onnx", "keras")


def clauses() -> dict[str, str]:
    """Every clause of the ONNX specification, tried on the version that is imported here."""
    found = {clause.key: _tried(clause) for clause in questions.CLAUSES}
    if set(found.values()) == {frameworks.REFUSED}:
        raise SystemExit("ONNX refuses every clause: it is not installed as it should be")
    return found


def _tried(clause: frameworks.Question) -> str:
    try:
        return clause.ask()
    except Exception as error:  # an old evaluator fails in many ways
        print(f"{clause.key} {error}", file=sys.stderr)
        return frameworks.REFUSED


def clauses_of(older: str) -> dict[str, str]:
    """The same for another version, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        wanted = ["--no-deps", "--target", folder, f"onnx=={older}"]
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", *wanted], check=True)
        path = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
        found = subprocess.run(
            [sys.executable, __file__, "--clauses"],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    answers: dict[str, str] = json.loads(found.stdout)
    return answers


def main() -> None:
    """Ask, and write results/frameworks.json."""
    warnings.simplefilter("ignore")
    if "--clauses" in sys.argv:
        print(json.dumps(clauses()))
        return
    asked = (*frameworks.questions(), *questions.ALL, *translate.questions())
    run = {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "versions": {package: version(package).split("+")[0] for package in PACKAGES},
        "answers": {question.key: question.ask() for question in asked},
        "onnx": {older: clauses_of(older) for older in questions.ONNX_VERSIONS},
    }
    run["onnx"][run["versions"]["onnx"]] = clauses()
    (measure.RESULTS / "frameworks.json").write_text(sealed(run), encoding="utf-8")
    print(f"{len(asked)} answers and {len(run['onnx'])} versions of ONNX are stored")


if __name__ == "__main__":
    main()
