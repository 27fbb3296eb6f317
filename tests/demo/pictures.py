"""Pictures of all that Atoll shows, always of the same positions.

python -m tests.demo.pictures [--only WORD] [--out screenshots]
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect, sync_playwright

from beachhead.games import REGISTERED
from tests.browser.conftest import ARGUMENTS, SPEED_OFF, chromium
from tests.browser.hands import Keys
from tests.demo.hands import (
    DemoHands,
    asked,
    at,
    before_the_card,
    book_presses,
    in_close_combat,
    shared_hex,
    shelled,
    table,
    worn,
)
from tests.demo.serve import GAMES, demo_service

DESK = {"width": 1440, "height": 900}
AT_REST = """() => document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getTiming().iterations === Infinity)"""


class Studio:
    """A service, a browser, and a folder for the pictures."""

    def __init__(self, address: str, browser: Browser, out: Path) -> None:
        self.address = address
        self.browser = browser
        self.out = out
        self.taken: list[str] = []

    @contextmanager
    def page(self, keys: Keys, *who: str, fast: bool = True, **options: Any) -> Iterator[DemoHands]:
        """Somebody at that table, without animation unless wished for."""
        settings: dict[str, Any] = {
            "base_url": self.address,
            "viewport": DESK,
            "reduced_motion": "reduce" if fast else "no-preference",
        }
        context = self.browser.new_context(**settings | options)
        context.set_default_timeout(60_000)
        if fast:
            context.add_init_script(SPEED_OFF)
        page = context.new_page()
        page.on("console", lambda message: print(f"! {message.text}", file=sys.stderr) if message.type == "error" else None)
        page.goto(keys.link(*(who or ("us",))))
        somebody = DemoHands(page, self.address)
        somebody.seated()
        yield somebody
        context.close()

    def shoot(self, hands: DemoHands, name: str, *, still: bool = True) -> None:
        """Take a picture once everything has come to rest."""
        if still:
            hands.page.wait_for_function(AT_REST)
        hands.page.wait_for_load_state("networkidle")  # cards and notes come a moment later
        hands.page.screenshot(path=self.out / f"{name}.png")
        self.taken.append(name)
        print(name, flush=True)


def duties(studio: Studio) -> None:
    """A dozen duties of three kinds at the start, and after some of them."""
    with studio.page(table(studio.address)) as us:
        studio.shoot(us, "01-duties")
        for _ in range(5):
            us.first()
        studio.shoot(us, "02-duties-some-done")


def stacks(studio: Studio) -> None:
    """What lies in a hex: counters of both sides in their order, markers, chips."""
    with studio.page(at(studio.address, in_close_combat)) as us:
        us.page.mouse.move(*us.point(shared_hex()))
        studio.shoot(us, "03-both-sides-in-a-hex")
    with studio.page(at(studio.address, shelled)) as us:
        studio.shoot(us, "04-markers")
    with studio.page(at(studio.address, worn)) as us:
        studio.shoot(us, "05-chips")


def backs(studio: Studio) -> None:
    """The same counters for those who may know and those who may not."""
    keys = table(studio.address, "duel")
    for number, side in ((6, "us"), (7, "jp")):
        with studio.page(keys, side) as one:
            one.page.mouse.move(*one.point("0311"))
            studio.shoot(one, f"{number:02}-face-down-for-{side}")


def cards(studio: Studio) -> None:
    """The hand, the card in force, and an order about to be played."""
    with studio.page(at(studio.address, asked("move"))) as us:
        studio.shoot(us, "08-cards")
        card = us.page.locator(".hand-card.ready").first
        if card.count():
            card.click()
            studio.shoot(us, "09-card-chosen")
        piles = us.page.locator('[data-card^="fate"]').first
        if piles.count():
            piles.click()
            studio.shoot(us, "10-card-with-three-parts")


def overlays(studio: Studio) -> None:
    """Supply lines and what cuts them, fields of fire, command ranges, and all at once."""
    with studio.page(at(studio.address, worn)) as us:
        names = ("supply", "fire", "command")
        for number, name in enumerate(names, 11):
            us.page.locator(f'[data-overlay="{name}"]').first.click()
            studio.shoot(us, f"{number}-overlay-{name}")
            us.page.locator(f'[data-overlay="{name}"]').first.click()
        for name in names:
            us.page.locator(f'[data-overlay="{name}"]').first.click()
        studio.shoot(us, "14-overlays-together")


def combat(studio: Studio) -> None:
    """An attack before its card and after it."""
    with studio.page(at(studio.address, before_the_card)) as us:
        studio.shoot(us, "15-combat")
        us.act("fight")
        studio.shoot(us, "16-combat-after-the-card")


def many(studio: Studio) -> None:
    """A decision with thousands of actions."""
    with studio.page(at(studio.address, asked("bombard"))) as us:
        us.page.keyboard.press("n")
        studio.shoot(us, "17-thousands-of-actions")


def book(studio: Studio) -> None:
    """The forty acts of the book while they are shown, and when they have been."""
    with studio.page(at(studio.address, book_presses), fast=False) as us:
        us.act("done")
        expect(us.page.locator(".playback-count")).to_contain_text(re.compile(r"^1\d "))
        studio.shoot(us, "18-the-book-acts", still=False)
        us.page.keyboard.press("Escape")
        us.my_move()
        studio.shoot(us, "19-since-your-last-decision")


def large(studio: Studio) -> None:
    """1,113 hexes and 300 counters; dark and on a phone as well."""
    with studio.page(table(studio.address, "large")) as us:
        studio.shoot(us, "20-large")
    with studio.page(at(studio.address, worn), color_scheme="dark") as us:
        studio.shoot(us, "21-dark")
    phone: dict[str, Any] = {
        "viewport": {"width": 390, "height": 844},
        "has_touch": True,
        "is_mobile": True,
        "device_scale_factor": 2,
    }
    with studio.page(table(studio.address), **phone) as us:
        studio.shoot(us, "22-phone")


SCENES: tuple[Callable[[Studio], None], ...] = (duties, stacks, backs, cards, overlays, combat, many, book, large)


def take(out: Path, only: str = "") -> list[str]:
    """Take the pictures of all scenes, or of those whose names contain a word, and return the names of the pictures."""
    out.mkdir(parents=True, exist_ok=True)
    REGISTERED.update(GAMES)
    with tempfile.TemporaryDirectory() as folder, demo_service(Path(folder)) as service, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        studio = Studio(service.address, browser, out)
        for scene in SCENES:
            if only in scene.__name__:
                scene(studio)
        browser.close()
    return studio.taken


def main() -> None:
    """Take them all, or those of one scene."""
    parser = argparse.ArgumentParser(description="Pictures of all that Atoll shows.")
    parser.add_argument("--only", default="", help="scenes: " + ", ".join(one.__name__ for one in SCENES))
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    wish = parser.parse_args()
    print(f"{len(take(wish.out, wish.only))} pictures in {wish.out}/")


if __name__ == "__main__":
    main()
