"""A match over a socket: messages, requests, updates, windows, hints, chat, and players of the program."""
