"""The nine turns, phase by phase, as one long generator."""

from __future__ import annotations

from .board import AID, AREAS, GROUND, HQ, JAPAN, LANDING, LOST, LOST_UNSEEN, OUT, PIECES, SUPPORT, UNSET, GameOver
from .fights import Answer, Ask, Fights, Play

WEATHER = {1: "bad", 2: "cloudy", 3: "cloudy", 4: "good", 5: "good", 6: "good"}
GROUNDED = {"good": 0, "cloudy": 1, "bad": 2}
PLANS = ("random",)


class Campaign(Fights):
    """A game from the set-up to the end."""

    plans: tuple[str, ...] = PLANS

    def play(self) -> Play[None]:
        try:
            yield from self.set_up()
            while True:
                for name, phase in (
                    ("weather", self.weather_phase),
                    ("us reset", self.us_reset),
                    ("us recovery", self.recovery),
                    ("us bombardment", self.us_bombardment),
                    ("us movement", self.us_movement),
                    ("us assault", self.us_assault),
                    ("first control", self.determine_control),
                    ("construction", self.construction),
                    ("jp reset", self.jp_reset),
                    ("jp bombardment", self.jp_bombardment),
                    ("jp movement", self.jp_movement),
                    ("jp assault", self.jp_assault),
                    ("second control", self.determine_control),
                    ("end", self.end_phase),
                ):
                    if name == "weather" and self.turn == 1:
                        continue
                    self.phase = name
                    yield from self.window("window")
                    yield from phase()
                self.turn += 1
        except GameOver:
            self.phase = "over"

    def set_up(self) -> Play[None]:
        """All units, ten in an area at most, and 21 Caves, two in an area at most."""
        while True:
            waiting = [unit for unit in JAPAN if self.where[unit] == UNSET]
            caves = 21 - sum(self.caves.values())
            offers = [f"deploy {unit} {area}" for unit in waiting for area in AREAS if len(self.jp_in(area)) < 10]
            offers += [f"dig {area}" for area in AREAS if caves and self.caves[area] < 2]
            offers += [f"plan {plan}" for plan in self.plans] if offers else ["done"]
            answer = yield from self.ask_setup(offers)
            if answer.verb == "deploy":
                unit, area = answer.pair
                self.where[unit] = area
            elif answer.verb == "dig":
                self.caves[answer.rest] += 1
            elif answer.verb == "plan":
                self.follow_plan(answer)
            else:
                return

    def follow_plan(self, answer: Answer) -> None:
        """Wherever a plan puts things, it keeps to the limits and to what is placed already."""
        for unit in JAPAN:
            assert self.where[unit] in (UNSET, answer.places[unit])
            self.where[unit] = answer.places[unit]
        assert all(len(self.jp_in(area)) <= 10 for area in AREAS)
        assert all(self.caves[area] <= answer.caves.get(area, 0) <= 2 for area in AREAS)
        assert sum(answer.caves.values()) == 21
        self.caves.update({area: count - self.caves[area] for area, count in answer.caves.items()})

    def ask_setup(self, offers: list[str]) -> Play[Answer]:
        return (yield Ask("jp", "setup", frozenset(offers)))

    # ------------------------------------------------------------------ the U.S. phases

    def weather_phase(self) -> Play[None]:
        self.grounded = set()
        self.weather = WEATHER[self.roll()]
        for _ in range(GROUNDED[self.weather]):
            answer = yield from self.ask_us(
                "ground", lambda: [f"ground {unit}" for unit in self.aid("air_support") if unit not in self.grounded]
            )
            self.grounded.add(answer.rest)

    def aid(self, *types: str) -> list[str]:
        return [unit for unit in AID if AID[unit].type in types and self.where[unit] == SUPPORT]

    def us_reset(self) -> Play[None]:
        self.fired -= set(GROUND)
        yield from ()

    def recovery(self) -> Play[None]:
        """A step a Beachhead, where no enemy is: for a unit there, or an eliminated one that comes back if there is room."""
        used: set[str] = set()

        def offers() -> list[str]:
            found = ["done"]
            for area in self.beachheads - used:
                if self.jp_in(area):
                    continue
                found += [f"recover {unit}" for unit in self.us_in(area) if self.steps[unit] < PIECES[unit].steps]
                if len(self.us_in(area)) < 5:
                    found += [f"return {unit} {area}" for unit in GROUND if self.where[unit] == LOST]
            return found

        while True:
            answer = yield from self.ask_us("recovery", offers)
            if answer.verb == "done":
                return
            unit, area = (answer.rest, self.where[answer.rest]) if answer.verb == "recover" else answer.pair
            if answer.verb == "return":
                self.where[unit] = area
                self.fired.discard(unit)
            self.steps[unit] += 1
            used.add(area)

    def us_bombardment(self) -> Play[None]:
        self.aim = {}

        def offers() -> list[str]:
            found = ["done"]
            load = [area for unit, area in self.aim.items() if unit in AID]
            for unit in self.aid("air_support", "naval_support"):
                if unit not in self.grounded and unit not in self.aim:
                    found += [f"bombard {unit} {area}" for area in AREAS if load.count(area) < 5]
            for unit in self.upright(self.on_map(GROUND)):
                if PIECES[unit].is_gun and unit not in self.aim:
                    found += [f"bombard {unit} {area}" for area in self.reach(unit)]
            return found

        while True:
            answer = yield from self.ask_us("bombard", offers)
            if answer.verb == "done":
                break
            unit, area = answer.pair
            self.aim[unit] = area
        if self.aim:
            for area in self.aim.values():
                self.show_caves(area)
            yield from self.window("targets")
            yield from self.resolve_all("us", self.us_bombards)

    def us_movement(self) -> Play[None]:
        self.moved = set()
        self.landed.clear()

        def offers() -> list[str]:
            found = ["done"]
            for unit in GROUND:
                if self.where[unit] == LANDING:
                    found += [f"land {unit} {area}" for area in AREAS if self.may_land(unit, area)]
                elif self.where[unit] in AREAS and unit not in self.moved:
                    found += [f"move {unit} {area}" for area in self.passable(unit)]
            return found

        while True:
            answer = yield from self.ask_us("move", offers)
            if answer.verb == "done":
                break
            yield from self.us_moves(*answer.pair, landing=answer.verb == "land")
        for area in AREAS:
            if self.us_in(area):
                self.show_caves(area)
        self.reveal_all([unit for area in AREAS if self.us_in(area) for unit in self.unseen_in(area)])
        self.moved = set()

    def us_moves(self, unit: str, area: str, landing: bool) -> Play[None]:
        """One unit's whole move, from its first step or its landing to its end."""
        points = self.mp_of(unit) - (self.landing_cost(area) if landing else 1)
        self.moved.add(unit)
        if landing:
            self.landed[area] += 1
        while True:
            self.where[unit] = area
            if landing and PIECES[unit].division == 3 and area not in self.beachheads and not self.third_paid:
                self.third_paid = True
                self.score("jp", 10)
            shot = yield from self.entry(unit, area, landing)
            if self.where[unit] not in AREAS:
                return
            if shot or self.seen_in(area) or not points:
                break
            answer = yield from self.ask_us("move", lambda: ["stop", *(f"move {unit} {area}" for area in self.passable(unit))])
            if answer.verb == "stop":
                break
            area, landing = answer.pair[1], False
            points -= 1
        self.test_stacking(unit)

    def entry(self, mover: str, area: str, landing: bool) -> Play[bool]:
        """Japan may fire with one unit of the area, show it, or keep still."""
        if not self.fog() and not self.upright(self.seen_in(area)):
            return False
        answer = yield from self.ask_japan(
            "entry", lambda: ["pass", *(f"fire {unit}" for unit in self.upright(self.jp_in(area)))]
        )
        if answer.verb == "pass":
            return False
        firer = answer.rest
        surprise = 2 if firer in self.hidden and not self.watched(area) else 0
        if firer in self.hidden:
            firer = self.reveal(firer)
        yield from self.fire_at(mover, firer, self.assault_of(firer) + surprise, landing)
        return True

    def us_assault(self) -> Play[None]:
        yield from self.offer_kirikami()
        self.aim = {}

        def offers() -> list[str]:
            units = [unit for unit in self.upright(self.on_map(GROUND)) if unit not in self.aim]
            return ["done", *(f"assault {unit}" for unit in units if self.jp_in(self.where[unit]))]

        while True:
            answer = yield from self.ask_us("assault", offers)
            if answer.verb == "done":
                break
            self.aim[answer.rest] = self.where[answer.rest]
        yield from self.resolve_all("us", self.us_assaults)

    def offer_kirikami(self) -> Play[None]:
        """A Japanese unit next to the enemy gives a step, and all assault better in this turn."""

        def offers() -> list[str]:
            return [f"kirikami {unit}" for unit in self.on_map(JAPAN) if self.us_in(self.where[unit])]

        if offers():
            answer = yield from self.ask_japan("kirikami", lambda: ["pass", *offers()])
            if answer.verb == "kirikami":
                self.kirikami = True
                self.lose_step(answer.rest)

    def determine_control(self) -> Play[None]:
        for area in AREAS:
            if self.us_in(area) and not self.jp_in(area):
                if area not in self.us_control:
                    self.us_control.add(area)
                    self.shown[area] = self.caves[area] = 0
            elif self.jp_in(area) and not self.us_in(area):
                self.us_control.discard(area)
                self.beachheads.discard(area)
                self.airfields.discard(area)
        yield from ()

    def construction(self) -> Play[None]:
        def offers() -> list[str]:
            return ["done", *(f"build {area}" for area in self.us_control if self.box_is_free(area))]

        while True:
            answer = yield from self.ask_us("build", offers)
            if answer.verb == "done":
                return
            box = AREAS[answer.rest].box
            if box == "beachhead":
                self.beachheads.add(answer.rest)
            elif box == "safe_to_land":
                self.airfields.add(answer.rest)
            else:
                self.flag = "due"

    # ------------------------------------------------------------------ the Japanese phases

    def jp_reset(self) -> Play[None]:
        self.fired -= set(JAPAN)
        yield from ()

    def jp_bombardment(self) -> Play[None]:
        self.aim = {}

        def offers() -> list[str]:
            guns = [unit for unit in self.upright(self.on_map(JAPAN)) if PIECES[unit].is_gun and unit not in self.aim]
            return ["done", *(f"bombard {unit} {area}" for unit in guns for area in self.reach(unit))]

        while True:
            answer = yield from self.ask_japan("jp bombard", offers)
            if answer.verb == "done":
                break
            unit, area = answer.pair
            self.aim[unit] = area
        self.reveal_all([unit for unit in self.aim if unit in self.hidden])
        yield from self.resolve_all("jp", self.jp_bombards)

    def jp_movement(self) -> Play[None]:
        self.moved = set()
        self.die = self.roll()
        self.moves = (self.die + 1) // 2

        def offers() -> list[str]:
            found = ["done"]
            for unit in self.on_map(JAPAN):
                if not self.moves or unit in self.moved or not self.mp_of(unit):
                    continue
                if unit not in self.hidden:
                    found += [f"move {unit} {area}" for area in self.passable(unit)]
                    if not self.us_in(self.where[unit]):
                        found.append(f"hide {unit}")
                elif self.mp_of(unit) > 1:
                    found += [f"sneak {unit} {area}" for area in self.passable(unit)]
            return found

        while True:
            answer = yield from self.ask_japan("jp move", offers)
            if answer.verb == "done":
                break
            unit = answer.rest if answer.verb == "hide" else answer.pair[0]
            self.moves -= 1
            self.moved.add(unit)
            if answer.verb == "hide":
                self.hidden.add(unit)
            else:
                yield from self.jp_moves(unit, answer.pair[1], unseen=answer.verb == "sneak")
        self.moved = set()

    def jp_moves(self, unit: str, area: str, unseen: bool) -> Play[None]:
        """One unit's whole move. Unseen at the start, it has a point less; more than one area unseen, and it must show itself."""
        points = self.mp_of(unit) - (1 if unseen else 0)
        entered = 0
        while True:
            self.where[unit] = area
            entered += 1
            if unit in self.hidden and (area in self.us_control or self.us_in(area)):
                self.reveal(unit)
            if self.us_in(area):
                yield from self.us_may_fire(unit, area)
                if self.where[unit] not in AREAS:
                    return
                break
            if entered == points:
                break

            def on() -> list[str]:
                verb = "sneak" if unit in self.hidden else "move"
                return ["stop", *(f"{verb} {unit} {area}" for area in self.passable(unit))]

            answer = yield from self.ask_japan("jp move", on)
            if answer.verb == "stop":
                break
            area = answer.pair[1]
        if unit in self.hidden and entered > 1:
            self.reveal(unit)
        self.test_stacking(unit)

    def us_may_fire(self, mover: str, area: str) -> Play[None]:
        if not self.upright(self.us_in(area)):
            return
        answer = yield from self.ask_us(
            "us fire", lambda: ["pass", *(f"fire {unit}" for unit in self.upright(self.us_in(area)))], call=False
        )
        if answer.verb == "fire":
            yield from self.fire_at(mover, answer.rest, self.assault_of(answer.rest), landing=False)

    def jp_assault(self) -> Play[None]:
        self.aim = {}

        def offers() -> list[str]:
            units = [unit for unit in self.upright(self.on_map(JAPAN)) if unit not in self.aim]
            named = [f"assault {unit}" for unit in units if self.us_in(self.where[unit])]
            return ["done", *named, *self.banzai_offer()]

        while True:
            answer = yield from self.ask_japan("jp assault", offers)
            if answer.verb == "done":
                break
            if answer.verb == "banzai":
                self.declare_banzai()
            else:
                self.aim[answer.rest] = self.where[answer.rest]
        self.reveal_all([unit for unit in self.aim if unit in self.hidden])
        yield from self.resolve_all("jp", self.jp_assaults)
        if self.banzai:
            self.hidden.discard(HQ)
            self.remove(HQ, LOST)
        self.banzai, self.kirikami = "", False

    # ------------------------------------------------------------------ the end of a turn

    def end_phase(self) -> Play[None]:
        pair = {"funami", "motoyama_af"} <= self.airfields
        self.score("us", 2 * len(self.airfields) + (2 if pair else 0))
        if self.flag == "due":
            self.flag = "raised"
            self.score("us", self.roll())
        if self.turn == 9:
            self.final_count()
        if self.turn in (3, 7, 8):
            yield from self.retire("naval_support")
        if self.turn == 1:
            self.reveal_all([unit for unit in self.on_map(JAPAN) if unit in self.hidden and PIECES[unit].red])
            for unit in JAPAN:
                # Marines that do not come to light are dead, as everybody can tell.
                if PIECES[unit].red and self.where[unit] == LOST_UNSEEN:
                    self.where[unit] = LOST
                    self.hidden.discard(unit)
            yield from self.retire("air_support")

    def final_count(self) -> None:
        alive = self.on_map(JAPAN)
        self.vp["jp"] += len(alive) + (5 if HQ in alive else 0) + 3 * len(set(AREAS) - self.us_control)
        us, jp = self.vp["us"], self.vp["jp"]
        self.end("us" if us > jp else "jp" if jp > us else "draw")

    def retire(self, type: str) -> Play[None]:
        answer = yield from self.ask_us("retire", lambda: [f"retire {unit}" for unit in self.aid(type)])
        self.where[answer.rest] = OUT
