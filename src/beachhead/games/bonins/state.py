"""The state of a game of Bloodbath in the Bonins: counters, boxes, container and tracks as flat lists.

A dug-in Japanese unit is its place: `dug` says by hex which unit lies there, `container` which ones wait to be drawn. Both are
secret, and nothing else in a state depends on them. What everybody could see of how counters came and went is in `memory`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Self

from mypy_extensions import mypyc_attr

from beachhead.boards import stacks
from beachhead.boards.hexes import mask_of
from beachhead.engine.action import SPACE, UNIT
from beachhead.engine.chance.dice import Dice
from beachhead.engine.fields import COPY, NUMBER, OCTETS, Fields, derived, number, numbers, octets, row, text, tuples
from beachhead.engine.files.cases import enforces
from beachhead.engine.state import State
from beachhead.games.bonins import memory
from beachhead.games.bonins.ground import FAMILY, SECTORS, SURIBACHI

if TYPE_CHECKING:
    from beachhead.games.bonins.ruleset import BoninsRuleset

# Places off the map, as they stand in `where`.
ABSENT: Final = -1
"""Not in this game (positions made by hand). Of a Japanese unit: not face up on the map; `dug`, `container` and `track` tell."""
AVAILABLE: Final = -2
RESERVES: Final = -3
ELIMINATED: Final = -4
REMOVED: Final = -5
"""Out of the game for good: the tanks that Task Force Collins costs (17.4-b)."""
PLACES: Final = {
    ABSENT: "absent",
    AVAILABLE: "available",
    RESERVES: "reserves",
    ELIMINATED: "eliminated",
    REMOVED: "removed",
}

# What a unit has done in this movement phase, as bits of `acted`.
MOVED: Final = 1
LANDED: Final = 2
REBUILT: Final = 4
"""Has received a replacement step."""

# What a unit has done in this combat phase, as bits of `fought`.
READY: Final = 1
"""May attack in this phase, if it has not: settled when the phase begins (17.2-a, 14.3-b)."""
ATTACKED: Final = 2
DEFENDED: Final = 4
ADVANCED: Final = 8


@mypyc_attr(allow_interpreted_subclasses=True)
class BoninsState(State["BoninsRuleset"]):
    """One moment of a game."""

    fields = Fields(
        turn=number(1, low=1, high="turns"),
        # Number of the phase in `phases.PHASES`.
        phase=number(2, high=8),
        storm=number(),
        # The side of the island that is invaded, as in `ground.beach_sides`; -1: not chosen yet.
        invasion=number(-1, low=-1, high=1),
        # Hex of each U.S. unit and of each Japanese unit that is face up, or one of the places above.
        where=row(UNIT, ABSENT, low=REMOVED, high=SPACE),
        # The U.S. unit under each; -1: none. Arrivals go under.
        below=row(UNIT, -1, low=-1, high=UNIT),
        # 1: a battalion on its depleted side.
        depleted=octets(UNIT),
        # The tank battalion that has become Task Force Collins; -1: none.
        collins=number(-1, low=-1, high=UNIT),
        # By reserve regiment: whether it has been brought forward.
        called=octets("regiment_count"),
        # By hex: the Japanese unit that is dug in there, counted from 1 in their own list; 0: none. Secret.
        dug=octets(SPACE, high="jp_count"),
        # By Japanese unit: whether it is in the container. Secret.
        container=octets("jp_count"),
        # The unit in hand, drawn but not placed yet, counted as above; it still counts as one of the container. Secret.
        hand=octets(1, high="jp_count"),
        drawn=number(),
        # How many are in it.
        held=number(high="jp_count"),
        # Units on the Fire Support Track, as they came.
        track=numbers(high=UNIT, distinct=True),
        # By sector: 1 if it has been cleared; Suribachi first.
        cleared=octets(SECTORS),
        # How unseen counters have come and gone, see memory.py. Everybody knows it.
        memory=tuples(),
        # What units have done in this movement phase; 1: anything at all has been done in it (17.4-a).
        acted=octets(UNIT, high=7),
        opened=number(),
        # Hexes landed on in this phase, and replacement steps left.
        landed=numbers(high=SPACE, distinct=True),
        replacements=number(high=99),
        # What units have done in this combat phase, hexes that have been attacked in it, markers left.
        fought=octets(UNIT, high=15),
        struck=numbers(high=SPACE, distinct=True),
        markers=number(high=99),
        # Hexes of dug-in units that have had their tunnel move, or their try, in this phase.
        tried=numbers(high=SPACE, distinct=True),
        # 1: who may attack in the Japanese combat phase has been settled.
        ready_set=number(),
        # Declared attacks: target, markers, then the attacking hexes.
        declared=tuples(),
        # The combat under way, or the last one: target, attacking hexes, who attacks and defends.
        target=number(-1, low=-1, high=SPACE, group="fight"),
        fronts=numbers(high=SPACE, distinct=True, group="fight"),
        attackers=numbers(high=UNIT, distinct=True, group="fight"),
        defenders=numbers(high=UNIT, distinct=True, group="fight"),
        attack=number(high=9999, group="fight"),
        defense=number(high=9999, group="fight"),
        line=text(group="fight"),
        column=number(high=40, group="fight"),
        shift=number(high=40, group="fight"),
        die=number(high=6, group="fight"),
        effect=text(group="fight"),
        follow_up=number(high=6, group="fight"),
        # Dice of the markers; 1: the defender is suppressed; 1: the defender was dug in; 1: a banzai.
        shells=numbers(high=6, group="fight"),
        suppressed=number(group="fight"),
        entrenched=number(group="fight"),
        banzai=number(group="fight"),
        # Anti-tank dice: unit, die.
        tank_dice=tuples(group="fight"),
        # Hexes that must still retreat or stand fast, how far, and units of such a hex that have not gone yet.
        pending=numbers(high=SPACE, distinct=True, group="fight"),
        distance=number(high=9, group="fight"),
        leaving=numbers(high=UNIT, distinct=True, group="fight"),
        # Hexes of attackers that are empty now, for the advance of a defender.
        emptied=numbers(high=SPACE, distinct=True, group="fight"),
        # Banzai: for each unit that charges, the unit and its target hex (-1: not settled yet).
        charges=tuples(group="charge"),
        # Bombardment: hexes with a Japanese marker in the order of placing, strength of the one that is resolved, its units left.
        targets=numbers(high=SPACE, distinct=True, group="barrage"),
        strength=number(high=99, group="barrage"),
        shelled=numbers(high=UNIT, distinct=True, group="barrage"),
        # Computed from the others.
        tops=derived(OCTETS, 0, COPY, per=SPACE),
        up=derived(OCTETS, 0, COPY, per=SPACE),
        us_mask=derived(NUMBER, 0),
        dug_mask=derived(NUMBER, 0),
        up_mask=derived(NUMBER, 0),
        # Hexes with exactly one U.S. unit, and those of them where it is a support unit.
        lone_mask=derived(NUMBER, 0),
        lone_support=derived(NUMBER, 0),
        us_zone_now=derived(NUMBER, -1),
        jp_zone_now=derived(NUMBER, -1),
        tables=derived("Any", None),
    )
    # Written by `make fields` from the table above.
    # fmt: off
    __slots__ = ("acted", "attack", "attackers", "banzai", "below", "called", "charges", "cleared", "collins", "column",
                 "container", "declared", "defenders", "defense", "depleted", "die", "distance", "drawn", "dug", "dug_mask",
                 "effect", "emptied", "entrenched", "follow_up", "fought", "fronts", "hand", "held", "invasion", "jp_zone_now",
                 "landed", "leaving", "line", "lone_mask", "lone_support", "markers", "memory", "opened", "pending", "phase",
                 "ready_set", "replacements", "shelled", "shells", "shift", "storm", "strength", "struck", "suppressed",
                 "tables", "tank_dice", "target", "targets", "tops", "track", "tried", "turn", "up", "up_mask", "us_mask",
                 "us_zone_now", "where")
    # fmt: on
    turn: int
    phase: int
    storm: int
    invasion: int
    where: list[int]
    below: list[int]
    depleted: bytearray
    collins: int
    called: bytearray
    dug: bytearray
    container: bytearray
    hand: bytearray
    drawn: int
    held: int
    track: list[int]
    cleared: bytearray
    memory: list[tuple[int, ...]]
    acted: bytearray
    opened: int
    landed: list[int]
    replacements: int
    fought: bytearray
    struck: list[int]
    markers: int
    tried: list[int]
    ready_set: int
    declared: list[tuple[int, ...]]
    target: int
    fronts: list[int]
    attackers: list[int]
    defenders: list[int]
    attack: int
    defense: int
    line: str
    column: int
    shift: int
    die: int
    effect: str
    follow_up: int
    shells: list[int]
    suppressed: int
    entrenched: int
    banzai: int
    tank_dice: list[tuple[int, ...]]
    pending: list[int]
    distance: int
    leaving: list[int]
    emptied: list[int]
    charges: list[tuple[int, ...]]
    targets: list[int]
    strength: int
    shelled: list[int]
    tops: bytearray
    up: bytearray
    us_mask: int
    dug_mask: int
    up_mask: int
    lone_mask: int
    lone_support: int
    us_zone_now: int
    jp_zone_now: int
    tables: Any

    def _copy_into(self, twin: Self) -> None:
        self._copy_common(twin)
        twin.turn = self.turn
        twin.phase = self.phase
        twin.storm = self.storm
        twin.invasion = self.invasion
        twin.where = self.where.copy()
        twin.below = self.below.copy()
        twin.depleted = self.depleted.copy()
        twin.collins = self.collins
        twin.called = self.called.copy()
        twin.dug = self.dug.copy()
        twin.container = self.container.copy()
        twin.hand = self.hand.copy()
        twin.drawn = self.drawn
        twin.held = self.held
        twin.track = self.track.copy()
        twin.cleared = self.cleared.copy()
        twin.memory = self.memory.copy()
        twin.acted = self.acted.copy()
        twin.opened = self.opened
        twin.landed = self.landed.copy()
        twin.replacements = self.replacements
        twin.fought = self.fought.copy()
        twin.struck = self.struck.copy()
        twin.markers = self.markers
        twin.tried = self.tried.copy()
        twin.ready_set = self.ready_set
        twin.declared = self.declared.copy()
        twin.target = self.target
        twin.fronts = self.fronts.copy()
        twin.attackers = self.attackers.copy()
        twin.defenders = self.defenders.copy()
        twin.attack = self.attack
        twin.defense = self.defense
        twin.line = self.line
        twin.column = self.column
        twin.shift = self.shift
        twin.die = self.die
        twin.effect = self.effect
        twin.follow_up = self.follow_up
        twin.shells = self.shells.copy()
        twin.suppressed = self.suppressed
        twin.entrenched = self.entrenched
        twin.banzai = self.banzai
        twin.tank_dice = self.tank_dice.copy()
        twin.pending = self.pending.copy()
        twin.distance = self.distance
        twin.leaving = self.leaving.copy()
        twin.emptied = self.emptied.copy()
        twin.charges = self.charges.copy()
        twin.targets = self.targets.copy()
        twin.strength = self.strength
        twin.shelled = self.shelled.copy()
        twin.tops = self.tops.copy()
        twin.up = self.up.copy()
        twin.us_mask = self.us_mask
        twin.dug_mask = self.dug_mask
        twin.up_mask = self.up_mask
        twin.lone_mask = self.lone_mask
        twin.lone_support = self.lone_support
        twin.us_zone_now = self.us_zone_now
        twin.jp_zone_now = self.jp_zone_now
        twin.tables = self.tables

    def clear_fight(self) -> None:
        """Give the fields of this group their first values again."""
        self.target = -1
        self.fronts = []
        self.attackers = []
        self.defenders = []
        self.attack = 0
        self.defense = 0
        self.line = ""
        self.column = 0
        self.shift = 0
        self.die = 0
        self.effect = ""
        self.follow_up = 0
        self.shells = []
        self.suppressed = 0
        self.entrenched = 0
        self.banzai = 0
        self.tank_dice = []
        self.pending = []
        self.distance = 0
        self.leaving = []
        self.emptied = []

    def clear_charge(self) -> None:
        """Give the fields of this group their first values again."""
        self.charges = []

    def clear_barrage(self) -> None:
        """Give the fields of this group their first values again."""
        self.targets = []
        self.strength = 0
        self.shelled = []

    # End of what `make fields` wrote.

    def __init__(self, ruleset: BoninsRuleset, dice: Dice) -> None:
        super().__init__(ruleset, dice)
        self.rebuild()

    def rebuild(self) -> None:
        """Compute what follows from the other fields, after loading or when a position has been put."""
        ruleset, where = self.ruleset, self.where
        size = ruleset.ground.size
        self.tops = stacks.tops(where, self.below, size, ruleset.us_units)
        self.up = bytearray(size)
        for unit in ruleset.jp_units:
            if where[unit] >= 0:
                self.up[where[unit]] = unit + 1
        self.us_mask = mask_of(where[unit] for unit in ruleset.us_units if where[unit] >= 0)
        self.up_mask = mask_of(where[unit] for unit in ruleset.jp_units if where[unit] >= 0)
        self.dug_mask = mask_of(space for space in range(size) if self.dug[space])
        self.lone_mask = self.lone_support = 0
        for space in {where[unit] for unit in ruleset.us_units if where[unit] >= 0}:
            self.note_stack(space)
        self.us_zone_now = self.jp_zone_now = -1
        self.tables = None

    # ------------------------------------------------------------------ looking

    def name(self, unit: int) -> str:
        """A unit's name."""
        return self.ruleset.unit_ids[unit]

    def hex_name(self, space: int) -> str:
        """The number of a hex."""
        return self.ruleset.ground.names[space]

    def is_us(self, unit: int) -> bool:
        """Whether a unit is American."""
        return unit < self.ruleset.us_count

    def us_in(self, space: int) -> list[int]:
        """The U.S. units in a hex, top first."""
        return stacks.stack(self.below, self.tops, space)

    @enforces(FAMILY, "14.3-b", "17.2-a")
    def top_units(self, space: int) -> list[int]:
        """Who fights in a hex: its top unit, and the one under it if the two are a pair (17.1)."""
        first = self.tops[space] - 1
        if first < 0:
            return []
        second = self.below[first]
        support = self.ruleset.is_support
        return [first, second] if second >= 0 and (support[first] or support[second]) else [first]

    def jp_at(self, space: int) -> int:
        """The Japanese unit in a hex, dug in or face up, or -1: the truth, which not everybody may know."""
        dug = self.dug[space]
        return dug - 1 + self.ruleset.us_count if dug else self.up[space] - 1

    def dug_in(self, space: int) -> bool:
        """Whether a dug-in unit is in a hex."""
        return bool(self.dug_mask >> space & 1)

    @property
    def jp_mask(self) -> int:
        """The hexes of Japanese units of either face."""
        return self.dug_mask | self.up_mask

    def attack_of(self, unit: int) -> int:
        """Attack factor as the unit is now."""
        ruleset = self.ruleset
        if unit == self.collins:
            return ruleset.units[unit].collins[0]
        return ruleset.weak_attack[unit] if self.depleted[unit] else ruleset.attack[unit]

    def defense_of(self, unit: int) -> int:
        """Defense factor as the unit is now."""
        ruleset = self.ruleset
        if unit == self.collins:
            return ruleset.units[unit].collins[1]
        return ruleset.weak_defense[unit] if self.depleted[unit] else ruleset.defense[unit]

    def halves_of(self, unit: int) -> int:
        """Printed movement allowance, in half points."""
        return 2 * self.ruleset.units[unit].collins[2] if unit == self.collins else self.ruleset.halves[unit]

    @property
    @enforces(FAMILY, "12.1-b", "14.4-c", "14.4-d")
    def last_turn(self) -> int:
        """The last turn: one less for each reserve regiment that was brought forward."""
        return self.ruleset.turns - sum(list(self.called)) * self.ruleset.components.numbers["turns_lost_per_regiment"]

    @property
    def flag(self) -> bool:
        """Whether the flag flies over Suribachi (22.0-d)."""
        return bool(self.cleared[SURIBACHI])

    def beach_mask(self) -> int:
        """The landing beaches of the side that was chosen (11.3-b)."""
        return self.ruleset.ground.beach_masks[self.invasion] if self.invasion >= 0 else 0

    # ------------------------------------------------------------------ zones of control

    @enforces(FAMILY, "std-6.0", "std-6.1-c", "std-6.1-d", "14.2-f")
    def us_zone(self) -> int:
        """All hexes in U.S. zones of control. A lander that shares its hex with an enemy has none."""
        found = self.us_zone_now
        if found < 0:
            found, rest, near = 0, self.us_mask & ~(self.dug_mask | self.up_mask), self.ruleset.ground.near_mask
            while rest:
                low = rest & -rest
                found |= near[low.bit_length() - 1]
                rest ^= low
            self.us_zone_now = found
        return found

    @enforces(FAMILY, "std-6.0", "std-6.1-c", "std-6.1-d")
    def jp_zone(self) -> int:
        """All hexes in Japanese zones of control."""
        found = self.jp_zone_now
        if found < 0:
            found, rest, near = 0, self.dug_mask | self.up_mask, self.ruleset.ground.near_mask
            while rest:
                low = rest & -rest
                found |= near[low.bit_length() - 1]
                rest ^= low
            self.jp_zone_now = found
        return found

    # ------------------------------------------------------------------ U.S. counters

    def put_us(self, unit: int, space: int) -> None:
        """Put a unit that is off the map into a hex, under whoever is there (14.3-b)."""
        stacks.put_at_bottom(self.where, self.below, self.tops, unit, space)
        self.us_mask |= 1 << space
        self.note_stack(space)
        self.us_zone_now = -1

    def take_us(self, unit: int, to: int) -> None:
        """Take a unit off the map."""
        space = stacks.lift(self.where, self.below, self.tops, unit, to)
        if not self.tops[space]:
            self.us_mask &= ~(1 << space)
        self.note_stack(space)
        self.us_zone_now = -1

    def note_stack(self, space: int) -> None:
        """Keep the sets of hexes with a single unit up to date."""
        bit = 1 << space
        self.lone_mask &= ~bit
        self.lone_support &= ~bit
        top = self.tops[space] - 1
        if top >= 0 and self.below[top] < 0:
            self.lone_mask |= bit
            if self.ruleset.is_support[top]:
                self.lone_support |= bit

    def carry(self, unit: int, space: int) -> None:
        """A unit goes to a hex, under whoever is there."""
        self.take_us(unit, ABSENT)
        self.put_us(unit, space)

    # ------------------------------------------------------------------ Japanese counters

    def reveal(self, space: int) -> int:
        """Show a dug-in unit that is attacked (19.2-d): it stays where it is. Returns it."""
        unit = self.jp_at(space)
        memory.shown(self, space, unit)
        if self.sink is not None:
            name, where, values = self.name(unit), self.hex_name(space), self.ruleset.units[unit].values
            self.tell("revealed", "19.2-d", f"The unit at {where} is {name} ({values})", hex=where, unit=name, values=values)
        return unit

    def turn_up(self, space: int) -> int:
        """Turn a dug-in unit face up. Returns it."""
        unit = self.jp_at(space)
        memory.shown(self, space, unit)
        memory.gone(self, space)
        self.dug[space] = 0
        self.dug_mask &= ~(1 << space)
        self.put_up(unit, space)
        return unit

    def put_up(self, unit: int, space: int) -> None:
        """Put a face-up unit into a hex."""
        self.where[unit] = space
        self.up[space] = unit + 1
        self.up_mask |= 1 << space
        self.us_zone_now = self.jp_zone_now = -1

    def take_up(self, unit: int) -> None:
        """Take a face-up unit off its hex."""
        space = self.where[unit]
        self.where[unit] = ABSENT
        self.up[space] = 0
        self.up_mask &= ~(1 << space)
        self.us_zone_now = self.jp_zone_now = -1

    def shift_up(self, unit: int, space: int) -> None:
        """A face-up unit goes to a hex."""
        self.take_up(unit)
        self.put_up(unit, space)

    @enforces(FAMILY, "19.1-a", "19.1-b", "19.1-c", "21.1-a", "19.4-c")
    def bury(self, unit: int, space: int, case: str) -> None:
        """A Japanese unit that everybody has seen is eliminated: HQ and artillery go to the track, others into the container."""
        if self.dug[space] == unit + 1 - self.ruleset.us_count:
            memory.gone(self, space)
            self.dug[space] = 0
            self.dug_mask &= ~(1 << space)
            self.us_zone_now = self.jp_zone_now = -1
        elif self.where[unit] >= 0:
            self.take_up(unit)
        self.lay_away(unit)
        if self.sink is not None:
            name, where, to = self.name(unit), self.hex_name(space), "track" if self.ruleset.on_track[unit] else "container"
            self.tell("lost", case, f"{name} is eliminated at {where}", unit=name, hex=where, to=to)

    def lay_away(self, unit: int) -> None:
        """An eliminated unit goes to the track or into the container, seen by everybody."""
        if self.ruleset.on_track[unit]:
            self.track.append(unit)
        else:
            self.container[unit - self.ruleset.us_count] = 1
            self.held += 1
            memory.entered(self, unit)

    def into_container(self, space: int) -> None:
        """The dug-in unit of a hex goes into the container, seen or unseen (20.3-a, 20.3-d)."""
        memory.put(self, space)
        self.container[self.dug[space] - 1] = 1
        self.held += 1
        self.dug[space] = 0
        self.dug_mask &= ~(1 << space)
        self.us_zone_now = self.jp_zone_now = -1

    def out_of_container(self, unit: int) -> None:
        """A unit that everybody has just seen going in is taken out again (20.3-b)."""
        self.container[unit - self.ruleset.us_count] = 0
        self.held -= 1
        memory.left(self, unit)

    def up_into_container(self, unit: int) -> None:
        """A face-up unit goes into the container in order to redeploy (20.5-f, 20.5-h)."""
        self.take_up(unit)
        self.container[unit - self.ruleset.us_count] = 1
        self.held += 1
        memory.entered(self, unit)

    @enforces(FAMILY, "20.3-c", "20.3-e", "20.4-a", "19.4-a")
    def draw(self, space: int) -> None:
        """Draw a unit blindly and place it face down: a number into the container, its units by the list (94)."""
        self.lay(self.pick(), space)
        memory.drawn(self, space)

    def pick(self) -> int:
        """A blind draw: the place of a unit of the container in the list of Japanese units. The last one needs no die."""
        number = self.dice.below(self.held) if self.held > 1 else 0
        place = -1
        for _ in range(number + 1):
            place = self.container.find(1, place + 1)
        return place

    def lay_hand(self, space: int) -> None:
        """The unit in hand is placed face down."""
        self.lay(self.hand[0] - 1, space)
        self.hand[0] = 0
        memory.drawn(self, space)

    def lay_known(self, unit: int, space: int) -> None:
        """A face-up unit is turned face down where it is, in front of everybody (23.3-b)."""
        self.take_up(unit)
        self.dug[space] = unit + 1 - self.ruleset.us_count
        self.dug_mask |= 1 << space
        self.us_zone_now = self.jp_zone_now = -1
        memory.laid(self, space, unit)

    def lay(self, place: int, space: int) -> None:
        """A unit of the container, by its place in the list of Japanese units, is dug in at a hex."""
        self.container[place] = 0
        self.held -= 1
        self.dug[space] = place + 1
        self.dug_mask |= 1 << space
        self.us_zone_now = self.jp_zone_now = -1

    def tunnel(self, start: int, end: int) -> None:
        """A dug-in unit goes from hex to hex unseen (23.2-b)."""
        memory.moved(self, start, end)
        self.dug[end] = self.dug[start]
        self.dug[start] = 0
        self.dug_mask ^= 1 << start | 1 << end
        self.us_zone_now = self.jp_zone_now = -1

    # ------------------------------------------------------------------ names in texts

    def alias(self, kind: str, text: str) -> Sequence[int]:
        """A hex stands for the units in it that can be seen, such a unit for its hex, TF Collins for the tanks that it was."""
        if kind == UNIT:
            if text.casefold() == "tf collins":
                return [self.collins] if self.collins >= 0 else ()
            space = self.ruleset.ground.grid.find(text)
            if space is not None:
                up = self.up[space]
                return [up - 1] if up else self.us_in(space)
        elif kind == SPACE:
            unit = self.ruleset.number.get(text, -1)
            if unit >= 0 and self.where[unit] >= 0:
                return [self.where[unit]]
        return ()

    def shorthand(self, text: str) -> Iterator[int | str] | None:
        """A whole attack or declaration in one line."""
        from beachhead.games.bonins.shorthand import in_one_line

        return in_one_line(self, text) if self.ruleset.is_shorthand(text) else None
