"""What a state keeps equals what would be made anew: options, fields of fire, control, lines, stacks.

Most of a position stands still from one action to the next, so the rules keep what they have worked out and note what has become
stale. A note that is missing shows only in the middle of a game, as an action that should not be there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import beachhead as bh
from beachhead.boards.hexes import spaces_of
from beachhead.engine.action import Action
from beachhead.games.dday import phases
from beachhead.games.dday.control import communication, faces, fields_of_fire
from beachhead.games.dday.counters import defenders, marines, stacking
from beachhead.games.dday.fire import fire_phase, japanese_artillery, under_fire
from beachhead.games.dday.moves import move_goals, unit_actions
from beachhead.games.dday.state import ACTED, ATTACKED, ENTERED, FOUGHT, DDayState
from beachhead.players import Seat, player
from tests.budget import many

Chooser = Callable[[DDayState], Action]
SCENARIOS = [scenario.id for scenario in bh.game("dday").scenarios]
WITH_SERGEANTS = ("d-day", "drive-to-the-sea", "hot-rocks-partners")
"""Scenarios that sergeants play in an ordinary run: a landing, attacks inland, and partners; they play all in a soak."""
KEPT = ("options", "standing", "moving", "control", "lines", "command", "shown", "japanese", "tables")
MOST = 500
"""Decisions that are compared in a game; a whole D-Day has fewer."""
FEWEST = 20
LOADED = 40
"""Every so many decisions the position is also saved and loaded, which takes long."""


def anew(state: DDayState) -> DDayState:
    """The same position as if it had just been set up."""
    twin = state.copy()
    for name in KEPT:
        setattr(twin, name, None)
    twin.rebuild()
    twin.forget_choices()
    return twin


def ask(state: DDayState) -> dict[str, Any]:
    """Everything that is kept, by name."""
    found: dict[str, Any] = {"us at": dict(sorted(state.us_at.items())), "us mask": state.us_mask, "jp mask": state.jp_mask}
    found["boxed"] = state.boxed
    found["boxes"] = [state.in_box(box) for box in range(state.ruleset.box_count)]
    for name, fields in (("standing", fields_of_fire.standing(state)), ("moving", fields_of_fire.moving(state))):
        found |= {name: fields.rows, f"{name}, intense": fields.intense, f"{name}, any": fields.both}
    found["control"] = communication.controlled(state)
    found["lines"] = communication.lines(state)
    found["touching"] = move_goals.touching(state)
    found["forts"] = under_fire.next_to_forts(state)
    found["colored intense"] = japanese_artillery.colored_intense(state)
    found["turned up"] = faces.shown(state).turned_up
    found["with forts"] = faces.shown(state).forts
    found["US hexes"] = communication.us_communication(state)
    if state.phase == phases.ACTIONS:
        kept = unit_actions.kept(state)
        found["options"] = [[int(code) for code in row] for row in kept.in_order()]
        assert kept.size == sum(map(len, found["options"]))
    return found


def answers(state: DDayState) -> dict[str, Any]:
    """The same, the legal actions and what stacking asks for, of a copy: the state itself goes on as it would in a game."""
    state = state.copy()
    state.forget_choices()
    choices = state.choices()
    found = {"choices": [int(code) for code in choices]} | ask(state)
    assert found["choices"] == [choices[number] for number in range(len(choices))]
    before = len(state.stack)
    stacking.test_all(state)
    found["stacks"] = state.stack[before:]
    return found


def compare(state: DDayState, saved: bool) -> None:
    """What is kept equals what is made anew; sometimes also what a save gives."""
    kept = answers(state)
    others = [("made anew", anew(state))]
    if saved:
        loaded = bh.loads(bh.dumps(state))
        assert isinstance(loaded, DDayState)
        others.append(("loaded", loaded))
    for how, other in others:
        for name, value in answers(other).items():
            assert kept[name] == value, f"{name}, {how}, in {state.decision} of turn {state.turn}"


def play(scenario: str, seed: int, choose: Chooser, most: int = 6000) -> int:
    """Play a game and compare at every decision; how many there were. In every other game all that is kept is brought up to date
    at every decision, also where no rule asks for it: then each note of what is stale has to do without those before it."""
    state = bh.game("dday").new(scenario, seed=seed)
    assert isinstance(state, DDayState)
    count = 0
    while not state.over and count < most:
        compare(state, count % LOADED == LOADED - 1)
        if seed % 2:
            ask(state)
        state.apply(choose(state))
        count += 1
    return count


def at_random(seed: int) -> Chooser:
    """Any legal action, with a bias for whatever does not end a phase: random players stop too early to meet much."""
    chance = random.Random(seed)

    def choose(state: DDayState) -> Action:
        actions = state.actions()
        found = actions[chance.randrange(len(actions))]
        if found.verb == "done" and len(actions) > 1:
            found = actions[chance.randrange(len(actions))]
        return found

    return choose


def by_sergeants(seed: int) -> Chooser:
    """What a sergeant does for the U.S., and the book for the Japanese."""
    players = {"us": player("sergeant", seed), "jp": player("book", seed)}

    def choose(state: DDayState) -> Action:
        return players[state.side].choose(Seat.at(state, state.side), 1.0)

    return choose


def games(scenarios: Sequence[str], each: int) -> list[tuple[str, int]]:
    """So many seeds of each scenario. One alone is an odd number with every other scenario: seeds say how a game is compared."""
    return [(scenario, each * number + seed) for number, scenario in enumerate(scenarios) for seed in range(each)]


@pytest.mark.parametrize(("scenario", "seed"), games(SCENARIOS, many(1)))
def test_random_games_keep_what_they_would_make_anew(scenario: str, seed: int) -> None:
    assert play(scenario, seed, at_random(seed), MOST) > FEWEST


@pytest.mark.parametrize(("scenario", "seed"), games(SCENARIOS if many(1) > 1 else WITH_SERGEANTS, many(1)))
def test_sergeants_keep_what_they_would_make_anew(scenario: str, seed: int) -> None:
    assert play(scenario, seed, by_sergeants(seed), MOST) > FEWEST


# ---------------------------------------------------------------------- single changes


def somewhere(state: DDayState, chance: random.Random) -> int:
    """A hex next to a position or in one: that is where most depends on who stands there."""
    ground = state.ruleset.ground
    near = spaces_of(ground.disk[1][chance.choice(ground.position_hex)] & ~state.ruleset.ways.closed)
    return chance.choice(near) if near else ground.position_hex[0]


def change(state: DDayState, chance: random.Random) -> str:
    """Let something happen, as the rules let it happen but where no rule would; what it was."""
    ruleset = state.ruleset
    units = [unit for unit, place in enumerate(state.where) if place >= 0] or [0]
    unit, position, group = chance.choice(units), chance.randrange(ruleset.position_count), chance.randrange(ruleset.group_count)
    if chance.random() < 0.5:
        position = ruleset.ground.position_at[somewhere(state, chance)]
        position = max(0, position)
    match chance.randrange(10):
        case 0 | 1 | 2:
            state.put(unit, somewhere(state, chance))
            return "a unit moves"
        case 3:
            if state.steps[unit]:
                marines.lose_step(state, unit, "6.3.2")
            return "a unit loses a step"
        case 4:
            (marines.recover if state.disrupted[unit] else marines.disrupt)(state, unit, "6.3.3")
            return "a unit is disrupted or recovers"
        case 5:
            state.mark(unit, ACTED)
            return "a unit acts"
        case 6:
            state.mark_position(position, chance.choice([ATTACKED, FOUGHT, ENTERED]))
            return "something happens to a position"
        case 7:
            if defenders.is_occupied(state, position):
                fire_phase.shake(state, position, "6.4", "it is tried")
            return "a position is disrupted"
        case 8:
            state.smoked[group] ^= 1
            state.touch_position(ruleset.groups[group].positions[0])
            return "smoke comes or goes"
        case _:
            if state.fort[position]:
                defenders.take_fort(state, position)
            elif state.unit[position]:
                defenders.take_unit(state, position, 0)
            else:
                defenders.place_unit(state, position, 1 + chance.randrange(ruleset.first_depth - 1), up=chance.random() < 0.5)
            return "Japanese come or go"


def at_actions(scenario: str, seed: int) -> DDayState:
    """A position of the US Action Phase, with units ashore."""
    state, choose = bh.game("dday").new(scenario, seed=seed), at_random(seed)
    assert isinstance(state, DDayState)
    wanted = 2 + seed % 4
    while state.turn < wanted or state.step.name != "actions":
        state.apply(choose(state))
    return state


def try_changes(scenario: str, seed: int, count: int) -> None:
    """Let single things happen, one after another, and compare after each: the position is none that a game would lead to."""
    state, chance = at_actions(scenario, seed), random.Random(seed)
    for _ in range(count):
        ask(state)
        before = len(state.stack)
        stacking.test_all(state)
        del state.stack[before:]
        what = change(state, chance)
        kept, other = state.copy(), anew(state)
        first, second = ask(kept), ask(other)
        assert stacking.test_all(kept) == stacking.test_all(other), f"stacks after {what}"
        assert kept.stack == other.stack, f"stacks after {what}"
        for name, value in second.items():
            assert first[name] == value, f"{name} after {what}"


@pytest.mark.parametrize("seed", range(many(2)))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_single_changes_leave_what_would_be_made_anew(scenario: str, seed: int) -> None:
    try_changes(scenario, seed, 150)


# ---------------------------------------------------------------------- would it be noticed?


NOTES = [
    ("touch_position", "stale_standing"),
    ("touch_position", "stale_control"),
    ("touch_position", "stale_options"),
    ("touch_position", "stale_lines"),
    ("touch_position", "tables"),
    ("touch_position", "stale_shown"),
    ("touch_unit", "stale_options"),
    ("touch_unit", "stale_stacks"),
    ("touch_unit", "stale_control"),
    ("touch_unit", "stale_lines"),
    ("mark", "stale_options"),
    ("mark_position", "stale_options"),
    ("put", "stale_options"),
    ("put", "stale_stacks"),
    ("put", "stale_control"),
    ("put", "stale_lines"),
    ("_seized", "stale_moving"),
    ("_seized", "stale_standing"),
    ("_seized", "stale_options"),
]


@pytest.mark.plain
@pytest.mark.parametrize(("method", "field"), NOTES)
def test_a_note_that_is_forgotten_is_noticed(method: str, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each note of what is stale is left out in turn, and soon something is wrong, or missing altogether."""
    whole = getattr(DDayState, method)

    def forgetful(self: DDayState, *given: int) -> None:
        before = getattr(self, field)
        whole(self, *given)
        setattr(self, field, before)

    monkeypatch.setattr(DDayState, method, forgetful)
    with pytest.raises((AssertionError, KeyError)):
        for seed in range(20):
            for scenario in ("d-day", "hot-rocks"):
                try_changes(scenario, seed, 150)
