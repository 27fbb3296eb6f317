"""Reading a state that was saved: fields within their bounds, and a stack on which every step is where the rules can put it.

Saves are foreign data. An invalid one is refused on loading, with a message as plain as its damage allows, and never fails in the
middle of a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.engine.chance.dice import Dice
from beachhead.engine.errors import PositionError
from beachhead.engine.files import bounds
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.shown.points import read_points
from beachhead.engine.state import Frame, Result, State
from beachhead.engine.step import Question


def read_fields(state: State[Any], saved: Mapping[str, Any], names: Sequence[str] | None = None) -> None:
    """Fill fields, by default all, and the stack from a save."""
    state.fields.load(state, saved, names)
    state.stack = read_stack(state.ruleset, saved.get("stack"), over=saved.get("outcome") is not None)


def read_moment(state: State[Any], moment: Any, names: Sequence[str]) -> None:
    """Fill these fields, the stack and the dice from a moment in the middle of things, as a position writes it."""
    moment = bounds.mapping(moment, "the moment of this position")
    wanted = [name for name in names if not state.fields.all[name].later]
    missing = [name for name in (*wanted, "stack", "dice") if name not in moment]
    if missing:
        raise PositionError(f"the moment of this position does not say its {missing[0]}")
    read_fields(state, moment, names)
    state.dice = Dice.from_plain(moment["dice"])


def read_stack(ruleset: Ruleset, frames: Any, *, over: bool = False) -> list[Frame]:
    """A saved stack: each step on one that can push it, with the numbers that its record has, and a question on top."""
    if not isinstance(frames, list) or len(frames) > bounds.FRAMES:
        raise PositionError(f"this save has {bounds.clip(frames)} for its stack, which must list at most {bounds.FRAMES} steps")
    stack: list[Frame] = []
    below = ""
    for saved in frames:
        number, values = bounds.stack_frame(saved, ruleset.step_number)
        step = ruleset.steps[number]
        if below not in step.pushed_by:
            raise PositionError(f"this save has the step {step.name!r} on {below or 'nothing'!r}, which is impossible")
        stack.append(ruleset.saved_frame(number, values))
        below = step.name
    if over != (not stack):
        raise PositionError("this save has steps left to do after the end" if over else "this save has nothing left to do")
    if stack and not isinstance(ruleset.steps[stack[-1][0]], Question):
        raise PositionError(f"this save stops at {below!r}, where nobody decides anything")
    return stack


def check_steps(state: State[Any]) -> None:
    """Refuse a loaded state in which a step does not agree with the position."""
    for spot, frame in enumerate(state.stack):
        step = state.ruleset.steps[frame[0]]
        if not step.fits(state, spot, frame):
            raise PositionError(f"this save cannot be played: its step {step.name!r} does not fit the position")


def read_outcome(ruleset: Ruleset, saved: Any) -> Result | None:
    """How a saved game ended, if it has."""
    if saved is None:
        return None
    given = saved["points"]
    points = tuple((side, read_points(given[side])) for side in ruleset.game.sides if side in given)
    winner, case, how = (bounds.text_within(saved[key], bounds.TEXT, key) for key in ("winner", "case", "how"))
    if winner not in (*ruleset.game.sides, "draw") or case not in ruleset.game.cases:
        raise PositionError(
            f"this save cannot be played: its outcome is {bounds.clip(winner)} by case {bounds.clip(case)}, "
            f"which {ruleset.game.id} does not know"
        )
    return Result(winner, case, how, bounds.number(saved["turn"], "turn"), points)
