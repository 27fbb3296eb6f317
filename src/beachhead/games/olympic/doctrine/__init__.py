"""The Japanese side by its doctrine (14): tracks, destinations, the march, Tokko; interdiction for two players (16.5)."""
