"""Cards that are drawn when somebody looks come as if they had been shuffled into an order, but no state holds that order."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from beachhead.engine.chance.deck import Cards, Deck
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.chance.forced import ForcedDice
from beachhead.engine.errors import DiceError, PositionError
from beachhead.testing import chi_square

RARE = 1e-6
DECK, DISCARDS, PILE, OTHER = range(4)
PILES = ("deck", "discards", "pile", "other pile")
US, JP = range(2)


def deck_of(number: int) -> Deck:
    """A deck of so many cards."""
    return Deck([f"c{card}" for card in range(number)], PILES, ("us", "jp"))


def read(cards: Cards) -> Cards:
    """For states that are nothing but cards."""
    return cards


# ---------------------------------------------------------------------- against cards that lie in an order

Seen = list[tuple[str, int]]
Chances = dict[tuple[tuple[str, int], ...], Fraction]
Op = tuple[Any, ...]


class Table:
    """Cards as they lie on a real table: every pile has its order, and shuffling makes a new one."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.piles = [list(order), [], [], []]
        self.seen: Seen = []

    def do(self, op: Op) -> Iterator[Table]:
        """All that this may lead to, each as likely."""
        word, source, *rest = op
        piles = self.piles
        if word == "turn up":
            card = piles[source].pop()
            piles[rest[0]].append(card)
            self.seen.append(("all", card))
        elif word == "peek":
            self.seen.append((rest[0], piles[source][-1 - rest[1]]))
        elif word == "deal":
            for _ in range(rest[1]):
                piles[rest[0]].insert(0 if rest[2] else len(piles[rest[0]]), piles[source].pop())
        elif word == "put back":
            moved, piles[source] = piles[source], []
            piles[rest[0]] = [*moved, *piles[rest[0]]] if rest[1] else [*piles[rest[0]], *moved]
        else:
            whole = piles[source] + [card for pile in rest for card in piles[pile]]
            for pile in rest:
                piles[pile] = []
            for order in permutations(whole):
                twin = Table(order)
                twin.piles = [list(pile) for pile in piles]
                twin.piles[source] = list(order)
                twin.seen = list(self.seen)
                yield twin
            return
        yield self


def do(deck: Deck, cards: Cards, op: Op, dice: Dice, seen: Seen) -> None:
    """The same with a deck of ours."""
    word, source, *rest = op
    if word == "turn up":
        seen.append(("all", deck.turn_up(cards, source, rest[0], dice)))
    elif word == "peek":
        side = None if rest[0] == "all" else deck.sides.index(rest[0])
        seen.append((rest[0], deck.peek(cards, source, dice, side, rest[1])))
    elif word == "deal":
        deck.deal(cards, source, rest[0], rest[1], under=rest[2])
    elif word == "put back":
        deck.put_back(cards, source, rest[0], under=rest[1])
    else:
        deck.shuffle(cards, source, *rest)
    deck.check(cards)


def on_the_table(number: int, ops: list[Op]) -> Chances:
    """The chances of everything that can be seen, counted over all orders."""
    tables = [Table(order) for order in permutations(range(number))]
    for op in ops:
        tables = [after for table in tables for after in table.do(op)]
    seen = [tuple(table.seen) for table in tables]
    return {each: Fraction(count, len(seen)) for each, count in tally(seen).items()}


def tally(seen: list[tuple[tuple[str, int], ...]]) -> dict[tuple[tuple[str, int], ...], int]:
    """How often each comes."""
    counts: dict[tuple[tuple[str, int], ...], int] = {}
    for each in seen:
        counts[each] = counts.get(each, 0) + 1
    return counts


def every(play: Callable[[Dice], Seen]) -> Chances:
    """The chances of what it returns, over all outcomes of its draws."""
    chances: Chances = {}
    told: list[int] | None = []
    while told is not None:
        dice = ForcedDice(told)
        seen = tuple(play(dice))
        chance = Fraction(1)
        for number, weights in dice.falls:
            chance *= weights[number]
        chances[seen] = chances.get(seen, Fraction(0)) + chance
        falls = dice.falls
        while falls and falls[-1][0] + 1 == len(falls[-1][1]):
            falls.pop()
        told = [number for number, _ in falls[:-1]] + [falls[-1][0] + 1] if falls else None
    return chances


def in_ours(number: int, ops: list[Op]) -> Chances:
    """The same chances from our deck."""
    deck = deck_of(number)

    def play(dice: Dice) -> Seen:
        cards, seen = deck.shuffled(), Seen()
        for op in ops:
            do(deck, cards, op, dice, seen)
        return seen

    return every(play)


STORIES: dict[str, list[Op]] = {
    "one by one": [("turn up", DECK, DISCARDS)] * 3,
    "dealt unseen, then turned up": [
        ("deal", DECK, PILE, 2, True),
        ("turn up", DECK, DISCARDS),
        ("turn up", PILE, DISCARDS),
        ("turn up", PILE, DISCARDS),
    ],
    "discards shuffled in while a pile lies apart": [
        ("deal", DECK, PILE, 1, False),
        ("turn up", DECK, DISCARDS),
        ("shuffle", DECK, DISCARDS),
        ("turn up", DECK, OTHER),
        ("turn up", PILE, OTHER),
        ("turn up", DECK, OTHER),
    ],
    "twice, with the piles dealt in between": [
        ("deal", DECK, PILE, 1, False),
        ("turn up", DECK, DISCARDS),
        ("shuffle", DECK, DISCARDS),
        ("deal", DECK, PILE, 1, False),
        ("turn up", DECK, DISCARDS),
        ("shuffle", DECK, DISCARDS),
        ("turn up", PILE, OTHER),
        ("turn up", DECK, OTHER),
        ("turn up", PILE, OTHER),
    ],
    "lots mixed in two ways": [
        ("deal", DECK, PILE, 2, False),
        ("turn up", DECK, DISCARDS),
        ("shuffle", DECK, DISCARDS),
        ("deal", PILE, DECK, 1, False),
        ("deal", DECK, OTHER, 1, True),
        ("shuffle", DECK),
        ("turn up", DECK, DISCARDS),
        ("turn up", OTHER, DISCARDS),
        ("turn up", PILE, DISCARDS),
    ],
    "put back on top": [
        ("deal", DECK, PILE, 2, True),
        ("turn up", PILE, DISCARDS),
        ("put back", PILE, DECK, False),
        ("turn up", DECK, DISCARDS),
        ("turn up", DECK, DISCARDS),
    ],
    "a known card on top, one at the bottom": [
        ("turn up", DECK, DISCARDS),
        ("put back", DISCARDS, DECK, False),
        ("deal", DECK, PILE, 2, True),
        ("turn up", DECK, DISCARDS),
        ("put back", DISCARDS, DECK, True),
        ("turn up", PILE, OTHER),
        ("turn up", DECK, OTHER),
        ("turn up", DECK, OTHER),
    ],
    "everybody peeks": [("peek", DECK, "all", 1), ("turn up", DECK, DISCARDS), ("turn up", DECK, DISCARDS)],
    "peeks in private": [
        ("peek", DECK, "us", 0),
        ("deal", DECK, PILE, 2, False),
        ("peek", PILE, "jp", 0),
        ("turn up", DECK, DISCARDS),
        ("peek", PILE, "us", 0),
        ("turn up", PILE, DISCARDS),
        ("turn up", PILE, DISCARDS),
    ],
    "a private card shuffled in": [
        ("peek", DECK, "us", 0),
        ("turn up", DECK, DISCARDS),
        ("peek", DECK, "jp", 1),
        ("shuffle", DECK, DISCARDS),
        ("turn up", DECK, DISCARDS),
    ],
    "a private card out of a mixed lot": [
        ("deal", DECK, PILE, 1, False),
        ("turn up", DECK, DISCARDS),
        ("shuffle", DECK, DISCARDS),
        ("peek", DECK, "us", 0),
        ("turn up", PILE, OTHER),
        ("turn up", DECK, OTHER),
        ("turn up", DECK, OTHER),
    ],
}


@pytest.mark.parametrize("story", STORIES)
def test_cards_come_as_from_a_real_deck(story: str) -> None:
    """The same story has the same exact chances as with cards that are shuffled into an order."""
    assert in_ours(4, STORIES[story]) == on_the_table(4, STORIES[story])


def random_story(rng: random.Random, number: int, length: int, lookers: tuple[str, ...] = ("all",)) -> list[Op]:
    """Whatever can be done with a few cards, with at most two shuffles."""
    sizes, ops, shuffles = [number, 0, 0, 0], list[Op](), 0
    while len(ops) < length:
        word = rng.choice(("turn up", "turn up", "deal", "deal", "put back", "peek", "shuffle"))
        source = rng.choice([pile for pile in range(4) if sizes[pile]])
        to = rng.choice([pile for pile in range(4) if pile != source])
        if word == "turn up":
            ops.append((word, source, to))
            sizes[source] -= 1
            sizes[to] += 1
        elif word == "deal":
            count = rng.randint(1, sizes[source])
            ops.append((word, source, to, count, rng.random() < 0.5))
            sizes[source] -= count
            sizes[to] += count
        elif word == "put back":
            ops.append((word, source, to, rng.random() < 0.5))
            sizes[source], sizes[to] = 0, sizes[to] + sizes[source]
        elif word == "peek":
            ops.append((word, source, rng.choice(lookers), rng.randrange(sizes[source])))
        elif shuffles < 2:
            shuffles += 1
            ops.append((word, source, to))
            sizes[source], sizes[to] = sizes[source] + sizes[to], 0
    return [*ops, *(("turn up", pile, DISCARDS) for pile in (PILE, OTHER, DECK) for _ in range(sizes[pile]))]


@pytest.mark.parametrize("seed", range(40))
def test_any_story_comes_as_from_a_real_deck(seed: int) -> None:
    story = random_story(random.Random(seed), 4, 7)
    assert in_ours(4, story) == on_the_table(4, story), story


# ---------------------------------------------------------------------- secrets


def sampled(number: int, ops: list[Op], side: str, again: bool) -> Chances:
    """The chances of what a side has seen, together with all cards looked at: the others' as they are, or drawn again."""
    deck = deck_of(number)

    def play(dice: Dice) -> Seen:
        cards, seen = deck.shuffled(), Seen()
        for op in ops:
            do(deck, cards, op, dice, seen)
        if again:
            deck._draw_again(cards, deck.sides.index(side), dice)
            deck.check(cards)
        known = [each for each in seen if each[0] in ("all", side)]
        return known + [("peeked", row[1]) for row in cards[len(PILES) :] if row and row[0]]

    return every(play)


@pytest.mark.parametrize("story", [story for story in STORIES if "private" in story])
@pytest.mark.parametrize("side", ["us", "jp"])
def test_a_sample_has_the_chances_of_what_a_side_cannot_know(story: str, side: str) -> None:
    """What it has seen, with the other side's cards as sampled, is as likely as with the true ones."""
    for length in range(1, len(STORIES[story]) + 1):
        assert sampled(4, STORIES[story][:length], side, True) == sampled(4, STORIES[story][:length], side, False)


@pytest.mark.parametrize("seed", range(60))
def test_any_story_with_private_cards(seed: int) -> None:
    """Chances and samples are exact, or the shuffle that would spoil them is refused."""
    story = random_story(random.Random(seed), 4, 8, ("us", "jp"))
    try:
        ours = in_ours(4, story)
    except ValueError as error:
        assert "elsewhere" in str(error)
        return
    assert ours == on_the_table(4, story), story
    for length in range(3, 9):
        assert sampled(4, story[:length], "us", True) == sampled(4, story[:length], "us", False), story[:length]


def peeking() -> tuple[Deck, Cards]:
    """Each side knows a card of its own, both know a third."""
    deck = deck_of(6)
    cards, dice = deck.shuffled(), Dice(seed_bytes(4))
    for side, depth in ((US, 0), (JP, 1), (US, 2), (JP, 2)):
        deck.peek(cards, DECK, dice, side, depth)
    return deck, cards


def test_a_peek_is_seen_by_those_who_looked() -> None:
    deck, cards = peeking()
    secret = deck.secret(read)
    public, peeked = deck.shown(read, secret)
    names = [deck.names[cards[row][1]] for row in (5, 6, 7)]
    assert {row: each["card"] for row, each in peeked.to(cards, "us").items() if each != "?"} == {"5": names[0], "7": names[2]}
    assert {row: each["card"] for row, each in peeked.to(cards, "jp").items() if each != "?"} == {"6": names[1], "7": names[2]}
    assert peeked.to(cards, None) == dict.fromkeys("567", "?")
    assert [deck.names[card] for card in deck.known(cards, DECK, US)] == [names[2], names[0]]
    assert [deck.names[card] for card in deck.known(cards, DECK, JP)] == [names[2], names[1]]
    assert deck.known(cards, DECK) == []
    shown = public.to(cards, None)
    assert shown["piles"]["deck"] == {"count": 6, "cards": [[1, 5], [1, 6], [1, 7], [3, 4]]}
    assert shown["unseen"]["4"] == list(deck.names), "nothing says which cards have been looked at"
    assert shown["unseen"]["6"] == {"known to": ["jp"], "lot": 4}
    assert shown["unseen"]["7"] == {"known to": ["us", "jp"], "lot": 4}


@pytest.mark.parametrize("side", ["us", "jp"])
def test_samples_follow_the_view(side: str) -> None:
    deck, cards = peeking()
    secret = deck.secret(read)
    items = deck.shown(read, secret)
    found = set()
    for seed in range(30):
        world, again = cards.copy(), cards.copy()
        secret.veil(world, side)
        secret.resample(world, side, random.Random(seed))
        deck.check(world)
        assert [item.to(world, side) for item in items] == [item.to(cards, side) for item in items]
        secret.resample(again, side, random.Random(99))
        secret.veil(again, side)
        secret.resample(again, side, random.Random(seed))
        assert again == world, "a sample made from another sample is the same"
        found.add(json.dumps(world))
    assert len(found) == 4, "any card that the side has not seen may be the other's"


def test_without_a_peek_there_is_nothing_to_hide() -> None:
    deck = deck_of(6)
    cards, dice, secret = deck.shuffled(), Dice(seed_bytes(1)), deck.secret(read)
    deck.deal(cards, DECK, PILE, 2)
    deck.turn_up(cards, DECK, DISCARDS, dice)
    world = cards.copy()
    secret.veil(world, "us")
    secret.resample(world, "us", random.Random(1))
    assert world == cards
    (item,) = deck.shown(read)
    assert item.secret is None
    assert item.to(cards, None) == {
        "piles": {
            "deck": {"count": 3, "cards": [[3, 4]]},
            "discards": {"count": 1, "cards": [deck.names[cards[DISCARDS][0]]]},
            "pile": {"count": 2, "cards": [[2, 4]]},
            "other pile": {"count": 0, "cards": []},
        },
        "unseen": {"4": [name for card, name in enumerate(deck.names) if card != cards[DISCARDS][0]]},
    }


def test_a_card_of_one_side_is_not_shuffled_in_while_its_lot_lies_elsewhere() -> None:
    deck = deck_of(6)
    cards = deck.shuffled()
    deck.deal(cards, DECK, PILE, 2)
    deck.peek(cards, DECK, Dice(seed_bytes(1)), US)
    before = cards.copy()
    with pytest.raises(ValueError, match="elsewhere"):
        deck.shuffle(cards, DECK)
    assert cards == before
    deck.shuffle(cards, DECK, PILE)
    assert cards == deck.shuffled()
    cards[:] = before
    (card,) = deck.reveal(cards, DECK)
    assert cards[DECK][-1] == card
    deck.shuffle(cards, DECK)
    deck.check(cards)
    assert cards == [[-5] * 4, [], [-4] * 2, [], [0, *(other for other in range(6) if other != card)], [0, -4, -4, -4, card]]


def test_all_cards_can_be_shuffled_together_whoever_knows_what() -> None:
    deck, dice = deck_of(4), Dice.scripted([1, 2, 3])
    cards = deck.shuffled()
    deck.deal(cards, DECK, PILE)
    deck.turn_up(cards, DECK, DISCARDS, dice)
    deck.turn_up(cards, DECK, DISCARDS, dice)
    deck.shuffle(cards, DECK, DISCARDS)
    deck.peek(cards, DECK, dice, US)
    assert cards[6:] == [[1, 2, 5, 4]], "a card known to one side, out of a lot in a lot"
    deck.shuffle(cards, DECK, PILE)
    assert cards == deck.shuffled()


def test_shuffling_a_pile_that_was_dealt_unseen_changes_nothing() -> None:
    deck = deck_of(6)
    cards = deck.shuffled()
    deck.deal(cards, DECK, PILE, 3)
    before = cards.copy()
    deck.shuffle(cards, PILE)
    assert cards == before


# ---------------------------------------------------------------------- draws


def test_the_order_follows_from_the_seed_and_shifts_no_die() -> None:
    deck = deck_of(55)

    def order(seed: int) -> list[int]:
        cards, dice = deck.shuffled(), Dice(seed_bytes(seed))
        return [deck.turn_up(cards, DECK, DISCARDS, dice) for _ in range(55)]

    assert order(7) == order(7) != order(8)
    assert sorted(order(7)) == list(range(55))
    dice = Dice(seed_bytes(7))
    deck.turn_up(deck.shuffled(), DECK, DISCARDS, dice)
    assert dice.counts == {"cards": 1}
    assert dice.roll() == Dice(seed_bytes(7)).roll()


def test_every_card_is_as_likely_wherever_it_lies() -> None:
    deck = deck_of(5)
    counts = dict.fromkeys(map(str, range(5)), 0)
    for seed in range(1500):
        cards, dice = deck.shuffled(), Dice(seed_bytes(seed))
        deck.deal(cards, DECK, PILE, 2)
        deck.turn_up(cards, DECK, DISCARDS, dice)
        deck.shuffle(cards, DECK, DISCARDS)
        deck.turn_up(cards, DECK, DISCARDS, dice)
        counts[str(deck.turn_up(cards, PILE, DISCARDS, dice))] += 1
    assert chi_square(counts, {card: Fraction(1, 5) for card in counts}) > RARE


def test_a_card_that_is_sure_draws_nothing() -> None:
    """Odds of something sure are empty, and the kit holds a game to it."""
    deck, dice = deck_of(2), Dice(seed_bytes(7))
    cards = deck.shuffled()
    deck.turn_up(cards, DECK, DISCARDS, dice)
    deck.turn_up(cards, DECK, DISCARDS, dice)
    assert dice.rolled() == 1


def test_a_card_that_is_sure_to_one_side_alone_is_drawn_all_the_same() -> None:
    """Otherwise odds and undo would tell the other side that the card it turns up is the only one left."""
    deck, dice = deck_of(2), Dice(seed_bytes(7))
    cards = deck.shuffled()
    deck.peek(cards, DECK, dice, US)
    deck.deal(cards, DECK, PILE)
    deck.turn_up(cards, DECK, DISCARDS, dice)
    assert dice.rolled() == 2


def test_a_script_names_cards_by_their_numbers() -> None:
    deck, dice = deck_of(6), Dice.scripted([5, 2, 1, 6])
    cards = deck.shuffled()
    deck.deal(cards, DECK, PILE, 2)
    assert deck.turn_up(cards, DECK, DISCARDS, dice) == 4
    deck.shuffle(cards, DECK, DISCARDS)
    assert deck.turn_up(cards, DECK, DISCARDS, dice) == 1
    assert deck.peek(cards, PILE, dice, US) == 0
    assert deck.turn_up(cards, DECK, DISCARDS, dice) == 5
    deck.check(cards)
    with pytest.raises(DiceError, match="card 2"):
        deck.turn_up(cards, DECK, DISCARDS, Dice.scripted([2]))


def test_a_card_is_picked_out_of_a_pile() -> None:
    deck, dice = deck_of(6), Dice.scripted([5, 2, 1])
    cards = deck.shuffled()
    for _ in range(2):
        deck.turn_up(cards, DECK, DISCARDS, dice)
    deck.pick(cards, DISCARDS, 4, DECK)
    assert cards[DECK][-1] == 4
    deck.pick(cards, DISCARDS, 1, DECK, under=True)
    assert cards[DECK][0] == 1
    deck.deal(cards, DECK, OTHER, 1)
    deck.deal(cards, DECK, PILE, 1)
    deck.peek(cards, PILE, dice, JP)
    deck.pick(cards, PILE, 0, DISCARDS)
    assert cards[DISCARDS] == [0]
    deck.check(cards)
    with pytest.raises(ValueError, match="nobody knows c2"):
        deck.pick(cards, DECK, 2, DISCARDS)


@pytest.mark.parametrize("op", [("turn up", PILE, DISCARDS), ("peek", DECK, "all", 6), ("deal", DECK, PILE, 7, False)])
def test_a_pile_that_is_too_small_is_an_error(op: Op) -> None:
    deck = deck_of(6)
    with pytest.raises(ValueError, match="cards, not"):
        do(deck, deck.shuffled(), op, Dice(seed_bytes(1)), [])


# ---------------------------------------------------------------------- saves


def mixed() -> Cards:
    """Two lots, one in the other, and a peek."""
    deck = deck_of(6)
    cards, dice = deck.shuffled(), Dice.scripted([6, 1])
    deck.deal(cards, DECK, PILE, 2)
    deck.turn_up(cards, DECK, DISCARDS, dice)
    deck.shuffle(cards, DECK, DISCARDS)
    deck.peek(cards, PILE, dice, JP)
    return cards


def test_a_sound_deck_is_accepted() -> None:
    assert mixed() == [[-5] * 4, [], [-4, -6], [], [0, 1, 2, 3, 4], [0, -4, -4, -4, 5], [2, 0, 4]]
    deck_of(6).check(mixed())


@pytest.mark.parametrize(
    "bend",
    [
        pytest.param({0: [-5] * 3}, id="a card too few"),
        pytest.param({1: [5]}, id="a card twice"),
        pytest.param({1: [6]}, id="no such card"),
        pytest.param({3: [-9]}, id="no such row"),
        pytest.param({3: [-1]}, id="a pile in a pile"),
        pytest.param({2: [-4, -4]}, id="a peek that lies nowhere"),
        pytest.param({4: [0, 2, 1, 3, 4]}, id="out of order"),
        pytest.param({4: [0, -5, 1, 2, 3, 4]}, id="lots in each other"),
        pytest.param({6: [2, 0, 5, 5]}, id="a peek out of a circle"),
        pytest.param({6: [4, 0, 4]}, id="known to nobody we know"),
        pytest.param({6: [-1, 0, 4]}, id="known to less than nobody"),
        pytest.param({6: [2, 0]}, id="out of no lot"),
        pytest.param({6: [2]}, id="no card"),
        pytest.param({6: [2, 0, 1]}, id="out of a pile"),
        pytest.param({5: [0, -4, -4, -6, 5]}, id="a peek in a lot"),
        pytest.param({6: 3}, id="no row"),
        pytest.param({4: [0, [1], 2, 3, 4]}, id="a list in a row"),
        pytest.param({4: [0] * 5000}, id="too long"),
    ],
)
def test_a_deck_that_cannot_be_is_refused(bend: dict[int, Any]) -> None:
    cards: Any = [bend.get(number, row) for number, row in enumerate(mixed())]
    with pytest.raises(PositionError, match="cards that cannot be"):
        deck_of(6).check(cards)


@pytest.mark.parametrize("cards", [[], [[]] * 4, [[]] * 500, [[0, 1, 2, 3, 4, 5], [], [], [], []], None, 5])
def test_rows_that_are_no_deck_are_refused(cards: Any) -> None:
    with pytest.raises(PositionError):
        deck_of(6).check(cards)


def test_a_copy_of_the_list_is_a_copy_of_the_cards() -> None:
    deck, rng = deck_of(4), random.Random(5)
    for _ in range(60):
        cards, dice = deck.shuffled(), Dice(seed_bytes(rng.getrandbits(64)))
        for op in random_story(rng, 4, 8):
            twin, before = cards.copy(), json.dumps(cards)
            do(deck, cards, op, dice, [])
            assert json.dumps(twin) == before, op
