"""Who sits where. A seat belongs to a side; most sides have one seat, of the same name, but partners may share a side.

Anyone with a seat of a side sees what the side sees and may decide for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from beachhead.engine.errors import UserError

if TYPE_CHECKING:
    from beachhead.engine.ruleset import Ruleset

HUMAN: Final = "human"
"""In a seat: a person."""
BOOK: Final = "book"
"""In a seat: the rulebook decides. The default where a scenario's book plays a side."""


def usual_seats(ruleset: Ruleset, others: str = HUMAN) -> dict[str, str]:
    """Who sits where if nobody is named: the book on the sides that it plays, `others` elsewhere."""
    return {seat: BOOK if side in ruleset.book else others for seat, side in ruleset.seats.items()}


def first_side(ruleset: Ruleset) -> str:
    """The first side that is not the book's: where the person who starts a match sits down. If the book plays all, simply the
    first."""
    return next((side for side in ruleset.sides if side not in ruleset.book), ruleset.sides[0])


def by_seat(ruleset: Ruleset, given: Mapping[str, str]) -> dict[str, str]:
    """What is given for seats, seat by seat. The name of a side stands for all its seats that are not named themselves."""
    found: dict[str, str] = {}
    for name, value in given.items():
        if name not in ruleset.seats and name not in ruleset.sides:
            raise UserError(f"no such side: {name!r} (there are {', '.join(ruleset.sides)})")
        found |= {seat: value for seat, side in ruleset.seats.items() if side == name and seat not in given}
        if name in ruleset.seats:
            found[name] = value
    return found


def who_decides(ruleset: Ruleset, seats: Mapping[str, str], side: str) -> str:
    """Who decides for a side: a person, if one has a seat there, else the player in the side's first seat."""
    sitting = [player for seat, player in seats.items() if ruleset.seats[seat] == side]
    return HUMAN if HUMAN in sitting else sitting[0]
