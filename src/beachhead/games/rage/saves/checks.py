"""Whether a state from outside can belong to a game of Rage: fields that are sound each by itself must also agree.

Every step of the rules relies on what the steps before it leave behind. A save that says otherwise would end in the middle of an
action, or never, so it is refused when it is loaded. The steps themselves say whether they fit (`Step.fits`).
"""

from __future__ import annotations

from typing import Final

from beachhead.engine.errors import PositionError
from beachhead.games.rage import state as at
from beachhead.games.rage.combat.kinds import ASSAULTS, ATTACK_PHASES
from beachhead.games.rage.memory import is_memory
from beachhead.games.rage.state import RageState
from beachhead.games.rage.turn.sequence import Begin

GROUND_PLACES: Final = (at.LANDING, at.LOST, at.OUT, at.ABSENT)
THIRD_PLACES: Final = (at.RESERVE, *GROUND_PLACES)
SUPPORT_PLACES: Final = (at.SUPPORT, at.OUT, at.ABSENT)
JAPANESE_PLACES: Final = (at.LOST, at.OUT, at.LOST_UNSEEN, at.UNSET, at.ABSENT)


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
        "memory": all(is_memory(state, entry) for entry in state.memory),
        "targets": not state.stack or _aims_are_sound(state),
    }
    for name, sound in checks.items():
        if not sound:
            raise PositionError(f"this save cannot be played: invalid {name}")


def _fits(state: RageState, unit: int) -> bool:
    """Whether a unit can be where it is, with the steps it has and as hidden as it is."""
    ruleset, place, steps = state.ruleset, state.where[unit], state.steps[unit]
    on_map = unit not in ruleset.support and place >= 0
    if steps > ruleset.full[unit] or not (on_map or place in boxes_of(state, unit)):
        return False
    if not on_map and bool(state.concealed[unit]) != (place in at.UNSEEN):
        return False
    return steps > 0 or place in (at.LOST, at.LOST_UNSEEN, at.OUT, at.ABSENT)


def _aims_are_sound(state: RageState) -> bool:
    """Units aim at areas during an attack only, and only those that can take part in it."""
    ruleset, attack, aim, where = state.ruleset, state.attack, state.aim, state.where
    aiming = [unit for unit, area in enumerate(aim) if area >= 0]
    if state.phase not in ATTACK_PHASES or state.is_in(Begin):
        return not aiming
    if attack != ATTACK_PHASES[state.phase]:
        return False
    for unit in aiming:
        american = attack in (at.US_ASSAULT, at.US_BOMBARDMENT)
        on_map = unit in (ruleset.us_ground if american else ruleset.japanese) and where[unit] >= 0
        if attack in ASSAULTS:
            able = on_map and where[unit] == aim[unit]
        elif attack == at.US_BOMBARDMENT and unit in ruleset.support:
            able = where[unit] == at.SUPPORT
        else:
            able = on_map and ruleset.is_gun[unit] and attack in (at.US_BOMBARDMENT, at.JP_BOMBARDMENT)
        if not able:
            return False
    return True
