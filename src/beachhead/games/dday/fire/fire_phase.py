"""Japanese fire (6.0, 4.0-IV): the opening card, the Fire Phase with its order of groups, and how disrupted positions recover
(6.4.2). Fire at units on the move is told in `fire_on_movers`."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import pack
from beachhead.engine.choices import Choices
from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.refusal import Refusal
from beachhead.engine.step import AnyStep, Question
from beachhead.games.dday.box.kinds import ASSAULT, BLACK, COLORS, MORTAR, PLAIN, REINFORCE, Card
from beachhead.games.dday.control import communication, fields_of_fire
from beachhead.games.dday.counters import cards, defenders, stacking, stance
from beachhead.games.dday.events import counterattack
from beachhead.games.dday.fire import ambush, caves, fire_on_movers, group_fire, hits, japanese_assault, letters, tank_actions
from beachhead.games.dday.fire.fire_on_movers import begin_under_fire
from beachhead.games.dday.fire.fire_order import LANES, colors_near, first_hex, in_sight, next_in
from beachhead.games.dday.fire.hits import Shot
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.phases import FIRE as FIRE_PHASE
from beachhead.games.dday.phases import OPENING as OPENING_PHASE
from beachhead.games.dday.ruleset import JP
from beachhead.games.dday.state import DISCARDS, FIRE_CARDS, HIT, SHOCKED, STRUCK, DDayState
from beachhead.games.dday.verbs import AMBUSH, DRAW_CODE, FIRE, INFILTRATE, MUSTER, RALLY, REDEPLOY, RESUPPLY
from beachhead.games.dday.verbs import REINFORCE as REINFORCE_VERB

FULL: Final = "redeploy_or_depth_if_full"
"""In the summary: redeploy, or a depth marker for a full group."""

# How far the Fire Phase has come.
DRAWING: Final = 0
ACTING: Final = 1
RALLYING: Final = 2

# What a group does when its turn comes, in this order.
SUPPLY: Final = 0
"""Muster, reinforce, resupply."""
SHOOT: Final = 1
MOVE: Final = 2
"""Redeploy, hex by hex."""
EXTRA: Final = 3
"""A second unit."""
OVER: Final = 4
GUNS: Final = 5
"""The extra card of an artillery action, after the fire."""
ASSAULTS: Final = 6
"""Assaults, hex by hex, after the fire."""
NEXT_PART: Final = (SHOOT, MOVE, EXTRA, OVER, OVER, ASSAULTS, EXTRA)
"""The part that follows each. Numbers are part of saves, so those of later turns come after those of D-Day."""


# ---------------------------------------------------------------------- the opening card


def begin_opening(state: DDayState) -> None:
    """The card before the first landing is to be drawn."""
    state.push(Opening)


class Opening(Question[DDayState]):
    """One card disrupts positions near the beaches before the first landing."""

    name = "opening"
    case = "18.4.4"
    pushed_by = ("turn",)

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        return state.phase == OPENING_PHASE

    def settle(self, state: DDayState) -> bool:
        return True

    def side(self, state: DDayState) -> int:
        return JP

    def prompt(self, state: DDayState) -> str:
        return "Draw the opening card: positions of its colors near the beaches start disrupted."

    def choices(self, state: DDayState) -> Choices:
        return [DRAW_CODE]

    @enforces(FAMILY, "18.4.4")
    def take_draw(self, state: DDayState) -> None:
        """Hexes within three of a beach, of the card's three colors; bars do not count, black ones are spared (D115, D134)."""
        card = cards.draw(state, DISCARDS, "the opening bombardment", "18.4.4")
        state.stack.pop()
        if card is not None:
            ruleset = state.ruleset
            for position in spaces_of(ruleset.ground.near_positions):
                if card.fire_colors >> ruleset.position_color[position] & 1 and defenders.is_occupied(state, position):
                    shake(state, position, "18.4.4", f"{COLORS[ruleset.position_color[position]]} is on card {card.number:02}")


def shake(state: DDayState, position: int, case: str, reason: str) -> None:
    """Disrupt everything in a position hex (D61)."""
    if state.shaken[position]:
        return
    state.shaken[position] = 1
    state.touch_position(position)
    if state.sink is not None:
        place = state.ruleset.hex_name(state.ruleset.position_hex[position])
        why = Why(f"{place} is disrupted: {reason}.", case, place).plain()
        state.happened("shaken", case, f"The position in {place} is disrupted", {"hex": place, "why": why})


# ---------------------------------------------------------------------- the Fire Phase


def begin(state: DDayState) -> None:
    """The Japanese Fire Phase begins: nobody has acted or lost a step in it."""
    state.clear_marks(HIT | SHOCKED)
    state.used = bytearray(len(state.used))
    stance.fresh(state)
    state.clear_fire()
    state.push(FirePhase)


class FireRecord(NamedTuple):
    """How far the phase has come; the lane (0: black, then the card's colors), the group, what it does next, and the position
    that fires before that because a unit has just come there (-1: none)."""

    step: int
    stage: int = DRAWING
    lane: int = 0
    group: int = 0
    part: int = SUPPLY
    here: int = -1


class FirePhase(group_fire.Firing):
    """Every act of the Japanese Fire Phase, one at a time."""

    name = "fire phase"
    case = "6.0"
    record = FireRecord
    pushed_by = ("turn",)

    def fits(self, state: DDayState, spot: int, frame: Any) -> bool:
        ruleset = state.ruleset
        return (
            state.phase == FIRE_PHASE
            and DRAWING <= frame.stage <= RALLYING
            and 0 <= frame.lane < LANES
            and (0 <= frame.group <= ruleset.group_count or (frame.group == -1 and frame.part == OVER))
            and SUPPLY <= frame.part <= ASSAULTS
            and -1 <= frame.here < ruleset.position_count
            and (frame.stage == DRAWING or 0 <= state.card < len(ruleset.card_faces))
        )

    # ------------------------------------------------------------------ whose turn it is

    @enforces(FAMILY, "4.0-IV", "4.0-IV-order", "4.0-IV-4", "6.0-b", "13.1-d", "13.1-e", "13.1-f")
    def settle(self, state: DDayState) -> bool:
        """Black groups first, then color by color; groups in the order of their nearest hex. Recovery comes last (D60)."""
        if stacking.test_all(state):
            return False
        frame = state.top(FireRecord)
        if frame.stage == DRAWING or len(state.choices()):
            return True
        if frame.stage == RALLYING:
            self._end(state)
        elif frame.here >= 0:
            state.replace(FirePhase, *frame[1:5])
        elif frame.part == OVER or not has_letter(state, frame.lane):
            if frame.group < 0 or not tank_actions.begin_advance(state, frame.group, mark_of(state, frame.lane, frame.group)):
                self._next_group(state, frame)
        elif frame.part == SUPPLY and is_idle(state, frame.group):
            state.replace(FirePhase, ACTING, frame.lane, frame.group, OVER)
        else:
            state.replace(FirePhase, ACTING, frame.lane, frame.group, NEXT_PART[frame.part])
            if frame.part == ASSAULTS:
                japanese_assault.begin(state, frame.group)
        return False

    def _next_group(self, state: DDayState, frame: FireRecord) -> None:
        seeing, lane, group = in_sight(state), frame.lane, frame.group + 1
        while lane < LANES:
            lettered = has_letter(state, lane)
            group = next_in(state, lane, group, -1 if lettered else seeing)
            if group < 0:
                lane, group = lane + 1, 0
            elif lettered or is_due(state, lane, group):
                state.replace(FirePhase, ACTING, lane, group, SUPPLY if lettered else SHOOT)
                return
            else:
                group += 1
        state.replace(FirePhase, RALLYING)

    def _end(self, state: DDayState) -> None:
        state.stack.pop()
        stance.fresh(state)
        state.clear_marks(STRUCK)
        state.clear_fire()

    def later(self, state: DDayState, frame: Any) -> list[Shot]:
        """Groups that are in place and will fire as things stand. Units still to come by muster, redeployment or reinforcement
        are not foreseen."""
        found: list[Shot] = []
        rows, here = fields_of_fire.standing(state).rows, state.us_mask
        seeing, lane, group = in_sight(state), frame.lane, frame.group + 1
        while lane < LANES:
            lettered = has_letter(state, lane)
            among = -1 if lettered else seeing
            group = next_in(state, lane, group, among)
            while group >= 0:
                # Without a letter, who sees nobody does not fire.
                if lettered or (rows[group][0] | rows[group][1]) & here:
                    shot = due_shot(state, lane, group)
                    if shot is not None:
                        found.append(shot)
                group = next_in(state, lane, group + 1, among)
            lane, group = lane + 1, 0
        return found

    # ------------------------------------------------------------------ what it does

    def side(self, state: DDayState) -> int:
        return JP

    def case_now(self, state: DDayState) -> str:
        stage = state.top(FireRecord).stage
        return "6.0" if stage == DRAWING else "6.4.2" if stage == RALLYING else "13.1"

    def prompt(self, state: DDayState) -> str:
        frame = state.top(FireRecord)
        if frame.stage == DRAWING:
            return "Draw the fire card."
        if frame.part == GUNS:
            return f"Draw a card for the artillery of {state.ruleset.groups[frame.group].name}."
        return f"Card {state.ruleset.card_faces[state.card].number:02}: {state.ruleset.text(state.choices()[0])}."

    @enforces(FAMILY, "6.0", "13.1-d", "13.1-needs-communication")
    def choices(self, state: DDayState) -> Choices:
        frame = state.top(FireRecord)
        if frame.stage == DRAWING:
            return [DRAW_CODE]
        if frame.stage == RALLYING:
            group = next_rally(state)
            if group >= 0:
                return [pack(RALLY, shaken_hex(state, group))]
            cave = caves.next_rally(state, state.ruleset.card_faces[state.card].fire_colors)
            return [pack(RALLY, cave)] if cave >= 0 else []
        code = act_of(state, frame)
        return [code] if code >= 0 else []

    @enforces(FAMILY, "6.0", "6.8.2")
    def take_draw(self, state: DDayState) -> None:
        """The fire card: groups in whose place a black one acts are out of it for this card. Or the extra card of artillery."""
        frame = state.top(FireRecord)
        if frame.stage == ACTING:
            state.replace(FirePhase, ACTING, frame.lane, frame.group, NEXT_PART[GUNS])
            ambush.draw_extra(state, frame.group)
            return
        card = cards.draw(state, FIRE_CARDS, "the Japanese Fire Phase", "6.0")
        if card is None:
            self._end(state)
            return
        state.card = card.number - 1
        for group in letters.silenced(state, card):
            for position in state.ruleset.groups[group].positions:
                state.used[position] = 1
            if state.sink is not None:
                name = state.ruleset.groups[group].name
                text = f"A black position acts in place of {name}: its color is under the bar"
                state.happened("silenced", "13.1-f", text, {"group": name, "why": Why(f"{text}.", "6.8.2", name).plain()})
        state.replace(FirePhase, ACTING, 0, -1, OVER)
        counterattack.begin(state)

    def take_fire(self, state: DDayState, place: int) -> None:
        """A group fires; its counters have then acted by this card (D60)."""
        frame = state.top(FireRecord)
        shot = shot_now(state, frame)
        assert shot is not None
        mark = mark_of(state, frame.lane, frame.group)
        fired = hits.firing_positions(state, shot)
        if frame.here >= 0:
            state.replace(FirePhase, *frame[1:5])
            case = "13.6-c" if frame.part == MOVE else "13.7-d" if mark == REINFORCE else "13.4-e"
            group_fire.begin(state, shot, "the unit has just come there", case)
        else:
            state.replace(FirePhase, ACTING, frame.lane, frame.group, part_after_fire(state, frame.group, mark))
            tank_actions.after_fire(state, frame.group, mark)
            why = letters.mark_words(state, frame.group, mark, state.ruleset.card_faces[state.card])
            group_fire.begin(state, shot, why, group_fire.MODE_CASES[shot.mode])
        for position in fired:
            state.used[position] = 1
            if state.tank[position] and state.turn >= fields_of_fire.TANKS_FIRE:
                state.tank_done[position] = 1

    @enforces(FAMILY, "13.4", "13.4-e")
    def take_muster(self, state: DDayState, place: int) -> None:
        """A unit appears; it fires at once if it sees US units."""
        frame, position = state.top(FireRecord), state.ruleset.position_at[place]
        came = letters.muster(state, position)
        state.used[position] = 1
        state.replace(FirePhase, ACTING, frame.lane, frame.group, OVER, position if came else -1)

    @enforces(FAMILY, "13.7", "13.7-d", "13.7-important")
    def take_reinforce(self, state: DDayState, place: int) -> None:
        """A unit appears; in a group that was empty it fires at once, unless an owner's option follows the summary."""
        frame, position = state.top(FireRecord), state.ruleset.position_at[place]
        second = frame.part == EXTRA
        came = letters.reinforce(state, position, second)
        state.used[position] = 1
        fires = came and not second and state.ruleset.reinforce_fires
        state.replace(FirePhase, ACTING, frame.lane, frame.group, OVER, position if fires else -1)

    @enforces(FAMILY, "13.9")
    def take_ambush(self, state: DDayState, place: int) -> None:
        frame = state.top(FireRecord)
        state.replace(FirePhase, ACTING, frame.lane, frame.group, OVER)
        ambush.ambush(state, state.ruleset.position_at[place])

    @enforces(FAMILY, "13.11", "13.11-b")
    def take_infiltrate(self, state: DDayState, place: int) -> None:
        """A unit appears behind the lines, and is silent."""
        frame = state.top(FireRecord)
        ambush.infiltrate(state, state.ruleset.position_at[place])
        state.replace(FirePhase, ACTING, frame.lane, frame.group, OVER)

    @enforces(FAMILY, "13.5", "13.5-1", "13.5-2", "13.6-full")
    def take_resupply(self, state: DDayState, place: int) -> None:
        frame = state.top(FireRecord)
        if frame.part == MOVE:
            letters.resupply(state, state.ruleset.position_at[place], full=True)
            state.replace(FirePhase, ACTING, frame.lane, frame.group, NEXT_PART[MOVE])
            return
        letters.resupply(state, state.ruleset.position_at[place])
        state.replace(FirePhase, ACTING, frame.lane, frame.group, OVER if is_idle(state, frame.group) else SHOOT)

    @enforces(FAMILY, "13.6", "13.6-c")
    def take_redeploy(self, state: DDayState, place: int, goal: int) -> None:
        """A unit moves and fires from where it then is, whatever the color; with its own counters only (D136)."""
        frame, ruleset = state.top(FireRecord), state.ruleset
        letters.redeploy(state, ruleset.position_at[place], ruleset.position_at[goal])
        state.used[ruleset.position_at[goal]] = 1
        state.replace(FirePhase, ACTING, frame.lane, frame.group, MOVE, ruleset.position_at[goal])

    @enforces(FAMILY, "6.4.2", "6.8.1-c", "4.0-IV-4")
    def take_rally(self, state: DDayState, place: int) -> None:
        if place not in state.ruleset.position_at:
            caves.rally(state, place)
            return
        group = state.ruleset.position_group[state.ruleset.position_at[place]]
        card = state.ruleset.card_faces[state.card]
        if state.ruleset.groups[group].color == BLACK:
            rally(state, group, f"a color within three hexes is on card {card.number:02}", "6.8.1-c")
        else:
            rally(state, group, f"{COLORS[state.ruleset.groups[group].color]} is on card {card.number:02}", "6.4.2")

    def refuse_any(self, state: DDayState, code: int) -> Refusal:
        return Refusal(self.case_now(state), f"the rulebook says what comes next: {self.prompt(state)}")


# ---------------------------------------------------------------------- acts


@enforces(FAMILY, "6.0-b", "6.8.2", "13.1-b", "13.1-f")
def mark_of(state: DDayState, lane: int, group: int) -> int:
    """The mark that counts for a group: that of its color, or for a black one the letter under the bar."""
    card = state.ruleset.card_faces[state.card]
    if lane:
        return letters.active_mark(state, card.fire[lane - 1])
    entry = letters.stands_in(state, group, card)
    return PLAIN if entry is None else entry.mark


def due_shot(state: DDayState, lane: int, group: int) -> Shot | None:
    """How a group would fire if its turn came now, if it does."""
    if not letters.is_checked(state, group):
        return None
    return letters.shot_for(state, group, mark_of(state, lane, group))


@enforces(FAMILY, "14.2")
def is_due(state: DDayState, lane: int, group: int) -> bool:
    """Whether a group has something to do by a mark without letter: it fires, or a tank of it advances."""
    return due_shot(state, lane, group) is not None or tank_actions.advancing(state, group, mark_of(state, lane, group)) >= 0


def has_letter(state: DDayState, lane: int) -> bool:
    """Whether groups of a lane may act by a letter: black ones by that under the bar."""
    card = state.ruleset.card_faces[state.card]
    if lane:
        return letters.active_mark(state, card.fire[lane - 1]) >= MORTAR
    return letters.barred_entry(state, card) is not None


def shot_now(state: DDayState, frame: FireRecord) -> Shot | None:
    """The shot that is due: by a unit that has just come to a position, or by the group whose turn it is."""
    if frame.here >= 0:
        group = state.ruleset.position_group[frame.here]
        if state.shaken[frame.here] and not fields_of_fire.is_black(state, group):
            return None
        return Shot(group, hits.FIRE, PLAIN, frame.here) if letters.sees_us(state, group) else None
    return letters.shot_for(state, frame.group, mark_of(state, frame.lane, frame.group))


@enforces(FAMILY, "13.1-disrupted", "13.1-f", "4.0-IV-order")
def is_idle(state: DDayState, group: int) -> bool:
    """Whether nobody in an occupied group can act by this card: disrupted, silenced by a bar, or all have acted."""
    return defenders.is_group_occupied(state, group) and not letters.can_act(state, group)


@enforces(FAMILY, "13.8", "13.10")
def part_after_fire(state: DDayState, group: int, mark: int) -> int:
    """What follows when a group fires: by A, with US units in its intense field as it fires, the guns and then assaults. With US
    units only in its steady field, or out of communication, A is plain fire (c-46, D92)."""
    if mark != ASSAULT:
        return MOVE
    if not ambush.is_hot(state, group) or not letters.may_use_letters(state, group):
        return EXTRA
    return GUNS if ambush.has_guns(state, group) else ASSAULTS


@enforces(FAMILY, "13.1", "13.1-c", "13.1-d", "13.4-b", "13.5", "13.6", "13.7-b", "13.7-important")
def act_of(state: DDayState, frame: FireRecord) -> int:
    """What the group whose turn it is does next, as an action; -1: nothing."""
    if frame.here >= 0:
        return pack(FIRE, state.ruleset.position_hex[frame.here]) if shot_now(state, frame) is not None else -1
    if frame.part == OVER or not letters.is_checked(state, frame.group):
        return -1
    if frame.part == SHOOT:
        shot = shot_now(state, frame)
        return pack(FIRE, first_hex(state, shot)) if shot is not None else -1
    mark = mark_of(state, frame.lane, frame.group)
    if mark < MORTAR:
        return -1
    if frame.part == SUPPLY:
        return _supply(state, frame.group, mark)
    if frame.part == MOVE:
        return _redeployment(state, frame.group, mark)
    if frame.part == GUNS:
        return DRAW_CODE
    if frame.part == ASSAULTS:
        return -1
    position = letters.extra_unit(state, frame.group) if mark == REINFORCE else -1
    return pack(REINFORCE_VERB, state.ruleset.position_hex[position]) if position >= 0 else -1


def _supply(state: DDayState, group: int, mark: int) -> int:
    """What an empty group does, or resupply of one that fights."""
    place = state.ruleset.position_hex
    if not defenders.is_group_occupied(state, group):
        return _from_nothing(state, group, mark)
    if mark == REINFORCE:
        position = letters.resupplied(state, group)
        if position >= 0:
            return pack(RESUPPLY, place[position])
    return -1


@enforces(FAMILY, "13.4", "13.7", "13.9", "13.11", "summary-gt49")
def _from_nothing(state: DDayState, group: int, mark: int) -> int:
    """Muster, reinforcement, ambush or infiltration of an empty group, as the summary says."""
    place, orders = state.ruleset.position_hex, letters.orders(state, mark, letters.UNOCCUPIED)
    if "muster" in orders and letters.muster_chance(state, group)[0]:
        return pack(MUSTER, place[letters.opening_of(state, group)])
    if "reinforce" in orders:
        position = letters.opening_of(state, group)
        if position >= 0 and state.pools[defenders.reserve_of(state, state.ruleset.groups[group].sector)]:
            return pack(REINFORCE_VERB, place[position])
    if "ambush" in orders:
        position = ambush.ambushing(state, group)
        if position >= 0:
            return pack(AMBUSH, place[position])
    if "infiltrate" in orders and ambush.may_infiltrate(state, group):
        return pack(INFILTRATE, place[ambush.infiltrated(state, group)])
    return -1


@enforces(FAMILY, "13.6", "13.6-full", "summary-gt49")
def _redeployment(state: DDayState, group: int, mark: int) -> int:
    """A unit that moves; in a full group of which nobody can, a depth marker from GT 7 on."""
    orders = letters.orders(state, mark, letters.OCCUPIED)
    if "redeploy" not in orders and FULL not in orders:
        return -1
    if letters.sees_us(state, group) or not letters.may_use_letters(state, group):
        return -1
    position, goal = letters.redeploying(state, group)
    place = state.ruleset.position_hex
    if position >= 0:
        return pack(REDEPLOY, place[position], place[goal])
    position = letters.filled(state, group) if FULL in orders else -1
    return pack(RESUPPLY, place[position]) if position >= 0 else -1


# ---------------------------------------------------------------------- recovery


@enforces(FAMILY, "6.4.2", "6.8.1-c")
def recovers(state: DDayState, group: int, card: Card) -> bool:
    """Whether a disrupted group recovers by a card: its color is on it; a black group needs a position of such a color within
    three hexes, held or not, and communication."""
    color = state.ruleset.groups[group].color
    if color != BLACK:
        return bool(card.fire_colors >> color & 1)
    return bool(card.fire_colors & colors_near(state, group)) and communication.group_in_communication(state, group)


def shaken_hex(state: DDayState, group: int) -> int:
    """The first disrupted hex of a group; -1 if there is none."""
    ruleset = state.ruleset
    found = [ruleset.position_hex[position] for position in ruleset.groups[group].positions if state.shaken[position]]
    return min(found, default=-1)


def next_rally(state: DDayState) -> int:
    """The next group that recovers; -1 if nobody does."""
    card, groups = state.ruleset.card_faces[state.card], 0
    position = state.shaken.find(1)
    while 0 <= position < state.ruleset.position_count:
        groups |= 1 << state.ruleset.position_group[position]
        position = state.shaken.find(1, position + 1)
    for group in spaces_of(groups):
        if recovers(state, group, card):
            return group
    return -1


def rally(state: DDayState, group: int, reason: str, case: str) -> None:
    """Every hex of a group is disrupted no longer."""
    ruleset = state.ruleset
    for position in ruleset.groups[group].positions:
        if state.shaken[position]:
            state.shaken[position] = 0
            state.touch_position(position)
            if state.sink is not None:
                place = ruleset.hex_name(ruleset.position_hex[position])
                why = Why(f"{ruleset.groups[group].name} recovers: {reason}.", case, place).plain()
                state.happened("rallied", case, f"The position in {place} recovers", {"hex": place, "why": why})


__all__ = ["STEPS", "FirePhase", "Opening", "begin", "begin_opening", "begin_under_fire", "rally", "recovers", "shake"]
STEPS: Final[tuple[AnyStep, ...]] = (
    Opening(),
    FirePhase(),
    *japanese_assault.STEPS,
    *tank_actions.STEPS,
    *counterattack.STEPS,
    *fire_on_movers.STEPS,
    *group_fire.STEPS,
)
