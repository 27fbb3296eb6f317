"""The map: it fits the screen, rows line up, and it shows what the view holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.state import State
from beachhead.terminal.counters import short
from beachhead.terminal.hexmap import HexMap, Sheet
from beachhead.terminal.words import Words
from tests.kit.hidden_game import LookoutGame

HISTORICAL = Path(__file__).with_name("historical.txt")


def drawn(state: State, **more: object) -> Sheet:
    """The map of a position as the U.S. sees it."""
    ruleset = state.ruleset
    return HexMap(ruleset.game.board(ruleset), Words(ruleset)).draw(state.view("us"), **more)  # type: ignore[arg-type]


@pytest.fixture
def state() -> State:
    """The historical set-up."""
    found: State = bh.game("saipan").new("historical", seed=7)
    return found


def hex_text(sheet: Sheet, name: str) -> str:
    """The four characters of a hex, found by the numbers at the edges."""
    row = next(line.plain for line in sheet.lines if line.plain.startswith(f"{name[:2]} "))
    column = sheet.lines[0].plain.index(f" {name[2:]} ") + (2 if int(name[:2]) % 2 == 0 else 0)
    return row[column : column + 4]


def test_it_fits_the_screen(state: State) -> None:
    sheet = drawn(state)
    assert sheet.width <= 100
    assert sheet.height <= 40
    assert len({line.cell_len for line in sheet.lines}) == 1


def test_it_looks_as_it_did(state: State) -> None:
    """A snapshot to read in a diff; write it anew with `python -m tests.terminal.test_hexmap` if a change is meant."""
    assert [line.rstrip() for line in drawn(state).text().plain.splitlines()] == HISTORICAL.read_text(
        encoding="utf-8"
    ).splitlines()


def test_units_stand_in_their_hexes(state: State) -> None:
    state.apply("land U:1/2 1203")
    sheet = drawn(state)
    for name, unit in state.view("us")["units"].items():
        if unit["place"] != "pool":
            assert hex_text(sheet, unit["place"]).rstrip("↓ ") == short(name, name.startswith("J"))


def test_terrain_and_ways_show(state: State) -> None:
    sheet = drawn(state)
    assert hex_text(sheet, "1003") == " #= "
    assert hex_text(sheet, "2109") == " ∴- "
    assert hex_text(sheet, "1809") == " ^  "
    assert hex_text(sheet, "2001") == "    "


def test_goals_are_shaded(state: State) -> None:
    sheet = drawn(state, goals={"1203"}, chosen="J:317")
    assert hex_text(sheet, "1203").startswith("›")
    assert not hex_text(sheet, "1204").startswith("›")


def test_beachheads_show_with_and_without_a_unit() -> None:
    position = {
        "scenario": "historical",
        "turn": 2,
        "phase": "us movement",
        "beachheads": ["1002", "1203"],
        "units": {"U:1/2": "1203"},
    }
    sheet = drawn(bh.game("saipan").position(position))
    assert hex_text(sheet, "1002") == " ·⌂ "
    assert hex_text(sheet, "1203") == "¹2 ⌂"


def test_no_two_counters_of_a_side_look_alike(state: State) -> None:
    names = list(state.view("us")["units"])
    assert len({short(name, name.startswith("J")) for name in names}) == len(names)


def test_a_map_without_open_sea_carries_its_notes_below() -> None:
    state = bh.game("saipan").position(
        {"board": {"size": [5, 5]}, "units": {"U:A": "infantry 5-4-8 at 0303"}, "phase": "us movement"}
    )
    sheet = drawn(state)
    assert hex_text(sheet, "0303") == "⁺A  "
    assert "SAIPAN" in [line.plain for line in sheet.lines[7:]]


# ---------------------------------------------------------------------- any other game: a board and a view as plain data

BOARD = {
    "kind": "hexes",
    "lines": 3,
    "positions": 4,
    "shifted": "even",
    "terrain": {f"0{line}0{position}": "heath" for line in (1, 2, 3) for position in (1, 2, 3, 4)} | {"0202": "hill"},
}


def sheet_of(units: dict[str, dict[str, Any]], theme: dict[str, Any] | None = None) -> Sheet:
    """The map of a game that has such a board, with these units on it; without a theme unless there is one here."""
    words = Words(LookoutGame().new(seed=1).ruleset)
    words.theme = theme or {}
    view = {"game": "moor", "decision": {"step": "raid"}, "turn": 2, "units": units}
    return HexMap(BOARD, words).draw(view)


def test_a_game_without_a_theme_has_a_map_too() -> None:
    sheet = sheet_of({"1/A": {"side": "raider", "place": "0101"}, "2/B": {"side": "warden", "place": "0303"}})
    assert hex_text(sheet, "0101") == "¹A  "
    assert hex_text(sheet, "0303") == "₂B  "
    assert hex_text(sheet, "0104") == " ·  "
    assert hex_text(sheet, "0202") == " h  ", "kinds that no theme tells apart are told apart by a letter"
    notes = [line.plain for line in sheet.lines]
    assert "Turn 2" in notes and "raid" in notes
    assert "₂B   Wardens 2/B: lowered figure" in notes


def test_a_stack_shows_how_many_and_is_listed_below() -> None:
    near, far = {"side": "raider", "place": "0101"}, {"side": "warden", "place": "0101"}
    beside = {"side": "warden", "place": "0303"}
    sheet = sheet_of({"1/A": near, "2/A": near, "3/B": far, "4/B": beside, "5/B": beside})
    assert hex_text(sheet, "0101") == "≡²₁ "
    assert hex_text(sheet, "0303") == "≡₂  "
    assert [line.plain for line in sheet.lines[-2:]] == ["0101 1/A, 2/A, 3/B", "0303 4/B, 5/B"]
    assert "≡²   stack of 2" in [line.plain for line in sheet.lines]


def test_numbers_that_run_down_the_columns_shift_every_other_column_by_half_a_hex() -> None:
    units = {"1/A": {"side": "raider", "place": "0102"}, "2/B": {"side": "warden", "place": "0202"}}
    lines = [line.plain for line in sheet_of(units, {"map": {"lines": "columns"}}).lines]
    assert lines[:6] == [
        "    01  02  03 ",
        "01  ·       ·  ",
        "        ·      ",
        "02 ¹A       ·  ",
        "       ₂B      ",
        "03  ·       ·  ",
    ]


if __name__ == "__main__":
    fresh = drawn(bh.game("saipan").new("historical", seed=7)).text().plain
    HISTORICAL.write_text("".join(f"{line.rstrip()}\n" for line in fresh.splitlines()), encoding="utf-8")
