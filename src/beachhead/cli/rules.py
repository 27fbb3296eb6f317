"""`games` and `rules`: the games, and their rules: what each case says, where it is enforced and what tests it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console, Group
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from beachhead.cli.options import AsJson, GameName, show_json
from beachhead.engine.errors import UserError
from beachhead.engine.game import Game, Scenario
from beachhead.games import all_games
from beachhead.games import game as find_game
from beachhead.lab.coverage import Coverage, CoveredCase, coverage_of


def games(as_json: AsJson = False) -> None:
    """List the games with their scenarios and options."""
    found = list(all_games())
    if as_json:
        show_json([game.plain() for game in found])
        return
    console = Console()
    for game in found:
        console.print(f"[bold]{escape(game.id)}[/]  {escape(game.title)}")
        console.print(
            f"  sides: {', '.join(f'{side} ({game.side_names.get(side, side)})' for side in game.sides)}", highlight=False
        )
        console.print(f"  modes: {', '.join(game.modes)}", highlight=False)
        for scenario in game.scenarios:
            console.print(f"  scenario [cyan]{scenario.id}[/]: {scenario.title}, {scenario.turns} turns. {escape(scenario.says)}")
            for line in _who(game, scenario):
                console.print(f"    {escape(line)}", highlight=False)
        for option in game.options:
            values = "|".join(str(value).lower() for value in option.values)
            only = f" (only in {', '.join(option.scenarios)})" if option.scenarios else ""
            console.print(
                f"  option [cyan]{option.name}={escape(values)}[/]: {escape(option.says)}{escape(only)} "
                f"[dim]{escape(f'[{option.case}]')}[/]"
            )


def _who(game: Game, scenario: Scenario) -> Iterator[str]:
    """Who takes part in a scenario, where that is not simply one player per side."""
    sides, seats = game.sides_of(scenario.id), game.seats_of(scenario.id)
    if sides != game.sides:
        yield f"sides: {', '.join(sides)}"
    if list(seats) != list(sides):
        yield f"seats: {', '.join(f'{seat} ({side})' for seat, side in seats.items())}"
    if scenario.book:
        yield f"{game.book_name} plays {', '.join(scenario.book)}"


def rules(
    game: GameName,
    case: Annotated[str | None, typer.Argument(metavar="[CASE]", help="One case, such as 5.24; all if not given.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the rules in our words: where each case is enforced and what tests it."""
    found = find_game(game)
    report = coverage_of(found)
    if case is None:
        show_json(report.plain()) if as_json else _show_all(report)
        return
    wanted = {covered.case.id: covered for covered in report.cases}.get(case)
    if wanted is None:
        near = [known for known in found.cases if known.startswith(case)][:8]
        close = near or difflib.get_close_matches(case, found.cases, n=3)
        hint = f"did you mean {', '.join(close)}?" if close else f"`beachhead rules {game}` lists them"
        raise UserError(f"{game} has no case {case!r} ({hint})")
    show_json({"game": game} | wanted.plain()) if as_json else _show_one(wanted)


def _show_all(report: Coverage) -> None:
    console = Console()
    table = Table("case", "title", "code", "tests", box=None, pad_edge=False)
    for covered in report.cases:
        if not covered.case.enforceable:
            code, tests = Text("not enforceable", "dim"), Text("")
        elif covered.case.not_built:
            code, tests = Text("not built yet", "yellow"), Text("")
        else:
            code = Text(_first(covered.code), "" if covered.code else "bold red")
            tests = Text("?" if covered.tests is None else _count(covered.tests), "bold red" if covered.tests == () else "")
            if covered.case.half:
                code.append(f" (not yet: {covered.case.half})", "yellow")
        table.add_row(Text(covered.case.id, "cyan"), Text(covered.case.title), code, tests)
    console.print(table)
    console.print(_counts(report), style="bold", highlight=False)
    for mode, part in report.by_mode().items() if len(report.modes) > 1 else ():
        console.print(f"  {mode}: {_counts(part)}", highlight=False)
    if report.missing:
        console.print(Text(f"missing code or tests: {', '.join(report.missing)}", "red"))


def _counts(report: Coverage) -> str:
    tested = "unknown (no source checkout)" if report.tested is None else report.tested
    later = f", {report.not_built} not built yet" if report.not_built else ""
    return f"{len(report.cases)} cases, {report.enforceable} enforceable{later}, {report.enforced} enforced, tested: {tested}"


def _first(places: tuple[str, ...]) -> str:
    if not places:
        return "none"
    more = f" +{len(places) - 1}" if len(places) > 1 else ""
    return places[0].removeprefix("beachhead.") + more


def _count(tests: tuple[str, ...]) -> str:
    return f"{len(tests)}" if tests else "none"


def _show_one(covered: CoveredCase) -> None:
    case = covered.case
    parts = [Text(case.says)]
    if case.modes:
        parts.append(Text(f"\nModes: {', '.join(case.modes)}", "dim"))
    for title in ("note", "ruling", "source", "evidence", "confidence"):
        if getattr(case, title):
            parts.append(Text(f"\n{title.capitalize()}: {getattr(case, title)}", "dim"))
    if not case.enforceable:
        parts.append(Text(f"\nNot enforceable{f': {case.why}' if case.why else ''}", "dim"))
    if case.not_built:
        parts.append(Text("\nNot built yet: this part of the game cannot be played", "yellow"))
    if case.half:
        parts.append(Text(f"\nNot built yet: {case.half}", "yellow"))
    for title, places in (("enforced in", covered.code), ("tested by", covered.tests)):
        shown = "unknown: not a source checkout" if places is None else "\n  ".join(places) or "nothing"
        parts.append(Text(f"\n{title}\n  {shown}"))
    Console().print(Panel(Group(*parts), title=f"[bold]{escape(case.id)}[/] {escape(case.title)}", title_align="left"))
