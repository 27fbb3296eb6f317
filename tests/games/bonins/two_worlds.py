"""Two worlds of Bonins with the same public past, in which other units lie face down and in the container: played side by side,
with the same dice and the same choices, whatever a side sees, hears or may ask must be the same in both, token by token.

The true world is played by a walker. In the other one everything hidden is mixed, before every action anew. Where an action shows
a unit, the other world is arranged so that the same comes up there; before that, the action is tried with something else in that
place (`parts_late`): nothing may differ until the unit itself is told of. Where Japan tries a tunnel, somebody lies there who can
move. So a pair of worlds lasts as long as the game does.
"""

from __future__ import annotations

import json
import marshal
import random
from collections.abc import Callable, Sequence
from typing import Any

import beachhead as bh
from beachhead import history
from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import Action, unpack, verb_of
from beachhead.engine.chance.dice import PUBLIC, Dice
from beachhead.engine.event import Event
from beachhead.games.bonins import memory, worlds
from beachhead.games.bonins.combat.aftermath import SECOND, Aftermath
from beachhead.games.bonins.garrison import sectors
from beachhead.games.bonins.garrison.redeployment import Redeploying
from beachhead.games.bonins.state import BoninsState
from beachhead.games.bonins.verbs import ATTACK, DECLARE, DONE, JOIN, MOVE, RESOLVE, TRY
from beachhead.testing.walks import bent_action, pick, random_action

from ..worlds import Leak, Tally

GAME = bh.game("bonins")
TELLING = GAME.reveal_kinds
"""Kinds of event by which the rules themselves tell something."""
ROLLED = (RESOLVE, ATTACK, JOIN, DONE)
"""Verbs after which an attack may be rolled."""


# ---------------------------------------------------------------------- other worlds


def blind(state: BoninsState) -> tuple[str | None, ...]:
    """Whoever does not know what lies face down: everybody, or everybody but the Japanese player."""
    return ("us", "jp", None) if state.ruleset.solitaire else ("us", None)


def pinned(state: BoninsState) -> tuple[dict[int, int], set[int]]:
    """What everybody sees at this moment: the unit that an attack has shown, by hex, or the one that has just been put into the
    container."""
    base, lying, inside = state.ruleset.us_count, dict[int, int](), set[int]()
    for frame in state.stack:
        step: Any = state.ruleset.steps[frame[0]]
        if isinstance(step, Aftermath) and state.entrenched and frame[2] <= SECOND and state.dug_in(state.target):
            lying[state.target] = state.dug[state.target]
        elif isinstance(step, Redeploying):
            unit, origin, asking = frame[1], frame[2], frame[7]
            if asking and state.dug_in(origin):
                lying[origin] = state.dug[origin]
            elif not asking and state.container[unit - base]:
                inside.add(unit - base + 1)
    return lying, inside


def shuffle(state: BoninsState, rng: random.Random, kept: dict[int, int]) -> None:
    """Mix all that is hidden; `kept` says by hex which unit must lie there, counted as in `dug`."""
    lying, inside = pinned(state)
    lying |= kept
    hexes = [space for space in spaces_of(state.dug_mask) if space not in lying]
    units = {unit for unit in state.dug if unit} | {number + 1 for number, there in enumerate(state.container) if there}
    rest = sorted(units - set(lying.values()) - inside)
    rng.shuffle(rest)
    for space, unit in lying.items():
        state.dug[space] = unit
    for space in hexes:
        state.dug[space] = rest.pop()
    held = inside | set(rest)
    state.container = bytearray(number + 1 in held for number in range(len(state.container)))
    if state.hand[0]:
        state.hand[0] = rng.choice(sorted(held))
    state.forget_choices()


def needed(before: BoninsState, after: BoninsState, code: int, rng: random.Random) -> tuple[dict[int, int], bool]:
    """What must lie where if this action is to be possible and to show the same, and whether it shows anything."""
    base = before.ruleset.us_count
    notes = after.memory[len(before.memory) :]
    found = {note[1]: note[2] - base + 1 for note in notes if note[0] == memory.SHOWN and before.dug_in(note[1])}
    shows = bool(found)
    verb, space, _, _ = unpack(code)
    if verb == TRY and not before.ruleset.tunnel_zero_movement:
        hidden = [unit for unit in before.dug if unit]
        found[space] = rng.choice([unit for unit in hidden if before.ruleset.halves[unit - 1 + base]])
    return found, shows


# ---------------------------------------------------------------------- what a side perceives


def frozen(value: Any) -> bytes:
    """Every byte of plain data, its order too."""
    return marshal.dumps(value, 0)


def token(state: BoninsState, looker: str | None) -> bytes:
    """What it sees now: the view, with who is asked what, and everything offered if it is the one who is asked."""
    return frozen([state.view(looker), list(state.choices()) if state.side == looker else len(state.passed)])


def extras(state: BoninsState, seed: int, lookers: Sequence[str | None]) -> list[str]:
    """What it may ask besides: odds, refusals, previews, what units can do, overlays, facts, samples. A few, others each time."""
    game, ruleset = state.ruleset.game, state.ruleset
    draws, found = Dice(seed.to_bytes(16, "big")), list[str]()
    side = lookers[draws.below(len(lookers))]
    names = [*state.view(side)["units"], "309A"]
    found.append(_asked(game.about_unit, state, side, names[draws.below(len(names))]))
    ask = draws.below(10)
    if ask < 2 and game.overlays:
        found.append(_asked(game.overlay, state, side, list(game.overlays)[draws.below(len(game.overlays))]))
    elif ask < 4 and side is not None and ruleset.known:
        items = list(ruleset.known)
        found.append(_asked(state.known, items[draws.below(len(items))], side))
    elif ask == 4 and side is not None:
        slow = game.costly_facts(state, side)
        name = list(slow)[draws.below(len(slow))]
        found.append(f"{name}: {_asked(slow[name])}")
    elif ask == 5 and side is not None:
        found.append(_asked(game.facts, state, side))
    elif ask == 6 and side is not None:
        found.append(state.sample(side, seed).digest())
    elif ask == 7 and state.dug_mask and not worlds.deploying(state):
        spaces = spaces_of(state.dug_mask)
        found.append(str(worlds.may_lie(state, spaces[draws.below(len(spaces))])))
    if state.side not in lookers:
        return found
    codes = state.choices()
    code = codes[draws.below(len(codes))]
    found.append(_asked(game.preview, state, Action(code, ruleset)))
    bent = bent_action(ruleset, code, draws) if draws.below(3) else random_action(ruleset, draws)
    found.append(repr(state.why_not(Action(bent, ruleset))))
    fights = [other for other in codes if verb_of(other) in ROLLED] if state.decision.step in ("combat", "attacking") else []
    if draws.below(2 if fights else 4) == 0:
        codes = fights or codes
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

    def __init__(self, state: BoninsState, seed: int) -> None:
        self.true = state
        self.rng = random.Random(f"pair {seed}")
        self.other = state.copy()
        self.tally = Tally(worlds=1)
        self.number = 0
        self.lookers = blind(state)
        shuffle(self.other, self.rng, {})

    def differs(self) -> bool:
        """Whether anything is hidden that is not the same in both."""
        return self.true.dug != self.other.dug or self.true.container != self.other.container

    def play(self, code: int) -> None:
        """The same action in both worlds, compared before and after."""
        before, events, echo = self.true.copy(), list[Event](), list[Event]()
        self.true.apply(code, events)
        kept, shows = needed(before, self.true, code, self.rng)
        if shows:
            self.parts_late(code, before, events)
            for kind in (event.kind for event in events if event.kind in TELLING):
                self.tally.disclosed[kind] = self.tally.disclosed.get(kind, 0) + 1
        shuffle(self.other, self.rng, kept)
        last = self.other.copy()
        self.number += 1
        what = f"after {before.ruleset.text(code)!r} (action {self.number})"
        if code not in self.other.choices():
            raise Leak(f"what is played cannot be played in the other world {what}")
        self.other.apply(code, echo)
        for side in self.lookers:
            ours, theirs = heard_by(events, side), heard_by(echo, side)
            if ours != theirs:
                raise Leak(f"{side} hears something else {what}: {_first(ours, theirs)}")
            self.tally.tokens += len(ours)
        if self.true.dice.counts.get(PUBLIC, 0) != self.other.dice.counts.get(PUBLIC, 0):
            raise Leak(f"{what} another number of dice has fallen")
        if history.blocks_undo(before, self.true, events) != history.blocks_undo(last, self.other, echo):
            raise Leak(f"{what} it can be taken back in one world only")
        if self.true.over != self.other.over:
            raise Leak(f"{what} the game is over in one world only")
        if not self.true.over:
            self.compare(what)

    def parts_late(self, code: int, before: BoninsState, events: list[Event]) -> None:
        """With something else under the counter that is shown, all is the same until it is told of."""
        twin, echo = self.other.copy(), list[Event]()
        if code not in twin.choices():
            return  # a march of a Japanese player that only the true unit can make
        twin.apply(code, echo)
        for side in self.lookers:
            ours, theirs = heard_by(events, side), heard_by(echo, side)
            for mine, other in zip(ours, theirs, strict=False):
                if mine[0] in TELLING or other[0] in TELLING:
                    if mine[0] != other[0]:
                        raise Leak(f"{before.ruleset.text(code)!r}: {side} hears {mine} in one world, {other} in the other")
                    break
                if mine != other:
                    raise Leak(f"{before.ruleset.text(code)!r}: {side} hears {mine} or {other} before anything is shown")

    def compare(self, what: str) -> None:
        """Everything that a side perceives now is the same. Moves of the U.S. are many, and most of them far from anybody."""
        lookers = self.lookers
        if self.true.decision.step == "movement" and self.number % 6:
            return
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


def opening(scenario: str, seed: int, late: bool = False, **options: Any) -> BoninsState:
    """A new game, after what Japan deploys in secret: how that looks to others, `deployments` tries. A late one has Suribachi and
    the south cleared in front of everybody, so that there are banzai, replacements and blind draws."""
    state = GAME.new(scenario, seed=seed, **options)
    assert isinstance(state, BoninsState)
    draws = Dice(seed.to_bytes(16, "big"))
    while state.decision.step == "deploy":
        state.apply(pick(state, draws))
    if late:
        ground = state.ruleset.ground
        gone = ground.suribachi_mask | ground.sector_mask[1] | ground.sector_mask[2 + seed % 3] | ground.sector_mask[5 + seed % 2]
        for space in spaces_of(state.dug_mask & gone):
            state.bury(state.reveal(space), space, "20.2-e")
        sectors.test(state)
        state.forget_choices()
    return state


def trial(scenario: str, seed: int, most: int = 3000, late: bool | None = None, **options: Any) -> Tally:
    """Play a pair of worlds to the end of the game, or for so many actions; every other one begins late."""
    pair = Pair(opening(scenario, seed, bool(seed % 2) if late is None else late, **options), seed)
    draws = Dice((seed + 1).to_bytes(16, "big"))
    pair.compare("before anything happens")
    while pair.number < most and not pair.true.over:
        pair.play(choose(pair.true, draws))
    pair.tally.to_the_end = int(pair.true.over)
    return pair.tally


def choose(state: BoninsState, draws: Dice) -> int:
    """Any choice, attacks more often than a choice among all would, and moves toward the enemy."""
    codes = state.choices()
    if draws.below(3) == 0:
        return pick(state, draws)
    eager = [code for code in codes if verb_of(code) in (ATTACK, RESOLVE, JOIN, DECLARE)]
    if not eager and state.side == "us" and state.decision.step == "movement":
        near = state.jp_zone()
        eager = [code for code in codes if verb_of(code) == MOVE and near >> unpack(code)[2] & 1]
    codes = eager or codes
    return codes[draws.below(len(codes))]


def deployments(seed: int) -> int:
    """Two games in which Japan deploys (23.1), each its own way, in its own order: the U.S. player and a spectator cannot tell
    them apart at any moment, nor how far Japan has come. How many moments were compared."""
    pair = [GAME.new("two-player", seed=seed) for _ in range(2)]
    rngs = [random.Random(f"deployment {seed} {number}") for number in range(2)]
    blank = [token(pair[0], side) for side in ("us", None)]
    count, asked = 0, _all_asked(pair[0], seed)
    while pair[0].decision.step == "deploy":
        for world, rng in zip(pair, rngs, strict=True):
            told: list[Event] = []
            codes = world.choices()
            world.apply(codes[rng.randrange(len(codes))], told)
            if world.decision.step != "deploy":
                break
            if any(heard_by(told, side) for side in ("us", None)):
                raise Leak(f"a unit deployed is heard of: {told}")
            if [token(world, side) for side in ("us", None)] != blank:
                raise Leak(f"{count} units deployed can be seen")
            if (now := _all_asked(world, seed)) != asked:
                raise Leak(f"{count} units deployed can be asked for: {_first(now, asked)}")
            count += 1
    return count


def _all_asked(state: Any, seed: int) -> list[str]:
    """Whatever the U.S. player can ask while Japan deploys."""
    game = state.ruleset.game
    found = [_asked(game.facts, state, "us"), state.sample("us", seed).digest()]
    found += [f"{name}: {_asked(ask)}" for name, ask in game.costly_facts(state, "us").items()]
    found += [_asked(state.known, item, "us") for item in state.ruleset.known]
    found += [_asked(game.overlay, state, side, name) for name in game.overlays for side in ("us", None)]
    found += [_asked(game.about_unit, state, side, name) for name in ("1/23", "J1812", "309A") for side in ("us", None)]
    return [*found, *extras(state, seed, ("us", None))]
