"""Command (11.0, 18.4.4-b): which US units may act without a hero.

On D-Day everybody is in command and regimental HQs are not used. The later scenarios put their ranges in here, and nowhere else:
whoever lists actions asks this module.
"""

from __future__ import annotations

from beachhead.engine.cases import enforces
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState


@enforces(FAMILY, "18.4.4-b", "4.0-VI", "7.1-b")
def in_command(state: DDayState, unit: int) -> bool:
    """Whether a unit is in command now; on D-Day it always is (18.4.4-b)."""
    del state, unit
    return True
