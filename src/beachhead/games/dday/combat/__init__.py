"""Attacks, barrages and close combat (8, 17.3): declaring, the charts, the resolution, withdrawal and return."""
