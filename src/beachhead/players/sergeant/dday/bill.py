"""What it costs after D-Day: hits, raids, shells and replacements, with an eye on the loss boxes and the limits of the day."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.base import Seat
from beachhead.players.sergeant.dday.front import DIVISIONS, WORN
from beachhead.players.sergeant.dday.island import Island
from beachhead.players.sergeant.dday.toll import STEP_LOSS, Toll
from beachhead.players.sergeant.options import Options

STEP: Final = 1.8
"""What a step of infantry is worth, in actions."""
CHEAP: Final = 0.6
SLACK: Final = 2
"""How much less a step is worth with so many fewer lost than expected."""
KEEN: Final = 1.0
"""What the action of a company next to the enemy is worth beyond that of others."""
BROKEN: Final = 2.0
"""What it costs more to break a company, divided by the counters that the loss box of its division can still take."""
KEPT: Final = 12
"""Infantry points below which the limit of a division falls."""


def first(code: int) -> int:
    """The first argument of an action."""
    return code >> FIRST_SHIFT & ARGUMENT


class Bill(Toll):
    """Answers to questions about losses."""

    def __init__(self, seat: Seat, island: Island) -> None:
        super().__init__(seat, island)
        self.boxes: list[tuple[int, int]] = seat.known("boxes")
        self.scale = self.thrift()

    def thrift(self) -> float:
        """How dear a step is where losses are limited for the whole game: less as long as fewer are lost than time has passed."""
        island = self.island
        allowed = island.allowed
        if not allowed:
            return 1.0
        begin, last = island.first_turn, int(self.seat.known("last"))
        lost = int(self.seat.known("infantry")[1])
        pace = allowed * (self.seat.known("turn") - begin + 1) / (last - begin + 1)
        return CHEAP if lost <= pace - SLACK else 1.0

    def choose(self, step: str, options: Options) -> int | None:
        """The answer to a question."""
        if step == "artillery losses":
            return options.one("sacrifice") if self.last_stand(options) else options.one("absorb", "disrupt", "accept")
        if step == "close combat":
            return self.fight(options)
        if step == "assault":
            return self.heroes(options)
        return super().choose(step, options)

    @staticmethod
    def last_stand(options: Options) -> bool:
        """Whether a hero can be given, and nothing else."""
        return options.one("sacrifice") is not None and options.one("absorb", "disrupt") is None

    def action(self, unit: int) -> float:
        """What the action of a unit is worth."""
        island = self.island
        if self.disrupted[unit]:
            return 0.0
        if island.is_rifle[unit]:
            keen = KEEN if self.near_enemy(unit) else 0.0
            return keen + 0.4 + 0.15 * self.steps[unit] if self.steps[unit] > WORN else 0.3
        return 0.3 if island.is_hq[unit] else 0.6

    def near_enemy(self, unit: int) -> bool:
        """Whether a company is where it can attack."""
        place = self.where[unit]
        return place >= 0 and bool(self.island.near_mask[place] & self.seat.known("masks")[1])

    def price(self, unit: int) -> float:
        """What it costs if this unit is hit."""
        return self.action(unit) + self.worth(unit)

    def worth(self, unit: int) -> float:
        """What a step of a unit is worth."""
        island = self.island
        if island.is_tank[unit] or island.is_engineer[unit]:
            return 0.7
        if not island.is_rifle[unit]:
            return self.scale * STEP if self.steps[unit] > 1 else STEP + 0.4
        counters, limit = self.boxes[DIVISIONS.index(island.division[unit])]
        left = max(1, limit - counters) if limit else 9
        if self.steps[unit] in (1, WORN + 1):
            return self.scale * STEP + BROKEN / left
        return self.scale * STEP

    def step(self) -> float:
        return STEP

    def pay(self, options: Options) -> int | None:
        """A tank or engineer unit takes what it can; two units are disrupted rather than a step lost."""
        rows = self.seat.known("victims")
        victim = next((row[0] for row in rows if not row[4]), -1)
        pairs = options.codes("disrupt")
        ways: list[tuple[float, int]] = []
        accept = options.one("accept")
        if accept is not None:
            loses = victim >= 0 and any(row[0] == victim and row[1] & STEP_LOSS for row in rows)
            ways.append(((self.worth(victim) if loses else 0.0) + (self.action(victim) if victim >= 0 else 0.0), accept))
        for code in pairs:
            cost = self.action(first(code)) + self.action(code >> SECOND_SHIFT & ARGUMENT)
            ways.append((cost, code))
        for code in options.codes("absorb"):
            ways.append((0.7 + self.action(victim) if victim >= 0 else 0.7, code))
        for code in options.codes("sacrifice"):
            ways.append((1.2, code))
        return min(ways)[1] if ways else None

    def fight(self, options: Options) -> int | None:
        """Fight on; engineers and tanks take the loss, cards go before companies' steps."""
        code = options.one("remove", "sacrifice")
        if code is not None:
            return code
        codes = options.codes("lose")
        if codes:
            best = min(codes, key=lambda code: (self.worth(first(code)), code))
            discard = options.one("discard")
            if discard is not None and self.worth(first(best)) > STEP + 0.5:
                return discard
            return best
        return options.one("discard", "done")

    def heroes(self, options: Options) -> int | None:
        """A hero stands in for what is missing, or adds his strength."""
        codes = options.codes("lose") or options.codes("disrupt")
        if codes:
            return min(codes, key=lambda code: (self.price(first(code)), code))
        return options.one("hero", "remove")

    def daily(self, options: Options) -> int | None:
        """Companies out of the loss box first; then whoever lacks a step, as long as points last."""
        island = self.island
        points = self.seat.known("points")
        best, top = options.one("done"), 0.0
        for code in options.codes("replace"):
            unit = first(code)
            if island.is_tank[unit] or island.is_engineer[unit]:
                worth = 0.5 + 0.1 * (self.steps[unit] == 1)
            else:
                left = points[DIVISIONS.index(island.division[unit])]
                worth = self.wanted(unit, left)
            if worth > top:
                best, top = code, worth
        for code in options.codes("rebuild"):
            unit = first(code)
            if island.is_tank[unit] or island.is_engineer[unit]:
                worth = 0.55
            else:
                left = points[DIVISIONS.index(island.division[unit])]
                worth = (
                    1.1
                    if island.is_rifle[unit] and (left > KEPT + 3 or 3 < left < KEPT)
                    else 0.8
                    if island.is_hq[unit] and left > KEPT
                    else 0.0
                )
            if worth > top:
                best, top = code, worth
        return best

    def room(self, unit: int) -> int:
        """Counters that the loss box of a unit's division can still take before the end."""
        counters, limit = self.boxes[DIVISIONS.index(self.island.division[unit])]
        return limit - counters - 1 if limit else 9

    def pays_to_drain(self, unit: int) -> bool:
        """Whether a division should go below the points at which its limit falls by one: if that takes two companies out of its
        loss box at once, and the box is nearly full."""
        if self.room(unit) > 1:
            return False
        division = self.island.division[unit]
        worn = 0
        for other in range(self.island.unit_count):
            if self.island.is_rifle[other] and self.island.division[other] == division and self.where[other] >= 0:
                worn += self.steps[other] == WORN
        return worn > 1

    def wanted(self, unit: int, left: int) -> float:
        """How much a company needs a step."""
        island = self.island
        if island.is_rifle[unit]:
            if left == KEPT and not self.pays_to_drain(unit):
                return 0.0
            if self.steps[unit] == WORN:
                return 1.5
            if self.steps[unit] < WORN:
                return 1.0
            return 0.4 if left > KEPT or (left < KEPT and self.steps[unit] == WORN + 1) else 0.0
        if island.is_hq[unit]:
            return 0.3 if left > KEPT else 0.0
        return 0.2 if left > KEPT + 2 else 0.0
