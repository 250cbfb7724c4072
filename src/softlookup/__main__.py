"""`python -m softlookup` is the command `softlookup`."""

import sys

from softlookup.command import main

if __name__ == "__main__":
    sys.exit(main())
