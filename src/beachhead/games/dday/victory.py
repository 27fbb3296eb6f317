"""Victory in Scenario One (18.4.5): losses, Suribachi cut off, Airfield 1 and Sector 3; all of them, or the battle is lost."""

from __future__ import annotations

from typing import Final, NamedTuple

from beachhead.engine.cases import enforces
from beachhead.engine.state import Result
from beachhead.games.dday import communication
from beachhead.games.dday.phases import FAMILY
from beachhead.games.dday.state import DDayState

MOST_LOSSES: Final = 50
AIRFIELD: Final = 1
SECTOR: Final = 3


class Criterion(NamedTuple):
    """One of the things that the player must achieve."""

    name: str
    case: str
    met: bool
    says: str


@enforces(FAMILY, "18.4.5", "18.4.5-a", "18.4.5-b", "18.4.5-c")
def criteria(state: DDayState) -> list[Criterion]:
    """All four tests, as they stand now. Step losses count whether or not they were replaced (c-35)."""
    linked = communication.suribachi_linked(state)
    airfield = held(state, airfield_positions(state))
    sector = held(state, sector_positions(state))
    codes = state.ruleset.position_code
    return [
        Criterion("losses", "18.4.5-a", state.losses <= MOST_LOSSES, f"{state.losses} steps lost; {MOST_LOSSES} are allowed"),
        Criterion(
            "suribachi",
            "18.4.5-b",
            not linked,
            "Suribachi still has communication with another sector" if linked else "Suribachi is cut off",
        ),
        Criterion(
            "airfield",
            "18.4.5-c",
            bool(airfield),
            "Airfield 1: " + (", ".join(codes[position] for position in airfield) or "no position under US control"),
        ),
        Criterion(
            "sector 3",
            "18.4.5-c",
            bool(sector),
            "Sector 3: " + (", ".join(codes[position] for position in sector) or "no position under US control"),
        ),
    ]


def airfield_positions(state: DDayState) -> list[int]:
    """The positions on Airfield 1."""
    field = state.ruleset.components.board.airfields.get(AIRFIELD, ())
    return [position for position, place in enumerate(state.ruleset.position_hex) if place in field]


def sector_positions(state: DDayState) -> list[int]:
    """The positions of Sector 3."""
    return [position for position, sector in enumerate(state.ruleset.position_sector) if sector == SECTOR]


def held(state: DDayState, positions: list[int]) -> list[int]:
    """Those of the positions that the US side controls, with communication (c-34)."""
    return [position for position in positions if communication.us_controls_position(state, position)]


@enforces(FAMILY, "18.4.5", "4.0-IX-b")
def end_of_game(state: DDayState) -> None:
    """The last turn is over: all criteria met, or the player has lost."""
    found = criteria(state)
    met = sum(criterion.met for criterion in found)
    if met == len(found):
        how = "all four objectives of D-Day are met"
        winner, case = "us", "18.4.5"
    else:
        failed = next(criterion for criterion in found if not criterion.met)
        how = "; ".join(criterion.says for criterion in found if not criterion.met)
        winner, case = "jp", failed.case
    state.end(Result(winner, case, how, state.turn, (("us", met), ("jp", len(found) - met))))
