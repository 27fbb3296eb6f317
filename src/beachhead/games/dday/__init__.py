"""D-Day at Iwo Jima (Decision Games)."""

from beachhead.games.dday.game import DDay

__all__ = ["DDay"]
