"""How expectations are compared with what is found, and how a failure says where it happened."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


class VectorFailed(AssertionError):
    """A vector whose expectation was not met. `where` leads to the entry that noticed, from the outside in."""

    def __init__(self, reason: str, where: tuple[str, ...] = ()) -> None:
        super().__init__(": ".join([*where, reason]))
        self.reason = reason
        self.where = where

    def inside(self, part: str) -> VectorFailed:
        """The same failure, with the part of the vector in which it happened."""
        return VectorFailed(self.reason, (part, *self.where))


def known_keys(given: Any, known: Collection[str], what: str) -> Mapping[str, Any]:
    """The mapping, if it is one and has only known keys."""
    if not isinstance(given, Mapping):
        raise VectorFailed(f"{what} is a mapping, not {given!r}")
    for key in given:
        if key not in known:
            raise VectorFailed(f"{what} has no {key!r}; there are {', '.join(sorted(known))}")
    return given


def something(wanted: Any, where: str) -> Any:
    """What is wanted, unless it is nothing: a check that asks for nothing would always pass."""
    if wanted in ({}, [], "", None):
        raise VectorFailed(f"{where}: nothing is checked")
    return wanted


def texts(given: Any, what: str) -> list[str]:
    """A list of texts; one text alone stands for a list of one."""
    found = [given] if isinstance(given, str) else given
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise VectorFailed(f"{what} is a text or a list of texts (in quotes), not {given!r}")
    return found


def compare(wanted: Any, found: Any, where: str) -> None:
    """Check an expected value against a fact: mappings key by key (or by the keys they have), lists and values as they are.

    The order of a list does not matter, unless the fact is a tuple, as the hexes of a path are.
    """
    if isinstance(wanted, Mapping) and wanted in ({}, {"has": []}, {"lacks": []}, {"has": [], "lacks": []}):
        raise VectorFailed(f"{where}nothing is checked; for an empty one write {{size: 0}}")
    if isinstance(wanted, Mapping) and set(wanted) <= {"has", "lacks", "size"} and isinstance(found, list | tuple | Mapping):
        for item in wanted.get("has", []):
            if item not in found:
                raise VectorFailed(f"{where}{item!r} is not among {found}")
        for item in wanted.get("lacks", []):
            if item in found:
                raise VectorFailed(f"{where}{item!r} is among {found}")
        if "size" in wanted and len(found) != wanted["size"]:
            raise VectorFailed(f"{where}there are {len(found)}, not {wanted['size']}: {found}")
    elif isinstance(wanted, Mapping):
        if not isinstance(found, Mapping):
            raise VectorFailed(f"{where}is {found!r}, not {dict(wanted)!r}")
        for key, value in wanted.items():
            if key not in found:
                raise VectorFailed(f"{where}there is no fact {key!r}; there are {', '.join(map(str, found))}"[:300])
            compare(value, found[key], f"{where}{key}: ")
    elif not _same(wanted, found):
        raise VectorFailed(f"{where}is {found!r}, not {wanted!r}")


def _same(wanted: Any, found: Any) -> bool:
    if isinstance(found, tuple):
        return isinstance(wanted, list) and list(found) == wanted
    if isinstance(found, list) and isinstance(wanted, list):
        return wanted == found or sorted(map(str, wanted)) == sorted(map(str, found))
    return bool(wanted == found)


def difference(one: Any, two: Any, where: str) -> str:
    """The first place at which two pieces of plain data differ, and how; empty if they do not.

    >>> difference({"units": {"309": "kita"}}, {"units": {"309": "osaka"}}, "view")
    "view.units.309 is 'kita' here and 'osaka' in the other world"
    """
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        for key in [*one, *(key for key in two if key not in one)]:
            if key not in one or key not in two:
                return f"{where}.{key} is {'here' if key in one else 'in the other world'} only"
            if found := difference(one[key], two[key], f"{where}.{key}"):
                return found
        return "" if list(one) == list(two) else f"{where} has its keys in another order"
    if isinstance(one, list | tuple) and isinstance(two, list | tuple):
        for number, (mine, other) in enumerate(zip(one, two, strict=False)):
            if found := difference(mine, other, f"{where}[{number}]"):
                return found
        if len(one) == len(two):
            return ""
        longer, place = (one, "here") if len(one) > len(two) else (two, "in the other world")
        spot = min(len(one), len(two))
        return f"{where}[{spot}] is {place} only: {longer[spot]!r}"[:400]
    return "" if one == two else f"{where} is {one!r} here and {two!r} in the other world"[:400]
