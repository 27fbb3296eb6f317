"""The service as a process of its own: started, watched, killed and started again.

The proofs need what no host would ask for: limits that never bite, toy games, known dice, players that always do the same.
`python -m tests.wire.service JSON` is the same application under the same server as `beachhead serve`, with those put in.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
UNBOUND: Mapping[str, float] = {
    "messages_per_s": 1e9,
    "message_burst": 10**9,
    "frames_per_s": 1e9,
    "frame_burst": 10**9,
    "chats_per_s": 1e9,
    "chat_burst": 10**9,
    "requests_per_s": 1e9,
    "request_burst": 10**9,
    "creations_per_minute": 1e9,
    "creation_burst": 10**9,
    "wrong_tokens_per_minute": 1e9,
    "connections_per_address": 10**6,
    "sockets_per_address": 10**6,
    "sockets": 10**6,
    "listed_actions": 10**6,
}
"""Limits on how fast somebody may be, off: for whoever measures or fuzzes the rest."""
TOYS = {"lookout": "tests.kit.hidden_game:LookoutGame"}


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


class Service:
    """One process of the service."""

    def __init__(
        self,
        folder: Path,
        *,
        port: int | None = None,
        database: str | None = None,
        limits: Mapping[str, float] = UNBOUND,
        games: Mapping[str, str] | None = None,
        seed: str | None = None,
        same_players: bool = False,
        fault: str | None = None,
        name: str = "service",
    ) -> None:
        self.folder = folder
        self.port = port if port is not None else free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = folder / f"{name}.log"
        self.wish = {
            "port": self.port,
            "database": database or f"sqlite:///{folder / 'table.sqlite3'}",
            "limits": dict(limits),
            "games": dict(games or {}),
            "seed": seed,
            "same_players": same_players,
            "fault": fault,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Service:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, patience: float = 120.0) -> None:
        """Start the process and wait until it answers."""
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.wire.service", json.dumps(self.wish)],
                cwd=ROOT,
                stdout=out,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=os.environ | {"PYTHONUNBUFFERED": "1"},
            )
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if self.process.poll() is not None:
                break
            if self.answers():
                return
            time.sleep(0.02)
        self.kill()
        raise RuntimeError(f"the service does not come up:\n{self.said()[-3000:]}")

    def answers(self) -> bool:
        """Whether the service answers at all."""
        try:
            with urllib.request.urlopen(f"{self.address}/api/games", timeout=60) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """End it in the middle of whatever it does, as a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """Ask it to end, and insist after a while."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()
        self.process = None

    def said(self) -> str:
        """All that it wrote to its log."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""

    def memory(self) -> int:
        """Bytes that are resident."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0

    def processor(self) -> float:
        """Seconds of processor time used so far, by the process as a whole."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _count_hidden_actions() -> None:
    from beachhead.server.room import Room

    def moments(room: Any, _: object) -> int:
        return len(room.history)

    mock.patch.object(Room, "moments", moments).start()


def _send_empty_news() -> None:
    from beachhead.server.play.updates import SideUpdate

    mock.patch.object(SideUpdate, "_is_different", lambda _: True).start()


def _tell_in_the_record() -> None:
    def record(room: Any, *_: object) -> str:
        return "\n".join(room.history.texts)

    mock.patch("beachhead.server.web.http.seen_record", record).start()


FAULTS = {"moments": _count_hidden_actions, "news": _send_empty_news, "record": _tell_in_the_record}
"""Ways to give secrets away, put into the service on purpose: proofs of secrecy must notice each."""


def main(wish: str) -> None:
    """What runs in the process: `beachhead serve` in all but its options."""
    import types

    from beachhead.games import REGISTERED
    from beachhead.server import Limits, Settings, create_app
    from beachhead.server.run import Server, bind, config

    wanted = json.loads(wish)
    REGISTERED.update(wanted["games"])
    if wanted["seed"] is not None:
        known = bytes.fromhex(wanted["seed"])
        mock.patch("beachhead.engine.chance.dice.secrets", types.SimpleNamespace(token_bytes=lambda _: known)).start()
    if wanted["same_players"]:
        from beachhead.players import player

        mock.patch("beachhead.server.play.bots.player", lambda name, _: player(name, "always the same")).start()
    if wanted["fault"] is not None:
        FAULTS[wanted["fault"]]()
    mock.patch("beachhead.server.web.network.local_address", lambda: "127.0.0.2").start()  # nobody comes in from a real network
    settings = Settings(wanted["database"], limits=Limits(**wanted["limits"]), private=True)
    place = bind("127.0.0.1", wanted["port"], search=False)
    Server(config(create_app(settings), settings)).run(sockets=[place])


if __name__ == "__main__":
    main(sys.argv[1])
