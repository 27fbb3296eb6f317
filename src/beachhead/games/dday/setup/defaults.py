"""What `arrange` does in the set-up: a plain, sensible line, decision by decision. Nothing here is a rule of the book."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import unpack
from beachhead.games.dday.box.kinds import EAST
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.state import RESERVE, DDayState
from beachhead.games.dday.verbs import ASSIGN, DEPLOY

COMMAND: Final = 2
"""How far the HQ of a regiment commands."""


def heat(state: DDayState, place: int) -> int:
    """2 in an intense field of fire, 1 in a steady one, 0 outside."""
    fields = fields_of_fire.standing(state)
    return 2 if fields.intense >> place & 1 else fields.both >> place & 1


def best_hex(state: DDayState, codes: list[int]) -> int:
    """The next unit of a battalion, where fire is weakest, few others are, and its own hex is near."""
    ruleset = state.ruleset
    first = unpack(codes[0])[1]
    entry = ruleset.lineup.entry_of[first]
    best, found = (9, 9, 9, 0), codes[0]
    for code in codes:
        _, unit, place, *_ = unpack(code)
        if unit != first:
            continue
        rank = (heat(state, place), len(state.units_in(place)) // 2, ruleset.ground.distance[entry.place][place], place)
        if rank < best:
            best, found = rank, code
    return found


def best_staff_hex(state: DDayState, codes: list[int]) -> int:
    """Where the HQ commands most of its battalions, away from fire, beside others."""
    ruleset = state.ruleset
    best, found = (99, 9, 99, 0), codes[0]
    for code in codes:
        _, staff, place, *_ = unpack(code)
        row, far, sum_of = ruleset.ground.distance[place], 0, 0
        for unit, where in enumerate(state.where):
            if where >= 0 and ruleset.is_battalion_hq[unit] and ruleset.regiment[unit] == ruleset.regiment[staff]:
                far += row[where] > COMMAND
                sum_of += row[where]
        rank = (far, heat(state, place), sum_of, place)
        if rank < best:
            best, found = rank, code
    return found


def best_craft(state: DDayState, codes: list[int]) -> int:
    """Assigned to the regiment with the fewest so far, set up with company away from fire; in reserve if there is no room. An
    outpost that nobody holds comes first (D160)."""
    ruleset = state.ruleset
    best, found = (9, 99, 9, 0, 0), codes[0]
    for code in codes:
        verb, unit, goal, *_ = unpack(code)
        if verb == ASSIGN:
            regiment = ruleset.regiment[goal]
            same = [other for other in range(ruleset.unit_count) if state.assigned[other] == regiment]
            alike = sum(ruleset.is_tank[other] == ruleset.is_tank[unit] for other in same)
            rank = (0, alike, 0, unit, goal)
        elif verb == DEPLOY:
            alone = not state.units_in(goal)
            held = alone and ruleset.lineup.outposts.get(ruleset.division[unit], 0) >> goal & 1
            rank = (0, -1 if held else int(alone), heat(state, goal), unit, goal)
        else:
            rank = (1, 0, 0, unit, 0)
        if rank < best:
            best, found = rank, code
    return found


def best_box(state: DDayState, codes: list[int]) -> int:
    """A box of the eastern shore with the fewest fire squares, nearest to the north, where the unit's battalion is."""
    boxes = state.ruleset.components.board.boxes
    best, found = (9, 9, 99), codes[0]
    for code in codes:
        _, _, box, *_ = unpack(code)
        rank = (int(boxes[box].shore != EAST), boxes[box].squares.bit_count(), -box)
        if rank < best:
            best, found = rank, code
    return found


def best_loser(state: DDayState, codes: list[int]) -> int:
    """Rifle companies, one step each before anybody loses two; those in reserve first."""
    ruleset = state.ruleset
    best, found = (9, 9, 9, 0), codes[0]
    for code in codes:
        unit = unpack(code)[1]
        lost = ruleset.full_steps[unit] - state.steps[unit]
        rank = (lost, int(not ruleset.is_rifle[unit]), int(state.where[unit] != RESERVE), unit)
        if rank < best:
            best, found = rank, code
    return found


def best_hero(state: DDayState, codes: list[int]) -> int:
    """A unit of full strength near the enemy."""
    ruleset = state.ruleset
    best, found = (99, 99, 0), codes[0]
    for code in codes:
        unit = unpack(code)[1]
        place = state.where[unit]
        if place < 0 or code == codes[-1]:
            continue
        rank = (ruleset.ground.nearest(place, state.jp_mask), -state.steps[unit], unit)
        if rank < best:
            best, found = rank, code
    return found
