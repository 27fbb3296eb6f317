"""What comes in the box of Iwo: Bloodbath in the Bonins: map, counters and charts as data."""
