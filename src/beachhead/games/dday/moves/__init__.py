"""The U.S. Action Phase (7) and landings (5): moves, preservation, recovery, and what entering a hex sets off."""
