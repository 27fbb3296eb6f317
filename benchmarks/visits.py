"""What a visit costs: requests, bytes over the wire, and the time until one can click, of the start page and of a table.

    python benchmarks/visits.py [--times 3] [--json]

The first visit with nothing in the browser's cache, the second of the same address, as somebody who comes back the next day; of
the start page, of a table, and of one after the other. Requests that the browser answers from its cache are not counted: they
cost no round trip. There is no service worker, which would fetch the rest of the page in the background. Times are the best of
some runs, because everything else the machine does only adds to them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, BrowserContext, sync_playwright
from tests.browser.conftest import ARGUMENTS, Service, chromium
from tests.browser.hands import begin

WATCH = """
const wanted = location.pathname.startsWith("/m/") ? ".stage-map .is-ready" : "article .button.primary";
const look = () => {
  const ready = document.querySelector(wanted);
  const box = ready?.getBoundingClientRect();
  const at = box?.width ? document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) : null;
  if (at && ready.contains(at)) window.clickable = performance.now();
  else requestAnimationFrame(look);
};
addEventListener("DOMContentLoaded", look);
"""


def visit(context: BrowserContext, path: str) -> dict[str, float]:
    """One visit in a tab of its own."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    found = {"requests": 0.0, "kB": 0.0}
    cached: set[str] = set()

    def answered(event: dict[str, Any]) -> None:
        got = event["response"]
        if got.get("fromDiskCache") or got["url"].startswith(("data:", "blob:")):
            cached.add(event["requestId"])

    def finished(event: dict[str, Any]) -> None:
        if event["requestId"] not in cached:
            found["requests"] += 1
            found["kB"] += event["encodedDataLength"] / 1000

    wire.on("Network.requestServedFromCache", lambda event: cached.add(event["requestId"]))
    wire.on("Network.responseReceived", answered)
    wire.on("Network.loadingFinished", finished)
    page.goto(path)
    page.wait_for_function("() => window.clickable")
    found["clickable ms"] = page.evaluate("() => window.clickable")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    page.close()
    return found


def run(browser: Browser, address: str) -> dict[str, dict[str, float]]:
    """The visits of one browser."""
    keys = begin(address, tour=True)
    found = {}
    for kind, path in (("start", "/"), ("table", keys.link("us"))):
        context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}, service_workers="block")
        context.add_init_script(WATCH)
        found[f"{kind}, first visit"] = visit(context, path)
        found[f"{kind}, second visit"] = visit(context, path)
        context.close()
    context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900}, service_workers="block")
    context.add_init_script(WATCH)
    visit(context, "/")
    found["table after the start page"] = visit(context, keys.link("us"))
    found["start after a table"] = visit(context, "/")
    context.close()
    return found


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        service = Service(Path(folder)).warm()
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        runs = [run(browser, service.address) for _ in range(given.times)]
        browser.close()
        service.kill()
    best = {kind: {name: min(one[kind][name] for one in runs) for name in runs[0][kind]} for kind in runs[0]}
    if given.json:
        print(json.dumps(best, indent=2))
        return 0
    for kind, figures in best.items():
        print(f"{kind:28}" + "".join(f"  {name} {value:.0f}" for name, value in figures.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
