"""What can be seen of a position: the items of a view, and what is secret in them.

The secret map is kept unit by unit: a Concealed unit is simply not there for anybody but Japan. Whatever else follows from it
(Caves, moves left, the row of Concealed units, what is being named) hangs on secrets of its own.
"""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.action import UNIT
from beachhead.engine.kept import keep
from beachhead.engine.secrecy import Secret, Shown
from beachhead.games.rage.box.components import WEATHER, Unit
from beachhead.games.rage.combat.bombardment import Losses
from beachhead.games.rage.combat.kinds import KINDS
from beachhead.games.rage.combat.loss_order import Rank, attacker, proposed, under_attack
from beachhead.games.rage.memory import HID, SEARCHED, line_of
from beachhead.games.rage.phases import PHASES
from beachhead.games.rage.ruleset import Face, RageRuleset
from beachhead.games.rage.state import (
    FLAGS,
    JP,
    NOBODY,
    NONE,
    OUT,
    UNSEEN,
    UNSEEN_MOVE,
    UNSET,
    US,
    JapaneseMove,
    RageState,
)
from beachhead.games.rage.worlds.sampling import hides, may_have_sneaked, public_stack, resample, unseen_caves, veil

HIDDEN_PARTS: Final = ("hidden row", "hidden proposed")
"""What only Japan may know of an attack."""
ON_ITS_WAY: Final = "on its way"
"""What only Japan may know of unseen moves, even if everybody knows who has made them."""


# ---------------------------------------------------------------------- secrets


def _unit_open(state: RageState, side: str | None, unit: Any) -> bool:
    if side == "jp":
        return True
    number = state.ruleset.number[unit]
    return not state.concealed[number] and state.where[number] not in UNSEEN


def _to_japan(_state: RageState, side: str | None, _item: Any) -> bool:
    return side == "jp"


def _moves_open(state: RageState, side: str | None, part: Any) -> bool:
    """Who has moved unseen, and so how many may still move, is known to everybody if nobody else can have done so.

    How far a unit has come that is not in view on its way is known to Japan alone.
    """
    return side == "jp" or (part != ON_ITS_WAY and not may_have_sneaked(state))


def _once_named(state: RageState, side: str | None, _item: Any) -> bool:
    return side == "jp" or bool(state.named)


def _fight_open(_state: RageState, side: str | None, part: Any) -> bool:
    return side == "jp" or part not in HIDDEN_PARTS


MAP_SECRET: Secret[RageState] = Secret("the secret map", _unit_open, resample, veil, hides)
"""The other secrets are wiped out and made up together with it, since all of them have to agree."""
CAVES_SECRET: Secret[RageState] = Secret("Concealed Caves", _to_japan)
MOVES_SECRET: Secret[RageState] = Secret("unseen moves", _moves_open)
NAMING_SECRET: Secret[RageState] = Secret("what is being named", _once_named)
ROW_SECRET: Secret[RageState] = Secret("the row of Concealed units", _fight_open)
SECRETS: Final = (MAP_SECRET, CAVES_SECRET, MOVES_SECRET, NAMING_SECRET, ROW_SECRET)


# ---------------------------------------------------------------------- items


def phase_of(state: RageState) -> str:
    """The running phase."""
    return "over" if state.outcome is not None else PHASES[state.phase].name


def place_of(state: RageState, unit: int) -> str:
    """Where a unit is."""
    return state.ruleset.places[state.where[unit]]


def printed_values(unit: Unit, steps: int) -> dict[str, Any]:
    """The figures on the side of the counter that shows so many steps; of one without any, those of its full side."""
    left = steps or unit.steps
    values: dict[str, Any] = {}
    if unit.bombardment:
        values["bombardment"] = "die" if unit.type == "rocket_artillery" else unit.bombardment[left]
        values["range"] = unit.range
    if unit.is_ground:
        values["assault"] = unit.assault[left]
        values["mp"] = unit.mp[left]
    return values


def marks_of(fired: int, grounded: int, moved: int, concealed: int) -> tuple[str, ...]:
    """What lies on a counter. That a unit has moved unseen nobody can tell from the counter once it is Revealed."""
    seen_to_move = moved if concealed else moved == 1
    marks = {"fired": fired, "grounded": grounded, "moved": seen_to_move, "concealed": concealed}
    return tuple(name for name, mark in marks.items() if mark)


_MARKS: Final = tuple(marks_of(bits & 1, bits & 2, bits >> 3, bits & 4) for bits in range(8 * 3))
"""All of them, by one bit each and, in eights, how the unit has moved."""
_HIDDEN: Final = 4
"""The bit of a Concealed unit."""


def units_of(state: RageState) -> dict[str, dict[str, Any]]:
    """Every counter that is in the game: where it is, what its upper side shows, and how it lies."""
    return _units_from(state, UNSET, False)


def units_to(state: RageState, side: str | None) -> dict[str, dict[str, Any]]:
    """The same for a side: Concealed units are there for Japan alone."""
    return units_of(state) if side == "jp" else _units_from(state, OUT, True)


def _units_from(state: RageState, lowest: int, revealed: bool) -> dict[str, dict[str, Any]]:
    """Every counter whose place is not below that one; or of these, if only Revealed ones are wanted, those."""
    found: dict[str, dict[str, Any]] = {}
    ruleset = state.ruleset
    faces, places, all_marks = ruleset.faces, ruleset.places, _MARKS
    hidden = _HIDDEN if revealed else 0
    for unit, kept, place, steps, bits in zip(ruleset.units, faces, state.where, state.steps, _mark_bits(state), strict=True):
        if place < lowest or bits & hidden:
            continue
        try:
            name, shown, values = kept[steps]
        except KeyError:
            name, shown, values = kept[steps] = face_of(ruleset, unit, steps)
        counter = found[name] = shown()
        counter["values"] = values()
        counter["place"] = places[place]
        counter["marks"] = [*all_marks[bits]] if bits else []
    return found


def _mark_bits(state: RageState) -> bytes:
    """A byte for each unit, its place in `_MARKS`: rows of bytes are put together as long numbers, all units at once."""
    bits = int.from_bytes(state.fired, "little") | int.from_bytes(state.grounded, "little") << 1
    bits |= int.from_bytes(state.concealed, "little") << 2 | int.from_bytes(state.moved, "little") << 3
    return bits.to_bytes(len(state.fired), "little")


def face_of(ruleset: RageRuleset, unit: Unit, steps: int) -> Face:
    """A counter with so many steps as views show it; place and marks are for the view to fill in."""
    values = printed_values(unit, steps)
    shown = {
        "side": ruleset.sides[unit.side],
        "arm": unit.type,
        "name": unit.name,
        "values": values,
        "steps": steps,
        "full": unit.steps,
        "place": "",
        "marks": [],
        "colour": unit.colour,
        "stripe": unit.stripe,
        "at": unit.at,
        "armor": unit.armor,
    }
    return unit.id, shown.copy, values.copy


def counts_of(state: RageState, row: bytearray) -> dict[str, int]:
    """Numbers by area, where there are any."""
    kept, key = state.ruleset.counts, bytes(row)
    found = kept.get(key)
    if found is None:
        found = {area.id: count for area, count in zip(state.ruleset.areas, row, strict=True) if count}
        keep(kept, key, found)
    return found.copy()


def areas_of(state: RageState, row: bytearray) -> list[str]:
    """Areas that have a mark, in map order."""
    kept, key = state.ruleset.marked, bytes(row)
    found = kept.get(key)
    if found is None:
        found = [area.id for area, mark in zip(state.ruleset.areas, row, strict=True) if mark]
        keep(kept, key, found)
    return found.copy()


def control_of(state: RageState) -> dict[str, str]:
    """Who controls each area."""
    kept, key = state.ruleset.holders, bytes(state.control)
    found = kept.get(key)
    if found is None:
        sides = state.ruleset.sides
        found = {area.id: sides[1 - mark] for area, mark in zip(state.ruleset.areas, state.control, strict=True)}
        keep(kept, key, found)
    return found.copy()


def targets_of(state: RageState) -> dict[str, list[str]]:
    """The units named against each area, for a bombardment or an assault."""
    found: dict[str, list[str]] = {}
    if state.aim.count(-1) < len(state.aim):
        for unit, area in enumerate(state.aim):
            if area >= 0:
                found.setdefault(state.ruleset.areas[area].id, []).append(state.name(unit))
    return found


def pending_of(state: RageState) -> list[str]:
    """Target areas not yet resolved."""
    return [state.ruleset.areas[area].id for area in state.pending]


def fight_of(state: RageState) -> dict[str, Any]:
    """The attack under way, or the last one; empty before the first."""
    if state.attack == NONE:
        return {}
    names, concealed = state.ruleset.names[UNIT].full, state.concealed
    found: dict[str, Any] = {
        "kind": KINDS[state.attack].name,
        "area": state.ruleset.areas[state.area].id if state.area >= 0 else "",
        "dice": len(state.faces),
        "faces": list(state.faces),
        "hits": state.hits,
        "damage": state.damage,
        "row": [names[unit] for unit in state.row if not concealed[unit]],
        "retreating": [names[unit] for unit in state.retreating],
    }
    if hidden := [names[unit] for unit in state.row if concealed[unit]]:
        found["hidden row"] = hidden
    found.update(_proposal(state))
    return found


def fight_to(state: RageState, side: str | None) -> dict[str, Any]:
    """The same for a side."""
    found = fight_of(state)
    if side != "jp":
        for part in HIDDEN_PARTS:
            found.pop(part, None)
    return found


def _proposal(state: RageState) -> dict[str, list[str]]:
    """How the units that are still to be ranked would stand if the proposal were accepted."""
    if state.is_at(Rank):
        rest = [unit for unit in under_attack(state) if unit not in state.row]
        return {"proposed": [state.name(unit) for unit in proposed(state, rest, attacker(state))]}
    if state.is_at(Losses):
        rest = [unit for unit in state.concealed_in(state.area) if unit not in state.row]
        return {"hidden proposed": [state.name(unit) for unit in proposed(state, rest, JP)]}
    return {}


def charged_of(state: RageState) -> dict[str, bool]:
    """Announced assault areas, and whether the Banzai Charge reaches them."""
    areas = state.ruleset.areas
    return {areas[told if told >= 0 else -1 - told].id: told >= 0 for told in state.charged}


def known_of(state: RageState) -> dict[str, Any]:
    """What the U.S. player has learnt of the secret map; everybody knows it."""
    places, searches, concealed = state.ruleset.places, state.ruleset.searches, state.concealed
    searched: dict[str, int] = {}
    last_seen: dict[str, dict[str, Any]] = {}
    for entry in state.memory:
        what = entry[0]
        if what == SEARCHED:
            names = searches.get(entry[2])
            if names is None:
                names = tuple(place for number, place in enumerate(places) if entry[2] >> number & 1)
                keep(searches, entry[2], names)
            searched.update(dict.fromkeys(names, entry[1]))
        elif what == HID and concealed[entry[2]]:
            last_seen[state.name(entry[2])] = {"place": places[entry[3]], "turn": entry[1], "steps": entry[4]}
    return {
        "caves checked": areas_of(state, state.cave_checked),
        "caves found": counts_of(state, state.caves_found),
        "caves unseen": unseen_caves(state),
        "last seen": last_seen,
        "record": record_of(state),
        "searched": searched,
        "unseen": state.concealed.count(1),
    }


def record_of(state: RageState) -> list[str]:
    """Everything that the U.S. player has been shown of the secret map and may remember, oldest first, a line each.

    Samples are made from it, so it is part of every view. The lines are kept: a view is made for every seat after every action.
    """
    lines = state.ruleset.lines
    try:
        return [lines[entry] for entry in state.memory]
    except KeyError:
        return [lines.get(entry) or keep(lines, entry, line_of(state.ruleset, entry)) for entry in state.memory]


def under_way(state: RageState) -> list[list[Any]]:
    """The steps on the stack as everybody sees them, the one that is asked now last."""
    steps = state.ruleset.steps
    return [[steps[frame[0]].name, *frame[1:]] for frame in public_stack(state)]


def sneaking_of(state: RageState) -> dict[str, Any]:
    """Who has moved unseen in the last Japanese Movement Phase, and the unit that is moving now, with its points and areas.

    A unit that has been in view all the way is not among them: everybody sees it in what is under way.
    """
    moved, names = state.moved, state.ruleset.names[UNIT].full
    found: dict[str, Any] = {"moved": []}
    if UNSEEN_MOVE in moved:
        found["moved"] = [names[unit] for unit in state.ruleset.japanese if moved[unit] == UNSEEN_MOVE]
    move = state.find(JapaneseMove)
    if move is not None and move.mover != NOBODY and move not in public_stack(state):
        found[ON_ITS_WAY] = [state.name(move.mover), move.left, move.entered, move.arrived]
    return found


def sneaking_to(state: RageState, side: str | None) -> dict[str, Any]:
    """The same for a side."""
    if side != "jp" and may_have_sneaked(state):
        return {}
    found = sneaking_of(state)
    if side != "jp":
        found.pop(ON_ITS_WAY, None)
    return found


SHOWN: tuple[Shown[RageState], ...] = (
    Shown("turn", lambda state: state.turn),
    Shown("turns", lambda state: len(state.ruleset.components.track)),
    Shown("phase", phase_of),
    Shown("weather", lambda state: WEATHER[state.weather]),
    Shown("units", units_of, MAP_SECRET, each=True, show_to=units_to),
    Shown("control", control_of),
    Shown("caves", lambda state: counts_of(state, state.caves), CAVES_SECRET),
    Shown("shown caves", lambda state: counts_of(state, state.shown)),
    Shown("beachheads", lambda state: areas_of(state, state.beachhead)),
    Shown("airfields", lambda state: areas_of(state, state.safe)),
    Shown("flag", lambda state: FLAGS[state.flag]),
    Shown("vp", lambda state: {state.ruleset.sides[US]: state.vp[US], state.ruleset.sides[JP]: state.vp[JP]}),
    Shown("landed", lambda state: counts_of(state, state.landed)),
    Shown("die", lambda state: state.die),
    Shown("moves left", lambda state: state.moves, MOVES_SECRET),
    Shown("sneaking", sneaking_of, MOVES_SECRET, each=True, show_to=sneaking_to),
    Shown("targets", targets_of, NAMING_SECRET),
    Shown("pending", pending_of, NAMING_SECRET),
    Shown("fight", fight_of, ROW_SECRET, each=True, show_to=fight_to),
    Shown("kirikami", lambda state: bool(state.kirikami)),
    Shown("banzai", lambda state: state.banzai >= 0, NAMING_SECRET, hidden=False),
    Shown("charged", charged_of),
    Shown("known", known_of),
    Shown("under way", under_way),
)
