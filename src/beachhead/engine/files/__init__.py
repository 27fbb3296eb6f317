"""What is written and read: saves, data files, components, cases, and the bounds of what comes from outside."""
