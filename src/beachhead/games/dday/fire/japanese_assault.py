"""Assault (13.8): by letter A, from GT 7 on, units fire and then attack a hex of the Marines in their intense field, or move
nearer. Hex by hex, after the fire of the group; the fire itself is told in `fire` and `volley`."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import BLACK
from beachhead.games.dday.combat import close_combat
from beachhead.games.dday.control import fields_of_fire, lasting_events
from beachhead.games.dday.counters import japanese_moves, marines, sorties
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.phases import FIRE as FIRE_PHASE
from beachhead.games.dday.ruleset import JP, US
from beachhead.games.dday.state import UNIT_STANCE, DDayState
from beachhead.games.dday.verbs import ADVANCE, ASSAULT, CHOOSE_HEX

UNDECIDED: Final = -1


@enforces(FAMILY, "13.8", "13.8-c", "13.8-a-black", "13.1-disrupted")
def is_eligible(state: DDayState, position: int) -> bool:
    """Whether the unit of a position hex assaults: there is one, undisrupted and not in counterattack stance, the hex is not
    black, and guns it may have had are destroyed. Each hex of a group is judged by itself."""
    ruleset = state.ruleset
    if not state.unit[position] or state.shaken[position] or ruleset.position_color[position] == BLACK:
        return False
    if state.stance[position] & UNIT_STANCE:
        return False
    return not ruleset.positions[position].artillery or bool(state.guns_lost[position])


def intense_of(state: DDayState, position: int) -> int:
    """The intense field of one hex of a group, as the group has it now; in rain it reaches one hex."""
    ground = state.ruleset.ground
    hot = fields_of_fire.group_field(state, state.ruleset.position_group[position])[0]
    return hot & ground.intense[position][1 if lasting_events.rains(state) else ground.reach[position]]


@enforces(FAMILY, "13.8-a", "13.8-a-choice")
def targets(state: DDayState, position: int) -> list[int]:
    """The US hexes in the intense field among which the player may choose: the closest, of these those with the fewest steps."""
    ruleset = state.ruleset
    row = ruleset.ground.distance[ruleset.position_hex[position]]
    best, found = (99, 0), list[int]()
    for place in spaces_of(intense_of(state, position) & state.us_mask):
        rank = (row[place], marines.steps_of(state, state.units_in(place)))
        if rank < best:
            best, found = rank, [place]
        elif rank == best:
            found.append(place)
    return found


@enforces(FAMILY, "13.8-b", "13.8-b-entry", "13.8-b-choice", "13.8-b-none")
def goals(state: DDayState, position: int) -> list[int]:
    """The position hexes among which the player may choose if the fire has left nobody in the intense field: within three hexes,
    nearer to the nearest US unit than now (D91), not held by Japanese; those nearest to a US unit, of these the closest."""
    ruleset = state.ruleset
    here = ruleset.position_hex[position]
    far, row = japanese_moves.to_us(state, here), ruleset.ground.distance[here]
    best, found = (99, 0), list[int]()
    for other, there in enumerate(ruleset.position_hex):
        if row[there] > japanese_moves.REACH or state.jp_mask >> there & 1 or not ruleset.in_play[other]:
            continue
        rank = (japanese_moves.to_us(state, there), row[there])
        if rank[0] >= far or rank > best:
            continue
        if rank < best:
            best, found = rank, []
        found.append(there)
    return found


def begin(state: DDayState, group: int) -> None:
    """A group has fired by letter A, with US units in its intense field: now its units assault, hex by hex."""
    state.push(AssaultAction, group)


class AssaultActionRecord(NamedTuple):
    """The group, the hexes that have been looked at as bits of its positions, and the hex that the player has chosen."""

    step: int
    group: int
    looked: int = 0
    goal: int = UNDECIDED


class AssaultAction(Question[DDayState]):
    """Each unit of the group attacks, or moves nearer."""

    name = "japanese assault"
    case = "13.8"
    record = AssaultActionRecord
    pushed_by = ("fire phase",)
    forced_verbs = ()

    def fits(self, state: DDayState, spot: int, frame: AssaultActionRecord) -> bool:
        ruleset = state.ruleset
        return (
            state.phase == FIRE_PHASE
            and 0 <= frame.group < ruleset.group_count
            and 0 <= frame.looked < 1 << len(ruleset.groups[frame.group].positions)
            and (frame.goal == UNDECIDED or frame.goal in self.options(state))
        )

    def settle(self, state: DDayState) -> bool:
        if self.position(state) >= 0:
            return True
        state.stack.pop()
        return False

    @staticmethod
    def position(state: DDayState) -> int:
        """The position hex whose unit is next; -1 if there is none. Hexes go from the player's edge."""
        frame, ruleset = state.top(AssaultActionRecord), state.ruleset
        here = ruleset.groups[frame.group].positions
        for position in sorted(here, key=ruleset.position_hex.__getitem__):
            if frame.looked >> here.index(position) & 1 or not is_eligible(state, position):
                continue
            if targets(state, position) or goals(state, position):
                return position
        return -1

    def options(self, state: DDayState) -> list[int]:
        """The hexes to which that unit may go."""
        position = self.position(state)
        return (targets(state, position) or goals(state, position)) if position >= 0 else []

    def side(self, state: DDayState) -> int:
        frame = state.top(AssaultActionRecord)
        return US if frame.goal == UNDECIDED and len(self.options(state)) > 1 else JP

    def case_now(self, state: DDayState) -> str:
        if self.side(state) == JP:
            return self.case
        return "13.8-a-choice" if targets(state, self.position(state)) else "13.8-b-choice"

    def prompt(self, state: DDayState) -> str:
        position = self.position(state)
        where = state.ruleset.hex_name(state.ruleset.position_hex[position])
        attack = bool(targets(state, position))
        if self.side(state) == US:
            return f"Choose the hex {'that' if attack else 'to which'} the unit in {where} {'assaults' if attack else 'moves'}."
        return f"The unit in {where} {'assaults' if attack else 'moves nearer'}."

    @enforces(FAMILY, "13.8-a-choice", "13.8-b-choice", "8.6-japanese")
    def choices(self, state: DDayState) -> Choices:
        frame, options = state.top(AssaultActionRecord), self.options(state)
        if frame.goal == UNDECIDED and len(options) > 1:
            return [pack(CHOOSE_HEX, place) for place in options]
        goal = options[0] if frame.goal == UNDECIDED else frame.goal
        verb = ASSAULT if state.us_mask >> goal & 1 else ADVANCE
        return [pack(verb, state.ruleset.position_hex[self.position(state)], goal)]

    def take_choose_hex(self, state: DDayState, place: int) -> None:
        frame = state.top(AssaultActionRecord)
        state.replace(AssaultAction, frame.group, frame.looked, place)

    def _look(self, state: DDayState, position: int) -> None:
        frame = state.top(AssaultActionRecord)
        bit = 1 << state.ruleset.groups[frame.group].positions.index(position)
        state.replace(AssaultAction, frame.group, frame.looked | bit)

    @enforces(FAMILY, "13.8-a", "13.8-b-entry", "13.8-d", "8.6-japanese")
    def take_assault(self, state: DDayState, place: int, goal: int) -> None:
        """The unit and its depth marker enter the hex and fight, whatever the fire has done to the Marines there."""
        position = state.ruleset.position_at[place]
        near = bool(targets(state, position))
        self._look(state, position)
        state.used[position] = 1
        if near:
            why = "Letter A: US units are still in the intense field after the fire, and these are the closest."
        else:
            why = (
                "Letter A: the fire has left nobody in the intense field, so the unit moves on to a position nearer to US units."
            )
        close_combat.begin_sortie(state, sorties.ASSAULT, position, goal, why)

    @enforces(FAMILY, "13.8-b", "13.8-b-entry")
    def take_advance(self, state: DDayState, place: int, goal: int) -> None:
        """Nobody is left in the intense field: the unit and its marker move to an empty position."""
        ruleset = state.ruleset
        position, there = ruleset.position_at[place], ruleset.position_at[goal]
        self._look(state, position)
        why = "Letter A: the fire has left nobody in the intense field, and the position is nearer to US units."
        japanese_moves.tell(state, position, there, "13.8-b", "The unit", why)
        japanese_moves.move(state, position, there, (sorties.UNIT_SLOT,))

    def refuse_choose_hex(self, state: DDayState, place: int) -> Refusal:
        where, case = state.ruleset.hex_name(place), self.case_now(state)
        if case == "13.8-a-choice":
            return Refusal(case, f"{where} is not one of the closest US hexes with the fewest steps in the intense field")
        return Refusal(case, f"{where} is not one of the positions nearest to a US unit")

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case_now(state), f"the rulebook says what comes next: {self.prompt(state)}")


STEPS: Final[tuple[AnyStep, ...]] = (AssaultAction(),)
