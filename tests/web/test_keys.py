"""Every layer of a map has a key of its own, and none that the table itself listens to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import beachhead as bh

WEB = Path(bh.__file__).parent / "web" / "js"
SHEETS = [(game.id, scenario.id) for game in bh.all_games() for scenario in game.scenarios]


def keys_of_the_table() -> set[str]:
    """Every letter that a part of the page listens to, whatever it has on the screen."""
    return {key for path in WEB.rglob("*.js") for key in re.findall(r'\bkey [!=]== "([a-z])"', path.read_text())}


def test_the_table_has_keys() -> None:
    assert {"n", "p", "g", "u", "r", "l", "b", "f", "s", "h", "i"} <= keys_of_the_table()


@pytest.mark.parametrize(("game", "scenario"), SHEETS)
def test_layers_have_keys_of_their_own(game: str, scenario: str) -> None:
    theme = bh.game(game).lore("theme", scenario)
    layers = [*theme.get("overlays", {}).values(), *(theme[one] for one in ("known", "secret") if theme.get(one))]
    keys = [layer["key"] for layer in layers if layer.get("key")]
    assert len(keys) == len(set(keys)), f"two layers share a key: {keys}"
    assert not set(keys) & keys_of_the_table()
