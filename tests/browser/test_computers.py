"""Computers are used again by other people of these tests: they find them empty, and unchanged."""

from __future__ import annotations

from tests.browser.conftest import Computers, People, Service

KEEP = """() => { localStorage.setItem("mine", "1"); sessionStorage.setItem("mine", "1"); document.cookie = "mine=1"; }"""
KEPT = """() => [localStorage.getItem("mine"), sessionStorage.getItem("mine"), document.cookie]"""


def test_nothing_is_left_on_a_computer(computers: Computers, service: Service) -> None:
    first, second = (People(computers, service.address) for _ in range(2))
    page = first("/", locale="en-NZ")
    page.evaluate(KEEP)
    assert page.evaluate(KEPT) == ["1", "1", "mine=1"]
    used = page.context
    first.leave()
    page = second("/", locale="en-NZ")
    assert page.context is used
    assert page.evaluate(KEPT) == [None, None, ""]
    second.leave()


def test_a_changed_computer_is_not_used_again(computers: Computers, service: Service) -> None:
    first, second = (People(computers, service.address) for _ in range(2))
    changed = first("/", locale="en-NZ").context
    changed.add_init_script("window.changed = true;")
    first.leave()
    page = second("/", locale="en-NZ")
    assert page.context is not changed
    assert page.evaluate("() => window.changed") is None
    second.leave()
