"""How much the tests try, and what that may cost, in one place.

Whatever is counted (positions, walks, games, examples) is counted here by `many`, and `BEACHHEAD_SOAK=10` multiplies all of it.
"""

from __future__ import annotations

import os

SOAK = float(os.environ.get("BEACHHEAD_SOAK", "1"))
"""By how much a run tries more than `make test` does."""
GAME_SECONDS = 90
"""Processor seconds that one game's tests may take in `make test`. More is no failure, since computers differ, but a warning."""


def many(count: int, most: int | None = None) -> int:
    """So many in an ordinary run, more in a soak; never more than there are (`most`)."""
    wanted = max(1, round(count * SOAK))
    return wanted if most is None else min(wanted, most)
