"""Positions of Bloodbath in the Bonins from data that a person can write, and back (docs/vectors.md)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from beachhead.boards import stacks
from beachhead.boards.hexes import mask_of
from beachhead.engine.action import UNIT
from beachhead.engine.chance.dice import Dice
from beachhead.engine.errors import PositionError
from beachhead.engine.files import bounds
from beachhead.engine.files.datafile import Item
from beachhead.games.bonins import memory, phases
from beachhead.games.bonins.box.components import MARKERS
from beachhead.games.bonins.box.kinds import SECTORS, SURIBACHI
from beachhead.games.bonins.ground import Ground
from beachhead.games.bonins.ruleset import BoninsRuleset
from beachhead.games.bonins.saves.checks import TF_COLLINS, fault_of
from beachhead.games.bonins.sequence import GameTurn, begin_phase
from beachhead.games.bonins.state import (
    ABSENT,
    ATTACKED,
    AVAILABLE,
    DEFENDED,
    LANDED,
    MOVED,
    PLACES,
    REBUILT,
    REMOVED,
    RESERVES,
    BoninsState,
)

KEYS: Final = (
    "components", "board", "invasion", "units", "dug in", "container", "track", "others", "depleted", "stacks", "collins",
    "called", "cleared", "flag", "storm", "turn", "phase", "moved", "landed", "rebuilt", "replacements", "attacked", "defended",
    "struck", "markers", "declared",
)  # fmt: skip
WRITTEN: Final = (
    "turn", "phase", "storm", "invasion", "where", "below", "depleted", "collins", "called", "dug", "container", "held", "track",
    "cleared",
)  # fmt: skip
"""Fields that a position says in its own words."""
OTHERS: Final = ("absent", "start")
BOXES: Final = {name: place for place, name in PLACES.items()}
CONTAINER: Final = "container"
TRACK: Final = "track"
STARTS: Final = {"available": AVAILABLE, "reserves": RESERVES}
BEFORE: Final = (phases.DEPLOYMENT, phases.BEACHES)
"""Phases in which the beaches have not been chosen."""
STREAM: Final = "deal"


# ---------------------------------------------------------------------- the board


def board_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The board of a position with the symbols that its dug-in units need: on a blank board their hexes are red unless it names
    them white."""
    board, garrison = data.get("board"), data.get("dug in")
    if not isinstance(board, Mapping) or not isinstance(garrison, Mapping):
        return {}
    red, white, size = board.get("red", []), board.get("white", []), board.get("size")
    if not (isinstance(red, list) and isinstance(white, list) and isinstance(size, list)):
        return {}
    # A hex that does not exist is told under `dug in`, where it was written.
    new = [name for name in map(str, garrison) if name not in (*red, *white) and _inside(name, size)]
    return {"board": {**board, "red": [*red, *new]}}


def _inside(name: str, size: list[Any]) -> bool:
    places = (name[:2], name[2:]) if len(name) == 4 and name.isascii() and name.isdecimal() else ()
    ends = [most for most in size if isinstance(most, int)]
    return len(places) == len(ends) == 2 and all(1 <= int(at) <= most for at, most in zip(places, ends, strict=True))


# ---------------------------------------------------------------------- reading


def put_position(state: BoninsState, given: Item) -> None:
    """Put units, boxes, container and tracks where the data say."""
    _put_turn(state, given)
    named = _put_units(state, given)
    _put_garrison(state, given, named)
    _put_stacks(state, given)
    _put_collins(state, given, named)
    _put_steps(state, given)
    _put_called(state, given)
    state.rebuild()
    _put_cleared(state, given)
    if _part(given, "others", "absent").one_of(OTHERS) == "start":
        _put_others(state, given, named)
    if given.get("moment") is None:
        for place, inside in enumerate(list(state.container)):
            if inside:
                memory.entered(state, place + state.ruleset.us_count)
        fault = fault_of(state)
        if fault:
            raise PositionError(fault)
    state.rebuild()


def _part(given: Item, key: str, default: Any) -> Item:
    """What the data say under a key, or what that means if they do not."""
    value = given.value.get(key)
    return Item(default if value is None else value, given.document, (key,))


def _put_turn(state: BoninsState, given: Item) -> None:
    ruleset = state.ruleset
    state.phase = phases.NAMES[_part(given, "phase", "us movement").one_of(tuple(phases.NAMES))]
    state.storm = int(_part(given, "storm", False).flag())
    state.turn = _part(given, "turn", 2 if state.storm and ruleset.turns > 1 else 1).whole(1, ruleset.turns)
    coast = _part(given, "invasion", ruleset.ground.beach_sides[0])
    if state.phase in BEFORE:
        if given.value.get("invasion") is not None:
            raise coast.fail("the beaches have not been chosen yet in this phase; leave this out, or name a later phase (11.3)")
        state.invasion = -1
    else:
        state.invasion = ruleset.ground.beach_sides.index(coast.one_of(ruleset.ground.beach_sides))


# ---------------------------------------------------------------------- units


def _unit(ruleset: BoninsRuleset, name: str, item: Item, collins: int = -1) -> int:
    """A unit by one of its names; Task Force Collins is the tank battalion that it was."""
    if collins >= 0 and name.casefold() == TF_COLLINS.casefold():
        return collins
    found = ruleset.names[UNIT].find(name)
    if not found:
        close = difflib.get_close_matches(name, list(ruleset.number), n=1) if len(name) <= bounds.NAME else []
        raise item.fail(f"there is no unit {bounds.clip(name)}{f' (did you mean {close[0]!r}?)' if close else ''}")
    if len(found) > 1:
        raise item.fail(f"{bounds.clip(name)} may be {' or '.join(ruleset.unit_ids[unit] for unit in found)}; write one of these")
    return found[0]


def _collins_of(ruleset: BoninsRuleset, given: Item) -> int:
    item = _part(given, "collins", "")
    return _unit(ruleset, item.text(), item) if item.value else -1


def _units(state: BoninsState, given: Item, key: str) -> list[int]:
    """A list of units on the map, each once."""
    found: list[int] = []
    for item in _part(given, key, []).each(bounds.UNITS):
        unit = _unit(state.ruleset, item.text(), item, state.collins)
        if state.where[unit] < 0:
            raise item.fail(f"{state.name(unit)} is not on the map, or lies face down")
        if unit in found:
            raise item.fail(f"{state.name(unit)} is listed twice; keep it once")
        found.append(unit)
    return found


def _hex(state: BoninsState, item: Item) -> int:
    ground = state.ruleset.ground
    space = ground.grid.find(item.text())
    if space is None:
        raise item.fail(f"there is no hex {bounds.clip(item.text())} on this map")
    if ground.is_sea[space]:
        raise item.fail(f"{item.text()} is sea; name a land hex")
    return space


def _key_hex(state: BoninsState, key: str, item: Item) -> int:
    return _hex(state, Item(key, item.document, item.path))


def _put_units(state: BoninsState, given: Item) -> dict[int, Item]:
    """Units where the data say, in the order in which they are named: the first to come to a hex lies on top."""
    ruleset = state.ruleset
    state.where = [ABSENT] * len(ruleset.units)
    state.below = [-1] * len(ruleset.units)
    state.tops = bytearray(ruleset.ground.size)
    state.container = bytearray(ruleset.jp_count)
    state.track = []
    collins = _collins_of(ruleset, given)
    named: dict[int, Item] = {}
    for name, item in _part(given, "units", {}).entries():
        unit = _unit(ruleset, name, item, collins)
        if unit in named:
            raise item.fail(f"{ruleset.unit_ids[unit]} is named twice; a unit is in one place")
        named[unit] = item
        _put_unit(state, unit, item)
    for unit in _listed(state, given, CONTAINER, named):
        state.container[unit - ruleset.us_count] = 1
    listed = _listed(state, given, TRACK, named)
    state.track = [*listed, *(unit for unit in state.track if unit not in listed)]
    state.held = sum(list(state.container))
    return named


def _listed(state: BoninsState, given: Item, key: str, named: dict[int, Item]) -> list[int]:
    """Units of the container or the track as a list, which has the order of the track; `units` may name them as well."""
    ruleset, found = state.ruleset, list[int]()
    for item in _part(given, key, []).each(bounds.UNITS):
        unit = _unit(ruleset, item.text(), item)
        if unit in found:
            raise item.fail(f"{ruleset.unit_ids[unit]} is listed twice; keep it once")
        if unit in named and named[unit].value != key:
            raise item.fail(f"{ruleset.unit_ids[unit]} is also in {named[unit].value}; a unit is in one place")
        if unit < ruleset.us_count:
            raise item.fail(f"{ruleset.unit_ids[unit]} is a U.S. unit; only Japanese units are here")
        found.append(unit)
    for unit in found:
        named[unit] = Item(key, given.document, (key,))
    return found


def _put_unit(state: BoninsState, unit: int, item: Item) -> None:
    """A hex, or a place off the map: a box for U.S. units, `container` or `track` for Japanese ones."""
    ruleset, text = state.ruleset, item.text()
    american = unit < ruleset.us_count
    if ruleset.ground.grid.find(text) is not None:
        space = _hex(state, item)
        if american:
            stacks.put_at_bottom(state.where, state.below, state.tops, unit, space)
        else:
            state.where[unit] = space
    elif american and text in BOXES:
        state.where[unit] = BOXES[text]
    elif not american and text in (CONTAINER, TRACK, PLACES[ABSENT]):
        if text == CONTAINER:
            state.container[unit - ruleset.us_count] = 1
        elif text == TRACK:
            state.track.append(unit)
    else:
        words = ", ".join(BOXES if american else (CONTAINER, TRACK, PLACES[ABSENT]))
        raise item.fail(
            f"{bounds.clip(text)} is not a place of {ruleset.unit_ids[unit]}; write a hex of this map, or one of {words}"
        )


def _put_garrison(state: BoninsState, given: Item, named: dict[int, Item]) -> None:
    """Who is dug in where."""
    ruleset = state.ruleset
    state.dug = bytearray(ruleset.ground.size)
    for name, item in _part(given, "dug in", {}).entries():
        space, unit = _key_hex(state, name, item), _unit(ruleset, item.text(), item)
        if unit < ruleset.us_count:
            raise item.fail(f"{ruleset.unit_ids[unit]} is a U.S. unit; only Japanese units dig in")
        if unit in named:
            raise item.fail(f"{ruleset.unit_ids[unit]} is also in {named[unit].value}; a unit is in one place")
        if not ruleset.ground.symbol_mask >> space & 1:
            raise item.fail(f"{name} has no red or white symbol; dug-in units lie only where one stands (19.2, 19.5)")
        named[unit] = Item(name, item.document, item.path)
        state.dug[space] = unit - ruleset.us_count + 1


def _put_stacks(state: BoninsState, given: Item) -> None:
    """The order of stacks where it is not that of `units`, the top unit first."""
    ruleset, collins = state.ruleset, _collins_of(state.ruleset, given)
    for name, item in _part(given, "stacks", {}).entries():
        space = _key_hex(state, name, item)
        order = [_unit(ruleset, entry.text(), entry, collins) for entry in item.each(bounds.UNITS)]
        there = [unit for unit in ruleset.us_units if state.where[unit] == space]
        if sorted(order) != there:
            units = ", ".join(ruleset.unit_ids[unit] for unit in there) or "nobody"
            raise item.fail(f"list exactly the U.S. units at {name}, the top one first: {units}")
        if there:
            stacks.arrange(state.below, state.tops, space, order)


def _put_collins(state: BoninsState, given: Item, named: Mapping[int, Item]) -> None:
    """One tank battalion is Task Force Collins, the others are out of the game (17.4)."""
    ruleset, item = state.ruleset, _part(given, "collins", "")
    state.collins = _collins_of(ruleset, given)
    if state.collins < 0:
        return
    if not ruleset.is_tank[state.collins]:
        raise item.fail(f"{ruleset.unit_ids[state.collins]} is not a tank battalion; Task Force Collins is one (17.4)")
    for unit in ruleset.tanks:
        if unit != state.collins:
            if unit in named and state.where[unit] not in (REMOVED, ABSENT):
                raise named[unit].fail(f"{ruleset.unit_ids[unit]} is out of the game once Task Force Collins exists (17.4)")
            state.where[unit] = REMOVED


def _put_steps(state: BoninsState, given: Item) -> None:
    state.depleted = bytearray(len(state.ruleset.units))
    for item in _part(given, "depleted", []).each(bounds.UNITS):
        unit = _unit(state.ruleset, item.text(), item, state.collins)
        if not state.ruleset.is_battalion[unit]:
            raise item.fail(f"{state.name(unit)} has one step; only battalions have a depleted side (14.6, 17.1)")
        state.depleted[unit] = 1


def _put_called(state: BoninsState, given: Item) -> None:
    ruleset = state.ruleset
    state.called = bytearray(ruleset.regiment_count)
    for item in _part(given, "called", []).each(bounds.UNITS):
        text = str(item.value)
        known = [str(regiment) for regiment in ruleset.reserve_regiments]
        if text not in known:
            raise item.fail(f"{bounds.clip(text)} is not a reserve regiment; there are {', '.join(known)} (14.4)")
        state.called[known.index(text)] = 1


def _put_cleared(state: BoninsState, given: Item) -> None:
    """Sectors that are cleared, as said, or as they would be found to be."""
    state.cleared = bytearray(len(SECTORS) + 1)
    listed, flag = given.value.get("cleared"), given.value.get("flag")
    judged = judged_cleared(state)
    for number in SECTORS:
        state.cleared[number] = listed is None and judged[number]
    for item in _part(given, "cleared", []).each(len(SECTORS)):
        state.cleared[item.whole(1, len(SECTORS))] = 1
    state.cleared[SURIBACHI] = judged[SURIBACHI] if flag is None else _part(given, "flag", False).flag()


def judged_cleared(state: BoninsState) -> list[bool]:
    """Which sectors a position shows to be cleared (18.0-b, 22.0-d): whatever holds nobody, even for want of hexes."""
    ground, dug = state.ruleset.ground, mask_of(space for space, unit in enumerate(list(state.dug)) if unit)
    if state.phase == phases.DEPLOYMENT:
        return [False] * (len(SECTORS) + 1)
    up = mask_of(state.where[unit] for unit in state.ruleset.jp_units if state.where[unit] >= 0)
    found = [not (dug | up) & ground.suribachi_mask]
    for number in SECTORS:
        found.append(not dug & ground.sector_mask[number])
    return found


# ---------------------------------------------------------------------- everybody else


def _put_others(state: BoninsState, given: Item, named: Mapping[int, Item]) -> None:
    """Units that nobody has named as at the start: U.S. units in their boxes, Japanese ones dealt to the red hexes that are left.

    A red hex with a unit in it, or in a sector said to be cleared, has been fought over, so it is passed over; whoever finds none
    has been eliminated. Scripted dice are for what is played, so beside them a deal is always the same.
    """
    ruleset, ground = state.ruleset, state.ruleset.ground
    for unit in ruleset.us_units:
        if unit in named or state.where[unit] == REMOVED:
            continue
        regiment = ruleset.units[unit].regiment
        called = regiment in ruleset.reserve_regiments and state.called[ruleset.reserve_regiments.index(regiment)]
        state.where[unit] = AVAILABLE if called else STARTS[ruleset.units[unit].starts]
    if state.phase == phases.DEPLOYMENT:
        return
    if given.value.get("cleared") is None:
        state.cleared[1:] = bytes(len(SECTORS))
    if given.value.get("flag") is None:
        state.cleared[SURIBACHI] = 0
    dice = state.dice if state.dice.script is None else Dice(bytes(16))
    pool = [unit for unit in ruleset.jp_units if unit not in named]
    for space in ground.island.red:
        free = not (state.us_mask | state.up_mask | state.dug_mask) >> space & 1
        if pool and free and not state.cleared[ground.sector[space]]:
            state.dug[space] = pool.pop(dice.below(len(pool), STREAM)) - ruleset.us_count + 1
    for unit in pool:
        if ruleset.on_track[unit]:
            state.track.append(unit)
        else:
            state.container[unit - ruleset.us_count] = 1
    state.held = sum(list(state.container))
    _put_cleared(state, given)


# ---------------------------------------------------------------------- beginning


def begin_position(state: BoninsState, given: Item) -> None:
    """The phase begins, with what has happened in it so far."""
    state.push(GameTurn)
    begin_phase(state, state.phase)
    put_marks(state, given)
    state.settle()


def put_marks(state: BoninsState, given: Item) -> None:
    """What has happened in the phase so far; a phase begins with a clean slate, so this comes after."""
    for key, mark in (("moved", MOVED), ("landed", LANDED), ("rebuilt", REBUILT)):
        for unit in _marked(state, given, key):
            state.acted[unit] |= mark
            state.opened = 1
            if mark == LANDED:
                if not state.beach_mask() >> state.where[unit] & 1:
                    where = state.hex_name(state.where[unit])
                    raise PositionError(
                        f"nobody can have landed at {where}, which is not one of the landing beaches chosen (14.2)"
                    )
                state.acted[unit] |= MOVED
                if state.where[unit] not in state.landed:
                    state.landed.append(state.where[unit])
    for key, mark in (("attacked", ATTACKED), ("defended", DEFENDED)):
        for unit in _units(state, given, key):
            state.fought[unit] |= mark
    for item in _part(given, "struck", []).each(state.ruleset.ground.size):
        space = _hex(state, item)
        if space not in state.struck:
            state.struck.append(space)
    if given.value.get("replacements") is not None:
        state.replacements = _part(given, "replacements", 0).whole(0, state.ruleset.components.numbers["replacement_steps"])
    _put_declared(state, given)
    state.tables = None


def _marked(state: BoninsState, given: Item, key: str) -> Iterable[int]:
    """Units of a list of what was done in a movement phase; a unit may be rebuilt in its box."""
    if key != "rebuilt":
        return _units(state, given, key)
    items = list(_part(given, key, []).each(bounds.UNITS))
    return [_unit(state.ruleset, item.text(), item, state.collins) for item in items]


def _put_declared(state: BoninsState, given: Item) -> None:
    """Attacks declared with their markers, which are no longer at hand."""
    ground, most = state.ruleset.ground, state.ruleset.components.numbers["markers_per_target"]
    declared = _part(given, "declared", {})
    if declared.value and state.phase != phases.US_COMBAT:
        raise declared.fail("attacks are declared only in the regular U.S. combat phase; use phase: us combat (16.2)")
    spent = 0
    for name, item in declared.entries():
        item.only("from", "markers")
        target = _key_hex(state, name, item)
        if not state.jp_mask >> target & 1:
            raise item.fail(f"no Japanese unit is in {name}; declare attacks on hexes that hold one (16.2)")
        fronts: list[int] = []
        for place in item["from"].each(ground.size):
            front = _hex(state, place)
            if not state.us_mask >> front & 1 or (front != target and front not in ground.near[target]):
                raise place.fail(f"no U.S. unit is in {place.text()} beside {name}; name hexes that can attack it")
            if front in fronts:
                raise place.fail(f"{place.text()} is listed twice; keep it once")
            fronts.append(front)
        if not fronts:
            raise item["from"].fail("an attack comes from at least one hex")
        markers = item["markers"].whole(1, most)
        spent += markers
        state.declared.append((target, markers, *fronts))
    if given.value.get("markers") is not None:
        state.markers = _part(given, "markers", 0).whole(0, MARKERS["bombardment"])
    elif spent > state.markers:
        raise declared.fail(f"{spent} markers are declared, but there are only {state.markers} in this position (16.1)")
    else:
        state.markers -= spent


# ---------------------------------------------------------------------- back


def written_position(state: BoninsState) -> dict[str, Any]:
    """What a person would write."""
    ruleset, ground = state.ruleset, state.ruleset.ground
    ids = ruleset.unit_ids
    found: dict[str, Any] = {
        "turn": state.turn,
        "phase": phases.PHASES[state.phase].name,
        "storm": bool(state.storm),
        "units": {ids[unit]: place for unit, place in places(state)},
        "dug in": {ground.names[s]: ids[unit - 1 + ruleset.us_count] for s, unit in enumerate(list(state.dug)) if unit},
        "track": [ids[unit] for unit in state.track],
        "stacks": {ground.names[space]: [ids[unit] for unit in state.us_in(space)] for space in _crowded(ground, state)},
        "depleted": [ids[unit] for unit in ruleset.us_units if state.depleted[unit]],
        "called": [regiment for number, regiment in enumerate(ruleset.reserve_regiments) if state.called[number]],
        "cleared": [number for number in SECTORS if state.cleared[number]],
        "flag": bool(state.cleared[SURIBACHI]),
    }
    if state.invasion >= 0:
        found["invasion"] = ground.beach_sides[state.invasion]
    if state.collins >= 0:
        found["collins"] = ids[state.collins]
    return found


def places(state: BoninsState) -> Iterable[tuple[int, str]]:
    """Where every unit is, in the words of positions; dug-in units are left out."""
    ruleset = state.ruleset
    dug = set(state.dug)
    for unit, place in enumerate(state.where):
        number = unit - ruleset.us_count
        if place >= 0:
            yield unit, ruleset.hex_name(place)
        elif number < 0:
            yield unit, PLACES[place]
        elif state.container[number]:
            yield unit, CONTAINER
        elif unit in state.track:
            yield unit, TRACK
        elif number + 1 not in dug:
            yield unit, PLACES[ABSENT]


def _crowded(ground: Ground, state: BoninsState) -> list[int]:
    """Hexes with two U.S. units or more."""
    return [space for space in ground.land if state.tops[space] and state.below[state.tops[space] - 1] >= 0]
