"""What happened, for people to see: a sentence, the case behind it, who may know, and enough data to animate it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Why:
    """Why the book did what it did: a sentence, the case that says so, what it was after, and the rivals that lost the tie.

    It is part of an act's event, as `why`: `state.tell("moved", case, text, why=Why(...).plain())`.
    """

    says: str
    case: str
    goal: str = ""
    rivals: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {"says": self.says, "case": self.case, "goal": self.goal, "rivals": list(self.rivals)}


@dataclass(frozen=True, slots=True, init=False)
class Event:
    """One thing that happened. `seen_by` is None if everybody may know it, else the sides that may."""

    kind: str
    case: str
    text: str
    data: Mapping[str, Any]
    seen_by: tuple[str, ...] | None

    def __init__(
        self, kind: str, case: str, text: str, data: Mapping[str, Any] | None = None, seen_by: tuple[str, ...] | None = None
    ) -> None:
        # Twice as fast as what a frozen dataclass does by itself; an action that is listened to makes a few of these.
        _set_kind(self, kind)
        _set_case(self, case)
        _set_text(self, text)
        _set_data(self, {} if data is None else data)
        _set_seen_by(self, seen_by)

    def visible_to(self, side: str | None) -> bool:
        """Whether that side (None: a spectator) may know of it."""
        return self.seen_by is None or side in self.seen_by

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {"kind": self.kind, "case": self.case, "text": self.text, "data": dict(self.data)}

    def __str__(self) -> str:
        return f"{self.text} [{self.case}]"


_set_kind = Event.__dict__["kind"].__set__
_set_case = Event.__dict__["case"].__set__
_set_text = Event.__dict__["text"].__set__
_set_data = Event.__dict__["data"].__set__
_set_seen_by = Event.__dict__["seen_by"].__set__
