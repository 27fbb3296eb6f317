"""Combat (8): the American phase, Japanese strikes with their pairing, strengths, losses, exchange, retreat, advance."""
