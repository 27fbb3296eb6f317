"""Partners who order their own units: the game declares it, a match enforces it, the rules know nothing of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import beachhead as bh
from beachhead.engine.action import Action
from beachhead.engine.seats import orders, refusal_to
from beachhead.games import REGISTERED
from beachhead.lab.simulate import Run, play_all
from beachhead.testing import KIT, LawBroken, declarations_agree

from .partner_game import BluffsGame

NORTH, SOUTH = 1, 3
"""Seeds by whose lot Baker is."""


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    REGISTERED["bluffs"] = "tests.kit.partner_game:BluffsGame"
    REGISTERED["curt"] = "tests.kit.partner_game:CurtGame"
    yield
    del REGISTERED["bluffs"], REGISTERED["curt"]


@pytest.mark.parametrize("scenario", [scenario.id for scenario in BluffsGame.scenarios])
@pytest.mark.parametrize("law", KIT)
def test_law_in_bluffs(law: str, scenario: str) -> None:
    KIT[law](bh.game("bluffs"), scenario, 1)


def test_seats_that_order_their_own_units_are_partners_with_names() -> None:
    class Nameless(BluffsGame):
        seat_names = {"north": "north team"}

    class Alone(BluffsGame):
        scenarios = (replace(BluffsGame.scenarios[0], seats=()),)

    with pytest.raises(LawBroken, match="a seat that orders its own units has no name"):
        declarations_agree(Nameless(), "partners")
    with pytest.raises(LawBroken, match="seats order their own units, and no side has two"):
        declarations_agree(Alone(), "partners")


def test_a_seat_orders_its_own_units() -> None:
    match = bh.Match.new("bluffs", seed=NORTH)
    with pytest.raises(bh.IllegalAction) as no:
        match.play("climb charlie", "north")
    assert no.value.refusal.reason == "Charlie belongs to the south team, which your partner commands"
    assert (no.value.case, no.value.refusal.units) == ("1.1", ("charlie",))
    assert len(match.history) == 0
    match.play("climb charlie", "south")
    with pytest.raises(bh.IllegalAction) as no:
        match.play("anchor", "north")
    assert no.value.case == "1.1", "the step is about a squad, though its actions name none"
    match.play("done", "south")
    match.play("done", "north")
    assert [played.seat for played in match.history] == ["south", "south", "north"]
    assert match.state.side == "jp", "what belongs to neither is whoever's answers first"


def test_the_lot_is_in_the_state() -> None:
    """Who leads Baker follows from the dice of the match, so a replay gives the same."""
    found = {}
    for seed in (NORTH, SOUTH):
        match = bh.Match.new("bluffs", seed=seed)
        leader = found[seed] = match.state.view()["lot"]
        other = "south" if leader == "north" else "north"
        with pytest.raises(bh.IllegalAction) as no:
            match.play("climb baker", other)
        assert no.value.case == "1.2"
        match.play("climb baker", leader)
        again = bh.Match.load(match.record())
        assert again.state.digest() == match.state.digest()
        assert [again.game.units_of(again.state, seat) for seat in ("north", "south")] == [
            match.game.units_of(match.state, seat) for seat in ("north", "south")
        ]
    assert found == {NORTH: "north", SOUTH: "south"}


def test_what_the_rules_forbid_they_refuse_first() -> None:
    match = bh.Match.new("bluffs", seed=NORTH)
    for text in ("climb charlie", "done"):
        match.play(text, "south")
    with pytest.raises(bh.IllegalAction) as no:
        match.play("climb charlie", "north")
    assert no.value.case == "2.1"


def test_legal_actions_are_shared_out() -> None:
    state = bh.game("bluffs").new(seed=NORTH)
    divided = orders(state)
    texts = {seat: [str(Action(code, state.ruleset)) for code in own] for seat, own in divided.own.items()}
    assert texts == {"north": ["climb able", "climb baker", "done"], "south": ["climb charlie", "done"]}
    assert divided.alone == {"north": 2, "south": 1}
    state.apply("climb able")
    divided = orders(state)
    assert (len(divided.own["north"]), len(divided.own["south"]), divided.alone) == (2, 0, {"north": 2})
    assert len(state.actions()) == 2, "the rules offer everything"


def test_without_own_orders_everybody_may_take_all() -> None:
    class Together(BluffsGame):
        scenarios = (replace(BluffsGame.scenarios[0], own_orders=False),)

    state = Together().new(seed=NORTH)
    assert set(map(len, orders(state).own.values())) == {4}
    assert refusal_to(state, "north", state.parse("climb charlie")) is None


def test_a_line_for_several_actions() -> None:
    match = bh.Match.new("bluffs", seed=NORTH)
    with pytest.raises(bh.IllegalAction) as no:
        match.play("climb all", "south")
    assert no.value.refusal.units == ("able",)
    for text in ("climb able", "done", "climb baker", "done"):
        match.play(text, "north")
    match.play("climb all", "south")
    assert match.state.view()["climbed"] == ["able", "baker", "charlie"]
    assert bh.Match.new("bluffs", seed=NORTH).play("climb all"), "a side that plays as one may"
    with pytest.raises(bh.IllegalAction, match="give these orders one by one"):
        bh.Match.new("curt", seed=NORTH).play("climb all", "north")


def test_a_seat_acts_when_its_side_decides() -> None:
    match = bh.Match.new("bluffs", seed=NORTH)
    with pytest.raises(bh.UserError, match="the seat jp cannot act: us decides"):
        match.play("roll", "jp")
    with pytest.raises(bh.UserError, match="no such seat: 'west'"):
        match.play("climb able", "west")


def test_undo_crosses_a_partners_action_only_with_consent() -> None:
    match = bh.Match.new("bluffs", seed=NORTH)
    match.play("climb able", "north")
    match.play("done", "north")
    assert (match.can_undo("north"), match.can_undo("south"), match.can_undo()) == (True, False, True)
    with pytest.raises(bh.PositionError, match="your partner took the last action"):
        match.undo("south")
    assert match.undo("north") == "done"
    match.play("done")  # nobody in particular: either may undo it
    assert match.can_undo("south")


def test_a_run_plays_the_side_as_one() -> None:
    assert play_all(Run.of("bluffs", 4, {"us": "random"})).games == 4
