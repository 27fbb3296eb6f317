"""What is in the box: map, counters, cards and charts."""
