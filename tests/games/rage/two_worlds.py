"""Two worlds with the same public past and different secrets, played on side by side: everything the U.S. player or a spectator
can see, hear or ask must be the same in both, token by token, until something comes out that the rules themselves disclose.

One world leads (`Line`): it is played by a walker, and what the U.S. side perceives is kept, action by action. The other worlds
(`follow`) begin with another secret map (`PERMUTATIONS`), have the same dice, repeat the public choices and make private ones of
their own: they sneak or do not, take their hidden losses in another order, pick firers one by one in another order.
"""

from __future__ import annotations

import json
import marshal
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import beachhead as bh
from beachhead import history
from beachhead.engine.action import UNIT, Action, pack, unpack, verb_of
from beachhead.engine.chance.dice import PUBLIC, Dice
from beachhead.engine.event import Event
from beachhead.games.rage.state import LOST_UNSEEN, JapaneseMove, RageState
from beachhead.games.rage.verbs import ACCEPT, ASSAULT, BANZAI, BOMBARD, DONE, HIDE, MOVE, RANK, SNEAK, STOP
from beachhead.testing.walks import bent_action

from ..worlds import Leak, Tally
from .walker import choose, played

DISCLOSURES = frozenset({"revealed", "cave shown", "caves", "searched", "marines", "charge", "banzai", "overstacked", "end"})
"""Kinds of event by which the rules themselves tell something: 3-status-change-c, 9.2, 10.5-b, 11.1.1-b, 16-2, 17.2-3-c, 22.1.2,
the charge of 22.3.1, a full area (R61), the end. After `marines` a unit that is missing is told to be dead."""
ESSENCE = {
    "revealed": ("unit", "area", "steps", "fired"),
    "caves": ("area", "found", "caves"),
    "cave shown": ("area",),
    "charge": ("area", "bonus"),
}
"""What such an event may tell: where this is the same, the whole event must be."""
Told = tuple[str, bytes]
"""An event as it is heard: its kind, and every byte of it."""
LOOKERS: tuple[str | None, ...] = ("us", None)


@dataclass(slots=True)
class Heard:
    """What one public action brought to the ears and eyes of the U.S. side."""

    code: int
    events: list[Told]
    spectator: list[Told]
    token: bytes
    extras: bytes
    sample: str
    """Now and then: the fingerprint of a sample for the U.S. side."""
    memory: int
    draws: int
    final: bool
    """Whether its player may not take it back alone."""
    step: str


# ---------------------------------------------------------------------- what the U.S. side perceives


def frozen(value: Any) -> bytes:
    """Every byte of plain data, its order too; much faster than JSON."""
    return marshal.dumps(value, 0)


def token(state: RageState, looker: str | None = "us") -> bytes:
    """What it sees now: the view, with who is asked what, and everything offered if it is the U.S. player who is asked."""
    return frozen([state.view(looker), list(state.choices()) if state.side == "us" else []])


def extras(state: RageState, seed: int) -> bytes:
    """What it may ask besides: odds, refusals, previews, what units can do, overlays. A few of each, another few each time."""
    game, ruleset = state.ruleset.game, state.ruleset
    draws, found = Dice(seed.to_bytes(16, "big")), list[Any]()
    side = LOOKERS[draws.below(2)]
    ask = draws.below(12)
    if ask < 4:
        found.append(_asked(game.about_unit, state, side, ruleset.units[draws.below(len(ruleset.units))].id))
    elif ask < 6 and game.overlays:
        found.append(_asked(game.overlay, state, side, list(game.overlays)[draws.below(len(game.overlays))]))
    elif ask < 7:
        found.append(_asked(game.facts, state, "us"))
    elif ask < 9:
        found.append(token(state, None))
    if state.side != "us":
        return frozen(found)
    codes = state.choices()
    code = codes[draws.below(len(codes))]
    found.append(_asked(game.preview, state, Action(code, ruleset)))
    found.append(repr(state.why_not(Action(bent_action(ruleset, code, draws), ruleset))))
    if draws.below(6) == 0:
        found.append(repr(state.odds(Action(codes[draws.below(len(codes))], ruleset))))
    return frozen(found)


def _asked(question: Callable[..., Any], *about: Any) -> str:
    try:
        return json.dumps(question(*about), default=str)
    except Exception as error:  # a question that fails must fail alike
        return f"{type(error).__name__}: {error}"


def heard_by(events: Sequence[Event], side: str | None) -> list[Told]:
    """The events that side hears, with every byte of them."""
    return [(event.kind, frozen(event.plain())) for event in events if event.visible_to(side)]


# ---------------------------------------------------------------------- private choices


def is_private(state: RageState, code: int) -> bool:
    """Whether this choice of the Japanese player is one that the U.S. side must not notice at all."""
    verb, _, area, _ = unpack(code)
    step = state.step.name
    if step == "jp move":
        if verb == SNEAK:
            return state.top(JapaneseMove).entered == 0 and not state.control[area] and not state.has_us(area)
        return verb == STOP and bool(state.concealed[state.top(JapaneseMove).mover]) and state.top(JapaneseMove).entered < 2
    if step in ("jp bombard", "jp assault"):
        return verb in (BOMBARD, ASSAULT, BANZAI)
    return step == "losses" and verb in (RANK, ACCEPT)


def privately(state: RageState, rng: random.Random, ahead: Sequence[int], wanted: dict[int, int] | None) -> None:
    """Choices of a following world that nobody else may notice, before its next public one (the first of `ahead`).

    `wanted` are the targets that the leading world has announced: to be named here too, in whatever order.
    """
    step = state.step.name
    if step == "losses":
        while not any(verb_of(code) == DONE for code in state.choices()):
            unseen(state, [code for code in state.choices() if is_private(state, code)], rng)
    elif step == "jp move":
        reserved = 0
        for code in ahead:
            verb = verb_of(code)
            if verb == DONE:
                break
            reserved += verb in (MOVE, HIDE, SNEAK)
        while state.top(JapaneseMove).mover < 0 and state.moves > reserved and rng.random() < 0.5:
            options = [code for code in state.choices() if is_private(state, code)]
            if not options:
                break
            unseen(state, options, rng)
            if state.top(JapaneseMove).mover >= 0:
                unseen(state, [code for code in state.choices() if verb_of(code) == STOP], rng)
    elif wanted:
        names = list(wanted)
        rng.shuffle(names)
        for unit in names:
            options = [c for c in state.choices() if is_private(state, c) and unpack(c)[1] == unit]
            options = [c for c in options if verb_of(c) == ASSAULT or unpack(c)[2] == wanted[unit]]
            if options:
                unseen(state, options, rng)


def unseen(state: RageState, options: Sequence[int], rng: random.Random) -> None:
    """Carry out one of these; the U.S. side must not notice."""
    code = options[rng.randrange(len(options))]
    before, draws, memory, events = token(state), state.dice.counts.get(PUBLIC, 0), len(state.memory), list[Event]()
    state.apply(code, events)
    what = f"the private choice {state.ruleset.text(code)!r}"
    for side in LOOKERS:
        if heard := heard_by(events, side):
            raise Leak(f"{side} hears of {what}: {heard}")
    if state.over:
        return
    if token(state) != before:
        raise Leak(f"{what} changes what the U.S. side sees: {difference(before, token(state))}")
    if state.dice.counts.get(PUBLIC, 0) != draws:
        raise Leak(f"{what} draws from the dice that everybody sees")
    if len(state.memory) != memory:
        raise Leak(f"{what} is kept among the public facts")


def try_all_unseen(state: RageState, most: int, rng: random.Random) -> int:
    """Every private choice of this moment, or some of them, each on a copy: nobody may notice any. How many were tried."""
    options = [code for code in state.choices() if is_private(state, code)]
    rng.shuffle(options)
    for code in options[:most]:
        after = state.copy()
        unseen(after, [code], rng)
        if not after.over and after.decision.step == "jp move" and after.top(JapaneseMove).mover >= 0:
            unseen(after, [code for code in after.choices() if verb_of(code) == STOP], rng)
    return min(most, len(options))


# ---------------------------------------------------------------------- the leading world


class Line:
    """A stretch of a game as the U.S. side perceives it."""

    def __init__(self, start: RageState, actions: int, seed: int, reveal: float = 0.05) -> None:
        self.start = start.copy()
        self.seed = seed
        self.first = token(start)
        self.heard: list[Heard] = []
        self.wanted: list[dict[int, int] | None] = []
        """For each action that closes a naming: units and targets as announced."""
        rng = random.Random(f"line {seed}")
        state = start.copy()
        while len(self.heard) < actions and not state.over:
            code = choose(state, state.choices(), rng, reveal)
            if is_private(state, code):
                unseen(state, [code], rng)
                continue
            naming = state.step.name in ("jp bombard", "jp assault")
            named = {u: state.aim[u] for u in state.ruleset.japanese if state.aim[u] >= 0} if naming else None
            self.wanted.append(named if verb_of(code) == DONE else None)
            self.heard.append(listen(state, code, seed + len(self.heard)))

    def codes(self) -> list[int]:
        """The public actions."""
        return [heard.code for heard in self.heard]


def listen(state: RageState, code: int, seed: int) -> Heard:
    """Carry out a public action and keep what the U.S. side perceives."""
    before, step, events = state.copy(), state.decision.step, list[Event]()
    state.apply(code, events)
    return Heard(
        code,
        heard_by(events, "us"),
        heard_by(events, None),
        token(state),
        b"" if state.over else extras(state, seed),
        "" if state.over or seed % 6 else state.sample("us", seed).digest(),
        hash(tuple(state.memory)),
        state.dice.counts.get(PUBLIC, 0),
        history.blocks_undo(before, state, events),
        step,
    )


# ---------------------------------------------------------------------- following worlds


def follow(line: Line, world: RageState, seed: int, strict: bool = False) -> Tally:
    """Play another world along the line; raises `Leak` if the U.S. side could tell the two apart too early.

    With `strict`, no disclosure is accepted either: for worlds that differ in nothing that could ever be told.
    """
    rng = random.Random(f"follow {seed}")
    state = world.copy()
    state.dice = line.start.dice.copy()
    state.forget_choices()
    tally = Tally(worlds=1)
    if token(state) != line.first:
        raise Leak(f"before anything happens: {difference(line.first, token(state))}")
    codes = line.codes()
    for number, (ours, named) in enumerate(zip(line.heard, line.wanted, strict=True)):
        if state.side == "jp":
            if not strict:
                privately(state, rng, codes[number:], named)
            if ours.code not in state.choices():
                # The leading world fires, charges or shows something that is not there in this one.
                kind = ours.events[0][0] if ours.events else "window"
                if not any(kind in DISCLOSURES for kind, _ in ours.events):
                    raise Leak(
                        f"{state.ruleset.text(ours.code)!r} is public, discloses nothing, and is possible in one world only"
                    )
                tally.disclosed[kind] = tally.disclosed.get(kind, 0) + 1
                return tally
        theirs = listen(state, ours.code, line_seed(line, number))
        tally.tokens += 2 + len(theirs.events) + len(theirs.spectator)
        if kind := compare(state, ours, theirs, strict):
            tally.disclosed[kind] = tally.disclosed.get(kind, 0) + 1
            return tally
    tally.to_the_end += 1
    return tally


def line_seed(line: Line, number: int) -> int:
    """What extras are asked for after an action: the same in all worlds."""
    return line.seed + number


def compare(state: RageState, ours: Heard, theirs: Heard, strict: bool = False) -> str:
    """Empty if both worlds are alike; the kind of event by which a rule told them apart; or a leak."""
    when = f"after {state.ruleset.text(ours.code)!r} in step {ours.step!r}"
    for mine, other in ((ours.events, theirs.events), (ours.spectator, theirs.spectator)):
        if mine == other:
            continue
        spot = next(
            (n for n, pair in enumerate(zip(mine, other, strict=False)) if pair[0] != pair[1]), min(len(mine), len(other))
        )
        here = [events[spot] for events in (mine, other) if spot < len(events)]
        if not strict and (kind := disclosure(here, mine[:spot])):
            return kind
        shown = [str(marshal.loads(event[1])) for event in here]
        raise Leak(f"{when}, one world says {shown[0]}, the other {shown[-1] if len(shown) > 1 else 'nothing'}")
    if ours.token != theirs.token:
        raise Leak(f"{when}: {difference(ours.token, theirs.token)}")
    if ours.extras != theirs.extras:
        raise Leak(f"{when}, asked for more: {difference(ours.extras, theirs.extras)}")
    if ours.sample != theirs.sample:
        raise Leak(f"{when}, a sample for the U.S. side tells them apart")
    if ours.draws != theirs.draws:
        raise Leak(f"{when}, the common dice have been drawn from {ours.draws} and {theirs.draws} times")
    if ours.final != theirs.final:
        raise Leak(f"{when}, undo is offered in one world only")
    if ours.memory != theirs.memory:
        raise Leak(f"{when}, what is kept as public knowledge differs")
    return ""


def disclosure(here: Sequence[Told], before: Sequence[Told]) -> str:
    """The kind of disclosure by which a rule tells two worlds apart; empty if there is none."""
    if len(here) == 2 and here[0][0] == here[1][0] and here[0][0] in ESSENCE:
        kind = here[0][0]
        essences = [[marshal.loads(event[1])["data"].get(key) for key in ESSENCE[kind]] for event in here]
        return kind if essences[0] != essences[1] else ""
    for kind, _ in here:
        if kind in DISCLOSURES:
            return kind
        if kind == "eliminated" and any(earlier == "marines" for earlier, _ in before):
            return "marines"
    return ""


def difference(ours: bytes, theirs: bytes) -> str:
    """Where two tokens differ, in words."""
    found: list[str] = []
    _differ(marshal.loads(ours), marshal.loads(theirs), "", found)
    return "; ".join(found[:4]) or "the order of keys differs"


def _differ(one: Any, two: Any, where: str, found: list[str]) -> None:
    if type(one) is not type(two) or not isinstance(one, dict | list):
        if one != two:
            found.append(f"{where}: {one!r} / {two!r}"[:300])
    elif isinstance(one, dict):
        for key in [*one, *(key for key in two if key not in one)]:
            if key not in one or key not in two:
                found.append(f"{where}.{key}: only in one of them")
            else:
                _differ(one[key], two[key], f"{where}.{key}", found)
    elif len(one) != len(two):
        found.append(f"{where}: {one!r} / {two!r}"[:300])
    else:
        for number, (a, b) in enumerate(zip(one, two, strict=True)):
            _differ(a, b, f"{where}[{number}]", found)


# ---------------------------------------------------------------------- other secrets


def quiet_areas(state: RageState) -> list[int]:
    """Areas where something Concealed may be, as far as the U.S. player can tell."""
    return [area for area in state.ruleset.all_areas if not state.control[area] and not state.has_us(area)]


def movable(state: RageState) -> list[int]:
    """Concealed units on the map that stand where others could stand instead."""
    quiet = quiet_areas(state)
    return [unit for unit in state.ruleset.japanese if state.concealed[unit] and state.where[unit] in quiet]


def swap_garrisons(state: RageState, rng: random.Random) -> None:
    """The Concealed units of two areas change places."""
    areas = quiet_areas(state)
    if len(areas) < 2:
        return
    held = [area for area in areas if state.concealed_in(area)]
    one = rng.choice(held) if held else areas[0]
    two = rng.choice([area for area in areas if area != one])
    moves = {one: two, two: one}
    hidden = [unit for unit in movable(state) if state.where[unit] in moves]
    for unit in hidden:
        state.where[unit] = moves[state.where[unit]]
    if any(len(state.jp_in(area)) > 10 for area in moves):
        for unit in hidden:
            state.where[unit] = moves[state.where[unit]]


def kill_unseen(state: RageState, rng: random.Random) -> None:
    """Some are dead, and nobody knows."""
    units = movable(state)
    rng.shuffle(units)
    for unit in units[: rng.randint(1, 3)]:
        if sum(state.where[other] >= 0 for other in state.ruleset.japanese) > 1:
            state.where[unit], state.steps[unit], state.aim[unit] = LOST_UNSEEN, 0, -1


def raise_dead(state: RageState, rng: random.Random) -> None:
    """Some that are dead unseen are alive instead."""
    areas = quiet_areas(state)
    for unit in state.ruleset.japanese:
        if state.where[unit] == LOST_UNSEEN and areas and rng.random() < 0.7:
            area = rng.choice(areas)
            if len(state.jp_in(area)) < 10:
                state.where[unit], state.steps[unit] = area, state.ruleset.full[unit]


def weaken(state: RageState, rng: random.Random) -> None:
    """Some have lost a step, or have it still."""
    for unit in movable(state):
        if rng.random() < 0.4:
            state.steps[unit] = rng.randint(1, state.ruleset.full[unit])


def turn_sideways(state: RageState, rng: random.Random) -> None:
    """Some have fired, some have not."""
    for unit in movable(state):
        if rng.random() < 0.4:
            state.fired[unit] ^= 1


def permute_letters(state: RageState, rng: random.Random) -> None:
    """Counters that look the same carry other letters."""
    names = [unit.printed for unit in state.ruleset.units]
    for name in dict.fromkeys(names[unit] for unit in state.ruleset.japanese):
        units = [unit for unit in state.ruleset.japanese if names[unit] == name and state.concealed[unit]]
        order = units.copy()
        rng.shuffle(order)
        for row in (state.where, state.steps, state.fired, state.moved, state.aim):
            values = [row[unit] for unit in order]
            for unit, value in zip(units, values, strict=True):
                row[unit] = value


def move_caves(state: RageState, rng: random.Random) -> None:
    """Caves that nobody has looked for are elsewhere."""
    most = state.ruleset.components.setup_limits.caves_per_area
    unknown = [area for area in state.ruleset.all_areas if not state.cave_checked[area]]
    rooms = [area for area in unknown for _ in range(most - state.caves_found[area])]
    count = sum(state.caves[area] for area in unknown)
    rng.shuffle(rooms)
    for area in unknown:
        state.caves[area] = 0
    for area in rooms[:count]:
        state.caves[area] += 1


def gather(state: RageState, rng: random.Random) -> None:
    """A crowd in one area: as many Concealed units as there is room for."""
    areas = quiet_areas(state)
    if areas:
        area = rng.choice(areas)
        for unit in movable(state):
            if len(state.jp_in(area)) < 10:
                state.where[unit] = area


def empty_area(state: RageState, rng: random.Random) -> None:
    """An area is left by its whole hidden garrison."""
    held = [area for area in quiet_areas(state) if state.concealed_in(area)]
    if held:
        left = rng.choice(held)
        for unit in state.concealed_in(left):
            areas = [area for area in quiet_areas(state) if area != left and len(state.jp_in(area)) < 10]
            if areas:
                state.where[unit] = rng.choice(areas)


PERMUTATIONS: tuple[Callable[[RageState, random.Random], None], ...] = (
    swap_garrisons,
    kill_unseen,
    raise_dead,
    weaken,
    turn_sideways,
    permute_letters,
    move_caves,
    gather,
    empty_area,
)


def other_world(state: RageState, seed: int) -> RageState:
    """The same game, with the same dice, and another secret map: made by some of the permutations, or by the game's own sampler.

    Every other world keeps what the end of turn 1 and the naming of targets would soon disclose, so that it lasts longer.
    """
    rng = random.Random(f"world {seed}")
    if seed % 5 == 4:
        world = state.sample("us", seed)
    else:
        world = state.copy()
        if not world.named or world.step.name in ("jp move", "losses"):
            # In the middle of private picks: as if nothing had been picked yet.
            world = state.sample("us", seed)
        first = PERMUTATIONS[seed % len(PERMUTATIONS)]
        first(world, rng)
        for permutation in PERMUTATIONS:
            if rng.random() < 0.12:
                permutation(world, rng)
    if world.step.name == "jp move":
        # Nobody has moved unseen yet, so that whatever is to be done in view can be done here as well.
        world.moves = world.ruleset.components.moves[world.die] - world.top(JapaneseMove).seen
        world.moved = bytearray(mark if mark == 1 else 0 for mark in world.moved)
    if seed % 2:
        keep_marines(state, world)
    if seed % 3:
        world.caves = state.caves.copy()
    world.dice = state.dice.copy()
    world.forget_choices()
    return world


def keep_marines(state: RageState, world: RageState) -> None:
    """Red units are as they are in truth: the end of turn 1 will tell nothing about them."""
    for unit in state.ruleset.japanese:
        if state.ruleset.is_red[unit] and len(world.jp_in(state.where[unit])) < 10:
            for row in ("where", "steps", "fired"):
                getattr(world, row)[unit] = getattr(state, row)[unit]


# ---------------------------------------------------------------------- whole trials


def opening(seed: int) -> RageState:
    """A game after the secret set-up: every third one by the prepared plan, the others scattered."""
    state = bh.game("rage").new("campaign", seed=seed)
    assert isinstance(state, RageState)
    state.apply("plan default" if seed % 3 == 0 else "plan random")
    state.apply("done")
    return state


def reach(seed: int, wanted: Callable[[RageState], bool], reveal: float = 0.1, most: int = 700) -> RageState | None:
    """The first moment of a game that is as wanted."""
    state, rng = opening(seed), random.Random(f"reach {seed}")
    for _ in range(most):
        if wanted(state):
            return state
        state = played(state, 1, rng, reveal)
    return None


def trial(seed: int, worlds: int, actions: int = 60) -> Tally:
    """One line from some moment of a game, and other worlds along it."""
    start = (0, 25, 60, 110, 180, 280)[seed % 6]
    rng = random.Random(f"trial {seed}")
    state = played(opening(seed), start + rng.randrange(12), rng, 0.1)
    line = Line(state, actions, seed)
    tally = Tally()
    for number in range(worlds):
        tally += follow(line, other_world(state, seed * 1000 + number), number)
    return tally


def letters(seed: int, actions: int = 150) -> int:
    """Counters that look alike exchange their letters while they are out of sight, and nothing else: nothing may ever differ.

    The other world does the very same with the counter that stands in the same place. Answers how many tokens were compared.
    """
    rng = random.Random(f"letters {seed}")
    state = opening(seed)
    other = state.copy()
    permute_letters(other, rng)
    other.forget_choices()
    for number in range(actions):
        if state.over:
            return number
        code = choose(state, state.choices(), rng, 0.3)
        verb, *arguments = unpack(code)
        if state.ruleset.verbs[verb].kinds[:1] == (UNIT,):
            arguments[0] = _twin(state, other, arguments[0])
        kinds = state.ruleset.verbs[verb].kinds
        mirrored = pack(verb, *arguments[: len(kinds)])
        ours, theirs = listen(state, code, seed + number), listen(other, mirrored, seed + number)
        compare(state, ours, theirs, strict=True)
    return actions


def _twin(state: RageState, other: RageState, unit: int) -> int:
    """The counter of the other world that looks like this one and has fared like it."""
    if not state.concealed[unit]:
        return unit
    looks = state.ruleset.units[unit].printed

    def fared(world: RageState, which: int) -> tuple[int, ...]:
        return (world.where[which], world.steps[which], world.fired[which], world.moved[which], world.aim[which])

    alike = [u for u in state.ruleset.japanese if other.concealed[u] and state.ruleset.units[u].printed == looks]
    return next(u for u in alike if fared(other, u) == fared(state, unit) and (u not in other.row) == (unit not in state.row))
