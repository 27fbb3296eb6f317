"""A position of the slow implementation, and how it is read from a state of the engine: counters by name, hexes by number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any, TypeVar

from beachhead.games.dday import state as fields

from .island import groups, sheet, sites

Answer = TypeVar("Answer", bound=Callable[..., Any])
TANK = "tank"
HEADQUARTERS = "bn_hq"
HEAVY = "hw"
RIFLE = "rifle"
ENGINEER = "engineer"
REGIMENTAL = "regimental_hq"
SECOND_DAY = 7
"""The first game turn of 20 February."""


@dataclass(frozen=True)
class Kind:
    """A US counter as printed."""

    name: str
    type: str
    division: int
    regiment: int
    battalion: int
    symbol: str


@cache
def kinds() -> dict[str, Kind]:
    return {
        name: Kind(name, entry["type"], entry["div"], entry.get("rgt", 0), entry.get("bn", 0), entry["symbol"])
        for name, entry in sheet("us_units")["units"].items()
    }


@cache
def full_steps(type: str) -> int:
    return int(sheet("us_units")["types"][type]["steps"])


@cache
def printed_counter(name: str) -> dict[str, Any]:
    """A Japanese unit, depth marker or fort by its id: strength and requirements."""
    units = sheet("japanese_units")["units"]
    if name in units:
        return dict(units[name])
    for mark in sheet("depth_markers")["markers"]:
        if mark["id"] == name:
            return dict(mark)
    for mark in sheet("forts")["markers"]:
        if mark["id"] == name:
            return dict(mark) | {"strength": sheet("forts")["classes"][mark["class"]]["strength"]}
    raise KeyError(name)


@dataclass(frozen=True)
class Marine:
    """A US unit on the map or in a box."""

    kind: Kind
    place: str
    """Its hex, or the name of its box."""
    steps: int
    marker: str
    """Its step loss marker."""
    disrupted: int
    hit: bool
    """Has lost a step to fire in this phase."""
    acted: bool
    hero: str = ""
    inspired: bool = False
    moved: bool = False
    """Has moved in this phase (7.3.4)."""

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def tank(self) -> bool:
        return self.kind.type == TANK


@dataclass(frozen=True)
class Counter:
    """A Japanese counter: its name if somebody has seen it, and whether it lies face up."""

    name: str
    up: bool


@dataclass(frozen=True)
class Spot:
    """What stands in a position hex."""

    units: tuple[Counter, ...] = ()
    tank: Counter | None = None
    depth: tuple[Counter, ...] = ()
    """Of the units, or loose under forts."""
    tank_depth: Counter | None = None
    forts: tuple[Counter, ...] = ()
    """The top one first."""
    disrupted: bool = False
    guns_lost: bool = False
    done: int = 0
    used: bool = False
    """Its counters have acted by the card in play (D60)."""

    @property
    def occupied(self) -> bool:
        """A fort is a unit until it is destroyed (17.3-a)."""
        return bool(self.units or self.tank or self.forts)

    def counters(self) -> int:
        """Units, depth markers and forts, not those of tanks."""
        return len(self.units) + len(self.depth) + len(self.forts)

    def armor(self) -> int:
        """A tank and its depth marker."""
        return (self.tank is not None) + (self.tank_depth is not None)


EMPTY = Spot()


@dataclass(frozen=True)
class Later:
    """What there is from 20 February on."""

    scenario: str = "d-day"
    play_on: bool = False
    garrisons: frozenset[str] = frozenset()
    caves: dict[str, bool] = field(default_factory=dict)
    """Hex -> whether the cave is disrupted."""
    tunnels: frozenset[str] = frozenset()
    posts: dict[int, int] = field(default_factory=dict)
    """Regiment -> the space of its marker on the command range track, counted from 1."""
    on_track: frozenset[int] = frozenset()
    """Regiments whose HQ waits to come back."""
    assigned: dict[str, int] = field(default_factory=dict)
    """Tank or engineer unit -> regiment."""
    guests: dict[str, str] = field(default_factory=dict)
    """HQ -> the guest that it has given command to in this phase."""
    companies: dict[str, int] = field(default_factory=dict)
    """Every rifle company -> its steps, wherever it is; 0: eliminated."""
    points: dict[int, int] = field(default_factory=dict)
    """Division -> infantry replacement points."""
    lost_by_day: dict[int, int] = field(default_factory=dict)
    """Day, counted from 19 February -> infantry steps lost."""
    committed: bool = False
    cut_off: bool = False


@dataclass(frozen=True)
class Table:
    """A position."""

    turn: int
    options: dict[str, Any]
    marines: dict[str, Marine]
    """Those on the map, by name."""
    afloat: dict[str, Marine]
    """Those in beach boxes."""
    spots: dict[str, Spot]
    smoked: frozenset[str]
    """Groups under smoke."""
    landed: frozenset[str]
    """Boxes from which somebody has landed."""
    lasting: frozenset[str]
    later: Later = field(default_factory=Later)
    stacks: dict[str, tuple[Marine, ...]] = field(default_factory=dict)
    known: dict[Any, Any] = field(default_factory=dict)
    """Answers that have been worked out (`once`)."""

    def at(self, hex: str) -> tuple[Marine, ...]:
        return self.stacks.get(hex, ())

    def spot(self, hex: str) -> Spot:
        return self.spots.get(hex, EMPTY)

    def occupied(self, group: str) -> bool:
        return any(self.spot(site.hex).occupied for site in groups()[group])

    def japanese(self) -> set[str]:
        """Hexes with a Japanese unit, fort or cave."""
        return {hex for hex, spot in self.spots.items() if spot.occupied} | set(self.later.caves)

    def us_holds(self, hex: str) -> bool:
        """US units or a garrison are in a hex (15.4.1)."""
        return bool(self.at(hex)) or hex in self.later.garrisons

    def rains(self) -> bool:
        return "rain" in self.lasting


def once(asked: Answer) -> Answer:
    """Work a question about a position out once."""

    @wraps(asked)
    def answer(table: Table, *more: Any, **words: Any) -> Any:
        key = (asked.__module__, asked.__name__, more, tuple(words.items()))
        if key not in table.known:
            table.known[key] = asked(table, *more, **words)
        return table.known[key]

    return answer  # type: ignore[return-value]


def table(
    turn: int = 4,
    marines: list[Marine] | None = None,
    spots: dict[str, Spot] | None = None,
    afloat: list[Marine] | None = None,
    **others: Any,
) -> Table:
    """A position from its parts."""
    here = {marine.name: marine for marine in marines or ()}
    stacks: dict[str, tuple[Marine, ...]] = {}
    for marine in here.values():
        stacks[marine.place] = (*stacks.get(marine.place, ()), marine)
    return Table(
        turn,
        others.get("options", {"hit_cap": "group"}),
        here,
        {marine.name: marine for marine in afloat or ()},
        spots or {},
        others.get("smoked", frozenset()),
        others.get("landed", frozenset()),
        others.get("lasting", frozenset()),
        others.get("later", Later()),
        stacks,
    )


def read(state: Any) -> Table:
    """The position of a state."""
    ruleset = state.ruleset
    heroes = {unit: number for number, unit in enumerate(state.hero_on) if unit >= 0}
    ashore: list[Any] = []
    afloat: list[Any] = []
    for unit, place in enumerate(state.where):
        box = fields.BOXES - place
        if place < 0 and not (place <= fields.BOXES and box < ruleset.box_count):
            continue
        hero = heroes.get(unit, -1)
        marker = state.marker[unit]
        marine = Marine(
            kinds()[ruleset.unit_ids[unit]],
            ruleset.hex_name(place) if place >= 0 else ruleset.components.board.boxes[box].name.replace(" ", ""),
            state.steps[unit],
            ruleset.components.step_losses[marker - 1].id if marker else "",
            state.disrupted[unit],
            bool(state.acted[unit] & fields.HIT),
            bool(state.acted[unit] & fields.ACTED),
            ruleset.components.heroes[hero].id if hero >= 0 else "",
            hero >= 0 and bool(state.inspired[hero]),
            bool(state.acted[unit] & fields.MOVED),
        )
        (ashore if place >= 0 else afloat).append(marine)
    spots = {}
    for position, place in enumerate(ruleset.position_hex):
        hex = ruleset.hex_name(place)
        assert sites()[hex].code == ruleset.position_code[position]
        seen = read_spot(state, position)
        if seen != EMPTY:
            spots[hex] = seen
    board = ruleset.components.board
    return table(
        state.turn,
        ashore,
        spots,
        afloat,
        options=dict(ruleset.parameters["options"]),
        smoked=frozenset(board.groups[n].name for n in range(ruleset.group_count) if state.smoked[n]),
        landed=frozenset(board.boxes[n].name.replace(" ", "") for n in range(ruleset.box_count) if state.landed[n]),
        lasting=frozenset(ruleset.components.events[n].id for n in range(ruleset.event_count) if state.lasting[n]),
        later=read_later(state),
    )


def read_later(state: Any) -> Later:
    """The part of a state that only later turns use."""
    ruleset = state.ruleset
    ids, hexes = ruleset.unit_ids, ruleset.position_hex

    def marked(row: Any) -> frozenset[str]:
        return frozenset(ruleset.hex_name(place) for position, place in enumerate(hexes) if row[position])

    caves = {
        ruleset.hex_name(place): bool(state.shaken[len(hexes) + number]) for number, place in enumerate(state.caves) if place >= 0
    }
    return Later(
        ruleset.parameters["scenario"],
        bool(ruleset.parameters["options"].get("play_on", False)),
        marked(state.garrisons),
        caves,
        marked(state.tunnels),
        {regiment: state.posts[at] for at, regiment in enumerate(ruleset.regiments) if state.posts[at]},
        frozenset(
            kinds()[name].regiment
            for unit, name in enumerate(ids)
            if kinds()[name].type == REGIMENTAL and state.returns[unit] and state.where[unit] in (fields.DUE, fields.LOST)
        ),
        {ids[unit]: state.assigned[unit] for unit in range(len(ids)) if state.assigned[unit]},
        {ids[unit]: ids[state.guests[unit] - 1] for unit in range(len(ids)) if state.guests[unit]},
        {
            name: 0 if state.where[unit] == fields.LOST else state.steps[unit]
            for unit, name in enumerate(ids)
            if kinds()[name].type == RIFLE and state.where[unit] != fields.ABSENT
        },
        dict(zip((3, 4, 5), state.infantry_points, strict=True)),
        {day: sum(state.infantry_losses[3 * day : 3 * day + 3]) for day in range(fields.DAYS)},
        bool(state.committed),
        bool(state.cut_off),
    )


def read_spot(state: Any, position: int) -> Spot:
    """What stands in a position hex of the engine."""
    ids, faces = state.ruleset.counter_ids, state.faces[position]

    def counter(row: list[int], bit: int) -> Counter | None:
        number = row[position]
        return Counter(ids[number] if number > 0 else "", bool(faces & bit)) if number else None

    def some(*found: Counter | None) -> tuple[Counter, ...]:
        return tuple(counter for counter in found if counter is not None)

    return Spot(
        some(counter(state.unit, fields.UNIT_UP), counter(state.second, fields.SECOND_UP)),
        counter(state.tank, fields.TANK_UP),
        some(counter(state.depth, fields.DEPTH_UP), counter(state.second_depth, fields.SECOND_DEPTH_UP)),
        counter(state.tank_depth, fields.TANK_DEPTH_UP),
        some(counter(state.fort, fields.FORT_UP), counter(state.lower_fort, 0)),
        bool(state.shaken[position]),
        bool(state.guns_lost[position]),
        state.done[position],
        bool(state.used[position]),
    )
