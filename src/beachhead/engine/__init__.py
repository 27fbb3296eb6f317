"""The kernel that every game stands on: games, states, steps, actions, dice, events, secrets, refusals."""
