"""Set-up (11.0, 23.1): the garrison face down, dealt or chosen, and the Marines in their boxes."""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.chance.dice import Dice
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.phases import DEPLOYMENT
from beachhead.games.bonins.ruleset import JP
from beachhead.games.bonins.state import AVAILABLE, RESERVES, BoninsState
from beachhead.games.bonins.verbs import DEPLOY

STREAM: Final = "deal"
"""The garrison is dealt with dice of its own, which must not shift those that everybody sees."""
JAPAN_ONLY: Final = ("jp",)


@enforces(FAMILY, "11.1-a", "11.1-b", "11.2-b", "11.4-c")
def set_up(state: BoninsState) -> None:
    """The first position: Japan first, then the U.S."""
    from beachhead.games.bonins.sequence import GameTurn, begin_phase

    muster(state)
    state.push(GameTurn)
    state.phase = DEPLOYMENT
    if state.ruleset.solitaire:
        deal(state)
    else:
        begin_phase(state, DEPLOYMENT)


@enforces(FAMILY, "11.4-a", "11.4-b", "14.1-a", "rec-us-counters", "rec-boxes")
def muster(state: BoninsState) -> None:
    """The 4th and 5th Divisions are available for landing, the 3rd is in reserve."""
    for unit in state.ruleset.us_units:
        state.where[unit] = RESERVES if state.ruleset.units[unit].starts == "reserves" else AVAILABLE


@enforces(FAMILY, "11.2-a", "11.2-b", "11.2-errata", "rec-symbols", "rec-jp-counters")
def deal(state: BoninsState) -> None:
    """One unit on each red hex, all of them mixed. Beside scripted dice, which are for play, the deal is always the same."""
    ruleset = state.ruleset
    dice = state.dice if state.dice.script is None else Dice(bytes(16))
    cup = list(range(1, ruleset.jp_count + 1))
    for space in spaces_of(ruleset.ground.red_mask):
        if cup:
            state.dug[space] = cup.pop(dice.below(len(cup), STREAM))
    state.dug_mask = mask_of(space for space in range(ruleset.ground.size) if state.dug[space])
    state.us_zone_now = state.jp_zone_now = -1


def begin(state: BoninsState) -> None:
    """The deployment of 23.1."""
    state.push(Deploy)


def left_over(state: BoninsState) -> list[int]:
    """Japanese units that are not on the map yet, by their place in their list."""
    used = set(state.dug)
    return [place for place in range(state.ruleset.jp_count) if place + 1 not in used]


class Deploy(Question[BoninsState]):
    """The Japanese player chooses the unit for each red hex. The U.S. player sees no more than that it goes on."""

    name = "deploy"
    case = "23.1"
    pushed_by = ("turn",)
    forced_verbs = ()

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return state.phase == DEPLOYMENT

    def settle(self, state: BoninsState) -> bool:
        if len(state.choices()):
            return True
        state.stack.pop()
        return False

    def side(self, state: BoninsState) -> int:
        return JP

    def prompt(self, state: BoninsState) -> str:
        return "Japan deploys its units face down, one on each red hex, out of the U.S. player's sight."

    @enforces(FAMILY, "23.1", "11.2-b")
    def choices(self, state: BoninsState) -> Choices:
        mask = state.ruleset.ground.red_mask & ~state.dug_mask
        units = [place + state.ruleset.us_count for place in left_over(state)] if mask else []
        return Rows([pack(DEPLOY, unit) for unit in units], [mask] * len(units))

    def take_deploy(self, state: BoninsState, unit: int, space: int) -> None:
        state.dug[space] = unit + 1 - state.ruleset.us_count
        state.dug_mask |= 1 << space
        state.us_zone_now = state.jp_zone_now = -1
        if state.sink is not None:
            name, where = state.name(unit), state.hex_name(space)
            state.tell("deployed", "23.1", f"{name} is dug in at {where}", seen_by=JAPAN_ONLY, unit=name, hex=where)

    def refuse_deploy(self, state: BoninsState, unit: int, space: int) -> Refusal:
        name, where = state.name(unit), state.hex_name(space)
        if state.is_us(unit):
            return Refusal("23.1", f"{name} is not a Japanese unit", (name,))
        if not state.ruleset.ground.red_mask >> space & 1:
            return Refusal("23.1", f"{where} has no red symbol", (name,), ("11.2-a",))
        if state.dug_mask >> space & 1:
            return Refusal("23.1", f"a unit is in {where} already", (name,), ("11.2-a",))
        return Refusal("23.1", f"{name} has been deployed already", (name,))


STEPS: Final[tuple[AnyStep, ...]] = (Deploy(),)
