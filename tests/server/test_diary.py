"""The diary of a match over HTTP: what a seat saw of the kinds that the theme names, by turn, and as a text."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import beachhead as bh
from beachhead.diary import Counter
from beachhead.engine.themes.decisions import Count
from beachhead.games import REGISTERED
from beachhead.match import Match

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


NAMES = {"us lost": "U:", "jp lost": "J:"}


def lost_by_turns(events: Iterable[Mapping[str, Any]]) -> list[dict[str, int]]:
    """What both sides of Saipan had lost at the end of each turn, the last as it stands."""
    lost: list[dict[str, int]] = [dict.fromkeys(NAMES, 0)]
    for event in events:
        if event["kind"] == "turn":
            lost.append(dict(lost[-1]))
        for name, mark in NAMES.items():
            lost[-1][name] += event["kind"] == "eliminated" and event["data"]["unit"].startswith(mark)
    assert all(lost[-1].values()) and len(lost) > 2, "both sides have lost somebody, or this proves little"
    return lost


def told(pages: Iterable[Mapping[str, Any]]) -> list[dict[str, int]]:
    """The same as a diary tells it."""
    return [{name: page["tally"][name] for name in NAMES} for page in pages]


def test_a_turn_has_the_numbers_with_which_it_ended(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 220, random.Random(5))
        lost = lost_by_turns(event for moment in us.log() for event in moment["events"])
        pages = desk.get(f"/api/matches/{keys['match']}/diary", keys["tokens"]["us"]).json()["pages"]
        assert told(pages) == lost
        assert [{name: page["begun"][name] for name in NAMES} for page in pages[1:]] == lost[:-1]


def test_a_match_that_continues_another_counts_from_the_first_turn(desk: Desk) -> None:
    """Uploaded with new dice, and continued with new dice once more: its journal begins there, its diary does not."""
    match = Match.new("saipan", seed=5)
    rng = random.Random(5)
    while len(match.history) < 100:
        match.play(rng.choice(list(match.state.actions())))
    lost = lost_by_turns(event.plain() for played in match.history for event in played.events)
    keys = desk.post("/api/matches/upload", {"record": match.record(), "seats": {"us": "me", "jp": "open"}}).json()
    path, token = "/api/matches/{}/diary", keys["tokens"]["us"]
    pages = desk.get(path.format(keys["match"]), token).json()["pages"]
    assert told(pages) == lost
    assert [page["turn"] for page in pages] == list(range(1, len(lost) + 1))
    assert not any(page["entries"] for page in pages), "what happened is in the other match"
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 60, random.Random(6))
        more = [event for moment in us.log() for event in moment["events"]]
        pages = desk.get(path.format(keys["match"]), token).json()["pages"]
        assert len(pages) >= len(lost) and told(pages)[: len(lost) - 1] == lost[:-1]
        for name, mark in NAMES.items():
            fallen = sum(event["kind"] == "eliminated" and event["data"]["unit"].startswith(mark) for event in more)
            assert pages[-1]["tally"][name] == lost[-1][name] + fallen


def test_a_branch_counts_from_the_first_turn(desk: Desk) -> None:
    keys = desk.create()
    with desk.sit(keys, "us") as us, desk.sit(keys, "jp") as jp:
        play_on([us, jp], 220, random.Random(5))
        moments = us.log()[:-60]
        us.ask("resign")
    wanted = {"at": moments[-1]["n"], "seats": {"us": "me", "jp": "open"}}
    other = desk.post(f"/api/matches/{keys['match']}/branch", wanted, keys["tokens"]["us"]).json()
    pages = desk.get(f"/api/matches/{other['match']}/diary", other["tokens"]["us"]).json()["pages"]
    assert told(pages) == lost_by_turns(event for moment in moments for event in moment["events"])


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
