"""A second, slow and obvious implementation of Bloodbath in the Bonins, written from the rulebook and its cases alone."""
