"""D-Day at Iwo Jima."""
