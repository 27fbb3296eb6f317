"""How the page comes to a browser: addresses that name their content, one sheet, all modules announced; and the small maps."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import beachhead as bh
from beachhead.drawing import draw, thumbnail
from beachhead.drawing.thumbnail import box
from beachhead.server.web.delivery import SHEET, START, TABLE, Delivery
from beachhead.server.web.staticfiles import LOOK_AGAIN, WEB, Files

from ..manual_clock import ManualClock
from .desk import Desk

KEPT = "public, max-age=31536000, immutable"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One service for tests that leave nothing behind."""
    with Desk(f"sqlite:///{tmp_path_factory.mktemp('shared') / 'table.sqlite3'}") as running:
        yield running


def addresses(page: str) -> list[str]:
    """All files that a document names."""
    return re.findall(r'(?:href|src)="(/page/[^"]+)"', page)


@pytest.mark.parametrize("path", ["/", "/m/abc"])
def test_every_file_that_a_document_names_is_there_for_good(shared: Desk, path: str) -> None:
    page = shared.get(path).text
    assert "/static/" not in page and "<!-- modules -->" not in page
    found = addresses(page)
    assert len({one.split("/")[2] for one in found}) == 1, "one version"
    for address in found:
        answer = shared.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == KEPT


def test_documents_are_asked_for_anew_and_files_of_another_version_are_gone(shared: Desk) -> None:
    page = shared.get("/")
    assert page.headers["cache-control"] == "no-cache"
    file = addresses(page.text)[0]
    assert shared.get("/", **{"If-None-Match": page.headers["etag"]}).status_code == 304
    for address in (re.sub("/page/[^/]+/", "/page/0123456789abcdef/", file), f"{file}x", f"{file}/"):
        answer = shared.get(address)
        assert answer.status_code == 404, address
        assert answer.headers["cache-control"] == "no-store"
        assert "reload the page" in answer.json()["error"]["text"]


def test_all_that_the_modules_import_is_announced() -> None:
    """Nothing is found out only by reading a module that had to be fetched first."""
    delivery = Delivery(Files(ManualClock()))
    for entries in (START, TABLE):
        named = delivery.imported(entries)
        assert set(entries) <= set(named), "they exist"
        for name in named:
            text = (WEB / name).read_text(encoding="utf-8")
            for other in re.findall(r'from "(\.[^"]+)"', text):
                target = os.path.normpath(Path(name).parent / other)
                assert target in named, f"{name} imports {target}"
    assert "js/board/counters.js" in delivery.imported(TABLE)
    assert not any(name.startswith("js/board/") for name in delivery.imported(START))


def test_all_style_sheets_come_as_one(shared: Desk) -> None:
    links = [one for one in addresses(shared.get("/").text) if one.endswith(".css")]
    assert len(links) == 1 and links[0].endswith(SHEET)
    whole = shared.get(links[0]).text
    at = -1
    for name in re.findall(r'stylesheet" href="/static/([^"]+)"', (WEB / "index.html").read_text(encoding="utf-8")):
        text = (WEB / name).read_text(encoding="utf-8")
        assert whole.find(text) > at, f"{name}, in the order of the document"
        at = whole.find(text)


def test_an_edited_file_makes_another_version(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text('<html lang="en">\n  <!-- modules -->\n<script src="/static/js/app.js"></script>')
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "app.js").write_text("one")
    clock = ManualClock()
    delivery = Delivery(Files(clock, tmp_path))
    before, page = delivery.version, delivery.document(["js/app.js"])
    (tmp_path / "js" / "app.js").write_text("two!")
    clock.advance(LOOK_AGAIN * 2)
    assert delivery.version != before
    assert delivery.document(["js/app.js"]).etag != page.etag
    assert delivery.file(before, "js/app.js") is None
    file = delivery.file(delivery.version, "js/app.js")
    assert file is not None and file.body == b"two!"


def test_the_service_worker_is_told_what_to_keep(shared: Desk) -> None:
    script = shared.get("/service-worker.js")
    assert script.headers["cache-control"] == "no-cache" and script.headers["content-type"].startswith("text/javascript")
    found = re.search(r"const PAGE = (\{.*\});", script.text)
    assert found, "the server fills it in"
    kept = json.loads(found[1])
    assert kept["version"] == shared.get("/api/games").json()["page"]
    names = [address.removeprefix(f"/page/{kept['version']}/") for address in kept["files"]]
    assert {SHEET, "js/app.js", "js/panels/rules.js", "texts/en.json", "texts/ja.json", "icon.svg"} <= set(names)
    assert not {"index.html", "service-worker.js", "css/board.css"} & set(names)
    assert all(shared.get(address).status_code == 200 for address in kept["files"][::10])


def test_a_host_may_keep_browsers_from_keeping_anything(sqlite: str) -> None:
    with Desk(sqlite, offline=False) as desk:
        assert 'data-offline="no"' in desk.get("/").text
        script = desk.get("/service-worker.js").text
        assert "unregister" in script and "respondWith" not in script


def test_what_the_browser_installs_is_there(shared: Desk) -> None:
    address = next(one for one in addresses(shared.get("/").text) if one.endswith(".webmanifest"))
    answer = shared.get(address)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"
    folder = address.rpartition("/")[0]
    for icon in manifest["icons"]:
        image = shared.get(f"{folder}/{icon['src']}")
        assert image.status_code == 200 and image.headers["content-type"] == icon["type"]
        if icon["sizes"] != "any":
            assert "{}x{}".format(*(int.from_bytes(image.content[at : at + 4], "big") for at in (16, 20))) == icon["sizes"]


@pytest.mark.parametrize("game", list(bh.all_games()), ids=lambda game: game.id)
def test_a_map_in_small(shared: Desk, game: bh.Game) -> None:
    listed = next(one for one in shared.get("/api/games").json()["games"] if one["id"] == game.id)
    address = listed["about"]["thumbnail"]
    answer = shared.get(address)
    assert answer.headers["content-type"] == "image/svg+xml" and answer.headers["cache-control"] == KEPT
    assert int(answer.headers["content-length"]) < 30_000, "packed"
    for other in (address.partition("?")[0], f"{address}x", f"{address.partition('?')[0]}?scenario={game.scenarios[-1].id}"):
        assert shared.get(other).headers["cache-control"] == "no-cache", "what does not name its version is asked for anew"
    drawing = draw(game, game.ruleset(game.parameters()))
    x, y, width, height = box(drawing)
    assert f'viewBox="{x} {y} {width} {height}"' in answer.text == thumbnail(drawing, title=game.title)
    land = [space for space in drawing["spaces"].values() if not space.get("sea")]
    assert all(x <= space["x"] <= x + width and y <= space["y"] <= y + height for space in land)


def test_matches_are_looked_up_all_at_once(shared: Desk) -> None:
    first, second = shared.create(), shared.create()
    asked = [
        {"match": first["match"], "token": first["tokens"]["us"]},
        {"match": second["match"], "token": first["tokens"]["us"]},
        {"match": "nothing", "token": "x"},
        {"match": second["match"], "token": second["spectator"]},
    ]
    answer = shared.post("/api/matches/lookup", {"matches": asked})
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    found = answer.json()["matches"]
    assert [one["match"] for one in found] == [one["match"] for one in asked]
    assert [one.get("error", {}).get("code") for one in found] == [None, "token", "unknown", None]
    assert found[0]["meta"] == shared.get(f"/api/matches/{first['match']}", first["tokens"]["us"]).json()
    assert found[0]["active"] == found[0]["meta"]["created"], "nothing has happened yet"
    assert shared.post("/api/matches/lookup", {"matches": asked * 8}).status_code == 400


def test_the_last_activity_is_what_the_asker_saw(sqlite: str, lookout: str) -> None:
    """The time of a hidden action would tell that there was one."""
    clock = ManualClock()
    with Desk(sqlite, clock=clock) as desk:
        keys = desk.create(game=lookout, seats={"raider": "me", "warden": "open"})

        def active(who: str) -> str:
            token = keys["spectator"] if who == "spectator" else keys["tokens"][who]
            asked = [{"match": keys["match"], "token": token}]
            found: str = desk.post("/api/matches/lookup", {"matches": asked}).json()["matches"][0]["active"]
            return found

        sides = list(keys["tokens"])
        before = {who: active(who) for who in (*sides, "spectator")}
        meta = desk.get(f"/api/matches/{keys['match']}", keys["tokens"][sides[0]]).json()
        clock.advance(100)
        with desk.sit(keys, meta["decides"]) as actor:
            actor.act_any()
            seen = {who: active(who) != before[who] for who in (*sides, "spectator")}
        assert seen[meta["decides"]]
        other = next(side for side in sides if side != meta["decides"])
        with desk.sit(keys, other) as watcher:
            assert seen[other] == (watcher.now["moment"] > 0)
