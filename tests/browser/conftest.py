"""A service and a browser for the tests of the page. No test passes if the browser's console has reported an error."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """The system's Chromium; None: the one that Playwright has brought."""
    wanted = os.environ.get("BEACHHEAD_CHROMIUM")
    return wanted or next((path for path in map(shutil.which, NAMES) if path), None)


def free_port() -> int:
    """A port that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Service:
    """A service of our own, in a process of its own, that can be stopped hard and started again on the same data."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = data / "service.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "beachhead", "serve", "--port", str(self.port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        until = time.monotonic() + 30
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(self.address + "/api/games", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError("the service did not start: " + self.log.read_text())

    def kill(self) -> None:
        """Stop it as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all tests of a worker; matches do not disturb each other."""
    made = Service(tmp_path_factory.mktemp("table"))
    made.start()
    yield made
    made.kill()
    assert "Traceback" not in made.log.read_text(), made.log.read_text()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a worker."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        yield launched
        launched.close()


Opener = Callable[..., Page]


@pytest.fixture
def person(browser: Browser, service: Service) -> Iterator[Opener]:
    """Opens a browser of its own for one more person; at the end no console may have complained."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", **options: Any) -> Page:
        settings: dict[str, Any] = {"base_url": service.address, "viewport": {"width": 1280, "height": 800}} | options
        context = browser.new_context(**settings)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(path)
        return page

    open_page.complaints = complaints  # type: ignore[attr-defined]
    yield open_page
    for context in contexts:
        context.close()
    assert not complaints, complaints
