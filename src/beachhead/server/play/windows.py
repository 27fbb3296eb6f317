"""Windows: decisions that a side is asked for whether or not it can do anything, so that nobody learns by their absence.

What keeps them silent on the wire is time and number. A window that the service answers, for a player of the program or for a
person who wished to pass, ends a fixed time after the others saw it open; whatever was done inside unseen is written and told
together with the action that ends it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from beachhead.engine.action import verb_of
from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.server.kept.history import Applied, bit_of, try_action
from beachhead.server.told.views import Views

MOST = 500
"""Unseen actions in a row after which a player of the program is interrupted; no game has so many."""
SLOWEST = 8
"""Beats beyond which long thought no longer makes later windows of its kind longer."""


@dataclass(frozen=True, slots=True)
class Window:
    """A kind of window, by the name of its step. `side` is empty if any side may be asked; `answers` are the words of the
    actions that pass it, the first possible one being taken. With `idle` it is passed only if nothing but these words and the
    answers is offered: a convenience for sides without secrets, and for no others."""

    step: str
    side: str
    default: bool
    answers: tuple[str, ...]
    idle: tuple[str, ...] | None = None


def windows_of(game: Game) -> dict[str, Window]:
    """The windows that a game's theme lists, by step; none if it lists none."""
    found: dict[str, Window] = {}
    for item in game.theme.windows:
        answers = (item.answer,) if isinstance(item.answer, str) else tuple(item.answer)
        found[item.step] = Window(item.step, item.side, item.default, answers, None if item.idle is None else tuple(item.idle))
    return found


def is_idle(state: State, window: Window, side: str) -> bool:
    """Whether a window is to be passed as things stand. Only one that says what counts as idle may look at what is offered, and
    only for a side that keeps no secrets: for any other the answer would tell."""
    if window.idle is None:
        return True
    if keeps_secrets(state, side):
        return False
    dull, verbs = {*window.answers, *window.idle}, state.ruleset.verbs
    return all(verbs[verb_of(code)].word in dull for code in state.choices())


def settings_of(windows: Mapping[str, Window], side: str, chosen: Mapping[str, bool]) -> dict[str, bool]:
    """For each kind of window of a side whether it is passed: as its player has chosen, else as the theme has it."""
    return {step: chosen.get(step, window.default) for step, window in windows.items() if window.side in ("", side)}


def passing_text(state: State, window: Window) -> str | None:
    """The action that passes a window; None if it is not open (any more), or if none of its answers is possible."""
    if state.over or state.decision.step != window.step:
        return None
    choices = state.choices()
    return next((word for word in window.answers if any(code in choices for code in state.ruleset.read(word))), None)


def keeps_secrets(state: State, side: str) -> bool:
    """Whether a side sees anything now that is not for everybody: then the time it takes may tell."""
    views = Views(state)
    return views.own(side) != views.own(None)


def actions_until_seen(state: State, side: str, choose: Callable[[State], str | None]) -> list[Applied]:
    """What a side does up to and with the first action that others can tell; empty if nothing more is chosen before that.

    Slow: for a thread."""
    others = [seat for seat in (None, *state.ruleset.sides) if seat != side]
    bits = sum(1 << bit_of(state.ruleset.sides, seat) for seat in others)
    shown, row = _shown_to(state, others), list[Applied]()
    while len(row) < MOST:
        text = choose(state)
        if text is None:
            return []
        done = try_action(state, text)
        row.append(done)
        state = done.state
        if done.seen & bits or _shown_to(state, others) != shown:
            return row
        done.hidden = True
    return row


def _shown_to(state: State, seats: list[str | None]) -> list[bytes]:
    views = Views(state)
    return [views.view(seat) for seat in seats]


class Pace:
    """When windows end: how many beats a kind of window takes in a match."""

    def __init__(self, beat: float) -> None:
        self.beat = beat
        self._beats: dict[str, int] = {}

    def thought(self, step: str, seconds: float) -> None:
        """A player of the program has thought so long about such a window. One that thinks longer than a beat would tell by it
        that there is something to think about: all later windows of the kind take as long, so it tells once."""
        self._beats[step] = max(self._beats.get(step, 1), min(math.ceil(seconds / self.beat), SLOWEST))

    def wait(self, step: str, since_opened: float) -> float:
        """How long to wait, if it opened so many seconds ago: up to its beat, or the next one if that is past."""
        beats = max(self._beats.get(step, 1), math.ceil(since_opened / self.beat))
        return max(0.0, beats * self.beat - since_opened)
