"""What people see: views, charts, previews, and the facts that vectors check."""
