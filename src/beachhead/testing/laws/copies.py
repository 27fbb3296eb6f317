"""Laws of sameness: copies, records, texts, events on or off, and the digest that tells whether two states are the same."""

from __future__ import annotations

import copy
import inspect
import json
import os
import pickle
import subprocess
import sys
from typing import Any

from beachhead.engine.errors import BeachheadError
from beachhead.engine.event import Event
from beachhead.engine.files.canonical import canonical
from beachhead.engine.files.datafile import read_yaml, write_yaml
from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.games import dumps, loads
from beachhead.match import Match
from beachhead.testing.subprocess_walk import account
from beachhead.testing.walks import (
    LawBroken,
    Looks,
    Position,
    chooser,
    more_if_short,
    pick,
    place,
    sampled,
    variant,
    walk,
    wide_seed,
)

HASH_SEEDS = ("1", "271828")
"""Of another interpreter, for even and for odd seeds of a walk; this one has its own, drawn when it starts unless set."""


@more_if_short
def copies_go_their_own_way(
    game: Game, scenario: str, seed: int = 0, *, first: int = 3, later: int = 40, steps: int = 12
) -> None:
    """A copy equals its original, plays on exactly as another copy does, and neither ever touches the other. Deep copies and
    pickles equal it too and share their ruleset."""
    looks, draws = Looks(seed, first, later), chooser(seed, "copies")
    kept: list[tuple[Position, State, str]] = []
    for moment in walk(game, scenario, seed):
        state = moment.state
        if state.over or not looks.at(moment):
            continue
        before, offered = state.digest(), list(state.choices())
        one, two = state.copy(), state.copy()
        moment.need(type(one) is type(state) and one.digest() == before, "a copy is not equal to its original")
        two.forget_choices()
        for step in range(steps):
            if one.over:
                break
            code = pick(one, draws)
            told: tuple[list[Event], list[Event]] = ([], [])
            one.apply(code, told[0])
            two.apply(code, told[1])
            moment.need(one.digest() == two.digest(), f"two copies differ {step + 1} actions later, though both did the same")
            moment.need(told[0] == told[1], f"two copies tell different things {step + 1} actions later")
        moment.need(state.digest() == before, "playing on a copy has changed the original")
        twin = copy.deepcopy(state)
        moment.need(twin.digest() == before and twin.ruleset is state.ruleset, "a deep copy is another state")
        (one, first_action), (two, _) = (pickle.loads(pickle.dumps((state, state.actions()[0]))) for _ in range(2))
        moment.need(one.digest() == before, "a state that was pickled is another state")
        moment.need(one.ruleset is two.ruleset is first_action.ruleset, "states that were pickled share no ruleset")
        moment.need(first_action == one.actions()[0], "an action that was pickled is another action")
        state.forget_choices()
        moment.need(list(state.choices()) == offered, "playing on a copy has changed what the original offers")
        kept.append((Position(game, scenario, seed, moment.number, state.copy()), state.copy(), before))
    for moment, twin, digest in kept:
        moment.need(twin.digest() == digest, "playing on has changed a copy that was put aside")


def records_replay(game: Game, scenario: str, seed: int = 0, *, cuts: int = 6) -> None:
    """A match's record, of the whole game or of its beginning, replays to the same digest; the game must be registered."""
    match = Match.new(
        game, scenario, seed=wide_seed(seed), seats={game.sides_of(scenario)[0]: "kit"}, **variant(game, scenario, seed)
    )
    draws, marks = chooser(seed, "records"), [match.state.digest()]
    unfinished = ""
    while not match.state.over:
        match.play(match.state.actions().ruleset.text(pick(match.state, draws)))
        marks.append(match.state.digest())
        if len(match.history) == 30:
            unfinished = match.record()
    moment = Position(game, scenario, seed, len(match.history), match.state)
    text = match.record()
    for record, length in ((text, len(match.history)), *([(unfinished, 30)] if unfinished else [])):
        again = _loaded(moment, record)
        moment.need(again.state.digest() == marks[length], f"the record of {length} actions replays to another digest")
        moment.need(again.record() == record, f"a replayed match of {length} actions writes another record")
        moment.need(again.history == match.history[:length], "a replayed match has another history")
        moment.need(again.seats == match.seats, "a replayed match has other seats")
    for cut in sampled(range(len(marks)), cuts, draws):
        part = _loaded(moment, text, cut)
        moment.need(len(part.history) == cut, f"cut after {cut} actions the replay has {len(part.history)}")
        moment.need(part.state.digest() == marks[cut], f"cut after {cut} actions the record replays to another digest")
        moment.need(match.at(cut).digest() == marks[cut], f"Match.at({cut}) is not the state after {cut} actions")


def _loaded(moment: Position, record: str, to: int | None = None) -> Match:
    try:
        return Match.load(record, to=to)
    except BeachheadError as error:
        raise moment.broken(f"its own record is refused: {error}") from error


@more_if_short
def texts_round_trip(game: Game, scenario: str, seed: int = 0, *, first: int = 3, later: int = 60, most: int = 60) -> None:
    """Actions, saves and written positions come back from their texts exactly as they were."""
    looks, draws = Looks(seed, first, later), chooser(seed, "texts")
    for moment in walk(game, scenario, seed):
        state = moment.state
        if not looks.at(moment):
            continue
        for code in sampled(state.choices(), most, draws):
            text = state.ruleset.text(code)
            moment.need(state.parse(text).code == code, f"{text!r} is read as {state.parse(text)}")
            moment.need(text == " ".join(text.split()), f"{text!r} has odd spaces")
        _same(moment, loads(dumps(state)), "a save")
        if not state.over:
            description = game.describe(state)
            _same(moment, game.position(description), "a written position")
            _same(moment, game.position(json.loads(json.dumps(description))), "a position written as JSON")
            _same(moment, game.position(read_yaml(write_yaml(description))), "a position written as YAML")


def _same(moment: Position, other: State, what: str) -> None:
    state = moment.state
    if other.digest() != state.digest():
        ours, theirs = state.plain(), other.plain()
        where = [key for key in ours if ours[key] != theirs.get(key)] or ["setup"]
        raise moment.broken(f"{what} comes back as another state; what differs: {', '.join(where)}")
    moment.need(list(other.choices()) == list(state.choices()), f"{what} comes back with other legal actions")
    moment.need(other.decision == state.decision, f"{what} comes back with another decision")


def events_change_nothing(game: Game, scenario: str, seed: int = 0) -> None:
    """Whether anybody listens makes no difference to the game."""
    heard: list[Event] = []
    for loud, quiet in zip(walk(game, scenario, seed, events=heard), walk(game, scenario, seed), strict=False):
        if loud.number % 5 == 0 or loud.state.over:
            loud.need(loud.state.digest() == quiet.state.digest(), "with events on the game goes differently")
        loud.need(loud.state.sink is None, "the state keeps the list of events")
    if not heard:
        raise LawBroken(f"{place(game, scenario, seed)}: a whole game without a single event")


@more_if_short
def views_are_plain(game: Game, scenario: str, seed: int = 0, *, first: int = 3, later: int = 20) -> None:
    """A view is JSON, depends on the state alone, belongs to whoever asked, and looking changes nothing. Spectators see no side's
    secrets, and a shorter way to what a side sees leads to the same."""
    looks = Looks(seed, first, later)
    for moment in walk(game, scenario, seed):
        state = moment.state
        if not looks.at(moment):
            continue
        before = state.digest()
        twin = loads(dumps(state))
        for side in (*state.ruleset.sides, None):
            view = state.view(side)
            try:
                text = json.dumps(view)
            except (TypeError, ValueError) as error:
                raise moment.broken(f"the view of {side} is not JSON: {error}") from error
            moment.need(json.loads(text) == view, f"the view of {side} comes back from JSON as another")
            _spoil(view)
            moment.need(json.dumps(state.view(side)) == text, f"the view of {side} is another at the second look")
            moment.need(json.dumps(state.copy().view(side)) == text, f"the view of {side} is another on a copy")
            moment.need(json.dumps(twin.view(side)) == text, f"the view of {side} is another after saving and loading")
        moment.need(state.digest() == before, "looking has changed the position")
        for item in state.ruleset.shown:
            if item.secret is None or state.over:
                continue
            for side in (*state.ruleset.sides, None):
                same = json.dumps(item.to(state, side)) == json.dumps(item.judged(state, side))
                moment.need(same, f"{item.name} shows {side} something else than its secret lets it see")
            for key in item.show(state) if item.each else (None,):
                if item.secret.open_to(state, None, key):
                    closed = [side for side in state.ruleset.sides if not item.secret.open_to(state, side, key)]
                    moment.need(not closed, f"a spectator sees {item.name} ({key}), which {closed} may not see")


def _spoil(value: Any) -> None:
    """Empty all lists and mappings: they are the caller's own, and nothing else may depend on them."""
    for item in list(value.values() if isinstance(value, dict) else value):
        if isinstance(item, dict | list):
            _spoil(item)
    value.clear()


def digests_are_canonical(game: Game, scenario: str, seed: int = 0, *, most: int = 90) -> None:
    """The digest depends on the state alone: not on the order in which dictionaries were filled, nor on Python's hash seed.

    Another interpreter, with another hash seed, plays the same walk and must tell exactly the same of it.
    """
    here = account(game, scenario, seed, most)
    hash_seed = HASH_SEEDS[seed % len(HASH_SEEDS)]
    there = _account_of_another_interpreter(game, scenario, seed, most, hash_seed)
    for number, (ours, theirs) in enumerate(zip(here, there, strict=True)):
        if ours != theirs:
            where = [key for key in ours if ours[key] != theirs[key]]
            raise LawBroken(
                f"{place(game, scenario, seed)}: with PYTHONHASHSEED={hash_seed} {', '.join(where)} "
                f"after {number} actions differ from this interpreter's"
            )
    for moment in walk(game, scenario, seed, most=most):
        moment.need(dumps(moment.state) == canonical(game.save(moment.state)), "the text of a save is not canonical")
        if moment.number % 15 == 0:
            turned = loads(json.dumps(_turned(json.loads(dumps(moment.state)))))
            moment.need(turned.digest() == moment.state.digest(), "a save with its keys in another order has another digest")
    options = {option.name: option.default for option in game.options_of(scenario).values()}
    backwards = dict(reversed(list(options.items())))
    states = [game.new(scenario, seed=1, **given) for given in (options, backwards, {})]
    if len({state.digest() for state in states}) != 1:
        raise LawBroken(f"{game.id}, scenario {scenario}: the digest depends on how the same options were given")


def _turned(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _turned(value[key]) for key in reversed(list(value))}
    return [_turned(item) for item in value] if isinstance(value, list) else value


def _account_of_another_interpreter(game: Game, scenario: str, seed: int, most: int, hash_seed: str) -> list[dict[str, str]]:
    kind = type(game)
    order = {
        "module": kind.__module__,
        "file": inspect.getfile(kind),
        "name": kind.__qualname__,
        "paths": sys.path,
        "scenario": scenario,
        "seed": seed,
        "most": most,
    }
    done = subprocess.run(
        [sys.executable, "-m", "beachhead.testing.subprocess_walk"],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    if done.returncode:
        raise LawBroken(f"{place(game, scenario, seed)}: another interpreter cannot play the walk:\n{done.stderr[-2000:]}")
    told: list[dict[str, str]] = json.loads(done.stdout)
    return told
