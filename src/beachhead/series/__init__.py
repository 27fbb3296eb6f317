"""Standard rules that several games share."""
