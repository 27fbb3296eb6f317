"""End Phase (chapter 21) with the specials of turn 1 (22.1), in the order of R64."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Step
from beachhead.games.rage import victory
from beachhead.games.rage.concealment import reveal_all
from beachhead.games.rage.phases import END
from beachhead.games.rage.state import FAMILY, LOST, OUT, SUPPORT, US, RageState
from beachhead.games.rage.turn.third_division import PhaseDecision
from beachhead.games.rage.verbs import RETIRE

NAVAL: Final = 0
AIR: Final = 1
WORDS: Final = ("naval", "air")
CASES: Final = ("21-c", "22.1.3")


class Leaving(NamedTuple):
    """Support that leaves: its kind, and how many units are still to go."""

    step: int
    kind: int
    units: int


@enforces(FAMILY, "5.4", "21-a", "21-b", "21-c", "21-d", "14-f", "23.1-2")
def begin(state: RageState) -> None:
    """U.S. points, airfields before the flag; either may end the game. After the last turn Japan scores and that is all."""
    points = victory.airfield_points(state)
    if points:
        victory.score(state, US, points, "23.1-1-a", "its airfields")
        if state.outcome is not None:
            return
    if state.flag == 1:
        state.flag = 2
        die = state.dice.roll()
        state.tell("flag", "23.1-2", f"The flag is worth {die} VP", die=die)
        victory.score(state, US, die, "23.1-2", "the flag")
        if state.outcome is not None:
            return
    track = state.ruleset.components.track
    if state.turn == len(track):
        victory.last_reckoning(state)
        return
    now = track[state.turn - 1]
    call_home(state, AIR, now.air)
    if now.red:
        state.push(Marines)
    call_home(state, NAVAL, now.naval)


def call_home(state: RageState, kind: int, count: int) -> None:
    """As many support units of a kind leave as the turn says, as long as there are any."""
    left = len(leaving(state, kind))
    state.push(Retire, kind, min(count, left))
    if count and not left:
        state.pass_over(Retire, Refusal(CASES[kind], f"no {WORDS[kind]} support unit withdraws: none is left"))


class Marines(Step[RageState]):
    """The Japanese Marines show themselves at the end of turn 1."""

    name = "marines"
    pushed_by = ("retire",)

    @enforces(FAMILY, "22.1.2", "2.1.1-3")
    def settle(self, state: RageState) -> bool:
        state.stack.pop()
        state.tell("marines", "22.1.2", "All remaining Japanese Marines are Revealed")
        ruleset = state.ruleset
        reveal_all(
            state, [u for u in ruleset.japanese if ruleset.is_red[u] and state.concealed[u] and state.where[u] >= 0], "22.1.2"
        )
        for unit in ruleset.japanese:
            if ruleset.is_red[unit] and state.concealed[unit]:
                bury(state, unit)
        return False


def bury(state: RageState, unit: int) -> None:
    """A red unit that does not show itself now is dead, and everybody can tell: its loss is no secret any more (R69)."""
    state.concealed[unit] = 0
    state.where[unit] = LOST
    state.tell("eliminated", "22.1.2", f"{state.name(unit)} was eliminated while Concealed", unit=state.name(unit))


def leaving(state: RageState, kind: int) -> list[int]:
    """Support units of a kind that are still there."""
    ruleset = state.ruleset
    flags = ruleset.is_air if kind == AIR else ruleset.is_naval
    return [unit for unit in ruleset.support if flags[unit] and state.where[unit] == SUPPORT]


class Retire(PhaseDecision):
    """Support that is withdrawn from the game: the U.S. player picks which (R28)."""

    name = "retire"
    record = Leaving
    pushed_by = ("turn", "retire", "marines")

    def case_now(self, state: RageState) -> str:
        return CASES[state.top(Leaving).kind]

    def prompt(self, state: RageState) -> str:
        return f"Choose one {WORDS[state.top(Leaving).kind]} support unit to withdraw from the game."

    def settle(self, state: RageState) -> bool:
        if state.top(Leaving).units:
            return True
        state.stack.pop()
        return False

    @enforces(FAMILY, "21-c", "22.1.3")
    def choices(self, state: RageState) -> Choices:
        return [*(pack(RETIRE, unit) for unit in leaving(state, state.top(Leaving).kind)), *self.reserves(state)]

    def fits(self, state: RageState, spot: int, frame: Leaving) -> bool:
        least = int(spot == len(state.stack) - 1)
        return state.phase == END and frame.kind in (AIR, NAVAL) and least <= frame.units <= len(leaving(state, frame.kind))

    def take_retire(self, state: RageState, unit: int) -> None:
        case, now = self.case_now(state), state.top(Leaving)
        state.where[unit] = OUT
        state.grounded[unit] = 0
        state.tell("retired", case, f"{state.name(unit)} is withdrawn from the game", unit=state.name(unit))
        state.replace(Retire, now.kind, now.units - 1)

    def refuse_retire(self, state: RageState, unit: int) -> Refusal:
        name, kind = state.name(unit), WORDS[state.top(Leaving).kind]
        return Refusal(self.case_now(state), f"{name} is not an available {kind} support unit", (name,))
