"""Conversations at the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from beachhead.engine.event import Event
from beachhead.games import REGISTERED
from beachhead.match import Match
from beachhead.players import Player, player
from beachhead.terminal.screen import Screen
from beachhead.terminal.session import Session

LANDING = ["land 1/2 1203", "land 2/2 1002", "land 3/2 0902", "land 1/6 0702", "land 2/6 1102 1103", "land 3/6 0801 0802"]


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are broken off go to a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def talk(
    *lines: str,
    game: str = "saipan",
    scenario: str = "historical",
    people: tuple[str, ...] = ("us",),
    bots: tuple[str, ...] = ("us", "jp"),
    save: Path | None = None,
) -> tuple[Session, list[str]]:
    """A session that hears these lines; what it shows, cut where each line was read."""
    match = Match.new(game, scenario, seed=3)
    out = StringIO()
    said: list[str] = []
    waiting: Iterator[str] = iter(lines)

    def read(prompt: str) -> str:
        said.append(out.getvalue() + prompt)
        out.truncate(0)
        out.seek(0)
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    players: dict[str, Player] = {side: player("random", 1) for side in bots if side not in people}
    session = Session(match, players, Console(file=out, width=100, highlight=False), read, save=save)
    session.run()
    said.append(out.getvalue())
    return session, said


def test_prompt_map_and_choices_come_first() -> None:
    _, said = talk()
    assert "land an infantry unit on a landing hex" in said[0]
    assert "[14.12-b]" in said[0]
    assert "Turn 1 of 15" in said[0]
    assert "28 land U:3/165 … (6)" in said[0]


def test_a_group_opens_and_a_number_plays() -> None:
    session, said = talk("1", "4")
    assert "  4 land U:1/2 1203" in said[1]
    assert session.match.history[0].text == "land U:1/2 1203"
    assert "U:1/2 lands at 1203" in said[2]


@pytest.mark.parametrize("words", ["land U:1/2", "u:1/2", "1/2"])
def test_half_an_action_opens_its_group(words: str) -> None:
    session, said = talk(words)
    assert "  4 land U:1/2 1203" in said[1]
    assert not session.match.history


def test_a_unit_is_found_by_its_hex() -> None:
    _, said = talk(*LANDING, "1203")
    assert "attack U:1/2 (1203) J:317" in said[len(LANDING) + 1]


def test_refusals_name_the_case_and_change_nothing() -> None:
    session, said = talk("land U:1/2 1304", "why land U:1/2 1304", "why land U:1/2 1203")
    assert "1304 is not one of the landing hexes [14.12-b]" in said[1]
    assert "the six landing hexes" in said[2]
    assert "is legal" in said[3]
    assert not session.match.history


def test_why_explains_cases() -> None:
    _, said = talk("why", "why 5.24", "why 5.2", "why banana")
    assert "14.12-b" in said[1]
    assert "the full cost must be payable" in said[2]
    assert "5.21, 5.22" in said[3]
    assert "✗ 'banana' is not an action" in said[4]


def test_nonsense_is_answered() -> None:
    _, said = talk("dance", "9999", "", "unod")
    assert "✗ 'dance' is not an action" in said[1]
    assert "✗" in said[2]
    assert "  1 land U:1/2" in said[3]
    assert "undo" in said[4]


def test_undo() -> None:
    session, said = talk("land U:1/2 1203", "undo", "undo")
    assert "Undone: land U:1/2 1203" in said[2]
    assert "✗ undo stops here" in said[3]
    assert not session.match.history


def test_odds_and_duties() -> None:
    _, said = talk(*LANDING, "odds support 1 J:318", "duties", "attack 1103 from 1203 1102 1002", "odds", "done")
    start = len(LANDING) + 1
    assert "1/3" in said[start]
    assert "must attack" in said[start + 1]
    assert "J:317" in said[start + 1]
    assert "the combat so far" in said[start + 3]


def test_map_units_log_help_list() -> None:
    _, said = talk("land U:1/2 1203", "map U:2/2", "map nobody", "units", "log", "help", "list", "map")
    assert "›·" in said[2]
    assert "✗ there is no unit 'nobody'" in said[3]
    assert "1203 U:1/2 infantry 5-4-8" in said[4]
    assert "U:1/2 lands at 1203" in said[5]
    assert "an action as text: land U:2/2 0702" in said[6]
    assert "land U:2/2 … (5)" in said[7]
    assert "Turn 1 of 15" in said[8]


def test_save_and_load(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    session, said = talk(
        "save", f"save {tmp_path}", "land U:1/2 1203", f"save {file}", "land U:2/2 1002", f"load {file}", "load nowhere"
    )
    assert "✗ name a file" in said[1]
    assert "✗" in said[2]
    assert "is a folder" in said[2]
    assert "Saved to" in said[4]
    assert "Loaded: 1 action played" in said[6]
    assert "no such file" in said[7]
    assert len(session.match.history) == 1
    (rescued,) = (tmp_path / "data" / "beachhead").iterdir()
    assert len(Match.load(rescued.read_text(encoding="utf-8")).history) == 2


def test_autosave_follows_every_action_and_undo(tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    talk("land U:1/2 1203", "land U:2/2 1002", "undo", save=file)
    assert [played.text for played in Match.load(file.read_text(encoding="utf-8")).history] == ["land U:1/2 1203"]


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    match = Match.new("saipan", "historical", seed=3)
    lines = iter(["land U:1/2 1203"])

    def read(_prompt: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    file = tmp_path / "game.record"
    Session(match, {"jp": player("random", 1)}, Console(file=StringIO(), width=100), read, save=file).run()
    assert len(Match.load(file.read_text(encoding="utf-8")).history) == 1


def test_hand_over_hides_the_note() -> None:
    notes = ["note 1103", "note 1203", "note 1304", "note 1404", "note 1504", "note 0902"]
    _, said = talk(*notes, "", "log", "map", scenario="free", people=("us", "jp"))
    assert "Landing hex 1103 is chosen" in said[1]
    assert "Hand the screen over to Japan" in said[6]
    after = "".join(said[6:])
    assert "0902" not in after
    assert "chosen its landing hexes" in after
    assert "Deploy your force" in after


def test_no_hand_over_without_a_secret() -> None:
    _, said = talk(*LANDING, *["done", "1"] * 40, people=("us", "jp"))
    assert "Japan: " in "".join(said)
    assert "Hand the screen over" not in "".join(said)


def test_a_map_of_areas_is_a_table_and_shows_a_side_what_it_may_see() -> None:
    _, said = talk("plan default", "done", "map", "units", game="rage", scenario="campaign", people=("jp",))
    drawn = said[2]
    assert "suribachi" in drawn and "(312), (109 Art a)" in drawn and "2 Concealed Caves" in drawn
    assert "Turn 1 of 9" in drawn
    assert "landing area: 23/4" in said[4]
    match = Match.new("rage", seed=3)
    match.play("plan default")
    match.play("done")
    out = StringIO()
    Screen(Console(file=out, width=100), match.state.ruleset).map(match.state.view("us"))
    shown = out.getvalue()
    assert "suribachi" in shown and "VP: U.S. 0" in shown
    assert "109 Art" not in shown and "Concealed Cave" not in shown


def test_a_game_without_a_map_is_shown_in_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTERED, "lookout", "tests.kit.hidden_game:LookoutGame")
    _, said = talk("1", "units", "map", "1", "list", game="lookout", scenario="night", people=("raider",), bots=("warden",))
    for shown in (said[0], said[2], said[3]):
        assert "squads: alpha cove, bravo cove, charlie reef" in shown
    assert "Turn 1 · aim" in said[0]
    assert "aim: village" in said[3]
    assert "march bravo village" in said[5]


def test_a_step_that_was_passed_over_is_told_and_a_forced_action_is_not() -> None:
    out, ruleset = StringIO(), Match.new("saipan", seed=3).state.ruleset
    skipped = Event("skipped", "12.34-d", "No landing: no beachhead marker is left", {"step": "land"})
    Screen(Console(file=out, width=100), ruleset).news([skipped, Event("forced", "12.2", "No choice: done", {"action": "done"})])
    assert out.getvalue().strip() == "No landing: no beachhead marker is left  [12.34-d]"


def test_a_verb_is_not_taken_for_a_misspelt_command() -> None:
    _, said = talk("land U:1/2 nowhere", "lod")
    assert "incomplete or names something that is not in this game" in " ".join(said[1].split())
    assert "did you mean the command" not in said[1]
    assert "did you mean the command" in " ".join(said[2].split())


def test_what_is_left_is_deployed_at_random_and_lies_face_down() -> None:
    people = ("us", "jp")
    session, said = talk("deploy 8 AT 1812", "rest", "", "units", game="bonins", scenario="two-player", people=people)
    texts = [played.text for played in session.match.history]
    assert len(texts) == 48, "single actions, as anybody might have typed them"
    assert texts[0] == "deploy 8 AT 1812"
    assert {text.split()[0] for text in texts} == {"deploy"}
    assert "Placed at random: 47 units." in said[2]
    assert "Hand the screen over to the U.S." in said[2]
    assert "U.S.." not in said[2]
    shown = "".join(said[3:])
    assert "1812 dug-in unit" in shown, "by the hex and the back of the counter, as on the page"
    assert "8 AT" not in shown
    assert "J18" not in shown, "no name that nobody uses at the table"


def test_nothing_else_is_placed_at_random() -> None:
    session, said = talk("rest", game="bonins", scenario="solitaire", people=("us",))
    assert "Nothing is left to be placed at random" in said[1]
    assert not session.match.history
