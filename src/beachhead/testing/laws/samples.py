"""The law of samples: a sample depends on what the side sees, and on nothing else.

If it leaned on the truth, even now and then, a player who thinks ahead on samples would play better than what it can see allows.
Four things show that it does not.

*Samples of samples.* A sample looks to its side like the truth, so the sample made from it must be the one made from the truth.

*The same view again.* While the other side acts in secret the view stays as it is, and so must the samples.

*Nothing to make up.* Where a secret says that it hides nothing from a side, making it up all the same must change nothing.

*Other dice.* Nobody sees the seed, or how often the dice have been drawn from: with other dice the samples are the same.

What a side has seen and may remember has to be in its view for this to hold, and so has the record of what is under way.
"""

from __future__ import annotations

import json
import random

from beachhead.engine.chance.dice import PUBLIC, Dice, seed_bytes
from beachhead.engine.game import Game
from beachhead.testing.walks import STREAM, Looks, Position, more_if_short, walk


@more_if_short
def samples_follow_the_view(game: Game, scenario: str, seed: int = 0, *, first: int = 6, later: int = 8) -> None:
    """A side that sees the same gets the same samples, whatever it does not see; see the module's text for how this is tried."""
    looks = Looks(seed, first, later)
    last: dict[str, tuple[str, int, str]] = {}
    for moment in walk(game, scenario, seed):
        for side in moment.state.ruleset.sides:
            view = json.dumps(moment.state.view(side), sort_keys=True)
            seen, number, sample = last.pop(side, ("", 0, ""))
            if view == seen:
                now = moment.state.sample(side, number).digest()
                moment.need(now == sample, f"{side} sees what it saw before the last action, but gets another sample")
                last[side] = view, number, sample
            elif looks.at(moment, side):
                last[side] = view, moment.number, _sample_of_a_sample(moment, side)


def _sample_of_a_sample(moment: Position, side: str) -> str:
    """The digest of a sample, which must be that of the sample made from another sample."""
    state, number = moment.state, moment.number
    once, again = state.sample(side, number).digest(), state.sample(side, number + 1).sample(side, number).digest()
    moment.need(once == again, f"a sample for {side} depends on more than it sees: made from another sample it is another one")
    other = state.copy()
    other.dice = Dice(seed_bytes(number), {PUBLIC: number, STREAM: 1})
    moment.need(once == other.sample(side, number).digest(), f"a sample for {side} depends on the dice that have been drawn from")
    world = state.sample(side, number)
    for secret in state.ruleset.secrets:
        if not state.over and not secret.hides(world, side):
            secret.resample(world, side, random.Random(number))
            moment.need(once == world.digest(), f"{secret.name} does hide something from {side}, which samples do not make up")
    return once
