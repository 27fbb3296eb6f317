"""A world made from what is known of each unit by itself, for records that no told past of all units agrees with in time.

What ties the pasts of several units together is forgotten: who shielded whom, how many units moved unseen in phases long over,
what units that have been shown since did before. What is known of each unit that is out of sight still counts: where it hid and
with how many steps, searches and closed areas on its way, damage that may have fallen on it, the room in each area, the moves
of the last movement phase, and what a charge has told of the HQ. Every record has an answer, and it is found at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from beachhead.games.rage.state import LOST_UNSEEN
from beachhead.games.rage.worlds.hidden_histories import LETHAL, Past, picked, shuffle
from beachhead.games.rage.worlds.records import Record, Stretch

MANY: Final = 99
"""More moves than there are units."""


class Scatter(Past):
    """The units out of sight, one after another, each wherever it can be."""

    def __init__(self, record: Record, rng: random.Random, hq_areas: Callable[[int], bool] | None) -> None:
        super().__init__(record, rng, hq_areas)
        state = self.state
        self.limit = state.ruleset.components.stacking.japanese
        self.crowd = [0] * record.areas
        """Living units by area, as far as they are placed."""
        for unit in state.ruleset.japanese:
            if not state.concealed[unit] and state.where[unit] >= 0:
                self.crowd[state.where[unit]] += 1
        self.points = {time: record.memory[time][3] for time in record.blasts}
        """What is left of the damage of every bombardment."""
        self.survivor = state.ruleset.hq if hq_areas is not None else -1
        """A unit that must not die."""
        self.room = [MANY] * len(record.slots)

    def tell(self) -> bool:
        """Place everybody; there is always a way."""
        free = [stretch for stretch in self.record.stretches if stretch.is_open]
        self._who_came_out()
        shuffle(free, self.rng)
        free.sort(key=lambda stretch: (stretch.unit != self.survivor, stretch.place < 0))
        for stretch in free:
            self._put(stretch)
        if not any(self.crowd):
            self._somebody_lives(free)
        for stretch in free:
            self._wear(stretch)
        return True

    def _who_came_out(self) -> None:
        """Of units that have been shown only this counts: whether they used up a move of the last movement phase."""
        record, moved = self.record, self.state.moved
        for stretch in record.stretches:
            if not stretch.is_open:
                ran = bool(record.slots) and record.ran_into(stretch, record.slots[-1])
                stretch.spans = [LOST_UNSEEN, stretch.seen_at] if ran else []
        if record.slots:
            used = sum(record.moved_last(s) and not moved[s.unit] for s in record.stretches if not s.is_open)
            self.room[-1] = max(0, record.slots[-1][3] - used)

    # ------------------------------------------------------------------ one unit

    def _put(self, stretch: Stretch) -> None:
        """Where the unit is, alive or dead. One that can be nowhere was one too many somewhere, unseen (R61)."""
        if not self._found(stretch) and stretch.unit == self.survivor:
            self._put_anywhere(stretch)
        if stretch.left:
            self.crowd[stretch.spans[-1]] += 1

    def _found(self, stretch: Stretch) -> bool:
        """Whether there is a place for the unit, or a death."""
        stretch.hits, stretch.dead_by, stretch.spans = {}, -1, []
        found = self._walk(stretch) if stretch.moves else self._sit(stretch)
        stretch.left = stretch.steps if found and stretch.dead_by < 0 else 0
        return found

    def _sit(self, stretch: Stretch) -> bool:
        """A unit that never moves unseen: where it hid, or wherever it can have been set up."""
        areas = [stretch.place] if stretch.place >= 0 else range(self.record.areas)
        spot = picked([self._chance(stretch, area) for area in areas], self.rng)
        if spot < 0:
            return False
        area = areas[spot]
        stretch.spans = [area] * len(stretch.events)
        if not self._may_be(stretch, area):
            stretch.dead_by = next(time for time in self._deadly(stretch, area))
            self.points[stretch.dead_by] -= stretch.steps
        return True

    def _chance(self, stretch: Stretch, area: int) -> float:
        if self._may_be(stretch, area):
            return 1.0
        return LETHAL if stretch.unit != self.survivor and self._deadly(stretch, area) else 0.0

    def _may_be(self, stretch: Stretch, area: int) -> bool:
        """Whether a unit that never moves unseen can be there, alive."""
        if stretch.unit == self.state.ruleset.hq and self.hq_areas is not None and not self.hq_areas(area):
            return False
        return self.crowd[area] < self.limit and self._undetected(stretch, area) is None

    def _deadly(self, stretch: Stretch, area: int) -> list[int]:
        """Bombardments that can have killed it there before it would have been found."""
        found = self._undetected(stretch, area)
        end = stretch.end if found is None else found
        memory = self.record.memory
        return [
            t for t, left in self.points.items() if stretch.start < t < end and memory[t][2] == area and left >= stretch.steps
        ]

    def _ends(self, stretch: Stretch) -> list[float]:
        return [chance if self.crowd[area] < self.limit else 0.0 for area, chance in enumerate(super()._ends(stretch))]

    def _death(self, stretch: Stretch, time: int, points: int) -> float:
        """Only what is left of the damage can kill, and all at once."""
        if not points or stretch.unit == self.survivor:
            return 0.0
        return LETHAL if self.points[time] >= stretch.steps else 0.0

    def _falls(self, stretch: Stretch, span: int, area: int, lives: float) -> int:
        time = super()._falls(stretch, span, area, lives)
        if time >= 0:
            self.points[time] -= stretch.steps
        return time

    def _wear(self, stretch: Stretch) -> None:
        """Of the damage that is left, whoever was there and lives may have taken some."""
        for time, span in stretch.span_at.items():
            hit = stretch.left > 1 and self.points[time] and stretch.spans[span] == self.record.memory[time][2]
            if hit and self.rng.random() < 0.5:
                self.points[time] -= 1
                stretch.left -= 1

    # ------------------------------------------------------------------ somebody must live

    def _somebody_lives(self, free: list[Stretch]) -> None:
        """The game goes on, so somebody is alive (24-1): the first who can be."""
        for stretch in free:
            self.survivor = stretch.unit
            if self._found(stretch):
                break
        else:
            if not free:
                return
            stretch = free[0]
            self._put_anywhere(stretch)
        self.crowd[stretch.spans[-1]] += 1

    def _put_anywhere(self, stretch: Stretch) -> None:
        """In a position made by hand a unit that must be alive may have no place; then the least bad one is good enough."""

        def badness(area: int) -> tuple[bool, bool, bool, int]:
            wrong = stretch.unit == self.state.ruleset.hq and self.hq_areas is not None and not self.hq_areas(area)
            return wrong, self.crowd[area] >= self.limit, self.barred[area], area

        stretch.spans = [min(range(self.record.areas), key=badness)] * len(stretch.events)
        stretch.left = stretch.steps
