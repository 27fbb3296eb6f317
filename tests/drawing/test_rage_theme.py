"""The theme of Rage Against the Marines says everything that the page cannot know."""

from __future__ import annotations

import re
from pathlib import Path

import beachhead as bh
from beachhead.games.rage.attacks import NAMES
from beachhead.games.rage.facts import PLACES, SHOWN
from beachhead.games.rage.phases import PHASES
from beachhead.games.rage.setup import VERBS

GAME = bh.game("rage")
SETUP = GAME.setup(GAME.source())
THEME = GAME.lore("theme")
CSS = Path(bh.__file__).parent / "web" / "css"
SHEET = (CSS / "board.css").read_text(encoding="utf-8")
SHOWN_NAMES = {item.name for item in SHOWN}


def test_everything_in_a_view_has_a_name() -> None:
    view = GAME.new(seed=1).view("jp")
    assert list(THEME["sides"]) == list(GAME.sides), "the slots of areas follow the order of the sides"
    units = view["units"].values()
    assert {unit["arm"] for unit in units} == set(THEME["arms"]), "all twelve types of units"
    assert {unit["colour"] for unit in units} <= set(THEME["palettes"])
    assert {unit["stripe"] for unit in units if unit["stripe"]} <= set(THEME["stripes"])
    assert set(PLACES.values()) == set(THEME["places"])
    assert {"fired", "grounded", "moved", "concealed"} == set(THEME["marks"])
    assert set(GAME.overlays) == set(THEME["overlays"])
    assert [phase["id"] for phase in THEME["phases"]] == list(PHASES)


def test_values_fit_their_names() -> None:
    for unit in GAME.new(seed=1).view("jp")["units"].values():
        look = THEME["values"].get(unit["arm"], THEME["values"]["default"])
        assert set(unit["values"]) - {"range"} <= set(look["fields"])
        assert set(look["fields"]) <= set(THEME["value_names"])
        assert sorted(number for line in look["lines"] for number in line) == list(range(len(look["fields"])))


def test_what_comes_from_a_view_is_in_one() -> None:
    for part in (*THEME["markers"], *THEME["tracks"].values(), THEME["control"], THEME["known"], THEME["order"]):
        assert part["from"] in SHOWN_NAMES, part
    kinds = {area.box for area in SETUP.areas if area.box}  # type: ignore[attr-defined]
    assert {marker["box"] for marker in THEME["markers"] if "box" in marker} == kinds == set(THEME["map"]["questions"])


def test_every_verb_and_question_has_words() -> None:
    words = {verb.word for verb in VERBS}
    assert set(THEME["verbs"]) == words
    assert set(THEME["acts"]) == words - {"done"}
    for verb in VERBS:
        if verb.word != "done":
            assert len(verb.kinds) in THEME["acts"][verb.word], verb.word
    for part in ("asides", "grave"):
        assert set(THEME[part]) <= words
    steps = {step.name for step in SETUP.steps}
    assert set(THEME["done"]) <= steps and {window["step"] for window in THEME["windows"]} <= steps
    assert set(THEME["fighting"]) <= steps
    assert set(THEME["attacks"]) == set(NAMES.values())
    for attack in THEME["attacks"].values():
        assert attack["case"] in GAME.cases


def test_chapters_are_those_of_the_rules() -> None:
    assert {re.split(r"[.-]", case)[0] for case in GAME.cases} <= set(THEME["chapters"])


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
    for kind in {area.kind for area in SETUP.areas}:  # type: ignore[attr-defined]
        assert kind in THEME["terrain"] and f".m-area.m-{kind} " in SHEET
    for palette in (*THEME["palettes"].values(), *(side["palette"] for side in THEME["sides"].values())):
        assert f".pal-{palette} " in SHEET, palette
    for name in ("area-name", "hill-name", "area-value", "key-value", "box-word"):
        assert f".m-name.m-{name} " in SHEET, name


def test_the_numbers_of_the_theme_are_those_of_the_components() -> None:
    parts = SETUP.components  # type: ignore[attr-defined]
    assert set(THEME["combat"]["faces"]) == set(parts.hit_faces) == set(THEME["hit_faces"])
    assert THEME["tracks"]["vp"]["last"] == parts.victory.sudden_death
    assert set(THEME["plans"]) >= {"default", "random"}
    for look in THEME["terrain"].values():
        assert {area.kind for area in SETUP.areas if area.bdv == look["value"]}  # type: ignore[attr-defined]
