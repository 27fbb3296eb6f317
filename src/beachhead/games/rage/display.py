"""What the table shows besides the position: the map, the charts, and what a choice would lead to.

Nothing here decides anything; every number comes from the modules of the rules. Whoever asks is told no more than his view tells
him: a unit that he does not see is answered like one that does not exist, and before the Caves of a target have come out (9.2) an
attack on it is told in Hits alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

from beachhead.engine.action import UNIT, Action, pack, unpack
from beachhead.games.rage.attacks import dice_of, minus, taking_part
from beachhead.games.rage.bombardment import Losses, reach
from beachhead.games.rage.components import CLASSES
from beachhead.games.rage.defensive_fire import Entered, JapaneseEntered
from beachhead.games.rage.kinds import KINDS
from beachhead.games.rage.loss_order import take_losses
from beachhead.games.rage.movement import landing_cost
from beachhead.games.rage.ruleset import RageRuleset
from beachhead.games.rage.state import (
    ABSENT,
    JP,
    JP_ASSAULT,
    JP_BOMBARDMENT,
    JP_FIRE,
    LANDING,
    SUPPORT,
    UNSEEN,
    US,
    US_ASSAULT,
    US_BOMBARDMENT,
    US_FIRE,
    RageState,
)
from beachhead.games.rage.verbs import (
    ASSAULT,
    BANZAI,
    BOMBARD,
    DONE,
    FIRE,
    HIDE,
    KIRIKAMI,
    LAND,
    MOVE,
    RECOVER,
    RESOLVE,
    RETREAT,
    SNEAK,
    STAND,
    WITHDRAW,
)

OVERLAYS = {"observed": "Under observation: no surprise here", "guns": "Reach of guns"}
NOTHING: dict[str, Any] = {"can": [], "cannot": [], "spaces": {}}


# ---------------------------------------------------------------------- charts


def charts_of(ruleset: RageRuleset) -> list[dict[str, Any]]:
    """The tables of the book."""
    return [
        _attacks(ruleset),
        _landing(ruleset),
        _weather(ruleset),
        _movement(ruleset),
        _areas(ruleset),
        _points(ruleset),
        _stacking(ruleset),
    ]


def _chart(
    id: str, title: str, case: str, notes: str | list[str], columns: Sequence[str], rows: Sequence[tuple[str, ...]]
) -> dict[str, Any]:
    return {
        "id": id,
        "title": title,
        "case": case,
        "now": "",
        "notes": notes,
        "columns": list(columns),
        "rulers": [],
        "rows": [{"id": f"{id}-{n}", "title": row[0], "cells": list(row[1:])} for n, row in enumerate(rows, 1)],
    }


def _attacks(ruleset: RageRuleset) -> dict[str, Any]:
    extra = ruleset.components.extra_dice
    faces = " or ".join(map(str, sorted(ruleset.components.hit_faces)))
    notes = [
        f"A, B: Assault, Bombardment Ratings in dice; {faces} is a Hit. Ground and Caves protect the side that holds the area.",
        "The attacker orders who loses steps; of Concealed units Japan does, unseen.",
    ]
    return _chart(
        "attacks",
        "The six attacks",
        "3-hits",
        notes,
        ["dice", "off the Hits", "lost too"],
        [
            ("U.S. bombardment", "B", "ground, Caves", "a Cave"),
            ("Japanese bombardment", "B; rocket: its die", "ground", "a marker"),
            ("Japanese fire", f"A; hidden +{extra.surprise}", "1 if it retreats", "-"),
            ("U.S. fire", "A", "1 if it retreats", "-"),
            ("U.S. assault", "A", "ground, Caves", "a Cave"),
            ("Japanese assault", f"A; charges +{extra.kirikami}, +{extra.banzai}", "ground", "markers"),
        ],
    )


def _landing(ruleset: RageRuleset) -> dict[str, Any]:
    rule = ruleset.components.landing
    beach, coast = str(rule.units_on_beach), str(rule.units_on_coast)
    return _chart(
        "landing",
        "Landing",
        "10.3-b",
        "Movement points for coming ashore, and units that may land in an area in a turn. Guns and tanks need a Beachhead.",
        ["movement points", "units a turn"],
        [
            ("beach with a Beachhead", str(rule.at_beachhead), beach),
            ("beach", str(rule.on_beach), beach),
            ("any other coast", str(rule.on_coast), coast),
        ],
    )


def _weather(ruleset: RageRuleset) -> dict[str, Any]:
    parts = ruleset.components
    rows = [(f"die {die}", parts.weather[die], str(parts.grounded[parts.weather[die]])) for die in range(1, 7)]
    note = "One die at the start of every turn but the first, which has good weather."
    return _chart("weather", "Weather", "6-b", note, ["weather", "air units on deck"], rows)


def _movement(ruleset: RageRuleset) -> dict[str, Any]:
    rows = [(f"die {die}", str(ruleset.components.moves[die])) for die in range(1, 7)]
    note = "One die in the open: so many Japanese units may move or hide. How many do so unseen, nobody is told."
    return _chart("movement", "Japanese movement", "17.1-1", note, ["units"], rows)


def _areas(ruleset: RageRuleset) -> dict[str, Any]:
    rows = []
    for kind in CLASSES:
        of_kind = [number for number, area in enumerate(ruleset.areas) if area.kind == kind]
        if of_kind:
            value, landing, tanks = ruleset.bdv[of_kind[0]], ruleset.is_coast[of_kind[0]], not ruleset.is_hill[of_kind[0]]
            rows.append((kind, str(value), "yes" if landing else "no", "yes" if tanks else "no", str(len(of_kind))))
    columns = ["defence", "landing", "tanks", "areas"]
    note = "The Basic Defense Value comes off the Hits for the side that holds the area."
    return _chart("areas", "Areas", "2.2.1-b", note, columns, rows)


def _points(ruleset: RageRuleset) -> dict[str, Any]:
    rule = ruleset.components.victory
    pair = " and ".join(ruleset.components.map.area(name).name for name in rule.pair)
    return _chart(
        "points",
        "Victory points",
        "3-vp-a",
        f"{rule.sudden_death} points end the game at once.",
        ["side", "points", "when"],
        [
            ("each Safe to Land", "U.S.", str(rule.per_safe_to_land), "End Phase"),
            (f"both {pair}", "U.S.", f"+{rule.pair_extra}", "End Phase"),
            ("the flag on Suribachi", "U.S.", "one die", "End Phase, once"),
            ("each U.S. step lost", "Japan", str(rule.per_us_step_lost), "at once"),
            ("3rd Division lands off a Beachhead", "Japan", str(rule.third_division_off_beachhead), "at once, the first time"),
            ("each Japanese unit alive", "Japan", str(rule.per_unit), "after the last turn"),
            ("the HQ alive", "Japan", f"+{rule.hq}", "after the last turn"),
            ("each area in Japanese hands", "Japan", str(rule.per_area), "after the last turn"),
        ],
    )


def _stacking(ruleset: RageRuleset) -> dict[str, Any]:
    rule, limits = ruleset.components.stacking, ruleset.components.setup_limits
    return _chart(
        "stacking",
        "Stacking",
        "3-stacking-limits",
        "Who comes in last and is too many is lost for good, without points.",
        ["to an area"],
        [
            ("U.S. ground units", str(rule.us_ground)),
            ("U.S. support units against one area", str(rule.us_support)),
            ("Japanese units, seen and unseen", str(rule.japanese)),
            ("Caves at the start", str(limits.caves_per_area)),
        ],
    )


def schedule_of(ruleset: RageRuleset) -> list[dict[str, Any]]:
    """The turn track: dates, and what each turn brings."""
    found = []
    track = ruleset.components.track
    for number, turn in enumerate(track, 1):
        says, cases = [], []
        if number == 1:
            says.append(f"{ruleset.components.first_weather} weather without a die")
            cases.append("22.1.1")
        if turn.red:
            says.append("the Japanese Marines are shown at its end")
            cases.append("22.1.2")
        if turn.air:
            says.append(f"{_units(turn.air, 'air')} at its end")
            cases.append("22.1.3")
        if turn.naval:
            says.append(f"{_units(turn.naval, 'naval')} at its end")
            cases.append("21-c")
        if number == len(track):
            says.append("the last turn: Japan scores what it still has and holds")
            cases += ["23.2-3", "24-3"]
        found.append({"turn": number, "title": f"Turn {number}", "date": turn.date, "says": says, "cases": cases})
    return found


def _units(count: int, kind: str) -> str:
    return f"one {kind} unit leaves" if count == 1 else f"{count} {kind} units leave"


# ---------------------------------------------------------------------- previews


def preview(state: RageState, action: Action) -> dict[str, Any]:
    """What an action of the side that decides would cost or roll, with exact chances, as far as that side may know."""
    verb, first, second, _ = unpack(action.code)
    ruleset = state.ruleset
    if verb == BOMBARD:
        kind = JP_BOMBARDMENT if first in ruleset.japanese else US_BOMBARDMENT
        return {"combat": _volley(state, kind, second, [*taking_part(state, second), first])}
    if verb == ASSAULT:
        area = state.where[first]
        kind = JP_ASSAULT if first in ruleset.japanese else US_ASSAULT
        return {"combat": _volley(state, kind, area, [*taking_part(state, area), first])}
    if verb == RESOLVE:
        return {"combat": _volley(state, state.attack, first, taking_part(state, first))}
    if verb == FIRE:
        return {"combat": _fire(state, first)}
    if verb in (MOVE, LAND, SNEAK, WITHDRAW):
        return _way(state, verb, first, second)
    extra = ruleset.components.extra_dice
    texts = {
        RETREAT: "One point of damage less, and the unit goes back if it lives.",
        STAND: "All of the damage counts, and the unit stays.",
        KIRIKAMI: f"The unit loses a step; dice more for every Japanese unit in this turn's assaults: {extra.kirikami}.",
        BANZAI: f"Dice more for each unit within one area of the HQ: {extra.banzai}. The HQ is lost afterwards.",
        HIDE: "The unit goes back to the secret map where it stands, and the enemy sees it go.",
    }
    if verb == RECOVER:
        return {"text": f"{state.steps[first]} of {ruleset.full[first]} steps now."}
    if verb == DONE and state.is_at(Losses):
        return _unseen_losses(state)
    return ({"text": texts[verb]} | ({"warn": True} if verb == BANZAI else {})) if verb in texts else {}


def _unseen_losses(state: RageState) -> dict[str, Any]:
    """What the owner of Concealed units is about to lose; nobody else can ask, for nobody else decides."""
    trial = state.copy()
    trial.sink = []
    trial.row += [unit for unit in state.concealed_in(state.area) if unit not in state.row]
    take_losses(trial, "9.3.3-4")
    losses = [event.text for event in trial.sink if event.kind in ("secret loss", "secret eliminated")]
    return {"text": f"{'. '.join(losses)}." if losses else "Nobody of yours is there: nothing is lost."}


def _volley(state: RageState, kind: int, area: int, units: Sequence[int]) -> dict[str, Any]:
    """A bombardment or an assault before its dice."""
    ruleset = state.ruleset
    rocket = any(ruleset.is_rocket[unit] for unit in units) and kind == JP_BOMBARDMENT
    taken_off = minus(state, kind, area)
    # While the U.S. player names targets, more Caves may come out; only a search has told that there are none.
    in_doubt = kind == US_BOMBARDMENT and not (state.pending or state.control[area] or state.cave_checked[area])
    return _handful(state, kind, area, units, dice_of(state, kind, area, units), rocket, taken_off, in_doubt)


def _fire(state: RageState, unit: int) -> dict[str, Any]:
    """Defensive Fire of this unit at whoever has just come in. No ground protects, armor may."""
    ruleset, area = state.ruleset, state.where[unit]
    mover = (state.find(Entered) or state.top(JapaneseEntered)).mover
    dice = ruleset.assault[unit][state.steps[unit]]
    if unit in ruleset.japanese:
        if state.concealed[unit] and not any(state.control[mountain] for mountain in ruleset.by_mountain[area]):
            dice += ruleset.components.extra_dice.surprise
        kind = JP_FIRE
    else:
        kind = US_FIRE
    armor = 0 if ruleset.at[unit] else ruleset.armor[mover]
    return _handful(state, kind, area, [unit], dice, False, {"armor": armor}, False) | {"targets": [state.name(mover)]}


def _handful(
    state: RageState, kind: int, area: int, units: Sequence[int], dice: int, rocket: bool, off: dict[str, int], in_doubt: bool
) -> dict[str, Any]:
    hits = chances_of_hits(dice, len(state.ruleset.components.hit_faces), rocket)
    found: dict[str, Any] = {
        "kind": "handful",
        "attack": KINDS[kind].name,
        "area": state.ruleset.areas[area].id,
        "firers": [state.name(unit) for unit in units],
        "dice": dice,
        "rocket": rocket,
        "minus": {name: number for name, number in off.items() if number},
        "of": "hits" if in_doubt else "damage",
    }
    shown = hits if in_doubt else _less(hits, sum(off.values()))
    found["expected"] = str(sum(count * chance for count, chance in enumerate(shown)))
    found["chances"] = {str(count): str(chance) for count, chance in enumerate(shown)}
    return found


def chances_of_hits(dice: int, faces: int, rocket: bool = False) -> list[Fraction]:
    """The exact chances of 0, 1, 2 … Hits: so many dice of which so many faces hit; a rocket's die counts as it falls.

    >>> [str(chance) for chance in chances_of_hits(2, 2)]
    ['4/9', '4/9', '1/9']
    """
    good = Fraction(faces, 6)
    found = [comb(dice, hits) * good**hits * (1 - good) ** (dice - hits) for hits in range(dice + 1)]
    if not rocket:
        return found
    return [
        sum((found[hits - face] for face in range(1, 7) if 0 <= hits - face <= dice), Fraction(0)) / 6 for hits in range(dice + 7)
    ]


def _less(chances: Sequence[Fraction], minus: int) -> list[Fraction]:
    """The chances of what is left of the Hits."""
    return [sum(chances[: minus + 1], Fraction(0)), *chances[minus + 1 :]]


def _way(state: RageState, verb: int, unit: int, area: int) -> dict[str, Any]:
    """One step of a move: its price, and a word of warning."""
    ruleset, found = state.ruleset, dict[str, Any]()
    here = state.where[unit]
    if verb == LAND:
        found["cost"] = str(landing_cost(state, area))
    elif verb != WITHDRAW:
        found["cost"] = "1"
    if here >= 0:
        found["path"] = [ruleset.areas[place].id for place in (here, area)]
    warnings = []
    if verb == LAND and ruleset.is_third[unit] and not state.third and not state.beachhead[area]:
        points = ruleset.components.victory.third_division_off_beachhead
        warnings.append(f"The first landing of the 3rd Division off a Beachhead gives Japan {points} points.")
    if _full(state, unit, area):
        warnings.append("The area is full: a unit that ends its move there is lost.")
    if warnings:
        return found | {"text": " ".join(warnings), "warn": True}
    if verb == SNEAK and (state.control[area] or state.has_us(area)):
        return found | {"text": "The unit is Revealed there at once."}
    return found


def _full(state: RageState, unit: int, area: int) -> bool:
    """Whether one more unit of the mover's side would be too many; its own side knows all of them."""
    rule = state.ruleset.components.stacking
    if unit in state.ruleset.japanese:
        return len(state.jp_in(area)) >= rule.japanese
    return len(state.us_in(area)) >= rule.us_ground


# ---------------------------------------------------------------------- units


def sees(state: RageState, side: str | None, unit: int) -> bool:
    """Whether a unit is in the view of a side."""
    place = state.where[unit]
    if place == ABSENT:
        return False
    return (
        unit < state.ruleset.japanese.start or side == state.ruleset.sides[JP] or not (state.concealed[unit] or place in UNSEEN)
    )


def about_unit(state: RageState, side: str | None, name: str) -> dict[str, Any]:
    """What a unit may do now, what not and by which case, and the areas that matter to it.

    What it may do is told to the side that decides, of its own units; for what a side might choose is its secret.
    """
    ruleset = state.ruleset
    unit = ruleset.number.get(name)
    if unit is None or not sees(state, side, unit):
        return dict(NOTHING)
    spaces: dict[str, list[str]] = {}
    if state.where[unit] >= 0:
        if ruleset.is_gun[unit]:
            spaces["range"] = [ruleset.areas[area].id for area in reach(state, unit)]
        if ruleset.mp[unit] and ruleset.mp[unit][state.steps[unit]]:
            near = ruleset.passable[ruleset.is_tank[unit]][state.where[unit]]
            spaces["ways"] = [ruleset.areas[area].id for area in near]
    if state.over or side != state.side or ruleset.sides[ruleset.units[unit].side] != side:
        return {"can": [], "cannot": [], "spaces": spaces}
    verbs: dict[str, str] = {}
    for code in state.choices():
        number, first, _, _ = unpack(code)
        verb = ruleset.verbs[number]
        if first == unit and verb.kinds[:1] == (UNIT,):
            verbs[verb.word] = verb.says
    can = [{"verb": word, "says": says} for word, says in verbs.items()]
    cannot = [] if any(word not in ("reveal", "activate") for word in verbs) else _hindrance(state, unit)
    return {"can": can, "cannot": cannot, "spaces": spaces}


def _hindrance(state: RageState, unit: int) -> list[dict[str, str]]:
    """Why an own unit has nothing to do: the refusal of the most natural thing it might try."""
    ruleset, here = state.ruleset, state.where[unit]
    step = state.decision.step
    near = ruleset.neighbours[here] if here >= 0 else ()
    tries: list[int] = []
    if step == "move":
        tries = (
            [pack(LAND, unit, area) for area in ruleset.coast] if here == LANDING else [pack(MOVE, unit, area) for area in near]
        )
    elif step == "jp move":
        tries = [pack(SNEAK if state.concealed[unit] else MOVE, unit, area) for area in near]
    elif step in ("bombard", "jp bombard") and ruleset.is_gun[unit] and (here >= 0 or here == SUPPORT):
        tries = [pack(BOMBARD, unit, area) for area in ruleset.all_areas]
    elif step in ("assault", "jp assault") and ruleset.units[unit].is_ground:
        tries = [pack(ASSAULT, unit)]
    elif step in ("entry", "us fire") and ruleset.units[unit].is_ground:
        tries = [pack(FIRE, unit)]
    elif step == "recovery" and ruleset.units[unit].is_ground:
        tries = [pack(RECOVER, unit)]
    choices = state.choices()
    for code in tries:
        if code not in choices:
            refusal = state.refusal_of(code)
            return [{"text": refusal.reason, "case": refusal.case}]
    return []


# ---------------------------------------------------------------------- overlays


def overlay(state: RageState, side: str | None, name: str) -> dict[str, Any]:
    """Areas that a U.S.-held Mountain overlooks, or what the guns this side sees can reach; some reach all and are only named."""
    ruleset = state.ruleset
    covered: dict[str, list[str]] = {}
    if name == "observed":
        for area in ruleset.all_areas:
            if any(state.control[mountain] for mountain in ruleset.by_mountain[area]):
                covered[ruleset.areas[area].id] = [ruleset.sides[US]]
        return {"title": OVERLAYS[name], "case": "11.1.1-c", "spaces": covered}
    everywhere = []
    for unit in (*ruleset.us_ground, *ruleset.japanese_guns):
        if not ruleset.is_gun[unit] or state.where[unit] < 0 or not sees(state, side, unit):
            continue
        areas = reach(state, unit)
        if len(areas) == len(ruleset.areas):
            everywhere.append(state.name(unit))
            continue
        label = ruleset.sides[ruleset.units[unit].side]
        for area in areas:
            labels = covered.setdefault(ruleset.areas[area].id, [])
            if label not in labels:
                labels.append(label)
    title = OVERLAYS[name] + (f"; everywhere: {', '.join(everywhere)}" if everywhere else "")
    return {"title": title, "case": "2.1.1-4-range", "spaces": covered}
