"""Several units at once, on every game: selected by a loop, Shift, keys and fingers; ordered, planned, repeated, undone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import expect

from beachhead.match import Match
from tests.browser.access import Looker
from tests.browser.conftest import BLANK, People, Service
from tests.browser.grouped import Group, Grouped
from tests.browser.hands import resume
from tests.browser.phone import PHONE
from tests.browser.turns import TURNS, US, Order, Turn, recorded
from tests.budget import SOAK

VERBS = {"saipan": "move", "rage": "bombard", "olympic": "move", "bonins": "land", "dday": "land"}
"""A verb of which a typical turn has several that could be one order."""
GAMES = list(TURNS)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What the page does with several units is the same in all games, so every test has three of them, and other tests have
    others; a soak tries all of them with each."""
    first = list(vars(metafunc.module)).index(metafunc.function.__name__)
    chosen = GAMES if SOAK > 1 else sorted({GAMES[(first + step) % len(GAMES)] for step in range(0, 5, 2)}, key=GAMES.index)
    metafunc.parametrize("moment", chosen, indirect=True)


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
        for other in orders[1:]:
            ahead = Match.load(match.record())
            ahead.play(orders[0].text)
            if ahead.state.side == US and ahead.can_undo() and other.text in {str(action) for action in ahead.state.actions()}:
                ahead.play(other.text)
                if ahead.state.side == US and ahead.can_undo():
                    units = [order.args[0][1] for order in (orders[0], other)]
                    return Group(units, ("space", space), [orders[0].text, other.text], verb)
    for space, orders in goals.items():
        if len(orders) > 1:
            units = [order.args[0][1] for order in orders[:2]]
            return Group(units, ("space", space), [orders[0].text], verb)
    return None


@pytest.fixture
def seated(moment: Turn, person: People, service: Service) -> Iterator[tuple[Grouped, Group]]:
    """Somebody at that table, and what two units could do together."""
    yield sit(moment, person, service)


def sit(moment: Turn, person: People, service: Service, **options: Any) -> tuple[Grouped, Group]:
    keys = resume(service.address, moment.record)
    page = person(BLANK, **({"viewport": {"width": 1440, "height": 900}} | options))
    hands = Grouped(page, service.address, moment)
    page.goto(keys.link(US))
    hands.seated()
    hands.my_turn(-1)
    hands.page.keyboard.press("Escape")
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


def test_same_again(seated: tuple[Grouped, Group]) -> None:
    """What one unit did, another does by one key."""
    hands, group = seated
    hands.single(Order.of(hands.match, group.texts[0]))
    hands.match.play(group.texts[0])
    hands.page.keyboard.press("Escape")
    hands.settle()
    if len(group.texts) < len(group.units):
        return  # there is no room for another
    again = hands.now.locator('[data-key="again"]')
    expect(again).to_be_visible()
    wanted = again.get_attribute("data-action")
    hands.key("r")
    hands.finish(2, 0)
    assert hands.sent[1] == wanted
    assert wanted and wanted.split(" ", 1)[0] == group.verb


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


def test_fingers_select_several(moment: Turn, person: People, service: Service) -> None:
    """On a phone a button makes every tap take one more."""
    hands, group = sit(moment, person, service, **PHONE)
    mode = hands.now.locator('[data-key="several mode"]')
    mode.scroll_into_view_if_needed()
    mode.tap()
    expect(mode).to_have_attribute("aria-pressed", "true")
    tray = [hands.now.locator(f'[data-key="tray {unit}"]') for unit in group.units]
    if all(one.count() for one in tray):
        for one in tray:
            one.scroll_into_view_if_needed()
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
