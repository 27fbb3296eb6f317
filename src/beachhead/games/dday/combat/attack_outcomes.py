"""What an attack or a barrage will come to, before it is made: the exact chances over what may lie face down and what cards may
come. Nothing is rolled and no state is changed.

A counter face down is one of a lot (`chance.lots`), so the chances follow from the lots alone, and nobody learns from them what
is not in his view anyway.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from beachhead.engine.chance.lots import Lots, candidates
from beachhead.games.dday.box.kinds import BLACK, TACTICAL_REINFORCEMENT
from beachhead.games.dday.combat import attack_table, attackers, barrage, fort_combat
from beachhead.games.dday.combat.attack_table import AGAIN, Force
from beachhead.games.dday.counters import cards, defenders
from beachhead.games.dday.counters.defenders import MARKERS, UNITS
from beachhead.games.dday.state import DECK, DEPTHS, DISCARDS, FORT_UP, RESERVES, DDayState

Cards = list[list[int]]
Chances = dict[str, Fraction]
BLOCKED: Final = "blocked"
"""Every attacker next to the hex stands at a blocked side."""
SHIFTED: Final = "UX UD"
"""What "reveal" comes to when every marker is face up."""


def drawn(rows: Lots, counter: int) -> Iterator[tuple[int, Fraction, Lots]]:
    """What a counter may turn out to be, with the chance, and the lots as they are then."""
    if counter >= 0:
        yield counter, Fraction(1), rows
        return
    lot = rows[-counter]
    for member in sorted(set(lot)):
        share = Fraction(lot.count(member), len(lot))
        left = rows.copy()
        spot = lot.index(member)
        left[-counter] = lot[:spot] + lot[spot + 1 :]
        for number, chance, after in drawn(left, member):
            yield number, share * chance, after


def drawn_all(rows: Lots, counters: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """The same for several counters of one kind together: no counter is in two places."""
    if not counters:
        yield (), Fraction(1)
        return
    for first, chance, left in drawn(rows, counters[0]):
        for rest, other in drawn_all(left, counters[1:]):
            yield (first, *rest), chance * other


def add(found: Chances, name: str, chance: Fraction) -> None:
    """Count a chance under its name."""
    found[name] = found.get(name, Fraction(0)) + chance


# ---------------------------------------------------------------------- attacks

Sets = list[tuple[tuple[int, ...], Fraction]]
"""Sets of counters that may be there, with the chance of each. Counters that do the same in an attack stand for one another."""


def sets_of(state: DDayState, counters: Sequence[int]) -> Sets:
    """What counters of one kind may be together."""
    return _merged(state, drawn_all(state.lots, counters))


def from_pool(state: DDayState, pool: Sequence[int]) -> Sets:
    """What a counter drawn blindly from a pool may be; nothing if the pool is empty."""
    if not pool:
        return [((), Fraction(1))]
    share = Fraction(1, len(pool))
    found = [((number,), share * part) for item in pool for number, part in candidates(state.lots, item).items()]
    return _merged(state, found)


def _merged(state: DDayState, sets: Iterable[tuple[tuple[int, ...], Fraction]]) -> Sets:
    """One set for all that have the same strength, requirements and kind."""
    ruleset = state.ruleset
    found: dict[tuple[tuple[int, int, int], ...], tuple[tuple[int, ...], Fraction]] = {}
    for counters, chance in sets:
        key = tuple((ruleset.counter_strength[n], ruleset.counter_requires[n], ruleset.depth_kind[n]) for n in counters)
        same = found.get(key)
        found[key] = (counters, chance) if same is None else (same[0], same[1] + chance)
    return list(found.values())


def attack_chances(
    state: DDayState, position: int, units: Sequence[int], support: int = 0, wild: int = 0, plus: int = 0
) -> Chances:
    """The results of an attack on the chart by their codes, such as "JD" or "UX JH", or "blocked". Heroes do nothing unless they
    are told to: `wild` is a requirement as a bit that one stands in for, `plus` a point of strength."""
    found: Chances = {}
    fort = state.fort[position]
    fresh = bool(fort) and not state.faces[position] & FORT_UP
    here, hidden, shown = possible_defenders(state, position, fresh)
    for open_, counter, chance in forts_turned(state, position, units, fort if fresh else 0):
        if not fort_combat.still_attacks(state, position, open_):
            add(found, BLOCKED, chance)
            continue
        force = attack_table.force_of(state, position, open_, support)
        force = force._replace(strength=force.strength + plus)
        _read(state, position, force, wild, counter or fort, chance, found, here, hidden, shown)
    return found


def possible_defenders(state: DDayState, position: int, fresh: bool) -> tuple[Sets, Sets, tuple[int, ...]]:
    """Units that may be in a hex, depth markers that may lie there face down, and those that are face up. A fort that is alone
    when it is turned up gets a unit of the reserve and a marker first (17.3-f)."""
    units = [defenders.row_of(state, face)[position] for face in UNITS if defenders.row_of(state, face)[position]]
    faces = [face for face in MARKERS if defenders.row_of(state, face)[position]]
    shown = tuple(defenders.row_of(state, face)[position] for face in faces if state.faces[position] & face)
    hidden = [defenders.row_of(state, face)[position] for face in faces if not state.faces[position] & face]
    sector = state.ruleset.position_sector[position] if fresh else 0
    if not fresh or units or not state.pools[RESERVES + sector - 1]:
        return sets_of(state, units), sets_of(state, hidden), shown
    joined = from_pool(state, state.pools[RESERVES + sector - 1])
    return joined, sets_of(state, hidden) if faces else from_pool(state, state.pools[DEPTHS + sector - 1]), shown


def forts_turned(
    state: DDayState, position: int, units: Sequence[int], fort: int
) -> Iterator[tuple[tuple[int, ...], int, Fraction]]:
    """Who still attacks when the fort is turned up, the fort, and the chance; forts that differ in nothing count as one."""
    if not fort:
        yield tuple(units), 0, Fraction(1)
        return
    ruleset = state.ruleset
    found: dict[tuple[tuple[int, ...], int, int], tuple[int, Fraction]] = {}
    for counter, chance in candidates(state.lots, fort).items():
        open_ = tuple(unit for unit in units if not _is_blocked(state, position, counter, unit))
        key = open_, ruleset.counter_strength[counter], ruleset.counter_requires[counter]
        same = found.get(key)
        found[key] = (counter, chance) if same is None else (same[0], same[1] + chance)
    for (open_, _, _), (counter, chance) in found.items():
        yield open_, counter, chance


def _is_blocked(state: DDayState, position: int, fort: int, unit: int) -> bool:
    """Whether a fort, if it is this one, blocks the side at which a unit stands."""
    if attackers.far(state, unit, position) > 1:
        return False
    way = state.ruleset.ground.direction(state.hex_of(position), state.where[unit])
    return way >= 0 and bool(state.ruleset.fort_blocked[fort] >> way & 1)


def _read(
    state: DDayState,
    position: int,
    force: Force,
    wild: int,
    fort: int,
    chance: Fraction,
    found: Chances,
    here: Sets,
    hidden: Sets,
    shown: tuple[int, ...],
) -> None:
    """Every set of units that may be there, and the chart; where it says so every set of markers too."""
    ruleset = state.ruleset
    covered = bool(hidden[0][0])
    for units, share in here:
        defense = attack_table.defense_of(state, position, units, shown, covered, fort)
        codes = attack_table.reading(ruleset, force, defense, wild).codes
        if AGAIN not in codes or not covered:
            add(found, _named(codes), chance * share)
            continue
        for turned, part in hidden:
            depth = [counter for counter in (*shown, *turned) if ruleset.depth_kind[counter] != TACTICAL_REINFORCEMENT]
            defense = attack_table.defense_of(state, position, units, depth, False, fort)
            add(found, _named(attack_table.reading(ruleset, force, defense, wild).codes), chance * share * part)


def _named(codes: Sequence[str]) -> str:
    return " ".join(SHIFTED if code == AGAIN else code for code in codes)


# ---------------------------------------------------------------------- barrages


def next_card(state: DDayState, rows: Cards) -> Iterator[tuple[int, Fraction, Cards]]:
    """The cards that may come off the deck, with their chances, and the rows of cards when one has come and been discarded."""
    if not rows[DECK]:
        trial = state.copy()
        trial.cards = rows.copy()
        if not cards.ready(trial):
            return
        rows = trial.cards
    rest, discards = rows[DECK][:-1], rows[DISCARDS]
    for card, chance, left in drawn_card(rows, rows[DECK][-1]):
        after = left.copy()
        after[DECK] = rest
        after[DISCARDS] = [*discards, card]
        yield card, chance, after


def drawn_card(rows: Cards, item: int) -> Iterator[tuple[int, Fraction, Cards]]:
    """What a card of the deck may be, and the rows as they are when it is known (`engine.chance.deck`)."""
    if item >= 0:
        yield item, Fraction(1), rows
        return
    lot = rows[-item][1:]
    for member in sorted(set(lot)):
        share = Fraction(lot.count(member), len(lot))
        left = rows.copy()
        spot = lot.index(member)
        left[-item] = [0, *lot[:spot], *lot[spot + 1 :]]
        for card, chance, after in drawn_card(left, member):
            yield card, share * chance, after


def lot_on_top(state: DDayState) -> list[int]:
    """The cards that the next three draws are from, if all come from one shuffled lot, as they nearly always do; else nothing."""
    rows = state.cards
    top = rows[DECK][-3:]
    if len(top) < 3 or top[0] >= 0 or top.count(top[0]) < 3 or min(rows[-top[0]][1:]) < 0:
        return []
    return rows[-top[0]][1:]


def _from_lot(state: DDayState, lot: list[int], position: int, column: int, symbol: int, color: int) -> Chances:
    """The same as below by counting: cards of one lot come in any order. Cards that give a color are told apart only by their
    landing color and by whether they would reduce a fort."""
    faces = state.ruleset.card_faces
    first: dict[tuple[int, bool], int] = {}
    if color == BLACK:
        for card in lot:
            key = faces[card].landing_color, barrage.reduces_fort(faces[card])
            first[key] = first.get(key, 0) + 1
    else:
        first[color, False] = 1
    size = len(lot) - (color == BLACK)
    ways = Fraction(1, len(lot) * size if color == BLACK else size)
    strong = sum(barrage.reduces_fort(faces[card]) for card in lot)
    found: Chances = {}
    for card in lot:
        face = faces[card]
        falls = barrage.reduces_fort(face)
        for (shade, spent), count in first.items():
            if color == BLACK:
                count -= shade == face.landing_color and spent == falls
            codes = barrage.result_of(state, column, symbol, shade, face)
            name, part = " ".join(codes), ways * count
            if barrage.REDUCES in codes and state.fort[position]:
                down = Fraction(strong - falls - (color == BLACK and spent), size - 1)
                if down * part:
                    add(found, name.replace(barrage.REDUCES, "reduced"), part * down)
                part *= 1 - down
            if part:
                add(found, name, part)
    return found


def barrage_chances(state: DDayState, position: int, strength: int, symbol: int) -> Chances:
    """The results of a barrage by their codes, such as "D A". With "D A X reduced" the fort falls by a class; with "D A X *" it
    was tried and holds, or there is none."""
    column = barrage.column_of(state, position, strength)
    color, found = state.ruleset.position_color[position], Chances()
    lot = lot_on_top(state)
    if lot:
        return _from_lot(state, lot, position, column, symbol, color)
    if color != BLACK:
        _fire(state, state.cards, position, column, symbol, color, Fraction(1), found)
        return found
    for card, chance, after in next_card(state, state.cards):
        _fire(state, after, position, column, symbol, state.ruleset.card_faces[card].landing_color, chance, found)
    return found


def _fire(
    state: DDayState, rows: Cards, position: int, column: int, symbol: int, color: int, chance: Fraction, found: Chances
) -> None:
    faces = state.ruleset.card_faces
    for card, share, after in next_card(state, rows):
        codes = barrage.result_of(state, column, symbol, color, faces[card])
        name, part = " ".join(codes), chance * share
        if barrage.REDUCES in codes and state.fort[position]:
            tries = next_card(state, after)
            down = sum((other for third, other, _ in tries if barrage.reduces_fort(faces[third])), Fraction(0))
            if down:
                add(found, name.replace(barrage.REDUCES, "reduced"), part * down)
            part *= 1 - down
        if part:
            add(found, name, part)
