"""Whether a state from outside can belong to a game of Bloodbath in the Bonins: fields that are sound each by itself must also
agree.

Every step of the rules relies on what the steps before it leave behind. A save that says otherwise would end in the middle of an
action, or never, so it is refused when it is loaded, with the reason. Positions that people write are judged by the same
sentences. Nothing here uses what is computed from the fields, since that comes later. The steps themselves say whether they fit
(`Step.fits`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from beachhead.engine.errors import PositionError
from beachhead.games.bonins import memory, worlds
from beachhead.games.bonins.box.components import MARKERS, RESULTS
from beachhead.games.bonins.box.kinds import SECTORS, SURIBACHI
from beachhead.games.bonins.phases import BEACHES, DEPLOYMENT, US_COMBAT, US_MOBILE_COMBAT, US_MOVEMENT
from beachhead.games.bonins.ruleset import BoninsRuleset
from beachhead.games.bonins.state import ABSENT, PLACES, REMOVED, RESERVES, BoninsState

TF_COLLINS: Final = "TF Collins"
NOTES: Final = {
    memory.SHOWN: "su",
    memory.PUT: "s",
    memory.ENTERED: "u",
    memory.DRAWN: "s",
    memory.MOVED: "ss",
    memory.GONE: "s",
    memory.MOBILE: "s",
    memory.LAID: "su",
    memory.LEFT: "u",
}
"""What stands in each kind of note after its first number: spaces and Japanese units."""
MOST_NOTES: Final = 20_000


def check_fields(state: BoninsState) -> None:
    """Refuse a state just loaded whose fields disagree, before anything is computed from them."""
    fault = fault_of(state)
    if fault:
        raise PositionError(f"this save cannot be played: {fault}")


def fault_of(state: BoninsState) -> str:
    """What is wrong with a state, as a sentence; empty if nothing is."""
    for find in (_moment, _places, _stacks, _reserves, _collins, _garrison, _hexes, _sectors, _marks, _declared, _notes, _combat):
        for fault in find(state):
            return fault
    return ""


def _moment(state: BoninsState) -> Iterator[str]:
    """Turn, phase, weather and beaches belong together."""
    ruleset, before = state.ruleset, state.phase in (DEPLOYMENT, BEACHES)
    if state.phase == DEPLOYMENT and ruleset.solitaire:
        yield "in the solitaire game Japan is dealt out by chance; use scenario: two-player for a deployment (23.1)"
    if before and state.turn > 1:
        yield "deployment and the choice of beaches come before turn 1"
    if before != (state.invasion < 0):
        yield "the side of the invasion is chosen just before turn 1; name east or west from then on (11.3)"
    if state.turn > state.last_turn:
        yield f"turn {state.turn} is past the last turn {state.last_turn}; each regiment called costs one (14.4)"
    if state.storm and state.turn == 1:
        yield "turn 1 is always fair; give a later turn for a storm (13.0)"


# ---------------------------------------------------------------------- units


def _places(state: BoninsState) -> Iterator[str]:
    """Every unit is in a hex where it can stand, or in a place off the map that is meant for it."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    for unit, space in enumerate(state.where):
        name, american = state.name(unit), state.is_us(unit)
        if space < 0:
            if not american and space != ABSENT:
                yield f"{name} cannot be {PLACES[space]!r}; a Japanese unit off the map is in the container or on the track"
        elif ground.is_sea[space]:
            yield f"{name} is at {state.hex_name(space)}, which is sea; units stand on land"
        elif ruleset.is_tank[unit] and not ground.tank_mask >> space & 1:
            kind = ground.island.terrain[space]
            yield f"{name} is at {state.hex_name(space)}, a {kind} hex, which tanks cannot enter; choose another hex (13.0, 17.3)"
        if state.depleted[unit] and not ruleset.is_battalion[unit]:
            yield f"{name} has one step; only battalions have a depleted side (14.6, 17.1)"


def _stacks(state: BoninsState) -> Iterator[str]:
    """The U.S. units of a hex lie one under the other, each in one place, without a ring."""
    where, below = state.where, state.below
    covered: set[int] = set()
    tops: Counter[int] = Counter(where[unit] for unit in state.ruleset.us_units if where[unit] >= 0)
    for unit, under in enumerate(below):
        if under < 0:
            continue
        if not (state.is_us(unit) and state.is_us(under)):
            yield f"{state.name(under)} lies under {state.name(unit)}, but only U.S. units stack"
        if where[unit] < 0 or where[under] != where[unit]:
            yield f"{state.name(under)} lies under {state.name(unit)}, but in another place"
        if under in covered:
            yield f"{state.name(under)} lies under two units"
        covered.add(under)
        tops[where[unit]] -= 1
    for space, count in tops.items():
        if count != 1:
            yield f"the units at {state.hex_name(space)} do not make one stack"


def _reserves(state: BoninsState) -> Iterator[str]:
    """Regiments wait in reserve until they are called; then nobody of them does."""
    ruleset = state.ruleset
    waiting = {*ruleset.reserve_tanks, *(unit for units in ruleset.regiment_units for unit in units)}
    for unit in ruleset.us_units:
        if state.where[unit] == RESERVES and unit not in waiting:
            yield f"{state.name(unit)} is not of the reserve division; put it into another box (11.4)"
    for number, units in enumerate(ruleset.regiment_units):
        regiment = ruleset.reserve_regiments[number]
        for unit in units:
            if state.called[number] and state.where[unit] == RESERVES:
                yield f"{state.name(unit)} is in reserve, but regiment {regiment} has been called; make it available (14.4)"
            if not state.called[number] and state.where[unit] not in (RESERVES, ABSENT):
                place = _place(state, unit)
                yield f"{state.name(unit)} is {place}, but regiment {regiment} has not been called; add it to called (14.4)"
    for unit in ruleset.reserve_tanks:
        if state.where[unit] not in (RESERVES, ABSENT, REMOVED) and not any(state.called):
            yield f"{state.name(unit)} is {_place(state, unit)}, but it comes only with a regiment; add one to called (14.4)"


def _place(state: BoninsState, unit: int) -> str:
    space = state.where[unit]
    return f"at {state.hex_name(space)}" if space >= 0 else PLACES[space]


def _collins(state: BoninsState) -> Iterator[str]:
    """Tank battalions leave the game for Task Force Collins, and nobody else does."""
    ruleset = state.ruleset
    if state.collins >= 0 and not ruleset.is_tank[state.collins]:
        yield f"{ruleset.unit_ids[state.collins]} is not a tank battalion; Task Force Collins is one (17.4)"
    for unit in ruleset.us_units:
        given_up = state.collins >= 0 and ruleset.is_tank[unit] and unit != state.collins
        if given_up and state.where[unit] not in (REMOVED, ABSENT):
            yield f"{ruleset.unit_ids[unit]} is out of the game once Task Force Collins exists; remove it (17.4)"
        if state.where[unit] == REMOVED and not given_up:
            yield f"{state.name(unit)} is out of the game, which only Task Force Collins does to other tanks; name collins (17.4)"


# ---------------------------------------------------------------------- the garrison


def _garrison(state: BoninsState) -> Iterator[str]:
    """Every Japanese unit is in one place: dug in, face up, in the container, or on the track."""
    ruleset = state.ruleset
    places: dict[int, str] = {}
    listed = [(unit + ruleset.us_count, "in the container") for unit, inside in enumerate(list(state.container)) if inside]
    listed += [(unit, "on the track") for unit in state.track]
    listed += [(unit, f"at {state.hex_name(state.where[unit])}") for unit in ruleset.jp_units if state.where[unit] >= 0]
    listed += [
        (number - 1 + ruleset.us_count, f"dug in at {state.hex_name(space)}")
        for space, number in enumerate(list(state.dug))
        if number
    ]
    for unit, place in listed:
        if unit in places:
            yield f"{state.name(unit)} is {places[unit]} and {place}; a unit is in one place"
        places[unit] = place
    if state.held != sum(list(state.container)):
        yield f"the container is said to hold {state.held} units, but {sum(list(state.container))} are in it; make both agree"
    hand = state.hand[0]
    if hand and not (state.drawn and state.container[hand - 1]):
        yield "a unit is in hand that has not been drawn from the container"
    for unit in state.track:
        if not ruleset.on_track[unit]:
            yield f"{state.name(unit)} is on the track, where only HQ and artillery go; put it into the container (19.1)"
    if len(state.track) > len(ruleset.components.fire_track):
        yield f"{len(state.track)} units are on the track, which has {len(ruleset.components.fire_track)} boxes (21.1)"


def _hexes(state: BoninsState) -> Iterator[str]:
    """Who may share a hex: U.S. units on landing beaches and with support units; enemies only where somebody has just landed."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    us: dict[int, list[int]] = {}
    for unit in ruleset.us_units:
        if state.where[unit] >= 0:
            us.setdefault(state.where[unit], []).append(unit)
    up = Counter(state.where[unit] for unit in ruleset.jp_units if state.where[unit] >= 0)
    beaches = state.beach_mask()
    for space in range(ground.size):
        name, units, japanese = state.hex_name(space), us.get(space, []), up[space] + (state.dug[space] > 0)
        if japanese > 1:
            yield f"{japanese} Japanese units are in {name}; they never stack, so move one of them elsewhere"
        if state.dug[space] and ground.is_sea[space]:
            yield f"a unit is dug in at {name}, which is sea"
        if units and japanese:
            if not (beaches >> space & 1 and US_MOVEMENT <= state.phase <= US_MOBILE_COMBAT and len(units) == 1):
                yield (
                    f"units of both sides are in {name}; that happens only to a single unit that has just landed on one of the "
                    "landing beaches (14.2)"
                )
        elif len(units) > 1 and not beaches >> space & 1:
            yield from _stack(state, name, units, bool(sum(ground.beach_masks) >> space & 1))


def _stack(state: BoninsState, name: str, units: Sequence[int], beach: bool) -> Iterator[str]:
    """Off the landing beaches a hex holds one unit, or two of which one is a support unit."""
    where = f"{name}, a beach of the other side," if beach else name
    if len(units) > 2:
        yield f"{len(units)} U.S. units are in {where} but only landing beaches hold more than two; move some elsewhere (14.3)"
    elif not any(state.ruleset.is_support[unit] for unit in units):
        pair = " and ".join(state.name(unit) for unit in units)
        yield f"two battalions ({pair}) are in {where} and may not stack off the landing beaches; move one elsewhere (17.1)"


def _sectors(state: BoninsState) -> Iterator[str]:
    """Nobody is dug in where a symbol is missing or dead."""
    ground = state.ruleset.ground
    for space, unit in enumerate(list(state.dug)):
        if not unit:
            continue
        name, number = state.hex_name(space), ground.sector[space]
        if not ground.symbol_mask >> space & 1:
            yield f"a unit is dug in at {name}, which has no red or white symbol (19.2)"
        elif number == SURIBACHI and state.cleared[SURIBACHI]:
            yield f"a unit is dug in at {name}, but the flag flies over Suribachi; leave flag out, or the unit (22.0)"
        elif number in SECTORS and state.cleared[number]:
            yield f"a unit is dug in at {name}, a dead symbol: sector {number} is cleared; leave out one of the two (18.0)"


# ---------------------------------------------------------------------- what has happened in the phase


def _marks(state: BoninsState) -> Iterator[str]:
    ruleset, ground = state.ruleset, state.ruleset.ground
    numbers, beaches = ruleset.components.numbers, state.beach_mask()
    for space in state.landed:
        if not beaches >> space & 1:
            yield f"nobody can have landed at {state.hex_name(space)}, which is not one of the landing beaches chosen (14.2)"
    if len(state.landed) > numbers["landings_per_phase"]:
        yield f"{len(state.landed)} landings are too many; {numbers['landings_per_phase']} is the most in a phase (14.2)"
    if state.replacements > numbers["replacement_steps"]:
        yield f"{state.replacements} replacement steps are too many; there are {numbers['replacement_steps']} (14.5)"
    if state.markers > MARKERS["bombardment"]:
        yield f"{state.markers} bombardment markers are too many; there are {MARKERS['bombardment']} (11.5)"
    for what, spaces in (
        ("struck", state.struck),
        ("targets", state.targets),
        ("pending", state.pending),
        ("tried", state.tried),
    ):
        for space in spaces:
            if ground.is_sea[space]:
                yield f"{what}: {state.hex_name(space)} is sea; name a land hex"


def _declared(state: BoninsState) -> Iterator[str]:
    """Declared attacks: a target, one or two markers, and hexes beside it, each in one attack."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    if state.declared and state.phase != US_COMBAT:
        yield "attacks are declared only in the regular U.S. combat phase (16.2)"
    used: set[int] = set()
    for entry in state.declared:
        if len(entry) < 3 or not all(0 <= space < ground.size for space in (entry[0], *entry[2:])):
            yield "a declared attack is a target, its markers and the hexes it comes from"
            return
        target, markers, *fronts = entry
        name = state.hex_name(target)
        if not 1 <= markers <= ruleset.components.numbers["markers_per_target"]:
            yield f"{markers} markers lie on {name}; an attack is declared with one or two (16.2)"
        for space in (target, *fronts):
            if space in used and space != target:
                yield f"{state.hex_name(space)} takes part in two declared attacks; keep it in one (16.2)"
            if space != target and space not in ground.near[target]:
                yield f"{state.hex_name(space)} is not beside {name}; an attack comes from adjacent hexes"
            used.add(space)
    targets = [entry[0] for entry in state.declared]
    if len(set(targets)) < len(targets):
        yield "a hex is the target of two declared attacks; declare one (16.2)"


def _notes(state: BoninsState) -> Iterator[str]:
    """Notes about counters that came and went are of the known kinds, and led to where counters are: worlds are made up from
    them."""
    ruleset = state.ruleset
    if len(state.memory) > MOST_NOTES:
        yield f"{len(state.memory)} notes about face-down counters are too many"
    for note in state.memory:
        form = NOTES.get(note[0]) if note else None
        if form is None or len(note) != len(form) + 1 or not all(map(_known, [ruleset] * len(form), form, note[1:])):
            yield f"{list(note)} is not a note about a face-down counter"
    if not worlds.leads_here(state):
        yield "the notes about face-down counters do not lead to where they are; leave them out, or take them from the same save"


def _known(ruleset: BoninsRuleset, form: str, value: int) -> bool:
    if form == "u":
        return ruleset.us_count <= value < len(ruleset.units)
    return 0 <= value < ruleset.ground.size


def _combat(state: BoninsState) -> Iterator[str]:
    """The combat under way, or the last one: one side attacks, the other defends."""
    ruleset = state.ruleset
    american = {state.is_us(unit) for unit in state.attackers}
    if len(american) > 1 or any(state.is_us(unit) in american for unit in state.defenders):
        yield "units of one side are on both sides of a combat"
    if state.effect not in ("", *RESULTS):
        yield f"{state.effect!r} is not a result of combat"
    if state.line not in ("", *ruleset.table.tops):
        yield f"{state.line!r} is not a line of the results table"
    if state.fronts and state.target < 0:
        yield "hexes take part in an attack that has no target"
    for space in state.fronts:
        if space != state.target and space not in ruleset.ground.near[state.target]:
            yield f"{state.hex_name(space)} is not beside {state.hex_name(state.target)}; an attack comes from adjacent hexes"
    if state.column and (state.target < 0 or not state.defenders or not state.line or not state.effect):
        yield "a combat has been rolled without a target, a defender or a result"
    for dice in state.tank_dice:
        if len(dice) != 2 or dice[0] not in ruleset.tanks or not 1 <= dice[1] <= 6:
            yield "an anti-tank die belongs to a tank and shows 1 to 6"
    for charge in state.charges:
        if len(charge) != 2 or charge[0] not in ruleset.jp_units or not -1 <= charge[1] < ruleset.ground.size:
            yield "a charge is a Japanese unit and its target hex"
    if any(not state.is_us(unit) for unit in state.shelled):
        yield "only U.S. units are bombarded by Japan"
    elif any(not state.targets or state.where[unit] != state.targets[0] for unit in state.shelled):
        yield "a unit is under fire that is not in the hex of the marker"
    elif bool(state.strength) != bool(state.shelled):
        yield "a bombardment has its strength as long as units are under fire"
