"""What people see: the items of a view, and the facts that vectors check."""
