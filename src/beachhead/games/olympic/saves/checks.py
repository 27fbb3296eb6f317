"""Whether a state from outside can belong to a game of Operation Olympic: fields that are sound each by itself must also agree.

Every step of the rules relies on what the steps before it leave behind. A save that says otherwise would end in the middle of an
action, or never, so it is refused when it is loaded, with the reason. Positions that people write are judged by the same
sentences. Nothing here uses what is computed from the fields, since that comes later. The steps themselves say whether they fit
(`Step.fits`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from beachhead.engine.errors import PositionError
from beachhead.games.olympic.box.components import RESULTS
from beachhead.games.olympic.box.kinds import COASTAL, LINE
from beachhead.games.olympic.combat.american_phase import BROKEN_OFF, FAILED
from beachhead.games.olympic.phases import DEPLOYMENT, TOKKO_RECORD, US_ASSAULT, US_COMBAT
from beachhead.games.olympic.ruleset import A_DUMMY, OlympicRuleset
from beachhead.games.olympic.state import (
    ABSENT,
    BOX,
    DUE,
    ENTERING,
    LOST,
    PLACES,
    POOL,
    SET_ASIDE,
    STACK,
    OlympicState,
)

ANNOUNCED: Final = (-1, 0, 6, 12)
TOKKO_POINTS: Final = 3
AT_SEA: Final = (US_ASSAULT, US_COMBAT)
"""Phases in which stacks wait at sea."""
US_PLACES: Final = (DUE, BOX, LOST, ABSENT)
RESERVE_PLACES: Final = (DUE, LOST, ABSENT)
R_PLACES: Final = (POOL, ENTERING, LOST, ABSENT)


def check_fields(state: OlympicState) -> None:
    """Refuse a state just loaded whose fields disagree, before anything is computed from them."""
    fault = fault_of(state)
    if fault:
        raise PositionError(f"this save cannot be played: {fault}")


def fault_of(state: OlympicState) -> str:
    """What is wrong with a state, as a sentence; empty if nothing is."""
    for find in (_places, _stacks, _hexes, _face_down, _settlements, _markers, _tracks, _combat):
        for fault in find(state):
            return fault
    return ""


def places_of(ruleset: OlympicRuleset, unit: int) -> tuple[int, ...]:
    """The places off the map where a unit can be."""
    if unit < ruleset.us_count:
        return US_PLACES
    return R_PLACES if ruleset.is_r[unit] else RESERVE_PLACES


# ---------------------------------------------------------------------- units


def _places(state: OlympicState) -> Iterator[str]:
    """Every unit is in a hex where it can stand, or in a place off the map that is meant for it."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    for unit, space in enumerate(state.where):
        name = state.name(unit)
        if space < 0:
            allowed = places_of(ruleset, unit)
            if space not in allowed:
                words = ", ".join(PLACES[place] for place in allowed)
                yield f"{name} cannot be {PLACES[space]!r}; apart from hexes there are {words}"
            if space in (DUE, BOX) and unit < ruleset.us_count and not state.due[unit]:
                yield f"{name} is to arrive on no Game-Turn; name one from 1 on"
            if space == BOX and not (state.track[unit] == SET_ASIDE or 1 <= state.track[unit] <= ruleset.zone_count):
                yield f"{name} is in a replacement box, but in that of no zone"
        elif not ground.is_land[space]:
            where = state.hex_name(space)
            if unit >= ruleset.us_count:
                yield f"{name} is at {where}, which is all-sea; Japanese units stay on land"
            elif space not in ground.zone_of:
                yield f"{name} is at sea in {where}, which is not a hex of an invasion zone"
            elif state.phase not in AT_SEA:
                yield f"{name} is at sea in {where}; stacks wait there only from their placement to the end of the Combat Phase"


def _stacks(state: OlympicState) -> Iterator[str]:
    """The units of a hex lie one under the other, each in one place, without a ring."""
    where, below = state.where, state.below
    covered: set[int] = set()
    tops: Counter[int] = Counter(space for space in where if space >= 0)
    for unit, under in enumerate(below):
        if under < 0:
            continue
        if where[unit] < 0 or where[under] != where[unit]:
            yield f"{state.name(under)} lies under {state.name(unit)}, but in another place"
        if under in covered:
            yield f"{state.name(under)} lies under two units"
        covered.add(under)
        tops[where[unit]] -= 1
    for space, count in tops.items():
        if count != 1:
            yield f"the units at {state.hex_name(space)} do not make one stack"


def _hexes(state: OlympicState) -> Iterator[str]:
    """At most three units in a hex, of one side; face-down counters are Japanese units for this (A59)."""
    ruleset = state.ruleset
    us = Counter(state.where[unit] for unit in ruleset.us_units if state.where[unit] >= 0)
    japanese = Counter(state.where[unit] for unit in ruleset.jp_units if state.where[unit] >= 0)
    japanese.update(ruleset.slot_space[slot] for slot, kind in enumerate(state.reserve) if kind)
    for space in sorted({*us, *japanese}):
        name = state.hex_name(space)
        if us[space] and japanese[space]:
            yield f"units of both sides are in {name}; move one of them elsewhere (7.0)"
        if us[space] + japanese[space] > STACK:
            yield f"{us[space] + japanese[space]} units are in {name}; at most {STACK} can stack (7.0)"


def _face_down(state: OlympicState) -> Iterator[str]:
    """What lies face down comes out of the counter mix, lies where its letter belongs, and is next to no U.S. unit."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    dummies: Counter[str] = Counter()
    kinds: Counter[int] = Counter()
    us = {state.where[unit] for unit in ruleset.us_units if state.where[unit] >= 0}
    for slot, kind in enumerate(state.reserve):
        if not kind:
            continue
        letter = COASTAL if ruleset.slot_is_coastal[slot] else LINE
        space, name = ruleset.slot_space[slot], ruleset.slot_names[slot]
        if kind == A_DUMMY:
            dummies[letter] += 1
        elif ruleset.kind_letter[kind] != letter:
            yield f"{name} would be a {ruleset.kind_values[kind]}, which is not {letter}; put it into a hex of its letter"
        else:
            kinds[kind] += 1
        for near in ground.near[space]:
            if near in us:
                yield f"{name} lies face down next to U.S. units in {state.hex_name(near)}; it would have been turned up (14.21)"
    for letter, count in dummies.items():
        if count > ruleset.dummy_count[letter]:
            yield f"{count} dummies {letter} lie face down; there are only {ruleset.dummy_count[letter]} (16.24)"
    for kind, count in kinds.items():
        left = sum(state.where[unit] == DUE for unit in ruleset.kind_units[kind])
        if count > left:
            values = ruleset.kind_values[kind]
            yield f"{count} counters {values} lie face down, but only {left} units of these values are left for them"


# ---------------------------------------------------------------------- markers and tracks


def _settlements(state: OlympicState) -> Iterator[str]:
    """Militia, Control markers and units agree: markers lie where the militia is gone, and the enemy's entry removes them."""
    ground, ruleset = state.ruleset.ground, state.ruleset
    us = {state.where[unit] for unit in ruleset.us_units}
    japanese = {state.where[unit] for unit in ruleset.jp_units}
    for place, space in enumerate(ground.places):
        name = f"{ground.place_names[place]} ({state.hex_name(space)})"
        if state.control[place] and state.militia[place]:
            yield f"{name} is under U.S. control while its militia is alive; a Control marker needs the militia gone (13.2)"
        if space in us and state.militia[place]:
            yield f"U.S. units are in {name}, whose militia is alive; add the hex to control (13.2)"
        if space in us and not state.control[place]:
            yield f"U.S. units are in {name} without a Control marker; add the hex to control (13.2)"
        if space in japanese and state.control[place] and space not in state.targets:
            # In the hex of a combat the militia is destroyed before its companions have retreated.
            yield f"a Japanese unit is in {name}, which is under U.S. control; its entry removes the marker (13.2)"


def _markers(state: OlympicState) -> Iterator[str]:
    """Markers lie on land, in order; beachheads where no enemy is, fortified ones outside cover."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    japanese = {state.where[unit] for unit in ruleset.jp_units}
    lists = (
        ("beachheads", state.beachheads),
        ("fortified", state.fortified),
        ("interdiction", state.interdiction),
        ("captured", state.captured),
        ("struck", state.struck),
        ("swapped", state.swapped),
    )
    for what, spaces in lists:
        if spaces != sorted(spaces) and what in ("beachheads", "fortified", "interdiction"):
            yield f"{what} are not in ascending order"
        for space in spaces:
            if not ground.is_land[space]:
                yield f"{what}: {state.hex_name(space)} is all-sea; name a land hex"
    for space in state.beachheads:
        if space in japanese:
            yield f"beachheads: a Japanese unit is in {state.hex_name(space)}; its entry destroys the beachhead (11.2)"
        if any(state.reserve[slot] for slot in ruleset.slots_at.get(space, ())):
            yield f"beachheads: a face-down counter is in {state.hex_name(space)}; nobody has landed there"
    for space in state.fortified:
        if space not in state.beachheads:
            yield f"fortified: {state.hex_name(space)} is not among the beachheads"
        if ground.defence[space] > 1 or ground.place_at[space] >= 0:
            yield f"fortified: {state.hex_name(space)} is a Town, City or Rough hex, where no beachhead is fortified (11.35)"
    most = ruleset.components.interdiction
    if len(state.interdiction) > most:
        yield f"{len(state.interdiction)} Air Interdiction markers are too many; there are {most} (16.51)"


def _tracks(state: OlympicState) -> Iterator[str]:
    """Turn and phase, announcements and Tokko Points belong to this mode of play."""
    ruleset = state.ruleset
    if state.phase in (DEPLOYMENT, TOKKO_RECORD) and state.turn > 1:
        yield "deployment comes before Game-Turn 1"
    if state.phase == DEPLOYMENT and not ruleset.free_deployment:
        yield "only the option free_deployment has a deployment by Japan (17.2)"
    if state.phase == TOKKO_RECORD and not ruleset.hidden_tokko:
        yield "only the option hidden_tokko has a Tokko record (17.3)"
    if state.announced not in ANNOUNCED or (state.announced > 0 and ruleset.solitaire):
        yield f"{state.announced} Air Interdiction markers cannot be announced; 0, 6 or 12 can, in the two-player game (16.52)"
    if ruleset.solitaire and state.interdiction:
        yield "there are no Air Interdiction markers in the solitaire game (16.51)"
    places = state.lost_at
    if len(places) % 2 or any(unit >= ruleset.us_count or state.where[unit] != BOX for unit in places[::2]):
        yield "the hexes of losses set aside do not belong to units in replacement boxes"
    points = sum(state.tokko)
    if points > (TOKKO_POINTS if ruleset.hidden_tokko else 0):
        yield f"{points} Tokko Points are too many; there are {TOKKO_POINTS}, with the option hidden_tokko alone (17.3)"


def _combat(state: OlympicState) -> Iterator[str]:
    """The combat under way, or the last one: one side attacks, the other defends."""
    count = state.ruleset.us_count
    american = {unit < count for unit in state.attackers}
    if len(american) > 1 or any((unit < count) in american for unit in state.defenders):
        yield "units of one side are on both sides of a combat"
    if len(state.guards) not in (0, len(state.targets)):
        yield "the militia of a combat does not belong to its targets"
    if state.effect not in ("", *RESULTS, BROKEN_OFF, FAILED):
        yield f"{state.effect!r} is not a result of combat"
