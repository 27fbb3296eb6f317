"""The sergeant's drill for Operation Olympic."""

from beachhead.players.sergeant.olympic.drill import OlympicDrill

DRILL = OlympicDrill
