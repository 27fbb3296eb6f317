"""The law of secrecy: what a side can see, ask or notice is the same in the true game and in any game it may take it for.

A sample (`state.sample(side)`) is such another game. The law is tried in four ways.

*Looking.* View, what is known in numbers (`State.known`), prompt, facts, offered actions, refusals and odds of the side are the
same in truth and sample.

*Playing on.* Truth and sample are given the same dice and played on with the same actions. What the side sees and hears must
stay the same until something comes out by an event that the game declares as a reveal (`Game.reveal_kinds`), or the other
side has nothing left to do that is possible in both. A reaction window that opens only when there is something to react with
is caught here.

*Secret choices.* If two actions of the other side leave the same view behind, but differ in something hidden, their events must
sound the same, too, and so must what the side knows in numbers. An event that names what was hidden is caught here.

*Samples that are none.* What is hidden must come out differently in some samples; samples never hold the true seed; they can be
played to an end. A few samples may all hold the truth by chance if it is the likeliest guess; so before the law says that
something never varies, it goes through the whole walk again and takes many samples of every position. What a side can work out
from its view is no secret: all samples rightly agree on it, and the game has to declare it open.

What the law cannot see is memory: if a game lets a side see something once and hides it again, its view must still show what
the side has learned, or the sampler will make up worlds that the side knows to be wrong. That samples rest on the view and on
nothing else is a law of its own (`testing.laws.samples`).
"""

from __future__ import annotations

import json
from typing import Any

from beachhead.engine.action import Action
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.event import Event
from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.testing.walks import (
    STREAM,
    LawBroken,
    Looks,
    Position,
    bent_action,
    chooser,
    lines_of,
    more_if_short,
    pick,
    place,
    sampled,
    walk,
    wide_seed,
)

_MANY = 400
_AGAIN = 20
"""Samples of each position if those that were made in passing have all held the truth."""
_NO_CHANCE = 100
"""If so many samples hold the truth, it is not by chance."""


def veiled(state: State, side: str | None) -> dict[str, Any]:
    """What the items of a view really hold where that side may not see it: empty if there is nothing it does not see."""
    found: dict[str, Any] = {}
    if state.over:
        return found
    for item in state.ruleset.shown:
        secret = item.secret
        if secret is None:
            continue
        value = item.show(state)
        if not item.each:
            if not secret.open_to(state, side, None):
                found[item.name] = value
        elif closed := {key: each for key, each in value.items() if not secret.open_to(state, side, key)}:
            found[item.name] = closed
    return found


def all_known(state: State, side: str) -> dict[str, Any]:
    """All that a side knows in numbers."""
    return {name: state.known(name, side) for name in state.ruleset.known}


@more_if_short
def keeps_secrets(
    game: Game, scenario: str, seed: int = 0, *, first: int = 4, later: int = 60, samples: int = 3, steps: int = 30
) -> None:
    """Nothing that a side can see, ask or notice depends on what it may not know; see the module's text for how this is tried."""
    looks, draws = Looks(seed, first, later), chooser(seed, "secrecy")
    # By side and item: whether some sample held something else than the truth.
    hidden: dict[tuple[str, str], bool] = {}
    compared = finished = 0
    needles = _needles(wide_seed(seed))
    events: list[Event] = []
    told = 0
    for moment in walk(game, scenario, seed, events=events):
        state = moment.state
        fresh, told = events[told:], len(events)
        for side in state.ruleset.sides:
            _no_seed(moment, side, fresh, needles)
            secret = veiled(state, side)
            if state.over or not looks.at(moment, side, bool(secret)):
                continue
            for number in range(samples if secret else 1):
                world = _world(moment, side, moment.number * samples + number, needles)
                _looks_the_same(moment, side, state, world, "", draws)
                for name, value in secret.items():
                    hidden[side, name] = hidden.get((side, name), False) or veiled(world, side).get(name) != value
                if finished < (6 if secret else 2):
                    _plays_to_an_end(moment, side, world.copy())
                    finished += 1
                compared += _lockstep(moment, side, world, steps if secret else 2, draws)
            if secret and state.decision.side != side:
                _secret_choices(moment, side, draws)
    for (side, name), varied in hidden.items():
        if not varied and _always_true(game, scenario, seed, side, name):
            raise LawBroken(f"{place(game, scenario, seed)}: {name} is hidden from {side}, but all samples hold the true one")
    if hidden and not compared:
        raise LawBroken(f"{place(game, scenario, seed)}: truth and sample never got one step on together")


def _always_true(game: Game, scenario: str, seed: int, side: str, name: str) -> bool:
    """Whether samples hold the true one wherever on the walk it is hidden."""
    made = 0
    for moment in walk(game, scenario, seed):
        value = veiled(moment.state, side).get(name)
        for number in range(made, made + _AGAIN if _tells(value) else made):
            if veiled(moment.state.sample(side, number), side).get(name) != value:
                return False
            made += 1
    return made >= _NO_CHANCE


def _tells(value: Any) -> bool:
    """Whether there is anything in it: an empty list is as good as none, also as a part of an item."""
    return any(value.values()) if isinstance(value, dict) else bool(value)


# ---------------------------------------------------------------------- the seed


def _needles(seed: int) -> tuple[str, ...]:
    return str(seed), seed_bytes(seed).hex()


def _no_seed(moment: Position, side: str, events: list[Event], needles: tuple[str, ...]) -> None:
    """Anyone who knows the seed knows every die to come."""
    seen = json.dumps([moment.state.view(side), [event.plain() for event in events if event.visible_to(side)]])
    moment.need(not any(needle in seen.casefold() for needle in needles), f"{side} can see the seed of the dice")


def _world(moment: Position, side: str, number: int, needles: tuple[str, ...]) -> State:
    state, before = moment.state, moment.state.digest()
    try:
        world = state.sample(side, number)
    except Exception as error:
        raise moment.broken(f"sample({side!r}, {number}) fails: {type(error).__name__}: {error}") from error
    moment.need(state.digest() == before, "making a sample has changed the truth")
    moment.need(world.digest() == state.sample(side, number).digest(), "the same sample asked for twice is not the same")
    moment.need(world.dice.seed != state.dice.seed, f"the sample for {side} has the true dice: it tells the future")
    moment.need(world.dice.seed != state.sample(side, number + 1).dice.seed, "all samples have the same dice to come")
    text = json.dumps(world.plain()).casefold()
    moment.need(not any(needle in text for needle in needles), f"the sample for {side} holds the true seed")
    return world


# ---------------------------------------------------------------------- looking


def _looks_the_same(moment: Position, side: str, truth: State, world: State, when: str, draws: Dice) -> None:
    """All that the side can see or ask is the same in both."""
    ours, theirs = truth.view(side), world.view(side)
    if ours != theirs:
        where = [key for key in ours if ours[key] != theirs.get(key)]
        shown = "; ".join(f"{key}: {ours[key]!r} in truth, {theirs.get(key)!r} in the sample" for key in where)
        raise moment.broken(f"{side} can tell the truth from a sample{when} by {', '.join(where)} of its view ({shown[:600]})")
    known, there = all_known(truth, side), all_known(world, side)
    apart = ", ".join(name for name in known if known[name] != there[name])
    moment.need(not apart, f"{side} can tell the truth from a sample{when} by what it knows in numbers of: {apart}")
    moment.need(
        moment.game.facts(truth, side) == moment.game.facts(world, side), f"{side} can tell them apart{when} by its facts"
    )
    if truth.over or truth.decision.side != side:
        return
    codes, others = truth.choices(), world.choices()
    same = len(codes) == len(others)
    if same:
        spots = sampled(range(len(codes)), _MANY, draws)
        same = all(codes[spot] == others[spot] for spot in spots)
    moment.need(same, f"{side} can tell the truth from a sample{when} by the {len(codes)} (there {len(others)}) actions offered")
    for code in sampled(codes, 3, draws):
        action = Action(code, truth.ruleset)
        for asked in (action, *map(truth.parse, lines_of(truth, code))):
            moment.need(truth.odds(asked) == world.odds(asked), f"{side} can tell them apart{when} by the odds of {asked}")
        bent = Action(bent_action(truth.ruleset, code, draws), truth.ruleset)
        one, other = truth.why_not(bent), world.why_not(bent)
        moment.need(one == other, f"{side} can tell them apart{when} by why {bent} is refused: {one}, there {other}")


# ---------------------------------------------------------------------- playing on


def _lockstep(moment: Position, side: str, world: State, steps: int, draws: Dice) -> int:
    """Play the same in both; return how many steps they went together."""
    truth, world = moment.state.copy(), world.copy()
    world.dice = truth.dice.copy()
    for step in range(steps):
        if truth.over or world.over:
            return step
        code = _common(truth, world, draws)
        if code is None:
            return step
        text = truth.ruleset.text(code)
        ours, theirs = _heard(moment, truth, code, side), _heard(moment, world, code, side)
        when = f" {step + 1} actions later (the last was {text!r})"
        (ours, out), (theirs, out_there) = _until_reveal(moment.game, ours), _until_reveal(moment.game, theirs)
        if out or out_there:
            # Up to the moment when a secret comes out, one of the two may still be ahead of the other.
            shared = min(len(ours), len(theirs))
            if not _alike(ours[:shared], theirs[:shared]):
                raise moment.broken(f"{side} can tell truth from sample{when}, before anything comes out: {ours} / {theirs}")
            return step + 1
        if not _alike(ours, theirs):
            raise moment.broken(f"{side} can tell the truth from a sample{when} by what happens: {ours} in truth, else {theirs}")
        if truth.over or world.over:
            moment.need(
                truth.over == world.over,
                f"the game ends{when} by something that is hidden from {side}, and no event of a kind in `reveals` brings it out",
            )
            return step + 1
        _looks_the_same(moment, side, truth, world, when, draws)
    return steps


def _common(truth: State, world: State, draws: Dice) -> int | None:
    """An action that is legal in both; the truth leads."""
    others = world.choices()
    for _ in range(8):
        code = pick(truth, draws)
        if code in others:
            return code
    if len(truth.choices()) > _MANY:
        return None
    both = [code for code in truth.choices() if code in others]
    return both[draws.below(len(both), STREAM)] if both else None


def _heard(moment: Position, state: State, code: int, side: str) -> list[Event]:
    events: list[Event] = []
    try:
        state.apply(code, events)
    except Exception as error:
        text = state.ruleset.text(code)
        raise moment.broken(f"playing on from a sample, {text!r} fails: {type(error).__name__}: {error}") from error
    return [event for event in events if event.visible_to(side)]


def _until_reveal(game: Game, events: list[Event]) -> tuple[list[Event], bool]:
    for spot, event in enumerate(events):
        if event.kind in game.reveal_kinds:
            return events[:spot], True
    return events, False


def _alike(ours: list[Event], theirs: list[Event]) -> bool:
    return [event.plain() for event in ours] == [event.plain() for event in theirs]


def _plays_to_an_end(moment: Position, side: str, world: State) -> None:
    """A sample is a position within the rules: it can be saved, loaded and played to its end."""
    draws = chooser(moment.seed, "sample")
    number = 0
    while not world.over:
        moment.need(number <= moment.game.max_actions, f"a sample for {side} does not come to an end")
        moment.need(len(world.choices()) > 0, f"a sample for {side} comes to a point where nothing can be done")
        _heard(moment, world, pick(world, draws), side)
        number += 1


# ---------------------------------------------------------------------- secret choices


def _secret_choices(moment: Position, side: str, draws: Dice, most: int = 10) -> None:
    """Two actions of the other side that leave the same view behind and differ in what is hidden must sound the same."""
    heard: dict[str, tuple[str, dict[str, Any], list[Event], dict[str, Any]]] = {}
    for code in sampled(moment.state.choices(), most, draws):
        for dice in range(8):
            after = moment.state.copy()
            after.dice = Dice(seed_bytes(wide_seed(dice)))
            events = _heard(moment, after, code, side)
            if after.over or (dice and not after.dice.rolled()):
                break
            text, secret = moment.state.ruleset.text(code), veiled(after, side)
            view = json.dumps(after.view(side), sort_keys=True)
            known = all_known(after, side)
            other = heard.setdefault(view, (text, secret, events, known))
            apart = ", ".join(name for name in known if known[name] != other[3][name])
            moment.need(not apart, f"{side} sees the same after {other[0]!r} and {text!r}, but knows them apart by: {apart}")
            if other[1] != secret and not _alike(other[2], events):
                raise moment.broken(
                    f"{side} sees the same after {other[0]!r} and {text!r}, but hears more than it may: {other[2]} / {events}"
                )
