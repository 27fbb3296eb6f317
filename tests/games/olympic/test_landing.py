"""From the deal to the beaches: placement, Tokko, assaults, free landings, beachheads, reinforcements, interdiction."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

import beachhead as bh
from beachhead.boards.hexes import spaces_of
from beachhead.boards.matching import most_served
from beachhead.engine.chance.dice import Dice
from beachhead.games.olympic import worlds
from beachhead.games.olympic.combat.losses import lose_us
from beachhead.games.olympic.landing import placement, reinforcements
from beachhead.games.olympic.phases import US_REINFORCEMENT
from beachhead.games.olympic.state import ABSENT, BOX, LOST, OlympicState

ARMY = ["27/25", "35/25", "161/25", "123/33", "130/33", "136/33", "162/41", "163/41", "186/41"]


def at(position: dict[str, Any], *faces: int) -> OlympicState:
    """A position, solitaire unless it says otherwise, and the dice to come."""
    state = bh.game("olympic").position({"scenario": "solitaire"} | position, Dice.scripted(faces))
    assert isinstance(state, OlympicState)
    return state


def new(scenario: str = "solitaire", seed: int = 1, **options: Any) -> OlympicState:
    state = bh.game("olympic").new(scenario, seed=seed, **options)
    assert isinstance(state, OlympicState)
    return state


def stack(hex_: str, first: int = 0, size: int = 3) -> dict[str, str]:
    """Army units in a hex."""
    return {f"U:{name}": hex_ for name in ARMY[first : first + size]}


def play(state: OlympicState, *actions: str) -> list[str]:
    """Carry out actions and return the kinds of the last one's events."""
    events: list[Any] = []
    for action in actions:
        events = []
        state.apply(action, events)
    return [event.kind for event in events]


def refused(state: OlympicState, action: str) -> str:
    """The case that forbids an action."""
    why = state.why_not(action)
    assert why is not None, action
    return why.case


def texts(state: OlympicState) -> list[str]:
    return [str(action) for action in state.actions()]


# ---------------------------------------------------------------------- placement


def wholes_of(state: OlympicState) -> list[list[tuple[int, ...]]]:
    """For each zone every legal choice of hexes, found the long way."""
    ground, found = state.ruleset.ground, []
    for zone in ground.board.zones:
        rows: list[tuple[int, ...]] = [()]
        for count in range(2, 6):
            for hexes in combinations(zone.hexes, count):
                reached = [hexes[0]]
                for space in reached:
                    reached += [near for near in ground.grid.neighbours[space] if near in hexes and near not in reached]
                if len(reached) == count:
                    rows.append(hexes)
        found.append(rows)
    return found


def test_placement_leads_to_legal_wholes_and_to_all_of_them() -> None:
    state, chance = new(), random.Random(3)
    ground, wholes = state.ruleset.ground, wholes_of(state)

    def served(hexes: list[int]) -> bool:
        return most_served({space: ground.coast_of[space] for space in hexes}) == len(hexes)

    for _ in range(25):
        used = 0
        while spare := placement.plan_of(state, used).open:
            used |= 1 << chance.choice(spaces_of(spare))
        hexes = spaces_of(used)
        assert len(hexes) == 9 and served(hexes)
        for zone, rows in zip(ground.board.zones, wholes, strict=True):
            assert tuple(space for space in zone.hexes if space in hexes) in rows
    tried = 0
    while tried < 25:
        picked = [space for rows in wholes for space in (chance.choice(rows) if chance.random() < 0.5 else ())]
        if len(picked) == 9 and served(picked):
            tried += 1
            chance.shuffle(picked)
            used = 0
            for space in picked:
                assert placement.plan_of(state, used).open >> space & 1
                used |= 1 << space
            assert not placement.plan_of(state, used).open


def test_a_stack_is_filled_before_the_next_and_zones_keep_their_limits() -> None:
    state = new()
    assert refused(state, "done") == "10.41"
    assert refused(state, "place U:305/77 1605") == "16.31"
    assert refused(state, "place U:27/25 1606") == "10.51-zones"
    assert refused(state, "place J:R05 1605") == "10.0-general"
    play(state, "place U:27/25 5404")
    assert refused(state, "place U:35/25 5504") == refused(state, "done") == "10.0-procedure-1"
    assert texts(state)[0] == "place U:35/25 5404" and all(text.endswith(" 5404") for text in texts(state))
    play(state, "place U:35/25 5404", "place U:161/25 5404")
    assert refused(state, "place U:123/33 5404") == "10.0-procedure-1"
    assert refused(state, "place U:27/25 5504") == "10.0-procedure-1"
    for hex_ in ("1504", "1605", "1704", "1804", "1903"):
        for _ in range(3):
            play(state, next(text for text in texts(state) if text.endswith(f" {hex_}")))
    # Five are at Sendai; of the three left one belongs to Imari, and the others cannot be one stack in a zone.
    assert refused(state, "place U:2/2M 2003") == "10.51-limits"
    assert {text.split()[-1] for text in texts(state)} == {"5303", "5504", *_zone(state, "Tsuno", "Miyazaki", "Ariake", "Osumi"),
                                                           *_zone(state, "Satsuma", "Fukuoka")}  # fmt: skip


def _zone(state: OlympicState, *names: str) -> set[str]:
    ground = state.ruleset.ground
    return {ground.names[space] for zone in ground.board.zones if zone.name in names for space in zone.hexes}


def test_stacks_of_a_zone_are_connected_and_each_has_a_beach() -> None:
    reserve = {"U:305/77": "due", "U:306/77": "due", "U:307/77": "due", "U:321/81": "due", "U:322/81": "due", "U:323/81": "due"}
    state = at({"turn": 2, "phase": "us assault", "units": reserve})
    assert "done" in texts(state)
    play(state, "place U:305/77 1504", "place U:306/77 1504", "place U:307/77 1504")
    assert refused(state, "done") == "10.51-limits"
    assert refused(state, "place U:321/81 1704") == "10.51-contiguous"
    assert refused(state, "place U:321/81 5303") == "10.51-limits"
    assert {text.split()[-1] for text in texts(state)} == {"1605"}
    # U.S. units on the only beaches of 1504 and 1605 but one: two stacks cannot both have one.
    beaches = stack("1405", 0, 1) | stack("1505", 1, 1) | stack("1705", 2, 1)
    state = at({"turn": 2, "phase": "us assault", "units": reserve | beaches})
    play(state, "place U:305/77 1605", "place U:306/77 1605", "place U:307/77 1605")
    assert refused(state, "place U:321/81 1504") == "10.0-procedure-3"


def test_the_reserve_assaults_on_two_game_turns_only() -> None:
    units = {f"U:{name}": "due" for name in ("305/77", "306/77", "307/77", "321/81", "322/81", "323/81")}
    assert at({"turn": 3, "phase": "us assault", "units": units}).decision.step == "place"
    state = at({"turn": 4, "phase": "us assault", "units": units | stack("1606")})
    assert refused(state, "place U:305/77 1504") == "10.42"


def test_the_historical_plan_sends_each_service_to_its_zones() -> None:
    state = new(historical_plan=True)
    assert refused(state, "place U:27/25 1605") == refused(state, "place U:27/25 2225") == "17.1"
    assert refused(state, "place U:2/2M 1723") == "17.1"
    chance = random.Random(1)
    while state.decision.step == "place":
        state.apply(chance.choice(list(state.actions())))
    zone_of, zones = state.ruleset.ground.zone_of, state.ruleset.ground.zone_names
    placed = [(zones[zone_of[space]], state.ruleset.units[unit].values) for unit, space in enumerate(state.where) if space >= 0]
    assert {pair: placed.count(pair) for pair in placed} == {
        ("Miyazaki", "4-12"): 9,
        ("Ariake", "4-12"): 9,
        ("Sendai", "5-12"): 9,
    }


# ---------------------------------------------------------------------- Tokko


def fleet(**more: Any) -> dict[str, Any]:
    return {"turn": 1, "phase": "tokko", "units": stack("1605") | stack("1704", 3) | stack("2325", 6)} | more


def test_tokko_takes_whole_stacks_from_the_highest_hex_and_rolls_again_for_empty_zones() -> None:
    state = at(fleet(), 1, 2, 3, 1, 6)
    play(state, "roll", "roll")
    assert state.casualties == 200 and state.where.count(LOST) == 0
    play(state, "roll")
    assert state.decision.step == "tokko"
    play(state, "roll")
    assert [state.where[unit] for unit in range(6, 9)] == [LOST] * 3 and state.decision.step == "tokko"
    play(state, "roll")
    assert [state.where[unit] for unit in range(3, 6)] == [LOST] * 3 and state.where.count(LOST) == 6
    assert state.decision.step != "tokko" and state.casualties == 200


def test_tokko_without_effect_and_in_the_north() -> None:
    state = at(fleet(), 6, 3)
    play(state, "roll", "roll")
    assert state.decision.step != "tokko" and state.casualties == 0
    state = at(fleet(units=stack("1605") | stack("5404", 3) | stack("2325", 6)), 1, 2)
    play(state, "roll", "roll")
    assert state.where[0] >= 0 and state.where.count(LOST) == 6 and state.decision.step != "tokko"


def test_with_the_optional_table_the_us_player_picks() -> None:
    state = at(fleet(options={"optional_tokko": True}), 1, 3, 6)
    play(state, "roll", "roll", "roll")
    assert state.casualties == 66 and state.side == "us"
    assert texts(state) == [f"lose U:{name}" for name in ARMY[:6]]
    assert refused(state, f"lose U:{ARMY[6]}") == "17.41-note"
    play(state, f"lose U:{ARMY[1]}", f"lose U:{ARMY[5]}")
    assert state.where[1] == state.where[5] == LOST and state.where.count(LOST) == 2 and state.casualties == 66
    north = at(fleet(options={"optional_tokko": True}, units=stack("1605") | stack("5404", 3)), 1, 3)
    play(north, "roll", "roll")
    assert refused(north, f"lose U:{ARMY[0]}") == "14.25-north"


def test_markers_announced_weaken_the_fleet_and_limit_interdiction() -> None:
    two = {"scenario": "two-player", "phase": "us announce"}
    state = at(fleet(**two), 4, 4, 6)
    assert texts(state) == ["announce 0", "announce 6", "announce 12"] and refused(state, "announce 7") == "16.52"
    play(state, "announce 12", "roll", "roll")
    assert state.casualties == 100
    state = at({"scenario": "two-player", "turn": 1, "phase": "us interdiction", "announced": 6, "units": stack("1606")})
    for hex_ in ("1607", "1608", "1609", "1707", "1708"):
        play(state, f"interdict {hex_}")
    assert refused(state, "interdict 1607") == refused(state, "interdict 1605") == "16.51-place"
    play(state, "interdict 2006")
    assert len(state.interdiction) == 6 and state.decision.step != "interdiction"


def test_the_hidden_record_is_shown_after_the_announcement() -> None:
    options = {"hidden_tokko": True}
    position = fleet(scenario="two-player", options=options, phase="us announce", tokko={"Sendai": 2, "Osumi": 1})
    state = at(position, 3)
    assert not state.tokko_shown and not state.view("us")["tokko"]
    play(state, "announce 0")
    assert state.tokko_shown and state.view("us")["tokko"] == {"Sendai": 2, "Osumi": 1}
    assert "table 2" in state.decision.prompt
    play(state, "roll")
    assert (
        [state.where[unit] for unit in range(3, 6)] == [LOST] * 3 and state.casualties == 100 and state.decision.step != "tokko"
    )


# ---------------------------------------------------------------------- assaults and landings


def test_a_lone_dummy_lets_the_stack_in_without_a_die() -> None:
    down = {"1606": "dummy C", "1004": "3-4"}
    state = at({"turn": 1, "phase": "us combat", "units": stack("1605") | stack("0904", 3), "face down": down})
    assert refused(state, "assault 1605 1705") == "10.0-vacant" and refused(state, "assault 1605 1004") == "10.0-procedure-2"
    assert refused(state, "assault 1704 1705") == "10.0-general" and refused(state, "assault 1004 1003") == "10.53"
    kinds = play(state, "assault 1605 1606")
    assert "dummy" in kinds and "landed" in kinds and "combat" not in kinds
    assert state.hex_name(state.where[0]) == "1606" and state.casualties == 0


def test_a_stack_may_not_take_the_only_hex_of_another() -> None:
    units = stack("2325") | stack("2326", 3) | {"J:434": "2426", "J:435": "2324"}
    state = at({"turn": 2, "phase": "us combat", "units": units})
    assert {text for text in texts(state) if "2326" in text} == {"assault 2326 2426"}
    assert refused(state, "assault 2325 2426") == "10.0-procedure-3" and state.why_not("assault 2325 2324") is None
    assert refused(state, "done") == "10.51-stay"


def test_a_hex_attacked_in_vain_is_closed_to_stacks_but_one_with_fugitives_is_not() -> None:
    units = stack("2325") | stack("2326", 3) | {"J:434": "2426", "J:435": "2324"}
    given = {"turn": 2, "phase": "us combat", "units": units, "defended": ["J:434", "J:435"], "retreated": ["J:435"]}
    state = at(given)
    assert refused(state, "assault 2325 2426") == refused(state, "assault 2326 2426") == "8.12"
    assert state.why_not("assault 2325 2324") is None


def test_a_stack_without_a_hex_is_lost_at_the_end_of_the_phase() -> None:
    marines = [f"U:{name}" for name in ("2/2M", "6/2M", "8/2M", "3/3M", "9/3M", "21/3M")]
    held = stack("1606", 3) | stack("1705", 6) | dict.fromkeys(marines[:3], "1505")
    state = at({"turn": 2, "phase": "us landing", "units": stack("1605") | held})
    assert state.casualties == 30 and state.where.count(BOX) == 3
    # Nobody has a beachhead yet: the losses are set aside and then go to the nearest zone.
    assert state.ruleset.ground.zone_names[state.track[0] - 1] == "Sendai" and state.due[0] == 5 and not state.lost_at


def test_the_owner_chooses_between_tracks_that_are_equally_near() -> None:
    state = at({"turn": 2, "phase": "us combat", "units": stack("2123") | {"J:434": "2223"}, "beachheads": ["2123"]})
    lose_us(state, 0, "8.9-Ae")
    state.forget_choices()
    assert texts(state) == ["assign U:27/25 Tsuno", "assign U:27/25 Miyazaki"]
    assert refused(state, "assign U:27/25 Sendai") == refused(state, "assign U:35/25 Tsuno") == "9.3-track"
    play(state, "assign U:27/25 Miyazaki")
    assert state.track[0] == 2
    assert [reinforcements.box_of(state, 0), state.due[0]] == [1, 5]
    state.phase, state.turn = US_REINFORCEMENT, 4
    assert reinforcements.box_of(state, 0) == 3


def test_free_landings_come_last_and_found_beachheads_that_are_swapped_once() -> None:
    state = at({"turn": 1, "phase": "us landing", "units": stack("1605") | stack("1704", 3)})
    assert state.decision.step == "landing" and refused(state, "land 1605 2004") == "10.0-vacant"
    play(state, "land 1605 1606", "land 1704 1705")
    assert state.decision.step == "beachheads" and [state.hex_name(space) for space in state.beachheads] == ["1606", "1705"]
    play(state, "fortify 1606")
    assert refused(state, "unfortify 1606") == refused(state, "fortify 1607") == "11.32"
    town = at(
        {"turn": 2, "phase": "us beachheads", "units": stack("1116"), "beachheads": ["1116", "1117"], "militia gone": ["1116"]}
    )
    assert refused(town, "fortify 1116") == "11.35"


def test_an_assault_in_the_north_turns_up_the_north_and_cancels_arrivals() -> None:
    units = stack("5504") | {"U:108/40": "due", "U:158/RCT": "due"}
    down = {"5405": "dummy C", "4803": "3-4", "1606": "3-4"}
    state = at({"turn": 2, "phase": "us combat", "units": units, "face down": down})
    play(state, "assault 5504 5405")
    number = state.ruleset.number
    assert state.north and state.where[number["U:108/40"]] == state.where[number["U:158/RCT"]] == ABSENT
    assert [state.hex_name(space) for space in spaces_of(state.down_mask)] == ["1606"]
    assert [state.hex_name(space) for space in spaces_of(state.jp_mask)] == ["4803"]


# ---------------------------------------------------------------------- reinforcements


def test_replacements_land_beside_their_zone_and_nobody_who_can_land_may_wait() -> None:
    units = {"U:27/25": "box Sendai 3", "U:187/11A": "due", "U:305/77": "due"} | stack("1606", 1)
    state = at({"turn": 4, "phase": "us reinforcement", "units": units, "beachheads": ["1705", "1822"]})
    assert refused(state, "done") == "9.22"
    assert refused(state, "land U:27/25 1822") == "9.3-arrival" and refused(state, "land U:187/11A 1606") == "9.22"
    play(state, "land U:27/25 1705", "land U:187/11A 1822", "land U:305/77 1705")
    assert state.decision.step != "reinforcement"


def test_the_reserve_may_wait_one_game_turn_and_a_full_beach_takes_nobody() -> None:
    reserve = {"U:305/77": "due", "U:187/11A": "due"}
    state = at({"turn": 2, "phase": "us reinforcement", "units": reserve | stack("1606"), "beachheads": ["1606", "1705"]})
    assert (
        "done" in texts(state)
        and refused(state, "land U:305/77 1606") == "9.24"
        and refused(state, "land U:187/11A 1705") == "9.21"
    )
    state = at({"turn": 3, "phase": "us reinforcement", "units": reserve | stack("1606"), "beachheads": ["1606", "1705"]})
    assert refused(state, "done") == "9.22"


# ---------------------------------------------------------------------- secrets


@pytest.mark.parametrize("options", [{}, {"free_deployment": True, "hidden_tokko": True}])
def test_samples_look_like_the_truth_and_rest_on_nothing_else(options: dict[str, Any]) -> None:
    state, chance = new("two-player", **options), random.Random(2)
    for number in range(140):
        if number % 9 == 0:
            for side in ("us", "jp"):
                sample = state.sample(side, 5)
                assert sample.view(side) == state.view(side)
                assert sample.sample(side, 5).digest() == sample.digest()
        state.apply(chance.choice(list(state.actions())))


def test_a_sample_deals_what_has_not_been_turned_up() -> None:
    state = new()
    mixed = [worlds.face_down(state, letter) for letter in "CL"]
    assert [len(kinds) for kinds in mixed] == [39, 40] and [kinds.count(1) for kinds in mixed] == [10, 5]
    sample = state.sample("us", 1)
    assert sample.reserve != state.sample("us", 2).reserve and sorted(sample.reserve) == sorted(state.reserve)
    slot = next(slot for slot in state.ruleset.coastal_slots if state.reserve[slot] > 1)
    kind = state.reserve[slot]
    state.release(slot, "14.21-adjacent")
    assert worlds.face_down(state, "C").count(kind) == mixed[0].count(kind) - 1


def test_free_deployment_fills_every_place_and_pairs_six_line_hexes() -> None:
    state, chance = new("two-player", free_deployment=True), random.Random(4)
    assert refused(state, "deploy 3-4 1203") == refused(state, "deploy 2-8 2324") == refused(state, "deploy dummy 1609") == "17.2"
    while state.decision.step == "deploy":
        state.apply(chance.choice(list(state.actions())))
    ruleset = state.ruleset
    filled = [len([s for s in ruleset.slots_at[space] if state.reserve[s]]) for space in ruleset.ground.board.line_hexes]
    assert sorted(filled) == [1] * 28 + [2] * 6 and len(spaces_of(state.down_mask)) == 73
