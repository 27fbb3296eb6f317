"""Play many random games of every scenario of every game.

python benchmarks/simulate.py [games]      how many of each scenario (1000)
"""

from __future__ import annotations

import os
import sys

from beachhead.cli import main
from beachhead.games import all_games

if __name__ == "__main__":
    wanted, jobs = (sys.argv[1:] or ["1000"])[0], str(os.cpu_count() or 1)
    runs = [(game.id, scenario.id) for game in all_games() for scenario in game.scenarios]
    statuses = [main(["simulate", game, "--scenario", id, "--games", wanted, "--jobs", jobs]) for game, id in runs]
    sys.exit(max(statuses))
