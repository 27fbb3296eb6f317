"""What a seat is told: views, panels, legal actions, log and chapters."""
