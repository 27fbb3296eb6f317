"""To be written."""

from __future__ import annotations

from typing import Final

from beachhead.engine.step import AnyStep

STEPS: Final[tuple[AnyStep, ...]] = ()
