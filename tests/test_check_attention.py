"""The checker is held to real code: every mistake written out, and right functions of every make."""

import math
import re

import numpy as np
import pytest

from softlookup import examples, lookup, snippets

snippet = snippets.load("check_attention")
check_attention, check_weights = snippet.check_attention, snippet.check_weights


def softmax(scores, axis=-1):
    grown = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return grown / grown.sum(axis=axis, keepdims=True)


def scaled(q, k):
    return q @ k.T / np.sqrt(k.shape[1])


# --- Right ----------------------------------------------------------------------------------------


def loops(q, k, v):
    """By hand, with no array operation in common with the checker."""
    output = np.zeros((len(q), v.shape[1]))
    for i, query in enumerate(q):
        scores = [math.fsum(query * key) / math.sqrt(len(query)) for key in k]
        grown = [math.exp(score - max(scores)) for score in scores]
        for value, share in zip(v, grown, strict=True):
            output[i] += share / sum(grown) * value
    return output


def in_place(q, k, v):
    q /= np.sqrt(q.shape[1])
    scores = q @ k.T
    scores -= scores.max(1, keepdims=True)
    np.exp(scores, out=scores)
    return scores @ v / scores.sum(1, keepdims=True)


def divided_last(q, k, v):
    grown = np.exp(scaled(q, k) - scaled(q, k).max(1, keepdims=True))
    both = grown @ np.column_stack([v, np.ones(len(v))])
    return both[:, :-1] / both[:, -1:]


def single(q, k, v, mask=None):
    return snippets.load("attention").attention(
        *(x.astype(np.float32) for x in (q, k, v)), mask=mask
    )


def very_low(q, k, v, mask=True):
    return softmax(np.where(mask, scaled(q, k), -1e9)) @ v


RIGHT = {
    "loops": loops,
    "in place": in_place,
    "single precision": single,
    "very low instead of -inf": very_low,
    "a mask called otherwise": lambda q, k, v, bias=None: softmax(scaled(q, k)) @ v,
    "the definition": lookup.attention,
    "the drop-in": snippets.load("attention").attention,
    "divided last": divided_last,
}


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_function_passes_in_silence(name, capsys):
    assert check_attention(RIGHT[name]) is None
    assert capsys.readouterr() == ("", "")


def test_an_unscaled_function_is_right_when_the_scale_is_said_to_be_1():
    check_attention(lambda q, k, v: softmax(q @ k.T) @ v, scale=1)
    with pytest.raises(AssertionError, match="scale"):
        check_attention(lambda q, k, v: softmax(scaled(q, k)) @ v, scale=1)


# --- Wrong, one mistake at a time -----------------------------------------------------------------


def sum_without_keepdims(q, k, v):
    grown = np.exp(scaled(q, k) - scaled(q, k).max(-1, keepdims=True))
    return (grown / grown.sum(-1)) @ v


def naive_without_keepdims(q, k, v):
    grown = np.exp(scaled(q, k))
    return (grown / grown.sum(-1)) @ v


def both_without_keepdims(q, k, v):
    grown = np.exp(scaled(q, k) - scaled(q, k).max(-1))
    return (grown / grown.sum(-1)) @ v


def maximum_without_keepdims(q, k, v):
    grown = np.exp(scaled(q, k) - scaled(q, k).max(-1))
    return (grown / grown.sum(-1, keepdims=True)) @ v


def sum_down_the_columns(q, k, v):
    grown = np.exp(scaled(q, k) - scaled(q, k).max(-1, keepdims=True))
    return (grown / grown.sum(0)) @ v


def maximum_down_the_columns(q, k, v):
    grown = np.exp(scaled(q, k) - scaled(q, k).max(0))
    return (grown / grown.sum(-1, keepdims=True)) @ v


def transpose_missing(q, k, v):
    return softmax(q @ k / np.sqrt(k.shape[1])) @ v


def overflowing(q, k, v):
    grown = np.exp(scaled(q, k))
    return grown / grown.sum(-1, keepdims=True) @ v


def inverted(q, k, v, mask=None):
    hidden = np.zeros((len(q), len(k)), bool) if mask is None else mask
    return softmax(np.where(hidden, -np.inf, scaled(q, k))) @ v


def multiplied(q, k, v, mask=1):
    return softmax(scaled(q, k) * mask) @ v


def filled_with_0(q, k, v, mask=True):
    return softmax(np.where(mask, scaled(q, k), 0)) @ v


def masked_late(q, k, v, mask=1):
    return (softmax(scaled(q, k)) * mask) @ v


def mask_added(q, k, v, mask=0):
    return softmax(scaled(q, k) + mask) @ v


def mask_ignored(q, k, v, mask=None):
    return softmax(scaled(q, k)) @ v


def divided_by(divisor):
    return lambda q, k, v: softmax(q @ k.T / divisor(q, k, v)) @ v


WRONG = {
    "wrong axis": (lambda q, k, v: softmax(scaled(q, k), axis=0) @ v, "wrong axis"),
    "sum down the columns": (sum_down_the_columns, "wrong axis"),
    "maximum down the columns": (maximum_down_the_columns, "wrong axis"),
    "sum without keepdims": (sum_without_keepdims, "keepdims"),
    "naive without keepdims": (naive_without_keepdims, "keepdims"),
    "both without keepdims": (both_without_keepdims, "keepdims"),
    "maximum without keepdims": (maximum_without_keepdims, "keepdims"),
    "no transpose": (transpose_missing, "transpose is missing"),
    "no scale": (divided_by(lambda q, k, v: 1), "wrong scale.* not by 1$"),
    "scale without root": (divided_by(lambda q, k, v: k.shape[1]), "wrong scale.* not by d_k$"),
    "scale upside down": (divided_by(lambda q, k, v: k.shape[1] ** -0.5), "do not multiply$"),
    "scale by values": (divided_by(lambda q, k, v: v.shape[1] ** 0.5), "not of a value$"),
    "scale by count": (divided_by(lambda q, k, v: len(k) ** 0.5), "not the number of keys$"),
    "overflow": (overflowing, "overflow"),
    "inverted mask": (inverted, "mask is inverted"),
    "scores times mask": (multiplied, "hidden score is 0"),
    "0 for -inf": (filled_with_0, "hidden score is 0"),
    "mask after softmax": (masked_late, "after softmax"),
    "mask added": (mask_added, "added"),
    "mask ignored": (mask_ignored, "no effect"),
}


@pytest.mark.parametrize("name", WRONG)
def test_each_classic_mistake_is_called_by_its_name(name):
    function, diagnosis = WRONG[name]
    with pytest.raises(AssertionError, match=diagnosis):
        check_attention(function)


# --- Heads ----------------------------------------------------------------------------------------


def many(q, k, v, split, merge, width=lambda d, h: d, heads=2):
    q, k, v = (split(x, heads) for x in (q, k, v))
    scores = q @ k.swapaxes(1, 2) / math.sqrt(width(q.shape[2], heads))
    return merge(softmax(scores) @ v)


def split(x, heads):
    return np.stack(np.split(x, heads, axis=1))


def merge(pieces):
    return np.concatenate(list(pieces), axis=1)


def scrambled_split(x, heads):
    return x.reshape(heads, len(x), -1)


def scrambled_merge(pieces):
    return pieces.reshape(pieces.shape[1], -1)


@pytest.mark.parametrize("heads", [1, 2, 5])
def test_right_heads_pass(heads):
    check_attention(lambda q, k, v: many(q, k, v, split, merge, heads=heads), heads=heads)


def test_heads_and_a_scale_of_a_small_type_are_what_they_count():
    right = {
        h: lambda q, k, v, h=h: many(q, k, v, split, merge, heads=h) for h in (np.uint8(100), 100)
    }
    for heads, function in right.items():
        check_attention(function, heads=heads)
    tiny = np.float16(1e-5)  # its inverse is beyond the type
    check_attention(lambda q, k, v: softmax(q @ k.T * float(tiny)) @ v, scale=tiny)


def test_the_steps_that_introduce_heads_pass():
    step = snippets.load("heads")
    check_attention(lambda q, k, v: step.multi_head(q, k, v, np.eye(v.shape[1]), heads=2), heads=2)


@pytest.mark.parametrize(
    ("cut", "join"),
    [(scrambled_split, merge), (split, scrambled_merge), (scrambled_split, scrambled_merge)],
)
def test_scrambled_heads_are_recognised(cut, join):
    with pytest.raises(AssertionError, match="heads are scrambled"):
        check_attention(lambda q, k, v: many(q, k, v, cut, join), heads=2)


def test_the_width_of_all_heads_in_the_scale_is_recognised():
    with pytest.raises(AssertionError, match=r"not in all heads$"):
        check_attention(lambda q, k, v: many(q, k, v, split, merge, lambda d, h: d * h), heads=2)


# --- Wrong otherwise ------------------------------------------------------------------------------

OTHERWISE = {
    "two mistakes at once": lambda q, k, v: softmax(q @ k.T, axis=0) @ v,
    "axis and transpose": lambda q, k, v: softmax(q @ k / np.sqrt(k.shape[1]), axis=0) @ v,
    "inverted, filled with 0": lambda q, k, v, mask=None: (
        softmax(np.where(mask, 0, scaled(q, k)) if mask is not None else scaled(q, k)) @ v
    ),
    "a little too much": lambda q, k, v: 1.01 * loops(q, k, v),
    "all zero": lambda q, k, v: np.zeros((len(q), v.shape[1])),
    "all NaN": lambda q, k, v: np.full((len(q), v.shape[1]), np.nan),
    "one row too few": lambda q, k, v: loops(q, k, v)[:-1],
    "transposed": lambda q, k, v: loops(q, k, v).T,
    "sum of exp, never divided": lambda q, k, v: np.exp(scaled(q, k)) @ v,
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_another_error_is_called_wrong_and_not_a_classic(name):
    with pytest.raises(AssertionError, match=r"^wrong, and not one of the classic mistakes"):
        check_attention(OTHERWISE[name])


def test_an_exception_is_wrong_and_is_shown():
    def broken(q, k, v):
        raise ZeroDivisionError("not today")

    with pytest.raises(AssertionError, match=r"classic mistakes.*not today"):
        check_attention(broken)


def test_no_two_mistakes_of_different_names_look_alike():
    """Each entry of the table, run as a function, is found under its own name."""
    for heads in (1, 2):
        for name, slip in snippet.MISTAKES:
            masked = {"may", "mask", "after"} & set(slip)

            def plain(q, k, v, slip=slip, heads=heads):
                return snippet.attend(q, k, v, heads, snippet.RIGHT | slip)

            def with_mask(q, k, v, mask=True, slip=slip, heads=heads):
                return snippet.attend(q, k, v, heads, snippet.RIGHT | slip, mask)

            several_only = name == snippet.HEADS or name.endswith("not in all heads")
            if several_only and heads == 1:
                check_attention(plain, heads=heads)  # one head cannot be scrambled
                continue
            with pytest.raises(AssertionError) as error:
                check_attention(with_mask if masked else plain, heads=heads)
            assert str(error.value) == name


# --- A result that is there already ---------------------------------------------------------------


def result(axis=-1):
    q = np.stack([examples.TENNIS, examples.KEYS[2], np.zeros(2)])
    weights = softmax(q @ examples.KEYS.T, axis)
    values = examples.VALUES[:, None]
    return weights, weights @ values, values


def test_a_right_result_passes_in_silence():
    weights, output, values = result()
    check_weights(weights, output, values)
    check_weights(weights, output[:, 0], values[:, 0])
    check_weights(
        *(np.stack([array, array]).astype(np.float32) for array in (weights, output, values))
    )


def test_a_row_with_nothing_to_read_is_right():
    weights, _, values = result()
    weights[1] = 0
    check_weights(weights, weights @ values, values)


def test_the_wrong_axis_is_seen_in_the_weights():
    weights, output, values = result(axis=0)
    assert output.max() > values.max()  # an average cannot do that
    with pytest.raises(AssertionError, match="wrong axis"):
        check_weights(weights, output, values)


@pytest.mark.parametrize(
    ("spoil", "diagnosis"),
    [
        (lambda w: np.where(w > 0.6, np.nan, w), "NaN"),
        (lambda w: np.log(w), "negative: these are scores"),
        (lambda w: 0.9 * w, r"rows of the weights sum to \[0.9, 0.9, 0.9\], not to 1"),
        (lambda w: w[::-1], "not weights @ values"),
    ],
)
def test_a_spoilt_result_is_told_what_is_wrong_with_it(spoil, diagnosis):
    weights, output, values = result()
    with pytest.raises(AssertionError, match=diagnosis):
        check_weights(spoil(weights), output, values)


@pytest.mark.parametrize(
    ("name", "given", "hint"),
    [
        *(("heads", heads, "a whole number of heads, 1 or more") for heads in (0, 1.5, True, "2")),
        *(("scale", scale, "not 0, or None") for scale in (0, np.nan, np.inf, True, "1", [1])),
    ],
)
def test_a_question_without_an_answer_is_refused(name, given, hint):
    with pytest.raises(ValueError, match=re.escape(f"{name}={given!r}: give") + f".*{hint}"):
        snippet.check_attention(lookup.attention, **{name: given})


def test_values_of_0_are_blended_to_0():
    check_weights(np.full((2, 3), 1 / 3), np.zeros((2, 1)), np.zeros((3, 1)))
    with pytest.raises(AssertionError, match="not weights @ values"):
        check_weights(np.full((2, 3), 1 / 3), np.ones((2, 1)), np.zeros((3, 1)))


def test_a_function_may_use_the_mask_as_its_own():
    attention = snippets.load("attention").attention

    def greedy(q, k, v, mask):
        np.logical_not(mask, out=mask)
        return attention(q, k, v, mask=~mask)

    snippet.check_attention(
        lambda q, k, v, mask=None: attention(q, k, v) if mask is None else greedy(q, k, v, mask)
    )


def test_small_values_hide_no_mistake():
    with pytest.raises(AssertionError, match="not weights @ values"):
        snippet.check_weights(np.full((2, 2), 0.5), np.full((2, 1), -5e-4), [[1e-4], [2e-4]])


@pytest.mark.parametrize("odd", [np.nan, np.inf])
def test_a_value_that_is_no_number_hides_no_mistake(odd):
    weights, values = np.full((2, 2), 0.5), np.array([[1.0, odd], [3.0, 1.0]])
    right = np.array([[2.0, odd], [2.0, odd]])
    snippet.check_weights(weights, right, values)
    with pytest.raises(AssertionError, match="not weights @ values"):
        snippet.check_weights(weights, right + np.array([[1, 0], [0, 0]]), values)


def test_shapes_that_do_not_fit_are_repeated_with_those_that_would():
    with pytest.raises(
        ValueError, match=r"weights \(2, 3\), output \(2, 4\), values \(5, 4\): give"
    ):
        check_weights(np.full((2, 3), 1 / 3), np.zeros((2, 4)), np.zeros((5, 4)))
    with pytest.raises(ValueError, match=r"weights \(3,\)"):
        check_weights(np.full(3, 1 / 3), np.zeros(4), np.zeros((3, 4)))
    values = np.arange(12.0).reshape(3, 4)
    weights = np.full((2, 3), 1 / 3)
    with pytest.raises(AssertionError, match=r"the output is \(4, 2\), and weights @ values is"):
        check_weights(weights, (weights @ values).T, values)
