"""Combat of D-Day where vectors cannot reach: odds against all that can happen, and the arithmetic of later scenarios."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from beachhead.engine.chance.outcomes import outcomes
from beachhead.games import game
from beachhead.games.dday.box.kinds import CIRCLE, DIAMOND
from beachhead.games.dday.combat import attack_outcomes, attack_table, barrage, withdrawal
from beachhead.games.dday.combat.attackers import AIR, NAVAL
from beachhead.games.dday.counters import fallen_units
from beachhead.games.dday.state import BLED, ELITES, OUT, UNIT_UP, DDayState
from beachhead.testing.proofs import proves

FIELD: dict[str, Any] = {
    "size": [9, 9],
    "positions": {
        "A1": {"hex": "0505", "color": "red", "fort": 1, "artillery": 2},
        "B1": {"hex": "0901", "color": "black", "hilltop": True},
        "B2": {"hex": "0909", "color": "black", "hilltop": True},
    },
}
MEN = {"A/1/23": "0404", "B/1/23": "0405", "HQ/1/23": "0405", "1A/4Tk": "0304", "C/1/26": "0102"}


def position(**data: Any) -> DDayState:
    """A position on a small board."""
    given: dict[str, Any] = {"board": FIELD, "turn": 4, "units": MEN}
    state = game("dday").position(given | data)
    assert isinstance(state, DDayState)
    return state


def target(state: DDayState) -> int:
    """The position in 0505."""
    return state.ruleset.position_at[state.ruleset.ground.grid.space("0505")]


def units_of(state: DDayState, *names: str) -> list[int]:
    return [state.ruleset.number[name] for name in names]


def ends(state: DDayState, chance: Fraction, kind: str) -> Iterator[tuple[str, Fraction]]:
    """Play every act of the book from here, whatever chance brings, until an attack or barrage has its result."""
    if state.side != "jp":
        yield "", chance
        return
    for share, after, events in outcomes(state, state.actions()[0]):
        results = [event.data["result"] for event in events if event.kind == kind]
        final = [result for result in results if result != "R" or after.side != "jp"]
        if any(event.kind == "no attack" for event in events):
            yield attack_outcomes.BLOCKED, chance * share
        elif final and not (kind == "barrage result" and after.step.name == "barrage"):
            yield ("UX UD" if final[-1] == "R" else final[-1]), chance * share
        elif final:
            for third, _, last in outcomes(after, after.actions()[0]):
                reduced = any(event.kind == "fort tried" and event.data["reduced"] for event in last)
                yield final[-1].replace("*", "reduced") if reduced else final[-1], chance * share * third
        else:
            yield from ends(after, chance * share, kind)


def played(state: DDayState, kind: str) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for name, chance in ends(state, Fraction(1), kind):
        found[name] = found.get(name, Fraction(0)) + chance
    return found


@pytest.mark.parametrize(
    ("japanese", "more"),
    [
        ({"unit": "?"}, {}),
        ({"unit": "?", "depth": "?"}, {}),
        ({"unit": "A/309 up", "depth": "?"}, {}),
        ({"unit": "C/311", "depth": "D66"}, {"reserves": {2: 2}}),
        ({"unit": "?", "forts": ["?2"]}, {}),
        ({"forts": ["?3"]}, {"reserves": {2: 2}, "depth pool": {2: 2}}),
        ({"forts": ["?3"]}, {}),
        ({"unit": "A/309 up", "depth": "D62 up"}, {}),
    ],
)  # fmt: skip
def test_the_odds_of_an_attack_are_those_of_all_that_can_happen(japanese: dict[str, Any], more: dict[str, Any]) -> None:
    state = position(japanese={"0505": japanese}, naval=1, **more)
    told = attack_outcomes.attack_chances(state, target(state), units_of(state, "A/1/23", "HQ/1/23", "1A/4Tk"), NAVAL)
    for action in ("attack 0505 A/1/23", "join HQ/1/23", "join 1A/4Tk", "naval"):
        state.apply(action)
    events: list[Any] = []
    state.apply("done", events)
    at_once = [event.data["result"] for event in events if event.kind == "combat" and event.data["result"] != "R"]
    if at_once:
        assert told == {at_once[0]: 1}
    else:
        assert told == played(state, "combat")
    assert sum(told.values()) == 1


@pytest.mark.parametrize("fort", [False, True])
@pytest.mark.parametrize("black", [False, True])
def test_the_odds_of_a_barrage_are_those_of_all_that_can_happen(fort: bool, black: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    board = FIELD | {"positions": FIELD["positions"] | {"A1": {"hex": "0505", "color": "black" if black else "red", "fort": 1}}}
    japanese = {"unit": "A/309 up", "forts": ["F2-01 up"]} if fort else {"unit": "A/309 up"}
    state = position(board=board, japanese={"0505": japanese}, discards=list(range(9, 56)))
    told = attack_outcomes.barrage_chances(state, target(state), 4, DIAMOND)
    assert sum(told.values()) == 1
    with monkeypatch.context() as patch:
        patch.setattr(attack_outcomes, "lot_on_top", lambda _: [])
        assert attack_outcomes.barrage_chances(state, target(state), 4, DIAMOND) == told
    state.apply("barrage 0505 1A/4Tk")
    assert told == played(state, "barrage result")


def test_two_counters_of_one_lot_are_two_counters() -> None:
    state = position(
        board=FIELD | {"positions": FIELD["positions"] | {"A1": {"hex": "0505", "color": "black", "fort": 2, "hilltop": True}}},
        japanese={"0505": {"unit": "?", "second": "?", "forts": ["F3-01 up", "F3-02"]}},
    )
    here = target(state)
    sets = [pair for pair, _ in attack_outcomes.drawn_all(state.lots, [state.unit[here], state.second[here]])]
    assert sets
    assert all(first != second for first, second in sets)
    assert sum(chance for _, chance in attack_outcomes.sets_of(state, [state.unit[here], state.second[here]])) == 1


@proves("dday", "8.4-examples-2", "8.3-c-2", "8.2-a-fort")
def test_artillery_points_add_their_number_and_two_weapons() -> None:
    """The second attack example with its seven points, which D-Day does not have yet."""
    state = game("dday").position(
        {
            "turn": 4,
            "options": {"extra_company_hero": False},
            "units": {"HQ/1/27": "1423", "F/2/27": "1423, 3 steps BZ DE BR", "B/1/27": "1424", "B/5E": "1424"},
            "japanese": {"1524": {"unit": "A/309 up", "depth": "D58", "forts": ["F2-07 up"]}},
        }
    )
    assert isinstance(state, DDayState)
    here = state.ruleset.position_at[state.ruleset.ground.grid.space("1524")]
    units = units_of(state, "HQ/1/27", "F/2/27", "B/1/27", "B/5E")
    force = attack_table.force_of(state, here, units, points=7)
    reading = attack_table.reading(state.ruleset, force, attack_table.defense_in(state, here))
    assert (force.strength, attack_table.defense_in(state, here).strength, reading.unmet, reading.codes) == (28, 14, 0, ("JX",))
    assert attack_table.strength_of(state, here, units, NAVAL | AIR) == 32


@proves("dday", "8.3.3-e")
def test_from_the_second_day_on_the_beaten_are_out_of_the_game() -> None:
    for turn, pool in ((6, ELITES), (7, OUT)):
        state = position(japanese={"0505": "MC4 up"})
        state.turn = turn
        before = len(state.pools[pool])
        fallen_units.defeat(state, target(state), 0)
        assert len(state.pools[pool]) == before + 1


@proves("dday", "14.3-defeat")
def test_a_defeated_tank_leaves_the_game() -> None:
    state = position(japanese={"0505": {"tank": "Tk1 up", "tank depth": "D70 up"}})
    here = target(state)
    fallen_units.defeat(state, here, 2)
    assert not state.tank[here]
    assert not state.tank_depth[here]
    assert state.ruleset.counter_number["Tk1"] in state.pools[OUT]


@proves("dday", "8.3-c-4-a", "8.3-c-4-b")
def test_rows_and_columns() -> None:
    chart = game("dday").position({"turn": 4}).ruleset.charts.attack
    rows = {name: number for number, name in enumerate(chart.rows)}
    expected = {
        (1, 9): "1:3", (1, 3): "1:3", (2, 5): "1:3", (1, 2): "1:2", (9, 10): "1:2", (1, 1): "1:1", (14, 10): "1:1",
        (3, 2): "3:2", (19, 10): "3:2", (13, 6): "2:1", (29, 10): "2:1", (3, 1): "3:1", (4, 1): "4:1", (50, 1): "4:1",
    }  # fmt: skip
    for (attack, defense), row in expected.items():
        assert attack_table.read(chart, attack, defense, attack_table.ALONE, 0) == (rows[row], attack_table.ALONE), (
            attack,
            defense,
        )
    for missing in range(9):
        at, column = attack_table.read(chart, 50, 1, attack_table.ALONE, missing)
        assert at == max(0, rows["4:1"] - missing)
        assert column == (attack_table.REVEALED if missing > rows["4:1"] else attack_table.ALONE)
    assert attack_table.read(chart, 1, 9, attack_table.UNREVEALED, 5) == (0, attack_table.UNREVEALED)


def fought(units: dict[str, str], deck: list[int]) -> DDayState:
    """A close combat in 0505 that is about to turn up its first card."""
    men = units | {"C/1/26": "0102"}
    state = position(units=men, japanese={"0505": "A/309 up"}, done={"0505": "entered"}, deck=deck)
    state.apply("done")
    state.apply("fight 0505")
    return state


@pytest.mark.plain
@proves("dday", "8.6.4-b")
def test_hexes_in_us_communication_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every hex next to a position lies in its field of fire, so none is in communication; if one were, it would come first."""
    state = fought({"A/1/23": "0505, from 0404"}, [3, 10, 5, 1])
    state.apply("draw")
    assert len([action for action in state.actions() if action.verb == "withdraw"]) == 6
    safe = state.ruleset.ground.grid.space("0405")
    monkeypatch.setattr(withdrawal, "us_in_communication", lambda _, place: place == safe)
    state.forget_choices()
    assert [str(action) for action in state.actions()] == ["withdraw 0405", "done"]
    refusal = state.why_not("withdraw 0404")
    assert refusal is not None
    assert refusal.case == "8.6.4-b"


@proves("dday", "8.6.3-b", "8.6.6-c")
def test_nobody_goes_back_into_a_hex_that_the_japanese_have_taken() -> None:
    board = FIELD | {"positions": FIELD["positions"] | {"A2": {"hex": "0404", "color": "blue"}}}
    state = position(
        board=board,
        units={"A/1/23": "0505, 2 steps, from 0404", "B/1/23": "0505, 2 steps, from 0405", "C/1/26": "0102"},
        japanese={"0505": "MC4 up", "0404": "MC3"},
        done={"0505": "entered"},
        deck=[7, 1],
    )
    for action in ("done", "fight 0505", "draw", "lose B/1/23"):
        state.apply(action)
    first, second = units_of(state, "A/1/23", "B/1/23")
    place = state.where[first]
    assert not state.jp_mask >> place & 1
    assert state.ruleset.ground.distance[place][state.ruleset.position_hex[target(state)]] == 1
    assert state.ruleset.hex_name(state.where[second]) == "0405"
    assert not state.acted[second] & BLED
    assert state.disrupted[second]
    assert not state.disrupted[first]
    assert state.came_from[first] == state.came_from[second] == -1


def test_each_row_is_at_least_as_good_as_the_one_above() -> None:
    """The symbol of naval gunfire is on the chart, and a barrage gets no worse with more strength."""
    state = position(japanese={"0505": {"unit": "A/309 up"}})
    assert state.ruleset.charts.barrage.symbols[barrage.NAVAL] == CIRCLE
    columns = [barrage.column_of(state, target(state), strength) for strength in range(1, 12)]
    assert columns == sorted(columns)
    assert state.faces[target(state)] & UNIT_UP
