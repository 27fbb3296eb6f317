"""Positions of Bonins: what a person may write, what is refused and how, and moments told exactly."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.engine.step import Question
from beachhead.games.bonins.saves.position import KEYS
from beachhead.games.bonins.state import BoninsState
from beachhead.testing import proves, state_at

from ...budget import many

BONINS = bh.game("bonins")
BLANK = {"size": [8, 8], "beaches": {"east": {"Green": ["0408"]}, "west": {"Brown": ["0401"]}}, "white": ["0505"]}
ASHORE = {"units": {"1/23": "1813", "Spt/23": "1813"}, "dug in": {"1812": "8 AT", "2611": "Coast"}, "turn": 3}


def spelled(data: dict[str, Any]) -> dict[str, Any]:
    return {key.replace("_", " "): value for key, value in data.items()}


def position(*dice: int, **data: Any) -> BoninsState:
    state = BONINS.position(spelled(data), Dice.scripted(dice))
    assert isinstance(state, BoninsState)
    return state


def ashore(**changes: Any) -> dict[str, Any]:
    return ASHORE | spelled(changes)


def facts(state: BoninsState, side: str | None = None) -> dict[str, Any]:
    return BONINS.facts(state, side)


# ---------------------------------------------------------------------- what may be written


def test_units_are_where_they_are_written_and_nobody_else_is_there() -> None:
    state = position(
        **ashore(
            units={
                "1/23": "1813", "Spt/23": "1813", "2/23": "available", "3/23": "eliminated", "1/21": "reserves",
                "310A": "1611", "309A": "container", "Rkt": "track",
            },
            scenario="two-player",
        )
    )  # fmt: skip
    found = facts(state)["units"]
    assert {name: place for name, place in found.items() if place != "absent"} == {
        "1/23": "1813", "Spt/23": "1813", "2/23": "available", "3/23": "eliminated", "1/21": "reserves",
        "310A": "1611", "309A": "container", "Rkt": "track", "J1812": "dug in", "J2611": "dug in",
    }  # fmt: skip
    assert len(found) == 87
    assert (facts(state)["container"], facts(state)["track"], facts(state)["fire"]) == (1, ["Rkt"], 9)


@proves("bonins", "hidden-us-view", "hidden-jp-view")
def test_who_lies_where_is_for_a_judge() -> None:
    for scenario, knows in (("solitaire", False), ("two-player", True)):
        state = position(**ashore(scenario=scenario, container=["309A"]))
        assert facts(state)["garrison"] == {"1812": "8 AT", "2611": "Coast"}
        assert facts(state)["container units"] == ["309A"]
        assert ("garrison" in facts(state, "jp")) == knows
        for side in ("us", "jp"):
            seen = facts(state, side)
            assert "container units" not in seen
            assert not {"8 AT", "Coast", "309A"} & set(seen["units"])
            assert seen["container"] == 1
        assert "garrison" not in facts(state, "us")


@proves("bonins", "14.3-b")
def test_the_order_of_a_stack_is_that_of_the_units_or_is_said() -> None:
    units = {"1/23": "1813", "2/23": "1813", "3/23": "1813"}
    assert facts(position(**ashore(units=units)))["stacks"] == {"1813": ["1/23", "2/23", "3/23"]}
    order = ["3/23", "1/23", "2/23"]
    assert facts(position(**ashore(units=units, stacks={"1813": order})))["stacks"] == {"1813": order}


@proves("bonins", "11.2-a", "11.4-a", "11.4-b", "14.1-a")
def test_everybody_else_as_at_the_start() -> None:
    state = position(others="start", turn=2)
    places = Counter(place for name, place in facts(state)["units"].items())
    assert places == {"available": 26, "reserves": 13, "dug in": 48}
    assert (facts(state)["cleared"], facts(state)["flag"]) == ([], False)
    assert facts(position(others="start", turn=2))["garrison"] == facts(state)["garrison"], "beside scripted dice always alike"
    dealt = [BONINS.position({"others": "start", "turn": 2}, Dice(bytes([seed]) * 16)) for seed in (1, 2)]
    assert BONINS.facts(dealt[0])["garrison"] != BONINS.facts(dealt[1])["garrison"]


def test_a_deal_passes_over_hexes_that_have_been_fought_over() -> None:
    state = position(
        others="start", turn=6, units={"1/23": "1812", "Rkt": "1611"}, dug_in={"2312": "8 AT"}, cleared=[3], called=[21],
        collins="4 Tk", container=["309A"],
    )  # fmt: skip
    found = facts(state)
    sector3 = {"1611", "1511", "1412", "1310", "1212", "1010", "0912"}
    assert not {"1812", *sector3} & set(found["garrison"])
    assert found["garrison"]["2312"] == "8 AT"
    # 46 counters are left for the 39 other red hexes that are free.
    assert (len(found["garrison"]), found["container"] + len(found["track"])) == (40, 7)
    assert "309A" in found["container units"]
    assert found["units"]["1/21"] == "available"
    assert found["units"]["1/9"] == "reserves"
    assert [found["units"][name] for name in ("4 Tk", "3 Tk", "5 Tk")] == ["available", "removed", "removed"]


@proves("bonins", "18.0-b", "18.0-d", "22.0-d", "12.1-b")
def test_sectors_flag_and_last_turn_follow_or_are_said() -> None:
    found = facts(position(**ashore(called=[21, 9])))
    assert (found["cleared"], found["flag"], found["last turn"]) == ([2, 3, 4, 5, 6], False, 14)
    # A unit that is face up does not hold a sector, but it holds Suribachi.
    up = position(turn=3, scenario="two-player", units={"1/23": "1813", "309A": "2611", "309B": "1611"}, dug_in={"1812": "8 AT"})
    assert (facts(up)["cleared"], facts(up)["flag"]) == ([2, 3, 4, 5, 6], False)
    said = facts(position(**ashore(cleared=[2], flag=False)))
    assert (said["cleared"], said["flag"]) == ([2], False)
    assert facts(position(turn=3, dug_in={"1812": "8 AT"}, units={"1/23": "1813"}))["flag"]


def test_the_hexes_of_dug_in_units_on_a_blank_board_are_red_unless_they_are_white() -> None:
    state = position(board=BLANK, dug_in={"0404": "8 AT", "0505": "309A"}, units={"1/23": "0202"})
    ground = state.ruleset.ground
    assert [ground.names[space] for space in ground.island.red] == ["0404"]
    assert [ground.names[space] for space in ground.island.white] == ["0505"]
    assert facts(state)["cleared"] == [2, 3, 4, 5, 6]


def test_what_has_happened_in_the_phase_is_as_written() -> None:
    units = {"1/23": "1813", "2/23": "1913", "3/23": "1914", "1/24": "2113"}
    state = position(**ashore(units=units, moved=["2/23"], landed=["1/23"], rebuilt=["3/23"], depleted=["3/23"], replacements=1))
    found = facts(state)
    assert (found["moved"], found["landed"], found["rebuilt"]) == (["1/23", "2/23"], ["1/23"], ["3/23"])
    assert (found["replacements"], found["depleted"]) == (1, ["3/23"])
    assert state.opened
    assert state.landed == [state.ruleset.ground.grid.space("1813")]


@proves("bonins", "16.2-b", "16.1-a")
def test_declared_attacks_have_spent_their_markers() -> None:
    declared = {"1812": {"from": ["1813"], "markers": 2}}
    others = {"units": {"1/23": "1813", "2/23": "1611"}, "dug in": {"1812": "8 AT", "1712": "310A"}}
    state = position(**ashore(phase="us combat", declared=declared) | others)
    assert facts(state)["declared"] == declared
    assert facts(state)["markers"] == 7
    left = position(
        **ashore(phase="us combat", units={"1/23": "1813", "2/23": "1914"}, attacked=["2/23"], struck=["2611"], markers=3)
    )
    found = facts(left)
    assert (found["attacked"], found["struck"], found["markers"]) == (["2/23"], ["2611"], 3)


@pytest.mark.parametrize(
    ("scenario", "phase", "step"),
    [
        ("two-player", "jp deployment", "deploy"),
        ("solitaire", "us beaches", "beaches"),
        ("solitaire", "us movement", "movement"),
        ("solitaire", "us combat", "declare"),
        ("solitaire", "us mobile movement", "movement"),
        ("solitaire", "us mobile combat", "combat"),
        ("two-player", "jp movement", "sortie"),
        ("solitaire", "jp combat", "bombard"),
    ],
)
def test_every_phase_begins(scenario: str, phase: str, step: str) -> None:
    early = phase in ("jp deployment", "us beaches")
    data: dict[str, Any] = {"others": "start"} if early else ashore(dug_in={"1812": "309A", "2611": "Coast"})
    state = position(scenario=scenario, phase=phase, **{key.replace(" ", "_"): value for key, value in data.items()})
    assert (facts(state)["phase"], facts(state)["decision"]["step"]) == (phase, step)
    assert facts(state)["invasion"] == ("" if early else "east")


# ---------------------------------------------------------------------- what is refused

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"units": {"1/23": "1812", "2/23": "1812"}}, r"two battalions \(1/23 and 2/23\) are in 1812 and may not stack"),
    ({"units": {"1/23": "2009", "2/23": "2009"}}, r"two battalions .* are in 2009, a beach of the other side"),
    ({"units": {"1/23": "1913", "Spt/23": "1913", "4 Tk": "1913"}}, r"3 U\.S\. units are in 1913 but only landing beaches"),
    ({"units": {"1/23": "1812"}, "dug in": {"1812": "8 AT"}}, r"units of both sides are in 1812"),
    ({"units": {"309A": "1812", "309B": "1812"}, "scenario": "two-player"}, r"2 Japanese units are in 1812; they never stack"),
    ({"units": {"309A": "1812"}, "dug in": {"1812": "8 AT"}}, r"2 Japanese units are in 1812"),
    ({"units": {"4 Tk": "1113"}}, r"4 Tk is at 1113, a ravine hex, which tanks cannot enter"),
    ({"units": {"1/23": "0101"}}, r"units\.1/23: 0101 is sea"),
    ({"units": {"1/23": "2999"}}, r"'2999' is not a place of 1/23; write a hex of this map"),
    ({"units": {"1/23": "container"}}, r"'container' is not a place of 1/23"),
    ({"units": {"309A": "eliminated"}}, r"'eliminated' is not a place of 309A"),
    ({"units": {"1/33": "1812"}}, r"there is no unit '1/33' \(did you mean '1/3'\?\)"),
    ({"dug in": {"1812": "8 AT"}, "cleared": [1]}, r"dug in at 1812, a dead symbol: sector 1 is cleared"),
    ({"dug in": {"2610": "8 AT"}, "flag": True}, r"dug in at 2610, but the flag flies over Suribachi"),
    ({"dug in": {"1813": "8 AT"}}, r"dug in\.1813: 1813 has no red or white symbol"),
    ({"dug in": {"1812": "1/23"}}, r"1/23 is a U\.S\. unit; only Japanese units dig in"),
    ({"dug in": {"1812": "8 AT", "1810": "8 AT"}}, r"8 AT is also in 1812; a unit is in one place"),
    ({"dug in": {"1812": "8 AT"}, "units": {"8 AT": "container"}}, r"8 AT is also in container; a unit is in one place"),
    ({"dug in": {"1812": "8 AT"}, "container": ["8 AT"]}, r"8 AT is also in container; a unit is in one place"),
    ({"units": {"309A": "1812"}, "container": ["309A"]}, r"309A is also in 1812; a unit is in one place"),
    ({"container": ["309A", "309A"]}, r"container\.1: 309A is listed twice"),
    ({"container": ["1/23"]}, r"1/23 is a U\.S\. unit; only Japanese units are here"),
    ({"container": 3}, r"container: a list is needed here"),
    ({"track": ["309A"]}, r"309A is on the track, where only HQ and artillery go"),
    ({"called": [23]}, r"'23' is not a reserve regiment; there are 3, 9, 21"),
    ({"units": {"1/21": "1812"}}, r"1/21 is at 1812, but regiment 21 has not been called; add it to called"),
    ({"units": {"1/21": "reserves"}, "called": [21]}, r"1/21 is in reserve, but regiment 21 has been called"),
    ({"units": {"1/23": "reserves"}}, r"1/23 is not of the reserve division"),
    ({"units": {"3 Tk": "available"}}, r"3 Tk is available, but it comes only with a regiment"),
    ({"collins": "1/23"}, r"collins: 1/23 is not a tank battalion"),
    ({"collins": "4 Tk", "units": {"5 Tk": "1812"}}, r"5 Tk is out of the game once Task Force Collins exists"),
    ({"units": {"5 Tk": "removed"}}, r"5 Tk is out of the game, which only Task Force Collins does"),
    ({"depleted": ["Spt/23"]}, r"Spt/23 has one step; only battalions have a depleted side"),
    ({"invasion": "north"}, r"'north' is unknown here; there are east, west"),
    ({"invasion": "west", "units": {"1/23": "1813"}, "landed": ["1/23"]}, r"nobody can have landed at 1813"),
    ({"phase": "us beaches", "invasion": "east"}, r"the beaches have not been chosen yet in this phase"),
    ({"phase": "jp deployment"}, r"in the solitaire game Japan is dealt out by chance"),
    ({"phase": "us beaches", "turn": 2}, r"come before turn 1"),
    ({"turn": 17}, r"turn: a number of at most 16"),
    ({"turn": 15, "called": [3, 9]}, r"turn 15 is past the last turn 14"),
    ({"storm": True, "turn": 1}, r"turn 1 is always fair"),
    ({"cleared": [7]}, r"cleared\.0: a number of at most 6"),
    ({"stacks": {"1813": ["1/23"]}}, r"list exactly the U\.S\. units at 1813, the top one first: nobody"),
    ({"moved": ["1/23"]}, r"moved\.0: 1/23 is not on the map"),
    ({"units": {"1/23": "1813"}, "moved": ["1/23", "1/23"]}, r"moved\.1: 1/23 is listed twice"),
    ({"replacements": 3, "units": {"1/23": "1813"}}, r"replacements: a number of at most 2"),
    ({"declared": {"1812": {"from": ["1813"], "markers": 1}}}, r"only in the regular U\.S\. combat phase"),
    (
        {"phase": "us combat", "units": {"1/23": "1813"}, "declared": {"1812": {"from": ["1813"], "markers": 1}}},
        r"no Japanese unit",
    ),
    ({"others": "everywhere"}, r"'everywhere' is unknown here"),
    ({"wind": "north"}, r"wind: unknown key"),
]


@proves("bonins", "std-5.3-a", "17.1-b", "18.0-c", "22.0-b", "14.4-b", "11.3-b", "13.0-5.2-c", "17.4-b", "19.1-b", "13.0-5.3-b")
@pytest.mark.parametrize(("data", "message"), WRONG, ids=[message[:48] for _, message in WRONG])
def test_what_cannot_be_is_refused_with_a_reason(data: dict[str, Any], message: str) -> None:
    with pytest.raises(bh.PositionError, match=message) as refused:
        BONINS.position(data)
    assert "\n" not in str(refused.value)


WRONG_ATTACKS = [
    ({"from": ["1913"], "markers": 1}, r"no U\.S\. unit is in 1913 beside 1812"),
    ({"from": [], "markers": 1}, r"an attack comes from at least one hex"),
    ({"from": ["1813", "1813"], "markers": 1}, r"1813 is listed twice"),
    ({"from": ["1813"], "markers": 3}, r"markers: a number of at most 2"),
    ({"markers": 1}, r"'from' is missing"),
]


@pytest.mark.parametrize(("attack", "message"), WRONG_ATTACKS)
def test_a_declared_attack_that_cannot_be_is_refused(attack: dict[str, Any], message: str) -> None:
    with pytest.raises(bh.PositionError, match=message):
        BONINS.position(ashore(phase="us combat", declared={"1812": attack}))


def test_a_hex_that_a_blank_board_does_not_have_is_told_where_it_was_written() -> None:
    with pytest.raises(bh.PositionError, match=r"dug in\.0909: there is no hex '0909'"):
        BONINS.position({"board": BLANK, "dug in": {"0909": "8 AT"}})


def section(title: str) -> str:
    """A section of the documentation of vectors."""
    text = (Path(__file__).parents[3] / "docs" / "vectors.md").read_text(encoding="utf-8")
    return text.split(f"## {title}\n")[1].split("\n## ")[0]


def test_every_key_action_and_fact_is_described() -> None:
    for key in set(KEYS) - {"components"}:
        assert f"`{key}`" in section("Bonins's positions"), key
    state = position(**ASHORE)
    for verb in state.ruleset.verbs:
        assert f"`{verb.word}" in section("Bonins's actions"), verb.word
    steps = [step.name for step in state.ruleset.steps if isinstance(step, Question)]
    for name in (*facts(state), *BONINS.costly_facts(state), *steps):
        assert f"`{name}`" in section("Bonins's facts"), name


def test_every_ruling_is_told_once_and_every_case_that_it_names_exists() -> None:
    text = (Path(__file__).parents[3] / "docs" / "games" / "bonins.md").read_text(encoding="utf-8")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ") and line[2].isdigit() and "`" in line]
    numbers = [int(row[0].removeprefix("| ")) for row in rows if row[0].removeprefix("| ").isdigit()]
    assert numbers == [number for number in range(1, 110) if number != 41]
    for row in rows:
        for word in row[-1].strip("| ").split(", "):
            case = word.strip("`")
            assert case in BONINS.cases or case.startswith("rec-"), (row[0], case)


# ---------------------------------------------------------------------- facts


@proves("bonins", "std-6.0", "16.1-b", "16.1-c", "19.5-b")
def test_facts_that_are_computed_only_on_demand() -> None:
    costly = BONINS.costly_facts(position(**ashore(units={"1/23": "1813"})))
    assert set(costly["moves"]()) == {"1/23"}
    assert costly["zones"]()["us"] == ["1713", "1714", "1812", "1814", "1913", "1914"]
    assert costly["airfields"]() == {1: False, 2: True}
    assert costly["eligible"]() == {1: ["1711", "1712", "1810", "1911", "1912", "2011", "2012"]} | {
        sector: [] for sector in range(2, 7)
    }
    assert BONINS.costly_facts(position(**ASHORE), "jp")["moves"]() == {}


@proves("bonins", "19.2-d", "20.2-a")
def test_a_dug_in_unit_has_its_name_in_the_facts_while_an_attack_shows_it() -> None:
    # 6 against 3 in broken ground is column 4: a 5 is A1.
    state = position(5, **ashore(units={"1/23": "1813", "309A": "container"}, phase="us mobile combat"))
    assert "8 AT" not in facts(state, "us")["units"]
    state.apply("attack 1812 from 1813")
    seen = facts(state, "us")
    assert (seen["combat"]["differential"], seen["combat"]["column"], seen["combat"]["result"]) == (3, 4, "A1")
    assert seen["combat"]["follow_up"] is None
    assert (seen["units"]["8 AT"], seen["units"]["J1812"]) == ("1812", "dug in")


def test_a_draw_hides_the_unit_again_even_if_it_is_the_same() -> None:
    # NE on a 1: redeployment in place. Of 309A and 8 AT the second, which is 8 AT, is drawn.
    state = position(1, 2, **ashore(units={"1/23": "1813", "309A": "container"}, phase="us mobile combat"))
    state.apply("attack 1812 from 1813")
    state.apply("draw")
    assert facts(state)["garrison"]["1812"] == "8 AT"
    assert "8 AT" not in facts(state, "us")["units"]


# ---------------------------------------------------------------------- moments and saves

PLACES = [("solitaire", number) for number in (2, 60, 300, 600)] + [("two-player", number) for number in (20, 150, 500)]


@cache
def moment(scenario: str, number: int) -> BoninsState:
    state = state_at(BONINS, scenario, 5, number)
    assert isinstance(state, BoninsState)
    return state


@pytest.mark.parametrize(("scenario", "number"), PLACES)
def test_a_moment_comes_back_as_it_was(scenario: str, number: int) -> None:
    state = moment(scenario, number)
    data = json.loads(json.dumps(BONINS.describe(state), sort_keys=True))
    again = BONINS.position(data)
    assert again.digest() == state.digest()
    assert BONINS.describe(again) == data
    assert bh.loads(bh.dumps(state)).digest() == state.digest()


def test_a_position_with_everything_comes_back() -> None:
    state = BONINS.position(
        ashore(
            units={"1/23": "1813", "Spt/23": "1813", "1/21": "2113", "3/21": "2113", "4 Tk": "2013"}, called=[21], collins="4 Tk",
            depleted=["1/23"], track=["Rkt", "Coast"], container=["309A"], storm=True, dug_in={"1812": "8 AT"}, invasion="east",
            stacks={"2113": ["3/21", "1/21"]},
        ),
        Dice(bytes(16)),
    )  # fmt: skip
    data = json.loads(json.dumps(BONINS.describe(state), sort_keys=True))
    assert (data["track"], data["collins"], data["called"], data["storm"]) == (["Rkt", "Coast"], "4 Tk", [21], True)
    assert BONINS.position(data).digest() == state.digest()
    assert BONINS.facts(state)["stacks"]["2113"] == ["3/21", "1/21"]


def test_a_blank_board_comes_back_with_its_symbols() -> None:
    state = BONINS.position(
        {"board": BLANK, "dug in": {"0404": "8 AT", "0505": "309A"}, "units": {"1/23": "0202"}}, Dice(bytes(16))
    )
    data = json.loads(json.dumps(BONINS.describe(state)))
    assert data["board"]["red"] == ["0404"]
    assert BONINS.position(data).digest() == state.digest()


def bent(change: Any, scenario: str = "solitaire", number: int = 300) -> str:
    """A save of a game with a change in it."""
    save = json.loads(bh.dumps(moment(scenario, number)))
    change(save["state"])
    return json.dumps(save)


def _dug(state: dict[str, Any]) -> int:
    return next(space for space, unit in enumerate(state["dug"]) if unit)


def _twice(state: dict[str, Any]) -> None:
    symbols = moment("solitaire", 300).ruleset.ground.symbol_mask
    free = next(space for space, unit in enumerate(state["dug"]) if not unit and symbols >> space & 1)
    state["dug"][free] = state["dug"][_dug(state)]


def _below_itself(state: dict[str, Any]) -> None:
    unit = next(unit for unit in range(39) if state["where"][unit] >= 0)
    state["below"][unit] = unit


def _no_symbol(state: dict[str, Any]) -> None:
    space = moment("solitaire", 300).ruleset.ground.grid.space("2113")
    state["dug"][space] = state["dug"][_dug(state)]
    state["dug"][_dug(state)] = 0


SAVES: list[tuple[Any, str]] = [
    (_twice, r"is dug in at \d+ and dug in at \d+; a unit is in one place"),
    (_below_itself, r"do not make one stack|lies under"),
    (_no_symbol, r"dug in at 2113, which has no red or white symbol|units of both sides"),
    (lambda state: state.update(held=state["held"] + 1), r"the container is said to hold \d+ units, but \d+ are in it"),
    (lambda state: state.update(cleared=[0, 1, 1, 1, 1, 1, 1]), r"a dead symbol: sector \d is cleared"),
    (lambda state: state.update(invasion=-1), r"the side of the invasion is chosen just before turn 1"),
    (lambda state: state.update(collins=0), r"1/3 is not a tank battalion"),
    (lambda state: state.update(track=[40]), r"309B is in the container and on the track|309B is on the track|and on the track"),
    (lambda state: state["depleted"].__setitem__(3, 1), r"Spt/3 has one step"),
    (lambda state: state.update(memory=[[9, 1]]), r"\[9, 1\] is not a note about a face-down counter"),
    (lambda state: state.update(memory=[[0, 1, 2]]), r"\[0, 1, 2\] is not a note about a face-down counter"),
    (lambda state: state.update(declared=[[1]]), r"attacks are declared only|a declared attack is a target"),
    (lambda state: state.update(effect="Zz"), r"'Zz' is not a result of combat"),
    (lambda state: state.update(line="mud"), r"'mud' is not a line of the results table"),
    (lambda state: state.update(attackers=[13, 50]), r"units of one side are on both sides of a combat"),
    (lambda state: state.update(tank_dice=[[0, 3]]), r"an anti-tank die belongs to a tank"),
    (lambda state: state.update(shelled=[50]), r"only U\.S\. units are bombarded by Japan"),
    (lambda state: state.update(shelled=[13], targets=[]), r"a unit is under fire that is not in the hex of the marker"),
    (lambda state: state.update(strength=9, shelled=[]), r"a bombardment has its strength as long as units are under fire"),
    (lambda state: state.update(column=3, target=-1), r"a combat has been rolled without a target"),
    (lambda state: state.update(charges=[[3, 4]]), r"a charge is a Japanese unit and its target hex"),
    (lambda state: state.update(hand=[5], drawn=0), r"a unit is in hand that has not been drawn"),
    (lambda state: state.update(markers=12), r"12 bombardment markers are too many"),
    (lambda state: state.update(replacements=3), r"3 replacement steps are too many"),
]


@proves("bonins", "18.0-c", "19.1-b", "17.1-c", "11.5")
@pytest.mark.parametrize(("change", "message"), SAVES, ids=[message[:40] for _, message in SAVES])
def test_a_save_that_cannot_be_is_refused_with_the_reason(change: Any, message: str) -> None:
    with pytest.raises(bh.PositionError, match=message):
        bh.loads(bent(change))


def test_a_bent_save_is_read_or_refused() -> None:
    """Numbers moved about in the fields never break anything but the save itself."""
    dice = random.Random(7)
    saves = [json.loads(bh.dumps(moment(*place))) for place in PLACES]
    for _ in range(many(30)):
        save = json.loads(json.dumps(dice.choice(saves)))
        fields = save["state"]
        name = dice.choice([key for key, value in fields.items() if isinstance(value, list) and value and key != "stack"])
        row = fields[name]
        at = dice.randrange(len(row))
        if isinstance(row[at], list):
            row = row[at]
            at = dice.randrange(len(row))
        row[at] = dice.choice([dice.choice(row), dice.randrange(-7, 480), 0, 1, 255])
        try:
            state = bh.loads(json.dumps(save))
        except bh.PositionError as error:
            assert str(error).strip()
        else:
            json.dumps([state.view(side) for side in ("us", "jp", None)])
            BONINS.facts(state)
