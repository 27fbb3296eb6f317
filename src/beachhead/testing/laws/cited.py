"""The law of citations: what the source of a game cites is one of its cases, and every half has its other half.

A refusal that cites a case that there is not is met only by the player whom it refuses, and a `refuse_lnad` by nobody at all.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Collection, Iterator

from beachhead.engine.game import Game
from beachhead.engine.step import AnyStep
from beachhead.testing.enforced import enforced_at, modules_of
from beachhead.testing.sources import source_of
from beachhead.testing.walks import LawBroken


def citations_exist(game: Game, scenario: str, seed: int = 0) -> None:
    """Cases of refusals and of `@enforces` are cases of the game, and each `take_` and `refuse_` is of one of its verbs."""
    del seed
    ruleset = game.ruleset(game.parameters(scenario))
    cited = [(case, f"{places[0]}: @enforces cites") for case, places in enforced_at(game).items()]
    cited += [(case, f"{place}: a refusal cites") for module in modules_of(game) for case, place in _refused(module)]
    unknown = [(case, what) for case, what in cited if case not in game.cases]
    wrong = [f"{what} {case!r}, which is not a case of the game{_hint(case, game.cases)}" for case, what in unknown]
    verbs = {verb.method for verb in ruleset.verbs}
    wrong += [line for step in ruleset.steps for line in _halves(step, verbs)]
    if wrong:
        raise LawBroken(f"{game.id}: {'; '.join(wrong)}")


def _hint(name: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def _refused(module: str) -> Iterator[tuple[str, str]]:
    """The cases that refusals of a module cite in so many words, each with its place."""
    source = source_of(module)
    text = "" if source is None else source.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "Refusal(" in text else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            also = node.args[3].elts if len(node.args) > 3 and isinstance(node.args[3], ast.Tuple) else []
            for word in (*node.args[:1], *also):
                if isinstance(word, ast.Constant) and isinstance(word.value, str) and word.value:
                    yield word.value, f"{module}:{word.lineno}"


def _halves(step: AnyStep, verbs: Collection[str]) -> Iterator[str]:
    """Methods of a question that no verb leads to: its `take_`, and a `refuse_` that is nearly that of a verb it takes."""
    taken = [verb for verb in verbs if hasattr(step, f"take_{verb}")]
    lacking = [verb for verb in taken if not hasattr(step, f"refuse_{verb}")]
    for name in dir(step):
        half, _, verb = name.partition("_")
        known = {"take": verbs, "refuse": lacking}.get(half, ())
        if verb and verb not in verbs and known and (half == "take" or difflib.get_close_matches(verb, known, n=1, cutoff=0.7)):
            yield f"{type(step).__name__} has {name}, but there is no verb {verb!r}{_hint(verb, known)}"
