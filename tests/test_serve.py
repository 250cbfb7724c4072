"""The live server: an edit shows first where it was made, then everywhere, and a fault is said and waited for."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from conftest import SNIPPET, STORED, copy_of_the_project, run, wait_for
from softlookup.site import serve
from softlookup.site.live import Interrupted, Live
from softlookup.site.source import Source

PART = '```python exec="on"\nprint(page.part("{0}"))\n```\n'
ONE = f"# One\n\n{SNIPPET.format('softmax.py')}\n\nIt is [7](=answer), they say.\n\n{PART.format('said')}"
TWO = f"# Two\n\n{SNIPPET.format('softmax.py')}\n\nSee [one](one.md).\n\n{PART.format('told')}"
# What a page says of itself, and what another says of it: both know it from the time when they were loaded.
SAID = """WORD = "seven"

def said():
    return f"We say {WORD}."
"""
TOLD = """from softlookup import walk

WORD = walk.module("one", "parts").WORD

def told():
    return f"One says {WORD}."
"""
FINISHED = re.compile(r"(\d+) pages in")


@dataclass
class Project:
    """A copy of the project with a server on it."""

    folder: Path
    port: int
    log: Path
    server: int = 0  # the process

    def workers(self) -> set[int]:
        """The processes in which pages are run."""
        return {process.pid for process in psutil.Process(self.server).children()}

    def page(self, name: str) -> str:
        """What the browser gets."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{name}", timeout=60) as got:
                text: str = got.read().decode()
        except urllib.error.URLError:
            return ""  # it has built, and does not serve yet
        return text

    def edit(self, name: str, old: str, new: str) -> None:
        """Save a file with something else in it."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def say(self, word: str, when: float) -> None:
        """Have page one say another word, in a file that was saved then."""
        path = self.folder / "src" / "softlookup" / "pages" / "one" / "parts.py"
        path.write_text(SAID.replace("seven", word), encoding="utf-8")
        os.utime(path, (when, when))

    def sizes(self) -> list[int]:
        """How many pages each build so far was of."""
        return [int(size) for size in FINISHED.findall(self.log.read_text(encoding="utf-8"))]

    def wait_for(self, name: str, text: str) -> str:
        """A page, as soon as it holds some text."""
        until = time.monotonic() + 60
        while text not in (page := self.page(name)):
            assert time.monotonic() < until, f"{name} never showed {text!r}:\n{self.said()}"
            time.sleep(0.05)
        return page

    def wait_for_builds(self, count: int) -> list[int]:
        """The sizes of all builds, as soon as there are so many."""
        until = time.monotonic() + 60
        while len(self.sizes()) < count:
            assert time.monotonic() < until, f"only {self.sizes()}:\n{self.said()}"
            time.sleep(0.05)
        return self.sizes()

    def said(self) -> str:
        """What the server printed."""
        return self.log.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Three pages, served."""
    folder = copy_of_the_project(tmp_path_factory.mktemp("served") / "project")
    (folder / "theme").mkdir()
    (folder / "docs" / "index.md").write_text("# Start\n\n[one](one.md), [two](two.md)\n", "utf-8")
    (folder / "docs" / "one.md").write_text(ONE, encoding="utf-8")
    (folder / "docs" / "two.md").write_text(TWO, encoding="utf-8")
    pages = folder / "src" / "softlookup" / "pages"
    for name, file, text in (
        ("one", "numbers.py", "answer = 7.0\n"),
        ("one", "parts.py", SAID),
        ("two", "parts.py", TOLD),
    ):
        (pages / name).mkdir(exist_ok=True)
        (pages / name / "__init__.py").touch()
        (pages / name / file).write_text(text, encoding="utf-8")
    made, server = _served(folder)
    try:
        made.wait_for_builds(1)
        made.wait_for("one/", "they say")
        yield made
    finally:
        server.terminate()
        server.wait(timeout=30)


def _served(folder: Path) -> tuple[Project, "subprocess.Popen[bytes]"]:
    """A server on a copy of the project, started."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    made = Project(folder, port, folder / "log.txt")
    surroundings = {"PYTHONPATH": str(folder / "src"), "PYTHONUTF8": "1", **STORED}
    surroundings["PYTHONDONTWRITEBYTECODE"] = ""  # an author's Python keeps what it compiled
    with made.log.open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "softlookup.site.serve", "--port", str(port)],
            cwd=folder,
            env={**os.environ, **surroundings},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a signal can be sent to it and its workers, as Ctrl-C does
        )
    made.server = server.pid
    return made, server


def test_an_edited_page_comes_first_and_the_whole_site_follows(project: Project) -> None:
    assert project.sizes() == [3]
    project.edit("docs/one.md", "they say", "we say")
    project.wait_for("one/", "we say")
    assert project.wait_for_builds(3) == [3, 1, 3]


def test_the_page_that_is_looked_at_comes_before_the_others(project: Project) -> None:
    before = len(project.sizes())
    project.page("two/")
    project.edit("snippets/softmax.py", "no overflow", "without overflow")
    project.wait_for("two/", "without overflow")
    assert project.wait_for_builds(before + 2)[before:] == [1, 3]
    assert "without overflow" in project.page("one/")


def test_workers_keep_what_they_loaded_but_never_what_was_edited(project: Project) -> None:
    before = len(project.sizes())
    workers = project.workers()
    assert workers
    second = int(time.time())
    for place, word in enumerate(["eight", "three"]):
        project.say(word, when=second + place / 10)  # within a second, and of one length
        project.wait_for("one/", f"We say {word}.")
        project.wait_for("two/", f"One says {word}.")
    assert project.wait_for_builds(before + 3)
    assert project.workers() == workers
    project.edit("snippets/softmax.py", "Turn finite scores", "Turn all finite scores")
    project.wait_for("one/", "Turn all finite scores")
    assert not project.workers() & workers, "what all pages share was edited"


def test_a_new_template_shows_on_the_page_that_is_looked_at(project: Project) -> None:
    before = len(project.sizes())
    project.page("two/")
    (project.folder / "theme" / "new.html").write_text("new", encoding="utf-8")
    assert project.wait_for_builds(before + 2)[before:] == [1, 3]


def test_a_fault_is_said_on_every_page_and_waited_for(project: Project) -> None:
    project.edit("docs/one.md", "[7](=answer)", "[8](=answer)")
    fault = project.wait_for("two/", "The build stopped")
    assert "one.md:" in fault
    assert "8 is typed but one.answer is 7" in fault
    project.edit("docs/one.md", "[8](=answer)", "[7](=answer)")
    project.wait_for("two/", 'id="two"')
    assert "The build stopped" not in project.page("one/")


def test_what_only_the_walk_over_the_site_sees_is_said_too(project: Project) -> None:
    project.edit("docs/one.md", "we say", "we say, as do 0.25 of them")
    project.wait_for("one/", "The build stopped")
    project.edit("docs/one.md", ", as do 0.25 of them", "")
    project.wait_for("one/", "we say")


@pytest.mark.parametrize("whole", [True, False])
def test_a_build_that_gives_way_to_an_edit_does_not_end_the_server(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    """Two files saved one right after the other: the second comes while the first is built."""

    def gives_way(*_: object, **__: object) -> None:
        raise Interrupted

    monkeypatch.chdir(checkout)
    monkeypatch.setattr(serve, "build", gives_way)
    loop = serve.Loop(0)
    loop.whole = whole
    loop.build()
    loop.server.server_close()
    assert not loop.whole
    assert not loop.server.failed


@pytest.mark.parametrize("whole", [True, False])
def test_a_fault_of_the_builder_itself_is_shown_too(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    def breaks(*_: object, **__: object) -> None:
        raise ValueError("nobody foresaw it")

    monkeypatch.chdir(checkout)
    monkeypatch.setattr(serve, "build", breaks)
    loop = serve.Loop(0)
    loop.whole = whole
    loop.build()
    loop.server.server_close()
    assert loop.server.failed
    shown = Path(loop.server.root, "build-failed", "index.html").read_text(encoding="utf-8")
    assert "ValueError: nobody foresaw it" in shown


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without telling it")
def test_a_server_that_is_told_to_end_leaves_no_worker_behind(checkout: Path) -> None:
    """A worker left behind would hold the port."""
    (checkout / "theme").mkdir()
    (checkout / "docs" / "index.md").write_text("# Start\n\n[7](=answer)\n", encoding="utf-8")
    numbers = checkout / "src" / "softlookup" / "pages" / "index" / "numbers.py"
    numbers.write_text(
        "import time\nfrom pathlib import Path\n\n"
        "Path(__file__).with_name('begun').touch()\ntime.sleep(3)\nanswer = 7.0\n",
        encoding="utf-8",
    )
    _, server = _served(checkout)
    wait_for(numbers.with_name("begun"), 60)
    workers = psutil.Process(server.pid).children(recursive=True)
    assert workers
    server.terminate()
    server.wait(timeout=30)
    _, alive = psutil.wait_procs(workers, timeout=10)
    assert not alive


def test_a_worker_that_died_while_nothing_was_built_is_replaced(project: Project) -> None:
    project.say("ten", when=time.time())
    project.wait_for("one/", "We say ten.")
    victim = psutil.Process(project.server).children()[0]
    victim.kill()
    project.say("none", when=time.time())
    project.wait_for("one/", "We say none.")
    assert victim.pid not in project.workers()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a program without telling it")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_server_that_ends_while_it_waits_takes_its_workers_with_it(
    checkout: Path, how: signal.Signals
) -> None:
    (checkout / "theme").mkdir()
    (checkout / "docs" / "index.md").write_text(
        f"# Start\n\n{SNIPPET.format('softmax.py')}", "utf-8"
    )
    made, server = _served(checkout)
    made.wait_for("", "Turn finite scores")
    made.edit("snippets/softmax.py", "Turn finite scores", "Turn all finite scores")
    made.wait_for(
        "", "Turn all finite scores"
    )  # by workers that were begun when the port was taken
    workers = [psutil.Process(worker) for worker in made.workers()]
    assert workers
    if how is signal.SIGINT:
        os.killpg(server.pid, how)  # as Ctrl-C does
    else:
        server.send_signal(how)
    server.wait(timeout=30)
    _, alive = psutil.wait_procs(workers, timeout=10)
    assert not alive
    assert "Traceback" not in made.said()


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        result = run("-m", "softlookup.site.serve", "--port", str(port))
    assert result.returncode == 1
    assert result.stderr.strip().endswith(f"make serve PORT={port + 1}")


def test_in_a_hurry_only_what_was_edited_or_is_looked_at_is_built() -> None:
    live = Live()
    before = {
        name: Source(name, "text", question=[name], own=[name]) for name in ("a", "b", "c", "d")
    }
    assert live.wanted(before) == ["a", "b", "c", "d"]
    for name, source in before.items():
        live.show(name, source)
    live.hurries, live.looked_at = True, "b"
    after = {
        "a": Source("a", "new text", question=["a+"], own=["a+"]),  # edited
        "b": Source("b", "text", question=["b+"], own=["b"]),  # reached, and looked at
        "c": Source("c", "text", question=["c+"], own=["c"]),  # reached
        "d": Source("d", "text", question=["d"], own=["d"]),
    }
    assert live.wanted(after) == ["a", "b"]
    live.looked_at = "d"
    assert live.wanted(after) == ["a"]


def test_a_build_gives_way_to_an_edit() -> None:
    live = Live()
    live.go_on()
    live.edited = lambda: True
    with pytest.raises(Interrupted):
        live.go_on()
