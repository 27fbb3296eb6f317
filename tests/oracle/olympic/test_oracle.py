"""The oracle itself, against the worked examples and positions small enough to judge by eye."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from . import assaults, doctrine, movement, pairing, retreats, scoring, supply
from .board import OFF, Counter, Position, Unit, components, distance, kinds, kyushu, small
from .positions import random_plan, random_small

NAMES = kinds()
ARMY = [kind for kind in NAMES.values() if kind.values == "4-12"]
MARINES = [kind for kind in NAMES.values() if kind.values == "5-12"]


def japanese(values: str, count: int = 1, letter: str = "") -> list[str]:
    found = [kind.name for kind in NAMES.values() if not kind.us and kind.values == values and kind.letter.endswith(letter)]
    return found[:count]


def at(plan: Mapping[str, Any], us: str = "", jp: Mapping[str, str] | None = None, **more: Any) -> Position:
    """A position on a small board: American 4-12 in these hexes, Japanese units by name."""
    board = small({"size": [8, 8], "entry": "0808", **plan})
    units = [Unit(kind, hex) for kind, hex in zip(ARMY, us.split(), strict=False)]
    units += [Unit(NAMES[name], hex) for name, hex in (jp or {}).items()]
    sets = {key: frozenset(value.split()) for key, value in more.items() if isinstance(value, str) and key != "network"}
    return Position(board, tuple(units), **{**more, **sets})


COAST = {"hexes": {"sea": [f"0{r}01" for r in range(1, 9)]}}
GAP = [f"0{r}03" for r in range(1, 9)]


def test_map_has_the_numbers_of_the_readme() -> None:
    board = kyushu()
    assert (len(board.hexes), len(board.land), len(board.coastal), len(board.rough)) == (2074, 1113, 289, 607)
    assert (len(board.cities), len(board.towns)) == (23, 51)
    empty = Position(board)
    network = [hex for hex in board.land if supply.in_network(empty, hex, us=False)]
    pairs = [(one, two) for one in network for two in board.adjacent(one) if two in network and one < two]
    assert sum(supply.linked(empty, *pair, us=False) for pair in pairs) == 1063
    assert sum(supply.linked(replace(empty, network="hexes"), *pair, us=True) for pair in pairs) == 1099
    one_piece = supply.piece(empty, "5823", frozenset(), us=False)
    assert len(one_piece) == 574
    assert sum(not supply.leg(empty, hex, frozenset()) & one_piece for hex in board.land) == 86
    assert board.entries() == components()["deployment"]["entry_if_5823_held"]
    for name, zone in components()["invasion_zones"].items():
        assert sorted({hex for sea in board.zones[name] for hex in board.targets(sea)}) == sorted(zone["coastal_hexes"])


def test_names_of_units() -> None:
    assert {"U:27/25", "U:26/5M", "U:5/1C", "U:132/Am", "U:187/11A", "U:158/RCT"} <= set(NAMES)
    assert {"J:434", "J:98Bde", "J:4TkBde", "J:depot1", "J:R05"} <= set(NAMES)
    assert len(NAMES) == 43 + 80


def test_distance_is_the_length_of_a_walk() -> None:
    rng = random.Random(1)
    board = kyushu()
    for _ in range(20):
        start, end = rng.sample(sorted(board.hexes), 2)
        found, edge, steps = {start}, {start}, 0
        while end not in found:
            edge = {other for hex in edge for other in board.neighbours(hex)} - found
            found |= edge
            steps += 1
        assert distance(start, end) == steps


def test_costs_of_steps() -> None:
    board = small(
        {
            "size": [8, 8],
            "hexes": {"rough": ["0404", "0405"]},
            "rough sides": [["0202", "0203"], ["0403", "0404"], ["0404", "0405"]],
            "roads": [["0404", "0405"]],
        }
    )
    assert board.cost("0101", "0102") == 1
    assert board.cost("0202", "0203") == 3  # worked example 1
    assert board.cost("0406", "0405") == 3
    assert board.cost("0403", "0404") == 5
    assert board.cost("0404", "0405") == 1


def test_best_ground_alone_counts() -> None:
    board = small({"size": [8, 8], "hexes": {"rough": ["0404"]}, "towns": ["0404", "0505"]})
    assert (board.multiplier("0404"), board.multiplier("0505"), board.multiplier("0606")) == (3, 2, 1)  # worked example 2


def test_zones_stop_at_all_sea_sides() -> None:
    position = at({**COAST, "sea sides": [["0404", "0405"]]}, us="0404 0201")
    assert position.us_zone() == {"0403", "0503", "0504", "0303", "0304"}


def test_american_supply() -> None:
    far = at(COAST, us="0408", beachheads="0402")
    assert supply.us_supplied(far, "0408")
    cut = at(COAST, us="0408", jp={"J:434": "0405", "J:435": "0605", "J:436": "0205", "J:453": "0805"}, beachheads="0402")
    assert not supply.us_supplied(cut, "0408")
    held = at(COAST, us="0408 0604 0404 0505", jp={"J:434": "0405"}, beachheads="0402")
    assert supply.us_supplied(held, "0408")
    alone = at(COAST, us="0402", jp={"J:434": "0403"}, beachheads="0402")
    assert supply.us_supplied(alone, "0402")
    assert not supply.us_supplied(replace(alone, units=alone.units[1:]), "0502")


def test_face_down_counters_stop_american_supply() -> None:
    plan = {**COAST, "hexes": {"sea": [*COAST["hexes"]["sea"], *(hex for hex in GAP if hex != "0403")]}}
    position = at(plan, us="0405", beachheads="0402")
    assert supply.us_supplied(position, "0405")
    assert not supply.us_supplied(replace(position, down=(Counter("0302", "dummy", "L"),)), "0405")
    assert supply.us_supplied(replace(position, down=(Counter("0708", "dummy", "L"),)), "0405")


def test_beachhead_in_rough_ground() -> None:
    rough = [f"0{r}0{c}" for r in range(1, 9) for c in range(2, 9)]
    position = at({"hexes": {**COAST["hexes"], "rough": rough}}, us="0404", beachheads="0402")
    assert supply.us_supplied(position, "0404")  # two rough hexes are six Movement Points
    assert not supply.us_supplied(position, "0405")
    edge = at({"hexes": {**COAST["hexes"], "rough": ["0402"]}, "rough sides": [["0402", "0403"]]}, us="0408", beachheads="0402")
    assert supply.linked(edge, "0402", "0502", us=True)
    assert not supply.linked(edge, "0402", "0403", us=True)
    assert supply.linked(replace(edge, network="hexes"), "0402", "0403", us=True)


def test_japanese_supply() -> None:
    towns = {"towns": ["0303", "0505", "0707"]}
    position = at(towns, jp={"J:434": "0801"})
    assert supply.jp_supplied(position, "0801")
    assert not supply.jp_supplied(replace(position, control=frozenset({"0505"})), "0801")
    assert supply.jp_supplied(replace(position, control=frozenset({"0505"}), turn=1), "0801")
    watched = at(towns, us="0506", jp={"J:434": "0801"})
    assert not supply.jp_supplied(watched, "0801")
    assert supply.militia_supplied(watched, "0505")
    assert not supply.militia_supplied(watched, "0303")
    assert supply.jp_supplied(at({"cities": ["0303"]}, jp={"J:434": "0801"}), "0801")


def test_militia_counts_its_own_town() -> None:
    position = at({"towns": ["0303", "0505", "0707"]}, us="0402", control="")
    assert supply.militia_supplied(position, "0303")
    poor = replace(position, control=frozenset({"0707"}))
    assert supply.militia_strength(poor, "0303") == 1
    assert [supply.militia_strength(position, "0303", times) for times in (3, 2, 1, 0.5)] == [6, 4, 2, 1]
    assert supply.militia_strength(poor, "0303", 3) == 3


def test_american_moves() -> None:
    position = at({**COAST, "towns": ["0505"]}, us="0404 0407 0407 0407", jp={"J:434": "0602"}, beachheads="0402")
    name = position.units[0].name
    found = movement.us_moves(position, name, 12, first=True)
    assert "0505" not in found, "militia"
    assert "0407" not in found, "three units"
    assert "0602" not in found, "enemy"
    assert found["0502"].cost == 2, "into a zone"
    assert "0601" not in found, "sea"
    stuck = at(COAST, us="0404", jp={"J:434": "0405"}, beachheads="0402")
    assert not movement.us_moves(stuck, stuck.units[0].name, 12, first=True)
    frozen = at(COAST, us="0404", beachheads="0402 0404", fortified="0404")
    assert not movement.us_moves(frozen, frozen.units[0].name, 12, first=True)
    lost = at(COAST, us="0404")
    assert not movement.us_moves(lost, lost.units[0].name, 6, first=True), "no beachhead, no move (A95)"


def test_ways_are_the_best_of_all_paths() -> None:
    """The way taken to each hex against all paths, tried one by one."""
    for seed in range(10):
        rng = random.Random(seed)
        position = random_small(rng, entering=True).position
        zone = position.us_zone()
        for unit in [unit for unit in position.japanese() if unit.hex not in zone][:2]:
            every: dict[str, list[movement.Way]] = {}
            waiting = [movement.Way(0, 0, (unit.hex,))]
            while waiting:
                way = waiting.pop()
                here = way.path[-1]
                if len(way.path) > 1:
                    every.setdefault(here, []).append(replace(way, path=way.path[1:]))
                if here in zone:
                    continue
                for hex in position.board.adjacent(here):
                    cost = way.cost + movement.step(position, here, hex)
                    if cost <= 5 and hex not in way.path and movement.jp_passable(position, unit.name, hex):
                        markers = way.markers + movement.jp_markers(position, hex)
                        waiting.append(movement.Way(cost, markers, (*way.path, hex)))
            best = {hex: min(found, key=lambda way: way.order) for hex, found in every.items()}
            assert movement.jp_ways(position, unit.name, 5) == best


def test_equal_ways_put_markers_back() -> None:
    position = at({**COAST, "towns": ["0304"]}, us="0404", beachheads="0402", militia_gone="0304")
    way = movement.us_moves(position, position.units[0].name, 12, first=True)["0305"]
    assert (way.cost, way.path) == (2, ("0304", "0305"))
    plain = movement.us_moves(replace(position, control=frozenset({"0304"})), position.units[0].name, 12, first=True)["0305"]
    assert plain.path == ("0405", "0305")


def test_japanese_moves_of_the_two_player_game() -> None:
    position = at({}, us="0808", jp={"J:434": "0404", "J:435": "0405"}, interdiction="0404")
    found = movement.jp_moves(position, "J:434", 4, first=True)
    assert set(found) == {"0403", "0503", "0504", "0303", "0304"}
    assert {way.cost for way in found.values()} == {4}
    assert movement.jp_moves(position, "J:434", 2, first=True).keys() == found.keys(), "the single hex of 5.24"
    assert not movement.jp_moves(position, "J:434", 2, first=False)
    through = movement.jp_moves(replace(position, interdiction=frozenset()), "J:434", 2, first=True)
    assert "0406" in through
    assert "0405" not in through


def test_doctrine_goes_for_the_nearest_primary_hex() -> None:
    position = at({}, us="0404", jp={"J:434": "0408"})
    found = doctrine.plan(position, "J:434", frozenset())
    assert found is not None
    assert (found.goal, found.cost, found.ring, found.stop) == ("0405", 3, 1, "0405")
    rough = at({"hexes": {"rough": ["0405", "0504"]}, "roads": [["0405", "0406"]]}, us="0404", jp={"J:434": "0706"})
    found = doctrine.plan(rough, "J:434", frozenset())
    assert found is not None
    assert (found.goal, found.cost) == ("0405", 4), "the road makes the rough hex no dearer than the others"
    number = at({}, us="0404", jp={"J:434": "0406"})
    assert doctrine.plan(number, "J:434", frozenset()) != doctrine.plan(number.moved("J:434", "0405"), "J:434", frozenset())


def test_doctrine_fills_the_ring_and_then_the_second() -> None:
    ring = ["0403", "0405", "0503", "0504", "0303", "0304"]
    names = japanese("3-4", 6)
    position = at({}, us="0404", jp={**dict(zip(names, ring, strict=True)), "J:14": "0708"})
    found = doctrine.plan(position, "J:14", frozenset())
    assert found is not None
    assert (found.goal, found.ring) == ("0605", 2)
    assert [plan.unit for plan in doctrine.marches(position)] == ["J:14"]
    settled = doctrine.plan(position.moved("J:14", "0605"), "J:14", frozenset())
    assert settled is not None
    assert (settled.goal, settled.cost, settled.stop) == ("0605", 0, None)


def test_doctrine_order_of_units() -> None:
    near, far = japanese("2-8", 2)
    position = at({"cities": ["0101"]}, us="0404", jp={far: "0808", near: "0407", "J:14": "0406", japanese("2-4")[0]: "0801"})
    moves = doctrine.marches(position)
    assert [plan.unit for plan in moves] == [japanese("2-4")[0], near, far, "J:14"]


def test_doctrine_stops_on_a_free_hex_and_takes_markers() -> None:
    plan = {"cities": ["0801"], "hexes": {"rough": ["0102"]}}
    position = at(plan, us="0401", jp={"J:434": "0408"}, beachheads="0307")
    found = doctrine.plan(position, "J:434", frozenset({"J:434"}))
    assert found is not None
    assert found.stop == "0406"
    assert found.path == ("0407", "0406")
    position = at(plan, us="0401", jp={"J:434": "0408", "J:14": "0406"}, beachheads="")
    found = doctrine.plan(position, "J:434", frozenset({"J:434"}))
    assert found is not None
    assert found.stop == "0407"


def test_stacks_split_and_reinforcements_wait() -> None:
    one, two = japanese("2-8", 2)
    ring = dict(zip(japanese("3-4", 6), ["0403", "0405", "0503", "0504", "0303", "0304"], strict=True))
    position = at({"cities": ["0801"]}, us="0404", jp={one: "0808", two: "0808"})
    moves, after = doctrine.movement_phase(position)
    assert len(moves) == 2
    assert after.unit(one).hex != after.unit(two).hex
    shut = {"sea sides": [["0808", hex] for hex in ("0807", "0707", "0708")], "cities": ["0801"]}
    boxed = at(shut, us="0404", jp={one: "0808", two: "0808", **ring})
    assert not doctrine.marches(boxed), "nowhere to go"
    crowd = at(shut, us="0404", jp={"J:R05": OFF, "J:R06": OFF, "J:R11": OFF})
    assert [(plan.unit, plan.stop) for plan in doctrine.marches(crowd)] == [("J:R11", "0808")]
    held = at({**COAST, "towns": ["0702", "0102"]}, us="0808", jp={"J:R05": OFF})
    assert movement.entry_hex(held) == "0702"


def test_most_attacks_are_made() -> None:
    board = {"cities": ["0801"]}
    # J:417 could attack both Americans, J:418 only the one in 0404; the higher hex first would leave J:418 idle.
    position = at(board, us="0404 0304", jp={"J:417": "0405", "J:418": "0504"})
    assert sorted(pairing.possible(position)) == [("J:417", ARMY[0].name), ("J:417", ARMY[1].name), ("J:418", ARMY[0].name)]
    assert pairing.next_attacks(position) == [("J:418", ARMY[0].name)]
    weak = at(board, us="0404", jp={"J:417": "0405", "J:418": "0503"})
    assert pairing.next_attacks(weak) == [("J:417", ARMY[0].name)], "the lowest hex attacks"
    assert pairing.most([(one, two) for one in "abc" for two in "xy"]) == 2


def test_attacks_at_less_than_minus_two_are_not_possible() -> None:
    board = {"cities": ["0801"], "hexes": {"rough": ["0404"]}}
    supplied = at({**COAST, **board, "hexes": {**COAST["hexes"], "rough": ["0404"]}}, us="0404", jp={"J:417": "0405"})
    assert pairing.defence(supplied, supplied.units[0]) == 6, "halved, then tripled"
    assert not pairing.possible(supplied)
    assert not pairing.possible(at({}, us="0404", jp={"J:417": "0405"})), "an unsupplied unit never attacks"


def test_targets_of_stacks() -> None:
    plan = {"hexes": COAST["hexes"], "zones": {"Sendai": ["0301", "0401", "0501", "0601"]}}
    position = at(plan, us="0401 0401 0401 0501 0501 0501", jp={"J:434": "0402", "J:435": "0502"})
    assert [position.board.targets(sea) for sea in ("0401", "0501")] == [["0402"], ["0402", "0502", "0602"]]
    assert assaults.allowed_assaults(position) == {("0401", "0402"), ("0501", "0502")}
    assert not assaults.phase_may_end(position)
    empty = replace(position, units=position.units[:6])
    assert assaults.phase_may_end(empty)
    spent = replace(position, defended=frozenset({"J:434"}))
    assert assaults.allowed_assaults(spent) == {("0501", "0502")}
    assert assaults.phase_may_end(spent), "0602 is vacant and the other stack has no target left"
    fled = replace(spent, retreated=frozenset({"J:434"}))
    assert assaults.allowed_assaults(fled) == {("0401", "0402"), ("0501", "0502")}


def test_placement_in_imari() -> None:
    board = kyushu()
    reserve = tuple(kind.name for kind in ARMY if kind.arrival == 2)
    position = Position(board, due=reserve, turn=2)
    assert len(assaults.choices(position, "Imari", frozenset(board.zones["Imari"]))) == 1  # worked example 3
    assert assaults.legal_places(position) == {sea for zone in board.zones.values() for sea in zone}
    begun = replace(position, units=tuple(Unit(kind, "5303") for kind in ARMY[:3]), due=reserve[3:6])
    assert not assaults.may_stop_placing(begun)
    assert assaults.legal_places(begun) == {"5404"}


def test_first_turn_places_nine_stacks() -> None:
    board = kyushu()
    units = tuple(kind.name for kind in NAMES.values() if kind.arrival == 1)
    position = Position(board, due=units, turn=1)
    assert assaults.stack_counts(position) == [9]
    assert len(assaults.legal_places(position)) == sum(map(len, board.zones.values()))


def test_japanese_retreat() -> None:
    position = at({"hexes": {"rough": ["0406"]}}, us="0403", jp={"J:434": "0404"})
    retreat = retreats.Retreat("J:434")
    assert retreats.length(position, "0404") == 2
    assert retreats.steps(position, retreat, "0404", ()) == ["0504"]
    assert retreats.steps(position, retreat, "0404", ("0504",)) == ["0605"]
    assert retreats.steps(position, retreat, "0404", ("0405",)) == ["0406"]
    near = replace(position, apart=False)
    assert retreats.steps(near, retreat, "0404", ("0504",)) == ["0605"]
    held = at({"hexes": {"rough": ["0404"]}}, us="0403 0405", jp={"J:434": "0404"})
    assert retreats.steps(held, retreat, "0404", ()) == []
    friend = at({"hexes": {"rough": ["0404"]}}, us="0403 0405", jp={"J:434": "0404", "J:435": "0503", "J:436": "0504"})
    assert retreats.steps(friend, retreat, "0404", ()) == ["0504"]


def test_japanese_retreat_prefers_friends_away_from_the_enemy() -> None:
    three = japanese("3-4", 3)
    plan = {"hexes": {"rough": ["0404"], "sea": ["0403", "0303", "0304", "0503"]}}
    position = at(plan, us="0606", jp=dict(zip(three, ("0404", "0405", "0504"), strict=True)))
    assert "0505" in position.us_zone()
    assert retreats.steps(position, retreats.Retreat(three[0]), "0404", ()) == ["0504"], "neither friend is near an American"
    close = at(plan, us="0605", jp=dict(zip(three, ("0404", "0405", "0504"), strict=True)))
    assert retreats.steps(close, retreats.Retreat(three[0]), "0404", ()) == ["0405"]


def test_joint_retreat_counts_companions() -> None:
    three = japanese("3-4", 3)
    position = at({"hexes": {"rough": ["0404"]}}, us="0403 0405", jp={**dict.fromkeys(three, "0404"), "J:436": "0504"})
    first = retreats.Retreat(three[0], waiting=tuple(three[1:]))
    assert retreats.steps(position, first, "0404", ()) == ["0504"]
    last = retreats.Retreat(three[2], entered=("0504", "0504"))
    assert retreats.steps(position, last, "0404", ()) == []
    vacant = at({"hexes": {"rough": ["0404"]}}, us="0303", jp=dict.fromkeys(three, "0404"))
    assert retreats.steps(vacant, retreats.Retreat(three[0]), "0404", ()) == ["0504"]
    assert retreats.steps(vacant, retreats.Retreat(three[1], entered=("0504",)), "0404", ()) == ["0503"]


def test_american_retreat() -> None:
    position = at(
        {**COAST, "hexes": {**COAST["hexes"], "rough": ["0503", "0405"]}}, us="0404", jp={"J:434": "0305"}, beachheads="0402"
    )
    retreat = retreats.Retreat(ARMY[0].name)
    assert retreats.steps(position, retreat, "0404", ()) == ["0503"]
    assert retreats.steps(position, retreat, "0404", ("0403",)) == ["0302", "0402", "0502"]
    lost = replace(position, beachheads=frozenset())
    assert retreats.steps(lost, retreat, "0404", ()) == ["0503"]
    barred = replace(position, board=replace(position.board, towns=frozenset({"0503", "0403"})))
    assert retreats.steps(barred, retreat, "0404", ()) == ["0303"]


def test_scores_of_the_worked_examples() -> None:
    board = kyushu()
    position = Position(board, (Unit(NAMES["J:434"], "2023"), Unit(NAMES["J:435"], "5823")), points=560)
    found = scoring.score(position)
    assert (found["south"], found["jp"]) == (350, 720)  # worked examples 8 and 16
    whole = replace(position, units=(), control=frozenset(board.kagoshima | {"1822", "2006"}), points=673)
    found = scoring.score(whole)
    assert (found["kagoshima"], found["cities"], found["towns"], found["us"]) == (200, 25, 10, 735)
    assert scoring.score(replace(whole, control=frozenset({"1408", "1508"})))["cities"] == 50
    low = Position(board, (Unit(NAMES["J:434"], "0408"),))
    assert (scoring.south(low), scoring.south(low, floor=False)) == (0, -130)


def test_random_positions_are_sound() -> None:
    for seed in range(20):
        rng = random.Random(seed)
        position = random_small(rng, hidden=bool(seed % 2), entering=True, contact=True).position
        board = position.board
        assert all(position.us_at(hex) <= 3 and position.jp_at(hex) <= 3 for hex in board.land)
        assert not any(position.us_at(hex) and position.jp_at(hex) for hex in board.land)
        assert not any(position.militia(unit.hex) for unit in position.us_on_land())
        assert not any(counter.hex in position.us_zone() for counter in position.down)
        assert random_plan(rng)["zones"]
        moves, after = doctrine.movement_phase(position)
        assert len({plan.unit for plan in moves}) == len(moves)
        assert all(after.us_at(hex) <= 3 and after.jp_at(hex) <= 3 for hex in board.land)
