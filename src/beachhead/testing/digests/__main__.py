"""The command: `python -m beachhead.testing.digests`."""

from __future__ import annotations

import sys

from beachhead.testing.digests.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
