"""Sanity tests of the oracle itself."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from . import positions
from .saipan import (
    COSTS,
    OPosition,
    OUnit,
    attack_is_legal,
    carry_out,
    destinations,
    distance,
    from_components,
    legal_attacks,
    legal_barrage_openings,
    legal_support_openings,
    may_close_phase,
    neighbours,
    retreat_plans,
    step_cost,
    units_in_contact,
    unserved,
    unspent_attackers,
    zone,
)

pytestmark = pytest.mark.game("saipan")
COMPONENTS = Path(__file__).parents[2] / "src" / "beachhead" / "games" / "saipan" / "components.yaml"

MOVES = {
    "J:1/135": 50, "J:2/135": 76, "J:3/136": 84, "J:1/136": 110, "J:2/136": 130, "J:5 Base": 93, "J:Yok/1": 76,
    "J:317": 121, "J:318": 98, "J:316": 103, "J:1/118": 151, "J:3/118": 135, "J:1/18": 102, "J:7": 67,
    "J:2/118": 63, "J:16": 109, "J:9": 55, "J:25": 66, "J:1/3": 10, "J:2/3": 22, "J:3/10": 27,
}  # fmt: skip


def board(rows: int = 9, columns: int = 9, phasing: str = "us") -> OPosition:
    """An empty clear board."""
    terrain = {f"{r:02d}{c:02d}": "clear" for r in range(1, rows + 1) for c in range(1, columns + 1)}
    return OPosition(terrain, set(), set(), set(), set(), dict(COSTS), {}, {}, phasing)


def put(pos: OPosition, id_: str, hex_: str, arm: str = "infantry", range_: int = 0) -> None:
    """Place a unit; ids that begin with a are U.S., others Japanese."""
    side = "us" if id_[0] == "a" else "jp"
    pos.units[id_] = OUnit(id_, side, arm, 3, 3, 4 if arm == "artillery" else 8, 0, range_)
    pos.where[id_] = hex_


def sets(attackers: str, defenders: str) -> tuple[frozenset[str], frozenset[str]]:
    """An attack from two lists of ids."""
    return frozenset(attackers.split()), frozenset(defenders.split())


def test_lattice() -> None:
    pos = board()
    assert neighbours(pos, "0404") == {"0403", "0405", "0504", "0505", "0304", "0305"}
    assert neighbours(pos, "0505") == {"0504", "0506", "0604", "0605", "0404", "0405"}
    for a in pos.terrain:
        for b in pos.terrain:
            assert (distance(pos, a, b) == 1) == (b in neighbours(pos, a))


@pytest.mark.parametrize("unit", sorted(MOVES))
def test_movement_counts_of_the_set_up(unit: str) -> None:
    assert len(destinations(from_components(COMPONENTS), unit)) == MOVES[unit]


def test_historical_landing_allows_two_attacks_only() -> None:
    pos = from_components(COMPONENTS)
    pos.phasing = "us"
    for unit, hex_ in zip(
        ["U:1/2", "U:2/2", "U:3/2", "U:1/6", "U:2/6", "U:3/6"],
        ["1203", "1102", "1002", "0902", "0801", "0702"],
        strict=True,
    ):
        pos.where[unit] = hex_
    pos.sea_target = {"U:2/2": "1103", "U:2/6": "0802"}
    pos.support = 2
    pos.contact = units_in_contact(pos)
    assert legal_attacks(pos) == {
        (frozenset({"U:1/2", "U:2/2", "U:3/2"}), frozenset({"J:317"})),
        (frozenset({"U:1/6", "U:2/6", "U:3/6"}), frozenset({"J:16"})),
    }
    targets = {target for target, _ in legal_support_openings(pos)}
    assert not targets & {"J:317", "J:16"}
    assert len(targets) == 19
    assert not may_close_phase(pos)


def test_zones_bind_and_infantry_slips() -> None:
    pos = board(phasing="jp")
    put(pos, "j1", "0505")
    put(pos, "j2", "0504", "armour")
    put(pos, "a1", "0405")
    put(pos, "a2", "0404")
    assert destinations(pos, "j2") == set()
    assert destinations(pos, "j1") == {"0506", "0604", "0605"}
    assert destinations(pos, "a1") == set()
    pos.phasing = "us"
    assert destinations(pos, "a1") == set()
    assert "0505" in zone(pos, "us")


def test_costs() -> None:
    pos = board()
    pos.terrain["0505"] = "rough"
    pos.terrain["0305"] = "sea"
    put(pos, "a1", "0404", "armour")
    put(pos, "a2", "0405", "artillery", 5)
    side = frozenset({"0404", "0505"})
    assert step_cost(pos, "a1", "0404", "0505") is None
    assert step_cost(pos, "a2", "0404", "0505") == 3
    pos.rivers = {side, frozenset({"0405", "0505"})}
    assert step_cost(pos, "a2", "0404", "0505") == 5
    assert "0505" in destinations(pos, "a2")
    pos.trails.add(side)
    assert step_cost(pos, "a1", "0404", "0505") == 1
    pos.roads.add(side)
    assert step_cost(pos, "a1", "0404", "0505") == 0.5
    pos.cliffs.add(side)
    assert step_cost(pos, "a1", "0404", "0505") is None
    assert step_cost(pos, "a2", "0404", "0305") is None


def test_minimum_move() -> None:
    pos = board(1, 2)
    pos.terrain["0102"] = "rough"
    pos.rivers = {frozenset({"0101", "0102"})}
    put(pos, "a1", "0101", "artillery", 5)
    assert destinations(pos, "a1") == set()
    pos.minimum_move = True
    assert destinations(pos, "a1") == {"0102"}
    put(pos, "a2", "0102")
    assert destinations(pos, "a1") == set()


def r55_position() -> OPosition:
    pos = board()
    put(pos, "a1", "0502")
    put(pos, "j1", "0503")
    put(pos, "a2", "0504")
    put(pos, "j2", "0505")
    pos.contact = units_in_contact(pos)
    return pos


def test_r55_example() -> None:
    pos = r55_position()
    assert not attack_is_legal(pos, *sets("a2", "j1"))
    assert not attack_is_legal(pos, *sets("a1 a2", "j1"))
    assert legal_attacks(pos) == {sets("a1", "j1"), sets("a2", "j2")}
    pos.support = 1
    assert legal_attacks(pos) == {sets("a1", "j1"), sets("a2", "j2"), sets("a1 a2", "j1")}
    assert legal_support_openings(pos) == {("j2", 1)}
    pos.support = 0
    put(pos, "a9", "0806", "artillery", 3)
    assert legal_attacks(pos) == {sets("a1", "j1"), sets("a2", "j2"), sets("a1 a2", "j1")}
    assert legal_barrage_openings(pos) == {("a9", "j2")}
    pos.displaced = {"a9"}
    assert legal_attacks(pos) == {sets("a1", "j1"), sets("a2", "j2")}
    assert legal_barrage_openings(pos) == set()


def test_owed_enemy_keeps_the_phase_open_while_a_means_is_left() -> None:
    pos = r55_position()
    pos.attacked, pos.defended = {"a1", "a2"}, {"j1"}
    assert unserved(pos) == 1
    assert may_close_phase(pos)
    pos.support = 1
    assert unserved(pos) == 0
    assert not may_close_phase(pos)
    assert legal_support_openings(pos) == {("j2", 1)}


def test_best_assignment_counts() -> None:
    pos = board()
    put(pos, "j1", "0302")
    put(pos, "j2", "0308")
    put(pos, "a2", "0604", "artillery", 5)
    put(pos, "a3", "0502", "artillery", 2)
    pos.contact = {"j1", "j2"}
    assert legal_barrage_openings(pos) == {("a3", "j1"), ("a2", "j2")}


def test_sea_unit_goes_with_its_beach() -> None:
    pos = board()
    pos.terrain["0502"] = pos.terrain["0501"] = "sea"
    put(pos, "a1", "0502")
    put(pos, "j1", "0503")
    put(pos, "j2", "0602")
    put(pos, "a2", "0504")
    pos.sea_target = {"a1": "0503"}
    pos.contact = units_in_contact(pos)
    assert legal_attacks(pos) == {sets("a1 a2", "j1")}
    pos.where.pop("a2")
    assert legal_attacks(pos) == {sets("a1", "j1"), sets("a1", "j1 j2")}


def retreat(*hexes: str) -> tuple[tuple[str, str, str], ...]:
    return tuple(("retreat", "j1", hex_) for hex_ in hexes)


def test_simple_two_hex_retreat() -> None:
    pos = board()
    put(pos, "j1", "0505")
    put(pos, "a1", "0504")
    found = retreat_plans(pos, "j1", 2)
    assert found.level == 0
    assert found.plans == {
        retreat(first, second)
        for first, second in [
            ("0605", "0705"), ("0605", "0706"), ("0605", "0606"), ("0506", "0606"), ("0506", "0507"),
            ("0506", "0406"), ("0405", "0406"), ("0405", "0306"), ("0405", "0305"),
        ]
    }  # fmt: skip


def test_displacement_chain() -> None:
    pos = board(1, 6)
    put(pos, "a1", "0101")
    put(pos, "j1", "0102")
    put(pos, "j2", "0103")
    put(pos, "j3", "0104")
    found = retreat_plans(pos, "j1", 1)
    assert found.level == 1
    plan = (("retreat", "j1", "0103"), ("displace", "j2", "0104"), ("displace", "j3", "0105"))
    assert found.plans == {plan}
    after = carry_out(pos, plan)
    assert after.where == {"a1": "0101", "j1": "0103", "j2": "0104", "j3": "0105"}
    assert after.displaced == {"j2", "j3"}
    two = retreat_plans(pos, "j1", 2)
    assert two.level == 2
    assert two.plans == {
        (*plan, ("retreat", "j1", "0104"), ("displace", "j2", "0105"), ("displace", "j3", "0106")),
    }
    pos.displaced = {"j3"}
    assert retreat_plans(pos, "j1", 1).level == 2
    put(pos, "j4", "0105")
    put(pos, "j5", "0106")
    assert retreat_plans(pos, "j1", 1).level == 3
    assert retreat_plans(pos, "j1", 1).plans == {()}


def test_failed_retreat_goes_as_far_as_it_can() -> None:
    pos = board(1, 4)
    put(pos, "a1", "0101")
    put(pos, "j1", "0102")
    found = retreat_plans(pos, "j1", 3)
    assert found.level == 3
    assert found.plans == {retreat("0103", "0104")}


def test_zone_of_a_distant_enemy_closes_the_way() -> None:
    pos = board(1, 6)
    put(pos, "a1", "0101")
    put(pos, "j1", "0102")
    put(pos, "j2", "0103")
    put(pos, "a2", "0104")
    assert retreat_plans(pos, "j1", 1).plans == {()}


@pytest.mark.parametrize("kind", ["movement", "combat", "retreat"])
def test_random_positions(kind: str) -> None:
    for seed in range(60):
        pos = positions.random_position(random.Random(seed), kind)
        assert positions.is_consistent(pos) or kind == "movement"
        if kind == "combat" and unspent_attackers(pos):
            assert legal_attacks(pos)
            assert not may_close_phase(pos)
        if kind == "retreat":
            assert pos.where[pos.retreating] in zone(pos, "us" if pos.units[pos.retreating].side == "jp" else "jp")
            found = retreat_plans(pos, pos.retreating, pos.retreat_hexes)
            for plan in found.plans:
                carry_out(pos, plan)
