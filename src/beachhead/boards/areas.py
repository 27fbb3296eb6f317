"""Area maps: named areas of any shape, with a list of which areas border each other.

They answer the same few questions as a hex grid: names, neighbors, distances. Spaces are small numbers in the order in which the
areas are listed, which is the order of the map for whatever is reported area by area.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

UNREACHABLE = 255
"""The distance between areas that no chain of borders connects."""


@dataclass(frozen=True, slots=True)
class Area:
    """An area: the id that data and actions use, and the name printed on the map. Games add whatever else is printed there."""

    id: str
    name: str


A = TypeVar("A", bound=Area)


class AreaMap(Generic[A]):
    """Areas and their borders.

    >>> places = [Area("cove", "Smugglers' Cove"), Area("ridge", "Long Ridge"), Area("fort", "Old Fort")]
    >>> island = AreaMap(places, {"cove": ["ridge"], "ridge": ["cove", "fort"], "fort": ["ridge"]})
    >>> [island.names[space] for space in island.neighbours[island.space("ridge")]]
    ['cove', 'fort']
    >>> island.distance(island.space("cove"), island.space("fort"))
    2
    >>> island.find("long ridge"), island.find("lagoon")
    (1, None)
    """

    def __init__(self, areas: Sequence[A], borders: Mapping[str, Iterable[str]]) -> None:
        self.areas = tuple(areas)
        self.size = len(self.areas)
        self.names = tuple(area.id for area in self.areas)
        self._space = {name: space for space, name in enumerate(self.names)}
        if len(self._space) != self.size:
            raise ValueError("two areas have the same id")
        self._spoken = {area.name.casefold(): space for space, area in enumerate(self.areas)}
        self._spoken |= {name.casefold(): space for name, space in self._space.items()}
        self.neighbours = tuple(self._around(name, borders.get(name, ())) for name in self.names)
        self._check()
        self.bit = tuple(1 << space for space in range(self.size))
        """One bit per space, for sets of spaces held in a single number."""
        self.neighbour_mask = tuple(sum(self.bit[near] for near in row) for row in self.neighbours)
        self._rows = tuple(self._row(space) for space in range(self.size))

    def space(self, name: str) -> int:
        """The space of an area's id; KeyError if the map has no such area."""
        return self._space[name]

    def find(self, name: str) -> int | None:
        """The space of an id or a printed name, ignoring case; or None."""
        return self._spoken.get(name.strip().casefold())

    def area(self, name: str) -> A:
        """The area of an id; KeyError if the map has no such area."""
        return self.areas[self._space[name]]

    def distance(self, first: int, second: int) -> int:
        """The borders to cross from one to the other; `UNREACHABLE` if there is no route."""
        return self._rows[first][second]

    def distances(self, space: int) -> bytes:
        """The distance from one space to every space."""
        return self._rows[space]

    def _around(self, name: str, near: Iterable[str]) -> tuple[int, ...]:
        spaces = []
        for other in near:
            if other not in self._space:
                raise ValueError(f"{name} borders {other!r}, which is not an area")
            if other == name:
                raise ValueError(f"{name} borders itself")
            spaces.append(self._space[other])
        if len(set(spaces)) != len(spaces):
            raise ValueError(f"a neighbour of {name} is listed twice")
        return tuple(sorted(spaces))

    def _check(self) -> None:
        for space, near in enumerate(self.neighbours):
            for other in near:
                if space not in self.neighbours[other]:
                    raise ValueError(f"{self.names[space]} borders {self.names[other]}, but not the other way round")

    def _row(self, start: int) -> bytes:
        row = bytearray([UNREACHABLE]) * self.size
        row[start], edge, steps = 0, [start], 0
        while edge:
            steps += 1
            reached = {near for space in edge for near in self.neighbours[space] if row[near] == UNREACHABLE}
            for space in reached:
                row[space] = steps
            edge = sorted(reached)
        return bytes(row)
