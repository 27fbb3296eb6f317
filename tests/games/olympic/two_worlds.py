"""Two worlds of Operation Olympic with the same public past, in which other counters lie face down: played on side by side, with
the same dice and the same choices, whatever a side sees, hears or may ask must be the same in both, token by token.

The true world is played by a walker. The other one has the counters of each letter in another order, and if Japan writes a Tokko
record, another record. Where an action turns up a counter, the other world is arranged so that the same comes up there, and the
rest is mixed again; so a pair of worlds lasts until nothing lies face down any more. Before that, the action is tried with
something else in that place (`parts_late`): nothing may differ until the counter itself is told of.
"""

from __future__ import annotations

import json
import marshal
import random
from collections.abc import Callable, Sequence
from typing import Any

import beachhead as bh
from beachhead import history
from beachhead.engine.action import Action, verb_of
from beachhead.engine.chance.dice import PUBLIC, Dice
from beachhead.engine.event import Event
from beachhead.games.olympic.state import OlympicState
from beachhead.games.olympic.verbs import ASSAULT
from beachhead.testing.walks import bent_action, pick, random_action

from ..worlds import Leak, Tally

GAME = bh.game("olympic")
LOOKERS: tuple[str | None, ...] = ("us", "jp", None)
TELLING = frozenset({"released", "dummy", "tokko record"})
"""Kinds of event by which the rules themselves tell something."""
SECRET: dict[str, Any] = {"free_deployment": True, "hidden_tokko": True}


# ---------------------------------------------------------------------- other worlds


def blind(state: OlympicState) -> tuple[str | None, ...]:
    """Whoever does not know what lies face down: everybody, or everybody but the Japan that has deployed it (17.2) or written
    the record (17.3)."""
    options = state.ruleset
    return ("us", None) if options.free_deployment or (options.hidden_tokko and not state.tokko_shown) else LOOKERS


def shuffle(state: OlympicState, rng: random.Random, kept: dict[int, int] | None = None) -> None:
    """Lay the face-down counters of each letter out in another order; `kept` says by place what must lie there."""
    kept = kept or {}
    ruleset = state.ruleset
    for slots in (ruleset.coastal_slots, ruleset.line_slots):
        down = [slot for slot in slots if state.reserve[slot]]
        kinds = [state.reserve[slot] for slot in down]
        for slot in down:
            if slot in kept:
                kinds.remove(kept[slot])
        rng.shuffle(kinds)
        for slot in down:
            state.reserve[slot] = kept[slot] if slot in kept else kinds.pop()
    refresh(state)


def refresh(state: OlympicState) -> None:
    """Drop all that was computed in another world."""
    state.rebuild()
    state.forget_choices()


def rewrite(state: OlympicState, rng: random.Random) -> None:
    """Another Tokko record, as long as the true one."""
    points = sum(state.tokko)
    state.tokko = bytearray(len(state.tokko))
    for _ in range(points):
        state.tokko[rng.randrange(len(state.tokko))] += 1
    refresh(state)


def turned_up(before: OlympicState, after: OlympicState) -> dict[int, int]:
    """The places whose counters an action has turned up, with what lay there."""
    return {slot: kind for slot, kind in enumerate(before.reserve) if kind and not after.reserve[slot]}


# ---------------------------------------------------------------------- what a side perceives


def frozen(value: Any) -> bytes:
    """Every byte of plain data, its order too."""
    return marshal.dumps(value, 0)


def token(state: OlympicState, looker: str | None) -> bytes:
    """What it sees now: the view, with who is asked what, and everything offered if it is the one who is asked."""
    return frozen([state.view(looker), list(state.choices()) if state.side == looker else len(state.passed)])


def extras(state: OlympicState, seed: int, lookers: Sequence[str | None]) -> list[str]:
    """What it may ask besides: odds, refusals, previews, what units can do, overlays, facts, samples. A few, others each time."""
    game, ruleset = state.ruleset.game, state.ruleset
    draws, found = Dice(seed.to_bytes(16, "big")), list[str]()
    side = lookers[draws.below(len(lookers))]
    names = list(state.view(side)["units"])
    found.append(_asked(game.about_unit, state, side, names[draws.below(len(names))] if names else "nobody"))
    ask = draws.below(12)
    if ask == 0 and game.overlays:
        found.append(_asked(game.overlay, state, side, list(game.overlays)[draws.below(len(game.overlays))]))
    elif ask < 4 and side is not None:
        items = list(ruleset.known)
        item = items[draws.below(len(items))]
        found.append(_asked(state.known, item, side))
    elif ask == 4 and side is not None:
        slow = game.costly_facts(state, side)
        name = list(slow)[draws.below(len(slow))]
        found.append(f"{name}: {_asked(slow[name])}")
    elif ask == 5 and side is not None:
        found.append(_asked(game.facts, state, side))
    elif ask == 6 and side is not None:
        found.append(state.sample(side, seed).digest())
    if state.side not in lookers:
        return found
    codes = state.choices()
    code = codes[draws.below(len(codes))]
    found.append(_asked(game.preview, state, Action(code, ruleset)))
    bent = bent_action(ruleset, code, draws) if draws.below(3) else random_action(ruleset, draws)
    found.append(repr(state.why_not(Action(bent, ruleset))))
    storms = [other for other in codes if verb_of(other) == ASSAULT] if state.decision.step == "combat" else []
    if draws.below(2 if storms else 6) == 0:
        codes = storms or codes
        found.append(repr(state.odds(Action(codes[draws.below(len(codes))], ruleset))))
    return found


def _asked(question: Callable[..., Any], *about: Any) -> str:
    try:
        return json.dumps(question(*about), default=str)
    except Exception as error:  # a question that fails must fail alike
        return f"{type(error).__name__}: {error}"


def heard_by(events: Sequence[Event], side: str | None) -> list[tuple[str, str]]:
    """The events that side hears, with every letter of them."""
    return [(event.kind, json.dumps(event.plain(), default=str)) for event in events if event.visible_to(side)]


# ---------------------------------------------------------------------- two worlds side by side


class Pair:
    """The true world, and another one that looks the same."""

    def __init__(self, state: OlympicState, seed: int) -> None:
        self.true = state
        self.rng = random.Random(f"pair {seed}")
        self.other = state.copy()
        self.tally = Tally(worlds=1)
        self.number = 0
        shuffle(self.other, self.rng)
        self.rewrite()

    def rewrite(self) -> None:
        """The other world has its own Tokko record while it is secret."""
        if self.true.ruleset.hidden_tokko and not self.true.tokko_shown:
            rewrite(self.other, self.rng)

    def differs(self) -> bool:
        """Whether anything is hidden that is not the same in both."""
        return self.true.reserve != self.other.reserve or self.true.tokko != self.other.tokko

    def play(self, code: int) -> None:
        """The same action in both worlds, compared before and after."""
        before, lookers = self.true.copy(), blind(self.true)
        events, echo = list[Event](), list[Event]()
        self.true.apply(code, events)
        released = turned_up(before, self.true)
        shown = self.true.tokko_shown and not before.tokko_shown
        if released or shown:
            self.parts_late(code, before, events, lookers)
            for slot in released:
                self.tally.disclosed["released"] = self.tally.disclosed.get("released", 0) + (self.other.reserve[slot] > 0)
            if shown:
                self.other.tokko = before.tokko.copy()
            shuffle(self.other, self.rng, released)
        last = self.other.copy()
        self.other.apply(code, echo)
        self.number += 1
        what = f"after {before.ruleset.text(code)!r} (action {self.number})"
        for side in lookers:
            ours, theirs = heard_by(events, side), heard_by(echo, side)
            if ours != theirs:
                raise Leak(f"{side} hears something else {what}: {_first(ours, theirs)}")
            self.tally.tokens += len(ours)
        if self.true.dice.counts.get(PUBLIC, 0) != self.other.dice.counts.get(PUBLIC, 0):
            raise Leak(f"{what} another number of dice has fallen")
        if history.blocks_undo(before, self.true, events) != history.blocks_undo(last, self.other, echo):
            raise Leak(f"{what} it can be taken back in one world only")
        if not self.true.over:
            self.compare(what)

    def parts_late(self, code: int, before: OlympicState, events: list[Event], lookers: Sequence[str | None]) -> None:
        """With something else under the counter that is turned up, all is the same until it is told of."""
        twin, echo = self.other.copy(), list[Event]()
        twin.apply(code, echo)
        for side in lookers:
            ours, theirs = heard_by(events, side), heard_by(echo, side)
            for mine, other in zip(ours, theirs, strict=False):
                if mine[0] in TELLING or other[0] in TELLING:
                    if (mine[0] in TELLING) != (other[0] in TELLING):
                        raise Leak(f"{before.ruleset.text(code)!r}: {side} hears {mine} in one world, {other} in the other")
                    break
                if mine != other:
                    raise Leak(f"{before.ruleset.text(code)!r}: {side} hears {mine} or {other} before anything is turned up")

    def compare(self, what: str) -> None:
        """Everything that a side perceives now is the same."""
        lookers = blind(self.true)
        for side in lookers if self.number % 4 == 0 else (lookers[self.number % len(lookers)],):
            ours, theirs = token(self.true, side), token(self.other, side)
            if ours != theirs:
                raise Leak(f"{side} sees something else {what}: {_first(_plain(ours), _plain(theirs))}")
            self.tally.tokens += 2
        if self.number % 2:
            mine, other = extras(self.true, self.number, lookers), extras(self.other, self.number, lookers)
            if mine != other:
                raise Leak(f"what may be asked is answered otherwise {what}: {_first(mine, other)}")
            self.tally.tokens += len(mine)


def _plain(token: bytes) -> list[str]:
    view, offers = marshal.loads(token)
    return [f"{key}: {value}" for key, value in view.items()] + [str(offers)]


def _first(ours: Sequence[Any], theirs: Sequence[Any]) -> str:
    for mine, other in zip(ours, theirs, strict=False):
        if mine != other:
            mine, other = str(mine), str(other)
            spot = next((n for n, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), 0)
            return f"{mine[max(0, spot - 80) : spot + 120]!r} against {other[max(0, spot - 80) : spot + 120]!r}"
    return f"{len(ours)} against {len(theirs)}"


# ---------------------------------------------------------------------- whole trials


def opening(scenario: str, seed: int, **options: Any) -> OlympicState:
    """A new game, after what Japan deploys and writes in secret: how that looks to others, `deployments` tries."""
    state = GAME.new(scenario, seed=seed, **options)
    assert isinstance(state, OlympicState)
    draws = Dice(seed.to_bytes(16, "big"))
    while state.decision.step in ("deploy", "aim"):
        state.apply(pick(state, draws))
    return state


def trial(scenario: str, seed: int, most: int = 3000, **options: Any) -> Tally:
    """Play a pair of worlds until nothing is hidden, or for so many actions."""
    pair = Pair(opening(scenario, seed, **options), seed)
    draws = Dice((seed + 1).to_bytes(16, "big"))
    pair.compare("before anything happens")
    while pair.number < most and not pair.true.over:
        if not pair.true.down_mask and not (pair.true.ruleset.hidden_tokko and not pair.true.tokko_shown):
            pair.tally.to_the_end = 1
            break
        pair.play(choose(pair.true, draws))
    return pair.tally


def choose(state: OlympicState, draws: Dice) -> int:
    """Any choice. Phases are not ended as often as a choice of the verb first would: only moves lead past counters."""
    codes = state.choices()
    return pick(state, draws) if draws.below(5) == 0 else codes[draws.below(len(codes))]


def deployments(seed: int) -> int:
    """Two games in which Japan deploys (17.2) and writes its record (17.3), each its own way, in its own order: the U.S. player
    and a spectator cannot tell them apart at any moment, nor how far Japan has come. How many moments were compared."""
    worlds = [GAME.new("two-player", seed=seed, **SECRET) for _ in range(2)]
    rngs = [random.Random(f"deployment {seed} {number}") for number in range(2)]
    blank = [token(worlds[0], side) for side in ("us", None)]
    count, asked = 0, extras(worlds[0], seed, ("us", None))
    while worlds[0].decision.step == "deploy":
        for world, rng in zip(worlds, rngs, strict=True):
            told: list[Event] = []
            codes = world.choices()
            world.apply(codes[rng.randrange(len(codes))], told)
            assert isinstance(world, OlympicState)
            if world.decision.step != "deploy":
                break
            if any(heard_by(told, side) for side in ("us", None)):
                raise Leak(f"a counter deployed is heard of: {told}")
            if [token(world, side) for side in ("us", None)] != blank:
                raise Leak(f"{count} counters deployed can be seen")
            if extras(world, seed, ("us", None)) != asked:
                raise Leak(f"{count} counters deployed can be asked for")
            count += 1
    return count
