"""What a choice would lead to, as far as the side that decides may know.

Nothing here decides anything: every number comes from the modules of the rules. An action that may turn up a counter is never
carried out to look at it: what lies face down is told as chances (A103), and what is offered does not depend on it (A99).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from beachhead.engine.action import Action, unpack
from beachhead.engine.event import Event
from beachhead.engine.shown.words import counted, listed
from beachhead.games.olympic import verbs
from beachhead.games.olympic.box.kinds import COASTAL, LINE
from beachhead.games.olympic.combat.losses import SUPPLIED_LOSS
from beachhead.games.olympic.combat.retreat import Retreat
from beachhead.games.olympic.landing.assault import CLOSED, VACANT, links, standing, waiting
from beachhead.games.olympic.landing.deployment import left_over
from beachhead.games.olympic.movement import Movement
from beachhead.games.olympic.phases import US_COMBAT
from beachhead.games.olympic.ruleset import A_DUMMY
from beachhead.games.olympic.state import BOX, STACK, Moving, OlympicState
from beachhead.games.olympic.supply import allowance, jp_supplied, region_of
from beachhead.games.olympic.table.chances import (
    assault_chance,
    assault_facts,
    attack_facts,
    cup,
    percent,
    strike_facts,
)

Plain = dict[str, Any]
NORTH: Final = "An assault in the north turns up every counter there and cancels the arrivals of Game-Turn {}."


def preview(state: OlympicState, action: Action) -> Plain:
    """What an action of the side that decides would cost, roll or change."""
    verb, first, second, _ = unpack(action.code)
    fight = _fight(state, verb, first, second)
    if fight is not None:
        return fight
    if verb == verbs.MOVE:
        return _move(state, action, first, second)
    if verb == verbs.RETREAT:
        return _retreat(state, first, second)
    if verb == verbs.ADVANCE:
        return _advance(state, first, second)
    if verb == verbs.PLACE:
        return {"text": _place(state, first, second)}
    if verb == verbs.LAND_STACK:
        return _go_ashore(state, first, second)
    if verb == verbs.LAND:
        return {"text": _land(state, first, second)}
    if verb == verbs.DONE:
        return _done(state)
    text = _words(state, verb, first, second)
    return {"text": text} if text else {}


# ---------------------------------------------------------------------- combats


def _fight(state: OlympicState, verb: int, first: int, second: int) -> Plain | None:
    """The combat that an action opens, extends or rolls."""
    if verb == verbs.ATTACK:
        return {"combat": attack_facts(state, [first], [second])}
    if verb == verbs.JOIN:
        return {"combat": attack_facts(state, [*state.attackers, first], state.targets)}
    if verb == verbs.ALSO:
        return {"combat": attack_facts(state, state.attackers, [*state.targets, first])}
    if verb == verbs.STRIKE:
        return {"combat": strike_facts(state, first, second)}
    if verb == verbs.ASSAULT:
        found: Plain = {"combat": assault_facts(state, state.units_in(first), second)}
        if _opens_north(state, first):
            found |= {"text": NORTH.format(state.ruleset.components.cancelled_turn), "warn": True}
        return found
    if verb == verbs.DONE and state.step.name == "attackers":
        return {"combat": attack_facts(state, state.attackers, state.targets)}
    return None


def _opens_north(state: OlympicState, sea: int) -> bool:
    """Whether a stack there would be the first to go ashore from a northern zone (A27)."""
    ground = state.ruleset.ground
    return not state.north and ground.is_northern[ground.zone_of[sea]]


# ---------------------------------------------------------------------- moves


def _move(state: OlympicState, action: Action, unit: int, space: int) -> Plain:
    """Cost and way of a move, what ends it, and what it meets there."""
    step = state.step
    if not isinstance(step, Movement):
        return _march(state, action, unit)
    trial = state.copy()
    trial.sink = []
    tables, start, now = step.tables(trial), state.where[unit], state.top(Moving)
    points = now.left if now.mover == unit else allowance(state, unit)
    cost, path = step.way(trial, tables, unit, start, space, points)
    names = [state.hex_name(hex_) for hex_ in ((start, *path) if start >= 0 else path)]
    found: Plain = {"cost": str(cost), "path": names}
    text = _stops(state, action, unit, space, max(0, points - cost))
    return found | {"text": text} if text else found


def _march(state: OlympicState, action: Action, unit: int) -> Plain:
    """A move of the doctrine: it meets nothing that is hidden, so it is tried, with its reason."""
    trial, events = state.copy(), list[Event]()
    trial.march = None
    trial.apply(action, events)
    for event in events:
        if event.kind == "moved" and event.data["unit"] == state.name(unit):
            path, start = list(event.data["path"]), state.where[unit]
            if start >= 0 and path[0] != state.hex_name(start):
                path.insert(0, state.hex_name(start))
            found: Plain = {"cost": str(event.data["cost"]), "path": path}
            why = event.data.get("why")
            return found | {"text": why["text"]} if why else found
    return {}


def _stops(state: OlympicState, action: Action, unit: int, space: int, left: int) -> str:
    """What a unit meets where it stops."""
    bit, words = 1 << space, []
    if state.is_us(unit):
        counters = counters_near(state, space)
        if counters:
            verb = "lies" if len(counters) == 1 else "lie"
            words.append(f"{listed(counters)} {verb} next to it and {'is' if len(counters) == 1 else 'are'} turned up.")
        if state.jp_zone() & bit:
            words.append("Enters a Japanese zone of control: the move ends.")
        elif state.fort_mask & bit:
            words.append("A Fortified Supply Beachhead: the unit can neither move on nor attack.")
        elif left and not counters:
            words.append(f"{left} MP left.")
        return " ".join(words)
    if state.us_zone() & bit:
        words.append("In a U.S. zone of control: the move ends.")
    after = state.copy()
    after.apply(action)
    if state.turn > 1 and after.where[unit] == space and not jp_supplied(after, unit):
        words.append("Out of supply there.")
    return " ".join(words)


def counters_near(state: OlympicState, space: int) -> list[str]:
    """The face-down counters next to a hex, by name."""
    return [state.ruleset.slot_names[slot] for slot in state.ruleset.slots_near.get(space, ()) if state.reserve[slot]]


def _retreat(state: OlympicState, unit: int, space: int) -> Plain:
    """One step of a retreat, and what the priorities say of it."""
    here = state.way[-1] if state.way else state.where[unit]
    found: Plain = {"path": [state.hex_name(here), state.hex_name(space)]}
    step = state.step
    text = step.why(state, unit, space).text if isinstance(step, Retreat) else ""
    counters = counters_near(state, space) if state.is_us(unit) else []
    if counters:
        text += f" {listed(counters)} may be turned up."
    return found | {"text": text.strip()} if text else found


def _advance(state: OlympicState, unit: int, space: int) -> Plain:
    found: Plain = {"path": [state.hex_name(state.where[unit]), state.hex_name(space)]}
    words = []
    if state.is_us(unit):
        counters = counters_near(state, space)
        if counters:
            words.append(f"Turns up {listed(counters)}.")
        if not _supplied_in(state, unit, space):
            words.append("Out of supply there: the unit defends at half and cannot attack or move on.")
    markers = [
        name for name, mask in (("beachhead", state.beach_mask), ("Control marker", state.control_mask)) if mask >> space & 1
    ]
    if not state.is_us(unit) and markers:
        words.append(f"Removes the {listed(markers)}.")
    return found | {"text": " ".join(words)} if words else found


def _supplied_in(state: OlympicState, unit: int, space: int) -> bool:
    """Whether a U.S. unit would be in supply in a hex that it enters."""
    here = state.where[unit]
    alone = here >= 0 and len(state.units_in(here)) == 1
    mask = (state.us_mask & ~(1 << here) if alone else state.us_mask) | 1 << space
    return bool(region_of(state, mask) >> space & 1)


# ---------------------------------------------------------------------- landings


def _place(state: OlympicState, unit: int, sea: int) -> str:
    """The coastal hexes that a stack in a zone hex could take, and its chance in each if it is filled with units like this."""
    there = state.units_in(sea)
    strengths = [state.ruleset.strength[one] for one in there] + [state.ruleset.strength[unit]] * (STACK - len(there))
    words = [target_words(state, coast, sum(strengths[:STACK])) for coast in state.ruleset.ground.coast_of[sea]]
    text = " ".join(
        [f"Targets: {'; '.join(word for word in words if word)}.", *_lying(state, state.ruleset.ground.coast_of[sea])]
    )
    return f"{text} {NORTH.format(state.ruleset.components.cancelled_turn)}" if _opens_north(state, sea) else text


def _lying(state: OlympicState, coasts: Iterable[int]) -> Iterable[str]:
    """What may lie under the counters in these hexes: the share of each kind among those of a letter still face down (A103)."""
    slots = [slot for coast in coasts for slot in state.ruleset.slots_at.get(coast, ()) if state.reserve[slot]]
    values = state.ruleset.kind_values
    for letter in sorted({_letter(state, slot) for slot in slots}):
        kinds = cup(state, letter)
        total = sum(kinds.values())
        shares = [f"{values[kind]} {percent(Fraction(count, total))}" for kind, count in sorted(kinds.items())]
        yield f"Under {'a' if letter == COASTAL else 'an'} {letter}: {', '.join(shares)}."


def _letter(state: OlympicState, slot: int) -> str:
    return COASTAL if state.ruleset.slot_is_coastal[slot] else LINE


def target_words(state: OlympicState, coast: int, strength: int) -> str:
    """A coastal hex as a target: who is there, as far as everybody knows, and the chance to land."""
    kind = standing(state, coast, STACK)
    name = _title(state, coast)
    if kind == CLOSED:
        return ""
    if kind == VACANT:
        return f"{name} vacant"
    chance = assault_chance(state, strength, coast)
    return f"{name} {listed(list(_held_by(state, coast)))}, {percent(chance)} to land"


def _title(state: OlympicState, space: int) -> str:
    """A hex with the name of its Town or City."""
    place, name = state.ruleset.ground.place_at[space], state.hex_name(space)
    return name if place < 0 else f"{name} {state.ruleset.ground.place_names[place]}"


def _held_by(state: OlympicState, space: int) -> Iterable[str]:
    if state.militia_mask >> space & 1:
        yield "militia"
    for unit in state.units_in(space):
        yield state.name(unit)
    if state.down_mask >> space & 1:
        slots = [slot for slot in state.ruleset.slots_at.get(space, ()) if state.reserve[slot]]
        letter = _letter(state, slots[0])
        yield f"{letter} counter" if len(slots) == 1 else f"{len(slots)} {letter} counters"


def _go_ashore(state: OlympicState, sea: int, coast: int) -> Plain:
    found: Plain = {"path": [state.hex_name(sea), state.hex_name(coast)]}
    words = ["The stack lands without a die."]
    counters = counters_near(state, coast)
    if counters:
        words.append(f"Turns up {listed(counters)}.")
    if _opens_north(state, sea):
        return found | {"text": " ".join([*words, NORTH.format(state.ruleset.components.cancelled_turn)]), "warn": True}
    return found | {"text": " ".join(words)}


def _land(state: OlympicState, unit: int, space: int) -> str:
    there = len(state.units_in(space)) + 1
    words = [f"{there} of {STACK} units then."]
    if state.jp_zone() >> space & 1:
        words.append("In a Japanese zone of control.")
    if state.fort_mask >> space & 1:
        words.append("Fortified: the unit can neither move nor attack.")
    counters = counters_near(state, space)
    if counters:
        words.append(f"Turns up {listed(counters)}.")
    if state.where[unit] == BOX:
        words.append("It returns from its Replacement Track.")
    return " ".join(words)


# ---------------------------------------------------------------------- the end of steps, and choices between words


def _done(state: OlympicState) -> Plain:
    """What the end of a step leaves undone."""
    if state.phase == US_COMBAT and state.step.name == "combat" and waiting(state):
        free = links(state, vacant_only=True)
        landing = [state.hex_name(sea) for sea, coast in free.items() if coast]
        lost = [state.hex_name(sea) for sea, coast in free.items() if not coast]
        words = [f"{_stacks(landing)} then {'lands' if len(landing) == 1 else 'land'} freely."] if landing else []
        if lost:
            units = sum(len(state.units_in(sea)) for sea, coast in free.items() if not coast)
            words.append(
                f"{_stacks(lost)} {'has' if len(lost) == 1 else 'have'} no hex: {SUPPLIED_LOSS * units} Casualty Points."
            )
        return {"text": " ".join(words), "warn": bool(lost)}
    return {}


def _stacks(hexes: Sequence[str]) -> str:
    return f"The {'stack' if len(hexes) == 1 else 'stacks'} in {listed(list(hexes))}"


def _words(state: OlympicState, verb: int, first: int, second: int) -> str:
    """A sentence about what remains."""
    if verb == verbs.FORTIFY:
        return "Doubles its defenders, who can neither move nor attack."
    if verb == verbs.UNFORTIFY:
        return "Its units may move and attack again, and defend by terrain alone."
    if verb == verbs.INTERDICT:
        return "Japanese units pay 3 more MP to leave this hex in the next Japanese Movement Phase."
    if verb == verbs.ANNOUNCE:
        return f"{first // 6} is taken off the die of each Tokko table." if first else "No markers on Game-Turn 1; full defense."
    if verb == verbs.RAISE:
        return "On top of units of equal strength it is attacked first."
    if verb == verbs.ASSIGN:
        return f"It returns beside {state.ruleset.ground.zone_names[second]} on Game-Turn {state.due[first]}."
    if verb == verbs.DEPLOY:
        line = not any(state.ruleset.slot_is_coastal[slot] for slot in state.ruleset.slots_at.get(second, ()))
        left = left_over(state)[line][first + A_DUMMY]
        return f"{left} of these {'is' if left == 1 else 'are'} still to be deployed in hexes marked {LINE if line else COASTAL}."
    if verb == verbs.LOSE:
        return _lose(state, first)
    return ""


def _lose(state: OlympicState, unit: int) -> str:
    """What becomes of a unit that its owner gives up: lost to Tokko it is gone, lost in an Exchange it returns."""
    if state.phase != US_COMBAT:
        return "A Tokko loss never returns."
    left = sum(state.ruleset.strength[other] for other in state.attackers if state.where[other] >= 0 and other != unit)
    more = SUPPLIED_LOSS - state.price
    cost = f"{counted(more, 'more Casualty Point')}" if more else "Its Casualty Points are already counted"
    return f"{cost}; it returns as a replacement. Attackers of strength {left} are left."
