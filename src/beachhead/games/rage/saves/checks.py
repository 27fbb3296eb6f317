"""Whether a state from outside can belong to a game of Rage: fields that are sound each by itself must also agree.

Every step of the rules relies on what the steps before it leave behind. A save that says otherwise would end in the middle of an
action, or never, so it is refused when it is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from beachhead.engine.bounds import PRINTED
from beachhead.engine.errors import PositionError
from beachhead.engine.step import AnyStep
from beachhead.games.rage.assault import Assault, Assaulted, JapaneseAssault, Stage
from beachhead.games.rage.attacks import Resolve
from beachhead.games.rage.bombardment import Blasted, Bombard, Fallen, JapaneseBombard, Losses, Shelled
from beachhead.games.rage.charges import Charge, Target
from beachhead.games.rage.construction import Build
from beachhead.games.rage.defensive_fire import Entered, Entry, Hurt, JapaneseEntered, UnderFire, UnitedStatesFire
from beachhead.games.rage.deployment import Deployment
from beachhead.games.rage.end_phase import AIR, NAVAL, Leaving, Retire, leaving
from beachhead.games.rage.kinds import ASSAULTS
from beachhead.games.rage.loss_order import Rank, under_attack
from beachhead.games.rage.movement import JapaneseMovement, Movement
from beachhead.games.rage.phases import (
    CONSTRUCTION,
    END,
    JP_ASSAULT_PHASE,
    JP_BOMBARDMENT_PHASE,
    JP_MOVEMENT,
    SETUP,
    US_ASSAULT_PHASE,
    US_BOMBARDMENT_PHASE,
    US_MOVEMENT,
    US_RECOVERY,
    WEATHER,
)
from beachhead.games.rage.recovery import Recovery
from beachhead.games.rage.retreats import Stand, Threatened, Withdraw, eligible
from beachhead.games.rage.sequence import Begin, Roll
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
    MANY,
    NOBODY,
    NONE,
    OUT,
    RESERVE,
    SEARCHED,
    SEEN,
    SUPPORT,
    UNSEEN,
    UNSET,
    US_ASSAULT,
    US_BOMBARDMENT,
    US_FIRE,
    JapaneseMove,
    Move,
    RageState,
)
from beachhead.games.rage.weather import Ground, Grounding, flying
from beachhead.games.rage.windows import TargetsWindow

GROUND_PLACES: Final = (LANDING, LOST, OUT, ABSENT)
THIRD_PLACES: Final = (RESERVE, *GROUND_PLACES)
SUPPORT_PLACES: Final = (SUPPORT, OUT, ABSENT)
JAPANESE_PLACES: Final = (LOST, OUT, LOST_UNSEEN, UNSET, ABSENT)

_ATTACK_PHASES: Final = {
    US_BOMBARDMENT_PHASE: US_BOMBARDMENT,
    US_ASSAULT_PHASE: US_ASSAULT,
    JP_BOMBARDMENT_PHASE: JP_BOMBARDMENT,
    JP_ASSAULT_PHASE: JP_ASSAULT,
}


def boxes_of(state: RageState, unit: int) -> tuple[int, ...]:
    """The places off the map where a unit can be."""
    ruleset = state.ruleset
    if unit in ruleset.support:
        return SUPPORT_PLACES
    if unit in ruleset.japanese:
        return JAPANESE_PLACES
    return THIRD_PLACES if ruleset.is_third[unit] else GROUND_PLACES


def check_fields(state: RageState) -> None:
    """Whether the fields of a state just loaded can belong to a game with this ruleset."""
    ruleset = state.ruleset
    checks = {
        "where": all(_fits(state, unit) for unit in range(len(ruleset.units))),
        "secrets": not any(state.concealed[: ruleset.japanese.start]),
        "caves": sum(state.caves) + sum(state.shown) <= ruleset.components.setup_limits.caves_total,
        "memory": all(_is_memory(state, entry) for entry in state.memory),
        "targets": not state.stack or _aims_are_sound(state),
    }
    for name, sound in checks.items():
        if not sound:
            raise PositionError(f"this save cannot be played: invalid {name}")
    for spot, frame in enumerate(state.stack):
        step = ruleset.steps[frame[0]]
        phases, fits = _FITTING.get(type(step), (None, None))
        if (phases is not None and state.phase not in phases) or (fits is not None and not fits(state, spot, frame)):
            raise PositionError(f"this save cannot be played: its step {step.name!r} does not fit the position")


def _fits(state: RageState, unit: int) -> bool:
    """Whether a unit can be where it is, with the steps it has and as hidden as it is."""
    ruleset, place, steps = state.ruleset, state.where[unit], state.steps[unit]
    on_map = unit not in ruleset.support and place >= 0
    if steps > ruleset.full[unit] or not (on_map or place in boxes_of(state, unit)):
        return False
    if not on_map and bool(state.concealed[unit]) != (place in UNSEEN):
        return False
    return steps > 0 or place in (LOST, LOST_UNSEEN, OUT, ABSENT)


def _is_memory(state: RageState, entry: tuple[int, ...]) -> bool:
    """Whether this can be something that the U.S. player was shown: the numbers that its kind has, each within its bounds."""
    turns, areas, mask = range(1, PRINTED + 1), range(len(state.ruleset.areas)), range(1 << len(state.ruleset.areas))
    units, few = state.ruleset.japanese, range(MANY)
    forms: dict[int, tuple[range, ...]] = {
        SEARCHED: (turns, mask),
        BLAST: (turns, areas, few),
        SEEN: (turns, units, areas, few),
        HID: (turns, units, areas, few, range(2)),
        DIE: (turns, few, few),
        CLOSED: (turns, mask),
    }
    if not entry or entry[0] not in forms or len(forms[entry[0]]) != len(entry) - 1:
        return False
    return all(type(number) is int and number in among for number, among in zip(entry[1:], forms[entry[0]], strict=True))


def _aims_are_sound(state: RageState) -> bool:
    """Whoever aims at an area can take part in the attack under way."""
    ruleset, aim, where = state.ruleset, state.aim, state.where
    aiming = [unit for unit in range(len(ruleset.units)) if aim[unit] >= 0]
    kind = _ATTACK_PHASES.get(state.phase, NONE)
    if kind and not state.is_in(Begin) and state.attack != kind:
        return False
    if not aiming:
        return True
    if state.attack in ASSAULTS:
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


# ---------------------------------------------------------------------- steps, each with its place on the stack and its record


def _recovery(state: RageState, *_: Any) -> bool:
    return all(state.beachhead[area] for area in state.pending)


def _ground(state: RageState, _: int, frame: Grounding) -> bool:
    return 0 < frame.units <= len(flying(state))


def _retire(state: RageState, spot: int, frame: Leaving) -> bool:
    return frame.kind in (AIR, NAVAL) and _is_last(state, spot) <= frame.units <= len(leaving(state, frame.kind))


def _is_last(state: RageState, spot: int) -> bool:
    """Whether the step is the one at hand."""
    return spot == len(state.stack) - 1


def _resolve(state: RageState, spot: int, _: Any) -> bool:
    """Every area that waits is somebody's target; at the question itself there are two at least."""
    if _is_last(state, spot) and len(state.pending) < 2:
        return False
    return state.pending == sorted(state.pending) and set(state.pending) <= set(state.aim) and bool(state.named)


def _targets(state: RageState, *_: Any) -> bool:
    return bool(state.pending)


def _volley(state: RageState, _: int, frame: Target) -> bool:
    return frame.area == state.area >= 0


def _rolled(state: RageState, *_: Any) -> bool:
    """Dice have been thrown at an area."""
    return state.area >= 0


def _losses(state: RageState, *_: Any) -> bool:
    return state.area >= 0 and set(state.row) <= set(state.concealed_in(state.area))


def _rank(state: RageState, *_: Any) -> bool:
    enemies = under_attack(state) if state.area >= 0 else []
    return set(state.row) <= set(enemies) and len(enemies) - len(state.row) > 1


def _assaulted(state: RageState, spot: int, frame: Stage) -> bool:
    above = state.ruleset.steps[state.stack[spot + 1][0]].name
    return state.area >= 0 and frame.stage == {"rank": 1, "stand": 2, "withdraw": 3}[above]


def _stand(state: RageState, _: int, frame: Threatened) -> bool:
    unit = frame.unit
    asked = [other.unit for other in state.stack if isinstance(other, Threatened)]
    ready = unit in state.row and state.where[unit] == state.area >= 0 and unit not in state.retreating
    return ready and len(set(asked)) == len(asked) and bool(eligible(state, unit)) and _ready_to_go(state)


def _withdraw(state: RageState, *_: Any) -> bool:
    return bool(state.retreating) and _ready_to_go(state)


def _ready_to_go(state: RageState) -> bool:
    """Whoever has declared a retreat stands in the row and has somewhere to go; all are of one side."""
    row = state.retreating
    sides = {unit in state.ruleset.japanese for unit in row}
    return len(sides) < 2 and all(unit in state.row and state.where[unit] == state.area and eligible(state, unit) for unit in row)


def _move(state: RageState, spot: int, frame: Move) -> bool:
    if frame.mover == NOBODY:
        return frame[2:] == (0, 0) and _is_last(state, spot)
    known = frame.mover in state.ruleset.us_ground and state.where[frame.mover] >= 0
    return known and _is_last(state, spot) <= frame.left <= PRINTED and frame.arrived in (0, 1)


def _below(state: RageState, spot: int) -> int:
    """The unit on its way by the record below."""
    move = state.stack[spot - 1]
    return move.mover if isinstance(move, Move | JapaneseMove) else NOBODY


def _entry(state: RageState, spot: int, frame: Entered) -> bool:
    return frame.mover == _below(state, spot) and frame.landing in (0, 1)


def _jp_move(state: RageState, spot: int, frame: JapaneseMove) -> bool:
    if not state.die or frame.arrived not in (0, 1) or not 0 <= frame.entered <= PRINTED or not 0 <= frame.seen <= PRINTED:
        return False
    if frame.mover == NOBODY:
        return frame[2:5] == (0, 0, 0) and _is_last(state, spot)
    return frame.mover in state.ruleset.japanese and state.where[frame.mover] >= 0 and 0 <= frame.left <= PRINTED


def _us_fire(state: RageState, spot: int, frame: JapaneseEntered) -> bool:
    return frame.mover == _below(state, spot)


def _hurt(state: RageState, spot: int, frame: UnderFire) -> bool:
    """A unit on its way under fire: the firer is of the other side, and the row is the unit alone."""
    ruleset, above = state.ruleset, state.ruleset.steps[state.stack[spot + 1][0]].name
    american = isinstance(state.stack[spot - 1], Move)
    enemies = ruleset.japanese if american else ruleset.us_ground
    return (
        frame.mover == _below(state, spot) != NOBODY
        and frame.stage == {"stand": 1, "withdraw": 3}.get(above)
        and frame.firer in enemies
        and state.where[frame.firer] >= 0
        and frame.landing in (0, 1)
        and state.row == [frame.mover]
        and state.attack == (JP_FIRE if american else US_FIRE)
    )


_Fit = Callable[[RageState, int, Any], bool]
_FITTING: Final[dict[type[AnyStep], tuple[tuple[int, ...] | None, _Fit | None]]] = {
    Deployment: ((SETUP,), None),
    Ground: ((WEATHER,), _ground),
    Recovery: ((US_RECOVERY,), _recovery),
    Bombard: ((US_BOMBARDMENT_PHASE,), None),
    JapaneseBombard: ((JP_BOMBARDMENT_PHASE,), None),
    Resolve: (tuple(_ATTACK_PHASES), _resolve),
    TargetsWindow: ((US_BOMBARDMENT_PHASE,), _targets),
    Roll: ((JP_ASSAULT_PHASE,), _volley),
    Charge: (None, _volley),
    Blasted: ((US_BOMBARDMENT_PHASE,), _rolled),
    Fallen: ((US_BOMBARDMENT_PHASE,), _rolled),
    Losses: (None, _losses),
    Shelled: ((JP_BOMBARDMENT_PHASE,), _rolled),
    Assaulted: ((US_ASSAULT_PHASE, JP_ASSAULT_PHASE), _assaulted),
    Rank: (None, _rank),
    Stand: (None, _stand),
    Withdraw: (None, _withdraw),
    Movement: ((US_MOVEMENT,), _move),
    Entry: (None, _entry),
    Hurt: (None, _hurt),
    JapaneseMovement: ((JP_MOVEMENT,), _jp_move),
    UnitedStatesFire: (None, _us_fire),
    Assault: ((US_ASSAULT_PHASE,), None),
    JapaneseAssault: ((JP_ASSAULT_PHASE,), None),
    Build: ((CONSTRUCTION,), None),
    Retire: ((END,), _retire),
}
"""For each step its phases, where these do not follow from what is below it, and what must hold besides."""
