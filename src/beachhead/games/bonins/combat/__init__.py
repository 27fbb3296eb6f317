"""Combat (7, 13, 16, 17, 20.2): fronts, declarations, the roll, what follows it, retreats, advances; Japanese fire (21)."""
