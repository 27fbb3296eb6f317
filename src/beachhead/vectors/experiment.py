"""An experiment under way: the position reached, what has happened, and how it came about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from beachhead.engine.chance.dice import Dice
from beachhead.engine.errors import ActionError, IllegalAction, PositionError
from beachhead.engine.event import Event
from beachhead.engine.files.saves import check_steps
from beachhead.engine.game import Game
from beachhead.engine.refusal import Refusal
from beachhead.engine.state import State
from beachhead.vectors.comparing import VectorFailed
from beachhead.vectors.loading import faces_of

Line = list[str | tuple[int, ...]]
"""Actions in the order in which they were played, and the faces of the dice wherever they were set again."""


class Experiment:
    """A vector, or a branch of one, as far as it has been played."""

    def __init__(self, game: Game, position: Mapping[str, Any], script: Sequence[int | str]) -> None:
        self.game = game
        self.position = position
        dice = faces_of(game, script)
        self.state = game.position(position, Dice.scripted(dice))
        self.line: Line = [tuple(dice)]
        self.events: list[Event] = []
        self.forced: list[str] = []
        self.looked = 0
        """How many events had happened at the last check."""
        self.combat: Mapping[str, Any] = {}

    # ------------------------------------------------------------------ playing

    def act(self, text: str) -> None:
        """Play an action. The text may also be an action that the program has just taken because there was no choice."""
        happened: list[Event] = []
        try:
            self.state.apply(text, happened)
        except ActionError as error:
            if any(self.same_action(forced, text) for forced in self.forced):
                return
            raise VectorFailed(f"{text!r} is refused: {error}") from None
        self.check_reached(text)
        self.line.append(text)
        self.forced = [str(event.data["action"]) for event in happened if event.kind == "forced"]
        self.forced += [told for told in map(self.game.unasked, happened) if told]
        self.events += happened
        for event in happened:
            if event.kind == "combat":
                self.combat = event.data

    def check_reached(self, text: str) -> None:
        """Whatever a legal action leads to, a save of it must be taken: its steps agree with the position."""
        try:
            check_steps(self.state)
        except PositionError as error:
            raise VectorFailed(f"{text!r} leads to a position that no save may hold: {error}") from None

    def same_action(self, forced: str, text: str) -> bool:
        """Whether a text may mean this action."""
        if forced == text:
            return True
        codes = self.state.ruleset.read(text, self.state.alias)
        return forced in {self.state.ruleset.text(code) for code in codes}

    def roll_next(self, script: Sequence[int | str]) -> None:
        """Script the dice from here on."""
        faces = faces_of(self.game, script) if isinstance(script, list | tuple) else [0]
        if not all(type(face) is int and face > 0 for face in faces):
            raise VectorFailed(f"dice are a list of faces, not {script!r}")
        self.state.dice = Dice.scripted(faces)
        self.line.append(tuple(faces))

    def branch(self) -> Experiment:
        """A copy of the experiment that leaves no trace here. Its events count from here on."""
        twin = Experiment.__new__(Experiment)
        twin.game, twin.position = self.game, self.position
        twin.state, twin.line = self.state.copy(), self.line.copy()
        twin.events, twin.forced, twin.combat = self.events.copy(), self.forced.copy(), self.combat
        twin.looked = len(self.events)
        return twin

    def dice_left(self) -> list[int]:
        """The faces that nobody has rolled yet."""
        return list(self.state.dice.script or ())

    # ------------------------------------------------------------------ asking

    def trial(self) -> State:
        """The position with dice that never run out, to try things on."""
        trial = self.state.copy()
        trial.dice = Dice(bytes(16))
        found: State = trial
        return found

    def facts(self, names: Mapping[str, Any], side: str | None = None) -> dict[str, Any]:
        """The facts of the position, and the costly ones among `names`."""
        facts = self.game.facts(self.state, side)
        for name, compute in self.game.costly_facts(self.state, side).items():
            if name in names:
                facts[name] = compute()
        if not facts.get("combat"):
            facts["combat"] = self.combat
        return facts

    def offered(self) -> list[str]:
        """The legal actions."""
        return [str(action) for action in self.state.actions()]

    def canonical(self, text: str) -> str:
        """The action that a text means, as the program writes it."""
        codes = self.state.ruleset.read(text, self.state.alias)
        if not codes:
            raise VectorFailed(f"{text!r} is not an action")
        choices = self.state.choices()
        legal = [code for code in codes if code in choices]
        found: str = self.state.ruleset.text((legal or codes)[0])
        return found

    def why_not(self, text: str) -> Refusal | None:
        """Why the action is illegal, if it is. Asking must not change anything."""
        trial = self.trial()
        before = trial.digest()
        refusal = trial.why_not(text)
        if trial.digest() != before:
            raise VectorFailed(f"asking about {text!r} has changed the position")
        return refusal

    def rejection(self, text: str) -> ActionError | None:
        """The error that the action raises, if it does. The position on which it was tried must be as it was before."""
        trial = self.trial()
        before = trial.digest()
        try:
            trial.apply(text)
        except ActionError as error:
            if trial.digest() != before:
                verb = "refusing" if isinstance(error, IllegalAction) else "reading"
                raise VectorFailed(f"{verb} {text!r} has changed the position") from None
            return error
        return None

    def new_events(self) -> list[Event]:
        """What has happened since somebody last looked."""
        return self.events[self.looked :]
