"""Positions of turns 7 to 66 thrown at random: regiments with their HQs and posts, garrisons, caves, tunnels, tanks, losses."""

from __future__ import annotations

import random
from typing import Any

import beachhead as bh

from .island import boxes, distance, land, sector, sheet, sites
from .positions import details, put_japanese
from .table import kinds
from .victory import BOTH, CAMPAIGN, HOT_ROCKS, LAST, NORTH, SEA, SURIBACHI

SCENARIOS = (SURIBACHI, NORTH, HOT_ROCKS, SEA, CAMPAIGN, BOTH)
FIRST = {SURIBACHI: 7, NORTH: 7, HOT_ROCKS: 22, SEA: 49, CAMPAIGN: 7, BOTH: 7}
CLOSED = {SURIBACHI: (3, 4), NORTH: (1, 4), HOT_ROCKS: (1,), SEA: (), CAMPAIGN: (), BOTH: (4,)}
REGIMENTS = {3: (3, 9, 21), 4: (23, 24, 25), 5: (26, 27, 28)}
HEROES = ("nco", "rifleman", "officer", "nco", "rifleman", "officer")
LASTING = ("night-assault", "rain", "night-assault", "minefields")


def options_of(rng: random.Random, scenario: str) -> dict[str, Any]:
    """Mostly the usual ones, otherwise any."""
    if rng.random() < 0.6:
        return {}
    return {option.name: rng.choice(option.values) for option in bh.game("dday").options_of(scenario).values()}


def open_to_us(scenario: str, hex: str) -> bool:
    """Whether US units may be in a hex (18.5 to 18.8)."""
    return sector(hex) not in CLOSED[scenario] and not (scenario == SURIBACHI and int(hex[2:]) > 10)


def thrown_later(rng: random.Random, scenario: str) -> dict[str, Any]:
    """A position as a person would write it."""
    options = options_of(rng, scenario)
    turn = rng.randint(FIRST[scenario], 66 if options.get("play_on") else LAST[scenario])
    room = [hex for hex in land() if open_to_us(scenario, hex)]
    south = [hex for hex in room if sector(hex) == 1]
    fronts = [site.hex for site in sites().values() if open_to_us(scenario, site.hex)]
    center = rng.choice((rng.choice(fronts), rng.choice(room), rng.choice(south or room)))
    radius = rng.choice((2, 3, 4, 6))
    words: dict[str, Any] = {
        "scenario": scenario, "options": options, "turn": turn, "phase": rng.choice(("fire", "actions", "raids")),
        "units": {}, "japanese": {},
    }  # fmt: skip
    put_japanese(rng, words, center, radius)
    skipped = {SURIBACHI: (2, 3, 4), NORTH: (1,), HOT_ROCKS: (1,)}.get(scenario, ())
    words["japanese"] = {hex: entry for hex, entry in words["japanese"].items() if sector(hex) not in skipped}
    if rng.random() < 0.15:  # Ground that has been taken.
        gone = rng.choice((1, 2, 3, 4))
        words["japanese"] = {hex: entry for hex, entry in words["japanese"].items() if sector(hex) != gone}
    won = rng.random() < 0.15
    if won:  # The battle is all but over.
        words["japanese"] = dict(
            rng.sample(sorted(words["japanese"].items()), min(len(words["japanese"]), rng.choice((0, 0, 1, 3))))
        )
    else:
        put_tanks(rng, words, center)
    put_regiments(rng, words, [hex for hex in room if distance(hex, center) <= radius])
    put_markers(rng, words, center, radius, 1.0 if won else rng.choice((0.0, 0.2, 0.8)))
    put_losses(rng, words)
    words["landed"] = rng.sample(list(boxes()), rng.choice((0, 2, 7)))
    if rng.random() < 0.4:
        words["lasting"] = [rng.choice(LASTING)]
    return words


def put_tanks(rng: random.Random, words: dict[str, Any], center: str) -> None:
    """Japanese tanks, mostly near the center, with units or alone."""
    near = sorted((hex for hex in words["japanese"]), key=lambda hex: (distance(hex, center), rng.random()))
    empty = [hex for hex, site in sites().items() if hex not in words["japanese"] and distance(hex, center) <= 6]
    for tank in ("Tk1", "Tk2", "Tk3"):
        choice = rng.random()
        if choice < 0.4 and near:
            hex = near.pop(0)
            words["japanese"][hex]["tank"] = tank
        elif choice < 0.6 and empty and words["scenario"] in (CAMPAIGN, SEA):
            words["japanese"][empty.pop(rng.randrange(len(empty)))] = {"tank": tank}


def put_regiments(rng: random.Random, words: dict[str, Any], room: list[str]) -> None:
    """Units of two or three regiments, often of one division, and tanks and engineers assigned to them."""
    room = [hex for hex in room if hex not in words["japanese"]]
    if not room:
        return
    scenario = words["scenario"]
    division = 5 if scenario == SURIBACHI else rng.choice((4, 5) if scenario in (NORTH, BOTH) else (3, 4, 5))
    chosen = [28] if scenario == SURIBACHI else rng.sample(REGIMENTS[division], rng.choice((2, 2, 3)))
    names = [
        name for name, kind in kinds().items() if kind.regiment in chosen or (not kind.regiment and kind.division == division)
    ]
    rng.shuffle(names)
    hqs = [name for name in names if kinds()[name].type in ("bn_hq", "regimental_hq")]
    names = hqs[: rng.randint(2, len(hqs))] + [name for name in names if name not in hqs]
    heroes = list(HEROES)
    rng.shuffle(heroes)
    stacks: dict[str, list[str]] = {}
    for name in names[: rng.choice((8, 14, 22))]:
        kind, hex = kinds()[name], rng.choice(room)
        here = [kinds()[other].type for other in stacks.get(hex, ())]
        full = len([type for type in here if type != "regimental_hq"]) >= 4 or (kind.type == "rifle" and here.count("rifle") == 2)
        if full or (scenario == SURIBACHI and kind.type == "regimental_hq"):
            continue
        stacks.setdefault(hex, []).append(name)
        found = [hex]
        if kind.type != "regimental_hq":
            found += [word for word in details(rng, kind.type, words["turn"], []) if not word.startswith("hero")]
        joins = heroes and (kind.type == "rifle" or (kind.type == "bn_hq" and heroes[-1] == "officer"))
        if joins and rng.random() < 0.2:
            found.append(f"{rng.choice(('hero', 'hero', 'inspired'))} {heroes.pop()}")
        words["units"][name] = ", ".join(found)
        if kind.type in ("tank", "engineer") and rng.random() < 0.8:
            words.setdefault("assigned", {})[name] = rng.choice(chosen)
        if kind.type == "regimental_hq" and rng.random() < 0.5:
            words.setdefault("posts", {})[str(kind.regiment)] = rng.randint(1, 7)
    for regiment in chosen:
        if f"HQ/{regiment}" not in words["units"] and scenario != SURIBACHI and rng.random() < 0.4:
            words["units"][f"HQ/{regiment}"] = "lost"
            words.setdefault("returns", {})[f"HQ/{regiment}"] = words["turn"] + 1
    put_guests(rng, words, chosen)


def put_guests(rng: random.Random, words: dict[str, Any], chosen: list[int]) -> None:
    """HQs that have given command to somebody in this phase."""
    if words["phase"] != "actions" or words["scenario"] == SURIBACHI:
        return
    staffs = [name for name in words["units"] if kinds()[name].type == "bn_hq"]
    for regiment in chosen:
        others = [name for name in staffs if kinds()[name].regiment != regiment]
        if f"HQ/{regiment}" in words["units"] and others and rng.random() < 0.4:
            words.setdefault("guests", {})[f"HQ/{regiment}"] = rng.choice(others)


def put_markers(rng: random.Random, words: dict[str, Any], center: str, radius: int, share: float) -> None:
    """Garrisons in a share of the empty positions, tunnels under units, caves elsewhere."""
    garrisons = [
        hex for hex in sites() if hex not in words["japanese"] and open_to_us(words["scenario"], hex) and rng.random() < share
    ]
    if garrisons and words["scenario"] != SURIBACHI:
        words["garrisons"] = garrisons
    tunnels = [hex for hex, entry in words["japanese"].items() if "unit" in entry and rng.random() < 0.1]
    if tunnels:
        words["tunnels"] = tunnels
    taken = {place.split(",")[0] for place in words["units"].values()}
    rooms = [hex for hex in land() if hex not in sites() and hex not in taken and distance(hex, center) <= radius]
    used = {
        str(entry.get(key, "")).split()[0]
        for entry in words["japanese"].values()
        for key in ("depth", "second depth")
        if key in entry
    }
    marks = [
        entry["id"] for entry in sheet("depth_markers")["markers"] if entry["kind"] == "ordinary" and entry["id"] not in used
    ]
    for hex in rng.sample(rooms, min(len(rooms), rng.choice((0, 0, 1, 3)) if share < 1 else 0)):
        words.setdefault("caves", {})[hex] = {"depth": marks.pop(), "disrupted": rng.random() < 0.3}


def put_losses(rng: random.Random, words: dict[str, Any]) -> None:
    """Companies that are gone, points that are spent, bad days."""
    companies = [name for name, kind in kinds().items() if kind.type == "rifle" and name not in words["units"]]
    if words["scenario"] == SURIBACHI:
        companies = [name for name in companies if kinds()[name].regiment == 28]
    for name in rng.sample(companies, min(len(companies), rng.choice((0, 0, 1, 2)))):
        words["units"][name] = rng.choice(("lost", "reserve, 2 steps", "reserve, 1 steps", "reserve, 3 steps"))
    words["infantry points"] = {str(division): rng.choice((3, 11, 12, 30)) for division in (3, 4, 5)}
    days = {"2-20": 7, "2-22": 13, "2-25": 22, "2-28": 31, "3-01": 34, "3-06": 49, "3-07": 52}
    day = rng.choice([date for date, first in days.items() if FIRST[words["scenario"]] <= first <= words["turn"]])
    words["infantry losses"] = {day: {"4": rng.choice((0, 10, 14)), "5": rng.choice((0, 10, 11, 16, 20))}}
    if words["scenario"] != SURIBACHI and rng.random() < 0.3:
        words["committed"] = words["turn"]
    if words["scenario"] in (SURIBACHI, BOTH) and rng.random() < 0.5:
        words["cut off"] = 1
