"""What the units of each hex can do in the US Action Phase (7.0-a), worked out hex by hex and kept.

A move changes little: the two hexes that it leads from and to, and hexes over which a field of fire has changed. Only these are
worked out again (`state.stale_options`); the lists of all others stand.
"""

from __future__ import annotations

from beachhead.boards.hexes import spaces_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.cases import enforces
from beachhead.engine.choices import LazyChoices
from beachhead.games.dday import attack, command, fields_of_fire, preservation, walking
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import ACTED, DDayState
from beachhead.games.dday.verbs import ENTER, JOIN_STACK, MOVE, PRESERVE, STEP


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


def by_hex(state: DDayState) -> list[LazyChoices]:
    """The actions of the units of each hex, lowest hex first; hexes whose units can do nothing are left out."""
    fields_of_fire.moving(state)
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
    bases: list[int] = []
    masks: list[int] = []
    ready: list[int] = []
    moves: list[int] = []
    assaults: list[int] = []
    goals = [-1, -1]
    steps = [0, 0]
    refuges = [-1, -1, -1, -1]
    asked, perilous = 0, preservation.is_perilous(state, place)
    is_tank, acted, disrupted = state.ruleset.is_tank, state.acted, state.disrupted
    enemies = state.ruleset.ground.near_mask[place] & state.jp_mask
    for unit in state.us_at[place]:
        if acted[unit] & ACTED:
            continue
        tank = int(is_tank[unit])
        if disrupted[unit] or not command.in_command(state, unit):
            if perilous:
                kind = tank * 2 + (disrupted[unit] > 0)
                if refuges[kind] < 0:
                    refuges[kind] = preservation.ways_out(state, place, is_tank[unit], disrupted[unit] > 0)
                    asked |= preservation.next_to(state, place, is_tank[unit]) & state.ruleset.ground.position_mask
                bases.append(pack(PRESERVE, unit))
                masks.append(refuges[kind])
            continue
        if goals[tank] < 0:
            goals[tank] = walking.reach(state, (unit,), place, 0)
            steps[tank] = walking.short_reach(state, (unit,), place)
        bases.append(pack(MOVE, unit))
        masks.append(goals[tank])
        if steps[tank]:
            bases.append(pack(STEP, unit))
            masks.append(steps[tank])
        entered = walking.assault_reach(state, (unit,), place) if enemies else 0
        if entered:
            bases.append(pack(ENTER, unit))
            masks.append(entered)
        if goals[tank] or entered:
            ready.append(unit)
            moves.append(goals[tank])
            assaults.append(entered)
    after = attack.openings_from(state, place) if enemies else []
    if len(ready) > 1:
        after += pairs(state, ready, moves, assaults)
    return Options(Rows(bases, masks, after=after), asked, preservation.risky(state, asked) if asked else 0)


@enforces(FAMILY, "7.2-b")
def pairs(state: DDayState, ready: list[int], moves: list[int], assaults: list[int]) -> list[int]:
    """Pairs of units of one hex that may set out together: the second leads."""
    began, found = state.began, []
    for first, leader in enumerate(ready):
        for second, unit in enumerate(ready):
            if (
                first != second
                and began[unit] == began[leader]
                and (moves[first] & moves[second] or assaults[first] & assaults[second])
            ):
                found.append(pack(JOIN_STACK, unit, leader))
    return found
