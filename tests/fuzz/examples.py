"""Valid data of every kind that comes from outside: what the fuzz tests bend."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import beachhead as bh
from beachhead.engine.files.datafile import read_yaml
from beachhead.engine.state import State

CASES = Path(__file__).parent.parent / "cases"
SPOTS = {
    "saipan": (0, 3, 8, 14, 20, 33, 60, 90),
    "rage": (0, 5, 60, 75, 90, 120, 200, 320),
    "dday": (0, 12, 40, 80, 130, 200, 280, 400),
}
"""How far games are played that saves and records are taken from."""


@cache
def matches(game: str) -> tuple[bh.Match, ...]:
    """Matches of a game, stopped at various moments."""
    found = []
    scenarios = [scenario.id for scenario in bh.game(game).scenarios]
    for number, spot in enumerate(SPOTS[game]):
        chance = random.Random(f"{game} {number}")
        match = bh.Match.new(game, scenarios[number % len(scenarios)], seed=number)
        while not match.state.over and len(match.history) < spot:
            match.play(match.state.actions()[chance.randrange(len(match.state.actions()))])
        found.append(match)
    return tuple(found)


@cache
def states(game: str) -> tuple[State, ...]:
    """The same moments, and more of the short steps that random moments seldom hit: one for each step that comes up."""
    found = [match.state for match in matches(game) if not match.state.over]
    known = {state.decision.step for state in found}
    chance = random.Random(game)
    for seed in range(6):
        scenarios = bh.game(game).scenarios
        state = bh.game(game).new(scenarios[seed % len(scenarios)].id, seed=seed)
        while not state.over:
            state.apply(chance.choice(state.choices()))
            if not state.over and state.decision.step not in known:
                known.add(state.decision.step)
                found.append(state.copy())
    return tuple(found)


@cache
def saves(game: str) -> tuple[str, ...]:
    """Saves as text."""
    return tuple(bh.dumps(state) for state in states(game))


@cache
def records(game: str) -> tuple[str, ...]:
    """Records as text, some of which begin with a position written out."""
    whole = [match.record() for match in matches(game)[:6]]
    for state in states(game)[::3]:
        match = bh.Match(state.copy())
        for _ in range(4):
            if not match.state.over:
                match.play(match.state.actions()[0])
        whole.append(match.record())
    return tuple(whole)


@cache
def vectors(game: str) -> tuple[str, ...]:
    """Vectors of the rules, each alone in a file, as JSON, which is YAML too."""
    found = []
    for path in sorted((CASES / game).glob("*.yaml")):
        document = read_yaml(path.read_text(encoding="utf-8"))
        found += [json.dumps({"game": game, "vectors": [vector]}) for vector in document["vectors"][::4]]
    return tuple(found)


@cache
def positions(game: str) -> tuple[str, ...]:
    """Positions that people wrote, and moments as `describe` writes them."""
    written = [json.loads(text)["vectors"][0].get("position") for text in vectors(game)]
    found = [json.dumps(position) for position in written if position]
    return (*found, *(json.dumps(bh.game(game).describe(state)) for state in states(game)))


@cache
def components(game: str) -> tuple[str, ...]:
    """The game's own components, section by section and all together."""
    folder = bh.game(game).folder
    if (folder / "components").is_dir():  # a file for each section
        files = sorted((folder / "components").glob("*.yaml"))
        return tuple(json.dumps({file.stem: read_yaml(file.read_text(encoding="utf-8"))}) for file in files)
    data: dict[str, Any] = read_yaml((folder / "components.yaml").read_text(encoding="utf-8"))
    data = json.loads(json.dumps(data))
    return (json.dumps(data), *(json.dumps({name: value}) for name, value in data.items()))


@cache
def texts(game: str) -> tuple[str, ...]:
    """Actions."""
    chance = random.Random(game)
    found = [str(chance.choice(list(state.actions()))) for state in states(game) for _ in range(4)]
    return (
        *found,
        "attack 1103 from 1203 1102",
        "land U:1/2 1102",
        "support 3 J:43",
        "plan default",
        "move A/1/28 0408 with B/1/28",
    )


EXAMPLES = {
    "save": saves,
    "record": records,
    "position": positions,
    "vector": vectors,
    "components": components,
    "text": texts,
}
