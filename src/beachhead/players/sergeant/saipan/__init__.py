"""The sergeant's drill for Saipan, both sides."""

from beachhead.players.sergeant.saipan.drill import SaipanDrill

DRILL = SaipanDrill
