"""Nothing that a reader reads changes without being seen: see accepted.py."""

from pathlib import Path

import accepted


def test_every_part_says_what_was_accepted(site: Path) -> None:
    now, before = accepted.said(site), accepted.accepted()
    changed = [name for name in before if now.get(name) != before[name]]  # what is new is free
    told = [f"{name}\n  was {before.get(name)!r}\n  is  {now.get(name)!r}" for name in changed]
    assert not told, "\n".join([*told, "If this is meant: make accept, and read the difference"])


def test_of_a_snippet_only_what_it_prints_is_accepted(tmp_path: Path) -> None:
    blocks = '<div class="language-{} highlight">{}</div>'
    inside = blocks.format("python", "x = 1") + blocks.format("text", "0.665")
    page = f'<div data-part="snippet softmax">{inside}</div>'
    (tmp_path / "index.html").write_text(page, encoding="utf-8")
    assert accepted.said(tmp_path) == {"snippet softmax": "0.665"}


def test_a_strong_cell_that_moves_is_a_change(tmp_path: Path) -> None:
    part = '<div data-part="table a.b"><table><tr><td>{}</td><td>{}</td></tr></table></div>'
    texts = []
    for cells in [("racket", "<strong>ball</strong>"), ("<strong>racket</strong>", "ball")]:
        (tmp_path / "index.html").write_text(part.format(*cells), encoding="utf-8")
        texts.append(accepted.said(tmp_path)["table a.b"])
    assert texts == ["racket **ball**", "**racket** ball"]


def test_a_swapped_heading_is_a_change(tmp_path: Path) -> None:
    part = '<div data-part="table a.b"><table><tr><th>{}</th><th>{}</th></tr></table></div>'
    texts = []
    for headings in [("score", "weight"), ("weight", "score")]:
        (tmp_path / "index.html").write_text(part.format(*headings), encoding="utf-8")
        texts.append(accepted.said(tmp_path)["table a.b"])
    assert texts == ["score weight", "weight score"]
