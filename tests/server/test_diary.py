"""The diary of a match over HTTP: what a seat saw of the kinds that the theme names, by turn, and as a text."""

from __future__ import annotations

import random

import pytest

import beachhead as bh
from beachhead.diary import Counter
from beachhead.engine.themes.decisions import Count
from beachhead.games import REGISTERED

from .desk import Desk, play_on


def test_a_diary_tells_what_mattered(desk: Desk) -> None:
    keys = desk.create()
    kinds = {"eliminated", "banzai", "beachhead", "combat"}
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 220, random.Random(5))
        wanted = [(moment["n"], event["text"]) for moment in us.log() for event in moment["events"] if event["kind"] in kinds]
        path, token = f"/api/matches/{keys['match']}/diary", keys["tokens"]["us"]
        pages = desk.get(path, token).json()["pages"]
        assert wanted
        assert [(entry["n"], entry["text"]) for page in pages for entry in page["entries"]] == wanted
        assert all(page["turn"] is None or page["title"] for page in pages)
        text = desk.get(f"{path}?as=text", token)
        assert text.headers["content-type"].startswith("text/plain")
        assert all(f"- {says} [" in text.text for _, says in wanted)
        assert desk.get(path).status_code == 401, "a diary is for those at the table"


def test_turns_begin_with_what_was_counted(desk: Desk) -> None:
    """The losses of both sides at the beginning of each turn, and now, are those that the log tells."""
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 220, random.Random(5))
        events = [event for moment in us.log() for event in moment["events"]]
        diary = desk.get(f"/api/matches/{keys['match']}/diary", keys["tokens"]["us"]).json()
        names = {"us lost": "U:", "jp lost": "J:"}
        lost, begun = dict.fromkeys(names, 0), []
        for event in events:
            if event["kind"] == "turn":
                begun.append(dict(lost))
            for name, mark in names.items():
                lost[name] += event["kind"] == "eliminated" and event["data"]["unit"].startswith(mark)
        told = [page["tally"] for page in diary["pages"] if page["title"].startswith("Game-Turn")]
        assert [{name: tally[name] for name in names} for tally in told] == begun
        assert {name: diary["now"][name] for name in names} == lost
        assert all(lost.values()), "both sides have lost somebody, or this proves little"


@pytest.mark.parametrize("game", REGISTERED)
def test_every_diary_has_curves(game: str) -> None:
    """Whoever keeps a diary of a game sees how it went."""
    theme = bh.game(game).theme
    assert len(theme.tally) >= 2
    assert theme.counts.keys() <= theme.tally.keys()
    counted = {name for name, count in theme.counts.items() if count.kinds}
    assert counted in (set(), theme.tally.keys()), "all are counted, or the turns tell all"


def test_what_the_view_knows_is_not_counted() -> None:
    counts = {"losses": Count(view="losses"), "hits": Count(kinds=["hit"])}
    counter = Counter(counts, {})
    counter.see({"kind": "hit", "data": {}})
    assert counter.now == {"hits": 1}
