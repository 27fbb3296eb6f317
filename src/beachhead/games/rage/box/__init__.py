"""What is in the box: units, map, tracks and charts, and the island as shapes."""
