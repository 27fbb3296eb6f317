"""Stacking (7.5, D68, D123): nothing keeps units out of a hex, but those beyond the limit are disrupted at once."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.counters import marines
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import US
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.verbs import DISRUPT

CASE: Final = "7.5"


@enforces(FAMILY, "7.5", "7.5.2", "7.5.2-b", "5.2-a")
def test(state: DDayState, place: int) -> bool:
    """Ask which units of a hex are disrupted if there are too many. Returns whether somebody has to choose.

    Called wherever units enter, leave, are lost or recover (D68, D123).
    """
    if place < 0 or not marines.shortfall(state, state.units_in(place)):
        return False
    state.push(Overstacked, place)
    return True


@enforces(FAMILY, "7.5", "7.5.2-b")
def test_all(state: DDayState) -> bool:
    """The same for all hexes, lowest first: after fire, artillery and attacks, whose losses may take away a disrupted unit that
    made up for one too many (D123)."""
    stale = state.stale_stacks & state.us_mask
    found = False
    if stale:
        sound = -1
        for place in spaces_of(stale)[::-1]:
            if len(state.us_at[place]) > marines.COMPANIES and test(state, place):
                found = True
                sound ^= 1 << place
        stale &= ~sound
    state.stale_stacks = stale
    return found


class StackRecord(NamedTuple):
    """The hex with too many units."""

    step: int
    place: int


class Overstacked(Question[DDayState]):
    """The player disrupts units of a hex, one by one, until as many are disrupted as there are too many. Any unit of the hex will
    do: a disrupted HQ makes up for a third rifle company."""

    name = "overstacked"
    case = CASE
    record = StackRecord
    pushed_by = (
        "second wave", "turn", "actions", "deliberate", "move", "recovery", "arrival", "close combat", "fire phase", "artillery",
        "overstacked", "counterattack", "tanks", "japanese assault", "local counterattack", "raids", "hq phase", "reserve",
    )  # fmt: skip
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: StackRecord) -> bool:
        return 0 <= frame.place < state.ruleset.ground.land

    def settle(self, state: DDayState) -> bool:
        if marines.shortfall(state, state.units_in(state.top(StackRecord).place)):
            return super().settle(state)
        state.stack.pop()
        return False

    def side(self, state: DDayState) -> int:
        return US

    def prompt(self, state: DDayState) -> str:
        place = state.top(StackRecord).place
        short = marines.shortfall(state, state.units_in(place))
        where = state.ruleset.hex_name(place)
        return f"{where} is over the stacking limit: disrupt {counted(short, 'more unit')} there."

    @enforces(FAMILY, "7.5", "7.5.1", "7.5.2-b")
    def choices(self, state: DDayState) -> Choices:
        return [pack(DISRUPT, unit) for unit in candidates(state, state.top(StackRecord).place)]

    @enforces(FAMILY, "7.5.2-important")
    def take_disrupt(self, state: DDayState, unit: int) -> None:
        marines.disrupt(state, unit, "7.5.2-b")

    def refuse_disrupt(self, state: DDayState, unit: int) -> Refusal:
        ruleset, name = state.ruleset, state.ruleset.unit_ids[unit]
        place = state.top(StackRecord).place
        where = ruleset.hex_name(place)
        if state.where[unit] != place:
            return Refusal(CASE, f"{name} is not in {where}, where there are too many units", (name,))
        if ruleset.is_regimental_hq[unit]:
            return Refusal("7.5.1", f"{name} does not count for stacking; disrupt another unit", (name,))
        return Refusal(CASE, f"{name} is disrupted already; disrupt another unit of {where}", (name,), ("6.3.3-a",))


def candidates(state: DDayState, place: int) -> list[int]:
    """Units of a hex that can be disrupted for its limit."""
    ruleset = state.ruleset
    return [
        unit for unit in state.units_in(place) if not state.disrupted[unit] and not ruleset.is_regimental_hq[unit]
    ]  # fmt: skip


STEPS: Final[tuple[AnyStep, ...]] = (Overstacked(),)
