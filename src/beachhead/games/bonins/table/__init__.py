"""What people see: views, charts, panels, previews, overlays."""
