"""What becomes of a combat: every outcome of its dice, carried through whatever follows of necessity.

A unit that must retreat and cannot is lost; a price that only one set of units can pay is paid. So a table of results alone does
not say what an attack will cost. Here the rules are played out on copies, outcome by outcome, up to the first choice that makes a
difference: what previews and panels say of losses, steps and points comes from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, Generic, NamedTuple, TypeVar

from beachhead.engine.chance.forced import ForcedDice
from beachhead.engine.chance.outcomes import falls_of
from beachhead.engine.state import State
from beachhead.engine.step import AnyStep

S = TypeVar("S", bound=State[Any])
FEW: Final = 8
"""A choice among more than these counts as one that makes a difference."""
LOOKS: Final = 64
"""Actions that are tried to see whether choices make a difference, before they count as such."""


class Fate(NamedTuple, Generic[S]):
    """One outcome, carried on: its chance, the position there, and how many ways are open to whoever chooses next (0: none)."""

    chance: Fraction
    state: S
    ways: int


def fates(
    state: S,
    begin: Callable[[S], object],
    toll: Callable[[S], object],
    *,
    floor: int,
    until: tuple[type[AnyStep], ...] = (),
    given: Sequence[int] = (),
) -> Iterator[Fate[S]]:
    """Begin a combat on copies of a state, once for each outcome of its dice after the `given` falls, and carry it on: until the
    stack is down to `floor` steps, to one of the steps `until`, or to a choice that makes a difference to the `toll`."""

    last = {state.ruleset.number_of[step] for step in until if step in state.ruleset.number_of}

    def is_over(trial: S) -> bool:
        stack = trial.stack
        return trial.outcome is not None or len(stack) <= floor or stack[-1][0] in last

    def go(trial: S, code: int) -> None:
        trial.forget_choices()
        trial.step.take(trial, code)
        _settle(trial, is_over)

    left = [LOOKS]

    def carried(trial: S) -> int:
        trial.forget_choices()
        begin(trial)
        _settle(trial, is_over)
        idle = False
        while not is_over(trial):
            ways = len(trial.choices())
            if ways > 1 and not idle:
                idle = len(_tolls(trial, toll, is_over, go, left)) == 1
                if not idle:
                    return ways
            go(trial, trial.choices()[0])
        return 0

    for chance, trial, ways in falls_of(state, carried, given):
        yield Fate(chance, trial, ways)


def _settle(state: S, is_over: Callable[[S], bool]) -> None:
    """Continue to the next decision of the combat, and no further than its end."""
    state.forget_choices()
    while not is_over(state) and not state.step.settle(state):
        state.forget_choices()


def _tolls(
    state: S, toll: Callable[[S], object], is_over: Callable[[S], bool], go: Callable[[S, int], None], left: list[int]
) -> list[object]:
    """The tolls to which all choices lead; none if there are dice on the way or too many choices, and no more than two."""
    if is_over(state):
        return [toll(state)]
    found: list[object] = []
    for code in state.choices() if len(state.choices()) <= FEW else ():
        left[0] -= 1
        trial, dice = state.copy(), ForcedDice(())
        trial.dice = dice
        go(trial, code)
        ends = _tolls(trial, toll, is_over, go, left) if left[0] > 0 and not dice.falls else []
        found += [end for end in ends if end not in found]
        if not ends or len(found) > 1:
            return found if len(found) > 1 else []
    return found
