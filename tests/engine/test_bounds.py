"""Data from outside has bounds: what would hang, fill the memory or end in a traceback is refused where it comes in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.action import Names
from beachhead.engine.chance.dice import Dice
from beachhead.engine.files import bounds
from beachhead.engine.files.datafile import load_file
from beachhead.games.saipan.state import SaipanState
from beachhead.series.island_war.combat.routes import Route
from beachhead.vectors import load_vectors
from tests.fuzz.examples import states

SAIPAN, RAGE = bh.game("saipan"), bh.game("rage")
SAVE = json.loads(bh.dumps(SAIPAN.new("historical", seed=7)))
RECORD = bh.Match.new("saipan", "historical", seed=7).record()
LAUGHS = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(8)
)


def with_heading(name: str, value: str, record: str = RECORD) -> str:
    """A record with a heading added, and without the digest that it would no longer have."""
    kept = [line for line in record.splitlines() if not line.startswith(("[Digest ", f"[{name} "))]
    return "\n".join([*kept[:4], f"[{name} {json.dumps(value)}]", *kept[4:]])


def track(support: Any, turns: int = 15) -> str:
    """A turn track of Saipan as a record's components say it."""
    return json.dumps({"turn_track": [{"turn": n, "date": "", "support": support} for n in range(1, turns + 1)]})


# ---------------------------------------------------------------------- records


@pytest.mark.parametrize(
    ("record", "words"),
    [
        pytest.param(with_heading("Setup-components", track([10**15, 0])), "at most 99", id="support points"),
        pytest.param(with_heading("Setup-components", track([1, 0], 100)), "at most 99 items", id="a hundred turns"),
        pytest.param(with_heading("Setup-roster", '{"U:X": "infantry 1-1-10000"}'), "at most 99", id="movement points"),
        pytest.param(with_heading("Setup-board", '{"size": [5, 5], "turns": 1000000000}'), "at most 99", id="turns"),
        pytest.param(with_heading("Setup-board", '{"size": [61, 5]}'), "at most 60", id="rows"),
        pytest.param(with_heading("Setup-x", "1" * 5000), "too large", id="digits in a setup"),
        pytest.param(with_heading("Option-x", "1" * 5000), "too large", id="digits in an option"),
        pytest.param(with_heading("Setup-x", "{}"), "no part 'x'", id="an unknown part"),
        pytest.param(with_heading("Setup-options", "{}"), "reinforcement_rate is missing", id="options in place of options"),
        pytest.param(with_heading("Setup-components", '{"turn_track": [NaN]}'), "not a usable number", id="not a number"),
        pytest.param(with_heading("Setup-board", "[" * 5000), "nested too deeply", id="nesting"),
        pytest.param(with_heading("Seat-us", "\ud800"), "Unicode", id="half a character"),
        pytest.param(RECORD + "move " + "a " * 20_000 + "\n", "at most 400 characters", id="a line of 40 kB"),
        pytest.param(RECORD + "done\n" * 8001, "no match takes more than 8000", id="8001 actions"),
        pytest.param("".join(f'[H{n} "x"]\n' for n in range(65)) + RECORD, "at most 64 headings", id="65 headings"),
        pytest.param(RECORD + "#" * bounds.RECORD, "at most 4000000", id="four megabytes"),
        pytest.param(None, "must be text", id="nothing"),
    ],
)
def test_a_record_beyond_the_bounds_is_refused(record: Any, words: str) -> None:
    with pytest.raises(bh.BeachheadError, match=words) as error:
        bh.Match.load(record)
    assert len(str(error.value)) < 500


def bent_start(**fields: Any) -> str:
    """A record that begins with a save of the first state, changed."""
    return with_heading("Start", json.dumps(SAVE["state"] | fields))


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        pytest.param({"flags": 400_000_000}, "for flags", id="a number of bytes"),
        pytest.param({"flags": [0]}, "1 numbers for flags", id="too few bytes"),
        pytest.param({"flags": [256] * len(SAVE["state"]["flags"])}, "0 to 255", id="no bytes"),
        pytest.param({"points": [10**15, 0]}, "points", id="support points"),
        pytest.param({"points": [-3, 0]}, "points", id="negative points"),
        pytest.param({"turn": 10**30}, "too large", id="turn"),
        pytest.param({"shells": 100}, "for shells", id="shells"),
        pytest.param({"landed": 10**9}, "for landed", id="landed"),
        pytest.param({"dice": {"seed": "0" * 32, "counts": {"dice": 2**64 - 1}}}, "too large", id="dice"),
        pytest.param({"dice": {"seed": "0" * 32, "counts": dict.fromkeys(map(str, range(17)), 0)}}, "16 streams", id="streams"),
        pytest.param({"stack": [["turn", 0]] * 40}, "at most 32", id="deep stack"),
        pytest.param({"stack": [["turn"] + [0] * 300]}, "not a step", id="long step"),
        pytest.param({"stack": [["walk"]]}, "does not know", id="no such step"),
        pytest.param({"paths": [[0]] * 20_001}, "at most 20000", id="long list"),
        pytest.param({"verdict": "x" * 2000}, "more than 1000 characters", id="long text"),
    ],
)
def test_a_save_beyond_the_bounds_is_refused(fields: dict[str, Any], words: str) -> None:
    for load in (
        lambda: bh.Match.load(bent_start(**fields)),
        lambda: bh.loads(json.dumps(SAVE | {"state": SAVE["state"] | fields})),
    ):
        with pytest.raises(bh.PositionError, match=words) as error:
            load()
        assert len(str(error.value)) < 500


def test_digits_without_end_in_a_save() -> None:
    with pytest.raises(bh.PositionError, match="too large"):
        bh.loads(f'{{"beachhead": {"1" * 5000}}}')


def test_dice_that_have_been_thrown_too_often() -> None:
    Dice.from_plain({"seed": "0" * 32, "counts": {"dice": 2**63 - 1}}).roll()
    with pytest.raises(bh.PositionError, match="drawn from"):
        Dice.from_plain({"seed": "0" * 32, "counts": {"dice": 2**63}})


def test_a_match_from_a_position_on_its_own_board_has_a_record() -> None:
    units = {"U:A": "infantry 5-4-8 at 0404", "J:X": "infantry 2-3-8 at 0406"}
    for scenario in ("historical", "free"):
        position = {"scenario": scenario, "board": {"size": [7, 7]}, "units": units, "phase": "us movement"}
        match = bh.Match(SAIPAN.position(position))
        match.play("move U:A 0403")
        again = bh.Match.load(match.record())
        assert again.state.digest() == match.state.digest()
        assert again.record() == match.record()


@pytest.mark.parametrize("scenario", ["free", "historical"])
def test_a_board_on_which_nobody_could_begin_is_refused(scenario: str) -> None:
    record = bh.Match.new("saipan", scenario, seed=7).record()
    with pytest.raises(bh.PositionError, match=r"needs 6|has no hex to start in"):
        bh.Match.load(with_heading("Setup-board", '{"size": [3, 3]}', record))


# ---------------------------------------------------------------------- positions


def position(**more: Any) -> dict[str, Any]:
    """A small board with a coast."""
    units = {"U:A": "infantry 5-4-8 at 0404", "J:X": "infantry 2-3-8 at 0303", "J:Y": "infantry 2-3-8 at 0202"}
    board = {"size": [7, 7], "hexes": {"sea": ["0301", "0201"]}, "beaches": ["0302", "0202"]}
    return {"board": board, "units": units | more.pop("units", {}), "phase": "us combat"} | more


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"support": {"us": 10**30}}, "too large"),
        ({"support": {"us": 100}}, "support of us must be a whole number from 0 to 99, not 100"),
        ({"support": {"us": -3}}, "support of us must be a whole number from 0 to 99, not -3"),
        ({"support": {"us": float("inf")}}, "inf is not a usable number"),
        ({"support": {"us": float("nan")}}, "nan is not a usable number"),
        ({"support": {"usa": 3}}, "support: there is no side 'usa'; there are us, jp"),
        ({"support": [3, 0]}, "support must be a mapping"),
        ({"turn": 3.7}, "turn must be a whole number"),
        ({"turn": 10**5000}, "thousands of digits"),
        ({"first turn": {"landed": 10**9}}, "landed must be a whole number from 0 to 99"),
        ({"units": {"U:B": "infantry 5-4-100 at 0405"}}, "at most 99"),
        ({"units": {f"U:{n}": "infantry 1-1-1 at pool" for n in range(250)}}, "at most 200"),
        ({"units": {"U:a": "infantry 1-1-1 at pool"}}, "capital letters"),
        ({"units": {"U:x\ny": "infantry 1-1-1 at pool"}}, "printable"),
        ({"beachheads": ["0505"]}, "beachhead markers: 0505 is not a Beach hex"),
        ({"beachheads": ["0301"]}, "beachhead markers: 0301 is not a Beach hex"),
        ({"beachheads": ["0202"]}, "J:Y holds 0202"),
        ({"beachheads": ["0302", "0302"]}, "invalid|listed twice"),
        ({"beachheads": "0302"}, "beachheads must be a list"),
        ({"noted": ["0505"]}, "noted landings: 0505 is not a Beach hex"),
        ({"units": {"U:B": "infantry 1-1-1 in sea 0404 for 0302"}}, "both at 0404"),
        ({"units": {"U:B": "infantry 1-1-1 in sea 0402 for 0302"}}, "from 0402, which is not sea"),
        ({"units": {"U:B": "infantry 1-1-1 in sea 0301 for 0505"}}, "0505, which is not a Beach hex"),
        ({"units": {"U:B": "infantry 1-1-1 in sea 0301 for 0302"}}, "which no Japanese unit holds"),
        ({"units": {"J:B": "infantry 1-1-1 in sea 0201 for 0202"}}, "J:B is Japanese"),
        (
            {"units": {"U:B": "infantry 1-1-1 in sea 0201 for 0202", "U:C": "infantry 1-1-1 in sea 0301 for 0202"}},
            "two units storm 0202|not adjacent",
        ),
    ],
    ids=bounds.clip,
)
def test_a_position_that_cannot_exist_is_refused(more: dict[str, Any], words: str) -> None:
    with pytest.raises(bh.PositionError, match=words) as error:
        SAIPAN.position(position(**more))
    assert len(str(error.value)) < 500


@pytest.mark.parametrize(("more", "words"), [({1: "x", "a": "y"}, "1: unknown key"), ({None: 1}, "a key must be text")])
def test_keys_of_a_position_are_texts(more: dict[Any, Any], words: str) -> None:
    for game in (SAIPAN, RAGE):
        with pytest.raises(bh.PositionError, match=words):
            game.position(more)


def test_a_position_next_to_these_is_accepted() -> None:
    state = SAIPAN.position(
        position(units={"U:B": "infantry 1-1-1 in sea 0201 for 0202"}, beachheads=["0302"], support={"us": 99})
    )
    assert any(str(action) == "attack U:B J:Y" for action in state.actions())


def test_a_unit_far_from_the_beach_it_is_to_storm() -> None:
    board = {"size": [7, 7], "hexes": {"sea": ["0101", "0707"]}, "beaches": ["0202"]}
    units = {"U:B": "infantry 1-1-1 in sea 0707 for 0202", "J:Y": "infantry 2-3-8 at 0202"}
    with pytest.raises(bh.PositionError, match="not adjacent to 0202"):
        SAIPAN.position({"board": board, "units": units, "phase": "us combat"})


@pytest.mark.parametrize(
    "more",
    [
        {"vp": {"us": float("inf")}},
        {"caves": {"okina": 2**70}},
        {"landed": {"okina": -1}},
        {"vp": {"us": 10**30}},
        {"units": {"23/4": "okina, " + "9" * 5000 + " steps"}},
        {1: 2},
    ],
    ids=lambda more: str(more)[:40],
)
def test_a_position_of_rage_beyond_the_bounds_is_refused(more: dict[Any, Any]) -> None:
    with pytest.raises(bh.PositionError) as error:
        RAGE.position({"phase": "us movement"} | more)
    assert len(str(error.value)) < 500


# ---------------------------------------------------------------------- saves that would break later


def moment(game: str, step: str) -> dict[str, Any]:
    """A save at a step."""
    state = next(state for state in states(game) if state.decision.step == step)
    save: dict[str, Any] = json.loads(bh.dumps(state))
    return save


def frames(save: dict[str, Any], top: list[Any]) -> dict[str, Any]:
    """The save with another record on top of its stack."""
    stack = save["state"]["stack"]
    return save | {"state": save["state"] | {"stack": [*stack[:-1], top]}}


@pytest.mark.parametrize(
    ("game", "step", "top"),
    [
        ("rage", "jp move", ["jp move", 30]),
        ("rage", "jp move", ["jp move", 999, 1, 1, 0, 0]),
        ("rage", "move", ["move", -1, 5, 0]),
        ("rage", "move", ["move", 47, 5, 0]),
        ("rage", "entry", ["entry", 47, 0]),
        ("rage", "entry", ["entry", 0]),
        ("rage", "rank", ["losses"]),
        ("rage", "window", ["build"]),
        ("rage", "move", ["turn"]),
        ("saipan", "retreat", ["retreat", 9, -1, -1, 0, 0]),
        ("saipan", "retreat", ["retreat", 1, 5, 99999, 0, 0]),
        ("saipan", "combat", ["land"]),
        ("saipan", "move", ["combat"]),
    ],
    ids=bounds.clip,
)
def test_a_step_that_does_not_fit_is_refused(game: str, step: str, top: list[Any]) -> None:
    save = moment(game, step)
    bh.loads(json.dumps(save))
    with pytest.raises(bh.PositionError):
        bh.loads(json.dumps(frames(save, top)))


def test_a_unit_that_storms_a_beach_without_an_enemy_is_refused() -> None:
    state = SAIPAN.new("historical", seed=3)
    for text in ("1/2 1203", "2/2 1102 1103", "3/2 1002", "1/6 0902", "2/6 0801 0802", "3/6 0702"):
        state.apply(f"land {text}")
    save = json.loads(bh.dumps(state))
    assert isinstance(state, SaipanState)
    held = state.ruleset.ground.grid.space("1103")
    where = [-2 if space == held else space for space in save["state"]["where"]]
    with pytest.raises(bh.PositionError, match="no Japanese unit holds"):
        bh.loads(json.dumps(save | {"state": save["state"] | {"where": where}}))


@pytest.mark.parametrize("units", [30, 49, 100])
def test_a_retreat_through_a_throng_is_found(units: int) -> None:
    """Chains of displacement are beyond counting here; the steps that some chain makes possible are three."""
    side = 10 if units == 100 else 7
    places = [f"{3 + n // side:02}{3 + n % side:02}" for n in range(units)]
    throng = {f"J:{n}": f"infantry 2-3-8 at {place}" for n, place in enumerate(places)}
    throng["U:A"] = f"infantry 9-9-8 at 02{3 + side // 2:02}"
    state = SAIPAN.position(
        {"board": {"size": [20, 20]}, "units": throng, "phase": "us combat", "support": {"us": 99}}, bh.Dice.scripted([4])
    )
    state.apply(next(str(action) for action in state.actions() if action.verb == "attack"))
    while state.decision.step == "attackers":
        state.apply("done")
    state.apply("support 4")
    while state.decision.step == "barrage":
        state.apply("done")
    assert state.decision.step == "retreat"
    assert 1 <= len(state.actions()) <= 3


def test_a_retreat_out_of_a_pocket_with_one_exit_is_found() -> None:
    """Whoever stands at the exit must be displaced for every step, so only the worse kind of route is left. Routes of the better
    kind are beyond counting, and none can be completed: the search for one gives up in time."""
    land = [f"{row:02}{column:02}" for row in range(4, 12) for column in range(4, 12)]
    shore = {*land, "0308", "1208", "1308"}
    sea = [f"{row:02}{column:02}" for row in range(1, 16) for column in range(1, 16) if f"{row:02}{column:02}" not in shore]
    units = {f"J:{number}": f"infantry 2-3-8 at {place}" for number, place in enumerate(land)}
    units["U:A"] = "infantry 9-9-8 at 0308"
    board = {"size": [15, 15], "hexes": {"sea": sea}}
    data = {"board": board, "units": units, "phase": "us combat", "support": {"us": 99}}
    state = SAIPAN.position(data, bh.Dice.scripted([5]))
    for text in (next(str(action) for action in state.actions() if action.verb == "attack"), "done", "support 20", "done"):
        if state.decision.step != "retreat":
            state.apply(text)
    assert state.decision.step == "retreat"
    while not state.over and state.decision.step == "retreat":
        state.apply(state.choices()[0])
    assert "eliminated" not in {unit["place"] for unit in state.view("us")["units"].values()}


def full_island() -> dict[str, Any]:
    """A map of 14 by 14 hexes, full of Japanese units but for one U.S. unit on the west coast and one hex in the far corner."""
    places = [f"{row:02}{column:02}" for row in range(1, 15) for column in range(1, 15)]
    units = {f"J:{place}": f"infantry 1-1-8 at {place}" for place in places if place not in ("0701", "1414")}
    units["U:A"] = "infantry 99-99-8 at 0701"
    return {"board": {"size": [14, 14]}, "units": units, "phase": "us combat", "support": {"us": 3}}


@pytest.mark.plain
@pytest.mark.parametrize("face", range(3, 7))
def test_a_retreat_on_a_full_island_costs_a_bounded_search(face: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three units retreat, each on one of two levels and in three directions: five searches for each, and none of them looks at
    more friends than it may, however few of them it displaces."""
    looks, ways_out = [0], Route.ways_out

    def counted(route: Route, friend: int) -> list[int]:
        looks[0] += 1
        return ways_out(route, friend)

    monkeypatch.setattr(Route, "ways_out", counted)
    state = SAIPAN.position(full_island(), bh.Dice.scripted([face]))
    for text in ("attack U:A J:0601", "also J:0702", "also J:0801", "done"):
        state.apply(text)
    assert state.decision.step == "retreat"
    while state.decision.step == "retreat":
        assert looks[0] <= 3 * 5 * 6_000
        looks[0] = 0
        state.apply(state.choices()[0])


# ---------------------------------------------------------------------- texts of actions

LONG = "move " + "a " * 20_000


@pytest.mark.parametrize(
    "ask",
    [
        SAIPAN.parse,
        lambda text: SAIPAN.new(seed=1).parse(text),
        lambda text: SAIPAN.new(seed=1).apply(text),
        lambda text: SAIPAN.new(seed=1).why_not(text),
        lambda text: SAIPAN.new(seed=1).odds(text),
        lambda text: bh.Match.new("saipan", seed=1).play(text),
    ],
)
@pytest.mark.parametrize(
    "text", [LONG, "x" * 100_000, "attack " + "1103 " * 5000 + "from 1203", None, 5.5, b"done"], ids=bounds.clip
)
def test_a_text_that_is_too_long_or_no_text_is_no_action(ask: Callable[[Any], Any], text: Any) -> None:
    with pytest.raises(bh.InvalidAction) as error:
        ask(text)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize("number", [-1, 2**80, 15 << 36 | 4095 << 24, 10**5000, 0.5, None, True], ids=bounds.clip)
def test_a_number_that_is_no_action(number: Any) -> None:
    with pytest.raises(bh.ActionError):
        SAIPAN.new(seed=1).apply(number)


@pytest.mark.plain
def test_reading_an_action_takes_no_more_lookups_than_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of several words that overlap, and a text of nothing else: each stretch of words is looked up once."""
    units = {"U:A": "infantry 1-1-1 at 0404", "U:A A": "infantry 1-1-1 at 0405", "J:A A A": "infantry 1-1-1 at 0202"}
    state = SAIPAN.position({"board": {"size": [6, 6]}, "units": units, "phase": "us movement"})
    looked = [0]
    find = Names.find

    def counted(names: Names, text: str) -> list[int]:
        looked[0] += 1
        return find(names, text)

    monkeypatch.setattr(Names, "find", counted)
    words = "a " * 90
    for text in (f"attack {words}from {words}", f"move {words}0404", f"land {words}"):
        looked[0] = 0
        with pytest.raises(bh.ActionError):
            state.apply(text)
        assert looked[0] < 10 * len(text.split()), text


# ---------------------------------------------------------------------- the library's front door


@pytest.mark.parametrize(
    "ask",
    [
        lambda: bh.loads(None),  # type: ignore[arg-type]
        lambda: bh.loads(b"{}"),  # type: ignore[arg-type]
        lambda: bh.loads("9" * 5000),
        lambda: bh.game(None),  # type: ignore[arg-type]
        lambda: bh.game([]),  # type: ignore[arg-type]
        lambda: bh.game("x" * 100_000),
        lambda: SAIPAN.position(None),  # type: ignore[arg-type]
        lambda: RAGE.position(None),  # type: ignore[arg-type]
        lambda: SAIPAN.load(None),  # type: ignore[arg-type]
        lambda: SAIPAN.new(["historical"]),  # type: ignore[arg-type]
        lambda: SAIPAN.new("x" * 100_000),
        lambda: SAIPAN.ruleset({"scenario": "historical", "options": {"minimum_move": 17, "reinforcement_rate": "printed"}}),
        lambda: SAIPAN.ruleset({"scenario": "historical", "options": None}),
        lambda: SAIPAN.ruleset(None),  # type: ignore[arg-type]
    ],
)
def test_what_is_asked_with_nonsense_is_our_error(ask: Callable[[], Any]) -> None:
    with pytest.raises(bh.UserError) as error:
        ask()
    assert len(str(error.value)) < 500


def test_setups_from_foreign_components_do_not_pile_up() -> None:
    standard = SAIPAN.ruleset(SAIPAN.parameters())
    boards = [SAIPAN.parameters() | {"board": {"size": [5, n]}, "roster": {}} for n in range(1, 40)]
    made = [SAIPAN.ruleset(board) for board in boards]
    assert len(SAIPAN._foreign) == bounds.SETUPS
    assert SAIPAN.ruleset(boards[-1]) is made[-1]
    assert SAIPAN.ruleset(boards[0]) is not made[0]
    assert SAIPAN.ruleset(SAIPAN.parameters()) is standard


# ---------------------------------------------------------------------- files


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "file.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        pytest.param(LAUGHS, 6, "more than 200000 values", id="aliases of aliases"),
        pytest.param("a: &a\n  b: *a\n", 2, "stands for nothing", id="an alias of itself"),
        pytest.param("a:\n  " + "[" * 50_000, 2, "more than 24 deep", id="brackets"),
        pytest.param("".join(f"{' ' * n}a:\n" for n in range(600)), 25, "more than 24 deep", id="indents"),
        pytest.param("a: 1\nb: .inf\n", 2, "inf is not a usable number", id="infinity"),
        pytest.param("a: 1\nb: [.nan]\n", 2, "nan is not a usable number", id="not a number"),
        pytest.param(f"a: 1\nb: {10**40}\n", 2, "too large", id="many digits"),
        pytest.param("a: 1\nb: 1944-06-15\n", 2, "put it in quotes", id="a date"),
        pytest.param("a: 1\n1.5: 2\n", None, "a key must be text", id="a key that is no text"),
        pytest.param("a: 1\nb: {1: x, '1': y}\n", 2, "the key '1' is already in line 2", id="one key in two ways"),
        pytest.param("a: " + "x" * 1001, 1, "more than 1000 characters", id="a long text"),
    ],
)
def test_a_file_beyond_the_bounds_is_refused_with_its_line(tmp_path: Path, text: str, line: int | None, words: str) -> None:
    with pytest.raises(bh.DataError, match=words) as error:
        load_file(written(tmp_path, text))
    assert line is None or error.value.line == line


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    with pytest.raises(bh.DataError, match="at most 1000000 bytes"):
        load_file(written(tmp_path, "# \n" * 400_000))


def test_whole_digits_without_end(tmp_path: Path) -> None:
    with pytest.raises(bh.DataError):
        load_file(written(tmp_path, "a: " + "9" * 5000))


def test_aliases_that_repeat_a_little_are_fine(tmp_path: Path) -> None:
    item = load_file(written(tmp_path, "a: &a {x: [1, 2]}\nb: *a\n"))
    assert item["b"]["x"][1].whole() == 2


def test_laughs_in_vectors_and_components(tmp_path: Path) -> None:
    for load in (load_vectors, lambda path: SAIPAN.components(path.parent), lambda path: RAGE.components(path.parent)):
        with pytest.raises(bh.DataError, match="values") as error:
            load(written(tmp_path, LAUGHS))
        assert re.search(r"file.yaml:6: ", str(error.value))
