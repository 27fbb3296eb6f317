"""What goes wrong in life: the service dies in the middle of a move, a seat is open in two tabs, a link is not whole."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from tests.browser.conftest import BLANK, People, Service
from tests.browser.hands import LANDING, Hands, begin, offered, played, resume, story

HOLD_BACK = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  if (window.holding && String(data).includes('"act"')) window.held = data;
  else send.call(this, data);
};
"""


DEAF = """() => {
  const late = [];
  let deaf = true;
  for (const socket of window.sockets) {
    const { onmessage } = socket;
    socket.onmessage = (event) => (deaf ? late.push(event) : onmessage.call(socket, event));
    window.listen = () => { deaf = false; for (const event of late) onmessage.call(socket, event); };
  }
}"""
SOCKETS = """
window.sockets = [];
const Real = WebSocket;
window.WebSocket = class extends Real { constructor(...args) { super(...args); window.sockets.push(this); } };
"""


HOST = """(token) => {
  const kept = JSON.parse(localStorage.getItem("beachhead.matches"));
  kept[0].host = token;
  localStorage.setItem("beachhead.matches", JSON.stringify(kept));
}"""


@pytest.fixture
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that a test may kill."""
    made = Service(tmp_path_factory.mktemp("mortal")).warm()
    yield made
    made.kill()
    assert "Traceback" not in made.log.read_text(), made.log.read_text()


def test_the_service_dies_and_comes_back(person: People, mortal: Service) -> None:
    keys = resume(mortal.address, played(LANDING[:2]))
    page = person(BLANK, address=mortal.address)
    page.context.add_init_script(HOLD_BACK)
    page.goto(keys.link("us"))
    us = Hands(page, mortal.address).seated()
    us.act(LANDING[2])
    before = story(mortal.address, keys, "us")

    # an action on its way that the service never hears of: it is sent again, once
    page.evaluate("() => { window.holding = true; }")
    us.type(LANDING[3])
    page.wait_for_function("() => window.held")
    mortal.kill()
    dot = page.locator(".top .dot")
    expect(dot).to_have_attribute("data-state", "offline")
    expect(dot).to_contain_text("Offline, trying again")
    expect(us.prompt).to_contain_text("3 of 6")
    assert us.place("U:1/6") == "0902", "the map stays to be looked at"
    page.evaluate("() => { window.holding = false; }")
    mortal.start()
    expect(dot).to_have_attribute("data-state", "open")
    expect(us.prompt).to_contain_text("4 of 6")
    us.lies("U:2/8", "1002")
    told = story(mortal.address, keys, "us")
    assert told[: len(before)] == before and len(told) == len(before) + 1, "nothing lost, nothing twice"

    # and the table goes on as if nothing had been
    us.act(LANDING[4])
    expect(us.prompt).to_contain_text("5 of 6")

    # an action that was carried out, but whose answer was lost, is not done twice
    page.evaluate("() => { window.holding = true; window.held = null; }")
    us.type(LANDING[5])
    page.wait_for_function("() => window.held")
    carry_out(page.evaluate("() => window.held"), keys.match, keys.tokens["us"], mortal.address)
    mortal.kill()
    expect(dot).to_have_attribute("data-state", "offline")
    page.evaluate("() => { window.holding = false; }")
    mortal.start()
    expect(us.prompt).to_contain_text("U.S. combat")
    told = story(mortal.address, keys, "us")
    assert sum("U:3/25 lands at 1203" in line for line in told) == 1
    expect(us.reason).to_have_count(0)
    person.forgive("WebSocket connection to")


def carry_out(message: str, match: str, token: str, address: str) -> None:
    """Deliver a message by another socket, whose answer its sender never sees."""
    with connect(address.replace("http", "ws") + "/ws", proxy=None) as socket:
        socket.send(json.dumps({"t": "hello", "protocol": 2, "match": match, "token": token}))
        assert json.loads(socket.recv(60))["t"] == "welcome"
        socket.send(message)
        while json.loads(socket.recv(60)).get("re") != json.loads(message)["id"]:
            pass


def test_a_seat_in_two_tabs(person: People, service: Service) -> None:
    keys = begin(service.address)
    page = person(BLANK)
    page.context.add_init_script(SOCKETS)
    page.goto(keys.link("us"))
    first = Hands(page, service.address).seated()
    second = Hands(person.tab(page.context, keys.link("us")), service.address).seated()

    # the second tab follows by itself
    first.act(LANDING[0])
    second.lies("U:1/6", "0902")

    # the news reach the second tab only after it has clicked
    second.page.evaluate(DEAF)
    for tab in (first, second):
        tab.now.locator('[data-unit="U:3/25"]').click()
    first.click_space("1203")
    expect(first.prompt).to_contain_text("2 of 6")
    expect(second.prompt).to_contain_text("1 of 6")
    second.click_space("0702")
    second.page.evaluate("() => window.listen()")
    expect(second.reason).to_contain_text("The position changed before your action arrived")
    expect(second.prompt).to_contain_text("2 of 6")
    second.lies("U:3/25", "1203")
    told = story(service.address, keys, "us")
    assert len(told) == 2 and told[1].startswith("U:3/25 lands at 1203"), "the late click has done nothing, not even half"

    # and now it plays on as any other
    second.act(LANDING[1])
    expect(second.reason).to_have_count(0)
    expect(first.prompt).to_contain_text("3 of 6")


def test_links_that_are_not_whole(person: People, service: Service) -> None:
    keys = begin(service.address)
    page = person(f"/m/{keys.match}")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("This seat needs its link")
    expect(heading).to_be_focused()
    page.evaluate("() => { window.before = true; }")
    page.goto(f"/m/{keys.match}#" + "x" * 32)  # only the fragment changes: the page notices by itself, and loads again
    page.wait_for_function("() => !window.before && document.readyState === 'complete'")
    expect(heading).to_have_text("This seat needs its link")
    page.goto("/m/nosuchmatch#" + "x" * 32)
    expect(heading).to_have_text("There is no such match")
    page.get_by_role("link", name="To the start page").click()
    expect(offered(page).get_by_role("button", name="Play now")).to_be_visible()

    answer = page.goto("/nowhere/at/all")
    assert answer is not None and answer.status == 404
    person.forgive("404")
    expect(heading).to_be_visible()
    expect(page.get_by_role("link").first).to_have_attribute("href", "/")

    # a seat that is given to somebody else while one sits in it
    taken = Hands(person(keys.link("jp")), service.address).seated()
    host = person(keys.link("us"))
    us = Hands(host, service.address).seated()
    host.evaluate(HOST, keys.host)
    us.menu("Seats and links")
    us.dialog.get_by_label("Who takes the Japan seat").select_option("random")
    us.dialog.get_by_role("button", name="Assign seat").last.click()
    expect(taken.dialog).to_contain_text("This seat is played elsewhere now")
