"""The law of declarations: what a game says about itself up front agrees with itself."""

from __future__ import annotations

from collections.abc import Mapping

from beachhead.engine.game import Game
from beachhead.testing.walks import LawBroken


def declarations_agree(game: Game, scenario: str, seed: int = 0) -> None:
    """Sides, seats, options and the sides that the book plays fit each other, and the ruleset has them from the scenario."""
    del seed
    declared = game.scenario(scenario)
    sides, seats = game.sides_of(scenario), game.seats_of(scenario)
    named = {other for option in game.options for other in option.scenarios}
    wrong = {
        "it has a side that the game does not list": not set(sides) <= set(game.sides),
        "it has no side, or one twice": len(set(sides)) != len(sides) or not sides,
        "a side has no name": not set(sides) <= set(game.side_names),
        "a seat belongs to a side that does not take part": not set(seats.values()) <= set(sides),
        "a side has no seat": not set(sides) <= set(seats.values()),
        "a seat has the name of a different side": any(seat in game.sides and seat != side for seat, side in seats.items()),
        "a seat that orders its own units has no name": declared.own_orders and not _shared(seats) <= set(game.seat_names),
        "seats order their own units, and no side has two": declared.own_orders and not _shared(seats),
        "the book plays a side that does not take part": not set(declared.book) <= set(sides),
        "an option belongs to a scenario that there is not": not named <= {other.id for other in game.scenarios},
        "the default of an option is not one of its values": any(one.default not in one.values for one in game.options),
        "an option cites a case that there is not": any(one.case not in game.cases for one in game.options),
    }
    for what, found in wrong.items():
        if found:
            raise LawBroken(f"{game.id}, scenario {scenario}: {what}")
    if game.ruleset(game.parameters(scenario)).sides != sides:
        raise LawBroken(f"{game.id}, scenario {scenario}: its ruleset has different sides")


def _shared(seats: Mapping[str, str]) -> set[str]:
    """The seats that share a side."""
    sides = list(seats.values())
    return {seat for seat, side in seats.items() if sides.count(side) > 1}
