"""The tour of a game: a position of its own and steps that teach the game on it. It is `tour.yaml` beside the theme."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed:
    """What a step points at."""

    anchor: Literal["map", "prompt", "actions", "undo", "duties", "combat", "panel", "replay"] | None = None
    """A part of the page."""
    tab: str | None = None
    """A panel to open."""
    spaces: list[str] = field(default_factory=list)
    """Spaces of the map."""
    units: list[str] = field(default_factory=list)
    """Units."""
    case: str | None = None
    """A rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something that the player does in a step of the tour."""

    act: str
    """The action as text, or `undo`."""
    at: str
    """The step of the game in which it is done; `done` is called as in this step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TourStep:
    """A step of the tour."""

    id: str
    """Its own name."""
    title: str
    """Its heading."""
    text: str
    """What it explains."""
    point: Pointed = field(default_factory=Pointed)
    """What it points at."""
    at: str | None = None
    """The step of the game in which the player decides when this is explained; in any other the tour offers to set it right."""
    await_: list[str | Task] = field(default_factory=list)
    """What the player does in this step, in order: actions as text, or `undo`. The tour waits for them or does them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour:
    """A position and the steps on it."""

    position: dict[str, Any]
    """The position, as data that the game reads (docs/vectors.md)."""
    seed: int
    """The seed of its dice."""
    seats: dict[str, str]
    """Who sits where: `me`, or a player of the computer."""
    steps: list[TourStep]
    """The steps, in order."""
