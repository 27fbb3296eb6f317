"""Paint the icons of the installed page from src/beachhead/web/icon.svg, with Chromium: run it when that drawing has changed.

python tools/icons.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import sync_playwright
from tests.browser.conftest import ARGUMENTS, chromium

WEB = Path(__file__).resolve().parent.parent / "src" / "beachhead" / "web"
ICONS = {"icon-180": (180, False), "icon-192": (192, False), "icon-512": (512, False), "maskable-512": (512, True)}
"""By name: how many pixels wide, and whether the system may cut it to any shape: then the ground reaches to the edges."""
SEA = "#1f5a73"
WIDE, WIDER = re.compile(r'd="M0 21[^"]*"'), 'd="M-4 22c2-1 3 0 4-1c5-3 8 2 13-1s9 1 19-4q2-1 4-2v23H-4z"'
"""The shore, and how it runs on where the icon has no edge."""


def main() -> int:
    """Paint them all."""
    drawing = (WEB / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
        for name, (size, maskable) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            shown = WIDE.sub(WIDER, drawing.replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')) if maskable else drawing
            ground = SEA if maskable else "transparent"
            page.set_content(f"<style>body{{margin:0;background:{ground}}} svg{{display:block;width:100vw}}</style>{shown}")
            page.screenshot(path=WEB / "icons" / f"{name}.png", omit_background=not maskable)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
