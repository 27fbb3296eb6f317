"""The command line of the service: starting, stopping, verifying."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import beachhead as bh
from beachhead.cli import main
from beachhead.server.kept.storage import Storage
from beachhead.server.settings import Limits, read_limits

from .desk import PATIENCE


def start(*arguments: str, data: Path) -> tuple[subprocess.Popen[str], str]:
    """The command in a process of its own, and the address it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "beachhead", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"BEACHHEAD_DATA": str(data), "BROWSER": "true"},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found, line + process.stdout.read()
    return process, found[0]


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["--no-browser"]])
def test_the_table_starts_says_where_and_ends_cleanly(command: list[str], tmp_path: Path) -> None:
    process, address = start(*command, data=tmp_path / "new folder")
    try:
        with urllib.request.urlopen(f"{address}/api/games") as answer:
            assert answer.status == 200
        assert (tmp_path / "new folder" / "table.sqlite3").exists()
    finally:
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in said
    assert process.returncode in (0, 130)


def test_a_port_in_use_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    process, address = start("serve", "--port", "0", data=tmp_path)
    try:
        port = address.rpartition(":")[2]
        assert main(["serve", "--port", port, "--data", str(tmp_path)]) == 2
        assert f"port {port}" in capsys.readouterr().err
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize(
    "arguments",
    [
        ["serve", "--limit", "nonsense=3"],
        ["serve", "--limit", "chat_length=many"],
        ["serve", "--limit", "chat_length=0"],
        ["serve", "--origin", "play.example.org"],
        ["serve", "--database", "nonsense"],
        ["serve", "--password-file", "/nowhere/at/all"],
        ["serve", "--data", "/proc/nowhere"],
        ["serve", "--database", "postgresql://u:secret@127.0.0.1:1/none"],
        ["serve", "--database", "sqlite:////proc/nowhere/table.sqlite3"],
        ["verify", "/nowhere/at/all"],
    ],
)
def test_bad_input_is_one_line(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    extra = ["--data", str(tmp_path)] if arguments[0] == "serve" and "--data" not in arguments else []
    assert main([*arguments, *extra]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.strip().splitlines()) == 1
    assert "secret" not in told.err


@pytest.mark.parametrize("version", ["0004", "r9999"])
def test_a_database_of_another_version_is_one_line(version: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = Storage(f"sqlite:///{tmp_path / 'table.sqlite3'}")
    made.open()
    with made.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{version}'")
    made.close()
    assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_second_server_is_one_line_and_a_hangup_ends_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    process, address = start("serve", "--port", "0", data=tmp_path)
    try:
        assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 2
        told = capsys.readouterr().err.strip()
        assert "in use by another Beachhead server" in told
        assert len(told.splitlines()) == 1
        process.send_signal(signal.SIGHUP)
        with urllib.request.urlopen(f"{address}/api/health") as answer:
            assert answer.status == 200
        assert process.poll() is None
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)


def test_verify_says_whether_a_record_is_true(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = bh.Match.new("saipan", seed=3)
    match.play("land U:1/2 1203")
    record = tmp_path / "record.txt"
    record.write_text(match.record())
    assert main(["verify", str(record)]) == 0
    assert "is true" in capsys.readouterr().out
    assert main(["verify", str(record), "--json"]) == 0
    assert '"ok": true' in capsys.readouterr().out
    record.write_text(match.record().replace("land U:1/2 1203", ""))
    assert main(["verify", str(record)]) == 1
    assert main(["verify", str(record), "--json"]) == 1
    capsys.readouterr()
    record.write_text("nonsense")
    assert main(["verify", str(record), "--json"]) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)


def test_limits_are_read() -> None:
    assert read_limits([]) == Limits()
    assert read_limits(["bot_seconds=0.5", "sockets=7"]) == Limits(bot_seconds=0.5, sockets=7)
