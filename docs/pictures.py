"""Renews the pictures of the README: one of each game, the page around it, and a turn that moves.

    make pictures [PICTURES="--only turn"]

The matches are made of records with fixed dice, as in `benchmarks/screenshots.py`, so the pictures change with the page alone.
"""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.screenshots import (
    AT_REST,
    BeachHands,
    IwoHands,
    KyushuHands,
    Studio,
    between,
    campaign,
    take,
)
from PIL import Image
from playwright.sync_api import Page, expect
from tests.browser.hands import BOTH, LANDING, Hands, offered, played, resume
from tests.browser.rage import AreaHands, reached

OUT = Path(__file__).parent / "images"
ALONE = {"us": "me", "jp": "book"}
SETTLED = """
const settled = new CSSStyleSheet();
settled.replaceSync(".advice, .origin, .greeting { display: none; }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, settled];
"""
"""What only a first visit or a match from a record shows: tips, where the match came from, what to be called."""
ORDERS = (
    "1/105 attacks 317",
    "Add 2/8",
    "Allocate",
    "1/105 advances",
    "3/6 attacks 16",
    "Add 1/6",
    "Done allocating",
    "3/6 advances to 0803",
    "End advance",
    "End combat",
)
"""What the film presses in the combat phase, by the dice of its record."""
MOVING = {"width": 1080, "height": 720}


class Album(Studio):
    """Keeps pictures with few colors, which nobody sees on a map and which make them half as large."""

    def shoot(self, page: Page, name: str) -> None:
        """Take a picture once everything has come to rest."""
        page.wait_for_function(AT_REST)
        page.wait_for_timeout(500)
        image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        image.quantize(256, dither=Image.Dither.NONE).save(self.out / f"{name}.png", optimize=True)
        self.taken.append(name)
        print(f"{name}.png {(self.out / f'{name}.png').stat().st_size // 1024} kB", flush=True)


def settle(one: Hands) -> None:
    """Look at a table as somebody who has been here before."""
    one.page.wait_for_function("() => document.querySelector('.map-art')?.childElementCount > 0")
    one.page.evaluate(f"() => {{ {SETTLED} }}")


def start(album: Album) -> None:
    keys = resume(album.address, between("Game-Turn 6, U.S. movement"), {"us": "me", "jp": "sergeant"})
    with album.page(keys.link("us")) as one:
        settle(one)
        one.page.wait_for_timeout(1500)  # the small picture of the match is kept
        one.page.goto("/")
        expect(offered(one.page).get_by_role("button", name="Play now")).to_be_visible()
        expect(one.page.locator(".match-picture")).to_be_visible()
        one.page.wait_for_function("() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)")
        album.shoot(one.page, "start")


def saipan(album: Album) -> None:
    keys = resume(album.address, played(LANDING), BOTH)
    with album.page(keys.link("us", "jp")) as both:
        settle(both)
        both.act("attack U:1/105 J:317")
        both.act("join U:2/8")
        both.now.get_by_role("button", name=re.compile("^1? ?Allocate")).hover()
        album.shoot(both.page, "table")
        both.act("done")
        both.act("done")
        expect(both.combat).to_contain_text("Result")
        album.shoot(both.page, "combat")
    keys = resume(album.address, between("Game-Turn 6, U.S. movement"))
    for name, scheme in (("movement", "light"), ("dark", "dark")):
        with album.page(keys.link("us"), color_scheme=scheme) as us:
            settle(us)
            us.page.keyboard.press("n")
            expect(us.page.locator(".stage-map .is-selected")).to_have_count(1)
            us.page.keyboard.press(".")
            expect(us.page.locator(".stage-map .way")).to_be_attached()
            album.shoot(us.page, name)
    keys = resume(album.address, between("Game-Turn 3, Japanese movement"), {"us": "me", "jp": "sergeant"})
    with album.page(keys.link("us"), still=False) as us:
        settle(us)
        expect(us.page.locator(".playback-count")).to_contain_text(re.compile(r"^[5-9] "))
        us.page.keyboard.press("Escape")
        expect(us.whose).to_have_text("Your move")
        album.shoot(us.page, "playback")


def rage(album: Album) -> None:
    keys = resume(album.address, reached("jp move", "jp", 4).record())
    with album.page(keys.link("jp"), hands=AreaHands) as jp:
        settle(jp)
        album.shoot(jp.page, "rage")


def olympic(album: Album) -> None:
    keys = resume(album.address, campaign("Attack on", 4), ALONE)
    with album.page(keys.link("us"), hands=KyushuHands) as us:
        settle(us)
        album.shoot(us.page, "olympic")


def bonins(album: Album) -> None:
    keys = resume(album.address, campaign("Bombarded attack on", 5, game="bonins"), ALONE)
    with album.page(keys.link("us"), hands=IwoHands) as us:
        settle(us)
        album.shoot(us.page, "bonins")


def dday(album: Album) -> None:
    keys = resume(album.address, campaign("attack and barrage", 4, game="dday", scenario="d-day"), ALONE)
    with album.page(keys.link("us"), hands=BeachHands) as us:
        settle(us)
        us.page.get_by_role("button", name="Close", exact=True).first.click()
        us.page.keyboard.press("e")
        expect(us.page.locator(".overlay")).to_be_attached()
        album.shoot(us.page, "dday")


class Film:
    """Pictures of a page, one after another, as an animated WebP."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[Image.Image] = []
        self.times: list[int] = []

    def take(self, milliseconds: int) -> None:
        """One picture of the page as it is, shown for so long; one that changes nothing prolongs the one before."""
        image = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        if self.frames and self.frames[-1].tobytes() == image.tobytes():
            self.times[-1] += milliseconds
        else:
            self.frames.append(image)
            self.times.append(milliseconds)

    def rest(self, milliseconds: int = 900) -> None:
        """Let everything come to rest, and look at it."""
        self.page.wait_for_function(AT_REST)
        self.page.wait_for_timeout(250)
        self.take(milliseconds)

    def save(self, path: Path) -> None:
        """Write it down."""
        first, *others = self.frames
        first.save(path, save_all=True, append_images=others, duration=self.times, loop=0, quality=60, method=4)
        seconds = sum(self.times) / 1000
        print(f"{path.name} {path.stat().st_size // 1024} kB, {len(self.frames)} pictures, {seconds:.0f} s", flush=True)


def turn(album: Album) -> None:
    """Two battalions land, the beach is attacked with support, and Japan answers."""
    keys = resume(album.address, played([LANDING[1], LANDING[4], LANDING[0]]), {"us": "me", "jp": "sergeant"})
    with album.page(keys.link("us"), still=False, viewport=MOVING) as us:
        settle(us)
        film = Film(us.page)
        film.rest(1200)
        for unit, space in (("U:1/23", "0702"), ("U:2/8", "1002"), ("U:3/25", "1203")):
            us.now.locator(f'.tray [data-unit="{unit}"]').click()
            us.page.mouse.move(*us.point(space))
            film.rest(700)
            us.click_space(space)
            us.lies(unit, space)
            film.rest(700)
        us.page.mouse.move(20, 400)
        film.rest(1200)
        for name in ORDERS:
            button = us.now.locator(".buttons button").filter(has_text=name).first
            button.hover()
            film.rest(800)
            button.click()
            film.rest(600)
        again = us.now.locator(".buttons button").filter(has_text="Press again")
        if again.count():
            again.first.click()
        expect(us.page.locator(".playback[data-state=playing]")).to_be_visible()
        while us.page.locator(".playback[data-state=playing]").count():
            us.page.wait_for_timeout(350)
            film.take(330)
        film.rest(3000)
        film.save(album.out / "turn.webp")


SCENES: tuple[Callable[[Album], None], ...] = (start, saipan, rage, olympic, bonins, dday, turn)


def main() -> None:
    """Take them all, or those of one scene."""
    parser = argparse.ArgumentParser(description="The pictures of the README.")
    parser.add_argument(
        "--only", default="", help="the scenes whose names contain this: " + ", ".join(one.__name__ for one in SCENES)
    )
    parser.add_argument("--out", type=Path, default=OUT)
    wish = parser.parse_args()
    take(Album, SCENES, wish.only, wish.out)


if __name__ == "__main__":
    main()
