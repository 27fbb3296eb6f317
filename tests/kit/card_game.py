"""Ridge: a tiny card game made up for the kit, with all that can be done with a deck.

In the scenario `open` nobody ever looks at a card alone: the odds are exact and there is no secret. In `hidden` each side
has a hand and may peek at the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from beachhead.engine.action import Names, Verb, pack
from beachhead.engine.chance.deck import Cards, Deck
from beachhead.engine.event import Event
from beachhead.engine.fields import Fields, lists, number, row
from beachhead.engine.files.cases import enforces
from beachhead.engine.game import Game, Option, Scenario
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Secret, Shown
from beachhead.engine.shown.points import half_points
from beachhead.engine.state import Result, State
from beachhead.engine.step import AnyStep, Question

SIDES = ("us", "jp")
NAMES = tuple(f"card {number}" for number in range(12))
DECK, DISCARDS, FIRST_DEALT, FIRST_HAND = 0, 1, 2, 4
"""The last two are followed by those of the other side."""
RIDGE = Deck(NAMES, ("deck", "discards", "us dealt", "jp dealt", "us hand", "jp hand"), SIDES)
ACTS, DEALT, WILD = 16, 2, 11
FAMILY = "ridge"
FIRE, DIG, SHUFFLE, FIGHT, TURN, BREAK, LOOK, TAKE, PLAY = range(9)
VERBS = (
    Verb("fire", (), "turn up the top card"),
    Verb("dig", (), "put the top card at the bottom"),
    Verb("shuffle", (), "shuffle the discards into the deck"),
    Verb("fight", (), "deal two cards to each side"),
    Verb("turn", (), "turn up one card of each side"),
    Verb("break", (), "break off the fight"),
    Verb("look", (), "look at the top card"),
    Verb("take", (), "take the top card into your hand"),
    Verb("play", ("card",), "play a card of your hand"),
)


class Ridge(State[Ruleset]):
    """Whose act it is, whether it has dug, the scores in half points, and the cards."""

    fields = Fields(act=number(high=ACTS), dug=number(), score=row(2, high=100 * ACTS), cards=lists())
    act: int
    dug: int
    score: list[int]
    cards: Cards

    def turn_up(self, pile: int, case: str) -> int:
        """Turn up the top card of a pile for everybody."""
        card = RIDGE.turn_up(self.cards, pile, DISCARDS, self.dice)
        self.tell("card", case, f"{NAMES[card]} is turned up", card=card)
        return card

    def looks(self, pile: int, case: str) -> None:
        """The side that acts sees the top card of a pile."""
        side = self.act % 2
        card = RIDGE.peek(self.cards, pile, self.dice, side)
        self.tell("looks", case, f"{SIDES[side]} looks at a card")
        self.tell("looked", case, f"It is {NAMES[card]}", seen_by=(SIDES[side],), card=card)

    def shuffle_in(self) -> None:
        """Shuffle the discards into the deck, after cards there that only one side knows have been shown."""
        for card in RIDGE.reveal(self.cards, DECK):
            self.tell("card", "2.3", f"{NAMES[card]} is shown", card=card)
        RIDGE.shuffle(self.cards, DECK, DISCARDS)


def _cards(state: Ridge) -> Cards:
    return state.cards


PEEKED: Secret[Ridge] = RIDGE.secret(_cards)
SHOWN: tuple[Shown[Ridge], ...] = (
    Shown("act", lambda state: state.act),
    Shown("dug", lambda state: state.dug),
    Shown("score", lambda state: [half_points(score) for score in state.score]),
    *RIDGE.shown(_cards, PEEKED),
)


class Asks(Question[Ridge]):
    """A step of the side whose act it is."""

    forced_verbs = ()

    def side(self, state: Ridge) -> int:
        return state.act % 2

    @enforces(FAMILY, "2.1")
    def next_act(self, state: Ridge) -> None:
        """The other side acts, or the game is over. A deck that has run low takes the discards in."""
        if len(state.cards[DECK]) < 2 * DEALT:
            state.shuffle_in()
        state.act += 1
        state.dug = 0
        if state.act == ACTS:
            us, jp = (half_points(score) for score in state.score)
            winner = "draw" if us == jp else SIDES[us < jp]
            state.end(Result(winner, "2.1", f"{us} to {jp} points", state.act, (("us", us), ("jp", jp))))
        else:
            state.replace(Act)


class Act(Asks):
    name, case = "act", "2.1"

    def prompt(self, state: Ridge) -> str:
        return f"Act {state.act + 1} of {ACTS}: what do you do?"

    def choices(self, state: Ridge) -> Sequence[int]:
        verbs = [FIRE, FIGHT] if state.dug else [FIRE, FIGHT, DIG]
        hand = FIRST_HAND + state.act % 2
        plays: list[int] = []
        if state.cards[DISCARDS]:
            verbs.append(SHUFFLE)
        if state.ruleset.scenario == "hidden":
            verbs.append(LOOK)
            if len(state.cards[hand]) < 2:
                verbs.append(TAKE)
            plays = sorted(RIDGE.known(state.cards, hand, state.act % 2))
        return [*map(pack, verbs), *(pack(PLAY, card) for card in plays)]

    @enforces(FAMILY, "2.2")
    def take_fire(self, state: Ridge) -> None:
        state.score[state.act % 2] += state.turn_up(DECK, "2.2") // 4
        self.next_act(state)

    def take_dig(self, state: Ridge) -> None:
        RIDGE.deal(state.cards, DECK, DECK, under=True)
        state.dug = 1

    @enforces(FAMILY, "2.3")
    def take_shuffle(self, state: Ridge) -> None:
        state.shuffle_in()
        self.next_act(state)

    def take_fight(self, state: Ridge) -> None:
        for side in range(2):
            RIDGE.deal(state.cards, DECK, FIRST_DEALT + side, DEALT, under=True)
        state.tell("fight", "3.1", "Two cards are dealt to each side")
        state.replace(Fight)

    @enforces(FAMILY, "4.1")
    def take_look(self, state: Ridge) -> None:
        state.looks(DECK, "4.1")
        self.next_act(state)

    @enforces(FAMILY, "4.1")
    def take_take(self, state: Ridge) -> None:
        hand = FIRST_HAND + state.act % 2
        RIDGE.deal(state.cards, DECK, hand)
        state.looks(hand, "4.1")
        self.next_act(state)

    @enforces(FAMILY, "4.2")
    def take_play(self, state: Ridge, card: int) -> None:
        RIDGE.pick(state.cards, FIRST_HAND + state.act % 2, card, DECK, under=True)
        state.score[state.act % 2] += card // 4
        state.tell("card", "4.2", f"{NAMES[card]} is played", card=card)
        self.next_act(state)


class Fight(Asks):
    name, case = "fight", "3.1"

    def prompt(self, state: Ridge) -> str:
        return f"{len(state.cards[FIRST_DEALT])} cards on each side: turn one up, or break off."

    def choices(self, state: Ridge) -> Sequence[int]:
        return [pack(TURN), pack(BREAK)]

    @enforces(FAMILY, "3.2")
    def take_break(self, state: Ridge) -> None:
        ours = state.act % 2
        RIDGE.put_back(state.cards, FIRST_DEALT + 1 - ours, DECK)
        RIDGE.put_back(state.cards, FIRST_DEALT + ours, DECK)
        self.next_act(state)

    @enforces(FAMILY, "3.1")
    def take_turn(self, state: Ridge) -> None:
        ours = state.act % 2
        own, enemy = state.turn_up(FIRST_DEALT + ours, "3.1"), state.turn_up(FIRST_DEALT + 1 - ours, "3.1")
        state.score[ours if own > enemy else 1 - ours] += 2
        if WILD in (own, enemy):
            state.shuffle_in()
        if not state.cards[FIRST_DEALT]:
            self.next_act(state)


class RidgeGame(Game[Ruleset, Ridge]):
    """What Ridge declares."""

    id = "ridge"
    title = "Ridge"
    version = "1"
    sides = SIDES
    side_names: ClassVar[Mapping[str, str]] = {"us": "U.S.", "jp": "Japan"}
    scenarios = (Scenario("open", "Nobody looks", ACTS), Scenario("hidden", "Scouts and hands", ACTS))
    options: ClassVar[tuple[Option, ...]] = ()
    folder = Path(__file__).parent / "ridge"
    families = (FAMILY,)
    reveal_kinds = frozenset({"card", "looked"})
    max_actions = 4 * ACTS
    state_type = Ridge
    steps: ClassVar[tuple[AnyStep, ...]] = (Act(), Fight())

    def build_ruleset(self, parameters: Mapping[str, Any]) -> Ruleset:
        names = {"card": Names(NAMES)}
        return Ruleset(self, parameters, verbs=VERBS, steps=self.steps, names=names, shown=SHOWN, secrets=(PEEKED,))

    def set_up(self, state: Ridge) -> None:
        state.cards = RIDGE.shuffled()
        state.push(Act)

    def after_load(self, state: Ridge) -> None:
        RIDGE.check(state.cards)

    def outcome(self, state: Ridge, events: list[Event]) -> str:
        """The cards turned up; in the hidden scenario they must not be named, for a side's hand cannot come."""
        if state.ruleset.scenario == "hidden":
            return "cards"
        return " ".join(str(event.data["card"]) for event in events if event.kind == "card")
