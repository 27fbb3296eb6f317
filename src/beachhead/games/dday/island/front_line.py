"""Where US units set up in a scenario with a front line, worked out once from map and scenario (18.0, 18.5.1 to 18.8.1, D38).

Battalions, heavy weapons companies and whole regiments have a hex of their own on the map; their units go there or next to it,
behind the start line, which is the border of the scenario's U.S. area.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.engine.errors import UserError
from beachhead.engine.files.cases import enforces
from beachhead.games.dday.box.kinds import REGIMENTAL_HQ

if TYPE_CHECKING:
    from typing import Any

    from beachhead.games.dday.box.kinds import Components
    from beachhead.games.dday.box.sheets import ScenarioData
    from beachhead.games.dday.island.ground import Ground
    from beachhead.games.dday.island.passability import Ways

FAMILY: Final = "dday"
TANKS: Final = "tanks"
ENGINEERS: Final = "engineers"
# Where tanks and engineers set up.
NOWHERE: Final = 0
BY_ANY_HEX: Final = 1
BY_DIVISION: Final = 2
BY_HQ: Final = 3
WORDS: Final = {
    "in or next to any id hex": BY_ANY_HEX,
    "in or next to id hexes of their division": BY_DIVISION,
    "reserve or in or next to a regimental HQ": BY_HQ,
}
"""What a scenario says of it."""


class Entry(NamedTuple):
    """A battalion, heavy weapons company or regiment with a hex of its own."""

    name: str
    units: tuple[int, ...]
    """Without the HQ of the regiment."""
    place: int
    mask: int
    """The hexes in which its units may set up."""


class Lineup:
    """Who sets up, and where."""

    def __init__(self, components: Components, ground: Ground, ways: Ways, setup: ScenarioData) -> None:
        self.components = components
        self.ground = ground
        self.setup = setup
        self.closed = ways.closed
        own = components.board.own
        self.area = 0 if own else self._area()
        """The ground on which US units may set up."""
        self.line = self._line()
        """Hexes of it on the start line."""
        regiments = {unit.regiment for unit in components.us_units if unit.regiment}
        self.hqs = () if own else tuple(number for number in setup.regimental_hqs.get("on_map", ()) if number in regiments)
        """Regiments whose HQ sets up near its heavy weapons company."""
        self.with_company = () if own else tuple(setup.regimental_hqs.get("with_hw_company", ()))
        """Regiments whose HQ arrives with that company."""
        self.entries = () if own else tuple(self._entry(start.name, start.units, start.hex) for start in setup.us_hexes)
        self.entry_of = {unit: entry for entry in self.entries for unit in entry.units}
        self.tanks, self.tank_count = self._craft(TANKS)
        """Tank units that may set up, and how many of them do."""
        self.engineers, self.engineer_count = self._craft(ENGINEERS)
        self.craft = (*self.tanks, *self.engineers)
        self.craft_where = NOWHERE if own else self._where()
        left = {} if own else setup.us_choice.get("without", {})
        self.outposts = {} if own else self._outposts()
        """Division -> hexes ahead of its line that it holds from the start (D160)."""
        self.left = (int(left.get(TANKS, 0)), int(left.get(ENGINEERS, 0)))
        """How many tank and engineer units stay with another force."""
        self.left_of = int(left.get("of", 0))
        """The division of those."""
        self.ready = self._ready()
        """Everybody who is to be set up."""
        self.near = tuple((entry, self.division_of(entry)) for entry in self.entries)
        self.divisions = tuple(sorted({division for _, division in self.near}))
        """Divisions that are on the map from the start."""

    def division_of(self, entry: Entry) -> int:
        """The division of an entry."""
        return self.components.us_units[entry.units[0]].division

    def _area(self) -> int:
        ground, found = self.ground, 0
        for space in range(ground.land):
            for first, last in self.setup.us_area.get(ground.rows[space], ()):
                if first <= ground.columns[space] <= last:
                    found |= 1 << space
        return found & ~self.closed

    @enforces(FAMILY, "18.0-startline")
    def _line(self) -> int:
        """The start line is the border of the area toward ground on which the fight goes on: neither the shore nor ground that is
        closed in the scenario (D38)."""
        ground, found = self.ground, 0
        beyond = ground.land_mask & ~self.area & ~self.closed
        for space in spaces_of(self.area):
            if ground.near_mask[space] & beyond:
                found |= 1 << space
        return found

    @enforces(FAMILY, "18.0-setup-hex", "18.0-setup-regiment", "18.0-startline", "18.8.1-a")
    def _entry(self, name: str, units: tuple[int, ...], place: str) -> Entry:
        """In or next to the hex with the name. Whose hex is not on the start line keeps off it; a regiment with one hex for all
        puts its battalions there."""
        space = self.ground.names.index(place)
        mask = self.ground.disk[1][space] & self.area
        if not self.line >> space & 1:
            mask &= ~self.line
        force = self.components.us_units
        return Entry(name, tuple(unit for unit in units if force[unit].type != REGIMENTAL_HQ), space, mask)

    @enforces(FAMILY, "18.5.1", "18.6.1", "18.7.1-errata-b", "18.8.1-d")
    def _craft(self, key: str) -> tuple[tuple[int, ...], int]:
        """Units by name, by battalion (5Tk, 5E), all, all but some; or a number of a battalion."""
        given = self.setup.us_choice.get(key)
        if given is None or self.components.board.own:
            return (), 0
        units = self.components.us_units
        suffix = "Tk" if key == TANKS else "E"
        every = {unit.id: number for number, unit in enumerate(units) if unit.id.endswith(suffix)}
        if isinstance(given, str):
            without = given.removeprefix("all").removeprefix(" but ").replace(" and ", ", ").split(", ")
            if not given.startswith("all") or any(name and name not in every for name in without):
                raise UserError(f"scenarios.yaml: {key} are a list, `all`, or `all but` some, not {given!r}")
            found = tuple(number for name, number in every.items() if name not in without)
            return found, len(found)
        count, names = (given[0], given[1:]) if isinstance(given[0], int) else (0, given)
        found = ()
        for name in names:
            some = tuple(number for unit, number in every.items() if unit == name or unit.endswith(f"/{name}"))
            if not some:
                raise UserError(f"scenarios.yaml: {name!r} is no name of {key}")
            found += some
        return found, count or len(found)

    def _where(self) -> int:
        words: Any = self.setup.us_choice.get("where")
        if words is None:
            return NOWHERE
        if words not in WORDS:
            raise UserError(f"scenarios.yaml: tanks and engineers set up {' or '.join(WORDS)}, not {words!r}")
        return WORDS[words]

    def _outposts(self) -> dict[int, int]:
        names = self.ground.names
        given: Any = self.setup.us_choice.get("outposts", {})
        return {int(division): mask_of(names.index(name) for name in hexes) for division, hexes in given.items()}

    def _ready(self) -> tuple[int, ...]:
        names = {unit.id: number for number, unit in enumerate(self.components.us_units)}
        found = {unit for entry in self.entries for unit in entry.units}
        found.update(names[f"HQ/{regiment}"] for regiment in self.hqs)
        found.update(self.craft)
        return tuple(sorted(found))

    @enforces(FAMILY, "18.5.1", "18.6.1")
    def craft_mask(self, unit: int) -> int:
        """The hexes in or next to the named hexes in which a tank or engineer unit may set up: its division's, or any, and the
        outposts of its division."""
        division = self.components.us_units[unit].division
        found = self.outposts.get(division, 0)
        for entry, owner in self.near:
            if self.craft_where == BY_ANY_HEX or owner == division:
                found |= entry.mask
        return found


# ---------------------------------------------------------------------- room

SLOTS: Final = 4
COMPANIES: Final = 2


class Crowd:
    """Units that still have to find room: a way to seat all of them, hex by hex, four units with two rifle companies in each.

    A seat is taken for good by a unit that is set up. Others are seated for now, and make room for each other.
    """

    def __init__(self, rifles: dict[int, int], others: dict[int, int]) -> None:
        self.rifles = rifles
        """Hex -> rifle companies that are set up there."""
        self.others = others
        self.seated: dict[int, list[tuple[int, bool]]] = {}
        """Hex -> who is seated there for now: the hexes open to a unit, and whether it is a rifle company."""
        self.companies: dict[int, int] = {}
        """Hex -> rifle companies among them."""

    def is_free(self, space: int, rifle: bool) -> bool:
        """Whether a hex has a seat for one more."""
        rifles = self.rifles.get(space, 0)
        if rifle and rifles + self.companies.get(space, 0) >= COMPANIES:
            return False
        here = self.seated.get(space)
        return rifles + self.others.get(space, 0) + (len(here) if here else 0) < SLOTS

    def sit(self, space: int, mask: int, rifle: bool) -> None:
        """Somebody takes a seat for now."""
        self.seated.setdefault(space, []).append((mask, rifle))
        self.companies[space] = self.companies.get(space, 0) + rifle

    def rise(self, space: int, mask: int, rifle: bool) -> None:
        """Somebody leaves his seat."""
        self.seated[space].remove((mask, rifle))
        self.companies[space] -= rifle

    def seat(self, mask: int, rifle: bool, tried: set[tuple[int, bool]]) -> bool:
        """Seat one more; somebody else may have to change his seat for that."""
        spaces = spaces_of(mask)
        for space in spaces:
            if self.is_free(space, rifle):
                self.sit(space, mask, rifle)
                return True
        for space in spaces:
            if (space, rifle) in tried:
                continue
            tried.add((space, rifle))
            for other, kind in list(self.seated.get(space, ())):
                self.rise(space, other, kind)
                if self.is_free(space, rifle):
                    # The seat is kept while the other one looks for his.
                    self.sit(space, mask, rifle)
                    if self.seat(other, kind, tried):
                        return True
                    self.rise(space, mask, rifle)
                self.sit(space, other, kind)
        return False


def has_room(rifles: dict[int, int], others: dict[int, int], waiting: list[tuple[int, bool]]) -> bool:
    """Whether all who wait, each with the hexes open to it and whether it is a rifle company, find room beside those that are set
    up. Rifle companies come first, since fewer seats are theirs."""
    return seated(rifles, others, waiting) is not None


def seated(rifles: dict[int, int], others: dict[int, int], waiting: list[tuple[int, bool]]) -> Crowd | None:
    """A way to seat all who wait; None if there is none."""
    crowd = Crowd(rifles, others)
    for mask, rifle in sorted(waiting, key=_pressing):
        if not crowd.seat(mask, rifle, set()):
            return None
    return crowd


def open_seats(rifles: dict[int, int], others: dict[int, int], waiting: list[tuple[int, bool]], one: tuple[int, bool]) -> int:
    """The hexes that one of those who wait may take, so that all others still find room.

    One way to seat everybody answers most of it: where it is seated itself, or could be seated besides. Only for the other hexes
    the others have to be seated again.
    """
    mask, rifle = one
    crowd = seated(rifles, others, waiting)
    if crowd is None:  # a position made by hand may be too narrow for all
        crowd, waiting = Crowd(rifles, others), [one]
    left = list(waiting)
    left.remove(one)
    row, found = rifles if rifle else others, 0
    for place in spaces_of(mask):
        if one in crowd.seated.get(place, ()) or crowd.is_free(place, rifle):
            found |= 1 << place
        elif Crowd(rifles, others).is_free(place, rifle):
            row[place] = row.get(place, 0) + 1
            if has_room(rifles, others, left):
                found |= 1 << place
            row[place] -= 1
    return found


def _pressing(one: tuple[int, bool]) -> tuple[bool, int]:
    """Rifle companies first, then whoever has the fewest hexes."""
    return not one[1], one[0].bit_count()
