"""What the stored run says, in sentences that change with it."""

from softlookup import runs
from softlookup.pages.fast_numpy.tables import case, kept, use
from softlookup.write import number

TELLS = 0.02  # how far apart two speeds must be before a run of a few rounds tells which is larger


def verdict() -> str:
    """The best and the worst case in single precision, by name."""
    ranked = sorted(runs.rows("attention", type="float32"), key=_speed)
    slowest, fastest = ranked[0], ranked[-1]
    level = sum(abs(_speed(row) - 1) < TELLS for row in ranked)
    slower = sum(_speed(row) <= 1 - TELLS for row in ranked)
    apart = f", and in {level} the two cannot be told apart" if level else ""
    return (
        f"In single precision PyTorch’s own kernel is the faster one in {slower} of the {len(ranked)} cases{apart}. "
        f"The tiles come nearest with {case(fastest)} scores at n = {fastest['n']:,}, where they run at "
        f"{number(_speed(fastest), 2)} of its speed, and they fall furthest behind with {case(slowest)} scores at "
        f"n = {slowest['n']:,}, with {number(_speed(slowest), 2)}."
    )


def aims() -> str:
    """How many cases of use keep to their aim, and which of them is furthest from it."""
    rows = runs.rows("uses")
    missed = [row for row in rows if not kept(row)]
    measured = f"*Measured on {runs.measured_on('uses')}.*"
    if not missed:
        return f"All {len(rows)} cases keep to their aim. {measured}"
    worst = max(missed, key=lambda row: float(row["time"] / row["at_most"]))
    return (
        f"Of the {len(rows)} cases, {len(rows) - len(missed)} keep to their aim. Furthest from it is {use(worst)}, "
        f"with {number(worst['time'], 2)} instead of {worst['at_most']:g}. {measured}"
    )


def when() -> str:
    """When and where the tables were measured."""
    return f"*Measured on {runs.measured_on('attention')}; one query on {runs.measured_on('one_query')}.*"


def _speed(row: dict[str, dict[str, float]]) -> float:
    return row["speed"]["fast_attention"]
