"""The garrison: set-up (11, 23.1), replacements (19), placement (22), redeployment (20.3), Banzai (20.5), sorties (23.2)."""
