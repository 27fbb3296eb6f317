"""What is secret (hidden-us-view): which unit lies face down where, and what the container holds; and how it is made up.

The deal is even, and every draw is even over a container of known size; so all pasts that fit what everybody has seen are equally
likely (96). A past is the first deal and the draws. Going backward through `state.memory`, it is settled which units must have
been where: a unit that was shown in a hex was the one that a draw had brought there, or that had lain there from the start. How
many units a draw could have been, if it is not settled so, depends on these alone. So a past is made up by going forward and
choosing evenly at each draw among the units that are not needed elsewhere: every one has the same chance.

A tunnel try (23.2-b) shows that a counter can move. If it came from the container, only some of the units that the draw could
have been fit, and how many depends on earlier draws. Such a past has a weight, the share of those that fit, and is taken with
that chance: so all pasts are equally likely again. Only if none of many tries is taken, one of them is, by weight: nearly even.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from beachhead.boards.hexes import spaces_of
from beachhead.engine.chance.dice import Dice
from beachhead.engine.chance.outcomes import falls_of
from beachhead.engine.files.cases import enforces
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.secrecy import Secret
from beachhead.games.bonins import memory
from beachhead.games.bonins.garrison.deployment import Deploy
from beachhead.games.bonins.ground import FAMILY
from beachhead.games.bonins.state import BoninsState

ANYBODY: Final = -1
WORLDS: Final = 200
"""How many worlds are made up to tell what may lie in a hex whose counter has been exchanged."""
TRIES: Final = 100
"""How often a past is made up until one is taken: after that, one of these is as good as we can find."""
CERTAIN: Final = Fraction(1)
Chances = tuple[dict[int, dict[int, Fraction]], int]
"""For each hex the units that may lie there with their chances; and the number of worlds in which that was counted."""
World = tuple[dict[int, int], list[int], Fraction]
"""Which unit lies in each hex, what is in the container, and the weight of the past that led there."""


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
        self.notes = list(state.memory)
        self.needed: list[int] = [ANYBODY] * len(self.notes)
        """For each draw the unit that it must have been, if that is settled."""
        self.kept: list[frozenset[int]] = [frozenset()] * len(self.notes)
        """For each draw the units that must have stayed in the container."""
        self.moving: list[bool] = [False] * len(self.notes)
        """For each draw whether it must have been a unit that can move, if no more is settled."""
        self.seen = self._seen_puts()
        self.first: dict[int, int] = {}
        """For each hex that held a counter at the start the unit that it must have been, if that is settled."""
        self.mobile: set[int] = set()
        """The hexes whose first counter must have been able to move."""
        now = [space for space, unit in enumerate(list(state.dug)) if unit]
        self._look_back(now)
        touched = {space for note in self.notes if note[0] not in (memory.ENTERED, memory.LEFT) for space in note[1:2]}
        touched |= {note[2] for note in self.notes if note[0] == memory.MOVED}
        self.untouched = {space for space in now if space not in touched}
        """The hexes whose counter has lain there from the start, unseen."""
        self.chances: Chances | None = None
        """What may lie where, once that has been counted."""
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
                self.moving[number] = unit == ANYBODY and space in mobile
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


def make_up(state: BoninsState, past: Past, rng: random.Random | Every) -> World | None:
    """Some past that fits; None if it cannot be continued as the tunnels have shown."""
    halves = state.ruleset.halves
    where, inside, weight = _first_deal(state, past, rng), list[int](), CERTAIN
    for number, note in enumerate(past.notes):
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
                fit = [other for other in inside if other not in kept] if kept else inside
                if past.moving[number]:
                    movers = [other for other in fit if halves[other]]
                    if not movers:
                        return None
                    weight *= Fraction(len(movers), len(fit))
                    fit = movers
                unit = rng.choice(fit)
            inside.remove(unit)
            where[space] = unit
        elif kind == memory.MOVED:
            where[note[2]] = where.pop(space)
        elif kind == memory.GONE:
            where.pop(space, None)
        elif kind == memory.LAID:
            where[space] = note[2]
    return where, inside, weight


def _first_deal(state: BoninsState, past: Past, rng: random.Random | Every) -> dict[int, int]:
    """What may have lain in each hex at the start: units that were never seen lie where nothing is settled, in any order."""
    halves, where = state.ruleset.halves, dict(past.first)
    open_ = [space for space in sorted(where) if where[space] == ANYBODY]
    unseen = sorted(_here(state) - past.named)
    # Whoever must be able to move is chosen first; of what is left any order is as good as another.
    for space in [space for space in open_ if space in past.mobile]:
        movers = [unit for unit in unseen if halves[unit]]
        if movers:
            where[space] = rng.choice(movers)
            unseen.remove(where[space])
    rng.shuffle(unseen)
    for space in open_:
        if where[space] == ANYBODY and unseen:
            where[space] = unseen.pop()
    return where


def some_world(state: BoninsState, past: Past, rng: random.Random) -> World:
    """A world, each with the same chance."""
    found: list[World] = []
    for _ in range(TRIES):
        made = make_up(state, past, rng)
        if made is not None:
            if made[2] == CERTAIN or rng.randrange(made[2].denominator) < made[2].numerator:
                return made
            found.append(made)
    if found:
        return rng.choices(found, [float(world[2]) for world in found])[0]
    made = make_up(state, Past(_without_tunnels(state)), rng)
    assert made is not None
    return made


@enforces(FAMILY, "hidden-us-view", "20.3-c", "20.3-e")
def _deal_again(state: BoninsState, rng: random.Random) -> None:
    """Make up who lies where, and who is in hand."""
    base = state.ruleset.us_count
    where, inside, _ = some_world(state, _past(state), rng)
    for space in spaces_of(state.dug_mask):
        state.dug[space] = where[space] + 1 - base
    state.container = bytearray(len(state.container))
    for unit in inside:
        state.container[unit - base] = 1
    if state.hand[0]:
        state.hand[0] = rng.choice(sorted(inside)) + 1 - base


def leads_here(state: BoninsState) -> bool:
    """Whether what is noted about counters can have led to this position: for a state from outside, whose notes may say anything.
    Uses nothing that is computed from the fields."""
    try:
        made = make_up(state, Past(_without_tunnels(state)), random.Random(0))
    except (KeyError, IndexError, ValueError):
        return False
    if made is None:
        return False
    where, inside, _ = made
    hexes = {space for space, unit in enumerate(list(state.dug)) if unit}
    return set(where) == hexes and len(inside) == sum(list(state.container)) and {*where.values(), *inside} == _here(state)


def _without_tunnels(state: BoninsState) -> BoninsState:
    """A copy that has forgotten what tunnel tries have shown."""
    twin = state.copy()
    twin.memory = [note for note in twin.memory if note[0] != memory.MOBILE]
    return twin


# ---------------------------------------------------------------------- what may lie in a hex


@enforces(FAMILY, "hidden-us-view", "19.2-a")
def may_lie(state: BoninsState, space: int) -> tuple[dict[int, Fraction], int]:
    """Which units may lie face down in a hex, as far as everybody can tell, with their chances; and of how many worlds these were
    counted. A counter that was never touched is any of those never shown, with equal chances: that is exact, and counts 0 worlds,
    and so are the chances of others while the pasts that fit are few.
    """
    past = _past(state)
    if space in past.untouched and not any(note[0] == memory.MOBILE for note in past.notes):
        unseen = sorted(_here(state) - past.named)
        return dict.fromkeys(unseen, Fraction(1, len(unseen))), 0
    if past.chances is None:
        past.chances = _count(state, past)
    row, worlds = past.chances
    if space not in row:
        here = sorted(_here(state))
        return dict.fromkeys(here, Fraction(1, len(here))), 0
    return dict(row[space]), worlds


class Every:
    """A chance that goes through all that can be drawn, one after the other (`engine.chance.outcomes`)."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def choice(self, items: Sequence[int]) -> int:
        return items[self.dice.below(len(items))]

    def shuffle(self, items: list[int]) -> None:
        for place in range(len(items) - 1):
            other = place + self.dice.below(len(items) - place)
            items[place], items[other] = items[other], items[place]


def _every(state: BoninsState, past: Past) -> list[tuple[Fraction, World | None]] | None:
    """All pasts that fit, each with its chance; None if there are more of them than worlds that would be made up."""
    found: list[tuple[Fraction, World | None]] = []
    for chance, _, made in falls_of(state, lambda trial: make_up(state, past, Every(trial.dice))):
        found.append((chance, made))
        if len(found) + 1 / chance > 2 * WORLDS:
            return None
    return found


def _count(state: BoninsState, past: Past) -> Chances:
    """How likely each unit lies in each hex: over all pasts, if these are few; else over many worlds, and over how many."""
    rng, total = random.Random(0), Fraction(0)
    every = _every(state, past)
    drawn = [(1, make_up(state, past, rng)) for _ in range(WORLDS)] if every is None else every
    counts: dict[int, dict[int, Fraction | int]] = {}
    for chance, made in drawn:
        if made is not None:
            # Nearly all weights are 1, and whole numbers are added much faster.
            weight: Fraction | int = chance if made[2] == CERTAIN else chance * made[2]
            total += weight
            for place, unit in made[0].items():
                row = counts.setdefault(place, {})
                row[unit] = row.get(unit, 0) + weight
    worlds = sum(made is not None for _, made in drawn) if every is None else 0
    return {place: {unit: row[unit] / total for unit in sorted(row)} for place, row in counts.items()}, worlds


class Lore:
    """What has been worked out about one moment: previews and samples ask for the same again and again."""

    def __init__(self) -> None:
        self.last: tuple[tuple[Any, ...], Past | None] = ((), None)


def _lore(_ruleset: Ruleset) -> Lore:
    return Lore()


def _past(state: BoninsState) -> Past:
    """What follows from all that everybody has seen."""
    known = state.ruleset.remembered(__name__, _lore)
    key = (tuple(state.memory), state.dug_mask, frozenset(_here(state)))
    # Matches share a ruleset, perhaps in several threads: each reads and writes key and past together.
    found, past = known.last
    if past is None or found != key:
        past = Past(state)
        known.last = (key, past)
    return past


def _here(state: BoninsState) -> set[int]:
    """All units that lie face down or are in the container: everybody can tell, since all others can be seen."""
    base = state.ruleset.us_count
    inside = {place + base for place, there in enumerate(list(state.container)) if there}
    return {unit - 1 + base for unit in list(state.dug) if unit} | inside


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
