"""The Island War standard rules, chapters 4 to 10, as several games of the series share them.

One module per chapter: sequence (4); ground and movement (5); zones (6); combat, duties, differential, resolution, retreat,
routes, advance (7); artillery (8); support (9); banzai and price (10). The words of its actions are in verbs, what is
remembered of a unit in marks. A game adds and changes rules in its own folder: it subclasses steps, and where the series pushes
one of its own, the game's variety of it is what happens.
"""

from typing import Final

FAMILY: Final = "island_war"
"""The name under which this code cites its cases."""
CHAPTERS: Final = range(1, 11)
"""The chapters of the standard rules; what a game adds has higher numbers."""
