"""The Airfield Objective (20.0-airfield-objective, c-40, D113): a position at an airfield must be attacked on every turn, or one
airfield is strengthened. The card stays until all airfields are in US hands."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday import phases
from beachhead.games.dday.control import communication, lasting_events
from beachhead.games.dday.control.lasting_events import AIRFIELD_OBJECTIVE
from beachhead.games.dday.counters import depth, japanese_reserves
from beachhead.games.dday.counters.japanese_damage import because, hex_of
from beachhead.games.dday.events.japanese_gains import no_event
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP
from beachhead.games.dday.state import ATTACKED, DISCARDS, EVENT_CARDS, DDayState
from beachhead.games.dday.verbs import DEEPEN, REINFORCE


@enforces(FAMILY, "20.0-airfield-objective", "20.0-airfield-objective-a")
def positions_at(state: DDayState, airfield: int) -> list[int]:
    """The positions on an airfield or next to it that are in play, by letter and number."""
    ground, ways = state.ruleset.ground, state.ruleset.ways
    near = ground.around(ground.airfield_masks[airfield], 1) & ~ways.closed
    return [position for position, place in enumerate(state.ruleset.position_hex) if near >> place & 1]


def airfields(state: DDayState) -> list[int]:
    """The airfields by number."""
    return sorted(state.ruleset.ground.airfield_masks)


@enforces(FAMILY, "20.0-airfield-objective-b", "20.0-airfield-objective-c")
def all_secured(state: DDayState) -> bool:
    """Whether all airfields in play are under US control (D159)."""
    return communication.is_quiet(state, state.ruleset.ground.airfield_mask & ~state.ruleset.ways.closed)


@enforces(FAMILY, "20.0-airfield-objective", "20.0-airfield-objective-b")
def begin(state: DDayState) -> None:
    """The card is drawn: it binds this turn already (c-40)."""
    if all_secured(state):
        no_event(state, "20.0-airfield-objective-b", "No Japanese position sees into an airfield")
    else:
        lasting_events.begin(state, AIRFIELD_OBJECTIVE)


@enforces(FAMILY, "20.0-airfield-objective-c")
def end_of_turn(state: DDayState) -> list[int]:
    """The cards that stay in the event space, if any; the event is over when all airfields are in US hands."""
    if not lasting_events.is_lasting(state, AIRFIELD_OBJECTIVE):
        return []
    if all_secured(state):
        lasting_events.end(state, AIRFIELD_OBJECTIVE)
        return []
    drawn = {card.number - 1 for card in lasting_events.cards_of(state, AIRFIELD_OBJECTIVE)}
    pile = state.cards[EVENT_CARDS]
    return [card for spot, card in enumerate(pile) if spot < state.carried or card in drawn]


@enforces(FAMILY, "20.0-airfield-objective-c", "4.0-IX")
def clear_events(state: DDayState) -> None:
    """Event cards leave the track at the end of a turn, Airfield Objectives in force excepted."""
    kept = end_of_turn(state)
    pile = state.cards[EVENT_CARDS]
    state.cards[EVENT_CARDS] = kept
    state.cards[DISCARDS] = [*state.cards[DISCARDS], *(card for card in pile if card not in kept)]
    state.carried = len(kept)


# ---------------------------------------------------------------------- the test


@enforces(FAMILY, "20.0-airfield-objective")
def is_missed(state: DDayState) -> bool:
    """Whether no position at an airfield has been attacked on this turn; barrages and close combats do not count (c-40). On a
    rest day nothing is asked (D103)."""
    if not lasting_events.is_lasting(state, AIRFIELD_OBJECTIVE) or state.resting >= state.turn or all_secured(state):
        return False
    return not any(state.done[position] & ATTACKED for airfield in airfields(state) for position in positions_at(state, airfield))


@enforces(FAMILY, "20.0-airfield-objective-a", "9.2-b", "12.2")
def can_gain(state: DDayState, position: int) -> bool:
    """Whether a position can be strengthened: an empty one by a unit, one that is held by a depth marker, as far as pools and
    communication go."""
    if japanese_reserves.room_for_unit(state, position):
        return japanese_reserves.is_eligible(state, position) and japanese_reserves.has_reserve(state, position)
    place = state.ruleset.position_hex[position]
    held = bool(state.jp_mask >> place & 1)
    return held and depth.can_take_depth(state, position) and depth.has_pool(state, position)


@enforces(FAMILY, "20.0-airfield-objective-a")
def weakest(state: DDayState) -> int:
    """The lowest airfield that can still receive something; 0 for none."""
    for airfield in airfields(state):
        if any(can_gain(state, position) for position in positions_at(state, airfield)):
            return airfield
    return 0


class StrengtheningRecord(NamedTuple):
    """The airfield that is strengthened, 0 before the test; and the positions that have had their turn, up to this one."""

    step: int
    airfield: int = 0
    looked: int = 0


class Strengthening(Question[DDayState]):
    """The end of the US Action Phase, below its last step on the stack: if nobody attacked at an airfield, the positions of one
    gain units and depth one by one."""

    name = "airfield objective"
    case = "20.0-airfield-objective-a"
    record = StrengtheningRecord
    pushed_by = ("turn",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: StrengtheningRecord) -> bool:
        known = frame.airfield == 0 or frame.airfield in airfields(state)
        return known and state.phase == phases.ACTIONS and 0 <= frame.looked <= state.ruleset.position_count

    def settle(self, state: DDayState) -> bool:
        frame = state.top(StrengtheningRecord)
        if not frame.airfield:
            airfield = weakest(state) if is_missed(state) else 0
            if not airfield:
                state.stack.pop()
                return False
            state.replace(Strengthening, airfield, 0)
            text = f"No position at an airfield was attacked: the Japanese strengthen Airfield {airfield}"
            state.report("airfield", "20.0-airfield-objective-a", text, {"airfield": airfield})
            return False
        if self.next_of(state) < 0:
            state.stack.pop()
            return False
        return True

    @staticmethod
    def next_of(state: DDayState) -> int:
        """The next position of the airfield that gains something; -1 for none. Pools that run short serve the first (D78)."""
        frame = state.top(StrengtheningRecord)
        for position in positions_at(state, frame.airfield):
            if position >= frame.looked and can_gain(state, position):
                return position
        return -1

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        return f"{hex_of(state, self.next_of(state))} is strengthened: no position at an airfield was attacked."

    @enforces(FAMILY, "20.0-airfield-objective-a")
    def choices(self, state: DDayState) -> Choices:
        position = self.next_of(state)
        verb = REINFORCE if japanese_reserves.room_for_unit(state, position) else DEEPEN
        return [pack(verb, state.ruleset.position_hex[position])]

    def take_reinforce(self, state: DDayState, place: int) -> None:
        position = self.pass_on(state, place)
        japanese_reserves.place_reserve(state, position, depth=False, case=self.case, why=self.why(state))

    def take_deepen(self, state: DDayState, place: int) -> None:
        depth.add_depth(state, self.pass_on(state, place), self.case, self.why(state))

    @staticmethod
    def pass_on(state: DDayState, place: int) -> int:
        """The position of a hex, which has had its turn now."""
        position = state.ruleset.position_at[place]
        state.replace(Strengthening, state.top(StrengtheningRecord).airfield, position + 1)
        return position

    def why(self, state: DDayState) -> dict[str, str]:
        """The reason of every act."""
        airfield = state.top(StrengtheningRecord).airfield
        return because(f"no position at an airfield was attacked, and this one is at Airfield {airfield}", self.case)

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case, self.prompt(state))


STEPS: Final[tuple[AnyStep, ...]] = (Strengthening(),)
