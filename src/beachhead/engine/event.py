"""What happened, for people to see: a sentence, the case behind it, who may know, and enough data to animate it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, NamedTuple

NO_DATA: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Why:
    """Why the book did what it did: a sentence, the case that says so, the space or unit it was after, the spaces on the way, and
    the rivals that lost the tie, each with the reason.

    It is part of an act's event, as `why`: `state.tell("moved", case, text, why=Why(...).plain())`.

    >>> Why("The enemy is near.", "6.4", "0503", ("0301", "0503"), (("space", "0504", "is farther"),)).plain()["rivals"]
    [{'space': '0504', 'text': 'is farther'}]
    """

    text: str
    case: str
    goal: str = ""
    way: tuple[str, ...] = ()
    rivals: tuple[tuple[str, str, str], ...] = ()
    """What else it might have done: "unit" or "space", its name, and why it lost."""

    def plain(self) -> dict[str, Any]:
        """As plain data; what there is nothing to say about is left out."""
        found: dict[str, Any] = {"text": self.text, "case": self.case}
        if self.goal:
            found["goal"] = self.goal
        if self.way:
            found["way"] = list(self.way)
        if self.rivals:
            found["rivals"] = [{kind: name, "text": text} for kind, name, text in self.rivals]
        return found


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
