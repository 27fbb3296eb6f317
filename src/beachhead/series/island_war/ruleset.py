"""The ruleset of an Island War game: units, map and tables of one match, and the words of its actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import SPACE, UNIT, Names, Verb, pack
from beachhead.engine.files.bounds import ACTION
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Secret, Shown
from beachhead.engine.step import AnyStep
from beachhead.series.island_war.combat.duties import Duties
from beachhead.series.island_war.components import Board, Hexsides, ResultsTable, Terrain, Track, Unit
from beachhead.series.island_war.ground import ARMOUR, FOOT, Ground
from beachhead.series.island_war.verbs import MOVE, VERBS

if TYPE_CHECKING:
    from beachhead.engine.game import Game

SIDES: Final = ("us", "jp")
US: Final = 0
JP: Final = 1
SIDE_NAMES: Final = {"us": "U.S.", "jp": "Japan"}
SIDE_ADJECTIVES: Final = ("U.S.", "Japanese")
FOOT_ARMS: Final = ("infantry", "engineer")


@dataclass(frozen=True, slots=True)
class Components:
    """All components of a game, read and checked."""

    terrain: Mapping[str, Terrain]
    hexsides: Hexsides
    table: ResultsTable
    units: tuple[Unit, ...]
    track: Track
    board: Board


@mypyc_attr(allow_interpreted_subclasses=True)
class IslandWarRuleset(Ruleset):
    """Units in two blocks, U.S. first, with their values in flat lists; the map's tables; the results table."""

    def __init__(
        self,
        game: Game,
        parameters: Mapping[str, Any],
        components: Components,
        *,
        verbs: Sequence[Verb] = VERBS,
        steps: Sequence[AnyStep],
        shown: Sequence[Shown[Any]],
        secrets: Sequence[Secret[Any]] = (),
        duties: type[Duties] = Duties,
        minimum_move: bool = False,
    ) -> None:
        units = tuple(sorted(components.units, key=lambda unit: unit.side))
        grid = components.board.grid
        super().__init__(
            game,
            parameters,
            verbs=verbs,
            steps=steps,
            names={UNIT: Names([unit.id for unit in units], _without_side), SPACE: Names(grid.names)},
            shown=shown,
            secrets=secrets,
        )
        self.components = components
        self.units = units
        self.number = {unit.id: number for number, unit in enumerate(units)}
        self.ground = Ground(components.board, components.terrain, components.hexsides)
        self.table = components.table
        self.favour = {line: components.table.favour(line) for line in components.table.tops}
        """How good each terrain line is for the defender."""
        self.track = components.track
        self.turns = components.track.turns
        self.duties = duties
        """What finds the duties of a combat phase: a game may have more of them than the standard rules."""
        self.minimum_move = minimum_move
        self.moves = tuple(pack(MOVE, number) for number in range(len(units)))
        """For each unit the number of its moves, without their end."""
        self.without_pairs_of = tuple(_without_pairs_of(number, len(units)) for number in range(len(units)))
        """For each unit all pairs of units that it is not part of (`movement.PhaseTables.pairs`)."""
        self.faces = tuple(self._face(unit) for unit in units)
        """What views show of each counter while it is in the pool, to be copied; a view fills in place and marks."""
        self.owner = tuple(unit.side for unit in units)
        self.roster = tuple(tuple(n for n, unit in enumerate(units) if unit.side == side) for side in (0, 1))
        self.starts = tuple(block[0] if block else 0 for block in self.roster)
        """The first unit of each side."""
        self.bit = tuple(1 << number - self.starts[unit.side] for number, unit in enumerate(units))
        """For each unit its bit in a set of units of its side. Sides are counted apart so that a set fits into one machine word:
        compiled code handles no more than 62 bits without an object."""
        self.attack = tuple(unit.attack for unit in units)
        self.defence = tuple(unit.defence for unit in units)
        self.fpf = tuple(unit.fpf for unit in units)
        self.range = tuple(unit.range for unit in units)
        self.halves = tuple(2 * unit.movement for unit in units)
        self.is_gun = tuple(unit.arm == "artillery" for unit in units)
        self.is_armour = tuple(unit.arm == "armour" for unit in units)
        self.is_foot = tuple(unit.arm in FOOT_ARMS for unit in units)
        self.mover = tuple(ARMOUR if unit.arm == "armour" else FOOT for unit in units)
        self.guns = tuple(tuple(n for n in block if self.is_gun[n]) for block in self.roster)

    def _face(self, unit: Unit) -> dict[str, Any]:
        return {"side": self.sides[unit.side], "arm": unit.arm, "values": unit.values, "place": "pool", "marks": []}

    def set_of(self, units: Iterable[int]) -> int:
        """A set of units of one side, as bits."""
        found = 0
        for unit in units:
            found |= self.bit[unit]
        return found

    def units_in(self, members: int, side: int) -> list[int]:
        """The units of such a set, in order."""
        start = self.starts[side]
        return [start + place for place in spaces_of(members)]

    def is_shorthand(self, text: str) -> bool:
        """`attack 1103 from 1203 1102`: targets and attackers are units or their hexes."""
        words = text.split() if len(text) <= ACTION else []
        if len(words) < 4 or words[0].casefold() != "attack" or "from" not in words[2:-1]:
            return False
        cut = words.index("from")
        return self._are_units(words[1:cut]) and self._are_units(words[cut + 1 :])

    def _are_units(self, words: list[str]) -> bool:
        """Whether words can be read as names of units or hexes, one or more of them a name."""
        names, grid = self.names[UNIT], self.ground.grid
        ends = {0}
        """Where a row of whole names, read from the first word on, may end."""
        for start in range(len(words)):
            if start in ends:
                if grid.find(words[start]) is not None:
                    ends.add(start + 1)
                ends |= {end for end in range(start + 1, start + names.words + 1) if names.find(" ".join(words[start:end]))}
        return len(words) in ends

    @property
    def max_actions(self) -> int:
        """As the game declares it for its own track; a longer track takes longer in proportion."""
        standard = self.game.scenarios[0].turns
        return self.game.max_actions * max(standard, self.track.turns) // standard

    def hex_name(self, space: int) -> str:
        """The number of a hex."""
        return self.ground.grid.names[space]


def _without_pairs_of(unit: int, width: int) -> int:
    row = (1 << width) - 1 << unit * width
    column = sum(1 << other * width + unit for other in range(width))
    return ((1 << width * width) - 1) & ~(row | column)


def _without_side(name: str) -> tuple[str, ...]:
    return (name.partition(":")[2],)
