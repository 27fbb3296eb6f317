"""Saves made at every step of every game load again, and saves whose steps were bent are refused or can be played."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice, seed_bytes
from beachhead.engine.errors import PositionError
from beachhead.engine.state import State
from beachhead.engine.step import Question

from ..budget import many
from ..fuzz.trying import play_on

GAMES = [game.id for game in bh.all_games()]
SEEDS = range(6)
MANY_SCENARIOS = 4
"""From so many on, each has half as many games: most steps come up in all of them."""
FORCED = {"smoke"}
"""Steps that the program always answers at once, so that nobody can save at them."""
D_DAY: dict[str, Any] = {
    "scenario": "d-day",
    "turn": 4,
    "units": {
        "A/1/27": "0712", "B/1/27": "0712", "HQ/1/27": "0712, hero officer", "B/5E": "0712",
        "C/1/27": "0812, disrupted 3, hero nco",
        "E/2/27": "0910", "F/2/27": "0910", "HQ/2/27": "0810", "HQ/3/27": "0810", "2A/5Tk": "0410",
        "1A/5Tk": "0910", "1C/5Tk": "0811", "2B/5Tk": "0811",
        "G/2/27": "0810", "I/3/27": "0811", "A/1/28": "0408", "1B/5Tk": "0409", "HQ/1/28": "0508, disrupted 3",
    },
    "japanese": {
        "0713": {"unit": "E1 up", "depth": "D01 up"}, "0909": {"unit": "E2 up", "disrupted": True},
        "0911": {"unit": "E3 up", "forts": ["F2-01 up"]}, "0512": {"unit": "?", "disrupted": True},
        "0614": {"unit": "?", "disrupted": True}, "0708": {"unit": "?", "disrupted": True}, "0914": {"unit": "?"},
    },
    "reserves": {2: 3}, "depth pool": {2: 3}, "naval": 1, "air": 1,
}  # fmt: skip
FRONT: dict[str, Any] = {
    "scenario": "drive-to-the-north",
    "turn": 7,
    "phase": "set-up",
    "heroes due": [{"hero": "H1", "division": 4}, {"hero": "H7", "division": 5}],
}
LATER: tuple[dict[str, Any], ...] = (
    # an HQ that comes back, a unit that flees, guns that choose between stacks, a cave
    {
        "scenario": "hot-rocks", "turn": 27, "phase": "hq", "units": {"HQ/23": "lost", "A/1/23": "0511"},
        "returns": {"HQ/23": 27}, "japanese": {"M9": "?"},
    },
    {
        "scenario": "hot-rocks", "turn": 25, "phase": "first event", "units": {"A/1/28": "0605"}, "deck": [1],
        "board": {
            "size": [9, 9],
            "positions": {
                "A1": {"hex": "0505", "color": "red"}, "A2": {"hex": "0507", "color": "blue"},
                "A3": {"hex": "0503", "color": "green"}, "B1": {"hex": "0901", "color": "black", "hilltop": True},
                "B2": {"hex": "0909", "color": "black", "hilltop": True},
            },
        },
        "japanese": {"0505": {"unit": "MC2 up", "depth": "D21 up", "disrupted": True}},
    },
    {
        "scenario": "campaign", "turn": 7, "phase": "fire", "deck": [30, 1],
        "board": {
            "size": [6, 18],
            "positions": {
                "A1": {"hex": "0305", "color": "red", "artillery": 1}, "M1": {"hex": "0615", "color": "black", "hilltop": True},
                "M2": {"hex": "0618", "color": "black", "hilltop": True},
            },
        },
        "units": {"A/1/23": "0304", "I/3/23": "0304"}, "japanese": {"0305": "SAG1 up"},
    },
    {
        "scenario": "hot-rocks", "turn": 25, "phase": "first event", "units": {"A/1/28": "0404"}, "deck": [10, 7],
        "board": {
            "size": [9, 10],
            "positions": {
                "A1": {"hex": "0505", "color": "red", "hilltop": True}, "A2": {"hex": "0506", "color": "blue"},
                "B1": {"hex": "0901", "color": "black", "hilltop": True},
                "B2": {"hex": "0909", "color": "black", "hilltop": True},
            },
        },
        "japanese": {"0505": "?"}, "depth pool": {2: ["D21", "D22"]},
    },
)  # fmt: skip
RARE: dict[str, tuple[dict[str, Any], ...]] = {
    "bonins": (
        {
            "turn": 6,
            "phase": "jp movement",
            "units": {"1/23": "1913", "1/24": "1813"},
            "dug in": {"1912": "309A", "1812": "310A", "1611": "311A"},
            "cleared": [2, 4, 5, 6],
            "flag": True,
        },
    ),
    "dday": (
        D_DAY | {"phase": "actions"},
        *(D_DAY | {"phase": "first event", "deck": [card]} for card in (1, 6, 7, 10, 18, 20, 36)),
        {
            "scenario": "d-day",
            "turn": 4,
            "phase": "landing checks",
            "units": dict.fromkeys(("1A/5Tk", "1B/5Tk", "1C/5Tk", "A/5E", "B/5E"), "Green") | {"A/1/28": "0408"},
        },
        {
            "scenario": "suribachi",
            "turn": 8,
            "phase": "first event",
            "units": {"A/1/28": "0707"},
            "japanese": {"0706": "?", "0806": "?"},
            "deck": [8],
        },
        FRONT | {"units": {"HW/24": "due", "HQ/24": "due"}},
        FRONT | {"units": {"HQ/23": "0511", "HQ/25": "0515", "1A/4Tk": "to set up"}},
        FRONT | {"units": {"A/1/23": "0810", "B/1/23": "0810"}},
        *LATER,
    ),
}
"""Positions from which steps are met that random games hardly ever reach: late in a battle there are banzai attacks; Marines next
to weak positions close in on them; single cards bring rare events."""


@cache
def moments(game: str) -> dict[tuple[str, ...], State[Any]]:
    """The first position with each stack of steps that comes up in some random games, rare kinds of action as often as others."""
    found: dict[tuple[str, ...], State[Any]] = {}
    scenarios = bh.game(game).scenarios
    seeds = SEEDS if len(scenarios) < MANY_SCENARIOS else SEEDS[::2]
    for scenario in scenarios:
        for seed in seeds:
            # Some steps come up only with an option: in some games every option has its last value.
            options = bh.game(game).options_of(scenario.id).items() if seed > 3 else ()
            chosen = {name: option.values[-1] for name, option in options}
            wander(bh.game(game).new(scenario.id, seed=seed, **chosen), seed, found)
        for number, words in enumerate(RARE.get(game, ())):
            if words.get("scenario", scenario.id) == scenario.id:
                wander(bh.game(game).position(words | {"scenario": scenario.id}, Dice(seed_bytes(number))), number, found)
    return found


def wander(state: State[Any], seed: int, found: dict[tuple[str, ...], State[Any]]) -> None:
    """Play a game to its end at random."""
    chance = random.Random(seed)
    while not state.over:
        names = tuple(state.ruleset.steps[frame[0]].name for frame in state.stack)
        if names not in found:
            found[names] = state.copy()
        actions = state.actions()
        verb = chance.choice(sorted({action.verb for action in actions}))
        state.apply(chance.choice([action for action in actions if action.verb == verb]))


@pytest.mark.parametrize("game", GAMES)
def test_saves_of_every_question_load(game: str) -> None:
    ruleset = bh.game(game).ruleset(bh.game(game).parameters())
    seen = {name for names in moments(game) for name in names}
    assert {step.name for step in ruleset.steps if isinstance(step, Question)} <= seen | FORCED
    for state in moments(game).values():
        assert bh.loads(bh.dumps(state)).digest() == state.digest()


Bend = tuple[tuple[str | int, ...], object]
"""A place in a save, and what to put there."""


def bends(save: dict[str, Any]) -> Iterator[Bend]:
    """Ways to bend a save: one number of a step or a field that is nearly right, or a short list that is one shorter."""
    for spot, frame in enumerate(save["state"]["stack"]):
        for place, value in enumerate(frame[1:], 1):
            for other in sorted({-1, 0, 1, 2, 3, value - 1, value + 1} - {value}):
                yield ("state", "stack", spot, place), other
    for name, value in save["state"].items():
        if isinstance(value, list) and name != "stack" and 0 < len(value) < 10:
            yield ("state", name), value[:-1]
        elif isinstance(value, int):
            for other in sorted({0, value - 1, value + 1} - {value}):
                yield ("state", name), other


def changed(save: dict[str, Any], way: tuple[str | int, ...], value: object) -> dict[str, Any]:
    """A copy of the save with something else at one place."""
    found: dict[str, Any] = json.loads(json.dumps(save))
    inside: Any = found
    for key in way[:-1]:
        inside = inside[key]
    inside[way[-1]] = value
    return found


@pytest.mark.parametrize("game", GAMES)
def test_bent_saves_are_refused_or_playable(game: str) -> None:
    saves = [json.loads(bh.dumps(state)) for state in moments(game).values()]
    ways = [(save, place, value) for save in saves for place, value in bends(save)]
    refused = accepted = 0
    for save, place, value in random.Random(1).sample(ways, many(200, most=len(ways))):
        try:
            loaded = bh.loads(json.dumps(changed(save, place, value)))
        except PositionError:
            refused += 1
        else:
            accepted += 1
            play_on(loaded, accepted)
    assert refused > 50 < accepted
