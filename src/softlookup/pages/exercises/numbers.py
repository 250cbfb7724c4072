"""Numbers of the page of exercises."""

from softlookup.practice.drill import INSTANCES

instances = INSTANCES  # sets of numbers of each exercise without end
