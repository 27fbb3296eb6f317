"""Several units at once, on every game: selected by a loop, Shift, keys and fingers; ordered, planned, repeated, undone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from beachhead.match import Match
from tests.browser.access import Looker
from tests.browser.conftest import BLANK, People, Service
from tests.browser.grouped import READY, SAFE, Group, Grouped
from tests.browser.hands import resume, spaces
from tests.browser.phone import PHONE
from tests.browser.turns import BUTTON, TURNS, US, Order, Turn, recorded
from tests.budget import SOAK

VERBS = {"saipan": "move", "rage": "bombard", "olympic": "move", "bonins": "land", "dday": "land"}
"""A verb of which a typical turn has several that could be one order."""
GAMES = list(TURNS)


POSITIONS: dict[str, list[str]] = {
    "moment": GAMES,
    "room": GAMES,
    "stacked": [game for game in GAMES if game != "saipan"],
    "ashore": GAMES,
}
"""Positions that are looked for in the typical turn of a game, and the games that have them."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What the page does with several units is the same in all games, so every test that begins in such a position has two of
    them, and other tests have others; a soak tries all of them with each. A test that names its games keeps them."""
    first = list(vars(metafunc.module)).index(metafunc.function.__name__)
    for position in POSITIONS.keys() & set(metafunc.fixturenames):
        games = POSITIONS[position]
        chosen = {(first + step) % len(games) for step in (0, 2)}
        metafunc.parametrize(position, games if SOAK > 1 else [games[at] for at in sorted(chosen)], indirect=True)


@pytest.fixture
def moment(request: pytest.FixtureRequest) -> Turn:
    """The position of a typical turn in which several units could be given one order."""
    return moment_of(request.param)


@cache
def moment_of(game: str) -> Turn:
    """The same, found once."""
    turn = recorded(game)
    match = Match.load(turn.record)
    verb = VERBS[turn.game]
    for _, text in turn.actions:
        if text.startswith(f"{verb} ") and match.state.side == US and pair_of(match, verb):
            break
        match.play(text)
    return Turn(turn.game, turn.scenario, turn.number, match.record(), ())


@cache
def pair_at(game: str) -> Group | None:
    """What two units can do together at that moment."""
    return pair_of(Match.load(moment_of(game).record), VERBS[game])


def pair_of(match: Match, verb: str) -> Group | None:
    """Two units that may be sent to the same space, one after the other; where a space has room for one, the first of them."""
    goals: dict[str, list[Order]] = {}
    for action in match.state.actions():
        if not str(action).startswith(f"{verb} "):
            continue
        order = Order.of(match, str(action))
        if [kind for kind, _ in order.args] == ["unit", "space"]:
            goals.setdefault(order.args[1][1], []).append(order)
    for space, orders in goals.items():
        if len(orders) == 1:
            continue
        after = played(match, orders[0].text)
        open_to = {str(action) for action in after.state.actions()} if is_open(after) else set[str]()
        for other in orders[1:]:
            if other.text in open_to and is_open(played(after, other.text)):
                units = [order.args[0][1] for order in (orders[0], other)]
                return Group(units, ("space", space), [orders[0].text, other.text], verb)
    for space, orders in goals.items():
        if len(orders) > 1:
            units = [order.args[0][1] for order in orders[:2]]
            return Group(units, ("space", space), [orders[0].text], verb)
    return None


def played(match: Match, text: str) -> Match:
    """The same match after one more action."""
    ahead = Match.load(match.record())
    ahead.play(text)
    return ahead


def is_open(match: Match) -> bool:
    """Whether the same side goes on, and could take back what it did."""
    return match.state.side == US and match.can_undo()


@pytest.fixture
def seated(moment: Turn, person: People, service: Service) -> Iterator[tuple[Grouped, Group]]:
    """Somebody at that table, and what two units could do together."""
    yield sit(moment, person, service)


def seat(moment: Turn, person: People, service: Service, **options: Any) -> Grouped:
    """Somebody at a table, before anything has been chosen."""
    keys = resume(service.address, moment.record)
    page = person(BLANK, **({"viewport": {"width": 1440, "height": 900}} | options))
    hands = Grouped(page, service.address, moment)
    page.goto(keys.link(US))
    hands.seated()
    hands.my_turn(-1)
    hands.page.keyboard.press("Escape")
    return hands


def sit(moment: Turn, person: People, service: Service, **options: Any) -> tuple[Grouped, Group]:
    hands = seat(moment, person, service, **options)
    group = pair_at(moment.game)
    assert group
    return hands, group


def picked(hands: Grouped) -> list[str]:
    found = hands.now.get_attribute("data-picked") or ""
    return [one for one in found.split("|") if one]


def test_shift_adds_and_one_order_is_for_all(seated: tuple[Grouped, Group]) -> None:
    """Two units, one click on the goal: two actions; the whole order is undone together; Escape lets go."""
    hands, group = seated
    hands.one_by_one(group.units)
    assert picked(hands) == group.units
    hands.name(*group.target or ("", ""))
    hands.finish(len(group.texts), 0)
    assert sorted(hands.sent) == sorted(group.texts)
    if len(group.texts) < len(group.units):  # the second finds the space taken: it is said which, and by which case
        expect(hands.reason).to_contain_text("1 of 2 done")
        return
    expect(hands.now.locator('[data-key="undo order"]')).to_be_visible()
    hands.page.keyboard.press("Shift+U")
    expect(hands.now.locator('[data-key="undo order"]')).to_have_count(0)
    hands.settle()
    hands.one_by_one(group.units)
    hands.page.keyboard.press("Escape")
    hands.settle()
    assert picked(hands) == []


def test_plan_is_drawn_and_carried_out(seated: tuple[Grouped, Group], looker: Looker) -> None:
    """Orders are arrows first; one is removed, the other is carried out by Enter."""
    hands, group = seated
    page = hands.page
    page.keyboard.press("l")
    expect(hands.now.locator('[data-key="plan mode"]')).to_have_attribute("aria-pressed", "true")
    hands.one_by_one(group.units)
    hands.name(*group.target or ("", ""))
    expect(page.locator(".stage-map .order-planned").first).to_be_attached()
    assert hands.sent == []
    page.keyboard.press("Delete")
    expect(page.locator(".stage-map .order-planned")).to_have_count(0)
    hands.one_by_one(group.units)
    hands.name(*group.target or ("", ""))
    expect(hands.now.locator('[data-key="carry out"]')).to_be_visible()
    looker.look(page, "a planned order")
    hands.now.locator("#prompt").focus()
    page.keyboard.press("Enter", delay=120)
    hands.finish(len(group.texts), 0)
    assert sorted(hands.sent) == sorted(group.texts)


@pytest.fixture
def room(request: pytest.FixtureRequest) -> tuple[Turn, str]:
    """A position in which what one unit or hex does, another may do as well; and what the first does."""
    game = request.param
    for turn in (recorded(game), recorded(game, (4, 1))):
        match = Match.load(turn.record)
        for _, text in turn.actions:
            first = twice_in(match) if match.state.side == US else ""
            if first:
                return Turn(game, turn.scenario, turn.number, match.record(), ()), first
            match.play(text)
    raise AssertionError(f"{game}: there is never room for a second unit")


def twice_in(match: Match) -> str:
    """What one unit does and another can do after it: go to the same space, or, where there is no room, join the same attack."""
    pair = pair_of(match, VERBS[match.game.id])
    if pair and len(pair.texts) == 2:
        return pair.texts[0]
    joins = [str(action) for action in match.state.actions() if str(action).startswith("join ")]
    if len(joins) < 2:
        return ""
    ahead = Match.load(match.record())
    ahead.play(joins[0])
    after = {str(action) for action in ahead.state.actions()} if ahead.state.side == US else set()
    return joins[0] if after & set(joins[1:]) else ""


def test_same_again(room: tuple[Turn, str], person: People, service: Service) -> None:
    """What one unit did, another does by one key."""
    moment, first = room
    hands = seat(moment, person, service)
    order = Order.of(hands.match, first)
    hands.single(order)
    hands.match.play(first)
    hands.page.keyboard.press("Escape")
    hands.settle()
    again = hands.now.locator('[data-key="again"]')
    expect(again).to_be_visible()
    wanted = again.get_attribute("data-action")
    assert wanted and wanted != first
    hands.key("r")
    hands.finish(2, 0)
    assert hands.sent == [first, wanted]
    assert Order.of(hands.match, wanted).args[1:] == order.args[1:], "another unit, the same goal"


def test_keys_select_several(seated: tuple[Grouped, Group]) -> None:
    """The next unit, one more, all of the place; without a mouse."""
    hands, _ = seated
    for key in ("n", "Shift+N"):
        hands.page.keyboard.press(key)
        hands.settle()
    assert len(picked(hands)) == 2
    hands.page.keyboard.press("Shift+A")
    hands.settle()
    first = hands.match.state.view(US)["units"]
    assert len({first[unit]["place"] for unit in picked(hands) or ["none"] if unit in first}) <= 1


def test_selecting_several_ends_with_its_order(seated: tuple[Grouped, Group]) -> None:
    """The next click is one unit again, whether the order was given or drawn."""
    hands, group = seated
    mode = hands.now.locator('[data-key="several mode"]')
    for plan in (True, False):
        mode.click()
        expect(mode).to_have_attribute("aria-pressed", "true")
        if plan:
            hands.page.keyboard.press("l")
        hands.one_by_one(group.units[:1])
        hands.name(*group.target or ("", ""))
        if plan:
            expect(mode).to_have_attribute("aria-pressed", "false")
            hands.page.keyboard.press("Delete")
            hands.page.keyboard.press("l")
    hands.finish(1, 0)
    expect(hands.now.locator('[data-key="several mode"][aria-pressed=true]')).to_have_count(0)
    expect(hands.now.locator("#prompt")).to_be_visible()


def test_fingers_select_several(moment: Turn, person: People, service: Service) -> None:
    """On a phone a button makes every tap take one more."""
    hands, group = sit(moment, person, service, **PHONE)
    mode = hands.now.locator('[data-key="several mode"]')
    mode.tap()
    expect(mode).to_have_attribute("aria-pressed", "true")
    tray = [hands.now.locator(f'[data-key="tray {unit}"]') for unit in group.units]
    if all(one.count() for one in tray):
        for one in tray:
            one.tap()
        assert picked(hands) == group.units
    mode.tap()
    expect(mode).to_have_attribute("aria-pressed", "false")


def test_a_loop_takes_what_lies_in_it(seated: tuple[Grouped, Group]) -> None:
    """Everything that can act, by a loop around the whole map."""
    hands, _ = seated
    hands.whole_map()
    box = hands.page.locator(".stage-map").bounding_box()
    assert box
    left, top, right, bottom = box["x"] + 90, box["y"] + 6, box["x"] + box["width"] - 110, box["y"] + box["height"] - 6
    able = hands.page.evaluate("() => [...document.querySelectorAll('.stage-map .is-able')].length")
    hands.page.keyboard.down("Shift")
    hands.page.mouse.move(left, top)
    hands.page.mouse.down()
    for corner in ((right, top), (right, bottom), (left, bottom), (left, top)):
        hands.page.mouse.move(*corner, steps=3)
    hands.page.mouse.up()
    hands.page.keyboard.up("Shift")
    hands.settle()
    assert 1 < len(picked(hands)) <= able


# ---------------------------------------------------------------- stacks


def test_a_double_click_takes_the_stack(person: People, service: Service, stacked: tuple[Turn, list[str]]) -> None:
    """Everybody in it who can act, and nobody else."""
    moment, units = stacked
    hands = seat(moment, person, service)
    hands.closer(hands.place_of(units[0]))
    at = next(point for point in (hands.counter(unit) for unit in units) if point)
    hands.page.mouse.dblclick(*at)
    hands.settle()
    assert len(picked(hands)) > 1
    assert set(picked(hands)) <= set(units)
    assert hands.sent == []


@pytest.fixture
def stacked(request: pytest.FixtureRequest, service: Service) -> tuple[Turn, list[str]]:
    """A position in which units that can act lie on each other, as they never do on Saipan; and these units."""
    turn = recorded(request.param)
    match = Match.load(turn.record)
    for _, text in turn.actions:
        if match.state.side == US and (units := pile_of(match, set(spaces(service.address, turn.game)))):
            return Turn(turn.game, turn.scenario, turn.number, match.record(), ()), units
        match.play(text)
    raise AssertionError(f"{turn.game} has no stack")


def pile_of(match: Match, known: set[str], least: int = 2) -> list[str]:
    """Units in one space that can be sent somewhere."""
    view, places = match.state.view(US), dict[str, set[str]]()
    for action in match.state.actions():
        order = Order.of(match, str(action))
        if [kind for kind, _ in order.args] == ["unit", "space"] and view["units"][order.args[0][1]]["place"] in known:
            places.setdefault(view["units"][order.args[0][1]]["place"], set()).add(order.args[0][1])
    return next((sorted(units) for units in places.values() if len(units) >= least), [])


# ---------------------------------------------------------------- one gesture for select and send


def test_a_loop_is_pulled_or_counters_are_swept_to_the_goal(seated: tuple[Grouped, Group]) -> None:
    """Select and send in one stroke: a loop on the map that is pulled on, or counters beside the map."""
    hands, group = seated
    assert hands.pull(group) or hands.sweep(group)
    assert hands.sent[: len(group.texts)] and set(hands.sent) <= set(group.texts)
    assert hands.counted == {"drag": 1}


def test_escape_lets_go_of_a_drag(seated: tuple[Grouped, Group]) -> None:
    """What is being dragged goes home, and nothing is done."""
    hands, group = seated
    [unit, *_] = group.units
    tray = hands.now.locator(f'[data-key="tray {unit}"]')
    box = tray.bounding_box() if hands.page.evaluate(BUTTON, f"tray {unit}") else None
    start = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2] if box else hands.uncover(unit)
    end = hands.spot(hands.goal_of(group) or "")
    hands.page.mouse.move(*start)
    hands.page.mouse.down()
    hands.page.mouse.move(*end, steps=5)
    expect(hands.page.locator(".stage-map .landing")).to_have_count(1)
    hands.page.keyboard.press("Escape")
    expect(hands.page.locator(".stage-map .landing")).to_have_count(0)
    hands.page.mouse.up()
    hands.settle()
    assert hands.sent == []
    assert picked(hands) == []


def test_units_are_dealt_out_along_a_drag(person: People, service: Service) -> None:
    """Counters swept up beside the map, one for each space on which the drag rests; undone together."""
    turn = recorded("bonins")
    match = Match.load(turn.record)
    actions = list(turn.actions)
    while not actions[0][1].startswith("land "):
        match.play(actions.pop(0)[1])
    hands = seat(Turn(turn.game, turn.scenario, turn.number, match.record(), ()), person, service)
    wanted = [text for _, text in actions[:4]]
    assert hands.deal(hands.run_of(actions))
    assert hands.sent == wanted
    assert hands.counted == {"drag": 1}
    hands.page.keyboard.press("Shift+U")
    expect(hands.now.locator('[data-key="undo order"]')).to_have_count(0)


@pytest.mark.parametrize("game", ["saipan", "rage", "olympic"])
def test_another_unit_that_is_dragged_ends_what_is_asked(game: str, person: People, service: Service) -> None:
    """No press of End between an advance or a halt and the next unit."""
    turn = recorded(game)
    match = Match.load(turn.record)
    actions = list(turn.actions)
    ends = {("advance", "done"), ("move", "stop")}
    while (match.state.decision.step, actions[0][1]) not in ends or actions[0][0] != US or actions[1][0] != US:
        match.play(actions.pop(0)[1])
    hands = seat(Turn(turn.game, turn.scenario, turn.number, match.record(), ()), person, service)
    assert hands.turn(Order.of(hands.match, actions[0][1]), actions)
    assert hands.sent[:2] == [text for _, text in actions[:2]]
    assert hands.counted == {"drag": 1}


def test_one_button_answers_two_steps(person: People, service: Service) -> None:
    """Nobody joins and nothing is added: fight."""
    turn = recorded("saipan")
    match, actions = Match.load(turn.record), list(turn.actions)
    while match.state.decision.step != "attackers":
        match.play(actions.pop(0)[1])
    assert actions[:2] == [(US, "done")] * 2
    hands = seat(Turn(turn.game, turn.scenario, turn.number, match.record(), ()), person, service)
    hands.now.locator('[data-key="straight attackers"]').click()
    hands.finish(2, 0)
    assert hands.sent == ["done", "done"]


def test_what_is_selected_can_be_dragged(ashore: Turn, person: People, service: Service) -> None:
    """A click on a counter, then a drag of it: it goes where it is dropped, and the map is not moved."""
    hands = seat(ashore, person, service)
    units = sorted(hands.page.evaluate(READY), key=lambda unit: len(hands.units_at(hands.place_of(unit))))
    order = next(order for unit in units for order in goals_of(hands, unit) if order.args[1][1] in hands.known_spaces)
    unit, goal = order.args[0][1], order.args[1][1]
    hands.click_unit(unit)
    expect(hands.page.locator(".stage-map .is-selected")).to_have_attribute("data-unit", unit)
    hands.closer(hands.place_of(unit))
    end = hands.spot(goal)
    start = hands.counter(unit)
    assert start
    hands.drag_to(start, end)
    hands.finish(1, 0)
    assert hands.sent == [order.text]


# ---------------------------------------------------------------- plans


def goals_of(hands: Grouped, unit: str) -> list[Order]:
    """What a unit could be sent to."""
    orders = [Order.of(hands.match, str(action)) for action in hands.match.state.actions()]
    return [one for one in orders if [kind for kind, _ in one.args] == ["unit", "space"] and one.args[0][1] == unit]


def test_the_end_of_a_planned_arrow_is_dragged(seated: tuple[Grouped, Group]) -> None:
    """The order leads where its end was dragged."""
    hands, group = seated
    page, [unit, *_] = hands.page, group.units
    goals = [one for one in goals_of(hands, unit) if one.verb == group.verb]
    old, new = goals[0], goals[-1]
    assert old.text != new.text
    page.keyboard.press("l")
    hands.name("unit", unit)
    hands.name(*old.args[1])
    expect(page.locator(".stage-map .order-planned")).to_have_count(1)
    hands.whole_map()
    handle = page.locator(".stage-map [data-order]").bounding_box()
    assert handle
    end = hands.spot(new.args[1][1])
    page.mouse.move(handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()
    hands.settle()
    assert hands.sent == []
    hands.press("carry out")
    hands.finish(1, 0)
    assert hands.sent == [new.text]


def test_one_planned_order_is_taken_back(seated: tuple[Grouped, Group]) -> None:
    """By its cross; the other stays and is carried out."""
    hands, group = seated
    first, second = plan_two(hands, group)
    hands.now.locator('[data-key^="unplan "]').first.click()
    expect(hands.page.locator(".stage-map .order-planned")).to_have_count(1)
    hands.press("carry out")
    hands.finish(1, 0)
    assert hands.sent == [second.text] != [first.text]


def test_one_planned_order_is_taken_back_by_keys(seated: tuple[Grouped, Group]) -> None:
    """Chosen in the list with Enter, taken out with Delete, the rest carried out with Enter."""
    hands, group = seated
    first, second = plan_two(hands, group)
    hands.now.locator('[data-key^="plan "][aria-pressed]').first.focus()
    hands.page.keyboard.press("Enter", delay=120)
    expect(hands.now.locator('.plan-list .chosen [data-key^="plan "]')).to_have_count(1)
    hands.page.keyboard.press("Delete")
    expect(hands.page.locator(".stage-map .order-planned")).to_have_count(1)
    hands.now.locator("#prompt").focus()
    hands.page.keyboard.press("Enter", delay=120)
    hands.finish(1, 0)
    assert hands.sent == [second.text] != [first.text]


def plan_two(hands: Grouped, group: Group) -> tuple[Order, Order]:
    """An order each for two units, to different goals, drawn and not given."""
    one, other = group.units
    first = next(order for order in goals_of(hands, one) if order.verb == group.verb)
    second = [order for order in goals_of(hands, other) if order.verb == group.verb and order.args[1] != first.args[1]][-1]
    hands.page.keyboard.press("l")
    for order in (first, second):
        hands.name(*order.args[0])
        hands.name(*order.args[1])
    expect(hands.now.locator('[data-key^="unplan "]')).to_have_count(2)
    assert hands.sent == []
    return first, second


def test_orders_are_planned_and_replaced_by_keys(seated: tuple[Grouped, Group]) -> None:
    """L, the next unit, its next goal, G: drawn; the same unit once more, another goal: led elsewhere; Delete: gone."""
    hands, _ = seated
    plan = hands.now.locator('.plan-list [data-key^="plan "]')
    hands.page.keyboard.press("l")
    expect(hands.now.locator('[data-key="plan mode"]')).to_have_attribute("aria-pressed", "true")
    said = []
    for goal in (".", ","):
        for key in ("n", goal, "g"):
            hands.page.keyboard.press(key, delay=120)
            hands.settle()
        expect(plan).to_have_count(1)
        said.append(plan.inner_text())
    assert hands.sent == []
    assert said[0] != said[1]
    hands.page.keyboard.press("Delete")
    expect(plan).to_have_count(0)


# ---------------------------------------------------------------- fingers


def finger(cdp: CDPSession, kind: str, at: list[float] | None = None) -> None:
    """One finger comes, moves or goes."""
    points = [{"x": at[0], "y": at[1]}] if at else []
    cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def on_phone(moment: Turn, person: People, service: Service) -> tuple[Grouped, CDPSession]:
    """Somebody with a phone, whose map is to be seen."""
    hands = seat(moment, person, service, **PHONE)
    page = hands.page
    while page.locator(".side").get_attribute("data-height") != "low":
        page.get_by_role("button", name="Height of the panel").tap()
    page.wait_for_function("() => document.querySelector('.side').getAnimations().length === 0")
    return hands, page.context.new_cdp_session(page)


@pytest.fixture
def ashore(request: pytest.FixtureRequest, service: Service) -> Turn:
    """A position in which units on the map can be sent somewhere."""
    turn = recorded(request.param)
    match, known = Match.load(turn.record), set(spaces(service.address, turn.game))
    for _, text in turn.actions:
        if match.state.side == US and pile_of(match, known, 1):
            return Turn(turn.game, turn.scenario, turn.number, match.record(), ())
        match.play(text)
    raise AssertionError(f"{turn.game}: nobody on the map can act")


def test_a_finger_that_rests_takes_a_unit(ashore: Turn, person: People, service: Service) -> None:
    """A long press selects, a second one on it takes it out again; nothing is done."""
    hands, cdp = on_phone(ashore, person, service)
    view = hands.view["units"]
    at = None
    for unit in [one for one in hands.page.evaluate(READY) if view[one]["place"] in hands.known_spaces][:8]:
        hands.closer(view[unit]["place"])
        at = hands.counter(unit)
        if at:
            break
    assert at, "no counter can be touched"
    for wanted in (True, False):
        finger(cdp, "touchStart", at)
        hands.page.wait_for_function("(on) => Boolean(document.querySelector('section.now').dataset.picked) === on", arg=wanted)
        finger(cdp, "touchEnd")
        hands.settle()
    assert hands.sent == []


def test_a_finger_draws_a_loop(ashore: Turn, person: People, service: Service) -> None:
    """While several are selected, one finger draws; it takes everybody in the loop who can act."""
    hands, cdp = on_phone(ashore, person, service)
    hands.now.locator('[data-key="several mode"]').tap()
    hands.whole_map()
    box = hands.page.locator(".stage-map").bounding_box()
    side = hands.page.locator(".side").bounding_box()
    assert box and side
    left, top, right, bottom = box["x"] + 6, box["y"] + 60, box["x"] + box["width"] - 60, side["y"] - 6
    starts = [[left, top + (bottom - top) * part / 8] for part in range(1, 8)]
    start = next(point for point in starts if hands.page.evaluate(SAFE, point))  # bars lie on the map
    finger(cdp, "touchStart", start)
    for corner in ([left, top], [right, top], [right, bottom], [left, bottom], [left, start[1] + 4]):
        finger(cdp, "touchMove", corner)
    finger(cdp, "touchEnd")
    hands.settle()
    assert picked(hands)
    assert set(picked(hands)) <= set(hands.page.evaluate(READY))
