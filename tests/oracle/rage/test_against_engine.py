"""The engine against the slow implementation, in lockstep through whole games with the same dice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

import beachhead as bh
from beachhead.testing import proves

from ...budget import many
from .board import AREAS, JAPAN, PIECES
from .campaign import Campaign
from .fights import Answer, Ask

GAMES = many(1)
BATCHES = 4
LONGEST = 20000
"""More decisions than any game has."""
MOST_DICE = 200
"""More than any one action can roll."""
FIGHTING = ("dice", "rank", "losses", "stand")
"""Steps in which an attack is under way, its dice on the table."""
MOODS: dict[str, dict[str, dict[str, float]]] = {
    "landing": {
        "us": {"land": 8, "move": 3, "bombard": 6, "assault": 6, "build": 9, "recover": 6, "return": 6, "activate": 0.03},
        "jp": {"reveal": 0.03, "show": 0.03, "pass": 8, "fire": 4, "sneak": 3, "banzai": 0.05, "deploy": 4, "dig": 4},
    },
    "brawl": {
        "us": {"land": 9, "move": 6, "bombard": 0.5, "assault": 5, "activate": 0.3, "done": 0.5, "build": 9, "stop": 0.4},
        "jp": {"reveal": 0.3, "show": 0.1, "move": 5, "sneak": 3, "retreat": 3, "banzai": 0.3, "plan": 1e6, "done": 0.7},
    },
    "quiet": {
        "us": {"land": 2, "move": 4, "stop": 0.2, "bombard": 9, "assault": 3, "build": 3, "activate": 0.02},
        "jp": {"reveal": 0.01, "show": 0.01, "pass": 9, "fire": 0.4, "bombard": 0.5, "sneak": 4, "hide": 4, "plan": 1e6},
    },
    "crowd": {
        "us": {"land": 20, "move": 8, "stop": 0.3, "bombard": 0.3, "assault": 1, "build": 9, "activate": 5, "done": 0.3},
        "jp": {"deploy": 20, "plan": 0, "move": 6, "sneak": 6, "pass": 4, "fire": 0.3, "reveal": 0.05, "show": 0.05, "done": 0.5},
    },
    "any": {"us": {}, "jp": {"plan": 1e6}},
}
"""How likely a player picks each kind of action, 1 if not named, in games of a certain temper."""
CROWDED = ("okina", "chidori", "funami", "quarry", "futatsune")
"""Where everybody goes in a crowd, so that areas overflow."""


class Mismatch(AssertionError):
    """The two implementations differ."""


def chosen(ask: Ask, mood: str, rng: random.Random) -> str:
    """An answer: first the verb, by the temper of the game, then any with that verb."""
    verbs: dict[str, list[str]] = {}
    for text in sorted(ask.offers):
        verbs.setdefault(text.partition(" ")[0], []).append(text)
    weights = [MOODS[mood][ask.side].get(verb, 1.0) for verb in verbs]
    texts = verbs[rng.choices(list(verbs), weights)[0]]
    if mood == "crowd" and rng.random() < 0.9:
        texts = [text for text in texts if text.endswith(CROWDED)] or texts
    return rng.choice(texts)


def compare(wanted: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    for key, value in wanted.items():
        if isinstance(value, Mapping):
            other = found[key]
            differ = [name for name in {**value, **other} if value.get(name) != other.get(name)]
            if differ:
                raise Mismatch(f"{key}: " + ", ".join(f"{name} {value.get(name)}, engine {other.get(name)}" for name in differ))
        elif found[key] != value:
            raise Mismatch(f"{key}: the oracle says {value}, the engine {found[key]}")


def facts_of(oracle: Campaign, ask: Ask | None) -> dict[str, Any]:
    """The oracle's position in the words of the engine's facts."""
    facts: dict[str, Any] = {
        "turn": oracle.turn,
        "phase": oracle.phase,
        "units": oracle.where,
        "steps": oracle.steps,
        "concealed": [unit for unit in JAPAN if unit in oracle.hidden],
        "grounded": sorted(oracle.grounded),
        "control": [area for area in AREAS if area in oracle.us_control],
        "caves": {area: oracle.caves[area] for area in AREAS if oracle.caves[area]},
        "shown caves": {area: oracle.shown[area] for area in AREAS if oracle.shown[area]},
        "beachheads": [area for area in AREAS if area in oracle.beachheads],
        "safe to land": [area for area in AREAS if area in oracle.airfields],
        "flag": oracle.flag,
        "vp": oracle.vp,
        "weather": oracle.weather,
        "kirikami": oracle.kirikami,
        "banzai": bool(oracle.banzai),
    }
    if ask is None or ask.step not in ("stand", "withdraw"):
        facts["fired"] = [unit for unit in oracle.on_map(PIECES) if unit in oracle.fired]
    if oracle.phase == "us movement":
        facts["landed"] = {area: oracle.landed[area] for area in AREAS if oracle.landed[area]}
    if ask is not None and ask.step == "jp move":
        facts |= {"die": oracle.die, "moves left": oracle.moves}
    return facts


def check_attack(oracle: Campaign, ask: Ask, facts: Mapping[str, Any]) -> None:
    if ask.step in FIGHTING:
        found = facts["attack"]
        compare({key: oracle.attack[key] for key in ("kind", "area", "faces", "hits", "damage", "retreating")}, found)
        hidden = ask.step == "losses"
        if ask.step == "rank" or hidden:
            compare({"row": oracle.row}, {"row": found.get("hidden row", []) if hidden else found["row"]})


def play_along(seed: int, mood: str) -> int:
    """One game; answers how many decisions it had."""
    rng = random.Random(f"{mood} {seed}")
    faces: list[int] = []
    used = 0

    def roll() -> int:
        nonlocal used
        used += 1
        if used > len(faces):
            raise Mismatch("the oracle rolls a die that the engine has not rolled")
        return faces[used - 1]

    state = bh.game("rage").new(seed=0)
    oracle = Campaign(roll)
    oracle.plans = tuple(text.split()[1] for text in map(str, state.actions()) if text.startswith("plan"))
    playing = oracle.play()
    ask = next(playing)
    decisions = 0
    while decisions < LONGEST:
        decisions += 1
        facts = state.ruleset.game.facts(state)
        compare({"who": f"{ask.side} {ask.step}"}, {"who": "{side} {step}".format(**facts["decision"])})
        offers = frozenset(str(action) for action in state.actions())
        if offers != ask.offers:
            more, less = sorted(offers - ask.offers), sorted(ask.offers - offers)
            raise Mismatch(f"{ask.step}: only the engine offers {more[:8]}, only the oracle {less[:8]}")
        compare(facts_of(oracle, ask), facts | {"fired": [unit for unit in facts["fired"] if facts["units"][unit] in AREAS]})
        check_attack(oracle, ask, facts)
        text = chosen(ask, mood, rng)
        if text != "plan random":
            script = [rng.randint(1, 6) for _ in range(MOST_DICE)]
            state.dice.script = tuple(script)
        state.apply(text)
        if text != "plan random":
            faces += script[: MOST_DICE - len(state.dice.script or ())]
        state.dice.script = None
        fight = facts["attack"]
        after = state.ruleset.game.facts(state) if text.startswith("plan") else {"units": {}, "caves": {}}
        proposed = fight.get("proposed") or fight.get("hidden proposed") or []
        try:
            ask = playing.send(Answer(text, proposed, after["units"], after["caves"]))
        except StopIteration:
            break
        if used != len(faces):
            raise Mismatch(f"after '{text}' the engine has rolled {len(faces)} dice, the oracle {used}")
        if state.over:
            raise Mismatch(f"'{text}' ends the game for the engine alone")
    if not state.over:
        raise Mismatch(f"'{text}' ends the game for the oracle alone")
    facts = state.ruleset.game.facts(state)
    compare(oracle.result or {}, facts["result"])
    compare({"vp": oracle.vp, "turn": oracle.turn, "steps": oracle.steps}, facts)
    return decisions


@proves("rage", "5", "24-1", "24-2", "24-3")
@pytest.mark.parametrize("mood", MOODS)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_whole_games(mood: str, batch: int) -> None:
    """At every decision: who is asked, what may be answered, both maps, boxes, markers, tracks; after every action the dice."""
    for seed in range(batch * GAMES, (batch + 1) * GAMES):
        try:
            play_along(seed, mood)
        except Mismatch as error:
            raise AssertionError(f"game {seed}, {mood}: {error}") from None
