"""The map (2, 6.2, 12.2): ground, where units can walk, lines of sight, the communication map, the front line of set-ups."""
