"""A walker for Rage: plays like somebody who wants something, but keeps its secrets.

The U.S. lands, walks inland, bombards and builds; Japan lets windows pass, fires now and then, sneaks and hides. Purely random
play Reveals everything in the first minutes, and nothing is left that could leak.
"""

from __future__ import annotations

import random

from beachhead.engine.action import unpack, verb_of
from beachhead.engine.choices import Choices
from beachhead.games.rage.state import RageState
from beachhead.games.rage.verbs import (
    ACCEPT,
    ACTIVATE,
    ASSAULT,
    BANZAI,
    BOMBARD,
    BUILD,
    DONE,
    FIRE,
    GROUND,
    HIDE,
    KIRIKAMI,
    LAND,
    MOVE,
    PASS,
    RANK,
    RECOVER,
    RESOLVE,
    RETIRE,
    RETREAT,
    RETURN,
    REVEAL,
    SETUP_PLAN,
    SHOW,
    SNEAK,
    STAND,
    STOP,
    WITHDRAW,
)

US_WEIGHTS = {
    GROUND: 10.0,
    RETIRE: 10.0,
    RECOVER: 6.0,
    RETURN: 6.0,
    BOMBARD: 8.0,
    RESOLVE: 5.0,
    RANK: 1.0,
    ACCEPT: 4.0,
    LAND: 6.0,
    MOVE: 3.0,
    STOP: 2.0,
    ACTIVATE: 0.05,
    FIRE: 4.0,
    PASS: 1.0,
    RETREAT: 1.0,
    STAND: 2.0,
    WITHDRAW: 1.0,
    ASSAULT: 6.0,
    BUILD: 9.0,
    DONE: 1.0,
}
JP_WEIGHTS = {
    SETUP_PLAN: 1e6,
    PASS: 10.0,
    REVEAL: 0.03,
    SHOW: 0.02,
    FIRE: 4.0,
    RESOLVE: 5.0,
    RANK: 2.0,
    ACCEPT: 2.0,
    BOMBARD: 4.0,
    MOVE: 1.0,
    SNEAK: 2.5,
    HIDE: 3.0,
    STOP: 2.0,
    RETREAT: 1.0,
    STAND: 1.0,
    WITHDRAW: 1.0,
    KIRIKAMI: 1.0,
    ASSAULT: 3.0,
    BANZAI: 0.02,
    DONE: 1.5,
}


def choose(state: RageState, codes: Choices, rng: random.Random, reveal: float = 1.0) -> int:
    """One of these actions: first the kind, by weight, then any of that kind. The lower `reveal`, the less Japan shows itself."""
    weights = US_WEIGHTS if state.side == "us" else JP_WEIGHTS
    kinds: dict[int, list[int]] = {}
    for code in codes:
        kinds.setdefault(verb_of(code), []).append(code)
    marks = []
    for verb, group in kinds.items():
        weight = weights.get(verb, 0.5)
        if verb in (REVEAL, SHOW):
            weight *= reveal
        elif verb in (FIRE, BOMBARD) and state.side == "jp":
            hidden = all(state.concealed[unpack(code)[1]] for code in group)
            weight *= reveal * 0.2 if hidden else 1.0
        marks.append(max(weight, 1e-9))
    verb = rng.choices(list(kinds), marks)[0]
    group = kinds[verb]
    if verb == BOMBARD and state.side == "us":
        # Support is massed on a few areas of the turn, so that damage comes through.
        focus = random.Random(f"{state.turn} {state.memory[:1]}").sample(range(len(state.ruleset.areas)), 3)
        massed = [code for code in group if unpack(code)[2] in focus]
        if massed and rng.random() < 0.9:
            group = massed
    return group[rng.randrange(len(group))]


def played(state: RageState, actions: int, rng: random.Random, reveal: float = 1.0) -> RageState:
    """A game some actions on, at a decision; fewer if it ends before."""
    state = state.copy()
    for _ in range(actions):
        after = state.copy()
        after.apply(choose(state, state.choices(), rng, reveal))
        if after.over:
            break
        state = after
    return state
