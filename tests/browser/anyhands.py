"""Hands for any game: they know no unit, no space and no rule, and go by what the page itself marks as possible."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from playwright.sync_api import Page, expect

from beachhead.engine.game import Game
from tests.browser.hands import STILL, Hands, Keys, begin
from tests.budget import SOAK

MOMENT = "() => document.querySelector('section.now').innerText + document.querySelector('.replay-count')?.innerText"
ASKED = f"""(said) => document.querySelector(".over-title")
  || (document.querySelector(".whose.mine") && !document.querySelector("section.now .busy") && ({MOMENT})() !== said)"""
"""It is this person's decision, and something is different from what was said; or the match is over."""
CHANGED = f"(said) => ({MOMENT})() !== said"
ANSWERED = "() => !document.querySelector('section.now .busy')"
LOOK = f"""() => {{
  const map = document.querySelector("svg.board-svg").getScreenCTM();
  const marked = [...document.querySelectorAll(".stage-map .is-selected, .stage-map .is-open")].map((one) => one.dataset.unit);
  return [({MOMENT})(), ...marked, map.a, map.e, map.f].join("|");
}}"""
"""What is to be seen: also which units are chosen, which piles lie open, and how near the map is."""
LOOKS_DIFFERENT = f"(before) => ({LOOK})() !== before"
FOUND = """() => {
  const seen = (el) => {
    const box = el.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    const hit = box.width > 0 && document.elementFromPoint(x, y);
    return hit ? { x, y, hit } : null;
  };
  const points = (selector, good) => [...document.querySelectorAll(selector)].flatMap((el) => {
    const at = seen(el);
    return at && good(el, at.hit) ? [[at.x, at.y]] : [];
  });
  const onMap = (el, hit) => hit.closest(".stage-map") && (!hit.closest("[data-unit]") || el.contains(hit));
  return {
    prompt: document.getElementById("prompt").textContent,
    turn: Number(document.querySelector(".turn b")?.textContent ?? 0),
    over: Boolean(document.querySelector(".over-title")),
    tray: document.querySelectorAll("section.now .tray [data-unit]:not(:disabled)").length,
    open: points(".stage-map [data-unit].is-open.is-ready", (el, hit) => el.contains(hit)),
    units: points(".stage-map [data-unit].is-ready", (el, hit) => el.contains(hit)),
    goals: points(".stage-map .goal:not(.goal-chosen)", onMap),
    targets: points(".stage-map [data-unit].is-target", (el, hit) => el.contains(hit)),
    chosen: document.querySelectorAll('.stage-map .is-selected, section.now .tray [aria-pressed="true"]').length,
    main: document.querySelectorAll("section.now .button[data-enter]").length,
    numbered: document.querySelectorAll("section.now [data-digit]").length,
  };
}"""
ENOUGH = 2
"""Units that act before a phase is ended."""
LONGEST = 200
AGAIN = 4
"""Times that one question is answered in a turn."""
NUMBERS = re.compile(r"\d+")


class AnyHands(Hands):
    """One person before the page of any game, who takes turns without understanding them."""

    def __init__(self, page: Page, address: str, game: Game) -> None:
        super().__init__(page, address)
        self.game = game.id
        self.acted: Counter[str] = Counter()
        """How often something was done by a unit on the map or in the tray, by the prompt."""

    def found(self) -> dict[str, Any]:
        """What the page offers."""
        found: dict[str, Any] = self.page.evaluate(FOUND)
        return found

    def moment(self) -> str:
        """What the page says, as far as it changes when something is done."""
        said: str = self.page.evaluate(MOMENT)
        return said

    def asked(self, said: str = "") -> dict[str, Any]:
        """Wait until this person is asked for something else than was said last; answers what is offered."""
        self.page.wait_for_function(ASKED, arg=said)
        return self.found()

    def take_turn(self) -> None:
        """Play until the turn is another one, or the match is over; or until one question has come again and again, but for its
        numbers. A soak answers that as often as it comes."""
        found, said = self.asked(), ""
        turn, asked = found["turn"], Counter[str]()
        for _ in range(LONGEST):
            if found["over"] or found["turn"] != turn:
                return
            question = NUMBERS.sub("", found["prompt"])
            if SOAK == 1 and asked[question] == AGAIN:
                return
            asked[question] += 1
            said = self.moment()
            self.do_something(found)
            found = self.asked(said)
        raise AssertionError(f"the turn does not end: {found}")

    def do_something(self, found: dict[str, Any]) -> None:
        """Let a unit act, if it has not been enough of that, or take the answer that the page has a key for."""
        can = bool(found["tray"] or found["units"])
        enough = self.acted[found["prompt"]] >= ENOUGH
        if can and not enough:
            if self.use_unit(found):
                self.acted[found["prompt"]] += 1
                return
            found = self.found()  # trying may have changed what is offered
        if found["main"]:
            self.main()
        elif found["numbered"]:
            self.numbered()
        elif not self.use_unit(found):
            raise AssertionError(f"there is nothing to be done: {found}")

    # ------------------------------------------------------------------ by mouse

    def use_unit(self, found: dict[str, Any]) -> bool:
        """Choose a unit and then what the page offers for it; False if that has led to nothing."""
        said = self.moment()
        if found["tray"] and found["chosen"]:
            pass  # the only unit that is left has been chosen for them
        elif found["tray"]:
            self.press(self.now.locator(".tray [data-unit]:not(:disabled)").first)
            self.page.wait_for_function(CHANGED, arg=said)
        else:
            self.reach(said, "open", "units")
        now = self.found()
        if self.moment() != said and not now["chosen"]:
            return True  # choosing it was all there was to do
        said = self.moment()
        self.make_room()
        if self.reach(said, "targets", "goals"):
            return True
        if not now["chosen"] or not (now["numbered"] or now["main"]):
            self.page.keyboard.press("Escape")
            return False
        if now["numbered"]:
            self.numbered()
        else:
            self.main()
        self.page.wait_for_function(CHANGED, arg=said)
        return True

    def reach(self, said: str, *kinds: str) -> bool:
        """Touch something of these kinds on the map until the page says something else: a pile may open first, or the map come
        closer."""
        for _ in range(6):
            self.page.evaluate(STILL)
            found = self.found()
            points = [point for kind in kinds for point in found[kind]]
            if self.moment() != said or not points:
                break
            before = self.page.evaluate(LOOK)
            self.touch(points[0])
            self.page.wait_for_function(LOOKS_DIFFERENT, arg=before)
        return self.moment() != said

    def make_room(self) -> None:
        """See to it that the map can be seen."""

    def touch(self, point: list[float]) -> None:
        """A click on the map. What lies in a pile is seen when the pointer rests on it, and is clicked then."""
        self.page.mouse.move(*point)
        self.page.evaluate(STILL)
        opened = self.found()["open"]
        self.page.mouse.click(*(opened[0] if opened else point))

    def press(self, button: Any) -> None:
        """A click on a part of the panel."""
        button.click()

    def main(self) -> None:
        """The choice that stands out, twice if it asks again."""
        said = self.moment()
        self.press(self.now.locator(".button[data-enter]").first)
        self.page.wait_for_function(CHANGED, arg=said)
        self.again()

    def again(self) -> None:
        """Press once more what asks for it."""
        if self.now.locator(".button.warn[data-enter]").count():
            self.press(self.now.locator(".button.warn[data-enter]").first)

    def numbered(self) -> None:
        """The first choice that has a number."""
        self.press(self.now.locator("[data-digit]").first)


class Keyboard(AnyHands):
    """The same without a mouse."""

    def use_unit(self, found: dict[str, Any]) -> bool:
        del found
        said = self.moment()
        for key in ("n", ".", "g"):
            self.page.keyboard.press(key)
        self.page.wait_for_function(ANSWERED)  # or the answer comes while the next key is on its way, and takes it
        return self.moment() != said

    def main(self) -> None:
        said = self.moment()
        self.page.keyboard.press("Enter", delay=120)
        self.page.wait_for_function(CHANGED, arg=said)
        self.again()

    def again(self) -> None:
        if self.now.locator(".button.warn[data-enter]").count():
            self.page.keyboard.press("Enter", delay=120)

    def numbered(self) -> None:
        self.page.keyboard.press("1", delay=120)


class Fingers(AnyHands):
    """The same on a phone."""

    def touch(self, point: list[float]) -> None:
        self.page.touchscreen.tap(*point)

    def make_room(self) -> None:
        self.sheet("low")

    def sheet(self, height: str) -> None:
        """Bring the panel to a height."""
        page = self.page
        while page.locator(".side").get_attribute("data-height") != height:
            page.get_by_role("button", name="Height of the panel").tap()
        page.wait_for_function("() => document.querySelector('.side').getAnimations().length === 0")

    def press(self, button: Any) -> None:
        button.tap()


def sit_down(address: str, game: Game) -> tuple[Keys, str]:
    """A match of the first scenario against players of the program, and the side that a person takes: the one that is taken if
    nothing is said."""
    side = game.sides[0]
    seats = {other: "me" if other == side else "random" for other in game.sides}
    return begin(address, game.scenarios[0].id, seats, game=game.id), side


def uncovered(hands: AnyHands) -> None:
    """Take the screen over, if it is to be handed over."""
    cover = hands.page.locator(".handover")
    if cover.is_visible():
        cover.get_by_role("button").click()
        expect(cover).to_be_hidden()
