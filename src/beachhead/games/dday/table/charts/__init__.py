"""Charts, tracks and schedules as people read them."""
