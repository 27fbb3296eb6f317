"""HTTP: lists and joining, the page and its files, security, the way in from the local network."""
