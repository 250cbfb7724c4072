"""A snippet arrives in the copier's project as it is read on the page, and overwrites nothing."""

import runpy
import sys

import pytest

from softlookup import snippets
from softlookup.copy import copy, listing, main


@pytest.fixture(autouse=True)
def project(tmp_path, monkeypatch):
    """The copier's own folder, as the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_arguments_every_snippet_is_listed_with_its_idea(capsys):
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == snippets.names()
    for line in lines:
        name, idea = line.split(maxsplit=1)
        assert snippets.text(name).startswith(f'"""{idea}"""\n')


@pytest.mark.parametrize("name", snippets.names())
def test_a_copy_is_the_snippet_to_the_byte(name, project):
    assert copy(name).read_bytes() == snippets.path(name).read_bytes()
    assert [file.name for file in project.iterdir()] == [f"{name}.py"]


def test_the_target_may_be_a_folder_a_file_or_nothing(project, capsys):
    (project / "package").mkdir()
    assert main(["softmax"]) == 0
    assert main(["softmax", "package"]) == 0
    assert main(["softmax", "package/shares.py"]) == 0
    assert {file.relative_to(project).as_posix() for file in project.rglob("*.py")} == {
        "softmax.py",
        "package/softmax.py",
        "package/shares.py",
    }
    assert capsys.readouterr().out.splitlines()[0] == "wrote softmax.py"


def test_a_file_that_differs_is_not_overwritten_unless_forced(project, capsys):
    mine = project / "softmax.py"
    mine.write_text("mine\n", encoding="utf-8")
    assert main(["softmax"]) == 1
    assert mine.read_text(encoding="utf-8") == "mine\n"
    assert "softmax.py exists and differs; --force" in capsys.readouterr().err
    assert main(["softmax", "--force"]) == 0
    assert mine.read_bytes() == snippets.path("softmax").read_bytes()


@pytest.mark.parametrize("target", ["my_project/", "heads"])
def test_a_folder_that_is_not_there_does_not_become_a_file(target, project, capsys):
    assert main(["attention", target]) == 1
    assert "there is no folder" in capsys.readouterr().err
    assert not list(project.iterdir())


def test_copying_again_changes_nothing_and_is_no_error():
    assert main(["softmax"]) == main(["softmax"]) == 0


def test_an_unknown_name_is_answered_with_the_names_there_are(capsys, project):
    assert main(["sofmax"]) == 1
    error = capsys.readouterr().err
    assert "'sofmax'" in error
    assert "softmax" in error
    assert not list(project.iterdir())


@pytest.mark.parametrize("name", ["../src/softlookup/copy", "./softmax", ""])
def test_a_name_is_not_a_path(name, capsys):
    assert main([name]) == 1
    assert "there is no snippet" in capsys.readouterr().err


def test_a_missing_folder_is_named(capsys):
    assert main(["softmax", "nowhere/softmax.py"]) == 1
    assert "there is no folder nowhere; make it first" in capsys.readouterr().err


def test_the_listing_keeps_its_columns():
    width = max(map(len, snippets.names()))
    assert all(line[width : width + 2] == "  " for line in listing().splitlines())


def test_it_runs_as_a_module_and_the_copy_can_be_imported(project, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["copy", "attention"])
    monkeypatch.delitem(sys.modules, "softlookup.copy", raising=False)
    with pytest.raises(SystemExit) as end:
        runpy.run_module("softlookup.copy", run_name="__main__")
    assert end.value.code == 0
    monkeypatch.syspath_prepend(project)
    import attention

    assert attention.attention([[1, 1]], [[2, 1], [2, 0]], [[10], [10]]) == [[10]]
    monkeypatch.delitem(sys.modules, "attention")
