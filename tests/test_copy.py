"""A snippet arrives in the copier's project as it is read on the page, and overwrites nothing."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import version

import pytest

from conftest import ROOT, run
from softlookup import catalogue, headers, snippets
from softlookup.command import listing, main


@pytest.fixture(autouse=True)
def project(tmp_path, monkeypatch):
    """The copier's own folder, as the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- The command ----------------------------------------------------------------------------------


def test_every_snippet_is_listed_with_its_idea(capsys):
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == snippets.names()
    for line in lines:
        name, idea = line.split(maxsplit=1)
        assert snippets.text(name).startswith(f'"""{idea}"""\n')
    width = max(map(len, snippets.names()))
    assert all(line[width : width + 2] == "  " for line in listing().splitlines())


def test_it_says_its_version_and_asks_for_a_command(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"softlookup {version('softlookup')}\n"
    with pytest.raises(SystemExit) as end:
        main([])
    assert end.value.code == 2
    assert "command" in capsys.readouterr().err


@pytest.mark.parametrize("name", snippets.names())
def test_a_copy_is_the_snippet_to_the_byte(name, project, capsys):
    assert main(["copy", name]) == 0
    assert capsys.readouterr().out == f"wrote {name}.py\n"
    assert (project / f"{name}.py").read_bytes() == snippets.path(name).read_bytes()
    assert [file.name for file in project.iterdir()] == [f"{name}.py"]


def test_several_go_into_a_folder_or_one_into_a_file(project, capsys):
    (project / "package").mkdir()
    assert main(["copy", "softmax", "heads", "-o", "package"]) == 0
    assert main(["copy", "softmax", "-o", "package/shares.py"]) == 0
    assert sorted(file.name for file in (project / "package").iterdir()) == [
        "heads.py",
        "shares.py",
        "softmax.py",
    ]
    capsys.readouterr()
    assert main(["copy", "softmax", "heads", "-o", "both.py"]) == 1
    assert "both.py is one file: give a folder for 2 snippets" in capsys.readouterr().err
    assert not (project / "both.py").exists()


def test_a_dash_prints_the_file_and_writes_nothing(project, capsys):
    assert main(["copy", "softmax", "heads", "-o", "-"]) == 0
    assert capsys.readouterr().out == snippets.text("softmax") + snippets.text("heads")
    assert not list(project.iterdir())


def test_copying_again_says_that_nothing_changed(project, capsys):
    main(["copy", "softmax"])
    mine = project / "softmax.py"
    mine.write_bytes(mine.read_bytes().replace(b"\n", b"\r\n"))  # as some editors save it
    before = mine.read_bytes()
    capsys.readouterr()
    assert main(["copy", "softmax"]) == 0
    assert capsys.readouterr().out == "unchanged softmax.py\n"
    assert mine.read_bytes() == before


def test_a_file_that_differs_is_shown_and_kept_until_ours_is_asked_for(project, capsys):
    mine = project / "softmax.py"
    older = snippets.text("softmax").replace("axis=-1", "axis=0")
    mine.write_text(older, encoding="utf-8")
    assert main(["copy", "softmax", "heads"]) == 1
    said = capsys.readouterr()
    assert "-def softmax(scores, axis=0):" in said.err.splitlines()
    assert "+def softmax(scores, axis=-1):" in said.err.splitlines()
    assert "softmax.py differs from our softmax.py, as shown; nothing was written" in said.err
    assert "wrote heads.py" in said.out  # the others are not kept back
    assert mine.read_text(encoding="utf-8") == older
    assert main(["copy", "softmax", "--force"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "+def softmax(scores, axis=-1):" in said
    assert said[-1] == "updated softmax.py, as shown"
    assert mine.read_bytes() == snippets.path("softmax").read_bytes()


@pytest.mark.parametrize("target", ["my_project/", "heads", "nowhere/softmax.py"])
def test_a_folder_that_is_not_there_is_named_and_not_made(target, project, capsys):
    assert main(["copy", "softmax", "-o", target]) == 1
    assert "there is no folder" in capsys.readouterr().err
    assert not list(project.iterdir())


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("sofmax", "there is no snippet 'sofmax': did you mean softmax?"),
        ("attentoin", "did you mean attention?"),
        ("zebra", "`softlookup list` shows them all"),
        ("../src/softlookup/command", "there is no snippet"),
        ("./softmax", "there is no snippet './softmax'"),
        ("", "there is no snippet ''"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(typed, answer, project, capsys):
    assert main(["copy", typed]) == 1
    assert answer in capsys.readouterr().err
    assert not list(project.iterdir())


def test_the_module_is_the_command(project):
    done = run("-m", "softlookup", "copy", "attention", cwd=project)
    assert (done.returncode, done.stdout) == (0, "wrote attention.py\n")
    ask = "from attention import attention; print(attention([[1]], [[2], [3]], [[7], [7]]))"
    alone = run("-c", ask, cwd=project)
    assert alone.stdout == "[[7.]]\n", alone.stderr


# --- The package ----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel, built from a copy of what the repository has."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("src", "snippets"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-TEXT"):
        shutil.copy(ROOT / name, source)
    done = run("-m", "hatchling", "build", "-t", "wheel", "-d", target, cwd=source)
    assert done.returncode == 0, done.stderr
    (built,) = target.glob("*.whl")
    return built


def test_the_wheel_brings_snippets_licence_changes_and_command(wheel):
    with zipfile.ZipFile(wheel) as archive:
        inside = archive.namelist()
        entry = next(name for name in inside if name.endswith("entry_points.txt"))
        metadata = next(name for name in inside if name.endswith("METADATA"))
        said = archive.read(entry).decode()
        needs = archive.read(metadata).decode()
    for name in (*(f"{name}.py" for name in snippets.names()), "LICENSE", "CHANGELOG.md"):
        assert f"softlookup/_snippets/{name}" in inside
    assert "softlookup = softlookup.command:main" in said
    plain = [
        line
        for line in needs.splitlines()
        if line.startswith("Requires-Dist") and "extra" not in line
    ]
    assert plain == ["Requires-Dist: numpy>=2.0"]


def test_the_command_works_where_nothing_else_is_installed(wheel, project):
    shutil.unpack_archive(wheel, project / "installed", "zip")
    (project / "work").mkdir()
    only = {"PYTHONPATH": str(project / "installed"), "PATH": os.environ["PATH"]}
    # -S leaves out site-packages: not even NumPy is there, and copying does not need it.
    command = [sys.executable, "-S", "-m", "softlookup"]
    listed = subprocess.run(
        [*command, "list"],
        cwd=project / "work",
        env=only,
        capture_output=True,
        text=True,
        check=False,
    )
    assert listed.stdout.splitlines() == listing().splitlines(), listed.stderr
    copied = subprocess.run(
        [*command, "copy", "heads"],
        cwd=project / "work",
        env=only,
        capture_output=True,
        check=False,
    )
    assert copied.returncode == 0, copied.stderr
    assert (project / "work" / "heads.py").read_bytes() == snippets.path("heads").read_bytes()


# --- The header -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", snippets.names())
def test_the_header_says_licence_version_date_and_page(name):
    assert snippets.text(name) == headers.stamped(name), "run python -m softlookup.headers"


def test_a_header_is_replaced_and_never_stacked(monkeypatch):
    text = '"""An idea."""\n# MIT licence, Soft Lookup\n# more\n\nimport numpy as np\n'
    monkeypatch.setattr(snippets, "text", lambda name: text)
    once = headers.stamped("softmax")
    assert once.startswith(f'"""An idea."""\n{headers.LICENCE}\n{headers.COPYRIGHT}\n# Version ')
    assert once.endswith("/\n\nimport numpy as np\n")
    monkeypatch.setattr(snippets, "text", lambda name: once)
    assert headers.stamped("softmax") == once


def test_the_changelog_names_only_snippets_and_its_newest_version_is_the_package(monkeypatch):
    releases = headers.changes()
    named = set().union(*releases.values()) - {headers.EVERY}
    assert named <= set(snippets.names())
    (newest, date), *_ = releases
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{newest}"' in text
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {newest}\ndate-released: {date}\n" in citation


def test_the_version_of_a_file_is_that_of_its_last_change(monkeypatch):
    history = {("3.0", "2027-02-02"): {"heads"}, ("2.0", "2027-01-01"): {headers.EVERY}}
    monkeypatch.setattr(headers, "changes", lambda: history)
    assert headers.last_change("heads") == ("3.0", "2027-02-02")
    assert headers.last_change("softmax") == ("2.0", "2027-01-01")
    monkeypatch.setattr(headers, "changes", lambda: {("3.0", "2027-02-02"): {"heads"}})
    with pytest.raises(ValueError, match="never names 'softmax'"):
        headers.last_change("softmax")


def test_the_page_of_a_header_shows_the_snippet():
    assert headers.page("soft_lookup") == "soft-lookup"
    assert headers.page("multi_head") == "heads"
    for name in catalogue.ORDER:
        assert name in (ROOT / "docs" / f"{headers.page(name)}.md").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="no page shows 'mean_lookup'"):
        headers.page("mean_lookup")
