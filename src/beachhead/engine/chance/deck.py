"""Decks of cards, cups of counters and whatever else is shuffled and drawn blind.

A deck could be shuffled once into an order that the state keeps. Then the order would be a secret from everybody, samples would
have to make it up again, and `odds`, which try every outcome on the true state, would find the card that really comes next.
Here there is no order. A card face down is not settled until somebody looks at it; then it is drawn from the cards that may be
there, each with the same chance. So the odds of the next card are exact, a shuffle rolls nothing, and there is nothing to
hide: a state knows no more about its deck than the players do. The draws have a stream of their own, which does not shift the
dice, and follow from the seed like every draw.

The cards of a state are rows of whole numbers, a list of lists that the state declares as one of its fields. The first rows are
the piles, bottom card first. A number from 0 up is a card that everybody knows, such as a discard. A negative number `-row` is a
card face down, and that row says what it may be:

* A *lot*, `[0, *cards]`, holds cards that were shuffled together. As many cards face down belong to it, in whichever piles,
  and any of them may be any card of the lot. If some of them have been dealt to another pile when the rest is
  shuffled with the discards, nobody knows which went where: the new lot then holds `-row` for each card of the old one.
* A *peek*, `[sides, card, *lots]`, is a card that some sides have looked at: a bit for each of them, the card, and the lots that
  it was drawn from. It is the only secret that a deck can have (`Deck.secret`).

Rows are replaced, never changed in place, so `cards.copy()` copies them all.

Odds are no longer exact once a side has looked at cards in private: those cannot come off the deck, and the odds must not reveal
that to the others. A game with such cards must not name the card drawn in `Game.outcome`.

>>> deck = Deck([f"card {number}" for number in range(1, 56)], ("deck", "discards", "pile"))
>>> cards, dice = deck.shuffled(), Dice.scripted([30, 1])
>>> deck.turn_up(cards, 0, 1, dice), cards[1]
(29, [29])
>>> deck.deal(cards, 0, 2, 4)
>>> [len(pile) for pile in cards[:3]]
[50, 1, 4]
>>> deck.turn_up(cards, 2, 1, dice), cards[1]
(0, [29, 0])
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.chance.forced import ForcedDice
from beachhead.engine.errors import DiceError, PositionError
from beachhead.engine.secrecy import Secret, Shown

S = TypeVar("S")
Cards = list[list[int]]

STREAM: Final = "cards"


class Deck:
    """What never changes about the cards of a match: their names, the names of the piles and the sides that may peek.

    Its methods change the rows of one state. Piles are given by their number; all cards begin in the first. A pile with too few
    cards is a `ValueError`: the rules say what happens when a deck runs out.
    """

    def __init__(self, cards: Sequence[str], piles: Sequence[str], sides: Sequence[str] = (), stream: str = STREAM) -> None:
        self.names = tuple(cards)
        self.piles = tuple(piles)
        self.sides = tuple(sides)
        self.stream = stream

    def shuffled(self) -> Cards:
        """All cards face down in the first pile."""
        cards: Cards = [[] for _ in self.piles]
        cards[0] = [-len(cards)] * len(self.names)
        cards.append([0, *range(len(self.names))])
        return cards

    # ------------------------------------------------------------------ what players do with cards

    def turn_up(self, cards: Cards, source: int, to: int, dice: Dice) -> int:
        """Turn up the top card of a pile, lay it open on another and return it."""
        card = self.peek(cards, source, dice)
        self.deal(cards, source, to)
        return card

    def peek(self, cards: Cards, pile: int, dice: Dice, side: int | None = None, depth: int = 0) -> int:
        """Look at the top card of a pile, or one `depth` below it, and leave it there. Without a side: everybody looks."""
        self._need(cards, pile, depth + 1)
        spot = len(cards[pile]) - 1 - depth
        item = cards[pile][spot]
        if item >= 0:
            return item
        seen_by, lots = cards[-item][0], cards[-item][2:]
        if seen_by:
            card = cards[-item][1]
            cards[-item] = []
        else:
            card, lots = self._draw(cards, -item, dice)
        item = card
        if side is not None:
            row = self._free_row(cards)
            cards[row] = [seen_by | 1 << side, card, *lots]
            item = -row
        cards[pile] = [*cards[pile][:spot], item, *cards[pile][spot + 1 :]]
        _tidy(cards, len(self.piles))
        return card

    def deal(self, cards: Cards, source: int, to: int, number: int = 1, *, under: bool = False) -> None:
        """Move cards one by one from the top of a pile to the top of another, or to its bottom. Nobody looks at them."""
        self._need(cards, source, number)
        left = len(cards[source]) - number
        dealt = cards[source][left:]
        cards[source] = cards[source][:left]
        cards[to] = [*dealt, *cards[to]] if under else [*cards[to], *reversed(dealt)]

    def put_back(self, cards: Cards, source: int, to: int, *, under: bool = False) -> None:
        """Put a whole pile, as it lies, on top of another or under it."""
        moved = cards[source]
        cards[source] = []
        cards[to] = [*moved, *cards[to]] if under else [*cards[to], *moved]

    def pick(self, cards: Cards, source: int, card: int, to: int, *, under: bool = False) -> None:
        """Take a card that somebody knows out of a pile and lay it open on top of another, or under it."""
        for spot, item in enumerate(cards[source]):
            if item == card or (item < 0 and cards[-item][0] and cards[-item][1] == card):
                cards[source] = [*cards[source][:spot], *cards[source][spot + 1 :]]
                if item < 0:
                    cards[-item] = []
                cards[to] = [card, *cards[to]] if under else [*cards[to], card]
                _tidy(cards, len(self.piles))
                return
        raise ValueError(f"nobody knows {self.names[card]} to be in the pile {self.piles[source]}")

    def reveal(self, cards: Cards, pile: int) -> list[int]:
        """Show everybody the cards of a pile that only some sides know, and return them. They stay where they lie."""
        found = [cards[-item][1] for item in cards[pile] if item < 0 and cards[-item][0]]
        for spot, item in enumerate(cards[pile]):
            if item < 0 and cards[-item][0]:
                cards[pile] = [*cards[pile][:spot], cards[-item][1], *cards[pile][spot + 1 :]]
                cards[-item] = []
        _tidy(cards, len(self.piles))
        return found

    def shuffle(self, cards: Cards, pile: int, *others: int) -> None:
        """Shuffle a pile, together with all cards of the other piles named.

        A card that only some sides know cannot be shuffled in while cards of its lot lie elsewhere (`ValueError`): those sides
        know that it is not among them, and no lot can say so. `reveal` it first.
        """
        work = cards.copy()
        items = list(work[pile])
        work[pile] = []
        for other in others:
            items += work[other]
            work[other] = []
        items = self._opened(work, items)
        if any(item < 0 and work[-item][0] for item in items):
            raise ValueError("a card known to some sides cannot be shuffled in while others of its lot lie elsewhere")
        if len(set(items)) > 1:
            row = self._free_row(work)
            work[row] = [0, *sorted(items)]
            items = [-row] * len(items)
        work[pile] = items
        _tidy(work, len(self.piles))
        cards[:] = work

    def known(self, cards: Cards, pile: int, side: int | None = None) -> list[int]:
        """The cards of a pile that a side knows, bottom first. Without a side: those that everybody knows."""
        found = []
        for item in cards[pile]:
            if item >= 0:
                found.append(item)
            elif side is not None and cards[-item][0] >> side & 1:
                found.append(cards[-item][1])
        return found

    # ------------------------------------------------------------------ what is shown, and what is secret

    def shown(self, read: Callable[[S], Cards], secret: Secret[S] | None = None) -> tuple[Shown[S], ...]:
        """The items of a view: `cards`, which hides nothing, and for games with a secret `peeked`, what a side has looked at.

        `cards` has every pile with its count and its cards from the top down, open ones by name and those face down as
        `[how many, row]`; under `unseen`, what each such row may be: the cards of a lot, or who has looked and which lot it was.
        """
        items = (Shown("cards", _Reader(self._view, read)),)
        return items if secret is None else (*items, Shown("peeked", _Reader(self._peeked, read), secret, hidden="?", each=True))

    def secret(self, read: Callable[[S], Cards]) -> Secret[S]:
        """The cards that some sides have looked at: open to those sides, and drawn again from their lots for all others."""

        def open_to(state: S, side: str | None, row: Any) -> bool:
            return row is not None and side is not None and bool(read(state)[int(row)][0] >> self.sides.index(side) & 1)

        def veil(state: S, side: str) -> None:
            self._draw_again(read(state), self.sides.index(side), ForcedDice([]))

        def resample(state: S, side: str, rng: random.Random) -> None:
            self._draw_again(read(state), self.sides.index(side), Dice(seed_bytes(rng.getrandbits(128))))

        return Secret("peeked cards", open_to, resample, veil)

    def check(self, cards: Any) -> None:
        """Refuse rows from a save that no play can lead to; games call it in `Game.after_load`."""
        try:
            sound = self._is_sound(cards)
        except (IndexError, TypeError):
            sound = False
        if not sound:
            raise PositionError("this save has cards that cannot be: each must be in one place, and face down in one lot")

    # ------------------------------------------------------------------ inside

    def _need(self, cards: Cards, pile: int, number: int) -> None:
        if len(cards[pile]) < number:
            raise ValueError(f"the pile {self.piles[pile]} has {len(cards[pile])} cards, not {number}")

    def _free_row(self, cards: Cards) -> int:
        for row in range(len(self.piles), len(cards)):
            if not cards[row]:
                return row
        cards.append([])
        return len(cards) - 1

    def _draw(self, cards: Cards, row: int, dice: Dice) -> tuple[int, list[int]]:
        """Settle one card of a lot: the card, and the lots from which it came.

        Nothing is drawn if everybody knows which card it is. If it is certain only because of what some sides have looked at,
        a draw is made all the same: whether an action draws shows in its odds and in whether it can be undone.
        """
        if dice.script is not None:
            return self._scripted(cards, row, dice)
        lots, drawn = [row], False
        while True:
            lot = cards[row]
            spot = 1
            if len(lot) > 2:
                spot += dice.below(len(lot) - 1, self.stream)
                drawn = True
            item = lot[spot]
            cards[row] = lot[:spot] + lot[spot + 1 :]
            if item >= 0:
                if not drawn and self._is_peeked_at(cards, lots):
                    dice.below(2, self.stream)
                return item, lots
            row = -item
            lots.append(row)

    def _is_peeked_at(self, cards: Cards, lots: list[int]) -> bool:
        rows = cards[len(self.piles) :]
        return any(lot in row[2:] for row in rows if row and row[0] for lot in lots)

    def _scripted(self, cards: Cards, row: int, dice: Dice) -> tuple[int, list[int]]:
        """A script gives a card by its number, counted from 1, wherever more than one may come."""
        routes = _routes(cards, row)
        card = dice.below(len(self.names), self.stream) if len(routes) > 1 else next(iter(routes))
        if card not in routes:
            raise DiceError(f"the script says card {card + 1}, which cannot be there")
        lots = routes[card]
        for lot, item in zip(lots, [*(-below for below in lots[1:]), card], strict=True):
            cards[lot] = cards[lot].copy()
            cards[lot].remove(item)
        return card, lots

    def _opened(self, cards: Cards, items: list[int]) -> list[int]:
        """The same cards, with every lot that is wholly among them opened: its cards lie nowhere else."""
        peeks = [row for row in range(len(self.piles), len(cards)) if cards[row] and cards[row][0]]
        while True:
            lots = {cards[-item][2] if cards[-item][0] else -item for item in items if item < 0}
            whole = [lot for lot in sorted(lots) if _is_whole(cards, lot, items, peeks)]
            if not whole:
                return items
            lot = whole[0]
            items = [item for item in items if item != -lot] + cards[lot][1:]
            cards[lot] = []
            for peek in peeks:
                if cards[peek] and cards[peek][2] == lot:
                    seen_by, card, _, *rest = cards[peek]
                    cards[peek] = [seen_by, card, *rest] if rest else []
                    if not rest:
                        items[items.index(-peek)] = card

    def _draw_again(self, cards: Cards, side: int, dice: Dice) -> None:
        """Put the cards that a side does not know back into their lots and draw others in their place."""
        hidden = self._put_peeks_back(cards, side)
        for row in hidden:
            seen_by, lot = cards[row][0], cards[row][2]
            card, lots = self._draw(cards, lot, dice)
            cards[row] = [seen_by, card, *lots]

    def _put_peeks_back(self, cards: Cards, side: int | None) -> list[int]:
        """Forget what the others have looked at (everybody, without a side) and return the rows of those peeks."""
        found = []
        for row in range(len(self.piles), len(cards)):
            if cards[row] and cards[row][0] and (side is None or not cards[row][0] >> side & 1):
                seen_by, card, *lots = cards[row]
                for lot, item in zip(lots, [*(-below for below in lots[1:]), card], strict=True):
                    cards[lot] = [0, *sorted([*cards[lot][1:], item])]
                cards[row] = [seen_by, 0, lots[0]]
                found.append(row)
        return found

    def _view(self, cards: Cards) -> dict[str, Any]:
        public = cards.copy()
        self._put_peeks_back(public, None)
        unseen: dict[str, Any] = {}
        for row in range(len(self.piles), len(public)):
            if public[row] and public[row][0]:
                known = [side for bit, side in enumerate(self.sides) if public[row][0] >> bit & 1]
                unseen[str(row)] = {"known to": known, "lot": public[row][2]}
            elif public[row]:
                unseen[str(row)] = self._runs(public[row][1:])
        piles = {
            name: {"count": len(pile), "cards": self._runs(pile[::-1])} for name, pile in zip(self.piles, public, strict=False)
        }
        return {"piles": piles, "unseen": unseen}

    def _runs(self, items: list[int]) -> list[Any]:
        """Open cards by name; cards face down as counts of neighbors from the same row."""
        runs: list[Any] = []
        for item in items:
            if item >= 0:
                runs.append(self.names[item])
            elif runs and isinstance(runs[-1], list) and runs[-1][1] == -item:
                runs[-1][0] += 1
            else:
                runs.append([1, -item])
        return runs

    def _peeked(self, cards: Cards) -> dict[str, Any]:
        """The cards looked at, and the lots they came from: a sample rests on both."""
        rows = [row for row in range(len(self.piles), len(cards)) if cards[row] and cards[row][0]]
        return {str(row): {"card": self.names[cards[row][1]], "lots": cards[row][2:]} for row in rows}

    def _is_sound(self, cards: Any) -> bool:
        first, number = len(self.piles), len(self.names)
        if not first <= len(cards) <= first + 2 * number or max(map(len, cards)) > number + 1:
            return False
        lots = [row for row in range(first, len(cards)) if cards[row] and cards[row][0] == 0]
        peeks = [row for row in range(first, len(cards)) if cards[row] and cards[row][0] != 0]
        in_piles = [item for pile in cards[:first] for item in pile]
        in_lots = [item for lot in lots for item in cards[lot][1:]]
        down = [-item for item in in_piles + in_lots if item < 0]
        known = [item for item in in_piles + in_lots if item >= 0] + [cards[row][1] for row in peeks]
        return (
            sorted(known) == list(range(number))
            and set(down) <= {*lots, *peeks}
            and all(down.count(lot) == len(cards[lot]) - 1 for lot in lots)
            and all(cards[lot][1:] == sorted(cards[lot][1:]) for lot in lots)
            and all(in_piles.count(-row) == 1 and -row not in in_lots for row in peeks)
            and all(0 < cards[row][0] < 1 << len(self.sides) and len(cards[row]) > 2 for row in peeks)
            and all(lot in lots for row in peeks for lot in cards[row][2:])
            and self._ends(cards, lots, peeks)
            and _is_tidy(cards, first)
        )

    def _ends(self, cards: Cards, lots: list[int], peeks: list[int]) -> bool:
        """Whether no lot holds itself, directly or through others."""
        inner = {lot: {-item for item in cards[lot][1:] if item < 0} for lot in lots}
        for row in peeks:
            for lot, below in zip(cards[row][2:], cards[row][3:], strict=False):
                inner[lot].add(below)
        while inner:
            leaves = [lot for lot, below in inner.items() if not below & inner.keys()]
            if not leaves:
                return False
            for lot in leaves:
                del inner[lot]
        return True


class _Reader:
    """What an item of a view shows: a function of a state's cards."""

    def __init__(self, show: Callable[[Cards], Any], read: Callable[[Any], Cards]) -> None:
        self.show = show
        self.read = read

    def __call__(self, state: Any) -> Any:
        return self.show(self.read(state))


def _routes(cards: Cards, row: int) -> dict[int, list[int]]:
    """Every card that may be in a lot, with the lots that lead to it."""
    found: dict[int, list[int]] = {}
    for item in cards[row][1:]:
        inner = {item: list[int]()} if item >= 0 else _routes(cards, -item)
        for card, lots in inner.items():
            found.setdefault(card, [row, *lots])
    return found


def _is_whole(cards: Cards, lot: int, items: list[int], peeks: list[int]) -> bool:
    """Whether all cards of a lot are among `items`, those peeked at included."""
    if items.count(-lot) != len(cards[lot]) - 1:
        return False
    through = [row for row in peeks if cards[row] and lot in cards[row][2:]]
    return all(-row in items and cards[row][2] == lot for row in through)


def _tidy(cards: Cards, first: int) -> None:
    """Free the rows that nothing refers to any more."""
    if len(cards) == first + 1 and len(cards[first]) > 1 and not cards[first][0]:
        return  # one lot and no peeks: what most decks have most of the time
    kept = {lot for row in range(first, len(cards)) if cards[row] and cards[row][0] for lot in cards[row][2:]}
    for row in range(first, len(cards)):
        if cards[row] == [0] and row not in kept:
            cards[row] = []
    while not cards[-1] and len(cards) > first:
        cards.pop()


def _is_tidy(cards: Cards, first: int) -> bool:
    tidy = cards.copy()
    _tidy(tidy, first)
    return tidy == cards
