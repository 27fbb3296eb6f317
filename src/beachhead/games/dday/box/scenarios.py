"""Scenarios and reinforcements. Positions and boxes are named here, and looked up on the board in play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from beachhead.engine.files.bounds import PRINTED, UNITS, clip
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.dday.box.kinds import CORPS, DIVISIONS, ENGINEER, SECTORS, TANK, Board, JapaneseUnit, UsUnit
from beachhead.games.dday.box.reading import check_count, read_land, read_number
from beachhead.games.dday.box.sheets import (
    Arrival,
    Clause,
    FortSetup,
    ScenarioData,
    SectorSetup,
    StartingBox,
    StartingHex,
)

NUMBERS: Final = (1, 2, 3, 4, 5, 6)
ANY: Final = "any"
SECTOR_KEYS: Final = (
    "near", "far", "at", "from_reserve", "errata", "hq", "tanks", "reserve", "depth", "mixed_from_reserve",
)  # fmt: skip
KEYS: Final = (
    "name", "gts", "closed_to_us", "us_boxes", "us_hexes", "us_choice", "us_off_map_choice", "us_area", "us_reserve",
    "us_boxes_at_start", "regimental_hqs", "step_losses", "replacements", "heroes", "artillery_points", "not_available",
    "reinforcements", "us_held", "garrisons", "japanese", "depth_in_use", "depth_at", "fort_units", "forts", "special",
    "catastrophic_limit", "victory",
)  # fmt: skip
RULES: Final = (
    "initial_disruption", "second_wave", "always_in_command", "normal_command", "replacements", "support_points",
    "artillery_points", "heroes", "combine", "opening_reveal", "third_marines", "two_players", "cleared_sector_pools",
)  # fmt: skip
CONDITIONS: Final = (
    "max_us_step_losses", "max_infantry_step_losses", "no_communication", "us_controls", "cleared", "lose_at_once_if",
)  # fmt: skip
AS_FIRST: Final = "as scenario 1"
_WAITING: Final = re.compile("arrivals of GT ([0-9]{1,2})")


class Force:
    """U.S. units by the names that lists use: a unit, a battalion b/r, a regiment, all tanks or engineers of a division."""

    def __init__(self, units: Sequence[UsUnit]) -> None:
        self.names: dict[str, list[int]] = {}
        for number, unit in enumerate(units):
            self.names[unit.id] = [number]
            for name in _larger(unit):
                self.names.setdefault(name, []).append(number)

    def read(self, item: Item) -> tuple[int, ...]:
        """The units that a name stands for; a battalion is its headquarters and three companies."""
        found = self.names.get(item.text())
        if found is None:
            raise item.fail(f"{clip(item.value)} is no U.S. unit, battalion (1/28) or regiment (rgt 28) of us_units.yaml")
        return tuple(found)

    def read_all(self, item: Item) -> tuple[int, ...]:
        """The units of a list of names, each once."""
        found: list[int] = []
        for entry in item.each(UNITS):
            for unit in self.read(entry):
                if unit in found:
                    raise entry.fail(f"{clip(entry.value)} is listed already; each unit arrives once")
                found.append(unit)
        return tuple(found)


def _larger(unit: UsUnit) -> Iterator[str]:
    if unit.battalion:
        yield f"{unit.battalion}/{unit.regiment}"
    if unit.regiment:
        yield f"rgt {unit.regiment}"
    if unit.type in (TANK, ENGINEER):
        yield f"{unit.division}{'Tk' if unit.type == TANK else 'E'}"


# ---------------------------------------------------------------------- reinforcements


@enforces("dday", "19.0", "18.4.2")
def read_arrivals(
    item: Item, units: Sequence[UsUnit], board: Board
) -> tuple[tuple[Arrival, ...], tuple[int, ...], dict[int, int]]:
    """The reinforcement list, the 3rd Marines who may come, and the artillery points that arrive over the whole campaign."""
    item.only("schedule", "artillery_totals", "optional", "regimental_hq")
    force = Force(units)
    found: list[Arrival] = []
    seen: dict[int, str] = {}
    totals = dict.fromkeys((CORPS, *DIVISIONS), 0)
    for key, lines in item["schedule"].entries():
        turn = _turn(key, lines)
        for line in lines.each(PRINTED):
            arrival = _read_arrival(turn, line, force, board)
            for unit in arrival.units:
                if unit in seen:
                    raise line.fail(f"{units[unit].id} arrives on game turn {seen[unit]} already")
                seen[unit] = key
            for division, points in arrival.artillery:
                totals[division] += points
            found.append(arrival)
    for division, given in _by_division(item["artillery_totals"]):
        check_count(given, totals[division], "points of artillery in the list")
    item["optional"].only("units", "boxes", "when", "book")
    item["regimental_hq"].only("arrives", "book")
    found.sort(key=lambda arrival: arrival.turn)
    return tuple(found), force.read_all(item["optional"]["units"]), totals


def _turn(key: str, item: Item) -> int:
    if not (key.isdecimal() and 1 <= int(key) <= PRINTED):
        raise item.fail(f"a game turn is a number, not {clip(key)}")
    return int(key)


def _read_arrival(turn: int, item: Item, force: Force, board: Board) -> Arrival:
    item.only("units", "boxes", "artillery")
    points = item.get("artillery")
    if points is not None:
        return Arrival(turn, (), (), artillery=tuple(sorted((d, n.whole(1, PRINTED)) for d, n in _by_division(points))))
    anywhere = item["boxes"].value == ANY
    return Arrival(turn, force.read_all(item["units"]), () if anywhere else _boxes(item["boxes"], board), any_box=anywhere)


def _by_division(item: Item) -> list[tuple[int, Item]]:
    found = []
    for key, value in item.entries():
        if key not in ("corps", *map(str, DIVISIONS)):
            raise value.fail(f"this is a division, 3, 4 or 5, or corps, not {clip(key)}")
        found.append((CORPS if key == "corps" else int(key), value))
    return found


def _boxes(item: Item, board: Board) -> tuple[str, ...]:
    found = tuple(box.text() for box in item.each(PRINTED))
    for number, name in enumerate(found):
        if name not in board.box_index:
            raise item[number].fail(f"{clip(name)} is no beach box; there are {', '.join(board.box_index)}")
    if not found:
        raise item.fail("name at least one beach box")
    return found


# ---------------------------------------------------------------------- scenarios


class Reader:
    """Reads scenarios against the board and the order of battle."""

    def __init__(self, board: Board, units: Sequence[UsUnit], japanese: Sequence[JapaneseUnit], depth: int) -> None:
        self.board = board
        self.depth = depth
        """How many depth markers there are to divide among the sectors."""
        self.force = Force(units)
        self.units = units
        self.japanese = japanese

    def positions(self, item: Item | None) -> tuple[str, ...]:
        """Positions by code, each once."""
        found: list[str] = []
        for code in item.each(UNITS) if item is not None else ():
            if code.text() not in self.board.position_index:
                raise code.fail(f"{clip(code.value)} is no position of positions.yaml")
            if code.text() in found:
                raise code.fail(f"{code.value} is listed twice; once is enough")
            found.append(code.text())
        return tuple(found)

    def sector(self, key: str, item: Item) -> SectorSetup:
        """A sector of the Setup Display; its positions lie in that sector."""
        if key not in (f"sector_{number}" for number in SECTORS):
            raise item.fail("there are sector_1 to sector_4")
        item.only(*SECTOR_KEYS)
        number = int(key[-1])
        lists = {name: self.positions(item.get(name)) for name in SECTOR_KEYS[:7]}
        for name, codes in lists.items():
            for code in codes:
                position = self.board.positions[self.board.position_index[code]]
                if position.sector != number:
                    raise item[name].fail(f"{code} lies in sector {position.sector}; list it there")
                if name in ("near", "far") and position.near != (name == "near"):
                    raise item[name].fail(
                        f"{code} is {'near' if position.near else 'far from'} the beaches (18.4.3); list it there"
                    )
        return SectorSetup(
            sector=number,
            reserve=read_number(item, "reserve", PRINTED),
            depth=read_number(item, "depth", PRINTED),
            mixed_from_reserve=read_number(item, "mixed_from_reserve", PRINTED),
            **lists,
        )

    def check_sector(self, item: Item, setup: SectorSetup) -> None:
        """There are units enough: near positions draw from the near units, far ones from the others."""
        mine = [unit for unit in self.japanese if unit.sector == setup.sector and unit.kind == 0]
        near, far = sum(unit.near for unit in mine), sum(not unit.near for unit in mine)
        placed = len(setup.at) + len(setup.errata)
        for name, wanted, there in (("near", len(setup.near), near), ("far", len(setup.far), far)):
            if wanted > there:
                raise item[name].fail(
                    f"{wanted} positions draw from {there} {name} units of sector {setup.sector}; add units or take positions off"
                )
        whole = len(setup.near) + len(setup.far) + placed + len(setup.from_reserve) + setup.reserve
        if whole > len(mine):
            raise item.fail(
                f"positions and reserve take {whole} of the {len(mine)} units of sector {setup.sector}; they take too many"
            )
        tanks = {unit.start for unit in self.japanese if unit.color >= 0}
        for code in setup.tanks:
            if code not in tanks:
                raise item["tanks"].fail(f"no tank unit starts at {code}; tanks start at {', '.join(sorted(tanks))}")

    def scenario(self, number: int, item: Item, first: ScenarioData | None) -> ScenarioData:
        """One scenario. The campaign takes its set-up from the first."""
        item.only(*KEYS)
        turns = [turn.whole(1, PRINTED) for turn in item["gts"].each(2)]
        if len(turns) != 2 or turns[0] > turns[1]:
            raise item["gts"].fail("the game turns are [first, last]")
        closed = item["closed_to_us"]
        closed.only("sectors", "columns_from", "book")
        arrivals, ignored = self._arrivals(item["reinforcements"])
        step_losses, most = self._losses(item.get("step_losses"))
        heroes = item.get("heroes")
        return ScenarioData(
            number=number,
            name=item["name"].name(),
            first_turn=turns[0],
            last_turn=turns[1],
            closed_sectors=tuple(sector.whole(SECTORS[0], SECTORS[-1]) for sector in closed["sectors"].each(len(SECTORS))),
            closed_columns_from=read_number(closed, "columns_from", self.board.grid.positions),
            us_boxes=self._us_boxes(item.get("us_boxes"), first),
            us_hexes=self._us_hexes(item.get("us_hexes")),
            us_area=self._area(item.get("us_area")),
            us_reserve={division: self.force.read_all(names) for division, names in _by_division(_or_empty(item, "us_reserve"))},
            us_choice=_plain(item.get("us_choice")) | _plain(item.get("us_off_map_choice")),
            not_available=() if "not_available" not in item.mapping() else self.force.read_all(item["not_available"]),
            arrivals=arrivals,
            artillery_ignored=ignored,
            boxes_at_start=_waiting(item.get("us_boxes_at_start")),
            japanese=self._japanese(item["japanese"], first),
            depth_in_use=tuple(sector.whole(SECTORS[0], SECTORS[-1]) for sector in item["depth_in_use"].each(len(SECTORS))),
            depth_at=self.positions(item["depth_at"]),
            forts=self._forts(item["forts"], first),
            fort_units=self.positions(item.get("fort_units")),
            us_held=self.positions(item.get("us_held")),
            garrisons="garrisons" in item.mapping() and item["garrisons"].flag(),
            regimental_hqs=_plain(item.get("regimental_hqs")),
            step_losses=step_losses,
            losses_per_unit=most,
            replacements=_plain(item.get("replacements")),
            heroes_per_division=0 if heroes is None else heroes["per_division"].whole(0, PRINTED),
            artillery_points={
                division: points.whole(0, PRINTED) for division, points in _by_division(_or_empty(item, "artillery_points"))
            },
            special=tuple(_clause(entry, RULES, "rule") for entry in item["special"].each(PRINTED)),
            catastrophic_limit=_text_keys(item["catastrophic_limit"].value),
            victory=tuple(_clause(entry, CONDITIONS, "") for entry in item["victory"].each(PRINTED)),
        )

    def _us_boxes(self, item: Item | None, first: ScenarioData | None) -> tuple[StartingBox, ...]:
        if item is None:
            return ()
        if item.value == AS_FIRST and first is not None:
            return first.us_boxes
        found = []
        for entry in item.each(PRINTED):
            entry.only("box", "units", "wave")
            found.append(
                StartingBox(_boxes(entry["box"], self.board), self.force.read_all(entry["units"]), entry["wave"].whole(1, 2))
            )
        return tuple(found)

    def _us_hexes(self, item: Item | None) -> tuple[StartingHex, ...]:
        found = []
        for name, place in item.entries() if item is not None else ():
            space = read_land(place, self.board.grid, self.board.land)
            units = self.force.read(Item(name, place.document, place.path))
            found.append(StartingHex(name, units, self.board.grid.names[space]))
        return tuple(sorted(found, key=lambda entry: entry.units[0]))

    def _area(self, item: Item | None) -> dict[int, tuple[tuple[int, int], ...]]:
        found: dict[int, tuple[tuple[int, int], ...]] = {}
        grid = self.board.grid
        for key, spans in item.entries() if item is not None else ():
            if not (key.isdecimal() and 1 <= int(key) <= grid.lines):
                raise spans.fail(f"{clip(key)} is no row of the map")
            listed = []
            for span in spans.each(PRINTED):
                ends = [column.whole(1, grid.positions) for column in span.each(2)]
                if len(ends) != 2 or ends[0] > ends[1]:
                    raise span.fail("a span is [first column, last column]")
                listed.append((ends[0], ends[1]))
            found[int(key)] = tuple(listed)
        return dict(sorted(found.items()))

    def _japanese(self, item: Item, first: ScenarioData | None) -> tuple[SectorSetup, ...]:
        if item.value == AS_FIRST and first is not None:
            return first.japanese
        found = []
        for key, entry in item.entries():
            setup = self.sector(key, entry)
            self.check_sector(entry, setup)
            found.append(setup)
        total = sum(setup.depth for setup in found)
        if total > self.depth:
            raise item.fail(f"the sectors take {total} depth markers and there are {self.depth} to divide (18.3.1)")
        return tuple(sorted(found, key=lambda setup: setup.sector))

    def _forts(self, item: Item, first: ScenarioData | None) -> tuple[FortSetup, ...]:
        if item.value == AS_FIRST and first is not None:
            return first.forts
        found = []
        for entry in item.each(PRINTED):
            entry.only("at", "classes")
            codes = self.positions(entry["at"])
            for code in codes:
                if not self.board.positions[self.board.position_index[code]].fort:
                    raise entry["at"].fail(f"{code} is no fort location; forts stand only where the map has F or FF (17.1)")
            found.append(FortSetup(codes, tuple(number.whole(1, 3) for number in entry["classes"].each(2))))
        return tuple(found)

    def _arrivals(self, item: Item) -> tuple[tuple[int, int], bool]:
        if item.value == "none":
            return (0, 0), False
        item.only("gts", "artillery", "book")
        turns = [turn.whole(1, PRINTED) for turn in item["gts"].each(2)]
        if len(turns) != 2 or turns[0] > turns[1]:
            raise item["gts"].fail("the game turns are [first, last]")
        artillery = item.get("artillery")
        return (turns[0], turns[1]), artillery is not None and artillery.one_of(("ignored",)) == "ignored"

    def _losses(self, item: Item | None) -> tuple[dict[int, int], int]:
        found: dict[int, int] = {}
        most = 0
        for key, value in item.entries() if item is not None else ():
            if key == "max_per_unit":
                most = value.whole(1, 4)
            elif key in map(str, DIVISIONS):
                found[int(key)] = value.whole(0, PRINTED)
            else:
                raise value.fail("this is a division, 3, 4 or 5, or max_per_unit")
        return found, most


def _or_empty(item: Item, key: str) -> Item:
    return item.get(key) or Item({}, item.document, item.path)


def _plain(item: Item | None) -> dict[str, Any]:
    """A mapping as the file has it, its keys as texts, as they come back from a save."""
    found: dict[str, Any] = {} if item is None else _text_keys(item.mapping())
    return found


def _text_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _text_keys(inner) for key, inner in value.items()}
    return [_text_keys(inner) for inner in value] if isinstance(value, list) else value


def _waiting(item: Item | None) -> int:
    if item is None:
        return 0
    match = _WAITING.fullmatch(item.text())
    if match is None:
        raise item.fail("this reads like `arrivals of GT 7`")
    return int(match[1])


def _clause(item: Item, known: tuple[str, ...], key: str) -> Clause:
    """A special rule, named under `key`, or a victory condition, named by its own key."""
    details = _plain(item)
    if key:
        name = item[key].one_of(known)
    else:
        names = [word for word in details if word in known]
        if len(names) != 1:
            raise item.fail(f"a victory condition is one of {', '.join(known)}")
        name = names[0]
    book = item["book"].text()
    return Clause(name, {word: value for word, value in details.items() if word not in (key, "book")}, book)


@enforces("dday", "18.0-errata-1", "18.0-errata-2")
def read_scenarios(
    item: Item, board: Board, units: Sequence[UsUnit], japanese: Sequence[JapaneseUnit], depth: int
) -> dict[int, ScenarioData]:
    """All six scenarios, the campaign last. In the first, sector 3 has 15 units, one of them at Nishi with a class 2 fort."""
    item.only("scenarios")
    entries = dict(item["scenarios"].entries())
    reader = Reader(board, units, japanese, depth)
    found: dict[int, ScenarioData] = {}
    for number in NUMBERS:
        if str(number) not in entries:
            raise item["scenarios"].fail(f"scenario {number} is missing; there are {len(NUMBERS)}")
        found[number] = reader.scenario(number, entries[str(number)], found.get(1))
    item["scenarios"].only(*map(str, NUMBERS))
    return found
