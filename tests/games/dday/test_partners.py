"""Two partners with a division each: who commands a unit, and who gives which order."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

import pytest

import beachhead as bh
from beachhead.engine.action import Action
from beachhead.engine.seats import Owner, orders, refusal_to
from beachhead.games.dday import partners
from beachhead.games.dday.combat.barrage import Barraging
from beachhead.games.dday.game import DDay
from beachhead.games.dday.state import DDayState
from beachhead.players import Seat, player

from .hands import Hands, ruleset


def commander(name: str, ninth: int, assigned: int = 0) -> str | None:
    return partners.commander(ruleset(), ruleset().number[name], ninth, assigned)


@pytest.mark.parametrize("ninth", [4, 5])
def test_each_partner_has_a_division(ninth: int) -> None:
    """Every unit of it, whatever it is assigned to: infantry, HQs, tanks, engineers."""
    for unit, division in enumerate(ruleset().division):
        if division != 3:
            assert partners.commander(ruleset(), unit, ninth) == {4: "4th", 5: "5th"}[division]
    assert commander("F/2/27", ninth) == commander("HQ/28", ninth) == commander("2A/5Tk", ninth, 27) == "5th"
    assert commander("A/1/25", ninth) == commander("HW/23", ninth) == "4th"


@pytest.mark.parametrize(("ninth", "seat"), [(4, "4th"), (5, "5th"), (0, None)])
def test_the_ninth_marines_go_by_lot(ninth: int, seat: str | None) -> None:
    """The whole regiment, and what is assigned to it; before the lot it is nobody's."""
    regiment = [unit for unit, number in enumerate(ruleset().regiment) if number == 9]
    assert len(regiment) == 14
    assert {partners.commander(ruleset(), unit, ninth) for unit in regiment} == {seat}
    tank = next(name for name in ruleset().unit_ids if name.endswith("/3Tk"))
    assert (commander(tank, ninth, assigned=9), commander(tank, ninth, assigned=21), commander(tank, ninth)) == (seat, None, None)


@pytest.mark.parametrize("ninth", [4, 5])
def test_the_rest_of_the_third_division_is_anybodys(ninth: int) -> None:
    assert {commander(name, ninth) for name in ("A/1/21", "HQ/21", "HW/21", "HQ/3", "C/1/3")} == {None}


def test_units_of_a_seat() -> None:
    found = {seat: partners.units_of(ruleset(), seat, 5) for seat in ("4th", "5th")}
    assert len(found["5th"]) == len(found["4th"]) + 14
    assert "A/1/9" in found["5th"] and "A/1/21" not in found["4th"] + found["5th"]
    tank = next(name for name in ruleset().unit_ids if name.endswith("/3Tk"))
    assigned = [9 if name == tank else 0 for name in ruleset().unit_ids]
    assert tank in partners.units_of(ruleset(), "5th", 5, assigned)


# ---------------------------------------------------------------------- orders


class Shared(DDay):
    """Scenario One for two partners: a stand-in as long as only that is at hand."""

    scenarios = (replace(DDay.scenarios[0], seats=partners.SEATS, own_orders=True),)
    seat_names = partners.SEAT_NAMES
    ninth: ClassVar[int] = 4

    def owner_of(self, state: DDayState, action: Action) -> Owner | None:
        return partners.owner_of(state, action, self.ninth)

    def owners_in_line(self, state: DDayState, line: str) -> tuple[Owner, ...]:
        return partners.owners_in_line(state, line, self.ninth)

    def units_of(self, state: DDayState, seat: str) -> tuple[str, ...]:
        return partners.units_of(state.ruleset, seat, self.ninth)


def owner(state: DDayState, text: str, ninth: int = 4) -> str | None:
    found = partners.owner_of(state, state.ruleset.game.parse(text, state.ruleset), ninth)
    return None if found is None else found.seat


def plain() -> DDayState:
    """A position in which no unit is acting."""
    state: DDayState = bh.game("dday").new(seed=1)
    return state


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("move F/2/27 0608", "5th"),
        ("attack 0608 A/1/25", "4th"),
        ("barrage 0608 2A/5Tk", "5th"),
        ("join A/1/25 F/2/27", "4th"),
        ("recover A/1/25 F/2/27", "5th"),
        ("disrupt A/1/25 F/2/27", None),
        ("disrupt A/1/25 B/1/25", "4th"),
        ("move A/1/21 0608", None),
        ("move A/1/9 0608", "4th"),
        ("naval 0608", None),
        ("smoke 0608", None),
        ("done", None),
    ],
)
def test_an_order_belongs_to_whoever_commands_the_unit_that_acts(text: str, seat: str | None) -> None:
    assert owner(plain(), text) == seat


def test_a_refusal_names_case_unit_and_formation() -> None:
    game = Shared()
    state = game.new(seed=1)
    for text, seat, reason in (
        ("move F/2/27 0608", "4th", "F/2/27 belongs to the 5th Division, which your partner commands"),
        ("move A/1/9 0608", "5th", "A/1/9 belongs to the 9th Marines, which your partner commands"),
    ):
        no = refusal_to(state, seat, game.parse(text, state.ruleset))
        assert no is not None
        assert (no.case, no.reason) == ("3.0-4", reason)
        other = "5th" if seat == "4th" else "4th"
        assert refusal_to(state, other, game.parse(text, state.ruleset)) is None


def test_a_line_orders_all_units_that_it_names_and_attackers_by_their_hexes() -> None:
    hands = Hands()
    hands.us("F/2/27", "0608")
    hands.us("A/1/25", "0608")

    def seats(line: str) -> list[str]:
        return [found.seat for found in partners.owners_in_line(hands.state, line, 4)]

    assert seats("move F/2/27 0609 with G/2/27 A/1/25") == ["5th", "5th", "4th"]
    assert seats("move F/2/27 0608 with G/2/27") == ["5th", "5th"], "where they go is nobody's order"
    assert sorted(seats("attack 0709 from 0608")) == ["4th", "5th"]
    assert seats("attack 0608 from G/2/27") == ["5th"]
    assert seats("move A/1/21 0609 with B/1/21") == []


def test_a_game_of_partners() -> None:
    """Every action of Scenario One is for one of the seats alone, which takes it while the other is refused, or for both."""
    match = bh.Match(Shared().new(seed=3))
    alone: dict[str, int] = {}
    neither = 0
    while not match.state.over and len(match.history) < 700:
        state = match.state
        assert isinstance(state, DDayState)
        if state.side == "jp":
            match.play(state.actions()[0])
            continue
        divided = orders(state)
        number = len(match.history)
        codes = list(state.choices())
        action = Action(codes[(number * 7919) % len(codes)], state.ruleset)
        found = partners.owner_of(state, action, 4)
        assert set(codes) == set(divided.own["4th"]) | set(divided.own["5th"])
        if found is None:
            neither += 1
            match.play(action, ("4th", "5th")[number % 2])
            continue
        alone[found.seat] = alone.get(found.seat, 0) + 1
        with pytest.raises(bh.IllegalAction) as no:
            match.play(action, "5th" if found.seat == "4th" else "4th")
        assert no.value.case == "3.0-4"
        match.play(action, found.seat)
    assert min(alone["4th"], alone["5th"]) > 100
    assert neither > 10


def test_what_is_decided_in_the_middle_of_an_action() -> None:
    """Nobody ends a move, an attack or a barrage of the partner's units; where both take part, either may."""
    seen: dict[str, set[str | None]] = {"move": set(), "attacking": set()}
    for seed in range(3):
        state = Shared().new(seed=seed)
        for number in range(900):
            if state.over:
                break
            choices = list(state.choices())
            if state.side == "us" and state.step.name in seen:
                seats = {partners.commander(state.ruleset, unit, 4) for unit in state.stack[-1].units}  # type: ignore[attr-defined]
                for code in choices:
                    if " " not in state.ruleset.text(code):
                        found = partners.owner_of(state, Action(code, state.ruleset), 4)
                        seat = None if found is None else found.seat
                        assert seats == {seat} if len(seats) == 1 else seat is None
                        seen[state.step.name].add(seat)
            eager = [code for code in choices if state.ruleset.text(code).startswith(("attack", "barrage", "move", "join"))]
            pool = eager if eager and number % 3 else choices
            state.apply(pool[(number * 104729 + seed) % len(pool)])
    assert all({"4th", "5th"} <= seats for seats in seen.values()), seen


@pytest.mark.parametrize(
    ("tanks", "seat"), [(("2A/5Tk", "2B/5Tk"), "5th"), (("2A/4Tk",), "4th"), (("2A/5Tk", "2A/4Tk"), None), (("2A/3Tk",), None)]
)
def test_a_barrage_is_fired_by_whoever_commands_its_tanks(tanks: tuple[str, ...], seat: str | None) -> None:
    state = plain()
    state.push(Barraging, 0, tuple(state.ruleset.number[name] for name in tanks))
    assert owner(state, "done") == seat


def test_a_bot_orders_only_the_units_of_its_seat() -> None:
    """The sergeant in either seat chooses among what it is offered; what is left to the partners they can always go on with."""
    game = Shared()
    state = game.new(seed=0)
    bots = {seat: player("sergeant", seat) for seat in ("4th", "5th")}
    given: dict[str, int] = {}
    while not state.over:
        divided = orders(state)
        chosen = None if state.side == "us" else state.actions()[0]
        for seat in divided.alone if state.side == "us" else ():
            wanted = bots[seat].choose(Seat.at(state, "us", divided.own[seat]), 1.0)
            assert wanted.code in divided.own[seat]
            if partners.owner_of(state, wanted, game.ninth) is not None:
                chosen = wanted
                given[seat] = given.get(seat, 0) + 1
                break
        if chosen is None:  # both stand by
            chosen = next(action for action in reversed(state.actions()) if game.owner_of(state, action) is None)
        state.apply(chosen)
    assert min(given.values()) > 50 and len(given) == 2
