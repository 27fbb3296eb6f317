"""Play trial games of each scenario between the best bots, and store beside the game how they ended, for the start page.

python tools/balance.py GAME [TRIALS] [SCENARIO]...      200 games of every scenario (`make balance GAME=<id>`, which also runs
                                                         `make themes`)
"""

from __future__ import annotations

import datetime
import json
import sys
from typing import Any

from beachhead.engine.game import BALANCE
from beachhead.games import game as find_game
from beachhead.lab.simulate import Run, play_all
from beachhead.players import players_of

SEED = 1


def tried(id: str, scenario: str, trials: int) -> dict[str, Any]:
    """What came of trial games of one scenario."""
    game = find_game(id)
    book = game.scenario(scenario).book
    best = {side: players_of(id)[-1] for side in game.sides_of(scenario) if side not in book}
    run = Run.of(id, trials, best, scenario=scenario, seed=SEED)
    answer = play_all(run).plain(run)
    return {
        "trials": trials,
        "date": datetime.date.today().isoformat(),
        "rules": game.version,
        "players": answer["players"],
        "seed": SEED,
        "results": answer["results"],
    }


def main(id: str, trials: str = "200", *scenarios: str) -> None:
    """Try the scenarios, and store each result as soon as it is there."""
    game = find_game(id)
    found = dict(game.balance)
    for scenario in scenarios or [one.id for one in game.scenarios]:
        found[scenario] = tried(id, scenario, int(trials))
        stored = {one.id: found[one.id] for one in game.scenarios if one.id in found}
        (game.folder / BALANCE).write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
        print(f"{id} {scenario}: {found[scenario]['results']}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
