"""Turns that the sergeant has played, played again through the page by somebody whose gestures are counted.

A turn is not stored: it is the seed, the scenario and the number of the turn. `Counted` are hands that do one action by itself,
as a person would who points and clicks; `Grouped` (tests/browser/grouped.py) use what the page has for several units at once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.sync_api import Browser, Locator, Page, ViewportSize, WebSocket

from beachhead.engine.action import unpack
from beachhead.match import Match
from beachhead.players import player
from beachhead.players.base import Seat
from tests.browser.conftest import NO_MOTION, NO_PICTURE, PATIENCE, SPEED_OFF
from tests.browser.hands import ON_SCREEN, STILL, Hands, Keys, resume, spaces

TURNS: Mapping[str, tuple[str, int, int]] = {
    "saipan": ("historical", 2, 1),
    "rage": ("campaign", 4, 1),
    "olympic": ("solitaire", 2, 7),
    "bonins": ("solitaire", 2, 7),
    "dday": ("d-day", 1, 7),
}
"""By game: the scenario, the turn and the seed of a turn with much to do, for which the aims were set."""
AIMS: Mapping[str, int] = {"saipan": 23, "rage": 30, "olympic": 38, "bonins": 83, "dday": 75}
"""How many gestures those turns may take, by groups. A number takes two: it is chosen, and a button says what is done with it."""
RULE = (2, 7)
"""The turn and the seed of every game alike, so that nobody has picked them."""
US = "us"
LONGEST = 14
"""Gestures that one action may take before it is given up."""

OTHER = """async ([address, match, token]) => {
  const socket = new WebSocket(address.replace("http", "ws") + "/ws");
  const waiting = new Map();
  let number = 0;
  const other = { tag: "", ask: (t, body) => new Promise((done) => {
    const id = `o${++number}`;
    waiting.set(id, done);
    socket.send(JSON.stringify({ t, id, ...body }));
  }) };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    const update = message.t === "update" ? message : message.update;
    if (update) {
      other.tag = update.tag;
      other.told?.();
    }
    if (message.t === "welcome") other.welcomed(message);
    if (message.re) waiting.get(message.re)?.(message);
  };
  await new Promise((done) => (socket.onopen = done));
  const welcome = await new Promise((done) => {
    other.welcomed = done;
    socket.send(JSON.stringify({ t: "hello", protocol: 2, match, token }));
  });
  const steps = Object.fromEntries(Object.keys(welcome.autopass ?? {}).map((step) => [step, false]));
  await other.ask("autopass", { steps });
  other.act = async ([text, first]) => {
    for (let tries = 0; tries < (first ? 1 : 120); tries += 1) {
      const before = other.tag;
      const answer = await other.ask("act", { tag: before, texts: [text] });
      if (answer.t === "update") return "";
      if (answer.t === "refused") return `${text}: ${answer.text}`;
      if (other.tag === before && !first) await new Promise((done) => (other.told = done)); // until there is something new
    }
    return `${text}: it is never its turn`;
  };
  window.other = other;
}"""
"""The other side, which repeats what it did; the service never passes for it."""
POINT = """(unit) => {
  const el = document.querySelector(`.stage-map [data-unit="${CSS.escape(unit)}"]`);
  if (!el) return null;
  const body = (el.querySelector(".unit-body") ?? el).getBoundingClientRect();
  const steps = [0, -0.18, 0.18, -0.34, 0.34, -0.44, 0.44];
  for (const dy of steps) for (const dx of steps) {
    const [x, y] = [body.left + body.width * (0.5 + dx), body.top + body.height * (0.5 + dy)];
    const hit = document.elementFromPoint(x, y);
    if (hit && el.contains(hit)) return [x, y];
  }
  return null;
}"""
"""Where a counter can be hit, if anywhere."""
BARE = """([x, y, r]) => {
  const map = document.querySelector("svg.board-svg").getScreenCTM();
  const at = new DOMPoint(x, y).matrixTransform(map), far = r * map.a;
  const seen = (px, py) => document.elementFromPoint(px, py);
  const spots = [[0, 0], [0, -0.8], [0, 0.8], [-0.7, 0], [0.7, 0], [0.5, -0.6], [-0.5, -0.6], [0.5, 0.6], [-0.5, 0.6]];
  const points = spots.map(([i, j]) => [at.x + i * far, at.y + j * far]);
  const onMap = points.filter(([px, py]) => seen(px, py)?.closest(".stage-map") && !seen(px, py).closest(".board-control"));
  return onMap.find(([px, py]) => !seen(px, py).closest("[data-unit], [data-pile]")) ?? onMap[0] ?? null;
}"""
"""Where a space can be hit, beside its counters if possible."""
BUTTON = """(key) => {
  const named = [...document.querySelectorAll("section.now [data-key]")].filter((el) => el.dataset.key === key);
  return named.some((el) => el.checkVisibility() && !el.disabled);
}"""
SPREAD = (
    """(unit) => document.querySelector(`.stage-map [data-unit="${CSS.escape(unit)}"]`)?.classList.contains("is-open") ?? false"""
)
"""Whether a counter lies in a pile that has been opened."""
CLOSE = 64
"""Pixels of a space at which counters can be told apart."""
OPENED = "() => !document.querySelector('.stage-map').hasAttribute('data-opening')"
"""No pile is about to open under the pointer that rests on it."""
TURNED = "() => !document.querySelector('.inspector')?.hasAttribute('data-turning')"
"""The strip under the map is not about to show another place, on which the pointer rests."""
FRAME = "() => new Promise((done) => requestAnimationFrame(() => done(true)))"
FRAMES = PATIENCE // 16
"""So many pictures are looked at until something is given up."""
RUNNING = "() => document.querySelector('section.now').dataset.running === 'yes'"
QUIET = """() => new Promise((done) => {
  const busy = () => document.querySelector("section.now .busy, section.now.settling");
  const look = () => (busy() ? requestAnimationFrame(look) : done(true));
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn as it was played: the record of what came before it, and who did what."""

    game: str
    scenario: str
    number: int
    record: str
    actions: tuple[tuple[str, str], ...]

    @property
    def own(self) -> int:
        """How many actions the person takes."""
        return sum(side == US for side, _ in self.actions)


@dataclass(frozen=True, slots=True)
class Order:
    """An action taken apart: its verb, and its arguments with their kinds."""

    text: str
    verb: str
    args: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, match: Match, text: str) -> Order:
        """An action that is legal now."""
        ruleset = match.state.ruleset
        verb, *numbers = unpack(match.state.parse(text).code)
        kinds = ruleset.verbs[verb].kinds
        args = (
            str(number) if kind == "number" else ruleset.names[kind].full[number]
            for kind, number in zip(kinds, numbers, strict=False)
        )
        return cls(text, ruleset.verbs[verb].word, tuple(zip(kinds, args, strict=True)))


@cache
def recorded(game: str, wanted: tuple[int, int] | None = None) -> Turn:
    """The turn of a game: the one in the table, or the one with this number and seed. It begins with the first decision of the
    person that the service does not pass: what comes before costs no gesture."""
    scenario, *found = TURNS[game]
    number, seed = wanted or found
    match = Match.new(game, scenario, seed=seed)
    book = match.state.ruleset.book
    players = {side: player("book" if side in book else "sergeant", seed=seed) for side in match.game.sides}
    passed = {window.step for window in match.game.theme.windows if window.default}
    before, actions = "", list[tuple[str, str]]()
    while not match.state.over:
        state = match.state
        turn = state.view(state.side)["turn"]
        if turn > number:
            break
        if turn == number and state.side == US and state.step.name not in passed and not before:
            before = match.record()
        action = str(players[state.side].choose(Seat.at(state, state.side), 1.0))
        if before:
            actions.append((state.side, action))
        match.play(action)
    assert before, f"{game} has no turn {number}"
    return Turn(game, scenario, number, before, tuple(actions))


class Counted(Hands):
    """Hands that count what they do."""

    def __init__(self, page: Page, address: str, turn: Turn) -> None:
        super().__init__(page, address)
        self.game = turn.game
        self.match = Match.load(turn.record)
        """The match as this person knows it to be."""
        self.counted: Counter[str] = Counter()
        self.sent: list[str] = []
        """The actions that the page has sent and the service has taken."""
        self.now_offered: dict[str, Any] = {}
        """The last update of the page."""
        self.instead: dict[str, str] = {}
        """What was sent in place of what was recorded, where both come to the same."""
        self.passed: list[str] = []
        """The positions in which the service has passed for this person, but for those that are known to `play`."""
        self.waiting: dict[str, list[str]] = {}
        self.refused = ""
        page.on("websocket", self._listen)

    # ------------------------------------------------------------------ what the page says to the service

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framesent", self._went)
        socket.on("framereceived", self._came)

    def _went(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["t"] == "act":
            self.waiting[message["id"]] = message["texts"]

    def _came(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        update = message if message["t"] == "update" else message.get("update")
        if update:
            self.now_offered = update
            if update.get("autopass"):
                self.passed.append(update["tag"])
        texts = self.waiting.pop(message.get("re") or "", None)
        if texts and message["t"] == "update":
            self.sent += texts[: message.get("taken", 1)]
        elif texts and message["t"] == "refused":
            self.refused = f"{texts}: {message['text']}"

    def settle(self) -> None:
        """Wait until every answer is there and shown."""
        self.page.evaluate(QUIET)
        self.until(lambda: not self.waiting, "an action is never answered")
        self.page.evaluate(QUIET)
        assert not self.refused, self.refused

    def until(self, holds: Callable[[], object], problem: str) -> None:
        """Look at the page, picture by picture, until something is so."""
        for _ in range(FRAMES):
            if holds():
                return
            self.page.evaluate(FRAME)
        raise AssertionError(f"{problem}: {str(self.now_offered)[:600]}\n{self.page.locator('body').inner_text()[:800]}")

    def my_turn(self, moment: int, done: int = -1) -> None:
        """Wait until this person decides, after a later moment than the one given, or an order has gone on by itself."""
        self.until(
            lambda: (
                self.passed
                or 0 <= done < len(self.sent)
                or (self.now_offered.get("offers") and self.now_offered["moment"] > moment)
            ),
            "it is never this person's turn",
        )
        self.page.evaluate(STILL)
        self.settle()

    def rest(self, done: int) -> None:
        """Wait while an order is being carried out, until it has sent something or has ended."""
        self.until(lambda: len(self.sent) > done or not self.page.evaluate(RUNNING), "an order does not go on")
        self.settle()

    # ------------------------------------------------------------------ gestures

    def click(self, point: tuple[float, float] | list[float], modifiers: str = "") -> None:
        """A click at a point of the screen."""
        self.counted["click"] += 1
        self.page.mouse.move(*point)
        if modifiers:
            self.page.keyboard.down(modifiers)
        self.page.mouse.click(*point)
        if modifiers:
            self.page.keyboard.up(modifiers)
        self.settle()

    def press(self, key: str) -> bool:
        """A click on a button of the panel, if it is there."""
        if not self.page.evaluate(BUTTON, key):
            return False
        for one in self.now.locator(f"[data-key={json.dumps(key)}]").all():
            if one.is_visible():
                self.counted["click"] += 1
                one.click()
                break
        self.settle()
        return True

    def key(self, key: str) -> None:
        """A key."""
        self.counted["key"] += 1
        self.page.keyboard.press(key, delay=5)
        self.settle()

    def spot(self, space: str) -> list[float]:
        """Where a space can be hit."""
        at = spaces(self.address, self.game)[space]
        unit = self.unit_size
        for _ in range(2):
            self.page.evaluate(STILL)
            found: list[float] | None = self.page.evaluate(BARE, [at["x"], at["y"], unit * 0.4])
            if found:
                return found
            self.whole_map()
        x, y = self.page.evaluate(ON_SCREEN, [at["x"], at["y"]])
        return [x, y]

    @property
    def unit_size(self) -> float:
        """How wide a space is on the drawing."""
        return float(_drawing(self.address, self.game)["unit"])

    def whole_map(self) -> None:
        """Look at all of it; not counted."""
        self.page.evaluate("() => document.querySelector('.stage-map').focus()")
        self.page.keyboard.press("0")
        self.page.evaluate(STILL)

    def closer(self, space: str) -> list[float]:
        """Come so close to a space that its counters do not lie on those of others; not counted. Returns where it is then."""
        at = spaces(self.address, self.game)[space]
        for _ in range(8):
            x, y = self.page.evaluate(ON_SCREEN, [at["x"], at["y"]])
            if self.unit_size * self.page.evaluate("() => document.querySelector('svg.board-svg').getScreenCTM().a") > CLOSE:
                break
            self.page.mouse.move(x, y)
            self.page.mouse.wheel(0, -200)
            self.page.evaluate(STILL)
        found: list[float] = self.page.evaluate(ON_SCREEN, [at["x"], at["y"]])
        return found

    def counter(self, unit: str) -> list[float] | None:
        """Where a counter can be hit now."""
        self.page.evaluate(STILL)
        found: list[float] | None = self.page.evaluate(POINT, unit)
        return found

    def grasp(self, unit: str) -> list[float] | None:
        """Where a counter can be taken hold of, once the pointer is on it: piles of areas open under one that rests."""
        found = self.counter(unit)
        if not found:
            return None
        self.page.mouse.move(*found)
        self.page.wait_for_function(OPENED)
        return self.counter(unit)

    def uncover(self, unit: str) -> list[float]:
        """Where a counter can be hit, once its pile has been opened if it lies in one."""
        found = self.counter(unit)
        if found:
            return found
        self.whole_map()
        found = self.counter(unit)
        if found:
            return found
        box = self.unit(unit).bounding_box()
        if box:
            middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        else:  # deep in a pile
            middle = self.closer(self.place_of(unit))
        self.page.mouse.move(*middle)
        self.page.wait_for_function(OPENED)
        found = self.counter(unit)
        if not found:
            self.click(middle)
            found = self.counter(unit)
        assert found, f"{unit} cannot be hit"
        return found

    def strip(self, unit: str) -> Locator | None:
        """A unit of a stack in the strip under the map, which shows what the pointer rests on."""
        place = self.place_of(unit)
        if place not in self.known_spaces or len(self.units_at(place)) < 2:
            return None
        self.page.wait_for_function(TURNED)
        found = self.page.locator(f'.inspector[data-space="{place}"] [data-key="inspect {unit}"]')
        if found.count() == 0:
            self.page.mouse.move(*self.spot(place))
            found.wait_for()
        return found

    def click_unit(self, unit: str, modifiers: str = "") -> None:
        """Click a counter, or what stands for it."""
        strip = self.strip(unit)
        if strip:
            self.counted["click"] += 1
            strip.click(modifiers=["Shift"] if modifiers else [])
            self.settle()
            return
        self.page.mouse.move(*self.uncover(unit))
        self.page.wait_for_function(OPENED)  # piles of areas open under a pointer that rests
        was = self.page.evaluate(SPREAD, unit)
        self.click(self.uncover(unit), modifiers)
        if not was and self.page.evaluate(SPREAD, unit):
            self.click(self.uncover(unit), modifiers)

    def units_at(self, space: str) -> list[str]:
        """The units in a space."""
        return [unit for unit, one in self.match.state.view(US)["units"].items() if one["place"] == space]

    def place_of(self, unit: str) -> str:
        """Where a unit is."""
        place: str = self.match.state.view(US)["units"][unit]["place"]
        return place

    # ------------------------------------------------------------------ one action

    def do(self, coming: list[tuple[str, str]]) -> None:
        """Do the next of these actions, or some of them."""
        self.single(Order.of(self.match, coming[0][1]))

    def single(self, order: Order) -> None:
        """Do one action by itself."""
        text, verb, done = order.text, order.verb, len(self.sent)
        left = sorted(order.args, key=lambda one: one[0] != "unit")
        opened = False
        for _ in range(LONGEST):
            if len(self.sent) > done:
                assert self.sent[done] == text, f"{self.sent[done]} instead of {text}"
                return
            if self.press(text) or (verb == self.accepting and self.press("row send")):
                continue
            if self.number(verb, left):
                continue
            if not opened and self.begin(verb, first=not left or len(left) == len(order.args)):
                opened = True
                continue
            if left:
                self.name(*left.pop(0))
                continue
            raise AssertionError(f"{text} cannot be done: {self.now.inner_text()}")
        raise AssertionError(f"{text} takes too long: {self.now.inner_text()}")

    def begin(self, verb: str, first: bool) -> bool:
        """Choose the verb, where that is needed."""
        if first and self.press(f"open {verb}"):
            return True
        if first and verb in self.asides and self.page.evaluate(BUTTON, "asides"):
            if not self.page.evaluate(BUTTON, f"aside {verb}"):
                self.press("asides")
            return self.press(f"aside {verb}")
        return not first and self.press(f"verb {verb}")

    def number(self, verb: str, left: list[tuple[str, str]]) -> bool:
        """Set a number and confirm it."""
        if [kind for kind, _ in left] != ["number"] or not self.page.evaluate(BUTTON, f"number {verb}"):
            return False
        slide = self.now.locator(f'[data-key="slide {verb}"]')
        wanted = left[0][1]
        if slide.get_attribute("aria-valuetext") != wanted:
            self.counted["click"] += 1
            least = int(slide.get_attribute("min") or 0)
            for at in range(least, int(slide.get_attribute("max") or 0) + 1):
                slide.fill(str(at))
                if slide.get_attribute("aria-valuetext") == wanted:
                    break
        return self.press(f"number {verb}")

    def name(self, kind: str, value: str) -> None:
        """Click an argument, wherever it is."""
        if self.press(f"choice {kind} {value}") or self.press(f"card {value}") or self.press(f"tray {value}"):
            return
        if kind == "unit" or value not in spaces(self.address, self.game):
            self.click_unit(value)
            return
        self.click(self.spot(value))
        opened = self.page.evaluate(
            "() => document.querySelector('.stage-map .is-open.is-ready, .stage-map .is-open')?.dataset.unit ?? null"
        )
        if opened:
            self.click(self.uncover(opened))

    @property
    def known_spaces(self) -> Mapping[str, Any]:
        """The spaces of the map."""
        return spaces(self.address, self.game)

    @property
    def theme(self) -> dict[str, Any]:
        """How the game is shown."""
        found: dict[str, Any] = _lore(self.address, self.game)["theme"]
        return found

    @property
    def deliberate(self) -> list[str]:
        """Verbs that have to be chosen before a click means them."""
        found: list[str] = _lore(self.address, self.game)["theme"].get("deliberate") or []
        return found

    @property
    def accepting(self) -> str | None:
        """The verb that takes a proposed order of losses as it is."""
        found: dict[str, str] = self.theme.get("order") or {}
        return found.get("accept")

    @property
    def asides(self) -> list[str]:
        """Verbs that may be used at any time."""
        found: list[str] = _lore(self.address, self.game)["theme"].get("asides") or []
        return found


@cache
def _lore(address: str, game: str) -> dict[str, Any]:
    return _get(f"{address}/api/games/{game}")


@cache
def _drawing(address: str, game: str) -> dict[str, Any]:
    return _get(f"{address}/api/games/{game}/board")


def _get(address: str) -> dict[str, Any]:
    import urllib.request

    with urllib.request.urlopen(address, timeout=120) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


WAYS = ("single", "grouped")


def sit(
    browser: Browser, address: str, turn: Turn, size: ViewportSize, hands: type[Counted] = Counted
) -> tuple[Counted, Page, Keys]:
    """Both sides at the beginning of the turn: a person at the page, the other side by wire."""
    keys = resume(address, turn.record, dict.fromkeys(("us", "jp"), "me"))
    context = browser.new_context(base_url=address, viewport=size)
    context.set_default_timeout(PATIENCE)
    for script in (SPEED_OFF, NO_MOTION, NO_PICTURE):
        context.add_init_script(script)
    other = context.new_page()
    other.goto("/")
    other.evaluate(OTHER, [address, keys.match, keys.tokens["jp"]])
    page = context.new_page()
    made = hands(page, address, turn)
    page.goto(keys.link(US))
    made.seated()
    return made, other, keys


def carried(hands: Counted, done: list[str], actions: list[tuple[str, str]]) -> None:
    """What the page has sent since the last time."""
    for text in hands.sent[len(done) :]:
        hands.match.play(text)
        actions.remove((US, hands.instead.pop(text, text)))
        done.append(text)


def play(
    browser: Browser, address: str, turn: Turn, way: str, size: ViewportSize, tell: Callable[[str], None] | None = None
) -> Counter[str]:
    """Play the turn through the page; returns the gestures."""
    from tests.browser.grouped import Grouped

    hands, other, _ = sit(browser, address, turn, size, Grouped if way == "grouped" else Counted)
    match = hands.match
    actions, moment, first, done = list(turn.actions), -1, True, list[str]()
    while actions:
        side, text = actions[0]
        if side != US:
            problem = other.evaluate("(said) => window.other.act(said)", [text, first])
            # a window that was open when they sat down: the service has passed before it could be told not to
            assert not problem or (text == "pass" and first), problem
            match.play(text)
            actions.pop(0)
            first = False
            continue
        first = False
        hands.my_turn(moment, len(done))
        hands.rest(len(done))
        if len(hands.sent) > len(done):  # an order that is being carried out goes on when the other side has answered
            carried(hands, done, actions)
            moment = hands.now_offered["moment"] - 1
            continue
        moment = hands.now_offered["moment"]
        if hands.passed:
            hands.passed = [tag for tag in hands.passed if tag != hands.passed[0]]
            match.play(text)
            actions.pop(0)
            continue
        before, count = Counter(hands.counted), len(done)
        hands.do(actions)
        carried(hands, done, actions)
        taken = done[count:]
        if tell:
            tell(f"    {(hands.counted - before).total():3} {dict(hands.counted - before)}  {'; '.join(taken)}")
    hands.page.context.close()
    return hands.counted
