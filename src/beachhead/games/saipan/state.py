"""The state of a game of Saipan: what chapters 12 and 14 add to the standard rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from beachhead.boards.hexes import mask_of
from beachhead.engine.action import SPACE, UNIT, unpack
from beachhead.engine.fields import Fields, number, numbers, row
from beachhead.engine.files.bounds import UNITS
from beachhead.engine.files.cases import enforces
from beachhead.games.saipan.ruleset import SaipanRuleset
from beachhead.games.saipan.verbs import LAND_SEA
from beachhead.series.island_war.ruleset import JP, US
from beachhead.series.island_war.state import POOL, IslandWarState

if TYPE_CHECKING:
    from typing import Self

FAMILY: Final = "saipan"


@mypyc_attr(allow_interpreted_subclasses=True)
class SaipanState(IslandWarState[SaipanRuleset]):
    """Beachhead markers, the landing and the secret note of its hexes."""

    fields = Fields(
        IslandWarState.fields,
        # For a unit in the sea, the beach hex that it is to storm.
        storm=row(UNIT, -1, low=-1, high=SPACE),
        # Hexes with beachhead markers, ascending.
        markers=numbers(high=SPACE, distinct=True),
        # The beach hexes of the first landing: written down in secret, or printed.
        note=numbers(high=SPACE, distinct=True),
        revealed=number(),
        # Units placed in this movement phase.
        landed=number(high=UNITS - 1),
        # How many may be placed in it; fixed when placement begins.
        quota=number(-1, low=-1, high=UNITS - 1),
    )
    # Written by `make fields` from the table above.
    # fmt: off
    __slots__ = ("landed", "markers", "note", "quota", "revealed", "storm")
    # fmt: on
    storm: list[int]
    markers: list[int]
    note: list[int]
    revealed: int
    landed: int
    quota: int

    def _copy_into(self, twin: Self) -> None:
        super()._copy_into(twin)
        twin.storm = self.storm.copy()
        twin.markers = self.markers.copy()
        twin.note = self.note.copy()
        twin.revealed = self.revealed
        twin.landed = self.landed
        twin.quota = self.quota

    # End of what `make fields` wrote.

    @enforces(FAMILY, "12.34-c")
    def entered(self, unit: int, space: int) -> None:
        """A Japanese unit that comes into the hex of a beachhead marker, even in passing, destroys it."""
        if self.markers and self.ruleset.owner[unit] == JP and space in self.markers:
            self.markers.remove(space)
            if self.sink is not None:
                name, hex_name = self.name(unit), self.ruleset.hex_name(space)
                self.tell("beachhead", "12.34-c", f"{name} destroys the beachhead at {hex_name}", unit=name, hex=hex_name)

    def eliminate(self, unit: int, case: str, why: str) -> None:
        super().eliminate(unit, case, why)
        self.storm[unit] = -1

    def storms(self, unit: int) -> bool:
        """Whether a unit is in the sea, about to storm a beach."""
        return self.storm[unit] >= 0

    def marker_mask(self) -> int:
        """Marker hexes as bits."""
        return mask_of(self.markers)

    def pool(self) -> list[int]:
        """U.S. units that have not come into play."""
        return [unit for unit in self.ruleset.roster[US] if self.where[unit] == POOL]

    def on_island(self, side: int) -> bool:
        """Whether a unit of that side stands on land."""
        return bool(self.masks[side] & self.ruleset.ground.land_mask)

    def landing_fights(self) -> bool:
        return any(space >= 0 for space in self.storm)

    def shorthand(self, text: str) -> Iterator[int | str] | None:
        """`land U:1/2 1102` is enough where the Sea hex lies before one landing hex only."""
        words, grid = text.split(), self.ruleset.ground.grid
        if len(words) >= 3 and words[0].casefold() == "land":
            space = grid.find(words[-1])
            if space is not None and self.ruleset.ground.is_sea[space] and grid.find(words[-2]) is None:
                found = [unpack(code) for code in self.choices()]
                beaches = {beach for verb, _, place, beach in found if verb == LAND_SEA and place == space}
                if len(beaches) == 1:
                    return iter([f"{text} {self.ruleset.hex_name(beaches.pop())}"])
        return super().shorthand(text)
