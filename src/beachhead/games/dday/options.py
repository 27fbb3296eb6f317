"""What the units of each hex can do in the US Action Phase (7.0-a), worked out hex by hex and kept.

A move changes little: the two hexes that it leads from and to, and hexes over which a field of fire has changed. Only these are
worked out again (`state.stale_options`); the lists of all others stand.
"""

from __future__ import annotations

from typing import Final

from beachhead.boards.hexes import spaces_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import FIRST_SHIFT, SECOND_SHIFT, pack
from beachhead.engine.cases import enforces
from beachhead.engine.choices import LazyChoices
from beachhead.games.dday import attack, command, fields_of_fire, lasting_events, posts, preservation, walking
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import ACTED, DDayState
from beachhead.games.dday.verbs import ENTER, JOIN_STACK, MOVE, PRESERVE, STEP

MOVING: Final = pack(MOVE)
STEPPING: Final = pack(STEP)
ENTERING: Final = pack(ENTER)
FLEEING: Final = pack(PRESERVE)
JOINING: Final = pack(JOIN_STACK)


class Options:
    """What the units of one hex can do."""

    __slots__ = ("asked", "risky", "rows")

    def __init__(self, rows: Rows, asked: int, risky: int) -> None:
        self.rows = rows
        self.asked = asked
        """Empty positions next to the hex into which somebody might flee; this rests on reserves and communication, which change
        far from here."""
        self.risky = risky
        """Those of them in which a unit could appear."""


SAPPERS: Final = 2
"""Beside tanks and others: engineers, whom mines do not hold up."""
NOTHING: Final = Options(Rows([], []), 0, 0)
"""Of a hex whose units can do nothing."""


def by_hex(state: DDayState) -> list[LazyChoices]:
    """The actions of the units of each hex, lowest hex first; hexes whose units can do nothing are left out."""
    if state.stale_standing or state.stale_moving:
        fields_of_fire.moving(state)
    if command.is_normal(state):
        command.picture(state)
    stale = state.stale_options
    kept: dict[int, Options] = {} if state.options is None else state.options
    if stale:
        state.options = kept = kept.copy()
        for place in spaces_of(stale & state.us_mask):
            kept[place] = of_hex(state, place)
        state.stale_options = 0
    found: list[LazyChoices] = []
    for place in sorted(state.us_at):
        options = kept[place]
        if options.asked and preservation.risky(state, options.asked) != options.risky:
            state.options = kept = kept.copy()
            kept[place] = options = of_hex(state, place)
        if options.rows.size:
            found.append(options.rows)
    return found


@enforces(FAMILY, "7.0-a", "7.0-d", "7.2-a", "7.1")
def of_hex(state: DDayState, place: int) -> Options:
    """What the units of a hex can do: moves, one-hex moves, close combats and preservation moves, then attacks, then pairs of
    units that set out together."""
    ruleset, acted, disrupted = state.ruleset, state.acted, state.disrupted
    units = [unit for unit in state.us_at[place] if not acted[unit] & ACTED]
    if not units:
        return NOTHING
    bases: list[int] = []
    masks: list[int] = []
    ready: list[int] = []
    moves: list[int] = []
    assaults: list[int] = []
    goals = [-1, -1, -1]
    steps = [0, 0, 0]
    refuges = [-1, -1, -1, -1]
    asked, perilous = 0, -1
    is_tank, staff = ruleset.is_tank, ruleset.is_regimental_hq
    mined = lasting_events.is_lasting(state, lasting_events.MINEFIELDS)
    enemies = ruleset.ground.near_mask[place] & state.jp_mask
    for unit in units:
        tank = int(is_tank[unit])
        if disrupted[unit] or not command.in_command(state, unit):
            if perilous < 0:
                perilous = int(preservation.is_perilous(state, place))
            if perilous:
                kind = tank * 2 + (disrupted[unit] > 0)
                if refuges[kind] < 0:
                    refuges[kind] = preservation.ways_out(state, place, is_tank[unit], disrupted[unit] > 0)
                    asked |= preservation.next_to(state, place, is_tank[unit]) & ruleset.ground.position_mask
                if refuges[kind]:
                    bases.append(FLEEING | unit << FIRST_SHIFT)
                    masks.append(refuges[kind])
            continue
        if staff[unit] and posts.is_post(state, unit):
            continue
        kind = SAPPERS if mined and ruleset.is_engineer[unit] else tank
        if goals[kind] < 0:
            goals[kind] = walking.reach(state, (unit,), place, 0)
            steps[kind] = walking.short_of(state, (unit,), place, goals[kind])
        bases.append(MOVING | unit << FIRST_SHIFT)
        masks.append(goals[kind])
        if steps[kind]:
            bases.append(STEPPING | unit << FIRST_SHIFT)
            masks.append(steps[kind])
        entered = walking.assault_reach(state, (unit,), place) if enemies else 0
        if entered:
            bases.append(ENTERING | unit << FIRST_SHIFT)
            masks.append(entered)
        if goals[kind] or entered or (tank and lasting_events.ditches(state)):
            ready.append(unit)
            moves.append(goals[kind])
            assaults.append(entered)
    after = attack.openings_from(state, place) if enemies else []
    if len(ready) > 1:
        after += pairs(state, ready, moves, assaults)
    if not bases and not after and not asked:
        return NOTHING
    return Options(Rows(bases, masks, after=after), asked, preservation.risky(state, asked) if asked else 0)


@enforces(FAMILY, "7.2-b")
def pairs(state: DDayState, ready: list[int], moves: list[int], assaults: list[int]) -> list[int]:
    """Pairs of units of one hex that may set out together: the second leads."""
    began, found = state.began, []
    for first, leader in enumerate(ready):
        start, near, inside = began[leader], moves[first], assaults[first]
        for second, unit in enumerate(ready):
            if (
                first != second
                and began[unit] == start
                and (near & moves[second] or inside & assaults[second] or past_ditch(state, leader, unit))
                and not command.clash(state, unit, leader)
            ):
                found.append(JOINING | unit << FIRST_SHIFT | leader << SECOND_SHIFT)
    return found


@enforces(FAMILY, "20.0-at-ditch")
def past_ditch(state: DDayState, leader: int, unit: int) -> bool:
    """Whether a tank and an engineer unit can enter together what a ditch bars to the tank alone."""
    ruleset, place = state.ruleset, state.where[leader]
    pair = leader, unit
    if not (ruleset.is_engineer[leader] or ruleset.is_engineer[unit]) or not lasting_events.ditches(state):
        return False
    return bool(walking.reach(state, pair, place, 0) or walking.assault_reach(state, pair, place))
