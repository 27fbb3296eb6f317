"""The examples of docs/hosting.md, read by the programs that they are for, which tests/hosting/install.sh brings."""

from __future__ import annotations

import dataclasses
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from beachhead.server import Limits

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", str(ROOT / ".venv" / "hosting" / "usr" / "sbin")])
linux = pytest.mark.skipif(sys.platform != "linux", reason="nginx and systemd-analyze are tried on Linux")


def blocks(language: str) -> list[str]:
    """The examples of the page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def run(name: str, *arguments: str) -> tuple[int, str]:
    """What a program says, and whether it is content."""
    found = shutil.which(name, path=PATH)
    assert found is not None, f"{name} is missing; make test installs it (tests/hosting/install.sh .venv/hosting)"
    done = subprocess.run([found, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def checked_by_nginx(block: str, folder: Path) -> tuple[int, str]:
    """The verdict of nginx on an example, with a certificate and a port that there are here."""
    key, signed = folder / "privkey.pem", folder / "fullchain.pem"
    request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=play.example.org"]
    assert run("openssl", *request, "-keyout", str(key), "-out", str(signed))[0] == 0
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    block = block.replace("listen 443", f"listen {port}").replace("/etc/letsencrypt/live/play.example.org", str(folder))
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    head = f"pid {folder}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}"
    (folder / "nginx.conf").write_text(f"{head}{block}}}\n")
    return run("nginx", "-t", "-p", str(folder), "-c", str(folder / "nginx.conf"))


@linux
def test_nginx_takes_the_example(tmp_path: Path) -> None:
    [block] = blocks("nginx")
    code, said = checked_by_nginx(block, tmp_path)
    assert code == 0, said
    assert checked_by_nginx(block.replace("proxy_pass ", "proxy_passes "), tmp_path)[0] != 0, "it would take anything"


@linux
@pytest.mark.parametrize("name", ["beachhead.service", "beachhead@.service"])
def test_systemd_takes_the_unit(name: str, tmp_path: Path) -> None:
    """Also as the template that the page describes."""
    [block] = blocks("ini")
    block = block.replace("/opt/beachhead/bin/beachhead", str(Path(sys.executable).with_name("beachhead")))
    if "@" in name:
        block = block.replace(" serve ", " serve --port %i ")
        block = block.replace("[Service]\n", "[Service]\nEnvironmentFile=/etc/beachhead/database\n")
    unit = tmp_path / name
    unit.write_text(block)
    code, said = run("systemd-analyze", "verify", str(unit))
    about_it = [line for line in said.splitlines() if name in line]
    assert (code, about_it) == (0, []), said
    unit.write_text(block.replace("Restart=", "Restarts="))
    assert name in run("systemd-analyze", "verify", str(unit))[1], "it would take anything"


def test_every_limit_is_on_the_page() -> None:
    table = PAGE[PAGE.index("## Limits") :]
    named = set(re.findall(r"`(\w+)`", "\n".join(line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))))
    assert named == {item.name for item in dataclasses.fields(Limits)}
