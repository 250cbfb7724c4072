"""SoftDict: a dict in its manners, the definition in its answers."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    assert table[query] == pytest.approx(defined, abs=1e-12)


def test_tennis_gets_the_answer_of_the_running_example():
    assert SoftDict(ENTRIES)[1, 1].round(3) == 8.056


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
    assert dict(table.items()) == ENTRIES
    assert table[1, 1].round(3) == 8.056


def test_a_query_may_be_a_tuple_a_list_or_an_array():
    table = SoftDict(ENTRIES)
    assert table[1, 1] == table[[1, 1]] == table[np.array([1, 1])] == table.get((1, 1))


def test_a_number_is_a_key_of_one_coordinate():
    assert SoftDict({1.0: 0, -1.0: 8})[0.0] == 4


def test_numbers_are_stored_and_come_back_as_floats():
    table = SoftDict(ENTRIES)
    assert isinstance(table[1, 1], float)
    assert all(isinstance(value, float) for _, value in table.items())


def test_values_may_be_vectors():
    table = SoftDict({(0, 0): [1, 2], (0, 1): [3, 4]})
    assert table[5, 0].tolist() == [2, 3]


def test_names_need_an_embedding_and_stay_names():
    vectors = dict(zip([*examples.WORDS, "tennis"], [*examples.KEYS, examples.TENNIS], strict=True))
    table = SoftDict(zip(examples.WORDS, examples.VALUES, strict=True), embed=vectors.__getitem__)
    assert table["tennis"].round(3) == 8.056
    assert list(table) == list(examples.WORDS)
    assert table.explain("tennis")[0][0] == "racket"
    assert table.get("chess", "no such word") == "no such word"
    with pytest.raises(ValueError, match=r"'racket'.*finite numbers; names need embed="):
        SoftDict({"racket": 10})


# --- The manners of a dict ------------------------------------------------------------------------


def test_writing_again_replaces_an_entry():
    table = SoftDict(ENTRIES)
    table[2.0, 1.0] = 100  # equal to the key (2, 1), so the same entry
    assert len(table) == 3
    assert dict(table.items())[2, 1] == 100
    assert table[1, 1] == SoftDict({**ENTRIES, (2, 1): 100})[1, 1]


def test_every_change_is_seen_by_the_next_read():
    table = SoftDict(ENTRIES)
    table[1, 1]
    table.update({(5, 5): 7})
    assert table[1, 1] == SoftDict({**ENTRIES, (5, 5): 7})[1, 1]
    del table[5, 5]
    assert table[1, 1] == SoftDict(ENTRIES)[1, 1]


def test_deleting_is_exact():
    table = SoftDict(ENTRIES)
    del table[np.array([2, 1])]
    assert list(table) == [(2, 0), (-1, 2)]
    with pytest.raises(KeyError):
        del table[1, 1]
    assert len(table) == 2


def test_order_of_entries_does_not_matter():
    assert SoftDict(ENTRIES)[1, 1] == pytest.approx(SoftDict(reversed(ENTRIES.items()))[1, 1])


def test_it_keeps_no_hold_on_the_arrays_it_was_given():
    value = np.array([1.0, 2.0])
    table = SoftDict([((1, 1), value)])
    value[:] = 99
    assert table[1, 1].tolist() == [1, 2]


# --- Temperature ----------------------------------------------------------------------------------


def test_a_low_temperature_finds_the_best_and_a_high_one_the_mean():
    assert SoftDict(ENTRIES, temperature=1e-300)[1, 1] == 10
    assert SoftDict(ENTRIES, temperature=math.inf)[1, 1] == pytest.approx(17 / 3)


@pytest.mark.parametrize("temperature", [0, -1, math.nan])
def test_a_temperature_of_0_or_less_is_refused_with_the_reason(temperature):
    with pytest.raises(ValueError, match=f"temperature is {temperature}.*near 0 the best wins"):
        SoftDict(ENTRIES, temperature=temperature)


# --- The miss -------------------------------------------------------------------------------------


def test_without_a_threshold_nothing_is_a_miss():
    table = SoftDict(ENTRIES)
    assert (-9, -9) in table
    assert table.get((-9, -9), "nothing") != "nothing"


def test_below_the_threshold_a_read_raises_get_defaults_and_in_is_false():
    table = SoftDict(ENTRIES, threshold=0)
    assert (1, 1) in table
    assert (-3, -3) not in table
    assert table.get((-3, -3)) is None
    assert table.get((-3, -3), 7) == 7
    with pytest.raises(KeyError, match=r"\(-3, -3\): none of 3 entries scores 0"):
        table[-3, -3]


def test_the_threshold_itself_is_a_hit():
    table = SoftDict(ENTRIES, threshold=3)
    assert (1, 1) in table
    assert (1, 0.999) not in table


def test_get_takes_a_threshold_of_its_own():
    table = SoftDict(ENTRIES, threshold=100)
    assert table.get((1, 1), "miss") == "miss"
    assert table.get((1, 1), "miss", threshold=3).round(3) == 8.056


def test_an_empty_dictionary_says_so_and_holds_nothing():
    table = SoftDict()
    assert len(table) == 0
    assert (1, 1) not in table
    assert table.get((1, 1), "default") == "default"
    with pytest.raises(KeyError, match=r"\(1, 1\): none of 0 entries .* write one"):
        table[1, 1]
    assert table.explain((1, 1)) == []


# --- Explaining and refusing ----------------------------------------------------------------------


def test_explain_lists_key_score_and_weight_with_the_best_first():
    rows = SoftDict(reversed(ENTRIES.items())).explain((1, 1))
    assert [(key, score, round(weight, 3)) for key, score, weight in rows] == [
        ((2, 1), 3.0, 0.665),
        ((2, 0), 2.0, 0.245),
        ((-1, 2), 1.0, 0.09),
    ]


def test_the_explained_weights_rebuild_the_answer():
    table = SoftDict(ENTRIES, temperature=2.5)
    rebuilt = sum(weight * ENTRIES[key] for key, _, weight in table.explain((3, -1)))
    assert table[3, -1] == pytest.approx(rebuilt)


@pytest.mark.parametrize("act", [lambda t: t[1, 1, 1], lambda t: t.update({(1, 1, 1): 3})])
def test_another_width_is_refused_with_both_shapes(act):
    table = SoftDict(ENTRIES)
    with pytest.raises(ValueError, match=r"has shape \(3,\); the others have \(2,\)"):
        act(table)
    assert len(table) == 3


def test_another_shape_of_value_is_refused_and_nothing_changes():
    table = SoftDict(ENTRIES)
    with pytest.raises(ValueError, match=r"\[1, 2\] has shape \(2,\); the others have \(\)"):
        table[0, 0] = [1, 2]
    assert dict(table.items()) == ENTRIES
    assert len(table.explain((1, 1))) == 3


@pytest.mark.parametrize("wrong", [math.nan, math.inf, "ten", None, 1j])
def test_what_cannot_be_blended_is_refused(wrong):
    with pytest.raises(ValueError, match="finite numbers"):
        SoftDict({(1, 1): wrong})
    with pytest.raises(ValueError, match="finite numbers"):
        SoftDict(ENTRIES)[1, wrong]
