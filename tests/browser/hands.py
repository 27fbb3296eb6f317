"""What the tests of the page have in common: making matches, sitting down, and hands that click, drag, type and press keys."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from secrets import token_urlsafe
from typing import Any

from playwright.sync_api import Locator, Page, expect

from beachhead.match import Match
from tests.browser.conftest import PATIENCE

expect.set_options(timeout=PATIENCE)

LANDING = (
    "land U:1/6 0902",
    "land U:3/6 0801 0802",
    "land U:1/23 0702",
    "land U:2/8 1002",
    "land U:1/105 1102 1103",
    "land U:3/25 1203",
)
"""Six battalions ashore in the first turn: both Japanese units behind the beach must be attacked."""
BOTH = {"us": "me", "jp": "me"}
FRIENDS = {"us": "me", "jp": "open"}


@dataclass(frozen=True, slots=True)
class Keys:
    """What the creator of a match gets."""

    match: str
    tokens: Mapping[str, str]
    spectator: str
    host: str

    def link(self, *who: str) -> str:
        """The address that takes these seats; `spectator` watches."""
        return f"/m/{self.match}#" + ".".join(self.spectator if one == "spectator" else self.tokens[one] for one in who)


def takes(page: Page) -> Page:
    """Whoever has opened the link to a seat takes it."""
    page.get_by_role("button", name="Take this seat").click()
    return page


def post(address: str, path: str, body: Any, token: str = "") -> Any:
    """Ask the service for something that is meant to work."""
    head = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(urllib.request.Request(address + path, json.dumps(body).encode(), head), timeout=60) as answer:
        return json.load(answer)


def begin(address: str, scenario: str = "historical", seats: Mapping[str, str] | None = None, **more: Any) -> Keys:
    """A new match, of Saipan unless another game is named."""
    wish = {"game": "saipan", "scenario": scenario, "seats": seats or FRIENDS} | more
    made = Keys(**post(address, "/api/matches", wish))
    return replace(made, tokens={seat: taken(address, made.match, token) for seat, token in made.tokens.items()})


def taken(address: str, match: str, token: str) -> str:
    """What opens a seat once it has been taken, if this is the link to one."""
    if not token.startswith("seat-"):
        return token
    made = token_urlsafe(18)
    post(address, f"/api/matches/{match}/take", {"token": made}, token)
    return made


def resume(address: str, record: str, seats: Mapping[str, str] | None = None) -> Keys:
    """A match that goes on where a record ends, with its past and its dice: whoever brings it holds both seats."""
    return Keys(**post(address, "/api/matches/upload", {"record": record, "seats": dict(seats or BOTH)}))


def played(actions: Iterable[str], scenario: str = "historical", seed: int = 7, **options: Any) -> str:
    """The record of a match with dice that are always the same."""
    match = Match.new("saipan", scenario, seed=seed, **options)
    for action in actions:
        match.play(action)
    return match.record()


def story(address: str, keys: Keys, who: str) -> list[str]:
    """What has happened so far, as the service tells the owner of that seat; what was taken back is gone."""
    token = keys.spectator if who == "spectator" else keys.tokens[who]
    asked = urllib.request.Request(f"{address}/api/matches/{keys.match}/record", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(asked, timeout=60) as answer:
        lines = answer.read().decode().splitlines()
    told = [line[2:] for line in lines if line.startswith("# ")]
    assert told and "this record cannot be replayed" in told[0], "the match is over, and the record is of another kind"
    return told[1:]


@cache
def spaces(address: str, game: str = "saipan") -> Mapping[str, Mapping[str, Any]]:
    """The spaces of the map and where their centres are on the drawing."""
    with urllib.request.urlopen(f"{address}/api/games/{game}/board", timeout=120) as answer:
        found: Mapping[str, Mapping[str, Any]] = json.load(answer)["spaces"]
    return found


def offered(page: Page, game: str = "saipan") -> Locator:
    """The card of a game on the start page."""
    return page.locator(f'article[aria-labelledby="game-{game}"]')


def browsed(page: Page, game: str = "saipan", scenario: str = "") -> Locator:
    """The scenarios of a game on the start page, opened by its card; with the one of this id chosen, or else the first."""
    offered(page, game).locator(".scenarios-button").click()
    expect(offered(page, game).locator(".scenarios-button")).to_have_attribute("aria-pressed", "true")
    found = page.locator("#scenarios")
    if scenario:
        found.locator(f'.scenario-row:has(input[value="{scenario}"])').click()
    return found


ON_SCREEN = """([x, y]) => {
  const point = new DOMPoint(x, y).matrixTransform(document.querySelector("svg.board-svg").getScreenCTM());
  return [point.x, point.y];
}"""
STILL = """() => new Promise((done) => {
  const svg = document.querySelector("svg.board-svg");
  const place = () => { const m = svg.getScreenCTM(); return [m.a, m.e, m.f].join(); };
  let last = "", same = 0;
  const look = () => {
    same = place() === last ? same + 1 : 0;
    last = place();
    if (same > 3) done(true);
    else requestAnimationFrame(look);
  };
  look();
})"""


class Hands:
    """One person before one page."""

    game = "saipan"

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.prompt = page.locator("#prompt")
        self.now = page.locator("section.now")
        self.typed = page.get_by_role("combobox", name="Type an action")
        self.answer = page.locator("#typed-answer")
        self.whose = page.locator(".whose")
        self.reason = page.locator(".note.refusal")
        self.combat = page.locator("section.combat")
        self.dialog = page.get_by_role("dialog")

    def seated(self) -> Hands:
        """Wait until the table is laid."""
        expect(self.page.locator("html[data-ready=yes]")).to_be_attached()
        expect(self.page.locator(".stage-map [data-unit]").first).to_be_attached()
        spaces(self.address, self.game)
        return self

    # ------------------------------------------------------------------ looking

    def unit(self, name: str) -> Locator:
        """A counter on the map."""
        return self.page.locator(f'.stage-map [data-unit="{name}"]')

    def place(self, name: str) -> str:
        """The space where a counter lies on the map."""
        shift = self.unit(name).get_attribute("transform") or ""
        found = re.match(r"translate\(([-\d.]+)[ ,]([-\d.]+)\)", shift)
        assert found, f"{name} is nowhere: {shift!r}"
        x, y = float(found[1]), float(found[2])
        return min(spaces(self.address, self.game).items(), key=lambda item: (item[1]["x"] - x) ** 2 + (item[1]["y"] - y) ** 2)[0]

    def lies(self, name: str, space: str, patience: float = PATIENCE) -> None:
        """Wait until a counter lies there."""
        at = spaces(self.address, self.game)[space]
        there = re.compile(rf"translate\({at['x']}(\.0)?[ ,]{at['y']}(\.0)?\)")
        expect(self.unit(name)).to_have_attribute("transform", there, timeout=patience)

    def point(self, space: str) -> tuple[float, float]:
        """Where a space is on the screen, once the map stands still."""
        self.page.evaluate(STILL)
        at = spaces(self.address, self.game)[space]
        x, y = self.page.evaluate(ON_SCREEN, [at["x"], at["y"]])
        return x, y

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button of the panel that asks for the decision."""
        return self.now.get_by_role("button", name=name)

    # ------------------------------------------------------------------ doing

    def click_space(self, space: str) -> None:
        """Click the middle of a space."""
        self.page.mouse.click(*self.point(space))

    def drag(self, start: str, end: str) -> None:
        """Drag what lies in one space to another."""
        self.page.mouse.move(*self.point(start))
        self.page.mouse.down()
        x, y = self.point(end)
        self.page.mouse.move(x - 12, y - 9, steps=6)
        self.page.mouse.move(x, y, steps=2)
        self.page.mouse.up()

    def type(self, text: str) -> None:
        """Type a line and send it off."""
        self.typed.fill(text)
        self.typed.press("Enter")

    def act(self, text: str) -> None:
        """Type an action and wait until it is done: the answer says so, unless the screen is covered at once."""
        self.type(text)
        told = self.answer.filter(has_text=f"Done: {text}")
        expect(told.or_(self.page.locator(".handover:visible")).first).to_be_visible()

    def menu(self, entry: str) -> None:
        """Choose something from the menu of the table."""
        self.page.get_by_role("button", name="Menu").click()
        self.dialog.get_by_role("button", name=entry).click()

    def close(self) -> None:
        """Close the dialog."""
        self.dialog.get_by_role("button", name="Close").click()
        expect(self.dialog).to_have_count(0)

    def tab(self, name: str) -> Locator:
        """Open a tab beside the map; answers its panel."""
        self.page.get_by_role("tab", name=name).click()
        panel = self.page.get_by_role("tabpanel", name=name)
        expect(panel.locator("> *").first).to_be_visible()
        return panel

    # ------------------------------------------------------------------ playing on

    @property
    def decides(self) -> bool:
        """Whether the page says that it is this person's move."""
        return self.page.locator(".whose.mine").count() > 0

    def listed(self) -> list[str]:
        """What the typed list names: whole actions, or beginnings of them if there are many."""
        self.type("list")
        expect(self.answer).to_contain_text(re.compile(r"^(One|\d+) choice"))
        return [line.split(": ", 1)[0].split(" …", 1)[0] for line in self.answer.inner_text().splitlines()[1:] if line]

    def completions(self, line: str) -> list[str]:
        """What the page offers behind a line that is being typed."""
        self.typed.fill(line)
        found: list[str] = self.page.evaluate(
            "() => [...document.querySelectorAll('#suggestions [role=option]')].map((one) => one.textContent)"
        )
        return found

    def play_any(self, chance: Random, hurry: float = 1.0) -> str:
        """Take any action by typing, `done` with this probability if it is offered; answers what was typed."""
        offered = self.listed()
        if "done" in offered and chance.random() < hurry:
            text = "done"
        else:
            text = chance.choice(offered)
            while more := [one for one in self.completions(text + " ") if one.startswith(text + " ")]:
                text = chance.choice(more)
        self.type(text)
        expect(self.answer).to_contain_text(f"Done: {text}")
        return text


@cache
def any_game(seed: int = 3, scenario: str = "historical") -> str:
    """The record of a whole game of no particular merit."""
    match, chance = Match.new("saipan", scenario, seed=seed), Random(seed)
    while not match.state.over:
        offered = [str(action) for action in match.state.actions()]
        match.play("done" if "done" in offered and chance.random() < 0.6 else chance.choice(offered))
    return match.record()


def go_on(tour: Locator) -> None:
    """Press the tour's main button and wait for the next step. One that has only just come by itself takes no click yet."""
    before = tour.locator(".tour-count").inner_text()
    button = tour.get_by_role("button", name=re.compile("^(Next|Play on)$"))
    expect(button).to_be_enabled()
    button.click()
    expect(tour.locator(".tour-count", has_text=before)).to_have_count(0)
