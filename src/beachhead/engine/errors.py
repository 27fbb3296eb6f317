"""What can be wrong with an action, a position or a file.

Actions fail in three ways, and callers want to tell them apart: text that is not an action, an action that the rules
forbid, and text that could mean two actions. Everything else that people or programs can get wrong is a `UserError`: its message
says in one line what is wrong and how to fix it.
"""

from __future__ import annotations

from beachhead.engine.refusal import Refusal


class BeachheadError(Exception):
    """Anything this library raises on purpose."""


class ActionError(BeachheadError, ValueError):
    """An action that cannot be carried out."""


class InvalidAction(ActionError):
    """Text that is not an action of this game."""


class AmbiguousAction(ActionError):
    """Text that fits more than one action; `readings` are their full texts."""

    def __init__(self, message: str, readings: tuple[str, ...]) -> None:
        super().__init__(message)
        self.readings = readings


class IllegalAction(ActionError):
    """An action that the rules forbid; `refusal` says by which case, why, and about which units."""

    def __init__(self, action: str, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal}")
        self.action = action
        self.refusal = refusal

    @property
    def case(self) -> str:
        """The case that forbids it."""
        return self.refusal.case


class UserError(BeachheadError):
    """Something given from outside that cannot be used: an unknown game, option or side, a seed, a port, a file."""


class PositionError(UserError, ValueError):
    """A position, save or record that is invalid."""


class DataError(UserError, ValueError):
    """A data file that is wrong: names the file, the line and what is wrong with it."""

    def __init__(self, file: str, line: int | None, message: str) -> None:
        place = file if line is None else f"{file}:{line}"
        super().__init__(f"{place}: {message}")
        self.file = file
        self.line = line
        self.message = message


class DiceError(BeachheadError, RuntimeError):
    """A scripted game asked for a die that the script does not hold."""
