"""The theme of a game says everything that the page cannot know."""

from __future__ import annotations

import re
from pathlib import Path

import beachhead as bh
from beachhead.games.saipan.facts import MARKS, PLACES

GAME = bh.game("saipan")
SETUP = GAME.setup(GAME.source())
THEME = GAME.lore("theme")
SHEET = Path(bh.__file__).parent / "web" / "css" / "board.css"
TOKENS = Path(bh.__file__).parent / "web" / "css" / "tokens.css"


def test_everything_in_a_view_has_a_name() -> None:
    view = GAME.new("historical", seed=1).view(None)
    assert set(THEME["sides"]) == set(GAME.sides)
    assert {unit["arm"] for unit in view["units"].values()} <= set(THEME["arms"])
    assert set(MARKS) == set(THEME["marks"])
    assert set(PLACES.values()) == set(THEME["places"])
    assert set(view["duties"]) == set(THEME["duties"])
    assert set(GAME.overlays) == set(THEME["overlays"])
    for marker in THEME["markers"]:
        assert marker["from"] in view
    assert THEME["tracks"]["turn"]["from"] in view


def test_values_fit_their_names() -> None:
    for unit in GAME.new("historical", seed=1).view(None)["units"].values():
        look = THEME["values"].get(unit["arm"], THEME["values"]["default"])
        assert len(re.split("[-/]", unit["values"])) == len(look["fields"]) == sum(len(line) for line in look["lines"])
        assert set(look["fields"]) <= set(THEME["value_names"])


def test_results_and_phases_have_words() -> None:
    chart = next(chart for chart in GAME.charts(SETUP) if chart["id"] == "results")
    assert {cell for row in chart["rows"] for cell in row["cells"]} <= set(THEME["results"])
    assert {ruler["id"] for ruler in chart["rulers"]} <= set(THEME["lines"])
    phases = [phase["id"] for phase in THEME["phases"]]
    assert len(phases) == len(set(phases))
    for scenario in GAME.scenarios:
        assert GAME.new(scenario.id, seed=1).view(None)["phase"] in phases


def test_terrain_has_names_and_colours() -> None:
    sheet = SHEET.read_text(encoding="utf-8")
    board = GAME.board(SETUP)
    for kind in set(board["terrain"].values()):
        assert kind in THEME["terrain"]
        if THEME["terrain"][kind].get("height"):
            assert f".m-tint.m-{kind}" in sheet
    assert set(board["names"]) == set(THEME["map"]["names"])
    for side in THEME["sides"].values():
        assert f".pal-{side['palette']} " in sheet
        assert f"--{side['colour']}:" in TOKENS.read_text(encoding="utf-8")


def test_names_of_the_theme_lie_on_the_map() -> None:
    board = GAME.board(SETUP)
    for label in THEME["map"]["labels"]:
        assert label["at"] in board["terrain"], label["text"]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    high, low = sorted((luminance(one), luminance(two)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_ink_can_be_read_on_its_ground() -> None:
    for block in TOKENS.read_text(encoding="utf-8").split("}")[:2]:
        tokens = dict(re.findall(r"--([\w-]+): (#\w{6})", block))
        for ink in ("ink", "muted", "accent", "good", "bad", "warn", "us", "jp"):
            for ground in ("paper", "paper-deep", "card", "card-deep"):
                assert contrast(tokens[ink], tokens[ground]) >= 4.5, (ink, ground)
        for colour in ("accent", "us", "jp"):
            assert contrast(tokens[colour], tokens[f"{colour}-ink"]) >= 4.5, colour
        for colour in ("accent", "good", "bad", "warn", "us", "jp"):
            assert contrast(tokens[colour], tokens[f"{colour}-soft"]) >= 4.5, colour


def test_counters_can_be_read() -> None:
    sheet = SHEET.read_text(encoding="utf-8")
    palettes = re.findall(r"\.pal-(\w+) \{([^}]*)\}", sheet)
    assert len(palettes) >= 5
    for name, rules in palettes:
        colours = dict(re.findall(r"--c-(\w+): (#\w{6})", rules))
        assert contrast(colours["ink"], colours["ground"]) >= 4.5, name
        assert contrast(colours["ink"], colours["box"]) >= 7, name


def test_night_has_every_colour_of_the_day() -> None:
    """The dark palette is written twice, for choice and for habit; both must be whole."""
    sheet = SHEET.read_text(encoding="utf-8")
    day, night, habit = (
        set(re.findall(r"(--map-[\w-]+):", part))
        for part in (
            sheet[: sheet.index('[data-theme="dark"]')],
            sheet[sheet.index('[data-theme="dark"]') : sheet.index("@media (prefers-color-scheme")],
            sheet[sheet.index("@media (prefers-color-scheme") : sheet.index("/* the map */")],
        )
    )
    assert day == night == habit
