"""The law of undo: it brings back exactly what was, and never crosses what a player must not undo."""

from __future__ import annotations

from beachhead.engine.errors import PositionError
from beachhead.engine.game import Game
from beachhead.engine.state import State
from beachhead.match import Match
from beachhead.testing.walks import Position, chooser, more_if_short, pick, variant, wide_seed


@more_if_short
def undo_keeps_the_law(game: Game, scenario: str, seed: int = 0, *, most: int = 400) -> None:
    """Undo restores the digest, and is possible exactly if no die, reveal, change of player, act of the book or end of the game
    lies between. Across those it takes everybody's consent; then it restores the digest all the same.

    In a game that rolls dice with every action nothing can be undone alone, and that is no fault: what could be is told from the
    position, without asking the match."""
    match = Match.new(game, scenario, seed=wide_seed(seed), **variant(game, scenario, seed))
    draws = chooser(seed, "undo")
    taken_back = barred = 0
    _refuses(Position(game, scenario, seed, 0, match.state), match)
    while not match.state.over and len(match.history) < most:
        before, digest = match.state.copy(), match.state.digest()
        text = match.state.ruleset.text(pick(match.state, draws))
        match.play(text)
        after, offered = match.state.digest(), match.can_undo()
        moment = Position(game, scenario, seed, len(match.history), match.state)
        barrier = _barrier(match, before)
        if barrier:
            moment.need(not offered, f"{text!r} can be undone across {barrier}")
            _refuses(moment, match)
            if barred % 5 == 0:
                match.rewind(1)
                moment.need(match.state.digest() == digest, f"going back before {text!r} does not bring the position back")
                match.play(text)
                moment.need(match.state.digest() == after, f"{text!r} played again after going back leads somewhere else")
            barred += 1
            continue
        moment.need(offered, f"{text!r} cannot be undone, though nothing prevents it")
        length = len(match.history)
        moment.need(match.undo() == text, "undo names a different action from the last one")
        moment.need(match.state.digest() == digest, f"undoing {text!r} does not bring the position back")
        moment.need(len(match.history) == length - 1, "undo leaves its action in the history")
        match.play(text)
        moment.need(match.state.digest() == after, f"{text!r} played again after undo leads somewhere else")
        taken_back += 1
        if taken_back % 5 == 0:
            _goes_all_the_way(moment, match)


def _barrier(match: Match, before: State) -> str:
    """What lies between, found without asking the match."""
    after = match.state
    if after.over:
        return "the end of the game"
    if before.dice.rolled() != after.dice.rolled():
        return "a die"
    if before.decision.side != after.decision.side:
        return "a change of player"
    if before.decision.side in match.game.scenario(after.ruleset.scenario).book:
        return "an act of the book"
    if any(event.kind in match.game.reveal_kinds for event in match.history[-1].events):
        return "a reveal"
    for side in after.ruleset.sides:
        for item in after.ruleset.shown:
            secret = item.secret
            if secret is None:
                continue
            keys = set(item.show(before)) & set(item.show(after)) if item.each else {None}
            if any(not secret.open_to(before, side, key) and secret.open_to(after, side, key) for key in keys):
                return f"a reveal ({item.name} came out to {side})"
    return ""


def _refuses(moment: Position, match: Match) -> None:
    before, length = match.state.digest(), len(match.history)
    try:
        match.undo()
    except PositionError:
        moment.need((match.state.digest(), len(match.history)) == (before, length), "a refused undo has changed the match")
        return
    raise moment.broken("undo is refused by can_undo, and yet carried out")


def _goes_all_the_way(moment: Position, match: Match) -> None:
    """Undo again and again stops where it must; played again, the match is where it was."""
    digest, side = match.state.digest(), match.state.decision.side
    rolled = match.state.dice.rolled()
    texts: list[str] = []
    while match.can_undo():
        texts.append(match.undo())
        moment.need(match.state.decision.side == side, "repeated undo has come to the other player's decision")
        moment.need(match.state.dice.rolled() == rolled, "repeated undo has crossed a die")
    for text in reversed(texts):
        match.play(text)
    moment.need(match.state.digest() == digest, "undone and played again, the match is somewhere else")
