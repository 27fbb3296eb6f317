"""Who sits where. A seat belongs to a side; most sides have one seat, of the same name, but partners may share a side.

Anyone with a seat of a side sees what the side sees and may decide for it. Where a scenario has `own_orders`, each seat orders
its own units: the game says which seat an action belongs to (`Game.owner_of`); what belongs to none, any seat of the side may do.
The rules know nothing of this. A state offers all actions of the side; whoever carries one out in the name of a seat asks here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from beachhead.engine.action import Action, Shorthand
from beachhead.engine.choices import Choices
from beachhead.engine.errors import UserError
from beachhead.engine.refusal import Refusal

if TYPE_CHECKING:
    from beachhead.engine.ruleset import Ruleset
    from beachhead.engine.state import State

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


# ---------------------------------------------------------------------- partners who order their own units


class Owner(NamedTuple):
    """The seat that alone may take an action, the case that says so, and the units that it is about.

    `formation` is what these belong to, if that is not what the seat is called: a regiment that a division has been lent.
    """

    seat: str
    case: str
    units: tuple[str, ...] = ()
    formation: str = ""


def partners_of(ruleset: Ruleset, seat: str) -> list[str]:
    """The other seats of a seat's side."""
    side = ruleset.seats[seat]
    return [other for other, of in ruleset.seats.items() if of == side and other != seat]


def seat_name(ruleset: Ruleset, seat: str) -> str:
    """What to call a seat."""
    found = ruleset.game.seat_names.get(seat) or ruleset.game.side_names.get(seat, seat)
    return str(found)


class Orders(NamedTuple):
    """The legal actions of a decision, divided among the seats of the side that decides."""

    own: dict[str, Choices]
    """What each seat may choose: its own actions, and those that belong to no seat."""
    alone: dict[str, int]
    """How many of them belong to a seat alone; seats without any are left out."""


def orders(state: State) -> Orders:
    """Who may take which of the legal actions. Where seats do not order their own units, everybody may take all."""
    ruleset, choices, side = state.ruleset, state.choices(), state.side
    sitting = [seat for seat, of in ruleset.seats.items() if of == side]
    if not ruleset.own_orders or len(sitting) < 2:
        return Orders(dict.fromkeys(sitting, choices), {})
    owner_of = ruleset.game.owner_of
    rows: dict[str, list[int]] = {seat: [] for seat in sitting}
    alone: dict[str, int] = {}
    for code in choices:
        owner = owner_of(state, Action(code, ruleset))
        if owner is None:
            for row in rows.values():
                row.append(code)
        else:
            rows[owner.seat].append(code)
            alone[owner.seat] = alone.get(owner.seat, 0) + 1
    own: dict[str, Choices] = {}
    own.update(rows)
    return Orders(own, alone)


def refusal_to(state: State, seat: str, action: Action) -> Refusal | None:
    """Why a seat may not take an action that its side may take; None if it may."""
    ruleset = state.ruleset
    if not ruleset.own_orders or not partners_of(ruleset, seat):
        return None
    game = ruleset.game
    if isinstance(action, Shorthand):
        owners = game.owners_in_line(state, action.words)
        if owners is None:
            return Refusal("", "Each partner orders their own units; give these orders one by one")
        owner = next((one for one in owners if one.seat != seat), None)
    else:
        owner = game.owner_of(state, action)
    if owner is None or owner.seat == seat:
        return None
    name = owner.formation or seat_name(ruleset, owner.seat)
    if not owner.units:
        return Refusal(owner.case, f"This is for the {name} to decide, which your partner commands")
    belong = "belongs" if len(owner.units) == 1 else "belong"
    names = " and ".join(filter(None, (", ".join(owner.units[:-1]), owner.units[-1])))
    return Refusal(owner.case, f"{names} {belong} to the {name}, which your partner commands", owner.units)
