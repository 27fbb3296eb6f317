"""Positions of Rage from data that a person can write, and back (docs/vectors.md)."""

from __future__ import annotations

import copy
import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from beachhead.engine.cases import enforces
from beachhead.engine.dice import Dice, seed_bytes
from beachhead.engine.errors import DataError, PositionError
from beachhead.engine.game import Game
from beachhead.games.rage.attacks import NAMES
from beachhead.games.rage.facts import FLAGS, PLACES, areas_of, counts_of, phase_of, place_of
from beachhead.games.rage.phases import PHASES
from beachhead.games.rage.sequence import begin_phase
from beachhead.games.rage.setup import RageSetup
from beachhead.games.rage.state import (
    ABSENT,
    BLAST,
    CLOSED,
    DIE,
    FAMILY,
    HID,
    LANDING,
    LOST,
    LOST_UNSEEN,
    NONE,
    OUT,
    RESERVE,
    SEARCHED,
    SEEN,
    SUPPORT,
    UNSEEN,
    UNSET,
    RageState,
)
from beachhead.games.rage.weather import KINDS

KEYS = {
    "scenario",
    "options",
    "components",
    "turn",
    "phase",
    "window",
    "units",
    "others",
    "control",
    "caves",
    "shown caves",
    "caves checked",
    "beachheads",
    "safe to land",
    "flag",
    "vp",
    "weather",
    "landed",
    "third paid",
    "kirikami",
    "moment",
}
OTHERS = ("start", "absent", "default")
GROUND_PLACES: tuple[int, ...] = (LANDING, LOST, OUT, ABSENT)
THIRD_PLACES = (RESERVE, *GROUND_PLACES)
SUPPORT_PLACES = (SUPPORT, OUT, ABSENT)
JAPANESE_PLACES = (LOST, OUT, LOST_UNSEEN, UNSET, ABSENT)
_STEPS = re.compile(r"(\d+) steps?")
_MARKS = {"fired": ("fired", 1), "moved": ("moved", 1), "moved unseen": ("moved", 2), "grounded": ("grounded", 1)}
"""Words after a unit's place: the field they stand for, and its value."""
_WRITTEN = (
    "turn",
    "phase",
    "where",
    "steps",
    "concealed",
    "fired",
    "moved",
    "grounded",
    "control",
    "caves",
    "shown",
    "beachhead",
    "safe",
    "flag",
    "vp",
    "weather",
    "landed",
    "third",
    "kirikami",
)
"""Fields that a position tells in its own words."""
_MOMENT = tuple(name for name in RageState.fields if name not in _WRITTEN)
"""The others, which stand under `moment` as they are."""


def read_position(game: Game, data: Mapping[str, Any], dice: Dice | None) -> RageState:
    """The state that the data describe."""
    unknown = [str(key) for key in data if key not in KEYS]
    if unknown:
        raise PositionError(f"a position has no key {unknown[0]!r}; there are: {', '.join(sorted(KEYS))}")
    try:
        source = game.source(data.get("scenario"), data.get("options"))
        if "components" in data:
            source["components"] = data["components"]
        setup = game.setup(source)
        assert isinstance(setup, RageSetup)
        state = game.empty(setup, dice or Dice(seed_bytes(0)))
        assert isinstance(state, RageState)
        state.phase = _phase(data)
        _put_units(state, data)
        _put_areas(state, data)
        _put_tracks(state, data)
        if "moment" in data:
            _put_moment(state, data["moment"])
        else:
            _check_position(state)
            _begin(state, data)
    except DataError as error:
        raise PositionError(error.message) from None
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise PositionError(f"this position cannot be read: {type(error).__name__}: {error}") from None
    return state


def _phase(data: Mapping[str, Any]) -> int:
    phase = data.get("phase", "setup")
    if phase not in PHASES:
        raise PositionError(f"there is no phase {phase!r}; there are: {', '.join(PHASES)}")
    return PHASES.index(phase)


def _begin(state: RageState, data: Mapping[str, Any]) -> None:
    """The phase begins: with its owner's decision, or with the window before it if that is asked for."""
    moved, landed, step = state.moved, state.landed, state.setup.step
    window = _flag(data, "window")
    state.push(step.turn)
    if state.phase == 0:
        state.push(step.setup)
    else:
        begin_phase(state, PHASES[state.phase], window)
    state.settle()
    if not window and state.stack and state.stack[-1][0] == step.kirikami:
        # The offer of a charge belongs to the windows before the U.S. player's decision.
        state.stack.pop()
        state.settle()
    # A movement phase begins with a clean slate; what the position says of it has happened since.
    state.moved, state.landed = moved, landed
    state.forget_choices()


# ---------------------------------------------------------------------- units


def _put_units(state: RageState, data: Mapping[str, Any]) -> None:
    setup, units = state.setup, data.get("units") or {}
    for name in units:
        if name not in setup.number:
            raise PositionError(f"there is no unit {name!r}{_hint(str(name), setup.number)}")
    _put_others(state, data)
    for name, text in units.items():
        _put_unit(state, setup.number[name], str(text))


def _put_others(state: RageState, data: Mapping[str, Any]) -> None:
    """Whoever is not named: where it starts, in the prepared set-up, or not in the game."""
    others = data.get("others", "start")
    if others not in OTHERS:
        raise PositionError(f"others is one of {', '.join(OTHERS)}, not {others!r}")
    setup = state.setup
    if others == "absent":
        state.where = [ABSENT] * len(setup.units)
        return
    plan = setup.components.plans["default"].units
    setting_up = PHASES[state.phase] == "setup"
    for unit in setup.japanese:
        if others == "default":
            state.where[unit] = setup.area_number[plan[setup.units[unit].id]]
        elif not setting_up:
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
            if unit not in state.setup.japanese:
                raise PositionError(f"{state.name(unit)}: U.S. units are always Revealed")
            state.concealed[unit] = word == "concealed"
        elif word in _MARKS:
            field, value = _MARKS[word]
            getattr(state, field)[unit] = value
        else:
            raise PositionError(
                f"{state.name(unit)}: {word!r} cannot be read; after the place come '2 steps', concealed, {', '.join(_MARKS)}"
            )
    if state.grounded[unit] and not state.setup.is_air[unit]:
        raise PositionError(f"{state.name(unit)}: only air support is grounded")


@enforces(FAMILY, "2.2-boxes")
def _place(state: RageState, unit: int, text: str) -> int:
    """An area or one of the boxes, each of which is for some units and not for others."""
    setup, off = state.setup, {word: place for place, word in PLACES.items()}
    if text not in off:
        area = setup.components.map.find(text)
        if area is None:
            raise PositionError(f"{state.name(unit)}: there is no place {text!r}{_hint(text, (*setup.area_number, *off))}")
        if unit in setup.support:
            raise PositionError(f"{state.name(unit)} is never in an area: support stays in its box")
        return area
    if unit in setup.japanese:
        allowed: tuple[int, ...] = JAPANESE_PLACES
    elif unit in setup.support:
        allowed = SUPPORT_PLACES
    else:
        allowed = THIRD_PLACES if setup.is_third[unit] else GROUND_PLACES
    if off[text] not in allowed:
        words = ", ".join(PLACES[place] for place in allowed)
        raise PositionError(f"{state.name(unit)} cannot be {text!r}; besides areas there are {words}")
    return off[text]


def _usual_steps(state: RageState, unit: int) -> int:
    return 0 if state.where[unit] in (LOST, LOST_UNSEEN) else state.setup.full[unit]


def _usually_concealed(state: RageState, unit: int) -> bool:
    """Japanese units are taken as Revealed, but for those of which the U.S. player cannot know."""
    if unit not in state.setup.japanese:
        return False
    return state.where[unit] in UNSEEN or (PHASES[state.phase] == "setup" and state.where[unit] >= 0)


def _steps(state: RageState, unit: int, count: int) -> int:
    full, least = state.setup.full[unit], 0 if state.where[unit] in (LOST, LOST_UNSEEN, OUT) else 1
    if not least <= count <= full:
        raise PositionError(f"{state.name(unit)} has {least} to {full} steps there, not {count}")
    return count


# ---------------------------------------------------------------------- areas and tracks


def _area(state: RageState, name: Any, key: str) -> int:
    area = state.setup.components.map.find(str(name))
    if area is None:
        raise PositionError(f"{key}: there is no area {name!r}{_hint(str(name), state.setup.area_number)}")
    return area


def _marks(state: RageState, data: Mapping[str, Any], key: str) -> bytearray:
    """A list of areas as one mark for each."""
    row = bytearray(len(state.setup.areas))
    names = data.get(key) or ()
    if isinstance(names, str | Mapping):
        raise PositionError(f"{key} is a list of areas, not {names!r}")
    for name in names:
        row[_area(state, name, key)] = 1
    return row


def _counts(state: RageState, data: Mapping[str, Any], key: str, most: int) -> bytearray:
    """A mapping of areas to numbers."""
    row = bytearray(len(state.setup.areas))
    counts = data.get(key) or {}
    if not isinstance(counts, Mapping):
        raise PositionError(f"{key} is a mapping of areas to numbers, not {counts!r}")
    for name, count in counts.items():
        row[_area(state, name, key)] = _number(f"{key} of {name}", count, 0, most)
    return row


def _put_areas(state: RageState, data: Mapping[str, Any]) -> None:
    setup = state.setup
    limits, landing = setup.components.setup_limits, setup.components.landing
    state.control = _marks(state, data, "control")
    state.beachhead = _marks(state, data, "beachheads")
    state.safe = _marks(state, data, "safe to land")
    state.shown = _counts(state, data, "shown caves", limits.caves_per_area)
    if data.get("others") == "default" and "caves" not in data:
        data = {"caves": setup.components.plans["default"].caves} | dict(data)
    state.caves = _counts(state, data, "caves", limits.caves_per_area)
    state.landed = _counts(state, data, "landed", max(landing.units_on_beach, landing.units_on_coast))
    state.caves_found = state.shown.copy()
    state.cave_checked = _marks(state, data, "caves checked")
    for key, row, box in (("beachheads", state.beachhead, "beachhead"), ("safe to land", state.safe, "safe_to_land")):
        for area, mark in enumerate(row):
            if mark and setup.box[area] != box:
                raise PositionError(f"{key}: {setup.areas[area].id} has no box for this marker")
        if sum(row) > setup.components.markers[box]:
            raise PositionError(f"{key}: there are only {setup.components.markers[box]} markers")


def _put_tracks(state: RageState, data: Mapping[str, Any]) -> None:
    phase, setup = PHASES[state.phase], state.setup
    state.turn = _number("turn", data.get("turn", 2 if phase == "weather" else 1), 1, len(setup.components.track))
    if phase == "weather" and state.turn == 1:
        raise PositionError("Turn 1 has no Weather Phase (22.1.1)")
    if phase == "setup" and state.turn > 1:
        raise PositionError("the set-up comes before Turn 1")
    points = data.get("vp") or {}
    for side in points:
        if side not in setup.sides:
            raise PositionError(f"vp: there is no side {side!r}; there are {', '.join(setup.sides)}")
    top = setup.components.victory.sudden_death
    state.vp = [_number(f"vp of {side}", points.get(side, 0), 0, top - 1) for side in setup.sides]
    state.flag = _word(data, "flag", FLAGS)
    state.weather = _word(data, "weather", KINDS)
    state.third = int(_flag(data, "third paid"))
    state.kirikami = int(_flag(data, "kirikami"))


def _number(what: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise PositionError(f"{what} is a whole number from {low} to {high}, not {value!r}")
    return value


def _word(data: Mapping[str, Any], key: str, words: tuple[str, ...]) -> int:
    value = data.get(key, words[0])
    if value not in words:
        raise PositionError(f"{key} is one of {', '.join(words)}, not {value!r}")
    return words.index(value)


def _flag(data: Mapping[str, Any], key: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise PositionError(f"{key} is true or false, not {value!r}")
    return value


def _hint(word: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


# ---------------------------------------------------------------------- what a person has written


def _check_position(state: RageState) -> None:
    """What cannot stand on the table when a phase begins; and what everybody knows from what does."""
    setup, stacking = state.setup, state.setup.components.stacking
    on_the_move = PHASES[state.phase] == "us movement"
    limits = setup.components.setup_limits
    for area, place in enumerate(setup.areas):
        us, japanese = state.us_in(area), state.jp_in(area)
        if len(us) > stacking.us_ground or len(japanese) > stacking.japanese:
            raise PositionError(f"{place.id} holds more units than may stack there (3-stacking-limits)")
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


# ---------------------------------------------------------------------- moments


def _put_moment(state: RageState, moment: Mapping[str, Any]) -> None:
    """A moment in the middle of things, exactly as `describe` wrote it."""
    if not isinstance(moment, Mapping):
        raise PositionError(f"a moment is a mapping as `describe` writes it, not {moment!r}")
    for name in _MOMENT:
        value = moment[name]
        setattr(state, name, bytearray(value) if isinstance(getattr(state, name), bytearray) else copy.deepcopy(value))
    state.stack = [(state.setup.step_number[frame[0]], *frame[1:]) for frame in moment["stack"]]
    state.dice = Dice.from_plain(moment["dice"])
    check_fields(state)
    if not len(state.choices()) or not str(state.decision):
        raise PositionError("this moment leaves nobody anything to do")


def describe_position(state: RageState) -> dict[str, Any]:
    """The position as data; what no person would write by hand stands under `moment`."""
    if state.outcome is not None:
        raise PositionError("the game is over; there is no position left to describe")
    state.dice.need_unscripted()
    source, plain = state.setup.source, state.plain()
    found: dict[str, Any] = {
        "scenario": source["scenario"],
        "options": dict(source["options"]),
        "turn": state.turn,
        "phase": phase_of(state),
        "units": {unit.id: _unit_text(state, number) for number, unit in enumerate(state.setup.units)},
        "control": areas_of(state, state.control),
        "caves": counts_of(state, state.caves),
        "shown caves": counts_of(state, state.shown),
        "beachheads": areas_of(state, state.beachhead),
        "safe to land": areas_of(state, state.safe),
        "flag": FLAGS[state.flag],
        "vp": dict(zip(state.setup.sides, state.vp, strict=True)),
        "weather": KINDS[state.weather],
        "landed": counts_of(state, state.landed),
        "third paid": bool(state.third),
        "kirikami": bool(state.kirikami),
    }
    if "components" in source:
        found["components"] = source["components"]
    found["moment"] = {name: plain[name] for name in (*_MOMENT, "stack", "dice")}
    return found


def _unit_text(state: RageState, unit: int) -> str:
    words = [place_of(state, unit)]
    steps = state.steps[unit]
    if steps != _usual_steps(state, unit):
        words.append("1 step" if steps == 1 else f"{steps} steps")
    if bool(state.concealed[unit]) != _usually_concealed(state, unit):
        words.append("concealed" if state.concealed[unit] else "revealed")
    return ", ".join([*words, *(mark for mark, (field, value) in _MARKS.items() if getattr(state, field)[unit] == value)])


def check_fields(state: RageState) -> None:
    """Whether the fields of a state just loaded can belong to a game with this setup."""
    setup = state.setup
    units, areas = range(len(setup.units)), range(len(setup.areas))
    state.memory = [tuple(entry) for entry in state.memory]
    by_unit = (state.where, state.steps, state.fired, state.concealed, state.grounded, state.moved, state.aim)
    by_area = (
        state.control,
        state.caves,
        state.shown,
        state.caves_found,
        state.cave_checked,
        state.beachhead,
        state.safe,
        state.landed,
    )
    flags = (state.fired, state.concealed, state.grounded, state.control, state.cave_checked)
    switches = (state.third, state.kirikami, state.named)
    checks: dict[str, bool] = {
        "lists": {len(row) for row in by_unit} == {len(units)} and {len(row) for row in by_area} == {len(areas)},
        "turn": 1 <= state.turn <= len(setup.components.track) and 0 <= state.phase < len(PHASES),
        "where": all(type(place) is int and (place in areas or place in PLACES) for place in state.where),
        "steps": all(have <= full for have, full in zip(state.steps, setup.full, strict=False)),
        "marks": all(mark in (0, 1) for row in (*flags, state.beachhead, state.safe, switches) for mark in row),
        "moves made": all(mark in (0, 1, 2) for mark in state.moved),
        "secrets": not any(state.concealed[: setup.japanese.start]),
        "caves": sum(state.caves) + sum(state.shown) <= setup.components.setup_limits.caves_total,
        "points": len(state.vp) == len(setup.sides) and _whole(state.vp, range(1000)),
        "weather": state.weather in range(len(KINDS)) and state.flag in range(len(FLAGS)),
        "die": state.die in range(7) and state.moves in range(7),
        "targets": _whole(state.aim, range(-1, len(areas))) and _whole(state.pending, areas),
        "banzai": state.banzai in range(-1, len(areas)) and _whole(state.charged, range(-len(areas), len(areas))),
        "attack": state.attack in (NONE, *NAMES) and state.area in range(-1, len(areas)),
        "dice": _whole(state.faces, range(1, 7)) and _whole((state.hits, state.damage), range(10000)),
        "row": _whole((*state.row, *state.retreating), units),
        "memory": all(_is_memory(state, entry) for entry in state.memory),
        "stack": bool(state.stack) != bool(state.outcome) and _stack_is_sound(state),
    }
    for name, sound in checks.items():
        if not sound:
            raise PositionError(f"this save cannot be played: its {name} make no sense")


def _is_memory(state: RageState, entry: tuple[Any, ...]) -> bool:
    """Whether this can be something that the U.S. player was shown: the numbers that its kind has, each within its bounds."""
    turns, areas, mask = range(1, 100), range(len(state.setup.areas)), range(1 << len(state.setup.areas))
    units, few = state.setup.japanese, range(1000)
    forms: dict[Any, tuple[range, ...]] = {
        SEARCHED: (turns, mask),
        BLAST: (turns, areas, few),
        SEEN: (turns, units, areas, few),
        HID: (turns, units, areas, few, range(2)),
        DIE: (turns, few, few),
        CLOSED: (turns, mask),
    }
    if not entry or type(entry[0]) is not int or entry[0] not in forms or len(forms[entry[0]]) != len(entry) - 1:
        return False
    return all(type(number) is int and number in among for number, among in zip(entry[1:], forms[entry[0]], strict=True))


def _whole(numbers: Iterable[Any], among: range) -> bool:
    return all(type(number) is int and number in among for number in numbers)


def _stack_is_sound(state: RageState) -> bool:
    """Whether the turn is at the bottom and only there, and every number of the records is a number."""
    names = [state.setup.steps[frame[0]].name for frame in state.stack]
    numbers = all(type(value) is int for frame in state.stack for value in frame)
    return numbers and names[:1] == ["turn"] * bool(names) and "turn" not in names[1:]
