"""What the page gets from 20 February on: losses and limits, command, reserves, raids, the HQ Phase, schedules of scenarios."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.chance.outcomes import outcomes
from beachhead.games.dday.events import raids
from beachhead.games.dday.state import DDayState
from beachhead.games.dday.table import hq_duties, later_overlays
from beachhead.games.dday.table.combat.fire_risk import raids_feared
from beachhead.testing.proofs import proves

GAME: Any = bh.game("dday")
SCENARIOS = [scenario.id for scenario in GAME.scenarios]
LATER = [scenario for scenario in SCENARIOS if scenario != "d-day"]
FRONT = {
    "HQ/23": "1021", "HQ/1/23": "1022", "A/1/23": "1122", "B/1/23": "1021, 2 steps", "C/1/23": "1022", "1A/4Tk": "1022",
    "HQ/24": "0721", "HQ/2/24": "0722", "E/2/24": "0723", "A/4E": "0721", "HQ/26": "1717", "F/2/26": "1920", "C/1/24": "lost",
}  # fmt: skip


def placed(**given: Any) -> DDayState:
    """A position in the HQ Phase of turn 25, the morning of 26 February."""
    start = {"scenario": "hot-rocks", "turn": 25, "phase": "hq", "units": FRONT, "infantry points": {"3": 20, "4": 12, "5": 20}}
    state: DDayState = GAME.position(start | given)
    return state


def at_step(state: DDayState, name: str) -> DDayState:
    """The same position once the HQ Phase has come to a step."""
    while state.step.name != name:
        state.apply("done")
    return state


def text(state: DDayState, action: str) -> str:
    """What the preview of an action says."""
    return str(GAME.preview(state, state.parse(action)).get("text", ""))


# ---------------------------------------------------------------------- tracks


def test_losses_stand_beside_what_is_allowed() -> None:
    view = placed(**{"infantry losses": {"2-26": {"4": 5, "5": 2}, "2-25": {"4": 9}}}).view("us")
    assert view["toll"] == "7/30" and view["losses today"] == 7, "of one day"
    assert (view["loss box 3rd"], view["loss box 4th"], view["loss box 5th"]) == ("–", "3/10", "0/10")
    suribachi = GAME.position(
        {"scenario": "suribachi", "turn": 11, "units": {"A/1/28": "0608"}, "infantry losses": {"2-20": {"5": 4}}}
    )
    assert suribachi.view("us")["toll"] == "4/20", "of the whole game"


def test_the_limit_of_a_drained_division_is_lower_in_its_box() -> None:
    assert placed(**{"infantry points": {"4": 11}}).view("us")["loss box 4th"] == "3/8"


def test_guns_that_have_fired_today_are_left_out() -> None:
    view = placed(**{"guns": {"4": 10, "corps": 8}, "guns spent": {"4": 3}}).view("us")
    assert (view["guns 4th"], view["guns corps"], view["guns 5th"]) == ("7/10", "8/8", "–")


def test_the_bar_has_the_day_and_what_lasts() -> None:
    view = placed(lasting=["rain"], resting=27).view("us")
    assert (view["day"], view["part of day"], view["lasting"]) == ("26 Feb", "AM", ["rain", "rest"])
    status = GAME.theme_of("hot-rocks").status
    assert status["day"][view["day"]].name and status["part of day"]["AM"].name
    assert all(word in status["lasting"] for word in view["lasting"])


def test_every_day_and_every_lasting_event_has_words() -> None:
    ruleset = GAME.ruleset(GAME.parameters("campaign"))
    status = GAME.theme_of("campaign").status
    days = {f"{date % 100} {'Feb' if date < 301 else 'Mar'}" for date in ruleset.charts.dates[1:]}
    assert days == set(status["day"])
    assert set(status["lasting"]) - {"rest"} <= set(ruleset.components.event_index)


# ---------------------------------------------------------------------- counters


def test_counters_show_command_assignment_and_rest() -> None:
    state = placed(assigned={"1A/4Tk": 23}, posts={23: 3}, units=FRONT | {"A/1/28": "reserve"}, returns={"A/1/28": 27})
    units = state.view("us")["units"]
    assert units["HQ/23"]["chips"] == {"post": 3}
    assert units["1A/4Tk"]["chips"] == {"assigned": 23}
    assert units["F/2/26"]["chips"] == {"out of command": True}, "its battalion HQ is not there"
    assert units["A/1/28"]["place"] == "reserve 5" and units["A/1/28"]["chips"] == {"resting": 27}


def test_units_off_the_map_say_when_they_come_back() -> None:
    units = FRONT | {"A/1/28": "reserve", "B/1/28": "reserve", "HQ/25": "lost"}
    state = placed(units=units, returns={"A/1/28": 27, "HQ/25": 30})
    said = {name: GAME.about_unit(state, "us", name)["cannot"][0]["text"] for name in ("A/1/28", "B/1/28", "HQ/25")}
    assert said["A/1/28"].endswith("It can come back from turn 27 on")
    assert said["B/1/28"].endswith("It has rested and can come back in an HQ Phase")
    assert said["HQ/25"] == "Eliminated; it returns on turn 30"


def test_an_hq_that_fire_has_driven_off_waits_by_itself() -> None:
    state = placed(units=FRONT | {"HQ/25": "due"}, returns={"HQ/25": 26})
    assert state.view("us")["units"]["HQ/25"]["place"] == "landing again"


def test_a_party_lies_where_it_fights() -> None:
    state: DDayState = GAME.position(
        {
            "scenario": "campaign",
            "board": {
                "size": [6, 18],
                "positions": {
                    "A1": {"hex": "0305", "color": "red", "fort": 1},
                    "M1": {"hex": "0615", "color": "black", "hilltop": True},
                    "M2": {"hex": "0618", "color": "black", "hilltop": True},
                },
            },
            "turn": 7,
            "phase": "fire",
            "deck": [19, 7, 16, 5, 14],
            "units": {"C/1/23": "0304"},
            "japanese": {"0305": {"unit": "MC4 up", "forts": ["F1-01 up"]}},
        }
    )
    for action in ("draw", "fire 0305", "accept", "assault 0305 0304"):
        state.apply(action)
    units = state.view("us")["units"]
    assert (units["J0305"]["place"], units["J0305-fort"]["place"]) == ("0304", "0305"), "the fort stays behind"
    panel = GAME.panel(state.ruleset, state.view("us")["combat"])
    assert panel["title"] == "Close combat in 0304"
    assert {"title": "from 0305", "value": "Assault", "case": "13.8-a"} in panel["modifiers"]


def test_only_counters_of_the_scenario_lie_among_the_eliminated() -> None:
    for scenario in LATER:
        state = GAME.new(scenario, seed=3)
        fallen = [unit for unit in state.view("us")["units"].values() if unit["place"] == "eliminated"]
        assert len(fallen) <= 2, scenario


# ---------------------------------------------------------------------- overlays


def test_the_command_overlay_shows_ranges_lines_and_who_is_astray() -> None:
    shown = GAME.overlay(placed(posts={23: 3}), "us", "command")
    assert {region["part"]: region["stroke"] for region in shown["regions"]} == {"23": "solid", "24": "dashed", "26": "dashed"}
    assert shown["levels"]["1920"]["text"] == "1"
    assert any(line["says"].startswith("HQ/2/24 commands") for line in shown["lines"])
    assert shown["legend"][0]["text"] == "HQ/23: command post, range 3"


def test_overlays_of_later_turns_are_not_for_the_first_day() -> None:
    assert not set(GAME.overlays_of("d-day")) & set(later_overlays.TITLES)
    for scenario in LATER:
        assert set(GAME.overlays_of(scenario)) == set(GAME.theme_of(scenario).overlays)


@proves("dday", "10.2-c", "10.2-d")
def test_the_raids_to_be_feared_are_those_that_cards_bring() -> None:
    """Every card is drawn for the first hex: what the overlay fears must be what happens."""
    line = {"E/2/21": "1421", "F/2/21": "1421", "A/1/23": "1122"}
    state = placed(phase="raids", units=line, japanese={"F1": "?", "H8": "?", "I1": "?", "H1": "?", "M6": "?"})
    feared, first = raids_feared(state), raids.susceptible(state)[0]
    hurt = Fraction(0)
    for chance, _, events in outcomes(state, state.actions()[0]):
        raid = next(event for event in events if event.kind == "raid")
        hurt += chance if raid.case in ("10.2-c", "10.2-d") else 0
    assert feared[first].stopped == hurt > 0
    name = state.ruleset.hex_name(first)
    assert GAME.overlay(state, "us", "raids")["levels"][name]
    panel = GAME.panel(state.ruleset, state.view("us")["combat"])
    assert panel["title"] == f"Raid on {name}"
    assert sum(Fraction(one["chance"]) for one in panel["outcomes"]) == 1
    assert sum(Fraction(one["chance"]) for one in panel["outcomes"] if one["good"] == "jp") == hurt


def test_guns_reach_what_somebody_observes() -> None:
    state = placed(phase="actions", posts={24: 3}, guns={"4": 10}, japanese={"0824": "?", "2125": "?"})
    levels = GAME.overlay(state, "us", "observers")["levels"]
    assert (levels["0824"]["text"], levels["2125"]["text"]) == ("4", "")


def test_objectives_of_a_scenario_include_its_airfields() -> None:
    levels = GAME.overlay(placed(japanese={"1326": "?"}), "us", "objectives")["levels"]
    assert {"A2", "A3", "S4"} <= {level["text"] for level in levels.values()}


# ---------------------------------------------------------------------- the assistant and previews


def test_the_assistant_of_the_hq_phase() -> None:
    state = at_step(placed(posts={23: 1}), "command posts")
    duties = state.view("us")["duties"]
    assert duties["advance post"] == ["HQ/23"]
    assert duties["out of command"] == ["1A/4Tk", "A/4E", "F/2/26"]
    duties = at_step(state, "daily replacements").view("us")["duties"]
    assert duties == {"fill up": ["B/1/23"], "rebuild": ["C/1/24"]}
    assert at_step(state, "assigning").view("us")["duties"]["unassigned"] == ["1A/4Tk", "A/4E"]
    assert "B/1/23" in at_step(state, "reserve").view("us")["duties"]["could rest"]


def test_hqs_behind_the_line_can_become_command_posts() -> None:
    state = GAME.new("hot-rocks", seed=3)
    while state.step.name != "command posts":
        arrange = [action for action in state.actions() if str(action) == "arrange"]
        state.apply((arrange or state.actions())[0])
    able = [str(action).split()[1] for action in state.actions() if str(action).startswith("convert")]
    assert able and state.view("us")["duties"]["establish post"] == able


def test_the_assistant_of_the_action_phase_watches_flanks_and_losses() -> None:
    state = placed(
        phase="actions",
        units=FRONT | {"F/2/24": "0722, 3 steps"} | dict.fromkeys(("I/3/24", "K/3/24", "A/1/25"), "lost"),
        japanese={"0824": "?"},
    )
    duties = state.view("us")["duties"]
    assert duties["brink"] == ["F/2/24"], "one step more, and the box of the 4th Division is full"
    assert duties["out of command"] == hq_duties.later_actions(state)["out of command"]
    assert set(duties["raided"]) == {state.ruleset.hex_name(place) for place in raids.susceptible(state)}


def test_previews_of_command() -> None:
    state = at_step(placed(posts={26: 2}, units=FRONT | {"HQ/2/26": "1919", "F/2/26": "1919"}), "command posts")
    assert text(state, "extend HQ/26") == "Range 3 instead of 2. HQ/2/26 and F/2/26 come into command."
    assert "come out of command" not in text(state, "abandon HQ/26")
    assert text(at_step(state, "assigning"), "assign 1A/4Tk HQ/23").endswith("1A/4Tk comes into command.")


def test_previews_of_points_tell_what_is_left_and_what_falls() -> None:
    state = at_step(placed(), "daily replacements")
    said = text(state, "replace B/1/23")
    assert said == (
        "B/1/23 has 3 steps then, strength 6. 11 infantry points of the 4th Division left. Its limit of losses falls by one. "
        "Loss box of the 4th Division: 2 of 10 then."
    )
    assert "Back with one step, in reserve until turn 28 (27 February)." in text(state, "rebuild C/1/24")
    assert "Loss box of the 4th Division: 2 of 10 then." in text(state, "rebuild C/1/24")
    state = at_step(state, "reserve")
    assert "turn 28 (27 February) at the earliest" in text(state, "reserve B/1/23")


def test_a_day_of_rest_says_what_it_costs() -> None:
    state = placed(turn=28, phase="rest")
    assert text(state, "declare").startswith("Turns 28 to 30 pass without any action of either side.")
    assert "Everybody recovers, the Japanese too." in text(state, "declare")


# ---------------------------------------------------------------------- schedules, charts, cards


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_tells_its_own_schedule(scenario: str) -> None:
    ruleset = GAME.ruleset(GAME.parameters(scenario))
    schedule = GAME.schedule(ruleset)
    assert [turn["turn"] for turn in schedule] == list(range(ruleset.setup.first_turn, ruleset.setup.last_turn + 1))
    said = " ".join(line for turn in schedule for line in turn["says"])
    assert ("the first wave lands" in said) == (scenario in ("d-day", "campaign"))
    assert ("a day of rest can be declared" in said) == (scenario in ("hot-rocks", "hot-rocks-partners", "campaign"))
    assert "the last turn" in schedule[-1]["says"][-1]
    assert all(case in GAME.cases for turn in schedule for case in turn["cases"])
    if scenario in ("suribachi", "drive-to-the-sea"):
        assert "lands:" not in said, "nobody comes there"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_charts_of_a_scenario_cite_cases(scenario: str) -> None:
    for chart in GAME.charts(GAME.ruleset(GAME.parameters(scenario))):
        assert chart["case"] in GAME.cases
        for row in chart["rows"]:
            assert len(row["cells"]) == len(chart["columns"]), chart["id"]
            if chart["columns"][-1] == "rule":
                assert row["cells"][-1] in GAME.cases, (chart["id"], row)


def test_the_summary_of_actions_has_the_rows_of_the_scenario() -> None:
    def periods(scenario: str) -> set[str]:
        charts = {chart["id"]: chart for chart in GAME.charts(GAME.ruleset(GAME.parameters(scenario)))}
        return {row["title"].split(",")[0] for row in charts["actions"]["rows"]}

    assert periods("d-day") == {"turns 1-6"}
    assert "turns 1-6" not in periods("hot-rocks") and "turn 49 on" not in periods("hot-rocks")
    assert "turn 49 on" in periods("drive-to-the-sea")


def test_cards_have_a_part_for_every_date_of_their_event() -> None:
    theme, ruleset = GAME.theme_of("campaign"), GAME.ruleset(GAME.parameters("campaign"))
    events = ruleset.components.events
    for card in ruleset.components.cards:
        parts = theme.cards[f"card {card.number}"].parts
        for since, number in card.events:
            part = parts["event" if since == 219 else f"event {since}"]
            assert part.title.endswith(f": {events[number].title if number >= 0 else 'none'}"), card.number
    state = placed(phase="fire", track={"event": 7})
    assert state.view("us")["cards"]["event"]["part"] == {"card 7": "event 225"}


@pytest.mark.parametrize("game", [game.id for game in bh.all_games()])
def test_scenarios_say_how_long_they_take_and_what_is_special(game: str) -> None:
    for scenario in bh.game(game).scenarios:
        assert scenario.length and scenario.special, scenario.id
        shown = next(one for one in bh.game(game).plain()["scenarios"] if one["id"] == scenario.id)
        assert (shown["length"], shown["forces"], shown["special"]) == (scenario.length, scenario.forces, scenario.special)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_objective_has_a_line_in_the_victory_panel(scenario: str) -> None:
    state = GAME.new(scenario, seed=1)
    lines = {item.from_ for item in GAME.theme_of(scenario).standing.items}
    assert set(state.view("us")["score"]) <= lines


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_advice_about_headquarters_belongs_to_scenarios_with_command(scenario: str) -> None:
    """Where everybody is always in command, nobody is told to mind command posts."""
    tips = [tip for tip in GAME.theme_of(scenario).advice if not tip.scenarios or scenario in tip.scenarios]
    ruleset = GAME.ruleset(GAME.parameters(scenario))
    has_command = ruleset.free_command_until < ruleset.last_turn
    assert any("command post" in tip.says for tip in tips) == has_command
    assert 3 <= len(tips) <= 5
