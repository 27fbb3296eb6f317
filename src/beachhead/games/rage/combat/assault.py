"""Assaults, American (chapter 12) and Japanese (chapter 19)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Step
from beachhead.games.rage import victory
from beachhead.games.rage.combat.attacks import (
    Resolve,
    aimed_at,
    announce,
    close_naming,
    collapse,
    dice_of,
    extra_dice,
    forget_naming,
    protection,
    taking_part,
    throw,
)
from beachhead.games.rage.combat.charges import Kirikami, declare, end_of_phase, may_declare, payers, proclaim, tell_bonus
from beachhead.games.rage.combat.kinds import ASSAULTS
from beachhead.games.rage.combat.loss_order import Rank, take_losses, under_attack
from beachhead.games.rage.combat.retreats import Stand, Withdraw, may_retreat, why_stuck
from beachhead.games.rage.phases import JP_ASSAULT_PHASE, US_ASSAULT_PHASE
from beachhead.games.rage.questions import AskJapan
from beachhead.games.rage.state import FAMILY, JP_ASSAULT, US_ASSAULT, RageState
from beachhead.games.rage.turn.construction import lose_marker
from beachhead.games.rage.turn.third_division import PhaseDecision
from beachhead.games.rage.verbs import ASSAULT_CODES, BANZAI_CODE, DONE_CODE


class Stage(NamedTuple):
    """What an assault after its dice remembers: which of its stages is next."""

    step: int
    stage: int


# ---------------------------------------------------------------------- naming


@enforces(FAMILY, "12-a", "12.1-b", "12.1-c", "12.1-d", "19-a-1", "3-facing-fired")
def able(state: RageState, units: Sequence[int], enemies: Sequence[int]) -> list[int]:
    """Upright units that share an area with an enemy ground unit and have not been named yet."""
    where, fired, aim = state.where, state.fired, state.aim
    held = {where[enemy] for enemy in enemies}
    return [u for u in units if where[u] >= 0 and where[u] in held and not fired[u] and aim[u] < 0]


def why_unable(state: RageState, unit: int, case: str) -> Refusal:
    """Why a unit of the assaulting side cannot be named."""
    name = state.name(unit)
    if state.where[unit] < 0:
        return Refusal(case, f"{name} is not on the map", (name,))
    if state.aim[unit] >= 0:
        return Refusal("12.1-d" if case == "12-a" else "19-a-1", f"{name} is already assigned to an assault", (name,))
    if state.fired[unit]:
        return Refusal("12.1-b" if case == "12-a" else "19-a-1", f"{name} has already Fired", (name,), ("3-facing-fired",))
    return Refusal(case, f"{name} is not in an area with an enemy unit", (name,))


@enforces(FAMILY, "5.2.5", "22.3.2-a", "12-a")
def begin_us(state: RageState) -> None:
    """Kirikami is asked for first, before anything is named, and only if somebody stands where he could pay for it (R19)."""
    forget_naming(state)
    state.attack = US_ASSAULT
    state.push(Assault)
    if payers(state):
        state.push(Kirikami)
    else:
        state.skip(Kirikami)


class Assault(PhaseDecision):
    """Areas and units are named openly, all of them before the first dice."""

    name = "assault"
    case = "12.1-a"
    pushed_by = ("turn",)
    phase = US_ASSAULT_PHASE

    def prompt(self, state: RageState) -> str:
        return "Declare assaulting units, or finish."

    @enforces(FAMILY, "12-a", "12.1-a", "12.1-c")
    def choices(self, state: RageState) -> Choices:
        """Whoever stands with Japanese units; all of those are Revealed by now (10.5-b)."""
        ruleset = state.ruleset
        revealed = [unit for unit in ruleset.japanese_units if not state.concealed[unit]]
        units = able(state, ruleset.us_ground_units, revealed)
        return [*[ASSAULT_CODES[unit] for unit in units], *self.reserves(state), DONE_CODE]

    def take_assault(self, state: RageState, unit: int) -> None:
        area = state.aim[unit] = state.where[unit]
        if state.sink is not None:
            ruleset, name = state.ruleset, state.name(unit)
            text = f"{name} will assault in {ruleset.area_names[area]}"
            state.happened("named", "12.1-a", text, {"area": ruleset.area_ids[area], "units": [name]})

    def take_done(self, state: RageState) -> None:
        if close_naming(state):
            state.replace(Resolve)
        else:
            state.stack.pop()

    def refuse_assault(self, state: RageState, unit: int) -> Refusal:
        name = state.name(unit)
        if unit >= state.ruleset.ground_count:
            return Refusal("12-a", f"{name} is not a U.S. ground unit", (name,))
        return why_unable(state, unit, "12-a")


@enforces(FAMILY, "19-a", "5.3.4")
def begin_jp(state: RageState) -> None:
    """The Japanese player names in secret until he closes the naming (R59); asked every turn (R66)."""
    forget_naming(state)
    state.attack = JP_ASSAULT
    state.named = 0
    state.banzai = -1
    state.charged = []
    state.push(JapaneseAssault)


class JapaneseAssault(AskJapan):
    """Areas, units and perhaps a Banzai Charge are named; all is announced together at the end."""

    name = "jp assault"
    case = "19-a-1"
    pushed_by = ("turn",)
    phase = JP_ASSAULT_PHASE

    def prompt(self, state: RageState) -> str:
        return "Japan declares its assaulting units and may declare a Banzai Charge."

    @enforces(FAMILY, "19-a", "19-a-1")
    def choices(self, state: RageState) -> Choices:
        ruleset = state.ruleset
        codes = [ASSAULT_CODES[unit] for unit in able(state, ruleset.japanese_units, ruleset.us_ground_units)]
        if may_declare(state):
            codes.append(BANZAI_CODE)
        return [*codes, *self.unveilings(state), DONE_CODE]

    def take_banzai(self, state: RageState) -> None:
        declare(state)

    def take_assault(self, state: RageState, unit: int) -> None:
        state.aim[unit] = state.where[unit]
        if state.sink is not None:
            name, where = state.name(unit), state.area_name(state.where[unit])
            state.happened("picked", "19-a-1", f"{name} will assault in {where}", {"unit": name}, ("jp",))

    @enforces(FAMILY, "19-a-1")
    def take_done(self, state: RageState) -> None:
        """What was named comes out in one piece."""
        some = announce(state, "19-a-1", "assault")
        if state.banzai >= 0:
            proclaim(state)
        if some:
            state.replace(Resolve)
        else:
            state.stack.pop()
            end_of_phase(state)

    def refuse_banzai(self, state: RageState) -> Refusal:
        reason = "A Banzai Charge has already been declared" if state.banzai >= 0 else "The HQ is no longer in play"
        return Refusal("22.3.1-a", reason, (), ("22.3.1-c",))

    def refuse_assault(self, state: RageState, unit: int) -> Refusal:
        name = state.name(unit)
        if unit not in state.ruleset.japanese:
            return Refusal("19-a", f"{name} is not a Japanese unit", (name,))
        return why_unable(state, unit, "19-a")


# ---------------------------------------------------------------------- execution


@enforces(FAMILY, "12.2.1", "19-a")
def roll(state: RageState, area: int) -> None:
    """The dice of one target area. An assault without a single die is legal and scores nothing (R48)."""
    kind, units = state.attack, taking_part(state, area)
    if kind == JP_ASSAULT:
        tell_bonus(state, area)
    throw(state, kind, area, units, dice_of(state, kind, area, units), plus=extra_dice(state, kind, area, units))
    state.push(Assaulted, 0)


class Assaulted(Step[RageState]):
    """An assault after its dice, stage by stage (R50)."""

    name = "assaulted"
    record = Stage
    pushed_by = ("resolve",)

    def settle(self, state: RageState) -> bool:
        stage = state.top(Stage).stage
        state.replace(Assaulted, stage + 1)
        _STAGES[stage](state)
        return False

    def fits(self, state: RageState, spot: int, frame: Stage) -> bool:
        above = state.ruleset.steps[state.stack[spot + 1][0]].name
        return state.attack in ASSAULTS and aimed_at(state) and frame.stage == {"rank": 1, "stand": 2, "withdraw": 3}[above]


def _row(state: RageState) -> None:
    """The attacker ranks; with nothing to lose or nobody to choose from, the order of the counter list will do (R65)."""
    state.row = under_attack(state)
    if state.damage and len(state.row) > 1:
        state.row = []
        state.push(Rank)
    else:
        state.skip(Rank)


@enforces(FAMILY, "12.2.3-2", "19-a-2")
def _declarations(state: RageState) -> None:
    """Unit by unit in the row, whoever may retreat is asked, even if there is no damage (R14)."""
    stuck: list[int] = []
    for unit in reversed(state.row):
        if may_retreat(state, unit):
            state.push(Stand, unit)
        else:
            stuck.append(unit)
    if state.sink is not None and stuck:
        stuck.reverse()
        for why in why_stuck(state, stuck):
            state.pass_over(Stand, why)


@enforces(FAMILY, "12.2.3-3", "12.2.4", "12.2.5", "19-a-3", "19-b")
def _losses(state: RageState) -> None:
    """Losses, then a Cave (a Hit is enough) or the construction markers (damage is needed, R6), then the retreats."""
    american = state.attack == US_ASSAULT
    harmful = state.hits > protection(state, state.attack, state.area)
    take_losses(state, "12.2.3-3" if american else "19-a-3")
    if state.outcome is not None:
        return
    state.damage = 0
    if american:
        collapse(state, "12.2.4")
    elif harmful:
        lose_marker(state, state.area, "19-b")
    if state.retreating:
        state.push(Withdraw)


@enforces(FAMILY, "12.2.6", "19-a-4", "3-facing-once")
def _facing(state: RageState) -> None:
    """Whoever took part has fired."""
    state.stack.pop()
    for unit in taking_part(state, state.area):
        state.fired[unit] = 1
        state.aim[unit] = -1
    victory.check_units(state)


_STAGES: Final[tuple[Callable[[RageState], None], ...]] = (_row, _declarations, _losses, _facing)
