"""Whole random games told in a line each: how they went and where they ended, so that a change of play shows at once.

    python -m tests.golden.games write saipan     # record the games of the current rules again

Games of older versions of the rules stay: matches under these rules must go as they went.
A line holds the options that differ from the defaults, the number of the game, how many actions it took, a fingerprint of the way
(every action, and the digest of every fiftieth position) and the digest of the end.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import beachhead as bh
from beachhead.engine.game import Game

FOLDER = Path(__file__).parent / "games"
EACH = 100
"""Games for each scenario and option."""
STREAM = "golden"


@dataclass(frozen=True, slots=True)
class Kind:
    """A scenario with one option, at most, other than its default, under a version of the rules."""

    game: str
    rules: str
    scenario: str
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return "-".join([self.game, self.rules, self.scenario, *(f"{name}={str(value).lower()}" for name, value in self.options)])

    @property
    def path(self) -> Path:
        """Where its games are kept."""
        return FOLDER / f"{self}.txt"


def kinds(game: Game, rules: str) -> Iterator[Kind]:
    """Each scenario as it comes, and with each value of each option that is not the default."""
    for scenario in game.scenarios:
        known = game.settle_options({}, rules, scenario.id)
        yield Kind(game.id, rules, scenario.id, ())
        for option in game.options if not game.options_tried_in or scenario.id in game.options_tried_in else ():
            for value in option.values:
                if option.name in known and value != option.default:
                    yield Kind(game.id, rules, scenario.id, ((option.name, value),))


def play(kind: Kind, number: int) -> str:
    """The line of a game. Choices come from the engine's own generator: the same on every machine and Python."""
    game = bh.game(kind.game)
    source = game.parameters(kind.scenario, dict(kind.options), rules=kind.rules)
    state = game.initial_state(game.ruleset(source, kind.rules), bh.Dice(number.to_bytes(16, "big")))
    draws = bh.Dice(number.to_bytes(16, "little"))
    way = hashlib.sha256()
    count = 0
    while not state.over:
        actions = state.actions()
        if len(actions) <= 60 and draws.below(2, STREAM):  # now and then the verb first: rare kinds of action come up as well
            verbs = list(dict.fromkeys(action.verb for action in actions))
            verb = verbs[draws.below(len(verbs), STREAM)]
            some = [action for action in actions if action.verb == verb]
            action = some[draws.below(len(some), STREAM)]
        else:
            action = actions[draws.below(len(actions), STREAM)]
        way.update(f"{action}\n".encode())
        state.apply(action)
        count += 1
        if count % 50 == 0 and not state.over:
            way.update(state.digest().encode())
    return f"{number} {count} {way.hexdigest()[:32]} {state.digest()}"


def write(game: str) -> None:
    """Record all games of a game again."""
    FOLDER.mkdir(exist_ok=True)
    for kind in kinds(bh.game(game), bh.game(game).version):
        kind.path.write_text("".join(play(kind, number) + "\n" for number in range(EACH)), encoding="utf-8")
        print(kind.path.name, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] != "write":
        sys.exit(__doc__)
    write(sys.argv[2])
