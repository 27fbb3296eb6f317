"""The Island War standard rules, chapters 4 to 10, as several games of the series share them.

One module a chapter: sequence (4), movement (5), zones (6), combat, duties, retreat and advance (7), artillery (8), support (9),
banzai (10). What a single game adds or changes stands in its own folder.
"""

FAMILY = "island_war"
"""The name under which this code cites its cases."""
