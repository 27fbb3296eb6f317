"""Japanese fire: hit limits, who is hit, and the leader who takes one. Selections are found by trying all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from .fields import fit, firing, is_black
from .island import INTENSE, STEADY, Field, around, distance, groups, land, sheet
from .table import HEADQUARTERS, Marine, Table

STEP = "SL"
SHOCK = "D"
M_FROM = 2
STAR_FROM = 3
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
    for text in entry["fire"]:
        color, *rest = text.split("/")
        colors.append(color)
        barred |= {color} if "bar" in rest else set()
        marks[color] = next((word for word in rest if word != "bar"), "plain")
    return Card(number, tuple(colors), marks, frozenset(barred), entry["target"])


# ---------------------------------------------------------------------- hit limit and chart


def limit(table: Table, group: str, anyway: bool = False) -> int:
    """How many units a group can hit in one fire (6.3.1, D61, D85, D120). `anyway`: also with disrupted counters (D119)."""
    parts = []
    for site in groups()[group]:
        spot = table.spot(site.hex)
        if spot.occupied and (anyway or is_black(group) or not spot.disrupted):
            parts.append(min(TOP, spot.counters()))
    return sum(parts) if table.options["hit_cap"] == "hex" else min(TOP, sum(parts))


def all_revealed(table: Table, group: str) -> bool:
    """The column of the Fire Chart: every unit of the position is face up; a fort alone shows its own face (6.3-b)."""
    faces = []
    for site in groups()[group]:
        spot = table.spot(site.hex)
        faces += [unit.up for unit in spot.units]
        if spot.tank is not None:
            faces.append(spot.tank.up)
        if spot.forts and not spot.units and spot.tank is None:
            faces.append(spot.forts[0].up)
    return all(faces)


def concentrated(table: Table, hex: str) -> bool:
    """More than ten steps of others than tanks (6.3.5)."""
    return sum(marine.steps for marine in table.at(hex) if not marine.tank) > 10


def effect(table: Table, group: str, marine: Marine, row: str, symbol: str) -> set[str]:
    """What the Fire Chart gives for a unit in a hex of a field."""
    if marine.tank:
        return set()
    column = "all_revealed" if all_revealed(table, group) else "any_unrevealed"
    match = matches(table, marine, row, symbol)
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


def candidates(table: Table, group: str, field: Field, symbol: str, guns: bool = False) -> list[Candidate]:
    """Whom a group can hit, best first (6.3.1-a, 6.3.1-b, D62)."""
    gained: set[str] = set()
    if guns:
        field, gained = machine_guns(field)
    found = []
    for marine in table.marines.values():
        row = field.get(marine.place)
        if row is None:
            continue
        results = possible(marine, effect(table, group, marine, row, symbol))
        if not results:
            continue
        tier = 2 if marine.place in gained else 0 if row == INTENSE else 1
        near = min(distance(site.hex, marine.place) for site in groups()[group])
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
    if table.options["leader_absorbs"] != "hex":
        return found, heroes
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
        elif any(marine.hero and not marine.inspired for marine in stack):
            found.remove((last, results))
            heroes |= {marine.name for marine in stack if marine.hero and not marine.inspired}
    return found, heroes


# ---------------------------------------------------------------------- who fires by a card


def marked(table: Table, color: str, by: Card) -> str:
    """The mark of a color as it counts on this turn; letters of later turns are plain (D20)."""
    mark = by.marks[color]
    starts = {"M": M_FROM, "star": STAR_FROM, "R": 6, "A": 7, "I": 22}
    return mark if table.turn >= starts.get(mark, 0) else "plain"


def bar_takers(table: Table, by: Card) -> dict[str, str]:
    """Black group -> the color whose letter it plays (D22)."""
    us = set(table.stacks)
    found = {}
    for group, sites_of in groups().items():
        if not is_black(group) or not table.occupied(group):
            continue
        if not any(distance(site.hex, hex) <= 2 for site in sites_of for hex in us):
            continue
        for color in by.colors:
            if color in by.barred and covered(table, group, color):
                found[group] = color
                break
    return found


def covered(table: Table, black: str, color: str) -> list[str]:
    """Occupied groups of a color within two hexes of a black group."""
    return [
        name
        for name, sites_of in groups().items()
        if sites_of[0].color == color
        and table.occupied(name)
        and any(distance(one.hex, two.hex) <= 2 for one in groups()[black] for two in sites_of)
    ]


def plain_firers(table: Table, by: Card) -> list[str]:
    """Groups that fire by a card in the order of D60, on a turn on which no letter changes who fires."""
    black = [group for group in groups() if is_black(group) and firing(table, group)]
    rest = [
        group for color in by.colors for group in groups() if groups()[group][0].color == color and fit(table, group)
    ]  # fmt: skip
    return black + rest


def results_text(results: Any) -> str:
    return " ".join(sorted(results))
