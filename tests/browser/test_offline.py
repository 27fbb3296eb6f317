"""Without a connection the page opens and says so, shows the matches it knows of, and the rules can be read; no match is kept."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, People, Service
from tests.browser.hands import Hands, begin, offered

KEPT = """async (files) => {
  const registration = await navigator.serviceWorker.ready;
  const names = await caches.keys();
  const page = names.find((name) => name.startsWith("beachhead-page-"));
  if (registration.active?.state !== "activated" || !page || !navigator.serviceWorker.controller) return false;
  const rules = (await (await caches.open("beachhead-games")).keys()).filter((one) => one.url.includes("?scenario="));
  return Boolean(await (await caches.open(page)).match("/")) && rules.length >= files;
}"""
ALL = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url).pathname);
  }
  return found;
}"""
STALE = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("beachhead-page-"));
  const cache = await caches.open(name);
  sessionStorage.setItem("real", await (await cache.match("/")).text());
  await cache.put("/", new Response("<!doctype html><p>stale</p>", { headers: { "Content-Type": "text/html" } }));
}"""
AS_BEFORE = """async () => {
  const name = (await caches.keys()).find((one) => one.startsWith("beachhead-page-"));
  const real = new Response(sessionStorage.getItem("real"), { headers: { "Content-Type": "text/html" } });
  await (await caches.open(name)).put("/", real);
}"""


def kept(page: Page, games: int) -> None:
    """Wait until the page and the rules of all games are in the browser."""
    page.wait_for_function(KEPT, arg=games, timeout=PATIENCE)


def test_without_a_connection(person: People, service: Service) -> None:
    match = begin(service.address)
    page = person(match.link("us"), service_workers="allow")
    Hands(page, service.address).seated()
    page.goto("/")
    expect(page.locator(".match-list > li")).to_contain_text("Your move")
    games = page.locator("article.game-card").count()
    kept(page, games)
    stored = page.evaluate(ALL)
    assert not [path for path in stored if path.startswith(("/api/matches", "/m/", "/ws"))], "nothing of a match"
    assert [path for path in stored if path.endswith("/js/table/screen.js")], "all of the page"

    page.evaluate(STALE)
    page.goto("/")
    expect(offered(page).get_by_role("button", name="Play now")).to_be_visible()  # a server that answers is always heard

    page.evaluate(AS_BEFORE)
    page.context.set_offline(True)
    person.forgive("Failed to load resource")
    person.forgive("WebSocket connection")
    page.goto("/")
    expect(page.get_by_role("status").filter(has_text="You are offline")).to_be_visible()
    row = page.locator(".match-list > li")
    expect(row).to_contain_text("You are offline")
    expect(row.locator(".match-picture image")).to_be_attached()
    expect(offered(page).get_by_role("button", name="Play now")).to_be_disabled()
    page.get_by_role("button", name="Rules and charts").click()
    reader = page.get_by_role("dialog")
    reader.get_by_role("searchbox").fill("zone of control")
    expect(reader.locator(".rule-entry").first).to_be_visible()
    reader.get_by_role("tab", name="Charts").click()
    expect(reader.locator(".know-chart").first).to_be_visible()
    page.goto(f"/m/{match.match}")
    expect(page.get_by_role("status")).to_have_text("You are offline. Reconnecting…")
    page.get_by_role("link", name="To the start page").click()
    expect(page.locator(".match-list > li")).to_contain_text("You are offline")

    page.context.set_offline(False)
    page.goto("/")
    expect(page.locator(".match-list > li")).to_contain_text("Your move")
    expect(offered(page).get_by_role("button", name="Play now")).to_be_enabled()
