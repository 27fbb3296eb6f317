"""Positions that people write, and checks of what comes from outside."""
