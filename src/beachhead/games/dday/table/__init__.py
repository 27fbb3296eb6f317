"""What the table shows: views, facts, charts, previews."""
