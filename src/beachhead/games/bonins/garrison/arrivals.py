"""Japanese replacements (19.4, 19.5): one unit a turn, drawn blindly, if the die names a sector that can take it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.bonins.garrison import placement, sectors
from beachhead.games.bonins.ground import FAMILY, SECTORS
from beachhead.games.bonins.phases import JP_MOVEMENT
from beachhead.games.bonins.ruleset import JP
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import DRAW_CODE, PLACE, ROLL_CODE


class ArrivalRecord(NamedTuple):
    """A replacement: the sector rolled, or 0; in solitaire the unit is drawn first."""

    step: int
    sector: int = 0


@enforces(FAMILY, "19.4-a", "19.4-b")
def begin(state: BoninsState) -> None:
    """Nothing in the container, no replacement."""
    if state.held:
        state.push(Arrival)


class Arrival(Question[BoninsState]):
    """The acts of a replacement: draw, sector die, hex; with a Japanese player the sector die, his hex, and the draw (89)."""

    name = "arrival"
    case = "19.4-a"
    record = ArrivalRecord
    pushed_by = ("banzai",)
    forced_verbs = ()

    def fits(self, state: BoninsState, spot: int, frame: Any) -> bool:
        return state.phase == JP_MOVEMENT and state.held > 0 and 0 <= frame.sector < SECTORS

    def side(self, state: BoninsState) -> int:
        return JP

    def case_now(self, state: BoninsState) -> str:
        if state.top(ArrivalRecord).sector:
            return "19.5-d" if state.ruleset.solitaire else "23.3-a"
        return "19.5-a" if state.drawn else self.case

    def prompt(self, state: BoninsState) -> str:
        sector = state.top(ArrivalRecord).sector
        if sector:
            hexes = placement.eligible(state, sector)
            if not state.ruleset.solitaire:
                return f"Place the replacement in sector {sector}."
            found = placement.best(state, hexes)
            if len(found) > 1:
                names = ", ".join(state.hex_name(space) for space in found)
                return f"Sector {sector}: {names} are equal; roll for the hex (19.5-e)."
            why = placement.reason(state, sector, found[0], hexes)
            return f"Replacement: {why['text']} ({why['case']})."
        if state.ruleset.solitaire and not state.drawn:
            return "Draw a replacement from the container."
        return "Roll for the sector of the replacement."

    @enforces(FAMILY, "19.4-a", "19.5-a", "19.5-d", "19.5-e", "23.3-a", "10.3-a")
    def choices(self, state: BoninsState) -> Choices:
        sector = state.top(ArrivalRecord).sector
        if not sector:
            return [DRAW_CODE] if state.ruleset.solitaire and not state.drawn else [ROLL_CODE]
        hexes = placement.eligible(state, sector)
        found = placement.best(state, hexes) if state.ruleset.solitaire else spaces_of(hexes)
        return [ROLL_CODE] if state.ruleset.solitaire and len(found) > 1 else [pack(PLACE, space) for space in found]

    def take_draw(self, state: BoninsState) -> None:
        """The unit stays face down: which one it is nobody knows."""
        state.drawn = 1
        state.hand[0] = state.pick() + 1
        if state.sink is not None:
            why = placement.because("one replacement a turn", "19.4-a")
            state.tell("drawn", "19.4-a", "A replacement is drawn from the container", why=why)

    def take_roll(self, state: BoninsState) -> None:
        sector = state.top(ArrivalRecord).sector
        if sector:
            found = placement.best(state, placement.eligible(state, sector))
            self.place(state, found[state.dice.below(len(found))])
            return
        self.roll_sector(state)

    @enforces(FAMILY, "19.5-a", "19.5-f")
    def roll_sector(self, state: BoninsState) -> None:
        """One die, no second try: a cleared sector, or one without a hex for it, sends the unit back."""
        die = state.dice.roll()
        hexes = placement.eligible(state, die)
        why = "cleared" if state.cleared[die] else f"{hexes.bit_count()} eligible" if hexes else "no eligible hex"
        if state.sink is not None:
            because = placement.because(f"sector {die}: {why}", "19.5-a" if hexes else "19.5-f")
            state.tell("sector die", "19.5-a", f"Sector die: {die}, {why}", die=die, why=because)
        if hexes:
            state.replace(Arrival, die)
            return
        if state.sink is not None:
            state.tell("returned", "19.5-f", "No replacement: the unit stays in the container")
        state.hand[0] = 0
        state.drawn = 0
        state.stack.pop()

    def take_place(self, state: BoninsState, space: int) -> None:
        self.place(state, space)

    @enforces(FAMILY, "19.4-a", "19.5-b", "18.0-b")
    def place(self, state: BoninsState, space: int) -> None:
        """The unit is placed face down; then the sectors are tested."""
        sector = state.top(ArrivalRecord).sector
        why = placement.reason(state, sector, space, placement.eligible(state, sector)) if state.sink is not None else {}
        if not state.hand[0]:
            state.hand[0] = state.pick() + 1
        state.lay_hand(space)
        state.drawn = 0
        state.stack.pop()
        if state.sink is not None:
            where = state.hex_name(space)
            state.tell("placed", why["case"], f"A replacement is placed at {where}: {why['text']}", hex=where, why=why)
        sectors.test(state)

    def refuse_place(self, state: BoninsState, space: int) -> Refusal:
        sector = state.top(ArrivalRecord).sector
        if not sector:
            return Refusal("19.5-a", "the sector is rolled first")
        return placement.refuse_place(state, sector, space, -1)


STEPS: Final[tuple[AnyStep, ...]] = (Arrival(),)
