"""Pairs of games of Rage that differ only in what the U.S. player cannot know: two secret set-ups, the same dice, the same
choices of the U.S. player, the same public choices of the Japanese player, other private ones. They run up to a disclosure that
the rules demand.

The library is the umpire here. A difference that is no disclosure is a leak of the rules, and an error at once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

import beachhead as bh
from beachhead.engine.event import Event
from beachhead.engine.state import State

from .twins import SEED, Move

SCENARIO = "campaign"
PRIVATE = ("sneak", "rank", "stop")
"""Verbs of the Japanese player that stay unseen for ever, in the steps below."""
UNSEEN_STEPS = ("jp move", "losses")
TRIES = 12
REVEALS = bh.game("rage").reveal_kinds | {"end"}


class Leak(AssertionError):
    """The rules themselves tell the worlds apart."""


@dataclass
class World:
    """One of the two games, and the moves that led here."""

    state: State
    moves: list[Move] = field(default_factory=list)

    def take(self, text: str, *, hidden: bool = False) -> None:
        self.moves.append(Move(self.state.side, text, hidden))
        self.state.apply(text)

    def shown(self) -> list[object]:
        return [self.state.view("us"), self.state.view(None)]

    def is_unseen(self, text: str) -> bool:
        """Whether nobody else could tell that this was done."""
        twin, events = self.state.copy(), list[Event]()
        twin.apply(text, events)
        seen = {event.kind for event in events if event.visible_to(None) or event.visible_to("us")}
        unseen = not seen and twin.side == "jp" and [twin.view("us"), twin.view(None)] == self.shown()
        if not unseen and text.split()[0] in PRIVATE and not seen & REVEALS:
            raise Leak(f"{text!r} can be noticed: {sorted(seen) or 'by the view'}")
        return unseen


def set_ups(rng: random.Random) -> tuple[list[str], list[str]]:
    """Two set-ups: units of the Army change places between areas, the guns of the Marines their letters, a Cave its area."""
    game = bh.game("rage")
    ruleset = game.ruleset(game.parameters())
    components = ruleset.components
    plan = components.plans["default"]
    army = {unit.id for unit in components.units if unit.side == 1 and unit.colour != "red"}
    first: dict[str, str] = dict(plan.units)
    for unit in rng.sample(sorted(army), 6):
        first[unit] = rng.choice(ruleset.names["space"].full)
    held = sorted({area for unit, area in first.items() if unit in army})
    areas = rng.sample(held, 4)
    swap = dict(zip(areas, areas[1::-1] + areas[:1:-1], strict=True))
    second = {unit: swap.get(area, area) if unit in army else area for unit, area in first.items()}
    guns = sorted(unit for unit in first if unit.startswith("109 Art"))
    places = [first[gun] for gun in guns]
    second |= dict(zip(guns, rng.sample(places, len(places)), strict=True))
    caves = [rng.sample(ruleset.names["space"].full, number) for number in (1, 2)]
    texts = [
        [*(f"deploy {unit} {area}" for unit, area in world.items()), *(f"dig {area}" for area in dug), "plan default", "done"]
        for world, dug in zip((first, second), caves, strict=True)
    ]
    return texts[0], texts[1]


def pair(
    seed: int, most: int, *, passes: Sequence[str] = (), bold: float = 0.2, daring: float = 0.1
) -> tuple[list[Move], list[Move], str]:
    """Two plays that end where the U.S. player decides, and why.

    Windows of the steps `passes` are passed; elsewhere the Japanese player does unseen things, and with some boldness others that
    both worlds allow. The U.S. player keeps away from areas in which the worlds differ, unless daring: a search ends the pair."""
    rng = random.Random(f"rage {seed}")
    worlds = [World(bh.game("rage").new(SCENARIO, seed=SEED)) for _ in range(2)]
    for world, texts in zip(worlds, set_ups(rng), strict=True):
        for text in texts:
            world.take(text, hidden=text != "done")
    _agree(worlds)
    public, ends, why = 0, [0, 0], "long enough"
    while public < most and not worlds[0].state.over:
        side, step = worlds[0].state.side, worlds[0].state.decision.step
        if side == "us":
            ends = [len(world.moves) for world in worlds]
            texts = [str(action) for action in worlds[0].state.actions()]
            if texts != [str(action) for action in worlds[1].state.actions()]:
                raise Leak(f"rage {seed}, move {len(worlds[0].moves)}: the U.S. player is offered different things")
            rng.shuffle(texts)
            if rng.random() > daring:
                taboo = _differing(worlds)
                texts.sort(key=lambda text: text.split()[-1] in taboo)
        else:
            closing = [text for text in ("pass", "done", "accept") if _legal(worlds, text)]
            texts = closing
            if step not in passes:
                for world in worlds:
                    _do_unseen_things(world, rng)
                closing = [text for text in ("pass", "done", "accept") if _legal(worlds, text)]
                common = [str(action) for action in worlds[0].state.actions() if _legal(worlds[1:], str(action))]
                rng.shuffle(common)
                texts = [*common, *closing] if rng.random() < bold else [*closing, *common]
        for text in texts[:TRIES]:
            if _same(worlds, text, seed):
                for world in worlds:
                    world.take(text)
                public += 1
                break
        else:
            why = "disclosed"
            break
    if worlds[0].state.over:
        return worlds[0].moves, worlds[1].moves, "over"
    return worlds[0].moves[: ends[0]], worlds[1].moves[: ends[1]], why


def _do_unseen_things(world: World, rng: random.Random) -> None:
    for _ in range(rng.randrange(7)):
        texts = [str(action) for action in world.state.actions() if str(action).split()[0] in PRIVATE]
        if world.state.decision.step not in UNSEEN_STEPS or not texts:
            break
        text = rng.choice(texts)
        if world.is_unseen(text):
            world.take(text, hidden=True)
    # What was begun must be ended before the window can be closed.
    while world.state.decision.step in UNSEEN_STEPS and world.state.why_not("done") is not None:
        text = next((text for text in ("stop", "accept") if world.state.why_not(text) is None), "")
        if not text or not world.is_unseen(text):
            break
        world.take(text, hidden=True)


def _differing(worlds: Sequence[World]) -> set[str]:
    """Areas in which what is hidden is not the same in both worlds."""
    places = []
    for world in worlds:
        view = world.state.view("jp")
        units = {(unit["place"], name, unit["steps"]) for name, unit in view["units"].items() if "concealed" in unit["marks"]}
        places.append(units | {(area, "caves", count) for area, count in view["caves"].items()})
    return {place for place, _, _ in places[0] ^ places[1]}


def _legal(worlds: Sequence[World], text: str) -> bool:
    return all(world.state.why_not(text) is None for world in worlds)


def _agree(worlds: Sequence[World]) -> bool:
    return worlds[0].shown() == worlds[1].shown()


def _same(worlds: Sequence[World], text: str, seed: int) -> bool:
    """Whether an action has the same visible consequences in both worlds; if not, the rules must have disclosed something."""
    twins, seen = [World(world.state.copy()) for world in worlds], list[list[Event]]()
    for twin in twins:
        events: list[Event] = []
        twin.state.apply(text, events)
        seen.append([event for event in events if event.visible_to("us")])
        assert seen[-1] == [event for event in events if event.visible_to(None)]
    if _agree(twins) and seen[0] == seen[1]:
        return True
    told = {event.kind for events in seen for event in events}
    if not told & REVEALS:
        raise Leak(f"rage {seed}, move {len(worlds[0].moves)}: {text!r} tells the worlds apart")
    return False
