"""Pairs of games of Bonins that differ only in what the U.S. player cannot know: Japan deploys its units (23.1) in two ways, the
dice are the same, and so is everything done in the open. On half of the hexes the same units lie in both worlds, so that attacks
there show the same; what is drawn after them, picked by a search or sent through a tunnel need not be.

The library is the umpire here. A difference that is no disclosure is a leak of the rules, and an error at once.
"""

from __future__ import annotations

import random

import beachhead as bh
from beachhead.engine.event import Event
from beachhead.engine.state import State

from .twins import SEED, Move

SCENARIO = "two-player"
TELLING = bh.game("bonins").reveal_kinds | {"end"}
EAGER = ("attack", "join", "resolve", "mark", "declare", "draw", "keep", "tunnel", "invade")
"""Words that bring the worlds on."""


class Leak(AssertionError):
    """The rules themselves tell the worlds apart."""


def pair(seed: int, most: int = 75) -> tuple[list[Move], list[Move], list[str]]:
    """Two plays, and the kinds of what happened in them. They end where the U.S. player decides: a player of the program whose
    script has ended would go on."""
    rng = random.Random(f"bonins {seed}")
    worlds = [bh.game("bonins").new(SCENARIO, seed=SEED) for _ in range(2)]
    first = deployment(worlds[0], rng)
    moves = [hidden(texts) for texts in (first, redealt(worlds[1], first, rng))]
    kinds, asked = list[str](), len(moves[0])
    if shown(worlds[0]) != shown(worlds[1]):
        raise Leak(f"bonins {seed}: the deployments can be told apart")
    for _ in range(most):
        texts, others = ([str(action) for action in world.actions()] for world in worlds)
        if worlds[0].side == "us" and texts != others:
            raise Leak(f"bonins {seed}: different things are offered")
        both = set(others)
        texts = [text for text in texts if text in both]
        rng.shuffle(texts)
        texts.sort(key=lambda text: text.split()[0] not in EAGER and (text != "done" or rng.random() < 0.7))
        tried = [*texts[:20], "done"] if "done" in texts else texts[:20]
        text = next((text for text in tried if same(worlds, text, seed)), "")
        if not text or worlds[0].over:
            break
        for world, done in zip(worlds, moves, strict=True):
            events: list[Event] = []
            done.append(Move(world.side, text))
            world.apply(text, events)
            kinds += [event.kind for event in events]
        asked = len(moves[0]) if worlds[0].side == "us" else asked
    return moves[0][:asked], moves[1][:asked], kinds


def hidden(texts: list[str]) -> list[Move]:
    """A deployment, which nobody sees before its last unit."""
    return [Move("jp", text, hidden=number < len(texts) - 1) for number, text in enumerate(texts)]


def deployment(world: State, rng: random.Random) -> list[str]:
    """Any deployment, carried out."""
    texts = list[str]()
    while world.decision.step == "deploy":
        texts.append(str(world.actions()[rng.randrange(len(world.actions()))]))
        world.apply(texts[-1])
    return texts


def redealt(world: State, texts: list[str], rng: random.Random) -> list[str]:
    """The same units in another order, half of them on other hexes, carried out."""
    order = texts.copy()
    rng.shuffle(order)
    parts = [text.removeprefix("deploy ").rsplit(" ", 1) for text in order]
    half = len(parts) // 2
    units = [unit for unit, _ in parts[:half]]
    rng.shuffle(units)
    found = []
    for number, (unit, hex_) in enumerate(parts):
        found.append(f"deploy {units[number] if number < half else unit} {hex_}")
    rng.shuffle(found)
    for text in found:
        world.apply(text)
    return found


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
        raise Leak(f"bonins {seed}: {text!r} tells the worlds apart")
    return False
