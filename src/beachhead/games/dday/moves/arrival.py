"""What US units set off when they enter a hex: forts (17.1-c), wake-up cards (9.3-b), reserve rejuvenation (9.6), and guns that
fall into their hands (6.7). Order of several at once: D81."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import BLACK, COLORS, Card
from beachhead.games.dday.control import communication, fields_of_fire
from beachhead.games.dday.counters import cards, defenders, forts, japanese_reserves
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP
from beachhead.games.dday.state import DISCARDS, DDayState
from beachhead.games.dday.verbs import DRAW_CODE, FORTIFY

BLACK_WAKES: Final = 2
"""How near a position must be whose color wakes a black one (9.3-b-black)."""


# ---------------------------------------------------------------------- the test by color


@enforces(FAMILY, "9.3-b-black", "9.6-black")
def colors_of(state: DDayState, group: int) -> int:
    """The fire colors that bring a reserve unit to an empty group, as bits: its own, or for a black one those of the positions
    within two hexes, held or not (D80)."""
    ruleset = state.ruleset
    color = ruleset.groups[group].color
    if color != BLACK:
        return 1 << color
    return ruleset.ground.colors_near_group[BLACK_WAKES][group]


def matched(state: DDayState, group: int, card: Card | None) -> bool:
    """Whether a card brings a reserve unit to an empty group."""
    return card is not None and bool(card.fire_colors & colors_of(state, group))


def reason(state: DDayState, group: int, card: Card | None) -> str:
    """Why a card does or does not bring a unit, in words."""
    name = state.ruleset.groups[group].name
    if card is None:
        return f"There is no card for {name}"
    wanted = colors_of(state, group)
    shown = [COLORS[entry.color] for entry in card.fire if wanted >> entry.color & 1]
    if shown:
        return f"{shown[0]} is on card {card.number:02}, so {name} is manned"
    return f"card {card.number:02} does not show {_color_words(wanted)}, so {name} stays empty"


def _color_words(wanted: int) -> str:
    return " or ".join(color for number, color in enumerate(COLORS) if wanted >> number & 1) or "any color near it"


# ---------------------------------------------------------------------- reserve rejuvenation


@enforces(FAMILY, "7.0-a-move-2", "7.3.1-h", "7.3.3-e-1", "9.6", "9.6-important-1", "9.6-important-2")
def may_rejuvenate(state: DDayState, goal: int) -> bool:
    """Whether a card is drawn before units enter a hex: an empty position in communication, no hex of whose group holds a US
    unit or garrison, while the reserve of its sector has units (D80). It does not matter how it became empty."""
    ruleset = state.ruleset
    position = ruleset.ground.position_at[goal]
    if position < 0 or state.jp_mask >> goal & 1:
        return False
    group = ruleset.position_group[position]
    if (state.us_mask | state.garrison_mask) & ruleset.ground.group_mask[group]:
        return False
    if not state.pools[defenders.reserve_of(state, ruleset.position_sector[position])]:
        return False
    return communication.japanese_in_communication(state, position)


@enforces(FAMILY, "9.6-1", "9.6-2", "9.3-sources")
def rejuvenate(state: DDayState, goal: int) -> bool:
    """Draw the card of 9.6; returns whether a unit has appeared, face down and without depth."""
    ruleset = state.ruleset
    position = ruleset.ground.position_at[goal]
    where = ruleset.hex_name(goal)
    card = cards.draw(state, DISCARDS, f"the empty position in {where}", "9.6-1")
    return _settle(state, position, card, "rejuvenation", "9.6-1", "9.6-2")


def _settle(state: DDayState, position: int, card: Card | None, kind: str, drawn: str, placed: str) -> bool:
    """Place a reserve unit if the card says so, and say why."""
    ruleset = state.ruleset
    group = ruleset.position_group[position]
    why: dict[str, Any] | None = None
    if state.sink is not None:
        where = ruleset.hex_name(ruleset.position_hex[position])
        why = Why(_sentence(reason(state, group, card)), drawn, where).plain()
    if matched(state, group, card):
        return japanese_reserves.place_reserve(state, position, depth=False, case=placed, why=why)
    if state.sink is not None:
        state.tell(kind, drawn, f"Nobody appears in {where}", hex=where, why=why)
    return False


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


# ---------------------------------------------------------------------- wake-up cards


@enforces(FAMILY, "7.0-a-move-1", "9.3-b", "9.3.1", "9.3.1-a", "9.3.1-c")
def wakes(state: DDayState, place: int) -> list[int]:
    """The positions that a unit entering a hex may wake, by letter and number, one for each group: the group is empty, the hex
    would be in its intense field, and it has had no wake-up card yet in this game (c-7)."""
    ruleset, found = state.ruleset, []
    for group in spaces_of(ruleset.ground.groups_seeing[place]):
        if state.woken[group] or defenders.is_group_occupied(state, group):
            continue
        if fields_of_fire.empty_field(state, group)[0] >> place & 1:
            position = bed(state, group)
            if position >= 0:
                found.append(position)
    return sorted(found)


def bed(state: DDayState, group: int) -> int:
    """The position hex of an empty group to which a reserve unit would come: the lowest with room and communication; -1 if there
    is none."""
    for position in state.ruleset.groups[group].positions:
        if japanese_reserves.room_for_unit(state, position) and communication.japanese_in_communication(state, position):
            return position
    return -1


@enforces(FAMILY, "9.3-b", "9.3-b-2", "9.3-b-3", "9.3", "9.3-a-draw")
def wake(state: DDayState, position: int) -> None:
    """Draw the one wake-up card of a group. If it matches, a reserve unit is there at once, with its field of fire."""
    ruleset = state.ruleset
    group, where = ruleset.position_group[position], ruleset.hex_name(ruleset.position_hex[position])
    state.woken[group] = 1
    card = cards.draw(state, DISCARDS, f"the empty position in {where}", "9.3-b")
    _settle(state, position, card, "wake-up", "9.3-b", "9.3-b-2")


# ---------------------------------------------------------------------- guns


@enforces(FAMILY, "6.7", "6.7-a")
def take_guns(state: DDayState, place: int) -> None:
    """The guns of a position are destroyed for good when US units end a move or a close combat alone in its hex (R1 c34)."""
    ruleset = state.ruleset
    position = ruleset.ground.position_at[place]
    if position < 0 or state.guns_lost[position] or not ruleset.positions[position].artillery:
        return
    if state.jp_mask >> place & 1 or not state.us_mask >> place & 1:
        return
    state.guns_lost[position] = 1
    state.touch_position(position)
    if state.sink is not None:
        where = ruleset.hex_name(place)
        state.happened("guns", "6.7", f"The guns in {where} are destroyed", {"hex": where})


# ---------------------------------------------------------------------- arrival


def is_awaited(state: DDayState, place: int) -> bool:
    """Whether the arrival of units in a hex brings out forts or reserve units."""
    return bool(forts.due_on_entry(state, place)) or bool(wakes(state, place))


def arrive(state: DDayState, place: int) -> None:
    """Units have entered a hex by a move, for close combat or by an event (D135): forts, then wake-up cards."""
    state.push(Arrival, place, 1)


@enforces(FAMILY, "17.1-c")
def after_landing(state: DDayState, place: int) -> None:
    """Units have landed: forts only, since a landing is not a move (R1 c41)."""
    if forts.due_on_entry(state, place):
        state.push(Arrival, place, 0)


class ArrivalRecord(NamedTuple):
    """Where units have arrived, whether wake-up cards are due, and up to which position forts have been looked at."""

    step: int
    place: int
    waking: int
    looked: int = 0


class Arrival(Question[DDayState]):
    """Forts and reserve units come out one after the other, each by an act of the Japanese."""

    name = "arrival"
    case = "17.1-c"
    record = ArrivalRecord
    pushed_by = ("landing", "move", "actions", "events", "turn")
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: ArrivalRecord) -> bool:
        land, positions = state.ruleset.ground.land, state.ruleset.position_count
        return 0 <= frame.place < land and frame.waking in (0, 1) and 0 <= frame.looked <= positions

    def settle(self, state: DDayState) -> bool:
        if state.choices():
            return True
        state.stack.pop()
        return False

    def side(self, state: DDayState) -> int:
        return JP

    def case_now(self, state: DDayState) -> str:
        return self.case if self.fort_due(state) >= 0 else "9.3-b"

    def prompt(self, state: DDayState) -> str:
        frame = state.top(ArrivalRecord)
        here, position = state.ruleset.hex_name(frame.place), self.fort_due(state)
        if position >= 0:
            return f"US units in {here} bring out the fort in {self.hex_of(state, position)}."
        due = wakes(state, frame.place)
        there = self.hex_of(state, due[0]) if due else here
        return f"US units have entered the intense field of the empty position in {there}: draw a card."

    @staticmethod
    def hex_of(state: DDayState, position: int) -> str:
        """The hex of a position."""
        return state.ruleset.hex_name(state.ruleset.position_hex[position])

    @staticmethod
    def fort_due(state: DDayState) -> int:
        """The next position that gets a fort, by letter and number; -1: none."""
        frame = state.top(ArrivalRecord)
        for position in sorted(forts.due_on_entry(state, frame.place)):
            if position >= frame.looked:
                return position
        return -1

    @enforces(FAMILY, "17.1-c", "9.3-b", "7.0-a-move-1")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(ArrivalRecord)
        position = self.fort_due(state)
        if position >= 0:
            return [pack(FORTIFY, state.ruleset.position_hex[position])]
        return [DRAW_CODE] if frame.waking and wakes(state, frame.place) else []

    @enforces(FAMILY, "17.1-c")
    def take_fortify(self, state: DDayState, place: int) -> None:
        frame, position = state.top(ArrivalRecord), state.ruleset.ground.position_at[place]
        state.replace(Arrival, frame.place, frame.waking, position + 1)
        why: dict[str, Any] | None = None
        if state.sink is not None:
            here = state.ruleset.hex_name(frame.place)
            text = f"US units have come within three hexes, to {here}, and do not control the fort location."
            why = Why(text, "17.1-c", here).plain()
        forts.kit(state, position, "17.1-c", why)

    def refuse_fortify(self, state: DDayState, place: int) -> Refusal:
        where = state.ruleset.hex_name(place)
        return Refusal("17.1-c", f"no fort is due in {where} now: {self.prompt(state)}")

    def take_draw(self, state: DDayState) -> None:
        wake(state, wakes(state, state.top(ArrivalRecord).place)[0])

    def refuse_draw(self, state: DDayState) -> Refusal:
        return Refusal("17.1-c", f"forts come before wake-up cards: {self.prompt(state)}", (), ("9.3-b",))


STEPS: Final[tuple[AnyStep, ...]] = (Arrival(),)
