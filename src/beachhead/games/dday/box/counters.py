"""Counters of both sides: units, depth markers, forts, heroes, step loss markers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from beachhead.engine.files.bounds import PRINTED, UNITS, clip
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.dday.box.kinds import (
    BATTALION_HQ,
    COLORS,
    DEPTH_KINDS,
    DIRECTIONS,
    DIVISIONS,
    ENGINEER,
    HEAVY_WEAPONS,
    HERO_TYPES,
    HQ_UNIT,
    JAPANESE_KINDS,
    MOST_STEPS,
    ORDINARY,
    REGIMENTAL_HQ,
    RIFLE,
    SECTORS,
    STAR_SYMBOL,
    SYMBOLS,
    TANK,
    TANK_UNIT,
    US_TYPES,
    DepthMarker,
    Fort,
    FortClass,
    Hero,
    JapaneseUnit,
    StepLoss,
    UsType,
    UsUnit,
)
from beachhead.games.dday.box.reading import check_count, read_number, read_weapons, read_word, read_words
from beachhead.games.dday.box.sheets import Support

REGIMENTS: Final = 40
BATTALIONS: Final = 3
CLASSES: Final = (1, 2, 3)
FORMATIONS: Final = ("E", "MC", "MG", "SAG", "TAP")
"""The lettered formations of 2.2.2-formations: conscripts, all of them."""
BATTALION_COLORS: Final = ("black", "red", "white", "blue")
"""Of symbols, by battalion; black for units of none (2.2.1-target-colors)."""
FEWER: Final = -2
"""What a step loss marker does to a unit's strength (2.2.1-steps-a)."""
NO_RANGE: Final = 1
SUPPORT: Final = ("naval_gunfire", "airstrike", "artillery_point", "lvta_barrage")
SUPPORT_KEYS: Final = ("strength", "range", "weapons", "per_day", "carry_over", "max_division", "max_corps", "book")
MARKERS: Final = (
    "smoke", "caves", "command_range", "artillery_sector_value", "infantry_replacement", "tank_replacement",
    "engineer_replacement",
)  # fmt: skip
PLENTY: Final = ("disruption_and_garrison", "artillery_destroyed")
_NATURAL: Final = re.compile("([0-9]+)")


def natural(name: str) -> list[tuple[int, int, str]]:
    """A key that sorts names with numbers in them the way people do.

    >>> sorted(["SAG10", "SAG2"], key=natural)
    ['SAG2', 'SAG10']
    """
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in _NATURAL.split(name) if part]


# ---------------------------------------------------------------------- U.S. units


def read_us_units(item: Item) -> tuple[tuple[UsType, ...], tuple[UsUnit, ...], dict[str, Support]]:
    """Types, counters and support points."""
    item.only("types", "counts", "units", "support")
    item["types"].only(*US_TYPES)
    types = tuple(_read_type(item["types"][name], number) for number, name in enumerate(US_TYPES))
    units = sorted((_read_us_unit(name, entry) for name, entry in item["units"].entries()), key=_us_order)
    if len(units) > UNITS:
        raise item["units"].fail(f"there are at most {UNITS} units")
    counts = Counter(unit.type for unit in units)
    item["counts"].only(*US_TYPES, "total")
    for number, name in enumerate(US_TYPES):
        check_count(item["counts"][name], counts[number], f"units of the type {name}")
    check_count(item["counts"]["total"], len(units), "units")
    _check_battalions(item["units"], units)
    return types, tuple(units), _read_support(item["support"])


@enforces("dday", "2.2.1-steps", "2.2.1-steps-a", "8.1.1-tank", "8.1.1-printed")
def _read_type(item: Item, kind: int) -> UsType:
    """Strength and range by steps left: both sides of the counter, less two with a step loss marker under it."""
    item.only("steps", "front", "back", "command_range", "book")
    steps = item["steps"].whole(1, MOST_STEPS)
    wanted = {RIFLE: 4, HEAVY_WEAPONS: 4, REGIMENTAL_HQ: 1}.get(kind, 2)
    if steps != wanted:
        raise item["steps"].fail(f"a unit of this type has {wanted} steps by the rules (2.2.1)")
    strength, reach, barrage = [0] * (MOST_STEPS + 1), [0] * (MOST_STEPS + 1), [0] * (MOST_STEPS + 1)
    if kind == REGIMENTAL_HQ:
        item["back"].name()
        return UsType(
            US_TYPES[kind],
            steps,
            tuple(strength),
            tuple(reach),
            tuple(barrage),
            command_range=item["command_range"].whole(1, PRINTED),
        )
    front, back = item["front"], item["back"]
    for left in range(1, steps + 1):
        side = front if left > steps // 2 else back
        side.only("strength", "range", "range_one_step", "range_attack", "range_barrage", "weapons")
        less = FEWER if steps == MOST_STEPS and left % 2 else 0
        strength[left] = max(0, side["strength"].whole(1, PRINTED) + less)
        if kind == TANK:
            reach[left] = side["range_attack"].whole(1, PRINTED)
            barrage[left] = side["range_barrage"].whole(1, PRINTED)
        else:
            reach[left] = side["range"].whole(1, PRINTED) if "range" in side.mapping() else NO_RANGE
            if left == 1 and "range_one_step" in side.mapping():
                reach[left] = side["range_one_step"].whole(1, PRINTED)
    return UsType(
        US_TYPES[kind],
        steps,
        tuple(strength),
        tuple(reach),
        tuple(barrage),
        front_weapons=read_weapons(front.get("weapons")),
        back_weapons=read_weapons(back.get("weapons")),
    )


def _read_us_unit(name: str, item: Item) -> UsUnit:
    """A counter; its name must say what it is, as orders of battle and reinforcement lists go by names."""
    item.only("type", "div", "rgt", "bn", "symbol", "symbol_colour", "back_weapons", "book")
    kind, division = read_word(item["type"], US_TYPES), item["div"].whole(DIVISIONS[0], DIVISIONS[-1])
    regiment = battalion = 0
    if kind in (RIFLE, BATTALION_HQ, HEAVY_WEAPONS, REGIMENTAL_HQ):
        regiment = item["rgt"].whole(1, REGIMENTS)
    if kind in (RIFLE, BATTALION_HQ):
        battalion = item["bn"].whole(1, BATTALIONS)
    forms = {
        RIFLE: f"[A-Z]/{battalion}/{regiment}",
        BATTALION_HQ: f"HQ/{battalion}/{regiment}",
        HEAVY_WEAPONS: f"HW/{regiment}",
        REGIMENTAL_HQ: f"HQ/{regiment}",
        TANK: f"[1-9][A-Z]/{division}Tk",
        ENGINEER: f"[A-Z]/{division}E",
    }
    if re.fullmatch(forms[kind], name) is None:
        raise item.fail(f"{clip(name)} does not fit its type, division, regiment and battalion (2.2.1); expected {forms[kind]}")
    symbol, color = read_word(item["symbol"], SYMBOLS), item["symbol_colour"].one_of(BATTALION_COLORS)
    if (symbol == STAR_SYMBOL) != (kind in (BATTALION_HQ, HEAVY_WEAPONS, REGIMENTAL_HQ)):
        raise item["symbol"].fail("headquarters and heavy weapons have stars, and nobody else")
    if color != BATTALION_COLORS[battalion]:
        raise item["symbol_colour"].fail(f"the symbol is {BATTALION_COLORS[battalion]} here (2.2.1)")
    return UsUnit(name, kind, division, regiment, battalion, symbol, color, _back_weapons(item, kind))


def _back_weapons(item: Item, kind: int) -> int:
    """Rifle companies have weapons printed on their two-step side."""
    if kind == RIFLE:
        return read_weapons(item["back_weapons"])
    if item.get("back_weapons") is not None:
        raise item["back_weapons"].fail("only rifle companies have weapons of their own here; the chart has those of others")
    return 0


def _us_order(unit: UsUnit) -> tuple[int, int, int, int, str]:
    """By division and regiment: its HQ, its battalions with their HQs first, heavy weapons; then tanks and engineers."""
    regiment = unit.regiment or REGIMENTS + 1
    part = BATTALIONS + 1 if unit.type == HEAVY_WEAPONS else unit.battalion
    return unit.division, regiment, part, {BATTALION_HQ: 0, RIFLE: 1, TANK: 0, ENGINEER: 1}.get(unit.type, 0), unit.id


def _check_battalions(item: Item, units: list[UsUnit]) -> None:
    """A battalion is its headquarters and three companies."""
    companies: dict[tuple[int, int], Counter[int]] = {}
    homes: dict[int, int] = {}
    for unit in units:
        if unit.battalion:
            companies.setdefault((unit.battalion, unit.regiment), Counter())[unit.type] += 1
        if unit.regiment and homes.setdefault(unit.regiment, unit.division) != unit.division:
            raise item[unit.id]["div"].fail(
                f"the {unit.regiment} Marines belong to division {homes[unit.regiment]}; make all agree"
            )
    for (battalion, regiment), count in companies.items():
        if count != Counter({RIFLE: 3, BATTALION_HQ: 1}):
            raise item.fail(f"battalion {battalion}/{regiment} needs a headquarters and three companies")


def _read_support(item: Item) -> dict[str, Support]:
    item.only(*SUPPORT)
    found = {}
    for name in SUPPORT:
        entry = item[name]
        entry.only(*SUPPORT_KEYS)
        found[name] = Support(
            name=name,
            strength=entry["strength"].whole(1, PRINTED),
            weapons=read_weapons(entry.get("weapons")),
            per_day=read_number(entry, "per_day", PRINTED),
            carry_over=read_number(entry, "carry_over", PRINTED),
            max_division=read_number(entry, "max_division", PRINTED),
            max_corps=read_number(entry, "max_corps", PRINTED),
        )
    return found


@enforces("dday", "2.2.1-steps-e")
def read_step_losses(item: Item) -> tuple[StepLoss, ...]:
    """The markers of the step loss cup: what is left after the first and after the third loss."""
    item.only("strength_modifier", "markers")
    if item["strength_modifier"].whole(-PRINTED) != FEWER:
        raise item["strength_modifier"].fail(f"a marker costs two points of strength, which is {FEWER} (2.2.1)")
    found = []
    for entry in item["markers"].each(UNITS):
        entry.only("id", "step1", "step3", "book")
        found.append(StepLoss(entry["id"].name(), read_weapons(entry["step1"]), read_weapons(entry["step3"])))
    _check_unique(item["markers"], [marker.id for marker in found])
    if not found:
        raise item["markers"].fail("the cup needs at least one marker")
    return tuple(found)


def read_heroes(item: Item) -> tuple[tuple[Hero, ...], tuple[str, ...], dict[str, int]]:
    """U.S. heroes, Japanese heroes, and how many markers of other kinds there are."""
    item.only("heroes", "types", "japanese_heroes", "other_markers")
    item["types"].only(*HERO_TYPES)
    found = []
    for entry in item["heroes"].each(PRINTED):
        entry.only("id", "type", "back")
        entry["back"].one_of(("inspired",))
        found.append(Hero(entry["id"].name(), read_word(entry["type"], HERO_TYPES)))
    _check_unique(item["heroes"], [hero.id for hero in found])
    japanese = []
    for entry in item["japanese_heroes"].each(PRINTED):
        entry.only("id")
        japanese.append(entry["id"].name())
    _check_unique(item["japanese_heroes"], japanese)
    return tuple(found), tuple(japanese), _read_markers(item["other_markers"])


@enforces("dday", "2.2.3")
def _read_markers(item: Item) -> dict[str, int]:
    """Markers of limited number; of others there are as many as needed."""
    item.only(*MARKERS, *PLENTY)
    for name in PLENTY:
        item[name].text()
    return {name: item[name].whole(0, PRINTED) for name in MARKERS}


# ---------------------------------------------------------------------- Japanese counters


@enforces("dday", "2.2.2-formations")
def read_japanese_units(item: Item) -> tuple[tuple[JapaneseUnit, ...], dict[str, str]]:
    """All Japanese units, and what the codes of the lettered formations stand for."""
    item.only("formations", "units", "counts")
    item["formations"].only(*FORMATIONS)
    formations = {name: item["formations"][name].name() for name in FORMATIONS}
    if len(item["units"].mapping()) > UNITS:
        raise item["units"].fail(f"there are at most {UNITS} units")
    units = [_read_japanese(name, entry) for name, entry in item["units"].entries()]
    units.sort(key=lambda unit: (unit.kind, not unit.elite, natural(unit.formation), natural(unit.id)))
    _check_japanese_counts(item["counts"], units)
    return tuple(units), formations


def _read_japanese(name: str, item: Item) -> JapaneseUnit:
    item.only(
        "formation", "kind", "elite", "strength", "requires", "sector", "back", "group", "colour", "start", "depth", "scenario",
        "book",
    )  # fmt: skip
    Item(name, item.document, item.path).name()
    kind, formation = read_word(item["kind"], JAPANESE_KINDS), item["formation"].name()
    elite = item["elite"].flag()
    if elite == (formation in FORMATIONS):
        raise item["elite"].fail(
            "numbered infantry, tanks and the headquarters are elite; the five lettered formations are not (D45)"
        )
    item["back"].one_of(("unit",))
    group, start, depth = item.get("group"), item.get("start"), item.get("depth")
    if (kind == TANK_UNIT) != (item.get("colour") is not None):
        raise item.fail("tanks have a color of their own, and nobody else (2.2.2)")
    if (kind != TANK_UNIT) != (depth is None):
        raise item.fail("tanks start with an armor depth marker, and nobody else (14.4.1)")
    if depth is not None:
        depth.one_of(("armor",))
    return JapaneseUnit(
        id=name,
        formation=formation,
        kind=kind,
        elite=elite,
        strength=item["strength"].whole(1, PRINTED),
        requires=read_weapons(item["requires"]),
        sector=item["sector"].whole(SECTORS[0], SECTORS[-1]),
        near=group is not None and group.one_of(("near", "far")) == "near",
        color=read_word(item["colour"], COLORS) if kind == TANK_UNIT else -1,
        start="" if start is None else start.text(),
        scenario=read_number(item, "scenario", 6, 1),
    )


def _check_japanese_counts(item: Item, units: list[JapaneseUnit]) -> None:
    item.only("total", "by_sector", "hq", "tanks", "near")
    check_count(item["total"], len(units), "Japanese units")
    check_count(item["hq"], sum(unit.kind == HQ_UNIT for unit in units), "headquarters")
    check_count(item["tanks"], sum(unit.kind == TANK_UNIT for unit in units), "tanks")
    for key, what, counted in (
        ("by_sector", "units", [unit for unit in units if not unit.scenario]),
        ("near", "near units", [unit for unit in units if unit.near]),
    ):
        given: Mapping[str, Item] = dict(item[key].entries())
        for sector in SECTORS:
            if str(sector) not in given:
                raise item[key].fail(f"sector {sector} is missing")
            check_count(given[str(sector)], sum(unit.sector == sector for unit in counted), f"{what} in sector {sector}")


def read_depth(item: Item) -> tuple[DepthMarker, ...]:
    """The depth markers."""
    item.only("markers", "counts")
    found = []
    for entry in item["markers"].each(UNITS):
        entry.only("id", "kind", "strength", "requires", "book")
        kind = read_word(entry["kind"], DEPTH_KINDS)
        found.append(
            DepthMarker(
                entry["id"].name(),
                kind,
                entry["strength"].whole(1 if kind == ORDINARY else 0, PRINTED),
                read_weapons(entry["requires"]),
            )
        )
    _check_unique(item["markers"], [marker.id for marker in found])
    item["counts"].only(*DEPTH_KINDS, "total")
    for number, name in enumerate(DEPTH_KINDS):
        check_count(item["counts"][name], sum(marker.kind == number for marker in found), f"depth markers of the kind {name}")
    check_count(item["counts"]["total"], len(found), "depth markers")
    return tuple(found)


@enforces("dday", "17.2-b")
def read_forts(item: Item) -> tuple[tuple[Fort, ...], tuple[FortClass, ...]]:
    """Fort markers of three classes, each class a pool of its own; class 1 is the strongest."""
    item.only("classes", "empty_pool", "markers", "counts")
    item["empty_pool"].text()
    item["classes"].only(*map(str, CLASSES))
    given = dict(item["classes"].entries())
    classes = []
    for number in CLASSES:
        if str(number) not in given:
            raise item["classes"].fail(f"class {number} is missing")
        entry = given[str(number)]
        entry.only("strength", "steps", "reduces_to")
        weaker = 0 if entry["reduces_to"].value is None else entry["reduces_to"].whole(1, CLASSES[-1])
        if weaker != (number + 1) % (CLASSES[-1] + 1):
            raise entry["reduces_to"].fail("a fort is reduced to the next class, a class 3 fort is gone (null)")
        steps = entry["steps"].whole(1, PRINTED)
        if steps != CLASSES[-1] + 1 - number:
            raise entry["steps"].fail(f"a class {number} fort has {CLASSES[-1] + 1 - number} steps (17.7)")
        classes.append(FortClass(number, entry["strength"].whole(1, PRINTED), steps, weaker))
    if not classes[0].strength > classes[1].strength > classes[2].strength:
        raise item["classes"].fail("class 1 is the strongest and class 3 the weakest (17.2)")
    forts = _read_fort_markers(item["markers"])
    item["counts"].only(*map(str, CLASSES))
    for key, count in item["counts"].entries():
        check_count(count, sum(fort.fort_class == int(key) for fort in forts), f"forts of class {key}")
    return forts, tuple(classes)


def _read_fort_markers(item: Item) -> tuple[Fort, ...]:
    found = []
    for entry in item.each(UNITS):
        entry.only("id", "class", "blocked", "requires")
        blocked = read_words(entry["blocked"], DIRECTIONS)
        if not 0 < blocked.bit_count() < len(DIRECTIONS):
            raise entry["blocked"].fail("a fort blocks one hexside at least and leaves one open (17.4)")
        found.append(
            Fort(entry["id"].name(), entry["class"].whole(CLASSES[0], CLASSES[-1]), blocked, read_weapons(entry["requires"]))
        )
    _check_unique(item, [fort.id for fort in found])
    return tuple(found)


def _check_unique(item: Item, ids: list[str]) -> None:
    for number, name in enumerate(ids):
        if name in ids[:number]:
            raise item[number].fail(f"{name} is listed twice; each marker has an id of its own")
