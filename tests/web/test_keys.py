"""Every layer of a map has a key of its own, and none that the table itself listens to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import beachhead as bh

KEYS = Path(bh.__file__).parent / "web" / "js" / "table" / "keys.js"
SHEETS = [(game.id, scenario.id) for game in bh.all_games() for scenario in game.scenarios]
HELD = {"h"}
"""Hides the counters while it is held (looks.js)."""


def keys_of_the_table() -> set[str]:
    return set(re.findall(r'key === "([a-z])"', KEYS.read_text())) | HELD


def test_the_table_has_keys() -> None:
    assert {"n", "p", "g", "u", "r", "l"} <= keys_of_the_table()


@pytest.mark.parametrize(("game", "scenario"), SHEETS)
def test_layers_have_keys_of_their_own(game: str, scenario: str) -> None:
    theme = bh.game(game).lore("theme", scenario)
    layers = [*theme.get("overlays", {}).values(), *(theme[one] for one in ("known", "secret") if theme.get(one))]
    keys = [layer["key"] for layer in layers if layer.get("key")]
    assert len(keys) == len(set(keys)), f"two layers share a key: {keys}"
    assert not set(keys) & keys_of_the_table()
