"""Leaks planted on purpose, one at a time: the two-world test must notice each of them.

They are the careless engines that the rules of this game invite. A world is chosen for each, because a leak shows only where the
secret in question differs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pytest

from beachhead import history
from beachhead.engine.action import SPACE, unpack, verb_of
from beachhead.engine.event import Event
from beachhead.engine.refusal import Refusal
from beachhead.engine.secrecy import Secret, Shown
from beachhead.games.rage import movement
from beachhead.games.rage.combat import bombardment
from beachhead.games.rage.combat.bombardment import Bombard, JapaneseBombard, Losses
from beachhead.games.rage.combat.charges import Charge
from beachhead.games.rage.combat.defensive_fire import Entered, Entry
from beachhead.games.rage.concealment import reveal
from beachhead.games.rage.movement import JapaneseMovement, Movement
from beachhead.games.rage.phases import JP_MOVEMENT, JP_RESET
from beachhead.games.rage.state import LOST_UNSEEN, NOBODY, JapaneseMove, Move, RageState
from beachhead.games.rage.table import previews, units
from beachhead.games.rage.table.view import MAP_SECRET, known_of
from beachhead.games.rage.turn import end_phase, sequence
from beachhead.games.rage.verbs import DONE, SNEAK
from beachhead.games.rage.windows import DiceWindow, PhaseWindow, TargetsWindow
from beachhead.testing import LawBroken, keeps_secrets

from ..worlds import Leak
from . import two_worlds
from .two_worlds import (
    Line,
    compare,
    follow,
    gather,
    kill_unseen,
    letters,
    listen,
    move_caves,
    opening,
    reach,
    swap_garrisons,
)

pytestmark = pytest.mark.plain
Patch = pytest.MonkeyPatch
Permutation = Callable[[RageState, random.Random], None]


# ---------------------------------------------------------------------- worlds for a purpose


def kill(which: Callable[[RageState, int], bool]) -> Permutation:
    """All Concealed units of a kind are dead unseen."""

    def permutation(state: RageState, rng: random.Random) -> None:
        del rng
        for unit in state.ruleset.japanese:
            if state.concealed[unit] and which(state, unit):
                state.where[unit], state.steps[unit], state.aim[unit] = LOST_UNSEEN, 0, -1

    return permutation


kill_all = kill(lambda _state, _unit: True)
kill_guns = kill(lambda state, unit: state.ruleset.is_gun[unit])
kill_movers = kill(lambda state, unit: state.ruleset.mp[unit][1] > 1)
kill_hq = kill(lambda state, unit: unit == state.ruleset.hq)


def living(state: RageState) -> bool:
    """Whether anything Concealed is alive: what nobody but Japan may know."""
    return any(state.concealed[unit] and state.where[unit] >= 0 for unit in state.ruleset.japanese)


def step_is(*steps: str, turn: int = 1) -> Callable[[RageState], bool]:
    """A moment of one of these kinds of decision, from that turn on."""
    return lambda state: state.turn >= turn and state.decision.step in steps


def phase_window(phase: int) -> Callable[[RageState], bool]:
    """The window at the start of a phase, before anything of Japan has been shown that could act."""

    def wanted(state: RageState) -> bool:
        idle = not any(state.where[unit] >= 0 and not state.concealed[unit] for unit in state.ruleset.japanese)
        return state.phase == phase and state.decision.step == "window" and idle

    return wanted


# ---------------------------------------------------------------------- the plants: windows


def only_if(patch: Patch, step: type[Any], there: Callable[[RageState], bool], close: Callable[[Any, RageState], None]) -> None:
    """The window is left out unless there is something behind it."""
    honest = step.settle

    def settle(self: Any, state: RageState) -> bool:
        if not there(state):
            close(self, state)
            return False
        return bool(honest(self, state))

    patch.setattr(step, "settle", settle)


def popped(_self: Any, state: RageState) -> None:
    state.stack.pop()


def entry_window(patch: Patch) -> None:
    """The entry window opens only if a Japanese unit is there."""
    only_if(patch, Entry, lambda state: bool(state.jp_in(state.where[state.top(Entered).mover])), popped)


def phase_start_window(patch: Patch) -> None:
    """The window at the start of a phase opens only while something Concealed lives."""
    only_if(patch, PhaseWindow, living, popped)


def window_after_naming(patch: Patch) -> None:
    """The window after the naming opens only while something Concealed lives."""
    only_if(patch, TargetsWindow, living, popped)


def window_after_dice(patch: Patch) -> None:
    """The window after the dice opens only if something Concealed is in the target."""
    only_if(patch, DiceWindow, lambda state: bool(state.concealed_in(state.area)), popped)


def loss_window(patch: Patch) -> None:
    """Hidden losses are asked for only if somebody is there to lose."""

    def close(_self: Any, state: RageState) -> None:
        state.damage = 0
        state.stack.pop()

    only_if(patch, Losses, lambda state: bool(state.concealed_in(state.area)), close)


def bombardment_skipped(patch: Patch) -> None:
    """Japan is not asked to bombard if it has no gun ready."""

    def guns(state: RageState) -> bool:
        return any(state.where[unit] >= 0 and not state.fired[unit] for unit in state.ruleset.japanese_guns)

    only_if(patch, JapaneseBombard, guns, lambda step, state: step.take_done(state))


def charge_window(patch: Patch) -> None:
    """A Banzai Charge is offered only while the HQ lives."""
    only_if(patch, Charge, lambda state: state.where[state.ruleset.hq] >= 0, popped)


def movement_ends_itself(patch: Patch) -> None:
    """The movement phase ends by itself when nobody can move."""

    def able(state: RageState) -> bool:
        goes = [state.ruleset.verbs[verb_of(code)].kinds[1:] == (SPACE,) for code in step.choices(state)]
        return state.top(JapaneseMove).mover != NOBODY or any(goes)

    step = JapaneseMovement()
    only_if(patch, JapaneseMovement, able, lambda step, state: step.take_done(state))


def fog_of_the_living(patch: Patch) -> None:
    """Whether anything may be Concealed is judged by what is."""
    patch.setattr(RageState, "fog", living)


# ---------------------------------------------------------------------- the plants: reports


def told(patch: Patch, kind: str) -> None:
    """A report that is for Japan alone goes to everybody."""
    honest = RageState.happened

    def happened(self: RageState, what: str, case: str, text: str, data: Any, seen_by: tuple[str, ...] | None = None) -> None:
        honest(self, what, case, text, data, None if what == kind else seen_by)

    patch.setattr(RageState, "happened", happened)


def unseen_move_told(patch: Patch) -> None:
    """Each unseen move is reported."""
    told(patch, "sneaked")


def something_moves(patch: Patch) -> None:
    """It is reported that something moves, not what."""
    honest = JapaneseMovement.go

    def go(self: JapaneseMovement, state: RageState, unit: int, area: int, unseen: bool) -> None:
        if unseen:
            state.tell("rumour", "17", "Something moves")
        honest(self, state, unit, area, unseen)

    patch.setattr(JapaneseMovement, "go", go)


def secret_loss_told(patch: Patch) -> None:
    """It is reported that a Concealed unit was hit."""
    told(patch, "secret loss")


def overstack_told(patch: Patch) -> None:
    """The removal of a Concealed unit that was one too many is reported."""
    told(patch, "overstacked")


def wasted_damage_told(patch: Patch) -> None:
    """What was left of the damage after the hidden losses is told."""
    honest = Losses.take

    def take(self: Losses, state: RageState, code: int) -> None:
        steps = sum(state.steps[unit] for unit in state.concealed_in(state.area))
        if verb_of(code) == DONE:
            state.tell("wasted", "9.3.3-5", f"{max(0, state.damage - steps)} points were wasted")
        honest(self, state, code)

    patch.setattr(Losses, "take", take)


def running_number(patch: Patch) -> None:
    """All reports of an action are numbered, secret ones too."""
    honest = RageState.happened

    def happened(self: RageState, what: str, case: str, text: str, data: Any, seen_by: tuple[str, ...] | None = None) -> None:
        honest(self, what, case, text, data | {"number": 0 if self.sink is None else len(self.sink)}, seen_by)

    patch.setattr(RageState, "happened", happened)


def reset_counted(patch: Patch) -> None:
    """The Reset tells how many units were turned."""
    honest = sequence.OPENINGS[JP_RESET]

    def reset(state: RageState) -> None:
        count = sum(state.fired[unit] for unit in state.ruleset.japanese)
        state.tell("reset", "15", f"{count} units are turned upright")
        honest(state)

    patch.setitem(sequence.OPENINGS, JP_RESET, reset)


# ---------------------------------------------------------------------- the plants: options, questions, views, dice


def mover_stopped(patch: Patch) -> None:
    """A U.S. unit is stopped by what it cannot see."""
    honest = Movement.settle

    def settle(self: Movement, state: RageState) -> bool:
        mover = state.top(Move).mover
        if mover != NOBODY and state.top(Move).arrived and state.where[mover] >= 0 and state.jp_in(state.where[mover]):
            self.finish(state, mover)
            return False
        return honest(self, state)

    patch.setattr(Movement, "settle", settle)


def caves_in_preview(patch: Patch) -> None:
    """The preview of a bombardment knows the Caves before they are shown."""
    patch.setattr(
        previews, "preview", lambda state, action: {"minus": state.caves[unpack(action.code)[2]], "all": sum(state.caves[:9])}
    )


def offers_by_caves(patch: Patch) -> None:
    """Targets are offered in an order that knows the Caves."""
    honest = Bombard.choices

    def choices(self: Bombard, state: RageState) -> Sequence[int]:
        return sorted(honest(self, state), key=lambda code: state.caves[unpack(code)[2] % len(state.caves)])

    patch.setattr(Bombard, "choices", choices)


def refusal_that_knows(patch: Patch) -> None:
    """The reason why a landing is refused speaks of what is hidden there."""
    honest = movement.why_no_landing

    def why(state: RageState, unit: int, area: int) -> Refusal:
        given = honest(state, unit, area)
        return Refusal(given.case, f"{given.reason}, and {len(state.concealed_in(area))} units lie in wait", given.units)

    patch.setattr(movement, "why_no_landing", why)


def prompt_that_knows(patch: Patch) -> None:
    """The text that everybody reads while Japan decides differs for an empty window."""
    honest = Entry.prompt

    def prompt(self: Entry, state: RageState) -> str:
        empty = not state.jp_in(state.where[state.top(Entered).mover])
        return "Nobody is there." if empty else honest(self, state)

    patch.setattr(Entry, "prompt", prompt)


def tool_tip_that_knows(patch: Patch) -> None:
    """What a unit may do tells how many are hidden around."""
    patch.setattr(
        units, "about_unit", lambda state, _side, _unit: {"near": [len(state.jp_in(a)) for a in state.ruleset.all_areas]}
    )


def undo_if_nothing_happened(patch: Patch) -> None:
    """A U.S. move can be taken back if nobody was there."""
    honest = history.blocks_undo

    def blocks_undo(before: RageState, after: RageState, events: list[Event]) -> bool:
        if after.decision.step == "entry":
            return bool(after.jp_in(after.where[after.top(Entered).mover]))
        return honest(before, after, events)

    patch.setattr(history, "blocks_undo", blocks_undo)


def shown(patch: Patch, *items: Shown[RageState]) -> None:
    """The view has these items, in place of those of the same name or besides."""
    ruleset = opening(0).ruleset
    names = {item.name: item for item in items}
    old = [names.pop(item.name, item) for item in ruleset.shown]
    patch.setattr(ruleset, "shown", (*old, *names.values()))


def digest_shown(patch: Patch) -> None:
    """The digest of the state is part of what everybody sees."""
    shown(patch, Shown("digest", lambda state: state.digest()))


def moves_left_shown(patch: Patch) -> None:
    """How many units may still move is shown."""
    shown(patch, Shown("moves left", lambda state: state.moves))


def living_counted(patch: Patch) -> None:
    """What is publicly known counts only the hidden units that live."""
    shown(patch, Shown("known", lambda state: known_of(state) | {"unseen": sum(map(int, _alive(state)))}))


def _alive(state: RageState) -> list[bool]:
    return [bool(state.concealed[unit]) and state.where[unit] >= 0 for unit in state.ruleset.japanese]


def spectator_sees_all(patch: Patch) -> None:
    """A spectator sees the secret map."""

    def open_to(state: RageState, side: str | None, unit: Any) -> bool:
        return side is None or MAP_SECRET.open_to(state, side, unit)

    secret = Secret("map", open_to, MAP_SECRET.resample, MAP_SECRET.veil)
    item = next(item for item in opening(0).ruleset.shown if item.name == "units")
    shown(patch, Shown("units", item.show, secret, each=True))


def common_dice(patch: Patch) -> None:
    """The order of hidden losses is drawn from the dice that everybody sees."""
    honest = Losses.take

    def take(self: Losses, state: RageState, code: int) -> None:
        for _ in state.concealed_in(state.area):
            state.dice.roll()
        honest(self, state, code)

    patch.setattr(Losses, "take", take)


# ---------------------------------------------------------------------- noticing


@dataclass(frozen=True)
class Where:
    """From which moments a plant is looked for, in which worlds, for how many actions."""

    start: Callable[[RageState], bool]
    worlds: tuple[Permutation, ...]
    actions: int = 14


ANY = (swap_garrisons, gather, kill_unseen)
PLANTS: dict[Callable[[Patch], None], Where] = {
    entry_window: Where(step_is("move"), (gather, swap_garrisons)),
    phase_start_window: Where(step_is("move", turn=2), (kill_all,), 60),
    window_after_naming: Where(step_is("bombard", turn=2), (kill_all,), 20),
    window_after_dice: Where(step_is("bombard"), (gather,), 30),
    loss_window: Where(step_is("bombard"), (gather, kill_all), 40),
    bombardment_skipped: Where(phase_window(JP_RESET), (kill_guns,), 10),
    charge_window: Where(step_is("jp assault", turn=2), (kill_hq,), 12),
    movement_ends_itself: Where(phase_window(JP_MOVEMENT), (kill_movers,), 6),
    fog_of_the_living: Where(step_is("bombard", turn=3), (kill_all,), 40),
    unseen_move_told: Where(step_is("jp move"), ANY),
    something_moves: Where(step_is("jp move"), ANY),
    secret_loss_told: Where(step_is("bombard"), ANY, 40),
    wasted_damage_told: Where(step_is("bombard"), ANY, 40),
    running_number: Where(step_is("bombard"), ANY, 40),
    reset_counted: Where(step_is("window", "move"), (two_worlds.turn_sideways,), 40),
    mover_stopped: Where(step_is("move"), (gather, swap_garrisons), 30),
    caves_in_preview: Where(step_is("bombard"), (move_caves,)),
    offers_by_caves: Where(step_is("bombard"), (move_caves,)),
    refusal_that_knows: Where(step_is("move"), (gather, swap_garrisons), 20),
    prompt_that_knows: Where(step_is("move"), (gather, swap_garrisons)),
    tool_tip_that_knows: Where(step_is("window", "move"), ANY, 20),
    undo_if_nothing_happened: Where(step_is("move"), (gather, swap_garrisons)),
    digest_shown: Where(step_is("window"), ANY),
    moves_left_shown: Where(step_is("jp move"), ANY),
    living_counted: Where(step_is("window"), (kill_unseen,)),
    spectator_sees_all: Where(step_is("window"), ANY, 20),
    common_dice: Where(step_is("bombard"), ANY, 40),
}


def noticed(where: Where, tries: int = 14) -> str:
    """What the two-world test says; empty if it has noticed nothing."""
    try:
        for seed in range(tries):
            state = reach(seed, where.start, 0.02)
            if state is None:
                continue
            line = Line(state, where.actions, seed, 0.0)
            for number, permutation in enumerate(where.worlds):
                world = state.sample("us", number) if state.decision.step.startswith("jp ") else state.copy()
                permutation(world, random.Random(seed))
                world.forget_choices()
                if any(world.where[unit] >= 0 for unit in world.ruleset.japanese):
                    follow(line, world, number)
    except Leak as leak:
        return str(leak)
    return ""


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_planted_leak_is_noticed(plant: Callable[[Patch], None], monkeypatch: Patch) -> None:
    plant(monkeypatch)
    assert noticed(PLANTS[plant]), f"{plant.__doc__} Nothing was noticed."


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_without_the_plant_all_is_quiet(plant: Callable[[Patch], None]) -> None:
    """The very same worlds, and an honest engine."""
    assert noticed(PLANTS[plant], tries=3) == ""


# ---------------------------------------------------------------------- plants that need a world of their own


def crowded(seed: int) -> tuple[RageState, list[int]] | None:
    """A Japanese Movement Phase with a full area, and unseen moves into it."""
    state = reach(seed, step_is("jp move"), 0.02)
    if state is None:
        return None
    ruleset, quiet = state.ruleset, two_worlds.quiet_areas(state)
    hidden = [unit for unit in ruleset.japanese if state.concealed[unit] and state.where[unit] >= 0]
    slow = [unit for unit in hidden if ruleset.mp[unit][1] < 2]
    fast = [unit for unit in hidden if ruleset.mp[unit][1] > 1 and not ruleset.is_tank[unit]]
    pairs = [(area, near) for area in quiet for near in ruleset.neighbours[area] if near in quiet]
    if not fast or not pairs:
        return None
    full, beside = pairs[seed % len(pairs)]
    for unit in (*slow, *fast[1:]):
        state.where[unit] = full if len(state.jp_in(full)) < 10 else beside
    state.where[fast[0]] = beside
    state.forget_choices()
    options = [code for code in state.choices() if verb_of(code) == SNEAK and unpack(code)[1:3] == (fast[0], full)]
    return (state, options) if options and len(state.jp_in(full)) == 10 else None


def overstacks() -> int:
    """Secret removals of units that were one too many, none of them noticed."""
    found = 0
    for seed in range(30):
        if (case := crowded(seed)) is not None:
            state, options = case
            two_worlds.unseen(state, options[:1], random.Random(seed))
            while state.top(JapaneseMove).mover >= 0:
                two_worlds.unseen(
                    state, [c for c in state.choices() if two_worlds.is_private(state, c)][-1:], random.Random(seed)
                )
            found += 1
            if found == 3:
                break
    return found


def test_secret_overstacking_is_not_told(monkeypatch: Patch) -> None:
    assert overstacks()
    overstack_told(monkeypatch)
    with pytest.raises(Leak):
        overstacks()


def origins() -> int:
    """The same unit runs into the same U.S. units from two different sides: nobody may tell from where it came."""
    tried = 0
    for seed in range(40):
        state = reach(seed, lambda s: s.decision.step == "jp move" and any(map(s.has_us, s.ruleset.all_areas)), 0.02)
        movers = (
            [] if state is None else [u for u in state.ruleset.japanese if state.concealed[u] and state.ruleset.mp[u][-1] == 2]
        )
        if state is None or not movers:
            continue
        quiet = two_worlds.quiet_areas(state)
        goals = [
            a for a in state.ruleset.all_areas if state.has_us(a) and sum(n in quiet for n in state.ruleset.neighbours[a]) > 1
        ]
        if not goals:
            continue
        heard = []
        for start in [area for area in state.ruleset.neighbours[goals[0]] if area in quiet][:2]:
            world = state.copy()
            world.where[movers[0]] = start
            world.forget_choices()
            code = next(c for c in world.choices() if verb_of(c) == SNEAK and unpack(c)[1:3] == (movers[0], goals[0]))
            heard.append(listen(world, code, seed))
        compare(state, heard[0], heard[1], strict=True)
        tried += 1
        if tried == 4:
            break
    return tried


def test_nobody_learns_where_a_unit_came_from(monkeypatch: Patch) -> None:
    assert origins()
    honest = JapaneseMovement.go
    starts: dict[int, int] = {}

    def go(self: JapaneseMovement, state: RageState, unit: int, area: int, unseen: bool) -> None:
        starts[unit] = state.where[unit]
        honest(self, state, unit, area, unseen)

    def chatty(state: RageState, unit: int, case: str) -> int:
        state.tell("trace", case, f"It came from {state.area_name(starts[unit])}")
        return reveal(state, unit, case)

    monkeypatch.setattr(JapaneseMovement, "go", go)
    monkeypatch.setattr(movement, "reveal", chatty)
    with pytest.raises(Leak):
        origins()


def test_letters_that_are_kept_are_noticed(monkeypatch: Patch) -> None:
    """Units are called by the letter they were set up with."""
    ruleset = opening(0).ruleset
    monkeypatch.setattr(ruleset, "alike", tuple((unit,) for unit in range(len(ruleset.units))))
    with pytest.raises(Leak):
        for seed in range(4):
            letters(seed)


def test_reports_in_inner_order_are_noticed(monkeypatch: Patch) -> None:
    """Units that show themselves at the same moment are reported in the order of their numbers."""

    def in_order(state: RageState, units: Sequence[int], case: str) -> list[int]:
        return [reveal(state, unit, case) for unit in sorted(units)]

    monkeypatch.setattr(end_phase, "reveal_all", in_order)
    monkeypatch.setattr(movement, "reveal_all", in_order)
    monkeypatch.setattr(bombardment, "reveal_all", in_order)
    with pytest.raises(Leak):
        for seed in range(4):
            letters(seed)


def test_samples_that_know_who_has_moved_unseen_are_noticed(monkeypatch: Patch) -> None:
    """Samples make up another map, but hold the true marks and moves left: the law of the kit finds them."""
    ruleset, law = opening(0).ruleset, partial(keeps_secrets, first=2, later=200, samples=2, steps=1)

    def kept(change: Callable[[RageState], None], state: RageState) -> None:
        marks, moves = state.moved.copy(), state.moves
        change(state)
        state.moved, state.moves = marks, moves

    def veil(state: RageState, side: str) -> None:
        kept(lambda world: MAP_SECRET.veil(world, side), state)

    def resample(state: RageState, side: str, rng: random.Random) -> None:
        kept(lambda world: MAP_SECRET.resample(world, side, rng), state)

    law(ruleset.game, "campaign", 2)
    monkeypatch.setattr(ruleset, "secrets", (replace(MAP_SECRET, veil=veil, resample=resample), *ruleset.secrets[1:]))
    with pytest.raises(LawBroken, match="but all samples hold the true one"):
        law(ruleset.game, "campaign", 2)
