"""Other worlds that the U.S. player cannot tell from the true one (`State.sample`).

Concealed units that could have walked and been hit alike exchange their places, and so do areas whose Caves nobody has looked
for. That keeps every public fact of the past true, because each could have happened to the other just as well.
"""

from __future__ import annotations

import random
from collections import defaultdict

from beachhead.games.rage.state import HID, RageState


def resample(state: RageState, side: str, rng: random.Random) -> None:
    """Put in place of the secret map another one. Japan has no secret kept from it."""
    if side == "jp":
        return
    _forget_picks(state)
    _exchange_units(state, rng)
    _exchange_caves(state, rng)


def _forget_picks(state: RageState) -> None:
    """What Japan has named so far, and not announced, may be nothing."""
    if not state.named:
        for unit in state.setup.japanese:
            state.aim[unit] = -1
        state.banzai = -1


def _exchange_units(state: RageState, rng: random.Random) -> None:
    setup = state.setup
    spoken_of = {entry[2] for entry in state.memory if entry[0] == HID} | set(state.row)
    spoken_of |= {value for frame in state.stack for value in frame[1:]}
    if state.banzai >= 0:
        spoken_of.add(setup.hq)
    alike: dict[tuple[object, ...], list[int]] = defaultdict(list)
    for unit in setup.japanese:
        if state.concealed[unit] and unit not in spoken_of:
            alike[setup.mp[unit], setup.is_red[unit], state.where[unit] >= 0].append(unit)
    for units in alike.values():
        # Steps, facing and moves made go with the place: they are its past.
        pasts = [(state.where[unit], state.steps[unit], state.fired[unit], state.moved[unit]) for unit in units]
        rng.shuffle(pasts)
        for unit, (where, steps, fired, moved) in zip(units, pasts, strict=True):
            state.where[unit], state.steps[unit], state.fired[unit], state.moved[unit] = where, steps, fired, moved


def _exchange_caves(state: RageState, rng: random.Random) -> None:
    unknown = [area for area, checked in enumerate(state.cave_checked) if not checked and not state.caves_found[area]]
    counts = [state.caves[area] for area in unknown]
    rng.shuffle(counts)
    for area, count in zip(unknown, counts, strict=True):
        state.caves[area] = count
