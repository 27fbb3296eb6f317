"""Positions of Rage from data that a person can write, and back (docs/vectors.md)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any, Final

from beachhead.engine.errors import PositionError
from beachhead.engine.files import bounds
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.engine.shown.words import counted
from beachhead.games.rage.box.components import WEATHER as KINDS
from beachhead.games.rage.combat.charges import Kirikami
from beachhead.games.rage.deployment import Deployment
from beachhead.games.rage.phases import NAMES, SETUP, US_MOVEMENT, WEATHER
from beachhead.games.rage.saves.checks import boxes_of
from beachhead.games.rage.state import ABSENT, FAMILY, FLAGS, LOST, LOST_UNSEEN, OUT, PLACES, UNSEEN, RageState
from beachhead.games.rage.table.view import areas_of, counts_of, phase_of, place_of
from beachhead.games.rage.turn.sequence import GameTurn, begin_phase

KEYS: Final = (
    "components", "turn", "phase", "window", "units", "others", "control", "caves", "shown caves",
    "caves checked", "beachheads", "safe to land", "flag", "vp", "weather", "landed", "third paid", "kirikami",
)  # fmt: skip
WRITTEN: Final = (
    "turn", "phase", "where", "steps", "concealed", "fired", "moved", "grounded", "control", "caves", "shown", "beachhead",
    "safe", "flag", "vp", "weather", "landed", "third", "kirikami",
)  # fmt: skip
"""Fields that a position says in its own words."""
OTHERS: Final = ("start", "absent", "default")
_STEPS: Final = re.compile(r"([0-9]{1,2}) steps?")
_MARKS: Final = {"fired": ("fired", 1), "moved": ("moved", 1), "moved unseen": ("moved", 2), "grounded": ("grounded", 1)}
"""Words after a unit's place: the field they mean, and its value."""


def put_position(state: RageState, given: Item) -> None:
    """Put units, markers and tracks where the data say."""
    state.phase = NAMES.index(_part(given, "phase", "setup").one_of(NAMES))
    _put_units(state, given)
    _put_areas(state, given)
    _put_tracks(state, given)
    if given.get("moment") is None:
        _check_position(state)


def _part(given: Item, key: str, default: Any) -> Item:
    """What the data say under a key, or what that means if they do not."""
    value = given.value.get(key)
    return Item(default if value is None else value, given.document, (key,))


def begin_position(state: RageState, given: Item) -> None:
    """The phase begins: with its owner's decision, or with the window before it if that is asked for."""
    window = _part(given, "window", False).flag()
    moved, landed = state.moved, state.landed
    state.push(GameTurn)
    if state.phase == SETUP:
        state.push(Deployment)
    else:
        begin_phase(state, state.phase, window)
    state.settle()
    if not window and state.is_at(Kirikami):
        # The offer of a charge belongs to the windows before the U.S. player's decision.
        state.stack.pop()
        state.settle()
    # A movement phase begins with a clean slate; what the position says of it has happened since.
    state.moved, state.landed = moved, landed
    state.forget_choices()


# ---------------------------------------------------------------------- units


def _put_units(state: RageState, given: Item) -> None:
    ruleset, units = state.ruleset, list(_part(given, "units", {}).entries())
    for name, item in units:
        if name not in ruleset.number:
            raise item.fail(f"there is no such unit{_hint(name, ruleset.number)}")
    _put_others(state, _part(given, "others", "start").one_of(OTHERS))
    for name, item in units:
        _put_unit(state, ruleset.number[name], str(item.value))


def _put_others(state: RageState, others: str) -> None:
    """Whoever is not named: where it starts, in the prepared set-up, or not in the game."""
    ruleset = state.ruleset
    if others == "absent":
        state.where = [ABSENT] * len(ruleset.units)
        return
    plan = ruleset.components.plans["default"].units
    for unit in ruleset.japanese:
        if others == "default":
            state.where[unit] = ruleset.area_number[plan[ruleset.units[unit].id]]
        elif state.phase != SETUP:
            state.where[unit] = ABSENT
        state.concealed[unit] = state.where[unit] != ABSENT


def _put_unit(state: RageState, unit: int, text: str) -> None:
    """A place and what is to be said of the unit there: `okina, 3 steps, fired`."""
    place, *words = [part.strip() for part in text.split(",")]
    where = _place(state, unit, place)
    state.where[unit] = where
    state.steps[unit] = _usual_steps(state, unit)
    state.concealed[unit] = _usually_concealed(state, unit)
    for word in words:
        if match := _STEPS.fullmatch(word):
            state.steps[unit] = _steps(state, unit, int(match[1]))
        elif word in ("concealed", "revealed"):
            if unit not in state.ruleset.japanese:
                raise PositionError(f"{state.name(unit)}: U.S. units are always Revealed")
            state.concealed[unit] = word == "concealed"
        elif word in _MARKS:
            field, value = _MARKS[word]
            getattr(state, field)[unit] = value
        else:
            raise PositionError(
                f"{state.name(unit)}: {word!r} is not valid; after the place write '2 steps', concealed, {', '.join(_MARKS)}"
            )
    if state.grounded[unit] and not state.ruleset.is_air[unit]:
        raise PositionError(f"{state.name(unit)}: only air support can be grounded")


@enforces(FAMILY, "2.2-boxes")
def _place(state: RageState, unit: int, text: str) -> int:
    """An area or one of the boxes, each of which is for some units and not for others."""
    ruleset, off = state.ruleset, {word: place for place, word in PLACES.items()}
    if text not in off:
        area = ruleset.components.map.find(text)
        if area is None:
            hint = _hint(text, (*ruleset.area_number, *off))
            raise PositionError(f"{state.name(unit)}: there is no place {bounds.clip(text)}{hint}")
        if unit in ruleset.support:
            raise PositionError(f"{state.name(unit)} cannot be in an area: support stays in its box")
        return area
    allowed = boxes_of(state, unit)
    if off[text] not in allowed:
        words = ", ".join(PLACES[place] for place in allowed)
        raise PositionError(f"{state.name(unit)} cannot be {text!r}; apart from areas there are {words}")
    return off[text]


def _usual_steps(state: RageState, unit: int) -> int:
    return 0 if state.where[unit] in (LOST, LOST_UNSEEN) else state.ruleset.full[unit]


def _usually_concealed(state: RageState, unit: int) -> bool:
    """Japanese units are taken as Revealed, but for those of which the U.S. player cannot know."""
    if unit not in state.ruleset.japanese:
        return False
    return state.where[unit] in UNSEEN or (state.phase == SETUP and state.where[unit] >= 0)


def _steps(state: RageState, unit: int, count: int) -> int:
    full, least = state.ruleset.full[unit], 0 if state.where[unit] in (LOST, LOST_UNSEEN, OUT) else 1
    if not least <= count <= full:
        raise PositionError(f"{state.name(unit)} has {least} to {full} steps there, not {count}")
    return count


# ---------------------------------------------------------------------- areas and tracks


def _area(state: RageState, name: str, item: Item) -> int:
    area = state.ruleset.components.map.find(name)
    if area is None:
        raise item.fail(f"there is no area {bounds.clip(name)}{_hint(name, state.ruleset.area_number)}")
    return area


def _marks(state: RageState, given: Item, key: str) -> bytearray:
    """A list of areas as one mark for each."""
    row = bytearray(len(state.ruleset.areas))
    for item in _part(given, key, []).each():
        row[_area(state, item.text(), item)] = 1
    return row


def _counts(state: RageState, given: Item, key: str, most: int) -> bytearray:
    """A mapping of areas to numbers."""
    row = bytearray(len(state.ruleset.areas))
    for name, item in _part(given, key, {}).entries():
        row[_area(state, name, item)] = item.whole(0, most)
    return row


def _put_areas(state: RageState, given: Item) -> None:
    parts = state.ruleset.components
    limits, landing = parts.setup_limits, parts.landing
    state.control = _marks(state, given, "control")
    state.beachhead = _marks(state, given, "beachheads")
    state.safe = _marks(state, given, "safe to land")
    state.shown = _counts(state, given, "shown caves", limits.caves_per_area)
    state.caves = _counts(state, given, "caves", limits.caves_per_area)
    if given.value.get("others") == "default" and "caves" not in given.value:
        state.caves = bytearray(parts.plans["default"].caves.get(area.id, 0) for area in state.ruleset.areas)
    state.landed = _counts(state, given, "landed", max(landing.units_on_beach, landing.units_on_coast))
    state.caves_found = state.shown.copy()
    state.cave_checked = _marks(state, given, "caves checked")
    for key, row, box in (("beachheads", state.beachhead, "beachhead"), ("safe to land", state.safe, "safe_to_land")):
        for area, mark in enumerate(row):
            if mark and state.ruleset.box[area] != box:
                raise PositionError(f"{key}: {state.ruleset.areas[area].id} has no box for this marker")
        if sum(row) > parts.markers[box]:
            raise PositionError(f"{key}: there are only {parts.markers[box]} markers")


def _put_tracks(state: RageState, given: Item) -> None:
    phase, ruleset = state.phase, state.ruleset
    state.turn = _part(given, "turn", 2 if phase == WEATHER else 1).whole(1, ruleset.turns)
    if phase == WEATHER and state.turn == 1:
        raise PositionError("Turn 1 has no Weather Phase (22.1.1)")
    if phase == SETUP and state.turn > 1:
        raise PositionError("setup comes before Turn 1")
    points = _part(given, "vp", {})
    points.only(*ruleset.sides)
    for side, item in points.entries():
        state.vp[ruleset.sides.index(side)] = item.whole(0, ruleset.components.victory.sudden_death - 1)
    state.flag = FLAGS.index(_part(given, "flag", FLAGS[0]).one_of(FLAGS))
    state.weather = KINDS.index(_part(given, "weather", KINDS[0]).one_of(KINDS))
    state.third = int(_part(given, "third paid", False).flag())
    state.kirikami = int(_part(given, "kirikami", False).flag())


def _hint(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1) if len(word) <= bounds.NAME else []
    return f" (did you mean {close[0]!r}?)" if close else ""


# ---------------------------------------------------------------------- what a person has written


def _check_position(state: RageState) -> None:
    """What cannot stand on the table when a phase begins; and what everybody knows from what does."""
    ruleset, stacking = state.ruleset, state.ruleset.components.stacking
    on_the_move = state.phase == US_MOVEMENT
    limits = ruleset.components.setup_limits
    for area, place in enumerate(ruleset.areas):
        us, japanese = state.us_in(area), state.jp_in(area)
        if len(us) > stacking.us_ground or len(japanese) > stacking.japanese:
            raise PositionError(f"{place.id} holds more units than can stack there (3-stacking-limits)")
        if us and not on_the_move and (state.concealed_in(area) or state.caves[area]):
            raise PositionError(f"{place.id}: nothing is Concealed where U.S. units are, once their movement is over (10.5-b)")
        if state.beachhead[area] or state.safe[area]:
            state.control[area] = 1  # such a marker never stands anywhere else (13-1, 14-a)
        if state.caves[area] + state.shown[area] > limits.caves_per_area:
            raise PositionError(f"{place.id} has more than {limits.caves_per_area} Caves (4.1-b)")
        if state.caves[area] and state.cave_checked[area]:
            raise PositionError(f"caves checked: {place.id} has a Concealed Cave")
        if (us or state.control[area]) and not state.caves[area]:
            state.cave_checked[area] = 1
    if sum(state.caves) + sum(state.shown) > limits.caves_total:
        raise PositionError(f"there are only {limits.caves_total} Caves (4.1-b)")


# ---------------------------------------------------------------------- back


def written_position(state: RageState) -> dict[str, Any]:
    """What a person would write."""
    return {
        "turn": state.turn,
        "phase": phase_of(state),
        "units": {unit.id: _unit_text(state, number) for number, unit in enumerate(state.ruleset.units)},
        "control": areas_of(state, state.control),
        "caves": counts_of(state, state.caves),
        "shown caves": counts_of(state, state.shown),
        "beachheads": areas_of(state, state.beachhead),
        "safe to land": areas_of(state, state.safe),
        "flag": FLAGS[state.flag],
        "vp": dict(zip(state.ruleset.sides, state.vp, strict=True)),
        "weather": KINDS[state.weather],
        "landed": counts_of(state, state.landed),
        "third paid": bool(state.third),
        "kirikami": bool(state.kirikami),
    }


def _unit_text(state: RageState, unit: int) -> str:
    words = [place_of(state, unit)]
    steps = state.steps[unit]
    if steps != _usual_steps(state, unit):
        words.append(counted(steps, "step"))
    if bool(state.concealed[unit]) != _usually_concealed(state, unit):
        words.append("concealed" if state.concealed[unit] else "revealed")
    return ", ".join([*words, *(mark for mark, (field, value) in _MARKS.items() if getattr(state, field)[unit] == value)])
