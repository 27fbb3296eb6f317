"""Movement under fire (7.3.3-f, D66): one card, and the groups that fire by it at units that leave or enter a hex.

What draws the fire is told in `under_fire`.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep
from beachhead.games.dday.box.kinds import BLACK, COLORS, MORTAR, PLAIN
from beachhead.games.dday.control import fields_of_fire
from beachhead.games.dday.counters import cards
from beachhead.games.dday.fire import group_fire, hits, letters
from beachhead.games.dday.fire.fire_order import LANES, colors_near, first_hex, next_in
from beachhead.games.dday.fire.hits import INTENSE, MOVERS, STEADY, Shot
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.ruleset import JP
from beachhead.games.dday.state import DISCARDS, DDayState
from beachhead.games.dday.verbs import DRAW_CODE, FIRE


class UnderFireRecord(NamedTuple):
    """Units that are fired at as they leave a hex: the hex, the one they enter if that draws fire too (-1), the only group that
    fires (-1: all that can), whether nobody may press on, whether the card has been drawn, the group that fires next, and who
    moves."""

    step: int
    place: int
    entering: int
    only_group: int
    no_press: int
    lane: int
    group: int
    units: tuple[int, ...] = ()


def begin_under_fire(
    state: DDayState, units: tuple[int, ...], place: int, *, entering: int = -1, only_group: int = -1, no_press: bool = False
) -> None:
    """Fire at units that leave a hex: one card, groups in order. When it is over the step is gone from the stack, and whoever is
    disrupted has to stay where he is.

    Every group whose field covers the hex takes part; `entering` names a position hex that they enter by 7.3.3-e or 7.4, whose
    group then fires by the row of that hex; `only_group` lets a unit that has just appeared fire alone (9.6-3).
    """
    state.clear_fire()
    state.push(UnderFire, place, entering, only_group, int(no_press), -1, 0, units)


@enforces(FAMILY, "7.3.3-a", "7.3.3-e", "7.3.3-f", "7.3.3-f-important", "6.4", "7.4")
def row_against(state: DDayState, group: int, place: int, entering: int) -> int:
    """The row of the chart by which a group fires at movers; -1 if it cannot. Into a hex of its own group the fire is intense,
    steady in rocks and woods, under smoke, or when everybody there is disrupted (D66, D119)."""
    ground = state.ruleset.ground
    if entering >= 0 and ground.group_at[entering] == group and ground.group_mask[group] & state.jp_mask:
        cool = ground.cover_mask >> entering & 1 or state.smoked[group] or not fields_of_fire.is_steadfast(state, group)
        return STEADY if cool else INTENSE
    hot, cool = fields_of_fire.moving_field(state, group)
    return INTENSE if hot >> place & 1 else STEADY if cool >> place & 1 else -1


@enforces(FAMILY, "20.0-caves-d", "7.4")
def cave_shot(state: DDayState, movers: tuple[int, ...], entering: int) -> Shot | None:
    """A cave fires at those who enter it, whatever the colors of the card, and hits one unit (D114); steadily among rocks and
    trees, or while it is disrupted. None if they enter no cave."""
    cave = state.slot_at(entering) if entering >= 0 else -1
    if cave < state.ruleset.position_count or not movers:
        return None
    cool = state.ruleset.ground.cover_mask >> entering & 1 or state.shaken[cave]
    return Shot(-1, MOVERS, PLAIN, cave, STEADY if cool else INTENSE, movers)


class UnderFire(group_fire.Firing):
    """A card and the groups that fire by it at units on the move."""

    name = "under fire"
    case = "7.3.3-f"
    record = UnderFireRecord
    pushed_by = ("move",)

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        ruleset = state.ruleset
        return (
            0 <= frame.place < ruleset.ground.land
            and -1 <= frame.entering < ruleset.ground.land
            and -1 <= frame.only_group < ruleset.group_count
            and frame.no_press in (0, 1)
            and -1 <= frame.lane <= LANES
            and 0 <= frame.group <= ruleset.group_count
            and (frame.lane < 0 or 0 <= state.card < len(ruleset.card_faces))
            and bool(frame.units)
            and all(0 <= unit < ruleset.unit_count for unit in frame.units)
        )

    def settle(self, state: DDayState) -> bool:
        frame = state.top(UnderFireRecord)
        if frame.lane < 0 or len(state.choices()):
            return True
        state.stack.pop()
        state.clear_fire()
        return False

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        frame = state.top(UnderFireRecord)
        if frame.lane < 0:
            return f"Movement under fire in {state.ruleset.hex_name(frame.place)}: draw a card."
        return f"Card {state.ruleset.card_faces[state.card].number:02}: {state.ruleset.text(state.choices()[0])}."

    def choices(self, state: DDayState) -> Choices:
        frame = state.top(UnderFireRecord)
        if frame.lane < 0:
            return [DRAW_CODE]
        found = self._next(state, frame, frame.lane, frame.group)
        return [pack(FIRE, first_hex(state, found[2]))] if found[2] is not None else []

    def _next(self, state: DDayState, frame: UnderFireRecord, lane: int, group: int) -> tuple[int, int, Shot | None]:
        """The next group that fires from a place in the order on, with its place and its shot."""
        ground = state.ruleset.ground
        among = fields_of_fire.seeing(state, frame.place)
        if frame.entering >= 0 and ground.group_at[frame.entering] >= 0:
            among |= 1 << ground.group_at[frame.entering]
        while lane < LANES:
            group = next_in(state, lane, group, among)
            if group < 0:
                lane, group = lane + 1, 0
                continue
            shot = self._shot(state, frame, lane, group)
            if shot is not None:
                return lane, group, shot
            group += 1
        movers = tuple(unit for unit in frame.units if state.where[unit] == frame.place)
        return LANES, group, cave_shot(state, movers, frame.entering) if group == 0 else None

    @enforces(FAMILY, "7.3.3-f", "7.3.3-f-important", "7.3.3-a-black")
    def _shot(self, state: DDayState, frame: UnderFireRecord, lane: int, group: int) -> Shot | None:
        """How a group takes part: its color is on the card, for a black group that of any position within three hexes. Star and
        armor marks count, letters and bars do not (R1 c13)."""
        if 0 <= frame.only_group != group:
            return None
        row = row_against(state, group, frame.place, frame.entering)
        if row < 0:
            return None
        card, mark = state.ruleset.card_faces[state.card], PLAIN
        if lane:
            mark = letters.active_mark(state, card.fire[lane - 1])
        elif not card.fire_colors & colors_near(state, group):
            return None
        movers = tuple(unit for unit in frame.units if state.where[unit] == frame.place)
        return Shot(group, MOVERS, mark if mark < MORTAR else PLAIN, -1, row, movers) if movers else None

    def later(self, state: DDayState, frame: Any) -> list[Shot]:
        found: list[Shot] = []
        lane, group, shot = self._next(state, frame, frame.lane, frame.group)
        while shot is not None:
            found.append(shot)
            lane, group, shot = self._next(state, frame, lane, group + 1)
        return found

    @enforces(FAMILY, "7.3.3-f", "2.3-fire-a")
    def take_draw(self, state: DDayState) -> None:
        frame = state.top(UnderFireRecord)
        purpose = f"movement under fire in {state.ruleset.hex_name(frame.place)}"
        card = cards.draw(state, DISCARDS, purpose, "7.3.3-f")
        if card is None:
            state.stack.pop()
            state.clear_fire()
            return
        state.card = card.number - 1
        state.replace(UnderFire, *frame[1:5], 0, 0, frame.units)
        if state.sink is not None and not self.choices(state):
            text = f"Card {card.number:02} shows no color of a position that can fire"
            state.happened("no fire", "7.3.3-f", text, {"card": card.number, "why": Why(f"{text}.", "7.3.3-f").plain()})

    def take_fire(self, state: DDayState, place: int) -> None:
        frame = state.top(UnderFireRecord)
        lane, group, shot = self._next(state, frame, frame.lane, frame.group)
        assert shot is not None
        state.replace(UnderFire, *frame[1:5], lane, group + 1, frame.units)
        why = self.reason(state, frame, shot) if state.sink is not None else ""
        group_fire.begin(state, shot, why, "7.3.3-f", no_press=bool(frame.no_press))

    @staticmethod
    def reason(state: DDayState, frame: UnderFireRecord, shot: Shot) -> str:
        """Why a group fires, in words."""
        card = state.ruleset.card_faces[state.card]
        if shot.group < 0:
            return f"they enter the cave in {state.ruleset.hex_name(frame.entering)} in {hits.ROWS[shot.row]} fire"
        color = state.ruleset.groups[shot.group].color
        if color == BLACK:
            why = f"a color within three hexes is on card {card.number:02}"
        else:
            why = f"{COLORS[color]} is on card {card.number:02}"
        entered = frame.entering >= 0 and state.ruleset.ground.group_at[frame.entering] == shot.group
        where = (
            f"they enter {state.ruleset.hex_name(frame.entering)}"
            if entered
            else f"they leave {state.ruleset.hex_name(frame.place)}"
        )
        return f"{why}; {where} in {hits.ROWS[shot.row]} fire"

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case, f"the rulebook says what comes next: {self.prompt(state)}")


STEPS: Final[tuple[AnyStep, ...]] = (UnderFire(),)
