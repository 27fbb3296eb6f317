"""To be written."""

from __future__ import annotations

from typing import Final

from beachhead.engine.step import AnyStep
from beachhead.games.bonins.state import BoninsState

STEPS: Final[tuple[AnyStep, ...]] = ()


def begin(state: BoninsState) -> None:
    """To be written."""
    raise NotImplementedError
