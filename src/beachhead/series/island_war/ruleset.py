"""The setup of an Island War game: units, map and tables of one match, and the words of its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from beachhead.engine.action import NUMBER, SPACE, UNIT, Names, Verb, pack
from beachhead.engine.bounds import ACTION
from beachhead.engine.refusal import Refusal
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Secret, Shown
from beachhead.engine.step import AnyStep
from beachhead.series.island_war.components import Board, Hexsides, ResultsTable, Terrain, Track, Unit
from beachhead.series.island_war.ground import ARMOUR, FOOT, Ground

if TYPE_CHECKING:
    from beachhead.engine.game import Game
    from beachhead.series.island_war.state import IslandWarState

SIDES = ("us", "jp")
SIDE_NAMES = {"us": "U.S.", "jp": "Japan"}
SIDE_ADJECTIVES = ("U.S.", "Japanese")
FOOT_ARMS = ("infantry", "engineer")

(
    DONE,
    MOVE,
    ATTACK,
    JOIN,
    ALSO,
    OPEN_BARRAGE,
    OPEN_SUPPORT,
    BARRAGE,
    SUPPORT,
    PROTECT,
    BANZAI,
    REGULAR,
    RETREAT,
    DISPLACE,
    PAY,
    ADVANCE,
    EXCHANGE,
) = range(17)
VERBS: tuple[Verb, ...] = (
    Verb("done", (), "close this choice or end the phase"),
    Verb("move", (UNIT, SPACE), "move a unit to a hex"),
    Verb("attack", (UNIT, UNIT), "open an attack by a unit on an adjacent enemy"),
    Verb("join", (UNIT,), "one more attacker"),
    Verb("also", (UNIT,), "one more defender"),
    Verb("barrage", (UNIT, UNIT), "open an attack by a distant gun alone"),
    Verb("support", (NUMBER, UNIT), "open an attack by support points alone"),
    Verb("barrage", (UNIT,), "add a distant gun to the attack"),
    Verb("support", (NUMBER,), "add support points, as barrage or as protective fire"),
    Verb("protect", (UNIT,), "give protective fire with a gun"),
    Verb("banzai", (), "make it a massed attack"),
    Verb("regular", (), "leave it a regular attack"),
    Verb("retreat", (UNIT, SPACE), "one step of a retreat"),
    Verb("displace", (UNIT, SPACE), "where a displaced friend goes"),
    Verb("pay", (UNIT,), "a unit lost as the price of a massed attack"),
    Verb("advance", (UNIT, SPACE), "follow the path of retreat up to a hex"),
    Verb("exchange", (UNIT, UNIT), "let two units move into each other's hexes", either_way=True),
)
DONE_CODE = pack(DONE)


@dataclass(frozen=True, slots=True)
class Components:
    """All components of a game, read and checked."""

    terrain: Mapping[str, Terrain]
    hexsides: Hexsides
    table: ResultsTable
    units: tuple[Unit, ...]
    track: Track
    board: Board


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
        self.track = components.track
        self.minimum_move = minimum_move
        self.exchanges = True
        """Whether two units may move into each other's hexes in one action (R42)."""
        self.without_pairs_of = tuple(_without_pairs_of(number, len(units)) for number in range(len(units)))
        """For each unit all pairs of units that it is not part of (`movement.PhaseTables.pairs`)."""
        self.lone_price_taken = True
        """Whether the price of a massed attack is paid without asking where only one set of units can pay it."""
        self.owner = tuple(unit.side for unit in units)
        self.roster = tuple(tuple(n for n, unit in enumerate(units) if unit.side == side) for side in (0, 1))
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
        self.step = SimpleNamespace(**self.step_number)
        """Numbers of the steps by name, for pushing them."""

    def carry_out_move(self, state: IslandWarState, unit: int, space: int) -> None:
        """Move a unit to the end of its move; games in which the way matters do more."""
        raise NotImplementedError

    def carry_out_exchange(self, state: IslandWarState, unit: int, other: int) -> None:
        """Move two units into each other's hexes."""
        raise NotImplementedError

    def refuse_elsewhere(self, state: IslandWarState, code: int) -> Refusal:
        """The refusal of an action that is the game's own, at the wrong time."""
        raise NotImplementedError

    def storm_failed(self, state: IslandWarState) -> None:
        """The units of this combat that are still in the sea did not take their beach: for games with landings."""

    def prefers_walk(self, state: IslandWarState, unit: int, walk: tuple[int, ...], other: tuple[int, ...] | None) -> bool:
        """Whether an advance to the same hex should take this way rather than the other."""
        del state, unit, walk
        return other is None

    def landing_step(self, side: int) -> int | None:
        """The step in which a side places reinforcements at the end of its movement phase, if it has one."""
        del side
        return None

    def end_player_turn(self, state: IslandWarState, side: int) -> None:
        """A Player-Turn is over."""

    def judge(self, state: IslandWarState) -> None:
        """The last Game-Turn is over: end the game."""
        raise NotImplementedError

    def after_combat(self, state: IslandWarState) -> None:
        """A combat is over, advances included: the game may end."""

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
