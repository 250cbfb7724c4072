"""The catalogue lists every snippet once, and counts the tests that really hold it."""

import ast
import re

from conftest import run
from softlookup import catalogue, snippets


def test_every_snippet_is_listed_once() -> None:
    assert sorted(catalogue.ORDER) == snippets.names()
    listed = re.findall(r'<div class="snippet" id="(\w+)"', catalogue.listing())
    assert tuple(listed) == catalogue.ORDER


def test_every_snippet_is_held_by_a_test() -> None:
    held = {name: catalogue.tested(name) for name in catalogue.ORDER}
    assert not [name for name, said in held.items() if " by 0 test" in said]


TESTS = """
lookup = snippets.load("softmax").softmax
if FOUND:
    twin = snippets.load("torch_soft_lookup")

    def test_inside_a_condition():
        assert twin.soft_lookup

@pytest.mark.parametrize("temperature", [1, 2])
def test_with_a_parameter_of_the_same_name(temperature):
    assert lookup(temperature)

@pytest.mark.parametrize("name", ["cache", "sparse"])
def test_by_a_list(name):
    assert load(name)

def helper():
    return load("masks")
"""


def test_a_test_holds_the_snippets_that_it_names_or_that_are_loaded_for_it() -> None:
    named = list(catalogue._named_by_tests(ast.parse(TESTS)))
    assert sorted(map(sorted, named)) == [["cache", "sparse"], ["softmax"], ["torch_soft_lookup"]]


def test_the_buttons_count_what_they_leave() -> None:
    counts = [int(count) for count in re.findall(r"<small>(\d+)</small>", catalogue.listing())]
    assert counts[0] == len(catalogue.ORDER) == sum(counts[1:])


def test_a_snippet_that_no_list_names_is_a_step_and_comes_after_the_others() -> None:
    script = """if True:
        from softlookup import snippets
        known = snippets.names()
        snippets.names = lambda: [*known, "mean_lookup"]
        from softlookup import catalogue
        print(catalogue.STEPS[-1], catalogue.kind("mean_lookup"), catalogue.STEPS[0])
    """
    assert run("-c", script).stdout == "mean_lookup step exact_lookup\n"
