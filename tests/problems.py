"""Problems that hypothesis draws for the drop-ins: shapes that fit, and every option they have."""

import numpy as np
from hypothesis import strategies as st

ORDERS = [False, "upper left", "lower right"]
LAYOUTS = [  # the leading axes of q, those of k and v, and whether heads are shared
    ((), (), False),
    ((4,), (4,), False),
    ((4,), (2,), True),
    ((3,), (1,), False),
    ((3,), (1,), True),
    ((3,), (), False),
    ((1,), (5,), False),
    ((2, 4), (2, 2), True),
    ((2, 4), (2, 4), False),
    ((2, 3), (3,), False),
    ((1, 4), (3, 2), True),
]


@st.composite
def problems(draw, most=5):
    """(q, k, v) and options; the scores spread over a thousandth or a thousand."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n_q, n_k, d_k, d_v = (draw(st.integers(1, most)) for _ in range(4))
    lead_q, lead_k, grouped = draw(st.sampled_from(LAYOUTS))
    q = rng.normal(size=(*lead_q, n_q, d_k)) * 10.0 ** draw(st.integers(-3, 3))
    k, v = rng.normal(size=(*lead_k, n_k, d_k)), rng.normal(size=(*lead_k, n_k, d_v))
    lead = np.broadcast_shapes(lead_q, (*lead_k[:-1], 1) if grouped else lead_k)
    options = {
        "mask": draw(masks((*lead, n_q, n_k), rng)),
        "causal": draw(st.sampled_from(ORDERS)),
        "scale": draw(st.sampled_from([None, 1.0, 0.3, -2.0, 0.0])),
        "softcap": draw(st.sampled_from([None, 0.7, 30.0])),
        "key_start": draw(st.sampled_from([None, rng.integers(0, n_k + 1, lead)])),
        "key_stop": draw(st.sampled_from([None, n_k // 2, rng.integers(0, n_k + 1, lead)])),
        "sinks": draw(st.sampled_from([None, rng.normal(size=lead[-1:])])),
        "grouped": grouped,
    }
    if options["causal"] or n_q == n_k:
        options["window"] = draw(st.sampled_from([None, 0, 1, most]))
    return (q, k, v), options


@st.composite
def masks(draw, shape, rng):
    """No mask, or one of either kind that fits scores of this shape, with some of the axes."""
    if not draw(st.booleans()):
        return None
    kept = [size if draw(st.booleans()) else 1 for size in shape]
    may = rng.random(kept[draw(st.integers(0, len(kept))) :]) < draw(st.sampled_from([0, 0.5, 1]))
    return may if draw(st.booleans()) else np.where(may, rng.normal(size=may.shape), -np.inf)
