"""Saipan (SPI, 1975): the Island War standard rules with Saipan's own chapters 11 to 14."""

from beachhead.games.saipan.game import Saipan

__all__ = ["Saipan"]
