"""A witness: writes down what happens in a game of the engine, and says from the book what must be offered next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import fighting, japan, movement
from .board import Marks, Position, island, kinds, position_of
from .fighting import Fight

COMBAT_PHASES = ("us combat", "us mobile combat", "jp combat")
QUIET = ("movement", "declare", "combat", "japanese combat", "sortie", "bombard")
"""Steps in which no combat and no move is under way."""


class Difference(AssertionError):
    """The engine says one thing and the book another."""


def same(found: Any, wanted: Any, what: str) -> None:
    if found == wanted:
        return
    if isinstance(wanted, set):
        raise Difference(
            f"{what}: only the engine {sorted(found - wanted)[:8]}, only the oracle {sorted(wanted - found)[:8]}"
        )
    raise Difference(f"{what}: engine {found}, oracle {wanted}")


class Witness:
    """Follows a state of the engine. Call `check` at every decision, and `saw` after every action."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.marks = Marks()
        self.position = position_of(state, self.marks)
        self.fight: Fight | None = None
        self.entered: set[str] = set()
        self.markers = 0
        self.cleared = set(self.position.cleared)
        self.charged: set[str] = set()
        self.checked: list[str] = []
        self.search: list[str] = []
        self.begin(self.position.phase)

    # --- what has happened

    def begin(self, phase: str) -> None:
        """A phase begins."""
        self.marks = self.position.marks
        self.marks.__init__()  # type: ignore[misc]
        self.fight = None
        self.checked = []
        if phase == "jp movement":
            self.charged = set()
        if phase in COMBAT_PHASES:
            self.marks.ready = fighting.ready_fronts(self.position)
            self.markers = fighting.markers(self.position)

    def saw(self, action: str, events: Iterable[Any]) -> None:
        """Write down what an action did."""
        before = self.position
        after = position_of(self.state, self.marks)
        words = action.split()
        if words[0] in ("collins", "call", "replace", "land", "move", "exchange"):
            self.marks.opened = True
        if words[0] == "exchange":
            self.marks.moved |= self.names(action)
        if words[0] == "charge":
            self.charged |= {after.up[words[2]]}
        if words[0] == "tunnel":
            self.marks.tried |= {words[2]}
        if words[0] == "turn":
            self.marks.moved |= {after.up[words[1]]}
        if words[0] == "mark" and len(words) == 3:
            self.markers -= int(words[2])
        self.position = before
        for event in events:
            self.event(event.kind, dict(event.data), before, after)
        self.position = after

    def names(self, action: str) -> set[str]:
        rest = action.split(" ", 1)[1]
        return {
            name
            for name in kinds()
            if rest.startswith(f"{name} ") or rest.endswith(f" {name}")
        }

    def event(self, kind: str, data: dict[str, Any], before: Position, after: Position) -> None:
        marks = self.marks
        if kind == "phase":
            self.position = after
            self.begin(data["phase"])
        elif kind == "moved":
            marks.moved.add(data["unit"])
        elif kind == "landed":
            marks.landed.add(data["unit"])
            marks.landings.append(data["hex"])
        elif kind == "replaced":
            marks.rebuilt.add(data["unit"])
            marks.spent += 1
        elif kind == "declared":
            marks.declared[data["target"]] = (data["markers"], tuple(data["fronts"]))
        elif kind == "tunnel":
            if "to" not in data:
                marks.tried.add(data["from"])
        elif kind == "combat":
            self.rolled(data, before, after)
        elif kind == "advanced":
            marks.advanced.add(data["unit"])
            self.entered.add(data["unit"])
        elif kind == "target":
            marks.bombarded.append(data["hex"])
        elif kind == "bombardment":
            same(len(data["dice"]), japan.strength_dice(before, data["hex"]), f"dice of the bombardment of {data['hex']}")

    def rolled(self, data: dict[str, Any], before: Position, after: Position) -> None:
        """A combat: who took part must be who the book says."""
        marks, target, fronts = self.marks, data["target"], tuple(data["fronts"])
        owner = "jp" if self.position.phase == "jp combat" else "us"
        attackers: dict[str, str] = {}
        marks.declared.pop(target, None)
        if data["banzai"]:
            attackers = {name: hex for hex, name in before.up.items() if name in data["attackers"]}
        else:
            for hex in fronts:
                attackers |= dict.fromkeys(fighting.free_front(before, hex, target), hex)
        same(set(data["attackers"]), set(attackers), f"attackers of {target} from {fronts}")
        if owner == "us":
            defenders = (before.dug.get(target) or before.up[target],)
        else:
            defenders = before.top(target)
        same(tuple(data["defenders"]), defenders, f"defenders of {target}")
        same(data["line"], fighting.combat_line(target), f"line of {target}")
        self.fight = Fight(
            owner=owner,
            target=target,
            fronts=fronts,
            attackers=attackers,
            defenders=defenders,
            result=data["result"],
            dug_in=owner == "us" and target in before.dug,
            banzai=data["banzai"],
            suppressed=False,
            follow_up=data["follow_up"],
            before=before,
        )
        self.entered = set()
        marks.attacked |= set(attackers)
        marks.struck.add(target)
        if not self.fight.dug_in:
            marks.defended |= set(defenders)

    # --- what must be offered

    def check(self) -> None:
        """Compare what is offered with the book."""
        state = self.state
        if state.outcome is not None:
            return
        step = state.decision.step
        wanted = self.wanted(step)
        found = {str(action) for action in state.actions()}
        if wanted is not None:
            same(found, wanted, f"{self.position.phase}, step {step}")
        if step in QUIET and not state.charges:
            self.cleared |= japan.cleared_now(self.position)
            same(set(self.position.cleared), self.cleared, "cleared sectors")

    def wanted(self, step: str) -> set[str] | None:
        method = getattr(self, f"at_{step.replace(' ', '_')}", None)
        return None if method is None else set(method(self.position))

    @property
    def record(self) -> Any:
        return self.state.stack[-1]

    def hex(self, space: int) -> str:
        return "" if space < 0 else str(self.state.ruleset.ground.names[space])

    def unit(self, number: int) -> str:
        return str(self.state.ruleset.unit_ids[number])

    def at_movement(self, position: Position) -> set[str]:
        return movement.us_phase(position)

    def at_declare(self, position: Position) -> set[str]:
        same(self.state.markers, self.markers, "markers")
        return fighting.declare(position, self.markers)

    def at_declaring(self, position: Position) -> set[str]:
        return fighting.declaring(position, self.hex(self.state.target), [self.hex(space) for space in self.state.fronts], self.markers)

    def at_combat(self, position: Position) -> set[str]:
        return fighting.combat(position)

    at_japanese_combat = at_combat

    def at_attacking(self, position: Position) -> set[str]:
        return fighting.attacking(position, self.hex(self.state.target), [self.hex(space) for space in self.state.fronts])

    def at_loss(self, position: Position) -> set[str]:
        assert self.fight is not None
        record = self.record
        if record.standing:
            hexes = {position.us[self.unit(unit)] for unit in record.units}
            assert len(hexes) == 1
            units = fighting.standing_payers(position, self.fight, hexes.pop())
        else:
            units = fighting.payers(position, self.fight, self.state.decision.side)
        return {f"lose {name}" for name in units}

    def at_retreat(self, position: Position) -> set[str]:
        assert self.fight is not None
        state = self.state
        pending, leaving = [self.hex(space) for space in state.pending], [self.unit(unit) for unit in state.leaving]
        length = 1 if self.fight.result == "(A)" else int(self.fight.result[1])
        same(state.distance, length, "distance of the retreat")
        return fighting.retreats(position, self.fight, state.decision.side, pending, leaving, length)

    def at_advance(self, position: Position) -> set[str]:
        assert self.fight is not None
        if self.state.decision.side == self.fight.owner:
            return fighting.advances(position, self.fight, self.entered)
        return fighting.defender_advances(position, self.fight)

    def at_deploy(self, position: Position) -> set[str]:
        placed = set(position.dug.values())
        waiting = [name for name, kind in kinds().items() if not kind.us and name not in placed]
        return {f"deploy {name} {hex}" for name in waiting for hex in island().red if hex not in position.dug}

    def at_arrival(self, position: Position) -> set[str] | None:
        sector = self.record.sector
        if position.solitaire and not self.state.drawn:
            return {"draw"}
        if not sector:
            return {"roll"}
        return japan.placing(position, japan.eligible(position, sector))

    def at_redeploying(self, position: Position) -> set[str] | None:
        record = self.record
        goal, origin = self.hex(record.goal), self.hex(record.origin)
        if not goal:
            if not record.sector:
                return {"roll"}
            return japan.placing(position, japan.eligible(position, record.sector, origin))
        if record.asking:
            return {"draw", "keep"}
        waiting = [hex for hex in japan.candidates(position, origin, goal) if hex not in self.search]
        return {"draw"} if len(position.container) > 1 or not waiting else {"roll"}

    def at_banzai(self, position: Position) -> set[str] | None:
        record = self.record
        if record.stage == 0:
            return {"roll"}
        if record.stage == 1:
            hexes = japan.nearest(position, record.sector)
            return {f"flip {hex}" for hex in hexes} if len(hexes) == 1 else {"roll"}
        return None

    def at_bombard(self, position: Position) -> set[str] | None:
        if self.record.stage == 0:
            return japan.placing_markers(position, self.marks.bombarded, self.checked)
        return {"roll"}

    def at_sortie(self, position: Position) -> set[str]:
        return japan.sortie(position, self.charged)

    def at_tunnel(self, position: Position) -> set[str]:
        return japan.tunnel(position, self.hex(self.record.start))
