"""Draws the picture of the README: a real position of Saipan in the terminal, as SVG."""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console

import beachhead as bh
from beachhead.terminal.screen import Screen

OPENING = (
    "land U:1/6 1203",
    "land U:2/6 1102 1103",
    "land U:3/6 1002",
    "land U:1/23 0902",
    "land U:2/23 0801 0802",
    "land U:3/23 0702",
    "attack 1103 from 1203 1102 1002",
    "support 4",
    "done",
)


def main() -> None:
    """Play the opening and write the screen."""
    match = bh.Match.new("saipan", "historical", seed=1944)
    for action in OPENING:
        match.play(action)
    console = Console(record=True, width=100, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    screen = Screen(console, match.state.ruleset)
    side = match.state.side
    screen.map(match.state.view(side))
    screen.news(list(match.events(side))[-3:])
    screen.prompt(match.state.decision, match.game.side_names[side])
    target = Path(__file__).parent / "images" / "saipan-terminal.svg"
    target.write_text(console.export_svg(title="beachhead play saipan"), encoding="utf-8")


if __name__ == "__main__":
    main()
