"""Victory (chapter 18): ground for the U.S., casualties for Japan."""

from __future__ import annotations

from typing import NamedTuple

from beachhead.engine.files.cases import enforces
from beachhead.engine.shown.points import Points, half_points
from beachhead.engine.state import Result
from beachhead.games.olympic.ground import FAMILY
from beachhead.games.olympic.state import OlympicState


class Score(NamedTuple):
    """The score item by item; Japan's in half points."""

    south: int
    kagoshima: int
    cities: int
    towns: int
    japan: int

    @property
    def us(self) -> int:
        """U.S. Victory Points."""
        return self.south + self.kagoshima + self.cities + self.towns

    @property
    def net(self) -> int:
        """U.S. less Japanese points, in half points."""
        return 2 * self.us - self.japan


@enforces(FAMILY, "18.2.1-A", "18.2.1-A-example", "3.1", "14.25-number")
def south(state: OlympicState) -> int:
    """500, less 30 for every row from the Objective Line down to that of the southernmost Japanese unit.

    Militia does not count. Whatever still lies face down counts as a unit would, since nobody may look: it is long gone by then.
    """
    ruleset = state.ruleset
    ground, components = ruleset.ground, ruleset.components
    held = (state.jp_mask | state.down_mask) & ~ground.north_mask
    if not held:
        return components.south
    row = ground.row[(held & -held).bit_length() - 1]
    points = components.south - components.per_row * (ground.board.north_row - row)
    return max(0, points) if ruleset.south_floor else points


@enforces(FAMILY, "18.2.1-B", "18.2.1-C", "18.2.1-D")
def places(state: OlympicState) -> tuple[int, int, int]:
    """Kagoshima, other City hexes and Towns under U.S. control. All of Kagoshima counts once and for more than its hexes."""
    ground, components = state.ruleset.ground, state.ruleset.components
    cities = sum(1 for n in range(ground.place_count) if ground.is_city[n] and state.control[n])
    towns = sum(1 for n in range(ground.place_count) if not ground.is_city[n] and state.control[n])
    whole = bool(ground.kagoshima) and all(state.control[n] for n in ground.kagoshima)
    if whole:
        cities -= len(ground.kagoshima)
    return components.kagoshima_points if whole else 0, cities * components.city_points, towns * components.town_points


@enforces(FAMILY, "18.22-A", "18.22-B", "18.22-C")
def japanese(state: OlympicState) -> int:
    """Japanese points for Casualty Points, band by band, in half points."""
    total, low = 0, 0
    for high, halves in state.ruleset.components.casualty_bands:
        total += max(0, min(state.casualties, high) - low) * halves
        low = high
    return total


def score(state: OlympicState) -> Score:
    """The score as it stands now."""
    return Score(south(state), *places(state), japanese(state))


def next_price(state: OlympicState) -> Points:
    """What the next Casualty Point gives Japan."""
    for high, halves in state.ruleset.components.casualty_bands:
        if state.casualties < high:
            return half_points(halves)
    return 0


def standing(state: OlympicState) -> dict[str, Points]:
    """The same item by item, for views and facts."""
    now = score(state)
    found: dict[str, Points] = dict(zip(now._fields[:4], now[:4], strict=True))
    return found | {
        "us": now.us,
        "jp": half_points(now.japan),
        "net": half_points(now.net),
        "next": next_price(state),
    }


@enforces(FAMILY, "18.1", "18.23", "16.0")
def finish(state: OlympicState) -> None:
    """After the last Game-Turn the points decide; nothing between them is a draw (A38)."""
    now = score(state)
    winner = "us" if now.net > 0 else "jp" if now.net < 0 else "draw"
    us, japan, net = now.us, half_points(now.japan), half_points(now.net)
    who = {"us": "The U.S. wins", "jp": "Japan wins", "draw": "A draw"}[winner]
    how = f"{who}: {us} Victory Points against {japan}, {net:+g} net"
    state.end(Result(winner, "18.23", how, state.turn, (("us", us), ("jp", japan))))
