"""The turn and its short phases: sequence (5), weather (6), recovery (8), control (13, 20), construction (14), end (21), 22.2."""
