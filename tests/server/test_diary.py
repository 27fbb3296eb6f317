"""The diary of a match over HTTP: what a seat saw of the kinds that the theme names, by turn, and as a text."""

from __future__ import annotations

import random

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
