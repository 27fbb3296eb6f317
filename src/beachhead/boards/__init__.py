"""Boards: hex grids (and, with the next game, area maps), their neighbours, distances and ranges."""
