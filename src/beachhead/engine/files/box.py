"""What is in the box: the components of a game from its data file, or an owner's in their place, section by section."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from beachhead.engine.files.datafile import Document, Item, load_file, read_files, read_sections

C = TypeVar("C")


class Box(Generic[C]):
    """The sections of a data file, and the function that reads them, checked one by one and against each other.

    Where a game has too much for one file, `file` is a folder and every section is a file of its own name in it.
    """

    def __init__(self, file: Path, sections: Sequence[str], read: Callable[[Mapping[str, Item]], C]) -> None:
        self.file = file
        self.sections = tuple(sections)
        self._read = read

    @cached_property
    def _printed(self) -> dict[str, Item]:
        if self.file.is_dir():
            return {name: load_file(self.file / f"{name}.yaml") for name in self.sections}
        whole = load_file(self.file)
        return {name: whole[name] for name in self.sections}

    @cached_property
    def ours(self) -> C:
        """The components as the file has them."""
        return self._read(self._printed)

    def read_folder(self, folder: Path) -> dict[str, Any]:
        """The sections that an owner's folder replaces, from all its YAML files; checked together with the rest of ours."""
        sections = (read_files if self.file.is_dir() else read_sections)(folder, self.sections)
        self._read({name: sections.get(name, self._printed[name]) for name in self.sections})
        return {name: item.value for name, item in sections.items()}

    def components_of(self, parameters: Mapping[str, Any]) -> C:
        """The components that the parameters of a match ask for."""
        if "components" not in parameters:
            return self.ours
        given = Item(dict(parameters["components"]), Document("components"))
        return self._read({name: given.get(name) or self._printed[name] for name in self.sections})
