"""Positions thrown at random, crowded enough that something happens, and players who choose at random."""

from __future__ import annotations

import random
from typing import Any

import beachhead as bh

from .board import distance, island, kinds

PHASES = ("us movement", "us combat", "us mobile movement", "us mobile combat", "jp movement", "jp combat")
REGIMENTS = (3, 9, 21)


def options_of(scenario: str, rng: random.Random) -> dict[str, Any]:
    """Half of the time the usual ones, otherwise any."""
    if rng.random() < 0.5:
        return {}
    return {option.name: rng.choice(option.values) for option in bh.game("bonins").options_of(scenario).values()}


def near(rng: random.Random, hexes: list[str], center: str, radius: int) -> list[str]:
    """Hexes in a random order, those around a center first."""
    close = [hex for hex in hexes if distance(hex, center) <= radius]
    far = [hex for hex in hexes if distance(hex, center) > radius]
    rng.shuffle(close)
    rng.shuffle(far)
    return close + far


def thrown(rng: random.Random, scenario: str, phase: str = "") -> dict[str, Any]:
    """A position as a person would write it."""
    phase = phase or rng.choice(PHASES)
    turn = rng.randint(1, 13)
    coast = rng.choice(("east", "west"))
    beaches = [hex for row in island().beaches[coast].values() for hex in row]
    center = rng.choice((rng.choice(beaches), rng.choice(sorted(island().no_tanks)), rng.choice(sorted(island().land))))
    radius = rng.randint(1, 5)
    land = near(rng, sorted(island().land), center, radius)
    symbols = near(rng, sorted(island().symbols), center, radius)
    if rng.random() < 0.4:
        symbols = [hex for hex in symbols if hex not in island().mountain]
    japanese = [name for name, kind in kinds().items() if not kind.us]
    rng.shuffle(japanese)
    armored = rng.random() < 0.4
    if armored:  # Tanks against guns.
        japanese.sort(key=lambda name: kinds()[name].anti_tank)
    dug = {symbols.pop(0): japanese.pop() for _ in range(min(rng.choice((1, 2, 4, 8, 12, 20)), len(symbols)))}
    taken = set(dug)
    units: dict[str, str] = {}
    if scenario == "two-player":
        walkers = [name for name in japanese if kinds()[name].movement]
        for name in walkers[: rng.choice((0, 1, 3, 6))]:
            free = [hex for hex in land if hex not in taken][:12]
            if free:
                units[name] = rng.choice(free)
                taken.add(units[name])
                japanese.remove(name)
    track = []
    for name in japanese:
        if kinds()[name].track and rng.random() < 0.5:
            track.append(name)
        elif rng.random() < rng.choice((0.0, 0.1, 0.5)):
            units[name] = "container"
    called = [regiment for regiment in REGIMENTS if rng.random() < 0.4 and turn > 1 and turn < 13]
    americans = [name for name, kind in kinds().items() if kind.us]
    collins = rng.choice([name for name in americans if kinds()[name].tank]) if rng.random() < 0.2 else ""
    americans = [name for name in americans if not (collins and kinds()[name].tank and name != collins)]
    rng.shuffle(americans)
    ashore = rng.choice((3, 6, 10, 16, 24))
    if armored:
        americans.sort(key=lambda name: not kinds()[name].tank)
    room = near(rng, sorted(island().land - taken), center, radius)[: rng.choice((6, 12, 25))]
    crowded = near(rng, beaches, center, radius)[: rng.choice((0, 1, 3))]
    stacks: dict[str, list[str]] = {}
    for name in americans:
        waiting = kinds()[name].regiment in REGIMENTS and kinds()[name].regiment not in called
        if waiting or (kinds()[name].starts == "reserves" and kinds()[name].tank and not called):
            units[name] = "reserves"
        elif ashore and put_ashore(rng, name, room + 3 * crowded, beaches, taken, stacks):
            ashore -= 1
        else:
            units[name] = rng.choice(("available", "available", "eliminated"))
    for hex, stack in stacks.items():
        units |= dict.fromkeys(stack, hex)
    battalions = [name for name in units if kinds()[name].battalion and units[name] != "reserves"]
    found = {
        "scenario": scenario,
        "options": options_of(scenario, rng),
        "turn": turn,
        "phase": phase,
        "storm": turn > 1 and rng.random() < 0.3,
        "invasion": coast,
        "units": units,
        "dug in": dug,
        "track": track,
        "depleted": [name for name in battalions if rng.random() < 0.4],
        "called": called,
    }
    return found | ({"collins": collins} if collins else {})


def put_ashore(
    rng: random.Random, name: str, room: list[str], beaches: list[str], taken: set[str], stacks: dict[str, list[str]]
) -> bool:
    """Put a unit into one of the hexes at hand where it may be."""
    hexes = [hex for hex in room if hex not in taken]
    rng.shuffle(hexes)
    kind = kinds()[name]
    for hex in hexes:
        there = stacks.get(hex, [])
        pair = len(there) == 1 and (kind.support or kinds()[there[0]].support)
        if (kind.tank and hex in island().no_tanks) or not (hex in beaches or not there or pair):
            continue
        stacks.setdefault(hex, []).append(name)
        return True
    return False


def chosen(rng: random.Random, actions: list[str], eager: float = 0.6) -> str:
    """An action: any verb first, then any of its actions; the end of a step is put off by those who are eager."""
    by_verb: dict[str, list[str]] = {}
    for action in actions:
        by_verb.setdefault(action.split()[0], []).append(action)
    verbs = sorted(by_verb)
    verb = rng.choice(verbs)
    if "join" in verbs and rng.random() < eager:
        verb = "join"
    if verb in ("done", "call", "collins") and len(verbs) > 1 and rng.random() < eager:
        verb = rng.choice([other for other in verbs if other != verb])
    return rng.choice(by_verb[verb])


def cornered(rng: random.Random) -> tuple[dict[str, Any], str]:
    """A stack on a landing beach with friends all around that has to attack somebody, so that it may be driven back;
    and the first action."""
    coast = rng.choice(("east", "west"))
    beaches = [hex for row in island().beaches[coast].values() for hex in row]
    home = rng.choice(beaches)
    ring = [hex for hex in sorted(island().land) if distance(hex, home) == 1]
    target = rng.choice([hex for hex in ring if hex not in beaches] or ring)
    names = [name for name, kind in kinds().items() if kind.us]
    rng.shuffle(names)
    stack = [names.pop() for _ in range(rng.randint(2, 5))]
    if kinds()[stack[0]].tank and target in island().no_tanks:
        names.append(stack.pop(0))
    units = dict.fromkeys(stack, home)
    walkers = [name for name, kind in kinds().items() if not kind.us and kind.movement]
    rng.shuffle(walkers)
    units[walkers.pop()] = target
    others = [hex for hex in sorted(island().land) if 0 < distance(hex, home) <= 3 and hex != target]
    crowd = rng.choice((0.3, 0.6, 0.9))
    for hex in rng.sample(others, len(others)):
        draw = rng.random()
        if hex in beaches and draw < 0.3 and walkers:
            units[walkers.pop()] = hex
        elif draw < crowd and names:
            name = names.pop()
            if not (kinds()[name].tank and hex in island().no_tanks):
                units[name] = hex
    words = {
        "scenario": "two-player",
        "turn": 3,
        "phase": "us mobile combat",
        "called": list(REGIMENTS),
        "depleted": [name for name in stack if kinds()[name].battalion],
        "invasion": coast,
        "units": units,
        "dug in": {"0207": "8 AT"},
    }
    return words, f"attack {target} {home}"
