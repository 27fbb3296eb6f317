"""Where the processor's time goes is told truly: by part, by game, and with a warning where it is too much."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest

from .accounts import PROPERTY, Accounts, game_of, part_of, seconds_spent
from .budget import ALL_SECONDS, GAME_SECONDS, SOAK, many


def test_the_time_of_other_processes_counts() -> None:
    begun = seconds_spent()
    code = "import time\nwhile time.process_time() < 0.3: pass\nprint('done', flush=True)\ninput()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdin is not None
        process.stdout.readline()
        alive = seconds_spent() - begun
        process.stdin.close()
    ended = seconds_spent() - begun
    assert ended >= 0.25
    assert alive >= 0.25 or sys.platform != "linux"


@pytest.mark.parametrize(
    ("nodeid", "part"),
    [
        ("tests/wire/test_a.py::test_b", "wire"),
        ("tests/games/rage/test_a.py::test_b[1]", "games"),
        ("tests/test_vectors.py::test_b", "test_vectors"),
        ("src/beachhead/match.py::beachhead.match", "doctests"),
    ],
)
def test_parts(nodeid: str, part: str) -> None:
    assert part_of(nodeid) == part


@pytest.mark.parametrize(
    ("nodeid", "params", "game"),
    [
        ("tests/kit/test_kit.py::test_law[rage-games end]", {"game": "rage", "law": "games end"}, "rage"),
        ("tests/browser/test_page_kit.py::test_a[saipan]", {"game": SimpleNamespace(id="saipan")}, "saipan"),
        ("tests/games/saipan/test_paths.py::test_a", None, "saipan"),
        ("tests/kit/test_kit.py::test_a[saipan-rage]", {"one": "saipan", "two": "rage"}, ""),
        ("tests/wire/test_courage.py::test_a", None, ""),
    ],
)
def test_games(nodeid: str, params: dict[str, Any] | None, game: str) -> None:
    callspec = None if params is None else SimpleNamespace(params=params, id="")
    item = SimpleNamespace(nodeid=nodeid, callspec=callspec, get_closest_marker=lambda _: None)
    assert game_of(cast(pytest.Item, item)) == game


@pytest.mark.game("rage")
def test_a_marker_says_which_game(request: pytest.FixtureRequest) -> None:
    assert game_of(request.node) == "rage"


def test_the_table_and_its_warning() -> None:
    accounts = Accounts()
    for told in ([("kit", "saipan", 1.0), ("kit", "", 2.0)], [("wire", "rage", GAME_SECONDS * SOAK + 1)]):
        report = SimpleNamespace(user_properties=[(PROPERTY, told)], nodeid=told[0][0])
        accounts.pytest_runtest_logreport(cast(pytest.TestReport, report))
    lines = accounts.lines()
    assert lines[1].split() == ["processor", "seconds", "saipan", "rage", "no", "game", "all"]
    assert lines[3].split()[0] == "kit" and lines[3].split()[-1] == "3.0"
    assert lines[6].split()[1] == "wire" and lines[7].split() == ["1.0", "kit"]
    assert len(lines) == 9 and lines[8].startswith("warning: rage took")
    assert lines[8].endswith(f"(wire {GAME_SECONDS * SOAK + 1:.0f})"), "where it went"


def test_too_much_altogether_is_said_last() -> None:
    accounts = Accounts()
    accounts.spent["kit", ""] = ALL_SECONDS * SOAK
    assert not any("WARNING" in line for line in accounts.lines()), "as much as all may take"
    accounts.spent["wire", ""] = 2.0
    said = accounts.lines()[-1]
    assert said.startswith(f"WARNING: ALL TESTS TOOK {ALL_SECONDS * SOAK + 2:.0f} s OF")
    assert f"(kit {ALL_SECONDS * SOAK:.0f}, wire 2)" in said


def test_time_that_goes_with_a_process_is_not_owed(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = iter((10.0, 14.0, 9.0, 11.0))
    accounts = Accounts()
    with monkeypatch.context() as patch:
        patch.setattr("tests.accounts.seconds_spent", lambda: next(spent))
        assert [accounts._since() for _ in range(4)] == [10.0, 4.0, 0.0, 2.0]


def test_a_soak_tries_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.budget.SOAK", 10.0)
    assert (many(4), many(4, most=25), many(1)) == (40, 25, 10)
