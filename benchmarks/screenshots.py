"""Pictures of every screen, always of the same positions, for eyes that look for what no test finds.

    python benchmarks/screenshots.py [--only WORD] [--out screenshots]

A service of its own on an empty folder; the matches are made of records with fixed dice, so two runs show the same.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page, expect, sync_playwright
from tests.browser.conftest import ARGUMENTS, SPEED_OFF, Service, chromium
from tests.browser.hands import BOTH, LANDING, Hands, any_game, begin, browsed, offered, played, resume
from tests.browser.rage import AreaHands, reached, table

from beachhead.match import Match
from beachhead.players import Seat, player

DESK = {"width": 1440, "height": 900}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


AT_REST = """() => document.getAnimations().every((one) =>
  one.playState !== "running" || one.effect.getTiming().iterations === Infinity)"""


class Studio:
    """A service, a browser, and a folder for the pictures."""

    def __init__(self, service: Service, browser: Browser, out: Path) -> None:
        self.address = service.address
        self.browser = browser
        self.out = out
        self.taken: list[str] = []

    @contextmanager
    def page(self, path: str = "/", hands: type[Hands] = Hands, still: bool = True, **options: Any) -> Iterator[Hands]:
        """Somebody who looks at this address, without animation unless it is the point of the picture."""
        settings: dict[str, Any] = {"base_url": self.address, "viewport": DESK} | options
        settings |= {"reduced_motion": "reduce"} if still else {}
        context = self.browser.new_context(**settings)
        context.set_default_timeout(60_000)
        if still:
            context.add_init_script(SPEED_OFF)
        page = context.new_page()
        page.on("console", lambda message: print(f"! {message.text}", file=sys.stderr) if message.type == "error" else None)
        page.goto(path)
        somebody = hands(page, self.address)
        if "#" in path:
            somebody.seated()
        yield somebody
        context.close()

    def shoot(self, page: Page, name: str) -> None:
        """Take a picture once everything has come to rest."""
        page.wait_for_function(AT_REST)
        page.wait_for_timeout(400)  # cards and notes come a moment later
        page.screenshot(path=self.out / f"{name}.png")
        self.taken.append(name)
        print(name, flush=True)


S = TypeVar("S", bound=Studio)


def between(until: str, seed: int = 4) -> str:
    """The record of two sergeants up to a moment whose question contains these words."""
    match = Match.new("saipan", "historical", seed=seed)
    seats = {side: player("sergeant", seed) for side in ("us", "jp")}
    while until not in str(match.state.decision) and not match.state.over:
        side = match.state.side
        match.play(seats[side].choose(Seat.at(match.state, side), budget=1.0))
    return match.record()


def start(studio: Studio) -> None:
    with studio.page() as one:
        expect(offered(one.page).get_by_role("button", name="Play now")).to_be_visible()
        studio.shoot(one.page, "01-start")
        browsed(one.page).get_by_role("button", name="More").click()
        studio.shoot(one.page, "02-set-up")
        one.page.keyboard.press("Escape")
        browsed(one.page).get_by_role("button", name="Invite a friend").click()
        studio.shoot(one.page, "03-link-for-a-friend")
    with studio.page(f"/m/{begin(studio.address).match}", color_scheme="light") as one:
        studio.shoot(one.page, "04-no-token")


def landing(studio: Studio) -> None:
    keys = resume(studio.address, played(LANDING[:3]))
    with studio.page(keys.link("us")) as us:
        us.now.locator('[data-unit="U:1/2"]').click()
        us.page.mouse.move(*us.point("1103"))
        studio.shoot(us.page, "05-landing")
        us.click_space("1305")
        expect(us.reason).to_be_visible()
        studio.shoot(us.page, "06-refusal")
    with studio.page(keys.link("jp")) as jp:
        studio.shoot(jp.page, "07-waiting")


def movement(studio: Studio) -> None:
    keys = resume(studio.address, between("Game-Turn 6, U.S. movement"))
    for name, options in (
        ("10-movement", {}),
        ("40-dark-movement", {"color_scheme": "dark"}),
        ("50-4k-movement", {"viewport": {"width": 3840, "height": 2160}}),
        ("51-4k-scaled", {"viewport": {"width": 1920, "height": 1080}, "device_scale_factor": 2}),
        ("52-small-window", {"viewport": {"width": 1024, "height": 640}}),
    ):
        with studio.page(keys.link("us"), **options) as us:
            studio.shoot(us.page, f"{name}-whole-map")
            us.page.keyboard.press("n")
            expect(us.page.locator(".stage-map .is-selected")).to_have_count(1)
            us.page.keyboard.press(".")
            expect(us.page.locator(".stage-map .way")).to_be_attached()
            studio.shoot(us.page, name)
            if name != "10-movement":
                continue
            us.page.keyboard.press("Escape")
            for _ in range(4):
                us.page.get_by_role("button", name=re.compile("Zoom in")).click()
            studio.shoot(us.page, "11-close")
            us.page.get_by_role("button", name=re.compile("Whole map")).click()
            us.page.keyboard.press("z")
            studio.shoot(us.page, "12-zones")
            for number, tab in enumerate(("Forces", "Charts", "Turns", "Victory", "Chat", "Log", "Rules"), 20):
                us.tab(tab)
                studio.shoot(us.page, f"{number}-{tab.lower()}")
            us.now.locator(".chip").first.click()
            studio.shoot(us.page, "27-rule")
            for number, entry in enumerate(("Settings", "Keys", "Seats and links", "Check the dice", "Resign"), 31):
                us.menu(entry)
                studio.shoot(us.page, f"{number}-{entry.lower().replace(' ', '-')}")
                us.close()
            us.page.get_by_role("button", name="Menu").click()
            studio.shoot(us.page, "30-menu")


def combat(studio: Studio) -> None:
    for prefix, scheme in (("13", "light"), ("41-dark", "dark")):
        keys = resume(studio.address, played(LANDING), BOTH)
        with studio.page(keys.link("us", "jp"), color_scheme=scheme) as both:
            studio.shoot(both.page, f"{prefix}-duties")
            both.act("attack U:1/105 J:317")
            studio.shoot(both.page, f"{prefix}-combat")
            both.act("join U:2/8")
            both.now.get_by_role("button", name=re.compile("^1? ?Allocate")).hover()
            studio.shoot(both.page, f"{prefix}-combat-support")
            both.act("done")
            both.act("done")
            expect(both.combat).to_contain_text("Result")
            studio.shoot(both.page, f"{prefix}-after-the-roll")
            both.tab("Charts")
            studio.shoot(both.page, f"{prefix}-charts-after-the-roll")


def playback(studio: Studio) -> None:
    """The others' turn while it is shown, and what is left of it on the map."""
    keys = resume(studio.address, between("Game-Turn 3, Japanese movement"), {"us": "me", "jp": "sergeant"})
    with studio.page(keys.link("us"), still=False) as us:
        expect(us.page.locator(".playback-count")).to_contain_text(re.compile(r"^[5-9] "))
        studio.shoot(us.page, "19-the-others-act")
        us.page.keyboard.press("Escape")
        expect(us.whose).to_have_text("Your move")
        studio.shoot(us.page, "19-since-your-last-decision")


def looking_back(studio: Studio) -> None:
    keys = resume(studio.address, any_game(), BOTH)
    with studio.page(keys.link("us")) as us:
        studio.shoot(us.page, "15-end")
        us.button("Check the dice").click()
        us.dialog.get_by_role("button", name="Verify the dice").click()
        expect(us.dialog).to_contain_text("The record is true")
        studio.shoot(us.page, "16-verified")
        us.close()
        us.tab("Victory")
        studio.shoot(us.page, "17-end-victory")
        us.page.get_by_role("slider", name="Moment of the match").fill("40")
        expect(us.page.locator(".replay-count")).to_contain_text("40 /")
        studio.shoot(us.page, "18-replay")
    with studio.page(keys.link("us"), color_scheme="dark") as us:
        studio.shoot(us.page, "42-dark-end")


def around(studio: Studio) -> None:
    keys = begin(studio.address, "free", BOTH)
    with studio.page(keys.link("us", "jp")) as both:
        expect(both.page.locator(".handover")).to_be_visible()
        studio.shoot(both.page, "08-hand-over")
        both.page.locator(".handover").get_by_role("button").click()
        both.act("note 0902")
        studio.shoot(both.page, "09-note")
    keys = begin(studio.address, tour=True)
    with studio.page(keys.link("us")) as us:
        tour = us.page.locator(".tour")
        for number in range(1, 11):
            expect(tour.locator(".tour-count")).to_have_text(f"Tour, {number} of 10")
            us.page.wait_for_timeout(500)
            studio.shoot(us.page, f"14-tour-{number:02}")
            if number < 10:
                tour.get_by_role("button", name="Next").click()
    with studio.page(color_scheme="dark") as one:
        expect(offered(one.page).get_by_role("button", name="Play now")).to_be_visible()
        studio.shoot(one.page, "43-dark-start")


def phone(studio: Studio) -> None:
    with studio.page(**PHONE) as one:
        expect(offered(one.page).get_by_role("button", name="Play now")).to_be_visible()
        studio.shoot(one.page, "60-phone-start")
    keys = resume(studio.address, played([*LANDING, "attack U:1/105 J:317", "join U:2/8"]))
    for prefix, scheme in (("61-phone", "light"), ("64-phone-dark", "dark")):
        with studio.page(keys.link("us"), **PHONE, color_scheme=scheme) as us:
            for _ in range(3):
                height = us.page.locator(".side").get_attribute("data-height")
                studio.shoot(us.page, f"{prefix}-{height}")
                us.page.get_by_role("button", name="Height of the panel").tap()
    keys = resume(studio.address, played(LANDING[:3]))
    with studio.page(keys.link("us"), **PHONE) as us:
        studio.shoot(us.page, "62-phone-landing")
        us.now.locator('[data-unit="U:1/2"]').tap()
        studio.shoot(us.page, "62-phone-landing-chosen")
    with studio.page(begin(studio.address, tour=True).link("us"), **PHONE) as us:
        us.page.locator(".tour").wait_for()
        us.page.wait_for_timeout(500)
        studio.shoot(us.page, "63-phone-tour")
    with studio.page(keys.link("us"), **PHONE | {"viewport": {"width": 844, "height": 390}}) as us:
        studio.shoot(us.page, "65-phone-across")


def island(studio: Studio) -> None:
    """The other game: areas, a secret map, dice by the handful."""
    keys = table(studio.address, {"us": "open", "jp": "me"})
    with studio.page(keys.link("jp"), hands=AreaHands) as jp:
        studio.shoot(jp.page, "70-rage-set-up")
        jp.now.locator(".plans > .button").click()
        expect(jp.button(re.compile("Finish setup"))).to_be_visible()
        studio.shoot(jp.page, "71-rage-set-up-by-one-click")
    keys = resume(studio.address, reached("bombard", "us", 2).record())
    with studio.page(keys.link("us"), hands=AreaHands) as us:
        us.now.locator('.tray [data-unit="Nav 1"]').click()
        us.page.mouse.move(*us.point("okina"))
        expect(us.combat).to_contain_text("Preview")
        studio.shoot(us.page, "72-rage-before-the-dice")
    keys = resume(studio.address, reached("move", "us", 4).record())
    for name, options in (
        ("73-rage-movement", {}),
        ("74-rage-dark-small-window", {"viewport": {"width": 1024, "height": 768}, "color_scheme": "dark"}),
        ("75-rage-phone", PHONE),
    ):
        with studio.page(keys.link("us"), hands=AreaHands, **options) as us:
            studio.shoot(us.page, f"{name}-whole")
            us.page.keyboard.press("n")
            expect(us.now.locator(".crumbs")).to_be_visible()
            studio.shoot(us.page, name)
    with studio.page(keys.link("jp"), hands=AreaHands) as jp:
        studio.shoot(jp.page, "76-rage-secret-map")
        jp.page.keyboard.press("k")
        studio.shoot(jp.page, "77-rage-what-the-enemy-knows")
        jp.page.keyboard.press("k")
        jp.page.keyboard.press("v")
        studio.shoot(jp.page, "78-rage-what-the-enemy-sees")
        jp.menu("Auto-pass")
        studio.shoot(jp.page, "79-rage-auto-pass")
    keys = resume(studio.address, reached("rank", "us", 1, 5).record())
    with studio.page(keys.link("us"), hands=AreaHands) as us:
        expect(us.now.locator(".row-list")).to_be_visible()
        studio.shoot(us.page, "80-rage-row")


class KyushuHands(Hands):
    """One person before the map of Kyushu."""

    game = "olympic"


def near(us: Hands, space: str, times: int = 4) -> None:
    """Come closer to a hex with the wheel."""
    us.page.mouse.move(*us.point(space))
    for _ in range(times):
        us.page.mouse.wheel(0, -200)
        us.page.wait_for_timeout(120)
    us.point(space)
    us.page.mouse.move(20, 20)


class IwoHands(Hands):
    """One person before the map of Iwo Jima, hex by hex."""

    game = "bonins"


def campaign(until: str, turn: int, seed: int = 4, game: str = "olympic", scenario: str = "solitaire") -> str:
    """The record of a solitaire game of the sergeant up to a moment whose question contains these words."""
    match, us = Match.new(game, scenario, seed=seed), player("sergeant", seed)
    while not match.state.over and not (int(match.state.view(None)["turn"]) >= turn and until in str(match.state.decision)):
        choice = us.choose(Seat.at(match.state, "us"), budget=1.0) if match.state.side == "us" else match.state.actions()[0]
        match.play(choice)
    return match.record()


def kyushu(studio: Studio) -> None:
    """The solitaire game: hexes by the thousand, counters face down, a side that the rulebook plays."""
    alone = {"us": "me", "jp": "book"}
    keys = resume(studio.address, campaign("Place the invasion force", 1), alone)
    with studio.page(keys.link("us"), hands=KyushuHands) as us:
        us.now.locator(".tray [data-unit]").first.click()
        us.page.mouse.move(*us.point("1605"))
        expect(us.page.locator(".card-label")).to_be_visible()
        studio.shoot(us.page, "81-olympic-placement")
    keys = resume(studio.address, campaign("Attack on", 4), alone)
    for name, options in (
        ("82-olympic-attack", {}),
        ("83-olympic-dark", {"color_scheme": "dark"}),
        ("84-olympic-phone", PHONE),
    ):
        with studio.page(keys.link("us"), hands=KyushuHands, **options) as us:
            studio.shoot(us.page, f"{name}-whole-map")
            if options is not PHONE:
                near(us, "1610")
                studio.shoot(us.page, name)
    keys = resume(studio.address, campaign("Move your units", 3), alone)
    with studio.page(keys.link("us"), hands=KyushuHands) as us:
        near(us, "1610")
        for key, name in (("s", "85-olympic-supply"), ("w", "86-olympic-doctrine"), ("v", "87-olympic-score")):
            us.page.keyboard.press(key)
            expect(us.page.locator(".overlay")).to_be_attached()
            studio.shoot(us.page, name)
            us.page.keyboard.press(key)
    keys = resume(studio.address, campaign("never", 10), alone)
    with studio.page(keys.link("us"), hands=KyushuHands) as us:
        us.tab("Victory")
        studio.shoot(us.page, "88-olympic-end")


def iwo(studio: Studio) -> None:
    """The other solitaire game: an unknown garrison, attacks over what may lie there, a bombardment marker by marker."""
    alone = {"us": "me", "jp": "book"}
    keys = resume(studio.address, campaign("U.S. Movement Phase", 1, game="bonins"), alone)
    with studio.page(keys.link("us"), hands=IwoHands) as us:
        studio.shoot(us.page, "89-bonins-landing")
    keys = resume(studio.address, campaign("Bombarded attack on", 5, game="bonins"), alone)
    for name, options in (
        ("90-bonins-attack", {}),
        ("91-bonins-dark", {"color_scheme": "dark"}),
        ("92-bonins-phone", PHONE),
    ):
        with studio.page(keys.link("us"), hands=IwoHands, **options) as us:
            studio.shoot(us.page, f"{name}-whole-map")
            if options is not PHONE:
                near(us, "1712", 3)
                studio.shoot(us.page, name)
    keys = resume(studio.address, campaign("never", 16, game="bonins"), alone)
    with studio.page(keys.link("us"), hands=IwoHands) as us:
        us.tab("Victory")
        studio.shoot(us.page, "93-bonins-end")


class BeachHands(Hands):
    """One person before the beaches."""

    game = "dday"


def beaches(studio: Studio) -> None:
    """The game of cards: boxes off the shore, positions in their colors, an attack with what it needs."""
    alone = {"us": "me", "jp": "book"}
    for name, words, turn, place in (
        ("94-dday-landing", "Land units", 1, "0613"),
        ("95-dday-actions", "attack and barrage", 4, "0713"),
    ):
        keys = resume(studio.address, campaign(words, turn, game="dday", scenario="d-day"), alone)
        for suffix, options in (("", {}), ("-dark", {"color_scheme": "dark"}), ("-phone", PHONE)):
            with studio.page(keys.link("us"), hands=BeachHands, **options) as us:
                studio.shoot(us.page, f"{name}{suffix}-whole-map")
                if options is not PHONE:
                    near(us, place, 3)
                    studio.shoot(us.page, f"{name}{suffix}")


SCENES: tuple[Callable[[Studio], None], ...] = (
    start,
    landing,
    movement,
    combat,
    playback,
    looking_back,
    around,
    phone,
    island,
    kyushu,
    iwo,
    beaches,
)


def take(kind: type[S], scenes: Sequence[Callable[[S], None]], only: str, out: Path) -> S:
    """Take the scenes whose names contain `only`, with a service and a browser that end with them."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder)).warm()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
            studio = kind(service, browser, out)
            for scene in scenes:
                if only in scene.__name__:
                    scene(studio)
            browser.close()
        finally:
            service.kill()
    return studio


def main() -> None:
    """Take them all, or those of one scene."""
    parser = argparse.ArgumentParser(description="Pictures of every screen.")
    parser.add_argument(
        "--only", default="", help="the scenes whose names contain this: " + ", ".join(one.__name__ for one in SCENES)
    )
    parser.add_argument("--out", type=Path, default=Path("screenshots"))
    wish = parser.parse_args()
    studio = take(Studio, SCENES, wish.only, wish.out)
    print(f"{len(studio.taken)} pictures in {wish.out}/")


if __name__ == "__main__":
    main()
