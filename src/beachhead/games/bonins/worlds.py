"""What is secret (hidden-us-view): which unit lies face down where, and what the container holds; and how it is made up.

The deal is even, and every draw is even over a container of known size; so all pasts that fit what everybody has seen are equally
likely (96). A past is the first deal and the draws. Going backward through `state.memory`, it is settled which units must have
been where: a unit that was shown in a hex was the one that a draw had brought there, or that had lain there from the start. How
many units a draw could have been, if it is not settled so, depends on these alone. So a past is made up by going forward and
choosing evenly at each draw among the units that are not needed elsewhere: every one has the same chance.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.cases import enforces
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Secret
from beachhead.games.bonins import memory
from beachhead.games.bonins.deployment import Deploy
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.state import BoninsState

ANYBODY: Final = -1
WORLDS: Final = 200
"""How many worlds are made up to tell what may lie in a hex whose counter has been exchanged."""
TRIES: Final = 200
"""How often a past is made up before what tunnels have shown is no longer insisted on."""


def deploying(state: BoninsState) -> bool:
    """Whether Japan is deploying (23.1): then the U.S. player does not even see which hexes are taken already."""
    return state.is_in(Deploy)


@enforces(FAMILY, "hidden-us-view", "hidden-jp-view", "19.2-a", "10.3-a")
def _open_to(state: BoninsState, side: str | None, _item: Any) -> bool:
    """In the solitaire game nobody knows; a Japanese player knows his units on the map, and hence what is not there."""
    return side == "jp" and not state.ruleset.solitaire


def _hides(state: BoninsState, side: str) -> bool:
    return not _open_to(state, side, None) and (bool(state.dug_mask) or bool(state.held) or deploying(state))


# ---------------------------------------------------------------------- looking back


class Past:
    """What everybody has seen, worked out: where units must have been."""

    def __init__(self, state: BoninsState) -> None:
        self.notes = state.memory
        self.needed: list[int] = [ANYBODY] * len(self.notes)
        """For each draw the unit that it must have been, if that is settled."""
        self.kept: list[frozenset[int]] = [frozenset()] * len(self.notes)
        """For each draw the units that must have stayed in the container."""
        self.seen = self._seen_puts()
        self.first: dict[int, int] = {}
        """For each hex that held a counter at the start the unit that it must have been, if that is settled."""
        self.mobile: set[int] = set()
        """The hexes whose first counter must have been able to move."""
        self._look_back(spaces_of(state.dug_mask))
        touched = {space for note in self.notes if note[0] not in (memory.ENTERED, memory.LEFT) for space in note[1:2]}
        touched |= {note[2] for note in self.notes if note[0] == memory.MOVED}
        self.untouched = {space for space in spaces_of(state.dug_mask) if space not in touched}
        """The hexes whose counter has lain there from the start, unseen."""
        self.named = {note[-1] for note in self.notes if note[0] in (memory.SHOWN, memory.ENTERED, memory.LAID, memory.LEFT)}

    def _seen_puts(self) -> dict[int, int]:
        """For each counter that went into the container in front of everybody, which unit it was."""
        known: dict[int, int] = {}
        found: dict[int, int] = {}
        for number, note in enumerate(self.notes):
            kind, space = note[0], note[1]
            if kind in (memory.SHOWN, memory.LAID):
                known[space] = note[2]
            elif kind == memory.PUT:
                if space in known:
                    found[number] = known.pop(space)
            elif kind == memory.MOVED:
                known.pop(note[2], None)
                if space in known:
                    known[note[2]] = known.pop(space)
            elif kind in (memory.DRAWN, memory.GONE):
                known.pop(space, None)
        return found

    def _look_back(self, now: list[int]) -> None:
        """From now to the start: what must be in each hex, and what in the container."""
        where: dict[int, int] = dict.fromkeys(now, ANYBODY)
        mobile: set[int] = set()
        inside: set[int] = set()
        for number in range(len(self.notes) - 1, -1, -1):
            note = self.notes[number]
            kind, space = note[0], note[1]
            if kind == memory.SHOWN:
                where[space] = note[2]
            elif kind == memory.DRAWN:
                unit = where.pop(space, ANYBODY)
                mobile.discard(space)
                self.needed[number] = unit
                self.kept[number] = frozenset(inside)
                if unit != ANYBODY:
                    inside.add(unit)
            elif kind == memory.PUT:
                where[space] = self._put_back(number, inside)
            elif kind == memory.ENTERED:
                inside.discard(space)
            elif kind == memory.LEFT:
                inside.add(space)
            elif kind == memory.MOVED:
                where[space] = where.pop(note[2], ANYBODY)
                if note[2] in mobile:
                    mobile.discard(note[2])
                    mobile.add(space)
            elif kind == memory.GONE:
                where.setdefault(space, ANYBODY)
            elif kind == memory.LAID:
                where.pop(space, None)
                mobile.discard(space)
            elif kind == memory.MOBILE:
                mobile.add(space)
        self.first, self.mobile = where, mobile

    def _put_back(self, number: int, inside: set[int]) -> int:
        """Which unit a counter that went into the container must have been: the one that was seen, or, if the search took it
        unseen, the one that is needed and was not in the container before."""
        if number in self.seen:
            inside.discard(self.seen[number])
            return self.seen[number]
        other = self._before(number)
        for unit in inside:
            if unit != other:
                inside.discard(unit)
                return unit
        return ANYBODY

    def _before(self, number: int) -> int:
        """The unit that was alone in the container when a search took another: the last that had gone in openly."""
        for earlier in range(number - 1, -1, -1):
            kind = self.notes[earlier][0]
            if kind == memory.PUT:
                return self.seen.get(earlier, ANYBODY)
            if kind == memory.ENTERED:
                return self.notes[earlier][1]
        return ANYBODY


# ---------------------------------------------------------------------- making up


def make_up(state: BoninsState, past: Past, rng: random.Random) -> tuple[dict[int, int], list[int]] | None:
    """Some past that fits: which unit lies in each hex now, and what is in the container; None if a tunnel contradicts it."""
    ruleset = state.ruleset
    here = _here(state)
    where = dict(past.first)
    open_ = [space for space in sorted(where) if where[space] == ANYBODY]
    unseen = sorted(here - past.named)
    rng.shuffle(unseen)
    # Whoever must be able to move is chosen first; of what is left any order is as good as another.
    for space in [space for space in open_ if space in past.mobile]:
        movers = [unit for unit in unseen if ruleset.halves[unit]]
        if movers:
            where[space] = movers[0]
            unseen.remove(movers[0])
    for space in open_:
        if where[space] == ANYBODY and unseen:
            where[space] = unseen.pop()
    inside: list[int] = []
    for number in range(len(past.notes)):
        if not _go_on(past, number, where, inside, rng, ruleset.halves):
            return None
    return where, inside


def _go_on(
    past: Past,
    number: int,
    where: dict[int, int],
    inside: list[int],
    rng: random.Random,
    halves: list[int],
) -> bool:
    """One note further; False if what has been made up contradicts it."""
    note = past.notes[number]
    kind, space = note[0], note[1]
    if kind == memory.PUT:
        inside.append(where.pop(space))
    elif kind == memory.ENTERED:
        inside.append(space)
    elif kind == memory.LEFT:
        inside.remove(space)
    elif kind == memory.DRAWN:
        unit = past.needed[number]
        if unit == ANYBODY:
            kept = past.kept[number]
            unit = rng.choice(sorted(other for other in inside if other not in kept))
        inside.remove(unit)
        where[space] = unit
    elif kind == memory.MOVED:
        where[note[2]] = where.pop(space)
    elif kind == memory.GONE:
        where.pop(space, None)
    elif kind == memory.LAID:
        where[space] = note[2]
    elif kind == memory.MOBILE:
        return bool(halves[where[space]])
    return True


@enforces(FAMILY, "hidden-us-view", "20.3-c", "20.3-e")
def _deal_again(state: BoninsState, rng: random.Random) -> None:
    """Make up who lies where, and who is in hand."""
    past, base = Past(state), state.ruleset.us_count
    found = None
    for _ in range(TRIES):
        found = make_up(state, past, rng)
        if found is not None:
            break
    if found is None:
        found = make_up(state, Past(_without_tunnels(state)), rng)
        assert found is not None
    where, inside = found
    for space in spaces_of(state.dug_mask):
        state.dug[space] = where[space] + 1 - base
    state.container = bytearray(len(state.container))
    for unit in inside:
        state.container[unit - base] = 1
    if state.hand[0]:
        state.hand[0] = rng.choice(sorted(inside)) + 1 - base


def _without_tunnels(state: BoninsState) -> BoninsState:
    """A copy that has forgotten what tunnel tries have shown."""
    twin = state.copy()
    twin.memory = [note for note in twin.memory if note[0] != memory.MOBILE]
    return twin


# ---------------------------------------------------------------------- what may lie in a hex


@enforces(FAMILY, "hidden-us-view", "19.2-a")
def may_lie(state: BoninsState, space: int) -> tuple[dict[int, Fraction], int]:
    """Which units may lie face down in a hex, as far as everybody can tell, with their chances; and of how many worlds these were
    counted. A counter that was never touched is any of those never shown, with equal chances: that is exact, and counts 0 worlds.
    """
    shelf = state.ruleset.remembered(__name__, _shelf)
    here = frozenset(_here(state))
    key = (tuple(state.memory), state.dug_mask, here)
    known = shelf.lore
    if known is None or known.key != key:
        # Matches share a ruleset, perhaps in several threads: each puts its own lore on the shelf, and reads no other.
        known = shelf.lore = Lore(key, Past(state))
    past = known.past
    if space in past.untouched and not any(note[0] == memory.MOBILE for note in past.notes):
        unseen = sorted(here - past.named)
        return dict.fromkeys(unseen, Fraction(1, len(unseen))), 0
    if not known.counts:
        known.counts = count_worlds(state, past)
    row = known.counts.get(space, {})
    total = sum(row.values())
    if not total:
        return dict.fromkeys(sorted(here), Fraction(1, len(here))), 0
    return {unit: Fraction(count, total) for unit, count in sorted(row.items())}, total


def count_worlds(state: BoninsState, past: Past) -> dict[int, dict[int, int]]:
    """In how many of some made-up worlds each unit lies in each hex."""
    counts: dict[int, dict[int, int]] = {}
    rng = random.Random(0)
    for _ in range(WORLDS):
        found = make_up(state, past, rng)
        if found is not None:
            for place, unit in found[0].items():
                row = counts.setdefault(place, {})
                row[unit] = row.get(unit, 0) + 1
    return counts


class Lore:
    """What has been worked out about one moment: previews ask for the same again and again."""

    def __init__(self, key: tuple[Any, ...], past: Past) -> None:
        self.key = key
        self.past = past
        self.counts: dict[int, dict[int, int]] = {}


class Shelf:
    """Where the lore of the last moment is kept."""

    def __init__(self) -> None:
        self.lore: Lore | None = None


def _shelf(_ruleset: Ruleset) -> Shelf:
    return Shelf()


def _here(state: BoninsState) -> set[int]:
    """All units that lie face down or are in the container: everybody can tell, since all others can be seen."""
    base = state.ruleset.us_count
    inside = {place + base for place, there in enumerate(state.container) if there}
    return {unit - 1 + base for unit in state.dug if unit} | inside


def _veil(state: BoninsState, side: str) -> None:
    """Lay everything out in one fixed way that fits what the side has seen; while Japan deploys, nothing."""
    if _open_to(state, side, None):
        return
    if deploying(state):
        state.dug = bytearray(len(state.dug))
        state.dug_mask = 0
        state.us_zone_now = state.jp_zone_now = -1
        return
    if state.dug_mask or state.held:
        _deal_again(state, random.Random(0))


def _resample(state: BoninsState, side: str, rng: random.Random) -> None:
    """Any past that fits looks the same; of a deployment that goes on there may be any part."""
    if _open_to(state, side, None):
        return
    if deploying(state):
        _make_up_deployment(state, rng)
    elif state.dug_mask or state.held:
        _deal_again(state, rng)


def _make_up_deployment(state: BoninsState, rng: random.Random) -> None:
    """Some part of some deployment, never the whole: the last unit ends it."""
    ruleset = state.ruleset
    hexes, units = spaces_of(ruleset.ground.red_mask), list(range(1, ruleset.jp_count + 1))
    rng.shuffle(hexes)
    rng.shuffle(units)
    laid = list(zip(hexes, units, strict=False))
    for space, unit in laid[: rng.randrange(max(1, len(laid)))]:
        state.dug[space] = unit
        state.dug_mask |= 1 << space
    state.us_zone_now = state.jp_zone_now = -1


GARRISON: Final[Secret[BoninsState]] = Secret("garrison", _open_to, _resample, _veil, _hides)
SECRETS: Final = (GARRISON,)
