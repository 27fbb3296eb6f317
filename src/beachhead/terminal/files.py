"""Saving games to files: written whole or not at all, read with errors a person can act on."""

from __future__ import annotations

import os
import time
from pathlib import Path

from beachhead.engine.errors import UserError


class FileError(UserError):
    """A file that cannot be read or written; names the file and what to do."""


def read_text(path: Path, what: str) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileError(f"{path}: there is no such file; name {what}") from None
    except IsADirectoryError:
        raise FileError(f"{path} is a folder; name {what}") from None
    except UnicodeDecodeError:
        raise FileError(f"{path} is not text in UTF-8; name {what}") from None
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from None


def check_writable(path: Path) -> Path:
    """The path, if a file could be written there: better to know before a long game than after it."""
    if path.is_dir():
        raise FileError(f"{path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise FileError(f"{path}: there is no folder {path.parent}; make it first or name another file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise FileError(f"{path} cannot be written; name another file")
    return path


def write_text(path: Path, text: str) -> None:
    """Write a file whole: an interrupted write leaves the file as it was."""
    check_writable(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise FileError(f"{path} cannot be written: {error.strerror}") from None


def rescue_path(game: str) -> Path:
    """Where a game is saved that ended early without a file of its own: the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME")
    folder = (Path(base) if base else Path.home() / ".local" / "share") / "beachhead"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{game}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    path, number = folder / f"{name}.record", 2
    while path.exists():
        path, number = folder / f"{name}-{number}.record", number + 1
    return path
