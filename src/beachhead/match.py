"""A match: a game being played by somebody. Seats, record, undo, replay, save and load.

The record is text that a person can read: a few headings, then one action per line. It is to these games what PGN is to chess,
and it replays to the same digest on every machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from beachhead.engine.action import Action
from beachhead.engine.chance.dice import Dice, commitment, seed_bytes
from beachhead.engine.errors import ActionError, PositionError, UserError
from beachhead.engine.event import Event
from beachhead.engine.files import bounds
from beachhead.engine.game import Game
from beachhead.engine.seats import by_seat, usual_seats, who_decides
from beachhead.engine.state import State
from beachhead.games import game as find_game
from beachhead.history import History, carry_out

FORMAT: Final = 3
"""The format of records: those of another are refused in a sentence."""
_HEAD = re.compile(r"\[(\w[\w-]*) (\".*\")\]")
_PARTS = ("Option", "Setup-")
"""How headings that hold data begin."""


class Match:
    """A game under way, with its past.

    >>> match = Match.new("saipan", "historical", seed=7)
    >>> [event.kind for event in match.play("land U:1/2 1203")]
    ['land']
    >>> match.undo()
    'land U:1/2 1203'
    >>> Match.load(match.record()).state.digest() == match.state.digest()
    True
    """

    def __init__(self, state: State, seats: Mapping[str, str] | None = None) -> None:
        self.history = History(state)
        self.seats: dict[str, str] = usual_seats(state.ruleset) | by_seat(state.ruleset, seats or {})
        """Who sits in each seat. `seats` may name a side instead: then all its seats are meant."""
        self.commitment = commitment(state.dice.seed)

    @classmethod
    def new(
        cls,
        game: str | Game,
        scenario: str | None = None,
        *,
        seed: int | str | bytes | None = None,
        seats: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Match:
        """A new match; options of the game as keywords."""
        found = find_game(game) if isinstance(game, str) else game
        return cls(found.new(scenario, seed=seed, **options), seats)

    @property
    def state(self) -> State:
        """The position now."""
        return self.history.state

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.state.ruleset.game

    def player_of(self, side: str) -> str:
        """Who decides for a side: a person, if one has a seat there, else the player in its first seat."""
        return who_decides(self.state.ruleset, self.seats, side)

    # ------------------------------------------------------------------ playing

    def play(self, action: Action | str, seat: str | None = None) -> tuple[Event, ...]:
        """Carry out an action and return what happened; if it raises `ActionError`, nothing has changed.

        With a seat the action is that seat's: it is refused if the seat's side does not decide, or if it belongs to a partner.
        Without one the side plays as one.
        """
        if seat is not None:
            self._check_seat(seat)
        state, played = carry_out(self.state, action, seat or "")
        self.history.append(played, state)
        return played.events

    def _check_seat(self, seat: str) -> None:
        state = self.state
        side = state.ruleset.seats.get(seat)
        if side is None:
            raise UserError(f"no such seat: {seat!r} (there are {', '.join(state.ruleset.seats)})")
        if not state.over and side != state.side:
            raise UserError(f"the seat {seat} cannot act: {state.side} decides")

    def events(self, side: str | None = None, since: int = 0) -> Iterator[Event]:
        """What has happened since action number `since`, as that side may know it."""
        for played in self.history[since:]:
            yield from (event for event in played.events if event.visible_to(side))

    # ------------------------------------------------------------------ undo

    def can_undo(self, seat: str | None = None) -> bool:
        """Whether the last action may be undone: it was the same player's, and no roll, reveal or other side's decision came
        since. With a seat: and it was not taken by one of its partners, whose consent it takes (`rewind`)."""
        return self.history.can_undo(seat or "")

    def undo(self, seat: str | None = None) -> str:
        """Undo the last action and return its text."""
        if self.can_undo() and not self.can_undo(seat):
            raise PositionError("your partner took the last action; ask before you undo it")
        if not self.can_undo():
            raise PositionError("undo stops here: at a die, a reveal, another player's decision, or the start")
        text = self.history[-1].text
        self.rewind(1)
        return text

    def rewind(self, actions: int) -> None:
        """Go back this many actions with everybody's consent, whatever happened since (5.16: a finished move is final unless the
        opponent agrees)."""
        if not 0 < actions <= len(self.history):
            raise PositionError(f"there are {len(self.history)} actions to undo, not {actions}")
        self.history.rewind(len(self.history) - actions)

    def at(self, number: int) -> State:
        """The state after `number` actions, as a copy."""
        return self.history.at(number)

    # ------------------------------------------------------------------ records

    def record(self) -> str:
        """The match as text that `load` replays. It holds the seed and every secret: for those who may see all."""
        start = self.history.start
        for state in (start, self.state):
            state.dice.need_unscripted()
        parameters = dict(self.state.ruleset.parameters)
        head: dict[str, str] = {
            "Game": self.game.id,
            "Title": self.game.title,
            "Record": str(FORMAT),
            "Rules": self.state.ruleset.rules,
            "Scenario": str(parameters.pop("scenario")),
        }
        for name, value in parameters.pop("options", {}).items():
            head[f"Option-{name}"] = json.dumps(value)
        for name, value in parameters.items():
            head[f"Setup-{name}"] = json.dumps(value, sort_keys=True)
        for side, player in self.seats.items():
            head[f"Seat-{side}"] = player
        head["Seed"] = self.state.dice.seed.hex()
        head["Commitment"] = self.commitment
        if self.history.undone:
            head["Undone"] = str(self.history.undone)
        if not self.game.is_start(start):
            head["Start"] = json.dumps(start.plain(), sort_keys=True)
        if self.state.result is not None:
            head["Result"] = _result(self.state)
        head["Digest"] = self.state.digest()
        lines = [f"[{name} {json.dumps(value, ensure_ascii=False)}]" for name, value in head.items()]
        lines.append("")
        for played in self.history:
            lines.append(played.text)
            lines += [f"# {event.text}" for event in played.events if event.kind in ("phase", "combat", "end")]
        return "\n".join(lines) + "\n"

    @classmethod
    def load(cls, text: str, *, to: int | None = None, patience: Callable[[], None] | None = None) -> Match:
        """Replay a record, whole or up to action number `to`; a digest that does not match is an error.

        `patience` is called before every action and may raise: a service that replays what strangers send decides how long it
        takes.
        """
        head, actions = read_record(text)
        try:
            match = cls(_first_state(head), _seats(head))
        except PositionError:
            raise
        except UserError as error:
            raise PositionError(str(error)) from None
        if head.get("Commitment", match.commitment) != match.commitment:
            raise PositionError("the seed of this record does not fit its commitment: the dice are not the ones promised")
        if len(actions) > match.state.ruleset.max_actions:
            raise PositionError(
                f"this record has {len(actions)} actions; no match takes more than {match.state.ruleset.max_actions}"
            )
        if to is not None and not 0 <= to <= len(actions):
            raise PositionError(f"the record has {len(actions)} actions; it cannot be replayed up to {to}")
        for number, (line, action) in enumerate(actions[:to], 1):
            if patience is not None:
                patience()
            try:
                match.play(action)
            except ActionError as error:
                raise PositionError(f"line {line}, action {number}: {error}") from None
        match.history.undone += _undone(head)
        digest = match.state.digest()
        if to is None and head.get("Digest", digest) != digest:
            raise PositionError("this record replays to another position than it says: it has been changed")
        if to is None and head.get("Result", _result(match.state)) != _result(match.state):
            raise PositionError("this record replays to another result than it says: it has been changed")
        return match


def read_record(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """The headings of a record, and its actions with their line numbers.

    Only a line feed ends a line: some programs show other line-breaking characters as part of a comment.
    """
    head: dict[str, str] = {}
    actions: list[tuple[int, str]] = []
    for number, raw in enumerate(bounds.text_within(text, bounds.RECORD, "this record").split("\n"), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            found = _HEAD.fullmatch(line)
            if not found or actions:
                raise PositionError(f'line {number}: a heading looks like [Name "value"] and stands before the actions')
            if found[1] in head:
                raise PositionError(f"line {number}: the heading {bounds.clip(found[1])} is given twice")
            head[found[1]] = _heading(number, found[1], found[2])
            if len(head) > bounds.HEADINGS:
                raise PositionError(f"line {number}: a record has at most {bounds.HEADINGS} headings")
        elif len(line) > bounds.ACTION:
            raise PositionError(f"line {number}: an action has at most {bounds.ACTION} characters, not {len(line)}")
        else:
            actions.append((number, line))
    if not head:
        raise PositionError('not a record: it does not begin with lines like [Game "saipan"]')
    return head, actions


def _heading(number: int, name: str, value: str) -> str:
    """The value of a heading, which is a text in quotes."""
    try:
        return bounds.text_within(json.loads(value), bounds.SAVE, f"line {number}: the value of {bounds.clip(name)}")
    except json.JSONDecodeError:
        raise PositionError(f"line {number}: the value of {bounds.clip(name)} is not a quoted text") from None


def _undone(head: Mapping[str, str]) -> int:
    """How often somebody went back past something that was seen."""
    said = head.get("Undone", "0")
    if not (said.isascii() and said.isdigit() and len(said) < 7):
        raise PositionError(f"Undone is a number of times, not {bounds.clip(said)}")
    return int(said)


def _first_state(head: Mapping[str, str]) -> State:
    """Where a record begins: the scenario's start, or a position written out."""
    game = find_game(_need(head, "Game"))
    bounds.known_format(_need(head, "Record"), FORMAT, "record")
    game.known_rules(_need(head, "Rules"), "record")
    parameters = _parameters(head)
    try:
        if "Start" in head:
            state = bounds.read_json(head["Start"], "the start of this record")
            first: State = game.load({"rules": head["Rules"], "setup": parameters, "state": state})
            if "Seed" in head and seed_bytes(head["Seed"]) != first.dice.seed:
                raise PositionError("the start of this record has another seed than its heading")
            return first
        ruleset = game.ruleset(parameters, head["Rules"])
        found: State = game.playable(game.initial_state(ruleset, Dice(seed_bytes(_need(head, "Seed")))))
        return found
    except (UserError, MemoryError):
        raise
    except Exception as error:  # a record is foreign data
        raise PositionError(f"this record cannot be set up: {type(error).__name__}: {error}") from None


def _result(state: State) -> str:
    """How a game ended, as the heading says it; empty if it did not."""
    return "" if state.result is None else f"{state.result.winner} {state.result.case}"


def _need(head: Mapping[str, str], name: str) -> str:
    if name not in head:
        raise PositionError(f'this record has no line [{name} "…"]')
    return head[name]


def _parameters(head: Mapping[str, str]) -> dict[str, Any]:
    parts = {name: bounds.read_json(value, f"the heading {name}") for name, value in head.items() if name[:6] in _PARTS}
    options = {name[7:]: value for name, value in parts.items() if name.startswith("Option-")}
    extra = {name[6:]: value for name, value in parts.items() if name.startswith("Setup-")}
    if not all(isinstance(value, dict) for value in extra.values()):
        raise PositionError("the setup lines of this record must be mappings")
    return find_game(_need(head, "Game")).parameters(_need(head, "Scenario"), options, rules=_need(head, "Rules")) | extra


def _seats(head: Mapping[str, str]) -> dict[str, str]:
    return {name[5:]: value for name, value in head.items() if name.startswith("Seat-")}
