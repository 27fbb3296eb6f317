"""Where units go that have nobody to attack this turn: after the enemy, on guard, within range, or out of sight."""

from __future__ import annotations

from beachhead.boards.hexes import spaces_of
from beachhead.players.sergeant.saipan.assault import Planner
from beachhead.players.sergeant.saipan.situation import Situation


def station_all(now: Situation, planner: Planner, reach: dict[int, int]) -> list[tuple[int, int]]:
    """A hex for every unit that the planner has left free, and for the guns."""
    footing = planner.footing
    for space in planner.fixed:
        footing.settle(space)
    taken = planner.hexes
    waiting = [unit for unit in now.mine if unit.number in planner.free or (unit.gun and unit.number in reach)]
    waiting.sort(key=lambda unit: (footing.far(unit.space), unit.number))
    moves = []
    for unit in waiting:
        known = footing.scores(unit)
        best, goal = footing.score_among(known, unit, unit.space) + 0.01, unit.space
        if taken >> unit.space & 1:
            best = -1000.0
        for space in spaces_of(reach[unit.number] & ~taken):
            score = footing.score_among(known, unit, space)
            if score > best:
                best, goal = score, space
        taken |= 1 << goal
        footing.settle(goal)
        if goal != unit.space:
            moves.append((unit.number, goal))
    return moves
