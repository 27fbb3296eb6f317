"""`serve` and `verify`, and what `beachhead` does without a command: play on this machine."""

from __future__ import annotations

import os
import signal
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from beachhead.cli.options import AsJson, show_json
from beachhead.engine.errors import PositionError, UserError
from beachhead.match import read_record
from beachhead.terminal.files import FileError, read_text

DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Folder for matches; your data folder if not given."),
]


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 0.0.0.0 for the whole network.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 for any free one.")] = 8044,
    data: DataFolder = None,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Database, such as postgresql://user@host/name; or set BEACHHEAD_DATABASE."),
    ] = None,
    origin: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Public address of the server, such as https://play.example.org; may be repeated."),
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Another host name to accept; * for any; may be repeated.")
    ] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File with the password for creating matches; or set BEACHHEAD_PASSWORD."),
    ] = None,
    proxies: Annotated[str, typer.Option(metavar="ADDRESSES", help="Trusted reverse proxies, comma-separated.")] = "127.0.0.1",
    limit: Annotated[
        list[str] | None, typer.Option(metavar="NAME=NUMBER", help="Change a limit (docs/hosting.md); may be repeated.")
    ] = None,
    offline: Annotated[
        bool, typer.Option(help="Let browsers keep the page, the rules and the charts for when there is no connection.")
    ] = True,
) -> None:
    """Run Beachhead as a server for others."""
    from beachhead.server.settings import data_folder, sqlite_address

    chosen = database or os.environ.get("BEACHHEAD_DATABASE") or sqlite_address(data_folder(data))
    if hasattr(signal, "SIGHUP"):  # many take it for "read the configuration again", which is read at the start alone
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    _run(
        host,
        port,
        chosen,
        hosts=tuple(allow_host or ()),
        origins=tuple(origin or ()),
        password=_password(password_file),
        proxies=proxies,
        limits=limit or (),
        offline=offline,
    )


def open_table(data: Path | None, browser: bool) -> None:
    """Play on this machine, in the browser."""
    from beachhead.server.settings import PREFERRED_PORT, data_folder, sqlite_address

    def show(address: str) -> None:
        if browser:
            webbrowser.open(address)

    _run("127.0.0.1", PREFERRED_PORT, sqlite_address(data_folder(data)), search=True, ready=show, private=True)


def _run(
    host: str,
    port: int,
    database: str,
    *,
    search: bool = False,
    ready: Callable[[str], None] | None = None,
    proxies: str = "127.0.0.1",
    limits: Any = (),
    **settings: Any,
) -> None:
    from beachhead.server.app import create_app
    from beachhead.server.run import Server, address, bind, config
    from beachhead.server.settings import Settings, read_limits

    chosen = Settings(database, limits=read_limits(limits), **settings)
    app = create_app(chosen)
    place = bind(host, port, search=search)
    app.state.table.storage.open()  # what is wrong with it is a sentence here, and would be a traceback in the running server
    where = address(place, host)

    def started() -> None:
        print(f"Beachhead is at {where} (press Ctrl-C to stop)", flush=True)
        if ready is not None:
            ready(where)

    server = Server(config(app, chosen, proxies=proxies), started)
    server.run(sockets=[place])
    if not server.started:
        raise UserError("the server could not start; the lines above say why")


def _password(file: Path | None) -> str:
    if file is None:
        return os.environ.get("BEACHHEAD_PASSWORD", "")
    lines = read_text(file, "a file with the password in its first line").splitlines()
    if not lines or not lines[0].strip():
        raise FileError(f"{file}: put the password in the first line")
    return lines[0].strip()


def verify(
    record: Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a match; - for standard input.")],
    as_json: AsJson = False,
) -> None:
    """Check a record: its dice match their commitment, every action is legal, and it ends as it says; status 1 if not."""
    from beachhead.server.kept.records import verify as check

    text = sys.stdin.read() if str(record) == "-" else read_text(record, "a record of a game")
    try:
        read_record(text)
    except PositionError as error:
        raise PositionError(f"{record}: {error}") from None
    found = check(text)
    if as_json:
        show_json(found)
    elif found["ok"]:
        typer.echo(f"{found['text']} {found['actions']} actions, digest {found['digest']}")
    else:
        typer.echo(f"The record does not verify: {found['text']}")
    if not found["ok"]:
        raise typer.Exit(1)
