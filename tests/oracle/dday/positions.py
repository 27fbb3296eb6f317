"""Positions thrown at random around a spot of the island, crowded enough that something happens; and players who choose at
random."""

from __future__ import annotations

import random
from typing import Any

import beachhead as bh

from .island import beaches, boxes, distance, groups, land, printed, sector, sheet, sites
from .table import full_steps, kinds

PHASES = ("fire", "actions", "artillery", "landing checks")
HEROES = ("rifleman", "nco", "officer")


def options_of(rng: random.Random) -> dict[str, Any]:
    """Mostly the usual ones, otherwise any."""
    if rng.random() < 0.6:
        return {}
    return {option.name: rng.choice(option.values) for option in bh.game("dday").options_of("d-day").values()}


def thrown(rng: random.Random, phase: str = "") -> dict[str, Any]:
    """A position as a person would write it."""
    phase = phase or rng.choice(PHASES)
    turn = rng.randint(1, 6)
    hexes = [hex for hex in land() if sector(hex) != 1]
    spots = list(sites().values())
    center = rng.choice((rng.choice(sorted(beaches())), rng.choice(spots).hex, rng.choice(hexes)))
    radius = rng.choice((2, 3, 4, 6))
    words: dict[str, Any] = {
        "scenario": "d-day", "options": options_of(rng), "turn": turn, "phase": phase, "units": {}, "japanese": {},
    }  # fmt: skip
    put_japanese(rng, words, center, radius)
    put_marines(rng, words, center, radius, turn)
    words["landed"] = rng.sample(list(boxes()), rng.choice((0, 2, 7)))
    for number in (2, 3):
        words.setdefault("reserves", {})[number] = rng.randint(0, 3)
        words.setdefault("depth pool", {})[number] = rng.randint(0, 3)
    if turn in (2, 4, 6):
        words |= {"naval": rng.randint(0, 1), "air": rng.randint(0, 1)}
    if rng.random() < 0.1:
        words["lasting"] = ["ammo-dump"]
    return words


def crowded(rng: random.Random) -> dict[str, Any]:
    """A Fire Phase in which groups of several colors have the same few stacks in their fields, and a card with those colors."""
    turn = rng.randint(1, 6)
    center = rng.choice([site.hex for site in sites().values() if site.sector in (2, 3)])
    words: dict[str, Any] = {
        "scenario": "d-day", "options": options_of(rng), "turn": turn, "phase": "fire", "units": {}, "japanese": {},
    }  # fmt: skip
    put_japanese(rng, words, center, 4, dense=0.8, shaken=0.1)
    room = [hex for hex in land() if distance(hex, center) <= 3 and sector(hex) != 1 and hex not in words["japanese"]]
    colors = {
        hex: {site.color for site in sites().values() if site.hex in words["japanese"] and hex in printed(site.group)}
        for hex in room
    }
    room = sorted(room, key=lambda hex: (-len(colors[hex]), rng.random()))[:8]
    names = [name for name, kind in kinds().items() if kind.regiment in (0, 27) and kind.type != "regimental_hq"]
    if rng.random() < 0.6:
        names = [name for name in names if kinds()[name].type not in ("tank", "engineer")]
    rng.shuffle(names)
    heroes = list(HEROES)
    for hex in rng.sample(room, min(len(room), rng.choice((2, 3)))):
        rifles = 0
        for _ in range(rng.choice((3, 4, 4)) if len(names) > 4 else 0):
            kind = kinds()[names.pop()]
            if kind.type == "rifle" and rifles == 2:
                continue
            rifles += kind.type == "rifle"
            words["units"][kind.name] = ", ".join([hex, *details(rng, kind.type, turn, heroes, 0.1)])
    near = [sites()[hex].color for hex in words["japanese"] if distance(hex, center) <= 4]
    worth = {
        number: sum(near.count(part["colour"]) for part in card["fire"]) + rng.random()
        for number, card in sheet("cards")["cards"].items()
    }
    words["deck"] = sorted(worth, key=lambda number: -worth[number])[:1]
    return words


def put_japanese(
    rng: random.Random, words: dict[str, Any], center: str, radius: int, dense: float = 0.0, shaken: float = 0.0
) -> None:
    """Counters in the positions nearby, and a few black groups far away, without which nobody is in communication."""
    units = [name for name, entry in sheet("japanese_units")["units"].items() if entry["kind"] == "infantry"]
    marks = [entry["id"] for entry in sheet("depth_markers")["markers"] if entry["kind"] == "ordinary"]
    forts = [entry["id"] for entry in sheet("forts")["markers"]]
    for pile in (units, marks, forts):
        rng.shuffle(pile)
    dense = dense or rng.choice((0.3, 0.6, 0.9))
    fortified, up = rng.choice((0.1, 0.3, 0.6)), rng.choice((0.2, 0.5, 1.0))
    shaken = shaken or rng.choice((0.1, 0.4))
    smoked = {name for name in groups() if rng.random() < 0.1}

    def face(name: str) -> str:
        return f"{name} up" if rng.random() < up else name

    for hex, site in sites().items():
        close = distance(hex, center) <= radius + 1
        if rng.random() > (dense if close else 0.1) or not units:
            continue
        entry: dict[str, Any] = {}
        lone = rng.random() < 0.1
        if not lone:
            entry["unit"] = face(units.pop())
        if forts and (lone or (site.fort and rng.random() < 0.7) or rng.random() < fortified):
            entry["forts"] = [face(forts.pop())]
            if forts and site.color == "black" and site.hilltop and rng.random() < 0.5:
                entry["forts"].append(forts.pop())
                if units and "unit" in entry and rng.random() < 0.4:
                    entry["second"] = face(units.pop())
        if marks and ("unit" in entry or "forts" in entry) and rng.random() < 0.5:
            entry["depth"] = face(marks.pop())
            if marks and "second" in entry and rng.random() < 0.5:
                entry["second depth"] = face(marks.pop())
        if not entry:
            continue
        if rng.random() < shaken:
            entry["disrupted"] = True
        if site.guns and rng.random() < 0.3:
            entry["guns destroyed"] = True
        if site.group in smoked:
            entry["smoke"] = True
        words["japanese"][hex] = entry


def put_marines(rng: random.Random, words: dict[str, Any], center: str, radius: int, turn: int) -> None:
    """Stacks around the center, within the limits, and a few units in boxes."""
    room = [
        hex for hex in land() if distance(hex, center) <= radius and sector(hex) != 1 and hex not in words["japanese"]
    ]  # fmt: skip
    names = [name for name, kind in kinds().items() if kind.type != "regimental_hq" and kind.regiment in (0, 23, 25, 27, 28)]
    rng.shuffle(names)
    if rng.random() < 0.5:  # One or two battalions, so that they can attack together.
        names.sort(key=lambda name: (kinds()[name].type not in ("tank", "engineer"), kinds()[name].regiment != 27))
        names = sorted(names[:30], key=lambda _: rng.random()) + names[30:]
    heroes = list(HEROES)
    for hex in rng.sample(room, min(len(room), rng.choice((2, 4, 6, 9)))):
        rifles = 0
        for _ in range(rng.choice((1, 1, 2, 3, 4))):
            name = names.pop()
            kind = kinds()[name]
            if kind.type == "rifle" and rifles == 2:
                continue
            rifles += kind.type == "rifle"
            words["units"][name] = ", ".join([hex, *details(rng, kind.type, turn, heroes)])
    for _ in range(rng.choice((0, 0, 3))):
        name = names.pop()
        words["units"][name] = rng.choice(list(boxes()))


def details(rng: random.Random, type: str, turn: int, heroes: list[str], shaken: float = 0.25) -> list[str]:
    full = full_steps(type)
    steps = rng.choice((full, full, *range(1, full + 1)))
    found = [f"{steps} steps"]
    if rng.random() < shaken:
        found.append(f"disrupted {rng.randint(1, turn)}")
    if heroes and rng.random() < 0.15:
        hero = heroes[-1]
        if type == "rifle" or (hero == "officer" and type == "bn_hq"):
            found.append(f"hero {heroes.pop()}")
    return found


def chosen(rng: random.Random, actions: list[str], eager: float = 0.6) -> str:
    """An action: any verb first, then any of its actions; the end of a step is put off by those who are eager."""
    by_verb: dict[str, list[str]] = {}
    for action in actions:
        by_verb.setdefault(action.split()[0], []).append(action)
    verbs = sorted(by_verb)
    verb = rng.choice(verbs)
    if verb in ("done", "stop", "wait") and len(verbs) > 1 and rng.random() < eager:
        verb = rng.choice([other for other in verbs if other != verb])
    return rng.choice(by_verb[verb])
