"""Iwo Jima: Rage Against the Marines. One module a chapter of its rulebook, data files beside them."""

from beachhead.games.rage.game import Rage

__all__ = ["Rage"]
