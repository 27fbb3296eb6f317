"""Data files that people edit: errors name the file, the line and what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from beachhead.engine.errors import DataError
from beachhead.engine.files.datafile import Item, load_file, read_yaml

TEXT = """\
name: test
units:
  - id: A
    steps: 2
  - id: B
    steps: two
flags: {armour: true, guns: 1.5}
empty:
"""


@pytest.fixture
def item(tmp_path: Path) -> Item:
    """A small file."""
    path = tmp_path / "small.yaml"
    path.write_text(TEXT, encoding="utf-8")
    return load_file(path)


def test_good_values_come_out(item: Item) -> None:
    assert item["name"].text() == "test"
    assert [unit["id"].text() for unit in item["units"].each()] == ["A", "B"]
    assert item["units"][0]["steps"].whole(1) == 2
    assert item["flags"]["armour"].flag() is True
    assert item["flags"]["guns"].number() == 1.5
    assert item["name"].one_of(("test", "other")) == "test"
    assert [key for key, _ in item.entries()] == ["name", "units", "flags", "empty"]
    assert item.get("nothing") is None
    item.only("name", "units", "flags", "empty")


@pytest.mark.parametrize(
    ("look", "line", "words"),
    [
        (lambda i: i["units"][1]["steps"].whole(), 6, "units.1.steps: a number is needed here, not 'two'"),
        (lambda i: i["units"][0]["steps"].whole(3), 4, "at least 3"),
        (lambda i: i["flags"]["guns"].whole(), 7, "whole number"),
        (lambda i: i["flags"]["armour"].number(), 7, "not the word true"),
        (lambda i: i["flags"]["guns"].flag(), 7, "true or false"),
        (lambda i: i["units"][0]["name"], 3, "'name' is missing"),
        (lambda i: i["units"].mapping(), 2, "a mapping is needed here, not a list"),
        (lambda i: list(i["flags"].each()), 7, "a list is needed here, not a mapping"),
        (lambda i: i["units"][0]["steps"].text(), 4, "a text is needed here, not 2 (put it in quotes)"),
        (lambda i: i["name"].one_of(("a", "b")), 1, "'test' is unknown here; there are a, b"),
        (lambda i: i["units"][0].only("id"), 4, "unknown key"),
        (lambda i: i["empty"].text(), 8, "not nothing"),
    ],
)
def test_errors_name_file_and_line(item: Item, look: Callable[[Item], Any], line: int, words: str) -> None:
    with pytest.raises(DataError) as error:
        look(item)
    assert error.value.file.endswith("small.yaml")
    assert error.value.line == line
    assert words in error.value.message
    assert str(error.value).startswith(f"{error.value.file}:{line}: ")


def test_a_file_that_is_no_yaml(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("a: 1\nb: [1, 2\nc: 3\n", encoding="utf-8")
    with pytest.raises(DataError, match="is no YAML") as error:
        load_file(path)
    assert error.value.line in (2, 3)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="could not read"):
        load_file(tmp_path / "nowhere.yaml")
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"a: \xff\xfe\xe9\n")
    with pytest.raises(DataError, match="could not read"):
        load_file(path)


@pytest.mark.parametrize(
    "text",
    [
        "a: \x00\n",
        "- &a [*a]\n",
        "a: !!python/object:os.system x\n",
        "? [1, 2]\n: x\n",
        "a: 1\n---\nb: 2\n",
        "",
    ],
)
def test_odd_files_are_items_or_data_errors(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(text, encoding="utf-8")
    try:
        load_file(path)
    except DataError as error:
        assert error.file.endswith("odd.yaml")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "the key 'a' is already in line 1; write it once"),
        ("list:\n  - {x: 1,\n     x: 2}\n", 3, "list.0: the key 'x' is already in line 2"),
        ("units:\n  1: a\n  '1': b\n", 3, "units: the key '1' is already in line 2"),
        ("ground: &g {a: 1}\nmine:\n  <<: *g\n  a: 2\n  a: 3\n", 5, "mine: the key 'a' is already in line 4"),
    ],
)
def test_a_key_that_is_written_twice_is_refused(tmp_path: Path, text: str, line: int, words: str) -> None:
    """YAML itself keeps the last one: half a vector would vanish without a word."""
    path = tmp_path / "twice.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as error:
        load_file(path)
    assert (error.value.file, error.value.line) == (str(path), line)
    assert words in error.value.message
    with pytest.raises(DataError, match="write it once"):
        read_yaml(text)


def test_a_merged_key_may_be_written_over(tmp_path: Path) -> None:
    """Vectors take a position over and change parts of it."""
    path = tmp_path / "merged.yaml"
    path.write_text("ground: &g {a: 1, b: 1}\nmine: {<<: *g, a: 2}\n", encoding="utf-8")
    assert load_file(path)["mine"].value == {"a": 2, "b": 1}
