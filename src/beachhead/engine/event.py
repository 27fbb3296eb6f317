"""What happened, for people to see: a sentence, the case behind it, who may know, and enough data to animate it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

NO_DATA: Final[Mapping[str, Any]] = MappingProxyType({})


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


class Event(NamedTuple):
    """One thing that happened. `seen_by` is None if everybody may know it, else the sides that may.

    A tuple, because an action that is listened to makes a few of these, and nothing else is made as fast.
    """

    kind: str
    case: str
    text: str
    data: Mapping[str, Any] = NO_DATA
    seen_by: tuple[str, ...] | None = None

    def visible_to(self, side: str | None) -> bool:
        """Whether that side (None: a spectator) may know of it."""
        return self.seen_by is None or side in self.seen_by

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {"kind": self.kind, "case": self.case, "text": self.text, "data": dict(self.data)}

    def __str__(self) -> str:
        return f"{self.text} [{self.case}]"
