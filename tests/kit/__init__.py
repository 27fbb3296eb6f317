"""The kit on every registered game, on a game made up for it, and on games that leak."""
