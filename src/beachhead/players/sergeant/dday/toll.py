"""What it costs: hits, losses, disruption, replacements, and what events ask for."""

from __future__ import annotations

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.dday.island import Island
from beachhead.players.sergeant.options import Options

STEP_LOSS = 1


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
        if island.is_rifle[unit]:
            return 0.3 + 0.1 * self.steps[unit]
        return 0.25 if island.is_hq[unit] else 0.4

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
            return min(
                pairs,
                key=lambda code: (
                    self.action(code >> FIRST_SHIFT & ARGUMENT) + self.action(code >> SECOND_SHIFT & ARGUMENT),
                    code,
                ),
            )
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
        """Artillery: to disrupt a hex is cheap when the phase for it is over."""
        return options.one("disrupt", "accept")

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
