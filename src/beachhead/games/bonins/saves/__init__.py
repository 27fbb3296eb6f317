"""Positions that people write, and checks of what is loaded."""
