"""Mistakes of the page on dictionaries that outgrow a machine."""

import numpy as np

from softlookup.examples import KEYS, TENNIS, VALUES
from softlookup.kinds import bug
from softlookup.steps.soft_lookup import soft_lookup


@bug(
    "the mean of finished answers",
    breaks="The answer depends on where the dictionary was cut. A shard with one poor entry "
    "speaks as loudly as "
    "a shard with all the good ones.",
    cure="Send best score, total and blend, merge those, and divide once at the end.",
)
def averaged() -> object:
    answers = []
    for cut in (1, 2):
        shards = [(KEYS[:cut], VALUES[:cut]), (KEYS[cut:], VALUES[cut:])]
        finished = [soft_lookup(TENNIS, keys, values) for keys, values in shards]
        answers.append(np.mean(finished))
    return f"cut after racket {answers[0]:.3f}, cut after ball {answers[1]:.3f}"


@bug(
    "notes that refer to different bests",
    breaks="Cut the dictionary elsewhere, and the answer changes. Each shard counts its own best "
    "entry as 1, "
    "however poor that entry is.",
    cure="Before adding, multiply total *and* blend of each note by $e^{m - m'}$, where $m'$ is "
    "the larger best.",
)
def not_rescaled() -> object:
    total, blend = 0.0, 0.0
    for cut in (slice(0, 1), slice(1, 3)):
        scores = KEYS[cut] @ TENNIS
        weights = np.exp(scores - scores.max())  # the maximum of this shard only
        total += weights.sum()
        blend += weights @ VALUES[cut]
    return f"{blend / total:.3f}"
