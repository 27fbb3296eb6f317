"""The state of a game of Saipan: what chapters 12 and 14 add to the standard rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from beachhead.boards.hexes import mask_of
from beachhead.engine.cases import enforces
from beachhead.engine.dice import Dice
from beachhead.engine.event import Event
from beachhead.engine.state import State
from beachhead.series.island_war.state import JP, POOL, IslandWarState

if TYPE_CHECKING:
    from typing import Self

    from beachhead.games.saipan.ruleset import SaipanRuleset

FAMILY = "saipan"


class SaipanState(IslandWarState):
    """Beachhead markers, the landing and the secret note of its hexes."""

    __slots__ = ("landed", "markers", "note", "quota", "revealed")
    ruleset: SaipanRuleset
    fields: ClassVar[tuple[str, ...]] = (*IslandWarState.fields, "markers", "note", "revealed", "landed", "quota")

    def __init__(self, ruleset: SaipanRuleset, dice: Dice) -> None:
        super().__init__(ruleset, dice)
        self.markers: list[int] = []
        """Hexes with beachhead markers, ascending."""
        self.note: list[int] = []
        """The beach hexes of the first landing: written down in secret, or printed."""
        self.revealed = 0
        self.landed = 0
        """Units placed in this movement phase."""
        self.quota = -1
        """How many may be placed in it; fixed when placement begins."""

    def _copy_into(self, twin: State) -> None:
        super()._copy_into(twin)
        assert isinstance(twin, SaipanState)
        twin.markers = self.markers.copy()
        twin.note = self.note.copy()
        twin.revealed = self.revealed
        twin.landed = self.landed
        twin.quota = self.quota

    @enforces(FAMILY, "12.34-c")
    def entered(self, unit: int, space: int) -> None:
        """A Japanese unit that comes into the hex of a beachhead marker, even in passing, destroys it for good."""
        if self.markers and space in self.markers and self.ruleset.owner[unit] == JP:
            self.markers.remove(space)
            if self.sink is not None:
                name, hex_name = self.name(unit), self.ruleset.hex_name(space)
                self.tell("beachhead", "12.34-c", f"{name} destroys the beachhead at {hex_name}", unit=name, hex=hex_name)

    def marker_mask(self) -> int:
        """Marker hexes as bits."""
        return mask_of(self.markers)

    def pool(self) -> list[int]:
        """U.S. units that have not come into play."""
        return [unit for unit in self.ruleset.roster[0] if self.where[unit] == POOL]

    def on_island(self, side: int) -> bool:
        """Whether a unit of that side stands on land."""
        is_sea = self.ruleset.ground.is_sea
        return any(not is_sea[self.where[unit]] for unit in self.on_map(side))

    def shorthand(self, text: str, events: list[Event] | None) -> Self | None:
        """`land U:1/2 1102` is enough where the Sea hex lies before one landing hex only."""
        words, grid = text.split(), self.ruleset.ground.grid
        if len(words) >= 3 and words[0].casefold() == "land":
            space = grid.find(words[-1])
            if space is not None and self.ruleset.ground.is_sea[space] and grid.find(words[-2]) is None:
                storming = [code for code in self.choices() if len(self.ruleset.verbs[code >> 36].kinds) == 3]
                beaches = {code & 4095 for code in storming if code >> 12 & 4095 == space}
                if len(beaches) == 1:
                    after = self.copy()
                    after.apply(f"{text} {self.ruleset.hex_name(beaches.pop())}", events)
                    return after
        return super().shorthand(text, events)
