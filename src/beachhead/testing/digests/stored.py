"""Lines in files: one file per game, one line of text per key, sorted, so that a diff shows what has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from beachhead.engine.errors import UserError


@dataclass(frozen=True, slots=True)
class Difference:
    """A line that is not as stored; an empty one is missing."""

    game: str
    key: str
    stored: str
    now: str

    def __str__(self) -> str:
        if not self.stored:
            return f"{self.game} {self.key}: not stored, now {self.now}"
        return f"{self.game} {self.key}: stored {self.stored}, {f'now {self.now}' if self.now else 'no longer computed'}"


def path_of(game: str, folder: Path) -> Path:
    """The file of a game."""
    return folder / f"{game}.json"


def read(path: Path) -> dict[str, str]:
    """The lines of a file; none if there is no such file."""
    if not path.exists():
        return {}
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise UserError(f"{path} is not a file of digests: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(line, str) for line in found.values()):
        raise UserError(f"{path} is not a file of digests: expected an object of texts")
    return found


def write(path: Path, lines: Mapping[str, str]) -> None:
    """Store lines, and no others."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(dict(lines), indent=1, sort_keys=True) + "\n", encoding="utf-8")


def compare(game: str, stored: Mapping[str, str], now: Mapping[str, str], *, whole: bool = True) -> Iterator[Difference]:
    """What differs. If `now` is not the whole, what it lacks is no difference."""
    for key in sorted({*now, *(stored if whole else ())}):
        if stored.get(key) != now.get(key):
            yield Difference(game, key, stored.get(key, ""), now.get(key, ""))
