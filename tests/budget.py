"""How much the tests try, and what that may cost, in one place.

Whatever is counted (positions, walks, games, examples) is counted here by `many`, and `BEACHHEAD_SOAK=10` multiplies all of it.
"""

from __future__ import annotations

import os

SOAK = float(os.environ.get("BEACHHEAD_SOAK", "1"))
"""By how much a run tries more than `make test` does."""
GAME_SECONDS = 90
"""Processor seconds that one game's tests may take in `make test`. More is no failure, since computers differ, but a warning."""
SLOW = (
    "browser/test_whole_game",
    "wire/test_kill",
    "browser/test_page_kit",
    "browser/test_two_people",
    "browser/test_access",
    "wire/test_identity",
    "browser/test_rage",
    "golden/test_digests",
    "kit/test_kit",
    "browser/test_knowing",
    "games/rage/test_secrets",
    "wire/test_fuzz",
    "wire/test_fuzz_socket",
    "browser/test_breaks",
    "browser/test_replay",
    "browser/test_mouse",
    "browser/test_rage_access",
    "wire/test_rage",
    "server/test_keeping",
    "browser/test_rage_secrets",
    "oracle/test_against_engine",
    "players/test_sergeant",
)
"""Files of tests that take long, the longest first. They are begun first, so that nobody waits for the last one at the end."""


def many(count: int, most: int | None = None) -> int:
    """So many in an ordinary run, more in a soak; never more than there are (`most`)."""
    wanted = max(1, round(count * SOAK))
    return wanted if most is None else min(wanted, most)
