"""What moves, one module each: a state that is printed, and the data for all the others."""

from softlookup.explorables.answer_map import answer_map
from softlookup.explorables.gate_dial import gate_dial
from softlookup.explorables.head_split import head_split
from softlookup.explorables.mask_grid import mask_grid
from softlookup.explorables.one_hot_lookup import one_hot_lookup
from softlookup.explorables.real_words import real_words
from softlookup.explorables.sentence_reader import sentence_reader
from softlookup.explorables.shape_tape import shape_tape
from softlookup.explorables.similarity_plane import similarity_plane
from softlookup.explorables.softmax_bars import softmax_bars
from softlookup.explorables.streaming_feed import streaming_feed
from softlookup.explorables.width_weights import width_weights

__all__ = [
    "answer_map",
    "gate_dial",
    "head_split",
    "mask_grid",
    "one_hot_lookup",
    "real_words",
    "sentence_reader",
    "shape_tape",
    "similarity_plane",
    "softmax_bars",
    "streaming_feed",
    "width_weights",
]
