"""Themes are records: what does not fit is named by file, line, key, fault and fix. The files made from them are current."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

import beachhead as bh
from beachhead.engine import themes
from beachhead.engine.errors import DataError
from beachhead.engine.themes import Theme

DEFAULTS = {"slots": "shared", "hover": False, "opening": "decision"}
ROOT = Path(__file__).resolve().parents[2]
SIDE = "sides:\n  us: {name: U.S., the: the U.S., short: U.S., colour: us}\n"


def read(folder: Path, text: str) -> Theme:
    path = folder / "theme.yaml"
    path.write_text(text, encoding="utf-8")
    return themes.load(Theme, path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "sides:\n  us: {name: U.S., the: the U.S., shrt: U.S., colour: us}\n",
            "theme.yaml:2: sides.us.shrt: unknown key; did you mean 'short'?",
        ),
        ("sides:\n  us: {name: U.S., the: the U.S., colour: us}\n", "theme.yaml:2: sides.us: 'short' is missing"),
        (SIDE + "space: {opening: sea}\n", "theme.yaml:3: space.opening: 'sea' is unknown here; there are land, decision"),
        (SIDE + "asides: reveal\n", "theme.yaml:3: asides: a list is needed here, not 'reveal'"),
        (SIDE + "space: {numbered: 1}\n", "theme.yaml:3: space.numbered: true or false is needed here, not 1"),
        (SIDE + "acts:\n  move: {2: [Move]}\n", "theme.yaml:4: acts.move.2: a mapping is needed here, not a list"),
        (
            SIDE + "map: {cartouche: {at: [1], size: [2, 3]}}\n",
            "theme.yaml:3: map.cartouche.at: a list of 2 is needed here, not of 1",
        ),
    ],
)
def test_a_fault_is_named_by_file_line_and_key(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, text)
    assert str(caught.value).endswith(said)


def test_a_theme_is_whole_in_its_plain_form(tmp_path: Path) -> None:
    whole = themes.plain(read(tmp_path, SIDE + "space: {noun: hex, plural: hexes}\n"))
    assert whole["sides"]["us"]["edge"] == "plain"
    assert whole["space"] == {"noun": "hex", "plural": "hexes", "numbered": False} | DEFAULTS
    assert whole["markers"] == [] and "control" not in whole


def test_a_game_without_a_theme_has_a_plain_one(tmp_path: Path) -> None:
    game = type(bh.game("saipan"))()
    game.folder = tmp_path  # type: ignore[misc]
    assert game.theme == Theme() and game.tour is None
    assert game.lore("theme") is None


def test_the_types_of_the_page_and_the_documentation_are_current(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("tools_themes", ROOT / "tools" / "themes.py")
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.main(["--check"]) == 0, capsys.readouterr().out
