"""Atoll: a small game made up to show all that a game can bring to the table by its views and its theme alone."""

from tests.demo.atoll.game import Atoll

__all__ = ["Atoll"]
