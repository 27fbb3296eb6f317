"""Asking people: what all decisions have in common, and the windows in which Japan may Reveal (chapters 2.2.2 and 3; R47, R62).

Whether a window opens follows from facts that both sides know, and a window is never closed by the program: the U.S. player sees
it open and end, whatever lies behind. What is picked inside is told to nobody but its owner unless it comes out by its nature.
"""

from __future__ import annotations

from collections.abc import Sequence

from beachhead.engine.action import VERB_SHIFT, pack, unpack
from beachhead.engine.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Step
from beachhead.games.rage import refusals
from beachhead.games.rage.concepts import reveal, show_cave
from beachhead.games.rage.phases import TITLES
from beachhead.games.rage.ruleset import ACTIVATE, PASS, PASS_CODE, REVEAL, SHOW, VERBS
from beachhead.games.rage.state import FAMILY, JP, LANDING, RESERVE, US, RageState


class Ask(Step[RageState]):
    """A question, asked even if there is one answer only: phases end by the word of their owner (R54).

    `verbs` are the kinds of answers it knows; any other is out of place.
    """

    def settle(self, state: RageState) -> bool:
        return True

    def refuse(self, state: RageState, code: int) -> Refusal:
        verb, first, second, _ = unpack(code)
        if verb not in self.verbs:
            return refusals.elsewhere(verb)
        return self.why(state, verb, first, second)

    def why(self, state: RageState, verb: int, first: int, second: int) -> Refusal:
        """Why an answer of a kind that the question knows is not among the choices."""
        del first, second
        return Refusal(self.case_now(state), f"'{VERBS[verb].word}' is not possible now: {self.prompt(state)}")


class AskUS(Ask):
    """A question to the U.S. player. In the decisions of a phase the 3rd Division may be called for (22.2.1-b)."""

    calls_third = False

    def side(self, state: RageState) -> int:
        return US

    def refuse(self, state: RageState, code: int) -> Refusal:
        verb, unit, _, _ = unpack(code)
        if verb == ACTIVATE and self.calls_third:
            return refusals.activate(state, unit)
        return super().refuse(state, code)

    @enforces(FAMILY, "22.2.1-a", "22.2.1-b")
    def third(self, state: RageState) -> list[int]:
        """Units of the 3rd Division that wait in Reserve, one by one (R53). Those lost lie in the same box, but stay (R52)."""
        if RESERVE not in state.where:
            return []
        return [pack(ACTIVATE, unit) for unit in state.ruleset.us_ground if state.where[unit] == RESERVE]

    @enforces(FAMILY, "22.2.1-c")
    def activate(self, state: RageState, unit: int) -> None:
        """It costs nothing. The 4-step counter moves; steps are a number here, so its small counter has nowhere to stay."""
        state.where[unit] = LANDING
        if state.sink is not None:
            state.tell("activated", "22.2.1-b", f"{state.name(unit)} is called to the Landing Area Box", unit=state.name(unit))


class AskJapan(Ask):
    """A question to the Japanese player, who may Reveal at any time (R47 e)."""

    def side(self, state: RageState) -> int:
        return JP

    @enforces(FAMILY, "3-status-change-c")
    def unveilings(self, state: RageState) -> list[int]:
        """Whatever may still be shown: units one by one, Caves area by area."""
        concealed, where = state.concealed, state.where
        codes = [_REVEAL[unit] for unit in state.ruleset.japanese if concealed[unit] and where[unit] >= 0]
        if any(state.caves):
            codes += [_SHOW[area] for area, count in enumerate(state.caves) if count]
        return codes

    def take(self, state: RageState, code: int) -> None:
        verb = code >> VERB_SHIFT
        if verb == REVEAL:
            self.revealed(state, reveal(state, unpack(code)[1], "3-status-change-c"))
        elif verb == SHOW:
            show_cave(state, unpack(code)[1], "3-status-change-c")
        else:
            self.answer(state, code)

    def answer(self, state: RageState, code: int) -> None:
        """Carry out what is no unveiling."""
        raise NotImplementedError(self.name)

    def revealed(self, state: RageState, unit: int) -> None:
        """A unit has been shown in the middle of this question."""

    def refuse(self, state: RageState, code: int) -> Refusal:
        verb, first, _, _ = unpack(code)
        if verb in (REVEAL, SHOW):
            return refusals.unveil(state, verb, first)
        return super().refuse(state, code)


class AskEither(AskJapan):
    """A question to whichever side it concerns. Only Japan has anything to Reveal in passing."""

    def asks_japan(self, state: RageState) -> bool:
        """Whether the Japanese player decides."""
        raise NotImplementedError(self.name)

    def side(self, state: RageState) -> int:
        return JP if self.asks_japan(state) else US

    def with_unveilings(self, state: RageState, codes: list[int]) -> list[int]:
        """These answers and whatever may be done in passing."""
        return codes + self.unveilings(state) if self.asks_japan(state) else codes

    def take(self, state: RageState, code: int) -> None:
        if self.asks_japan(state):
            super().take(state, code)
        else:
            self.answer(state, code)

    def refuse(self, state: RageState, code: int) -> Refusal:
        return super().refuse(state, code) if self.asks_japan(state) else Ask.refuse(self, state, code)


_REVEAL = [pack(REVEAL, unit) for unit in range(256)]
_SHOW = [pack(SHOW, area) for area in range(256)]


class Reaction(AskJapan):
    """A window: show something, or pass."""

    verbs = (PASS,)

    def choices(self, state: RageState) -> Sequence[int]:
        return [*self.unveilings(state), PASS_CODE]

    def answer(self, state: RageState, code: int) -> None:
        state.stack.pop()


@enforces(FAMILY, "2.2.2-a", "2.2.2-b")
class PhaseWindow(Reaction):
    """At the start of every phase (R47 a), as long as anything may be Concealed."""

    name, case = "window", "3-status-change-c"

    def prompt(self, state: RageState) -> str:
        return f"{TITLES[state.phase]} begins. Japan may Reveal units and Caves, or pass."


class TargetsWindow(Reaction):
    """After the U.S. player has named his targets and seen their Caves (R47 c)."""

    name, case = "targets", "3-status-change-c"

    def prompt(self, state: RageState) -> str:
        return "The targets are named. Japan may Reveal units and Caves, or pass."


class DiceWindow(Reaction):
    """After the dice of a U.S. bombardment and before the row is ranked (R47 d), whatever they show."""

    name, case = "dice", "3-status-change-c"

    def prompt(self, state: RageState) -> str:
        where = state.area_name(state.area)
        return f"{state.hits} Hits on {where}. Japan may Reveal units and Caves, or pass."
