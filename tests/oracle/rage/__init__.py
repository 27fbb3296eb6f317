"""A second, slow and obvious implementation of Rage Against the Marines, written without a look at the engine."""
