"""Names and lines of chat carry nothing that hides, reverses or piles up on what stands around them."""

from __future__ import annotations

import unicodedata

import pytest

from beachhead.server.play.messages import MARKS, tidy

UNSEEN = {
    "right-to-left mark": "\u200f",
    "left-to-right mark": "\u200e",
    "zero-width space": "\u200b",
    "zero-width non-joiner": "\u200c",
    "zero-width joiner": "\u200d",
    "word joiner": "\u2060",
    "Arabic letter mark": "\u061c",
    "byte order mark": "\ufeff",
    "soft hyphen": "\u00ad",
    "right-to-left override": "\u202e",
    "first strong isolate": "\u2068",
    "Mongolian vowel separator": "\u180e",
    "a tag of a flag": "\U000e0067",
    "Hangul filler": "\u3164",
    "halfwidth Hangul filler": "\uffa0",
    "Hangul choseong filler": "\u115f",
    "blank Braille pattern": "\u2800",
    "combining grapheme joiner": "\u034f",
    "bell": "\x07",
    "half a character": "\ud83d",
}


@pytest.mark.parametrize("character", UNSEEN.values(), ids=UNSEEN)
def test_unseen_characters_are_dropped(character: str) -> None:
    assert tidy(f"Jap{character}an", 40) == "Japan"
    assert tidy(character * 3, 40) == ""


@pytest.mark.parametrize(
    "text", ["Großmann", "山本 五十六", "Nguyễn", unicodedata.normalize("NFD", "Nguyễn"), "שָׁלוֹם", "ที่นี่", "❤\ufe0f", "🙂", "हिन्दी"]
)
def test_what_people_write_stays(text: str) -> None:
    assert tidy(text, 40) == text


def test_marks_do_not_pile_up() -> None:
    piled = tidy("Z" + "\u0301\u0302\u0303" * 30 + "algo", 200)
    assert piled.startswith("Z")
    assert piled.endswith("algo")
    assert sum(bool(unicodedata.combining(character)) for character in piled) == MARKS <= 4


def test_a_mark_needs_a_letter_to_stand_on() -> None:
    """One at the beginning of a name would be drawn on whatever stands before it on the page."""
    assert tidy("\u0301Smith \u0489 Ann", 40) == "Smith Ann"


def test_joined_pictures_fall_apart_into_their_parts() -> None:
    assert tidy("👩\u200d🚀", 40) == "👩🚀"
