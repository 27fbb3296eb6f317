"""States from outside: saves, and positions that people write."""
