"""A service and a browser for the tests of the page. No test passes if the browser's console has reported an error."""

from __future__ import annotations

import json
import os
import shutil
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from beachhead.games import REGISTERED
from tests.browser.access import Looker
from tests.wire.service import Service as Process
from tests.wire.twins import SEED

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--renderer-process-limit=1",
    "--js-flags=--no-opt --no-maglev",  # a page lives for seconds: optimizing its code takes longer than that saves
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Debian's headless shell comes first: the same browser without windows, half as dear to start and to lay out."""
PATIENCE = 60_000
"""Milliseconds that anything on the page may take on a busy machine."""
LIMITS = {
    "window_seconds": 0.02,
    "creations_per_minute": 6000,
    "creation_burst": 6000,
    "requests_per_s": 5000,
    "request_burst": 50000,
}
"""The tests come from one address and in a hurry; what the limits do is proved elsewhere."""
BLANK = "about:blank"
"""For whoever changes the computer before the first page is opened."""
STORED = "cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage"
"""All that a page can leave behind in a browser. What the browser itself remembers of the files of the page is not among it."""
SPEED_OFF = """
const place = "beachhead.settings";
if (!localStorage.getItem(place)) localStorage.setItem(place, JSON.stringify({ speed: "off" }));
"""
NO_PICTURE = """
const sheet = new CSSStyleSheet();
sheet.replaceSync(".map-art, .mini-svg { display: none; } html:not([data-looked-at]) body { opacity: 0; }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
"""
"""Everything is where it is, and can be touched, but nothing is painted: that takes long, and no test looks. Axe does
(`Looker`), and has the page painted but for the printed map, whose drawing has tests of its own."""
NO_MOUSE = """
window.touched = [];
for (const kind of ["pointerdown", "mousedown", "mousemove", "touchstart", "wheel"])
  addEventListener(kind, (event) => {
    const moved = kind !== "mousemove" || event.movementX || event.movementY;
    if (event.isTrusted && moved) window.touched.push(kind);
  }, true);
"""
"""Notes in `window.touched` what a person without a mouse cannot have done. When the layout changes, the browser sends a
mousemove of its own that moves nothing."""
NO_MOTION = """
const motionless = new CSSStyleSheet();
motionless.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, motionless];
"""
"""What pulses and glides is drawn again in every frame. With `speed="on"` it does."""


def chromium() -> str | None:
    """The system's Chromium; None: the one that Playwright has brought."""
    wanted = os.environ.get("BEACHHEAD_CHROMIUM")
    return wanted or next((path for path in map(shutil.which, NAMES) if path), None)


class Service(Process):
    """A service of our own, in a process of its own, that can be stopped hard and started again on the same data. Its dice and
    its players are the same in every run, and so is what the tests meet on the page."""

    def __init__(self, data: Path) -> None:
        super().__init__(data, limits=LIMITS, seed=SEED, same_players=True)

    def warm(self) -> Service:
        """Start it and have every game's map read, which takes its time once."""
        self.start()
        for game in REGISTERED:
            with urllib.request.urlopen(f"{self.address}/api/games/{game}/board", timeout=120) as answer:
                answer.read()
        return self


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests of a worker; matches do not disturb each other."""
    made = Service(tmp_path_factory.mktemp("table"))
    try:
        yield made.warm()
    finally:
        made.kill()
    assert "Traceback" not in made.log.read_text(), made.log.read_text()


class Computers:
    """The computers that people sit at: contexts of a Chromium. Whoever sits down finds an empty one, where nobody has ever been,
    but for the files of the page, which are kept: a browser that has to read all of them again works twice as hard."""

    CHANGES = ("add_init_script", "grant_permissions", "route", "set_offline", "set_extra_http_headers", "expose_function")
    """What changes a computer for good."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self._free: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}
        self._blank: dict[BrowserContext, Page] = {}

    def take(self, speed: str, clock: bool, picture: bool, settings: dict[str, Any]) -> BrowserContext:
        """A computer like this, which may have been used. One whose clock was stopped is not used again."""
        kind = json.dumps([speed, picture, settings], sort_keys=True)
        if not clock and self._free.get(kind):
            return self._free[kind].pop()
        context = self.browser.new_context(**settings)
        context.set_default_timeout(PATIENCE)
        if clock:
            context.clock.install()
        if not picture:
            context.add_init_script(NO_PICTURE)
        if speed == "off":
            context.add_init_script(SPEED_OFF)
            context.add_init_script(NO_MOTION)
        if not clock:
            self._kinds[context] = kind
            for change in self.CHANGES:
                self._watch(context, change)
        return context

    def _watch(self, context: BrowserContext, change: str) -> None:
        """Do not give away a computer again that somebody has changed."""
        plain = getattr(context, change)

        def changed(*given: Any, **named: Any) -> Any:
            self._kinds.pop(context, None)
            return plain(*given, **named)

        setattr(context, change, changed)

    def tab(self, context: BrowserContext) -> Page:
        """A tab in which nothing has been opened: the one that was left when the computer was emptied, or another."""
        return self._blank.pop(context, None) or context.new_page()

    def give_back(self, context: BrowserContext, origins: Iterable[str]) -> None:
        """Leave nothing behind: no tab, no cookie, nothing that a page has stored."""
        kind = self._kinds.get(context)
        if kind is None:
            context.close()
            return
        blank = context.new_page()
        for page in context.pages:
            if page is not blank:
                page.close()
        session = context.new_cdp_session(blank)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
        session.detach()
        context.clear_cookies()
        self._blank[context] = blank
        self._free.setdefault(kind, []).append(context)


@contextmanager
def chromium_started() -> Iterator[Computers]:
    """Computers as long as they are needed. Playwright keeps an event loop running meanwhile, so it must end before tests that
    run their own."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        yield Computers(launched)
        launched.close()


@pytest.fixture(scope="package")
def computers() -> Iterator[Computers]:
    """One Chromium for the tests of this folder."""
    with chromium_started() as started:
        yield started


class People:
    """Seats one more person at a computer, and listens to the consoles of all."""

    def __init__(self, computers: Computers, address: str) -> None:
        self.computers = computers
        self.address = address
        self.contexts: list[BrowserContext] = []
        self.origins: set[str] = set()
        self.complaints: list[str] = []
        self.forgiven: list[str] = []

    def __call__(
        self,
        path: str = "/",
        *,
        speed: str = "off",
        address: str = "",
        clock: bool = False,
        picture: bool = False,
        **options: Any,
    ) -> Page:
        """A page at this path, in a window of 1280 by 800 unless told otherwise, without animation unless wished for. With
        `clock` the test can let time pass on it, with `picture` the printed map is painted."""
        settings: dict[str, Any] = {"base_url": address or self.address, "viewport": {"width": 1280, "height": 800}} | options
        settings.setdefault("service_workers", "block")  # each would fetch the whole page; test_offline.py allows them
        context = self.computers.take(speed, clock, picture, settings)
        self.contexts.append(context)
        self.origins.add(settings["base_url"])
        return self.tab(context, path)

    def tab(self, context: BrowserContext, path: str) -> Page:
        """One more tab of the same person."""
        page = self.computers.tab(context)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        if path != BLANK:
            page.goto(path)
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(message.text)

    def forgive(self, what: str) -> None:
        """Let complaints pass that the test provokes. A console may report them late, so all of this kind are forgiven."""
        self.forgiven.append(what)

    def unforgiven(self) -> list[str]:
        """Complaints that nobody provoked."""
        return [one for one in self.complaints if not any(what in one for what in self.forgiven)]

    def leave(self) -> None:
        """All get up."""
        for context in self.contexts:
            self.computers.give_back(context, self.origins)


@pytest.fixture
def person(computers: Computers, service: Service) -> Iterator[People]:
    """Seats one more person at a computer; at the end no console may have complained."""
    people = People(computers, service.address)
    yield people
    people.leave()
    assert not people.unforgiven()


@pytest.fixture
def looker() -> Iterator[Looker]:
    """At the end nothing may have been found on any screen."""
    made = Looker()
    yield made
    assert made.screens > 0
    assert not made.found, "\n".join(made.found)
