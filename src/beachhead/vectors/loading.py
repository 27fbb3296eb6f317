"""Reading vectors from their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from beachhead.engine.chance.dice import Dice
from beachhead.engine.files.bounds import clip
from beachhead.engine.files.datafile import load_file
from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.games import game as find_game

KEYS = {"title", "cases", "game", "position", "dice", "spare dice", "play", "expect"}


@dataclass(frozen=True, slots=True)
class Vector:
    """One experiment, and its file and line."""

    file: str
    line: int | None
    title: str
    cases: tuple[str, ...]
    game: str
    data: Mapping[str, Any] = field(repr=False)

    def __str__(self) -> str:
        return f"{Path(self.file).name}: {self.title}"


def load_vectors(path: Path) -> list[Vector]:
    """The vectors of a file; raises `DataError` with the line of whatever cannot be a vector."""
    document = load_file(path)
    document.only("game", "vectors")
    named = document.get("game")
    found: list[Vector] = []
    titles: set[str] = set()
    for item in document["vectors"].each():
        item.only(*KEYS)
        title = item["title"].text()
        if title in titles:
            raise item.fail(f"two vectors are called {title!r}")
        titles.add(title)
        cases = tuple(case.text() for case in item["cases"].each())
        dice = item.get("dice")
        game = item.get("game") or named
        if game is None:
            raise item.fail("which game? Say so here or at the top of the file")
        for face in dice.each() if dice is not None and dice.value is not None else ():
            if not isinstance(face.value, str):
                face.whole(1)
            elif not find_game(game.text()).face(face.value):
                raise face.fail(f"{game.text()} has nothing called {clip(face.value)} that could be drawn")
        known = find_game(game.text()).cases
        for number, case in enumerate(cases):
            if case not in known:
                raise item["cases"][number].fail(f"{game.text()} has no case {case!r}")
        found.append(Vector(str(path), item.document.line(item.path), title, cases, game.text(), item.value))
    return found


def faces_of(game: Game, script: Sequence[Any]) -> list[int]:
    """A script of dice as numbers: what is drawn may stand in it by name."""
    return [game.face(face) if isinstance(face, str) else face for face in script]


def state_of(vector: Vector) -> State:
    """The position with which a vector starts."""
    found: State = find_game(vector.game).position(
        vector.data.get("position") or {}, Dice.scripted(faces_of(find_game(vector.game), vector.data.get("dice") or []))
    )
    return found
