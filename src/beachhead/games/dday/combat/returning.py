"""What becomes of Japanese who have fought in a hex of the Marines (8.6.2, 8.6.3-c, 8.6.5-b, 13.8-e, 14.2-R-survive, 20.0): they
hold the position they have taken, or are back in one before anything else happens (D74, D95)."""

from __future__ import annotations

from typing import Final

from beachhead.engine.files.cases import enforces
from beachhead.games.dday.counters import fallen_units, japanese_damage, japanese_moves, sorties, stance
from beachhead.games.dday.counters.sorties import COUNTERATTACK, LOCAL, OVERRUN, UNIT_SLOT
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

EXHAUSTION: Final = "8.6.3"
ELIMINATION: Final = "8.6.2"


@enforces(
    FAMILY, "8.6.2-exception", "8.6.3-c", "8.6.5-b", "13.8-e", "14.2-R-survive", "20.0-local-counterattack-b",
    "20.0-local-counterattack-c",
)  # fmt: skip
def end(state: DDayState, position: int, case: str) -> None:
    """A party comes back. US units that withdraw are away already.

    A position taken from the Marines is held. Otherwise an assault goes home; tanks and stacks in counterattack stance that
    fought on open ground go to the nearest unoccupied position, as one. Everybody is disrupted who did not take a position that
    the Marines left. A local counterattack goes home whatever it has won, and only elite units live through it.
    """
    kind, place, shaken = state.sortie, state.sortie_to, bool(state.sortie_shaken)
    out = tuple(sorties.standing_units(state, position))
    there = state.ruleset.ground.position_at[place]
    state.clear_sortie()
    if not out:
        return
    if kind == LOCAL:
        _after_local(state, position)
        return
    if there >= 0 and case != EXHAUSTION:
        goal, disrupted, why = there, shaken or case == ELIMINATION, "8.6.2-b"
    elif kind in (OVERRUN, COUNTERATTACK) and there < 0:
        goal, disrupted, why = japanese_moves.nearest_free(state, place, position, out), True, "8.6.5-b"
    else:
        goal, disrupted, why = position, True, "13.8-e" if there < 0 else "8.6.3-c"
    if goal < 0:
        _strand(state, position, out)
        return
    japanese_moves.move(state, position, goal, out, shaken=disrupted)
    if state.sink is not None:
        _tell(state, place, goal, why, disrupted)
    if kind == COUNTERATTACK:
        stance.after_action(state, goal)


def _tell(state: DDayState, place: int, goal: int, case: str, disrupted: bool) -> None:
    here, there = state.ruleset.hex_name(place), state.ruleset.hex_name(state.ruleset.position_hex[goal])
    text = f"The Japanese hold {there}" if here == there else f"The Japanese in {here} fall back to {there}"
    if disrupted:
        text += " and are disrupted"
    state.happened("fell back", case, text, {"from": here, "hex": there, "disrupted": disrupted})


@enforces(FAMILY, "8.6.5-b", "14.3-defeat")
def _strand(state: DDayState, position: int, out: tuple[int, ...]) -> None:
    """No unoccupied position is left anywhere: they are eliminated (D74)."""
    for slot in reversed(out):
        fallen_units.eliminate_unit(state, position, slot, "8.6.5-b")


@enforces(FAMILY, "20.0-local-counterattack-b", "20.0-local-counterattack-c")
def _after_local(state: DDayState, position: int) -> None:
    """An elite unit is back in its position, disrupted; any other is eliminated, even if it has won (c-50)."""
    if state.ruleset.is_elite[state.unit[position]]:
        japanese_damage.shake(state, position, "20.0-local-counterattack-b")
    else:
        fallen_units.eliminate_unit(state, position, UNIT_SLOT, "20.0-local-counterattack-c")
