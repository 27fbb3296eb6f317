"""Why something may not be done: the case, a sentence, and the pieces it is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True, init=False)
class Refusal:
    """Why the rules forbid an action.

    `case` is the rule that says so most directly; `also` names further cases that forbid the same thing.

    >>> no = Refusal("5.14", "U:2/6 is in a Japanese zone and cannot leave it", ("U:2/6",), also=("6.13",))
    >>> print(no)
    U:2/6 is in a Japanese zone and cannot leave it [5.14]
    >>> no.cases
    ('5.14', '6.13')
    """

    case: str
    reason: str
    units: tuple[str, ...]
    also: tuple[str, ...]

    def __init__(self, case: str, reason: str, units: tuple[str, ...] = (), also: tuple[str, ...] = ()) -> None:
        # Twice as fast as what a frozen dataclass does by itself; every step that is skipped has its reasons.
        _set_case(self, case)
        _set_reason(self, reason[:1].upper() + reason[1:])
        _set_units(self, units)
        _set_also(self, also)

    @property
    def cases(self) -> tuple[str, ...]:
        """Every case that forbids it, the plainest first."""
        return (self.case, *self.also)

    def __str__(self) -> str:
        return f"{self.reason} [{self.case}]"


_set_case = Refusal.__dict__["case"].__set__
_set_reason = Refusal.__dict__["reason"].__set__
_set_units = Refusal.__dict__["units"].__set__
_set_also = Refusal.__dict__["also"].__set__


class PassedOver(NamedTuple):
    """A step in which nobody was asked, and why: the refusal for anyone who tries one of its actions next.

    A reason that names units is about these alone. `seen_by` is None if every side may know the reason, else the sides that may.
    """

    verbs: tuple[int, ...]
    why: Refusal
    seen_by: tuple[str, ...] | None = None

    def known_to(self, side: str) -> bool:
        """Whether that side may know the reason."""
        return self.seen_by is None or side in self.seen_by
