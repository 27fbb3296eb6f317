"""Operation Olympic: The Invasion of Japan, 1 November 1945 (SPI, 1974)."""

from beachhead.games.olympic.game import Olympic

__all__ = ["Olympic"]
