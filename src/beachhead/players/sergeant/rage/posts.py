"""Japan's setup: one of a few postures, and never the same one twice.

A posture says which arms stand where. What is drawn from it keeps its strength and gives up its pattern: posts are borrowed from
other postures and shifted to ground that is as good, battalions of equal worth change places, and Caves follow the units by and
large. An enemy who has seen one unit or one Cave, and knows this page by heart, still has to search for the rest.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from beachhead.players.sergeant.rage.counter import Counter
from beachhead.players.sergeant.rage.island import Island

NAVAL = "naval machine_gun"
"""Machine guns that cannot move: a different trade from those that can."""


@dataclass(frozen=True, slots=True)
class Posture:
    """Where each arm stands, one area per unit, where Caves are dug, and how much he likes it."""

    weight: float
    posts: dict[str, str]
    caves: str


POSTURES = (
    Posture(  # a little of everything, everywhere
        0.4,
        {
            "infantry": "suribachi funami osaka motoyama_af nidan motoyama higashi kita",
            "gun_emplacement": "suribachi chidori funami quarry",
            NAVAL: "futatsune okina uguisu",
            "machine_gun": "funami",
            "anti_tank_gun": "funami",
            "tank": "nishi",
            "mortar": "osaka tamana",
            "artillery": "nidan",
            "rocket_artillery": "motoyama",
            "hq": "kita",
        },
        "suribachi chidori funami osaka motoyama_af tamana nidan",
    ),
    Posture(  # guns and machine guns by the water: the landing itself must cost dear
        0.4,
        {
            "infantry": "futatsune uguisu chidori funami motoyama_af nidan motoyama kita",
            "gun_emplacement": "chidori chidori funami funami",
            NAVAL: "futatsune okina uguisu",
            "machine_gun": "okina",
            "anti_tank_gun": "chidori",
            "tank": "funami",
            "mortar": "suribachi funami",
            "artillery": "nidan",
            "rocket_artillery": "motoyama",
            "hq": "kita",
        },
        "suribachi futatsune okina uguisu chidori funami motoyama_af nidan kita",
    ),
    Posture(  # guns on Mountains over the airfields, a battalion with each: the beaches are given up
        2.0,
        {
            "infantry": "suribachi funami osaka tamana motoyama_af nidan motoyama kita",
            "gun_emplacement": "suribachi osaka tamana motoyama_af",
            NAVAL: "suribachi chidori motoyama_af",
            "machine_gun": "funami",
            "anti_tank_gun": "funami",
            "tank": "nishi",
            "mortar": "osaka tamana",
            "artillery": "nidan",
            "rocket_artillery": "nidan",
            "hq": "kita",
        },
        "suribachi chidori funami osaka tamana motoyama_af nidan motoyama higashi kita",
    ),
    Posture(  # one thick line from Osaka to Tamana, and battalions behind it that come forward unseen
        2.0,
        {
            "infantry": "funami osaka tamana motoyama_af nidan motoyama kita_af kita_af",
            "gun_emplacement": "suribachi osaka tamana nidan",
            NAVAL: "suribachi funami motoyama_af",
            "machine_gun": "funami",
            "anti_tank_gun": "motoyama_af",
            "tank": "motoyama",
            "mortar": "osaka tamana",
            "artillery": "nidan",
            "rocket_artillery": "motoyama",
            "hq": "tenzan",
        },
        "suribachi funami osaka tamana motoyama_af nidan motoyama kita_af tenzan higashi",
    ),
)
BORROWED = 0.25
"""How often a post is taken from another posture."""
SHIFTED = {"infantry": 0.4, "gun_emplacement": 0.3, "tank": 0.5, "machine_gun": 0.4, "anti_tank_gun": 0.4}
"""How often a post is shifted next door, by arm. Mortars and naval machine guns do most where the postures have them."""
REAR = {"artillery": 0.6, "rocket_artillery": 0.6, "hq": 0.6}
"""Arms that reach everywhere or do not fight, and how often they stand somewhere else in the rear."""
INLAND, BEHIND = 2, 3
"""The least defense value of ground worth moving to, and the least distance of the rear from any beach."""
DUG, GARRISON, HILL, SECOND, WHIM = 1.0, 0.6, 0.3, 0.4, 1.2
"""What draws a Cave: the posture, each unit there, a hill; a second Cave counts less; and chance."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A set-up as drawn: the area of every unit, and areas for Caves, the best first, twice where two may be dug."""

    posts: dict[int, int]
    caves: list[int]


def fits(island: Island) -> bool:
    """Whether he knows this island. An owner's own map may have other areas."""
    return all(
        area in island.index for posture in POSTURES for row in (*posture.posts.values(), posture.caves) for area in row.split()
    )


def draw_layout(island: Island, units: Sequence[Counter], chance: random.Random) -> Layout:
    """A set-up for all these units."""
    posture = _any_posture(chance)
    groups: defaultdict[str, list[Counter]] = defaultdict(list)
    for unit in units:
        groups[trade(unit)].append(unit)
    posts: dict[int, int] = {}
    for name, group in groups.items():
        slots = _slots(island, posture, name, len(group), chance)
        chance.shuffle(slots)
        posts |= {unit.number: area for unit, area in zip(group, slots, strict=True)}
    return Layout(posts, _caves(island, posture, posts, chance))


def trade(unit: Counter) -> str:
    """What a unit is good for, as postures name it."""
    return NAVAL if unit.arm == "machine_gun" and not unit.mp else unit.arm


def _any_posture(chance: random.Random) -> Posture:
    return chance.choices(POSTURES, [posture.weight for posture in POSTURES])[0]


def _slots(island: Island, posture: Posture, name: str, count: int, chance: random.Random) -> list[int]:
    """Areas for a number of units of a trade."""
    found = []
    for number in range(count):
        source = _any_posture(chance) if chance.random() < BORROWED else posture
        row = source.posts.get(name, source.posts["infantry"]).split()
        area = island.index[row[number] if number < len(row) else chance.choice(row)]
        goals = _elsewhere(island, area, name) if chance.random() < (REAR | SHIFTED).get(name, 0.0) else []
        found.append(chance.choice(goals) if goals else area)
    return found


def _elsewhere(island: Island, area: int, name: str) -> list[int]:
    """Ground next door that is as good or at least inland; for those who may be anywhere, the whole rear."""
    if name in REAR:
        return [other for other in island.all if island.value[other] >= INLAND and _from_beaches(island, other) >= BEHIND]
    least = min(INLAND, island.value[area])
    return [other for other in island.open[name == "tank"][area] if island.value[other] >= least]


def _from_beaches(island: Island, area: int) -> int:
    return min(island.far[0][area][beach] for beach in island.beaches)


def _caves(island: Island, posture: Posture, posts: dict[int, int], chance: random.Random) -> list[int]:
    planned = {island.index[name] for name in posture.caves.split()}
    garrison = list(posts.values())
    wishes: list[tuple[float, int]] = []
    for area in island.all:
        worth = DUG * (area in planned) + GARRISON * min(3, garrison.count(area)) + HILL * island.hill[area]
        first = worth + WHIM * chance.random()
        wishes += [(first, area), (first - SECOND * chance.random(), area)]
    return [area for _, area in sorted(wishes, reverse=True)]
