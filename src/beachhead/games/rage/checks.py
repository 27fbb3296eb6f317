"""Whether a state from outside can belong to a game of Rage: what a save or a moment says is checked against map and rules.

Every step of the rules relies on what the steps before it leave behind. A save that says otherwise would end in the middle of an
action, or never, so it is refused when it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from beachhead.engine.bounds import PRINTED
from beachhead.engine.errors import PositionError
from beachhead.games.rage.attacks import NAMES
from beachhead.games.rage.end_phase import AIR, NAVAL, leaving
from beachhead.games.rage.facts import FLAGS
from beachhead.games.rage.movement import NOBODY
from beachhead.games.rage.phases import (
    CONSTRUCTION,
    END,
    JP_ASSAULT_PHASE,
    JP_BOMBARDMENT_PHASE,
    JP_MOVEMENT,
    PHASES,
    SETUP,
    US_ASSAULT_PHASE,
    US_BOMBARDMENT_PHASE,
    US_MOVEMENT,
    US_RECOVERY,
    WEATHER,
)
from beachhead.games.rage.retreats import eligible
from beachhead.games.rage.rows import under_attack
from beachhead.games.rage.state import (
    ABSENT,
    BLAST,
    CLOSED,
    DIE,
    HID,
    JP_ASSAULT,
    JP_BOMBARDMENT,
    JP_FIRE,
    LANDING,
    LOST,
    LOST_UNSEEN,
    NONE,
    OUT,
    RESERVE,
    SEARCHED,
    SEEN,
    SUPPORT,
    UNSET,
    US_ASSAULT,
    US_BOMBARDMENT,
    US_FIRE,
    RageState,
)
from beachhead.games.rage.weather import KINDS, flying

GROUND_PLACES: tuple[int, ...] = (LANDING, LOST, OUT, ABSENT)
THIRD_PLACES = (RESERVE, *GROUND_PLACES)
SUPPORT_PLACES = (SUPPORT, OUT, ABSENT)
JAPANESE_PLACES = (LOST, OUT, LOST_UNSEEN, UNSET, ABSENT)
MANY = 100_000
"""More than any count of dice, Hits or points comes to."""

_ATTACK_PHASES = {
    US_BOMBARDMENT_PHASE: US_BOMBARDMENT,
    US_ASSAULT_PHASE: US_ASSAULT,
    JP_BOMBARDMENT_PHASE: JP_BOMBARDMENT,
    JP_ASSAULT_PHASE: JP_ASSAULT,
}
_ANY = tuple(range(len(PHASES)))
_FORMS: dict[str, tuple[tuple[str, ...], int, tuple[int, ...]]] = {
    "turn": (("",), 0, _ANY),
    "setup": (("turn",), 0, (SETUP,)),
    "begin": (("turn",), 0, _ANY),
    "window": (("begin",), 0, _ANY),
    "ground": (("turn",), 1, (WEATHER,)),
    "recovery": (("turn",), 0, (US_RECOVERY,)),
    "bombard": (("turn",), 0, (US_BOMBARDMENT_PHASE,)),
    "jp bombard": (("turn",), 0, (JP_BOMBARDMENT_PHASE,)),
    "resolve": (("turn",), 0, tuple(_ATTACK_PHASES)),
    "targets": (("resolve",), 0, (US_BOMBARDMENT_PHASE,)),
    "volley": (("resolve",), 1, (JP_ASSAULT_PHASE,)),
    "charge": (("volley",), 1, (JP_ASSAULT_PHASE,)),
    "blasted": (("resolve",), 0, (US_BOMBARDMENT_PHASE,)),
    "dice": (("blasted",), 0, (US_BOMBARDMENT_PHASE,)),
    "fallen": (("resolve",), 0, (US_BOMBARDMENT_PHASE,)),
    "losses": (("fallen",), 0, (US_BOMBARDMENT_PHASE,)),
    "shelled": (("resolve",), 0, (JP_BOMBARDMENT_PHASE,)),
    "assaulted": (("resolve",), 1, (US_ASSAULT_PHASE, JP_ASSAULT_PHASE)),
    "rank": (("blasted", "shelled", "assaulted"), 0, tuple(_ATTACK_PHASES)),
    "stand": (("assaulted", "hurt", "stand"), 1, (US_ASSAULT_PHASE, JP_ASSAULT_PHASE, US_MOVEMENT, JP_MOVEMENT)),
    "withdraw": (("assaulted", "hurt"), 0, (US_ASSAULT_PHASE, JP_ASSAULT_PHASE, US_MOVEMENT, JP_MOVEMENT)),
    "move": (("turn",), 3, (US_MOVEMENT,)),
    "entry": (("move",), 2, (US_MOVEMENT,)),
    "hurt": (("move", "jp move"), 4, (US_MOVEMENT, JP_MOVEMENT)),
    "jp move": (("turn",), 5, (JP_MOVEMENT,)),
    "us fire": (("jp move",), 1, (JP_MOVEMENT,)),
    "assault": (("turn",), 0, (US_ASSAULT_PHASE,)),
    "kirikami": (("assault",), 0, (US_ASSAULT_PHASE,)),
    "jp assault": (("turn",), 0, (JP_ASSAULT_PHASE,)),
    "build": (("turn",), 0, (CONSTRUCTION,)),
    "retire": (("turn", "retire", "marines"), 2, (END,)),
    "marines": (("retire",), 0, (END,)),
}
"""For each step: what it can stand on, how many numbers its record has, and its phases."""
_SILENT = ("turn", "begin", "volley", "blasted", "fallen", "shelled", "assaulted", "hurt", "marines")
"""Steps that ask nobody, so nothing waits at them."""


def check_fields(state: RageState) -> None:
    """Whether the fields of a state just loaded can belong to a game with this setup."""
    ruleset = state.ruleset
    units, areas = range(len(ruleset.units)), range(len(ruleset.areas))
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
    limits = ruleset.components.setup_limits
    checks: dict[str, bool] = {
        "lists": {len(row) for row in by_unit} == {len(units)} and {len(row) for row in by_area} == {len(areas)},
        "turn": 1 <= state.turn <= len(ruleset.components.track) and 0 <= state.phase < len(PHASES),
        "where": all(_fits(state, unit) for unit in units),
        "marks": all(mark in (0, 1) for row in (*flags, state.beachhead, state.safe, switches) for mark in row),
        "moves made": all(mark in (0, 1, 2) for mark in state.moved) and max(state.landed, default=0) <= PRINTED,
        "secrets": not any(state.concealed[: ruleset.japanese.start]),
        "caves": sum(state.caves) + sum(state.shown) <= limits.caves_total and max(state.caves_found, default=0) <= PRINTED,
        "points": len(state.vp) == len(ruleset.sides) and _whole(state.vp, range(MANY)),
        "weather": state.weather in range(len(KINDS)) and state.flag in range(len(FLAGS)),
        "die": state.die in range(7) and state.moves in range(PRINTED + 1),
        "targets": _whole(state.aim, range(-1, len(areas))) and _distinct(state.pending, areas),
        "banzai": state.banzai in range(-1, len(areas)) and _whole(state.charged, range(-len(areas), len(areas))),
        "attack": state.attack in (NONE, *NAMES) and state.area in range(-1, len(areas)),
        "dice": _whole(state.faces, range(1, 7)) and _whole((state.hits, state.damage), range(MANY)),
        "row": _distinct(state.row, units) and _distinct(state.retreating, units),
        "memory": all(_is_memory(state, entry) for entry in state.memory),
        "stack": bool(state.stack) != bool(state.outcome) and _stack_is_sound(state),
    }
    for name, sound in checks.items():
        if not sound:
            raise PositionError(f"this save cannot be played: invalid {name}")
    state.memory = [tuple(entry) for entry in state.memory]
    if state.outcome is None:
        _check_moment(state)


def _fits(state: RageState, unit: int) -> bool:
    """Whether a unit can be where it is, with the steps it has and as hidden as it is."""
    ruleset, place, steps = state.ruleset, state.where[unit], state.steps[unit]
    if type(place) is not int or steps > ruleset.full[unit]:
        return False
    if unit in ruleset.support:
        allowed: tuple[int, ...] = SUPPORT_PLACES
    elif unit in ruleset.japanese:
        allowed = JAPANESE_PLACES
    else:
        allowed = THIRD_PLACES if ruleset.is_third[unit] else GROUND_PLACES
    on_map = unit not in ruleset.support and 0 <= place < len(ruleset.areas)
    if not on_map and place not in allowed:
        return False
    if state.concealed[unit] and not (on_map or place in (LOST_UNSEEN, UNSET)):
        return False
    if place in (LOST_UNSEEN, UNSET) and not state.concealed[unit]:
        return False
    return steps > 0 or place in (LOST, LOST_UNSEEN, OUT, ABSENT)


def _is_memory(state: RageState, entry: Any) -> bool:
    """Whether this can be something that the U.S. player was shown: the numbers that its kind has, each within its bounds."""
    turns, areas, mask = range(1, PRINTED + 1), range(len(state.ruleset.areas)), range(1 << len(state.ruleset.areas))
    units, few = state.ruleset.japanese, range(MANY)
    forms: dict[Any, tuple[range, ...]] = {
        SEARCHED: (turns, mask),
        BLAST: (turns, areas, few),
        SEEN: (turns, units, areas, few),
        HID: (turns, units, areas, few, range(2)),
        DIE: (turns, few, few),
        CLOSED: (turns, mask),
    }
    if not isinstance(entry, list | tuple) or not entry or type(entry[0]) is not int:
        return False
    if entry[0] not in forms or len(forms[entry[0]]) != len(entry) - 1:
        return False
    return all(type(number) is int and number in among for number, among in zip(entry[1:], forms[entry[0]], strict=True))


def _whole(numbers: Iterable[Any], among: range) -> bool:
    return all(type(number) is int and number in among for number in numbers)


def _distinct(numbers: list[Any], among: range) -> bool:
    return _whole(numbers, among) and len(set(numbers)) == len(numbers)


def _stack_is_sound(state: RageState) -> bool:
    """Whether every record of the stack stands where it can, with as many numbers as it needs, in its phase."""
    below = ""
    for number, *values in state.stack:
        name = state.ruleset.steps[number].name
        under, count, phases = _FORMS[name]
        if below not in under or len(values) != count or state.phase not in phases:
            return False
        below = name
    return below not in _SILENT


# ---------------------------------------------------------------------- the moment


def _check_moment(state: RageState) -> None:
    """Whether what is under way fits units and map."""
    names = [state.ruleset.steps[frame[0]].name for frame in state.stack]
    if not _aims_are_sound(state, names):
        raise PositionError("this save cannot be played: invalid targets")
    for spot, name in enumerate(names):
        if name in _MOMENTS and not _MOMENTS[name](state, spot):
            raise PositionError(f"this save cannot be played: its step {name!r} does not fit the position")


def _aims_are_sound(state: RageState, names: list[str]) -> bool:
    """Whoever aims at an area can take part in the attack under way."""
    ruleset, aim, where = state.ruleset, state.aim, state.where
    aiming = [unit for unit in range(len(ruleset.units)) if aim[unit] >= 0]
    kind = _ATTACK_PHASES.get(state.phase, NONE)
    if kind and names[1] != "begin" and state.attack != kind:
        return False
    if not aiming:
        return True
    if state.attack in (US_ASSAULT, JP_ASSAULT):
        units = ruleset.us_ground if state.attack == US_ASSAULT else ruleset.japanese
        return all(unit in units and where[unit] == aim[unit] for unit in aiming)
    if state.attack == JP_BOMBARDMENT:
        return all(unit in ruleset.japanese and ruleset.is_gun[unit] and where[unit] >= 0 for unit in aiming)
    if state.attack != US_BOMBARDMENT:
        return False
    return all(
        where[unit] == SUPPORT
        if unit in ruleset.support
        else unit in ruleset.us_ground and ruleset.is_gun[unit] and where[unit] >= 0
        for unit in aiming
    )


def _values(state: RageState, spot: int) -> tuple[int, ...]:
    return state.stack[spot][1:]


def _recovery(state: RageState, spot: int) -> bool:
    del spot
    return all(state.beachhead[area] for area in state.pending)


def _ground(state: RageState, spot: int) -> bool:
    return 0 < _values(state, spot)[0] <= len(flying(state))


def _retire(state: RageState, spot: int) -> bool:
    kind, count = _values(state, spot)
    least = 1 if spot == len(state.stack) - 1 else 0
    return kind in (AIR, NAVAL) and least <= count <= len(leaving(state, kind))


def _resolve(state: RageState, spot: int) -> bool:
    """Every area that waits is somebody's target; at the question itself there are two at least."""
    if spot == len(state.stack) - 1 and len(state.pending) < 2:
        return False
    return state.pending == sorted(state.pending) and set(state.pending) <= set(state.aim) and bool(state.named)


def _targets(state: RageState, spot: int) -> bool:
    del spot
    return bool(state.pending)


def _volley(state: RageState, spot: int) -> bool:
    return _values(state, spot)[0] == state.area >= 0


def _rolled(state: RageState, spot: int) -> bool:
    """Dice have been thrown at an area."""
    del spot
    return state.area >= 0


def _losses(state: RageState, spot: int) -> bool:
    del spot
    return state.area >= 0 and set(state.row) <= set(state.concealed_in(state.area))


def _rank(state: RageState, spot: int) -> bool:
    del spot
    enemies = under_attack(state) if state.area >= 0 else []
    return set(state.row) <= set(enemies) and len(enemies) - len(state.row) > 1


def _assaulted(state: RageState, spot: int) -> bool:
    above = state.ruleset.steps[state.stack[spot + 1][0]].name
    return _rolled(state, spot) and _values(state, spot)[0] == {"rank": 1, "stand": 2, "withdraw": 3}[above]


def _stand(state: RageState, spot: int) -> bool:
    unit = _values(state, spot)[0]
    asked = [frame[1] for frame in state.stack if frame[0] == state.stack[spot][0]]
    ready = unit in state.row and state.where[unit] == state.area >= 0 and unit not in state.retreating
    return ready and len(set(asked)) == len(asked) and bool(eligible(state, unit)) and _ready_to_go(state)


def _withdraw(state: RageState, spot: int) -> bool:
    del spot
    return bool(state.retreating) and _ready_to_go(state)


def _ready_to_go(state: RageState) -> bool:
    """Whoever has declared a retreat stands in the row and has somewhere to go; all are of one side."""
    row = state.retreating
    sides = {unit in state.ruleset.japanese for unit in row}
    return len(sides) < 2 and all(unit in state.row and state.where[unit] == state.area and eligible(state, unit) for unit in row)


def _move(state: RageState, spot: int) -> bool:
    mover, left, arrived = _values(state, spot)
    if mover == NOBODY:
        return (left, arrived) == (0, 0) and spot == len(state.stack) - 1
    least = 1 if spot == len(state.stack) - 1 else 0
    return mover in state.ruleset.us_ground and state.where[mover] >= 0 and least <= left <= PRINTED and arrived in (0, 1)


def _entry(state: RageState, spot: int) -> bool:
    unit, landing = _values(state, spot)
    return unit == state.stack[spot - 1][1] and landing in (0, 1)


def _jp_move(state: RageState, spot: int) -> bool:
    mover, left, entered, arrived, seen = _values(state, spot)
    if not state.die or arrived not in (0, 1) or not 0 <= entered <= PRINTED or not 0 <= seen <= PRINTED:
        return False
    if mover == NOBODY:
        return (left, entered, arrived) == (0, 0, 0) and spot == len(state.stack) - 1
    return mover in state.ruleset.japanese and state.where[mover] >= 0 and 0 <= left <= PRINTED


def _us_fire(state: RageState, spot: int) -> bool:
    return _values(state, spot)[0] == state.stack[spot - 1][1]


def _hurt(state: RageState, spot: int) -> bool:
    """A unit on its way under fire: the firer is of the other side, and the row is the unit alone."""
    stage, firer, mover, landing = _values(state, spot)
    ruleset, above = state.ruleset, state.ruleset.steps[state.stack[spot + 1][0]].name
    american = ruleset.steps[state.stack[spot - 1][0]].name == "move"
    enemies = ruleset.japanese if american else ruleset.us_ground
    return (
        mover == state.stack[spot - 1][1] != NOBODY
        and stage == {"stand": 1, "withdraw": 3}.get(above)
        and firer in enemies
        and state.where[firer] >= 0
        and landing in (0, 1)
        and state.row == [mover]
        and state.attack == (JP_FIRE if american else US_FIRE)
    )


_MOMENTS: dict[str, Callable[[RageState, int], bool]] = {
    "recovery": _recovery,
    "ground": _ground,
    "retire": _retire,
    "resolve": _resolve,
    "targets": _targets,
    "volley": _volley,
    "charge": _volley,
    "blasted": _rolled,
    "dice": _rolled,
    "fallen": _rolled,
    "losses": _losses,
    "shelled": _rolled,
    "assaulted": _assaulted,
    "rank": _rank,
    "stand": _stand,
    "withdraw": _withdraw,
    "move": _move,
    "entry": _entry,
    "hurt": _hurt,
    "jp move": _jp_move,
    "us fire": _us_fire,
}
