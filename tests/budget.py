"""How much the tests try, and what that may cost, in one place.

Whatever is counted (positions, walks, games, examples) is counted here by `many`, and `BEACHHEAD_SOAK=10` multiplies all of it.
"""

from __future__ import annotations

import os

SOAK = float(os.environ.get("BEACHHEAD_SOAK", "1"))
"""By how much a run tries more than `make test` does."""
GAME_SECONDS = 90
"""Processor seconds that one game's tests may take in `make test`. More is no failure, since computers differ, but a warning."""
ALL_SECONDS = 1000
"""Processor seconds that all tests together may take in `make test`: two quiet cores then need less than ten minutes."""
SLOW = (
    "browser/test_page_kit",
    "kit/test_kit",
    "browser/test_gestures",
    "golden/test_digests",
    "browser/test_access",
    "browser/test_two_people",
    "browser/test_comfort",
    "players/test_sergeant_dday",
    "browser/test_start",
    "browser/test_knowing",
    "browser/test_playback",
    "browser/test_replay",
    "browser/test_tour",
    "browser/test_turns",
    "browser/test_rage",
    "wire/test_identity",
    "browser/test_breaks",
    "browser/test_rage_access",
    "oracle/olympic/test_against_engine",
    "wire/test_kill",
    "browser/test_rage_secrets",
    "browser/test_whole_game",
    "drawing/test_stored",
    "browser/test_mouse",
    "browser/test_faults_decision",
)
"""Files of tests that take long, the longest first. They are begun first, so that nobody waits for the last one at the end."""


def many(count: int, most: int | None = None) -> int:
    """So many in an ordinary run, more in a soak; never more than there are (`most`)."""
    wanted = max(1, round(count * SOAK))
    return wanted if most is None else min(wanted, most)
