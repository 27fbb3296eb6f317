"""What the theme of Rage Against the Marines has besides (test_theme.py has what all themes have)."""

from __future__ import annotations

from pathlib import Path

import beachhead as bh
from beachhead.games.rage.combat.kinds import KINDS
from beachhead.games.rage.phases import NAMES
from beachhead.games.rage.state import PLACES
from beachhead.games.rage.table.panels import TITLES
from beachhead.games.rage.table.view import SHOWN

GAME = bh.game("rage")
SETUP = GAME.ruleset(GAME.parameters())
THEME = GAME.lore("theme")
CSS = Path(bh.__file__).parent / "web" / "css"
SHEET = (CSS / "board.css").read_text(encoding="utf-8")
SHOWN_NAMES = {item.name for item in SHOWN}


def test_what_can_be_seen_is_named_and_nothing_else() -> None:
    units = GAME.new(seed=1).view("jp")["units"].values()
    assert {unit["arm"] for unit in units} == set(THEME["arms"]), "all twelve types of units"
    assert set(PLACES.values()) == set(THEME["places"])
    assert {"fired", "grounded", "moved", "concealed"} == set(THEME["marks"])
    assert [phase["id"] for phase in THEME["phases"]] == list(NAMES)
    kinds = {area.box for area in SETUP.areas if area.box}
    assert {marker["box"] for marker in THEME["markers"] if "box" in marker} == kinds == set(THEME["map"]["questions"])


def test_attacks_and_questions_have_words() -> None:
    assert set(THEME["done"]) <= {step.name for step in SETUP.steps}
    assert set(TITLES) == {kind.name for kind in KINDS[1:]}
    assert all(kind.dice in GAME.cases for kind in KINDS[1:])


def test_places_off_the_map_have_boxes() -> None:
    holds = {box["id"]: box for box in THEME["map"]["boxes"] if box["kind"] == "hold"}
    for name, place in THEME["places"].items():
        if place.get("rest"):
            continue
        named = place["box"].values() if isinstance(place["box"], dict) else [place["box"]]
        assert set(named) <= set(holds), name
    tracks = [box["track"] for box in THEME["map"]["boxes"] if box["kind"] == "track"]
    assert set(tracks) == set(THEME["tracks"])


def test_the_ground_has_colours_by_day_and_night() -> None:
    for kind in {area.kind for area in SETUP.areas}:
        assert f".m-area.m-{kind} " in SHEET
    for name in ("area-name", "hill-name", "area-value", "key-value", "box-word"):
        assert f".m-name.m-{name} " in SHEET, name


def test_the_numbers_of_the_theme_are_those_of_the_components() -> None:
    parts = SETUP.components
    assert THEME["tracks"]["vp"]["last"] == parts.victory.sudden_death
    assert set(THEME["names"]["plan"]) >= {"default", "random"}
    for look in THEME["terrain"].values():
        assert {area.kind for area in SETUP.areas if area.bdv == look["value"]}
