"""Who lands where, who waits, and who goes into which box."""

from __future__ import annotations

from typing import Final

from beachhead.engine.action import ARGUMENT, FIRST_SHIFT, SECOND_SHIFT
from beachhead.players.sergeant.dday.field import Field
from beachhead.players.sergeant.dday.march import TURN, March
from beachhead.players.sergeant.options import Options

EAGER: Final = 5.0
"""How much those come first whose way matters most."""


class Landings:
    """The Amphibious Operations Phase."""

    def __init__(self, field: Field, kept: dict[tuple[str, int, int], list[float]]) -> None:
        self.field = field
        self.kept = kept
        self.island = field.island

    def choose(self, step: str, options: Options) -> int | None:
        """The answer to one of its questions."""
        if step == "landing":
            return self.land(options)
        if step == "arrivals":
            return self.place(options)
        if step == "drifting":
            return options.one("drift")
        return options.one("group", "done")

    def land(self, options: Options) -> int | None:
        """Units with room land where their way is short and the fire is thin."""
        field, march = self.field, March(self.field, self.kept)
        best, top = None, -1e9
        for code in options.codes("land"):
            unit, place = code >> FIRST_SHIFT & ARGUMENT, code >> SECOND_SHIFT & ARGUMENT
            if not field.room(place, unit) or self.waits(unit, place):
                continue
            worth = march.stand(unit, place) + (0.5 if self.island.is_rifle[unit] else 0.0)
            worth += EAGER * TURN.get(self.island.order[unit], 1.0)
            if worth > top:
                best, top = code, worth
        return best if best is not None else options.one("done")

    def waits(self, unit: int, place: int) -> bool:
        """Whether a unit is better off in its box."""
        field = self.field
        if field.under_mountain >> place & 1 and field.at.get(place) is None and self.crowded(place):
            return True
        return field.last and field.threat(place) > 0.3

    def crowded(self, place: int) -> bool:
        """Whether units are in the mountain's sight already, beside this hex."""
        field = self.field
        return bool(field.under_mountain & field.us_mask & ~(1 << place))

    def place(self, options: Options) -> int | None:
        """The box from which the goal is nearest."""
        field, island = self.field, self.island
        march = March(field, self.kept)
        codes = options.codes("place")
        if not codes:
            return options.one("done")

        def worth(code: int) -> tuple[float, int]:
            unit, box = code >> FIRST_SHIFT & ARGUMENT, code >> SECOND_SHIFT & ARGUMENT
            found = max(march.stand(unit, hex_) for hex_ in island.box_hexes[box])
            return found - self.check(box), -code

        return max(codes, key=worth)

    def check(self, box: int) -> float:
        """Steps that a landing check may cost in a box."""
        field, island = self.field, self.island
        found = 0.0
        for group in range(len(field.groups)):
            if island.groups_near_box[box] >> group & 1 and field.hits[group]:
                found += field.hits[group] / 6.0
        return found
