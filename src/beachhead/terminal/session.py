"""A game in the terminal: the side that decides is asked, and what is typed is played or refused with its case.

The session sees what the deciding side may see: its view, its legal actions, the events it may know. The match itself is only
asked to play, to undo and to write its record.
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

from rich.console import Console

from beachhead.engine.action import Action
from beachhead.engine.errors import BeachheadError, InvalidAction
from beachhead.match import Match, read_record
from beachhead.players import BOOK, Player, Seat
from beachhead.terminal.files import check_writable, read_text, rescue_path, write_text
from beachhead.terminal.menu import Entry, beginning, menu, spaces_of, units_of
from beachhead.terminal.screen import Screen
from beachhead.terminal.words import count, units_in

BUDGET = 5.0
"""Seconds that a bot may think about one action."""
MOST_ODDS = 40
HELP = """\
Type the number of a choice, or an action as text: {action}.
Part of an action opens its group: a verb, a unit, or the space that a unit is in.
  why            the case behind the question      odds           the chances of all choices
  why CASE       that case in our words            odds ACTION    the exact chances of this action
  why ACTION     why this action is refused        undo           undo the last action
  map [UNIT]     the map; where that unit may go   list           the choices again
  units          all units                         duties         what must still be done
  rest           deploy what is left at random (where units may go anywhere)
  log [N]        the latest events                 help           this page
  save FILE      save the game to a file           load FILE      resume a saved game
  quit           leave; the game is saved"""


class Leave(Exception):
    """The players want to stop."""


class Session:
    """A match at a terminal. Sides without a player are played by people."""

    def __init__(
        self,
        match: Match,
        players: Mapping[str, Player],
        console: Console,
        read: Callable[[str], str],
        *,
        save: Path | None = None,
        lots: random.Random | None = None,
    ) -> None:
        self.match = match
        self.players = players
        self.console = console
        self.read = read
        self.save = save
        self.lots = lots or random.SystemRandom()
        """What a player who leaves something to chance draws from: the player's own choice, not the dice of the match."""
        self.kept: Path | None = None
        """The file to which the current position has been saved."""
        self._begin(match)

    def _begin(self, match: Match) -> None:
        self.match = match
        self.game = match.game
        self.screen = Screen(self.console, match.state.ruleset)
        sides = match.state.ruleset.sides
        self.people = [side for side in sides if side not in self.players]
        self.told = dict.fromkeys(sides, len(match.history))
        self.phase: object = None
        self.faced = self.people[0] if len(self.people) == 1 else ""
        self.entries: list[Entry] = []
        self.commands: dict[str, Callable[[Seat, str], None]] = {
            "why": self._why,
            "odds": self._odds,
            "undo": self._undo,
            "save": self._save,
            "load": self._load,
            "map": self._map,
            "log": self._log,
            "units": lambda seat, _: self.screen.units(seat.view()),
            "duties": lambda seat, _: self.screen.duties(seat.view()),
            "rest": self._rest,
            "list": lambda seat, _: self._offer(seat, list(seat.actions())),
            "help": lambda seat, _: self.screen.say(HELP.format(action=next(iter(seat.actions())))),
            "quit": self._quit,
        }

    # ------------------------------------------------------------------ the loop

    def run(self) -> None:
        """Play until the game is over or a player leaves; nothing played is lost."""
        self.screen.say(f"{self.game.title} · {self.match.state.ruleset.scenario} · `help` lists the commands", "bold")
        self.screen.say(f"Dice commitment: {self.match.commitment}", "dim")
        try:
            while self.match.state.result is None:
                side = self.match.state.decision.side
                if side in self.players:
                    self._act(side)
                else:
                    self._ask(self._seat(side))
        except (EOFError, KeyboardInterrupt, Leave):
            self._break_off()
            return
        self._finish()

    def _act(self, side: str) -> None:
        """Let a player act. To a person who plays alone, what the book does is shown act by act, with the rule behind it."""
        decision, player = self.match.state.decision, self.players[side]
        self._play(player.choose(self._seat(side), BUDGET))
        if player.name == BOOK and len(self.people) == 1:
            self.screen.say(f"{self.game.book_name}: {decision}", "dim")
            self._news(self.people[0])

    def _news(self, side: str) -> None:
        """Show what has happened since a side was last told."""
        events = list(self.match.events(side, self.told[side]))
        self.told[side] = len(self.match.history)
        self.screen.news(events)

    def _seat(self, side: str) -> Seat:
        return Seat(side, lambda: self.match.state)

    def _play(self, action: Action | str) -> None:
        self.match.play(action)
        self.entries = []
        self.kept = None
        if self.save is not None:
            write_text(self.save, self.match.record())
            self.kept = self.save

    def _ask(self, seat: Seat) -> None:
        """Show a person what is new, and take one line from them."""
        self._hand_over(seat)
        self._news(seat.side)
        view = seat.view()
        phase = (view.get("turn"), view.get("phase"), seat.side)
        if phase != self.phase:
            self.phase = phase
            self.screen.map(view)
        if not self.entries:
            self.screen.prompt(seat.decision, self.game.side_names.get(seat.side, seat.side))
            self._offer(seat, list(seat.actions()))
        self._answer(seat, self.read("> ").strip())

    def _hand_over(self, seat: Seat) -> None:
        """Before another person looks at the screen: wipe what the first may know and the second may not."""
        before, self.faced = self.faced, seat.side
        if not before or before == seat.side or self._seat(before).view() == seat.view():
            return
        self.screen.wipe()
        self.screen.say(f"Hand the screen over to {self.screen.words.the(seat.side).removesuffix('.')}.", "bold")
        self.read("Press Enter to show that side's view > ")
        self.phase = None

    # ------------------------------------------------------------------ answers

    def _offer(self, seat: Seat, actions: list[Action]) -> None:
        self.entries = menu(actions, self.screen.on_map(seat.view()))
        self.screen.menu(self.entries)

    def _answer(self, seat: Seat, line: str) -> None:
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.casefold())
        try:
            if not line:
                self._offer(seat, list(seat.actions()))
            elif command is not None:
                command(seat, rest.strip())
            elif line.isdigit() and 1 <= int(line) <= len(self.entries):
                self._choose(seat, self.entries[int(line) - 1])
            else:
                self._type(seat, line)
        except BeachheadError as error:
            self.screen.problem(str(error))

    def _choose(self, seat: Seat, entry: Entry) -> None:
        if len(entry.actions) == 1:
            self._play(entry.actions[0])
        else:
            self._open(seat, list(entry.actions))

    def _open(self, seat: Seat, actions: list[Action]) -> None:
        """Show the actions of a group; if one unit may go to several hexes, on the map too."""
        units = {unit for action in actions for unit in units_of(action)[:1]}
        goals = {space for action in actions for space in spaces_of(action)[-1:]}
        if len(units) == 1 and len(goals) > 1:
            self.screen.map(seat.view(), goals=goals, chosen=units.pop())
        self._offer(seat, actions)

    def _type(self, seat: Seat, line: str) -> None:
        """An action as text, or the beginning of one."""
        try:
            self._play(line)
        except InvalidAction as error:
            found = beginning(seat.actions(), line, units_in(seat.view()))
            if not found:
                raise InvalidAction(self._fix(str(error), line)) from None
            if len(found) == 1 and str(found[0]).casefold() == line.casefold():
                self._play(found[0])
            else:
                self._open(seat, found)

    def _fix(self, problem: str, line: str) -> str:
        word = line.split()[0].casefold()
        is_verb = word in self.match.state.ruleset.words()
        close = [] if is_verb else difflib.get_close_matches(word, self.commands, n=1)
        return f"{problem}; did you mean the command {close[0]!r}?" if close else f"{problem}; `help` lists the commands"

    # ------------------------------------------------------------------ commands

    def _why(self, seat: Seat, text: str) -> None:
        """A case in our words, or the reason why an action is refused."""
        wanted = text or seat.decision.case
        if wanted in self.game.cases:
            self.screen.case(self.game.cases[wanted])
            return
        if wanted[:1].isdigit() and " " not in wanted:
            near = [case for case in self.game.cases if case.startswith(wanted)][:8]
            close = near or difflib.get_close_matches(wanted, self.game.cases, n=3)
            self.screen.problem(f"there is no case {wanted}" + (f"; there are {', '.join(close)}" if close else ""))
            return
        refusal = self.match.state.why_not(wanted)
        if refusal is None:
            self.screen.say(f"{wanted} is legal.")
            return
        self.screen.problem(f"{wanted}: {refusal}")
        if refusal.case in self.game.cases:
            self.screen.case(self.game.cases[refusal.case])

    def _odds(self, seat: Seat, text: str) -> None:
        """Exact chances of an action, of a numbered choice, or of every choice that rolls dice immediately."""
        if text.isdigit() and 1 <= int(text) <= len(self.entries):
            actions = list(self.entries[int(text) - 1].actions)
        elif text:
            actions = [self.match.state.parse(text)]
        else:
            actions = [action for entry in self.entries for action in entry.actions] or list(seat.actions())
        chances: dict[str, dict[str, Fraction]] = {}
        for action in actions[:MOST_ODDS]:
            found = self.match.state.odds(action)
            if found:
                chances[str(action)] = found
        view = seat.view()
        panel = self.game.panel(self.match.state.ruleset, self.game.combat_in(self.match.state.ruleset, view))
        if chances:
            self.screen.odds(chances)
            worlds = max(map(self.match.state.odds_from, chances))
            if worlds:
                self.screen.say(f"(estimates, counted from {worlds} made-up worlds)", "dim")
        elif panel is not None and panel["outcomes"] and "thrown" not in panel:
            so_far = {outcome["says"]: Fraction(0) for outcome in panel["outcomes"]}
            for outcome in panel["outcomes"]:
                so_far[outcome["says"]] += Fraction(outcome["chance"])
            self.screen.odds({"the combat so far": so_far})
        else:
            self.screen.say("Nothing to roll yet; the die is rolled when the attack is complete.")
        if len(actions) > MOST_ODDS:
            self.screen.say(f"(the first {MOST_ODDS} of {len(actions)} actions; `odds ACTION` shows any other)", "dim")

    def _undo(self, _seat: Seat, _text: str) -> None:
        taken = self.match.undo()
        self.entries = []
        self.kept = None
        self.told = {side: min(told, len(self.match.history)) for side, told in self.told.items()}
        if self.save is not None:
            write_text(self.save, self.match.record())
            self.kept = self.save
        self.screen.say(f"Undone: {taken}")

    def _save(self, _seat: Seat, text: str) -> None:
        if not text and self.save is None:
            self.screen.problem("name a file: save FILE")
            return
        path = check_writable(Path(text)) if text else self.save
        assert path is not None
        write_text(path, self.match.record())
        self.kept = path
        self.screen.say(f"Saved to {path}. The file contains the dice seed and both sides' secrets.")

    def _load(self, _seat: Seat, text: str) -> None:
        if not text:
            self.screen.problem("name a file: load FILE")
            return
        match = Match.load(read_text(Path(text), "a record that `save` has written"))
        if match.state.ruleset.sides != self.match.state.ruleset.sides:
            self.screen.problem(
                f"{text} is a game of {match.game.id} with different sides; leave this one and start it with "
                f"`beachhead play {match.game.id} --resume {text}`"
            )
            return
        self._keep()
        self._begin(match)
        self.kept = Path(text)
        if self.save is not None:
            self.save = self.kept  # the first file holds a different game and stays as it is
        self.screen.say(f"Loaded: {count(len(match.history), 'action')} played.")

    def _map(self, seat: Seat, text: str) -> None:
        if not text:
            self.screen.map(seat.view())
            return
        units = units_in(seat.view())
        found = beginning(seat.actions(), text, units)
        named = [name for name in units if text.casefold() in (name.casefold(), name.casefold().partition(":")[2])]
        chosen = units_of(found[0])[0] if found and units_of(found[0]) else named[0] if named else ""
        if not chosen:
            self.screen.problem(f"there is no unit {text!r}; `units` lists them")
            return
        self.screen.map(seat.view(), goals={space for action in found for space in spaces_of(action)[-1:]}, chosen=chosen)

    def _rest(self, seat: Seat, _text: str) -> None:
        """Place what is left at random, one ordinary action after another, where the theme allows it."""
        played, step = 0, seat.decision.step
        while not self.match.state.over and (seat.decision.side, seat.decision.step) == (seat.side, step):
            open_ = [action for action in seat.actions() if action.verb in self.screen.words.theme.get("rest", {})]
            if not open_:
                break
            self._play(self.lots.choice(open_))
            played += 1
        self.screen.say(f"Placed at random: {count(played, 'unit')}." if played else "Nothing is left to be placed at random.")

    def _log(self, seat: Seat, text: str) -> None:
        events = list(self.match.events(seat.side))
        self.screen.news(events[-int(text) :] if text.isdigit() and int(text) else events[-30:])

    def _quit(self, _seat: Seat, _text: str) -> None:
        raise Leave

    # ------------------------------------------------------------------ the end

    def _break_off(self) -> None:
        """Leave without losing the game."""
        self.screen.say("")
        if not self.match.history:
            self.screen.say("Nothing was played, so nothing was saved.")
            return
        self._keep()
        self.screen.say(f"Saved to {self.kept}\nResume with: beachhead play {self.game.id} --resume {self.kept}")

    def _keep(self) -> None:
        """Make sure that the current position is saved to a file."""
        if self.kept is None and self.match.history:
            self.kept = self.save or rescue_path(self.game.id)
            write_text(self.kept, self.match.record())

    def _finish(self) -> None:
        watching = self.people[0] if len(self.people) == 1 else None
        self.screen.news(self.match.events(watching, min(self.told.values()) if watching is None else self.told[watching]))
        self.screen.map(self.match.state.view(watching))
        result = self.match.state.result
        assert result is not None
        winner = self.game.side_names.get(result.winner, result.winner)
        self.screen.say(
            f"{'A draw' if result.winner == 'draw' else f'{winner} wins'}: {result.how} [{result.case}]", "bold yellow"
        )
        head, _ = read_record(self.match.record())
        self.screen.say(f"The dice came from seed {head['Seed']}, as committed.", "dim")
        if self.save is not None:
            self.screen.say(f"Saved to {self.save}.")
