"""The deck of 55 cards and the events on them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from beachhead.engine.files.bounds import PRINTED, clip
from beachhead.engine.files.cases import enforces
from beachhead.engine.files.datafile import Item
from beachhead.games.dday.box.kinds import (
    CARD_COLORS,
    CARD_SYMBOLS,
    LEFT,
    MARKS,
    NO_DRIFT,
    PLAIN,
    RIGHT,
    Card,
    EventKind,
    FireEntry,
)
from beachhead.games.dday.box.reading import read_flag, read_word

CARDS: Final = 55
FIRE: Final = 3
EVENTS: Final = 99
DATES: Final = 8
DRIFTS: Final = {"left": LEFT, "right": RIGHT}
EVENT_IDS: Final = (
    "60-81mm", "airfield-objective", "airstrike", "ammo-dump", "at-ditch", "caves", "command-post-hit", "counterbattery",
    "fatigue", "heavy-mortar", "hero", "intense-fire", "japanese-depth", "japanese-flee", "japanese-fortification",
    "japanese-hero", "japanese-infiltration", "japanese-reinforcement", "japanese-tank-attack", "landing-congestion",
    "landing-dukw", "landing-lvt-fire", "landing-tanks-stuck", "landing-us-infiltration", "local-counterattack", "lvta",
    "minefields", "napalm", "naval-gunfire", "ng-error", "night-assault", "rain", "remove-disruption", "sketch", "smoke",
    "tunnels", "us-artillery", "war-dogs",
)  # fmt: skip
"""The events of 20.0; an event's number is its place here."""
CLOSE_COMBAT_IDS: Final = ("conscripts", "heroism", "naval-blast", "reinforce", "us-fire", "withdrawal-hit")
"""The close combat events of 21.0."""
LANDINGS: Final = {1: ("red", "triangle"), 8: ("red", "circle"), 30: ("blue", "diamond")}
FIRES: Final = {
    4: ("red",), 9: ("gold",), 20: ("red",), 30: ("red",), 31: ("red", "brown", "green"), 40: ("brown",), 49: ("red", "brown"),
    51: ("red",),
}  # fmt: skip
TARGETS: Final = {31: "circle", 40: "diamond", 49: "circle"}
COMBAT_EVENTS: Final = {4: "conscripts", 9: "heroism", 20: "", 30: ""}
"""What the book tells of single cards, section by section (6.1-known-cards)."""
_DATE: Final = re.compile("([2-3])-([0-9]{2})")


def read_deck(item: Item) -> tuple[tuple[Card, ...], tuple[EventKind, ...], tuple[EventKind, ...], tuple[int, ...]]:
    """Cards by number, events, close combat events, and from which turn each mark counts."""
    item.only("colours", "symbols", "marks", "events", "cc_events", "cards")
    for key, known in (("colours", CARD_COLORS), ("symbols", CARD_SYMBOLS)):
        if tuple(word.text() for word in item[key].each(PRINTED)) != known:
            raise item[key].fail(f"these are {', '.join(known)}, in this order")
    events = _read_events(item["events"], EVENT_IDS)
    close = _read_events(item["cc_events"], CLOSE_COMBAT_IDS)
    cards = _read_cards(item["cards"])
    return cards, events, close, _read_marks(item["marks"])


def _read_events(item: Item, known: tuple[str, ...]) -> tuple[EventKind, ...]:
    item.only(*known)
    found = []
    for name in known:
        entry = item[name]
        entry.only("title", "persistent", "book")
        lasts = entry.get("persistent")
        found.append(EventKind(name, entry["title"].name(), entry["book"].text(), "" if lasts is None else lasts.text()))
    return tuple(found)


def _read_marks(item: Item) -> tuple[int, ...]:
    """The first game turn of each mark (D20); plain color counts always."""
    item.only(*MARKS[1:])
    found = [1]
    for name in MARKS[1:]:
        item[name].only("from_gt")
        found.append(item[name]["from_gt"].whole(1, PRINTED))
    return tuple(found)


def _read_cards(item: Item) -> tuple[Card, ...]:
    entries: Mapping[str, Item] = dict(item.entries())
    if len(entries) != CARDS:
        raise item.fail(f"the deck has {CARDS} cards, not {len(entries)}")
    found = []
    for number in range(1, CARDS + 1):
        if str(number) not in entries:
            raise item.fail(f"card {number} is missing; cards are numbered from 1 to {CARDS}")
        found.append(_read_card(number, entries[str(number)]))
        _check_known(found[-1], entries[str(number)])
    return tuple(found)


@enforces("dday", "6.1-known-cards")
def _check_known(card: Card, item: Item) -> None:
    """Whether a card is what the book says of it, where it says anything."""
    number = card.number
    landing = (CARD_COLORS[card.landing_color], CARD_SYMBOLS[card.landing_symbol])
    if LANDINGS.get(number, landing) != landing:
        raise item["landing"].fail(f"card {number} shows a {' '.join(LANDINGS[number])} in the book")
    lacking = [color for color in FIRES.get(number, ()) if not card.fire_colors >> CARD_COLORS.index(color) & 1]
    if lacking:
        raise item["fire"].fail(f"card {number} has {lacking[0]} among its fire colors in the book")
    if TARGETS.get(number, CARD_SYMBOLS[card.target]) != CARD_SYMBOLS[card.target]:
        raise item["target"].fail(f"card {number} has the {TARGETS[number]} in the book")
    event = CLOSE_COMBAT_IDS[card.close_combat] if card.close_combat >= 0 else ""
    if COMBAT_EVENTS.get(number, event) != event:
        raise item["cc"].fail(f"card {number} has {COMBAT_EVENTS[number] or 'no close combat event'} in the book")


def _read_card(number: int, item: Item) -> Card:
    """A card's three sections: landing, events, fire."""
    item.only("landing", "events", "cc", "fire", "target", "artillery", "book")
    landing = list(item["landing"].each(3))
    if len(landing) != 3:
        raise item["landing"].fail("a landing section is [color, symbol, drift], with null for no drift")
    fire = tuple(_read_fire(entry) for entry in item["fire"].each(FIRE))
    colors = {entry.color for entry in fire}
    if len(fire) != FIRE or len(colors) != FIRE:
        raise item["fire"].fail(f"a card has {FIRE} fire colors, each of them once")
    return Card(
        number=number,
        landing_color=read_word(landing[0], CARD_COLORS),
        landing_symbol=read_word(landing[1], CARD_SYMBOLS),
        drift=NO_DRIFT if landing[2].value is None else DRIFTS[landing[2].one_of(tuple(DRIFTS))],
        events=_read_dated(item["events"]),
        close_combat=-1 if item["cc"].value is None else read_word(item["cc"], CLOSE_COMBAT_IDS),
        fire=fire,
        target=read_word(item["target"], CARD_SYMBOLS),
        artillery=0 if item["artillery"].value is None else item["artillery"].whole(1, PRINTED),
        fire_colors=sum(1 << color for color in colors),
    )


def _read_fire(item: Item) -> FireEntry:
    item.only("colour", "mark", "bar")
    mark = item.get("mark")
    return FireEntry(
        color=read_word(item["colour"], CARD_COLORS),
        mark=PLAIN if mark is None else read_word(mark, MARKS),
        bar=read_flag(item, "bar"),
    )


@enforces("dday", "2.3-event-dates")
def _read_dated(item: Item) -> tuple[tuple[int, int], ...]:
    """Events by the date from which they hold, in order."""
    if len(item.mapping()) > DATES:
        raise item.fail(f"a card has at most {DATES} dated events")
    return tuple(
        sorted((read_date(Item(key, event.document, event.path)), read_word(event, EVENT_IDS)) for key, event in item.entries())
    )


def read_date(item: Item) -> int:
    """A date such as 2-19, as month * 100 + day."""
    match = _DATE.fullmatch(item.text())
    if match is None or not 1 <= int(match[2]) <= 31:
        raise item.fail(f"a date is month and day, as in 2-19 or 3-06, not {clip(item.value)}")
    return int(match[1]) * 100 + int(match[2])
