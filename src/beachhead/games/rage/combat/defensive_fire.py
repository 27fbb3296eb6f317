"""Defensive Fire, Japanese (chapter 11) and American (chapter 18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Step
from beachhead.games.rage.combat.attacks import throw
from beachhead.games.rage.combat.retreats import Stand, Withdraw, may_retreat, why_stuck
from beachhead.games.rage.combat.step_losses import lose_step
from beachhead.games.rage.concealment import reveal
from beachhead.games.rage.questions import AskUS
from beachhead.games.rage.state import FAMILY, JP_FIRE, NOBODY, US_FIRE, JapaneseMove, Move, RageState
from beachhead.games.rage.verbs import FIRE_CODES, PASS_CODE
from beachhead.games.rage.windows import Reaction


class Entered(NamedTuple):
    """A U.S. unit that has entered an area, and whether it has landed there."""

    step: int
    mover: int
    landing: int


class JapaneseEntered(NamedTuple):
    """A Japanese unit that has entered an area."""

    step: int
    mover: int


class UnderFire(NamedTuple):
    """A mover that has been fired at: which stage is next, who fired at whom, and whether the mover has landed there."""

    step: int
    stage: int
    firer: int
    mover: int
    landing: int


def mover_below(state: RageState, spot: int) -> int:
    """The unit on its way, by the record below that place on the stack."""
    move = state.stack[spot - 1]
    return move.mover if isinstance(move, (Move, JapaneseMove)) else NOBODY


@enforces(FAMILY, "10.4-a", "11-c", "11.1", "18-a", "3-facing-fired")
def ready(state: RageState, units: Sequence[int]) -> list[int]:
    """Whoever of these stands upright. One of them fires, or none."""
    fired = state.fired
    return [unit for unit in units if not fired[unit]]


def why_silent(state: RageState, unit: int, area: int, units: Sequence[int], case: str) -> Refusal:
    """Why a unit cannot give Defensive Fire now; `units` are those of its side in the area."""
    name = state.name(unit)
    if unit not in units:
        return Refusal(case, f"{name} is not in {state.area_name(area)}", (name,), ("10.4-a",))
    return Refusal("11-c" if case == "11.1" else case, f"{name} has already Fired", (name,), ("3-facing-fired",))


def all_fired(state: RageState, units: Sequence[int], area: int, case: str, side: str) -> Refusal | None:
    """That no unit of a side is left upright in an area to give Defensive Fire; None if one is, or if none is there at all."""
    if not units or ready(state, units):
        return None
    reason = f"no Defensive Fire: every {side} unit in {state.area_name(area)} has already Fired"
    return Refusal(case, reason, (), ("3-facing-fired",))


class Entry(Reaction):
    """A U.S. unit has entered an area. The window opens on every entry, whoever may be there (R15, R62)."""

    name = "entry"
    case = "11-a"
    record = Entered
    pushed_by = ("move",)

    def prompt(self, state: RageState) -> str:
        mover = state.top(Entered).mover
        return f"{state.name(mover)} enters {state.area_name(state.where[mover])}. Japan may fire, Reveal, or pass."

    @enforces(FAMILY, "11-c")
    def passed_over(self, state: RageState) -> Refusal | None:
        """Only when nothing can be Concealed any more, so that everybody sees who could have fired."""
        move = state.stack[-1]
        if not isinstance(move, Move) or move.mover == NOBODY:
            return None
        area = state.where[move.mover]
        return all_fired(state, state.revealed_in(area), area, "11-c", "Japanese")

    @enforces(FAMILY, "11-a", "11-b", "11.1", "10.4-a", "10.4-b", "5.2.4")
    def reactions(self, state: RageState) -> Sequence[int]:
        """Units on both maps count; to stay hidden is allowed."""
        area = state.where[state.top(Entered).mover]
        return [FIRE_CODES[unit] for unit in ready(state, state.jp_in(area))]

    def fits(self, state: RageState, spot: int, frame: Entered) -> bool:
        return frame.mover == mover_below(state, spot) and frame.landing in (0, 1)

    def take_fire(self, state: RageState, unit: int) -> None:
        entered = state.top(Entered)
        state.stack.pop()
        japanese_fire(state, unit, entered.mover, entered.landing)

    def refuse_fire(self, state: RageState, unit: int) -> Refusal:
        area = state.where[state.top(Entered).mover]
        return why_silent(state, unit, area, state.jp_in(area), "11.1")


@enforces(FAMILY, "11.1.1-a", "11.1.1-b", "11.1.1-c", "11-d")
def japanese_fire(state: RageState, unit: int, mover: int, landing: int) -> None:
    """Dice as its Assault Rating says; two more out of hiding, unless a U.S.-held Mountain overlooks the area (R44, R45)."""
    ruleset, area = state.ruleset, state.where[mover]
    dice = ruleset.assault[unit][state.steps[unit]]
    plus: dict[str, int] = {}
    if state.concealed[unit]:
        observers = [mountain for mountain in ruleset.by_mountain[area] if state.control[mountain]]
        unit = reveal(state, unit, "11.1.1-b")
        if not observers:
            plus["surprise"] = ruleset.components.extra_dice.surprise
        elif state.sink is not None:
            text = f"No surprise: U.S. observers on {state.area_name(observers[0])} are watching"
            state.tell("observed", "11.1.1-c", text, area=ruleset.areas[observers[0]].id)
    throw(state, JP_FIRE, area, [unit], dice + sum(plus.values()), plus=plus, at=mover)
    state.push(Hurt, 0, unit, mover, landing)


class UnitedStatesFire(AskUS):
    """A Japanese unit has entered an area with upright U.S. units."""

    name = "us fire"
    case = "18-a"
    record = JapaneseEntered
    pushed_by = ("jp move",)

    def prompt(self, state: RageState) -> str:
        mover = state.top(JapaneseEntered).mover
        return f"{state.name(mover)} enters {state.area_name(state.where[mover])}. Choose a unit to give Defensive Fire, or pass."

    def passed_over(self, state: RageState) -> Refusal | None:
        """Whoever enters an area with U.S. units is in view, so everybody sees who could have fired."""
        move = state.stack[-1]
        if not isinstance(move, JapaneseMove) or move.mover == NOBODY:
            return None
        area = state.where[move.mover]
        return all_fired(state, state.us_in(area), area, "18-a", "U.S.")

    @enforces(FAMILY, "18", "18-a", "5.3.3")
    def choices(self, state: RageState) -> Choices:
        area = state.where[state.top(JapaneseEntered).mover]
        return [*[FIRE_CODES[unit] for unit in ready(state, state.us_in(area))], PASS_CODE]

    def fits(self, state: RageState, spot: int, frame: JapaneseEntered) -> bool:
        return frame.mover == mover_below(state, spot)

    @enforces(FAMILY, "18-b")
    def take_fire(self, state: RageState, unit: int) -> None:
        """No surprise: U.S. units are never Concealed."""
        mover = state.top(JapaneseEntered).mover
        state.stack.pop()
        throw(state, US_FIRE, state.where[mover], [unit], state.ruleset.assault[unit][state.steps[unit]], at=mover)
        state.push(Hurt, 0, unit, mover, 0)

    def take_pass(self, state: RageState) -> None:
        state.stack.pop()

    def refuse_fire(self, state: RageState, unit: int) -> Refusal:
        area = state.where[state.top(JapaneseEntered).mover]
        return why_silent(state, unit, area, state.us_in(area), "18-a")


class Hurt(Step[RageState]):
    """A mover under fire, stage by stage: retreat, losses, the way back, facing."""

    name = "hurt"
    record = UnderFire
    pushed_by = ("move", "jp move")

    @enforces(FAMILY, "11.1.2-1", "11.1.3-a", "11.1.3-b", "11.2", "17-c", "18-d", "3-facing-once")
    def settle(self, state: RageState) -> bool:
        """Whatever the fire did, the move is over: no points are left in the record of the movement below."""
        fire = state.top(UnderFire)
        stage, firer, mover, landing = fire.stage, fire.firer, fire.mover, bool(fire.landing)
        state.replace(Hurt, stage + 1, firer, mover, fire.landing)
        if stage == 0:
            state.row = [mover]
            if may_retreat(state, mover, landing):
                state.push(Stand, mover)
            elif state.sink is not None:
                for why in why_stuck(state, [mover], landing):
                    state.pass_over(Stand, why)
        elif stage == 1:
            _suffer(state, firer, mover)
        elif stage == 2:
            if state.retreating:
                state.push(Withdraw)
        else:
            state.stack.pop()
            state.fired[firer] = 1
            move = state.stack[-1]
            if isinstance(move, (Move, JapaneseMove)):
                state.stack[-1] = move._replace(left=0)
        return False

    def fits(self, state: RageState, spot: int, frame: UnderFire) -> bool:
        """The firer is of the other side, and the row is the mover alone."""
        above = state.ruleset.steps[state.stack[spot + 1][0]].name
        american = frame.mover in state.ruleset.us_ground
        enemies = state.ruleset.japanese if american else state.ruleset.us_ground
        return (
            frame.mover == mover_below(state, spot) != NOBODY
            and frame.stage == {"stand": 1, "withdraw": 3}.get(above)
            and frame.firer in enemies
            and state.where[frame.firer] >= 0
            and frame.landing in (0, 1)
            and state.row == [frame.mover]
            and state.attack == (JP_FIRE if american else US_FIRE)
        )


@enforces(FAMILY, "11.1.2-2-a", "11.1.2-2-b", "11.1.2-2-ex", "11.1.2-3", "18-c", "18-e")
@enforces(FAMILY, "22.4.3-a", "22.4.3-c", "22.4.3-ex1", "2.1.1-5-at")
def _suffer(state: RageState, firer: int, mover: int) -> None:
    """A retreat takes one off the Damage Number; armour ignores two losses unless an anti-tank unit fires; the rest are steps."""
    if mover in state.retreating:
        state.damage = max(0, state.damage - 1)
    armor = 0 if state.ruleset.at[firer] else state.ruleset.armor[mover]
    points = max(0, state.damage - armor)
    while points and state.steps[mover]:
        points -= 1
        lose_step(state, mover, "11.1.2-2-b" if state.attack == JP_FIRE else "18-e")
        if state.outcome is not None:
            return
    state.damage = 0
