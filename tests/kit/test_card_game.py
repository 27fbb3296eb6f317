"""A game of cards keeps every law of the kit: exact odds, no order in any view, samples that follow the view."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction

import pytest

import beachhead as bh
from beachhead.engine.event import Event
from beachhead.engine.state import State
from beachhead.games import REGISTERED
from beachhead.testing import KIT, LawBroken, walk

from ..budget import many
from .card_game import DECK, DISCARDS, NAMES, RIDGE, Ridge, RidgeGame


class NamedCards(RidgeGame):
    """The odds name the card drawn although a side may hold it in its hand."""

    id = "named-cards"

    def outcome(self, state: State, events: list[Event]) -> str:
        return " ".join(str(event.data["card"]) for event in events if event.kind in ("card", "looked"))


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Saves and records name their game, so these are registered while the tests run."""
    mine = {kind.id: f"{kind.__module__}:{kind.__qualname__}" for kind in (RidgeGame, NamedCards)}
    REGISTERED.update(mine)
    yield
    for name in mine:
        del REGISTERED[name]


@pytest.mark.parametrize("seed", range(many(1, most=2)))
@pytest.mark.parametrize("law", KIT)
@pytest.mark.parametrize("scenario", ["open", "hidden"])
def test_law_in_ridge(scenario: str, law: str, seed: int) -> None:
    KIT[law](bh.game("ridge"), scenario, seed)


def test_odds_that_name_a_card_betray_a_hand() -> None:
    """Why a game with private cards must not: the kit finds it."""
    with pytest.raises(LawBroken, match="by the odds of"):
        KIT["secrets are kept"](bh.game("named-cards"), "hidden", 0)


def test_odds_of_the_next_card_are_exact() -> None:
    state = bh.game("ridge").new("open", dice=bh.Dice.scripted([8, 3]))
    for _ in range(2):
        state.apply("fire")
    assert state.odds("fire") == {str(card): Fraction(1, 10) for card in range(12) if card not in (2, 7)}
    state.apply("shuffle")
    assert len(state.odds("fire")) == 12
    assert state.odds("dig") == {}


def test_no_view_shows_more_than_was_seen() -> None:
    """With other dice from here on, everybody sees the same, and the next card may be any that has not been seen."""
    for moment in walk(bh.game("ridge"), "open", 5):
        state = moment.state
        assert isinstance(state, Ridge)
        if state.over or not state.cards[DISCARDS]:
            continue
        seen = {NAMES[card] for card in state.cards[DISCARDS]}
        for pile in ("deck", "us dealt", "jp dealt"):
            shown = state.view(None)["cards"]["piles"][pile]
            assert not seen.intersection(card for card in shown["cards"] if isinstance(card, str))
        assert json.dumps(state.view("us")["cards"]) == json.dumps(state.view("jp")["cards"])


def test_walks_lead_through_all_that_a_deck_can_do() -> None:
    """Lots in lots, peeks and hands do occur, so the laws are tried on them; and no card is ever lost."""
    found = {"nested": 0, "peeks": 0}
    for seed in range(60):
        for moment in walk(bh.game("ridge"), "hidden", seed):
            state = moment.state
            assert isinstance(state, Ridge)
            RIDGE.check(state.cards)
            rows = [row for row in state.cards[len(RIDGE.piles) :] if row]
            found["peeks"] += any(row[0] for row in rows)
            found["nested"] += any(not row[0] and row[1:] and row[1] < 0 for row in rows)
    assert all(found.values()), found


def test_a_save_with_a_card_twice_is_refused() -> None:
    save = json.loads(bh.dumps(bh.game("ridge").new("open", seed=1)))
    save["state"]["cards"][DECK].append(3)
    with pytest.raises(bh.PositionError, match="cards that cannot be"):
        bh.loads(json.dumps(save))
