"""Rules that act: where the book plays a side, everybody can see what it did and why."""

from __future__ import annotations

from beachhead.engine.event import Event
from beachhead.engine.game import Game
from beachhead.testing.walks import more_if_short, walk


@more_if_short
def acts_say_why(game: Game, scenario: str, seed: int = 0, *, most: int = 400) -> None:
    """Every act of a side that the book plays has an event that says why, by a case of the game."""
    heard: list[Event] = []
    acting = False
    for position in walk(game, scenario, seed, most=most, events=heard):
        if acting:
            reasons = [event.data["why"] for event in heard if "why" in event.data]
            position.need(bool(reasons), "the book has acted, and no event says why")
            for why in reasons:
                position.need(bool(why["text"]), "the book has acted without a reason")
                position.need(why["case"] in game.cases, f"the book acts by case {why['case']!r}, which the game does not have")
        heard.clear()
        acting = position.state.side in position.state.ruleset.book
