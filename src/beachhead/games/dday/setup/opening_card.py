"""The opening card (18.4.4, 18.6.3-b, 18.7.3-c): what a card does before the first turn. On D-Day it disrupts (`fire.Opening`);
before Scenarios Three and Four it turns up units next to US units."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import BLACK, COLORS
from beachhead.games.dday.counters import cards, defenders
from beachhead.games.dday.counters.defenders import UNITS, next_down
from beachhead.games.dday.fire import fire_phase
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.phases import OPENING as OPENING_PHASE
from beachhead.games.dday.ruleset import JP
from beachhead.games.dday.state import DISCARDS, DDayState
from beachhead.games.dday.verbs import DRAW_CODE, REVEAL

RULE: Final = "opening_reveal"


def begin(state: DDayState) -> None:
    """The card before the first turn is to be drawn."""
    if state.ruleset.setup.rule(RULE) is None:
        fire_phase.begin_opening(state)
    else:
        state.push(OpeningReveal)


class RevealRecord(NamedTuple):
    """The card, by its place in the deck's list; -1 before it is drawn."""

    step: int
    card: int = -1


@enforces(FAMILY, "18.6.3-b", "18.7.3-c")
def exposed(state: DDayState, colors: int) -> list[int]:
    """The positions of these colors next to a US unit whose units are not all face up. Black ones are spared (D115)."""
    ruleset, found = state.ruleset, []
    for position, place in enumerate(ruleset.position_hex):
        color = ruleset.position_color[position]
        if (
            color != BLACK
            and colors >> color & 1
            and ruleset.ground.near_mask[place] & state.us_mask
            and next_down(state, position, UNITS)
        ):
            found.append(position)
    return found


class OpeningReveal(Question[DDayState]):
    """A card is drawn; then the units of its colors next to US units are turned up, one after the other. Depth stays hidden."""

    name = "opening reveal"
    case = "18.6.3-b"
    record = RevealRecord
    pushed_by = ("turn",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        return state.phase == OPENING_PHASE and -1 <= frame.card < len(state.ruleset.card_faces)

    def settle(self, state: DDayState) -> bool:
        if self.choices(state):
            return True
        state.stack.pop()
        return False

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        if state.top(RevealRecord).card < 0:
            return "Draw the opening card: units of its colors next to US units are turned up."
        return "Turn up the units of the card's colors next to US units."

    def case_now(self, state: DDayState) -> str:
        return "18.7.3-c" if state.ruleset.setup.number == 4 else self.case

    def choices(self, state: DDayState) -> Choices:
        frame = state.top(RevealRecord)
        if frame.card < 0:
            return [DRAW_CODE]
        found = exposed(state, state.ruleset.card_faces[frame.card].fire_colors)
        return [pack(REVEAL, state.ruleset.position_hex[found[0]])] if found else []

    @enforces(FAMILY, "18.6.3-b", "18.7.3-c")
    def take_draw(self, state: DDayState) -> None:
        """Bars do not count; the card is discarded, and the deck is not shuffled again (D115)."""
        card = cards.draw(state, DISCARDS, "the opening reveal", self.case_now(state))
        if card is None:
            state.stack.pop()
        else:
            state.replace(OpeningReveal, card.number - 1)

    def take_reveal(self, state: DDayState, place: int) -> None:
        ruleset = state.ruleset
        position = ruleset.position_at[place]
        color, case = COLORS[ruleset.position_color[position]], self.case_now(state)
        why = Why(
            f"{color.capitalize()} is on the opening card, and a US unit is next to it.", case, ruleset.hex_name(place)
        ).plain()
        defenders.reveal_one(state, position, next_down(state, position, UNITS), case, why)

    def refuse_reveal(self, state: DDayState, place: int) -> Refusal:
        return Refusal(self.case_now(state), f"nothing is turned up in {state.ruleset.hex_name(place)} now")


STEPS: Final[tuple[AnyStep, ...]] = (OpeningReveal(),)
