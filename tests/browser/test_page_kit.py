"""The page with every game that is registered: a turn with the mouse, one without; a phone; axe; the tour.

Nothing here knows a game. What is particular to one comes from its theme, its tour, and what the page marks as possible, so that
a game has its tests of the page by being registered.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import beachhead as bh
from beachhead.engine.game import Game
from tests.browser.access import LIGHT, Looker
from tests.browser.anyhands import AnyHands, Fingers, Keyboard, sit_down
from tests.browser.conftest import BLANK, NO_MOUSE, People, Service
from tests.browser.hands import begin, browsed, go_on, offered, story
from tests.browser.phone import PHONE, small
from tests.budget import SOAK, many

GAMES = list(bh.all_games())
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
ANY = pytest.mark.parametrize("game", GAMES[: many(1, most=len(GAMES))], ids=lambda game: game.id)
"""For what the page does in the same way whatever the game is: a soak tries it with all of them."""
KEYS = pytest.mark.parametrize("game", GAMES if SOAK > 1 else GAMES[::2], ids=lambda game: game.id)
"""For what the page does with keys in the same way as with the mouse, which takes a turn of every game."""
SAME = ("Log", "Chat")
"""Tabs that look the same in all games when a match begins, as the form does that sets it up."""


@EACH
def test_a_turn_with_the_mouse(person: People, service: Service, game: Game) -> None:
    keys, side = sit_down(service.address, game)
    hands = AnyHands(person(keys.link(side)), service.address, game)
    hands.seated()
    hands.take_turn()
    assert sum(hands.acted.values()) >= 2, "units have acted by clicks on them and on the map"
    assert len(story(service.address, keys, side)) > 2


@KEYS
def test_a_turn_without_a_mouse(person: People, service: Service, game: Game) -> None:
    keys, side = sit_down(service.address, game)
    page = person(BLANK)
    page.context.add_init_script(NO_MOUSE)
    page.goto(keys.link(side))
    hands = Keyboard(page, service.address, game)
    hands.seated()
    hands.take_turn()
    assert sum(hands.acted.values()) >= 2, "units have acted by keys"
    page.keyboard.press("m")
    expect(page.get_by_role("application")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stage-map .cursor")).to_be_attached()
    page.keyboard.press("j")
    expect(hands.prompt).to_be_focused()
    assert page.evaluate("() => window.touched") == []


@EACH
def test_a_phone(person: People, service: Service, game: Game) -> None:
    """Something is done by taps alone, nothing stands out to the side, and nothing is too small for a finger."""
    keys, side = sit_down(service.address, game)
    page = person("/", **PHONE)
    missed = {"start": small(page)}
    browsed(page, game.id).get_by_role("button", name="More").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    missed["set-up"] = small(page)
    page.goto(keys.link(side))
    hands = Fingers(page, service.address, game)
    hands.seated()
    assert page.evaluate("() => document.documentElement.scrollWidth") == PHONE["viewport"]["width"]
    found = hands.asked()
    missed["table"] = small(page)
    told = hands.moment()
    hands.do_something(found)
    hands.asked(told)
    missed["after a choice"] = small(page)
    hands.sheet("full")
    for name in page.get_by_role("tab").all_inner_texts():
        page.get_by_role("tab", name=name).scroll_into_view_if_needed()
        hands.tab(name)
        page.get_by_role("tabpanel").scroll_into_view_if_needed()
        missed[name] = small(page)
    page.get_by_role("button", name="Menu").tap()
    missed["menu"] = small(page)
    assert not any(missed.values()), "\n".join(f"{screen}: {one}" for screen, all in missed.items() for one in all)


@EACH
def test_no_screen_shuts_anybody_out(person: People, service: Service, game: Game, looker: Looker) -> None:
    keys, side = sit_down(service.address, game)
    whole = game is GAMES[0] or SOAK > 1
    page = person("/" if whole else BLANK, picture=True, **LIGHT)
    if whole:
        browsed(page, game.id).get_by_role("button", name="More").click()
        looker.look(page, "set-up form", within="dialog")
    page.goto(keys.link(side))
    hands = AnyHands(page, service.address, game)
    hands.seated()
    hands.asked()
    looker.look(page, "table", map_too=True)
    hands.page.keyboard.press("n")
    looker.look(page, "a choice", within="section.now")
    for name in page.get_by_role("tab").all_inner_texts():
        if name in SAME and not whole:
            continue
        hands.tab(name)
        looker.look(page, name, within=".tab-box")


def steps_of(game: Game) -> list[dict[str, Any]]:
    """The steps of a game's tour."""
    tour = game.lore("tour")
    assert isinstance(tour, dict), f"{game.id} has no tour"
    found: list[dict[str, Any]] = tour["steps"]
    return found


def side_of_tour(game: Game) -> str:
    """Who takes the tour."""
    seats: dict[str, str] = game.lore("tour")["seats"]
    return next(side for side, who in seats.items() if who == "me")


def here(tour: Locator, number: int, steps: list[dict[str, Any]]) -> Locator:
    """How far the tour says it is, if it is at that step."""
    return tour.locator(".tour-count", has_text=f"Tour, {number} of {len(steps)}")


@EACH
def test_the_tour(person: People, service: Service, game: Game) -> None:
    """Every step as the tour's file has it: what it awaits is done for the player, what it points at is marked, and stays so."""
    steps = steps_of(game)
    page = person("/", clock=True)
    offered(page, game.id).get_by_role("button", name="Take the tour").click()
    hands = AnyHands(page, service.address, game)
    hands.seated()
    tour = page.locator(".tour")
    undone = tour.locator('[data-state="next"]')
    for number, step in enumerate(steps, 1):
        expect(here(tour, number, steps)).to_be_visible()
        expect(tour.locator("h2")).to_have_text(step["title"])
        if number == 1:
            page.clock.fast_forward(10_000)
            expect(page.locator(".stage-map .pointed")).to_have_count(len(step["point"].get("spaces", ())))
        if not step.get("await"):
            go_on(tour)
            continue
        expect(tour.locator(".tour-tasks li")).to_have_count(len(step["await"]))
        for task in tour.locator(".tour-tasks li").all_inner_texts():
            assert not re.search(r"\b[A-Z]:|\bdone\b", task), "a task is written as its button is"
        while here(tour, number, steps).count():  # a step whose tasks are done goes by itself
            page.wait_for_function(TASK_OR_NEXT, arg=f"Tour, {number} of {len(steps)}")
            if task := page.evaluate(HELP, f"Tour, {number} of {len(steps)}"):
                expect(undone.filter(has_text=task)).to_have_count(0)
            else:
                page.clock.fast_forward(1000)
    expect(tour).to_have_count(0)
    page.reload()
    hands.seated()
    expect(page.locator(".tour")).to_have_count(0)


HELP = """(count) => {
  const tour = document.querySelector(".tour");
  const task = tour?.querySelector('[data-state="next"]');
  if (!task || tour.querySelector(".tour-count").textContent !== count) return "";
  [...tour.querySelectorAll(".tour-foot .button")][1].click();
  return task.textContent;
}"""
"""Have the next task of this step done; of this step only, for the next one may come at any time."""

TASK_OR_NEXT = """(count) => {
  const tour = document.querySelector(".tour");
  if (tour?.querySelector(".tour-count")?.textContent !== count) return true;
  if (!tour.querySelector('[data-state="next"]')) return true;
  const help = [...tour.querySelectorAll(".tour-foot .button")][1];
  return !help.hidden && !help.disabled;
}"""


@ANY
def test_passing_over_the_tour_and_going_back(person: People, service: Service, game: Game) -> None:
    """However long a button is held, what it does is done: the card does not move away from under the pointer."""
    steps = steps_of(game)
    keys = begin(service.address, game.scenarios[0].id, {side_of_tour(game): "me"}, game=game.id, tour=True)
    page = person(keys.link(side_of_tour(game)), clock=True)
    AnyHands(page, service.address, game).seated()
    tour = page.locator(".tour")
    for number in range(1, len(steps)):
        expect(here(tour, number, steps)).to_be_visible()
        expect(tour).to_have_attribute("data-placed", str(number))
        hold(tour.get_by_role("button", name="Next"))
    expect(tour).to_have_attribute("data-placed", str(len(steps)))
    tour.get_by_role("button", name="Back").click()
    expect(here(tour, len(steps) - 1, steps)).to_be_visible()
    tour.get_by_role("button", name="Leave the tour").click()
    expect(tour).to_have_count(0)


def hold(button: Locator) -> None:
    """Press a button as soon as it can be pressed, and let it go a second later."""
    page = button.page
    expect(button).to_be_enabled()
    button.hover()
    page.mouse.down()
    page.clock.fast_forward(1000)
    page.mouse.up()
