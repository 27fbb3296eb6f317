"""Possible pasts of the units that the U.S. player does not see: the model behind `sampling`.

A past gives each stretch of the public record (`records`) an area for every span between two Japanese Movement Phases, and the
losses of every bombardment that left damage for Concealed units.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from beachhead.games.rage.phases import US_MOVEMENT
from beachhead.games.rage.worlds.records import Record, Stretch

T = TypeVar("T")
MOVES: Final = 0.15
"""How likely a unit that may move unseen does so in one phase."""
REPAIRS: Final = 4
"""How often a past is repaired before another is made up."""
LETHAL: Final = 0.8
"""How likely a unit dies of points that could kill it, others being there too."""
WEARING: Final = 0.1
"""How likely it dies of fewer points, having been hit before."""
SPARED: Final = (1.0, 0.3, 0.1, 0.03)
"""How likely a unit in a bombarded area is left unharmed by so many points: others must have taken them."""


def _ways_on(area: int, ways: Sequence[Sequence[int]], steps: tuple[bool, bool, int, int]) -> list[tuple[int, float]]:
    """Where a unit can be after one movement phase; a second area is possible only for one that was shown there at once (R56)."""
    stay, move, closed, far = steps
    found = [(area, 1.0 - MOVES)] if stay else []
    if not move:
        return found
    near = [other for other in ways[area] if not closed >> other & 1]
    found += [(other, MOVES / len(near)) for other in near]
    if far > 1:
        beyond = [b for b in dict.fromkeys(c for other in near for c in ways[other]) if b != area and b not in near]
        found += [(other, MOVES / 10) for other in beyond if not closed >> other & 1]
    return found


def _expected(choices: Sequence[tuple[int, float]], after: Sequence[float]) -> float:
    """How well it goes on, over all ways."""
    total = 0.0
    for near, weight in choices:
        total += weight * after[near]
    return total


def picked(weights: Sequence[float], rng: random.Random) -> int:
    """A place in a list, as likely as its weight says; -1 if all are nothing. Added up by hand: `sum` rounds by version."""
    total = 0.0
    for weight in weights:
        total += weight
    if total <= 0.0:
        return -1
    spot = rng.random() * total
    last = number = -1
    for weight in weights:
        number += 1
        if weight > 0.0:
            last = number
            spot -= weight
            if spot < 0.0:
                break
    return last


def shuffle(items: list[T], rng: random.Random) -> None:
    """As `rng.shuffle` does it, without a call for each item."""
    draw = rng.getrandbits
    for spot in range(len(items) - 1, 0, -1):
        bits = (spot + 1).bit_length()
        other = draw(bits)
        while other > spot:
            other = draw(bits)
        items[spot], items[other] = items[other], items[spot]


class Past:
    """One attempt at a past that agrees with the record."""

    def __init__(self, record: Record, rng: random.Random, hq_areas: Callable[[int], bool] | None) -> None:
        self.record = record
        self.state = record.state
        self.rng = rng
        self.hq_areas = hq_areas
        """Where the HQ can be, if a Banzai Charge has told: it lives, then."""
        self.room = [slot[3] for slot in record.slots]
        """Unseen moves left in each movement phase."""
        self.barred = self._barred()
        self._open_ends = [0.0 if bar else 1.0 for bar in self.barred]
        self._weights: dict[int, list[float]] = {}
        self.wants: dict[int, tuple[int, int]] = {}
        """Bombardments that left somebody alive: so many points more must have fallen on others, at most so many on each."""

    def _barred(self) -> list[bool]:
        """Where nothing Concealed can be now, but for units seen to hide there (R46): with U.S. units, or under U.S. control.

        In the U.S. Movement Phase a unit that has moved may stand on something undetected.
        """
        state = self.state
        barred = [bool(mark) for mark in state.control]
        for unit in state.ruleset.us_ground:
            if state.where[unit] >= 0 and not (state.phase == US_MOVEMENT and state.moved[unit]):
                barred[state.where[unit]] = True
        return barred

    # ------------------------------------------------------------------ one try

    def tell(self) -> bool:
        """Make one up; whether it agrees with everything."""
        known = [stretch for stretch in self.record.stretches if not stretch.is_open]
        free = [stretch for stretch in self.record.stretches if stretch.is_open]
        shuffle(known, self.rng)
        known.sort(key=self._urgency)
        for stretch in known:
            if not self._place_known(stretch):
                return False
        self._count_wants(known)
        shuffle(free, self.rng)
        free.sort(key=lambda stretch: stretch.place < 0)
        for stretch in free:
            if not self._place_free(stretch):
                return False
        if any(missing > 0 for missing, _ in self.wants.values()):
            return False
        for _ in range(REPAIRS):
            if self._bombard():
                return self._crowds()
            # Whoever was to die and did not would have been found: it was somewhere else.
            undead = [stretch for stretch in free if stretch.dead_by >= 0 and not stretch.fell and not stretch.shields]
            if not undead:
                return False
            for stretch in undead:
                self._give_back(stretch)
                if not self._place_free(stretch):
                    return False
        return False

    def _give_back(self, stretch: Stretch) -> None:
        """The moves of a way that is given up."""
        slots = [number for number, slot in enumerate(self.record.slots) if stretch.start < slot[0] < stretch.end]
        for spot, number in enumerate(slots):
            self.room[number] += stretch.spans[spot] != stretch.spans[spot + 1]

    def _urgency(self, stretch: Stretch) -> tuple[bool, bool, bool]:
        """Whoever has the least freedom comes first: it may need one of the few moves, or be one whom others have to shield."""
        movable, slots = stretch.moves, self.record.slots
        freely = movable and not (slots and self.record.ran_into(stretch, slots[-1]))
        return movable, freely, bool(stretch.seen_steps == stretch.steps)

    # ------------------------------------------------------------------ units whose end is known

    def _place_known(self, stretch: Stretch) -> bool:
        record, memory = self.record, self.record.memory
        lost = stretch.steps - stretch.seen_steps
        stretch.hits = {}
        blasts = [time for time in record.blasts if stretch.start < time < stretch.end] if lost else []
        home = stretch.place if stretch.place >= 0 else stretch.seen_at
        if not stretch.moves:
            if stretch.seen_steps == 0:
                blasts = [time for time in blasts if memory[time][1] == 1]
                weights = [0.01 if memory[time][3] < lost or record.survived(time) else 1.0 for time in blasts]
                spot = picked(weights, self.rng)
                if spot < 0:
                    home, lost = 0, 0
                else:
                    home = memory[blasts[spot]][2]
            if lost:
                self._plan_hits(stretch, [time for time in blasts if memory[time][2] == home], lost)
            stretch.spans = [home] * len(stretch.events)
            return True
        if lost:
            blasts = [time for time in blasts if self._in_reach(stretch, time)]
        for _ in range(4):
            self._plan_hits(stretch, blasts, lost)
            if self._walk(stretch):
                return True
        return False

    def _in_reach(self, stretch: Stretch, time: int) -> bool:
        """Whether a unit can have been in the bombarded area on its way."""
        area = self.record.memory[time][2]
        distance = self.state.ruleset.components.map.distance
        before = stretch.span_at[time]
        if stretch.place >= 0 and distance(stretch.place, area) > before:
            return False
        return distance(area, stretch.seen_at) <= len(stretch.events) - before

    def _plan_hits(self, stretch: Stretch, blasts: Sequence[int], lost: int) -> None:
        """By which bombardments it lost what it had lost when it was shown."""
        stretch.hits = {}
        for _ in range(lost if blasts else 0):
            time = blasts[self.rng.randrange(len(blasts))]
            stretch.hits[time] = stretch.hits.get(time, 0) + 1

    def _count_wants(self, known: Sequence[Stretch]) -> None:
        """Whoever came out of a bombardment alive was shielded by others: nobody is hit twice before all are hit once."""
        memory = self.record.memory
        for time in self.record.blasts:
            area, points = memory[time][2], memory[time][3]
            hits, alive = 0, list[int]()
            for stretch in known:
                if time in stretch.span_at and stretch.spans[stretch.span_at[time]] == area:
                    hits += stretch.hits.get(time, 0)
                    if stretch.seen_steps:
                        alive.append(stretch.hits.get(time, 0))
            if alive and points > hits:
                self.wants[time] = points - hits, min(alive) + 1

    # ------------------------------------------------------------------ units that may be anywhere

    def _place_free(self, stretch: Stretch) -> bool:
        memory = self.record.memory
        stretch.hits = {}
        stretch.dead_by = -1
        stretch.shields = False
        mover = stretch.moves
        wanted = [time for time, (missing, _) in self.wants.items() if missing > 0 and stretch.start < time] if self.wants else []
        if stretch.place >= 0 and not mover:
            self._stay(stretch, stretch.place)
            self._shield(stretch, wanted)
            return True
        for time in wanted:
            stretch.hits = {time: 1}
            if self._walk(stretch) if mover else self._settle(stretch, memory[time][2], time):
                self._shield(stretch, wanted)
                return True
        stretch.hits = {}
        if mover:
            return self._walk(stretch)
        area = picked(self._chances(stretch), self.rng)
        if area < 0:
            return False
        self._stay(stretch, area)
        return True

    def _chances(self, stretch: Stretch) -> list[float]:
        """How likely a unit that was set up in secret and never moves is, or was, in each area: the same for all of its strength
        but the HQ."""
        if stretch.unit == self.state.ruleset.hq:
            return [self._chance(stretch, area) for area in range(self.record.areas)]
        found = self._weights.get(stretch.steps)
        if found is None:
            found = self._weights[stretch.steps] = self._even_chances(stretch)
        return found

    def _even_chances(self, stretch: Stretch) -> list[float]:
        """`_chance` for all areas at once, for a unit other than the HQ."""
        record, barred = self.record, self.barred
        memory, searches, now = record.memory, record.first_searches(stretch.start), len(record.memory)
        found: list[float] = []
        for area in range(record.areas):
            search = searches[area]
            if search < 0:
                if not barred[area]:
                    found.append(1.0)
                    continue
                search = now
            points = 0
            for time in record.blasts:
                if memory[time][2] == area and time < search:
                    points += memory[time][3]
            found.append(LETHAL if points >= stretch.steps else 0.0)
        return found

    def _stay(self, stretch: Stretch, area: int) -> None:
        """A unit that never moves unseen, out of sight in that area; dead by the time U.S. units came there."""
        stretch.spans = [area] * len(stretch.events)
        found = self._undetected(stretch, area)
        stretch.dead_by = -1 if found is None else found

    def _shield(self, stretch: Stretch, wanted: Sequence[int]) -> None:
        """It takes its share where others were spared."""
        for time in wanted:
            if stretch.spans[stretch.span_at[time]] == self.record.memory[time][2]:
                missing, each = self.wants[time]
                stretch.shields = True
                self.wants[time] = missing - min(stretch.steps, each), each

    def _settle(self, stretch: Stretch, area: int, time: int) -> bool:
        """Whether a unit that never moves unseen can have been there at that time, to shield others."""
        if self._chance(stretch, area) <= 0.0:
            return False
        search = self._undetected(stretch, area)
        if search is not None and (search < time or stretch.steps > self.wants[time][1]):
            return False
        self._stay(stretch, area)
        return True

    def _undetected(self, stretch: Stretch, area: int) -> int | None:
        """The first search that would have found a unit there."""
        time = self.record.first_searches(stretch.start)[area]
        if time >= 0:
            return time
        if self.barred[area] and not (area == stretch.place and stretch.hid_turn == self.state.turn):
            return len(self.record.memory)
        return None

    def _chance(self, stretch: Stretch, area: int) -> float:
        """How likely a unit that never moves unseen is, or was, there: not where U.S. units have been, unless it died before."""
        lives = stretch.unit == self.state.ruleset.hq and self.hq_areas is not None
        if lives and self.hq_areas is not None and not self.hq_areas(area):
            return 0.0
        found = self._undetected(stretch, area)
        if found is None:
            return 1.0
        if lives:
            return 0.0
        points = [
            self.record.memory[time][3] for time in self.record.blasts if time < found and self.record.memory[time][2] == area
        ]
        return LETHAL if sum(points) >= stretch.steps else 0.0

    # ------------------------------------------------------------------ ways through the areas

    def _walk(self, stretch: Stretch) -> bool:
        """A way of a unit that can move unseen, drawn from all that agree with the record, each as likely as it ought to be."""
        record, rng = self.record, self.rng
        slots = [(number, slot) for number, slot in enumerate(record.slots) if stretch.start < slot[0] < stretch.end]
        ways = [self._reach(stretch, self._steps(stretch, number, slot)) for number, slot in slots]
        last = len(slots)
        # Backwards: how well can it end from each area, after and before what happened in each span?
        after = [self._ends(stretch)]
        before = [self._before(stretch, last, after[0])]
        for span in range(last - 1, -1, -1):
            after.append([_expected(choices, before[-1]) for choices in ways[span]])
            before.append(self._before(stretch, span, after[-1]))
        after.reverse()
        before.reverse()
        area = (stretch.place if before[0][stretch.place] > 0.0 else -1) if stretch.place >= 0 else picked(before[0], rng)
        if area < 0:
            return False
        stretch.spans, stretch.dead_by = [area], -1
        for span in range(last + 1):
            stretch.dead_by = self._falls(stretch, span, area, after[span][area])
            if stretch.dead_by >= 0:
                stretch.spans += [area] * (last - span)
                return True
            if span < last:
                choices = ways[span][area]
                spot = picked([weight * before[span + 1][near] for near, weight in choices], rng)
                if spot < 0:
                    return False
                if choices[spot][0] != area:
                    self.room[slots[span][0]] -= 1
                area = choices[spot][0]
                stretch.spans.append(area)
        return True

    def _ends(self, stretch: Stretch) -> list[float]:
        """How well each area agrees with where the unit was shown, or with what is seen now."""
        if stretch.seen_at >= 0:
            ends = [0.0] * self.record.areas
            ends[stretch.seen_at] = 1.0
            return ends
        hidden = stretch.place if stretch.hid_turn == self.state.turn else -1
        fits = self.hq_areas if stretch.unit == self.state.ruleset.hq else None
        ends = self._open_ends.copy()
        if hidden >= 0:
            ends[hidden] = 1.0
        return ends if fits is None else [end if fits(area) else 0.0 for area, end in enumerate(ends)]

    def _before(self, stretch: Stretch, span: int, after: list[float]) -> list[float]:
        """What the events of a span make of how well it goes on: whoever would have been found may have died before."""
        for time, place, points in reversed(stretch.events[span]):
            if not points:
                after = [0.0 if place >> area & 1 else value for area, value in enumerate(after)]
                continue
            value, hit = after[place], time in stretch.hits
            after = [0.0] * len(after) if hit else after.copy()
            if stretch.is_open:
                dies = self._death(stretch, time, points)
                after[place] = dies + (1.0 - dies) * value
            else:
                after[place] = value if hit else value * SPARED[min(points, 3)]
        return after

    def _death(self, stretch: Stretch, time: int, points: int) -> float:
        """How likely a bombardment kills a unit there. Where others survive, nobody loses much more than they."""
        if stretch.unit == self.state.ruleset.hq and self.hq_areas is not None:
            return 0.0
        if time in self.wants and min(self.wants[time]) < stretch.steps:
            return 0.0
        return LETHAL if points >= stretch.steps else WEARING

    def _falls(self, stretch: Stretch, span: int, area: int, lives: float) -> int:
        """Whether, and by which bombardment of this span, the unit is to die in its area; -1: it is not."""
        if not stretch.is_open:
            return -1
        if not stretch.events[span]:
            return -1
        here = [event for event in stretch.events[span] if (event[1] == area if event[2] else event[1] >> area & 1)]
        for number, (time, _, points) in enumerate(here):
            if not points:
                continue
            dies = self._death(stretch, time, points)
            rest = lives
            for when, _, later in reversed(here[number + 1 :]):
                chance = self._death(stretch, when, later)
                rest = chance + (1.0 - chance) * rest if later else 0.0
            if self.rng.random() * (dies + (1.0 - dies) * rest) < dies:
                return time
        return -1

    def _steps(self, stretch: Stretch, number: int, slot: tuple[int, int, int, int]) -> tuple[bool, bool, int, int]:
        """What a movement phase allows: to stay, to move, where not, and how far if the unit was shown in that very phase.

        Whoever ran into the open has moved, even if its move seems to be counted among those in view, because it went on there.
        """
        begin, end, closed, _ = slot
        shown_now = stretch.seen_at >= 0 and begin < stretch.end < end
        ran_into = self.record.ran_into(stretch, slot)
        goal = 1 << stretch.seen_at if ran_into else 0
        far = self.state.ruleset.mp[stretch.unit][stretch.steps] - 1 if shown_now else 1
        return not ran_into, ran_into or self.room[number] > 0, closed & ~goal, far

    def _reach(self, stretch: Stretch, steps: tuple[bool, bool, int, int]) -> list[list[tuple[int, float]]]:
        """For every area where a unit can be after one movement phase, and how likely it goes there."""
        tank = self.state.ruleset.is_tank[stretch.unit]
        found = self.record.tables.get((tank, steps))
        if found is None:
            ways = self.state.ruleset.passable[tank]
            found = self.record.tables[tank, steps] = [_ways_on(area, ways, steps) for area in range(self.record.areas)]
        return found

    # ------------------------------------------------------------------ losses

    def _bombard(self) -> bool:
        """Tell every bombardment: who was there loses a step each, down a row and round again. Is it as it was seen?"""
        record, memory, rng = self.record, self.record.memory, self.rng
        stretches = record.stretches
        for stretch in stretches:
            stretch.left = stretch.steps
        for time in record.blasts:
            area, points = memory[time][2], memory[time][3]
            there = []
            for stretch in stretches:
                span = stretch.span_at.get(time, -1)
                if span >= 0 and stretch.left and stretch.spans[span] == area:
                    there.append(stretch)
            shuffle(there, rng)
            rounds = points > len(there)
            turns = [(self._turn_in_row(stretch, time, rounds), number) for number, stretch in enumerate(there)]
            there = [there[number] for _, number in sorted(turns)]
            while points and there:
                for stretch in there:
                    if points:
                        points -= 1
                        stretch.left -= 1
                        stretch.fell = not stretch.left and time <= stretch.dead_by
                there = [stretch for stretch in there if stretch.left]
        for stretch in stretches:
            stretch.fell = stretch.fell and not stretch.left
            if stretch.is_open and stretch.dead_by >= 0 and not stretch.fell:
                return False
            if not stretch.is_open and stretch.left != stretch.seen_steps:
                return False
        return True

    def _turn_in_row(self, stretch: Stretch, time: int, all_hit: bool) -> int:
        """Who has to be hit stands first, who was seen unharmed last. If all are hit once, a second round reaches the first."""
        if stretch.is_open:
            return 1 if stretch.dead_by >= 0 else 2
        if stretch.seen_steps == 0:
            return 0
        if time not in stretch.hits:
            return 4
        return 3 if all_hit else 0

    def _crowds(self) -> bool:
        """Nobody is one too many now, somebody is alive, and so is an HQ that has called for a charge."""
        state = self.state
        limit = state.ruleset.components.stacking.japanese
        crowd = [0] * self.record.areas
        alive = 0
        for unit in state.ruleset.japanese:
            if not state.concealed[unit] and state.where[unit] >= 0:
                crowd[state.where[unit]] += 1
                alive += 1
        for stretch in self.record.stretches:
            if stretch.is_open and stretch.left:
                crowd[stretch.spans[-1]] += 1
                alive += 1
            elif stretch.is_open and stretch.unit == state.ruleset.hq and self.hq_areas is not None:
                return False
        return alive > 0 and max(crowd) <= limit and self._few_moves()

    def _few_moves(self) -> bool:
        """Whether no more units have moved unseen in the phase that goes on than could. Whoever went on in view was counted."""
        record, moved = self.record, self.state.moved
        if not record.running:
            return True
        return sum(record.moved_last(s) and not moved[s.unit] for s in record.stretches) <= record.slots[-1][3]
