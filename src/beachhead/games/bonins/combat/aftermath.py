"""What follows a roll (14.2-g, 16.3-b, 20.2, 20.5-j to 20.5-l, std-7.6): U.S. losses and retreats first, then the Japanese unit,
then the advance, then the tests of sectors and of the end (56)."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.files.cases import enforces
from beachhead.engine.step import AnyStep, Step
from beachhead.games.bonins import victory
from beachhead.games.bonins.box.kinds import SLIPS, TRADES
from beachhead.games.bonins.combat import advance, losses, retreat
from beachhead.games.bonins.garrison import redeployment, sectors
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.ruleset import JP, US
from beachhead.games.bonins.state import BoninsState

CASES: Final = {"Ex": "20.2-b", "D2": "20.2-c", "D3": "20.2-d", "De": "20.2-e"}
FIRST: Final = 0
SECOND: Final = 1
ADVANCING: Final = 2
ENDING: Final = 3
LAST: Final = 4


class AftermathRecord(NamedTuple):
    """Whose attack it was, and what has been done of what follows it."""

    step: int
    owner: int
    stage: int


def begin(state: BoninsState, owner: int) -> None:
    """A combat has been rolled."""
    state.push(Aftermath, owner, FIRST)


class Aftermath(Step[BoninsState]):
    """Carries out a result, stage by stage; questions that come up are put on top."""

    name = "aftermath"
    record = AftermathRecord
    pushed_by = ("combat", "japanese combat", "banzai combat")

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        if frame.owner not in (US, JP) or not FIRST <= frame.stage <= LAST or state.target < 0 or not state.effect:
            return False
        # As long as only the attackers have suffered, the unit that was dug in is still there.
        waits = state.entrenched and frame.stage <= SECOND
        return not waits or (state.dug_in(state.target) and [state.jp_at(state.target)] == state.defenders)

    def settle(self, state: BoninsState) -> bool:
        owner, stage = state.top(AftermathRecord).owner, state.top(AftermathRecord).stage
        if stage == LAST:
            state.stack.pop()
            finish(state)
            return False
        state.replace(Aftermath, owner, stage + 1)
        if state.banzai:
            STAGES_OF_BANZAI[stage](state)
        elif state.entrenched:
            STAGES_AGAINST_DUG_IN[stage](state)
        else:
            (STAGES_OF_ATTACK if owner == US else STAGES_OF_JAPAN)[stage](state)
        return False


def finish(state: BoninsState) -> None:
    """The combat is completely resolved: sectors, Suribachi and the end of the game are tested (18.0-b, 22.0-d, 12.1-a)."""
    sectors.test(state)
    victory.check(state)


def nothing(state: BoninsState) -> None:
    """A stage in which nothing happens."""


# ---------------------------------------------------------------------- results against the attacker


@enforces(FAMILY, "std-7.6-ae", "std-7.6-a123", "std-7.6-a", "std-7.6-ne", "14.2-g")
def strike_attackers(state: BoninsState, owner: int) -> None:
    """Ae, A1 to A3 and (A). A lander has nowhere to go: its fate is settled when all is done."""
    effect = state.effect
    if effect == "Ae":
        for unit in state.attackers:
            losses.eliminate(state, unit, "std-7.6-ae")
        state.emptied = [space for space in state.fronts if space != state.target and not retreat.group_in(state, owner, space)]
        return
    hexes = [space for space in state.fronts if space != state.target]
    if effect == "(A)":
        retreat.begin(state, owner, hexes, 1, forced=False)
    elif effect[0] == "A":
        retreat.begin(state, owner, hexes, int(effect[1]))


@enforces(FAMILY, "14.2-g")
def settle_lander(state: BoninsState) -> None:
    """A lander that still shares its hex with the enemy after its attack is eliminated; if the hex was vacated it stays."""
    if state.us_mask & state.jp_mask & 1 << state.target:
        for unit in state.us_in(state.target):
            losses.eliminate(state, unit, "14.2-g")


def attackers_left(state: BoninsState) -> list[int]:
    """The attackers that are still on the map."""
    return [unit for unit in state.attackers if state.where[unit] >= 0]


# ---------------------------------------------------------------------- a U.S. attack on a dug-in unit (20.2)


def fate(state: BoninsState) -> str:
    """What the follow-up die says."""
    found: str = state.ruleset.components.follow_up[state.effect][state.follow_up - 1]
    return found


@enforces(FAMILY, "20.2-a", "20.2-b", "20.2-c", "20.2-d", "20.2-e", "20.2-table", "16.3-b", "13.0-7.6-a", "19.2-b")
def dug_in_us(state: BoninsState) -> None:
    """The U.S. part: the printed result, or a step. Suppression spares that of an Exchange, by an option that of D2, D3."""
    effect = state.effect
    if effect == "Ex":
        if not state.suppressed:
            losses.demand(state, US, attackers_left(state))
    elif effect in ("D2", "D3"):
        if costs_step(state) and not (state.suppressed and state.ruleset.suppression_covers_d):
            losses.demand(state, US, attackers_left(state))
    elif effect != "De":
        strike_attackers(state, US)


def costs_step(state: BoninsState) -> bool:
    """Whether a D2 or D3 against a dug-in unit costs the attackers a step: on a 3 or higher, or on a 4 or higher."""
    return fate(state) == TRADES


@enforces(FAMILY, "20.2-a", "20.2-b", "20.2-c", "20.2-d", "20.2-e", "19.1-a", "20.4-a")
def dug_in_japan(state: BoninsState) -> None:
    """The Japanese part: eliminated, gone to another hex, or redeployed in place."""
    effect, target = state.effect, state.target
    if effect in ("D2", "D3", "De") or (effect == "Ex" and fate(state) != SLIPS):
        state.bury(state.defenders[0], target, CASES[effect])
    elif effect == "Ex":
        redeployment.away(state, target)
    else:
        redeployment.in_place(state, target)


@enforces(FAMILY, "20.2-b", "20.2-c", "20.2-d", "20.2-e", "std-7.9-b")
def dug_in_advance(state: BoninsState) -> None:
    """The attackers may advance after D2, D3 and De, never after an Exchange."""
    settle_lander(state)
    if state.effect in ("D2", "D3", "De") and state.jp_mask:
        # With the last Japanese unit the game is over: nobody is asked any more (12.1-a).
        advance.begin(state, US)


# ---------------------------------------------------------------------- any other attack


@enforces(FAMILY, "std-7.6-ex", "std-7.6-d23", "std-7.6-de", "19.2-c", "13.0-7.6-a")
def attacker_part(state: BoninsState, owner: int) -> None:
    """What a result does to the attackers of a unit that is not dug in; the U.S. part of an Exchange comes first."""
    if state.effect == "Ex":
        if owner == US and state.suppressed:
            return
        losses.demand(state, owner, attackers_left(state))
    elif state.effect[0] in "A(":
        strike_attackers(state, owner)


@enforces(FAMILY, "std-7.6-ex", "std-7.6-d23", "std-7.6-de", "std-7.2-c", "14.3-b", "14.3-c", "16.3-b")
def defender_part(state: BoninsState, owner: int) -> None:
    """What a result does to the defenders: of a beach stack its top, in a retreat all of it."""
    effect, other = state.effect, 1 - owner
    if effect == "De":
        for unit in state.defenders:
            losses.eliminate(state, unit, "std-7.6-de")
    elif effect in ("D2", "D3"):
        retreat.begin(state, other, [state.target], int(effect[1]))
    elif effect == "Ex":
        losses.demand(state, other, list(state.defenders))


@enforces(FAMILY, "std-7.9-a", "std-7.9-b", "std-7.9-d", "std-7.6-ae", "std-7.6-ex")
def advance_part(state: BoninsState, owner: int) -> None:
    """Attackers advance into a hex that is empty; a defender into one that the attackers were driven from."""
    if owner == US:
        settle_lander(state)
    effect = state.effect
    exchange = effect == "Ex" and state.ruleset.advance_after_exchange
    if effect in ("D2", "D3", "De") or exchange:
        advance.begin(state, owner)
    elif effect == "Ae" or effect in ("A1", "A2", "A3"):
        state.emptied = [space for space in state.fronts if not retreat.group_in(state, owner, space) and space != state.target]
        if state.emptied and retreat.group_in(state, 1 - owner, state.target):
            advance.begin_defender(state, 1 - owner)


def us_first(state: BoninsState) -> None:
    attacker_part(state, US)


def us_second(state: BoninsState) -> None:
    defender_part(state, US)


def us_advance(state: BoninsState) -> None:
    advance_part(state, US)


def japan_first(state: BoninsState) -> None:
    """U.S. losses and retreats come first (56): here the U.S. is the defender."""
    defender_part(state, JP)


def japan_second(state: BoninsState) -> None:
    attacker_part(state, JP)


def japan_advance(state: BoninsState) -> None:
    advance_part(state, JP)


# ---------------------------------------------------------------------- banzai


@enforces(FAMILY, "20.5-k", "20.5-i")
def banzai_us(state: BoninsState) -> None:
    """The U.S. stands fast: D2, D3 and Ex cost the hex one step, De its defenders."""
    if state.effect == "De":
        for unit in state.defenders:
            losses.eliminate(state, unit, "20.5-k")
    elif state.effect in ("D2", "D3", "Ex"):
        losses.demand(state, US, list(state.defenders), standing=True)


@enforces(FAMILY, "20.5-j", "20.5-l")
def banzai_japan(state: BoninsState) -> None:
    """The attackers die whatever the result; nobody advances."""
    for unit in state.attackers:
        if state.where[unit] >= 0:
            losses.eliminate(state, unit, "20.5-j")


STAGES_AGAINST_DUG_IN: Final = (dug_in_us, dug_in_japan, dug_in_advance, nothing)
STAGES_OF_ATTACK: Final = (us_first, us_second, us_advance, nothing)
STAGES_OF_JAPAN: Final = (japan_first, japan_second, japan_advance, nothing)
STAGES_OF_BANZAI: Final = (banzai_us, banzai_japan, nothing, nothing)
STEPS: Final[tuple[AnyStep, ...]] = (Aftermath(),)
