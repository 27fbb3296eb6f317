"""The page knows no game: no verb, step, side, arm, mark, place, kind of event or case of any registered game is in its source or
its texts; and it reads every key of a theme that there is.

`EXCEPTIONS` are words that the page may have, each with its reason. `LEFT` and `UNREAD` hold what is still to be done, by file;
they may only shrink: a line that no longer applies fails as well.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import beachhead as bh
from beachhead.engine.themes import Theme
from beachhead.engine.themes.reading import hints, keys

PAGE = Path(bh.__file__).parent / "web"
SCRIPTS = sorted(path for path in (PAGE / "js").rglob("*.js") if path.name not in ("types.js", "theme.js"))
TEXTS = PAGE / "texts" / "en.json"

EXCEPTIONS = {
    "accept": "an answer to a proposal, in the protocol",
    "act": "what a seat does, in the protocol",
    "acted": "whether somebody has just done something",
    "actions": "what is offered in any game",
    "at": "a preposition",
    "attack": "a shape that marks a duty",
    "attacked": "a shape that marks a duty",
    "begin": "a word of the page",
    "build": "what the page does with its parts",
    "card": "a card of a deck, and a small panel",
    "combat": "the panel of every fight",
    "control": "a word of the page",
    "danger": "a tone of buttons",
    "dice": "what is rolled in any game",
    "die": "what is rolled in any game",
    "done": "the verb that ends a step in every game, by the engine's convention",
    "draw": "a game without a winner, in the protocol",
    "due": "a shape that marks a duty",
    "end": "where a list ends",
    "fight": "any combat, in the code of panels",
    "fire": "a kind of line on overlays, and a figure",
    "flag": "a property that a unit has or has not",
    "forced": "an event of the engine's convention",
    "group": "things that belong together",
    "guns": "an icon that overlays choose",
    "hidden": "an attribute of the document",
    "hide": "what panels do",
    "hit": "what a click has met",
    "kept": "what the page stores",
    "land": "the land of any map, as against the sea",
    "line": "of a drawing, of text",
    "loss": "a kind of trail on the map",
    "losses": "a filter of the log that themes choose",
    "lost": "what a unit is that has left the game",
    "mark": "what the map says of a space or a unit",
    "move": "a kind of trail and of drag on any map",
    "named": "a word of the page",
    "note": "what the page stores",
    "pass": "the verb that passes a window in every game, by the engine's convention",
    "picked": "what has been clicked",
    "place": "where a unit is, in every view",
    "points": "a filter of the log that themes choose, and the corners of a shape",
    "rest": "what is left over, and a bar that stands still",
    "return": "a word of the language",
    "row": "of a table, in the document",
    "save": "to keep a match in a file",
    "search": "a field in which words are sought",
    "setup": "the form for a new match",
    "show": "what panels do",
    "step": "the step of the decision, in every view",
    "stop": "what an animation does",
    "support": "a word of the page",
    "target": "what a click or a drag is aimed at",
    "track": "a row of boxes that themes choose",
    "turn": "the number of every view, and an event of the engine's convention",
    "withdraw": "to take a proposal back, in the protocol",
    "zones": "an icon that overlays choose",
}
"""Words of a game that are also words of the page."""
FIGURES = {
    "airborne",
    "infantry",
    "artillery",
    "armor",
    "armour",
    "engineer",
    "marines",
    "mortar",
    "machine_gun",
    "hq",
    "beachhead",
}
"""Names of figures that themes choose: only symbols.js may have them."""
STANDS = {"pool", "eliminated", "absent"}
"""How a theme says where a place off the map leaves a unit: only the panels may have them."""

LEFT: dict[str, set[str]] = {}
"""Words that are still in a file, until the work on it is done."""

UNREAD: dict[str, set[str]] = {}
"""Keys of a record that nothing reads yet."""


@cache
def game_words() -> frozenset[str]:
    """What belongs to a game: its verbs, steps, sides, arms, marks, places, phases and kinds of event."""
    found: set[str] = set()
    for game in bh.all_games():
        ruleset, theme = game.ruleset(game.parameters()), game.theme
        found |= {verb.word for verb in ruleset.verbs} | {step.name for step in ruleset.steps} | set(game.sides)
        found |= {*theme.arms, *theme.marks, *theme.places, *theme.duties, *theme.overlays, *theme.flags}
        found |= {kind for kinds in theme.log.values() for kind in kinds} | {phase.id for phase in theme.phases}
    return frozenset(word for word in found if len(word) > 1 and word not in EXCEPTIONS)


@cache
def case_ids() -> frozenset[str]:
    """Cases that nobody could take for a number."""
    return frozenset(
        case for game in bh.all_games() for case in game.cases if re.search(r"\d+\.\d+[.\d]*(-|$)", case) and len(case) > 3
    )


def strings(source: str) -> Iterator[str]:
    """The texts in quotes of a script, without its comments; of a template only what is written in it."""
    code = re.sub(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", "", source, flags=re.S)
    for found in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', code):
        yield found[1] if found[1] is not None else re.sub(r"\$\{[^}]*\}", " ", found[2])


def words_in(path: Path) -> set[str]:
    """The words of games in a script: a text that is such a word, or the name of a property that only one game's units have."""
    source = path.read_text(encoding="utf-8")
    found = {text for text in strings(source) if text in game_words() or text in case_ids()}
    flags = {name for game in bh.all_games() for name in game.theme.flags if len(name) > 2}
    found |= {name for name in flags if re.search(rf"\.{name}\b", source)}
    return found - (FIGURES if path.name == "symbols.js" else STANDS if path.parent.name == "panels" else set())


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(PAGE / "js")))
def test_no_script_has_a_word_of_a_game(path: Path) -> None:
    name = str(path.relative_to(PAGE / "js"))
    assert words_in(path) == LEFT.get(name, set()), "give it to the theme, or take it off LEFT"


def test_no_text_has_a_word_of_a_game() -> None:
    """Neither a key nor a text of the catalogue is about one game: texts may say `{space}`, and never hex or area."""

    def walk(value: object, key: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, dict):
            for name, inside in value.items():
                yield from walk(inside, f"{key}.{name}")
        else:
            yield key, str(value)

    catalogue = dict(walk(json.loads(TEXTS.read_text(encoding="utf-8")), ""))
    own = {word for game in bh.all_games() for word in (*game.theme.verbs, *game.theme.arms, *game.theme.duties)} - set(
        EXCEPTIONS
    )
    named = {key for key in catalogue if own & set(key.split(".")[3:])}
    said = {
        key for key, text in catalogue.items() if re.search(PARTICULAR, text) or any(case in text.split() for case in case_ids())
    }
    assert named | said == LEFT.get("en.json", set()), "give it to the theme, or take it off LEFT"


PARTICULAR = (
    r"\b([Hh]ex(es)?|[Aa]reas?|[Mm]arines?|[Bb]anzai|[Kk]irikami|[Cc]aves?|[Bb]arrage|beachheads?|[Bb]attalions?|[Rr]egiments?)\b"
    r"|\b(Japan|Saipan|U\.S\.)"
)
"""Words of these games that no text of the page may have. Beachhead with a capital is the name of the program."""


def test_every_key_of_a_theme_is_read() -> None:
    """By the page, the terminal, the drawing or the service. A key that nobody reads is a promise that nobody keeps."""
    package = PAGE.parent
    sources = "\n".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    for folder in ("terminal", "drawing", "server"):
        sources += "\n".join(path.read_text(encoding="utf-8") for path in (package / folder).rglob("*.py"))
    words = set(re.findall(r"\w+", sources))
    unread: dict[str, set[str]] = {}
    for kind in records(Theme, {}):
        missing = {key for key in keys(kind) if key not in words}
        if missing:
            unread[kind.__name__] = missing
    assert unread == UNREAD, "read it, drop it, or take it off UNREAD"


def records(kind: type, met: dict[type, None]) -> list[type]:
    """A record and all records in it."""
    if kind not in met:
        met[kind] = None
        for hint in hints(kind).values():
            for inner in inside(hint):
                records(inner, met)
    return list(met)


def inside(hint: object) -> Iterator[type]:
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        yield hint
    for part in getattr(hint, "__args__", ()):
        yield from inside(part)
