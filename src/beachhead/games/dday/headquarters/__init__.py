"""The HQ Phase (4.0-II, 16, 18.2): command posts, replacements, reserve, days of rest, the 3rd Marines."""
