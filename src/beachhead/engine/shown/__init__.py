"""Forms in which a game tells a table what to show: charts, overlays, panels, points, words."""
