"""What the page of a match weighs, how long it takes until one can play, and what a frame of panning costs.

    python benchmarks/page.py [--times 5] [--json]
    python benchmarks/page.py --frames [--web SRC/beachhead/web] [--times 5]

A cold load of /m/ID in Chromium with an empty cache, from a service on this machine: bytes over the wire and as they are
unpacked, requests, the first contentful paint, and the time until the first counter that can act lies on the map and answers
to a click. The best of some loads, because everything else the machine does only adds to it.

With `--frames`: the processor time of all of Chromium for a frame of panning and for a new view, of Saipan's table, of Olympic's
and of a made-up one with 300 counters and 1,113 hexes, in turns in the same run; what counts is the ratio. `--web` measures the
board of another checkout.
"""

from __future__ import annotations

import argparse
import json
import mimetypes
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, CDPSession, Page, Playwright, Route, sync_playwright
from tests.browser.conftest import ARGUMENTS, Service, chromium
from tests.browser.hands import LANDING, begin

import beachhead as bh
from beachhead.drawing import draw

AIM = {"transferred": 300_000, "interactive": 1000}
WATCH = """
const look = () => {
  const ready = document.querySelector(".stage-map .is-ready");
  if (!ready) return requestAnimationFrame(look);
  const box = ready.getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (at && ready.contains(at)) window.interactive = performance.now();
  else requestAnimationFrame(look);
};
addEventListener("DOMContentLoaded", look);
"""
PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0"""


def load(browser: Browser, address: str) -> dict[str, float]:
    """One cold load, measured by the browser itself."""
    keys = begin(address, tour=True)
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800})
    context.add_init_script(WATCH)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    found = {"requests": 0.0, "transferred": 0.0, "unpacked": 0.0, "socket": 0.0}

    def came(event: dict[str, Any]) -> None:
        found["unpacked"] += event["dataLength"]

    def finished(event: dict[str, Any]) -> None:
        found["requests"] += 1
        found["transferred"] += event["encodedDataLength"]

    def frame(event: dict[str, Any]) -> None:
        found["socket"] += len(event["response"]["payloadData"].encode())

    wire.on("Network.dataReceived", came)
    wire.on("Network.loadingFinished", finished)
    wire.on("Network.webSocketFrameReceived", frame)
    page.goto(keys.link("us"))
    page.wait_for_function("() => window.interactive")
    found["interactive"] = page.evaluate("() => window.interactive")
    found["paint"] = page.evaluate(PAINT)
    until = dict(found)
    page.wait_for_load_state("networkidle")
    until["all_requests"], until["all_transferred"] = found["requests"], found["transferred"]
    context.close()
    return until


WEB = Path(__file__).resolve().parent.parent / "src" / "beachhead" / "web"
TABLE = """<!doctype html><link rel=stylesheet href=/static/css/tokens.css><link rel=stylesheet href=/static/css/board.css>
<style>body { margin: 0 } #map { position: fixed; inset: 0 }</style><div id=map></div><script type=module>
import { createBoard } from "/static/js/board/board.js";
const { drawing, theme, view, ready } = await (await fetch("/table.json")).json();
window.board = createBoard(document.getElementById("map"), { drawing, theme, t: (key) => key });
board.setView(view);
board.setMarks({ ready });
board.camera.approach(drawing.width / 2, drawing.height / 2, 60);
window.view = view;
</script>"""
PAN = """(frames) => new Promise((done) => {
  let n = 0;
  const step = () => {
    board.camera.pan(n % 40 < 20 ? 6 : -6, n % 40 < 20 ? 4 : -4);
    n += 1;
    if (n < frames) requestAnimationFrame(step);
    else requestAnimationFrame(() => done(n));
  };
  requestAnimationFrame(step);
})"""
RENEW = """(times) => new Promise((done) => {
  const ids = Object.keys(view.units).filter((id) => board.drawing.spaces[view.units[id].place]);
  const spaces = Object.keys(board.drawing.spaces).filter((id) => !board.drawing.spaces[id].sea);
  let n = 0;
  const step = () => {
    const id = ids[n % ids.length];
    view = { ...view, units: { ...view.units, [id]: { ...view.units[id], place: spaces[(n * 7) % spaces.length] } } };
    board.setView(view);
    n += 1;
    if (n < times) requestAnimationFrame(step);
    else requestAnimationFrame(() => done(n));
  };
  requestAnimationFrame(step);
})"""


def saipan() -> dict[str, Any]:
    """Saipan's table after the landing."""
    game = bh.game("saipan")
    state = game.new("historical", seed=7)
    for action in LANDING:
        state.apply(action)
    theme = game.lore("theme")
    view = state.view("us")
    ready = [unit for unit, one in view["units"].items() if one["side"] == "us" and one["place"][0].isdigit()]
    return {"drawing": draw(game, state.ruleset), "theme": theme, "view": view, "ready": ready}


def olympic() -> dict[str, Any]:
    """Olympic's table with its 79 counters face down and 27 units in the zones: 1,113 land hexes."""
    game = bh.game("olympic")
    state = game.new("solitaire", seed=7)
    while state.step.name == "place":
        state.apply(state.actions()[0])
    view = state.view("us")
    ready = [unit for unit, one in view["units"].items() if one["side"] == "us" and one["place"][0].isdigit()]
    return {"drawing": draw(game, state.ruleset), "theme": game.lore("theme"), "view": view, "ready": ready}


def large(like: dict[str, Any], lines: int = 21, places: int = 53, counters: int = 300) -> dict[str, Any]:
    """A table of 1,113 hexes and 300 counters with Saipan's art, some of them in stacks."""
    chance, old = Random(5), like["drawing"]
    unit, cell = old["unit"], old["cell"]
    width, height = (places + 1) * unit, (lines * 0.866 + 1) * unit
    spaces = {
        f"{line:02}{place:02}": {
            "x": round((place + (line % 2) / 2) * unit, 1),
            "y": round((line * 0.866 + 0.6) * unit, 1),
            "terrain": "clear",
        }
        for line in range(1, lines + 1)
        for place in range(1, places + 1)
    }
    names = list(spaces)
    units = {
        f"{'U' if number % 2 else 'J'}:{number}": {
            "side": "us" if number % 2 else "jp",
            "arm": chance.choice(("infantry", "artillery", "armour")),
            "values": "5-4-8",
            "place": chance.choice(names[: counters * 2]),
            "marks": ["moved"] if number % 3 == 0 else [],
        }
        for number in range(counters)
    }
    layers = [layer for layer in old["layers"] if not layer.get("cells")]
    grid = {"id": "grid", "class": "grid-land", "cells": "land", "paths": []}
    drawing = old | {"width": width, "height": height, "cell": cell, "spaces": spaces, "layers": [*layers, grid], "boxes": []}
    view = like["view"] | {"units": units}
    return like | {"drawing": drawing, "view": view, "ready": [one for one in units if one.startswith("U")][:60]}


def spent(wire: CDPSession) -> float:
    """Seconds of processor that all processes of this Chromium have used."""
    return sum(float(process["cpuTime"]) for process in wire.send("SystemInfo.getProcessInfo")["processInfo"])


def lay(browser: Browser, web: Path, table: dict[str, Any]) -> Page:
    """The board of a checkout with this table on it."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})

    def serve(route: Route) -> None:
        path = route.request.url.partition("://")[2].partition("/")[2]
        if path == "table.json":
            route.fulfill(body=json.dumps(table), content_type="application/json")
        elif path.startswith("static/"):
            file = web / path.removeprefix("static/")
            route.fulfill(path=file, content_type=mimetypes.guess_type(file.name)[0] or "text/plain")
        else:
            route.fulfill(body=TABLE, content_type="text/html")

    page.route("**/*", serve)
    page.goto("http://table.test/")
    page.wait_for_function("() => window.view")
    page.wait_for_timeout(800)
    return page


def frames(playwright: Playwright, web: Path, times: int) -> dict[str, dict[str, float]]:
    """Milliseconds of processor per frame of panning and per new view, the best of some rounds; the tables take turns."""
    small, kyushu = saipan(), olympic()
    browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
    wire = browser.new_browser_cdp_session()
    best: dict[str, dict[str, float]] = {}
    try:
        for _ in range(times):
            for name, table in (("saipan", small), ("large", large(small)), ("olympic", kyushu)):
                page = lay(browser, web, table)
                for what, script, count in (("pan", PAN, 120), ("view", RENEW, 40)):
                    page.evaluate(script, 10)
                    before = spent(wire)
                    done = page.evaluate(script, count)
                    cost = 1000 * (spent(wire) - before) / done
                    best.setdefault(name, {})[what] = min(cost, best.get(name, {}).get(what, cost))
                page.close()
    finally:
        browser.close()
    return best


def tell_frames(web: Path, times: int) -> None:
    """Measure and print."""
    with sync_playwright() as playwright:
        best = frames(playwright, web, times)
    print(f"Processor time in ms, best of {times}, with the board of {web}")
    for what, title in (("pan", "a frame of panning"), ("view", "a new view with one unit moved")):
        one = best["saipan"][what]
        for name, words in (("large", "300 counters, 1,113 hexes"), ("olympic", "Olympic")):
            other = best[name][what]
            print(f"  {title:<32}Saipan {one:6.2f}   {words} {other:6.2f}   ratio {other / one:.2f}")


def main() -> None:
    """Load it some times and tell the best."""
    parser = argparse.ArgumentParser(description="Weight and times of the page.")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--frames", action="store_true")
    parser.add_argument("--web", type=Path, default=WEB)
    wish = parser.parse_args()
    if wish.frames:
        tell_frames(wish.web, wish.times)
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder)).warm()
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
            loads = [load(browser, service.address) for _ in range(wish.times)]
            browser.close()
        finally:
            service.kill()
    best = {name: min(one[name] for one in loads) for name in loads[0]}
    if wish.json:
        print(json.dumps({"best": best, "loads": loads, "aim": AIM}, indent=2))
        return
    print(f"A cold load of a match, best of {wish.times}")
    for name, value, unit, aim in (
        ("requests until one can play", best["requests"], "", ""),
        ("transferred until then", best["transferred"] / 1000, "kB", "300"),
        ("unpacked", best["unpacked"] / 1000, "kB", ""),
        ("over the socket, unpacked", best["socket"] / 1000, "kB", ""),
        ("requests, all parts loaded", best["all_requests"], "", ""),
        ("transferred, all parts loaded", best["all_transferred"] / 1000, "kB", "300"),
        ("first contentful paint", best["paint"], "ms", ""),
        ("first counter can be clicked", best["interactive"], "ms", "1000"),
    ):
        print(f"  {name:<32}{value:>8.0f} {unit:<3}{f'(aim: under {aim})' if aim else ''}")


if __name__ == "__main__":
    main()
