"""The sergeant's drill for Rage Against the Marines."""

from beachhead.players.sergeant.rage.drill import RageDrill

DRILL = RageDrill
