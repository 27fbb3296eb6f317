"""Fire and close combat: bombardment (9, 16), Defensive Fire (11, 18), assaults (12, 19), charges (22.3), and what they share."""
