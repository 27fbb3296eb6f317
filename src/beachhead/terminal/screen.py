"""What a session shows: maps, news, menus, tables. Everything comes from a side's view or from events that side may know."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from beachhead.engine.action import SPACE
from beachhead.engine.event import Event
from beachhead.engine.files.cases import Case
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.state import Decision
from beachhead.terminal import areamap, lists, status
from beachhead.terminal.hexmap import HexMap
from beachhead.terminal.menu import Entry
from beachhead.terminal.words import Words, units_in

QUIET = frozenset({"forced"})
"""Events that say nothing new: forced choices, which are made automatically."""
LOUD = {"combat": "bold", "phase": "bold cyan", "turn": "bold cyan", "end": "bold yellow", "eliminated": "red"}


class Screen:
    """A console and the map of one match."""

    def __init__(self, console: Console, ruleset: Ruleset) -> None:
        self.console = console
        self.words = Words(ruleset)
        board = ruleset.game.board(ruleset)
        self._map = HexMap(board, self.words) if board.get("kind") == "hexes" else None
        self._areas: areamap.Areas | None = board["areas"] if board.get("kind") == "areas" else None
        self._spaces = frozenset(ruleset.names[SPACE].full) if SPACE in ruleset.names else frozenset()

    def on_map(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The units that are on the map."""
        return {name: unit for name, unit in units_in(view).items() if unit["place"] in self._spaces}

    def say(self, words: str, style: str = "") -> None:
        """One line or several, as they are."""
        self.console.print(Text(words, style), soft_wrap=True)

    def problem(self, words: str) -> None:
        """Something that did not work, and why."""
        self.console.print(Text.assemble(("✗ ", "bold red"), words))

    def wipe(self) -> None:
        """Nothing of what was shown or typed can be seen, scrolled back to or recalled with the arrow keys."""
        with contextlib.suppress(ImportError):
            import readline

            readline.clear_history()
        if self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")
        else:
            self.console.rule()

    def map(self, view: Mapping[str, Any], *, goals: Collection[str] = (), chosen: str = "") -> None:
        """The map as a side sees it."""
        if self._map is not None:
            self.console.print(self._map.draw(view, goals=goals, chosen=chosen).text(), soft_wrap=True)
            return
        if self._areas is not None:
            self.console.print(areamap.draw(self._areas, view, self.words, goals=goals, chosen=chosen))
        else:
            self._lists(view)
        self.say(status.line(view, self.words), "dim")

    def _lists(self, view: Mapping[str, Any]) -> None:
        """What there is, for games without a map: its units, and every other item of the view."""
        self._forces(view)
        for name, text in lists.items(view):
            self.console.print(Text.assemble((f"{name}: ", "cyan"), text))

    def news(self, events: Iterable[Event]) -> None:
        """What has happened."""
        for event in events:
            if event.kind not in QUIET:
                self.console.print(Text.assemble("  ", (event.text, LOUD.get(event.kind, "")), (f"  [{event.case}]", "dim")))

    def prompt(self, decision: Decision, side_name: str) -> None:
        """Who decides, what is asked, and by which case."""
        self.console.print(
            Text.assemble((f"{side_name}: ", "bold"), (decision.prompt, "bold yellow"), (f"  [{decision.case}]", "dim"))
        )

    def menu(self, entries: Sequence[Entry]) -> None:
        """The numbered choices, in columns if there are many."""
        lines = [Text.assemble((f"{number:>3} ", "cyan"), entry.words) for number, entry in enumerate(entries, 1)]
        if len(lines) <= 8:
            for line in lines:
                self.console.print(line)
        else:
            self.console.print(Columns(lines, padding=(0, 2), column_first=True))

    def case(self, case: Case) -> None:
        """A rule case in our words."""
        body = Text(case.says)
        for text in (case.note, case.ruling):
            if text:
                body.append(f"\n\n{text}", "dim")
        self.console.print(Panel(body, title=f"[bold]{escape(case.id)}[/] {escape(case.title)}", title_align="left", expand=True))

    def odds(self, chances: Mapping[str, Mapping[str, Fraction]]) -> None:
        """Exact chances, a line for each action."""
        outcomes = sorted({outcome for row in chances.values() for outcome in row})
        table = Table("action", *(escape(outcome) for outcome in outcomes), box=None, pad_edge=False)
        for action, row in chances.items():
            table.add_row(escape(action), *(str(row.get(outcome, "")) for outcome in outcomes))
        self.console.print(table)

    def units(self, view: Mapping[str, Any]) -> None:
        """Every unit; in a game that has none, whatever it has instead."""
        if units_in(view):
            self._forces(view)
        else:
            self._lists(view)

    def _forces(self, view: Mapping[str, Any]) -> None:
        """Every unit: where it is, its printed values, what it has done; those off the map in short."""
        for side in dict.fromkeys(unit.get("side", "") for unit in units_in(view).values()):
            own = {name: unit for name, unit in units_in(view).items() if unit.get("side", "") == side}
            away: dict[str, list[str]] = {}
            lines = []
            for name, unit in sorted(own.items(), key=lambda item: str(item[1]["place"])):
                called = self.words.unit(name, unit)
                if unit["place"] not in self._spaces:
                    away.setdefault(unit["place"], []).append(called.partition(":")[2] or called)
                    continue
                marks = f" ({', '.join(unit['marks'])})" if unit.get("marks") else ""
                about = " ".join([called, *_printed(unit)])
                lines.append(Text.assemble((unit["place"], "cyan"), f" {about}", (marks, "dim")))
            self.say(self.words.side(side), "bold")
            self.console.print(Padding(Columns(lines, padding=(0, 3), column_first=True), (0, 0, 0, 2)))
            for place, found in away.items():
                self.say(f"  {place}: {', '.join(found)}", "dim")

    def duties(self, view: Mapping[str, Any]) -> None:
        """What must still happen before the phase may end."""
        open_duties = {name: units for name, units in (view.get("duties") or {}).items() if units}
        if not open_duties:
            self.say("Nothing must be done before the phase ends.")
        for name, units in open_duties.items():
            self.say(f"  {self.words.name('duties', name)}: {', '.join(units)}")


def _printed(unit: Mapping[str, Any]) -> list[str]:
    """What is printed on a counter: its arm, and its values in one word, whether the game gives them so or by name."""
    values = unit.get("values", "")
    numbers = "-".join(map(str, values.values())) if isinstance(values, Mapping) else str(values)
    return [word for word in (str(unit.get("arm", "")).replace("_", " "), numbers) if word]
