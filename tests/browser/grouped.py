"""Hands that order several units at once."""

from __future__ import annotations

from tests.browser.turns import Counted


class Grouped(Counted):
    """Hands that use every gesture of the page."""
