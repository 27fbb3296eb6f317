"""Other worlds that the U.S. player cannot tell from the true one (`State.sample`).

First the secret map is wiped out (`veil`): whatever the U.S. player does not see is put to a fixed value, so that nothing of the
truth can get into the world that is made up then (`resample`). It is made by telling a past (`hidden_histories`) that agrees
with everything the U.S. player has been shown, all of which is in the view:

* the 23 units (fewer in a position made by hand: both sides know which) less those in view; the dead that were seen to die, and
  the Marines that did not show themselves after turn 1;
* who was shown: where, when, with how many steps; who hid: where, with which steps and facing;
* nothing Concealed was left where U.S. units stood after a U.S. Movement Phase, and nothing can have come there, or into an area
  under U.S. control, unseen since; a unit seen to hide in such an area is still there (R46);
* unseen moves: only units with two movement points or more, one area a turn, no more of them than the die allowed beside the
  moves made in view;
* damage left for Concealed units of an area fell on whoever was there: it weakens or kills them in the told past, and units that
  were shown later have lost just what they were shown without. Somebody is alive (24-1);
* Caves: as many as are not accounted for, at most two to an area with those found there, none where everybody has seen that there
  are no more;
* a Banzai Charge: the HQ lives, next to the areas that felt it and not next to the others.

What is not taken into account: that an area was full when a unit in view was turned away from it (R61), and how a Japanese player
would like to set up or move; both are drawn evenly. Letters of counters that look alike mean nothing (R58). What Japan has picked
and not announced (targets, the row of Concealed units, a unit on its way unseen, a set-up under way) is put back to nothing.

Late in a game the record can be so tangled that no past of all units is found in some tries. Then `scatter` makes a world from
what is known of each unit by itself, and that always succeeds.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from beachhead.engine.state import Frame
from beachhead.games.rage.combat.bombardment import Losses
from beachhead.games.rage.memory import CLOSED, DIE, HID, SEEN
from beachhead.games.rage.phases import JP_MOVEMENT, JP_RESET, SETUP, US_MOVEMENT
from beachhead.games.rage.state import LOST_UNSEEN, NOBODY, SEEN_TO_MOVE, UNSEEN_MOVE, UNSET, JapaneseMove, RageState
from beachhead.games.rage.turn.sequence import Begin
from beachhead.games.rage.worlds.hidden_histories import Past, shuffle
from beachhead.games.rage.worlds.records import Record, moves_in_view
from beachhead.games.rage.worlds.scatter import Scatter

_UNSEEN: Final = bytes([UNSEEN_MOVE])
TRIES: Final = 20
"""One is enough nearly always; a record that is hard to agree with takes more."""


# ---------------------------------------------------------------------- wiping out the truth


def veil(state: RageState, side: str) -> None:
    """Whatever the U.S. player does not see gets a value that says nothing. Japan has no secret kept from it."""
    if side == "jp":
        return
    ruleset = state.ruleset
    _wipe_picks(state)
    _wipe_moves(state)
    if 1 in state.concealed:
        for unit in ruleset.japanese:
            if state.concealed[unit]:
                state.where[unit], state.steps[unit], state.fired[unit], state.aim[unit] = UNSET, ruleset.full[unit], 0, -1
    state.caves = bytearray(len(state.caves))


def _wipe_picks(state: RageState) -> None:
    """What Japan has named or ranked so far, and not announced, may be nothing; where a Concealed HQ charges from is unknown."""
    ruleset = state.ruleset
    if not state.named:
        for unit in ruleset.japanese:
            state.aim[unit] = -1
        state.banzai = -1
    elif state.banzai >= 0 and state.concealed[ruleset.hq]:
        state.banzai = 0
    if state.is_in(Losses):
        state.row = []


def _wipe_moves(state: RageState) -> None:
    """Nobody has moved unseen; those seen to move and hide have. A unit on its way is one only if all of its way was in view."""
    ruleset, moved, concealed = state.ruleset, state.moved, state.concealed
    if 1 in concealed:
        begun = last_movement(state)
        hidden_since = {entry[2] for entry in state.memory[begun:] if entry[0] == HID} if _marks_since(state, begun) else set()
        for unit in ruleset.japanese:
            mark = unit in hidden_since if concealed[unit] else moved[unit] == SEEN_TO_MOVE
            moved[unit] = SEEN_TO_MOVE if mark else 0
    elif UNSEEN_MOVE in moved:
        state.moved = moved.replace(_UNSEEN, b"\0")
    if state.find(JapaneseMove) is not None:
        state.moves = ruleset.components.moves[state.die] - moves_in_view(state)
        state.stack = public_stack(state)
    else:
        state.moves = 0


def public_stack(state: RageState) -> list[Frame]:
    """What is under way as everybody sees it: a unit that is moving unseen, or began to, is not on its way."""
    if state.find(JapaneseMove) is None:
        return state.stack.copy()
    shown_since = {entry[2] for entry in state.memory[last_movement(state) :] if entry[0] == SEEN}
    return [
        JapaneseMove(frame.step, NOBODY, 0, 0, 0, frame.seen)
        if isinstance(frame, JapaneseMove) and (state.moved[frame.mover] != SEEN_TO_MOVE or frame.mover in shown_since)
        else frame
        for frame in state.stack
    ]


def last_movement(state: RageState) -> int:
    """Where in the record the last Japanese Movement Phase begins; its end if there was none."""
    memory = state.memory
    time = len(memory)
    while time:
        time -= 1
        if memory[time][0] == CLOSED:
            return time
    return len(memory)


def marks_last(state: RageState) -> bool:
    """Whether units are still marked as they moved in the last Japanese Movement Phase: until the next U.S. one begins."""
    return _marks_since(state, last_movement(state))


def _marks_since(state: RageState, begun: int) -> bool:
    if begun == len(state.memory):
        return False
    return state.memory[begun][1] == state.turn or state.phase < US_MOVEMENT or (state.phase == US_MOVEMENT and _waits(state))


def may_have_sneaked(state: RageState) -> bool:
    """Whether some unit may be marked as having moved unseen, or not, and nobody but Japan can tell. It rests on public facts.

    The die must have allowed one move more than everybody knows of, and a unit fast enough must have been out of sight when the
    phase began: it still is, or has been shown since. Two kinds of them are known: who hid in view in that phase had not moved
    (17.2-4-a), and who was shown in it where nothing could be hidden had come there unseen.
    """
    ruleset, memory, begun = state.ruleset, state.memory, last_movement(state)
    if begun == len(memory):
        # Before the first such phase; or in a position made by hand, which does not tell what has been shown.
        return state.turn > 1 or state.phase > JP_MOVEMENT
    if not _marks_since(state, begun):
        return False
    closed, over, runners = memory[begun][2], False, 0
    moves = ruleset.components.moves[state.die] - moves_in_view(state)
    shown, known = set[int](), set[int]()
    for entry in memory[begun + 1 :]:
        if entry[0] == DIE:
            moves, over = entry[2] - entry[3], True
        elif entry[0] == HID:
            known.add(entry[2])
        elif entry[0] == SEEN:
            shown.add(entry[2])
            if not over and closed >> entry[3] & 1:
                known.add(entry[2])
                runners += state.moved[entry[2]] != SEEN_TO_MOVE
    if moves > runners:
        concealed = state.concealed
        for unit in ruleset.japanese_movers:
            if unit not in known and (concealed[unit] or unit in shown):
                return True
    return False


def _waits(state: RageState) -> bool:
    """Whether the phase has not really begun: its window is still open."""
    return state.is_in(Begin)


# ---------------------------------------------------------------------- making up another


def resample(state: RageState, side: str, rng: random.Random) -> None:
    """Put in place of the secret map another one. A set-up under way may not have begun."""
    if not hides(state, side):
        return
    if _has_past(state):
        _write(state, _told(state, rng))
    count = unseen_caves(state)
    if count:
        places = cave_places(state, count)
        shuffle(places, rng)
        for area in places[:count]:
            state.caves[area] += 1


def hides(state: RageState, side: str) -> bool:
    """Whether there is anything to make up for that side."""
    return side != "jp" and state.phase != SETUP and (_has_past(state) or unseen_caves(state) > 0)


def _has_past(state: RageState) -> bool:
    """Whether somebody may have done something unseen."""
    return 1 in state.concealed or state.find(JapaneseMove) is not None


def _told(state: RageState, rng: random.Random) -> Record:
    """The record with a past in it: one of all units if it is found soon, or else a world of what is known of each."""
    record, hq_areas = Record(state), _near_and_far(state)
    for _ in range(TRIES):
        if Past(record, rng, hq_areas).tell():
            return record
    Scatter(record, rng, hq_areas).tell()
    return record


def _near_and_far(state: RageState) -> Callable[[int], bool] | None:
    """What a Banzai Charge has told of a Concealed HQ; None if there is none."""
    if state.banzai < 0:
        return None
    told, near = state.charged, state.ruleset.with_neighbours

    def fits(area: int) -> bool:
        return all((t in near[area]) if t >= 0 else (-1 - t not in near[area]) for t in told)

    return fits


def _write(state: RageState, record: Record) -> None:
    """The end of the told past becomes the position."""
    ruleset = state.ruleset
    marked = marks_last(state)
    upright = _turned_upright(state)
    for stretch in record.stretches:
        unit = stretch.unit
        if stretch.is_open:
            state.steps[unit] = stretch.left
            state.where[unit] = stretch.spans[-1] if stretch.left else LOST_UNSEEN
            state.fired[unit] = stretch.fired if stretch.hid_turn >= upright else 0
        # Whoever was out of sight when the last movement phase began may have moved in it, and nobody can tell.
        if marked and record.moved_last(stretch) and state.moved[unit] != SEEN_TO_MOVE:
            state.moved[unit] = UNSEEN_MOVE
    if state.find(JapaneseMove) is not None:
        state.moves -= state.moved.count(UNSEEN_MOVE)
    if state.banzai >= 0:
        state.banzai = state.where[ruleset.hq]


def _turned_upright(state: RageState) -> int:
    """Units that hid Fired in that turn or later still are; those before have been turned by a Japanese Reset Phase."""
    reset = state.phase > JP_RESET or (state.phase == JP_RESET and not _waits(state))
    return state.turn if reset else state.turn - 1


# ---------------------------------------------------------------------- Caves


def cave_places(state: RageState, count: int) -> list[int]:
    """Where so many Concealed Caves may be, an area as often as it can have one.

    If there are more Caves than such places, which only a position made by hand can bring about, they may be anywhere.
    """
    most = state.ruleset.components.setup_limits.caves_per_area
    places = [a for a, checked in enumerate(state.cave_checked) if not checked for _ in range(most - state.caves_found[a])]
    while len(places) < count:
        places += state.ruleset.all_areas
    return places


def unseen_caves(state: RageState) -> int:
    """How many Caves are still Concealed, as everybody can count: all that Japan must dig (4.1-b) but those found.

    A position made by hand may have fewer; whoever does not see them cannot know that. None is told of during the set-up.
    """
    return 0 if state.phase == SETUP else max(0, state.ruleset.components.setup_limits.caves_total - sum(state.caves_found))
