"""Setting up a scenario (18): the Japanese, the questions that the player answers, and the opening card."""
