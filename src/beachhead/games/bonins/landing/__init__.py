"""Coming ashore (14): landings, replacements, reserves and Task Force Collins."""
