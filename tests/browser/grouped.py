"""Hands that order several units at once, with the gestures of the page: lasso, stacks, groups, numbers, the last order again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from math import hypot
from typing import Any, Literal

from beachhead.engine.errors import ActionError
from beachhead.match import Match
from tests.browser.hands import STILL
from tests.browser.turns import BUTTON, RUNNING, US, Counted, Order

WHERE = """(units) => units.map((unit) => {
  const el = document.querySelector(`.stage-map [data-unit="${CSS.escape(unit)}"]`);
  const at = el?.transform.baseVal.consolidate()?.matrix;
  if (!at) return null;
  const point = new DOMPoint(at.e, at.f).matrixTransform(document.querySelector("svg.board-svg").getScreenCTM());
  return [point.x, point.y];
})"""
READY = """() => [...document.querySelectorAll(".stage-map [data-unit].is-able, .stage-map [data-unit].is-selected")]
  .map((el) => el.dataset.unit)"""
PICKED = "() => [...document.querySelectorAll('.stage-map [data-unit].is-picked')].map((el) => el.dataset.unit)"
HELD = "() => document.querySelector('.stage-map :is(.is-picked, .is-selected)') !== null"
"""Whether anybody is selected, alone or with others."""
BADGE = """(unit) => {
  const el = document.querySelector(`.stage-map [data-unit="${CSS.escape(unit)}"]`);
  const at = el?.transform.baseVal.consolidate()?.matrix;
  if (!at) return null;
  const near = [...document.querySelectorAll(".stage-map .count")].flatMap((badge) => {
    const m = badge.transform.baseVal.consolidate().matrix;
    const far = Math.hypot(m.e - at.e, m.f - at.f);
    const box = badge.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    return badge.contains(document.elementFromPoint(x, y)) ? [[far, x, y]] : [];
  }).sort((a, b) => a[0] - b[0]);
  return near.length > 0 ? near[0].slice(1) : null;
}"""
"""The number of the pile in which a counter lies, if it can be hit."""
BUSY = "() => Boolean(document.querySelector('.stage-map .is-selected, section.now .tray [aria-pressed=true]'))"
BOXES = """(key) => Object.fromEntries([...document.querySelectorAll(`[data-key^="${key} "]`)].flatMap((el) => {
  const box = el.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return el.contains(hit) ? [[el.dataset.unit, [box.left, box.top, box.right, box.bottom]]] : [];
}))"""
"""The counters beside the map that can be hit."""
STOPS = "(n) => document.querySelectorAll('.stage-map .way-stop').length === n"
"""So many spaces have been rested on by a drag."""
LINE = 4
"""So many units somebody deals out in one line."""
ROPE = 34
"""Pixels from where a loop is closed to where it is pulled."""
SAFE = """([x, y]) => {
  const el = document.elementFromPoint(x, y);
  return Boolean(el?.closest(".stage-map")) && !el.closest(".board-control, [data-order]");
}"""


class Grouped(Counted):
    """Hands that use every gesture of the page."""

    def do(self, coming: list[tuple[str, str]]) -> None:
        first = Order.of(self.match, coming[0][1])
        mine = self.run_of(coming)
        if self.straight(coming) or self.turn(first, coming):
            return
        if len(mine) > 1 and (group := self.group_in(mine)) and len(group.units) > 1 and self.together(group):
            return
        if self.deal(mine) or self.repeat(first):
            return
        if self.by_drag(first, self.way_of(first, coming)):
            return
        if self.by_number(first):
            return
        super().do(coming)

    # ------------------------------------------------------------------ what could be one order

    def run_of(self, coming: list[tuple[str, str]]) -> list[Order]:
        """The actions of this person from now on until somebody else decides, or chance has spoken."""
        ahead, found = Match.load(self.match.record()), list[Order]()
        for side, text in coming:
            if side != US or ahead.state.side != US:
                break
            found.append(Order.of(ahead, text))
            ahead.play(text)
            if not ahead.can_undo():
                break
        return found

    def group_in(self, mine: list[Order]) -> Group | None:
        """The first order, and all later ones that say the same of other units and could be given now."""
        first = mine[0]
        units = [value for kind, value in first.args if kind == "unit"]
        own = [unit for unit in units if self.side_of(unit) == US]
        if len(own) == 1 and len(first.args) <= 2:
            rest = tuple(arg for arg in first.args if arg != ("unit", own[0]))
            if rest and rest[0][0] not in ("space", "unit"):
                return None
            return self.same(mine, own[0], rest)
        if [kind for kind, _ in first.args] == ["space", "space"]:
            return self.from_spaces(mine)
        return None

    def same(self, mine: list[Order], unit: str, rest: tuple[tuple[str, str], ...]) -> Group:
        """Units that do the same, and units that join them."""
        units, texts = [unit], [mine[0].text]
        for order in mine[1:]:
            others = [value for kind, value in order.args if kind == "unit" and self.side_of(value) == US]
            alike = order.verb == mine[0].verb and tuple(arg for arg in order.args if arg[1] not in others) == rest
            if len(others) == 1 and others[0] not in units and (alike or (order.verb == "join" and len(order.args) == 1)):
                units.append(others[0])
                texts.append(order.text)
        while len(units) > 1 and not self.is_possible(mine, texts):
            units.pop()
            texts.pop()
        return Group(units, rest[0] if rest else None, texts, mine[0].verb)

    def from_spaces(self, mine: list[Order]) -> Group | None:
        """An attack from several spaces, each of which stands for the units in it."""
        spaces = [value for _, value in mine[0].args]
        here = [space for space in spaces if any(self.side_of(unit) == US for unit in self.units_at(space))]
        if len(here) != 1:
            return None
        target = next(space for space in spaces if space != here[0])
        texts = [mine[0].text]
        for order in mine[1:]:
            if order.verb != "join" or len(order.args) != 1:
                break
            here.append(order.args[0][1])
            texts.append(order.text)
        units = [next(unit for unit in self.units_at(space) if self.side_of(unit) == US) for space in here]
        return Group(units, ("space", target), texts, mine[0].verb)

    def is_possible(self, mine: list[Order], texts: list[str]) -> bool:
        """Whether these may be done first and the others after them, as far as chance has not spoken."""
        ahead = Match.load(self.match.record())
        try:
            for text in [*texts, *(order.text for order in mine if order.text not in texts)]:
                ahead.play(text)
        except ActionError:
            return False
        return True

    def side_of(self, unit: str) -> str:
        """Whose unit it is."""
        side: str = self.view["units"].get(unit, {}).get("side", "")
        return side

    @property
    def view(self) -> dict[str, Any]:
        """What this person sees."""
        found: dict[str, Any] = self.match.state.view(US)
        return found

    # ------------------------------------------------------------------ gestures for several

    def together(self, group: Group) -> bool:
        """Select the units and send them; False if they cannot be selected more cheaply than they act one by one."""
        done = len(self.sent)
        if group.verb in self.asides:
            return self.everybody(group)
        if group.target and self.all_of_them(group):
            return True
        if group.target is None:
            key = f"deed {group.verb}"
        else:
            key = f"send {group.target[0]} {group.target[1]}"
        if group.target and (self.pull(group) or self.sweep(group)):
            return True
        if not self.select(group.units):
            return False
        if group.target is None or self.page.evaluate(BUTTON, key):
            if not self.press(key):
                self.page.keyboard.press("Escape")
                self.settle()
                return False
        else:
            self.name(*group.target)
        self.finish(len(group.texts), done)
        assert len(self.sent) > done, f"{group}: {self.now.inner_text()}"
        self.account(group, done)
        return True

    def account(self, group: Group, done: int) -> None:
        """See that what was sent is what was wanted."""
        if set(self.sent[done:]) != set(group.texts):  # an attack from the same spaces, opened by another of them
            words = [{word for text in texts for word in text.split()} for texts in (self.sent[done:], group.texts)]
            assert words[0] <= words[1], f"{self.sent[done:]} instead of {group.texts}"
            self.instead |= dict(zip(self.sent[done:], group.texts, strict=False))

    def all_of_them(self, group: Group) -> bool:
        """A button for all who can go there, or the whole stack dragged by its number."""
        assert group.target
        done, before = len(self.sent), self.counted.copy()
        kind, value = group.target
        legal = (
            [Order.of(self.match, str(action)) for action in self.match.state.actions()]
            if len(self.match.state.actions()) < 12
            else []
        )
        can = {order.text for order in legal if group.target in order.args and order.verb == group.verb}
        if can == set(group.texts) and self.press(f"everybody {kind} {value}"):
            self.finish(len(group.texts), done)
            return len(self.sent) > done
        if kind not in ("space", "unit"):
            return False
        where = value if kind == "space" else self.place_of(value)
        place = self.place_of(group.units[0])
        ready = set(self.page.evaluate(READY))
        lying = {unit for unit in self.units_at(place) if unit in ready}
        if lying != set(group.units) or where not in self.known_spaces or place not in self.known_spaces:
            return False
        end = self.spot(where)
        start = self.page.evaluate(BADGE, group.units[0])
        if not start:
            return False
        self.drag_to(start, end)
        self.finish(len(group.texts), done)
        if len(self.sent) == done:
            self.counted = before
            self.page.keyboard.press("Escape")
            self.settle()
            return False
        assert set(self.sent[done:]) <= set(group.texts), f"{self.sent[done:]} instead of {group.texts}"
        return True

    def goal_of(self, group: Group) -> str | None:
        """The space of a group's target, if it is on the map."""
        assert group.target
        kind, value = group.target
        where = value if kind == "space" else self.place_of(value) if kind == "unit" else ""
        return where if where in self.known_spaces else None

    def pull(self, group: Group) -> bool:
        """A loop around them, its end pulled to where they go."""
        where = self.goal_of(group)
        if where is None or self.page.evaluate(BUSY):
            return False
        end = self.spot(where)
        loop = self.loop_around(group.units, simple=True)
        if not loop:
            return False
        for turn in range(len(loop)):
            first, second, *_, last = corners = [*loop[turn:], *loop[:turn]]
            start, across = beyond(second, first), beyond(last, first)
            if hypot(first[0] - end[0], first[1] - end[1]) > ROPE and self.page.evaluate(SAFE, start):
                return self.one_drag(group, [start, *corners, across, end], shift=True)
        return False

    def sweep(self, group: Group) -> bool:
        """The pointer sweeps over their counters beside the map, and on to where they go."""
        where = self.goal_of(group)
        if where is None or self.page.evaluate(BUSY):
            return False
        places = {self.place_of(unit) for unit in group.units}
        if len(places) == 1 and all(self.strip(unit) for unit in group.units):
            key = "inspect"
        elif all(self.page.evaluate(BUTTON, f"tray {unit}") for unit in group.units):
            key = "tray"
        else:
            return False
        end = self.spot(where)
        if key == "inspect":
            self.strip(group.units[0])
        boxes: dict[str, list[float]] = self.page.evaluate(BOXES, key)
        if any(unit not in boxes for unit in group.units):
            return False
        others = [box for unit, box in boxes.items() if unit not in group.units]
        middles = [[(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] for box in (boxes[unit] for unit in group.units)]
        top, bottom = min(box[1] for box in boxes.values()) - 3, max(box[3] for box in boxes.values()) + 3
        for way in permutations(middles) if len(middles) <= 4 else [middles, middles[::-1]]:
            for turn in ([], [[way[-1][0], top]], [[way[-1][0], bottom]]):
                path = round_about([*way, *turn, end], others, 27)
                if path:
                    return self.one_drag(group, path, shift=True)
        return False

    def deal(self, mine: list[Order]) -> bool:
        """The pointer sweeps over counters beside the map, and rests on the spaces that get one of them each."""
        line = list[Order]()
        for order in mine[:LINE]:
            names = [value for _, value in order.args]
            if [kind for kind, _ in order.args] != ["unit", "space"] or order.verb != mine[0].verb:
                break
            if any(names[1] == other.args[1][1] for other in line) or not self.page.evaluate(BUTTON, f"tray {names[0]}"):
                break
            line.append(order)
        texts = [order.text for order in line]
        if len(line) < 2 or self.page.evaluate(BUSY) or not self.is_possible(mine, texts):
            return False
        units, ends = [order.args[0][1] for order in line], [self.spot(order.args[1][1]) for order in line]
        boxes: dict[str, list[float]] = self.page.evaluate(BOXES, "tray")
        if any(unit not in boxes for unit in units):
            return False
        others = [box for unit, box in boxes.items() if unit not in units]
        way = [[(box[0] + box[2]) / 2, (box[1] + box[3]) / 2] for box in (boxes[unit] for unit in units)]
        path = round_about([*way, ends[0]], others, 27)
        if not path:
            return False
        done, before = len(self.sent), self.counted.copy()
        self.counted["drag"] += 1
        self.page.keyboard.down("Shift")
        self.page.mouse.move(*path[0])
        self.page.mouse.down()
        for point in path[1:-1]:
            self.page.mouse.move(*point, steps=6)
        meant = self.are_picked(units)
        for index, end in enumerate(ends if meant else []):
            self.page.mouse.move(*end)
            self.page.wait_for_function(STOPS, arg=index + 1)
        if not meant:
            self.page.keyboard.press("Escape")
        self.page.mouse.up()
        self.page.keyboard.up("Shift")
        if meant:
            self.finish(len(texts), done)
        if len(self.sent) > done:
            assert self.sent[done:] == texts, f"{self.sent[done:]} instead of {texts}"
            return True
        self.counted = before
        self.page.keyboard.press("Escape")
        self.settle()
        return False

    def one_drag(self, group: Group, path: list[list[float]], shift: bool) -> bool:
        """Draw one line; False if nothing came of it, and then it has not been."""
        done, before = len(self.sent), self.counted.copy()
        self.counted["drag"] += 1
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.move(*path[0])
        self.page.mouse.down()
        for point in path[1:]:
            self.page.mouse.move(*point, steps=6)
        meant = self.are_picked(group.units)
        if shift and meant:
            self.page.keyboard.up("Shift")  # all go to one space
        if not meant:
            self.page.keyboard.press("Escape")
        self.page.mouse.up()
        if shift:
            self.page.keyboard.up("Shift")
        if meant:
            self.finish(len(group.texts), done)
        if len(self.sent) > done:
            self.account(group, done)
            return True
        self.counted = before
        self.page.keyboard.press("Escape")
        self.settle()
        return False

    def drag_to(self, start: list[float], end: list[float], onward: Sequence[list[float]] = ()) -> None:
        """Drag from one point of the screen to another, and on to others."""
        self.counted["drag"] += 1
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(end[0] - 9, end[1] - 7, steps=5)
        self.page.mouse.move(*end, steps=2)
        for index, point in enumerate(onward):
            self.page.wait_for_function(STOPS, arg=index + 1)
            self.page.mouse.move(*point, steps=6)
        self.page.mouse.up()
        self.settle()

    def everybody(self, group: Group) -> bool:
        """All who can do something that may be done at any time."""
        ahead = {str(action) for action in self.match.state.actions() if str(action).split(" ", 1)[0] == group.verb}
        if group.target is not None or ahead != set(group.texts):
            return False
        done = len(self.sent)
        self.begin(group.verb, first=True)
        self.press(f"deed {group.verb}")
        self.finish(len(group.texts), done)
        return len(self.sent) > done

    def finish(self, wanted: int, done: int) -> None:
        """Wait until an order has been carried out or has stopped."""
        self.settle()
        self.until(
            lambda: len(self.sent) - done >= wanted or not (self.page.evaluate(RUNNING) or self.waiting), "an order does not end"
        )
        self.settle()

    def select(self, units: list[str]) -> bool:
        """Select exactly these units, with as few gestures as possible."""
        self.page.evaluate(STILL)
        for way in (self.whole_stack, self.loop, self.number_of, self.one_by_one):
            if way(units):
                return True
            if self.page.evaluate(HELD):  # who stays selected would be let go of by the next click
                self.page.keyboard.press("Escape")
                self.settle()
        return False

    def are_picked(self, units: list[str]) -> bool:
        """Whether these and no others are selected, wherever they are shown."""
        found = self.page.evaluate(
            "() => (document.querySelector('section.now')?.dataset.picked ?? '').split('|').filter(Boolean)"
        )
        return set(found) == set(units)

    def whole_stack(self, units: list[str]) -> bool:
        """A double click on a stack."""
        place = self.place_of(units[0])
        ready = set(self.page.evaluate(READY))
        lying = [unit for unit in self.units_at(place) if unit in ready]
        if set(lying) != set(units) or place not in self.known_spaces:
            return False
        self.page.evaluate(STILL)
        at = self.counter(units[0]) or self.counter(units[-1])
        if not at:
            return False
        before = self.counted.copy()
        self.counted["click"] += 2
        self.page.mouse.move(*at)
        self.page.mouse.dblclick(*at)
        self.settle()
        if self.are_picked(units):
            return True
        self.counted = before
        return False

    def loop(self, units: list[str]) -> bool:
        """A loop around them, if one can be drawn that has nothing else in it that can act."""
        found = self.loop_around(units)
        return found is not None and self.draw(found, units)

    def loop_around(self, units: list[str], simple: bool = False) -> list[list[float]] | None:
        """The corners of such a loop, which does not cross itself if it is to be simple."""
        points = self.page.evaluate(WHERE, units)
        if any(point is None for point in points):
            return None
        others = [p for p in self.page.evaluate(WHERE, [unit for unit in self.page.evaluate(READY) if unit not in units]) if p]
        for round_them in loops(points):
            if simple and not is_simple(round_them):
                continue
            if any(inside(p, round_them) for p in others) or not all(inside(p, round_them) for p in points):
                continue
            if all(self.page.evaluate(SAFE, corner) for corner in round_them):
                return round_them
        return None

    def draw(self, loop: list[list[float]], units: list[str]) -> bool:
        """Draw a loop on the map."""
        before = self.counted.copy()
        self.counted["drag"] += 1
        self.page.keyboard.down("Shift")
        self.page.mouse.move(*loop[0])
        self.page.mouse.down()
        for corner in [*loop[1:], loop[0]]:
            self.page.mouse.move(*corner, steps=3)
        self.page.mouse.up()
        self.page.keyboard.up("Shift")
        self.settle()
        if self.are_picked(units):
            return True
        self.counted = before
        return False

    def number_of(self, units: list[str]) -> bool:
        """So many of those like the first."""
        if len(units) < 3:
            return False
        before = self.counted.copy()
        self.name("unit", units[0])
        if self.press("group all") and self.are_picked(units):
            return True
        self.page.keyboard.press("Escape")
        self.settle()
        self.counted = before
        return False

    def one_by_one(self, units: list[str]) -> bool:
        """A click on the first, one with Shift on each other; those of a stack in the strip under the map."""
        for index, unit in enumerate(units):
            modifiers: list[Literal["Shift"]] = ["Shift"] if index else []
            if self.page.evaluate(BUTTON, f"tray {unit}"):
                self.counted["click"] += 1
                self.now.locator(f'[data-key="tray {unit}"]').click(modifiers=modifiers)
            else:
                self.click_unit(unit, "Shift" if index else "")
            self.settle()
        assert len(units) == 1 or self.are_picked(units), f"{units}: {self.now.inner_text()}"
        return True

    # ------------------------------------------------------------------ gestures for one

    def straight(self, coming: list[tuple[str, str]]) -> bool:
        """One answer to this step and the next."""
        step, done = self.view["decision"]["step"], len(self.sent)
        rules = [rule for rule in self.theme.get("straight") or [] if rule["step"] == step]
        if not rules or coming[:2] != [(US, rules[0]["answer"])] * 2:
            return False
        if not self.press(f"straight {step}"):
            return False
        self.finish(2, done)
        return True

    def turn(self, first: Order, coming: list[tuple[str, str]]) -> bool:
        """Another unit or stack dragged, which ends what is asked about."""
        step = self.view["decision"]["step"]
        rules = [rule for rule in self.theme.get("leaves") or [] if rule["step"] == step]
        if not any(rule["answer"] == first.text for rule in rules):
            return False
        later = [one for one in coming[1:] if one != ("jp", "pass")]
        if not later or later[0][0] != US:
            return False
        ahead = Match.load(self.match.record())
        try:
            for _, text in coming[: coming.index(later[0], 1)]:
                ahead.play(text)
            order = Order.of(ahead, later[0][1])
        except ActionError:
            return False
        own = [value for kind, value in order.args if kind == "unit" and self.side_of(value) == US]
        goal = [arg for arg in order.args if arg[1] not in own]
        if len(own) != 1 or len(goal) != 1 or order.verb in self.deliberate or own[0] in self.page.evaluate(READY):
            return False
        where = goal[0][1] if goal[0][0] == "space" else self.place_of(goal[0][1])
        place = self.place_of(own[0])
        alike = {
            other.args[0][1] for other in (Order.of(ahead, str(one)) for one in ahead.state.actions()) if goal[0] in other.args
        }
        if where not in self.known_spaces:
            return False
        end = self.spot(where)
        stack = [unit for unit in self.units_at(place) if unit in alike]
        wanted = [text for _, text in later[: len(stack)]]
        alone = len(self.units_at(place)) == 1
        start = None
        if not alone and len(stack) > 1 and all(any(unit in text for text in wanted) for unit in stack):
            start = self.page.evaluate(BADGE, own[0])
        if not start:
            alone, start = True, self.grasp(own[0])
        if not start:
            return False
        done, before = len(self.sent), self.counted.copy()
        onward = self.way_of(order, coming[coming.index(later[0], 1) :]) if alone else []
        self.drag_to(start, end, [self.spot(space) for space in onward])
        if len(self.sent) == done:
            self.counted = before
            self.page.keyboard.press("Escape")
            self.settle()
            return False
        self.finish(1 + len(wanted) if not alone else 2, done)
        return True

    def repeat(self, order: Order) -> bool:
        """The last order again, if that is what is wanted."""
        button = self.now.locator('[data-key="again"][data-action]')
        if button.count() == 0 or button.get_attribute("data-action") != order.text:
            return False
        done = len(self.sent)
        self.key("r")
        self.finish(1, done)
        return len(self.sent) > done

    def way_of(self, first: Order, coming: list[tuple[str, str]]) -> list[str]:
        """The spaces into which a unit goes on, one after the other, while the other side only passes."""
        found = list[str]()
        names = [value for _, value in first.args]
        for side, text in coming[1:]:
            words = text.split(" ")
            if side != US and text == "pass":
                continue
            if side != US or words[0] != "move" or " ".join(words[1:-1]) not in names or words[-1] not in self.known_spaces:
                break
            found.append(words[-1])
        return found

    def by_drag(self, order: Order, onward: list[str]) -> bool:
        """A unit dragged to where it goes, from space to space if need be."""
        kinds = [kind for kind, _ in order.args]
        if sorted(kinds) != ["space", "unit"] and kinds != ["unit", "unit"]:
            return False
        own = [value for kind, value in order.args if kind == "unit" and self.side_of(value) == US]
        goal = [arg for arg in order.args if arg[1] not in own]
        if len(own) != 1 or len(goal) != 1 or self.page.evaluate(BUTTON, order.text) or order.verb in self.deliberate:
            return False
        where = goal[0][1] if goal[0][0] == "space" else self.place_of(goal[0][1])
        if where not in self.known_spaces:
            return False
        done, before = len(self.sent), self.counted.copy()
        tray = self.now.locator(f'[data-key="tray {own[0]}"]')
        beside = tray if tray.count() and tray.is_visible() else self.strip(own[0])
        end = self.spot(where)
        box = beside.bounding_box() if beside and beside.count() else None
        start = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2] if box else self.grasp(own[0])
        if not start:
            return False
        self.drag_to(start, end, [self.spot(space) for space in onward])
        if len(self.sent) > done:
            assert self.sent[done] == order.text, f"{self.sent[done:]} instead of {order.text}"
            return True
        self.counted = before
        self.page.keyboard.press("Escape")
        self.settle()
        return False

    def by_number(self, order: Order) -> bool:
        """A number by one click, and what is done with it by another."""
        if [kind for kind, _ in order.args] != ["number"] or not self.press(f"value {order.verb} {order.args[0][1]}"):
            return False
        return self.press(f"number {order.verb}")


def inside(at: list[float], loop: list[list[float]]) -> bool:
    """Whether a point lies in a loop."""
    found = False
    for a, b in zip(loop, [loop[-1], *loop[:-1]], strict=True):
        if (a[1] > at[1]) != (b[1] > at[1]) and at[0] < (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]) + a[0]:
            found = not found
    return found


def beyond(start: list[float], end: list[float], by: float = 9) -> list[float]:
    """A point a little farther than the end of a line."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return [end[0] + (end[0] - start[0]) / far * by, end[1] + (end[1] - start[1]) / far * by]


def round_about(path: Sequence[list[float]], others: list[list[float]], rise: float) -> list[list[float]] | None:
    """A way from point to point that keeps off these boxes, if need be above or below them; None if there is none."""
    found = [path[0]]
    for end in path[1:]:
        start = found[-1]
        ways = [[end], *([[start[0], start[1] + by], [end[0], start[1] + by], end] for by in (-rise, rise))]
        free = next((way for way in ways if not any(touches([start, *way], box) for box in others)), None)
        if free is None:
            return None
        found += free
    return found


def touches(path: list[list[float]], box: list[float]) -> bool:
    """Whether a line leads over a box."""
    for (ax, ay), (bx, by) in pairwise(path):
        parts = max(1, round(hypot(bx - ax, by - ay) / 3))
        for part in range(parts + 1):
            x, y = ax + (bx - ax) * part / parts, ay + (by - ay) * part / parts
            if box[0] <= x <= box[2] and box[1] <= y <= box[3]:
                return True
    return False


def crosses(a: list[float], b: list[float], c: list[float], d: list[float]) -> bool:
    """Whether two lines cross."""

    def side(p: list[float], q: list[float], r: list[float]) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def is_simple(loop: list[list[float]]) -> bool:
    """Whether a loop never crosses itself."""
    edges = list(zip(loop, [*loop[1:], loop[0]], strict=True))
    return not any(
        crosses(*first, *second)
        for at, first in enumerate(edges)
        for other, second in enumerate(edges)
        if other > at + 1 and (at, other) != (0, len(edges) - 1)
    )


def hull(points: list[list[float]]) -> list[list[float]]:
    """The corners of the smallest loop without a dent around points."""
    found = list[list[float]]()
    for row in (sorted(points), sorted(points, reverse=True)):
        half = list[list[float]]()
        for x, y in row:
            while len(half) > 1 and (
                (half[-1][0] - half[-2][0]) * (y - half[-2][1]) <= (half[-1][1] - half[-2][1]) * (x - half[-2][0])
            ):
                half.pop()
            half.append([x, y])
        found += half[:-1]
    return found


def loops(points: list[list[float]]) -> Iterator[list[list[float]]]:
    """Loops around points: a frame, a loop without a dent, and strips that follow them from one to the next."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    for margin in (14, 8):
        left, right, top, bottom = min(xs) - margin, max(xs) + margin, min(ys) - margin, max(ys) + margin
        yield [[left, top], [right, top], [right, bottom], [left, bottom]]
    around = [(0.0, -1.0), (0.7, -0.7), (1.0, 0.0), (0.7, 0.7), (0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0), (-0.7, -0.7)]
    for margin in (14, 9):
        yield hull([[x + margin * dx, y + margin * dy] for x, y in points for dx, dy in around])
    for way in permutations(points) if len(points) <= 5 else [sorted(points), sorted(points, key=lambda p: (p[1], p[0]))]:
        out, back = [], []
        for index, (x, y) in enumerate(way):
            before, after = way[max(0, index - 1)], way[min(len(way) - 1, index + 1)]
            far = hypot(after[0] - before[0], after[1] - before[1]) or 1
            nx, ny = -(after[1] - before[1]) / far * 9, (after[0] - before[0]) / far * 9
            ex, ey = (ny, -nx) if index in (0, len(way) - 1) else (0.0, 0.0)
            sign = -1 if index == 0 else 1
            out.append([x + nx + sign * ex, y + ny + sign * ey])
            back.append([x - nx + sign * ex, y - ny + sign * ey])
        yield [*out, *reversed(back)]


class Group:
    """Units that get one order."""

    def __init__(self, units: list[str], target: tuple[str, str] | None, texts: list[str], verb: str) -> None:
        self.units, self.target, self.texts, self.verb = units, target, texts, verb

    def __repr__(self) -> str:
        return f"{self.verb} {self.units} {self.target}"
