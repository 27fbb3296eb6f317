"""Where US units can walk, worked out once from map and scenario (7.3.1-g, 7.3.2-b, 7.3.6, 7.3.7, 18.4.4-f)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import EAST

if TYPE_CHECKING:
    from beachhead.games.dday.box.sheets import ScenarioData
    from beachhead.games.dday.island.ground import Ground

FAMILY: Final = "dday"
D_DAY_ENDS: Final = 6
"""Up to this game turn a move is two hexes long (7.0-a-move)."""
BEACHES_CLEARED: Final = 7
RAMPS_BUILT: Final = 10
TERRACES_GONE: Final = 12


class Ways:
    """Masks of the neighbors that a hex lets units move to."""

    def __init__(self, ground: Ground, setup: ScenarioData) -> None:
        self.ground = ground
        self.closed = self._closed(setup)
        """Land in sectors or columns that US units must not enter."""
        self.foot = self._foot()
        """[hex]: neighbors that any unit but a tank can move to."""
        self.slow = tuple(ground.bluff_mask[space] & ~ground.road_mask[space] for space in range(ground.size))
        """[hex]: neighbors across a bluff without a road: no tanks, and a one-hex move for the others."""
        self.tank = self._tank()
        """[hex]: neighbors that a tank can move to."""
        self.groups_next = tuple(
            tuple(sorted({ground.group_at[near] for near in spaces_of(ground.near_mask[space] & ground.position_mask)}))
            for space in range(ground.size)
        )
        """[hex]: groups with a hex next to it."""
        self.terraces = self._terraces()
        """[stage of the bulldozers, 0 to 3]: terraces that still slow units down."""

    @enforces(FAMILY, "18.4.4-f", "18.5", "18.6", "18.7")
    def _closed(self, setup: ScenarioData) -> int:
        ground, found = self.ground, 0
        for sector in setup.closed_sectors:
            found |= ground.sector_mask[sector]
        if setup.closed_columns_from:
            for space in range(ground.land):
                if ground.columns[space] >= setup.closed_columns_from:
                    found |= 1 << space
        return found

    @enforces(FAMILY, "7.3", "7.3.7", "2.4.6-cliffs", "18.4.4-f")
    def _foot(self) -> tuple[int, ...]:
        """Land next to a hex, in any direction, but not across a cliff (roads or not, R1 c30), nor in a closed sector."""
        ground = self.ground
        return tuple(ground.near_mask[space] & ~ground.shut_mask[space] & ~self.closed for space in range(ground.size))

    @enforces(FAMILY, "7.3.1-g")
    def _tank(self) -> tuple[int, ...]:
        return tuple(self.foot[space] & ~self.slow[space] for space in range(self.ground.size))

    @enforces(FAMILY, "7.3.6", "7.3.6-a", "7.3.6-b", "7.3.6-c")
    def _terraces(self) -> tuple[int, int, int, int]:
        """All of them; without the eastern beaches from GT 7; without the hexes next to these from GT 10; none from GT 12."""
        ground, beaches = self.ground, 0
        for number, box in enumerate(ground.boxes):
            if box.shore == EAST:
                beaches |= ground.box_mask[number]
        every = ground.terrace_mask
        return every, every & ~beaches, every & ~ground.around(beaches, 1), 0

    @enforces(FAMILY, "7.3.6-a", "7.3.6-b", "7.3.6-c")
    def terraces_on(self, turn: int) -> int:
        """The terraces that limit units to one hex on a game turn."""
        return self.terraces[(turn >= BEACHES_CLEARED) + (turn >= RAMPS_BUILT) + (turn >= TERRACES_GONE)]


@enforces(FAMILY, "7.0-a-move", "7.3", "7.3.1-a")
def allowance(turn: int) -> int:
    """How many hexes a move may have: two on D-Day, three later; tanks too."""
    return 2 if turn <= D_DAY_ENDS else 3
