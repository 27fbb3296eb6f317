"""The map: it fits the screen, rows line up, and it shows what the view holds."""

from __future__ import annotations

from pathlib import Path

import pytest

import beachhead as bh
from beachhead.engine.state import State
from beachhead.terminal.counters import short
from beachhead.terminal.hexmap import HexMap, Sheet, board_of

HISTORICAL = Path(__file__).with_name("historical.txt")


def drawn(state: State, **more: object) -> Sheet:
    """The map of a position as the U.S. sees it."""
    board = board_of(state.ruleset)
    assert board is not None
    return HexMap(board).draw(state.view("us"), **more)  # type: ignore[arg-type]


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
            assert hex_text(sheet, unit["place"]).strip() == short(name, name.startswith("J"))


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


if __name__ == "__main__":
    fresh = drawn(bh.game("saipan").new("historical", seed=7)).text().plain
    HISTORICAL.write_text("".join(f"{line.rstrip()}\n" for line in fresh.splitlines()), encoding="utf-8")
