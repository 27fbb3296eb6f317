"""What a choice would cost or roll, with exact chances.

Nothing here decides anything; every number comes from the modules of the rules. A side is told no more than its view tells it:
before the Caves of a target have come out (9.2) an attack on it is told in Hits alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any, Final

from beachhead.engine.action import Action, unpack
from beachhead.engine.shown.words import counted, listed
from beachhead.games.rage import verbs
from beachhead.games.rage.combat.attacks import dice_of, extra_dice, minus, taking_part
from beachhead.games.rage.combat.bombardment import Losses
from beachhead.games.rage.combat.charges import Target, payers
from beachhead.games.rage.combat.defensive_fire import Entered, JapaneseEntered, UnderFire
from beachhead.games.rage.combat.kinds import ASSAULTS, BOMBARDMENTS, KINDS
from beachhead.games.rage.combat.loss_order import attacker, proposed, take_losses, under_attack
from beachhead.games.rage.combat.retreats import Threatened, eligible
from beachhead.games.rage.movement import landing_cost
from beachhead.games.rage.state import JP, JP_ASSAULT, JP_BOMBARDMENT, JP_FIRE, US_ASSAULT, US_BOMBARDMENT, US_FIRE, RageState

NAMING: Final = ("bombard", "jp bombard", "assault", "jp assault")
"""Steps in which targets and attackers are declared."""


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
    if verb == verbs.RECOVER:
        return {"text": f"{state.steps[first]} of {ruleset.full[first]} steps now."}
    if verb in (verbs.STAND, verbs.RETREAT):
        return {"text": _fate(state, first, verb == verbs.RETREAT)}
    if verb == verbs.ACCEPT:
        return _accepted(state)
    if verb == verbs.DONE:
        return _unseen_losses(state) if state.is_at(Losses) else _declared(state)
    if verb == verbs.KIRIKAMI:
        return {"text": _kirikami(state)}
    if verb == verbs.BANZAI:
        return _banzai(state)
    if verb == verbs.PASS:
        return _passed(state)
    if verb == verbs.HIDE:
        return {"text": "The unit returns to the secret map in its area, and your opponent sees it go."}
    return {}


# ---------------------------------------------------------------------- choices between words


def _fate(state: RageState, unit: int, retreats: bool) -> str:
    """What a unit loses if it stands or retreats, now that the dice are known; the others in the row are taken to stand."""
    fire, armor = state.find(UnderFire), state.ruleset.armor[unit]
    if fire is not None:
        points = max(0, state.damage - retreats) - (0 if state.ruleset.at[fire.firer] else armor)
        lost = min(state.steps[unit], max(0, points))
    else:
        trial = state.copy()
        trial.sink = None
        trial.retreating = [*state.retreating, *([unit] if retreats else [])]
        take_losses(trial, KINDS[state.attack].rank)
        lost = state.steps[unit] - trial.steps[unit]
    asked = [frame.unit for frame in state.stack if isinstance(frame, Threatened) and frame.unit != unit]
    loss = _loss(lost, state.steps[unit])
    others = " if the others stand" if asked and fire is None else ""
    if not retreats:
        return f"It stays and {loss}{others}."
    if lost == state.steps[unit]:
        return f"It ignores one point of damage and still {loss}{others}."
    ways = len(eligible(state, unit))
    return f"It ignores one point of damage, {loss}{others}, then retreats ({counted(ways, 'area')} open)."


def _loss(lost: int, steps: int) -> str:
    if lost >= steps:
        return "is eliminated"
    return f"loses {lost} of its {counted(steps, 'step')}" if lost else "loses nothing"


def _accepted(state: RageState) -> dict[str, Any]:
    """What the proposed order would cost whom; units that may still retreat are taken to stand."""
    trial = state.copy()
    trial.sink = None
    if state.is_at(Losses):
        trial.row = [*state.row, *proposed(state, [u for u in state.concealed_in(state.area) if u not in state.row], JP)]
    else:
        trial.row = [*state.row, *proposed(state, [u for u in under_attack(state) if u not in state.row], attacker(state))]
    row = list(trial.row)
    take_losses(trial, KINDS[state.attack].rank)
    losses = [
        f"{state.name(unit)} {_loss(state.steps[unit] - trial.steps[unit], state.steps[unit])}"
        for unit in row
        if trial.steps[unit] < state.steps[unit]
    ]
    stand = ", if all of them stand" if state.attack in ASSAULTS else ""
    return {"text": f"{listed(losses)}{stand}." if losses else "Nobody loses a step."}


def _declared(state: RageState) -> dict[str, Any]:
    """What is about to be rolled when the declarations end: areas, dice, Hits to expect."""
    if state.decision.step not in NAMING:
        return {}
    areas = sorted({area for area in state.aim if area >= 0})
    if not areas:
        return {"text": "No target has been declared: nothing is rolled."}
    dice = sum(dice_of(state, state.attack, area, taking_part(state, area)) for area in areas)
    rockets = sum(state.ruleset.is_rocket[unit] for unit, area in enumerate(state.aim) if area >= 0)
    hits = Fraction(dice * len(state.ruleset.components.hit_faces), 6) + Fraction(7 * rockets, 2)
    thrown = counted(dice, "die", "dice") + (" and a rocket" if rockets else "")
    return {"text": f"{counted(len(areas), 'target area')}, {thrown} in all, avg {float(hits):.1f} Hits."}


def _kirikami(state: RageState) -> str:
    """What the charge costs, and what it can bring: units that are not in contact now may be when Japan assaults."""
    each, units = state.ruleset.components.extra_dice.kirikami, len(payers(state))
    hits = Fraction(each * units * len(state.ruleset.components.hit_faces), 6)
    return (
        f"The unit loses a step. {counted(each, 'extra die', 'extra dice')} for every Japanese unit in this turn's assaults: "
        f"with the {counted(units, 'unit')} in contact now, avg {float(hits):.1f} more Hits."
    )


def _banzai(state: RageState) -> dict[str, Any]:
    """What the charge brings to the assaults that have been declared; where the HQ is, its own side knows."""
    extra, hq = state.ruleset.components.extra_dice.banzai, state.where[state.ruleset.hq]
    near = [unit for unit, area in enumerate(state.aim) if area in state.ruleset.with_neighbours[hq]]
    declared = sum(area >= 0 for area in state.aim)
    text = (
        f"{extra} extra dice for each assaulting unit within one area of the HQ: "
        f"{len(near)} of {declared} declared, {counted(extra * len(near), 'die', 'dice')} more. Then the HQ is eliminated."
    )
    found: dict[str, Any] = {"text": text, "warn": True}
    if state.find(Target) is not None:
        trial = state.copy()
        trial.banzai = hq
        found["combat"] = _volley(trial, JP_ASSAULT, state.area, taking_part(state, state.area))
    return found


def _passed(state: RageState) -> dict[str, Any]:
    """What happens if a side lets the moment go by."""
    step = state.decision.step
    if step == "charge":
        return {"combat": _volley(state, JP_ASSAULT, state.area, taking_part(state, state.area))}
    if step in ("entry", "us fire"):
        mover = (state.find(Entered) or state.top(JapaneseEntered)).mover
        return {"text": f"Nobody fires at {state.name(mover)}."}
    return {"text": "No extra dice in this turn's assaults."} if step == "kirikami" else {}


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
    plus = extra_dice(state, kind, area, units)
    return _handful(state, kind, area, units, dice_of(state, kind, area, units), rocket, taken_off, in_doubt) | {"plus": plus}


def _fire(state: RageState, unit: int) -> dict[str, Any]:
    """Defensive Fire of this unit at whoever has just come in. No ground protects, armor may."""
    ruleset, area = state.ruleset, state.where[unit]
    mover = (state.find(Entered) or state.top(JapaneseEntered)).mover
    dice, plus = ruleset.assault[unit][state.steps[unit]], dict[str, int]()
    if unit in ruleset.japanese:
        if state.concealed[unit] and not any(state.control[mountain] for mountain in ruleset.by_mountain[area]):
            plus["surprise"] = ruleset.components.extra_dice.surprise
            dice += plus["surprise"]
        kind = JP_FIRE
    else:
        kind = US_FIRE
    armor = 0 if ruleset.at[unit] else ruleset.armor[mover]
    found = _handful(state, kind, area, [unit], dice, False, {"armor": armor}, False)
    return found | {"at": state.name(mover), "targets": [state.name(mover)], "plus": plus}


def _handful(
    state: RageState, kind: int, area: int, units: Sequence[int], dice: int, rocket: bool, off: dict[str, int], in_doubt: bool
) -> dict[str, Any]:
    hits = chances_of_hits(dice, len(state.ruleset.components.hit_faces), rocket)
    ratings = state.ruleset.bombardment if kind in BOMBARDMENTS else state.ruleset.assault
    found: dict[str, Any] = {
        "kind": "handful",
        "attack": KINDS[kind].name,
        "area": state.ruleset.areas[area].id,
        "firers": [state.name(unit) for unit in units],
        "by": {state.name(unit): ratings[unit][state.steps[unit]] for unit in units},
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
