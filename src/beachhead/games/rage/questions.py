"""Asking people: what all questions have in common, and what Japan may Reveal in passing (chapter 3; R47, R54)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import Question
from beachhead.games.rage.concealment import reveal, show_cave
from beachhead.games.rage.state import FAMILY, JP, US, RageState
from beachhead.games.rage.verbs import REVEAL_CODES, SHOW_CODES

ANY: Final = -1


class Ask(Question[RageState]):
    """A question, asked even if there is one answer only: phases end by the word of their owner (R54)."""

    phase: ClassVar[int] = ANY
    """Its phase, unless that follows from the step below it."""

    def settle(self, state: RageState) -> bool:
        return True

    def fits(self, state: RageState, spot: int, frame: Any) -> bool:
        return self.phase in (ANY, state.phase)


class AskUS(Ask):
    """A question to the U.S. player."""

    def side(self, state: RageState) -> int:
        return US


class AskJapan(Ask):
    """A question to the Japanese player, who may Reveal at any time (R47 e)."""

    in_passing: ClassVar[tuple[str, ...]] = ("reveal", "show")

    def side(self, state: RageState) -> int:
        return JP

    @enforces(FAMILY, "3-status-change-c")
    def unveilings(self, state: RageState) -> list[int]:
        """Whatever may still be shown: units one by one, Caves area by area."""
        concealed, where, caves = state.concealed, state.where, state.caves
        codes: list[int] = []
        if 1 in concealed:
            codes = [REVEAL_CODES[unit] for unit in state.ruleset.japanese_units if concealed[unit] and where[unit] >= 0]
        if state.has_caves():
            codes += [SHOW_CODES[area] for area in range(len(caves)) if caves[area]]
        return codes

    def take_reveal(self, state: RageState, unit: int) -> None:
        reveal(state, unit, "3-status-change-c")

    def take_show(self, state: RageState, area: int) -> None:
        show_cave(state, area, "3-status-change-c")

    def refuse_reveal(self, state: RageState, unit: int) -> Refusal:
        name = state.name(unit)
        if unit not in state.ruleset.japanese:
            return Refusal("3-status-change-a", f"{name} is a U.S. unit; U.S. units are never Concealed", (name,))
        if state.concealed[unit]:
            return Refusal("3-status-change-c", f"{name} is not on the map", (name,))
        return Refusal("3-status-change-c", f"{name} is not Concealed", (name,))

    def refuse_show(self, state: RageState, area: int) -> Refusal:
        return Refusal("3-status-change-d", f"There is no Concealed Cave in {state.area_name(area)}")


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
