"""The state of a game of Rage Against the Marines: both maps, boxes, markers and tracks as flat lists (chapters 2 and 3).

Both maps are one list of places; a Japanese unit is on the Military Operations map while its `concealed` flag is set. What the
U.S. player has been shown and may remember is kept too (`memory`), because samples and views must agree with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Self

from mypy_extensions import mypyc_attr

from beachhead.engine.action import SPACE, UNIT
from beachhead.engine.chance.dice import Dice
from beachhead.engine.fields import Fields, number, numbers, octets, row, tuples
from beachhead.engine.files.bounds import PRINTED
from beachhead.engine.state import State

if TYPE_CHECKING:
    from beachhead.games.rage.ruleset import RageRuleset

FAMILY: Final = "rage"
US: Final = 0
JP: Final = 1
MANY: Final = 100_000
"""More than any count of dice, Hits or points comes to."""

# Places off the areas, as they stand in `where`.
LANDING: Final = -1
"""Landing Area Box."""
SUPPORT: Final = -2
"""American Support Box."""
RESERVE: Final = -3
"""Reserve Box: units of the 3rd Division that have not been called for."""
LOST: Final = -4
"""Eliminated in view of both: U.S. units in the Reserve Box, whence Recovery may bring them, Japanese in their Eliminated Box."""
OUT: Final = -5
"""Out of play for good, in view of both: overstacked units, support that has left."""
LOST_UNSEEN: Final = -6
"""Eliminated Box of the Military Operations map: the U.S. player does not know."""
UNSET: Final = -7
"""Japanese units not yet set up."""
ABSENT: Final = -8
"""Not in this game: for positions made by hand."""

UNSEEN: Final = (LOST_UNSEEN, UNSET)
"""Where a Japanese unit is when its very absence is a secret."""

PLACES: Final = {
    LANDING: "landing area",
    SUPPORT: "support",
    RESERVE: "reserve",
    LOST: "eliminated",
    OUT: "out of play",
    LOST_UNSEEN: "secretly eliminated",
    UNSET: "not set up",
    ABSENT: "absent",
}
FLAGS: Final = ("box", "due", "raised")
"""Where the Stars and Stripes are, as `flag` counts: in the box, raised with points due, raised and scored."""

# Attacks (chapters 9, 11, 12, 16, 18, 19), as they stand in `attack`.
NONE: Final = 0
US_BOMBARDMENT: Final = 1
JP_BOMBARDMENT: Final = 2
JP_FIRE: Final = 3
US_FIRE: Final = 4
US_ASSAULT: Final = 5
JP_ASSAULT: Final = 6

# Values of `moved`: a move that was seen, and one that was not and must not be told of even when the unit is Revealed later.
SEEN_TO_MOVE: Final = 1
UNSEEN_MOVE: Final = 2

NOBODY: Final = -1
"""In place of the unit on its way: none is."""


class Move(NamedTuple):
    """What a U.S. Movement Phase remembers: the unit on its way, its points left, and whether it has just arrived somewhere."""

    step: int
    mover: int
    left: int
    arrived: int


class JapaneseMove(NamedTuple):
    """The same for a Japanese one, with the areas that the unit has entered, and the moves made in the open in this phase."""

    step: int
    mover: int
    left: int
    entered: int
    arrived: int
    seen: int


@mypyc_attr(allow_interpreted_subclasses=True)
class RageState(State["RageRuleset"]):
    """Where every unit and marker is."""

    fields = Fields(
        turn=number(1, low=1, high="turns"),
        # Number of the phase in `phases.PHASES`.
        phase=number(high="last_phase"),
        # Area of each unit, or one of the places above.
        where=row(UNIT, UNSET, low=ABSENT, high=SPACE),
        steps=octets(UNIT, high=PRINTED),
        # 1: turned sideways.
        fired=octets(UNIT),
        # 1: a Japanese unit on the Military Operations map (or in its Eliminated Box).
        concealed=octets(UNIT),
        # 1: an air unit turned face down by the weather.
        grounded=octets(UNIT),
        # 1: has moved (or hidden) in view in this movement phase; 2: has moved unseen.
        moved=octets(UNIT, high=UNSEEN_MOVE),
        # 1: under U.S. control.
        control=octets(SPACE),
        # Concealed Cave markers, and Revealed ones.
        caves=octets(SPACE, high=PRINTED),
        shown=octets(SPACE, high=PRINTED),
        # Cave markers ever Revealed in each area, whatever became of them.
        caves_found=octets(SPACE, high=PRINTED),
        # 1: everybody knows that no Concealed Cave is left there (9.2, 10.5-b).
        cave_checked=octets(SPACE),
        beachhead=octets(SPACE),
        # Safe to Land markers.
        safe=octets(SPACE),
        # Stars and Stripes: 0 in the box, 1 raised in this turn (a die of VP is due), 2 raised and scored.
        flag=number(high=2),
        vp=row(2, high=MANY),
        # 0 good, 1 cloudy, 2 bad.
        weather=number(high=2),
        # Units that have landed there in this turn.
        landed=octets(SPACE, high=PRINTED),
        # 1: the 10 VP for a 3rd Division landing off a Beachhead have been given.
        third=number(),
        # 1: declared in this turn (the Turn marker lies on its back).
        kirikami=number(),
        # Area of the HQ when a Banzai Charge was declared in this phase; -1: none.
        banzai=number(-1, low=-1, high=SPACE),
        # What the Banzai has told: an announced assault area that gets +2 as n, one that does not as -1 - n.
        charged=numbers(low="last_uncharged", high=SPACE),
        # The Japanese movement die of this phase; 0 before it is rolled.
        die=number(high=6),
        # Units that may still move in this Japanese Movement Phase. Secret.
        moves=number(high=PRINTED),
        # Target area of each unit named for a bombardment or an assault; -1: none.
        aim=row(UNIT, -1, low=-1, high=SPACE),
        # 0 while the Japanese player is naming: what stands in `aim` is still his secret.
        named=number(1),
        # Target areas named and not yet resolved, ascending.
        pending=numbers(high=SPACE, distinct=True),
        # The attack under way, or the last one, and its area.
        attack=number(NONE, high=JP_ASSAULT),
        area=number(-1, low=-1, high=SPACE, group="fight"),
        # Its dice as they fell; the rocket's die stands last.
        faces=numbers(low=1, high=6, group="fight"),
        hits=number(high=MANY, group="fight"),
        # Its Damage Number, less what has been applied.
        damage=number(high=MANY, group="fight"),
        # Its units in the order in which they lose steps, as far as ranked, and those of them that have declared a retreat.
        row=numbers(high=UNIT, distinct=True, group="fight"),
        retreating=numbers(high=UNIT, distinct=True, group="fight"),
        # What the U.S. player has been shown of the secret map; see `memory`.
        memory=tuples(),
    )

    # Written by `make fields` from the table above.
    # fmt: off
    __slots__ = ("aim", "area", "attack", "banzai", "beachhead", "cave_checked", "caves", "caves_found", "charged", "concealed",
                 "control", "damage", "die", "faces", "fired", "flag", "grounded", "hits", "kirikami", "landed", "memory",
                 "moved", "moves", "named", "pending", "phase", "retreating", "row", "safe", "shown", "steps", "third", "turn",
                 "vp", "weather", "where")
    # fmt: on
    turn: int
    phase: int
    where: list[int]
    steps: bytearray
    fired: bytearray
    concealed: bytearray
    grounded: bytearray
    moved: bytearray
    control: bytearray
    caves: bytearray
    shown: bytearray
    caves_found: bytearray
    cave_checked: bytearray
    beachhead: bytearray
    safe: bytearray
    flag: int
    vp: list[int]
    weather: int
    landed: bytearray
    third: int
    kirikami: int
    banzai: int
    charged: list[int]
    die: int
    moves: int
    aim: list[int]
    named: int
    pending: list[int]
    attack: int
    area: int
    faces: list[int]
    hits: int
    damage: int
    row: list[int]
    retreating: list[int]
    memory: list[tuple[int, ...]]

    def _copy_into(self, twin: Self) -> None:
        self._copy_common(twin)
        twin.turn = self.turn
        twin.phase = self.phase
        twin.where = self.where.copy()
        twin.steps = self.steps.copy()
        twin.fired = self.fired.copy()
        twin.concealed = self.concealed.copy()
        twin.grounded = self.grounded.copy()
        twin.moved = self.moved.copy()
        twin.control = self.control.copy()
        twin.caves = self.caves.copy()
        twin.shown = self.shown.copy()
        twin.caves_found = self.caves_found.copy()
        twin.cave_checked = self.cave_checked.copy()
        twin.beachhead = self.beachhead.copy()
        twin.safe = self.safe.copy()
        twin.flag = self.flag
        twin.vp = self.vp.copy()
        twin.weather = self.weather
        twin.landed = self.landed.copy()
        twin.third = self.third
        twin.kirikami = self.kirikami
        twin.banzai = self.banzai
        twin.charged = self.charged.copy()
        twin.die = self.die
        twin.moves = self.moves
        twin.aim = self.aim.copy()
        twin.named = self.named
        twin.pending = self.pending.copy()
        twin.attack = self.attack
        twin.area = self.area
        twin.faces = self.faces.copy()
        twin.hits = self.hits
        twin.damage = self.damage
        twin.row = self.row.copy()
        twin.retreating = self.retreating.copy()
        twin.memory = self.memory.copy()

    def clear_fight(self) -> None:
        """Give the fields of this group their first values again."""
        self.area = -1
        self.faces = []
        self.hits = 0
        self.damage = 0
        self.row = []
        self.retreating = []

    # End of what `make fields` wrote.

    def __init__(self, ruleset: RageRuleset, dice: Dice) -> None:
        super().__init__(ruleset, dice)
        self.where = list(ruleset.start)
        self.steps = bytearray(ruleset.full)

    # ------------------------------------------------------------------ questions

    def name(self, unit: int) -> str:
        """A unit's name."""
        return self.ruleset.unit_ids[unit]

    def area_name(self, area: int) -> str:
        """The printed name of an area."""
        return self.ruleset.area_names[area]

    def fog(self) -> bool:
        """Whether anything at all may still be Concealed, as far as public facts tell (R62)."""
        return 1 in self.concealed or self.has_caves()

    def has_caves(self) -> bool:
        """Whether a Cave is still hidden anywhere. Counting the areas without one does not look at them one by one."""
        return self.caves.count(0) != len(self.caves)

    def us_in(self, area: int) -> list[int]:
        """U.S. ground units there."""
        where = self.where
        return [unit for unit in self.ruleset.us_ground_units if where[unit] == area]

    def has_us(self, area: int) -> bool:
        """Whether a U.S. ground unit is there."""
        where = self.where
        for unit in range(self.ruleset.ground_count):  # noqa: SIM110 - a generator would cost more than the loop
            if where[unit] == area:
                return True
        return False

    def jp_in(self, area: int) -> list[int]:
        """Japanese units there, on either map."""
        where = self.where
        return [unit for unit in self.ruleset.japanese_units if where[unit] == area]

    def revealed_in(self, area: int) -> list[int]:
        """Revealed Japanese units there."""
        concealed = self.concealed
        return [unit for unit in self.jp_in(area) if not concealed[unit]]

    def has_revealed(self, area: int) -> bool:
        """Whether a Revealed Japanese unit is there."""
        return bool(self.revealed_in(area))

    def concealed_in(self, area: int) -> list[int]:
        """Concealed Japanese units there."""
        concealed = self.concealed
        return [unit for unit in self.jp_in(area) if concealed[unit]]
