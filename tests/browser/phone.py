"""A phone, and what a finger would miss on it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
SMALL_TARGETS = """() => {
  const least = 44, found = [];
  for (const el of document.querySelectorAll("button, a[href], input, select, textarea, summary, [role=tab]")) {
    const target = el.matches("input[type=radio], input[type=checkbox]") ? el.closest("label") ?? el : el;
    const box = target.getBoundingClientRect();
    const across = box.width > 0 && box.right > 0 && box.left < innerWidth;
    const onScreen = across && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    if (!onScreen || getComputedStyle(el).visibility === "hidden" || el.disabled || el.closest("[inert]")) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const hit = (px, py) => target.contains(document.elementFromPoint(px, py));
    if (!hit(x, y)) continue; // covered or scrolled away: cannot be meant
    const frame = el.closest(".side-scroll, [role=tabpanel]")?.getBoundingClientRect();
    if (frame && (y - least / 2 < frame.top || y + least / 2 > frame.bottom)) continue; // scrolled half away
    const wide = box.width >= least - 0.5 || (hit(x - least / 2 + 1, y) && hit(x + least / 2 - 1, y));
    const tall = box.height >= least - 0.5 || (hit(x, y - least / 2 + 1) && hit(x, y + least / 2 - 1));
    const inText = el.matches("p .ref, li .ref, p .chip, li .chip, :is(p, li, td, dd) .reference"); // words in a sentence
    if ((wide && tall) || inText) continue;
    const name = (el.getAttribute("aria-label") ?? target.textContent ?? "").trim().slice(0, 30);
    found.push(`${el.tagName}.${el.className} "${name}" ${Math.round(box.width)}x${Math.round(box.height)}`);
  }
  return found;
}"""


def small(page: Page) -> list[str]:
    """Everything visible that a finger would miss."""
    found: list[str] = page.evaluate(SMALL_TARGETS)
    return found
