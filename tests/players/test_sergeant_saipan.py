"""The sergeant's rules of thumb in Saipan, one position each."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.state import State
from beachhead.players import Seat, player
from beachhead.players.sergeant.saipan.battle import first_share
from beachhead.players.sergeant.saipan.island import Island
from beachhead.players.sergeant.saipan.landing import stretches
from beachhead.players.sergeant.saipan.table import outlook

FAR_AWAY = {"U:Z": "infantry 1-1-8 at 0101", "J:Z": "infantry 1-1-8 at 1515"}
"""Somebody on each side far off, so that no position is over before it begins."""


def position(units: dict[str, str], phase: str, **more: Any) -> State:
    data: dict[str, Any] = {"board": {"size": [15, 15]} | more.pop("board", {}), "units": units, "phase": phase, "turn": 3}
    found: State = bh.game("saipan").position(data | more)
    return found


def choose(state: State) -> str:
    return str(player("sergeant", 1).choose(Seat.at(state, state.side), 1.0))


def until(state: State, step: str) -> list[str]:
    """Let the sergeant play until another step comes; answers what it did."""
    done, one = [], player("sergeant", 1)
    while not state.over and state.decision.step == step:
        action = one.choose(Seat.at(state, state.side), 1.0)
        done.append(str(action))
        state.apply(action)
    return done


# ---------------------------------------------------------------------- knowledge


def test_remembers_the_results_table() -> None:
    """The printed table, but for the one cell that breaks its pattern (R5)."""
    ruleset = bh.game("saipan").new("historical", seed=1).ruleset
    chart = next(chart for chart in ruleset.game.charts(ruleset) if chart["id"] == "results")
    lines = {line["id"]: line["labels"] for line in chart["rulers"]}
    for line, columns in (("clear", 0), ("river", 1), ("broken_town", 2), ("rough", 3)):
        for place, label in enumerate(lines[line]):
            differential = int(label.split(",")[0])
            cells = [row["cells"][place] for row in chart["rows"]]
            chances = outlook(differential, columns)
            assert chances.defender == tuple(cells.count(f"D{what}") / 6 for what in "e123"), (line, label)
            assert chances.repelled == pytest.approx(sum(cell[0] == "A" for cell in cells) / 6), (line, label)


def test_two_units_on_opposite_sides_close_every_way_out() -> None:
    state = position(FAR_AWAY, "us movement")
    island = Island.of(state.ruleset)
    here, west, east, beside = (island.index[name] for name in ("0808", "0807", "0809", "0708"))
    assert island.way_out(0, here, island.around[west] | 1 << west) == 3
    assert island.way_out(0, here, island.around[west] | island.around[east] | 1 << west | 1 << east) == 0
    assert island.way_out(0, here, island.around[west] | island.around[beside] | 1 << west | 1 << beside) > 0


def test_a_stock_is_split_where_it_does_most() -> None:
    assert first_share([[0.0, 1.0, 1.0, 1.0], [0.0, 0.2, 2.0, 2.1]]) == 1
    assert first_share([[0.0, 0.0, 0.0, 5.0], [0.0, 1.0, 2.0, 3.0]]) == 3
    assert first_share([[0.0, 0.0, 0.0]]) == 0


# ---------------------------------------------------------------------- movement


def test_surrounds_a_weak_unit() -> None:
    units = {"U:A": "infantry 5-4-8 at 0505", "U:B": "infantry 5-4-8 at 0506", "J:X": "infantry 2-3-8 at 0808"}
    state = position(FAR_AWAY | units, "us movement")
    until(state, "move")
    view = state.view("us")["units"]
    island = Island.of(state.ruleset)
    target, *around = (island.index[view[name]["place"]] for name in ("J:X", "U:A", "U:B"))
    closed = sum(1 << space for space in around)
    for space in around:
        assert island.around[target] >> space & 1
        closed |= island.around[space]
    assert island.way_out(0, target, closed) == 0


def test_keeps_out_of_bad_odds() -> None:
    """One weak unit does not walk up to a strong one in rough ground."""
    units = {"U:A": "infantry 2-2-8 at 0505", "J:X": "infantry 5-8-8 at 0808"}
    state = position(FAR_AWAY | units, "us movement", board={"terrain": "rough"}, support={"us": 0, "jp": 0})
    until(state, "move")
    island = Island.of(state.ruleset)
    place = island.index[state.view("us")["units"]["U:A"]["place"]]
    assert not island.around[island.index["0808"]] >> place & 1


def test_goes_after_the_enemy() -> None:
    units = {"U:A": "infantry 5-4-4 at 0202", "U:B": "infantry 5-4-4 at 0203", "J:X": "infantry 2-3-1 at 1212"}
    state = position(units, "us movement")
    island = Island.of(state.ruleset)
    row = island.distances(island.index["1212"])
    until(state, "move")
    for name in ("U:A", "U:B"):
        assert row[island.index[state.view("us")["units"][name]["place"]]] <= 7


def test_the_weaker_japanese_keep_away() -> None:
    """Outnumbered, Japan lives for the end of the game: nobody ends next to the enemy, or nearer than before."""
    units = {f"U:{name}": f"infantry 5-4-4 at 020{place}" for place, name in enumerate("ABCDEF", 1)}
    units |= {"J:X": "infantry 2-3-4 at 0606"}
    state = position(units, "jp movement")
    until(state, "move")
    island = Island.of(state.ruleset)
    place = island.index[state.view("jp")["units"]["J:X"]["place"]]
    assert min(island.distances(place)[island.index[f"020{column}"]] for column in range(1, 7)) > 4


def test_the_stronger_japanese_take_a_beachhead() -> None:
    units = {"U:A": "infantry 5-4-8 at 1414", "U:P": "infantry 5-4-8 in pool"}
    units |= {f"J:{name}": f"infantry 3-4-8 at 050{place}" for place, name in enumerate("ABCD", 1)}
    state = position(units, "jp movement", beachheads=["0802"], board={"beaches": ["0802"], "hexes": {"0801": "sea"}})
    until(state, "move")
    assert state.view("jp")["beachheads"] == []


def test_leaves_a_beachhead_free_for_the_next_wave() -> None:
    units = {"U:A": "infantry 5-4-8 at 0802", "U:P": "infantry 5-4-8 in pool", "J:X": "infantry 2-3-8 at 0812"}
    state = position(units, "us movement", beachheads=["0802"], board={"beaches": ["0802"], "hexes": {"0801": "sea"}})
    until(state, "move")
    assert state.view("us")["units"]["U:A"]["place"] != "0802"
    assert choose(state) == "land U:P 0802"


def test_guards_a_beachhead() -> None:
    """With one beachhead left and an enemy who could walk onto it, a unit stays by rather than chase another one far off."""
    units = {"U:A": "infantry 5-4-8 at 0803", "U:P": "infantry 5-4-8 in pool"}
    units |= {"J:X": "infantry 6-9-8 at 0810", "J:Y": "infantry 6-9-8 at 0809"}
    board = {"beaches": ["0802"], "hexes": {"0801": "sea"}}
    state = position(units, "us movement", beachheads=["0802"], board=board, support={"us": 0, "jp": 0})
    until(state, "move")
    island = Island.of(state.ruleset)
    place = island.index[state.view("us")["units"]["U:A"]["place"]]
    assert place == island.index["0802"] or island.around[island.index["0802"]] >> place & 1


# ---------------------------------------------------------------------- landing


def test_lands_six_strong_battalions() -> None:
    state = bh.game("saipan").new("historical", seed=1)
    landed = until(state, "land")
    assert len(landed) == 6
    units = state.view("us")["units"]
    assert all(units[action.split()[1]]["values"] == "5-4-8" for action in landed)


def noted_by(seed: int | str, *begun: str) -> list[str]:
    state = bh.game("saipan").new("free", seed=1)
    for beach in begun:
        state.apply(f"note {beach}")
    one = player("sergeant", seed)
    while state.decision.step == "note":
        state.apply(one.choose(Seat.at(state, "us"), 1.0))
    return sorted(state.view("us")["noted"])


def test_notes_six_beaches_that_support_each_other() -> None:
    island = Island.of(bh.game("saipan").new("free", seed=1).ruleset)
    for seed in range(20):
        noted = [island.index[name] for name in noted_by(seed)]
        assert len(noted) == 6
        assert all(any(island.around[first] >> second & 1 for second in noted) for first in noted)
        shore = next(run for run in stretches(island) if noted[0] in run)
        assert shore.index(noted[-1]) - shore.index(noted[0]) < 8


def test_nobody_can_tell_where_he_lands() -> None:
    """Over half of the notes used to be the same six beaches, and only six sets were ever written down."""
    notes = [noted_by(f"landing {number}") for number in range(120)]
    most = Counter(map(tuple, notes)).most_common(1)[0][1]
    beaches = Counter(beach for note in notes for beach in note)
    assert len({*map(tuple, notes)}) > 40
    assert most <= 0.15 * len(notes)
    assert max(beaches.values()) < 0.65 * len(notes), beaches
    assert len(beaches) == 16, "the whole western shore"


def test_goes_on_with_a_note_that_somebody_else_began() -> None:
    assert {"1203", "1404"} <= {*noted_by(1, "1203", "1404")}
    assert len(noted_by(2, "1203", "3215")) == 6, "far from each other: as near as can be"


# ---------------------------------------------------------------------- combat


def test_everybody_told_off_joins() -> None:
    units = {"U:A": "infantry 5-4-8 at 0807", "U:B": "infantry 5-4-8 at 0809", "J:X": "infantry 2-3-8 at 0808"}
    state = position(FAR_AWAY | units, "us combat", support={"us": 0, "jp": 0})
    until(state, "combat")
    until(state, "attackers")
    assert state.view("us")["units"]["J:X"]["place"] == "eliminated"


def test_adds_fire_where_it_changes_the_odds() -> None:
    units = {"U:A": "infantry 5-4-8 at 0807", "U:B": "infantry 5-4-8 at 0809", "J:X": "infantry 2-9-8 at 0808"}
    state = position(FAR_AWAY | units | {"U:G": "artillery 4-4-13/1-4 at 0303"}, "us combat", support={"us": 3, "jp": 0})
    until(state, "combat")
    until(state, "attackers")
    assert state.decision.step == "barrage"
    assert until(state, "barrage")[:2] == ["barrage U:G", "support 1"]


def test_saves_fire_on_what_is_certain() -> None:
    """Surrounded in the open at +7: every result destroys, so nothing more is spent."""
    units = {"U:A": "infantry 5-4-8 at 0807", "U:B": "infantry 5-4-8 at 0809", "J:X": "infantry 2-3-8 at 0808"}
    state = position(FAR_AWAY | units, "us combat", support={"us": 9, "jp": 0})
    until(state, "combat")
    until(state, "attackers")
    assert choose(state) == "done"


def test_fires_what_would_be_wasted() -> None:
    """No contact: guns and points fire together at a unit in the open."""
    units = {"U:G": "artillery 5-4-18/1-4 at 0303", "U:H": "artillery 5-4-18/1-4 at 0305", "J:X": "infantry 2-3-8 at 0810"}
    state = position(units | {"U:Z": FAR_AWAY["U:Z"]}, "us combat", support={"us": 3, "jp": 0})
    fired = [choose(state)]
    state.apply(fired[0])
    fired += until(state, "barrage")
    assert {"barrage U:H", "support 3"} <= {*fired} or {"barrage U:G", "support 3"} <= {*fired}


def test_protects_who_would_be_lost() -> None:
    units = {"U:A": "infantry 5-4-8 at 0808", "J:X": "infantry 6-4-8 at 0807", "J:Y": "infantry 3-4-8 at 0809"}
    state = position(FAR_AWAY | units, "jp combat", support={"us": 12, "jp": 0})
    state.apply("attack 0808 from 0807 0809")
    assert state.decision.step == "protect"
    assert int(choose(state).split()[1]) >= 8


def test_spares_protection_where_nothing_is_at_stake() -> None:
    units = {"U:A": "infantry 5-9-8 at 0808", "J:X": "armour 1-4-8 at 0807"}
    state = position(FAR_AWAY | units, "jp combat", support={"us": 12, "jp": 0})
    state.apply("attack J:X U:A")
    assert choose(state) == "done"


@pytest.mark.parametrize(("cover", "answer"), [(1, "regular"), (6, "banzai"), (12, "regular")])
def test_charges_only_if_it_pays(cover: int, answer: str) -> None:
    """Not when it wins anyway, not when it fails anyway; but a strong unit, cut off, is worth the men."""
    units = {f"J:{name}": f"infantry 2-3-8 at {place}" for name, place in zip("ABC", ("0807", "0809", "0908"), strict=True)}
    state = position(FAR_AWAY | units | {"U:A": "infantry 9-2-8 at 0808"}, "jp combat", support={"us": cover, "jp": 0})
    state.apply("attack 0808 from 0807 0809 0908")
    state.apply(f"support {cover}")
    assert state.decision.step == "banzai"
    assert choose(state) == answer


# ---------------------------------------------------------------------- after the die


def test_comes_out_of_the_sea() -> None:
    state = bh.game("saipan").new("historical", seed=1)
    until(state, "land")
    one = player("sergeant", 1)
    while not (state.decision.step == "advance" and state.decision.case == "12.32-c"):
        state.apply(one.choose(Seat.at(state, state.side), 1.0))
    assert choose(state).startswith("advance")
