"""The game in a terminal: the map drawn in characters, and the conversation of a session."""
