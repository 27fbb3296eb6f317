"""The components of D-Day: ours (components/*.yaml), an owner's files in their place, or a board made for a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from beachhead.engine.files.box import Box
from beachhead.engine.files.datafile import Document, Item
from beachhead.games.dday.box.blank import blank_board
from beachhead.games.dday.box.board import read_map
from beachhead.games.dday.box.charts import read_charts
from beachhead.games.dday.box.counters import (
    read_depth,
    read_forts,
    read_heroes,
    read_japanese_units,
    read_step_losses,
    read_us_units,
)
from beachhead.games.dday.box.deck import read_deck
from beachhead.games.dday.box.kinds import ARMOR_DEPTH, Board, Components, JapaneseUnit
from beachhead.games.dday.box.positions import read_positions
from beachhead.games.dday.box.scenarios import read_arrivals, read_scenarios

FAMILY: Final = "dday"
FOLDER: Final = Path(__file__).parent.parent
FILES: Final = (
    "cards", "charts", "depth_markers", "forts", "heroes", "japanese_units", "map", "positions", "reinforcements", "scenarios",
    "us_step_loss_markers", "us_units",
)  # fmt: skip
"""Each section is a file of its own; an owner's folder may hold any of them."""


def components_of(parameters: Mapping[str, Any]) -> Components:
    """The components that the parameters of a match ask for; a position may bring its own `board`."""
    components = BOX.components_of(parameters)
    if "board" in parameters:
        item = Item(parameters["board"], Document("position"), ("board",))
        return replace(components, board=blank_board(item))
    return components


def read_components(sections: Mapping[str, Item]) -> Components:
    """All files, checked one by one and against each other."""
    _, board = read_map(sections["map"])
    board = read_positions(sections["positions"], board, sections["map"])
    cards, events, close_combat, mark_from = read_deck(sections["cards"])
    us_types, us_units, support = read_us_units(sections["us_units"])
    japanese, formations = read_japanese_units(sections["japanese_units"])
    _check_starts(sections["japanese_units"]["units"], japanese, board)
    depth = read_depth(sections["depth_markers"])
    armor = sum(marker.kind == ARMOR_DEPTH for marker in depth)
    if armor != sum(unit.color >= 0 for unit in japanese):
        raise sections["depth_markers"]["markers"].fail(
            "every Japanese tank starts with an armor marker; there are as many of them"
        )
    forts, fort_classes = read_forts(sections["forts"])
    heroes, japanese_heroes, markers = read_heroes(sections["heroes"])
    arrivals, optional, totals = read_arrivals(sections["reinforcements"], us_units, board)
    return Components(
        board=board,
        cards=cards,
        events=events,
        close_combat_events=close_combat,
        us_types=us_types,
        us_units=us_units,
        support=support,
        japanese_units=japanese,
        formations=formations,
        depth_markers=depth,
        forts=forts,
        fort_classes=fort_classes,
        heroes=heroes,
        japanese_heroes=japanese_heroes,
        markers=markers,
        step_losses=read_step_losses(sections["us_step_loss_markers"]),
        charts=read_charts(sections["charts"], mark_from),
        arrivals=arrivals,
        optional_arrival=optional,
        artillery_totals=totals,
        scenarios=read_scenarios(sections["scenarios"], board, us_units, japanese, len(depth) - armor),
        unit_index={unit.id: number for number, unit in enumerate(us_units)},
        japanese_index={unit.id: number for number, unit in enumerate(japanese)},
        event_index={event.id: number for number, event in enumerate(events)},
        close_combat_index={event.id: number for number, event in enumerate(close_combat)},
    )


def _check_starts(item: Item, units: tuple[JapaneseUnit, ...], board: Board) -> None:
    """Tanks and the headquarters start in positions that exist."""
    for unit in units:
        if unit.start and unit.start not in board.position_index:
            raise item[unit.id]["start"].fail(f"{unit.start} is no position of positions.yaml")


BOX = Box(FOLDER / "components", FILES, read_components)
