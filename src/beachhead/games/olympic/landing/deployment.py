"""Before the first Game-Turn (16.1 to 16.3, 17.2, 17.3): counters face down, U.S. units on their track, and the secret record."""

from __future__ import annotations

from typing import Any, Final

from beachhead.boards.hexes import mask_of
from beachhead.boards.rows import Rows
from beachhead.engine.action import pack
from beachhead.engine.chance.dice import Dice
from beachhead.engine.choices import Choices
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.shown.words import counted
from beachhead.engine.step import Question
from beachhead.games.olympic.box.kinds import COASTAL, LINE
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.phases import DEPLOYMENT, TOKKO_RECORD
from beachhead.games.olympic.ruleset import A_DUMMY, JP, OlympicRuleset
from beachhead.games.olympic.state import DUE, POOL, OlympicState
from beachhead.games.olympic.verbs import AIM, DEPLOY

STREAM: Final = "deal"
"""Counters are dealt with dice of their own: how often these fell must not shift those that everybody sees."""
POINTS: Final = 3
"""Tokko Points to be spread over the zones (17.3)."""
JAPAN_ONLY: Final = ("jp",)


@enforces(FAMILY, "16.1", "16.0", "16.5")
def set_up(state: OlympicState) -> None:
    """The first position: Japanese counters are dealt face down, unless Japan will deploy them itself (17.2); then the U.S. units
    are placed."""
    from beachhead.games.olympic.sequence import GameTurn, begin_phase

    muster(state)
    state.push(GameTurn)
    state.phase = DEPLOYMENT
    if state.ruleset.free_deployment:
        begin_phase(state, DEPLOYMENT)
    else:
        deal(state)


@enforces(FAMILY, "16.31", "9.4", "9.0-pool")
def muster(state: OlympicState) -> None:
    """U.S. units wait for their Game-Turn, R units in the pool, and no Japanese counter has shown its face."""
    ruleset = state.ruleset
    for unit in ruleset.us_units:
        state.where[unit] = DUE
        state.due[unit] = ruleset.arrival[unit]
    for unit in ruleset.jp_units:
        state.where[unit] = POOL if ruleset.is_r[unit] else DUE


@enforces(FAMILY, "16.21", "16.22", "16.23", "14.21-reserve")
def deal(state: OlympicState) -> None:
    """Mix the counters of each letter with their dummies and lay them out, one in each place.

    Scripted dice are for what is played: beside them the deal is always the same.
    """
    ruleset, dice = state.ruleset, state.dice if state.dice.script is None else Dice(bytes(16))
    for letter, slots in ((COASTAL, ruleset.coastal_slots), (LINE, ruleset.line_slots)):
        cup = mix(ruleset, letter)
        for slot in slots:
            if cup:
                state.reserve[slot] = cup.pop(dice.below(len(cup), STREAM))
    state.down_mask = covered(state)


def mix(ruleset: OlympicRuleset, letter: str) -> list[int]:
    """All counters of a letter as kinds, ascending, the dummies first."""
    cup = [A_DUMMY] * ruleset.dummy_count[letter]
    for kind in range(A_DUMMY + 1, ruleset.last_kind + 1):
        if ruleset.kind_letter[kind] == letter:
            cup += [kind] * len(ruleset.kind_units[kind])
    return cup


def covered(state: OlympicState) -> int:
    """The hexes in which something lies face down."""
    reserve = state.reserve
    return mask_of(space for slot, space in enumerate(state.ruleset.slot_space) if reserve[slot])


def begin_deployment(state: OlympicState) -> None:
    """The deployment of 17.2."""
    state.push(Deploy)


def begin_record(state: OlympicState) -> None:
    """The secret record of 17.3."""
    state.push(Aim)


# ---------------------------------------------------------------------- 17.2


def left_over(state: OlympicState) -> list[list[int]]:
    """For coastal and line counters, by kind: how many are still to be deployed."""
    ruleset, found = state.ruleset, []
    for letter, slots in ((COASTAL, ruleset.coastal_slots), (LINE, ruleset.line_slots)):
        counts = [0] * (ruleset.last_kind + 1)
        for kind in mix(ruleset, letter):
            counts[kind] += 1
        for slot in slots:
            if state.reserve[slot]:
                counts[state.reserve[slot]] -= 1
        found.append(counts)
    return found


@enforces(FAMILY, "17.2")
def room(state: OlympicState, letter: str) -> int:
    """Hexes that can take one more counter of a letter: one in each, two in as many L hexes as there are counters to spare."""
    ruleset, reserve = state.ruleset, state.reserve
    if letter == COASTAL:
        return mask_of(ruleset.slot_space[slot] for slot in ruleset.coastal_slots if not reserve[slot])
    once = twice = 0
    for slot in ruleset.line_slots:
        if reserve[slot]:
            bit = 1 << ruleset.slot_space[slot]
            twice |= once & bit
            once |= bit
    hexes = mask_of(ruleset.slot_space[slot] for slot in ruleset.line_slots)
    return hexes & ~twice if twice.bit_count() < pairs(ruleset) else hexes & ~once


def pairs(ruleset: OlympicRuleset) -> int:
    """How many L hexes hold two counters."""
    return len(mix(ruleset, LINE)) - len(ruleset.ground.board.line_hexes)


def free_slot(state: OlympicState, kind: int, space: int) -> int:
    """The place in which a counter of this kind would lie; -1: none. A dummy is of whichever letter the hex has."""
    ruleset = state.ruleset
    for slot in ruleset.slots_at.get(space, ()):
        letter = COASTAL if ruleset.slot_is_coastal[slot] else LINE
        if not state.reserve[slot] and (kind == A_DUMMY or ruleset.kind_letter[kind] == letter):
            return slot
    return -1


class Deploy(Question[OlympicState]):
    """Japan deploys its counters as it likes. The U.S. player sees no more than that it goes on."""

    name = "deploy"
    case = "17.2"
    pushed_by = ("turn",)
    forced_verbs = ()

    def settle(self, state: OlympicState) -> bool:
        if len(state.choices()):
            return True
        state.stack.pop()
        return False

    def side(self, state: OlympicState) -> int:
        return JP

    def prompt(self, state: OlympicState) -> str:
        return "Japan deploys its counters face down, out of the U.S. player's sight."

    @enforces(FAMILY, "17.2", "16.21", "16.22")
    def choices(self, state: OlympicState) -> Choices:
        coastal, line = left_over(state)
        masks = [0] * (state.ruleset.last_kind + 1)
        for counts, letter in ((coastal, COASTAL), (line, LINE)):
            hexes = room(state, letter)
            for kind in range(A_DUMMY, len(counts)):
                if counts[kind] > 0:
                    masks[kind] |= hexes
        kinds = [kind for kind in range(A_DUMMY, len(masks)) if masks[kind]]
        return Rows([pack(DEPLOY, kind - A_DUMMY) for kind in kinds], [masks[kind] for kind in kinds])

    def take_deploy(self, state: OlympicState, counter: int, space: int) -> None:
        """A counter goes face down into a hex."""
        kind = counter + A_DUMMY
        slot = free_slot(state, kind, space)
        state.reserve[slot] = kind
        state.down_mask |= 1 << space
        if state.sink is not None:
            values, name, where = state.ruleset.kind_values[kind], state.ruleset.slot_names[slot], state.hex_name(space)
            text = f"{'A dummy' if kind == A_DUMMY else values} is deployed at {where}"
            state.tell("deployed", "17.2", text, seen_by=JAPAN_ONLY, counter=name, hex=where, values=values)

    def refuse_deploy(self, state: OlympicState, counter: int, space: int) -> Refusal:
        kind, ruleset = counter + A_DUMMY, state.ruleset
        values, where = ruleset.kind_values[kind], state.hex_name(space)
        letters = {COASTAL if ruleset.slot_is_coastal[slot] else LINE for slot in ruleset.slots_at.get(space, ())}
        if not letters:
            return Refusal("17.2", f"{where} is not marked C or L; counters go only into hexes that are", (), ("16.21", "16.22"))
        letter = ruleset.kind_letter[kind]
        if letter and letter not in letters:
            case = "16.21" if letter == COASTAL else "16.22"
            return Refusal("17.2", f"{values} units go only into hexes marked {letter}, and {where} is not", (), (case,))
        coastal, line = left_over(state)
        counts = coastal if COASTAL in letters else line
        if counts[kind] <= 0:
            what = "dummies for such hexes" if kind == A_DUMMY else f"{values} counters"
            return Refusal("17.2", f"All {what} have been deployed", (), ("16.21" if COASTAL in letters else "16.22",))
        most = pairs(ruleset)
        if LINE in letters and free_slot(state, kind, space) >= 0:
            return Refusal("17.2", f"{counted(most, 'hex', 'hexes')} already hold two counters; {where} takes one only")
        return Refusal("17.2", f"{where} can take no more counters; choose another hex")

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        return state.phase == DEPLOYMENT and state.ruleset.free_deployment


# ---------------------------------------------------------------------- 17.3


class Aim(Question[OlympicState]):
    """Japan commits its Tokko Points in secret, one by one."""

    name = "aim"
    case = "17.3-record"
    pushed_by = ("turn",)
    forced_verbs = ()

    def settle(self, state: OlympicState) -> bool:
        if sum(state.tokko) < POINTS and state.ruleset.zone_count:
            return True
        state.stack.pop()
        return False

    def side(self, state: OlympicState) -> int:
        return JP

    def prompt(self, state: OlympicState) -> str:
        return "Japan commits its three Tokko Points to invasion zones in secret."

    @enforces(FAMILY, "17.3-record")
    def choices(self, state: OlympicState) -> Choices:
        return [pack(AIM, zone) for zone in range(state.ruleset.zone_count)]

    def take_aim(self, state: OlympicState, zone: int) -> None:
        state.tokko[zone] += 1
        if state.sink is not None:
            name = state.ruleset.ground.zone_names[zone]
            state.tell("aimed", "17.3-record", f"A Tokko Point is committed to {name}", seen_by=JAPAN_ONLY, zone=name)

    def fits(self, state: OlympicState, spot: int, frame: Any) -> bool:
        return state.phase == TOKKO_RECORD and state.ruleset.hidden_tokko
