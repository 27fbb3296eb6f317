"""Who is hit, beside a slow and obvious way to find it: every selection is tried (6.3.4, D62)."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from beachhead import games
from beachhead.games.dday.fire import group_fire, hits
from beachhead.games.dday.fire.hits import Candidate, Shot, VolleyRecord
from beachhead.games.dday.state import DDayState
from beachhead.testing import proves
from tests.budget import many

COMPANIES = [
    f"{letter}/{battalion}/{regiment}"
    for regiment in (23, 24, 25)
    for battalion, row in ((1, "ABC"), (2, "EFG"))
    for letter in row
]
PLACES = [f"{row:02}{column:02}" for row in (2, 3, 4) for column in range(2, 12)]
CARDS = (31, 24, 27, 33)
"""Cards with red and green, and no letter that is active on the first turn."""


def a_position(rng: random.Random) -> dict[str, Any]:
    """Two or three groups close together, and companies of different strength around them."""
    spots = rng.sample(PLACES, 9)
    positions = {f"A{number}": {"hex": spots[number], "color": rng.choice(["red", "green", "black"])} for number in (1, 2, 3)}
    japanese = {spots[number]: {"unit": "?"} | ({"depth": "?"} if rng.random() < 0.5 else {}) for number in (1, 2, 3)}
    units = {}
    for name, spot in zip(rng.sample(COMPANIES, 5), spots[4:], strict=True):
        units[name] = f"{spot}, {rng.choice([2, 4])} steps" + (", disrupted" if rng.random() < 0.2 else "")
    return {
        "board": {"size": [5, 13], "positions": positions},
        "turn": 1,
        "phase": "fire",
        "deck": [rng.choice(CARDS)],
        "units": units,
        "japanese": japanese,
    }


def covered(rows: list[list[int]], gone: frozenset[int]) -> int:
    """The most different units that these hits can strike, by trying everything."""
    if not rows:
        return 0
    best = covered(rows[1:], gone)
    for unit in rows[0]:
        if unit not in gone:
            best = max(best, 1 + covered(rows[1:], gone | {unit}))
    return best


def obvious(state: DDayState, shot: Shot, later: list[Shot]) -> set[int]:
    """Who may be hit next: the best of those that belong to a selection which lets all groups hit the most units."""
    taken = {row[0] for row in state.victims}
    pool = [candidate for candidate in hits.candidates(state, shot) if candidate.unit not in taken]
    left = min(state.hits, len(pool))
    rows: list[list[int]] = []
    for other in later:
        units = [candidate.unit for candidate in hits.candidates(state, other) if candidate.unit not in taken]
        rows += [units] * min(len(units), hits.limit(state, other))
    best, kept = -1, list[tuple[Candidate, ...]]()
    for chosen in combinations(pool, left):
        total = covered(rows, frozenset(candidate.unit for candidate in chosen))
        if total > best:
            best, kept = total, []
        if total == best:
            kept.append(chosen)
    members = {candidate for chosen in kept for candidate in chosen}
    first = min(hits.rank_of(candidate) for candidate in members)
    return {candidate.unit for candidate in members if hits.rank_of(candidate) == first}


@pytest.mark.plain
@proves("dday", "6.3.4", "6.3.4-example", "6.3.1-a-1", "6.3.1-b-1", "6.3.1-b-2", "6.3.1-b-3")
def test_the_next_hit_is_what_trying_every_selection_gives(monkeypatch: Any) -> None:
    game, seen = games.game("dday"), list[int]()
    chosen = hits.picks

    def watched(state: DDayState, pool: list[Candidate], others: list[hits.Rival]) -> list[Candidate]:
        found = chosen(state, pool, others)
        shot, later = hits.shot_of(state.top(VolleyRecord)), group_fire.later_shots(state)
        may = obvious(state, shot, later)
        units = {candidate.unit for candidate in found}
        assert units <= may
        assert units == may or (len(units) == 1 and len(may) <= state.hits), "the player is asked if it matters"
        seen.append(bool(later))
        return found

    monkeypatch.setattr(hits, "picks", watched)
    for seed in range(many(60)):
        rng = random.Random(f"fire {seed}")
        state = game.position(a_position(rng))
        while state.outcome is None and state.phase == 6 and state.turn == 1:
            actions = state.actions()
            state.apply(actions[rng.randrange(len(actions))])
    assert sum(seen) > len(seen) / 20, "the look-ahead is tried"
