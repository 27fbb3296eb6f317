"""Every catalogue fits the English one: no key of its own, the same {names}, forms where it has forms. Gaps are told."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import beachhead as bh

WEB = Path(bh.__file__).parent / "web"
TEXTS = WEB / "texts"
FORMS = {"zero", "one", "two", "few", "many", "other"}
SAME = {frozenset({"the", "side"}), frozenset({"The", "side"}), frozenset({"spaces", "space"})}
"""Names that always come together: a language without articles or plurals takes the other one."""
NEEDED = 0.8
"""How much of English a catalogue must have; the rest falls back."""


def flat(texts: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """All texts by their keys; one with forms counts as one."""
    for key, value in texts.items():
        if isinstance(value, dict) and not (set(value) <= FORMS and isinstance(value.get("other"), str)):
            yield from flat(value, f"{before}{key}.")
        else:
            yield before + key, value


def read(language: str) -> dict[str, Any]:
    return dict(flat(json.loads((TEXTS / f"{language}.json").read_text(encoding="utf-8"))))


def names(text: Any) -> set[str]:
    """The {names} in a text, or in any of its forms."""
    forms = text.values() if isinstance(text, dict) else [text]
    return {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}


OTHERS = sorted(path.stem for path in TEXTS.glob("*.json") if path.stem != "en")


def test_every_catalogue_can_be_chosen() -> None:
    script = (WEB / "js" / "texts.js").read_text(encoding="utf-8")
    found = re.search(r"LANGUAGES = \{(.*?)\}", script)
    assert found
    assert set(re.findall(r"(\w+): ", found[1])) == {"en", *OTHERS}


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_fits(language: str) -> None:
    english, own = read("en"), read(language)
    assert set(own) <= set(english), "keys that nothing asks for"
    for key, text in own.items():
        assert isinstance(text, dict) == isinstance(english[key], dict), f"{key}: forms where English has forms"
        odd = names(text) - names(english[key])
        for name in set(odd):
            if any(frozenset({name, other}) in SAME for other in names(english[key])):
                odd.discard(name)
        assert not odd, f"{key}: nobody fills in {odd}"
        lost = names(english[key]) - names(text)
        for name in set(lost):
            if any(frozenset({name, other}) in SAME for other in names(text)):
                lost.discard(name)
        assert not lost, f"{key}: {lost} is not said"


@pytest.mark.parametrize("language", OTHERS)
def test_little_is_missing(language: str) -> None:
    english, own = read("en"), read(language)
    missing = sorted(set(english) - set(own))
    if missing:
        warnings.warn(f"{language}.json lacks {len(missing)} of {len(english)} texts: {', '.join(missing)}", stacklevel=1)
    assert len(own) >= NEEDED * len(english), f"translate, or say why not: {missing}"


def test_every_text_that_the_page_asks_for_is_in_the_english_catalogue() -> None:
    english = read("en")
    known = {key.rpartition(".")[0] for key in english} | set(english)
    for path in sorted((WEB / "js").rglob("*.js")):
        for key in re.findall(r'(?<![\w.])t\("([a-z][\w-]*(?:\.[\w-]+)+)"', path.read_text(encoding="utf-8")):
            assert key in known or key.rpartition(".")[0] in english, f"{path.name}: {key}"
