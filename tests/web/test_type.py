"""The page brings its own type, so that it looks and measures the same on every machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest

import beachhead as bh
from beachhead.drawing import draw, svg
from beachhead.drawing.labels import STYLES
from beachhead.engine.themes import plain
from beachhead.server.catalogue import lore
from beachhead.server.play.messages import decode
from beachhead.server.web.staticfiles import WEB

SHEET = (WEB / "css" / "fonts.css").read_text(encoding="utf-8")
FACE = re.compile(r"@font-face \{([^}]*)\}")
MOST = 64_000
"""Bytes of all fonts together."""


def faces() -> Iterator[tuple[str, str, set[str]]]:
    """Each font with its family, its file and what it can write."""
    for (body,) in (found.groups() for found in FACE.finditer(SHEET)):
        said = dict(line.strip().rstrip(";").split(": ", 1) for line in body.strip().splitlines())
        bounds = (one.removeprefix("U+").split("-") for one in said["unicode-range"].split(", "))
        letters = {chr(code) for first, *last in bounds for code in range(int(first, 16), int((last or [first])[0], 16) + 1)}
        found = re.match(r'url\("\.\./([^"]+)"\)', said["src"])
        assert found
        yield said["font-family"].strip('"'), found[1], letters


def texts(data: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)


CAN_WRITE = set().union(*(letters for _, _, letters in faces())) | set("\n")


def strange(data: Any) -> set[str]:
    """What is in these texts and in none of the fonts."""
    return set("".join(texts(data))) - CAN_WRITE


def test_the_fonts_are_there_and_light_and_their_licence_beside_them() -> None:
    files = {WEB / file for _, file, _ in faces()}
    assert {path.parent for path in files} == {WEB / "fonts"} and files == set((WEB / "fonts").glob("*.woff2"))
    assert sum(path.stat().st_size for path in files) <= MOST
    licence = (WEB / "fonts" / "LICENSE").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence and "Bitstream Vera" in licence
    assert all(path.name in licence for path in files)


def test_the_page_can_write_what_it_says() -> None:
    assert strange(decode((WEB / "texts" / "en.json").read_bytes())) == set()
    for path in (WEB / "js").rglob("*.js"):
        if path.name != "texts.js":  # languages under their own names
            assert strange(path.read_text(encoding="utf-8")) == set(), path.name


@pytest.mark.parametrize("game", list(bh.all_games()), ids=lambda game: game.id)
def test_the_page_can_write_what_a_game_says(game: bh.Game) -> None:
    for scenario in game.scenarios:
        assert strange(plain(game.theme_of(scenario.id))) == set(), scenario.id
        assert strange(lore(game, scenario.id)) == set(), scenario.id
        assert strange(draw(game, game.ruleset(game.parameters(scenario.id)))["labels"]) == set(), scenario.id


def test_a_sign_without_a_font_is_noticed() -> None:
    assert strange({"sign": ["★ 2–1", "⌛"], "日": 1}) == {"⌛", "日"}


SET = re.compile(r"^\.m-name\.m-([\w-]+) \{([^}]*)\}", re.MULTILINE)
SAID = re.compile(r"(font-size|font-style|font-weight|letter-spacing): ([\w.]+?)(?:px)?;")


def test_names_are_measured_as_they_are_set() -> None:
    """Where a name has room is worked out with the size, font, weight and spacing that the style sheet gives it."""
    sheet = (WEB / "css" / "board.css").read_text(encoding="utf-8")
    rules = {kind: dict(SAID.findall(body)) for kind, body in SET.findall(sheet)}
    for kind, style in STYLES.items():
        said = rules[kind]
        face = f"{'serif-italic' if said.get('font-style') == 'italic' else 'serif'} {said.get('font-weight', '400')}"
        assert (style.size, style.face, style.spacing) == (
            float(said["font-size"]),
            face,
            float(said.get("letter-spacing", 0)),
        ), kind


def test_a_picture_of_a_map_brings_its_type() -> None:
    game = bh.game("saipan")
    picture = svg(draw(game, game.ruleset(game.parameters())), game.lore("theme"))
    assert picture.count('url("data:font/woff2;base64,') == len(list(faces())) and 'url("../' not in picture
    assert "var(--" not in picture
    ElementTree.fromstring(picture)


def test_nothing_asks_for_a_font_of_the_machine() -> None:
    """Families are named in one place, the first of each ours."""
    families = {family for family, _, _ in faces()}
    tokens = (WEB / "css" / "tokens.css").read_text(encoding="utf-8")
    named = dict(re.findall(r"--(sans|serif): \"([^\"]+)\"", tokens))
    assert set(named) == {"sans", "serif"} and set(named.values()) == families
    for path in sorted([*(WEB / "css").glob("*.css"), *(WEB / "js").rglob("*.js"), WEB / "index.html"]):
        for said in re.findall(r"(?:font-family|font): ([^;}]+)", path.read_text(encoding="utf-8")):
            if path.name not in ("fonts.css", "tokens.css"):
                assert re.search(r"var\(--(sans|serif|mono)\)|inherit", said), f"{path.name}: {said}"
