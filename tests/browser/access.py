"""What axe finds on a screen, in the light and in the dark."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

RUN = """async ([within, rules, mapToo]) => {
  const map = document.querySelector("svg.board-svg");
  const away = map && !mapToo ? document.createComment("map") : null;
  if (away) map.replaceWith(away);
  if (within) document.querySelector(within).scrollIntoView({ block: "nearest" });
  const all = [...document.querySelectorAll("body *")].filter((el) => !el.closest("svg"));
  const edges = all.filter((el) => getComputedStyle(el).overflow.includes("hidden"));
  const outside = edges.flatMap((edge) => {
    const { left, right, top, bottom } = edge.getBoundingClientRect();
    return [...edge.querySelectorAll("*")].filter((el) => {
      const box = el.getBoundingClientRect();
      if (box.width === 0 && box.height === 0) return false; // has no box of its own: what is in it may have
      return box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
    });
  }).flatMap((el) => [el, ...el.querySelectorAll("*")]);
  for (const el of outside) el.dataset.outside = "yes";
  axe.configure({ rules: [{ id: "color-contrast", selector: "*:not([data-outside])" }] });
  const { violations, incomplete } = await axe.run(within || document, { resultTypes: ["violations"], ...rules });
  for (const el of outside) delete el.dataset.outside;
  away?.replaceWith(map);
  const failed = incomplete.filter((fault) => fault.nodes.some((node) =>
    [...node.any, ...node.all, ...node.none].some((check) => check.id === "error-occurred")));
  return [...violations, ...failed].flatMap((fault) => fault.nodes.map((node) =>
    `${fault.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
}"""
"""Violations, and rules that axe has given up because of an error of its own. A map that is not to be looked at is taken off the
page meanwhile: axe goes through all of it even if it is hidden. The contrast of what has been scrolled out of the page is not
asked for: axe fails at that, and then judges the contrast of nothing."""
HIDE = """(hidden) => document.querySelector("svg.board-svg")?.style.setProperty("display", hidden ? "none" : "block")"""
PAINT = """() => { document.documentElement.dataset.lookedAt = "yes"; }"""
Rules = dict[str, Any]
CONTRAST: Rules = {"runOnly": ["color-contrast"]}
BUT_CONTRAST: Rules = {"rules": {"color-contrast": {"enabled": False}}}
OTHER = {"auto": "dark", "light": "dark", "dark": "light"}
SETTLED = "() => document.getAnimations().every((one) => !(one instanceof CSSTransition))"


class Looker:
    """Looks at one screen after the other and remembers what is wrong."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.screens = 0

    def look(self, page: Page, screen: str, *, map_too: bool = False, within: str = "") -> None:
        """Everything in the light or the dark, whatever there is, and the contrast once more in the other: the rest does not
        depend on it. With `within` only a part of it, where the rest has been looked at before. The picture of the map is hidden
        meanwhile if it is not to be looked at: painting it takes long. Of contrast on the map axe can never tell anything."""
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        page.evaluate(PAINT)
        page.evaluate(HIDE, not map_too)
        if map_too:
            self._run(page, screen, within, BUT_CONTRAST, True)
        self._run(page, screen, within, CONTRAST if map_too else {}, False)
        theme = page.evaluate("() => document.documentElement.dataset.theme")
        page.evaluate("(next) => { document.documentElement.dataset.theme = next; }", OTHER[theme])
        page.wait_for_function(SETTLED)
        self._run(page, screen, within, CONTRAST, False)
        self.screens += 1

    def _run(self, page: Page, screen: str, within: str, rules: Rules, map_too: bool) -> None:
        theme = page.evaluate("() => document.documentElement.dataset.theme")
        self.found += [f"{screen}, {theme}: {one}" for one in page.evaluate(RUN, [within, rules, map_too])]


LIGHT: dict[str, Any] = {"reduced_motion": "reduce", "color_scheme": "light"}
