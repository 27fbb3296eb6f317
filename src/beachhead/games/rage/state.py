"""The state of a game of Rage Against the Marines: both maps, boxes, markers and tracks as flat lists (chapters 2 and 3).

Both maps are one list of places; a Japanese unit is on the Military Operations map while its `concealed` flag is set. What the
U.S. player has been shown and may remember is kept too (`memory`), because samples and views must agree with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from beachhead.engine.dice import Dice
from beachhead.engine.state import State

if TYPE_CHECKING:
    from beachhead.games.rage.ruleset import RageRuleset

FAMILY = "rage"
US, JP = 0, 1

# Places off the areas, as they stand in `where`.
LANDING = -1
"""Landing Area Box."""
SUPPORT = -2
"""American Support Box."""
RESERVE = -3
"""Reserve Box: units of the 3rd Division that have not been called for."""
LOST = -4
"""Eliminated in view of both: U.S. units in the Reserve Box, whence Recovery may bring them, Japanese in their Eliminated Box."""
OUT = -5
"""Out of play for good, in view of both: overstacked units, support that has left."""
LOST_UNSEEN = -6
"""Eliminated Box of the Military Operations map: the U.S. player does not know."""
UNSET = -7
"""Japanese units not yet set up."""
ABSENT = -8
"""Not in this game: for positions made by hand."""

UNSEEN = (LOST_UNSEEN, UNSET)
"""Where a Japanese unit is when its very absence is a secret."""

# Attacks (chapters 9, 11, 12, 16, 18, 19), as they stand in `attack`.
NONE, US_BOMBARDMENT, JP_BOMBARDMENT, JP_FIRE, US_FIRE, US_ASSAULT, JP_ASSAULT = range(7)

# Entries of `memory`: flat tuples (what, turn, ...), oldest first. Everything in them is public.
SEARCHED, BLAST, SEEN, HID, DIE, CLOSED = range(6)
"""SEARCHED turn mask: at the end of the U.S. Movement Phase nothing Concealed was left in these areas (10.5-b).
BLAST turn area points: so much damage was left for Concealed units of the area (9.3.3-3).
SEEN turn unit area steps: the unit became Revealed there.
HID turn unit area steps fired: the unit became Concealed there.
DIE turn units open: the movement die allowed so many units to move; so many of them were moved or hidden in view.
CLOSED turn mask: areas that no unit could enter unseen in the Japanese Movement Phase (U.S. control or U.S. ground units)."""


class RageState(State):
    """Where every unit and marker is."""

    __slots__ = (
        "aim",
        "area",
        "attack",
        "banzai",
        "beachhead",
        "cave_checked",
        "caves",
        "caves_found",
        "charged",
        "concealed",
        "control",
        "damage",
        "die",
        "faces",
        "fired",
        "flag",
        "grounded",
        "hits",
        "kirikami",
        "landed",
        "memory",
        "moved",
        "moves",
        "named",
        "pending",
        "phase",
        "retreating",
        "row",
        "safe",
        "shown",
        "steps",
        "third",
        "turn",
        "vp",
        "weather",
        "where",
    )
    ruleset: RageRuleset
    fields: ClassVar[tuple[str, ...]] = (
        "turn",
        "phase",
        "where",
        "steps",
        "fired",
        "concealed",
        "grounded",
        "moved",
        "control",
        "caves",
        "shown",
        "caves_found",
        "cave_checked",
        "beachhead",
        "safe",
        "flag",
        "vp",
        "weather",
        "landed",
        "third",
        "kirikami",
        "banzai",
        "charged",
        "die",
        "moves",
        "aim",
        "named",
        "pending",
        "attack",
        "area",
        "faces",
        "hits",
        "damage",
        "row",
        "retreating",
        "memory",
    )

    def __init__(self, ruleset: RageRuleset, dice: Dice) -> None:
        super().__init__(ruleset, dice)
        units, areas = len(ruleset.units), len(ruleset.areas)
        self.turn = 1
        self.phase = 0
        """Number of the phase in `sequence.PHASES`."""
        self.where: list[int] = list(ruleset.start)
        """Area of each unit, or one of the places above."""
        self.steps = bytearray(ruleset.full)
        self.fired = bytearray(units)
        """1: turned sideways."""
        self.concealed = bytearray(units)
        """1: a Japanese unit on the Military Operations map (or in its Eliminated Box)."""
        self.grounded = bytearray(units)
        """1: an air unit turned face down by the weather."""
        self.moved = bytearray(units)
        """1: has moved (or hidden) in this movement phase."""
        self.control = bytearray(areas)
        """1: under U.S. control."""
        self.caves = bytearray(areas)
        """Concealed Cave markers."""
        self.shown = bytearray(areas)
        """Revealed Cave markers."""
        self.caves_found = bytearray(areas)
        """Cave markers ever Revealed in each area, whatever became of them."""
        self.cave_checked = bytearray(areas)
        """1: everybody knows that no Concealed Cave is left there (9.2, 10.5-b)."""
        self.beachhead = bytearray(areas)
        self.safe = bytearray(areas)
        """Safe to Land markers."""
        self.flag = 0
        """Stars and Stripes: 0 in the box, 1 raised in this turn (a die of VP is due), 2 raised and scored."""
        self.vp = [0, 0]
        self.weather = 0
        """Number in `weather.KINDS`: good, cloudy, bad."""
        self.landed = bytearray(areas)
        """Units that have landed there in this turn."""
        self.third = 0
        """1: the 10 VP for a 3rd Division landing off a Beachhead have been given."""
        self.kirikami = 0
        """1: declared in this turn (the Turn marker lies on its back)."""
        self.banzai = -1
        """Area of the HQ when a Banzai Charge was declared in this phase; -1: none."""
        self.charged: list[int] = []
        """What the Banzai has told: an announced assault area that gets +2 as n, one that does not as -1 - n."""
        self.die = 0
        """The Japanese movement die of this phase; 0 before it is rolled."""
        self.moves = 0
        """Units that may still move in this Japanese Movement Phase. Secret."""
        self.aim: list[int] = [-1] * units
        """Target area of each unit named for a bombardment or an assault; -1: none."""
        self.named = 1
        """0 while the Japanese player is naming: what stands in `aim` is still his secret."""
        self.pending: list[int] = []
        """Target areas named and not yet resolved, ascending."""
        self.attack = NONE
        """The attack under way, or the last one."""
        self.area = -1
        """Its area."""
        self.faces: list[int] = []
        """Its dice as they fell; the rocket's die stands last."""
        self.hits = 0
        self.damage = 0
        """Its Damage Number, less what has been applied."""
        self.row: list[int] = []
        """Its units in the order in which they lose steps, as far as ranked."""
        self.retreating: list[int] = []
        """Units of the row that have declared a retreat."""
        self.memory: list[tuple[int, ...]] = []
        """What the U.S. player has been shown of the secret map; see above."""

    def _copy_into(self, twin: State) -> None:
        super()._copy_into(twin)
        assert isinstance(twin, RageState)
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

    # ------------------------------------------------------------------ questions

    def name(self, unit: int) -> str:
        """A unit's name."""
        return self.ruleset.units[unit].id

    def area_name(self, area: int) -> str:
        """The printed name of an area."""
        return self.ruleset.areas[area].name

    def fog(self) -> bool:
        """Whether anything at all may still be Concealed, as far as public facts tell (R62)."""
        return 1 in self.concealed or any(self.caves)

    def us_in(self, area: int) -> list[int]:
        """U.S. ground units there."""
        where = self.where
        return [unit for unit in self.ruleset.us_ground if where[unit] == area]

    def has_us(self, area: int) -> bool:
        """Whether a U.S. ground unit is there."""
        return area in self.where[: self.ruleset.ground_count]

    def jp_in(self, area: int) -> list[int]:
        """Japanese units there, on either map."""
        where = self.where
        return [unit for unit in self.ruleset.japanese if where[unit] == area]

    def revealed_in(self, area: int) -> list[int]:
        """Revealed Japanese units there."""
        where, concealed = self.where, self.concealed
        return [unit for unit in self.ruleset.japanese if where[unit] == area and not concealed[unit]]

    def concealed_in(self, area: int) -> list[int]:
        """Concealed Japanese units there."""
        where, concealed = self.where, self.concealed
        return [unit for unit in self.ruleset.japanese if where[unit] == area and concealed[unit]]
