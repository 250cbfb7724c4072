"""SoftDict: a dict in its manners, the definition in its answers."""

import copy
import math
from collections.abc import MutableMapping

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from softlookup import examples, lookup, snippets

SoftDict = snippets.load("soft_dict").SoftDict
ENTRIES = {(2, 1): 10, (2, 0): 5, (-1, 2): 2}  # racket, ball, tree
quick = settings(deadline=None, max_examples=50, derandomize=True)

coordinates = st.tuples(*[st.integers(-4, 4)] * 3)


@quick
@given(
    st.dictionaries(coordinates, st.integers(-9, 9), min_size=1, max_size=6),
    coordinates,
    st.sampled_from([0.1, 1.0, 7.5]),
)
def test_a_read_agrees_with_the_definition(entries, query, temperature):
    table = SoftDict(entries, temperature=temperature)
    defined = lookup.soft_lookup(query, list(entries), list(entries.values()), temperature)
    assert table.read(query) == pytest.approx(defined, abs=1e-12)


def test_tennis_gets_the_answer_of_the_running_example():
    assert SoftDict(ENTRIES).read((1, 1)).round(3) == 8.056


@pytest.mark.parametrize(
    "entries",
    [
        ENTRIES,
        list(ENTRIES.items()),
        iter(ENTRIES.items()),
        zip(examples.KEYS, examples.VALUES, strict=True),
        SoftDict(ENTRIES),
    ],
)
def test_it_is_built_from_a_mapping_pairs_arrays_or_another(entries):
    table = SoftDict(entries)
    assert dict(table) == ENTRIES
    assert table.read((1, 1)).round(3) == 8.056


def test_a_query_may_be_a_tuple_a_list_or_an_array():
    table = SoftDict(ENTRIES)
    assert table.read((1, 1)) == table.read([1, 1]) == table.read(np.array([1, 1]))


def test_a_number_is_a_key_of_one_coordinate():
    assert SoftDict({1.0: 0, -1.0: 8}).read(0.0) == 4


def test_numbers_are_stored_and_come_back_as_floats():
    table = SoftDict(ENTRIES)
    assert isinstance(table.read((1, 1)), float)
    assert all(isinstance(value, float) for value in table.values())


def test_values_may_be_vectors():
    table = SoftDict({(0, 0): [1, 2], (0, 1): [3, 4]})
    assert table.read((5, 0)).tolist() == [2, 3]


def test_names_need_an_embedding_and_stay_names():
    vectors = dict(zip([*examples.WORDS, "tennis"], [*examples.KEYS, examples.TENNIS], strict=True))
    table = SoftDict(zip(examples.WORDS, examples.VALUES, strict=True), embed=vectors.__getitem__)
    assert table.read("tennis").round(3) == 8.056
    assert list(table) == list(examples.WORDS)
    assert table.explain("tennis")[0][0] == "racket"
    with pytest.raises(ValueError, match=r"'racket'.*finite numbers; names need embed="):
        SoftDict({"racket": 10})


# --- The manners of a dict ------------------------------------------------------------------------


class Exact(RuleBasedStateMachine):
    """Whatever is written, deleted, popped or copied, it holds what a dict holds."""

    def __init__(self):
        super().__init__()
        self.ours, self.theirs = SoftDict(), {}

    @rule(key=coordinates, value=st.integers(-9, 9))
    def write(self, key, value):
        self.ours[key] = self.theirs[key] = value

    @rule(key=coordinates)
    def delete(self, key):
        if key in self.theirs:
            del self.ours[key], self.theirs[key]
        else:
            with pytest.raises(KeyError):
                del self.ours[key]

    @rule(key=coordinates, value=st.integers(-9, 9))
    def set_default_and_pop(self, key, value):
        assert self.ours.setdefault(key, value) == self.theirs.setdefault(key, value)
        assert self.ours.pop(key) == self.theirs.pop(key)
        assert self.ours.pop(key, "gone") == "gone"

    @rule(entries=st.dictionaries(coordinates, st.integers(-9, 9), max_size=3))
    def update(self, entries):
        self.ours.update(entries)
        self.theirs.update(entries)

    @rule()
    def copy(self):
        before = self.ours
        self.ours = self.ours.copy()
        before[9, 9, 9] = 1
        before.clear()

    @invariant()
    def same(self):
        assert dict(self.ours) == self.theirs
        assert self.ours == self.theirs
        assert self.theirs == self.ours
        assert list(self.ours) == list(self.theirs)
        assert list(self.ours.values()) == list(self.theirs.values())
        assert list(self.ours.items()) == list(self.theirs.items())
        if self.theirs:
            keys, values = list(self.theirs), list(self.theirs.values())
            expected = lookup.soft_lookup((1, 2, 0), keys, values)
            assert self.ours.read((1, 2, 0)) == pytest.approx(expected, abs=1e-12)


Exact.TestCase.settings = settings(
    deadline=None, max_examples=40, stateful_step_count=15, derandomize=True
)
TestExact = Exact.TestCase


def test_it_is_a_mutable_mapping():
    assert isinstance(SoftDict(), MutableMapping)


def test_what_is_written_under_a_key_comes_back_under_it():
    table = SoftDict(ENTRIES)
    assert table[2, 1] == 10
    assert table[np.array([2, 1])] == 10
    assert table.read((2, 1)) != 10  # a blend is another thing
    with pytest.raises(KeyError):
        table[1, 1]
    assert table.get((1, 1), "not stored") == "not stored"


def test_in_asks_for_the_key_and_hits_for_a_match():
    table = SoftDict(ENTRIES, threshold=3)
    assert (2, 1) in table
    assert np.array([2, 1]) in table
    assert (1, 1) not in table
    assert table.hits((1, 1))  # the threshold itself is a hit
    assert not table.hits((1, 0.999))
    assert table.hits((1, 0.999), threshold=0)
    assert not SoftDict().hits((1, 1))


def test_a_list_is_no_key_as_in_every_dict():
    with pytest.raises(TypeError, match="unhashable"):
        SoftDict(ENTRIES)[[2, 1]] = 1


def test_writing_again_replaces_an_entry():
    table = SoftDict(ENTRIES)
    table[2.0, 1.0] = 100  # equal to the key (2, 1), so the same entry
    assert len(table) == 3
    assert table[2, 1] == 100


def test_dictionaries_of_vectors_can_be_compared():
    table = SoftDict({(0, 0): [1, 2], (0, 1): [3, 4]})
    assert table == {(0, 0): [1, 2], (0, 1): [3, 4]}
    assert table != {(0, 0): [1, 2], (0, 1): [3, 5]}
    assert table != {(0, 0): [1, 2]}
    assert table != {(0, 0): [1, 2], (0, 2): [3, 4]}
    assert table != 7
    assert table == SoftDict(table)


@pytest.mark.parametrize("copier", [SoftDict.copy, copy.copy, copy.deepcopy])
def test_a_copy_has_the_settings_and_a_life_of_its_own(copier):
    table = SoftDict(ENTRIES, temperature=2.0, threshold=1.0)
    twin = copier(table)
    assert twin == table
    assert twin.read((1, 1)) == table.read((1, 1)) != SoftDict(ENTRIES).read((1, 1))
    assert twin.threshold == 1
    twin[5, 5] = 7
    del twin[2, 1]
    assert dict(table) == ENTRIES
    assert table.read((1, 1)) != twin.read((1, 1))


def test_it_shows_what_it_holds():
    assert repr(SoftDict({(2, 1): 10})) == "SoftDict({(2, 1): np.float64(10.0)}, temperature=1.0)"


def test_order_of_entries_does_not_matter():
    forth, back = SoftDict(ENTRIES), SoftDict(reversed(ENTRIES.items()))
    assert forth.read((1, 1)) == pytest.approx(back.read((1, 1)))


def test_nobody_else_holds_what_it_stores():
    value = np.array([1.0, 2.0])
    table = SoftDict([((1, 1), value)])
    value[:] = 99
    assert table.read((1, 1)).tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        table[1, 1][0] = 99


# --- One matrix, made once ------------------------------------------------------------------------


def test_reading_again_stacks_nothing_and_writing_stacks_once(monkeypatch):
    table, stacked = SoftDict(ENTRIES), []
    stack = np.stack
    monkeypatch.setattr(np, "stack", lambda *given: stacked.append(1) or stack(*given))
    for _ in range(5):
        table.read((1, 1))
        table.explain((1, 1))
    assert len(stacked) == 2  # the keys and the values
    table[0, 0] = 3
    table[0, 1] = 3
    table.read((1, 1))
    assert len(stacked) == 4


@pytest.mark.parametrize(
    ("given_type", "kept"),
    [(np.float16, np.float32), (np.float32, np.float32), (np.float64, np.float64), (int, float)],
)
def test_types_follow_the_stated_rule(given_type, kept):
    keys = np.array([[2, 1], [2, 0], [-1, 2]], given_type)
    table = SoftDict(zip(keys, np.array([10, 5, 2], given_type), strict=True))
    assert table.read(np.array([1, 1], given_type)).dtype == kept


# --- Temperature ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_a_low_temperature_finds_the_best_and_a_high_one_the_mean(kind):
    entries = [(np.array(key, kind), kind(value)) for key, value in ENTRIES.items()]
    query = np.ones(2, kind)
    assert SoftDict(entries, temperature=1e-300).read(query) == 10
    assert SoftDict(entries, temperature=math.inf).read(query) == pytest.approx(17 / 3)


@pytest.mark.parametrize("temperature", [0, -1, math.nan])
def test_a_temperature_of_0_or_less_is_refused_with_the_reason(temperature):
    with pytest.raises(ValueError, match=f"temperature={temperature}.*near 0 the best match wins"):
        SoftDict(ENTRIES, temperature=temperature)
    with pytest.raises(ValueError, match="threshold=nan"):
        SoftDict(ENTRIES, threshold=math.nan)


@pytest.mark.parametrize("size", [1e200, 1e308])
def test_finite_numbers_give_a_finite_answer(size):
    table = SoftDict({(size, 0.0): size, (0.0, size): -size, (-size, size): size})
    with np.errstate(all="raise"):
        for query in ((size, 1.0), (size, size), (-size, -size), (1.0, 2.0)):
            assert np.isfinite(table.read(query))
            assert all(np.isfinite(match.score) for match in table.explain(query))
    assert table.read((size, -1.0)) == size


# --- The miss -------------------------------------------------------------------------------------


def test_without_a_threshold_nothing_is_a_miss():
    table = SoftDict(ENTRIES)
    assert table.hits((-9, -9))
    assert table.read((-9, -9), "nothing") != "nothing"


def test_below_the_threshold_a_read_raises_or_defaults():
    table = SoftDict(ENTRIES, threshold=0)
    assert table.hits((1, 1))
    assert not table.hits((-3, -3))
    assert table.read((-3, -3), None) is None
    assert table.read((-3, -3), 7) == 7
    with pytest.raises(KeyError, match=r"\(-3, -3\): none of 3 entries scores 0"):
        table.read((-3, -3))


def test_a_read_takes_a_threshold_of_its_own():
    table = SoftDict(ENTRIES, threshold=100)
    assert table.read((1, 1), "miss") == "miss"
    assert table.read((1, 1), "miss", threshold=3).round(3) == 8.056


def test_a_bug_in_embed_is_never_taken_for_a_miss():
    vectors = {"racket": (2, 1)}
    table = SoftDict({"racket": 10}, embed=vectors.__getitem__)
    for act in (table.read, table.hits, table.explain):
        with pytest.raises(KeyError, match="chess"):
            act("chess")
    with pytest.raises(KeyError, match="chess"):
        table.read("chess", "a default")
    assert table.get("chess", "not stored") == "not stored"


def test_an_empty_dictionary_says_so_and_holds_nothing():
    table = SoftDict()
    assert len(table) == 0
    assert (1, 1) not in table
    assert table.read((1, 1), "default") == "default"
    with pytest.raises(KeyError, match=r"\(1, 1\): none of 0 entries .* write one"):
        table.read((1, 1))
    assert table.explain((1, 1)) == []


# --- Explaining and refusing ----------------------------------------------------------------------


def test_explain_lists_key_score_and_weight_with_the_best_first():
    table = SoftDict(reversed(ENTRIES.items()))
    rows = table.explain((1, 1))
    assert [(match.key, match.score, round(match.weight, 3)) for match in rows] == [
        ((2, 1), 3.0, 0.665),
        ((2, 0), 2.0, 0.245),
        ((-1, 2), 1.0, 0.09),
    ]
    assert table.explain((1, 1), most=2) == rows[:2]
    assert table.explain((1, 1), most=0) == []
    with pytest.raises(ValueError, match="most=-1: give 0 or more"):
        table.explain((1, 1), most=-1)


def test_the_explained_weights_rebuild_the_answer():
    table = SoftDict(ENTRIES, temperature=2.5)
    rebuilt = sum(weight * ENTRIES[key] for key, _, weight in table.explain((3, -1)))
    assert table.read((3, -1)) == pytest.approx(rebuilt)


@pytest.mark.parametrize("act", [lambda t: t.read((1, 1, 1)), lambda t: t.update({(1, 1, 1): 3})])
def test_another_width_is_refused_with_both_shapes(act):
    table = SoftDict(ENTRIES)
    with pytest.raises(ValueError, match=r"has shape \(3,\); the others have \(2,\)"):
        act(table)
    assert len(table) == 3


def test_another_shape_of_value_is_refused_and_nothing_changes():
    table = SoftDict(ENTRIES)
    with pytest.raises(ValueError, match=r"\[1, 2\] has shape \(2,\); the others have \(\)"):
        table[0, 0] = [1, 2]
    assert dict(table) == ENTRIES
    assert len(table.explain((1, 1))) == 3
    with pytest.raises(ValueError, match=r"has shape \(2, 2\): give one row of numbers"):
        table.read(np.ones((2, 2)))
    with pytest.raises(ValueError, match="is a masked array"):
        table[0, 0] = np.ma.masked_equal(1.0, 2)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, "ten", None, 1j])
def test_what_cannot_be_blended_is_refused(wrong):
    with pytest.raises(ValueError, match="finite numbers"):
        SoftDict({(1, 1): wrong})
    with pytest.raises(ValueError, match="finite numbers"):
        SoftDict(ENTRIES).read((1, wrong))


@pytest.mark.parametrize("wrong", ["1", None, np.nan, True, [1.0], 1j])
def test_settings_that_are_no_numbers_are_refused_by_name(wrong):
    with pytest.raises(ValueError, match=r"temperature=.*give more than 0"):
        SoftDict({1: 2}, temperature=wrong)
    with pytest.raises(ValueError, match=r"threshold=.*give a number"):
        SoftDict({1: 2}, threshold=wrong)
    if wrong is not None:
        for ask in (SoftDict.read, SoftDict.hits):
            with pytest.raises(ValueError, match=r"threshold=.*give a number"):
                ask(SoftDict({1: 2}), 1, threshold=wrong)


def test_a_temperature_that_is_set_later_is_checked_too():
    table = SoftDict({1: 2, 3: 4})
    table.temperature = 0
    with pytest.raises(ValueError, match="temperature=0: give more than 0"):
        table.read(1)


def test_rows_of_different_lengths_are_named():
    with pytest.raises(ValueError, match=r"the query \[\[1, 2\], \[3\]\] has rows of different"):
        SoftDict({(1, 2): 3}).read([[1, 2], [3]])
