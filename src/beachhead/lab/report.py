"""A run of games as a self-contained page: no scripts, no plotting library, nothing to fetch."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from beachhead.games import game as find_game
from beachhead.lab.points import COLUMNS, cells
from beachhead.lab.simulate import Run, Tally
from beachhead.players import BOOK

BAR, GAP, LABEL, LENGTH = 22, 8, 170, 420
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: #1d2733; background: #fbfaf6 }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse } td, th { padding: .2rem .9rem .2rem 0; text-align: left; vertical-align: top }
svg { max-width: 100%; height: auto } svg text { font: 14px system-ui, sans-serif; fill: #1d2733 }
"""


def page(run: Run, tally: Tally) -> str:
    """The whole page as HTML."""
    game = find_game(run.game)
    plain = tally.plain(run)
    names = {side: game.side_names.get(side, side) for side in game.sides} | {"draw": "draw"}
    title = f"{game.title}: {tally.games} games"
    about = {
        "scenario": str(plain["scenario"]),
        "players": ", ".join(f"{names[side]}: {game.book_name if name == BOOK else name}" for side, name in run.players.items()),
        "options": ", ".join(f"{name} = {value}" for name, value in plain["options"].items()) or "none",
        "seed": str(run.seed),
        "unfinished": str(tally.unfinished),
        "actions": f"{tally.actions} ({tally.actions / max(tally.games, 1):.0f} per game)",
        "time": f"{tally.seconds:.1f} s ({plain['games_per_s']} games/s)",
    }
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in about.items())
    endings = {f"{case} {game.cases[case].title}" if case in game.cases else case: n for case, n in plain["endings"].items()}
    scores = {names[side]: spread for side, spread in plain["points"].items()}
    if plain["margin"] is not None:
        scores[f"margin of {names[plain['margin']['of']]} over {names[plain['margin']['over']]}"] = plain["margin"]
    parts = [
        f"<table>{rows}</table>",
        "<h2>Results</h2>",
        bars({names[side]: count for side, count in plain["results"].items()}, tally.games, "Results"),
        "<h2>Last turn</h2>",
        bars({f"turn {turn}": count for turn, count in plain["turns"].items()}, tally.games, "Games by last turn"),
        "<h2>Endings</h2>",
        bars(endings, tally.games, "Games by the case that ended them"),
        *(["<h2>Points</h2>", spreads(scores)] if scores else []),
    ]
    return (
        f'<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n" + "\n".join(parts) + "\n</body>\n</html>\n"
    )


def spreads(scores: Mapping[str, dict[str, Any]]) -> str:
    """Points and margins as a table."""
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *COLUMNS))
    lines = []
    for name, spread in scores.items():
        shown = "".join(f"<td>{cell}</td>" for cell in cells(spread))
        lines.append(f"<tr><th>{escape(name)}</th>{shown}</tr>")
    return f"<table><tr>{head}</tr>{''.join(lines)}</table>"


def bars(counts: Mapping[str, int], total: int, title: str) -> str:
    """Horizontal bars as inline SVG, each with its count and share."""
    longest = max(counts.values(), default=0) or 1
    lines = []
    for number, (name, count) in enumerate(counts.items()):
        top = number * (BAR + GAP)
        width = round(LENGTH * count / longest)
        share = f"{count} ({100 * count / max(total, 1):.1f}%)"
        shown = name if len(name) <= 24 else name[:23] + "…"
        lines.append(
            f'<text x="{LABEL - 10}" y="{top + 16}" text-anchor="end">{escape(shown)}<title>{escape(name)}</title></text>'
            f'<rect x="{LABEL}" y="{top}" width="{width}" height="{BAR}" rx="3" fill="#1f4fa3"/>'
            f'<text x="{LABEL + width + 8}" y="{top + 16}">{share}</text>'
        )
    height = max(len(counts), 1) * (BAR + GAP)
    return (
        f'<svg role="img" aria-label="{escape(title)}" viewBox="0 0 {LABEL + LENGTH + 130} {height}" '
        f'width="{LABEL + LENGTH + 130}" height="{height}">{"".join(lines)}</svg>'
    )
