"""Data files that people edit: YAML that remembers its lines, so that an error can name file, line and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from beachhead.engine.errors import DataError
from beachhead.engine.files import bounds

Path_ = tuple[str | int, ...]
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The safe loader; the fast one in C where PyYAML was built with it."""
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def read_yaml(text: str) -> Any:
    """What a YAML text of our own says, as plain data; `load_file` also remembers the lines and keeps to the limits."""
    loader = LOADER(text)
    try:
        node = loader.get_single_node()
        if node is not None:
            _remember(node, (), Document("the text"))
        return None if node is None else loader.construct_document(node)
    finally:
        loader.dispose()


def write_yaml(data: Any, *, sort_keys: bool = True) -> str:
    """Plain data as YAML."""
    return str(yaml.dump(data, Dumper=_DUMPER, sort_keys=sort_keys))


class Document:
    """A file's name and the line of every item in it."""

    def __init__(self, file: str, lines: dict[Path_, int] | None = None) -> None:
        self.file = file
        self.lines = lines or {}

    def line(self, path: Path_) -> int | None:
        """The line of an item, or of the nearest thing around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path)


class Item:
    """A value of a data file that knows its place in the file. Its methods return checked values or raise `DataError`."""

    def __init__(self, value: Any, document: Document, path: Path_ = ()) -> None:
        self.value = value
        self.document = document
        self.path = path

    def fail(self, message: str) -> DataError:
        """The error to raise about this item."""
        where = ".".join(str(part) for part in self.path)
        return DataError(self.document.file, self.document.line(self.path), f"{where}: {message}" if where else message)

    def __getitem__(self, key: str | int) -> Item:
        if isinstance(key, str):
            if key not in self.mapping():
                raise self.fail(f"{key!r} is missing")
            return Item(self.value[key], self.document, (*self.path, key))
        return Item(self.value[key], self.document, (*self.path, key))

    def get(self, key: str) -> Item | None:
        """The item under a key that may be missing."""
        return self[key] if key in self.mapping() else None

    def mapping(self) -> dict[str, Any]:
        """The value as a mapping."""
        if not isinstance(self.value, dict):
            raise self.fail(f"a mapping is needed here, not {_kind(self.value)}")
        return self.value

    def entries(self) -> Iterator[tuple[str, Item]]:
        """Keys and items of a mapping."""
        for key in self.mapping():
            yield str(key), Item(self.value[key], self.document, (*self.path, str(key)))

    def each(self, most: int | None = None) -> Iterator[Item]:
        """The items of a list of at most `most`."""
        if not isinstance(self.value, list):
            raise self.fail(f"a list is needed here, not {_kind(self.value)}")
        if most is not None and len(self.value) > most:
            raise self.fail(f"at most {most} items are allowed here, not {len(self.value)}")
        for number in range(len(self.value)):
            yield self[number]

    def text(self) -> str:
        """The value as text."""
        if not isinstance(self.value, str):
            raise self.fail(f"a text is needed here, not {_kind(self.value)} (put it in quotes)")
        return self.value

    def name(self) -> str:
        """The value as a name that can be printed on a counter or a map and typed in an action."""
        name = self.text()
        if not 0 < len(name) <= bounds.NAME:
            raise self.fail(f"a name has 1 to {bounds.NAME} characters, not {len(name)}")
        if not name.isprintable() or name != " ".join(name.split()):
            raise self.fail(f"the name {name!r} must be printable, with single spaces between its words")
        return name

    def number(self, low: float | None = None, high: float = bounds.PRINTED) -> float:
        """The value as a number from `low` to `high`."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            raise self.fail(f"a number is needed here, not {_kind(self.value)}")
        if low is not None and self.value < low:
            raise self.fail(f"a number of at least {low:g} is needed here, not {bounds.clip(self.value)}")
        if not self.value <= high:  # not a number compares as false
            raise self.fail(f"a number of at most {high:g} is needed here, not {bounds.clip(self.value)}")
        return self.value

    def whole(self, low: int = 0, high: int = bounds.PRINTED) -> int:
        """The value as a whole number from `low` to `high`."""
        number = self.number(low, high)
        if number != int(number):
            raise self.fail(f"a whole number is needed here, not {number:g}")
        return int(number)

    def flag(self) -> bool:
        """The value as yes or no."""
        if not isinstance(self.value, bool):
            raise self.fail(f"true or false is needed here, not {_kind(self.value)}")
        return self.value

    def one_of(self, known: tuple[str, ...]) -> str:
        """The value as one of the words `known`."""
        if self.text() not in known:
            raise self.fail(f"{bounds.clip(self.value)} is unknown here; there are {', '.join(known)}")
        return self.text()

    def only(self, *known: str) -> None:
        """Refuse all keys but these."""
        for key, item in self.entries():
            if key not in known:
                raise item.fail(f"unknown key; there are {', '.join(known)}")


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the word {str(value).lower()}"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else bounds.clip(value)


def load_file(path: Path) -> Item:
    """A YAML file as an item."""
    try:
        with path.open("rb") as file:
            raw = file.read(bounds.FILE + 1)
        text = raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(str(path), None, f"could not read the file: {error}") from None
    if len(raw) > bounds.FILE:
        raise DataError(str(path), None, f"is too large: a data file has at most {bounds.FILE} bytes")
    document = Document(str(path))
    try:
        _check_shape(text, document.file)
        loader = LOADER(text)
        try:
            node = loader.get_single_node()
            if node is not None:
                _remember(node, (), document)
            value = None if node is None else loader.construct_document(node)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise DataError(str(path), line, f"is no YAML: {error.problem}") from None
    except DataError:
        raise
    except (yaml.YAMLError, RecursionError, ValueError, TypeError) as error:
        raise DataError(str(path), None, f"is no YAML that can be used: {error}") from None
    return _within_bounds(Item(value, document))


def _check_shape(text: str, file: str) -> None:
    """Refuse whatever costs more than its length before anything is built: endless nesting, and aliases of aliases that amount to
    millions of values.

    The parser's events come one by one, so neither can do harm here. An alias counts as all the values that it repeats.
    """
    sizes: dict[str, int] = {}
    open_: list[tuple[str | None, int]] = []
    values = 0
    for event in yaml.parse(text, Loader=LOADER):
        line = event.start_mark.line + 1 if event.start_mark else None
        if isinstance(event, yaml.CollectionEndEvent):
            anchor, before = open_.pop()
            if anchor is not None:
                sizes[anchor] = values - before
        elif isinstance(event, yaml.AliasEvent):
            if event.anchor not in sizes:
                raise DataError(file, line, f"the alias *{event.anchor} stands for nothing that is complete before it")
            values += sizes[event.anchor]
        elif isinstance(event, yaml.NodeEvent):
            values += 1
            if isinstance(event, yaml.CollectionStartEvent):
                open_.append((event.anchor, values - 1))
                if len(open_) > bounds.DEPTH:
                    raise DataError(file, line, f"lists and mappings are nested more than {bounds.DEPTH} deep")
            elif event.anchor is not None:
                sizes[event.anchor] = 1
        if values > bounds.VALUES:
            raise DataError(file, line, f"there are more than {bounds.VALUES} values up to here, counting what aliases repeat")


def _within_bounds(item: Item) -> Item:
    """The same item, or an error that names the line of whatever exceeds the limits of plain data."""
    found = bounds.fault(item.value)
    if found is not None:
        raise Item(None, item.document, found[0]).fail(found[1])
    return item


def _files_of(folder: Path, wanted: str) -> list[Path]:
    """The YAML files of a folder, at least one."""
    if not folder.is_dir():
        raise DataError(str(folder), None, "is not a folder")
    files = sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")])
    if not files:
        raise DataError(str(folder), None, f"holds no YAML file {wanted}")
    return files


def read_files(folder: Path, names: Sequence[str]) -> dict[str, Item]:
    """The files of these names in a folder, each as a whole; any other YAML file there is refused."""
    found: dict[str, Item] = {}
    for path in _files_of(folder, f"of the names {', '.join(names)}"):
        if path.stem not in names:
            raise DataError(str(path), None, f"is no file of this game; there are {', '.join(names)}")
        if path.stem in found:
            raise DataError(str(path), None, f"is also in {found[path.stem].document.file}")
        found[path.stem] = load_file(path)
    return found


def read_sections(folder: Path, names: Sequence[str]) -> dict[str, Item]:
    """The sections of these names found in the YAML files of a folder, each once; anything else there is refused."""
    sections: dict[str, Item] = {}
    for path in _files_of(folder, f"with any of the sections {', '.join(names)}"):
        document = load_file(path)
        document.only(*names)
        for name, item in document.entries():
            if name in sections:
                raise item.fail(f"{name} is also in {sections[name].document.file}")
            sections[name] = item
    return sections


def _remember(node: yaml.Node, path: Path_, document: Document) -> None:
    """Note the line of every item, and refuse a key that is written twice: YAML would keep the last one and drop the other
    without a word. Numbers and texts that read the same are the same key here, as they are to `Item`."""
    document.lines[path] = node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        seen: dict[str, int] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if key.value in seen:
                problem = f"the key {bounds.clip(key.value)} is already in line {seen[key.value]}; write it once"
                where = ".".join(str(part) for part in path)
                raise DataError(document.file, line, f"{where}: {problem}" if where else problem)
            seen[key.value] = line
            _remember(value, (*path, key.value), document)
            document.lines[(*path, key.value)] = line
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            _remember(value, (*path, number), document)
