"""Who may attack what from where, who pays, who goes back where, who advances: 14.2, 14.3, 16.2, 17.2, 17.3, std-7."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .board import Position, around, components, distance, island, kinds


def ready_fronts(position: Position) -> dict[str, tuple[str, ...]]:
    """Who stands ready to attack from each hex when a combat phase begins (14.3-b, 17.2-a)."""
    if position.phase == "jp combat":
        return {hex: (name,) for hex, name in position.up.items()}
    return {hex: position.top(hex) for hex in position.stacks}


def landers(position: Position) -> set[str]:
    """Hexes where a lander and an enemy are together."""
    return set(position.americans & position.japanese)


def free_front(position: Position, hex: str, target: str) -> tuple[str, ...]:
    """Who could attack a target from a hex now. A pair that has attacked has attacked, its barred tank included (17.2-a)."""
    marks = position.marks
    if position.phase == "jp combat":
        name = position.up.get(hex, "")
        kind = kinds()[name] if name else None
        able = kind is not None and kind.attack > 0 and kind.movement > 0
        return (name,) if able and name not in marks.attacked | marks.advanced else ()
    group = marks.ready.get(hex, ())
    if any(name in marks.attacked | marks.advanced for name in group):
        return ()
    here = [name for name in group if position.us.get(name) == hex]
    return tuple(name for name in here if not (kinds()[name].tank and target in island().no_tanks))


def reserved_hexes(position: Position) -> set[str]:
    return {front for _, fronts in position.marks.declared.values() for front in fronts}


def open_targets(position: Position) -> list[str]:
    """Enemy hexes that may still be attacked in this phase (std-7.1-b, 16.2-b): a hex counts for who is dug in there and for a
    beach stack, otherwise the units themselves."""
    marks = position.marks
    spent = marks.defended | marks.advanced
    found = []
    for hex in sorted(position.americans if position.phase == "jp combat" else position.japanese):
        if hex in marks.declared or (hex in marks.struck and (hex in position.dug or hex in position.landing_beaches)):
            continue
        if position.phase == "jp combat":
            if set(position.top(hex)) & spent:
                continue
        elif position.up.get(hex) in spent:
            continue
        found.append(hex)
    return found


def fronts_for(position: Position, target: str) -> list[str]:
    """Hexes from which somebody may attack a target now; a lander attacks nothing but its own hex (14.2-f)."""
    taken, sharing = reserved_hexes(position), landers(position)
    hexes = [hex for hex in (*around(target), target) if hex not in sharing or hex == target]
    return [hex for hex in hexes if hex not in taken and free_front(position, hex, target)]


def openings(position: Position) -> set[tuple[str, str]]:
    """Target and first hex."""
    return {(target, hex) for target in open_targets(position) for hex in fronts_for(position, target)}


def complete(position: Position, target: str, fronts: Iterable[str]) -> bool:
    """No attack leaves out the lander in its hex (14.2-f)."""
    return target not in landers(position) or target in fronts


def markers(position: Position) -> int:
    """How many U.S. bombardment markers there are when the phase begins (16.1, 16.4)."""
    if position.storm:
        return 9

    def open_field(number: int) -> bool:
        return not set(island().airfields[number]) & (position.japanese | position.jp_zone)

    return 9 + (open_field(1) + open_field(2) if open_field(1) else 0)


def declare(position: Position, left: int) -> set[str]:
    found = {f"declare {target} {hex}" for target, hex in openings(position)} if left else set()
    return found | {"done"}


def declaring(position: Position, target: str, fronts: list[str], left: int) -> set[str]:
    found = {f"join {hex}" for hex in fronts_for(position, target) if hex not in fronts}
    if complete(position, target, fronts):
        found |= {f"mark {target} {count}" for count in (1, 2) if count <= left}
    return found


def combat(position: Position) -> set[str]:
    found = {f"attack {target} {hex}" for target, hex in openings(position)}
    found |= {f"resolve {target}" for target in position.marks.declared}
    if not position.marks.declared and (position.phase == "jp combat" or not landers(position)):
        found.add("done")
    return found


def attacking(position: Position, target: str, fronts: list[str]) -> set[str]:
    found = {f"join {hex}" for hex in fronts_for(position, target) if hex not in fronts}
    return found | {"done"} if complete(position, target, fronts) else found


# --- the combat in hand -------------------------------------------------------------------------------------------------


@dataclass
class Fight:
    """A combat as its roll told it."""

    owner: str
    target: str
    fronts: tuple[str, ...]
    attackers: dict[str, str]
    """Who attacked, and from where."""
    defenders: tuple[str, ...]
    result: str
    dug_in: bool
    banzai: bool
    suppressed: bool
    follow_up: int
    before: Position

    @property
    def anti_tank(self) -> bool:
        return any(kinds()[name].anti_tank for name in self.defenders)


def must_pay(fight: Fight, units: Iterable[str]) -> set[str]:
    """Of those who could pay: the tank that attacked an anti-tank or anti-aircraft unit first (17.3-d)."""
    units = set(units)
    tanks = {name for name in units if kinds()[name].tank and name in fight.attackers}
    return tanks if tanks and fight.anti_tank and fight.owner == "us" else units


def payers(position: Position, fight: Fight, side: str) -> set[str]:
    """Who may lose the step that a side pays for an exchange and its like (std-7.6-loss)."""
    if side != fight.owner:
        return set(fight.defenders)
    if side == "jp":
        return {name for name, hex in fight.attackers.items() if position.up.get(hex) == name}
    return must_pay(fight, (name for name in fight.attackers if position.us.get(name) == fight.attackers[name]))


def standing_payers(position: Position, fight: Fight, hex: str) -> set[str]:
    """Who may pay for a hex that stands fast: its unit or pair, who stayed out included (std-7.8)."""
    return must_pay(fight, position.top(hex))


# --- retreats -----------------------------------------------------------------------------------------------------------


def retreat_hexes(position: Position, names: tuple[str, ...], start: str, length: int) -> set[str]:
    """Where units that go together may end (std-7.7): exactly so far away, in as many steps, by free hexes if possible."""
    american = names[0] in position.us
    enemy, zone = (position.japanese, position.jp_zone) if american else (position.americans, position.us_zone)
    friends = position.americans if american else position.japanese

    def legal(hex: str) -> bool:
        if not all(position.may_enter(name, hex) for name in names) or hex in enemy or hex in zone:
            return False
        return position.fits(names, hex) if american else hex not in friends

    free: set[str] = set()
    other: set[str] = set()

    def go(here: str, steps: int, alone: bool) -> None:
        if steps == length:
            (free if alone else other).add(here)
            return
        for near in around(here):
            if distance(start, near) == steps + 1 and legal(near):
                go(near, steps + 1, alone and near not in friends)

    go(start, 0, True)
    return free or other


def groups(position: Position, hex: str, owner: str) -> list[tuple[str, ...]]:
    """Who has to leave a hex, one after another: its top unit or pair, then those below singly (14.3-c)."""
    if owner == "jp":
        return [(position.up[hex],)]
    top = position.top(hex)
    return [top, *((name,) for name in position.in_hex(hex)[len(top) :])]


def ways_out(position: Position, leaving: Sequence[tuple[str, ...]], start: str, length: int, dead_ends: set[object]) -> set[str]:
    """Where the first of several may go so that all the others can still follow, each in its turn."""
    found = set()
    for hex in sorted(retreat_hexes(position, leaving[0], start, length)):
        if len(leaving) == 1:
            found.add(hex)
            continue
        after = position.shifted(leaving[0], hex)
        key = (len(leaving), tuple(sorted(after.us.items())))
        if key in dead_ends:
            continue
        if ways_out(after, leaving[1:], start, length, dead_ends):
            found.add(hex)
        else:
            dead_ends.add(key)
    return found


def retreats(position: Position, fight: Fight, owner: str, pending: list[str], leaving: list[str], length: int) -> set[str]:
    """What a side may do that has to retreat, or may after (A)."""
    forced = fight.result != "(A)"
    if leaving:
        start = position.us[leaving[0]]
        rest = [(name,) for name in leaving]
        return {f"retreat {leaving[0]} {hex}" for hex in ways_out(position, rest, start, length, set())}
    found = set() if forced else {"done"}
    for hex in pending:
        going = groups(position, hex, owner)
        if not forced:
            going = going[:1]
        if forced:
            found.add(f"stand {hex}")
        found |= {f"retreat {going[0][0]} {to}" for to in ways_out(position, going, hex, length, set())}
    return found


# --- advances -----------------------------------------------------------------------------------------------------------


def goers(position: Position, fight: Fight, hex: str, to: str) -> tuple[str, ...]:
    """Who would advance from a hex of the attackers: the unit or pair that fought, but for a tank that may not enter."""
    if fight.owner == "jp":
        name = position.up.get(hex, "")
        return (name,) if fight.attackers.get(name) == hex else ()
    group = position.top(hex)
    if hex in position.landing_beaches:
        group = tuple(name for name in group if name in fight.attackers)
    if not any(name in fight.attackers for name in group):
        return ()
    return tuple(name for name in group if position.may_enter(name, to))


def advances(position: Position, fight: Fight, entered: set[str]) -> set[str]:
    """Attackers into the hex that the defender has left (std-7.9-a)."""
    to, found = fight.target, {"done"}
    for hex in fight.fronts:
        going = goers(position, fight, hex, to)
        if hex == to or not going or set(going) & entered:
            continue
        if to in (position.americans if fight.owner == "jp" else position.japanese):
            continue
        allowed = to not in position.up if fight.owner == "jp" else position.fits(going, to)
        if allowed:
            found.add(f"advance {hex} {to}")
    return found


def defender_advances(position: Position, fight: Fight) -> set[str]:
    """A defender into one of the hexes that attackers were driven from (std-7.9-d)."""
    found = {"done"}
    here = fight.target
    for hex in fight.fronts:
        if hex in position.americans | position.japanese or hex == here:
            continue
        if here in position.up or any(position.may_enter(name, hex) for name in position.top(here)):
            found.add(f"advance {here} {hex}")
    return found


def combat_line(hex: str) -> str:
    if hex in island().hills:
        return str(components()["overlays"]["hill"]["line"])
    return str(components()["terrain"][island().terrain[hex]]["line"])


def column(hex: str, differential: int) -> int:
    """The column of the results table, counted from 1: the last entry of the line that is not above the differential."""
    entries = components()["combat_results"]["lines"][combat_line(hex)]
    return max(place for place, low in enumerate(entries, 1) if low is None or low <= differential)
