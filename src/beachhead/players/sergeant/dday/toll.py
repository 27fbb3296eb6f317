"""What it costs: hits, losses, disruption, replacements, and what events ask for."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.dday.island import CENTER, LEFT, NECK, NORTH, RIGHT, SHORE, SPEAR, WEST, Island
from beachhead.players.sergeant.options import Options

STEP_LOSS: Final = 1
ARTILLERY: Final = 9
KEEN: Final[dict[str, float]] = {NORTH: 1.2, CENTER: 1.2, NECK: 1.0, LEFT: 0.6, RIGHT: 0.5, WEST: 1.5, SHORE: 1.0, SPEAR: 1.2}
"""What an action is worth, in steps, by order."""
PLAN: Final = (0, 13, 21, 29, 36, 43, 50)
"""Steps that may be lost by the end of each turn."""


class Toll:
    """Answers to questions about losses."""

    def __init__(self, seat: Seat, island: Island) -> None:
        self.seat = seat
        self.island = island
        self.where: list[int] = seat.known("where")
        self.steps: list[int] = seat.known("steps")
        self.disrupted: list[int] = seat.known("disrupted")
        self.acted: list[int] = seat.known("acted")

    def choose(self, step: str, options: Options) -> int | None:
        """The answer to a question."""
        if step == "payment":
            return self.pay(options)
        if step == "artillery losses":
            return self.shelled(options)
        if step == "overstacked":
            return min(options.codes("disrupt"), key=lambda code: (self.action(code >> FIRST_SHIFT & ARGUMENT), code))
        if step == "replacements":
            return self.replace(options)
        if step == "close combat":
            return self.melee(options)
        codes = options.codes("hit")
        if codes:
            return min(codes, key=lambda code: (self.price(code >> FIRST_SHIFT & ARGUMENT), code))
        codes = options.codes("lose")
        if codes:
            return min(codes, key=lambda code: (self.price(code >> FIRST_SHIFT & ARGUMENT), code))
        return None

    def action(self, unit: int) -> float:
        """What the action of a unit is worth."""
        island = self.island
        if self.disrupted[unit]:
            return 0.0
        keen = KEEN.get(island.order[unit], 0.6)
        if island.is_rifle[unit]:
            return keen * (0.6 + 0.1 * self.steps[unit])
        return keen * (0.3 if island.is_hq[unit] else 0.6)

    def price(self, unit: int) -> float:
        """What it costs if this unit is hit."""
        island = self.island
        cost = 0.0 if self.disrupted[unit] else self.action(unit)
        if island.is_rifle[unit]:
            cost += 0.2 if self.steps[unit] in (3,) else 0.0
        return cost

    def pay(self, options: Options) -> int | None:
        """Two units are disrupted rather than a step lost; a tank takes two losses; nobody loses two steps."""
        rows = self.seat.known("victims")
        pairs = options.codes("disrupt")
        if pairs:
            costs = [
                (self.action(code >> FIRST_SHIFT & ARGUMENT) + self.action(code >> SECOND_SHIFT & ARGUMENT), code)
                for code in pairs
            ]
            cost, best = min(costs)
            # The victim is disrupted in any case.
            victim = next((row[0] for row in rows if not row[4]), -1)
            if cost - (self.action(victim) if victim >= 0 else 0.0) <= self.step():
                return best
        code = options.one("sacrifice")
        if code is not None:
            return code
        tanks = options.codes("absorb")
        if tanks:
            tank = tanks[0] >> FIRST_SHIFT & ARGUMENT
            place = self.where[tank]
            same = [row for row in rows if self.where[row[0]] == place and row[1] & STEP_LOSS and not self.island.is_tank[row[0]]]
            if len(same) > 1:
                return tanks[0]
        return options.one("accept")

    def shelled(self, options: Options) -> int | None:
        """Artillery: a hex is disrupted if its actions are worth less than the step, as on the last evening."""
        if self.seat.known("turn") >= 6:
            return options.one("disrupt", "accept")
        best, top = options.one("accept"), self.step()
        for code in options.codes("disrupt"):
            place = self.where[code >> FIRST_SHIFT & ARGUMENT]
            cost = sum(self.action(unit) for unit, there in enumerate(self.where) if there == place)
            if cost < top:
                best, top = code, cost
        return best

    def step(self) -> float:
        """What a step is worth: more when they run out."""
        losses, turn = self.seat.known("losses"), self.seat.known("turn")
        return 1.0 if losses <= PLAN[min(turn, 6)] else 1.6

    def replace(self, options: Options) -> int | None:
        """Companies that lack a step; half is kept for later."""
        codes = [code for code in options.codes("replace") if self.island.is_rifle[code >> FIRST_SHIFT & ARGUMENT]]
        left, turn = self.seat.known("replacements"), self.seat.known("turn")
        if not codes or (turn < 5 and left <= 4):
            return options.one("done")
        return max(codes, key=lambda code: (self.steps[code >> FIRST_SHIFT & ARGUMENT] == 2, -code))

    def melee(self, options: Options) -> int | None:
        """Fight on; the cheapest unit takes the loss, cards go before steps."""
        code = options.one("sacrifice", "discard", "remove")
        if code is not None:
            return code
        codes = options.codes("lose")
        if codes:
            return min(codes, key=lambda code: (self.price(code >> FIRST_SHIFT & ARGUMENT), code))
        return options.one("done")
