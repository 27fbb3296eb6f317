"""What is in the box: map, counters and tables, read and checked."""
