"""What is in the box: units, map, charts and track."""
