"""What the theme of Saipan has besides (test_theme.py has what all themes have)."""

from __future__ import annotations

import beachhead as bh
from beachhead.series.island_war.marks import MARKS
from beachhead.series.island_war.state import PLACES

GAME = bh.game("saipan")
SETUP = GAME.ruleset(GAME.parameters())
THEME = GAME.lore("theme")


def test_marks_places_and_duties_are_named_and_no_others() -> None:
    assert set(MARKS) == set(THEME["marks"])
    assert set(PLACES.values()) == set(THEME["places"])
    assert set(GAME.new("historical", seed=1).view(None)["duties"]) == set(THEME["duties"])


def test_results_have_words() -> None:
    chart = next(chart for chart in GAME.charts(SETUP) if chart["id"] == "results")
    assert {cell for row in chart["rows"] for cell in row["cells"]} == set(chart["codes"])
    assert all(code["says"] and code["good"] in ("attacker", "defender", None) for code in chart["codes"].values())


def test_names_lie_on_the_map() -> None:
    board = GAME.board(SETUP)
    assert set(board["names"]) == set(THEME["map"]["names"])
    for label in THEME["map"]["labels"]:
        assert label["at"] in board["terrain"], label["text"]
