"""A walk in a different interpreter: run as a program, it reads an order as JSON and prints what it met as JSON."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import sys
from typing import Any

from beachhead.engine.game import Game
from beachhead.testing.walks import walk


def account(game: Game, scenario: str, seed: int, most: int) -> list[dict[str, str]]:
    """Digest, views and actions of every position of a walk, the long ones as hashes."""
    told = []
    for moment in walk(game, scenario, seed, most=most):
        state = moment.state
        views = json.dumps([state.view(side) for side in (*state.ruleset.sides, None)])
        offered = json.dumps([str(action) for action in state.actions()])
        told.append({"digest": state.digest(), "views": _hash(views), "actions": _hash(offered)})
    return told


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def find(order: dict[str, Any]) -> Game:
    """The game of an order: by its module's name or, for a game that belongs to no package, by its file."""
    sys.path[:] = [*sys.path, *(path for path in order["paths"] if path not in sys.path)]
    try:
        module = importlib.import_module(order["module"])
    except ImportError:
        spec = importlib.util.spec_from_file_location(order["module"], order["file"])
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[order["module"]] = module
        spec.loader.exec_module(module)
    found: Game = getattr(module, order["name"])()
    return found


if __name__ == "__main__":
    wanted = json.load(sys.stdin)
    json.dump(account(find(wanted), wanted["scenario"], wanted["seed"], wanted["most"]), sys.stdout)
