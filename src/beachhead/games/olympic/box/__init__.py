"""What comes in the box of Operation Olympic: map, counters and charts as data."""
