"""The diary of a match: who lost what where, turn by turn and day by day, on a page or as a text to keep.

A match of many turns has thousands of events, and few of them matter in the end. A game's theme names the kinds that do
(`diary`). Turns, days and tallies come from `turn` events: their data may say `day`, and `tally`, the numbers of the moment by
name, such as losses so far. Numbers that no event carries are counted from events (`counts` of a theme). A turn has the numbers
with which it ends, those with which the next begins.

>>> begins = [{"turn": 2, "day": "20 February", "tally": {"losses": 3}}, {"turn": 3, "tally": {"losses": 4}}]
>>> events = [{"kind": "turn", "text": "Turn 2 begins", "case": "4.0", "data": begins[0]},
...           {"kind": "eliminated", "text": "A/1/23 is eliminated", "case": "6.3", "data": {}},
...           {"kind": "turn", "text": "Turn 3 begins", "case": "4.0", "data": begins[1]}]
>>> pages = pages_of([(1, events)], ["eliminated"])
>>> [(page.turn, page.day, page.tally, [entry.text for entry in page.entries]) for page in pages]
[(2, '20 February', {'losses': 4}, ['A/1/23 is eliminated']), (3, '20 February', {}, [])]
>>> print(as_text("A battle", pages[:1], {"losses": "Steps lost"}))
# A battle
<BLANKLINE>
## 20 February
<BLANKLINE>
### Turn 2 begins
<BLANKLINE>
Steps lost: 4 (+1).
<BLANKLINE>
- A/1/23 is eliminated [6.3]
<BLANKLINE>
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from beachhead.engine.themes.decisions import Count

TURN = "turn"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: the moment of whoever keeps the diary, the sentence, and its case."""

    moment: int
    text: str
    case: str


@dataclass(slots=True)
class Page:
    """A turn."""

    turn: int | None
    moment: int
    """Where it begins."""
    title: str = ""
    day: str = ""
    begun: Mapping[str, int] = field(default_factory=dict)
    """The numbers with which it began."""
    tally: Mapping[str, int] = field(default_factory=dict)
    """The numbers with which it ended, or as they stand in its course."""
    entries: list[Entry] = field(default_factory=list)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Page:
        """The page that `plain` made."""
        entries = [Entry(entry["n"], entry["text"], entry["case"]) for entry in data["entries"]]
        return cls(data["turn"], data["n"], data["title"], data["day"], data["begun"], data["tally"], entries)

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "turn": self.turn,
            "n": self.moment,
            "title": self.title,
            "day": self.day,
            "begun": dict(self.begun),
            "tally": dict(self.tally),
            "entries": [{"n": entry.moment, "text": entry.text, "case": entry.case} for entry in self.entries],
        }


class Counter:
    """Counts what a theme wants counted from events, as one reader saw them.

    >>> counter = Counter({"lost": Count(kinds=["eliminated"], units="us")}, {"A/1/23": "us", "K 12": "jp"})
    >>> for unit in ("A/1/23", "K 12"):
    ...     counter.see({"kind": "eliminated", "data": {"unit": unit}})
    >>> counter.now
    {'lost': 1}
    """

    def __init__(self, counts: Mapping[str, Count], owners: Mapping[str, str], so_far: Mapping[str, int] | None = None) -> None:
        self.counts = counts
        self.owners = owners
        """The sides of the units, by name."""
        self.now: dict[str, int] = {name: (so_far or {}).get(name, 0) for name, count in counts.items() if count.kinds}

    def see(self, event: Mapping[str, Any]) -> None:
        """Take in one more event."""
        for name, count in self.counts.items():
            data = event["data"]
            if event["kind"] not in count.kinds or (count.units and self.owners.get(data.get("unit")) != count.units):
                continue
            if count.back and _says(data, count.back):
                self.now[name] -= 1
            elif _says(data, count.only):
                self.now[name] = data[count.total] if count.total else self.now[name] + 1


def _says(data: Mapping[str, Any], wanted: Mapping[str, str]) -> bool:
    return all(data.get(key) == value for key, value in wanted.items())


def pages_of(
    moments: Iterable[tuple[int, Iterable[Mapping[str, Any]]]],
    kinds: Sequence[str],
    counter: Counter | None = None,
    before: Sequence[Page] = (),
) -> list[Page]:
    """The pages of a diary, from the events that its keeper saw, each with their moment. What happened before the first turn
    was told has a page of its own. A `counter` adds what it counts to the numbers of the turns; `before` are the pages that the
    keeper has already, of a match that this one continues."""
    found = list(before)
    counter = counter or Counter({}, {})

    def turn(page: Page) -> None:
        if found:
            found[-1].tally = page.begun
        found.append(page)

    for moment, events in moments:
        for event in events:
            kind, data = event["kind"], event["data"]
            if kind == TURN:
                day = data.get("day") or (found[-1].day if found else "")
                turn(Page(data.get("turn"), moment, event["text"], str(day), counter.now | (data.get("tally") or {})))
            elif not found and isinstance(data.get(TURN), int):  # the first turn of a match begins without a word
                turn(Page(data[TURN], moment, f"Turn {data[TURN]}", begun=dict(counter.now)))
            counter.see(event)
            if kind in kinds:
                if not found:
                    turn(Page(None, moment))
                found[-1].entries.append(Entry(moment, event["text"], event["case"]))
    if found:
        found[-1].tally = dict(counter.now)
    return found


def as_text(title: str, pages: Sequence[Page], names: Mapping[str, str]) -> str:
    """The whole diary as a text (Markdown). `names` are the words for the numbers of a tally."""
    lines = [f"# {title}", ""]
    day = ""
    for page in pages:
        if page.day and page.day != day:
            day = page.day
            lines += [f"## {day}", ""]
        if page.title:
            lines += [f"### {page.title}", ""]
        told = [
            _told(names[name], number, number - page.begun.get(name, 0)) for name, number in page.tally.items() if name in names
        ]
        if told:
            lines += [f"{'; '.join(told)}.", ""]
        if page.entries:
            lines += [*(f"- {entry.text} [{entry.case}]" for entry in page.entries), ""]
    return "\n".join(lines)


def _told(name: str, number: int, change: int) -> str:
    return f"{name}: {number}" + (f" ({change:+})" if change and change != number else "")
