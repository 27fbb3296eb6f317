"""The tables of the map: lattice, sight, fields of fire, and what is near what."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from beachhead.boards.hexes import mask_of, spaces_of
from beachhead.engine.errors import DataError
from beachhead.engine.files.datafile import read_yaml
from beachhead.games.dday.box.components import BOX, FOLDER, components_of
from beachhead.games.dday.box.kinds import BLACK, COLORS, DIRECTIONS, GOLD, LL, LR, OPPOSITE, UL, UR, L, R
from beachhead.games.dday.island.ground import NONE, RINGS, SIGHT, Ground
from beachhead.testing import proves

GROUND = Ground(BOX.ours)
POSITIONS: dict[str, Any] = read_yaml((FOLDER / "components" / "positions.yaml").read_text(encoding="utf-8"))


def at(name: str) -> int:
    return GROUND.grid.space(name)


def names(mask: int, ground: Ground = GROUND) -> list[str]:
    return [ground.names[space] for space in spaces_of(mask)]


def group(name: str) -> int:
    return GROUND.board.group_index[name]


def position(code: str) -> int:
    return GROUND.board.position_index[code]


def made(**board: Any) -> Ground:
    """The ground of a board made on the spot."""
    return Ground(components_of({"board": {"size": [5, 9], **board}}))


def sees(ground: Ground, first: str, second: str) -> bool:
    here, there = ground.grid.space(first), ground.grid.space(second)
    assert ground.sees(here, there) == ground.sees(there, here)
    return ground.sees(here, there)


# ---------------------------------------------------------------------- the lattice


def test_neighbors_by_direction() -> None:
    """D28: odd and even rows."""
    odd, even = at("1721"), at("1620")
    assert [GROUND.names[GROUND.neighbor[odd][way]] for way in (L, R, UL, UR, LL, LR)] == [
        "1720", "1722", "1820", "1821", "1620", "1621",
    ]  # fmt: skip
    assert [GROUND.names[GROUND.neighbor[even][way]] for way in (L, R, UL, UR, LL, LR)] == [
        "1619", "1621", "1720", "1721", "1520", "1521",
    ]  # fmt: skip
    assert [GROUND.neighbor[at("0101")][way] for way in (L, UL, LL, LR)] == [NONE] * 4
    for here in range(GROUND.size):
        for way in range(len(DIRECTIONS)):
            there = GROUND.neighbor[here][way]
            if there != NONE:
                assert GROUND.neighbor[there][OPPOSITE[way]] == here
                assert GROUND.direction(here, there) == way
        assert {there for there in GROUND.neighbor[here] if there != NONE} == set(GROUND.grid.neighbours[here])
    assert GROUND.direction(odd, at("1723")) == NONE


def test_disks_and_distances() -> None:
    chance = random.Random(7)
    for _ in range(200):
        here, there = chance.randrange(GROUND.size), chance.randrange(GROUND.land)
        far = GROUND.distance[here][there]
        assert far == GROUND.grid.distance(here, there)
        for reach in range(RINGS + 1):
            assert GROUND.disk[reach][here] >> there & 1 == (far <= reach)
    assert GROUND.nearest(at("1721"), 0) == 255
    assert GROUND.nearest(at("1721"), GROUND.bit[at("1719")] | GROUND.bit[at("1619")]) == 2
    assert (
        GROUND.around(GROUND.bit[at("1721")] | GROUND.bit[at("1723")], 1)
        == GROUND.disk[1][at("1721")] | GROUND.disk[1][at("1723")]
    )
    assert GROUND.land_mask == (1 << 602) - 1


@proves("dday", "2.1-contours", "2.1.4-d")
def test_terrain_belongs_to_its_hex() -> None:
    assert (GROUND.level[at("0707")], GROUND.level[at("0708")]) == (1, 2)
    assert all(GROUND.terrace_mask >> at(name) & 1 for name in ("0409", "0410"))
    assert GROUND.beach_mask & GROUND.land_mask == GROUND.beach_mask
    assert GROUND.near[at("0409")] == tuple(sorted(space for space in GROUND.grid.neighbours[at("0409")] if space < GROUND.land))
    flat = made()
    hilly = made(levels={3: ["0305"]})
    changed = [space for space in range(flat.size) if flat.level[space] != hilly.level[space]]
    assert [flat.names[space] for space in changed] == ["0305"]


def test_terrain_effects() -> None:
    assert GROUND.stop_mask == GROUND.rocky_mask | GROUND.wooded_mask | GROUND.hilltop_mask == GROUND.card_mask
    assert (GROUND.defense[at("1524")], GROUND.defense[at("1721")]) == (2, 1)
    assert {GROUND.defense[space] for space in spaces_of(GROUND.wooded_mask)} == {1}
    every = GROUND.clear_mask | GROUND.beach_mask | GROUND.airfield_mask | GROUND.terrace_mask
    assert every | GROUND.stop_mask | GROUND.village_mask == GROUND.land_mask
    assert [GROUND.sector_mask[number].bit_count() for number in range(1, 5)] == [
        sum(GROUND.sector[space] == number for space in range(GROUND.land)) for number in range(1, 5)
    ]
    assert GROUND.airfield_of[at("1222")] == 2 and GROUND.airfield_masks[2] >> at("1222") & 1
    assert GROUND.box_of[at("0416")] == GROUND.board.box_index["Blue 1"] and GROUND.box_of[at("0707")] == NONE


def test_hexsides() -> None:
    here, there = at("1621"), at("1721")
    assert GROUND.bluff[here] == 1 << UL | 1 << UR and GROUND.bluff_mask[there] == GROUND.bit[here]
    assert GROUND.cliff[at("0534")] >> R & 1 and GROUND.shut_mask[at("0534")] >> at("0535") & 1
    assert GROUND.road_mask[at("1620")] >> at("1721") & 1 and GROUND.road[at("1620")] >> UR & 1
    assert not GROUND.bluff[at("1010")] | GROUND.cliff[at("1010")]


# ---------------------------------------------------------------------- lines of sight


@proves("dday", "6.2-a", "6.2.3-elev-a", "6.2.3-blocking", "6.2.3")
@pytest.mark.parametrize("kind", ["rocky", "wooded"])
def test_rocks_and_woods_block_between_ends_of_one_level(kind: str) -> None:
    clear, covered = made(), made(hexes={kind: ["0304"]})
    assert sees(clear, "0303", "0305") and not sees(covered, "0303", "0305")
    assert sees(made(hexes={kind: ["0305"]}), "0303", "0405"), "the line passes beside the hex"


@proves("dday", "6.2.3-blocking-2")
def test_any_part_of_a_blocking_hex_blocks_but_the_ends_do_not() -> None:
    """The line from 0302 to 0405 does not run through the middle of 0304."""
    assert sees(made(), "0302", "0405")
    assert not sees(made(hexes={"rocky": ["0304"]}), "0302", "0405")
    assert sees(made(hexes={"rocky": ["0302", "0405"]}), "0302", "0405")


@proves("dday", "6.2.3-b")
def test_neighbors_always_see_each_other() -> None:
    board = made(hexes={"rocky": ["0303", "0304"]}, levels={5: ["0304"]}, bluffs=["0303-0304"])
    assert sees(board, "0303", "0304")


@proves("dday", "6.2.3-blocking-3")
def test_a_line_along_a_hexside_needs_one_open_side() -> None:
    """0203 and 0403 lie two rows apart; the line runs between 0303 and 0304."""
    assert sees(made(hexes={"rocky": ["0303"]}), "0203", "0403")
    assert sees(made(hexes={"rocky": ["0304"]}), "0203", "0403")
    assert not sees(made(hexes={"rocky": ["0303", "0304"]}), "0203", "0403")


@proves("dday", "6.2.3-blocking")
def test_ground_above_both_ends_blocks() -> None:
    assert not sees(made(levels={2: ["0304"]}), "0303", "0305")
    assert not sees(made(levels={2: ["0303"], 3: ["0304"]}), "0303", "0305")
    assert sees(made(level=2, levels={1: ["0304"]}), "0303", "0305")


@proves("dday", "6.2.3-elev-b", "6.2.3-elev-c", "6.2.3-elev-e")
def test_from_above_only_ground_at_the_upper_level_blocks() -> None:
    assert not sees(made(levels={2: ["0303", "0304"]}), "0303", "0305")
    assert sees(made(levels={2: ["0303", "0304"]}, low={1: ["0304"]}), "0303", "0305"), "part of it lies lower"
    assert sees(made(levels={2: ["0303"]}, hexes={"rocky": ["0304"]}), "0303", "0305"), "rocks below the upper end"
    assert sees(made(levels={3: ["0303"], 2: ["0304"]}), "0303", "0305")
    assert not sees(made(levels={2: ["0303"], 3: ["0304"]}, low={1: ["0304"]}), "0303", "0305"), "part of it is above both"


@proves("dday", "6.2.3-elev-d")
def test_a_hilltop_looks_over_rocks_at_its_own_level() -> None:
    hill = {"A1": {"hex": "0303", "color": "red", "hilltop": True}}
    assert sees(made(hexes={"rocky": ["0304"]}, positions=hill), "0303", "0305")
    assert not sees(made(levels={2: ["0304"]}, positions=hill), "0303", "0305"), "higher ground blocks a hilltop too"
    assert not sees(made(levels={2: ["0303", "0304"]}, positions=hill), "0303", "0305"), "and so does ground wholly at its level"
    assert sees(made(levels={2: ["0303", "0304"]}, low={1: ["0304"]}, positions=hill), "0303", "0305")
    assert not sees(made(level=2, levels={1: ["0303"]}, hexes={"rocky": []}, positions=hill), "0303", "0305"), "a hilltop below"


@proves("dday", "6.2.3-bluff", "6.2.3-elev-a")
def test_bluffs() -> None:
    near, far = "0303-0304", "0304-0305"
    assert not sees(made(bluffs=[near]), "0303", "0305") and not sees(made(bluffs=[far]), "0303", "0305")
    above = {2: ["0303"]}
    assert not sees(made(levels=above, bluffs=[near]), "0303", "0305"), "at any level, on the border of an end"
    assert not sees(made(levels=above, bluffs=[near]), "0305", "0303")
    assert sees(made(levels=above, bluffs=[far]), "0302", "0306") == sees(made(bluffs=[far]), "0302", "0306") is False
    assert sees(made(levels={2: ["0302"]}, bluffs=[far]), "0302", "0306"), "not on the border of an end"
    hill = {"A1": {"hex": "0303", "color": "red", "hilltop": True}}
    assert sees(made(bluffs=[near], positions=hill), "0303", "0305"), "never for a hilltop"
    assert sees(made(bluffs=[near]), "0303", "0304"), "nor for neighbors"


@proves("dday", "6.2-reciprocal", "6.2.3-elev-e")
def test_sight_is_the_same_from_both_ends() -> None:
    chance = random.Random(5)
    for _ in range(300):
        here, there = chance.randrange(GROUND.land), chance.randrange(GROUND.land)
        assert GROUND.sees(here, there) == GROUND.sees(there, here)
    for here in range(GROUND.land):
        for there in spaces_of(GROUND.sight[here][SIGHT]):
            assert GROUND.sight[there][SIGHT] >> here & 1


def test_sight_tables_hold_what_is_computed() -> None:
    chance = random.Random(6)
    for _ in range(60):
        here = chance.randrange(GROUND.land)
        for reach in range(SIGHT + 1):
            wanted = mask_of(there for there in spaces_of(GROUND.disk[reach][here]) if GROUND.fields.sees(here, there))
            assert GROUND.sight[here][reach] == wanted


def test_the_sea_never_blocks() -> None:
    board = made(hexes={"sea": ["0304"]})
    assert sees(board, "0303", "0305")


# ---------------------------------------------------------------------- fields of fire


@proves("dday", "6.2", "6.2.1", "6.2.1-a", "6.3-intense", "6.3-steady", "2.1.3-a", "2.1.3-b")
def test_all_fields_of_fire() -> None:
    """The fields that the papers give, made by another program, come out of the map: 73 of 73."""
    given = POSITIONS["fof"]
    assert len(given) == len(GROUND.groups) == 73
    wrong = {}
    for number, entry in enumerate(GROUND.groups):
        found = names(GROUND.group_intense[number][-1]), names(GROUND.group_steady[number][-1])
        if found != (sorted(given[entry.name]["i"]), sorted(given[entry.name]["s"])):
            wrong[entry.name] = found
        assert GROUND.group_field[number] == GROUND.group_intense[number][-1] | GROUND.group_steady[number][-1]
    assert not wrong


def black_field() -> tuple[int, int]:
    intense = steady = 0
    for number in GROUND.black_groups:
        intense |= GROUND.group_intense[number][-1]
        steady |= GROUND.group_steady[number][-1]
    return intense, steady


@proves("dday", "2.1-errata-2", "2.1-errata-3")
def test_black_fields_at_the_beach() -> None:
    intense, steady = black_field()
    assert not (intense | steady) >> at("0518") & 1
    assert steady >> at("0521") & 1 and not intense >> at("0521") & 1


@proves("dday", "2.1-errata-7")
def test_the_neighbors_of_the_headquarters_cave_are_steady() -> None:
    number = group("M9")
    around = GROUND.near_mask[at("2335")]
    assert GROUND.group_color[number] == BLACK and around.bit_count() == 6
    assert GROUND.group_steady[number][-1] == around
    assert GROUND.group_intense[number][-1] == GROUND.bit[at("2335")]


@proves("dday", "2.1.3-a", "2.1.3-b", "6.2.2")
def test_reach() -> None:
    """Two hexes, three from a hilltop, the position's own hex not counted."""
    board = made(positions={"A1": {"hex": "0305", "color": "red"}})
    assert board.reach == (2,)
    assert board.group_field[0] == board.disk[2][board.grid.space("0305")]
    board = made(positions={"A1": {"hex": "0305", "color": "red", "hilltop": True}})
    assert board.reach == (3,)
    assert board.group_field[0] == board.disk[3][board.grid.space("0305")]


@proves("dday", "6.3-intense", "6.3-steady")
def test_intense_and_steady() -> None:
    red = {"A1": {"hex": "0305", "color": "red"}}
    board = made(positions=red)
    here = board.grid.space("0305")
    assert board.group_intense[0][-1] == board.disk[1][here]
    assert board.group_steady[0][-1] == board.disk[2][here] & ~board.disk[1][here]
    board = made(
        positions=red,
        hexes={"rocky": ["0304"], "wooded": ["0306"]},
        boxes={"Red 1": {"hexes": ["0105"]}},
        airfields={1: ["0505"]},
    )
    assert {"0304", "0306"} <= set(names(board.group_steady[0][-1], board)), "rocks and woods are steady even next to it"
    assert {"0105", "0505"} <= set(names(board.group_intense[0][-1], board)), "beaches and airfields are intense"
    hill = {"A1": {"hex": "0305", "color": "red", "hilltop": True}}
    board = made(positions=hill, levels={2: ["0305"]}, hexes={"rocky": ["0502"]})
    lower = board.disk[3][board.grid.space("0305")] & ~board.bit[board.grid.space("0502")]
    assert board.group_intense[0][-1] == lower, "lower ground is intense from a hilltop"
    board = made(positions=hill)
    assert board.group_steady[0][-1] == board.disk[3][here] & ~board.disk[1][here], "level ground is not"


@proves("dday", "6.3-intense")
def test_linked_hexes_are_intense() -> None:
    row = {
        code: {"hex": name, "color": "red", "group": "A1-A2-A3"}
        for code, name in (("A1", "0303"), ("A2", "0304"), ("A3", "0305"))
    }
    board = made(positions=row)
    assert board.field(0, 2)[0] >> board.grid.space("0305") & 1, "two hexes away, but of its own group"
    board = made(positions={code: entry | {"group": code} for code, entry in row.items()})
    assert board.field(0, 2)[1] >> board.grid.space("0305") & 1


@proves("dday", "6.2.1", "6.2.1-a", "6.2.1-b")
def test_any_hex_of_a_group_provides_its_field() -> None:
    """H8-H9: the hilltop reaches three hexes, and so does the group; 1521 is two hexes from 1523 and three from 1524."""
    number = group("H8-H9")
    low, high = position("H8"), position("H9")
    assert GROUND.distance[at("1524")][at("1521")] == 3 and GROUND.distance[at("1523")][at("1521")] == 2
    assert GROUND.group_field[number] == GROUND.sight[at("1523")][2] | GROUND.sight[at("1524")][3]
    assert GROUND.group_steady[number][-1] >> at("1521") & 1 and GROUND.group_steady[number][-1] >> at("1421") & 1
    assert (GROUND.reach[low], GROUND.reach[high]) == (2, 3)


@proves("dday", "6.2.1-exception")
def test_hexes_that_the_us_holds_project_nothing() -> None:
    for number, entry in enumerate(GROUND.groups):
        assert GROUND.group_intense[number][0] == GROUND.group_steady[number][0] == 0
        for subset in range(1 << len(entry.hexes)):
            left = [entry.positions[place] for place in range(len(entry.hexes)) if subset >> place & 1]
            hot, cool = (0, 0)
            for one in left:
                hot |= GROUND.intense[one][GROUND.reach[one]]
                cool |= GROUND.steady[one][GROUND.reach[one]]
            assert GROUND.group_intense[number][subset] == hot
            assert GROUND.group_steady[number][subset] == cool & ~hot
    number = group("H8-H9")
    assert GROUND.subset_of(number, GROUND.bit[at("1524")]) == 1
    assert GROUND.subset_of(number, 0) == GROUND.group_whole[number] == 3
    rest = GROUND.group_intense[number][1] | GROUND.group_steady[number][1]
    assert rest == GROUND.sight[at("1523")][2], "without its hilltop the group reaches two hexes"


@proves("dday", "6.2.3-smoke-a", "6.2.3-smoke-b", "6.2.3-smoke-c")
def test_smoke_on_the_hilltop_1026() -> None:
    number, hill = group("I8"), position("I8")
    assert GROUND.group_intense[number][-1] and GROUND.reach[hill] == 3
    assert GROUND.field(hill, 3, smoked=True) == (0, GROUND.sight[at("1026")][2])
    assert GROUND.group_smoked[number][-1] == GROUND.sight[at("1026")][2]
    steady = GROUND.steady[hill][2]
    assert steady and steady & GROUND.group_smoked[number][-1] == steady
    for each in range(len(GROUND.groups)):
        assert GROUND.group_smoked[each][-1] & GROUND.group_field[each] == GROUND.group_smoked[each][-1]


def test_shorter_reach() -> None:
    """A hex that is tied down: its neighbors alone, two hexes from a hilltop."""
    low = position("F1")
    intense, steady = GROUND.field(low, 1)
    assert intense | steady == GROUND.disk[1][at("1721")]
    assert not (intense | steady) >> at("1619") & 1
    assert GROUND.field(position("H9"), 2) == (GROUND.intense[position("H9")][2], GROUND.steady[position("H9")][2])


@proves("dday", "6.2", "6.3-steady")
def test_facts_of_the_movement_example() -> None:
    steady = GROUND.group_steady[group("F1")][-1]
    assert all(steady >> at(name) & 1 for name in ("1719", "1520", "1619"))
    assert GROUND.near_mask[at("1721")] >> at("1620") & 1
    assert GROUND.group_intense[group("I1")][-1] >> at("1024") & 1


@proves("dday", "6.2.2-overlap")
def test_overlaps() -> None:
    """Fields of one color never share a hex; I8 overlaps G7-G8-G9 and G5-G6, and meets G10, which is red too, along two sides."""
    for color in range(len(COLORS)):
        taken = 0
        for number in GROUND.groups_of_color[color]:
            assert not taken & GROUND.group_field[number]
            taken |= GROUND.group_field[number]
    hill, gold, blue, red = (GROUND.group_field[group(name)] for name in ("I8", "G7-G8-G9", "G5-G6", "G10"))
    assert hill & gold and hill & blue and gold & blue
    for name in ("I8", "G7-G8-G9", "G5-G6"):
        assert GROUND.group_intense[group(name)][-1] and GROUND.group_steady[group(name)][-1]
    assert sum((GROUND.near_mask[space] & red).bit_count() for space in spaces_of(hill)) == 2


# ---------------------------------------------------------------------- positions, boxes, artillery


@proves("dday", "6.2.2-artillery", "6.2.2-suribachi")
def test_where_artillery_reaches() -> None:
    assert GROUND.artillery_sectors == ((), (1, 2, 3), (1, 2, 3), (2, 3, 4), (3, 4))


def test_positions_and_groups_by_hex() -> None:
    for number, entry in enumerate(GROUND.positions):
        assert GROUND.position_at[entry.hex] == number and GROUND.group_at[entry.hex] == entry.group
        assert GROUND.group_hexes[entry.group][GROUND.place_in_group[number]] == entry.hex
    assert GROUND.position_mask.bit_count() == 113
    assert sum(mask.bit_count() for mask in GROUND.group_positions) == 113
    named = POSITIONS["sets"]
    for mask, wanted in (
        (GROUND.black_hilltops, named["black_hilltops"]),
        (GROUND.suribachi_black, named["suribachi_black"]),
        (GROUND.positions_of_sector[1], named["suribachi"]),
    ):
        assert [GROUND.positions[number].code for number in spaces_of(mask)] == wanted
    assert GROUND.fort_positions.bit_count() == sum("fort" in entry for entry in POSITIONS["positions"].values())
    assert GROUND.gun_positions.bit_count() == sum("artillery" in entry for entry in POSITIONS["positions"].values())
    assert GROUND.near_positions.bit_count() == sum(entry.get("near", False) for entry in POSITIONS["positions"].values())
    assert GROUND.positions_of_color[GOLD] & GROUND.near_positions


@proves("dday", "5.1-d")
def test_what_is_near_what() -> None:
    """Checked hex by hex against distances."""
    for number, entry in enumerate(GROUND.groups):
        for reach in range(SIGHT + 1):
            near = [p for p, one in enumerate(GROUND.positions) if min(GROUND.distance[one.hex][h] for h in entry.hexes) <= reach]
            assert spaces_of(GROUND.positions_near_group[reach][number]) == near
            groups = sorted({GROUND.positions[one].group for one in near})
            assert spaces_of(GROUND.groups_near_group[reach][number]) == groups
        boxes = [
            place
            for place, box in enumerate(GROUND.boxes)
            if min(GROUND.distance[a][b] for a in box.hexes for b in entry.hexes) <= 3
        ]
        assert spaces_of(GROUND.boxes_near_group[number]) == boxes
        for box in boxes:
            assert GROUND.groups_near_box[box] >> number & 1 and GROUND.box_squares[box] >> entry.color & 1
    for box, mask in enumerate(GROUND.positions_near_box):
        colors = {GROUND.position_color[one] for one in spaces_of(mask)}
        assert GROUND.box_squares[box] == sum(1 << color for color in colors)
    here = at("1721")
    assert [GROUND.positions[one].code for one in spaces_of(GROUND.positions_within[2][here])] == ["F1", "F6"]
    for space in range(GROUND.land):
        assert spaces_of(GROUND.groups_seeing[space]) == [n for n, field in enumerate(GROUND.group_field) if field >> space & 1]
    assert GROUND.group_disk[3][group("G1-G2")] == GROUND.disk[3][at("0720")] | GROUND.disk[3][at("0820")]


# ---------------------------------------------------------------------- boards made on the spot


@cache
def small() -> Ground:
    return made(
        size=[6, 8],
        hexes={"rocky": ["0303"], "sea": ["0101"], "0204": ["beach", "terrace"]},
        levels={2: ["0305"]},
        low={1: ["0305"]},
        sectors={3: ["0605"]},
        roads=[["0303", "0304"]],
        cliffs=["0505-0506"],
        positions={
            "A1": {"hex": "0302", "color": "red", "hilltop": True, "fort": 1, "artillery": 2},
            "A2": {"hex": "0404", "color": "black", "group": "A2-A10"},
            "A10": {"hex": "0405", "color": "black", "group": "A2-A10"},
        },
        boxes={"Red 2": {"hexes": ["0206"]}, "Red 1": {"hexes": ["0204", "0205"]}, "White": {"hexes": ["0601"], "shore": "west"}},
    )


def test_a_board_of_ones_own() -> None:
    ground = small()
    board = ground.board
    assert board.own and (ground.size, ground.land) == (48, 47)
    assert [entry.code for entry in ground.positions] == ["A1", "A2", "A10"]
    assert [entry.name for entry in ground.groups] == ["A1", "A2-A10"]
    assert (ground.positions[0].hilltop, ground.positions[0].fort, ground.positions[0].artillery) == (True, 1, 2)
    assert [(box.name, box.left, box.right) for box in ground.boxes] == [("Red 1", -1, 1), ("Red 2", 0, -1), ("White", -1, -1)]
    assert ground.terrace_mask == ground.bit[ground.grid.space("0204")] and ground.beach_mask.bit_count() == 4
    assert board.low[ground.grid.space("0305")] == 1 and ground.sector[ground.grid.space("0605")] == 3
    assert ground.sector[ground.grid.space("0301")] == 2
    assert all(box.squares & 1 << BLACK for box in ground.boxes[:2])


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ({"size": [5]}, r"a size is \[rows, columns\]"),
        ({"size": [1, 1], "hexes": {"sea": ["0101"]}}, "at least one land hex"),
        ({"hexes": {"sea": ["0303"], "rocky": ["0303"]}}, "0303 is sea and land"),
        ({"hexes": {"9999": "rocky"}}, "is not a hex of this map"),
        ({"low": {2: ["0303"]}}, "lies above its level"),
        ({"levels": {12: ["0303"]}}, "a number from 1 to 9"),
        ({"boxes": {"Red 1": {"hexes": []}}}, "a box needs at least one hex"),
        ({"boxes": {"Red 1": {"hexes": ["0101"]}, "Red 2": {"hexes": ["0101"]}}}, "belongs to another box"),
        ({"positions": {"A1": {"hex": "0303", "color": "pink"}}}, "'pink' is unknown here"),
        ({"positions": {"A1": {"hex": "0303", "color": "red", "group": "B"}}}, "the group of A1 is named A1"),
        ({"weather": "fine"}, "unknown key"),
    ],
)
def test_a_wrong_board_is_refused(board: dict[str, Any], says: str) -> None:
    with pytest.raises(DataError, match=says):
        components_of({"board": {"size": [5, 9], **board}})
