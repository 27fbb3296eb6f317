"""A witness: writes down what happens in a game of the engine, and says from the book what must be offered next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from . import fighting, japan, movement
from .board import Marks, Position, components, island, kinds, position_of
from .fighting import Fight

COMBAT_PHASES = ("us combat", "us mobile combat", "jp combat")
QUIET = ("movement", "declare", "combat", "japanese combat", "sortie", "bombard")
"""Steps in which no combat and no move is under way."""
IN_COMBAT = ("loss", "retreat", "redeploying", "advance")
"""Steps that belong to a combat."""
ORDER = ("us movement", "us combat", "us mobile movement", "us mobile combat", "jp movement", "jp combat", "administrative")
DRIVEN = ("A1", "A2", "A3")


class Difference(AssertionError):
    """The engine says one thing and the book another."""


def same(found: Any, wanted: Any, what: str) -> None:
    if found == wanted:
        return
    if isinstance(wanted, set):
        raise Difference(f"{what}: only the engine {sorted(found - wanted)[:8]}, only the oracle {sorted(wanted - found)[:8]}")
    raise Difference(f"{what}: engine {found}, oracle {wanted}")


class Witness:
    """Follows a state of the engine. Call `check` at every decision, and `saw` after every action."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.marks = Marks()
        self.position = position_of(state, self.marks)
        self.phase = self.position.phase
        self.fight: Fight | None = None
        self.markers = 0
        self.cleared = set(self.position.cleared)
        self.step = ""
        """The step of the decision that was answered last."""
        self.charged: set[str] = set()
        self.queue: list[tuple[str, str]] = []
        """Units that were flipped and can attack, with their hexes, until they have charged."""
        self.idle: list[str] = []
        """Hexes of units that were flipped and cannot."""
        self.targets: dict[str, set[str]] = {}
        """Hexes that are charged, and by whom."""
        self.searched: list[str] = []
        self.back = ""
        self.checked: list[str] = []
        self.barrage: list[str] = []
        self.shelled: list[str] = []
        self.units_there: dict[str, tuple[str, ...]] = {}
        """Who was in a hex when its marker was placed."""
        self.strength = self.to_flip = self.sector = 0
        self.origin = self.goal = ""
        self.placing = self.suppressed = False
        self.tank_dice: dict[str, int] = {}
        self.steps_of_fight: set[str] = set()
        self.begin(self.phase)

    # --- what has happened

    def begin(self, phase: str) -> None:
        """A phase begins."""
        self.phase = phase
        self.marks.clear()
        self.checked = []
        self.steps: set[str] = set()
        self.opening = self.position
        self.shot_at = False
        """Whether any American is left when the bombardment begins."""
        if phase == "jp movement":
            self.charged, self.queue, self.idle, self.targets = set(), [], [], {}
        if phase in COMBAT_PHASES:
            here = replace(self.position, phase=phase)
            self.marks.ready = fighting.ready_fronts(here)
            self.markers = fighting.markers(here)

    def saw(self, action: str, events: Iterable[Any]) -> None:
        """Write down what an action did."""
        before, self.after = self.position, position_of(self.state, self.marks)
        words = action.split()
        if words[0] in ("collins", "call", "replace", "land", "move", "exchange"):
            self.marks.opened = True
        elif words[0] == "tunnel":
            self.marks.tried |= {words[2]}
        elif words[0] == "turn":
            self.marks.moved |= {before.dug[words[1]]}
        elif words[0] == "draw":
            self.searched = []
        elif words[0] == "mark" and len(words) == 3:
            self.markers -= int(words[2])
        elif words[0] == "roll" and self.step == "bombard" and self.placing:
            hex = next(hex for hex in japan.search_order(before, self.marks.bombarded) if hex not in self.checked)
            self.checked.append(hex)
        self.action = action
        self.suppressed = False
        for event in events:
            getattr(self, f"saw_{event.kind.replace(' ', '_').replace('-', '_')}", self.nothing)(dict(event.data))
        self.position = before
        self.effect(words, before, self.after)
        self.position = self.after

    def effect(self, words: list[str], before: Position, after: Position) -> None:
        """What an action did to the counters that it names, and to the order of stacks: arrivals go under (14.3-b)."""
        verb, last = words[0], words[-1]
        name = " ".join(words[1:-1])
        if verb in ("move", "land"):
            same(after.us[name], last, f"where {name} is")
        elif verb == "march":
            same(after.up.get(last), before.dug.get(words[1]) or before.up.get(words[1]), f"who has marched to {last}")
        elif verb == "tunnel":
            same(after.dug.get(last), before.dug[words[1]], f"who has come to {last}")
        elif verb == "replace":
            name = " ".join(words[1:])
            back = before.us[name] == "eliminated"
            same(after.us[name], "available" if back else before.us[name], f"where {name} is")
            same(name in after.depleted, back and kinds()[name].battalion, f"whether {name} is depleted")
        elif verb == "call":
            units = {name for name, kind in kinds().items() if kind.regiment == int(words[1])} | ({" ".join(words[2:])} - {""})
            same({name for name in after.us if after.us[name] != before.us[name]}, units & set(after.us), "units called")
        elif verb == "collins":
            name = " ".join(words[1:])
            gone = {other for other in after.us if kinds()[other].tank and after.us[other] != "removed"}
            same((gone, after.us[name], after.collins), ({name}, before.us[name], name), "Task Force Collins")
        for hex, stack in after.stacks.items():
            stayed = [name for name in before.in_hex(hex) if name in stack]
            same(list(stack[: len(stayed)]), stayed, f"order of the stack in {hex}")

    def nothing(self, data: dict[str, Any]) -> None:
        """Nothing to write down."""

    def saw_phase(self, data: dict[str, Any]) -> None:
        self.leave(data["phase"])
        self.position = self.after
        self.begin(data["phase"])

    def leave(self, following: str) -> None:
        """A phase has ended: nothing may have been left out."""
        if self.phase not in ORDER:
            return
        same(following, ORDER[(ORDER.index(self.phase) + 1) % len(ORDER)], "the next phase")
        last = replace(self.after, phase=self.phase, storm=self.position.storm, turn=self.position.turn)
        if self.phase in ("us movement", "us mobile movement") and (self.action, self.step) != ("done", "movement"):
            same({"done"}, movement.us_phase(last), f"choices when the {self.phase} phase ends by itself")
        if self.phase in ("us combat", "us mobile combat") and (self.action, self.step) != ("done", "combat"):
            same({"done"}, fighting.combat(last), f"choices when the {self.phase} phase ends by itself")
        if self.phase == "jp movement":
            same("arrival" in self.steps, bool(self.opening.container), "a replacement")
            if not self.position.solitaire:
                assert "sortie" in self.steps, "Japan was not asked for its moves"
        if self.phase == "jp combat":
            same("bombard" in self.steps, bool(japan.available(last) and (self.shot_at or last.americans)), "a bombardment")

    def saw_moved(self, data: dict[str, Any]) -> None:
        self.marks.moved.add(data["unit"])

    def saw_landed(self, data: dict[str, Any]) -> None:
        self.marks.landed.add(data["unit"])
        self.marks.landings.append(data["hex"])

    def saw_replaced(self, data: dict[str, Any]) -> None:
        self.marks.rebuilt.add(data["unit"])
        self.marks.spent += 1

    def saw_declared(self, data: dict[str, Any]) -> None:
        self.marks.declared[data["target"]] = (data["markers"], tuple(data["fronts"]))

    def saw_tunnel(self, data: dict[str, Any]) -> None:
        if "to" not in data:
            self.marks.tried.add(data["from"])
            most = 2 if data["from"] in self.position.us_zone else 3
            same(self.state.decision.step == "tunnel", data["die"] <= most, f"the tunnel at {data['from']}, die {data['die']}")

    # --- combat

    def saw_suppression(self, data: dict[str, Any]) -> None:
        self.suppressed = any(die <= (2 if self.position.storm else 3) for die in data["dice"])
        same(len(data["dice"]), self.marks.declared[data["target"]][0], "dice of the markers")

    def saw_anti_tank(self, data: dict[str, Any]) -> None:
        self.tank_dice = {**self.tank_dice, data["unit"]: data["die"]}

    def saw_combat(self, data: dict[str, Any]) -> None:
        """A combat: who took part must be who the book says."""
        before, marks = self.position, self.marks
        target, fronts = data["target"], tuple(data["fronts"])
        owner = "jp" if self.phase == "jp combat" else "us"
        attackers: dict[str, str] = {}
        if data["banzai"]:
            attackers = {name: hex for hex, name in before.up.items() if name in self.targets[target]}
            same(data["shift"], 2, "shift of a banzai")
            del self.targets[target]
        else:
            if target in marks.declared:
                same(fronts, marks.declared[target][1], f"declared attack on {target}")
            for hex in fronts:
                attackers |= dict.fromkeys(fighting.free_front(before, hex, target), hex)
        marks.declared.pop(target, None)
        same(set(data["attackers"]), set(attackers), f"attackers of {target} from {fronts}")
        dug_in = owner == "us" and target in before.dug
        defenders = before.top(target)
        if owner == "us":
            defenders = (before.dug[target] if dug_in else before.up[target],)
        same(tuple(data["defenders"]), defenders, f"defenders of {target}")
        self.fight = Fight(
            owner, target, fronts, attackers, defenders, data["result"], dug_in, data["banzai"], self.suppressed,
            data["follow_up"], before,
        )  # fmt: skip
        self.odds(data, self.fight)
        self.entered: set[str] = set()
        self.toll: list[tuple[str, bool]] = []
        self.stood: set[str] = set()
        self.gone: set[str] = set()
        self.tank_dice = {}
        marks.attacked |= set(attackers)
        marks.struck.add(target)
        if not dug_in:
            marks.defended |= set(defenders)

    def odds(self, data: dict[str, Any], fight: Fight) -> None:
        """Differential, line, column and result."""
        before = fight.before
        dice = self.tank_dice
        tanks = [name for name in fight.attackers if kinds()[name].tank and fight.anti_tank and fight.owner == "us"]
        same(set(dice), set(tanks), f"tanks that are shot at from {fight.target}")
        gun = max(kinds()[name].attack for name in fight.defenders)
        silent = {name for name in tanks if dice[name] <= gun}
        attack = sum(before.attack(name) for name in fight.attackers if name not in silent)
        defense = sum(before.defense(name) for name in fight.defenders)
        same((data["attack"], data["defense"]), (attack, defense), f"strength at {fight.target}")
        column = min(12, fighting.column(fight.target, attack - defense) + (2 if fight.banzai else 0))
        same(data["column"], column, f"column at {fight.target}")
        same(data["result"], components()["combat_results"]["by_die"][data["die"]][column - 1], "result")

    def saw_step(self, data: dict[str, Any]) -> None:
        if self.fight:
            self.toll.append((data["unit"], False))

    def saw_lost(self, data: dict[str, Any]) -> None:
        if self.fight:
            self.toll.append((data["unit"], True))

    def saw_stood(self, data: dict[str, Any]) -> None:
        fight, hex = self.fight, data["hex"]
        assert fight is not None
        if self.action != f"stand {hex}" and not self.gone and not self.toll:
            side = "jp" if hex in fight.before.up else "us"
            wanted = fighting.retreats(fight.before, fight, side, [hex], [], int(fight.result[1]))
            same({f"stand {hex}"}, wanted, "choices of a hex that stands fast by itself")
        self.stood.add(hex)

    def saw_retreated(self, data: dict[str, Any]) -> None:
        self.gone.add(data["from"])

    def saw_advanced(self, data: dict[str, Any]) -> None:
        self.marks.advanced.add(data["unit"])
        self.entered.add(data["unit"])

    def closed(self, position: Position) -> None:
        """A combat is over: who has paid, what has become of the Japanese unit, and whether an advance was forgotten."""
        fight, self.fight = self.fight, None
        assert fight is not None
        result = fight.result
        us = [name for name, _ in self.toll if kinds()[name].us]
        dead = {name for name, whole in self.toll if whole}
        sharing = [name for name, hex in fight.attackers.items() if hex == fight.target]
        us_owner = fight.owner == "us"
        wanted = 0
        if result == "Ae" and us_owner:
            wanted = len(fight.attackers)
            assert set(fight.attackers) <= dead, f"{fight.attackers} have not died, only {dead}"
        elif result == "De" and not us_owner:
            wanted = len(fight.defenders)
            assert set(fight.defenders) <= dead
        elif fight.banzai:
            wanted = 1 if result in ("Ex", "D2", "D3") else 0
        elif result in DRIVEN if us_owner else result in ("D2", "D3"):
            wanted = len(self.stood)
        elif result == "Ex":
            wanted = 0 if us_owner and fight.suppressed else 1
        elif fight.dug_in and result in ("D2", "D3"):
            waived = fight.suppressed and position.options["suppression_covers_d"]
            wanted = 1 if fight.follow_up > (2 if result == "D2" else 3) and not waived else 0
        if sharing and result in ("A1", "A2", "A3", "(A)", "NE"):
            wanted += len(sharing)
            assert set(sharing) <= dead, f"the landers {sharing} live"
        same(len(us), wanted, f"U.S. losses ({us}) after {result} {fight.follow_up} at {fight.target}")
        tanks = {name for name in fight.attackers if kinds()[name].tank}
        if us_owner and us and tanks and fight.anti_tank and result in ("Ex", "D2", "D3"):
            assert us[0] in tanks, f"{us[0]} has paid before the tanks {tanks}"
        if not fight.banzai and not fight.dug_in:
            japanese = len(self.toll) - len(us)
            if result == "Ex":
                due = 1
            elif us_owner:
                due = 1 if result == "De" else len(self.stood) if result in ("D2", "D3") else 0
            else:
                due = len(fight.attackers) if result == "Ae" else len(self.stood) if result in DRIVEN else 0
            same(japanese, due, f"Japanese losses after {result} at {fight.target}")
        if fight.dug_in:
            killed = result in ("D2", "D3", "De") or (result == "Ex" and fight.follow_up <= 5)
            if killed or result == "Ex":
                assert fight.target not in position.japanese or self.phase != fight.before.phase, f"somebody is in {fight.target}"
            else:
                assert fight.target in position.dug, f"nobody has redeployed in {fight.target}"
            if killed:
                assert set(fight.defenders) <= dead
        if fight.banzai:
            assert set(fight.attackers) <= dead, "banzai attackers live"
        if self.steps_of_fight & {"advance"} or fight.banzai:
            return
        traded = result == "Ex" and not fight.dug_in and position.options.get("advance_after_exchange")
        if result in ("D2", "D3", "De") or traded:
            same(
                {"done"},
                fighting.advances(position, fight, set()),
                f"advance after {result} at {fight.target}, which was not asked",
            )
        if (result in DRIVEN or result == "Ae") and not fight.dug_in:
            same(
                {"done"},
                fighting.defender_advances(position, fight),
                f"advance of the defender at {fight.target}, which was not asked",
            )

    # --- Japanese acts

    def saw_sector_die(self, data: dict[str, Any]) -> None:
        if self.step == "redeploying":
            hexes = japan.eligible(self.position, data["die"], self.origin)
            same(self.state.decision.step == "redeploying", bool(hexes), f"a redeployment to sector {data['die']}")
        else:
            hexes = japan.eligible(self.position, data["die"])
            same(self.state.decision.step == "arrival", bool(hexes), f"a replacement in sector {data['die']}")

    def saw_placed(self, data: dict[str, Any]) -> None:
        if self.sector:
            hexes = japan.eligible(self.position, self.sector, self.origin)
            if self.position.solitaire:
                hexes = japan.best(hexes)
            assert data["hex"] in hexes, f"{data['hex']} is not one of {sorted(hexes)}"

    saw_hex = saw_placed

    def saw_search(self, data: dict[str, Any]) -> None:
        """One search die, for a redeployment or for a bombardment."""
        if self.step == "bombard":
            same(data["hex"], self.checked[-1], "the hex diced for")
            return
        waiting = [hex for hex in japan.candidates(self.position, self.origin, self.goal) if hex not in self.searched]
        same(data["hex"], waiting[0], "the unit that the search checks")
        self.searched.append(data["hex"])
        picked = data["die"] <= 3 or len(waiting) == 1
        same(len(self.after.container) > 1, picked, f"a search at {data['hex']}, die {data['die']}, {len(waiting)} left")

    def saw_banzai(self, data: dict[str, Any]) -> None:
        dice = data["dice"]
        found = self.state.decision.step == "banzai" and self.state.stack[-1].stage == 1
        same(found, japan.is_banzai(self.position, dice), f"a banzai, dice {dice}")
        there = sum(island().sector[hex] == dice[1] for hex in self.position.dug)
        self.to_flip = min(dice[2], there)

    def saw_flipped(self, data: dict[str, Any]) -> None:
        kind = kinds()[data["unit"]]
        assert data["hex"] in japan.nearest(self.position, island().sector[data["hex"]])
        self.to_flip -= 1
        if kind.attack and kind.movement:
            self.queue.append((data["unit"], data["hex"]))
        else:
            self.idle.append(data["hex"])

    def saw_charged(self, data: dict[str, Any]) -> None:
        name, start = self.queue.pop(0)
        same((data["unit"], data["from"]), (name, start), "the next unit to charge")
        ways = japan.charge_targets(self.position, name, start)
        costs = {hex: min(ends.values()) for hex, ends in ways.items()}
        target, end = data["target"], data["to"]
        assert costs[target] == min(costs.values()) == ways[target][end], f"{name} should not charge {target} by {end}: {ways}"
        self.charged.add(name)
        self.targets.setdefault(target, set()).add(name)

    def saw_strike(self, data: dict[str, Any]) -> None:
        same(data["target"], min(self.targets), "the hex that a banzai attacks")
        same(set(data["units"]), self.targets[data["target"]], "those who attack in a banzai")

    def saw_target(self, data: dict[str, Any]) -> None:
        if data["die"]:
            same(data["hex"], self.checked[-1], "the hex that is bombarded")
            assert data["die"] <= 3
        self.marks.bombarded.append(data["hex"])
        self.barrage.append(data["hex"])
        self.units_there[data["hex"]] = self.position.in_hex(data["hex"])

    def saw_bombardment(self, data: dict[str, Any]) -> None:
        same(data["hex"], self.barrage.pop(0), "the hex whose bombardment is resolved")
        same(len(data["dice"]), japan.strength_dice(self.position, data["hex"]), f"dice of the bombardment of {data['hex']}")
        same(data["strength"], sum(data["dice"]), "strength")
        self.shelled, self.strength = list(self.units_there[data["hex"]]), data["strength"]

    def saw_fire(self, data: dict[str, Any]) -> None:
        name = self.shelled.pop(0)
        same(data["unit"], name, "the unit under fire")
        column = fighting.column(data["hex"], self.strength)
        result = components()["combat_results"]["by_die"][data["die"]][column - 1]
        same((data["column"], data["result"]), (column, result), f"bombardment of {name}")
        hit = result == "De" or data["follow_up"] in {"Ex": (1, 2, 3, 4), "D2": (1, 2), "D3": (1, 2, 3)}.get(result, ())
        dies = result == "De" or name in self.position.depleted or not kinds()[name].battalion
        if hit:
            same(self.after.us[name] == "eliminated", dies, f"{name} under fire")
        same(bool(data["loss"]), hit, f"{result} {data['follow_up']} for {name}")

    # --- what must be offered

    def check(self) -> None:
        """Compare what is offered with the book."""
        state = self.state
        if state.outcome is not None:
            return
        step = self.step = state.decision.step
        if self.fight and step not in IN_COMBAT:
            self.closed(self.position)
        if self.fight:
            self.steps_of_fight.add(step)
        else:
            self.steps_of_fight = set()
        self.steps.add(step)
        self.origin = self.goal = ""
        self.sector, self.placing = 0, False
        if step != "redeploying":
            self.searched, self.back = [], ""
        wanted = self.wanted(step)
        found = {str(action) for action in state.actions()}
        if wanted is not None:
            same(found, wanted, f"{self.position.phase}, step {step}")
        if step in QUIET and not self.targets:
            self.cleared |= japan.cleared_now(self.position)
            same(set(self.position.cleared), self.cleared, "cleared sectors")

    def wanted(self, step: str) -> set[str] | None:
        method = getattr(self, f"at_{step.replace(' ', '_')}", None)
        return None if method is None else method(self.position)

    @property
    def record(self) -> Any:
        return self.state.stack[-1]

    def hex(self, space: int) -> str:
        return "" if space < 0 else str(self.state.ruleset.ground.names[space])

    def unit(self, number: int) -> str:
        return str(self.state.ruleset.unit_ids[number])

    def at_movement(self, position: Position) -> set[str]:
        same(self.state.replacements, 2 - self.marks.spent if position.phase == "us movement" else 0, "replacement steps")
        return movement.us_phase(position)

    def at_declare(self, position: Position) -> set[str]:
        same(self.state.markers, self.markers, "markers")
        return fighting.declare(position, self.markers)

    def at_declaring(self, position: Position) -> set[str]:
        fronts = [self.hex(space) for space in self.state.fronts]
        return fighting.declaring(position, self.hex(self.state.target), fronts, self.markers)

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
        state, fight = self.state, self.fight
        side = state.decision.side
        pending, leaving = [self.hex(space) for space in state.pending], [self.unit(unit) for unit in state.leaving]
        length = 1 if fight.result == "(A)" else int(fight.result[1])
        same(state.distance, length, "distance of the retreat")
        if leaving:
            same(tuple(leaving), position.in_hex(position.us[leaving[0]]), "those who still have to leave")
        told = {hex for hex in fight.fronts if hex != fight.target} if side == fight.owner else {fight.target}
        at_home = {position.us[leaving[0]]} if leaving else set()
        same(set(pending) - at_home, told - self.stood - self.gone - at_home, "hexes told to retreat")
        return fighting.retreats(position, fight, side, pending, leaving, length)

    def at_advance(self, position: Position) -> set[str]:
        assert self.fight is not None
        if self.state.decision.side == self.fight.owner:
            return fighting.advances(position, self.fight, self.entered)
        return fighting.defender_advances(position, self.fight)

    def at_deploy(self, position: Position) -> set[str]:
        placed = set(position.dug.values())
        waiting = [name for name, kind in kinds().items() if not kind.us and name not in placed]
        return {f"deploy {name} {hex}" for name in waiting for hex in island().red if hex not in position.dug}

    def at_arrival(self, position: Position) -> set[str]:
        self.sector = self.record.sector
        if position.solitaire and not self.state.drawn:
            return {"draw"}
        if not self.sector:
            return {"roll"}
        return japan.placing(position, japan.eligible(position, self.sector))

    def at_redeploying(self, position: Position) -> set[str]:
        record = self.record
        self.goal, self.origin = self.hex(record.goal), self.hex(record.origin)
        if self.phase == "jp movement":
            self.redeploying_flipped(position)
        if not self.goal:
            self.sector = record.sector
            if not self.sector:
                return {"roll"}
            return japan.placing(position, japan.eligible(position, self.sector, self.origin))
        if record.asking:
            return {"draw", "keep"}
        waiting = [hex for hex in japan.candidates(position, self.origin, self.goal) if hex not in self.searched]
        return {"draw"} if len(position.container) > 1 or not waiting else {"roll"}

    def redeploying_flipped(self, position: Position) -> None:
        """A unit that was flipped goes back: those without factors first, then whoever reaches nobody, as they were flipped."""
        if self.origin == self.back:
            return
        self.back = self.origin
        if self.origin in self.idle:
            same(self.origin, self.idle[0], "the unit that goes back")
            assert not self.to_flip, "not everybody has been flipped"
        elif self.queue:
            name, start = self.queue[0]
            same(self.origin, start, "the unit that goes back")
            reached = japan.charge_targets(position, name, start)
            assert not reached, f"{name} could charge {reached}"
        self.idle = [hex for hex in self.idle if hex != self.origin]
        self.queue = [pair for pair in self.queue if pair[1] != self.origin]

    def at_banzai(self, position: Position) -> set[str] | None:
        record = self.record
        if record.stage == 0:
            assert position.flag, "no banzai before Suribachi falls"
            return {"roll"}
        if self.to_flip:
            hexes = japan.nearest(position, record.sector)
            return {f"flip {hex}" for hex in hexes} if len(hexes) == 1 else {"roll"}
        name, start = self.queue[0]
        return japan.charge(position, name, start, self.hex(record.target))

    def at_banzai_combat(self, position: Position) -> set[str]:
        return {f"strike {min(self.targets)}"}

    def at_bombard(self, position: Position) -> set[str]:
        self.placing = self.record.stage == 0
        self.shot_at = bool(position.americans) or self.shot_at
        if self.placing:
            return japan.placing_markers(position, self.marks.bombarded, self.checked)
        return {"roll"}

    def at_sortie(self, position: Position) -> set[str]:
        return japan.sortie(position, self.charged)

    def at_tunnel(self, position: Position) -> set[str]:
        return japan.tunnel(position, self.hex(self.record.start))
