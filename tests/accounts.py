"""A pytest plugin that says at the end of a run where the processor's time went: by part, and by game.

A test's time is that of its own process and of all the processes below it (the service, a browser, a database), setting up and
tearing down included. With xdist each worker measures, and the figures travel in the reports.
"""

from __future__ import annotations

import re
import resource
from collections import defaultdict
from collections.abc import Generator, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from beachhead.games import REGISTERED

from .budget import ALL_SECONDS, GAME_SECONDS, SOAK

PROPERTY = "processor seconds"
WORDS = re.compile(r"[^A-Za-z]+")
COLLECTING = "(collecting)"
DEAREST = 8
"""Tests that are named for what they cost."""
MOST = 4
"""Parts of the tests that are named where a game takes too much."""


def seconds_spent() -> float:
    """Processor seconds of this process and all those below it, whether they have ended or not."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    living = sum(_seconds_of(each) for each in _below("self"))
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime + living


def _below(process: str) -> Iterable[str]:
    """The processes that a process has started, and theirs. Only Linux tells; elsewhere they count when they end."""
    children: list[str] = []
    with suppress(OSError):  # it may end while it is looked at
        for listed in Path(f"/proc/{process}/task").glob("*/children"):
            with suppress(OSError):
                children += listed.read_text().split()
    for child in children:
        yield child
        yield from _below(child)


def _seconds_of(process: str) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICKS


_TICKS = 100
"""Of the kernel's clock, in a second, as it is told to programs."""


def part_of(nodeid: str) -> str:
    """Which part of the tests a test belongs to: its folder."""
    path = nodeid.split("::")[0].split("/")
    if path[0] != "tests":
        return "doctests"
    return path[1] if len(path) > 2 else path[1].removesuffix(".py")


def game_of(item: pytest.Item) -> str:
    """Which game a test is about: its marker `game` or its parameters say so, or its file's name. Empty if it is about none, or
    about several."""
    marked = item.get_closest_marker("game")
    if marked is not None:
        return str(marked.args[0])
    callspec = getattr(item, "callspec", None)
    given = list(callspec.params.values()) if callspec is not None else []
    told = {_id(value) for value in given} & set(REGISTERED)
    if not told:
        words = WORDS.split(item.nodeid.split("::")[0]) + WORDS.split(callspec.id if callspec is not None else "")
        told = set(words) & set(REGISTERED)
    return told.pop() if len(told) == 1 else ""


def _id(value: Any) -> str:
    return value if isinstance(value, str) else str(getattr(value, "id", ""))


class Accounts:
    """Measures tests, or adds up what workers have measured."""

    def __init__(self) -> None:
        self._last = 0.0
        self._collected: float | None = None
        self.spent: dict[tuple[str, str], float] = defaultdict(float)
        self.tests: dict[str, float] = {}

    def _since(self) -> float:
        """Since it was asked last. A process that nobody has waited for takes its time with it; that is no negative time."""
        now = seconds_spent()
        since, self._last = now - self._last, now
        return max(0.0, since)

    def pytest_collection_finish(self) -> None:
        self._collected = self._since()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when == "teardown":  # once a test: to look at all the processes takes longer than many a test
            told = [(part_of(item.nodeid), game_of(item), self._since())]
            if self._collected is not None:
                told.append((COLLECTING, "", self._collected))
                self._collected = None
            report.user_properties.append((PROPERTY, told))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for name, told in report.user_properties:
            if name == PROPERTY and isinstance(told, list):
                for part, game, seconds in told:
                    self.spent[part, game] += seconds
                self.tests[report.nodeid] = told[0][2]

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if sum(self.spent.values()) >= 10:
            for line in self.lines():
                terminalreporter.write_line(line)

    def lines(self) -> list[str]:
        """The table: a line for each part, a column for each game."""
        games = [game for game in REGISTERED if any(game == whose for _, whose in self.spent)]
        parts = sorted({part for part, _ in self.spent}, key=lambda part: -sum(self._of(part=part)))
        head = "processor seconds"
        width = max(map(len, (head, *parts))) + 2
        lines = ["", head.ljust(width) + "".join(name.rjust(10) for name in (*games, "no game", "all"))]
        for part in (*parts, None):
            values = [sum(self._of(part, game)) for game in (*games, "", None)]
            lines.append((part or "all").ljust(width) + "".join(f"{value:10.1f}" for value in values))
        dear = sorted(self.tests, key=lambda test: -self.tests[test])[:DEAREST]
        lines += ["dearest:", *(f"{self.tests[test]:8.1f} {test}" for test in dear)]
        for game in games:
            taken = sum(self._of(game=game))
            if taken > GAME_SECONDS * SOAK:
                lines.append(
                    f"warning: {game} took {taken:.0f} s of the {GAME_SECONDS * SOAK:.0f} s that a game may take "
                    f"({self._where(parts, game)})"
                )
        taken = sum(self._of())
        if taken > ALL_SECONDS * SOAK:
            lines.append(
                f"WARNING: ALL TESTS TOOK {taken:.0f} s OF THE {ALL_SECONDS * SOAK:.0f} s THAT THEY MAY TAKE "
                f"({self._where(parts)}); see CONTRIBUTING.md for what is shared, and what is left to longer runs"
            )
        return lines

    def _where(self, parts: list[str], game: str | None = None) -> str:
        """Where most of the time has gone: `parts` with their seconds."""
        most = sorted(parts, key=lambda part: -sum(self._of(part, game)))[:MOST]
        return ", ".join(f"{part} {sum(self._of(part, game)):.0f}" for part in most if sum(self._of(part, game)) >= 1)

    def _of(self, part: str | None = None, game: str | None = None) -> list[float]:
        return [seconds for (where, whose), seconds in self.spent.items() if part in (None, where) and game in (None, whose)]
