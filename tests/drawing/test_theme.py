"""The theme of a game says everything that the page cannot know: for every game that is registered, by what its views, its board
and its verbs hold. What a theme has besides is tested with its game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.game import Game

WEB = Path(bh.__file__).parent / "web" / "css"
SHEET = (WEB / "board.css").read_text(encoding="utf-8")
TOKENS = WEB / "tokens.css"
EACH = pytest.mark.parametrize("game", list(bh.all_games()), ids=lambda game: game.id)


def views(game: Game) -> Iterator[dict[str, Any]]:
    """What everybody sees at the start of every scenario."""
    for scenario in game.scenarios:
        state = game.new(scenario.id, seed=1)
        for side in (None, *game.sides):
            yield state.view(side)


@EACH
def test_everything_in_a_view_has_a_name(game: Game) -> None:
    theme = game.lore("theme")
    phases = [phase["id"] for phase in theme["phases"]]
    assert len(phases) == len(set(phases))
    assert list(theme["sides"]) == list(game.sides), "the slots of areas follow the order of the sides"
    assert set(game.overlays) == set(theme["overlays"])
    for view in views(game):
        units = view["units"].values()
        assert {unit["arm"] for unit in units} <= set(theme["arms"])
        assert {mark for unit in units for mark in unit["marks"]} <= set(theme["marks"])
        assert view["phase"] in phases
        assert {unit["colour"] for unit in units if "colour" in unit} <= set(theme.get("palettes", ()))
        assert {unit["stripe"] for unit in units if unit.get("stripe")} <= set(theme.get("stripes", ()))
        assert set(view.get("duties", ())) <= set(theme.get("duties", ()))


@EACH
def test_what_comes_from_a_view_is_in_one(game: Game) -> None:
    theme, ruleset = game.lore("theme"), game.ruleset(game.parameters())
    shown = {item.name for item in ruleset.shown}
    parts = [
        *theme["markers"],
        *theme["tracks"].values(),
        *(theme[name] for name in ("control", "known", "order") if name in theme),
    ]
    for part in parts:
        assert part["from"] in shown, part
    assert theme["tracks"]["turn"]["from"] in shown


@EACH
def test_values_fit_their_names(game: Game) -> None:
    theme = game.lore("theme")
    for view in views(game):
        for unit in view["units"].values():
            look, values = theme["values"].get(unit["arm"], theme["values"]["default"]), unit["values"]
            assert set(look["fields"]) <= set(theme["value_names"])
            assert sorted(number for line in look["lines"] for number in line) == list(range(len(look["fields"])))
            if isinstance(values, str):
                assert len(re.split("[-/]", values)) == len(look["fields"])
            else:
                assert set(values) - {"range"} <= set(look["fields"])


@EACH
def test_verbs_steps_and_cases_are_those_of_the_game(game: Game) -> None:
    theme, ruleset = game.lore("theme"), game.ruleset(game.parameters())
    words, steps = {verb.word for verb in ruleset.verbs}, {step.name for step in ruleset.steps}
    if "verbs" in theme:
        assert set(theme["verbs"]) == words
        assert set(theme["acts"]) == words - {"done"}
        for verb in ruleset.verbs:
            assert verb.word == "done" or len(verb.kinds) in theme["acts"][verb.word], verb.word
    for part in ("asides", "grave"):
        assert set(theme.get(part, ())) <= words, part
    assert {window["step"] for window in theme.get("windows", ())} <= steps
    assert set(theme.get("fighting", ())) <= steps
    if "chapters" in theme:
        assert {re.split(r"[.-]", case)[0] for case in game.cases} <= set(theme["chapters"])


@EACH
def test_ground_and_counters_have_colours(game: Game) -> None:
    theme, board = game.lore("theme"), game.board(game.ruleset(game.parameters()))
    kinds = board["terrain"].values() if "terrain" in board else (area["terrain"] for area in board["areas"].values())
    for kind in set(kinds):
        assert kind in theme["terrain"], kind
        assert f".m-tint.m-{kind}" in SHEET or f".m-area.m-{kind} " in SHEET or not theme["terrain"][kind].get("height"), kind
    for palette in (*theme.get("palettes", {}).values(), *(side["palette"] for side in theme["sides"].values())):
        assert f".pal-{palette} " in SHEET, palette
    for side in theme["sides"].values():
        assert f"--{side['colour']}:" in TOKENS.read_text(encoding="utf-8")


# ---------------------------------------------------------------------- the style sheets, whatever the game


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
    sheet = SHEET
    palettes = re.findall(r"\.pal-(\w+) \{([^}]*)\}", sheet)
    assert len(palettes) >= 5
    for name, rules in palettes:
        colours = dict(re.findall(r"--c-(\w+): (#\w{6})", rules))
        assert contrast(colours["ink"], colours["ground"]) >= 4.5, name
        assert contrast(colours["ink"], colours["box"]) >= 7, name


def test_night_has_every_colour_of_the_day() -> None:
    """The dark palette is written twice, for choice and for habit; both must be whole."""
    sheet = SHEET
    day, night, habit = (
        set(re.findall(r"(--map-[\w-]+):", part))
        for part in (
            sheet[: sheet.index('[data-theme="dark"]')],
            sheet[sheet.index('[data-theme="dark"]') : sheet.index("@media (prefers-color-scheme")],
            sheet[sheet.index("@media (prefers-color-scheme") : sheet.index("/* the map */")],
        )
    )
    assert day == night == habit
