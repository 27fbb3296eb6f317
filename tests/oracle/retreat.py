"""Retreat and displacement: every complete plan an owner may announce."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .board import OPosition, distance, enemy_of, neighbours, unit_at, zone
from .movement import step_cost

Atom = tuple[str, str, str]
Plan = tuple[Atom, ...]


class TooManyPlans(Exception):
    """The search would take too long: everybody can push everybody, and every order of it is a plan of its own."""


@dataclass
class Patience:
    """How many hexes a search may still try to empty."""

    left: int

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooManyPlans


ENDLESS = 10**9


@dataclass(frozen=True)
class Plans:
    """All plans of one retreat, all of one level.

    Level 0 vacant route; 1 with displacement, nobody displaced twice in the phase; 2 with repeated displacement;
    3 no full route, the plans are the longest vacant parts after which the unit is eliminated.
    """

    level: int
    plans: set[Plan]


def open_hexes(pos: OPosition, unit_id: str) -> set[str]:
    """Neighbouring hexes a retreat or displacement may enter, friends not yet considered.

    Closed: sea, cliffs, ground closed to armour (7.72, R13, R32), enemy zones, friends in them or not (7.71, R12),
    and enemies (5.12).
    """
    here = pos.where[unit_id]
    enemy = enemy_of(pos.units[unit_id].side)
    hostile = zone(pos, enemy)
    found: set[str] = set()
    for hex_ in neighbours(pos, here):
        other = unit_at(pos, hex_)
        if step_cost(pos, unit_id, here, hex_) is None:
            continue
        if hex_ in hostile:
            continue
        if other is not None and pos.units[other].side == enemy:
            continue
        found.add(hex_)
    return found


def carry_out(pos: OPosition, plan: Plan) -> OPosition:
    """The position after the moves of a plan.

    Each step of the retreating unit is one chain; its moves are made deepest first (7.81), and whoever was pushed is
    displaced in this phase.
    """
    chains: list[list[Atom]] = []
    for atom in plan:
        if atom[0] == "retreat":
            chains.append([])
        chains[-1].append(atom)
    where = dict(pos.where)
    displaced = set(pos.displaced)
    for chain in chains:
        for kind, unit, hex_ in reversed(chain):
            assert hex_ not in where.values()
            where[unit] = hex_
            if kind == "displace":
                displaced.add(unit)
    return replace(pos, where=where, displaced=displaced)


def vacant_routes(pos: OPosition, unit_id: str, origin: str, done: int, hexes: int) -> set[Plan]:
    """All routes from here on through vacant hexes, of any length up to the whole, each step farther off (7.73, R9)."""
    routes: set[Plan] = {()}
    if done == hexes:
        return routes
    for hex_ in open_hexes(pos, unit_id):
        if distance(pos, origin, hex_) != done + 1 or unit_at(pos, hex_) is not None:
            continue
        step: Plan = (("retreat", unit_id, hex_),)
        for rest in vacant_routes(carry_out(pos, step), unit_id, origin, done + 1, hexes):
            routes.add(step + rest)
    return routes


def pushes(pos: OPosition, hex_: str, chain: frozenset[str], patience: Patience) -> set[Plan]:
    """All ways to empty a hex, as displacements named top down (7.81, 7.82-a, 7.82-b, R46).

    A vacant hex needs nothing. The friend in it goes to a vacant legal hex if he has one, any of them; only if he
    has none he pushes another friend. Nobody who is already part of the chain moves again in it.
    """
    patience.spend()
    friend = unit_at(pos, hex_)
    if friend is None:
        return {()}
    if friend in chain:
        return set()
    ways = open_hexes(pos, friend)
    vacant = {way for way in ways if unit_at(pos, way) is None}
    if vacant:
        return {(("displace", friend, way),) for way in vacant}
    found: set[Plan] = set()
    for way in ways:
        for rest in pushes(pos, way, chain | {friend}, patience):
            found.add((("displace", friend, way), *rest))
    return found


def displacing_routes(
    pos: OPosition, unit_id: str, origin: str, done: int, hexes: int, twice: bool, patience: Patience
) -> set[Plan]:
    """All full routes from here on, over vacant hexes and friends alike (7.73, 7.81, R9, R46).

    Unless `twice` is set nobody is pushed who was displaced before in this phase, this retreat included (R56).
    """
    if done == hexes:
        return {()}
    found: set[Plan] = set()
    for hex_ in open_hexes(pos, unit_id):
        if distance(pos, origin, hex_) != done + 1:
            continue
        for chain in pushes(pos, hex_, frozenset({unit_id}), patience):
            if not twice and any(friend in pos.displaced for _, friend, _ in chain):
                continue
            step: Plan = (("retreat", unit_id, hex_), *chain)
            for rest in displacing_routes(carry_out(pos, step), unit_id, origin, done + 1, hexes, twice, patience):
                found.add(step + rest)
    return found


def retreat_plans(pos: OPosition, unit_id: str, hexes: int, patience: int = ENDLESS) -> Plans:
    """All complete plans for the retreat of one unit by this many hexes (7.7, 7.8, R9, R10, R12, R13, R32, R46, R56).

    Vacant full routes bind if there are any; then full routes with displacement but nobody displaced twice; then
    those with repeats; else the unit goes as far as vacant hexes let it, along any of the longest ways, and dies.

    `TooManyPlans` if it would have to try more than `patience` times to empty a hex.
    """
    left = Patience(patience)
    origin = pos.where[unit_id]
    routes = vacant_routes(pos, unit_id, origin, 0, hexes)
    full = {route for route in routes if len(route) == hexes}
    if full:
        return Plans(0, full)
    once = displacing_routes(pos, unit_id, origin, 0, hexes, twice=False, patience=left)
    if once:
        return Plans(1, once)
    repeated = displacing_routes(pos, unit_id, origin, 0, hexes, twice=True, patience=left)
    if repeated:
        return Plans(2, repeated)
    longest = max(len(route) for route in routes)
    return Plans(3, {route for route in routes if len(route) == longest})
