"""7.0 Combat, 8.0 artillery, 9.0 support and 10.0 massed attacks: from naming the units to the advance."""
