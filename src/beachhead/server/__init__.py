"""The web service: lists and joining over HTTP, play over one socket a seat, matches kept in a database (docs/protocol.md)."""

from __future__ import annotations

from beachhead.server.app import create_app
from beachhead.server.settings import Limits, Settings

__all__ = ["Limits", "Settings", "create_app"]
