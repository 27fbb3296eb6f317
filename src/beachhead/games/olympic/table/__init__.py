"""What the table shows of Operation Olympic."""
