"""The sergeant's drill for Iwo: Bloodbath in the Bonins."""

from beachhead.players.sergeant.bonins.drill import BoninsDrill

DRILL = BoninsDrill
