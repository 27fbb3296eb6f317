"""Random walks through a game, the ground that every law is tried on, and the error that says where a law broke."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any, TypeVar, cast

from beachhead.engine.action import NUMBER, VERB_SHIFT, pack, unpack
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.choices import Choices
from beachhead.engine.errors import ActionError
from beachhead.engine.event import Event
from beachhead.engine.game import Game
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import State

STREAM = "kit"
ENOUGH = 250
"""Actions that make a law's walk worthwhile; in shorter games it walks more than once."""
APART = 1000
"""Between the seeds of such walks."""
_MANY = 400
"""With more choices than this nobody sorts them by verb: lazily indexed sequences must stay lazy."""


class LawBroken(AssertionError):
    """A game breaks one of the laws of the kit; the message says which position of which walk shows it."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position met on a walk. `state` is the walker's own: read it, try things on copies."""

    game: Game
    scenario: str
    seed: int
    number: int
    state: State

    def broken(self, what: str) -> LawBroken:
        """The error to raise about this position."""
        decision = self.state.decision
        return LawBroken(
            f"{what}\n  in {place(self.game, self.scenario, self.seed)}, after {self.number} actions, "
            f"when {decision.side or 'nobody'} decides in step {decision.step!r}\n  to reproduce: beachhead.testing."
            f"state_at(beachhead.game({self.game.id!r}), {self.scenario!r}, seed={self.seed}, number={self.number})"
        )

    def need(self, condition: bool, what: str) -> None:
        """Raise unless the condition holds."""
        if not condition:
            raise self.broken(what)


def wide_seed(seed: int) -> int:
    """A seed of full width from a handy number, so that a leaked seed could be told from any other number in a text.

    >>> wide_seed(0).bit_length() > 100
    True
    """
    return int.from_bytes(hashlib.blake2b(f"kit {seed}".encode(), digest_size=16).digest(), "big") | 1 << 127


def variant(game: Game, scenario: str, seed: int) -> dict[str, Any]:
    """The options of a walk: the defaults for every third seed, among them 0, and for the others any values."""
    draws = chooser(seed, f"options {scenario}")
    options = game.options_of(scenario).values() if seed % 3 else ()
    return {option.name: option.values[draws.below(len(option.values), STREAM)] for option in options}


def place(game: Game, scenario: str, seed: int) -> str:
    """Which walk a message is about: the game, its scenario, the options that are not the usual ones, and the seed."""
    usual = {option.name: option.default for option in game.options}
    options = [f"{name}={value!r}" for name, value in variant(game, scenario, seed).items() if value != usual[name]]
    chosen = f", options {' '.join(options)}" if options else ""
    return f"{game.id}, scenario {scenario}{chosen}, kit seed {seed}"


def chooser(seed: int, purpose: str = "") -> Dice:
    """Where the kit draws its own choices from: the engine's generator, which is the same on every machine and Python."""
    return Dice(seed_bytes(wide_seed(seed) if not purpose else _mixed(seed, purpose)))


def _mixed(seed: int, purpose: str) -> int:
    return int.from_bytes(hashlib.blake2b(f"{purpose} {seed}".encode(), digest_size=16).digest(), "big")


def pick(state: State, draws: Dice) -> int:
    """A random legal action. Half the time the verb is drawn first, so that rare kinds of action come up as well."""
    codes = state.choices()
    if draws.below(2, STREAM) and len(codes) <= _MANY:
        verbs = list(dict.fromkeys(code >> VERB_SHIFT for code in codes))
        verb = verbs[draws.below(len(verbs), STREAM)]
        codes = [code for code in codes if code >> VERB_SHIFT == verb]
    return codes[draws.below(len(codes), STREAM)]


def is_discreet(seed: int) -> bool:
    """Whether both sides keep their secrets on the walk of that seed as long as they can: on every fourth, beginning with 2.

    Whoever picks just anything has shown all he has before long, and the rest of the walk says little about secrets.
    """
    return seed % 4 == 2


def discreet(state: State, code: int, draws: Dice, tries: int = 20) -> int:
    """This action, or another if it brings something out (`Game.reveal_kinds`) and one that does not is drawn soon."""
    kinds = state.ruleset.game.reveal_kinds
    for _ in range(tries if kinds else 0):
        events: list[Event] = []
        try:
            state.copy().apply(code, events)
        except Exception:  # an action that fails is what walks are there to find
            break
        if not any(event.kind in kinds for event in events):
            break
        code = pick(state, draws)
    return code


def sampled(codes: Choices, most: int, draws: Dice) -> list[int]:
    """All of some actions, or as many of them as are asked for, the first and the last among them."""
    if len(codes) <= most:
        return list(codes)
    spots = {0, len(codes) - 1} | {draws.below(len(codes), STREAM) for _ in range(most - 2)}
    return [codes[spot] for spot in sorted(spots)]


def walk(
    game: Game, scenario: str, seed: int, *, most: int | None = None, events: list[Event] | None = None
) -> Iterator[Position]:
    """Every position of a random game, and its end; at most `most` actions. The seed also chooses the options (`variant`), and
    whether the sides take care to keep their secrets (`is_discreet`).

    The state changes between two positions, so keep copies of what you want to compare later.
    """
    state = game.new(scenario, seed=wide_seed(seed), **variant(game, scenario, seed))
    draws = chooser(seed, "walk")
    limit = game.max_actions if most is None else most
    number = 0
    while True:
        moment = Position(game, scenario, seed, number, state)
        yield moment
        if state.over or number >= limit:
            return
        if not len(state.choices()):
            raise moment.broken("no action is offered, yet the game is not over")
        code = pick(state, draws)
        if is_discreet(seed):
            code = discreet(state, code, draws)
        try:
            state.apply(code, events)
        except Exception as error:
            text = state.ruleset.text(code)
            raise moment.broken(f"the offered action {text!r} fails: {type(error).__name__}: {error}") from error
        number += 1


Tried = TypeVar("Tried", bound=Callable[..., None])


def more_if_short(law: Tried) -> Tried:
    """A law that is tried on several walks, up to eight, if the game is a short one."""

    @functools.wraps(law)
    def tried(game: Game, scenario: str, seed: int = 0, **sizes: Any) -> None:
        length = max(moment.number for moment in walk(game, scenario, seed, most=ENOUGH))
        for number in range(min(8, -(-ENOUGH // max(1, length)))):
            law(game, scenario, seed + number * APART, **sizes)

    return cast(Tried, tried)


def state_at(game: Game, scenario: str, seed: int, number: int) -> State:
    """The state that a walk has reached after `number` actions: how to reproduce what a broken law names."""
    state = game.new(scenario, seed=wide_seed(seed), **variant(game, scenario, seed))
    for moment in walk(game, scenario, seed, most=number):
        state = moment.state
    found: State = state
    return found


class Looks:
    """Which positions of a walk deserve a closer look: the first few of every kind of decision, then one now and then."""

    def __init__(self, seed: int, first: int, later: int) -> None:
        self.first = first
        self.later = later
        self.draws = chooser(seed, "looks")
        self.seen: dict[object, int] = {}

    def at(self, moment: Position, *more: object) -> bool:
        """Whether to look now."""
        kind = (moment.state.decision.step, *more)
        count = self.seen[kind] = self.seen.get(kind, 0) + 1
        return count <= self.first or self.draws.below(self.later, STREAM) == 0


def random_argument(ruleset: Ruleset, kind: str, draws: Dice) -> int:
    """Any argument of that kind."""
    return draws.below(13 if kind == NUMBER else len(ruleset.names[kind].full), STREAM)


def random_action(ruleset: Ruleset, draws: Dice) -> int:
    """Any verb with any arguments; hardly ever legal."""
    verb = draws.below(len(ruleset.verbs), STREAM)
    return ruleset.canonical(pack(verb, *(random_argument(ruleset, kind, draws) for kind in ruleset.verbs[verb].kinds)))


def lines_of(state: State, code: int) -> list[str]:
    """The texts of one line that say the same as a legal action of two or more arguments, or go on from it."""
    ruleset = state.ruleset
    verb, *arguments = unpack(code)
    kind = ruleset.verbs[verb]
    names = [str(n) if of == NUMBER else ruleset.names[of].full[n] for of, n in zip(kind.kinds, arguments, strict=False)]
    tried = [f"{kind.word} {two} {word} {one}" for one, two in permutations(names[:2], 2) for word in ("from", "with")]
    return [line for line in tried if ruleset.is_shorthand(line) and _is_legal(state, line)]


def _is_legal(state: State, line: str) -> bool:
    try:
        return state.why_not(line) is None
    except ActionError:
        return False


def bent_action(ruleset: Ruleset, code: int, draws: Dice) -> int:
    """An action with one argument replaced: often nearly legal."""
    verb, *arguments = unpack(code)
    kinds = ruleset.verbs[verb].kinds
    if not kinds:
        return random_action(ruleset, draws)
    spot = draws.below(len(kinds), STREAM)
    arguments[spot] = random_argument(ruleset, kinds[spot], draws)
    return ruleset.canonical(pack(verb, *arguments))
