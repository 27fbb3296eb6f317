"""What each side sees of Rage: counters as printed, and nothing of the secret map but what has come out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.games.rage.state import RageState
from beachhead.games.rage.table.view import SECRETS, SHOWN
from beachhead.testing import proves

RAGE = bh.game("rage")


def position(*dice: int, **data: Any) -> RageState:
    state = RAGE.position({key.replace("_", " "): value for key, value in data.items()}, Dice.scripted(dice))
    assert isinstance(state, RageState)
    return state


def hidden_map(phase: str = "us movement", *dice: int, **more: Any) -> RageState:
    """A few units of both sides, some Concealed, one of them dead unseen."""
    units = {
        "23/4": "okina, 3 steps, fired",
        "14/4": "okina",
        "309": "kita, concealed",
        "310": "funami, 1 step, fired",
        "311": "secretly eliminated",
        "109 HQ": "nidan, concealed",
        "Air 1": "support, grounded",
    }
    return position(*dice, phase=phase, turn=2, units=units, caves={"kita": 2}, shown_caves={"funami": 1}, **more)


def test_every_secret_is_declared_and_hangs_on_an_item() -> None:
    assert {item.secret for item in SHOWN if item.secret is not None} == set(SECRETS)


@proves("rage", "2.1.1-4", "2.1.1-5", "2.1.1-6", "2.1.1-7")
def test_a_counter_shows_the_figures_of_the_steps_it_has_left() -> None:
    units = hidden_map().view("us")["units"]
    assert units["23/4"] == {
        "side": "us",
        "arm": "marines",
        "name": "23/4",
        "values": {"assault": 4, "mp": 3},
        "steps": 3,
        "full": 4,
        "place": "okina",
        "marks": ["fired"],
        "colour": "blue",
        "stripe": "orange",
        "at": False,
        "armor": 0,
    }
    assert units["14/4"]["values"] == {"bombardment": 4, "range": "unlimited", "assault": 1, "mp": 2}
    assert units["310"]["values"] == {"assault": 2, "mp": 2}
    assert units["Air 1"]["values"] == {"bombardment": 3, "range": "unlimited"}
    assert (units["Air 1"]["name"], units["Air 1"]["marks"]) == ("TG 58.1", ["grounded"])


def test_a_counter_in_the_box_shows_its_full_side_and_the_rocket_a_die() -> None:
    units = position(phase="us movement", units={"310": "eliminated", "Rkt": "kita"}).view("us")["units"]
    assert units["310"]["values"] == {"assault": 3, "mp": 2}
    assert units["310"]["steps"] == 0
    assert units["Rkt"]["values"] == {"bombardment": "die", "range": "unlimited", "assault": 0, "mp": 1}


@proves("rage", "2.2.2-a", "2.2.2-b", "3-status", "4")
@pytest.mark.parametrize("side", ["us", None])
def test_the_secret_map_is_for_japan_alone(side: str | None) -> None:
    state = hidden_map()
    view, own = state.view(side), state.view("jp")
    assert [name for name, unit in view["units"].items() if unit["side"] == "jp"] == ["310"]
    assert (view["caves"], view["moves left"]) == (None, None)
    assert view["shown caves"] == {"funami": 1}
    assert own["units"]["309"]["marks"] == ["concealed"]
    assert own["units"]["311"]["place"] == "secretly eliminated"
    assert own["caves"] == {"kita": 2}


def test_how_many_units_are_unseen_is_no_secret_but_how_many_live_is() -> None:
    living, dying = hidden_map(), hidden_map()
    unit = dying.ruleset.number["309"]
    dying.where[unit], dying.steps[unit] = -6, 0
    assert living.view("us") == dying.view("us")
    assert living.view("us")["known"]["unseen"] == 3


def test_all_comes_out_when_the_game_is_over() -> None:
    state = position(turn=9, phase="end", units={"23/4": "okina", "309": "kita, concealed"}, caves={"kita": 1})
    assert state.over
    view = state.view("us")
    assert view["units"]["309"]["place"] == "kita"
    assert view["caves"] == {"kita": 1}
    assert RAGE.facts(state)["phase"] == "over"
    assert RAGE.facts(state)["result"]["winner"] == "jp"


@proves("rage", "16-a-1")
def test_what_japan_names_is_told_when_the_naming_is_closed() -> None:
    guns = {"23/4": "okina", "2 Bde Art": "kita", "2 Mtr": "funami, concealed"}
    state = position(1, 1, 1, 1, phase="jp bombardment", units=guns)
    before = state.view("us")
    state.apply("bombard 2 Bde Art okina")
    assert state.view("us") == before
    assert (before["targets"], before["pending"]) == (None, None)
    assert state.view("jp")["targets"] == {"okina": ["2 Bde Art"]}
    state.apply("done")
    assert state.view("us")["fight"]["kind"] == "jp bombardment"
    assert (state.view("us")["fight"]["area"], state.view("us")["fight"]["dice"]) == ("okina", 4)


@proves("rage", "22.3.1-a")
def test_a_banzai_in_the_making_is_not_seen() -> None:
    units = {"23/4": "okina", "309": "okina", "109 HQ": "chidori, concealed"}
    state = position(phase="jp assault", units=units, control=["okina"])
    state.apply("banzai")
    assert (state.view("us")["banzai"], state.view("jp")["banzai"]) == (False, True)


@proves("rage", "17.2-3-b", "3-status-change-b")
def test_an_unseen_move_leaves_no_mark_even_when_the_unit_shows_itself() -> None:
    units = {"23/4": "okina", "309": "kita, concealed", "310": "osaka"}
    state = position(6, phase="jp movement", units=units)
    before = state.view("us")
    state.apply("sneak 309 tenzan")
    assert state.view("us") == before
    assert state.view("jp")["units"]["309"]["marks"] == ["moved", "concealed"]
    state.apply("reveal 309")
    assert state.view("us")["units"]["309"]["marks"] == []
    state.apply("move 310 nishi")
    assert state.view("us")["units"]["310"]["marks"] == ["moved"]


@proves("rage", "17.1-1")
def test_moves_left_are_known_if_nobody_can_have_moved_unseen() -> None:
    """Guns that cannot sneak may be hidden for all that; a unit that could keeps its secret even after it shows itself."""
    state = position(6, phase="jp movement", units={"23/4": "okina", "310": "osaka", "109 HQ": "kita, concealed"})
    assert state.view("us")["moves left"] == 3
    state.apply("move 310 nishi")
    assert state.view("us")["moves left"] == 2
    state = position(6, phase="jp movement", units={"23/4": "okina", "309": "kita, concealed", "310": "osaka"})
    assert state.view("us")["moves left"] is None
    state.apply("sneak 309 tenzan")
    state.apply("reveal 309")
    assert (state.view("us")["moves left"], state.view("jp")["moves left"]) == (None, 2)


@proves("rage", "17.2-4-a")
def test_where_a_unit_was_last_seen_is_remembered() -> None:
    state = position(6, phase="jp movement", turn=3, units={"23/4": "okina", "310": "osaka, 1 step"})
    state.apply("hide 310")
    known = state.view("us")["known"]
    assert known["last seen"] == {"310": {"place": "osaka", "turn": 3, "steps": 1}}
    assert "310" not in state.view("us")["units"]
    state.apply("reveal 310")
    assert state.view("us")["known"]["last seen"] == {}


@proves("rage", "10.5-b", "9.2-a")
def test_where_nothing_is_left_is_remembered() -> None:
    state = position(
        phase="us movement", turn=3, units={"23/4": "okina", "309": "okina, concealed"}, caves={"okina": 1, "kita": 1}
    )
    state.apply("done")
    known = state.view("us")["known"]
    assert (known["searched"], known["caves checked"], known["caves found"]) == ({"okina": 3}, ["okina"], {"okina": 1})
    assert state.view("us")["shown caves"] == {"okina": 1}


@proves("rage", "9.3.3-3")
def test_the_row_of_concealed_units_is_for_japan_alone() -> None:
    units = {"309": "okina, concealed", "310": "okina, concealed", "311": "okina, concealed"}
    state = position(6, 6, 1, 1, 1, phase="us bombardment", units=units)
    for text in ("bombard Nav 1 okina", "done", "pass", "pass"):
        state.apply(text)
    assert RAGE.facts(state)["decision"]["step"] == "losses"
    before = state.view("us")
    assert set(state.view("jp")["fight"]["hidden proposed"]) == set(units)
    state.apply("rank 310")
    assert state.view("us") == before
    assert before["fight"]["row"] == []
    assert not {"hidden row", "hidden proposed"} & set(before["fight"])
    assert state.view("jp")["fight"]["hidden row"] == ["310"]


@proves("rage", "12.2.3-1")
def test_the_proposed_order_is_the_one_that_is_accepted() -> None:
    state = position(6, 6, 1, 1, 1, phase="us assault", units={"23/4": "okina", "309": "okina", "2 Mtr": "okina", "310": "kita"})
    state.apply("assault 23/4")
    state.apply("done")
    fight = state.view("jp")["fight"]
    assert (fight["kind"], fight["hits"], fight["damage"], fight["faces"]) == ("us assault", 2, 2, [6, 6, 1, 1, 1])
    assert sorted(fight["proposed"]) == ["2 Mtr", "309"]
    state.apply("accept")
    assert state.view("us")["fight"]["row"] == fight["proposed"]


def test_facts_of_a_side_come_from_its_view() -> None:
    state = hidden_map()
    everything, us = RAGE.facts(state), RAGE.facts(state, "us")
    assert everything["units"]["309"] == "kita"
    assert everything["units"]["2 MG"] == "absent"
    assert "309" not in us["units"]
    assert us["caves"] is None
    assert us["concealed"] == []
    assert everything["concealed"] == ["309", "311", "109 HQ"]
    assert set(us) == set(everything)


def seen_of_moves(state: RageState) -> tuple[int | None, dict[str, Any]]:
    """What the U.S. player sees of moves left and unseen ones."""
    view = state.view("us")
    return view["moves left"], view["sneaking"]


@proves("rage", "17.2-4-a")
def test_who_hides_in_view_has_not_moved_unseen() -> None:
    """The only unit that could sneak is Concealed now, but was in view until it hid, and hiding was its move."""
    state = position(6, phase="jp movement", units={"23/4": "okina", "310": "osaka", "109 HQ": "kita, concealed"})
    state.apply("hide 310")
    assert seen_of_moves(state) == (2, {"moved": []})
    state.apply("reveal 310")
    assert seen_of_moves(state) == (2, {"moved": []})


@proves("rage", "17.2-3-c")
def test_who_runs_into_the_enemy_is_known_to_have_moved_unseen() -> None:
    """Nobody can have been hidden there. Another unit that may have moved keeps the secret."""
    units = {"23/4": "okina", "309": "funami, concealed", "109 HQ": "kita, concealed"}
    state = position(6, phase="jp movement", units=units, control=["okina"])
    assert seen_of_moves(state) == (None, {})
    state.apply("sneak 309 okina")
    state.apply("pass")
    assert state.decision.step == "jp move"
    assert seen_of_moves(state) == (2, {"moved": ["309"]})
    state = position(6, phase="jp movement", units=units | {"311": "kita, concealed"}, control=["okina"])
    state.apply("sneak 309 okina")
    state.apply("pass")
    assert seen_of_moves(state) == (None, {})


@proves("rage", "17.1-1")
def test_nobody_moves_unseen_if_the_die_is_used_up_in_view() -> None:
    units = {"23/4": "okina", "309": "kita, concealed", "310": "osaka"}
    state = position(1, phase="jp movement", units=units)
    assert seen_of_moves(state) == (None, {})
    state.apply("move 310 nishi")
    assert seen_of_moves(state) == (0, {"moved": []})


def test_how_far_a_unit_has_come_is_a_secret_unless_it_was_in_view_all_the_way() -> None:
    units = {"23/4": "okina", "26 Tk": "uguisu, concealed", "310": "osaka"}
    state = position(6, phase="jp movement", units=units, control=["okina", "chidori"])
    state.apply("move 310 nishi")
    assert "on its way" not in state.view("jp")["sneaking"]
    assert state.view("us")["under way"] == state.view("jp")["under way"]
    state.apply("stop")
    state.apply("sneak 26 Tk chidori")
    assert state.view("jp")["sneaking"] == {"moved": ["26 Tk"], "on its way": ["26 Tk", 1, 1, 0]}
    assert state.view("us")["sneaking"] == {"moved": ["26 Tk"]}


def test_marks_of_unseen_moves_are_gone_when_the_next_us_movement_begins() -> None:
    state = position(6, 6, 6, 6, phase="jp movement", units={"23/4": "okina", "309": "kita, concealed", "310": "osaka"})
    state.apply("done")
    while state.decision.step != "move":
        assert seen_of_moves(state) == (None, {})
        options = [str(action) for action in state.actions()]
        state.apply(next(text for text in ("pass", "done", "decline", *options) if text in options))
    assert seen_of_moves(state) == (0, {"moved": []})


@proves("rage", "9.2-a")
def test_odds_do_not_tell_where_the_last_cave_is() -> None:
    """If the last Cave is in the target, no window is left to open and the dice follow at once. Nobody learns that by asking."""
    asked = []
    for last in ("higashi", "kita"):
        state = position(phase="us bombardment", turn=2, units={"23/4": "okina", "309": "chidori"}, caves={last: 1})
        state.apply("bombard Nav 1 higashi")
        asked.append(state.odds("done"))
    assert asked == [{}, {}]
    state = position(phase="us bombardment", turn=2, units={"23/4": "okina", "309": "chidori"})
    state.apply("bombard Nav 1 higashi")
    assert state.odds("done")["0 hits"] == Fraction(32, 243)
