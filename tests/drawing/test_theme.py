"""What a theme names is in the style sheets, for every game that is registered. That it fits the game is a law of the kit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import beachhead as bh
from beachhead.engine.game import Game

WEB = Path(bh.__file__).parent / "web" / "css"
SHEET = (WEB / "board.css").read_text(encoding="utf-8")
TOKENS = WEB / "tokens.css"
EACH = pytest.mark.parametrize("game", list(bh.all_games()), ids=lambda game: game.id)


@EACH
def test_ground_and_counters_have_colours(game: Game) -> None:
    theme, board = game.lore("theme"), game.board(game.ruleset(game.parameters()))
    kinds = board["terrain"].values() if "terrain" in board else (area["terrain"] for area in board["areas"].values())
    for kind in set(kinds):
        assert kind in theme["terrain"], kind
        look = theme["terrain"][kind]
        tint = look.get("tint", kind)
        assert f".m-tint.m-{tint} " in SHEET or f".m-area.m-{tint} " in SHEET or not (look.get("height") or "tint" in look), kind
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
