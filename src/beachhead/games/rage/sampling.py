"""Other worlds that the U.S. player cannot tell from the true one (`State.sample`).

A world is made by telling a past (`pasts`) that agrees with everything the U.S. player has been shown:

* the 23 units less those in view; the dead that were seen to die, and the Marines that did not show themselves after turn 1;
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

If no past is found in some tries, units that could have walked and been hit alike exchange their places in the true one.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable

from beachhead.games.rage.movement import NOBODY, SEEN_TO_MOVE, UNSEEN_MOVE
from beachhead.games.rage.pasts import Past, Record, moves_in_view
from beachhead.games.rage.phases import JP_RESET, SETUP
from beachhead.games.rage.state import HID, LOST_UNSEEN, UNSET, RageState

TRIES = 30
"""One is enough nearly always; a record that is hard to agree with takes more."""


def resample(state: RageState, side: str, rng: random.Random) -> None:
    """Put in place of the secret map another one. Japan has no secret kept from it."""
    if side == "jp":
        return
    _forget_picks(state)
    if state.phase == SETUP:
        _clear_the_map(state)
        return
    if 1 in state.concealed:
        record = Record(state)
        for _ in range(TRIES):
            past = Past(record, rng, _near_and_far(state))
            if past.tell():
                _write(state, record)
                break
        else:
            _exchange_units(state, rng)
    _hide_caves(state, rng)


def _forget_picks(state: RageState) -> None:
    """What Japan has named or ranked so far, and not announced, may be nothing; nobody is on his way unseen."""
    setup = state.setup
    if not state.named:
        for unit in setup.japanese:
            state.aim[unit] = -1
        state.banzai = -1
    losses, moving = setup.step_number["losses"], setup.step_number["jp move"]
    for spot, frame in enumerate(state.stack):
        if frame[0] == losses:
            state.row = []
        elif frame[0] == moving and frame[1] != NOBODY and state.moved[frame[1]] != SEEN_TO_MOVE:
            state.stack[spot] = (moving, NOBODY, 0, 0, 0, frame[5])


def _clear_the_map(state: RageState) -> None:
    """A set-up under way may not have begun."""
    for unit in state.setup.japanese:
        if state.concealed[unit]:
            state.where[unit] = UNSET
    state.caves = bytearray(len(state.caves))


def _near_and_far(state: RageState) -> Callable[[int], bool] | None:
    """What a Banzai Charge has told of a Concealed HQ; None if there is none."""
    if state.banzai < 0:
        return None
    told, near = state.charged, state.setup.with_neighbours

    def fits(area: int) -> bool:
        return all((t in near[area]) if t >= 0 else (-1 - t not in near[area]) for t in told)

    return fits


def _write(state: RageState, record: Record) -> None:
    """The end of the told past becomes the position."""
    setup = state.setup
    last = len(record.slots) - 1
    begins = record.slot_begins
    unseen_moves = 0
    upright = _turned_upright(state)
    for stretch in record.stretches:
        unit = stretch.unit
        # Whoever was out of sight when the last movement phase began may have moved in it, and nobody can tell.
        moved = last >= 0 and stretch.start < begins[last] < stretch.end and stretch.spans[-1] != stretch.spans[-2]
        unseen_moves += moved
        if stretch.is_open:
            hid_last = last >= 0 and stretch.start > begins[last]
            state.steps[unit] = stretch.left
            state.where[unit] = stretch.spans[-1] if stretch.left else LOST_UNSEEN
            state.fired[unit] = stretch.fired if stretch.hid_turn >= upright else 0
            state.moved[unit] = SEEN_TO_MOVE if hid_last and state.moved[unit] else UNSEEN_MOVE if moved else 0
        elif last >= 0 and stretch.end > begins[last] and state.moved[unit] != SEEN_TO_MOVE:
            state.moved[unit] = UNSEEN_MOVE if moved else 0
    if any(frame[0] == setup.step_number["jp move"] for frame in state.stack):
        state.moves = setup.components.moves[state.die] - moves_in_view(state) - unseen_moves
    if state.banzai >= 0:
        state.banzai = state.where[setup.hq]


def _turned_upright(state: RageState) -> int:
    """Units that hid Fired in that turn or later still are; those before have been turned by a Japanese Reset Phase."""
    waiting = any(frame[0] == state.setup.step.begin for frame in state.stack)
    reset = state.phase > JP_RESET or (state.phase == JP_RESET and not waiting)
    return state.turn if reset else state.turn - 1


def _hide_caves(state: RageState, rng: random.Random) -> None:
    """The Caves that nobody has seen, wherever one may still be."""
    most = state.setup.components.setup_limits.caves_per_area
    count = sum(state.caves)
    places = [a for a, checked in enumerate(state.cave_checked) if not checked for _ in range(most - state.caves_found[a])]
    if count > len(places):
        return
    rng.shuffle(places)
    state.caves = bytearray(len(state.caves))
    for area in places[:count]:
        state.caves[area] += 1


def _exchange_units(state: RageState, rng: random.Random) -> None:
    """The last resort: units that could have walked and been hit alike exchange what has become of them."""
    setup = state.setup
    spoken_of = {entry[2] for entry in state.memory if entry[0] == HID}
    if state.banzai >= 0:
        spoken_of.add(setup.hq)
    alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for unit in setup.japanese:
        if state.concealed[unit] and unit not in spoken_of:
            alike[setup.mp[unit], setup.full[unit], state.where[unit] >= 0].append(unit)
    for units in alike.values():
        pasts = [(state.where[unit], state.steps[unit], state.fired[unit], state.moved[unit]) for unit in units]
        rng.shuffle(pasts)
        for unit, (where, steps, fired, moved) in zip(units, pasts, strict=True):
            state.where[unit], state.steps[unit], state.fired[unit], state.moved[unit] = where, steps, fired, moved
