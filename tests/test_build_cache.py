"""The cache answers only while nothing that a block can read has changed."""

from pathlib import Path

import pytest

from softlookup.site.cache import Cache, digest_of


@pytest.fixture
def counted(tmp_path: Path) -> tuple[Cache, list[str]]:
    return Cache(tmp_path, tmp_path / ".cache", base="base"), []


def _ask(cache: Cache, calls: list[str], question: object = "q", read: Path | None = None) -> str:
    def answer() -> str:
        calls.append("run")
        return read.read_text(encoding="utf-8") if read else "answer"

    return cache.remember(question, answer)


def test_the_same_question_is_answered_once(counted: tuple[Cache, list[str]]) -> None:
    cache, calls = counted
    assert _ask(cache, calls) == _ask(cache, calls) == "answer"
    assert len(calls) == 1


def test_another_question_is_run(counted: tuple[Cache, list[str]]) -> None:
    cache, calls = counted
    _ask(cache, calls, "one")
    _ask(cache, calls, "other")
    assert len(calls) == 2


def test_another_base_is_run(tmp_path: Path) -> None:
    calls: list[str] = []
    for base in ("before", "after"):
        _ask(Cache(tmp_path, tmp_path / ".cache", base), calls)
    assert len(calls) == 2


def test_a_file_that_was_read_and_changed_is_read_again(
    counted: tuple[Cache, list[str]], tmp_path: Path
) -> None:
    cache, calls = counted
    file = tmp_path / "docs" / "page.md"
    file.parent.mkdir()
    for text in ("old", "old", "new"):
        file.write_text(text, encoding="utf-8")
        assert _ask(cache, calls, read=file) == text
    assert len(calls) == 2


def test_a_folder_that_was_listed_and_grew_is_listed_again(
    counted: tuple[Cache, list[str]], tmp_path: Path
) -> None:
    cache, _ = counted
    folder = tmp_path / "docs"
    folder.mkdir()

    def names() -> str:
        return " ".join(sorted(path.name for path in folder.iterdir()))

    assert cache.remember("names", names) == ""
    (folder / "new.md").touch()
    assert cache.remember("names", names) == "new.md"


def test_an_answer_that_failed_is_not_remembered(counted: tuple[Cache, list[str]]) -> None:
    cache, calls = counted

    def fail() -> str:
        raise ValueError("once")

    with pytest.raises(ValueError, match="once"):
        cache.remember("q", fail)
    assert _ask(cache, calls) == "answer"


def test_without_a_folder_nothing_is_remembered(tmp_path: Path) -> None:
    calls: list[str] = []
    cache = Cache(tmp_path, None, "base")
    _ask(cache, calls)
    _ask(cache, calls)
    assert len(calls) == 2


def test_what_the_last_build_did_not_ask_is_dropped(tmp_path: Path) -> None:
    first = Cache(tmp_path, tmp_path / ".cache", "base")
    _ask(first, [], "old")
    second = Cache(tmp_path, tmp_path / ".cache", "base")
    _ask(second, [], "new")
    second.forget_the_unused()
    assert len(list((tmp_path / ".cache").iterdir())) == 1


def test_a_digest_follows_names_and_content(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1")
    before = digest_of(tmp_path)
    (tmp_path / "a").write_bytes(b"2")
    changed = digest_of(tmp_path)
    (tmp_path / "a").rename(tmp_path / "b")
    assert len({before, changed, digest_of(tmp_path)}) == 3
