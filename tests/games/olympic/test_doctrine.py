"""The Japanese doctrine: release, reinforcements, the one move after the other, and who attacks whom, with its reasons."""

from __future__ import annotations

from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.dice import Dice
from beachhead.games.olympic.combat import pairing
from beachhead.games.olympic.doctrine import marching
from beachhead.games.olympic.state import OlympicState
from beachhead.testing import proves

OLYMPIC = bh.game("olympic")
PLAIN: dict[str, Any] = {"size": [12, 12], "cities": {"Depot": ["1212"]}}
"""All clear; a City in the corner keeps Japan in supply."""
BEACH = {"beachheads": ["0606"]}


def position(*dice: int, board: Any = None, **data: Any) -> OlympicState:
    given: dict[str, Any] = {"turn": 5, "phase": "jp movement", "board": PLAIN | (board or {})}
    given |= {key.replace("_", " "): value for key, value in data.items()}
    state = OLYMPIC.position(given, Dice.scripted(dice))
    assert isinstance(state, OlympicState)
    return state


def acts(state: OlympicState, step: str = "march") -> list[str]:
    """Take what the doctrine offers, first of all choices, until another step comes."""
    found = []
    while not state.over and state.step.name == step:
        found.append(str(state.actions()[0]))
        assert state.decision.prompt.startswith(found[-1].split()[1])
        state.apply(state.actions()[0])
    return found


def why(state: OlympicState) -> tuple[str, list[dict[str, str]]]:
    """The case and the rivals of the next act."""
    events: list[bh.Event] = []
    case = state.decision.case
    prompt = state.decision.prompt
    state.apply(state.actions()[0], events)
    told = next(event for event in events if event.kind in ("moved", "combat"))
    assert told.data["why"]["case"] == case
    assert prompt == told.data["why"]["text"] + "."
    return case, told.data["why"].get("rivals", [])


def refused(state: OlympicState, action: str) -> str:
    refusal = state.why_not(action)
    assert refusal is not None
    return refusal.case


# ---------------------------------------------------------------------- the order of movement


@proves("olympic", "14.51", "14.55", "14.56", "5.21", "5.0-precedence")
def test_types_in_their_order_the_nearest_first_then_the_higher_hex() -> None:
    units = {"U:27/25": "0606", "J:14": "0609", "J:434": "0612", "J:435": "0610", "J:436": "0602", "J:453": "0212"}
    state = position(units=units, **BEACH)
    assert refused(state, "move J:14 0607") == "14.51"
    assert refused(state, "move J:436 0604") == "14.56"
    assert refused(state, "move J:434 0608") == "14.55"
    assert why(state) == ("14.54-1", [{"unit": "J:436", "text": "is as near, in a lower hex"}])
    assert refused(state, "move J:435 0607") == "5.23"
    assert [act.split()[1] for act in acts(state)] == ["J:436", "J:434", "J:453", "J:14"]


@proves("olympic", "14.54-1", "14.57")
def test_of_equally_near_hexes_rough_then_city_then_town_then_the_higher() -> None:
    # A road makes the rough hex as near as the Town.
    board = {"hexes": {"rough": ["0506"]}, "towns": {"Low": "0505"}, "roads": [["0406", "0506"]]}
    units = {"U:27/25": "0606", "J:14": "0406"}
    state = position(board=board, units=units, **BEACH)
    assert refused(state, "move J:14 0505") == "14.54-1"
    assert refused(state, "move J:14 0705") == "14.54-1"
    assert refused(state, "move J:14 0405") == "14.52"
    case, rivals = why(state)
    assert (case, rivals) == ("14.54-1", [{"space": "0505", "text": "rough ground comes before a Town"}])
    state = position(units={"U:27/25": "0606", "J:14": "0903"}, **BEACH)
    assert refused(state, "move J:14 0605") == "14.57"
    assert acts(state) == ["move J:14 0705"]


@proves("olympic", "14.52", "7.32")
def test_a_unit_stops_on_the_last_free_hex_of_the_best_way() -> None:
    road = {"hexes": {"rough": ["0508", "0509", "0708", "0709", "0408", "0808", "0507", "0707"]}}
    units = {"U:27/25": "0606", "J:434": "0612", "J:418": "0608"}
    state = position(board=road, units=units, **BEACH)
    assert refused(state, "move J:434 0608") == "7.32"
    assert acts(state) == ["move J:434 0609", "move J:418 0607"]


@proves("olympic", "14.52")
def test_among_equal_ways_the_one_with_most_markers_then_higher_numbers() -> None:
    units = {"U:27/25": "0606", "J:14": "0903"}
    for beaches, path in ((["0606"], ["0904", "0805", "0705"]), (["0606", "0804"], ["0804", "0805", "0705"])):
        state = position(units=units, beachheads=beaches)
        events: list[bh.Event] = []
        state.apply("move J:14 0705", events)
        assert [event.data["hex"] for event in events if event.kind == "beachhead"] == beaches[1:]
        moved = next(event for event in events if event.kind == "moved")
        assert (moved.data["path"], moved.data["cost"]) == (path, 3)


@proves("olympic", "5.24-minimum", "14.52")
def test_a_first_step_that_is_too_dear_is_made_all_the_same() -> None:
    rough = {"hexes": {"rough": ["0608", "0708", "0508", "0709", "0509", "0610"]}, "cities": {}}
    state = position(board=rough, units={"U:27/25": "0606", "J:434": "0609"}, **BEACH)
    assert marching.destinations(state)[0][1:5] == (
        state.ruleset.ground.grid.space("0607"),
        4,
        1,
        state.ruleset.ground.grid.space("0608"),
    )
    assert acts(state) == ["move J:434 0608"]


@proves("olympic", "14.53", "14.54-2", "14.58")
def test_secondary_hexes_once_no_primary_one_can_be_reached() -> None:
    ring = {"J:434": "0607", "J:435": "0605", "J:436": "0705", "J:453": "0706", "J:454": "0505", "J:455": "0506"}
    state = position(units={"U:27/25": "0606", "J:14": "0610", "J:40": "0608", **ring}, **BEACH)
    assert [found[3] for found in marching.destinations(state)] == [2]
    assert refused(state, "move J:14 0609") == "14.52"
    assert refused(state, "move J:14 0406") == "14.54-2"
    assert state.decision.case == "14.57"
    # The other one is alone on a Secondary hex and stays there.
    assert acts(state) == ["move J:14 0707"]


@proves("olympic", "7.32", "8.71-note")
def test_a_stack_splits_even_if_its_way_offers_no_free_hex() -> None:
    # A causeway: the way of the stack leads through friends as far as its allowance goes.
    sea = [f"{row:02}{column:02}" for row in (5, 7) for column in range(1, 12)]
    friends = {"J:14": "0607", "J:40": "0606", "J:70": "0605", "J:52": "0604"}
    units = {"U:27/25": "0602", "J:434": "0608", "J:435": "0608", **friends}
    state = position(board={"hexes": {"sea": sea}}, units=units, beachheads=["0602"])
    assert state.decision.case == "7.32"
    assert refused(state, "move J:434 0610") == "7.32"
    assert acts(state)[:2] == ["move J:434 0609", "move J:52 0603"]


def test_without_us_units_nobody_moves_but_reinforcements() -> None:
    state = position(board={"entry": "1206"}, units={"J:434": "0610", "J:435": "0610", "J:R01": "entering"})
    assert acts(state) == ["move J:R01 1206"]


# ---------------------------------------------------------------------- reinforcements


@proves("olympic", "9.11-entry", "9.12", "9.14", "9.13")
def test_reinforcements_enter_for_one_point_or_wait() -> None:
    board = {"entry": "1206", "towns": {"Coast": "1210"}, "coastal": ["1210"]}
    state = position(board=board, units={"U:27/25": "0606", "J:R01": "entering", "J:R02": "entering"}, **BEACH)
    first, second = marching.destinations(state)
    assert first[2] == second[2] == 6
    assert state.hex_name(first[5][0]) == "1206"
    # A U.S. unit next to the entry hex lets one in; the other waits.
    state = position(board=board, units={"U:27/25": "1106", "J:R01": "entering", "J:R02": "entering"}, beachheads=["1106"])
    assert acts(state) == ["move J:R02 1206"]
    assert OLYMPIC.facts(state)["units"]["J:R01"] == "entering"
    state = position(board=board, units={"U:27/25": "1206", "J:R01": "entering"}, beachheads=["1206"])
    assert marching.destinations(state)[0][5][0] == state.ruleset.ground.grid.space("1210")


# ---------------------------------------------------------------------- the chart


@proves("olympic", "14.21-half", "14.21-half-again", "14.21-track1", "14.22-track2", "14.22-classes", "14.2")
def test_tracks_release_half_of_the_coast_and_classes_of_the_line() -> None:
    down = {"1201": "dummy C", "0101": "2-4", "0112": "3-4", "0606": "4-4", "0303": "1-8", "0909": "dummy L"}
    board = {"entry": "1212", "coastal": ["0303"], "line": 5}
    state = position(3, 4, 6, board=board, turn=2, phase="jp doctrine", face_down=down, others="start", units={})
    assert state.decision.case == "14.21-track1"
    state.apply("roll")
    # 0606 is closest to the entry hex; from there every other one in the order of the ring.
    assert {name for name in OLYMPIC.facts(state)["units"] if name.startswith("C")} == {"C1201", "C0112"}
    assert state.decision.case == "14.22-track2"
    state.apply("roll")
    assert {name for name in OLYMPIC.facts(state)["units"] if name.startswith("L")} == {"L0909"}
    assert state.decision.case == "14.23"


@proves("olympic", "9.0-pool", "9.11-roll", "9.15", "9.16", "14.23", "14.21-gt4", "14.22-gt4")
def test_track_3_takes_what_the_pool_has_and_skips_even_turns_after_a_northern_landing() -> None:
    state = position(2, turn=5, phase="jp doctrine", units={"J:R01": "pool", "J:R02": "lost"})
    kinds = {state.ruleset.unit_ids[u]: state.ruleset.units[u].values for u in state.ruleset.r_units}
    events: list[bh.Event] = []
    state.apply("roll", events)
    told = next(event for event in events if event.kind == "reinforcements")
    assert sorted(told.data["lost"] + [kinds[name] for name in told.data["units"]]) == ["2-10", "2-8"]
    for turn in (6, 7):
        north = position(2, turn=turn, phase="jp doctrine", units={"J:434": "0909"}, north_assaulted=True)
        assert (north.turn, north.decision.step) == (7, "doctrine")


@proves("olympic", "16.53-release", "16.53-tracks")
def test_two_players_release_everybody_at_once_and_roll_for_reinforcements_only() -> None:
    down = {"0101": "2-4", "0303": "1-8"}
    state = position(2, scenario="two-player", turn=1, phase="jp doctrine", face_down=down, others="start", units={})
    assert not any(name[0] in "CL" for name in OLYMPIC.facts(state)["units"])
    assert state.decision.case == "14.23"
    assert [str(action) for action in state.actions()] == ["roll"]


# ---------------------------------------------------------------------- attacks


@proves("olympic", "8.51", "8.52-a", "8.52-b", "8.27", "8.22")
def test_the_largest_number_of_attacks_comes_before_the_order() -> None:
    # 0605 alone could attack both; so 0706, in the higher hex, has to take the unit that it can reach.
    units = {"U:27/25": "0705", "U:35/25": "0604", "J:14": "0605", "J:40": "0806"}
    state = position(1, 1, phase="jp combat", units=units, beachheads=["0705", "0604"])
    assert refused(state, "attack J:14 U:27/25") == "8.51"
    assert refused(state, "attack J:14 U:35/25") == "8.52-b"
    assert refused(state, "done") == "8.51"
    assert why(state) == ("8.51", [{"unit": "J:14", "text": "is needed for another attack"}])
    assert acts(state, "strike") == ["attack J:14 U:35/25"]


@proves("olympic", "8.52-a", "8.52-c", "8.52-d", "8.12")
def test_the_strongest_then_the_top_and_of_two_in_a_hex_either() -> None:
    units = {"U:27/25": "0606", "U:26/5M": "0606", "U:27/5M": "0606", "J:14": "0605", "J:418": "0605", "J:40": "0607"}
    state = position(4, phase="jp combat", units=units, **BEACH)
    assert [str(action) for action in state.actions()] == ["attack J:418 U:26/5M", "attack J:14 U:26/5M"]
    assert refused(state, "attack J:14 U:27/5M") == "8.52-d"
    assert refused(state, "attack J:14 U:27/25") == "8.52-c"
    assert refused(state, "attack J:40 U:26/5M") == "8.52-a"
    assert len(pairing.pairs(state)) == 9
    state.apply("attack J:14 U:26/5M")
    assert state.is_in(type(state.step))


@proves("olympic", "16.53-choice", "16.53-keep", "8.11", "8.8-note-1", "8.13")
def test_the_japanese_player_attacks_whom_he_likes_or_nobody() -> None:
    units = {"U:27/25": "0606", "U:26/5M": "0606", "J:14": "0605", "J:depot1": "0607", "J:40": "0609"}
    state = position(scenario="two-player", phase="jp combat", units=units, **BEACH)
    assert [str(action) for action in state.actions()] == ["attack J:14 U:27/25", "attack J:14 U:26/5M", "done"]
    assert refused(state, "attack J:depot1 U:27/25") == "8.8-note-1"
    assert refused(state, "attack J:40 U:27/25") == "8.11"
    cut = position(scenario="two-player", phase="jp combat", board={"cities": {}}, units=units, **BEACH)
    assert cut.decision.step != "strike"


# ---------------------------------------------------------------------- copies


def test_a_copy_goes_its_own_way() -> None:
    units = {"U:27/25": "0606", "J:434": "0610", "J:435": "0602", "J:14": "0903", "J:40": "0909"}
    state = position(units=units, **BEACH)
    twin = state.copy()
    expected = acts(twin)
    assert acts(state) == expected
    assert state.digest() == twin.digest()


@pytest.mark.parametrize("action", ["move U:27/25 0607", "move J:R01 0607", "move J:417 0607", "done", "roll"])
def test_other_actions_are_refused_in_words(action: str) -> None:
    state = position(units={"U:27/25": "0606", "J:434": "0610", "J:R01": "pool"}, **BEACH)
    refusal = state.why_not(action)
    assert refusal is not None
    assert refusal.reason
