"""The run of a snippet, line by line, as a file that a page can step through without Python.

    origin     what one number was made from
    tracked    arrays whose numbers know their origins, computed by NumPy itself
    numpy      NumPy as a recorded file sees it: what it creates is tracked
    watched    a file with a note after each of its statements
    shown      what a reader sees of a value: a small table, or a few words
    recorder   the notes, as states
    written    the states as JSON, each table once, and only what changed

The numbers are NumPy's own; only their origins are followed beside them. Nothing here knows the builder.
"""

from softlookup.recording.recorder import Recorder, recorded, recorded_text
from softlookup.recording.written import written

__all__ = ["LEFT_OUT", "Recorder", "recorded", "recorded_text", "written"]

# Steps whose run is no reading: why not.
LEFT_OUT = {"llama_layer": "hundreds of steps through arrays of hundreds of random numbers"}
