"""The sergeant's rules of thumb in D-Day at Iwo Jima, one position each, and a few whole games."""

# mypy: disable-error-code="arg-type,attr-defined"
from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import beachhead as bh
from beachhead.engine.action import Action
from beachhead.engine.state import State
from beachhead.games.dday import state as rules
from beachhead.games.dday import victory
from beachhead.games.dday.box import kinds
from beachhead.games.dday.control import communication
from beachhead.games.dday.counters import losses, marines
from beachhead.games.dday.victory import criteria
from beachhead.players import Seat, player
from beachhead.players.sergeant.dday import bill, climb, field, front, island, neck, plan, storm, toll
from beachhead.players.sergeant.dday.assault import Assault
from beachhead.players.sergeant.dday.cordon import Cordon
from beachhead.players.sergeant.dday.field import Field
from beachhead.players.sergeant.dday.front import Front
from beachhead.players.sergeant.dday.island import Island
from beachhead.players.sergeant.dday.march import March
from beachhead.players.sergeant.dday.neck import Neck
from beachhead.testing.laws.secrecy import all_known

pytestmark = pytest.mark.game("dday")
DDAY = bh.game("dday")


def position(units: dict[str, str], japanese: dict[str, Any], **more: Any) -> State:
    data: dict[str, Any] = {"turn": 3, "phase": "actions", "units": units, "japanese": japanese}
    found: State = DDAY.position(data | more)
    return found


class Course:
    """A game as both sides play it. What they do is found once, as far as somebody wants to see it; after that it is only
    repeated, which takes a fraction of the time."""

    def __init__(self, seed: int, us: str, scenario: str) -> None:
        self.state: State = DDAY.new(scenario, seed=seed)
        self.done: list[Action] = []
        self._players = {"us": player(us, f"{seed} us"), "jp": player("book", f"{seed} jp")}

    def action(self, number: int) -> Action:
        """The action of this number."""
        while len(self.done) <= number:
            side = self.state.side
            self.done.append(self._players[side].choose(Seat.at(self.state, side), 1.0))
            self.state.apply(self.done[-1])
        return self.done[number]

    def end(self) -> State:
        """How it ends."""
        while not self.state.over:
            self.action(len(self.done))
        return self.state


course = cache(Course)


def moments(seed: int, every: int = 1, us: str = "sergeant", scenario: str = "d-day") -> Iterator[State]:
    """Positions of a game in which the player decides."""
    state, played = DDAY.new(scenario, seed=seed), course(seed, us, scenario)
    number = 0
    for count in itertools.count():
        if state.over:
            break
        if state.side == "us":
            number += 1
            if number % every == 0:
                yield state
        state.apply(played.action(count))
    yield state


def end_of(seed: int, us: str = "sergeant", scenario: str = "d-day") -> State:
    last = course(seed, us, scenario).end()
    assert last.over
    return last.copy()


def phase_of(state: State) -> list[str]:
    """Let the sergeant play on to the end of the phase; answers what it did."""
    done, phase, one, book = [], state.known("phase", "us"), player("sergeant", 1), player("book", 1)
    while not state.over and state.known("phase", "us") == phase:
        if state.side == "us":
            action = one.choose(Seat.at(state, "us"), 1.0)
            done.append(str(action))
            state.apply(action)
        else:
            state.apply(book.choose(Seat.at(state, "jp"), 1.0))
    return done


def choose(state: State) -> str:
    return str(player("sergeant", 1).choose(Seat.at(state, "us"), 1.0))


def field_of(state: State) -> Field:
    return Field(Seat.at(state, "us"), Island.of(state.ruleset))


# ---------------------------------------------------------------------- whole games


def test_loses_fewer_steps_than_chance_and_reaches_more() -> None:
    seeds = (1, 2, 3, 4)
    sergeant, chance = [end_of(seed) for seed in seeds], [end_of(seed, "random") for seed in seeds]
    assert sum(state.known("losses", "us") for state in sergeant) < 0.75 * sum(state.known("losses", "us") for state in chance)
    reached = [sum(criterion.met for state in states for criterion in criteria(state)) for states in (sergeant, chance)]
    assert reached[0] >= reached[1] + 6


def test_same_seed_same_game() -> None:
    assert Course(5, "sergeant", "d-day").end().digest() == Course(5, "sergeant", "d-day").end().digest()


def test_a_player_taken_over_in_the_middle_goes_on() -> None:
    """Whatever is remembered is a convenience: a new sergeant can take the seat at any decision, after any action."""
    chance = random.Random(1)
    state, number = DDAY.new("d-day", seed=8), 0
    while not state.over:
        actions, number = state.actions(), number + 1
        if chance.random() < 0.2:
            action = actions[int(chance.random() * len(actions))]
        else:
            action = player("sergeant", number).choose(Seat.at(state, state.side), 1.0)
            assert action in actions
        state.apply(action)
    assert number > 300


def test_decides_by_what_its_seat_sees() -> None:
    """A sample has other dice and counters drawn anew, and looks the same: the sergeant does the same."""
    compared = 0
    for state in moments(4, every=7):
        if not state.over:
            compared += 1
            twin = state.sample("us", compared)
            assert str(player("sergeant", 1).choose(Seat.at(state, "us"), 1.0)) == str(
                player("sergeant", 1).choose(Seat.at(twin, "us"), 1.0)
            )
    assert compared > 20


# ---------------------------------------------------------------------- what it is told


def test_is_told_what_the_view_tells() -> None:
    for state in moments(2, every=29):
        known, view, ruleset = all_known(state, "us"), state.view("us"), state.ruleset
        assert [known["turn"], known["losses"]] == [view["turn"], view["losses"]]
        names = ruleset.names["space"].full
        for unit, place in enumerate(known["where"]):
            if place >= 0:
                facts = view["units"][ruleset.unit_ids[unit]]
                assert (facts["place"], facts["steps"]) == (names[place], known["steps"][unit])
                assert bool(known["disrupted"][unit]) == (ruleset.unit_ids[unit] in view["under way"]["disrupted"])
        cut, control, held = known["goals"]
        found = {criterion.name: criterion.met for criterion in criteria(state)}
        assert bool(cut) == found["suribachi"]
        assert bool([at for at in held if ruleset.position_sector[at] == 3]) == found["sector 3"]
        assert all(bool(control >> place & 1) == communication.us_controls_hex(state, place) for place in range(0, 602, 7))
        for units, *_ in known["garrison"].values():
            assert all(sum(chance for _, chance in row) == pytest.approx(1) for row in units)


def test_nobody_can_spoil_a_game_through_what_he_is_told() -> None:
    for state in moments(3, every=60):
        before = state.digest()
        for value in all_known(state, "us").values():
            if isinstance(value, list):
                value.clear()
        assert state.digest() == before


def test_reads_the_numbers_as_the_game_means_them() -> None:
    for name in ("CC", "FL", "RD", "NA", "BLACK", "EAST"):
        assert getattr(island, name) == getattr(kinds, name)
    for name in ("ACTED", "LOST", "BOXES"):
        assert getattr(field, name) == getattr(rules, name)
    assert (field.STACK, field.COMPANIES) == (marines.STACK, marines.COMPANIES)
    assert neck.HOLDING == communication.CONTROLLING
    assert toll.STEP_LOSS == kinds.STEP_LOSS


# ---------------------------------------------------------------------- attacks


def test_attacks_with_no_more_than_it_takes() -> None:
    units = {"A/1/23": "0412", "B/1/23": "0412", "HQ/1/23": "0412"}
    state = position(units, {"0512": "SAG9 up"})
    assert choose(state).startswith("attack 0512")
    done = phase_of(state)
    assert done[1] == "done"
    assert state.known("garrison", "us") == {}


def test_knows_the_chart() -> None:
    # 8 against 1 with the demolitions that it asks for: beaten. Two steps have no demolitions, and 4 to 1 is still 3 to 1.
    for steps, counter, kill in (("", "SAG9", 1.0), (", 2 steps", "SAG9", 1.0), (", 2 steps", "A/311", 0.0)):
        state = position({"A/1/23": f"0412{steps}"}, {"0512": f"{counter} up"})
        attack = Assault(field_of(state)).best(state.ruleset.position_at[state.ruleset.ground.grid.find("0512")], 0, 0)
        assert attack is not None and attack.kill == kill


def test_leaves_a_hopeless_attack() -> None:
    state = position({"A/1/23": "0412, 1 step"}, {"0512": "A/311 up"})
    assert not any(action.startswith("attack") for action in phase_of(state))


# ---------------------------------------------------------------------- moves


def test_one_hex_at_a_time_under_fire() -> None:
    """A longer move out of an intense field draws fire, a one-hex move does not."""
    state = position({"I/3/25": "0417"}, {"0618": "?", "0523": "?"})
    assert choose(state) in ("step I/3/25 0418", "move I/3/25 0418")
    intense, _ = state.known("moving fields", "us")
    assert intense >> state.ruleset.ground.grid.find("0417") & 1


def test_a_stack_shares_the_fire() -> None:
    """Who has to run goes together: one card for all."""
    state = position({"I/3/25": "0418", "K/3/25": "0418", "HQ/3/25": "0418"}, {"0618": "?", "0523": "?"}, turn=2)
    done = phase_of(state)
    assert sum(action.startswith("join") for action in done) == 2


def test_gets_out_of_sight_of_the_mountain() -> None:
    state = position({"A/1/28": "0406, disrupted 2"}, {"0605": {"unit": "?"}})
    assert "preserve A/1/28 0407" in phase_of(state)


# ---------------------------------------------------------------------- nightfall


def test_cuts_the_mountain_off_on_the_last_evening() -> None:
    units = {"E/2/27": "0609", "I/3/27": "0709", "F/2/27": "0709", "C/5E": "1109", "P/5E": "1109"}
    state = position(units, {"0605": {"unit": "?"}, "0506": "?"}, turn=6)
    assert communication.suribachi_linked(state)
    phase_of(state)
    assert not communication.suribachi_linked(state)


def test_sees_when_the_neck_is_cut() -> None:
    for state in moments(6, every=40):
        if not state.over:
            here = field_of(state)
            assert Neck(here, March(here, {})).is_cut(here.at) == (not communication.suribachi_linked(state))


def test_stays_where_it_is_when_everything_is_reached() -> None:
    """Whoever walks into the field of an empty position on the last evening may wake it."""
    units = {"A/1/24": "0421", "I/3/25": "0419", "E/2/27": "0607", "F/2/27": "0807"}
    state = position(units, {"0605": {"unit": "?"}}, turn=6)
    assert not any(" I/3/25 " in f"{action} " for action in phase_of(state))


# ---------------------------------------------------------------------- losses


def test_two_are_disrupted_for_a_step_when_their_actions_are_worth_less() -> None:
    found = set()
    for seed in range(6):
        for state in moments(seed):
            if not state.over and state.decision.step == "payment":
                found.add(choose(state).split()[0])
    assert {"disrupt", "accept"} <= found
    assert "press" not in found


# ---------------------------------------------------------------------- later days

LATER = (
    "suribachi",
    "drive-to-the-north",
    "hot-rocks",
    "hot-rocks-partners",
    "drive-to-the-sea",
    "suribachi-and-north",
    "campaign",
)


def front_of(state: State) -> Front:
    return Front(Seat.at(state, "us"), Island.of(state.ruleset))


@pytest.mark.parametrize("scenario", LATER)
def test_plays_every_scenario_to_its_end(scenario: str) -> None:
    state = end_of(1, scenario=scenario)
    assert state.result is not None and state.result.case.startswith("18.")


def test_goes_on_from_d_day_in_the_campaign() -> None:
    turn = 0
    for state in moments(1, every=10, scenario="campaign"):
        turn = state.known("turn", "us")
        if turn >= 8:
            break
    assert turn >= 7


@pytest.mark.parametrize("scenario", ["suribachi", "drive-to-the-north", "drive-to-the-sea"])
def test_sees_nothing_hidden_on_later_days(scenario: str) -> None:
    """On a sample, which has other dice and counters, it decides the same."""
    compared = 0
    for state in moments(2, every=7 if scenario == "suribachi" else 23, scenario=scenario):
        if not state.over and compared < 25:
            compared += 1
            twin = state.sample("us", compared)
            assert choose(state) == choose(twin)
    assert compared > 2


def test_is_told_what_the_rules_say_of_later_days() -> None:
    for state in moments(3, every=97, scenario="drive-to-the-north"):
        if state.over:
            break
        known = all_known(state, "us")
        assert known["boxes"] == [(losses.in_box(state, d), losses.most_counters(state, d)) for d in losses.DIVISIONS]
        assert known["infantry"][1] == losses.infantry_lost(state)
        assert known["last"] == victory.last_turn(state)
        aims, mine, _ = known["aims"]
        assert aims == sorted(victory.targets(state))
        every = range(state.ruleset.position_count)
        assert [bool(mine >> at & 1) for at in every] == [communication.us_controls_position(state, at) for at in every]
        assert all(not commanded or known["where"][unit] >= 0 for unit, commanded in enumerate(known["command"]))


def test_reads_later_numbers_as_the_game_means_them() -> None:
    for name in ("AR", "DE", "FT"):
        assert getattr(storm, name) == getattr(kinds, name)
    assert front.RESERVE == rules.RESERVE
    assert front.DIVISIONS == losses.DIVISIONS
    assert front.WORN == losses.HALF
    assert plan.HOLDING == communication.CONTROLLING


def test_gains_more_ground_for_a_step_than_chance() -> None:
    """After as many turns chance has lost more for less."""
    ground = {"sergeant": 0, "random": 0}
    spent = {"sergeant": 0, "random": 0}
    for us in ground:
        for seed in (1, 2):
            state = end_of(seed, us, "drive-to-the-north")
            aims, mine, _ = state.known("aims", "us")
            ground[us] += sum(1 for position in aims if mine >> position & 1)
            spent[us] += losses.infantry_lost(state)
    assert ground["sergeant"] * spent["random"] > 1.5 * ground["random"] * spent["sergeant"]


def test_nobody_is_too_many_in_a_hex_by_his_moves() -> None:
    assert not any(state.decision.step == "overstacked" for state in moments(4, scenario="drive-to-the-north") if not state.over)


def test_the_line_at_suribachi_is_judged_as_the_rules_do() -> None:
    compared = 0
    for state in moments(5, every=5, scenario="suribachi"):
        if not state.over and not state.decision.step.startswith("set-up"):
            compared += 1
            assert (Cordon(front_of(state)).now() >= 9.0) == victory.is_linked(state)
    assert compared > 5


def test_guards_alone_cut_suribachi_off() -> None:
    units = {"HW/28": "0509", "A/1/28": "0809", "B/1/28": "1008"}
    state = DDAY.position(
        {"scenario": "suribachi", "turn": 8, "phase": "actions", "units": units, "japanese": {"0605": {"unit": "?"}}}
    )
    assert not victory.is_linked(state)
    assert set(plan.guards_of(front_of(state)).values()) == {state.ruleset.ground.grid.find(name) for name in units.values()}


def test_worn_companies_go_into_reserve() -> None:
    units = {"A/1/23": "0511, 2 steps", "B/1/23": "0511", "HQ/1/23": "0511", "HQ/23": "0511", "HW/23": "0511"}
    data = {"scenario": "drive-to-the-north", "turn": 9, "phase": "hq", "units": units, "japanese": {"0918": "?"}}
    assert "reserve A/1/23" in phase_of(DDAY.position(data))


def test_a_lone_fort_is_worth_a_close_combat() -> None:
    """Five cards against one: forts fall cheaply once nobody is in them; against five cards they cost too much."""
    win, lost, taken = storm.melee(5, 1, 2)
    assert win > 0.5 and lost < taken
    assert storm.melee(3, 5, 5)[1] > storm.melee(3, 5, 5)[2]


def test_battalion_staffs_share_the_watch_on_suribachi() -> None:
    """HQs are of no use on the slope: they hold the line with the heavy weapons, so that one company of few steps is enough."""
    units = {
        "HQ/1/28": "0809", "HQ/2/28": "0509", "HQ/3/28": "1008", "HW/28": "0509",
        "A/1/28": "0809, 2 steps", "B/1/28": "0809", "I/3/28": "1008, 3 steps", "K/3/28": "1008",
    }  # fmt: skip
    state = DDAY.position(
        {"scenario": "suribachi", "turn": 8, "phase": "actions", "units": units, "japanese": {"0605": {"unit": "?"}}}
    )
    found = plan.guards_of(front_of(state))
    names = {state.ruleset.unit_ids[unit]: state.ruleset.hex_name(place) for unit, place in found.items()}
    assert names == {"HQ/1/28": "0809", "HQ/2/28": "0509", "HQ/3/28": "0809", "HW/28": "0509", "I/3/28": "1008"}


def test_sets_up_close_to_the_enemy_at_suribachi() -> None:
    """Fifteen turns are few: companies begin where they can attack at once, whoever commands or guards out of intense fire."""
    state = next(state for state in moments(1, scenario="suribachi") if not state.decision.step.startswith("set-up"))
    seen = front_of(state)
    island_ = Island.of(state.ruleset)
    near = [unit for unit, place in enumerate(seen.where) if place >= 0 and island_.near_mask[place] & seen.jp_mask]
    assert sum(island_.is_rifle[unit] for unit in near) >= 2
    staffs = [unit for unit, place in enumerate(seen.where) if place >= 0 and (island_.is_hq[unit] or island_.is_heavy[unit])]
    assert staffs and not [state.ruleset.unit_ids[unit] for unit in staffs if seen.intense >> seen.where[unit] & 1]


@pytest.mark.parametrize(("others", "who"), [({}, "A/1/28"), ({"1A/5Tk": "0606"}, "1A/5Tk")])
def test_a_cleared_position_of_the_mountain_is_entered(others: dict[str, str], who: str) -> None:
    """A group fires from all its hexes that nobody has entered; a tank holds such a hex best, as it can hardly be hurt."""
    state = DDAY.position(
        {
            "scenario": "suribachi", "turn": 9, "phase": "actions", "japanese": {"0604": {"unit": "?"}},
            "units": {"A/1/28": "0606", "B/1/28": "0609", **others},
        }
    )  # fmt: skip
    rim = state.ruleset.components.board.position_index["A4"]
    found = plan.occupiers(front_of(state), {rim}, {})
    assert {state.ruleset.unit_ids[unit]: position for unit, position in found.items()} == {who: rim}


def test_nobody_goes_alone_into_the_open_below_the_mountain() -> None:
    units = {"A/1/28": "0709", "HQ/1/28": "0809", "HW/28": "0509", "B/1/28": "1008"}
    state = DDAY.position(
        {"scenario": "suribachi", "turn": 8, "phase": "actions", "units": units, "japanese": {"0605": {"unit": "?"}, "0705": "?"}}
    )
    march = climb.march_for(front_of(state), {})
    assert isinstance(march, climb.Climb) and not march.rushes()
    company, grid = state.ruleset.unit_ids.index("A/1/28"), state.ruleset.ground.grid
    assert march.stand(company, grid.find("0709")) > march.stand(company, grid.find("0708"))


def test_a_division_keeps_its_last_points_while_its_box_has_room() -> None:
    """Below twelve points the limit falls by one: no step is worth that unless it empties a box that is nearly full."""
    state = next(state for state in moments(1, scenario="drive-to-the-north") if not state.decision.step.startswith("set-up"))
    seat = Seat.at(state, "us")
    papers = bill.Bill(seat, Island.of(state.ruleset))
    company = next(unit for unit in range(state.ruleset.unit_count) if papers.island.is_rifle[unit] and papers.where[unit] >= 0)
    papers.steps[company] = front.WORN
    papers.boxes = [(0, 5)] * 3
    assert papers.wanted(company, bill.KEPT + 1) > 0.0
    assert papers.wanted(company, bill.KEPT) == 0.0
    others = [u for u in range(state.ruleset.unit_count) if papers.island.is_rifle[u] and papers.where[u] >= 0 and u != company]
    papers.steps[next(u for u in others if papers.island.division[u] == papers.island.division[company])] = front.WORN
    papers.boxes = [(4, 5)] * 3
    assert papers.wanted(company, bill.KEPT) > 0.0


def first_moment(scenario: str) -> State:
    """After the set-up, when he decides for the first time."""
    return next(state for state in moments(1, scenario=scenario) if not state.decision.step.startswith("set-up"))


def pairs_near(state: State) -> float:
    """How far, in the mean, pairs of companies of a battalion stand from the nearest position of the enemy; all companies count,
    those without a partner twice as far."""
    island_ = Island.of(state.ruleset)
    far = []
    for place, units in state.us_at.items():
        rifles = [island_.battalion[unit] for unit in units if island_.is_rifle[unit]]
        for battalion in rifles:
            far.append(state.ruleset.ground.nearest(place, state.jp_mask) * (1 if rifles.count(battalion) > 1 else 2))
    return float(sum(far)) / len(far)


@pytest.mark.parametrize("scenario", ["drive-to-the-north", "drive-to-the-sea"])
def test_sets_up_in_pairs_near_the_enemy(scenario: str) -> None:
    """Closer together, or closer to the enemy, than the usual arrangement."""
    usual = DDAY.new(scenario, seed=1)
    while usual.decision.step.startswith("set-up"):
        usual.apply("arrange" if "arrange" in map(str, usual.actions()) else usual.actions()[0])
    assert pairs_near(first_moment(scenario)) < pairs_near(usual)


def beside_two_hills(japanese: dict[str, Any], **more: Any) -> State:
    """Two battalions before G5 and G6, which are next to each other."""
    units = {
        "A/1/23": "0823", "B/1/23": "0823", "HQ/1/23": "0823", "1A/4Tk": "0823", "HQ/23": "0822", "HW/23": "0822",
        "C/1/23": "0924", "E/2/23": "0725", "F/2/23": "0725", "HQ/2/23": "0725",
    }  # fmt: skip
    given: dict[str, Any] = {"scenario": "hot-rocks", "turn": 30, "phase": "actions", "units": units, "japanese": japanese}
    found: State = DDAY.position(given | {"assigned": {"1A/4Tk": 23}} | more)
    return found


def test_an_elite_unit_that_can_withdraw_is_only_driven_off() -> None:
    """Beaten next to an empty position it comes up there again; beaten where there is none it is gone."""
    open_, shut = ({"0824": {"unit": "B/309 up"}} | more for more in ({}, {"0825": {"unit": "?"}}))
    near = {
        name: storm.Storm(front_of(beside_two_hills(japanese | {"1130": {"unit": "?"}}))).best(
            Island.of(beside_two_hills(japanese).ruleset).code["G5"], 0, 0
        )
        for name, japanese in (("open", open_), ("shut", shut))
    }
    assert near["open"] is not None and near["shut"] is not None
    assert near["open"].kill < 0.5 < near["shut"].kill


def test_companies_of_the_battalion_attack_together() -> None:
    """Where HQs command, a company beside the enemy has nothing better to do than to join."""
    state = beside_two_hills({"0824": {"unit": "?"}})
    attack = storm.Storm(front_of(state)).best(Island.of(state.ruleset).code["G5"], 0, 0)
    assert attack is not None
    assert {"A/1/23", "B/1/23", "C/1/23"} <= {state.ruleset.unit_ids[unit] for unit in attack.units}


def test_hits_fall_on_those_in_intense_fire_first() -> None:
    """Steady fire reaches nobody as long as intense fire has targets enough."""
    state = beside_two_hills({"0824": {"unit": "?"}})
    seen = front_of(state)
    group = state.ruleset.position_group[Island.of(state.ruleset).code["G5"]]
    hot, cool, _, _ = seen.groups[group]
    assert seen.hot_crowd()[group] == sum(len(units) for place, units in seen.at.items() if hot >> place & 1) > 0
    far = next(place for place in range(state.ruleset.ground.land) if cool >> place & 1 and not seen.us_mask >> place & 1)
    assert seen.share(group, far, 1, steady=True) == 0.0
    assert 0.0 < seen.share(group, far, seen.hot_crowd()[group] + 1, steady=True) <= 1.0


def test_cleared_positions_that_nobody_holds_are_walked_to() -> None:
    """An unworn company without a target goes to an empty position that counts; only a calm one is for those who are worn."""
    units = {"A/1/23": "0922", "B/1/23": "0922, 2 steps", "HQ/1/23": "0922", "HQ/23": "0822", "HW/23": "0822"}
    data = {"scenario": "drive-to-the-sea", "turn": 60, "phase": "actions", "units": units, "japanese": {"2335": {"unit": "?"}}}
    seen = front_of(DDAY.position(data))
    found = plan.sweepers(seen, set(seen.aims), {})
    names = {seen.island.ruleset.unit_ids[unit] for unit in found}
    assert {"A/1/23", "B/1/23"} <= names
    assert all(not seen.mine >> position & 1 for position in found.values())
    assert len(set(found.values())) == len(found)
