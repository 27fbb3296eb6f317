"""Which attacks may be declared: contact, joint combat, landing attacks and the duty to attack."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from .board import OPosition, adjacent, distance, enemy_of, on_map, unit_at


def units_in_contact(pos: OPosition) -> set[str]:
    """All units of both sides with an enemy next to them; call it when movement ends (7.11, 7.12, R16)."""
    found: set[str] = set()
    for one in on_map(pos, "us"):
        for other in on_map(pos, "jp"):
            if adjacent(pos, one, other):
                found |= {one, other}
    return found


def beach_enemy(pos: OPosition, sea_unit: str) -> str | None:
    """The enemy on the beach hex that a unit in the sea has to storm (12.32-b, R26)."""
    other = unit_at(pos, pos.sea_target[sea_unit])
    if other is None or pos.units[other].side == pos.units[sea_unit].side:
        return None
    return other


def stormers(pos: OPosition, enemy: str) -> set[str]:
    """The units in the sea that are bound to the hex of this enemy (R26)."""
    return {unit for unit in pos.sea_target if unit in pos.where and beach_enemy(pos, unit) == enemy}


def unspent_attackers(pos: OPosition) -> set[str]:
    """Phasing units in contact at the end of movement that have not attacked (7.12, 7.14)."""
    return {unit for unit in on_map(pos, pos.phasing) if unit in pos.contact and unit not in pos.attacked}


def unattacked_enemies(pos: OPosition) -> set[str]:
    """Enemies in contact at the end of movement that have not been attacked (7.11, 7.14)."""
    return {unit for unit in on_map(pos, enemy_of(pos.phasing)) if unit in pos.contact and unit not in pos.defended}


def answers_for(pos: OPosition, attacker: str, enemy: str) -> bool:
    """Whether the two count as neighbours for the duties: a unit in the sea has only the enemy of its beach (R41)."""
    if attacker in pos.sea_target:
        return beach_enemy(pos, attacker) == enemy
    return adjacent(pos, attacker, enemy)


def owed_enemies(pos: OPosition) -> set[str]:
    """Enemies still to be attacked next to whom no Phasing unit is left that has not attacked (R16 test 2, R41)."""
    return {
        enemy for enemy in unattacked_enemies(pos) if not any(answers_for(pos, unit, enemy) for unit in unspent_attackers(pos))
    }


def free_guns(pos: OPosition) -> set[str]:
    """Phasing artillery that may still barrage: not fired, not bound by contact, not displaced (7.82-c, R16, R48)."""
    return {
        unit
        for unit in on_map(pos, pos.phasing)
        if pos.units[unit].arm == "artillery"
        and unit not in pos.attacked
        and unit not in pos.contact
        and unit not in pos.displaced
    }


def in_range(pos: OPosition, gun: str, target: str) -> bool:
    """Whether the target's hex lies within the gun's range, the gun's own hex not counted (8.11, 8.12)."""
    return distance(pos, pos.where[gun], pos.where[target]) <= pos.units[gun].range


def most_served(pos: OPosition, enemies: list[str], guns: set[str], points: int) -> int:
    """The most of these enemies that can be served at once, each by a gun or a point of its own (R16)."""
    if not enemies:
        return 0
    first, others = enemies[0], enemies[1:]
    best = most_served(pos, others, guns, points)
    for gun in guns:
        if in_range(pos, gun, first):
            best = max(best, 1 + most_served(pos, others, guns - {gun}, points))
    if points > 0:
        best = max(best, 1 + most_served(pos, others, guns, points - 1))
    return best


def unserved(pos: OPosition) -> int:
    """How many owed enemies are left without a means under the best assignment (R16, R54)."""
    owed = sorted(owed_enemies(pos))
    return len(owed) - most_served(pos, owed, free_guns(pos), pos.support)


def struck(pos: OPosition, attackers: frozenset[str], defenders: frozenset[str], guns: frozenset[str], points: int) -> OPosition:
    """The position with this combat crossed off: who attacked or fired, who was attacked, points gone (R16)."""
    return replace(
        pos,
        attacked=pos.attacked | attackers | guns,
        defended=pos.defended | defenders,
        support=pos.support - points,
    )


def keeps_duties(pos: OPosition, attackers: frozenset[str], defenders: frozenset[str], guns: frozenset[str], points: int) -> bool:
    """The two tests of R16 for a combat, with R41 and R54.

    (1) each other Phasing unit in contact that has not attacked keeps an enemy to attack (7.12); (2) no more owed
    enemies are without a means after the combat is crossed off than before it (7.11, errata-7.21).
    """
    after = struck(pos, attackers, defenders, guns, points)
    for unit in unspent_attackers(after):
        if not any(answers_for(after, unit, enemy) for enemy in unattacked_enemies(after)):
            return False
    return unserved(after) <= unserved(pos)


def combat_is_legal(
    pos: OPosition,
    attackers: frozenset[str],
    defenders: frozenset[str],
    guns: frozenset[str] = frozenset(),
    points: int = 0,
) -> bool:
    """Whether a combat of adjacent attackers, barraging guns and support points may be fought as given.

    Adjacent attackers and all defenders must be in contact, unspent and all adjacent to each other (7.14, 7.15, 7.23,
    8.32). Without them there is one defender and some barrage (8.13, R45). A gun must be free, adjacent to no
    defender and in range of one (8.22, R48). A unit in the sea and the enemy of its beach go together (R26, R41).
    Then come the duties (R16).
    """
    hostile = on_map(pos, enemy_of(pos.phasing))
    if not defenders or not defenders <= hostile or defenders & pos.defended:
        return False
    if not attackers <= unspent_attackers(pos):
        return False
    if attackers:
        if not defenders <= unattacked_enemies(pos):
            return False
        if not all(adjacent(pos, unit, enemy) for unit in attackers for enemy in defenders):
            return False
        if any(pos.units[unit].arm == "artillery" and unit in pos.displaced for unit in attackers):
            return False
    else:
        if len(defenders) != 1:
            return False
        if not guns and points == 0:
            return False
    for gun in guns:
        if gun not in free_guns(pos):
            return False
        if any(adjacent(pos, gun, enemy) for enemy in defenders):
            return False
        if not any(in_range(pos, gun, enemy) for enemy in defenders):
            return False
    if points < 0 or points > pos.support:
        return False
    for unit in attackers:
        if unit in pos.sea_target and beach_enemy(pos, unit) not in defenders:
            return False
    for enemy in defenders:
        if not stormers(pos, enemy) <= attackers:
            return False
    return keeps_duties(pos, attackers, defenders, guns, points)


def attack_is_legal(pos: OPosition, attackers: frozenset[str], defenders: frozenset[str]) -> bool:
    """Whether a ground attack may be closed as declared in step a (4.1-1B-a, 7.1, 7.2, R16, R26, R41, R54)."""
    if not attackers:
        return False
    return combat_is_legal(pos, attackers, defenders)


def subsets(items: set[str]) -> list[frozenset[str]]:
    """All subsets but the empty one."""
    ordered = sorted(items)
    return [frozenset(some) for size in range(1, len(ordered) + 1) for some in combinations(ordered, size)]


def legal_attacks(pos: OPosition) -> set[tuple[frozenset[str], frozenset[str]]]:
    """All ground attacks that may be declared and closed now (7.1, 7.2, R16).

    Every set of attackers is tried with every set of the enemies that are next to all of them (7.23).
    """
    found: set[tuple[frozenset[str], frozenset[str]]] = set()
    for attackers in subsets(unspent_attackers(pos)):
        touched = {enemy for enemy in unattacked_enemies(pos) if all(adjacent(pos, unit, enemy) for unit in attackers)}
        for defenders in subsets(touched):
            if attack_is_legal(pos, attackers, defenders):
                found.add((attackers, defenders))
    return found


def legal_barrage_openings(pos: OPosition) -> set[tuple[str, str]]:
    """Gun and target of each attack by a single distant gun that may be made now (8.11-8.13, 8.21, R16, R45, R48)."""
    return {
        (gun, target)
        for gun in on_map(pos, pos.phasing)
        for target in on_map(pos, enemy_of(pos.phasing))
        if combat_is_legal(pos, frozenset(), frozenset({target}), frozenset({gun}))
    }


def legal_support_openings(pos: OPosition) -> set[tuple[str, int]]:
    """Target and points of each attack by support points alone that may be made now (9.0, 9.12, 9.13, R16, R45)."""
    return {
        (target, points)
        for target in on_map(pos, enemy_of(pos.phasing))
        for points in range(1, pos.support + 1)
        if combat_is_legal(pos, frozenset(), frozenset({target}), frozenset(), points)
    }


def may_close_phase(pos: OPosition) -> bool:
    """Whether the combat phase may be closed (R16, R54).

    Not while a Phasing unit in contact has still to attack, nor while any gun or point could serve an enemy in
    contact that has not been attacked.
    """
    if unspent_attackers(pos):
        return False
    for enemy in unattacked_enemies(pos):
        if pos.support > 0:
            return False
        if any(in_range(pos, gun, enemy) for gun in free_guns(pos)):
            return False
    return True
