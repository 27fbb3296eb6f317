"""Why something may not be done: the case, a sentence, and the pieces it is about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer to an action that the rules forbid.

    `case` is the rule that says so most directly; `also` names further cases that forbid the same thing.

    >>> no = Refusal("5.14", "U:2/6 stands in a Japanese zone and may not leave it", ("U:2/6",), also=("6.13",))
    >>> print(no)
    U:2/6 stands in a Japanese zone and may not leave it [5.14]
    >>> no.cases
    ('5.14', '6.13')
    """

    case: str
    reason: str
    units: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", self.reason[:1].upper() + self.reason[1:])

    @property
    def cases(self) -> tuple[str, ...]:
        """Every case that forbids it, the plainest first."""
        return (self.case, *self.also)

    def __str__(self) -> str:
        return f"{self.reason} [{self.case}]"
