"""Whole games: the way they go, what they report, how players play them, and their records.

Each function here yields plain values; the line is the hash of all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from beachhead.engine.event import Event
from beachhead.engine.seats import BOOK
from beachhead.engine.state import State
from beachhead.match import Match
from beachhead.players import Seat, player, players_of
from beachhead.testing.digests.settings import Setting, pick, until_over

STRIDE = 20
"""A game's digest is part of its line once every so many actions."""
GAMES = 4
"""Random games of a line about play."""
TOLD = 2
"""Games of a line about events or words."""
UNDONE = 0.1
"""The share of actions that are undone, where that is allowed."""
BUDGET = 1.0
"""Seconds that players may think. Ours never look at the clock."""
RANDOM = "random"


def play(setting: Setting, games: int = GAMES) -> Iterator[Any]:
    """Random games: the number of choices and the action taken at every decision, digests on the way and at the end. No words.

    Actions are applied as such, by number and as text in turn, which must all come to the same.
    """
    for number in range(games):
        chance = setting.chance("play", number)
        state = setting.new(chance.getrandbits(128))
        for count in until_over(state):
            action = pick(state, chance)
            yield len(state.choices()), str(action)
            state.apply((action, action.code, str(action))[number % 3])
            if (count + 1) % STRIDE == 0:
                yield state.digest()
        yield state.digest()


def events(setting: Setting) -> Iterator[Any]:
    """What random games report, apart from the words: events with their cases and data, and who is asked in which step."""
    for state, happened in _told(setting):
        decision, outcome = state.decision, state.outcome
        yield decision.side, decision.step, decision.case, outcome and [outcome.winner, outcome.case, outcome.turn]
        yield [[event.kind, event.case, dict(event.data), event.seen_by] for event in happened]


def words(setting: Setting) -> Iterator[Any]:
    """The words of the same games: prompts, sentences of events, how the games ended."""
    for state, happened in _told(setting):
        yield state.decision.prompt, state.outcome and state.outcome.how, [event.text for event in happened]


def _told(setting: Setting) -> Iterator[tuple[State, list[Event]]]:
    for number in range(TOLD):
        chance = setting.chance("told", number)
        state = setting.new(chance.getrandbits(128))
        yield state, []
        for _ in until_over(state):
            happened: list[Event] = []
            state.apply(pick(state, chance), happened)
            yield state, happened


def pairings(setting: Setting) -> Iterator[dict[str, str]]:
    """Who plays which side: each player against itself and, in the scenario as it comes, on each side alone against chance. The
    book has the sides that it always has."""
    game = setting.game
    book = game.scenario(setting.scenario).book
    sides = [side for side in game.sides_of(setting.scenario) if side not in book]
    usual = dict.fromkeys(book, BOOK)
    if book:
        yield usual | dict.fromkeys(sides, RANDOM)
    for name in players_of(game.id):
        if name == RANDOM or not sides:
            continue
        yield usual | dict.fromkeys(sides, name)
        if setting.is_usual and len(sides) > 1:
            yield from (usual | dict.fromkeys(sides, RANDOM) | {side: name} for side in sides)


def players(setting: Setting, names: Mapping[str, str]) -> Iterator[Any]:
    """A game between players: for every decision the number of choices and the action taken; last the digest of the end."""
    yield from _player_game(setting, tuple(names.items()))


@lru_cache(maxsize=32)
def _player_game(setting: Setting, names: tuple[tuple[str, str], ...]) -> tuple[tuple[int, str], ...]:
    state, taken = player_start(setting), list[tuple[int, str]]()
    sitting = {side: player(name, f"digests {setting} {side}") for side, name in names}
    seats = {side: Seat.at(state, side) for side in sitting}
    for _ in until_over(state):
        action = sitting[state.side].choose(seats[state.side], BUDGET)
        taken.append((len(state.choices()), str(action)))
        state.apply(action)
    return (*taken, (0, state.digest()))


def player_start(setting: Setting) -> State:
    """Where a game between players begins."""
    return setting.new(setting.chance("players", 0).getrandbits(128))


def player_actions(setting: Setting) -> list[str] | None:
    """The actions of a game in which nobody plays at random; None if there are no such players."""
    best = next((pairing for pairing in pairings(setting) if RANDOM not in pairing.values()), None)
    return None if best is None else [text for _, text in _player_game(setting, tuple(best.items()))[:-1]]


def records(setting: Setting) -> Iterator[Any]:
    """A match: what may be undone, its record, and where the record replays to. Comments of a record are words and do not count.
    The game must be registered."""
    chance = setting.chance("records", 0)
    match = Match(setting.new(chance.getrandbits(128)))
    while not match.state.over:
        match.play(str(pick(match.state, chance)))
        yield match.can_undo()
        if match.can_undo() and chance.random() < UNDONE:  # rarely enough that the match ends
            yield match.undo(), match.state.digest()
    text = match.record()
    again = Match.load(text)
    for told in (text, again.record()):
        yield [row for row in told.splitlines() if not row.startswith("#")]
    yield [[played.side, played.text, played.final, len(played.events)] for played in again.history]
    for part in (1, 2):
        number = len(match.history) * part // 3
        yield match.at(number).digest(), again.at(number).digest()
    yield Match.load(text, to=len(match.history) // 4).state.digest()
