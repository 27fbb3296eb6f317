"""What is fixed about the games: the list of them, their lore, the drawings of their maps. Encoded once, then kept."""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import beachhead
from beachhead.engine.game import Game
from beachhead.engine.ruleset import Ruleset
from beachhead.engine.themes import plain
from beachhead.games import REGISTERED
from beachhead.games import game as find_game
from beachhead.players import BOOK, player, players_of
from beachhead.server.play.messages import decode, encode

KEPT = 64


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer that stays the same, with the mark by which a browser knows it again."""

    body: bytes
    etag: str

    @classmethod
    def of(cls, data: Any) -> Kept:
        """Encode it, unless it is a picture already."""
        body = data if isinstance(data, bytes) else encode(data)
        return cls(body, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


@cache
def _mark(folder: Path) -> str:
    whole = hashlib.sha256()
    package = Path(beachhead.__file__).parent
    for place, kinds in ((folder, (".json", ".yaml")), (package / "drawing", (".py",)), (package / "web" / "css", (".css",))):
        for path in sorted(path for path in place.rglob("*") if path.suffix in kinds):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def can_draw() -> bool:
    """Whether there is anything that draws maps."""
    return importlib.util.find_spec("beachhead.drawing") is not None


class Catalogue:
    """The games as the page is told about them."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = threading.RLock()

    def games(self) -> list[dict[str, Any]]:
        """All games, for choosing one."""
        return [listed(id) for id in REGISTERED]

    def lore(self, game: Game, scenario: str | None = None) -> Kept:
        """All that is fixed about a game, as one of its scenarios shows it; the first unless told otherwise."""
        known = scenario if any(one.id == scenario for one in game.scenarios) else game.scenarios[0].id
        return self._keep(f"lore {game.id} {known}", lambda: lore(game, known))

    def board(self, game: Game, ruleset: Ruleset, name: str) -> Kept | None:
        """The drawing of a map; None while nothing can draw it."""
        if not can_draw() or not game.board(ruleset):
            return None
        from beachhead.drawing import draw  # drawing takes a while to load, and most requests need none

        return self._keep(f"board {name}", lambda: draw(game, ruleset))

    def picture(self, game: Game) -> Kept | None:
        """The map as a picture, for choosing a game."""
        board = self.board(game, game.ruleset(game.parameters()), game.id)
        if board is None:
            return None
        from beachhead.drawing import svg

        def draw() -> bytes:
            return svg(decode(board.body), game.lore("theme") or {}, title=game.title).encode()

        return self._keep(f"picture {game.id}", draw)

    def thumbnail(self, game: Game, scenario: str | None = None) -> Kept | None:
        """The map in small, or the one on which a scenario is played."""
        known = next((one.id for one in game.scenarios if one.id == scenario), None)
        board = self.board(game, game.ruleset(game.parameters(known)), f"{game.id} {known}" if known else game.id)
        if board is None:
            return None
        from beachhead.drawing import thumbnail

        def draw() -> bytes:
            return thumbnail(decode(board.body), title=game.title).encode()

        return self._keep(f"thumbnail {game.id} {known}", draw)

    @staticmethod
    def mark(game: Game) -> str:
        """A mark of all that a thumbnail is made from."""
        return _mark(game.folder)

    def _keep(self, name: str, make: Callable[[], Any]) -> Kept:
        with self._lock:  # two who ask at once must not draw the same map twice
            found = self._kept.get(name)
            if found is None:
                found = self._kept[name] = Kept.of(make())
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            return found


LISTED = "listed.json"


def listed(id: str) -> dict[str, Any]:
    """A game in the list of games, with the mark of its pictures. The entry lies written out beside the game (`make themes`): its
    rules take a while to load, and whoever looks at the list needs none of them."""
    spec = importlib.util.find_spec(REGISTERED[id].partition(":")[0])
    folder = Path(str(spec.origin if spec is not None else "")).parent
    kept = folder / LISTED
    found: dict[str, Any] = decode(kept.read_bytes()) if kept.exists() else entry(find_game(id))
    picture = found["about"]["thumbnail"]
    marked = {"thumbnail": picture and f"{picture}?v={_mark(folder)}"}
    return found | {"about": found["about"] | marked}


def entry(game: Game) -> dict[str, Any]:
    """A game in the list of games, without that mark."""
    drawn = can_draw() and bool(game.lore("theme"))
    return game.plain() | {
        "seat_names": dict(game.seat_names),
        "options": [option.plain() | {"words": game.theme.options.get(option.name, {})} for option in game.options],
        "players": [_player(name) | _words(game, name) for name in players_of(game.id)],
        "book": _player(BOOK) | {"title": game.book_name} if any(scenario.book for scenario in game.scenarios) else None,
        "about": {
            "picture": f"/api/games/{game.id}/picture.svg" if drawn else None,
            "thumbnail": f"/api/games/{game.id}/thumbnail.svg" if drawn else None,
        }
        | dict(game.about)
        | {"tour": bool(game.tours), "tours": list(game.tours)},
    }


def _player(name: str) -> dict[str, str]:
    made = player(name)
    return {
        "id": name,
        "title": getattr(made, "title", name.capitalize()),
        "says": getattr(made, "says", (type(made).__doc__ or "").strip().partition("\n")[0]),
    }


def _words(game: Game, name: str) -> dict[str, str]:
    """How a player plays this game, if its theme says so."""
    return {"says": game.theme.players[name]} if name in game.theme.players else {}


def lore(game: Game, scenario: str | None = None) -> dict[str, Any]:
    """All that is fixed about a scenario of a game and needs no match."""
    ruleset = game.ruleset(game.parameters(scenario))
    return listed(game.id) | {
        "cases": [
            {"id": case.id, "title": case.title, "says": case.says, "kind": case.kind, "enforceable": case.enforceable}
            for case in game.cases.values()
        ],
        "theme": plain(game.theme_of(scenario)),
        "charts": game.charts(ruleset),
        "schedule": game.schedule(ruleset),
        "tour": game.lore("tour", scenario),
        "overlays": game.overlays_of(scenario),
        "verbs": [{"word": verb.word, "kinds": list(verb.kinds), "says": verb.says} for verb in ruleset.verbs],
        "board": f"/api/games/{game.id}/board",
    }
