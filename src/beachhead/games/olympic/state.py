"""The state of a game of Operation Olympic: counters, markers and tracks as flat lists.

Which unit a face-down counter is, is nobody's knowledge: until it is released it is its place and a kind of values (A100). Both
sides never share a hex, so one row of tops serves both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from mypy_extensions import mypyc_attr

from beachhead.boards import stacks
from beachhead.boards.hexes import mask_of
from beachhead.engine.action import SPACE, UNIT
from beachhead.engine.chance.dice import Dice
from beachhead.engine.fields import COPY, NUMBER, OCTETS, Fields, derived, number, numbers, octets, row, text
from beachhead.engine.files.cases import enforces
from beachhead.engine.state import State
from beachhead.games.olympic.ground import FAMILY

if TYPE_CHECKING:
    from beachhead.games.olympic.ruleset import OlympicRuleset

MANY: Final = 100_000
"""More Casualty Points than any game brings."""

# Places off the map, as they stand in `where`.
ABSENT: Final = -1
"""Not in this game: for positions made by hand."""
LOST: Final = -2
"""Eliminated for good."""
DUE: Final = -3
"""A U.S. unit that has not arrived yet; a Japanese one that still lies face down somewhere (or nowhere)."""
POOL: Final = -4
"""An R unit that has not been drawn."""
ENTERING: Final = -5
"""An R unit beside the entry hex."""
BOX: Final = -6
"""On a Replacement Track: `track` says which, `due` when it returns."""
PLACES: Final = {ABSENT: "absent", LOST: "lost", DUE: "due", POOL: "pool", ENTERING: "entering", BOX: "box"}
STACK: Final = 3
"""Units that a hex holds (7.0)."""
SET_ASIDE: Final = 255
"""In `track`: a loss that gets its Replacement Track at the end of the Combat Phase (A43)."""

# What a unit has done in this Combat Phase, as bits of `fought`.
ATTACKED: Final = 1
DEFENDED: Final = 2
RETREATED: Final = 4


class Moving(NamedTuple):
    """A Movement Phase: the unit taken up, or -1, its points left, and whether it may still go on."""

    step: int
    mover: int = -1
    left: int = 0


@mypyc_attr(allow_interpreted_subclasses=True)
class OlympicState(State["OlympicRuleset"]):
    """One moment of a game."""

    fields = Fields(
        turn=number(1, low=1, high="turns"),
        # Number of the phase in `phases.PHASES`.
        phase=number(3, high=10),
        # Hex of each unit, or one of the places above.
        where=row(UNIT, ABSENT, low=BOX, high=SPACE),
        # The unit under each; -1: none.
        below=row(UNIT, -1, low=-1, high=UNIT),
        # Game-Turn on which a U.S. unit arrives or returns.
        due=octets(UNIT, high=255),
        # Zone of the Replacement Track, counted from 1.
        track=octets(UNIT, high=255),
        # Losses that are set aside (A43), each followed by the hex where it was lost.
        lost_at=numbers(high=SPACE),
        # What lies face down in each place: 0 nothing, 1 a dummy, else a kind of unit. Secret.
        reserve=octets("slots", high="last_kind"),
        # By Town and City: whether its militia is alive, whether a U.S. Control marker lies there.
        militia=octets("place_count", 1),
        control=octets("place_count"),
        # Beachheads of both kinds, those of them that are fortified, and Air Interdiction markers, ascending.
        beachheads=numbers(high=SPACE, distinct=True),
        fortified=numbers(high=SPACE, distinct=True),
        interdiction=numbers(high=SPACE, distinct=True),
        # Air Interdiction markers announced for Game-Turn 1; -1: not yet.
        announced=number(-1, low=-1, high=255),
        # Tokko Points by zone (17.3). Secret until shown.
        tokko=octets("zone_count", high=3),
        tokko_shown=number(),
        # American Casualty Points.
        casualties=number(high=MANY),
        # 1: an assault has been made in a northern zone.
        north=number(),
        # 1: has finished its move, or lands or enters without one, in this Movement Phase.
        moved=octets(UNIT),
        # 1: unsupplied at the start of this Movement Phase.
        short=octets(UNIT),
        # What units have done in this Combat Phase.
        fought=octets(UNIT, high=7),
        # 1: the militia has been attacked in this Combat Phase.
        stormed=octets("place_count"),
        # Coastal hexes that stacks have attacked in this phase, and those that they have captured.
        struck=numbers(high=SPACE, distinct=True),
        captured=numbers(high=SPACE, distinct=True),
        # Beachheads exchanged in this phase.
        swapped=numbers(high=SPACE, distinct=True),
        # 1: a unit of a stack whose order has been set in this phase.
        arranged=octets(UNIT),
        # The combat under way, or the last one.
        attackers=numbers(high=UNIT, distinct=True, group="fight"),
        targets=numbers(high=SPACE, distinct=True, group="fight"),
        defenders=numbers(high=UNIT, distinct=True, group="fight"),
        emptied=numbers(high=SPACE, distinct=True, group="fight"),
        # Strength of the militia in each target, as it fought; 0: none.
        guards=numbers(high=255, group="fight"),
        attack=number(high=MANY, group="fight"),
        defense=number(high=MANY, group="fight"),
        die=number(high=6, group="fight"),
        effect=text(group="fight"),
        # Casualty Points for each U.S. unit in it, and those scored so far.
        price=number(high=99, group="fight"),
        scored=number(high=MANY, group="fight"),
        # 1: an amphibious assault; 1: a suicide attack (8.54).
        by_sea=number(group="fight"),
        suicide=number(group="fight"),
        # Units of it that were unsupplied when it began, for what their loss costs (A76).
        cut_off=numbers(high=UNIT, distinct=True, group="fight"),
        # The units that still have to retreat, the hexes that others of them have passed, who is on the way, and how far.
        retreating=numbers(high=UNIT, distinct=True, group="flight"),
        through=numbers(high=SPACE, group="flight"),
        runner=number(-1, low=-1, high=UNIT, group="flight"),
        way=numbers(high=SPACE, group="flight"),
        # Computed from the others.
        tops=derived(OCTETS, 0, COPY, per=SPACE),
        us_mask=derived(NUMBER, 0),
        jp_mask=derived(NUMBER, 0),
        down_mask=derived(NUMBER, 0),
        militia_mask=derived(NUMBER, 0),
        control_mask=derived(NUMBER, 0),
        beach_mask=derived(NUMBER, 0),
        fort_mask=derived(NUMBER, 0),
        us_supply=derived("Any", None),
        jp_supply=derived("Any", None),
        march=derived("Any", None),
        tables=derived("Any", None),
    )
    # Written by `make fields` from the table above.
    # fmt: off
    __slots__ = ("announced", "arranged", "attack", "attackers", "beach_mask", "beachheads", "below", "by_sea", "captured",
                 "casualties", "control", "control_mask", "cut_off", "defenders", "defense", "die", "down_mask", "due", "effect",
                 "emptied", "fort_mask", "fortified", "fought", "guards", "interdiction", "jp_mask", "jp_supply", "lost_at",
                 "march", "militia", "militia_mask", "moved", "north", "phase", "price", "reserve", "retreating", "runner",
                 "scored", "short", "stormed", "struck", "suicide", "swapped", "tables", "targets", "through", "tokko",
                 "tokko_shown", "tops", "track", "turn", "us_mask", "us_supply", "way", "where")
    # fmt: on
    turn: int
    phase: int
    where: list[int]
    below: list[int]
    due: bytearray
    track: bytearray
    lost_at: list[int]
    reserve: bytearray
    militia: bytearray
    control: bytearray
    beachheads: list[int]
    fortified: list[int]
    interdiction: list[int]
    announced: int
    tokko: bytearray
    tokko_shown: int
    casualties: int
    north: int
    moved: bytearray
    short: bytearray
    fought: bytearray
    stormed: bytearray
    struck: list[int]
    captured: list[int]
    swapped: list[int]
    arranged: bytearray
    attackers: list[int]
    targets: list[int]
    defenders: list[int]
    emptied: list[int]
    guards: list[int]
    attack: int
    defense: int
    die: int
    effect: str
    price: int
    scored: int
    by_sea: int
    suicide: int
    cut_off: list[int]
    retreating: list[int]
    through: list[int]
    runner: int
    way: list[int]
    tops: bytearray
    us_mask: int
    jp_mask: int
    down_mask: int
    militia_mask: int
    control_mask: int
    beach_mask: int
    fort_mask: int
    us_supply: Any
    jp_supply: Any
    march: Any
    tables: Any

    def _copy_into(self, twin: Self) -> None:
        self._copy_common(twin)
        twin.turn = self.turn
        twin.phase = self.phase
        twin.where = self.where.copy()
        twin.below = self.below.copy()
        twin.due = self.due.copy()
        twin.track = self.track.copy()
        twin.lost_at = self.lost_at.copy()
        twin.reserve = self.reserve.copy()
        twin.militia = self.militia.copy()
        twin.control = self.control.copy()
        twin.beachheads = self.beachheads.copy()
        twin.fortified = self.fortified.copy()
        twin.interdiction = self.interdiction.copy()
        twin.announced = self.announced
        twin.tokko = self.tokko.copy()
        twin.tokko_shown = self.tokko_shown
        twin.casualties = self.casualties
        twin.north = self.north
        twin.moved = self.moved.copy()
        twin.short = self.short.copy()
        twin.fought = self.fought.copy()
        twin.stormed = self.stormed.copy()
        twin.struck = self.struck.copy()
        twin.captured = self.captured.copy()
        twin.swapped = self.swapped.copy()
        twin.arranged = self.arranged.copy()
        twin.attackers = self.attackers.copy()
        twin.targets = self.targets.copy()
        twin.defenders = self.defenders.copy()
        twin.emptied = self.emptied.copy()
        twin.guards = self.guards.copy()
        twin.attack = self.attack
        twin.defense = self.defense
        twin.die = self.die
        twin.effect = self.effect
        twin.price = self.price
        twin.scored = self.scored
        twin.by_sea = self.by_sea
        twin.suicide = self.suicide
        twin.cut_off = self.cut_off.copy()
        twin.retreating = self.retreating.copy()
        twin.through = self.through.copy()
        twin.runner = self.runner
        twin.way = self.way.copy()
        twin.tops = self.tops.copy()
        twin.us_mask = self.us_mask
        twin.jp_mask = self.jp_mask
        twin.down_mask = self.down_mask
        twin.militia_mask = self.militia_mask
        twin.control_mask = self.control_mask
        twin.beach_mask = self.beach_mask
        twin.fort_mask = self.fort_mask
        twin.us_supply = self.us_supply
        twin.jp_supply = self.jp_supply
        twin.march = self.march
        twin.tables = self.tables

    def clear_fight(self) -> None:
        """Give the fields of this group their first values again."""
        self.attackers = []
        self.targets = []
        self.defenders = []
        self.emptied = []
        self.guards = []
        self.attack = 0
        self.defense = 0
        self.die = 0
        self.effect = ""
        self.price = 0
        self.scored = 0
        self.by_sea = 0
        self.suicide = 0
        self.cut_off = []

    def clear_flight(self) -> None:
        """Give the fields of this group their first values again."""
        self.retreating = []
        self.through = []
        self.runner = -1
        self.way = []

    # End of what `make fields` wrote.

    def __init__(self, ruleset: OlympicRuleset, dice: Dice) -> None:
        super().__init__(ruleset, dice)
        self.tops = bytearray(ruleset.ground.size)
        self.rebuild()

    def rebuild(self) -> None:
        """Compute what follows from the other fields, after loading or when a position has been put."""
        ruleset = self.ruleset
        ground, where = ruleset.ground, self.where
        self.tops = stacks.tops(where, self.below, ground.size, range(len(where)))
        self.us_mask = mask_of(where[unit] for unit in ruleset.us_units if where[unit] >= 0)
        self.jp_mask = mask_of(where[unit] for unit in ruleset.jp_units if where[unit] >= 0)
        self.down_mask = mask_of(space for slot, space in enumerate(ruleset.slot_space) if self.reserve[slot])
        self.militia_mask = mask_of(ground.places[n] for n in range(ground.place_count) if self.militia[n])
        self.control_mask = mask_of(ground.places[n] for n in range(ground.place_count) if self.control[n])
        self.beach_mask = mask_of(self.beachheads)
        self.fort_mask = mask_of(self.fortified)
        self.us_supply = None
        self.jp_supply = None
        self.march = None
        self.tables = None

    # ------------------------------------------------------------------ questions

    def name(self, unit: int) -> str:
        """A unit's name."""
        return self.ruleset.unit_ids[unit]

    def hex_name(self, space: int) -> str:
        """The number of a hex."""
        return self.ruleset.ground.names[space]

    def is_us(self, unit: int) -> bool:
        """Whether a unit is American."""
        return unit < self.ruleset.us_count

    def units_in(self, space: int) -> list[int]:
        """The face-up units in a hex, top first."""
        return stacks.stack(self.below, self.tops, space)

    def count_in(self, space: int) -> int:
        """How many units of whichever side are in a hex; face-down counters count as units (A59)."""
        count = stacks.height(self.below, self.tops, space)
        return count + self.down_in(space) if self.down_mask & self.ruleset.ground.bit[space] else count

    def down_in(self, space: int) -> int:
        """How many counters lie face down in a hex."""
        return sum(1 for slot in self.ruleset.slots_at.get(space, ()) if self.reserve[slot])

    def full_mask(self) -> int:
        """Hexes with three units or more of one side (7.0), face-down counters included."""
        found = 0
        below, where, top = self.below, self.where, self.tops
        for unit in range(len(where)):
            space = where[unit]
            under = below[unit]
            if space >= 0 and under >= 0 and below[under] >= 0 and top[space] == unit + 1:
                found |= 1 << space
        mixed = self.down_mask & self.jp_mask
        while mixed:
            low = mixed & -mixed
            if self.count_in(low.bit_length() - 1) >= STACK:
                found |= low
            mixed ^= low
        return found

    @enforces(FAMILY, "6.0", "6.23", "6.25", "6.26", "11.0", "16.51-note")
    def us_zone(self) -> int:
        """All hexes in U.S. zones of control. Stacks at sea have none (A29)."""
        ground = self.ruleset.ground
        return ground.around.step(self.us_mask & ground.land_mask)

    @enforces(FAMILY, "6.0", "6.1", "6.23", "6.26", "13.1-zoc")
    def jp_zone(self) -> int:
        """All hexes in zones of released Japanese units. Militia and dummies have none."""
        return self.ruleset.ground.around.step(self.jp_mask)

    def down_zone(self) -> int:
        """All hexes next to a face-down counter, which nobody may tell from a unit's zone (A59)."""
        return self.ruleset.ground.around.step(self.down_mask) if self.down_mask else 0

    def alias(self, kind: str, text: str) -> Sequence[int]:
        """A hex stands for the units in it."""
        if kind == UNIT:
            space = self.ruleset.ground.grid.find(text)
            if space is not None:
                return self.units_in(space)
        return ()

    def shorthand(self, text: str) -> Iterator[int | str] | None:
        """A whole attack or a whole stack in one line."""
        from beachhead.games.olympic.shorthand import in_one_line

        return in_one_line(self, text) if self.ruleset.is_shorthand(text) else None

    # ------------------------------------------------------------------ counters on the map

    def put(self, unit: int, space: int) -> None:
        """Put a unit that is off the map into a hex, under whoever is there: the first to come stays on top (A64)."""
        stacks.put_at_bottom(self.where, self.below, self.tops, unit, space)
        if unit < self.ruleset.us_count:
            self.us_mask |= 1 << space
        else:
            self.jp_mask |= 1 << space

    def take(self, unit: int, to: int) -> None:
        """Take a unit off the map."""
        space = stacks.lift(self.where, self.below, self.tops, unit, to)
        if not self.tops[space]:
            if unit < self.ruleset.us_count:
                self.us_mask &= ~(1 << space)
            else:
                self.jp_mask &= ~(1 << space)

    def carry(self, unit: int, space: int) -> None:
        """A unit goes from hex to hex; what it does on the way is told by `passes`."""
        tops, start = self.tops, self.where[unit]
        if tops[start] == unit + 1 and self.below[unit] < 0 and not tops[space]:
            # The usual case, from a hex where it is alone to an empty one, need not look for its place in any stack.
            tops[start] = 0
            tops[space] = unit + 1
            self.where[unit] = space
            bits = self.ruleset.ground.bit
            if unit < self.ruleset.us_count:
                self.us_mask ^= bits[start] | bits[space]
            else:
                self.jp_mask ^= bits[start] | bits[space]
            return
        self.take(unit, ABSENT)
        self.put(unit, space)

    def passes(self, unit: int, space: int) -> None:
        """A unit enters a hex, if only on its way: markers change, and whoever lies face down beside it is turned up."""
        if unit < self.ruleset.us_count:
            self.us_passes(unit, space)
        else:
            self.jp_passes(unit, space)

    @enforces(FAMILY, "13.2-recapture", "13.2-controlled")
    def us_passes(self, unit: int, space: int) -> None:
        """A Town or City without militia comes under U.S. control again; counters next to the hex are released."""
        place = self.ruleset.ground.place_at[space]
        if place >= 0 and not self.militia[place] and not self.control[place]:
            self.set_control(place, True, "13.2-recapture")
        if self.down_mask:
            self.release_near(space)

    @enforces(FAMILY, "11.2", "11.34", "13.2-recapture")
    def jp_passes(self, unit: int, space: int) -> None:
        """A Japanese unit removes beachheads and Control markers from the hexes it enters."""
        bit = self.ruleset.ground.bit[space]
        if self.beach_mask & bit:
            self.beachheads.remove(space)
            self.beach_mask &= ~bit
            if self.fort_mask & bit:
                self.fortified.remove(space)
                self.fort_mask &= ~bit
            if self.sink is not None:
                name, where = self.name(unit), self.hex_name(space)
                self.tell(
                    "beachhead", "11.2", f"{name} destroys the beachhead at {where}", hex=where, unit=name, change="destroyed"
                )
        place = self.ruleset.ground.place_at[space]
        if place >= 0 and self.control[place]:
            self.set_control(place, False, "13.2-recapture")

    def set_control(self, place: int, gained: bool, case: str) -> None:
        """Put a Control marker on a Town or City, or take it off."""
        ground = self.ruleset.ground
        space = ground.places[place]
        self.control[place] = int(gained)
        if gained:
            self.control_mask |= 1 << space
        else:
            self.control_mask &= ~(1 << space)
        if self.sink is not None:
            who = "comes under U.S. control" if gained else "is recaptured by Japan"
            where = self.hex_name(space)
            self.tell(
                "control", case, f"{ground.place_names[place]} ({where}) {who}", hex=where, change="gained" if gained else "lost"
            )

    @enforces(FAMILY, "8.8-note-3", "13.2-destroyed", "13.2-permanent")
    def destroy_militia(self, place: int) -> None:
        """The militia of a Town or City is gone for good; the hex comes under U.S. control at once, entered or not."""
        self.militia[place] = 0
        self.militia_mask &= ~(1 << self.ruleset.ground.places[place])
        self.set_control(place, True, "13.2-destroyed")

    # ------------------------------------------------------------------ release from reserve

    @enforces(FAMILY, "14.21-adjacent", "16.23", "16.24")
    def release_near(self, space: int) -> bool:
        """Turn up all counters next to a hex that a U.S. unit has come to. Returns whether there were any."""
        found = False
        for slot in self.ruleset.slots_near.get(space, ()):
            if self.reserve[slot]:
                self.release(slot, "14.21-adjacent")
                found = True
        return found

    @enforces(FAMILY, "14.21-permanent", "16.24", "6.1")
    def release(self, slot: int, case: str) -> int:
        """Turn up a face-down counter: a dummy is removed, a unit takes the first free name of its kind (A100).

        Returns the unit, or -1.
        """
        ruleset = self.ruleset
        kind, space = self.reserve[slot], ruleset.slot_space[slot]
        self.reserve[slot] = 0
        if not self.down_in(space):
            self.down_mask &= ~(1 << space)
        self.march = None
        self.tables = None
        if kind == 1:
            if self.sink is not None:
                counter, where = ruleset.slot_names[slot], self.hex_name(space)
                self.tell("dummy", "16.24", f"The counter at {where} is a dummy and is removed", counter=counter, hex=where)
            return -1
        unit = next(other for other in ruleset.kind_units[kind] if self.where[other] == DUE)
        self.put(unit, space)
        if self.sink is not None:
            name, where, values = self.name(unit), self.hex_name(space), ruleset.units[unit].values
            counter = ruleset.slot_names[slot]
            self.tell(
                "released",
                case,
                f"{name} ({values}) is turned up at {where}",
                counter=counter,
                unit=name,
                hex=where,
                values=values,
            )
        return unit

    def release_all(self, slots: Sequence[int], case: str) -> None:
        """Turn up several counters in the order given."""
        for slot in slots:
            if self.reserve[slot]:
                self.release(slot, case)

    # ------------------------------------------------------------------ Casualty Points

    @enforces(FAMILY, "15.0", "15.4", "15.4-example", "15.5")
    def score(self, count: int, case: str) -> None:
        """Add American Casualty Points."""
        if count:
            self.casualties += count
            self.scored += count
            if self.sink is not None:
                total = self.casualties
                self.tell("points", case, f"{count} Casualty Points, {total} in all", count=count, total=total)
