"""How many gestures a turn costs on the page: recorded turns of the sergeant, played again with the mouse in Chromium.

    python benchmarks/clicks.py [GAME ...] [--turn N --seed N | --table] [--ways single grouped] [--show] [--json]

The rule: the second turn of seed 7 in every game, or whichever turn and seed are named, for all games alike. `--table` takes the
turns of the table in tests/browser/turns.py, which differ by game and have much to do: the aims were set for these. Two sergeants
(or a sergeant and the rulebook) play with a fixed seed until the turn begins, and then through it. The page sits down at that
position, the other side repeats what it did, and a pair of hands does what the sergeant did, in two ways:

single    each action by itself, with clicks alone: a unit, its hex, a button
grouped   with the gestures for several units at once wherever the turn allows it, and units dragged instead of clicked twice

A click, a drag and a key press are one gesture each, a double-click is two clicks. Panning and zooming are not counted: where one
looks depends on the screen. Phases that may only be ended after a warning cost two clicks here as they do for people.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import ViewportSize, sync_playwright
from tests.browser.conftest import ARGUMENTS, Service, chromium
from tests.browser.turns import AIMS, RULE, TURNS, WAYS, Turn, play, recorded

SIZE: ViewportSize = {"width": 1440, "height": 900}


def told(counted: Counter[str]) -> str:
    """Counts in a line."""
    return f"{counted.total():4} = {counted['click']} clicks + {counted['drag']} drags + {counted['key']} keys"


def main() -> None:
    """Play the turns and print what they cost."""
    parser = argparse.ArgumentParser(description="Gestures per turn, by game.")
    parser.add_argument("games", nargs="*", choices=[*TURNS, []], help="all of them, unless named")
    parser.add_argument("--turn", type=int, default=RULE[0])
    parser.add_argument("--seed", type=int, default=RULE[1])
    parser.add_argument("--table", action="store_true", help="the turns for which the aims were set")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--show", action="store_true", help="every action and what it cost")
    parser.add_argument("--json", action="store_true")
    wish = parser.parse_args()
    found: dict[str, dict[str, dict[str, int]]] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder))
        service.start()
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        try:
            for game in wish.games or TURNS:
                turn: Turn = recorded(game, None if wish.table else (wish.turn, wish.seed))
                if not wish.json:
                    print(f"{game}: turn {turn.number} of {turn.scenario}, {turn.own} actions of the U.S. player", flush=True)
                for way in wish.ways:
                    counted = play(browser, service.address, turn, way, SIZE, print if wish.show else None)
                    found.setdefault(game, {})[way] = dict(counted)
                    if not wish.json:
                        aim = f", aim {AIMS[game]}" if wish.table and way == "grouped" else ""
                        print(f"  {way:<8}{told(counted)}{aim}", flush=True)
        finally:
            browser.close()
            service.kill()
    if wish.json:
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
