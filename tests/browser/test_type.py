"""The page is set in its own type, which measures the same on every machine."""

from __future__ import annotations

from tests.browser.conftest import People, Service
from tests.browser.hands import Hands, resume
from tests.browser.rage import reached

MEASURE = """(font) => {
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = `${font}, monospace`;
  return pen.measureText("Landing 12–3").width;
}"""
LOADED = """() => [...document.fonts].filter((face) => face.status === "loaded").map((face) => `${face.family} ${face.style}`)"""
FIRST = """(selector) => getComputedStyle(document.querySelector(selector)).fontFamily.split(",")[0].replaceAll('"', "")"""
WIDTHS = {
    '400 100px "Beachhead Sans"': 559,
    '800 100px "Beachhead Sans"': 588,
    '700 100px "Beachhead Serif"': 654,
    'italic 400 100px "Beachhead Serif"': 608,
}

WRONG = """async () => {
  const { LETTERS } = await import(document.querySelector("script[type=module]").src.replace("app.js", "board/letters.js"));
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = '800 1000px "Beachhead Sans"';
  return Object.entries(LETTERS).filter(([letter, wide]) => Math.abs(pen.measureText(letter).width / 1000 - wide) > 0.002);
}"""
"""Letters of counters that are not as wide as is said."""


def test_the_table_is_set_in_the_type_that_comes_with_it(person: People, service: Service) -> None:
    page = person(resume(service.address, reached("move", "us", 4, 7).record()).link("us"))
    Hands(page, service.address).seated()
    page.wait_for_selector("html[data-ready=yes]")
    assert {"Beachhead Sans normal", "Beachhead Serif normal", "Beachhead Serif italic"} <= set(page.evaluate(LOADED))
    assert {font: round(page.evaluate(MEASURE, font)) for font in WIDTHS} == WIDTHS
    assert page.evaluate(WRONG) == []
    for selector in ("body", ".prompt", ".stage-map .unit text", "button", ".typed-input"):
        assert page.evaluate(FIRST, selector) == "Beachhead Sans", selector
    assert page.evaluate(FIRST, ".stage-map .m-name.m-area-name") == "Beachhead Serif"
