"""Bent data: a valid example with a few of its numbers, keys, types or letters changed, as a clumsy or hostile hand would."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from .examples import EXAMPLES

GAMES = ("saipan", "rage", "dday")
NUMBERS = (0, 1, -1, 2, 3, 6, 7, 99, 100, 255, 256, 400_000_000, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63))
EXTREMES: tuple[Any, ...] = (
    *NUMBERS,
    10**15,
    10**30,
    10**400,
    1.5,
    -0.0,
    1e308,
    float("inf"),
    float("nan"),
    None,
    True,
    "",
    "x" * 2000,
    "\ud800",
    "\x00",
    "a\nb",
    "1" * 5000,
    [],
    {},
    [[]],
    {"": 0},
    [0] * 300,
    ["J:43"] * 3,
    "a " * 300,
)
LETTERS = (
    "",
    " ",
    "\n",
    "\x00",
    "9" * 4400,
    "[" * 3000,
    '{"a":' * 3000,
    "a " * 3000,
    "\ud800",
    "-",
    "e999",
    "*a",
    "&a ",
    "#",
    '"',
    "[",
)

Path_ = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Input:
    """Something from outside: its kind, the game it is meant for, and the text that arrives."""

    kind: str
    game: str
    text: str


def paths(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The way to everything inside a value."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from paths(value[key], (*path, key))
    elif isinstance(value, list):
        for number in range(len(value)):
            yield from paths(value[number], (*path, number))


def at(value: Any, path: Path_) -> Any:
    """What is at the end of a way."""
    for key in path:
        value = value[key]
    return value


def _deep(value: Any) -> Any:
    for _ in range(40):
        value = [value]
    return value


@st.composite
def bent(draw: st.DrawFn, text: str) -> str:
    """JSON with up to three of its values changed."""
    data = json.loads(text)
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 3)))):
        known = list(paths(data))
        if not known:
            break
        path = known[draw(st.integers(0, len(known) - 1))]
        _bend(draw, data, path, known)
    return json.dumps(data)


def _bend(draw: st.DrawFn, data: Any, path: Path_, known: list[Path_]) -> None:
    inside, key = at(data, path[:-1]), path[-1]
    how = draw(st.sampled_from(("extreme", "extreme", "near", "near", "other", "drop", "double", "deep", "type", "shuffle")))
    value = inside[key]
    if how == "extreme":
        inside[key] = copy.deepcopy(draw(st.sampled_from(EXTREMES)))
    elif how == "near" and isinstance(value, int):
        inside[key] = value + draw(st.sampled_from((-2, -1, 1, 2, 50)))
    elif how == "drop":
        del inside[key]
    elif how == "double" and isinstance(inside, list):
        inside.insert(key, copy.deepcopy(value))
    elif how == "double":
        inside[f"{key}x"] = copy.deepcopy(value)
    elif how == "deep":
        inside[key] = _deep(value)
    elif how == "type":
        inside[key] = [value] if draw(st.booleans()) else {str(key): value} if isinstance(value, str) else str(value)
    elif how == "shuffle" and isinstance(value, list):
        inside[key] = value[::-1]
    else:
        # A value from elsewhere: most likely one that would be right in another place.
        inside[key] = copy.deepcopy(at(data, known[draw(st.integers(0, len(known) - 1))]))


@st.composite
def spliced(draw: st.DrawFn, text: str) -> str:
    """Text with a piece cut out, and something put in its place."""
    start = draw(st.integers(0, max(0, len(text) - 1)))
    cut = draw(st.sampled_from((0, 1, 2, 5, 40)))
    return text[:start] + draw(st.sampled_from(LETTERS)) + text[start + cut :]


@st.composite
def bent_record(draw: st.DrawFn, text: str) -> str:
    """A record with one of its data headings bent, a heading added, or its lines changed about."""
    lines = text.splitlines()
    how = draw(st.sampled_from(("start", "start", "start", "setup", "lines", "splice")))
    starts = [number for number, line in enumerate(lines) if line.startswith("[Start ")]
    if how == "start" and starts:
        value = json.loads(lines[starts[0]][len("[Start ") : -1])
        lines[starts[0]] = f"[Start {json.dumps(draw(bent(value)))}]"
        return "\n".join(line for line in lines if not line.startswith("[Digest "))
    if how == "setup":
        game = next((game for game in GAMES if f'[Game "{game}"]' in text), GAMES[0])
        name, value = draw(st.sampled_from(SETUPS[game]))
        lines.insert(3, f"[Setup-{name} {json.dumps(draw(bent(value)))}]")
        return "\n".join(line for line in lines if not re.match(r"\[(Digest|Result) ", line))
    if how == "lines":
        one, two = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        lines[one], lines[two] = lines[two], lines[one]
        return "\n".join(lines)
    return draw(spliced(text))


_BOARD = {
    "size": [6, 6],
    "hexes": {"sea": ["0101", "0102"], "0303": "rough"},
    "rivers": [["0303", "0304"]],
    "roads": [["0202", "0203"]],
    "beaches": ["0201", "0202"],
    "support": [3, 0],
    "turns": 3,
}
_ROSTER = {"U:A": "infantry 5-4-8", "J:X": "infantry 2-3-8", "J:G": "artillery 4-2-9/1-6", "U:T": "armour 3-2-12"}
_BEACH = {
    "size": [6, 14],
    "hexes": {"sea": ["0101", "0102"], "0303": "rocky"},
    "levels": {"3": ["0404"]},
    "positions": {"A1": {"hex": "0404", "color": "red", "hilltop": True}, "M1": {"hex": "0612", "color": "black"}},
    "boxes": {"Red 1": ["0201", "0202"]},
}
SETUPS: dict[str, list[tuple[str, str]]] = {
    "saipan": [
        ("board", json.dumps(_BOARD)),
        ("roster", json.dumps(_ROSTER)),
        *(("components", text) for text in EXAMPLES["components"]("saipan")),
    ],
    "rage": [("components", text) for text in EXAMPLES["components"]("rage")],
    "dday": [
        ("board", json.dumps(_BEACH)),
        *(("components", text) for text in EXAMPLES["components"]("dday") if len(text) < 20_000),
    ],
}


@st.composite
def inputs(draw: st.DrawFn) -> Input:
    """Bent data of any kind for any game."""
    kind = draw(st.sampled_from(("save", "record", "position", "vector", "components", "text")))
    game = draw(st.sampled_from(GAMES))
    text = draw(st.sampled_from(EXAMPLES[kind](game)))
    if kind == "text":
        return Input(kind, game, draw(spliced(text)))
    if kind == "record":
        return Input(kind, game, draw(bent_record(text)))
    return Input(kind, game, draw(spliced(text)) if draw(st.integers(0, 9)) == 0 else draw(bent(text)))
