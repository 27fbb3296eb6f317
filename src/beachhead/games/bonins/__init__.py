"""Iwo: Bloodbath in the Bonins (Decision Games, folio series): a garrison that is dug in, unknown, and comes back."""

from beachhead.games.bonins.game import Bonins

__all__ = ["Bonins"]
