"""A slow second implementation of D-Day at Iwo Jima, written from the rulebook and its rulings."""
