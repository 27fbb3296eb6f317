"""A phase that ends by itself says why, with its case: whoever acted last would have gone on."""

from __future__ import annotations

from itertools import takewhile

import pytest

import beachhead as bh
from beachhead.engine.action import Action
from beachhead.engine.event import Event
from beachhead.engine.state import CLOSING, State
from beachhead.testing.walks import chooser, pick

from ..budget import many

SCENARIOS = [(game.id, scenario.id) for game in bh.all_games() for scenario in game.scenarios]


def phase_of(state: State) -> tuple[object, ...]:
    view = state.view(None)
    return view.get("turn"), view.get("phase")


def why(event: Event) -> bool:
    """Whether an event says why a step is over or was skipped."""
    return event.kind == "skipped" or (event.kind == "forced" and "step" in event.data)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_phases_that_end_by_themselves_say_why(game: str, scenario: str) -> None:
    silent = dict[str, list[str]]()
    ended = 0
    for seed in range(many(3)):
        state, draws = bh.game(game).new(scenario, seed=seed), chooser(seed, "ends")
        phase = phase_of(state)
        for _ in range(900):
            code, events, before = pick(state, draws), list[Event](), phase
            text, step, book = state.ruleset.text(code), state.step.name, state.side in state.ruleset.book
            state.apply(Action(code, state.ruleset), events)
            if state.over:
                break
            phase = phase_of(state)
            own = list(takewhile(lambda event: event.kind not in ("phase", "turn"), events))
            forced = any(event.kind == "forced" and event.data["action"] in CLOSING for event in own)
            if book or text in CLOSING or phase == before or not forced:
                continue
            ended += 1
            reasons = [event for event in events if why(event)]
            assert all(event.case and not event.text.startswith("No choice") for event in reasons)
            if not reasons:
                silent.setdefault(step, [text, *(event.text for event in events)][:9])
    assert silent == {}
    assert ended or game == "rage", "no phase has ended by itself"
