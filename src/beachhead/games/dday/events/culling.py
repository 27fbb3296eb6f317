"""Culling (9.5, D84): on AM turns half of the eliminated units and depth markers come back into play, the others are gone."""

from __future__ import annotations

from typing import Any, Final

from beachhead.engine.chance import lots
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import ARMOR_DEPTH
from beachhead.games.dday.counters import defenders
from beachhead.games.dday.phases import AM, FAMILY, FIRST_EVENT
from beachhead.games.dday.ruleset import JP
from beachhead.games.dday.state import ELITES, LOST_DEPTH, DDayState
from beachhead.games.dday.verbs import CULL_CODE

CENTER: Final = 3
NORTH: Final = 4
BOXES: Final = (ELITES, LOST_DEPTH)
"""Units first, then depth markers (9.5-f)."""


@enforces(FAMILY, "9.5")
def is_due(state: DDayState) -> bool:
    """Whether it is the First Event Phase of an AM turn; GT 7 is the first of these."""
    return state.phase == FIRST_EVENT and state.ruleset.charts.parts[state.turn] == AM


@enforces(FAMILY, "9.5-a", "9.2.1-tank")
def may_return(state: DDayState, counter: int) -> bool:
    """Whether a counter of a box is culled at all: conscripts beaten on D-Day stay there (8.3.3-d), and armor markers too, since
    only tanks have them, from the start. Counters that are mixed have passed this test before."""
    ruleset = state.ruleset
    for number in lots.candidates(state.lots, counter):
        if number < ruleset.first_depth:
            return ruleset.is_elite[number]
        return ruleset.depth_kind[number] != ARMOR_DEPTH
    return False


def eligible(state: DDayState, box: int) -> list[int]:
    """The counters of a box that may come back."""
    return [counter for counter in state.pools[box] if may_return(state, counter)]


@enforces(FAMILY, "9.5-e", "9.5-f")
def next_box(state: DDayState) -> int:
    """The box from which the next pair is taken: units, then depth markers; a single one waits. -1 if there is no pair."""
    for box in BOXES:
        if len(eligible(state, box)) > 1:
            return box
    return -1


def begin(state: DDayState) -> None:
    """Before the event card is drawn."""
    if is_due(state) and next_box(state) >= 0:
        state.push(Culling)


@enforces(FAMILY, "9.5-c", "9.5-d")
def goal_sector(state: DDayState) -> int:
    """Where the others go: sector 3 as long as the Japanese hold a position there, otherwise sector 4 (D84)."""
    return CENTER if state.ruleset.ground.position_hexes_of_sector[CENTER] & state.jp_mask else NORTH


@enforces(FAMILY, "9.5-a", "9.5-b", "9.5-c", "9.5-d", "9.5-f")
def cull(state: DDayState, box: int) -> None:
    """Take two at random and remove one of them; the other goes face down into a pool. Nobody looks at either: all of the box are
    mixed, so which counters they are is settled when they turn up."""
    sector = goal_sector(state)
    others = [counter for counter in state.pools[box] if not may_return(state, counter)]
    row = lots.mixed(state.lots, eligible(state, box))
    state.pools[box] = [*others, *row[:-2]]
    defenders.out_of_play(state, row[-1])
    units = box == ELITES
    defenders.put_back(state, (defenders.reserve_of if units else defenders.depth_pool_of)(state, sector), row[-2])
    if state.sink is not None:
        kind = "unit" if units else "depth marker"
        text = f"One of two eliminated {kind}s is removed unseen; the other goes to sector {sector}"
        held = "hold a position" if sector == CENTER else "hold no position"
        why = Why(f"{text}: the Japanese {held} in sector 3.", "9.5-c" if sector == CENTER else "9.5-d").plain()
        case = "9.5-a" if units else "9.5-f"
        state.happened("culled", case, text, {"kind": kind, "sector": sector, "left": len(row) - 2, "why": why})


class Culling(Question[DDayState]):
    """Pair by pair until each box holds one counter or none."""

    name = "culling"
    case = "9.5"
    pushed_by = ("events",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        return is_due(state) and next_box(state) >= 0

    def settle(self, state: DDayState) -> bool:
        if next_box(state) >= 0:
            return True
        state.stack.pop()
        return False

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        kind = "units" if next_box(state) == ELITES else "depth markers"
        return f"Cull two eliminated {kind}: one is removed unseen, the other goes to the pool of sector {goal_sector(state)}."

    @enforces(FAMILY, "9.5", "9.5-e", "9.5-f")
    def choices(self, state: DDayState) -> Choices:
        return [CULL_CODE] if next_box(state) >= 0 else []

    @enforces(FAMILY, "9.5", "9.5-e", "9.5-f")
    def take_cull(self, state: DDayState) -> None:
        cull(state, next_box(state))


STEPS: Final[tuple[AnyStep, ...]] = (Culling(),)
