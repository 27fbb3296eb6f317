"""The deck (2.3, 4.0-IX-a, D76): every card that is drawn comes through here."""

from __future__ import annotations

from beachhead.engine.event import Why
from beachhead.engine.files.cases import enforces
from beachhead.engine.shown.words import listed
from beachhead.games.dday.box.kinds import COLORS, SYMBOLS, Card
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import (
    DECK,
    DISCARDS,
    EVENT_CARDS,
    FIRE_CARDS,
    JP_PILE,
    LANDING_CARDS,
    DDayState,
)


@enforces(FAMILY, "2.3.1", "2.3.1-a", "2.3.1-b", "4.0-IX-a", "2.3", "2.0-dice")
def draw(state: DDayState, pile: int, purpose: str, case: str) -> Card | None:
    """Turn up the top card and lay it on a pile; None if there is no card left at all (D76).

    Landing, event and fire cards go to their place on the track; a card for anything else goes straight to `DISCARDS`.
    """
    if not ready(state):
        state.report("no card", case, f"There is no card left to draw for {purpose}", {"purpose": purpose})
        return None
    ruleset = state.ruleset
    number = ruleset.deck.turn_up(state.cards, DECK, pile, state.dice)
    card = ruleset.card_faces[number]
    if state.sink is not None:
        state.happened(
            "card",
            case,
            f"Card {card.number:02} is drawn for {purpose}",
            {"card": card.number, "purpose": purpose, "why": Why(shown(card, pile), case).plain()},
        )
    return card


def ready(state: DDayState) -> bool:
    """Make sure that the deck has a card: if it has run out, the discards are shuffled at once, and if there are none either, the
    landing cards on the track (D76)."""
    cards = state.cards
    if cards[DECK]:
        return True
    for pile in (DISCARDS, LANDING_CARDS):
        if cards[pile]:
            shuffle_in(state, pile)
            return True
    return False


def shuffle_in(state: DDayState, pile: int) -> None:
    """Shuffle the cards of a pile into the deck."""
    state.ruleset.deck.shuffle(state.cards, DECK, pile)
    state.report("shuffle", "4.0-IX-a", "The discards are shuffled into the deck", {})


def discard(state: DDayState, pile: int) -> None:
    """Put all cards of a pile on the discards, face up."""
    state.ruleset.deck.put_back(state.cards, pile, DISCARDS)


def discard_top(state: DDayState, pile: int) -> None:
    """Put the top card of a pile on the discards, face up."""
    state.ruleset.deck.deal(state.cards, pile, DISCARDS)


@enforces(FAMILY, "4.0-IX", "4.0-IX-a")
def end_of_turn(state: DDayState) -> None:
    """The last cards leave the track, after landing and event cards; shuffle if there are more discards than cards in the
    deck."""
    discard(state, FIRE_CARDS)
    if len(state.cards[DISCARDS]) > len(state.cards[DECK]):
        shuffle_in(state, DISCARDS)


def shown(card: Card, pile: int) -> str:
    """What a card says in the section for which it was drawn: of landing and event cards that one, else the fire section."""
    if pile == LANDING_CARDS:
        return f"Card {card.number:02} shows a {landing_text(card)}."
    if pile == EVENT_CARDS:
        return f"Only the event of card {card.number:02} counts."
    colors = listed([COLORS[entry.color] for entry in card.fire])
    return f"Card {card.number:02} shows {colors}; its target is the {SYMBOLS[card.target]}."


def landing_text(card: Card) -> str:
    """The landing section in words."""
    drift = {-1: ", drift left", 1: ", drift right"}.get(card.drift, "")
    return f"{COLORS[card.landing_color]} {SYMBOLS[card.landing_symbol]}{drift}"


def count(state: DDayState) -> int:
    """How many cards there are in all: 55, always."""
    return sum(len(state.cards[pile]) for pile in range(JP_PILE + 1))
