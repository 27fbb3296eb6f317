"""Secrets as a type: what a view shows follows from what is declared."""

from __future__ import annotations

from beachhead.engine.event import Event
from beachhead.engine.secrecy import Known, Secret, Shown

Cards = dict[str, str]


def own(_: Cards, side: str | None, card: object) -> bool:
    """Whose card it is."""
    return card is not None and str(card).startswith(f"{side}-")


HAND: Secret[Cards] = Secret("hand", own, lambda *_: None)
STATE: Cards = {"us-1": "ace", "jp-1": "king", "jp-2": "two"}


def test_an_item_without_a_secret_is_for_all() -> None:
    item: Shown[Cards] = Shown("cards", len)
    assert [item.to(STATE, side) for side in ("us", "jp", None)] == [3, 3, 3]


def test_a_secret_item_is_shown_or_replaced_as_a_whole() -> None:
    secret: Secret[Cards] = Secret("all", lambda _, side, __: side == "us", lambda *_: None)
    item: Shown[Cards] = Shown("cards", sorted, secret, hidden="?")
    assert item.to(STATE, "us") == ["jp-1", "jp-2", "us-1"]
    assert item.to(STATE, "jp") == "?"
    assert item.to(STATE, None) == "?"
    assert item.to(STATE, None, everything=True) == ["jp-1", "jp-2", "us-1"]


def test_a_secret_kept_piece_by_piece() -> None:
    item: Shown[Cards] = Shown("cards", dict, HAND, hidden="?", each=True)
    assert item.to(STATE, "us") == {"us-1": "ace", "jp-1": "?", "jp-2": "?"}
    assert item.to(STATE, "jp") == {"us-1": "?", "jp-1": "king", "jp-2": "two"}
    assert item.to(STATE, None) == {"us-1": "?", "jp-1": "?", "jp-2": "?"}
    assert item.to(STATE, "us", everything=True) == STATE


def test_without_a_stand_in_not_even_the_keys_are_shown() -> None:
    item: Shown[Cards] = Shown("cards", dict, HAND, each=True)
    assert item.to(STATE, "us") == {"us-1": "ace"}
    assert item.to(STATE, None) == {}


def test_what_is_known_in_numbers_follows_the_same_secrets() -> None:
    secret: Secret[Cards] = Secret("all", lambda _, side, __: side == "us")
    item: Known[Cards] = Known("cards", "how many there are", lambda state, _: len(state), secret, hidden=-1)
    assert [item.to(STATE, side) for side in ("us", "jp")] == [3, -1]
    own_cards: Known[Cards] = Known("own", "how many are mine", lambda state, side: sum(own(state, side, card) for card in state))
    assert [own_cards.to(STATE, side) for side in ("us", "jp")] == [1, 2]


def test_events_are_for_all_or_for_some() -> None:
    public, private = Event("a", "1", "x"), Event("a", "1", "x", {}, ("us",))
    assert [public.visible_to(side) for side in ("us", "jp", None)] == [True, True, True]
    assert [private.visible_to(side) for side in ("us", "jp", None)] == [True, False, False]
    assert "seen_by" not in private.plain()
    assert str(public) == "x [1]"
