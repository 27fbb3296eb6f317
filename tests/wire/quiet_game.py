"""Lookout with more to do unseen: in its watch the warden may exchange what lies under the fog, several times, and nobody else
may notice whether, how often or how long he thought about it. Its theme says which windows can be passed."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from beachhead.engine import themes
from beachhead.engine.action import Action, Names, Verb, pack
from beachhead.engine.refusal import Refusal
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.themes import Theme
from beachhead.engine.themes.decisions import Window
from beachhead.players import Seat

from ..kit.hidden_game import AREAS, PIECES, SQUADS, TOKENS, VERBS, Lookout, LookoutGame, Watch
from ..manual_clock import ManualClock

SWAP = len(VERBS)
SWAPS = 3
WINDOWS = [
    Window(step="ambush", name="Ambush", side="warden", default=True),
    Window(step="watch", name="Watch", side="warden", answer=["retreat", "done"]),
    Window(step="fade", name="Fade", side="warden", answer="stay"),
    Window(step="hide", name="Hide", side="warden", answer="hide", idle=["hide"]),
]


class Swaps(NamedTuple):
    """How many exchanges have been made."""

    step: int
    made: int = 0


class QuietWatch(Watch):
    """How many exchanges have been made stands on the stack, where nobody looks."""

    record = Swaps

    def choices(self, state: Lookout) -> Sequence[int]:
        open_ = state.top(Swaps).made < SWAPS
        swaps = [pack(SWAP, piece, token) for piece in state.cup for token in state.under_fog()] if open_ else []
        return [*swaps, *super().choices(state)]

    def take_swap(self, state: Lookout, piece: int, token: int) -> None:
        state.cup = sorted([*(p for p in state.cup if p != piece), state.piece[token]])
        state.piece[token] = piece
        state.tell("swap", "5.1", f"{TOKENS[token]} is now {PIECES[piece]}", seen_by=("warden",))
        swaps = state.top(Swaps)
        state.stack[-1] = swaps._replace(made=swaps.made + 1)

    def refuse(self, state: Lookout, code: int) -> Refusal:
        return Refusal("5.1", f"{state.ruleset.text(code)!r} is not possible now.")


class QuietGame(LookoutGame):
    """What is different from Lookout."""

    id = "quiet"
    steps = tuple(QuietWatch() if step.name == "watch" else step for step in LookoutGame.steps)

    def build_ruleset(self, parameters: Mapping[str, Any]) -> Ruleset:
        names = {"area": Names(AREAS), "piece": Names(PIECES), "squad": Names(SQUADS), "token": Names(TOKENS)}
        verbs = (*VERBS, Verb("swap", ("piece", "token"), "exchange what lies under the fog"))
        return Ruleset(self, parameters, verbs=verbs, steps=self.steps, names=names, shown=self.shown, secrets=self.secrets)

    @cached_property
    def theme(self) -> Theme:
        return Theme(windows=WINDOWS)

    def lore(self, name: str, scenario: str | None = None) -> Any:
        return themes.plain(self.theme) if name == "theme" else super().lore(name)


class Brooder:
    """A warden who thinks where there is something to think about, exchanges decoys for what bites, and lets everybody come."""

    name = "brooder"
    clock: ClassVar[ManualClock | None] = None
    """By which he thinks, if he takes any time."""
    thought = 0.0
    """Seconds for each counter that he could use, and for each time that he looks into the cup."""
    hides = -1
    """Which of the counters left he hides: 0 for those that bite, -1 for decoys."""

    def __init__(self, seed: str) -> None:
        self._chance = random.Random(seed)

    def choose(self, seat: Seat, budget: float) -> Action:
        """His action; the time he takes depends on nothing but secrets."""
        del budget
        actions = {str(action): action for action in seat.actions()}
        step = seat.decision.step
        wanted = [text for text in actions if text.startswith(("ambush", "swap"))]
        if wanted and self.clock is not None:
            self.clock.advance(self.thought * (len(wanted) if step == "ambush" else 1))
        bites = [text for text in wanted if text.startswith(("swap gun", "swap snipers")) and "decoy" in self._under(seat, text)]
        if step == "watch" and bites:
            return actions[bites[0]]
        if step == "hide":
            return actions[[text for text in actions if text.endswith("village")][self.hides]]
        return actions[next(text for text in ("pass", "done", "stay") if text in actions)]

    @staticmethod
    def _under(seat: Seat, text: str) -> str:
        return str(seat.view()["pieces"][text.split()[-1]])
