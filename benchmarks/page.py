"""What the page of a match weighs and how long it takes until one can play.

    python benchmarks/page.py [--times 5] [--json]

A cold load of /m/ID in Chromium with an empty cache, from a service on this machine: bytes over the wire and as they are
unpacked, requests, the first contentful paint, and the time until the first counter that can act lies on the map and answers
to a click. The best of some loads, because everything else the machine does only adds to it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import ARGUMENTS, Service, chromium
from tests.browser.hands import begin

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


def main() -> None:
    """Load it some times and tell the best."""
    parser = argparse.ArgumentParser(description="Weight and times of the page.")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    wish = parser.parse_args()
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
