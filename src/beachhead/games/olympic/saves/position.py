"""Positions of Operation Olympic from data that a person can write, and back (docs/vectors.md)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from beachhead.boards import stacks
from beachhead.engine.action import UNIT
from beachhead.engine.chance.dice import Dice
from beachhead.engine.errors import PositionError
from beachhead.engine.files import bounds
from beachhead.engine.files.datafile import Item
from beachhead.games.olympic import phases
from beachhead.games.olympic.box.kinds import COASTAL, DUMMY, LINE
from beachhead.games.olympic.doctrine import tokko
from beachhead.games.olympic.landing import landings
from beachhead.games.olympic.landing.deployment import STREAM
from beachhead.games.olympic.ruleset import A_DUMMY, NO_COUNTER, OlympicRuleset
from beachhead.games.olympic.saves.checks import fault_of, places_of
from beachhead.games.olympic.sequence import GameTurn, begin_phase
from beachhead.games.olympic.state import (
    ABSENT,
    ATTACKED,
    BOX,
    DEFENDED,
    DUE,
    ENTERING,
    LOST,
    MANY,
    POOL,
    RETREATED,
    SET_ASIDE,
    OlympicState,
)
from beachhead.games.olympic.table.facts import moment_of
from beachhead.games.olympic.table.view import hexes_of, place_of, tokko_of
from beachhead.games.olympic.table.view import places_of as settlements_of

KEYS: Final = (
    "components", "board", "deployment", "units", "others", "face down", "stacks", "militia gone", "control", "beachheads",
    "fortified", "captured", "interdiction", "announced", "tokko", "points", "north assaulted", "turn", "phase", "moved",
    "unsupplied", "attacked", "defended", "militia attacked", "retreated",
)  # fmt: skip
WRITTEN: Final = (
    "turn", "phase", "where", "below", "reserve", "militia", "control", "beachheads", "fortified", "interdiction", "announced",
    "tokko", "casualties", "north",
)  # fmt: skip
"""Fields that a position says in its own words."""
PARTS: Final = ("components", "board", "deployment")
"""What the parameters of a position's match may hold."""
OTHERS: Final = ("absent", "start")
BEGINNINGS: Final = {
    "us announce": phases.US_ASSAULT,
    "tokko": phases.US_ASSAULT,
    "us landing": phases.US_COMBAT,
    "us beachheads": phases.US_COMBAT,
}
"""Moments in the middle of a phase with which a position can begin, and the phase."""
PHASES: Final = {**phases.NAMES, **BEGINNINGS}
MARKS: Final = {"attacked": ATTACKED, "defended": DEFENDED, "retreated": RETREATED}
NOTHING: Final = "none"
"""What lies face down in a place where nothing does, beside one where something does."""
_OFF: Final = {"absent": ABSENT, "lost": LOST, "due": DUE, "pool": POOL, "entering": ENTERING}
_DUE: Final = re.compile(r"due ([0-9]{1,2})")
_BOX: Final = re.compile(r"box (\S+) ([1-3])")
_SET_ASIDE: Final = "set aside"
_BOXES: Final = 3
_COASTAL_VALUES: Final = ("2-4", "3-4", "4-4")


# ---------------------------------------------------------------------- the board


def deployment_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The part of the parameters that follows from the counters face down on a blank board: its C and L hexes."""
    if "board" not in data or "deployment" in data or not isinstance(data.get("face down"), dict):
        return {}
    found: dict[str, list[str]] = {"ring": [], "line": [], "double": []}
    for hex_, given in data["face down"].items():
        counters = given if isinstance(given, list) else [given]
        if any(_letter(counter) == COASTAL for counter in counters):
            found["ring"].append(str(hex_))
        else:
            found["double" if len(counters) > 1 else "line"].append(str(hex_))
    return {"deployment": found}


def _letter(counter: object) -> str:
    """The letter on the back of a counter."""
    return COASTAL if counter in (*_COASTAL_VALUES, f"{DUMMY} {COASTAL}") else LINE


# ---------------------------------------------------------------------- reading


def put_position(state: OlympicState, given: Item) -> None:
    """Put units, counters, markers and tracks where the data say."""
    _put_turn(state, given)
    others = _part(given, "others", "absent").one_of(OTHERS)
    _put_units(state, given, others)
    _put_face_down(state, given, others)
    _put_stacks(state, given)
    _put_markers(state, given)
    _put_tracks(state, given)
    if given.get("moment") is None:
        fault = fault_of(state)
        if fault:
            raise PositionError(fault)
    state.rebuild()


def _part(given: Item, key: str, default: Any) -> Item:
    """What the data say under a key, or what that means if they do not."""
    value = given.value.get(key)
    return Item(default if value is None else value, given.document, (key,))


def _phase(given: Item) -> str:
    """The phase of a position; without one, the first of its turn."""
    first = "us movement" if _part(given, "turn", 1).value != 1 else "us assault"
    return _part(given, "phase", first).one_of(tuple(PHASES))


def _put_turn(state: OlympicState, given: Item) -> None:
    ruleset, phase = state.ruleset, _phase(given)
    state.phase = PHASES[phase]
    state.turn = _part(given, "turn", 2 if phase == "us movement" else 1).whole(1, ruleset.turns)
    if given.get("moment") is None:
        item = _part(given, "phase", phase)
        if phase == "us movement" and state.turn == 1:
            raise item.fail("Game-Turn 1 has no American Movement Phase; choose a later turn (4.2)")
        if phase in ("us announce", "tokko") and state.turn > 1:
            raise item.fail("the Tokko attack comes on Game-Turn 1 alone (14.25)")
        if phase in ("us announce", "us interdiction", "removal") and ruleset.solitaire:
            raise item.fail("the solitaire game has no Air Interdiction; use scenario: two-player (16.5)")


# ---------------------------------------------------------------------- units


def _unit(ruleset: OlympicRuleset, name: str, item: Item) -> int:
    """A unit by one of its names."""
    found = ruleset.names[UNIT].find(name)
    if not found:
        raise item.fail(f"there is no unit {bounds.clip(name)}{_hint(name, ruleset.number)}")
    if len(found) > 1:
        raise item.fail(f"{bounds.clip(name)} may be {' or '.join(ruleset.unit_ids[unit] for unit in found)}; write one of these")
    return found[0]


def _units(state: OlympicState, given: Item, key: str) -> list[int]:
    """A list of units on the map."""
    found = []
    for item in _part(given, key, []).each(bounds.UNITS):
        unit = _unit(state.ruleset, item.text(), item)
        if state.where[unit] < 0:
            raise item.fail(f"{state.name(unit)} is not on the map")
        found.append(unit)
    return found


def _hint(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1) if len(word) <= bounds.NAME else []
    return f" (did you mean {close[0]!r}?)" if close else ""


def _put_units(state: OlympicState, given: Item, others: str) -> None:
    """Units where the data say, in the order in which they are named: the first to come to a hex lies on top."""
    ruleset = state.ruleset
    state.where = [ABSENT] * len(ruleset.units)
    state.below = [-1] * len(ruleset.units)
    state.tops = bytearray(ruleset.ground.size)
    if others == "start":
        for unit in range(len(ruleset.units)):
            state.where[unit] = POOL if ruleset.is_r[unit] else DUE
            state.due[unit] = ruleset.arrival[unit]
    elif state.phase == phases.DEPLOYMENT:
        _still_face_down(state, (COASTAL, LINE))
    named: set[int] = set()
    for name, item in _part(given, "units", {}).entries():
        unit = _unit(ruleset, name, item)
        if unit in named:
            raise item.fail(f"{state.name(unit)} is named twice")
        named.add(unit)
        _put_unit(state, unit, item)
    for letter in (COASTAL, LINE):
        if any(_letter(counter) == letter for counter in _counters(given)):
            _still_face_down(state, (letter,), named)


def _still_face_down(state: OlympicState, letters: tuple[str, ...], named: Iterable[int] = ()) -> None:
    """Units that nobody has named may be those that lie face down, all alike, whatever does (A100)."""
    known = set(named)
    for unit in state.ruleset.jp_units:
        if state.ruleset.units[unit].kind in letters and unit not in known:
            state.where[unit] = DUE


def _counters(given: Item) -> list[object]:
    """What the data say of face-down counters, all in one list."""
    found: list[object] = []
    for _, item in _part(given, "face down", {}).entries():
        found += item.value if isinstance(item.value, list) else [item.value]
    return found


def _put_unit(state: OlympicState, unit: int, item: Item) -> None:
    """A hex, or a place off the map: `due`, `due 4`, `box Sendai 2`, `set aside`, `lost`, `pool`, `entering`, `absent`."""
    ruleset, text = state.ruleset, item.text()
    state.where[unit] = ABSENT
    space = ruleset.ground.grid.find(text)
    if space is not None:
        stacks.put_at_bottom(state.where, state.below, state.tops, unit, space)
        return
    due, box = _DUE.fullmatch(text), _BOX.fullmatch(text)
    american = unit < ruleset.us_count
    if due and american:
        state.where[unit], state.due[unit] = DUE, int(due[1])
    elif box and american:
        if box[1] not in ruleset.ground.zone_names:
            known = ", ".join(ruleset.ground.zone_names) or "none"
            raise item.fail(f"there is no zone {bounds.clip(box[1])} on this map; there are {known}")
        state.where[unit] = BOX
        state.track[unit] = ruleset.ground.zone_names.index(box[1]) + 1
        state.due[unit] = returns_on(state, int(box[2]))
    elif text == _SET_ASIDE and american:
        state.where[unit], state.track[unit] = BOX, SET_ASIDE
        state.due[unit] = returns_on(state, 1)
    elif text in _OFF and _OFF[text] in places_of(ruleset, unit):
        state.where[unit] = _OFF[text]
        state.due[unit] = ruleset.arrival[unit]
    else:
        words = [word for word, place in _OFF.items() if place in places_of(ruleset, unit)]
        words += ["'due 4'", "'box Sendai 2'", f"'{_SET_ASIDE}'"] if american else []
        raise item.fail(f"{bounds.clip(text)} is not a place of {state.name(unit)}; write a hex of this map, {', '.join(words)}")


def returns_on(state: OlympicState, box: int) -> int:
    """The Game-Turn on which a unit in a replacement box lands: from box 3 in the next Reinforcement Phase (9.3)."""
    passed = state.phase > phases.US_REINFORCEMENT
    return min(255, state.turn + _BOXES - box + passed)


# ---------------------------------------------------------------------- counters face down


def _put_face_down(state: OlympicState, given: Item, others: str) -> None:
    ruleset = state.ruleset
    state.reserve = bytearray(ruleset.slots)
    for name, item in _part(given, "face down", {}).entries():
        space = _hex(state, Item(name, item.document, item.path))
        counters = list(item.each(2)) if isinstance(item.value, list) else [item]
        slots = ruleset.slots_at.get(space, ())
        if not slots:
            raise item.fail(f"{name} is neither a C nor an L hex; counters lie face down where the map has these letters (16.2)")
        if len(counters) > len(slots):
            raise item.fail(f"{name} holds {len(slots)} counter face down, not {len(counters)} (16.22)")
        for slot, counter in zip(slots, counters, strict=False):
            state.reserve[slot] = _kind(ruleset, slot, counter)
    if others == "start" and state.phase != phases.DEPLOYMENT and given.get("moment") is None:
        _deal(state)


def _kind(ruleset: OlympicRuleset, slot: int, item: Item) -> int:
    """What a counter is: values, or a dummy with the letter on its back."""
    text, letter = item.text(), COASTAL if ruleset.slot_is_coastal[slot] else LINE
    if text == NOTHING:
        return NO_COUNTER
    if text in (DUMMY, f"{DUMMY} {letter}"):
        return A_DUMMY
    kinds = [kind for kind, values in enumerate(ruleset.kind_values) if values == text and kind > A_DUMMY]
    if kinds and ruleset.kind_letter[kinds[0]] == letter:
        return kinds[0]
    own = [values for kind, values in enumerate(ruleset.kind_values) if ruleset.kind_letter[kind] == letter]
    raise item.fail(f"{bounds.clip(text)} cannot lie in {ruleset.slot_names[slot]}; there are {', '.join(own)}, {DUMMY} {letter}")


def _deal(state: OlympicState) -> None:
    """Deal what is left of the counter mix to the empty places by the dice, as at the start (16.21, 16.22).

    Where U.S. units are, or next to them, everything has been turned up. Scripted dice are for what is played, so beside them a
    deal is always the same.
    """
    ruleset = state.ruleset
    seen = {state.where[unit] for unit in ruleset.us_units if state.where[unit] >= 0}
    seen |= {near for space in seen for near in ruleset.ground.near[space]}
    dice = state.dice if state.dice.script is None else Dice(bytes(16))
    for slots, letter in ((ruleset.coastal_slots, COASTAL), (ruleset.line_slots, LINE)):
        left: list[int] = []
        for kind, units in enumerate(ruleset.kind_units):
            if ruleset.kind_letter[kind] == letter:
                lying = sum(state.reserve[slot] == kind for slot in slots)
                left += [kind] * (sum(state.where[unit] == DUE for unit in units) - lying)
        dummies = sum(state.reserve[slot] == A_DUMMY for slot in slots)
        left += [A_DUMMY] * (ruleset.dummy_count[letter] - dummies)
        for slot in slots:
            if left and not state.reserve[slot] and ruleset.slot_space[slot] not in seen:
                state.reserve[slot] = left.pop(dice.below(len(left), STREAM))


# ---------------------------------------------------------------------- stacks, markers and tracks


def _hex(state: OlympicState, item: Item) -> int:
    space = state.ruleset.ground.grid.find(item.text())
    if space is None:
        raise item.fail(f"there is no hex {bounds.clip(item.text())} on this map")
    return space


def _hexes(state: OlympicState, given: Item, key: str) -> list[int]:
    """A list of hexes, ascending."""
    found: set[int] = set()
    for item in _part(given, key, []).each(state.ruleset.ground.size):
        space = _hex(state, item)
        if space in found:
            raise item.fail(f"{item.text()} is listed twice")
        found.add(space)
    return sorted(found)


def _put_stacks(state: OlympicState, given: Item) -> None:
    """The order of stacks where it is not that of `units`, the top unit first."""
    for name, item in _part(given, "stacks", {}).entries():
        space = _hex(state, Item(name, item.document, item.path))
        order = [_unit(state.ruleset, entry.text(), entry) for entry in item.each(bounds.UNITS)]
        there = [unit for unit, where in enumerate(state.where) if where == space]
        if sorted(order) != there:
            units = ", ".join(state.name(unit) for unit in there) or "nobody"
            raise item.fail(f"list exactly the units at {name}, the top one first: {units}")
        stacks.arrange(state.below, state.tops, space, order)


def _settlements(state: OlympicState, given: Item, key: str) -> list[int]:
    """A list of Town and City hexes, by number."""
    ground = state.ruleset.ground
    found = []
    for space in _hexes(state, given, key):
        if ground.place_at[space] < 0:
            raise _part(given, key, []).fail(f"{state.hex_name(space)} is not a Town or City hex")
        found.append(ground.place_at[space])
    return found


def _put_markers(state: OlympicState, given: Item) -> None:
    ground = state.ruleset.ground
    state.militia = bytearray([1]) * ground.place_count
    state.control = bytearray(ground.place_count)
    for place in _settlements(state, given, "militia gone"):
        state.militia[place] = 0
    for place in _settlements(state, given, "control"):
        state.militia[place], state.control[place] = 0, 1
    if given.get("moment") is None:
        # Whoever is in a Town or City without militia has put a Control marker there on entry (13.2).
        for unit in state.ruleset.us_units:
            place = ground.place_at[state.where[unit]] if state.where[unit] >= 0 else -1
            if place >= 0 and not state.militia[place]:
                state.control[place] = 1
    state.fortified = _hexes(state, given, "fortified")
    state.beachheads = sorted({*_hexes(state, given, "beachheads"), *state.fortified})
    state.interdiction = _hexes(state, given, "interdiction")


def _put_tracks(state: OlympicState, given: Item) -> None:
    ground = state.ruleset.ground
    state.announced = _part(given, "announced", -1).whole(-1, 12)
    state.casualties = _part(given, "points", 0).whole(0, MANY)
    state.north = int(_part(given, "north assaulted", False).flag())
    state.tokko = bytearray(len(ground.zone_names))
    points = _part(given, "tokko", {})
    points.only(*ground.zone_names)
    for zone, item in points.entries():
        state.tokko[ground.zone_names.index(zone)] = item.whole(0, 3)


# ---------------------------------------------------------------------- beginning


def begin_position(state: OlympicState, given: Item) -> None:
    """The phase begins, or what ends it does, with what has happened in it so far."""
    name = _phase(given)
    state.push(GameTurn)
    if name in ("us announce", "tokko"):
        if name == "us announce":
            state.announced = -1
        elif state.announced < 0 and not state.ruleset.solitaire:
            state.announced = 0
        tokko.begin(state)
    elif name in ("us landing", "us beachheads"):
        put_marks(state, given)
        landings.begin(state)
    else:
        begin_phase(state, PHASES[name])
        put_marks(state, given)
    state.settle()


def put_marks(state: OlympicState, given: Item) -> None:
    """What has happened in the phase so far; a phase begins with a clean slate, so this comes after."""
    for unit in _units(state, given, "moved"):
        state.moved[unit] = 1
    if given.get("unsupplied") is not None:
        state.short = bytearray(len(state.short))
        for unit in _units(state, given, "unsupplied"):
            state.short[unit] = 1
    for key, mark in MARKS.items():
        for unit in _units(state, given, key):
            state.fought[unit] |= mark
    for place in _settlements(state, given, "militia attacked"):
        state.stormed[place] = 1
    state.captured = _hexes(state, given, "captured")
    state.struck = sorted({*state.struck, *state.captured})


# ---------------------------------------------------------------------- back


def written_position(state: OlympicState) -> dict[str, Any]:
    """What a person would write."""
    found: dict[str, Any] = {
        "turn": state.turn,
        "phase": moment_of(state),
        "units": {name: place_of(state, unit) for unit, name in enumerate(state.ruleset.unit_ids)},
        "face down": _written_counters(state),
        "stacks": _written_stacks(state),
        "militia gone": settlements_of(state, state.militia, 0),
        "control": settlements_of(state, state.control),
        "beachheads": hexes_of(state, state.beachheads),
        "fortified": hexes_of(state, state.fortified),
        "interdiction": hexes_of(state, state.interdiction),
        "tokko": tokko_of(state),
        "points": state.casualties,
        "north assaulted": bool(state.north),
    }
    if state.announced >= 0:
        found["announced"] = state.announced
    return found


def _written_stacks(state: OlympicState) -> dict[str, list[str]]:
    """The order of every stack, whatever order a file may list the units in."""
    found = {}
    for unit, space in enumerate(state.where):
        if space >= 0 and state.tops[space] == unit + 1:
            order = state.units_in(space)
            if len(order) > 1:
                found[state.hex_name(space)] = [state.name(other) for other in order]
    return found


def _written_counters(state: OlympicState) -> dict[str, Any]:
    """What lies face down, by hex."""
    ruleset = state.ruleset
    found: dict[str, Any] = {}
    for space, slots in ruleset.slots_at.items():
        texts = [_counter_text(ruleset, slot, state.reserve[slot]) for slot in slots]
        if any(text != NOTHING for text in texts):
            found[ruleset.hex_name(space)] = texts if len(texts) > 1 else texts[0]
    return found


def _counter_text(ruleset: OlympicRuleset, slot: int, kind: int) -> str:
    if kind == NO_COUNTER:
        return NOTHING
    letter = COASTAL if ruleset.slot_is_coastal[slot] else LINE
    return f"{DUMMY} {letter}" if kind == A_DUMMY else ruleset.kind_values[kind]
