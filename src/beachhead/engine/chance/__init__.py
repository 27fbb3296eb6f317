"""Chance: dice, decks, lots, and every outcome that they can bring."""
