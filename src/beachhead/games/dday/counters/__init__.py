"""What happens to counters of either side: units, markers, forts, cards, losses, stacking (2, 7.5, 9, 17, 18.1)."""
