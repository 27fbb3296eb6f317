"""`python -m beachhead` is `beachhead`."""

import sys

from beachhead.cli import main

if __name__ == "__main__":
    sys.exit(main())
