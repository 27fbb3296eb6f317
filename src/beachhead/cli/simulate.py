"""`simulate`, `check` and `bench`: many games, rule vectors, speed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from beachhead import vectors
from beachhead.cli.options import AsJson, ComponentsFolder, GameName, OptionTexts, ScenarioName, read_options, show_json
from beachhead.cli.sides import SidesCommand, named_players
from beachhead.engine.compiled import is_compiled, warn_of_changes
from beachhead.engine.errors import DataError, UserError
from beachhead.games import all_games
from beachhead.games import game as find_game
from beachhead.lab.bench import CHESS, ROUNDS, measure
from beachhead.lab.points import COLUMNS, cells
from beachhead.lab.report import page
from beachhead.lab.simulate import Run, Tally, play_all
from beachhead.players import BOOK, PLAYERS
from beachhead.terminal.files import FileError, check_writable, write_text


class SimulateCommand(SidesCommand):
    """`simulate`, with an option for each side."""

    says = (
        f"A player is {' or '.join(sorted(PLAYERS))}, or {BOOK} for a side that the rulebook plays. "
        f"If nobody is named: {BOOK} where the rulebook plays, random elsewhere."
    )


class Rate(ProgressColumn):
    """Games per second so far."""

    def render(self, task: Task) -> Text:
        return Text("" if not task.speed else f"{task.speed:.1f}/s", "cyan")


def simulate(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    jobs: Annotated[int, typer.Option(min=1, help="Processes that share the work; the results do not depend on it.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the whole run.")] = 0,
    scenario: ScenarioName = None,
    options: OptionTexts = None,
    components: ComponentsFolder = None,
    report: Annotated[Path | None, typer.Option("--report", metavar="F.html", help="Write a page with the statistics.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play many games between bots and count the results."""
    found = find_game(game)
    chosen = read_options(found, options)
    run = Run.of(game, games, named_players(context), scenario=scenario, options=chosen, components=components, seed=seed)
    if report is not None:
        check_writable(report)
    if as_json:
        tally = play_all(run, jobs)
    else:
        columns = (TextColumn(game), BarColumn(), MofNCompleteColumn(), Rate(), TextColumn("left"), TimeRemainingColumn())
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(game, total=games)
            tally = play_all(run, jobs, lambda more: progress.advance(task, more))
    if report is not None:
        write_text(report, page(run, tally))
    answer = tally.plain(run)
    if as_json:
        show_json(answer | {"report": None if report is None else str(report)})
    else:
        _show_run(answer, tally, report)


def _show_run(answer: dict[str, Any], tally: Tally, report: Path | None) -> None:
    console = Console(highlight=False)
    players = ", ".join(f"{side} {name}" for side, name in answer["players"].items())
    console.print(
        Text(f"{answer['game']} {answer['scenario']}: {answer['games']} games, {players}, seed {answer['seed']}", "bold")
    )
    for title, counts in (("result", answer["results"]), ("last turn", answer["turns"]), ("ended by", answer["endings"])):
        table = Table(title, "games", "share", box=None, pad_edge=False)
        for name, count in counts.items():
            table.add_row(name, str(count), f"{100 * count / tally.games:.1f}%")
        console.print(table)
    if answer["points"]:
        table = Table("points", *COLUMNS, box=None, pad_edge=False)
        for side, spread in answer["points"].items():
            table.add_row(side, *cells(spread))
        margin = answer["margin"]
        if margin is not None:
            table.add_row(f"{margin['of']} over {margin['over']}", *cells(margin))
        console.print(table)
    console.print(
        f"unfinished {tally.unfinished}; {tally.actions} actions in {tally.seconds:.1f} s "
        f"({answer['games_per_s']} games/s, {answer['actions_per_s']} actions/s)"
    )
    if report is not None:
        console.print(f"report: {report}", soft_wrap=True)


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files of rule vectors, or folders of them.")],
    as_json: AsJson = False,
) -> None:
    """Run rule vectors (docs/vectors.md); status 1 if one fails."""
    loaded = [vector for path in _vector_files(files) for vector in vectors.load_vectors(path)]
    outcomes = [_run_vector(vector) for vector in loaded]
    failed = [outcome for outcome in outcomes if not outcome.passed]
    if as_json:
        show_json(
            {
                "vectors": len(outcomes),
                "passed": len(outcomes) - len(failed),
                "failed": [
                    {
                        "file": outcome.vector.file,
                        "line": outcome.vector.line,
                        "game": outcome.vector.game,
                        "title": outcome.vector.title,
                        "cases": list(outcome.vector.cases),
                        "why": outcome.why,
                        "where": list(outcome.where),
                    }
                    for outcome in failed
                ],
            }
        )
    else:
        console = Console(highlight=False)
        for outcome in failed:
            vector = outcome.vector
            console.print(
                Text.assemble(("✗ ", "bold red"), f"{vector.file}:{vector.line}: {vector.title} [{', '.join(vector.cases)}]")
            )
            console.print(Text(f"    {outcome.why}"))
        console.print(f"{len(outcomes)} vectors, {len(outcomes) - len(failed)} passed, {len(failed)} failed")
    if failed:
        raise typer.Exit(1)


def _vector_files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            inside = sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")])
            if not inside:
                raise FileError(f"{path}: this folder contains no YAML file; name a file of rule vectors")
            yield from inside
        elif not path.exists():
            raise FileError(f"{path}: there is no such file; name a file of rule vectors")
        else:
            yield path


def _run_vector(vector: vectors.Vector) -> vectors.Outcome:
    """A vector whose parts are of the wrong kind (a text for a list, say) is a broken file, not a failed rule."""
    try:
        return vectors.run(vector)
    except (TypeError, ValueError, KeyError, AttributeError, IndexError) as error:
        raise DataError(vector.file, vector.line, f"{vector.title!r} cannot be run: {type(error).__name__}: {error}") from None


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="Which games; all if not given.")] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="Length of a round.")] = 1.0,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds; the best one counts.")] = ROUNDS,
    as_json: AsJson = False,
) -> None:
    """Time random legal games on one core, beside python-chess in the same run."""
    found = [find_game(name) for name in games] if games else list(all_games())
    if not found:
        raise UserError("there is no game to time")
    errors = Console(stderr=True)
    if as_json or not errors.is_terminal:
        result = measure(found, seconds=seconds, rounds=rounds)
    else:
        with errors.status("timing…"):
            result = measure(found, seconds=seconds, rounds=rounds)
    if as_json:
        show_json(result.plain())
        return
    console = Console(highlight=False)
    table = Table(
        "game", "actions/s", "with a choice/s", "games/s", "copy µs", "state bytes", "x chess", box=None, pad_edge=False
    )
    for name, speed in result.speeds.items():
        ratio = result.ratio(name)
        table.add_row(
            name,
            f"{speed.actions_per_s:,.0f}",
            f"{speed.choices_per_s:,.0f}",
            f"{speed.games_per_s:.1f}",
            f"{result.copy_us[name]:.2f}",
            str(result.state_bytes[name]),
            "?" if ratio is None else f"{ratio:.2f}",
        )
        for scenario, one in result.scenarios[name].items() if len(result.scenarios[name]) > 1 else ():
            ratio = result.ratio(name, scenario)
            times = "?" if ratio is None else f"{ratio:.2f}"
            rates = (f"{one.actions_per_s:,.0f}", f"{one.choices_per_s:,.0f}", f"{one.games_per_s:.1f}")
            table.add_row(f"  {scenario}", *rates, "", "", times)
    if result.chess is not None:
        chess = result.chess
        rates = (f"{chess.actions_per_s:,.0f}", f"{chess.choices_per_s:,.0f}", f"{chess.games_per_s:.1f}")
        table.add_row(CHESS, *rates, "", "", "1.00")
    console.print(table)
    console.print("compiled rules" if is_compiled() else "rules in plain Python (`make fast` compiles them)", style="dim")
    console.print(f"best of {rounds} rounds of {seconds:g} s each, alternating on one core, events off", style="dim")
    warn_of_changes()
    if result.chess is None:
        console.print("python-chess is not installed, so there is nothing to compare with: pip install chess", style="bold")
