"""Tests; the folders mirror src/beachhead."""
