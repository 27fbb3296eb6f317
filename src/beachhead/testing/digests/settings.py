"""What is played for the gate: every scenario, each of its options, the older rules; and how random games go."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from beachhead.engine.action import Action
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.game import Game
from beachhead.engine.state import State

SHORT = 60
"""Up to this many choices the verb is sometimes drawn first, so that rare kinds of action come up as well."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A scenario, the options that differ from their defaults, and the version of the rules (empty: the current one)."""

    game: Game
    scenario: str
    options: tuple[tuple[str, Any], ...] = ()
    rules: str = ""
    thorough: bool = True
    """Whether all kinds of lines are compared, and not only those that an option is likely to change."""

    def __str__(self) -> str:
        options = [f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in self.options]
        return " ".join([self.scenario, *options, *([f"rules={self.rules}"] if self.rules else [])])

    @property
    def is_usual(self) -> bool:
        """Whether it is the scenario as it comes."""
        return not self.options and not self.rules

    def chance(self, purpose: str, number: int) -> random.Random:
        """A stream of chance. Only its `random` and `getrandbits` are used, which are the same in every version of Python."""
        return random.Random(f"digests {self.game.id} {self} {purpose} {number}")

    def new(self, seed: int) -> State:
        """The first position."""
        rules = self.rules or self.game.version
        ruleset = self.game.ruleset(self.game.parameters(self.scenario, dict(self.options), rules=rules), rules)
        state: State = self.game.initial_state(ruleset, Dice(seed_bytes(seed)))
        return state


def settings(game: Game) -> Iterator[Setting]:
    """Each scenario as it comes, with each value of each option that is not the default, with all options changed together
    (`Game.options_tried_in`), and under each older version of the rules."""
    for scenario in game.scenarios:
        tried = not game.options_tried_in or scenario.id in game.options_tried_in
        yield Setting(game, scenario.id, thorough=tried)
        options = game.options_of(scenario.id).values() if tried else ()
        changed = [(option.name, value) for option in options for value in option.values if value != option.default]
        together = tuple(dict(changed).items())
        for one in changed:
            yield Setting(game, scenario.id, (one,), thorough=(one,) == together)
        if len(together) > 1:
            yield Setting(game, scenario.id, together)
        for rules in game.older:
            yield Setting(game, scenario.id, (), rules, thorough=False)


def pick(state: State, chance: random.Random) -> Action:
    """Any legal action; now and then the verb is drawn first."""
    actions = state.actions()
    if len(actions) <= SHORT and chance.random() < 0.5:
        verbs = list(dict.fromkeys(action.verb for action in actions))
        verb = verbs[int(chance.random() * len(verbs))]
        some = [action for action in actions if action.verb == verb]
        return some[int(chance.random() * len(some))]
    return actions[int(chance.random() * len(actions))]


def until_over(state: State) -> Iterator[int]:
    """Count the actions of a game that somebody else plays, up to its end. A game that does not end is an error, not a hang."""
    for number in range(state.ruleset.max_actions):
        if state.over:
            return
        yield number
    if not state.over:
        raise RuntimeError(f"the game is not over after {state.ruleset.max_actions} actions, its declared longest")
