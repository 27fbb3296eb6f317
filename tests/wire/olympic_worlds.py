"""Pairs of games of Olympic that differ only in what the U.S. player cannot know: Japan deploys its counters (17.2) and writes
its Tokko record (17.3) in two ways, the dice are the same, and so is everything done in the open, up to the first counter that
is turned up or the record that is shown.

The library is the umpire here. A difference that is no disclosure is a leak of the rules, and an error at once.
"""

from __future__ import annotations

import random
from typing import Any

import beachhead as bh
from beachhead.engine.event import Event
from beachhead.engine.state import State

from .twins import SEED, Move

SCENARIO = "two-player"
FREE = (("free_deployment", True),)
BOTH = (*FREE, ("hidden_tokko", True))
LETTERS = {"4-4": "C", "3-4": "C", "2-4": "C", "3-10": "L", "2-10": "L", "2-8": "L", "1-8": "L"}
TELLING = bh.game("olympic").reveal_kinds | {"end"}


class Leak(AssertionError):
    """The rules themselves tell the worlds apart."""


def pair(seed: int, options: tuple[tuple[str, Any], ...], most: int = 60) -> tuple[list[Move], list[Move], str]:
    """Two plays, and why they end."""
    rng = random.Random(f"olympic {seed}")
    worlds = [bh.game("olympic").new(SCENARIO, seed=SEED, **dict(options)) for _ in range(2)]
    first = deployment(worlds[0], rng)
    plays = [first, redealt(worlds[1], first, rng)]
    for world, texts in zip(worlds, plays, strict=True):
        while world.decision.step == "aim":
            texts.append(str(world.actions()[rng.randrange(len(world.actions()))]))
            world.apply(texts[-1])
    moves = [[Move("jp", text, hidden=number < len(texts) - 1) for number, text in enumerate(texts)] for texts in plays]
    if shown(worlds[0]) != shown(worlds[1]):
        raise Leak(f"olympic {seed}: the deployments can be told apart")
    for _ in range(most):
        texts = [str(action) for action in worlds[0].actions()]
        if texts != [str(action) for action in worlds[1].actions()]:
            raise Leak(f"olympic {seed}: different things are offered")
        rng.shuffle(texts)
        text = next((text for text in texts[:12] if same(worlds, text, seed)), "")
        if not text:
            return moves[0], moves[1], "disclosed"
        for world, done in zip(worlds, moves, strict=True):
            done.append(Move(world.side, text))
            world.apply(text)
    return moves[0], moves[1], "long enough"


def deployment(world: State, rng: random.Random) -> list[str]:
    """Any deployment, carried out."""
    texts = list[str]()
    while world.decision.step == "deploy":
        texts.append(str(world.actions()[rng.randrange(len(world.actions()))]))
        world.apply(texts[-1])
    return texts


def redealt(world: State, texts: list[str], rng: random.Random) -> list[str]:
    """The same hexes with other counters of their letter, in another order, carried out. A dummy may be of either letter, so
    those keep their hexes' letters by what is left to lay."""
    coast = {text.split()[-1] for text in texts if LETTERS.get(text.split()[1]) == "C"}
    inland = {text.split()[-1] for text in texts if LETTERS.get(text.split()[1]) == "L"}
    order = texts.copy()
    rng.shuffle(order)
    kinds: dict[str, list[str]] = {"C": [], "L": []}
    letters = []
    for text in order:
        _, kind, hex_ = text.split()
        letter = LETTERS.get(kind) or ("C" if hex_ in coast or (hex_ not in inland and _is_coastal(hex_)) else "L")
        kinds[letter].append(kind)
        letters.append((letter, hex_))
    for letter in kinds:
        rng.shuffle(kinds[letter])
    found = []
    for letter, hex_ in letters:
        found.append(f"deploy {kinds[letter].pop()} {hex_}")
        world.apply(found[-1])
    return found


def _is_coastal(hex_: str) -> bool:
    ruleset = bh.game("olympic").ruleset(bh.game("olympic").parameters())
    return f"C{hex_}" in ruleset.slot_names


def shown(world: State) -> list[object]:
    return [world.view("us"), world.view(None)]


def same(worlds: list[State], text: str, seed: int) -> bool:
    """Whether an action has the same visible consequences in both worlds; if not, the rules must have disclosed something."""
    twins, seen = [world.copy() for world in worlds], list[list[Event]]()
    for twin in twins:
        events: list[Event] = []
        twin.apply(text, events)
        seen.append([event for event in events if event.visible_to("us")])
    if shown(twins[0]) == shown(twins[1]) and seen[0] == seen[1]:
        return True
    if not {event.kind for events in seen for event in events} & TELLING:
        raise Leak(f"olympic {seed}: {text!r} tells the worlds apart")
    return False
