"""The sergeant's drill for D-Day at Iwo Jima."""

from beachhead.players.sergeant.dday.drill import DDayDrill

DRILL = DDayDrill
