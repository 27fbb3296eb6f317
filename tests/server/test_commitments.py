"""What a button says of its action, that it rolls dice or cannot be undone, is so; and what lies hidden has no part in it."""

from __future__ import annotations

import pytest

import beachhead as bh
from beachhead.engine.action import VERB_SHIFT, Action
from beachhead.history import carry_out, commitments
from beachhead.testing import walk
from beachhead.testing.laws.secrecy import veiled

from ..budget import many
from .desk import Desk

FEW = 12
"""Actions of each position that are tried."""


@pytest.mark.parametrize("game", [game.id for game in bh.all_games()])
def test_what_is_said_of_an_action_is_so(game: str) -> None:
    found = bh.game(game)
    tried, said = 0, set[str]()
    for moment in walk(found, found.scenarios[0].id, 5, most=many(240, most=2000)):
        state = moment.state
        if moment.number % 2 or state.over or state.side in state.ruleset.book:
            continue
        codes = list(state.choices())[:: max(1, len(state.choices()) // FEW)]
        told = commitments(state, codes)
        assert told == commitments(state.sample(state.side, 9), codes), moment
        for code in codes:
            after, played = carry_out(state, Action(code, state.ruleset))
            rolled = after.dice.rolled() != state.dice.rolled()
            truth = "rolls" if rolled else "final" if played.final else ""
            numbers = all(kind == "number" for kind in state.ruleset.verbs[code >> VERB_SHIFT].kinds)
            if numbers or not veiled(state, state.side):  # else it may hang on what lies hidden, which nobody is told
                assert told.get(code, "") == truth, (moment, played.text)
                tried += 1
        said |= set(told.values())
    assert tried
    assert said == {"rolls", "final"}


def test_an_action_is_foreseen_after_others(desk: Desk) -> None:
    """Once the first has landed the hex is taken; after what cannot be undone, or is not legal, nothing is foreseen."""
    keys = desk.create()
    with desk.sit(keys, "us") as us:
        assert "1203" in us.ask("preview", verb="land", args=["U:1/2"])["of"]
        assert "1203" not in us.ask("preview", verb="land", args=["U:1/2"], after=["land U:3/25 1203"])["of"]
        for after in (["land U:1/2 1203", "done"], ["land U:1/2 9999"], ["nonsense"]):
            assert us.ask("preview", verb="land", args=["U:2/2"], after=after)["of"] == {}
