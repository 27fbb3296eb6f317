"""Japanese tanks (14.2): fire or advance, multiple fire by M, overrun by R, double advance or fire by A.

A tank fires with its group, under one hit limit (c-47); what it does beyond that is here. Tanks in counterattack stance do
nothing of it (`counterattack`).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep
from beachhead.games.dday.box.kinds import ARMOR, MORTAR, PLAIN, REINFORCE, STAR
from beachhead.games.dday.box.kinds import ASSAULT as ASSAULT_MARK
from beachhead.games.dday.combat import close_combat
from beachhead.games.dday.control import communication
from beachhead.games.dday.counters import cards, defenders, japanese_moves, marines, sorties
from beachhead.games.dday.counters.sorties import TANK_SLOT
from beachhead.games.dday.fire import group_fire, letters
from beachhead.games.dday.fire.hits import TANK_GUNS, Shot
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.phases import FIRE as FIRE_PHASE
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import DISCARDS, STRUCK, DDayState
from beachhead.games.dday.verbs import ADVANCE, ASSAULT, CHOOSE_HEX, DRAW_CODE, FIRE

# What a tank is about to do.
AGAIN: Final = 0
"""Multiple fire: draw a second card."""
OVERRUN: Final = 1
ONCE: Final = 2
"""Advance."""
DOUBLE: Final = 3
"""The first advance of two."""
LAST: Final = 4
"""After the first of two: fire, or advance again."""
RESTORING: Final = 5
"""The second fire is over: the fire card counts again."""
NONE: Final = -1
CASES: Final = ("14.2-M", "14.2-R", "14.2-default-advance", "14.2-A", "14.2-A", "14.2-M")


# ---------------------------------------------------------------------- what is due


@enforces(FAMILY, "13.3-b", "14.2-M", "14.2-R", "12.2")
def after_fire(state: DDayState, group: int, mark: int) -> None:
    """To be called before a group fires: by M and R its tanks have something to do after the fire, if they are in communication
    (D92). The fire itself is theirs too, and they have acted with it."""
    if mark not in (MORTAR, REINFORCE):
        return
    ready = [position for position in state.ruleset.groups[group].positions if letters.ready_tank(state, position)]
    if ready and letters.may_use_letters(state, group):
        for position in reversed(ready):
            state.push(Tanks, position, AGAIN if mark == MORTAR else OVERRUN)


@enforces(FAMILY, "14.2", "14.2-default-advance", "14.2-A", "14.2-advance-none")
def advancing(state: DDayState, group: int, mark: int) -> int:
    """The position of a tank that advances because no US unit is in the field of its group; -1 if none does. M and R ask for US
    units in the field, and A for communication (D92)."""
    if mark in (MORTAR, REINFORCE) or not state.us_mask or letters.sees_us(state, group):
        return NONE
    if mark == ASSAULT_MARK and not letters.may_use_letters(state, group):
        return NONE
    if not letters.is_checked(state, group):
        return NONE
    for position in state.ruleset.groups[group].positions:
        if letters.ready_tank(state, position) and destination(state, position) >= 0:
            return position
    return NONE


def begin_advance(state: DDayState, group: int, mark: int) -> bool:
    """The turn of a group is over but for its tanks; True if one of them advances."""
    position = advancing(state, group, mark)
    if position < 0:
        return False
    state.push(Tanks, position, DOUBLE if mark == ASSAULT_MARK else ONCE)
    return True


@enforces(FAMILY, "14.2-default-advance", "14.2-advance-priority", "14.2-advance-comm", "14.2-advance-none")
def destination(state: DDayState, position: int) -> int:
    """Where a tank advances: a position hex within three hexes that is unoccupied, or held by Japanese in communication without a
    tank (D91), and nearer to a US unit. The nearest to one, then an unoccupied one, then the closest, then the highest number.
    -1 if there is none."""
    ruleset = state.ruleset
    here = ruleset.position_hex[position]
    far, row = japanese_moves.to_us(state, here), ruleset.ground.distance[here]
    best, found = (99, 0, 0, 0), NONE
    for other, there in enumerate(ruleset.position_hex):
        if row[there] > japanese_moves.REACH or other == position or state.tank[other]:
            continue
        free = japanese_moves.is_free(state, other)
        near = japanese_moves.to_us(state, there)
        rank = (near, 1 - free, row[there], -ruleset.positions[other].number)
        if near >= far or rank >= best:
            continue
        if free or (defenders.is_occupied(state, other) and communication.japanese_in_communication(state, other)):
            best, found = rank, other
    return found


@enforces(FAMILY, "14.2-R", "14.2-R-choice")
def overrun_hexes(state: DDayState, position: int) -> list[int]:
    """The hexes among which the player may choose: of the nearest US units that the fire has hit, those with the fewest steps."""
    ruleset = state.ruleset
    row = ruleset.ground.distance[ruleset.position_hex[position]]
    best, found = (99, 0), list[int]()
    for place, units in sorted(state.us_at.items()):
        if any(state.acted[unit] & STRUCK for unit in units):
            rank = (row[place], marines.steps_of(state, units))
            if rank < best:
                best, found = rank, [place]
            elif rank == best:
                found.append(place)
    return found


# ---------------------------------------------------------------------- the step


class TankRecord(NamedTuple):
    """The position of the tank, what it is about to do, the hex that the player has chosen, and the fire card to which the phase
    goes back after multiple fire."""

    step: int
    position: int
    part: int
    goal: int = NONE
    card: int = NONE


class Tanks(group_fire.Firing):
    """What a tank does beside the fire of its group."""

    name = "tanks"
    case = "14.2"
    record = TankRecord
    pushed_by = ("fire phase", "tanks")
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        ruleset = state.ruleset
        return (
            state.phase == FIRE_PHASE
            and 0 <= frame.position < ruleset.position_count
            and AGAIN <= frame.part <= RESTORING
            and (frame.goal == NONE or (frame.part == OVERRUN and frame.goal in overrun_hexes(state, frame.position)))
            and (0 <= frame.card < len(ruleset.card_faces)) == (frame.part == RESTORING)
        )

    def later(self, state: DDayState, frame: Any) -> list[Shot]:
        """By the card of multiple fire tanks fire alone."""
        if frame.part == RESTORING:
            return []
        spot = state.stack.index(frame)
        below: Any = state.stack[spot - 1]
        step: Any = state.ruleset.steps[below[0]]
        found: list[Shot] = step.later(state, below)
        return found

    def settle(self, state: DDayState) -> bool:
        frame = state.top(TankRecord)
        if frame.part == RESTORING:
            state.card = frame.card
        elif self.is_due(state, frame):
            return True
        state.stack.pop()
        return False

    @enforces(FAMILY, "14.2-M", "14.2-R", "14.2-A")
    def is_due(self, state: DDayState, frame: TankRecord) -> bool:
        """Whether there is something to do: US units still in the field after the fire, somebody hit, a position to go to."""
        position = frame.position
        if not state.tank[position]:
            return False
        if frame.part == AGAIN:
            return letters.sees_us(state, state.ruleset.position_group[position])
        if frame.part == OVERRUN:
            return bool(overrun_hexes(state, position))
        return self.fires(state, frame) or destination(state, position) >= 0

    @staticmethod
    @enforces(FAMILY, "14.2-A")
    def fires(state: DDayState, frame: TankRecord) -> bool:
        """Whether a tank that has advanced by A fires in place of a second advance: US units are in its new field."""
        return frame.part == LAST and letters.sees_us(state, state.ruleset.position_group[frame.position])

    def side(self, state: DDayState) -> int:
        frame = state.top(TankRecord)
        undecided = frame.part == OVERRUN and frame.goal == NONE and len(overrun_hexes(state, frame.position)) > 1
        return US if undecided else JP

    def case_now(self, state: DDayState) -> str:
        return "14.2-R-choice" if self.side(state) == US else CASES[state.top(TankRecord).part]

    def prompt(self, state: DDayState) -> str:
        frame = state.top(TankRecord)
        where = state.ruleset.hex_name(state.ruleset.position_hex[frame.position])
        if frame.part == AGAIN:
            return f"The tanks in {where} fire again: draw a card."
        if frame.part == OVERRUN:
            if self.side(state) == US:
                return f"Choose the hex that the tanks in {where} overrun."
            return f"The tanks in {where} overrun Marines whom the fire has hit."
        return f"The tanks in {where} {'fire' if self.fires(state, frame) else 'advance'}."

    def choices(self, state: DDayState) -> Choices:
        frame, hexes = state.top(TankRecord), state.ruleset.position_hex
        if frame.part == AGAIN:
            return [DRAW_CODE]
        if frame.part == OVERRUN:
            options = overrun_hexes(state, frame.position)
            if frame.goal == NONE and len(options) > 1:
                return [pack(CHOOSE_HEX, place) for place in options]
            return [pack(ASSAULT, hexes[frame.position], options[0] if frame.goal == NONE else frame.goal)]
        if self.fires(state, frame):
            return [pack(FIRE, hexes[frame.position])]
        return [pack(ADVANCE, hexes[frame.position], hexes[destination(state, frame.position)])]

    # ------------------------------------------------------------------ acts

    @enforces(FAMILY, "14.2-M", "13.3-b")
    def take_draw(self, state: DDayState) -> None:
        """A second card, by which the tanks alone fire; letters on it do not count, armor and star do."""
        frame, ruleset = state.top(TankRecord), state.ruleset
        where = ruleset.hex_name(ruleset.position_hex[frame.position])
        card = cards.draw(state, DISCARDS, f"the tanks in {where}", "14.2-M")
        if card is None:
            state.stack.pop()
            return
        state.replace(Tanks, frame.position, RESTORING, NONE, state.card)
        state.card = card.number - 1
        group = ruleset.position_group[frame.position]
        mark = PLAIN
        for entry in card.fire:
            if entry.color == ruleset.groups[group].color and letters.active_mark(state, entry) in (ARMOR, STAR):
                mark = entry.mark
        why = "letter M lets tanks fire twice, and US units are still in their field"
        group_fire.begin(state, Shot(group, TANK_GUNS, mark, frame.position), why, "14.2-M")

    @enforces(FAMILY, "14.2-A", "14.2-default-fire")
    def take_fire(self, state: DDayState, place: int) -> None:
        frame = state.top(TankRecord)
        group = state.ruleset.position_group[frame.position]
        state.stack.pop()
        group_fire.begin(
            state, Shot(group, TANK_GUNS, PLAIN, frame.position), "US units are in the field of its new hex", "14.2-A"
        )

    @enforces(FAMILY, "14.2-default-advance", "14.2-A")
    def take_advance(self, state: DDayState, place: int, goal: int) -> None:
        """The tank and its marker move; what is in the hex stays."""
        frame, ruleset = state.top(TankRecord), state.ruleset
        there = ruleset.position_at[goal]
        why = "No US unit is in the tank's field, and this is the position within three hexes nearest to one."
        japanese_moves.tell(state, frame.position, there, CASES[frame.part], "The tank", why)
        japanese_moves.move(state, frame.position, there, (TANK_SLOT,))
        if frame.part == DOUBLE:
            state.replace(Tanks, there, LAST)
        else:
            state.stack.pop()

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        state.replace(Tanks, state.top(TankRecord).position, OVERRUN, place)

    @enforces(FAMILY, "14.2-R", "8.6-japanese")
    def take_assault(self, state: DDayState, place: int, goal: int) -> None:
        position = state.top(TankRecord).position
        state.stack.pop()
        why = "Letter R: the fire has hit Marines, and these are the nearest."
        close_combat.begin_sortie(state, sorties.OVERRUN, position, goal, why)

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        where = state.ruleset.hex_name(place)
        return Refusal(
            "14.2-R-choice", f"{where} does not hold the nearest Marines hit, or holds more steps than another such hex"
        )

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case_now(state), f"the rulebook says what comes next: {self.prompt(state)}")


STEPS: Final[tuple[AnyStep, ...]] = (Tanks(),)
