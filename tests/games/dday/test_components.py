"""What is in the box of D-Day."""

from __future__ import annotations

from collections import Counter
from typing import Any

from beachhead.engine.files.datafile import read_yaml
from beachhead.games.dday.box.components import BOX as READER
from beachhead.games.dday.box.components import FILES, FOLDER
from beachhead.games.dday.box.kinds import (
    ARMOR,
    BLACK,
    BROWN,
    CARD_COLORS,
    CIRCLE,
    COLORS,
    CORPS,
    DE,
    DIAMOND,
    FT,
    GOLD,
    GREEN,
    JAPANESE_KINDS,
    MO,
    MORTAR,
    RD,
    RED,
    STAR_SYMBOL,
    SYMBOLS,
    TRIANGLE,
    US_TYPES,
    WEAPONS,
    names_of,
)
from beachhead.testing import proves

BOX = READER.ours
BOARD = BOX.board
OURS: dict[str, Any] = {name: read_yaml((FOLDER / "components" / f"{name}.yaml").read_text(encoding="utf-8")) for name in FILES}
UNITS = {unit.id: unit for unit in BOX.us_units}


def codes(positions: Any) -> list[str]:
    return [BOARD.positions[number].code for number in positions]


def words(mask: int) -> set[str]:
    return set(names_of(mask, WEAPONS))


# ---------------------------------------------------------------------- what is in the box


def test_there_is_a_file_for_every_section_and_no_other() -> None:
    assert sorted(path.stem for path in (FOLDER / "components").glob("*")) == sorted(FILES)
    assert len(FILES) == 12


def test_the_map() -> None:
    assert (BOARD.grid.size, BOARD.land, len(BOARD.shore)) == (925, 602, 92)
    assert (len(BOARD.positions), len(BOARD.groups), len(BOARD.boxes)) == (113, 73, 15)
    assert [position.code for position in BOARD.positions][-9:] == [f"M{number}" for number in range(1, 10)]
    assert [position.code for position in BOARD.positions if position.letter == "G"] == [f"G{number}" for number in range(1, 11)]
    firsts = [group.first for group in BOARD.groups]
    assert firsts == sorted(firsts)
    assert Counter(position.color for position in BOARD.positions if position.fort == 2) == {
        BLACK: 2,
        CARD_COLORS.index("purple"): 1,
    }
    assert {number: len(hexes) for number, hexes in BOARD.airfields.items()} == {1: 12, 2: 10, 3: 5}


@proves("dday", "2.1-errata-1", "3.0")
def test_the_map_faces_the_player() -> None:
    """The landing beaches are in the nearest rows, Suribachi at the left."""
    east = [box for box in BOARD.boxes if box.shore == 0]
    assert [box.name for box in east] == ["Green", "Red 1", "Red 2", "Yellow 1", "Yellow 2", "Blue 1", "Blue 2"]
    columns = [int(BOARD.grid.names[space][2:]) for box in east for space in box.hexes]
    assert columns == sorted(columns) == list(range(6, 21))
    assert max(int(BOARD.grid.names[s][2:]) for s in range(BOARD.land) if BOARD.sector[s] == 1) == 6
    assert OURS["map"]["sectors"][1]["name"] == "Suribachi"


@proves("dday", "2.1-errata-6", "2.1-errata-7")
def test_positions_that_the_errata_name() -> None:
    for code, name, color in (("I11", "1326", None), ("M9", "2335", BLACK)):
        position = BOARD.positions[BOARD.position_index[code]]
        assert BOARD.grid.names[position.hex] == name
        assert color is None or position.color == color


@proves("dday", "6.5.3-a", "6.5.3-b", "6.5.3-c", "6.5.3-errata", "6.5.3-important")
def test_what_guns_are_worth() -> None:
    totals: Counter[int] = Counter()
    for position in BOARD.positions:
        totals[position.sector] += position.artillery
        if position.artillery:
            assert position.artillery == (3 if position.sector == 1 else 2 if position.hilltop else 1)
    assert dict(totals) == {1: 6, 2: 0, 3: 29, 4: 12}


@proves("dday", "2.1-errata-4", "2.1-errata-5", "5.1-d")
def test_fire_squares() -> None:
    squares = {box.name: set(names_of(box.squares, COLORS)) for box in BOARD.boxes}
    assert {"brown", "purple"} <= squares["Yellow 2"] and "red" not in squares["Yellow 2"]
    assert "brown" not in squares["Red 1"]
    assert "blue" in squares["Blue 1"] and not squares["Blue 1"] & {"red", "black"}


@proves("dday", "2.4.6-cliffs")
def test_cliffs() -> None:
    grid = BOARD.grid
    along = {"0534", "0634", "0735", "0835", "1736", "1836", "1936", "2036", "2136"}
    assert len(BOARD.cliffs) == 17
    assert all({grid.names[side[0]], grid.names[side[1]]} & along for side in BOARD.cliffs)


def test_the_deck() -> None:
    cards = BOX.cards
    assert [card.number for card in cards] == list(range(1, 56))
    assert Counter(entry.color for card in cards for entry in card.fire) == {0: 28, 1: 28, 2: 27, 3: 27, 4: 28, 5: 27}
    assert Counter(card.target for card in cards) == {CIRCLE: 18, DIAMOND: 18, TRIANGLE: 19}
    assert sum(entry.bar for card in cards for entry in card.fire) == 24
    assert Counter(card.drift for card in cards) == {-1: 13, 0: 29, 1: 13}
    assert Counter(card.artillery for card in cards) == {0: 27, 5: 4, 6: 7, 8: 7, 10: 6, 12: 4}
    thirty = cards[29]
    assert (COLORS[thirty.landing_color], SYMBOLS[thirty.landing_symbol], thirty.drift) == ("blue", "diamond", 1)
    assert (cards[24].fire[0].color, cards[24].fire[0].mark, cards[24].fire[0].bar) == (GOLD, MORTAR, True)
    assert [entry.color for entry in cards[30].fire] == [RED, BROWN, GREEN] and cards[30].target == CIRCLE
    assert [entry.mark for entry in cards[48].fire] == [0, ARMOR, 6]


@proves("dday", "2.3-event-dates")
def test_events_hold_until_the_next_date() -> None:
    nine = BOX.cards[8]
    titles = [BOX.events[event].title if (event := nine.event_on(date)) >= 0 else None for date in (219, 220, 224, 225, 311)]
    assert titles == [None, "Minefields", "Minefields", "Japanese Fortification", "Japanese Fortification"]
    seven = BOX.cards[6]
    assert [BOX.events[seven.event_on(date)].id for date in (219, 228, 305, 306)] == [
        "smoke",
        "japanese-tank-attack",
        "japanese-tank-attack",
        "caves",
    ]


@proves("dday", "2.4.4-a-errata")
def test_which_cards_hit_a_fort() -> None:
    hits = [card.number for card in BOX.cards if card.hits_fort()]
    assert 39 in hits and 1 in hits and 2 not in hits
    assert len(hits) == 27


def test_events_have_their_cases() -> None:
    assert len(BOX.events) == 38 and len(BOX.close_combat_events) == 6
    assert all(event.case.startswith("20.0-") for event in BOX.events)
    assert all(event.case.startswith("21.0-") for event in BOX.close_combat_events)
    assert BOX.events[BOX.event_index["rain"]].title == "Rain"
    assert BOX.close_combat_events[BOX.close_combat_index["heroism"]].id == "heroism"


@proves("dday", "2.2.1-steps", "2.2.1-steps-a", "8.1.1-tank", "8.1.1-printed")
def test_us_units() -> None:
    assert Counter(US_TYPES[unit.type] for unit in BOX.us_units) == {
        "rifle": 81, "hw": 9, "bn_hq": 27, "engineer": 12, "tank": 18, "regimental_hq": 9,
    }  # fmt: skip
    shown = {kind.name: (kind.steps, kind.strength[1 : kind.steps + 1], kind.range[1 : kind.steps + 1]) for kind in BOX.us_types}
    assert shown["rifle"] == (4, (2, 4, 6, 8), (1, 1, 2, 2))
    assert shown["hw"] == (4, (2, 4, 6, 8), (1, 2, 2, 2))
    assert shown["bn_hq"] == (2, (2, 3), (1, 2))
    assert shown["engineer"] == (2, (2, 4), (1, 1))
    assert shown["tank"] == (2, (2, 4), (2, 2))
    assert BOX.us_types[US_TYPES.index("tank")].barrage_range[1:3] == (3, 3)
    assert BOX.us_types[US_TYPES.index("regimental_hq")].command_range == 2
    proven = {"A/1/25": DIAMOND, "C/1/28": CIRCLE, "F/2/27": TRIANGLE, "B/5E": CIRCLE, "2A/5Tk": DIAMOND, "HW/25": STAR_SYMBOL}
    assert {name: UNITS[name].symbol for name in proven} == proven
    assert words(UNITS["A/1/3"].back_weapons) == {"MG", "BR"}
    ids = [unit.id for unit in BOX.us_units]
    assert ids[:6] == ["HQ/3", "HQ/1/3", "A/1/3", "B/1/3", "C/1/3", "HQ/2/3"]
    assert ids[-1] == "P/5E"


@proves("dday", "2.2.1-steps-e")
def test_step_loss_markers() -> None:
    sets = Counter(marker.step1 for marker in BOX.step_losses)
    assert len(BOX.step_losses) == 60 and set(sets.values()) == {3} and len(sets) == 20
    assert all(marker.step3 & marker.step1 == marker.step3 and marker.step3.bit_count() == 1 for marker in BOX.step_losses)


@proves("dday", "2.2.2-formations")
def test_japanese_units() -> None:
    units = BOX.japanese_units
    assert Counter(JAPANESE_KINDS[unit.kind] for unit in units) == {"infantry": 80, "tank": 3, "hq": 1}
    assert {unit.formation for unit in units if not unit.elite} == set(BOX.formations) == {"SAG", "TAP", "MC", "E", "MG"}
    assert BOX.formations["SAG"] == "Southern Air Group"
    first = units[BOX.japanese_index["A/309"]]
    assert (first.strength, first.elite, first.requires) == (4, True, DE | MO)
    assert len({unit.color for unit in units if unit.color >= 0}) == 3


@proves("dday", "17.2-b")
def test_depth_forts_and_heroes() -> None:
    assert Counter(marker.kind for marker in BOX.depth_markers) == {0: 65, 1: 4, 2: 3}
    assert Counter(fort.fort_class for fort in BOX.forts) == {1: 14, 2: 18, 3: 12}
    assert [(kind.strength, kind.steps, kind.reduces_to) for kind in BOX.fort_classes] == [(3, 3, 2), (2, 2, 3), (1, 1, 0)]
    assert Counter(hero.type for hero in BOX.heroes) == {0: 3, 1: 3, 2: 2}


@proves("dday", "2.2.3")
def test_markers_of_limited_number() -> None:
    assert BOX.markers["command_range"] == 9 and BOX.markers["smoke"] == 3
    assert len(BOX.japanese_heroes) == 2


@proves("dday", "2.4.4-d-errata", "8.2-chart", "8.2.8-c", "8.2.8-d")
def test_weapons() -> None:
    chart = BOX.charts.weapons
    assert words(chart.battalion_hq_adjacent) == {"FT", "MO", "RD"} and not chart.battalion_hq_ranged & FT
    assert chart.battalion_hq_ranged & RD
    assert words(chart.tank_ranged) == {"AR", "BZ", "BR", "MG"} and chart.tank_adjacent == chart.tank_ranged | FT
    assert words(chart.artillery) == {"AR", "DE"} and words(chart.naval_gunfire) == {"NA"} and chart.airstrike == 0
    assert words(chart.engineer) == {"DE", "FT"}


@proves("dday", "8.3-chart", "8.4-chart", "6.3-chart")
def test_cells_that_the_examples_show() -> None:
    attack, barrage, fire = BOX.charts.attack, BOX.charts.barrage, BOX.charts.fire
    cell = dict(zip(attack.rows, attack.cells, strict=True))
    assert (cell["1:1"][1], cell["2:1"][0], cell["3:2"][0], cell["1:2"][1]) == (("JD",), ("JX",), ("R",), ("NE",))
    assert {code for row in attack.cells for result in row for code in result} >= {"UD", "UX", "J+", "JH", "JE", "JEX", "JDX"}
    assert barrage.cells[-1][-1] == ("D", "A", "X", "*") and barrage.columns[-1] == 6
    assert barrage.symbols["artillery"] == DIAMOND
    assert fire.result(False, True, True) == 3 and fire.result(False, True, False) == 0
    assert fire.result(True, True, False) == 3 and fire.result(True, False, False) == 2


@proves("dday", "summary")
def test_the_summary_of_actions() -> None:
    early = BOX.charts.actions["gt_1_to_6"]
    assert early[0] == {"us_in_fof": ("fire",), "no_us": (), "unoccupied": (), "tank": ()}
    assert early[MORTAR]["us_in_fof"] == ("mg_fire",) and early[MORTAR]["no_us"] == ("mortar",)
    assert early[MORTAR]["unoccupied"] == ("muster", "fire_if_us_in_fof")
    assert early[4]["us_in_fof"] == ("resupply", "fire") and early[4]["no_us"] == ("redeploy", "fire_if_us_in_fof")
    assert BOX.charts.mark_from == (1, 1, 3, 2, 6, 7, 22)


def test_the_calendar() -> None:
    charts = BOX.charts
    known = {1: 219, 6: 219, 7: 220, 21: 224, 22: 225, 34: 301, 45: 304, 49: 306, 63: 310, 66: 311}
    assert {turn: charts.dates[turn] for turn in known} == known
    assert [charts.parts[turn] for turn in (6, 7, 8, 9, 66)] == ["", "AM", "midday", "PM", "PM"]
    assert charts.last_turn == 66


@proves("dday", "19.0", "18.4.2")
def test_reinforcements() -> None:
    second = [arrival for arrival in BOX.arrivals if arrival.turn == 2]
    assert [([BOX.us_units[unit].id for unit in arrival.units], arrival.boxes) for arrival in second] == [
        (["HQ/3/27", "I/3/27", "K/3/27", "L/3/27"], ("Red 1", "Red 2"))
    ]
    early = Counter(arrival.turn for arrival in BOX.arrivals for _ in arrival.units if arrival.turn <= 6)
    assert early == {2: 4, 3: 5 + 4 + 4 + 2, 4: 5 + 4 + 2, 5: 8 + 4 + 1 + 4, 6: 1 + 4 + 1}
    assert [arrival.any_box for arrival in BOX.arrivals if arrival.turn == 5 and len(arrival.units) == 4] == [False, True]
    assert BOX.artillery_totals == {3: 10, 4: 10, 5: 10, CORPS: 8}
    assert len(BOX.optional_arrival) == 14


def test_who_lands_first() -> None:
    first = BOX.scenarios[1]
    assert Counter(start.wave for start in first.us_boxes for _ in start.units) == {1: 32, 2: 8}
    assert (first.first_turn, first.last_turn, first.closed_sectors, first.artillery_ignored) == (1, 6, (1,), True)
    ashore = {unit for start in first.us_boxes for unit in start.units}
    later = {unit for arrival in BOX.arrivals for unit in arrival.units}
    assert not ashore & later


@proves("dday", "18.0-errata-1", "18.0-errata-2")
def test_sector_3_has_one_more_unit_at_nishi() -> None:
    sector = next(setup for setup in BOX.scenarios[1].japanese if setup.sector == 3)
    assert len(sector.near) + len(sector.far) == 14 and sector.from_reserve == ("L3",)
    assert any("L3" in fort.positions and fort.classes == (2,) for fort in BOX.scenarios[1].forts)
    assert any("L3" in fort.positions and fort.classes == (2,) for fort in BOX.scenarios[6].forts)


def test_marks_repeat_the_set_up_display() -> None:
    first = BOX.scenarios[1]
    drawn = {code for setup in first.japanese for code in (*setup.near, *setup.far)} | {"L3"}
    assert drawn == {position.code for position in BOARD.positions if position.x}
    assert [setup.depth for setup in first.japanese] == [1, 14, 27, 20]
    assert [setup.reserve for setup in first.japanese] == [0, 6, 18, 10]


def test_all_six_scenarios() -> None:
    found = {number: (data.name, data.first_turn, data.last_turn) for number, data in BOX.scenarios.items()}
    assert found == {
        1: ("D-Day", 1, 6),
        2: ("Suribachi", 7, 21),
        3: ("Drive to the North", 7, 21),
        4: ("Hot Rocks", 22, 45),
        5: ("Drive to the Sea", 49, 63),
        6: ("Sands of Iwo Jima (campaign)", 1, 66),
    }
    assert BOX.scenarios[6].japanese == BOX.scenarios[1].japanese and BOX.scenarios[6].us_boxes == BOX.scenarios[1].us_boxes
    rule = BOX.scenarios[1].rule("support_points")
    assert rule is not None and rule.case == "18.4.4-e" and rule.details["naval_gunfire"] == 1
    assert BOX.scenarios[2].rule("second_wave") is None
