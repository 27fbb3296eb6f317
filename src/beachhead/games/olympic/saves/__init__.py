"""Positions and saves of Operation Olympic."""
