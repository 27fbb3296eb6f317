"""What a choice would cost or roll, with exact chances.

Nothing here decides anything; every number comes from the modules of the rules. Whoever asks is told no more than his view tells
him: before the Caves of a target have come out (9.2) an attack on it is told in Hits alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

from beachhead.engine.action import Action, unpack
from beachhead.games.rage import verbs
from beachhead.games.rage.attacks import dice_of, minus, taking_part
from beachhead.games.rage.bombardment import Losses
from beachhead.games.rage.defensive_fire import Entered, JapaneseEntered
from beachhead.games.rage.kinds import KINDS
from beachhead.games.rage.loss_order import take_losses
from beachhead.games.rage.movement import landing_cost
from beachhead.games.rage.state import JP_ASSAULT, JP_BOMBARDMENT, JP_FIRE, US_ASSAULT, US_BOMBARDMENT, US_FIRE, RageState


def preview(state: RageState, action: Action) -> dict[str, Any]:
    """What an action of the side that decides would cost or roll, with exact chances, as far as that side may know."""
    verb, first, second, _ = unpack(action.code)
    ruleset = state.ruleset
    if verb == verbs.BOMBARD:
        kind = JP_BOMBARDMENT if first in ruleset.japanese else US_BOMBARDMENT
        return {"combat": _volley(state, kind, second, [*taking_part(state, second), first])}
    if verb == verbs.ASSAULT:
        area = state.where[first]
        kind = JP_ASSAULT if first in ruleset.japanese else US_ASSAULT
        return {"combat": _volley(state, kind, area, [*taking_part(state, area), first])}
    if verb == verbs.RESOLVE:
        return {"combat": _volley(state, state.attack, first, taking_part(state, first))}
    if verb == verbs.FIRE:
        return {"combat": _fire(state, first)}
    if verb in (verbs.MOVE, verbs.LAND, verbs.SNEAK, verbs.WITHDRAW):
        return _way(state, verb, first, second)
    extra = ruleset.components.extra_dice
    texts = {
        verbs.RETREAT: "One less point of damage; the unit retreats if it survives.",
        verbs.STAND: "All damage counts; the unit stays.",
        verbs.KIRIKAMI: f"The unit loses a step. Extra dice for every Japanese unit in this turn's assaults: {extra.kirikami}.",
        verbs.BANZAI: f"Extra dice for each unit within one area of the HQ: {extra.banzai}. Then the HQ is eliminated.",
        verbs.HIDE: "The unit returns to the secret map in its area, and your opponent sees it go.",
    }
    if verb == verbs.RECOVER:
        return {"text": f"{state.steps[first]} of {ruleset.full[first]} steps now."}
    if verb == verbs.DONE and state.is_at(Losses):
        return _unseen_losses(state)
    return ({"text": texts[verb]} | ({"warn": True} if verb == verbs.BANZAI else {})) if verb in texts else {}


def _unseen_losses(state: RageState) -> dict[str, Any]:
    """What the owner of Concealed units is about to lose; nobody else can ask, for nobody else decides."""
    trial = state.copy()
    trial.sink = []
    trial.row += [unit for unit in state.concealed_in(state.area) if unit not in state.row]
    take_losses(trial, "9.3.3-4")
    losses = [event.text for event in trial.sink if event.kind in ("secret loss", "secret eliminated")]
    return {"text": f"{'. '.join(losses)}." if losses else "None of your units are there; nothing is lost."}


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
    if verb == verbs.LAND:
        found["cost"] = str(landing_cost(state, area))
    elif verb != verbs.WITHDRAW:
        found["cost"] = "1"
    if here >= 0:
        found["path"] = [ruleset.areas[place].id for place in (here, area)]
    warnings = []
    if verb == verbs.LAND and ruleset.is_third[unit] and not state.third and not state.beachhead[area]:
        points = ruleset.components.victory.third_division_off_beachhead
        warnings.append(f"The first landing of the 3rd Division off a Beachhead gives Japan {points} points.")
    if _full(state, unit, area):
        warnings.append("The area is full: a unit that ends its move there is removed from play.")
    if warnings:
        return found | {"text": " ".join(warnings), "warn": True}
    if verb == verbs.SNEAK and (state.control[area] or state.has_us(area)):
        return found | {"text": "The unit is Revealed there immediately."}
    return found


def _full(state: RageState, unit: int, area: int) -> bool:
    """Whether one more unit of the mover's side would be too many; its own side knows all of them."""
    rule = state.ruleset.components.stacking
    if unit in state.ruleset.japanese:
        return len(state.jp_in(area)) >= rule.japanese
    return len(state.us_in(area)) >= rule.us_ground
