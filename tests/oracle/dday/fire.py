"""Japanese fire: hit limits, who is hit, and the leader who takes one. Selections are found by trying all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from .fields import firing, fit, held, is_black
from .island import INTENSE, STEADY, Field, Site, around, disk, distance, groups, land, sector, sheet
from .network import in_communication
from .table import HEADQUARTERS, Marine, Table

STEP = "SL"
SHOCK = "D"
TOP = 3


@dataclass(frozen=True)
class Card:
    """What a fire card says."""

    number: int
    colors: tuple[str, ...]
    marks: Mapping[str, str]
    """Color -> plain, armor, star or a letter."""
    barred: frozenset[str]
    target: str


def card(number: int) -> Card:
    """A card by its number."""
    entry = sheet("cards")["cards"][number]
    colors, marks, barred = [], {}, set()
    for part in entry["fire"]:
        color = part["colour"]
        colors.append(color)
        barred |= {color} if part.get("bar") else set()
        marks[color] = part.get("mark") or "plain"
    return Card(number, tuple(colors), marks, frozenset(barred), entry["target"])


# ---------------------------------------------------------------------- hit limit and chart


@dataclass(frozen=True)
class Shot:
    """One fire: of which group, with machine guns or mortars, by which row at which movers."""

    group: str
    mode: str = "fire"
    mark: str = "plain"
    row: str = ""
    movers: frozenset[str] = frozenset()


def limit(table: Table, shot: Shot) -> int:
    """How many units a group can hit in one fire (6.3.1, D61, D85, D120); at those who enter the hex of disrupted counters as if
    they were not (D119)."""
    moving = bool(shot.movers)
    spots = [table.spot(site.hex) for site in groups()[shot.group] if table.spot(site.hex).occupied]
    spots = [spot for spot in spots if moving or not spot.used]
    ready = [spot for spot in spots if is_black(shot.group) or not spot.disrupted]
    if moving and not ready:
        ready = spots
    parts = [min(TOP, spot.counters() + (spot.armor() if moving else 0)) for spot in ready]
    found = sum(parts) if table.options["hit_cap"] == "hex" else min(TOP, sum(parts))
    if shot.mode == "mortars" and found:
        if not any(spot.units for spot in ready):
            found = 1
        elif any(site.hilltop for site in mortar_sites(table, shot.group)):
            found += 1
        found += "heavy-mortar" in table.lasting
    return found


def mortar_sites(table: Table, group: str) -> list[Site]:
    """Intact guns in hexes that the US does not hold (D128)."""
    return [site for site in groups()[group] if site.guns and not table.spot(site.hex).guns_lost and not held(table, site)]


def mortar_field(table: Table, group: str) -> Field:
    """Everything in range is steady (13.3-a-1); no steady fire comes from a black group that is wholly disrupted (6.8.1-b)."""
    if not fit(table, group):
        return {}
    return {
        hex: STEADY for site in mortar_sites(table, group) for hex in disk(site.hex, 4 if site.hilltop else 3)
    }  # fmt: skip


def all_revealed(table: Table, shot: Shot) -> bool:
    """The column of the Fire Chart: every unit of the position is face up; a fort alone shows its own face (6.3-b)."""
    faces = []
    for site in groups()[shot.group]:
        spot = table.spot(site.hex)
        units = [*spot.units, *([spot.tank] if spot.tank is not None and shot.movers else [])]
        faces += [unit.up for unit in units]
        if spot.forts and not units:
            faces.append(spot.forts[0].up)
    return all(faces)


def concentrated(table: Table, hex: str) -> bool:
    """More than ten steps of others than tanks (6.3.5)."""
    return sum(marine.steps for marine in table.at(hex) if not marine.tank) > 10


def effect(table: Table, shot: Shot, marine: Marine, row: str, symbol: str) -> set[str]:
    """What the Fire Chart gives for a unit in a hex of a field; mortars cost a step, tanks too (13.3)."""
    match = matches(table, marine, row, symbol)
    if shot.mode == "mortars":
        return {STEP} if match else set()
    if marine.tank:
        return set()
    column = "all_revealed" if all_revealed(table, shot) else "any_unrevealed"
    return set(sheet("charts")["japanese_fire"][row][column]["match" if match else "no_match"])


def matches(table: Table, marine: Marine, row: str, symbol: str) -> bool:
    return marine.kind.symbol == symbol or (row == STEADY and concentrated(table, marine.place))


def possible(marine: Marine, results: set[str]) -> set[str]:
    """What of a result can still happen to a unit (D62)."""
    found = set()
    if STEP in results and not marine.hit:
        found.add(STEP)
    if SHOCK in results and not marine.disrupted:
        found.add(SHOCK)
    return found


# ---------------------------------------------------------------------- candidates


@dataclass(frozen=True)
class Candidate:
    """A unit that may be hit, with its place in the order."""

    name: str
    order: tuple[int, int, int, int]
    results: frozenset[str]


def machine_guns(field: Field) -> tuple[Field, set[str]]:
    """The field of machine guns, and the hexes that it gains (13.2-a, 13.2-b)."""
    gained = {
        hex for hex in land() if hex not in field and any(field.get(other) == STEADY for other in around(hex))
    }  # fmt: skip
    return dict.fromkeys(field, INTENSE) | dict.fromkeys(gained, STEADY), gained


def field_for(table: Table, shot: Shot) -> tuple[Field, set[str]]:
    """The field of a shot in the Fire Phase, and the hexes that machine guns add to it."""
    if shot.mode == "mortars":
        return mortar_field(table, shot.group), set()
    field = firing(table, shot.group)
    return machine_guns(field) if shot.mode == "machine guns" else (field, set())


def candidates(table: Table, shot: Shot, symbol: str) -> list[Candidate]:
    """Whom a group can hit, best first (6.3.1-a, 6.3.1-b, D62)."""
    gained: set[str] = set()
    if shot.movers:
        field = {table.marines[name].place: shot.row for name in shot.movers if name in table.marines}
    else:
        field, gained = field_for(table, shot)
    found = []
    for marine in table.marines.values():
        row = field.get(marine.place)
        if row is None or (shot.movers and marine.name not in shot.movers):
            continue
        results = possible(marine, effect(table, shot, marine, row, symbol))
        if not results:
            continue
        tier = 2 if marine.place in gained else 0 if row == INTENSE else 1
        near = min(distance(site.hex, marine.place) for site in groups()[shot.group])
        match = matches(table, marine, row, symbol)
        found.append(Candidate(marine.name, (tier, 0 if match else 1, near, -marine.steps), frozenset(results)))
    return sorted(found, key=lambda one: one.order)


def most(pools: list[tuple[int, set[str]]]) -> int:
    """The most different units that groups can hit together, each so many of its own: by trying who hits the first unit."""
    units = sorted(set().union(*(names for _, names in pools)))

    def best(index: int, left: tuple[int, ...]) -> int:
        if index == len(units) or not any(left):
            return 0
        found = best(index + 1, left)
        for number, (_, names) in enumerate(pools):
            if left[number] and units[index] in names:
                rest = (*left[:number], left[number] - 1, *left[number + 1 :])
                found = max(found, 1 + best(index + 1, rest))
        return found

    return best(0, tuple(count for count, _ in pools))


def selections(here: list[Candidate], hits: int, later: list[tuple[int, set[str]]]) -> list[frozenset[str]]:
    """The selections of victims that are allowed, all of equal rank (6.3.4, D62)."""
    size = min(hits, len(here))
    tries = [frozenset(one.name for one in chosen) for chosen in combinations(here, size)]
    scored = {
        chosen: len(chosen) + (most([(count, names - chosen) for count, names in later]) if later else 0) for chosen in tries
    }
    widest = max(scored.values())
    orders = {one.name: one.order for one in here}
    ranked = {chosen: sorted(orders[name] for name in chosen) for chosen in tries if scored[chosen] == widest}
    best = min(ranked.values())
    return [chosen for chosen, order in ranked.items() if order == best]


def next_victims(allowed: Iterable[frozenset[str]], here: list[Candidate], chosen: Iterable[str]) -> set[str]:
    """Who may be named next, given whom the fire has chosen already."""
    so_far = frozenset(chosen)
    orders = {one.name: one.order for one in here}
    rest = [selection - so_far for selection in allowed if so_far <= selection]
    names = set().union(*rest) if rest else set()
    best = min((orders[name] for name in names), default=None)
    return {name for name in names if orders[name] == best}


# ---------------------------------------------------------------------- a leader takes one


def led(table: Table, victims: list[tuple[str, frozenset[str]]]) -> tuple[list[tuple[str, frozenset[str]]], set[str]]:
    """The victims of a fire after D118, in order; and units whose hero takes the hit instead."""
    found = list(victims)
    heroes: set[str] = set()
    for hex in sorted({table.marines[name].place for name, _ in victims}):
        stack = table.at(hex)
        here = [(name, results) for name, results in found if table.marines[name].place == hex and STEP in results]
        if len(here) < 2 or any(marine.tank for marine in stack):
            continue
        if any(table.marines[name].kind.type == HEADQUARTERS for name, _ in found if table.marines[name].place == hex):
            continue
        last, results = here[-1]
        leaders = [marine for marine in stack if marine.kind.type == HEADQUARTERS and not marine.hit]
        if leaders:
            found[found.index((last, results))] = (leaders[0].name, results)
        elif any(marine.hero for marine in stack):
            found.remove((last, results))
            heroes |= {marine.name for marine in stack if marine.hero}
    return found, heroes


# ---------------------------------------------------------------------- who fires by a card


def marked(table: Table, color: str, by: Card) -> str:
    """The mark of a color as it counts on this turn; letters of later turns are plain (D20)."""
    mark = by.marks[color]
    starts = {"M": 2, "star": 3, "R": 6, "A": 7, "I": 22}
    return mark if table.turn >= starts.get(mark, 0) else "plain"


def barred(table: Table, black: str, by: Card) -> str:
    """The letter that a black group plays for a color under the bar; empty: none (D22)."""
    if not any(distance(site.hex, hex) <= 2 for site in groups()[black] for hex in table.stacks):
        return ""
    for color in by.colors:
        mark = marked(table, color, by)
        if color not in by.barred or mark not in ("M", "R", "A", "I"):
            continue
        for name, here in groups().items():
            close = any(distance(one.hex, two.hex) <= 2 for one in groups()[black] for two in here)
            if here[0].color == color and close and table.occupied(name):
                return mark
    return ""


def can_act(table: Table, group: str) -> bool:
    """Somebody is there who has not acted by this card; tanks have no action (D60, D90, D94)."""
    spots = [table.spot(site.hex) for site in groups()[group]]
    return any((spot.units or spot.forts) and not spot.used and (is_black(group) or not spot.disrupted) for spot in spots)


def shot_by(table: Table, group: str, mark: str, by: Card) -> Shot | None:
    """How a group fires by a mark, if it does (13.1-c)."""
    if not can_act(table, group):
        return None
    linked = mark == "M" and in_communication(table, groups()[group][0].hex)
    if any(hex in table.stacks for hex in firing(table, group)):
        if mark == "M":
            return Shot(group, "machine guns" if linked else "fire")
        return Shot(group, mark=mark if mark in ("armor", "star") else "plain")
    mortars = Shot(group, "mortars")
    return mortars if linked and candidates(table, mortars, by.target) else None


def shots_after(table: Table, group: str, by: Card) -> list[Shot]:
    """Who is still to fire by a card after a group, as things stand: black groups first, then color by color (D60)."""
    order = [(name, "") for name in groups() if is_black(name)]
    order += [(name, color) for color in by.colors for name, here in groups().items() if here[0].color == color]
    names = [name for name, _ in order]
    found = []
    north = any(sector(hex) in (3, 4) for hex in table.stacks)
    for name, color in order[names.index(group) + 1 :]:
        if groups()[name][0].sector == 4 and not north:
            continue
        mark = marked(table, color, by) if color else barred(table, name, by) or "plain"
        shot = shot_by(table, name, mark, by)
        if shot is not None:
            found.append(shot)
    return found
