"""Laws of chance: the odds that a game promises are the ones its dice keep. With the chi-square test, from first principles."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from beachhead.engine.action import VERB_SHIFT, Action
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.chance.outcomes import outcomes
from beachhead.engine.errors import DiceError
from beachhead.engine.event import Event
from beachhead.engine.game import Game
from beachhead.testing.walks import Position, chooser, lines_of, more_if_short, sampled, walk, wide_seed

RARE = 1e-6
"""Counts that true odds bring less often than this are a broken promise. Seeds are fixed, so a test fails always or never."""


def chi_square_tail(value: float, freedom: int) -> float:
    """How often a chi-square of `freedom` degrees exceeds a value: the upper incomplete gamma function, regularized.

    >>> round(chi_square_tail(3.841, 1), 3), round(chi_square_tail(11.070, 5), 3), round(chi_square_tail(23.209, 10), 3)
    (0.05, 0.05, 0.01)
    """
    a, x = freedom / 2, value / 2
    if freedom < 1 or x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    b, c = x + 1 - a, math.inf
    d = fraction = 1 / b
    for n in range(1, 10_000):
        factor = n * (a - n)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * fraction


def chi_square(counts: Mapping[str, int], chances: Mapping[str, Fraction], worlds: int = 0) -> float:
    """How often samples of these chances fit them no better than these counts do. Rare outcomes are counted together.
    Chances that are themselves an estimate, from so many `worlds`, are compared as a second sample.

    >>> chi_square({"heads": 50, "tails": 50}, {"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    1.0
    >>> chi_square({"heads": 80, "tails": 20}, {"heads": Fraction(1, 2), "tails": Fraction(1, 2)}) < 1e-6
    True
    >>> chi_square({"heads": 99, "edge": 1}, {"heads": Fraction(1)}, worlds=200) > 0.1
    True
    """
    total = sum(counts.values())
    cells: list[tuple[float, int]] = []
    rest, found = 0.0, 0
    for name in {**chances, **counts} if worlds else chances:
        chance = chances.get(name, Fraction(0))
        if worlds:
            chance = (chance * worlds + counts.get(name, 0)) / (worlds + total)
        expected = float(chance * total)
        if expected < 5:
            rest, found = rest + expected, found + counts.get(name, 0)
        else:
            cells.append((expected, counts.get(name, 0)))
    if rest:
        cells.append((rest, found))
    if len(cells) < 2:
        return 1.0
    value = sum((seen - expected) ** 2 / expected for expected, seen in cells) * (1 + total / worlds if worlds else 1)
    return chi_square_tail(value, len(cells) - 1)


@more_if_short
def odds_are_kept(game: Game, scenario: str, seed: int = 0, *, actions: int = 10, draws: int = 300, most: int = 500) -> None:
    """`odds` sum to one and agree with what happens when the action is taken again and again; without dice there are none."""
    choices = chooser(seed, "odds")
    tried: dict[tuple[str, int], int] = {}
    for moment in walk(game, scenario, seed, most=most):
        state = moment.state
        if state.over or sum(tried.values()) >= actions:
            break
        for code in sampled(state.choices(), 4, choices):
            kind = (state.decision.step, code >> VERB_SHIFT)
            trial = state.copy()
            trial.dice = Dice(seed_bytes(wide_seed(moment.number)))
            trial.apply(code)
            action = Action(code, state.ruleset)
            if action.verb in game.odds_over_worlds:
                rolls = state.odds(action) != {}
            else:
                rolls = trial.dice.rolled() > 0 and draws_matter(moment, action)
            if not rolls:
                if moment.number % 8 == 0:
                    moment.need(state.odds(action) == {}, f"{action} rolls no die, yet has odds {state.odds(action)}")
            elif tried.get(kind, 0) < max(2, actions // 3):
                tried[kind] = tried.get(kind, 0) + 1
                _try(moment, action, draws)


def draws_matter(moment: Position, action: Action, tries: int = 20) -> bool:
    """Whether chance decides anything that an outcome is named after. An action may draw only what is drawn aside
    (`Dice.aside`): then it has no odds, and must come to the same whatever is drawn."""
    state = moment.state
    if next(outcomes(state, action))[0] < 1:
        return True
    names = set()
    for number in range(tries):
        trial, events = state.copy(), list[Event]()
        trial.dice = Dice(seed_bytes(wide_seed(number)))
        trial.apply(action, events)
        names.add(moment.game.outcome(trial, events))
    moment.need(len(names) == 1, f"{action} promises no odds, but dice make it {sorted(names)}")
    return False


def _try(moment: Position, action: Action, draws: int) -> None:
    before, silent = moment.state.digest(), moment.state.copy()
    silent.dice = Dice.scripted(())
    try:
        chances = silent.odds(action)
        lines = [(line, silent.odds(line)) for line in lines_of(silent, action.code)]
    except DiceError:
        raise moment.broken(f"asking for the odds of {action} rolls the dice of the position") from None
    for line, odds in lines:
        moment.need(sum(odds.values()) in (0, 1), f"the odds of {line!r} add up to {sum(odds.values())}: {odds}")
    moment.need(moment.state.digest() == before, f"asking for the odds of {action} has changed the position")
    moment.need(sum(chances.values()) == 1, f"the odds of {action} add up to {sum(chances.values())}: {chances}")
    moment.need(all(chance > 0 for chance in chances.values()), f"an outcome of {action} has no chance at all: {chances}")
    counts: dict[str, int] = {}
    state, unknown, worlds = moment.state, action.verb in moment.game.odds_over_worlds, moment.state.odds_from(action)
    for number in range(draws):
        trial, events = state.sample(state.side, number) if unknown else state.copy(), list[Event]()
        trial.dice = Dice(seed_bytes(wide_seed(number)))
        trial.apply(action, events)
        name = moment.game.outcome(trial, events)
        counts[name] = counts.get(name, 0) + 1
        moment.need(name in chances or worlds > 0, f"{action} has brought {name!r}, which its odds do not foresee: {chances}")
    likely = chi_square(counts, chances, worlds)
    moment.need(likely > RARE, f"{action} promises {chances}, but {draws} tries brought {counts} (chance {likely:.2g})")
