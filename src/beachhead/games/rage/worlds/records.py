"""The public record (`RageState.memory`) sorted for telling pasts: what the U.S. player has been shown of the secret map.

It is cut into stretches: a unit is out of sight from the set-up, or from the moment it hid, until it was shown, or until now.
"""

from __future__ import annotations

from beachhead.games.rage.combat.bombardment import Losses
from beachhead.games.rage.memory import BLAST, CLOSED, DIE, HID, SEARCHED, SEEN
from beachhead.games.rage.state import LOST, JapaneseMove, RageState


class Stretch:
    """A unit's time out of sight. Times are places in the record; `end` is one past the last entry if it still lasts."""

    __slots__ = (
        "dead_by", "end", "events", "fell", "fired", "hid_turn", "hits", "is_open", "left", "moves", "place", "seen_at",
        "seen_steps", "shields", "span_at", "spans", "start", "steps", "unit",
    )  # fmt: skip

    def __init__(self, unit: int, steps: int, start: int = -1, place: int = -1, hid_turn: int = 0, fired: int = 0) -> None:
        self.unit = unit
        self.steps = steps
        self.start = start
        self.place = place
        """Where it hid; -1: set up in secret."""
        self.hid_turn = hid_turn
        self.fired = fired
        self.end = 0
        self.seen_at = -1
        """Where it was shown; -1: it still is out of sight, or was never seen again."""
        self.seen_steps = -1
        """The steps it was shown with, 0 if it is known to have died unseen; -1: nobody knows."""
        self.spans: list[int] = []
        """The areas of one past, span by span."""
        self.hits: dict[int, int] = {}
        """What it is to lose in that past, by bombardment."""
        self.left = 0
        """Steps left as the past is told."""
        self.dead_by = -1
        """The time by which it must have died, for it would have been found else; -1: it need not."""
        self.fell = False
        """Whether it died in time."""
        self.shields = False
        """Whether it was placed to take what others were spared."""
        self.events: list[list[tuple[int, int, int]]] = []
        """By span: searches as (time, areas, 0) and bombardments as (time, area, points)."""
        self.span_at: dict[int, int] = {}
        """The span of every bombardment that the unit may have been in."""
        self.is_open = True
        """Whether nobody knows what has become of the unit: no `seen_steps`."""
        self.moves = False
        """Whether the unit can move unseen."""


class Record:
    """What the U.S. player has been shown, sorted for telling pasts that agree with it."""

    def __init__(self, state: RageState) -> None:
        self.state = state
        self.memory = state.memory
        ruleset = state.ruleset
        self.areas = len(ruleset.areas)
        self.slots: list[tuple[int, int, int, int]] = []
        """Japanese Movement Phases: begin and end in the record, areas closed to unseen moves, units that may have moved so."""
        self.blasts: list[int] = []
        self.searches: list[int] = []
        self.stretches: list[Stretch] = []
        self.running = False
        """Whether the last of the movement phases goes on."""
        self.tables: dict[tuple[bool, tuple[bool, bool, int, int]], list[list[tuple[int, float]]]] = {}
        """Ways on, see `Past._reach`: the same for all tries."""
        self._read()
        if state.is_in(Losses):
            self.blasts.pop()
        self.slot_begins = [slot[0] for slot in self.slots]
        self._found_first: dict[int, list[int]] = {}
        events: list[tuple[int, int, int]] = []
        for time in sorted(self.searches + self.blasts):
            entry = self.memory[time]
            events.append((time, entry[2], entry[3] if entry[0] == BLAST else 0))
        phases = self._phases_before()
        for stretch in self.stretches:
            stretch.is_open = stretch.seen_steps < 0
            stretch.moves = ruleset.mp[stretch.unit][stretch.steps] > 1
            start, end, first = stretch.start, stretch.end, phases[stretch.start + 1]
            rows: list[list[tuple[int, int, int]]] = [[]]
            for _ in range(first, phases[end]):
                rows.append([])
            for event in events:
                time = event[0]
                if start < time < end and (stretch.seen_at < 0 or not self.found_by(stretch, time)):
                    rows[phases[time] - first].append(event)
                    if event[2]:
                        stretch.span_at[time] = phases[time] - first
            stretch.events = rows

    def _phases_before(self) -> list[int]:
        """For each time, and for now, how many movement phases began before."""
        counts, count, begins = [0], 0, self.slot_begins
        for time in range(len(self.memory)):
            if count < len(begins) and begins[count] == time:
                count += 1
            counts.append(count)
        return counts

    def _read(self) -> None:
        state, ruleset, memory = self.state, self.state.ruleset, self.memory
        now = len(memory)
        running: dict[int, Stretch] = {}
        shown: dict[int, int] = {}
        for entry in memory:
            what = entry[0]
            if what in (SEEN, HID):
                shown.setdefault(entry[2], what)
        for unit in ruleset.japanese:
            if shown.get(unit, SEEN if state.concealed[unit] else HID) == SEEN or self._buried(unit):
                running[unit] = Stretch(unit, ruleset.full[unit])
        closed = -1
        for time, entry in enumerate(memory):
            what = entry[0]
            if what == SEARCHED:
                self.searches.append(time)
            elif what == BLAST:
                self.blasts.append(time)
            elif what == CLOSED:
                closed = time
            elif what == DIE:
                if closed >= 0:
                    self.slots.append((closed, time, memory[closed][2], entry[2] - entry[3]))
                closed = -1
            elif what == HID:
                running[entry[2]] = Stretch(entry[2], entry[4], time, entry[3], entry[1], entry[5])
            elif what == SEEN and entry[2] in running:
                stretch = running.pop(entry[2])
                stretch.end, stretch.seen_at, stretch.seen_steps = time, entry[3], entry[4]
                self.stretches.append(stretch)
        self.running = closed >= 0
        if self.running:
            self.slots.append((closed, now, memory[closed][2], ruleset.components.moves[state.die] - moves_in_view(state)))
        for unit, stretch in running.items():
            stretch.end = now
            if not state.concealed[unit]:
                if not self._buried(unit):
                    continue
                stretch.seen_steps = 0
                stretch.end = next((time for time, entry in enumerate(memory) if entry[1] > 1), now)
            self.stretches.append(stretch)

    def _buried(self, unit: int) -> bool:
        """Whether a red unit is known to be dead because it did not show itself with the others (22.1.2)."""
        state = self.state
        if not state.ruleset.is_red[unit] or state.concealed[unit] or state.where[unit] != LOST:
            return False
        return not any(entry[0] == SEEN and entry[2] == unit for entry in state.memory)

    # ------------------------------------------------------------------ times

    def moved_last(self, stretch: Stretch) -> bool:
        """Whether the unit moves unseen in the last movement phase, as its past has been told."""
        spans, begins = stretch.spans, self.slot_begins
        return bool(begins) and stretch.start < begins[-1] < stretch.end and len(spans) > 1 and spans[-1] != spans[-2]

    def ran_into(self, stretch: Stretch, slot: tuple[int, int, int, int]) -> bool:
        """Whether the unit was shown in that movement phase where it cannot have been hidden: it has moved unseen."""
        begin, end, closed, _ = slot
        return stretch.seen_at >= 0 and stretch.start < begin < stretch.end < end and bool(closed >> stretch.seen_at & 1)

    def first_searches(self, start: int) -> list[int]:
        """For each area the first search after that time that would have found a unit there; -1 if there is none."""
        found = self._found_first.get(start)
        if found is None:
            found = [-1] * self.areas
            for time in reversed(self.searches):
                if time <= start:
                    break
                mask = self.memory[time][2]
                for number in range(self.areas):
                    if mask >> number & 1:
                        found[number] = time
            self._found_first[start] = found
        return found

    def survived(self, blast: int) -> bool:
        """Whether somebody who never moves unseen was there and is known to have come out of it alive."""
        area, mp = self.memory[blast][2], self.state.ruleset.mp
        return any(
            s.seen_at == area and s.seen_steps and s.start < blast < s.end and mp[s.unit][s.steps] < 2 for s in self.stretches
        )

    def found_by(self, stretch: Stretch, search: int) -> bool:
        """Whether the stretch ended by that very search: what it finds is reported right after it."""
        memory = self.memory
        if memory[search][0] != SEARCHED or stretch.seen_at < 0 or not memory[search][2] >> stretch.seen_at & 1:
            return False
        return all(memory[time][0] == SEEN for time in range(search + 1, stretch.end))


def moves_in_view(state: RageState) -> int:
    """Units moved or hidden in view so far in the Japanese Movement Phase that goes on."""
    move = state.find(JapaneseMove)
    return 0 if move is None else move.seen
