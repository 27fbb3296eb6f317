"""The state of a game of D-Day at Iwo Jima: counters, cups, cards and tracks as flat lists.

Nobody has looked at a Japanese counter that lies face down, so the state does not know either which one it is: it is one of a lot
(`chance.lots`), as a card of the deck is one of a lot (`chance.deck`). There is nothing in a state that its player may not see.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from beachhead.engine.action import SPACE, UNIT
from beachhead.engine.chance.dice import Dice
from beachhead.engine.fields import COPY, NUMBER, SHARE, Fields, derived, lists, number, octets, row, tuples
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State
from beachhead.games.dday.phases import ACTIONS
from beachhead.games.dday.verbs import LATER

if TYPE_CHECKING:
    from typing import Self

    from beachhead.games.dday.ruleset import DDayRuleset

# Places off the map, as they stand in `where`.
ABSENT: Final = -1
"""Not in this game, or not due yet in this scenario (positions made by hand)."""
LOST: Final = -2
DUE: Final = -3
"""Comes by the reinforcement list."""
RESERVE: Final = -4
SECOND_WAVE: Final = -5
"""Lands at the end of the first US Action Phase (18.4.4-a)."""
READY: Final = -6
"""Waits to be set up by the player (18.3.2)."""
BOXES: Final = -10
"""The first beach box; the others follow downward."""
LAST_BOX: Final = -60
OFF_MAP: Final = {ABSENT: "absent", LOST: "lost", DUE: "due", RESERVE: "reserve", SECOND_WAVE: "second wave", READY: "to set up"}

# What a US unit has done or suffered in this phase, as bits of `acted`.
ACTED: Final = 1
"""Has had its action (7.0-d)."""
PRESERVED: Final = 2
"""Made a preservation move (7.3.5-b)."""
HIT: Final = 4
"""Has lost a step to fire in this phase (6.3.4)."""
REPLACED: Final = 8
"""Has taken a replacement step (16.1)."""
MOVED: Final = 16
"""Its action was a move."""
BLED: Final = 32
"""Has lost a step in the close combat under way (8.6.6-c)."""
SHOCKED: Final = 64
"""Was disrupted in this phase (6.3.3-important)."""
STRUCK: Final = 128
"""Was hit by the fire after which a tank may overrun it (14.2-R)."""

# Who is in counterattack stance in a position hex, as bits of `stance`.
UNIT_STANCE: Final = 1
TANK_STANCE: Final = 2
STANCE_ACTED: Final = 4
"""They have made their counterattack in this phase."""

# What lies face up in a position hex, as bits of `faces`.
UNIT_UP: Final = 1
SECOND_UP: Final = 2
DEPTH_UP: Final = 4
SECOND_DEPTH_UP: Final = 8
FORT_UP: Final = 16
TANK_UP: Final = 32
TANK_DEPTH_UP: Final = 64

# What has happened to a position hex in this US Action Phase, as bits of `done`.
ATTACKED: Final = 1
BARRAGED: Final = 2
FOUGHT: Final = 4
"""A close combat has been resolved there (8.0-cc)."""
ENTERED: Final = 8
"""US units have entered it, and the close combat is still to come."""

# Piles of cards.
DECK: Final = 0
DISCARDS: Final = 1
LANDING_CARDS: Final = 2
EVENT_CARDS: Final = 3
FIRE_CARDS: Final = 4
US_PILE: Final = 5
JP_PILE: Final = 6
PILES: Final = ("deck", "discards", "landing", "event", "fire", "us pile", "jp pile")
"""Landing, event and fire cards lie on the track until the turn ends; all others are discarded at once (2.3.1-a, 2.3.1-b)."""

# Pools of Japanese counters.
RESERVES: Final = 0
"""Of sector 1; those of the other sectors follow."""
DEPTHS: Final = 4
FORTS: Final = 8
"""Of class 1, then 2 and 3."""
ELITES: Final = 11
LOST_DEPTH: Final = 12
OUT: Final = 13
POOLS: Final = (
    "reserve 1", "reserve 2", "reserve 3", "reserve 4", "depth 1", "depth 2", "depth 3", "depth 4", "forts 1", "forts 2",
    "forts 3", "elites", "lost depth", "out",
)  # fmt: skip
DAYS: Final = 21
"""19 February to 11 March."""
COUNTERS: Final = 400
"""No lot has a higher number."""
UNITS: Final = 200
"""No box has more US units."""
WITHOUT: Final = tuple(bytes(marks & ~bits for marks in range(256)) for bits in range(256))
"""[bits]: what remains of each set of marks without these, for `bytearray.translate`."""


@mypyc_attr(allow_interpreted_subclasses=True)
class DDayState(State["DDayRuleset"]):
    """One moment of a game."""

    fields = Fields(
        turn=number(1, low=1, high=66),
        # Number of the phase in `phases.PHASES`.
        phase=number(0, high=20),
        # ---- US units
        # Hex of each unit, or one of the places above; beach box b is BOXES - b.
        where=row(UNIT, ABSENT, low=LAST_BOX, high=SPACE),
        steps=octets(UNIT, high=4),
        # Its step loss marker, counted from 1; 0: none.
        marker=octets(UNIT, high="marker_count"),
        # The game turn on which it was disrupted; 0: it is not (D69).
        disrupted=octets(UNIT, high=66),
        acted=octets(UNIT, high=255),
        # Its hex at the start of the US Action Phase (7.2-b, 7.4); the row is replaced, never changed.
        began=row(UNIT, -1, low=-1, high=SPACE, copies=SHARE),
        # The hex from which it entered a close combat; -1: it did not.
        came_from=row(UNIT, -1, low=-1, high=SPACE),
        # How often each step loss marker is in the cup.
        cup=octets("marker_count", 1, high=9),
        # The unit of each hero; -1: in the cup.
        hero_on=row("hero_count", -1, low=-1, high=UNIT),
        inspired=octets("hero_count"),
        # 1: an officer has gone over to another unit in this phase (11.1.1-b).
        shifted=octets("hero_count"),
        # ---- Japanese counters in each position hex: 0 none, a number, or -lot (engine.lots). Rows that seldom change are
        # replaced, never changed (`garrison.lay`).
        unit=row("slot_count", 0, low=-COUNTERS, high="counter_count"),
        second=row("slot_count", 0, low=-COUNTERS, high="counter_count", copies=SHARE),
        depth=row("slot_count", 0, low=-COUNTERS, high="counter_count"),
        second_depth=row("slot_count", 0, low=-COUNTERS, high="counter_count", copies=SHARE),
        fort=row("slot_count", 0, low=-COUNTERS, high="counter_count"),
        lower_fort=row("slot_count", 0, low=-COUNTERS, high="counter_count", copies=SHARE),
        bottom_fort=row("slot_count", 0, low=-COUNTERS, high="counter_count", copies=SHARE),
        tank=row("slot_count", 0, low=-COUNTERS, high="counter_count", copies=SHARE),
        tank_depth=row("slot_count", 0, low=-COUNTERS, high="counter_count", copies=SHARE),
        faces=octets("slot_count", high=127),
        # 1: everything Japanese in the hex is disrupted (D61).
        shaken=octets("slot_count"),
        guns_lost=octets("slot_count"),
        # 1: its counters have acted by the card that is being played (D60).
        used=octets("slot_count"),
        done=octets("slot_count", high=15),
        smoked=octets("group_count"),
        # 1: the one chance of a wake-up card is spent (9.3-b).
        woken=octets("group_count"),
        lots=lists(),
        pools=lists(),
        cards=lists(),
        # ---- points and tracks
        naval=number(high=99),
        air=number(high=99),
        replacements=number(high=99),
        # US steps lost in the game (18.4.5-a).
        losses=number(high=9999),
        # Boxes from which a unit has landed (D96).
        landed=octets("box_count"),
        # By event: 1 while it lasts.
        lasting=octets("event_count"),
        # Landing checks still to be made: box, then the units of the group.
        checks=tuples(),
        # ---- fire under way: the card by which groups fire (its place in the deck's list), the firing group or artillery sector,
        # the hits that it still may spend, and its victims so far (`hits.Victim`)
        card=number(-1, low=-1, high=99, group="fire"),
        firing=number(-1, low=-1, high="last_group", group="fire"),
        hits=number(high=99, group="fire"),
        victims=tuples(group="fire"),
        # ---- from 20 February on; what came after the first matches is left out of saves while it has its first value
        # By regiment: 0 its HQ is no command post; n: the command post's range marker is in space n of the track (15.1, 15.2).
        posts=octets("regiment_count", high=9),
        # 1: a garrison is in the position hex (15.4).
        garrisons=octets("slot_count"),
        # By tank or engineer unit: the regiment that it is assigned to (4.0-II-4); 0: none.
        assigned=octets(UNIT, high=99),
        # By unit: the game turn from which on it may leave the reserve (16.2-b) or on which an HQ returns (11.4-d, 15.3.2).
        returns=octets(UNIT, high=99),
        # Artillery points at hand of the 3rd, 4th, 5th Division and the corps (8.5); points that come back: turn, owner, number.
        guns=octets(4, high=99),
        # Those of them that have fired today (8.5-i).
        guns_spent=octets(4, high=99),
        # Points that are silent until the turn ends, for lack of shells (20.0-ammo-dump).
        guns_silent=octets(4, high=99),
        guns_due=tuples(),
        # Replacement points: infantry by division (3rd, 4th, 5th), then tanks and engineers; infantry points spent (16.4).
        infantry_points=octets(3, high=199),
        tank_points=number(high=199),
        engineer_points=number(high=199),
        infantry_spent=octets(3, high=199),
        # Steps lost by day from 19 February on and, within it, by division: infantry (18.6.4-a), and all others.
        infantry_losses=row(DAYS * 3, 0, high=999, copies=SHARE),
        other_losses=row(DAYS * 3, 0, high=999, copies=SHARE),
        # The last game turn if it is not the scenario's (18.2-e); 0: it is.
        last=number(high=66),
        # The game turn on which the 3rd Marines were committed (18.2); 0: they were not.
        committed=number(high=66),
        # The last game turn of a rest day (16.3); 0: none.
        resting=number(high=66),
        # 1: Suribachi has been cut off once (18.5.4-c, D106).
        cut_off=number(),
        # The hex of each cave (20.0-caves); -1: it is not in play. Its depth marker is in the row of units, after the positions.
        caves=row("cave_count", -1, low=-1, high=SPACE, copies=SHARE),
        # 1: a Japanese hero is in the position hex (20.0-japanese-hero).
        japanese_heroes=octets("slot_count"),
        # 1: a tunnel keeps the unit of the position hex in communication (20.0-tunnels).
        tunnels=octets("slot_count"),
        # How many cards at the bottom of the event space are Airfield Objectives of earlier turns (20.0-airfield-objective-c).
        carried=number(high=9),
        # 1: a loss box has grown or a limit has fallen, and nobody has compared them yet (18.1-b).
        bloodied=derived(NUMBER, 0),
        # By HQ: the one guest that it has given command to in this phase, counted from 1 (11.2.1-a-1, 11.3-d-2); 0: none.
        guests=octets(UNIT, high=UNITS),
        # Heroes drawn that still have to join a unit: hero, and the division he was drawn for (0: any); 1: the hero of Scenario
        # Two has been called (18.5.3-b).
        heroes_due=tuples(),
        hero_called=number(),
        # The division whose player commands the 9th Marines (3.0-4); 0: no lot was drawn.
        ninth_marines=number(high=5),
        # ---- Japanese who leave their positions (13.8, 14). Units in counterattack stance by position, as bits: 1 the unit, 2
        # the tank, 4 they have acted in this phase.
        stance=octets("slot_count", high=7),
        # 1: the tank in the position hex has acted by the card that is being played (c-47).
        tank_done=octets("slot_count"),
        # The party that fights in a hex of the Marines (`sorties`): how it came, from which position, in which hex, and whether
        # it is disrupted.
        sortie=number(high=4, group="sortie"),
        sortie_from=number(high="position_count", group="sortie"),
        sortie_to=number(high=SPACE, group="sortie"),
        sortie_shaken=number(group="sortie"),
        # 1: a Japanese Tank Attack has occurred (14.4.7).
        tank_attack=number(),
        # Computed from the others.
        us_at=derived("dict[int, tuple[int, ...]]", {}, COPY),
        us_mask=derived(NUMBER, 0),
        # The units in beach boxes, ascending.
        boxed=derived("list[int]", [], COPY),
        jp_mask=derived(NUMBER, 0),
        # Position hexes with a garrison (15.4); the row `garrisons` as bits of hexes.
        garrison_mask=derived(NUMBER, 0),
        # What has changed since it was last worked out, as bits; -1: everything. Hexes whose units may have other things to do
        # (`options`), hexes whose stacks have to be counted (`stacking`), groups whose fields have to be drawn, those of groups
        # that stand and those with which they fire at movers (`fields_of_fire`).
        stale_options=derived(NUMBER, -1),
        stale_stacks=derived(NUMBER, -1),
        stale_standing=derived(NUMBER, -1),
        stale_moving=derived(NUMBER, -1),
        # Hexes for whose stacks control has to be counted again; 1: open hexes have to be found again (`communication`).
        stale_control=derived(NUMBER, -1),
        stale_lines=derived(NUMBER, 1),
        # Hexes whose units may have come into command, or out of it (`command`).
        stale_command=derived(NUMBER, -1),
        # Positions and caves about which it has to be found out again what lies face up (`faces`).
        stale_shown=derived(NUMBER, -1),
        # The last answers to these.
        options=derived("Any", None, SHARE),
        standing=derived("Any", None, SHARE),
        moving=derived("Any", None, SHARE),
        control=derived("Any", None, SHARE),
        lines=derived("Any", None, SHARE),
        command=derived("Any", None, SHARE),
        shown=derived("Any", None, SHARE),
        japanese=derived("Any", None, SHARE),
        # What follows from the Japanese counters alone, by name; None when it has to be computed again (`kept`).
        tables=derived("Any", None, SHARE),
    )
    # Written by `make fields` from the table above.
    # fmt: off
    __slots__ = ("acted", "air", "assigned", "began", "bloodied", "bottom_fort", "boxed", "came_from", "card", "cards",
                 "carried", "caves", "checks", "command", "committed", "control", "cup", "cut_off", "depth", "disrupted", "done",
                 "engineer_points", "faces", "firing", "fort", "garrison_mask", "garrisons", "guests", "guns", "guns_due",
                 "guns_lost", "guns_silent", "guns_spent", "hero_called", "hero_on", "heroes_due", "hits", "infantry_losses",
                 "infantry_points", "infantry_spent", "inspired", "japanese", "japanese_heroes", "jp_mask", "landed", "last",
                 "lasting", "lines", "losses", "lots", "lower_fort", "marker", "moving", "naval", "ninth_marines", "options",
                 "other_losses", "phase", "pools", "posts", "replacements", "resting", "returns", "second", "second_depth",
                 "shaken", "shifted", "shown", "smoked", "sortie", "sortie_from", "sortie_shaken", "sortie_to", "stale_command",
                 "stale_control", "stale_lines", "stale_moving", "stale_options", "stale_shown", "stale_stacks",
                 "stale_standing", "stance", "standing", "steps", "tables", "tank", "tank_attack", "tank_depth", "tank_done",
                 "tank_points", "tunnels", "turn", "unit", "us_at", "us_mask", "used", "victims", "where", "woken")
    # fmt: on
    turn: int
    phase: int
    where: list[int]
    steps: bytearray
    marker: bytearray
    disrupted: bytearray
    acted: bytearray
    began: list[int]
    came_from: list[int]
    cup: bytearray
    hero_on: list[int]
    inspired: bytearray
    shifted: bytearray
    unit: list[int]
    second: list[int]
    depth: list[int]
    second_depth: list[int]
    fort: list[int]
    lower_fort: list[int]
    bottom_fort: list[int]
    tank: list[int]
    tank_depth: list[int]
    faces: bytearray
    shaken: bytearray
    guns_lost: bytearray
    used: bytearray
    done: bytearray
    smoked: bytearray
    woken: bytearray
    lots: list[list[int]]
    pools: list[list[int]]
    cards: list[list[int]]
    naval: int
    air: int
    replacements: int
    losses: int
    landed: bytearray
    lasting: bytearray
    checks: list[tuple[int, ...]]
    card: int
    firing: int
    hits: int
    victims: list[tuple[int, ...]]
    posts: bytearray
    garrisons: bytearray
    assigned: bytearray
    returns: bytearray
    guns: bytearray
    guns_spent: bytearray
    guns_silent: bytearray
    guns_due: list[tuple[int, ...]]
    infantry_points: bytearray
    tank_points: int
    engineer_points: int
    infantry_spent: bytearray
    infantry_losses: list[int]
    other_losses: list[int]
    last: int
    committed: int
    resting: int
    cut_off: int
    caves: list[int]
    japanese_heroes: bytearray
    tunnels: bytearray
    carried: int
    bloodied: int
    guests: bytearray
    heroes_due: list[tuple[int, ...]]
    hero_called: int
    ninth_marines: int
    stance: bytearray
    tank_done: bytearray
    sortie: int
    sortie_from: int
    sortie_to: int
    sortie_shaken: int
    tank_attack: int
    us_at: dict[int, tuple[int, ...]]
    us_mask: int
    boxed: list[int]
    jp_mask: int
    garrison_mask: int
    stale_options: int
    stale_stacks: int
    stale_standing: int
    stale_moving: int
    stale_control: int
    stale_lines: int
    stale_command: int
    stale_shown: int
    options: Any
    standing: Any
    moving: Any
    control: Any
    lines: Any
    command: Any
    shown: Any
    japanese: Any
    tables: Any

    def _copy_into(self, twin: Self) -> None:
        self._copy_common(twin)
        twin.turn = self.turn
        twin.phase = self.phase
        twin.where = self.where.copy()
        twin.steps = self.steps.copy()
        twin.marker = self.marker.copy()
        twin.disrupted = self.disrupted.copy()
        twin.acted = self.acted.copy()
        twin.began = self.began
        twin.came_from = self.came_from.copy()
        twin.cup = self.cup.copy()
        twin.hero_on = self.hero_on.copy()
        twin.inspired = self.inspired.copy()
        twin.shifted = self.shifted.copy()
        twin.unit = self.unit.copy()
        twin.second = self.second
        twin.depth = self.depth.copy()
        twin.second_depth = self.second_depth
        twin.fort = self.fort.copy()
        twin.lower_fort = self.lower_fort
        twin.bottom_fort = self.bottom_fort
        twin.tank = self.tank
        twin.tank_depth = self.tank_depth
        twin.faces = self.faces.copy()
        twin.shaken = self.shaken.copy()
        twin.guns_lost = self.guns_lost.copy()
        twin.used = self.used.copy()
        twin.done = self.done.copy()
        twin.smoked = self.smoked.copy()
        twin.woken = self.woken.copy()
        twin.lots = self.lots.copy()
        twin.pools = self.pools.copy()
        twin.cards = self.cards.copy()
        twin.naval = self.naval
        twin.air = self.air
        twin.replacements = self.replacements
        twin.losses = self.losses
        twin.landed = self.landed.copy()
        twin.lasting = self.lasting.copy()
        twin.checks = self.checks.copy()
        twin.card = self.card
        twin.firing = self.firing
        twin.hits = self.hits
        twin.victims = self.victims.copy()
        twin.posts = self.posts.copy()
        twin.garrisons = self.garrisons.copy()
        twin.assigned = self.assigned.copy()
        twin.returns = self.returns.copy()
        twin.guns = self.guns.copy()
        twin.guns_spent = self.guns_spent.copy()
        twin.guns_silent = self.guns_silent.copy()
        twin.guns_due = self.guns_due.copy()
        twin.infantry_points = self.infantry_points.copy()
        twin.tank_points = self.tank_points
        twin.engineer_points = self.engineer_points
        twin.infantry_spent = self.infantry_spent.copy()
        twin.infantry_losses = self.infantry_losses
        twin.other_losses = self.other_losses
        twin.last = self.last
        twin.committed = self.committed
        twin.resting = self.resting
        twin.cut_off = self.cut_off
        twin.caves = self.caves
        twin.japanese_heroes = self.japanese_heroes.copy()
        twin.tunnels = self.tunnels.copy()
        twin.carried = self.carried
        twin.bloodied = self.bloodied
        twin.guests = self.guests.copy()
        twin.heroes_due = self.heroes_due.copy()
        twin.hero_called = self.hero_called
        twin.ninth_marines = self.ninth_marines
        twin.stance = self.stance.copy()
        twin.tank_done = self.tank_done.copy()
        twin.sortie = self.sortie
        twin.sortie_from = self.sortie_from
        twin.sortie_to = self.sortie_to
        twin.sortie_shaken = self.sortie_shaken
        twin.tank_attack = self.tank_attack
        twin.us_at = self.us_at.copy()
        twin.us_mask = self.us_mask
        twin.boxed = self.boxed.copy()
        twin.jp_mask = self.jp_mask
        twin.garrison_mask = self.garrison_mask
        twin.stale_options = self.stale_options
        twin.stale_stacks = self.stale_stacks
        twin.stale_standing = self.stale_standing
        twin.stale_moving = self.stale_moving
        twin.stale_control = self.stale_control
        twin.stale_lines = self.stale_lines
        twin.stale_command = self.stale_command
        twin.stale_shown = self.stale_shown
        twin.options = self.options
        twin.standing = self.standing
        twin.moving = self.moving
        twin.control = self.control
        twin.lines = self.lines
        twin.command = self.command
        twin.shown = self.shown
        twin.japanese = self.japanese
        twin.tables = self.tables

    def clear_fire(self) -> None:
        """Give the fields of this group their first values again."""
        self.card = -1
        self.firing = -1
        self.hits = 0
        self.victims = []

    def clear_sortie(self) -> None:
        """Give the fields of this group their first values again."""
        self.sortie = 0
        self.sortie_from = 0
        self.sortie_to = 0
        self.sortie_shaken = 0

    # End of what `make fields` wrote.

    def __init__(self, ruleset: DDayRuleset, dice: Dice) -> None:
        super().__init__(ruleset, dice)
        self.cards = ruleset.deck.shuffled()
        self.lots = [[]]
        self.pools = [[] for _ in POOLS]

    # ------------------------------------------------------------------ what is computed from the fields

    def rebuild(self) -> None:
        """Compute what is derived, after loading or putting a position."""
        stacks: dict[int, list[int]] = {}
        mask = 0
        for unit, place in enumerate(self.where):
            if place >= 0:
                stacks.setdefault(place, []).append(unit)
                mask |= 1 << place
        self.us_at = {place: tuple(units) for place, units in stacks.items()}
        self.us_mask = mask
        self.boxed = [unit for unit, place in enumerate(self.where) if place <= BOXES]
        held = 0
        for position, place in enumerate(self.ruleset.position_hex):
            if self.garrisons[position]:
                held |= 1 << place
        self.garrison_mask = held
        self.rebuild_japanese()

    def rebuild_japanese(self) -> None:
        """Which hexes hold a Japanese unit, fort or tank."""
        mask = 0
        for position, place in enumerate(self.ruleset.position_hex):
            if self.unit[position] or self.second[position] or self.fort[position] or self.tank[position]:
                mask |= 1 << place
        for cave, place in enumerate(self.caves):
            if place >= 0 and self.unit[self.ruleset.position_count + cave]:
                mask |= 1 << place
        self.jp_mask = mask
        self.touch()

    def hex_of(self, position: int) -> int:
        """The hex of a position, or of a cave: caves are counted after the positions (`DDayRuleset.positions`)."""
        count = self.ruleset.position_count
        return self.ruleset.position_hex[position] if position < count else self.caves[position - count]

    def slot_at(self, place: int) -> int:
        """The position in a hex, or the cave, counted after the positions; -1 for neither."""
        position = self.ruleset.ground.position_at[place]
        if position < 0 and place in self.caves:
            return self.ruleset.position_count + self.caves.index(place)
        return position

    # ------------------------------------------------------------------ what has to be computed again

    def touch(self) -> None:
        """Anything may have changed."""
        self.tables = None
        self.stale_options = self.stale_stacks = self.stale_standing = self.stale_moving = self.stale_control = -1
        self.stale_command = self.stale_shown = -1
        self.stale_lines = 1

    def touch_position(self, position: int) -> None:
        """Something Japanese has changed in a position hex: counters, their faces, disruption."""
        ruleset = self.ruleset
        self.tables = None
        self.stale_lines = 1
        self.stale_shown |= 1 << position
        if position >= ruleset.position_count:
            self.stale_shown = -1
            place = self.hex_of(position)
            self.stale_standing |= 1 << ruleset.group_count
            self.stale_options |= ruleset.ground.disk[2][place]
        else:
            group, place = ruleset.position_group[position], ruleset.position_hex[position]
            self.stale_standing |= 1 << group
            self.stale_options |= ruleset.ground.group_disk[2][group]
        self.stale_control |= 1 << place
        self.stale_command |= 1 << place

    def touch_unit(self, unit: int) -> None:
        """Something has changed about a US unit: steps, disruption."""
        place = self.where[unit]
        if place >= 0:
            bit = 1 << place
            self.stale_options |= bit
            self.stale_stacks |= bit
            self.stale_control |= bit
            self.stale_command |= -1 if self.ruleset.is_staff[unit] else bit
            self.stale_lines = 1

    def mark(self, unit: int, bits: int) -> None:
        """A unit has done something in this phase, see `acted`."""
        self.acted[unit] |= bits
        place = self.where[unit]
        if place >= 0:
            self.stale_options |= 1 << place
        if bits & MOVED and self.ruleset.is_staff[unit]:
            self.stale_command = -1

    def clear_marks(self, bits: int) -> None:
        """Nobody has done any of these things any more."""
        self.acted = self.acted.translate(WITHOUT[bits])

    def mark_position(self, position: int, bits: int) -> None:
        """Something has happened to a position hex in this phase, see `done`."""
        self.done[position] |= bits
        self.stale_options |= self.ruleset.ground.disk[1][self.hex_of(position)]

    def kept(self) -> dict[str, Any]:
        """Where rules keep what follows from the Japanese counters alone, each under a name of its own, until these change."""
        if self.tables is None:
            self.tables = {}
        found: dict[str, Any] = self.tables
        return found

    # ------------------------------------------------------------------ US units

    def put(self, unit: int, place: int) -> None:
        """Put a US unit into a hex or one of the places off the map. Units of a hex are kept in ascending order."""
        old, here = self.where[unit], self.us_at
        self.where[unit] = place
        self.stale_lines = 1
        if place < 0 or self.ruleset.is_staff[unit] or unit in self.hero_on:
            self.stale_command = -1
            if old != place and self.ruleset.is_regimental_hq[unit]:
                # A command post stays where it is: one that is driven out of its hex is an HQ again (15.0-a).
                self.posts[self.ruleset.regiment_index[self.ruleset.regiment[unit]]] = 0
        if old >= 0:
            bit = 1 << old
            self.stale_options |= bit
            self.stale_stacks |= bit
            self.stale_control |= bit
            self.stale_command |= bit
            units = here[old]
            if len(units) > 1:
                here[old] = tuple([other for other in units if other != unit])
            else:
                del here[old]
                self.us_mask ^= bit
                self._seized(old)
        elif old <= BOXES:
            self.boxed.remove(unit)
        if place >= 0:
            bit = 1 << place
            self.stale_options |= bit
            self.stale_stacks |= bit
            self.stale_control |= bit
            self.stale_command |= bit
            if self.us_mask & bit:
                here[place] = tuple(sorted((*here[place], unit)))
            else:
                here[place] = (unit,)
                self.us_mask |= bit
                self._seized(place)
        elif place <= BOXES:
            insort(self.boxed, unit)

    def _seized(self, place: int) -> None:
        """US units are in a hex now, or are not any more: groups with a hex there or next to it may have other fields."""
        ground = self.ruleset.ground
        self.stale_moving |= ground.groups_at_hand[place]
        group = ground.group_at[place]
        if group >= 0:
            self.stale_standing |= 1 << group
            self.stale_options |= ground.group_disk[1][group]

    def units_in(self, place: int) -> tuple[int, ...]:
        """The US units of a hex, in ascending order."""
        return self.us_at.get(place, ())

    def in_box(self, box: int) -> list[int]:
        """The US units in a beach box, in ascending order."""
        place, where = BOXES - box, self.where
        return [unit for unit in self.boxed if where[unit] == place]

    def refusal_of(self, code: int) -> Refusal:
        """In the middle of the US Action Phase it is what comes first that stands in the way of a unit, not the phase."""
        why = super().refusal_of(code)
        if self.phase == ACTIONS and self.outcome is None and why.reason.endswith(LATER):
            step = self.step
            return Refusal(
                step.case_now(self), f"something else comes first: {step.prompt(self)}", why.units, (why.case, *why.also)
            )
        return why

    def settle(self) -> None:
        """Continue to the next decision, or to the moment at which the losses are catastrophic (18.1-b)."""
        steps, stack = self.ruleset.steps, self.stack
        while self.outcome is None:
            if self.bloodied:
                self.bloodied = 0
                from beachhead.games.dday.counters.losses import end_if_catastrophic

                if end_if_catastrophic(self):
                    return
            if steps[stack[-1][0]].settle(self) and not self.bloodied:
                return
            self._choices = None

    def shorthand(self, text: str) -> Iterator[int | str] | None:
        """A whole move, attack or barrage in one line."""
        from beachhead.games.dday.shorthand import in_one_line

        return in_one_line(self, text) if self.ruleset.is_shorthand(text) else None

    def report(self, kind: str, case: str, text: str, data: dict[str, Any]) -> None:
        """Report something that happened; callers on hot paths check `sink` first."""
        if self.sink is not None:
            self.happened(kind, case, text, data)
