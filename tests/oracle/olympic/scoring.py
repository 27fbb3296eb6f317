"""Victory Points (section 18)."""

from __future__ import annotations

from .board import Position, row


def south(position: Position, floor: bool = True) -> int:
    """500 points less 30 for each row from the Objective Line down to the southernmost Japanese unit (18.2.1)."""
    top = position.board.line - 1
    # Dummies are never combat units; what lies face down is counted as what it is.
    rows = [row(unit.hex) for unit in position.japanese()]
    rows += [row(counter.hex) for counter in position.down if not counter.dummy]
    lowest = min((found for found in rows if found <= top), default=top + 1)
    points = 500 - 30 * (top - lowest + 1)
    return max(0, points) if floor else points


def score(position: Position, floor: bool = True) -> dict[str, float]:
    board = position.board
    kagoshima = 200 if board.kagoshima and board.kagoshima <= position.control else 0
    cities = sum(25 for hex in board.cities if hex in position.control and not (kagoshima and hex in board.kagoshima))
    towns = sum(10 for hex in board.towns if hex in position.control)
    low = min(position.points, 300)
    middle = min(max(position.points - 300, 0), 200)
    high = max(position.points - 500, 0)
    japan = low + 1.5 * middle + 2 * high
    american = south(position, floor) + kagoshima + cities + towns
    return {
        "us": american,
        "jp": japan,
        "net": american - japan,
        "south": south(position, floor),
        "kagoshima": kagoshima,
        "cities": cities,
        "towns": towns,
    }
