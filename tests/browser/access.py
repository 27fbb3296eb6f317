"""What axe finds on a screen, in the light and in the dark."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page

RUN = """async ([within, rules]) => {
  const map = document.querySelector("svg.board-svg");
  const away = map?.style.display === "none" ? document.createComment("map") : null;
  if (away) map.replaceWith(away);
  const { violations } = await axe.run(within || document, { resultTypes: ["violations"], ...rules });
  away?.replaceWith(map);
  return violations.flatMap((fault) => fault.nodes.map((node) =>
    `${fault.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
}"""
"""A map that is not to be looked at is taken off the page meanwhile: axe goes through all of it even if it is hidden."""
HIDE = """(hidden) => document.querySelector("svg.board-svg")?.style.setProperty("display", hidden ? "none" : "block")"""
PAINT = """() => { document.documentElement.dataset.lookedAt = "yes"; }"""
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
        meanwhile if it is not to be looked at: painting it takes long."""
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        page.evaluate(PAINT)
        page.evaluate(HIDE, not map_too)
        for rules in ({}, {"runOnly": ["color-contrast"]}):
            theme = page.evaluate("() => document.documentElement.dataset.theme")
            self.found += [f"{screen}, {theme}: {one}" for one in page.evaluate(RUN, [within, rules])]
            if not rules:
                page.evaluate("(next) => { document.documentElement.dataset.theme = next; }", OTHER[theme])
                page.wait_for_function(SETTLED)
        self.screens += 1


LIGHT: dict[str, Any] = {"reduced_motion": "reduce", "color_scheme": "light"}
