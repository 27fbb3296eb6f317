"""Maps of hexes: the grid, the ground, the shore, the lines over it and the works on it."""
