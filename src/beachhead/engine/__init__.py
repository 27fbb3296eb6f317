"""The kernel that every game is built on: games, states, steps, actions, dice, events, secrets, refusals."""
