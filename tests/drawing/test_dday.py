"""The map of D-Day at Iwo Jima as it is drawn (levels, signs of positions, landing boxes), and its theme and charts."""

from __future__ import annotations

import gzip
import json
import math
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import beachhead as bh
from beachhead.drawing import draw, draw_board, svg
from beachhead.drawing.geometry import Point, area, inside
from beachhead.drawing.hexes.lattice import ACROSS, Lattice
from beachhead.drawing.hexes.works import SIGNS
from beachhead.drawing.labels import Wish, corners, overlap
from beachhead.games.dday.box.kinds import COLORS
from beachhead.games.dday.phases import ORDER, PHASES
from beachhead.games.dday.table.charts.charts import ATTACK_CODES, BARRAGE_CODES, fire_text, landing_text
from beachhead.games.dday.table.map import SIGNS as SIGN_OF
from beachhead.games.dday.verbs import BOX, WEAPON
from tests.drawing.paths import loops_of

GAME = bh.game("dday")
RULESET = GAME.ruleset(GAME.parameters())
BOARD = GAME.board(RULESET)
THEME = GAME.lore("theme")
LATTICE = Lattice(BOARD, THEME["map"])
CHARTS = {chart["id"]: chart for chart in GAME.charts(RULESET)}


@cache
def drawing() -> dict[str, Any]:
    return draw(GAME, RULESET)


@cache
def layers() -> dict[str, dict[str, Any]]:
    return {layer["id"]: layer for layer in drawing()["layers"]}


@cache
def coast() -> tuple[list[Point], ...]:
    return tuple(loops_of(drawing()["shapes"]["coast"]))


def on_land(point: Point) -> bool:
    return inside(point, coast())


def paths(layer: str, kind: str) -> list[dict[str, Any]]:
    return [path for path in layers()[layer]["paths"] if path["class"] == kind]


def stamps(path: dict[str, Any]) -> list[Point]:
    found, x, y = [], 0, 0
    for dx, dy in zip(path["at"][::2], path["at"][1::2], strict=True):
        x, y = x + dx, y + dy
        found.append((float(x), float(y)))
    return found


# ---------------------------------------------------------------------- ground


def test_every_hex_lies_on_its_side_of_the_shore() -> None:
    wrong = [name for name, kind in BOARD["terrain"].items() if on_land(LATTICE.centre(name)) != (kind != "sea")]
    assert not wrong


def test_levels_are_tints_upon_each_other() -> None:
    sizes = []
    for level in (2, 3, 4, 5):
        (path,) = paths("land", f"level level-{level}")
        sizes.append(sum(abs(area(loop)) for loop in loops_of(path["d"])))
    assert sizes == sorted(sizes, reverse=True) and len(set(sizes)) == 4, "each lies upon the last"
    (summit,) = paths("land", "level level-5")
    high = [name for name, level in BOARD["levels"].items() if level == 5]
    low = [name for name, level in BOARD["levels"].items() if level < 4]
    loops = loops_of(summit["d"])
    assert all(inside(LATTICE.centre(name), loops) for name in high)
    assert not any(inside(LATTICE.centre(name), loops) for name in low)


def test_rough_ground_is_washed_over_and_bluffs_are_not_cliffs() -> None:
    kinds = {path["class"] for path in layers()["land"]["paths"]}
    assert {"wash crag", "wash jungle", "wash cinder", "wash ash"} <= kinds
    assert {"sign stones", "sign trees", "sign grains", "sign ledges"} <= kinds
    assert layers()["cliff"]["paths"] != layers()["escarpment"]["paths"]
    assert {path["class"] for path in layers()["cliff"]["paths"]}.isdisjoint(
        path["class"] for path in layers()["escarpment"]["paths"]
    )


def test_the_teeth_of_a_cliff_point_down() -> None:
    (teeth,) = paths("cliff", "cliff-teeth")
    tips = [loop[2] for loop in loops_of(teeth["d"])]
    assert tips
    high = BOARD["levels"]
    for upper, lower in BOARD["hexsides"]["cliff"]:
        if high.get(upper, 0) == high.get(lower, 0):
            continue
        if high.get(upper, 0) < high.get(lower, 0):
            upper, lower = lower, upper
        one, two = LATTICE.side(upper, lower)
        middle = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
        near = min(tips, key=lambda tip: math.dist(tip, middle))
        assert math.dist(near, LATTICE.centre(lower)) < math.dist(near, LATTICE.centre(upper)), (upper, lower)


# ---------------------------------------------------------------------- positions


def test_every_color_has_a_shape_of_its_own() -> None:
    assert set(SIGN_OF) == set(COLORS) and len(set(SIGN_OF.values())) == len(COLORS)
    assert set(SIGN_OF.values()) <= set(SIGNS)
    assert not {"circle", "diamond", "triangle", "star"} & set(SIGN_OF.values()), "those are target symbols"


def test_every_position_has_its_sign_and_its_code() -> None:
    works = BOARD["works"]
    assert len(works) == 113
    found: dict[Point, str] = {}
    for color in COLORS:
        (path,) = paths("works", f"work {color}")
        found |= dict.fromkeys(stamps(path), color)
        (small,) = paths("works", f"work small {color}")
        assert len(stamps(small)) == len(stamps(path)), "and a small one that is seen beside a counter"
    assert found == {LATTICE.centre(name): work["color"] for name, work in works.items()}
    codes = {(label["x"], label["text"]) for label in drawing()["labels"] if label["class"].startswith("work-code")}
    assert codes == {(LATTICE.centre(name)[0], work["code"]) for name, work in works.items()}


def test_the_hexes_of_a_group_are_linked() -> None:
    groups = Counter(work["group"] for work in BOARD["works"].values())
    links = sum(number - 1 for number in groups.values())
    drawn = sum(
        path["d"].lower().count("m") for path in layers()["work-groups"]["paths"] if path["class"].startswith("work-link")
    )
    assert drawn == links > 20


# ---------------------------------------------------------------------- beaches and boxes


def test_beach_boxes_have_the_bar_and_the_signs_of_their_beach() -> None:
    boxes = {box["id"]: box for box in drawing()["boxes"]}
    for beach in BOARD["landings"]:
        box = boxes[beach["box"]]
        assert box["title"] == beach["name"] and box["place"] == beach["box"]
        bar, *signs = box["signs"]
        assert bar["class"] == f"landing-bar {beach['colour']}"
        assert [sign["class"].split()[-1] for sign in signs] == beach["signs"]


def test_bars_of_beaches_lie_off_the_shore_before_their_hexes() -> None:
    bars = [loop for layer in drawing()["layers"] if layer["class"] == "landing" for loop in loops_of(layer["paths"][1]["d"])]
    assert bars
    for bar in bars:
        assert not on_land(bar[len(bar) // 2])
    for beach in BOARD["landings"]:
        for name in beach["hexes"]:
            near = min(math.dist(LATTICE.centre(name), point) for bar in bars for point in bar)
            assert near < 1.3 * ACROSS, (beach["name"], name)


def test_nothing_lies_on_anything_else() -> None:
    boxes = [(box["x"], box["y"], box["width"], box["height"]) for box in drawing()["boxes"]]
    for spec in (THEME["map"]["key"], THEME["map"]["cartouche"]):
        boxes.append(tuple(part * ACROSS for part in (*spec["at"], *spec["size"])))
    for (ax, ay, aw, ah), (bx, by, bw, bt) in combinations(boxes, 2):
        assert ax + aw <= bx + 0.01 or bx + bw <= ax + 0.01 or ay + ah <= by + 0.01 or by + bt <= ay + 0.01
    for x, y, width, height in boxes:
        assert x >= 20 and y >= 20 and x + width <= drawing()["width"] - 20 and y + height <= drawing()["height"] - 20
        assert not any(on_land(point) for point in ((x, y), (x + width, y), (x, y + height), (x + width, y + height)))


def test_names_do_not_run_over_each_other() -> None:
    names = []
    for label in drawing()["labels"]:
        if label["class"].split()[0] in ("hill", "village", "airfield", "ridge", "sector", "mountain", "ocean"):
            wish = Wish(label["text"], label["class"], [], label.get("angle", 0))
            names.append((label["text"], corners(wish, (label["x"], label["y"]), 0)))
    assert len(names) > 20
    assert not [(one, two) for (one, a), (two, b) in combinations(names, 2) if overlap(a, b)]


def test_the_drawing_is_small_and_makes_pictures() -> None:
    assert len(gzip.compress(json.dumps(drawing()).encode())) < 160_000
    for dark in (False, True):
        picture = svg(drawing(), THEME, dark=dark)
        assert picture.startswith("<svg") and "var(" not in picture


def test_a_board_without_positions_or_beaches_can_be_drawn() -> None:
    bare = {
        "kind": "hexes",
        "lines": 4,
        "positions": 4,
        "shifted": "even",
        "terrain": {f"{line:02}{place:02}": "clear" for line in range(1, 5) for place in range(1, 5)},
        "levels": {f"{line:02}{place:02}": 1 + (line > 2) for line in range(1, 5) for place in range(1, 5)},
    }
    made = draw_board(bare, THEME | {"map": {"lines": "rows", "first": "south"}})
    assert not any(layer["id"].startswith("work") for layer in made["layers"])
    assert any(path["class"] == "level level-2" for layer in made["layers"] for path in layer["paths"])


# ---------------------------------------------------------------------- theme and charts


def test_the_theme_has_the_phases_boxes_weapons_and_options_of_the_game() -> None:
    assert [phase["id"] for phase in THEME["phases"]] == [PHASES[number].name for number in ORDER]
    assert list(THEME["names"]["box"]) == list(RULESET.names[BOX].full)
    assert list(THEME["names"]["weapon"]) == list(RULESET.names[WEAPON].full)
    assert set(RULESET.names[BOX].full) <= set(THEME["places"])
    for option in GAME.options:
        assert set(THEME["options"][option.name]) == {
            str(value).lower() if isinstance(value, bool) else value for value in option.values
        }


def test_the_cards_of_the_theme_are_those_of_the_deck() -> None:
    parts = RULESET.components
    assert list(THEME["cards"]) == list(RULESET.deck.names)
    for card in parts.cards:
        said = THEME["cards"][f"card {card.number}"]["parts"]
        event = card.event_on(219)
        assert said["landing"]["title"] == f"Landing: {landing_text(card)}"
        assert said["event"]["title"] == f"Event: {parts.events[event].title if event >= 0 else 'none'}"
        assert said["fire"]["title"].startswith(f"Fire: {fire_text(card)}; ")
        divided = f"Artillery: points divided by {card.artillery}." if card.artillery else "No artillery."
        assert said["fire"]["says"] == divided
        fight = parts.close_combat_events[card.close_combat].title if card.close_combat >= 0 else "no event"
        assert said["combat"]["title"] == f"Close combat: {fight}"


def test_charts_cite_cases_and_have_a_cell_for_every_column() -> None:
    for chart in CHARTS.values():
        assert chart["case"] in GAME.cases
        assert all(len(row["cells"]) == len(chart["columns"]) for row in chart["rows"]), chart["id"]


def test_charts_tell_what_the_components_say() -> None:
    def cells(chart: str, row: str) -> list[str]:
        return next(line["cells"] for line in CHARTS[chart]["rows"] if line["title"] == row)

    def codes(chart: str) -> set[str]:
        return {code for row in CHARTS[chart]["rows"] for cell in row["cells"] for code in cell.split()}

    assert codes("attack") <= set(ATTACK_CODES) and codes("barrage") <= set(BARRAGE_CODES)
    assert cells("attack", "1:1") == ["R", "JD", "JD"]
    assert cells("barrage", "symbol and color") == [
        "D",
        "D A",
        "D A X *",
        "D A X *",
    ]
    assert cells("fire", "steady, any counter face down") == ["a step and disrupted", "nothing"]
    assert cells("fire", "intense, all face up") == ["a step and disrupted", "disrupted"]
    assert cells("terrain", "rocky")[:2] == ["stop", "blocks"] and cells("terrain", "wooded")[3] == "-"
    assert cells("actions", "turns 1-6, M (from turn 2)")[:2] == ["machine-gun fire", "mortar fire"]
    assert cells("weapons", "engineers") == ["DE FT", "-"]
    assert cells("reinforcements", "turn 2") == ["3/27", "Red 1 or Red 2"]
    assert len(CHARTS["cards"]["rows"]) == 55 and len(CHARTS["positions"]["rows"]) == 73
    assert len(CHARTS["japanese"]["rows"]) == 84 and len(CHARTS["forts"]["rows"]) == 44
    assert sum(int(row["cells"][-1]) for row in CHARTS["depth"]["rows"]) == 72
    assert sum(int(row["cells"][0]) for row in CHARTS["us-counters"]["rows"]) == 156
    assert sum(int(row["cells"][0]) for row in CHARTS["heroes"]["rows"]) == 8


def test_the_schedule_has_six_turns_with_what_they_bring() -> None:
    turns = GAME.schedule(RULESET)
    assert [turn["turn"] for turn in turns] == [1, 2, 3, 4, 5, 6]
    assert all(case in GAME.cases for turn in turns for case in turn["cases"])
    assert "naval gunfire 1, airstrike 1" in turns[1]["says"] and "Japanese artillery fires" in turns[2]["says"]
    assert "the last turn: nightfall" in turns[5]["says"]
