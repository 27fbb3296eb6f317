"""Japanese fire (6, 11.4, 13, 14.2): the Fire Phase, hits and how they are settled, letters, artillery, movement under fire."""
