"""Lookout as it should not be: each of these games gives something away, or breaks another law, and the kit must notice."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from beachhead.engine.action import Action, pack, unpack
from beachhead.engine.fields import COPY, Fields, derived
from beachhead.engine.refusal import Refusal
from beachhead.engine.secrecy import Known, Secret, Shown
from beachhead.engine.state import Result
from beachhead.engine.step import AnyStep

from .hidden_game import (
    AREAS,
    CUP,
    DONE,
    FADE,
    GONE,
    INNER,
    MARCH,
    OBJECTIVE,
    PIECE,
    PIECES,
    SEARCH,
    SHOWN,
    Aim,
    Ambush,
    Dusk,
    Fade,
    Hide,
    Lookout,
    LookoutGame,
    Raid,
    Watch,
)

if TYPE_CHECKING:
    from typing import Self

HONEST: tuple[AnyStep, ...] = LookoutGame.steps


def instead(*steps: AnyStep) -> tuple[AnyStep, ...]:
    """Lookout's steps with some replaced by others of the same name."""
    better = {step.name: step for step in steps}
    return tuple(better.get(step.name, step) for step in HONEST)


def with_item(item: Shown[Lookout]) -> tuple[Shown[Lookout], ...]:
    """Lookout's view with one more item, or one replaced."""
    return (*(old for old in SHOWN if old.name != item.name), item)


# ---------------------------------------------------------------------- leaks


class LeakInView(LookoutGame):
    """An item of the view rests on a secret and does not say so."""

    id = "leak-view"
    shown = with_item(Shown("guns in the cup", lambda state: sum(PIECES[piece].startswith("gun") for piece in state.cup)))


class LeakInNumbers(LookoutGame):
    """What players of the program are told in numbers rests on a secret and does not say so."""

    id = "leak-numbers"
    known = (Known("aim", "the area that the raider is after", lambda state, _: state.aim),)


class LeakPieceByPiece(LookoutGame):
    """A list for players of the program forgets to leave out what lies under the fog."""

    id = "leak-piece-by-piece"
    known = (Known("pieces", "what lies under each token", lambda state, _: state.piece.copy()),)


class TalkativeHide(Hide):
    def take(self, state: Lookout, code: int) -> None:
        piece = PIECES[unpack(code)[1]]
        super().take(state, code)
        state.tell("hidden", "2.2", f"The warden grins: {piece}")


class LeakInEvent(LookoutGame):
    """An event for everybody names what has been hidden."""

    id = "leak-event"
    steps = instead(TalkativeHide())


class TalkativeFade(Fade):
    def take(self, state: Lookout, code: int) -> None:
        super().take(state, code)
        if unpack(code)[0] == FADE:
            state.tell("faded", "4.3", f"A {'real' if state.kind(len(state.area) - 1) != 'decoy' else 'false'} one comes")


class LeakInDraw(LookoutGame):
    """An event for everybody depends on a private draw."""

    id = "leak-draw"
    steps = instead(TalkativeFade())


class TalkativeWatch(Watch):
    def prompt(self, state: Lookout) -> str:
        return f"Shift one of {sum(state.kind(token) != 'decoy' for token in state.under_fog())} counters that matter."


class LeakInPrompt(LookoutGame):
    """The prompt of one side is seen by the other."""

    id = "leak-prompt"
    steps = instead(TalkativeWatch())


class KnowingRaid(Raid):
    def choices(self, state: Lookout) -> Sequence[int]:
        codes = super().choices(state)
        return [c for c in codes if unpack(c)[0] != SEARCH or state.kind(unpack(c)[1]) != "decoy"]


class LeakInChoices(LookoutGame):
    """Decoys cannot be searched, so what is offered tells which are decoys."""

    id = "leak-choices"
    steps = instead(KnowingRaid())


class FrankRaid(Raid):
    def refuse(self, state: Lookout, code: int) -> Refusal:
        verb, token, _, _ = unpack(code)
        if verb == SEARCH and token < len(state.area):
            return Refusal("3.2", f"{PIECES[state.piece[token]]} cannot be searched from here")
        return super().refuse(state, code)


class LeakInRefusal(LookoutGame):
    """The reason of a refusal tells what lies under the fog."""

    id = "leak-refusal"
    steps = instead(FrankRaid())


class EagerRaid(Raid):
    def window_opens(self, state: Lookout, area: int) -> bool:
        return any(state.kind(token) != "decoy" for token in state.under_fog(area))


class LeakInWindow(LookoutGame):
    """The warden is asked only if he can fire: when nobody is asked, the raider knows."""

    id = "leak-window"
    steps = instead(EagerRaid())


class HastyAmbush(Ambush):
    forced_verbs = ("pass",)  # type: ignore[assignment]


class LeakInHaste(LookoutGame):
    """The window opens, but closes by itself if there is no choice."""

    id = "leak-haste"
    steps = instead(HastyAmbush())


def kept(secret: Secret[Lookout]) -> Secret[Lookout]:
    """The same secret, but samples hold the truth."""
    return replace(secret, resample=lambda *_: None, veil=lambda *_: None)


class TrueSamples(LookoutGame):
    """Samples hold the true pieces."""

    id = "leak-sample"
    secrets: ClassVar[tuple[Secret[Lookout], ...]] = (kept(PIECE), CUP, OBJECTIVE)


class HalfTrueSamples(LookoutGame):
    """Samples make up the pieces, but hold the true aim."""

    id = "leak-half"
    secrets: ClassVar[tuple[Secret[Lookout], ...]] = (PIECE, CUP, kept(OBJECTIVE))


class SometimesTrueSamples(LookoutGame):
    """Samples make up the pieces, but now and then they find no others and fall back on the true ones."""

    id = "leak-sometimes"

    @staticmethod
    def _lazily(state: Lookout, side: str, rng: random.Random) -> None:
        if rng.random() < 0.7:
            PIECE.resample(state, side, rng)

    secrets: ClassVar[tuple[Secret[Lookout], ...]] = (replace(kept(PIECE), resample=_lazily), CUP, OBJECTIVE)


class CountedDraws(Lookout):
    def sample(self, side: str, seed: int = 0) -> CountedDraws:
        twin = super().sample(side, seed)
        twin.dice.counts = self.dice.counts.copy()
        return twin


class LeakOfDraws(LookoutGame):
    """Samples tell how often the warden has drawn from the cup."""

    id = "leak-draws"

    state_type = CountedDraws


class KnownDice(Lookout):
    def sample(self, side: str, seed: int = 0) -> KnownDice:
        twin = super().sample(side, seed)
        twin.dice = self.dice.copy()
        return twin


class LeakOfDice(LookoutGame):
    """Samples hold the true dice to come."""

    id = "leak-dice"

    state_type = KnownDice


class LeakOfSeed(LookoutGame):
    """The seed is part of the view, as a number."""

    id = "leak-seed"
    shown = with_item(Shown("table", lambda state: f"table {int.from_bytes(state.dice.seed, 'big')}"))


class WildSamples(LookoutGame):
    """Samples change what the side has seen: uncovered pieces."""

    id = "wild-samples"

    @staticmethod
    def _wild(state: Lookout, side: str, rng: Any) -> None:
        PIECE.resample(state, side, rng)
        if any(state.open) and side == "raider":
            state.piece = [rng.randrange(len(PIECES)) for _ in state.piece]

    secrets: ClassVar[tuple[Secret[Lookout], ...]] = (replace(PIECE, resample=_wild), CUP, OBJECTIVE)


class SilentDusk(Dusk):
    def settle(self, state: Lookout) -> bool:
        if state.turn == 3 and state.aim in state.squad:
            state.end(Result("raider", "6.1", "The raiders are where they wanted to be", state.turn))
            return False
        return super().settle(state)


class LeakInEnd(LookoutGame):
    """Whether the game goes on depends on the secret aim, and no reveal says so."""

    id = "leak-end"
    steps = instead(SilentDusk())


class LeakInOdds(LookoutGame):
    """The odds of marching tell how much can fire there."""

    id = "leak-odds"

    def odds(self, state: Lookout, action: Action) -> dict[str, Fraction]:
        verb, _, area, _ = unpack(action.code)
        if verb == MARCH and any(state.kind(token) == "gun" for token in state.under_fog(area)):
            return {"danger": Fraction(1)}
        return super().odds(state, action)


class Confident(LookoutGame):
    """No leak: samples nearly always guess the same aim, which may happen to be the true one."""

    id = "confident"

    @staticmethod
    def _guess(state: Lookout, side: str, rng: random.Random) -> None:
        if side != "raider" and state.aim != GONE:
            state.aim = INNER[0] if rng.random() < 0.95 else INNER[1]

    secrets: ClassVar[tuple[Secret[Lookout], ...]] = (PIECE, CUP, replace(OBJECTIVE, resample=_guess))


LEAKS: tuple[type[LookoutGame], ...] = (
    LeakInView,
    LeakInNumbers,
    LeakPieceByPiece,
    LeakInEvent,
    LeakInDraw,
    LeakInPrompt,
    LeakInChoices,
    LeakInRefusal,
    LeakInWindow,
    LeakInHaste,
    TrueSamples,
    HalfTrueSamples,
    LeakOfDice,
    LeakOfSeed,
    WildSamples,
    LeakInEnd,
    LeakInOdds,
)


# ---------------------------------------------------------------------- other broken laws


class EndlessWatch(Watch):
    def take(self, state: Lookout, code: int) -> None:
        if unpack(code)[0] == DONE:
            super().take(state, code)
        else:
            state.replace(Raid)


class Endless(LookoutGame):
    """A decision that merely takes the last one back: random play does not end in time."""

    id = "endless"
    steps = instead(EndlessWatch())
    max_actions = 60


class EmptyWatch(Watch):
    def choices(self, state: Lookout) -> Sequence[int]:
        return super().choices(state)[:-1] if state.turn > 2 else super().choices(state)


class Stuck(LookoutGame):
    """The list of actions can be empty."""

    id = "stuck"
    steps = instead(EmptyWatch())


class GenerousAim(Aim):
    def choices(self, state: Lookout) -> Sequence[int]:
        return [pack(0, area) for area in range(len(AREAS))]

    def take(self, state: Lookout, code: int) -> None:
        if unpack(code)[1] == 0:
            raise ValueError("nobody wants the cove")
        super().take(state, code)


class Unsound(LookoutGame):
    """An offered action cannot be carried out."""

    id = "unsound"
    steps = instead(GenerousAim())


class VagueWatch(Watch):
    def refuse(self, state: Lookout, code: int) -> Refusal:
        return Refusal("7.7", "")


class Vague(LookoutGame):
    """Refusals without a reason, by a case that does not exist."""

    id = "vague"
    steps = instead(VagueWatch())


class MeddlingWatch(Watch):
    def refuse(self, state: Lookout, code: int) -> Refusal:
        state.turn += 1
        return super().refuse(state, code)


class Meddling(LookoutGame):
    """A refusal changes the state."""

    id = "meddling"
    steps = instead(MeddlingWatch())


class SharingState(Lookout):
    def _copy_into(self, twin: Self) -> None:
        super()._copy_into(twin)
        twin.acted = self.acted


class Sharing(LookoutGame):
    """A copy shares a list with its original."""

    id = "sharing"

    state_type = SharingState


class ForgetfulState(Lookout):
    fields = Fields(Lookout.fields, acted=derived("list[int]", (0, 0, 0), COPY))


class Forgetful(LookoutGame):
    """A field is missing from saves."""

    id = "forgetful"

    state_type = ForgetfulState


class AttentiveRaid(Raid):
    def take(self, state: Lookout, code: int) -> None:
        super().take(state, code)
        if state.sink is not None and state.turn == 2:
            state.acted = [1, 1, 1]


class Attentive(LookoutGame):
    """The game goes another way when somebody listens."""

    id = "attentive"
    steps = instead(AttentiveRaid())


class OddView(LookoutGame):
    """A view with keys that JSON does not know."""

    id = "odd-view"
    shown = with_item(Shown("numbers", lambda state: dict(enumerate(state.squad))))


_squads: list[int] = []


def _same_list(state: Lookout) -> list[int]:
    _squads[:] = _squads or state.squad
    return _squads


class CommonView(LookoutGame):
    """A view hands out a list that the next one hands out again."""

    id = "common-view"
    shown = with_item(Shown("posts", _same_list))


class ShortcutView(LookoutGame):
    """A shorter way to an item shows what its secret hides."""

    id = "shortcut-view"
    shown = with_item(Shown("cup", lambda state: list(state.cup), CUP, show_to=lambda state, _: list(state.cup)))


class UnpreparedSamples(LookoutGame):
    """A secret claims to hide nothing, and so samples do not make it up."""

    id = "unprepared-samples"
    secrets: ClassVar[tuple[Secret[Lookout], ...]] = (PIECE, CUP, replace(OBJECTIVE, hides=lambda *_: False))


class HashedHide(Hide):
    def choices(self, state: Lookout) -> Sequence[int]:
        return sorted(super().choices(state), key=lambda code: hash(state.ruleset.text(code)))


class Hashed(LookoutGame):
    """The order of actions depends on Python's hash seed."""

    id = "hashed"
    steps = instead(HashedHide())


class UndoableReveal(LookoutGame):
    """Undo crosses a reveal, for the game does not declare it."""

    id = "undoable"
    reveal_kinds = frozenset({"aim shown"})


class Loaded(LookoutGame):
    """The odds are not what the dice do."""

    id = "loaded"

    def odds(self, state: Lookout, action: Action) -> dict[str, Fraction]:
        true = super().odds(state, action)
        return dict.fromkeys(true, Fraction(1, len(true))) if true else true


class LopsidedAim(Aim):
    class Lazy(list[int]):
        def __contains__(self, code: object) -> bool:
            return True

    def choices(self, state: Lookout) -> Sequence[int]:
        return self.Lazy(super().choices(state))


class Lopsided(LookoutGame):
    """`in` says yes to everything."""

    id = "lopsided"
    steps = instead(LopsidedAim())


class ForgetfulPosition(LookoutGame):
    """A written position comes back without the cup."""

    id = "forgetful-position"

    def describe(self, state: Lookout) -> dict[str, Any]:
        found = super().describe(state)
        found["moment"]["cup"] = sorted(found["moment"]["cup"])[:2]
        return found


class Unquotable(LookoutGame):
    """A prompt cites a case that the game has not."""

    id = "unquotable"

    class _Raid(Raid):
        case = "9.9"

    steps = instead(_Raid())


class TidalRaid(Raid):
    def take_march(self, state: Lookout, squad: int, area: int) -> None:
        if state.ruleset.parameters["options"]["tide"]:
            raise RuntimeError("the tide has not been thought of")
        super().take_march(state, squad, area)


class Tidal(LookoutGame):
    """An option that nobody has tried."""

    id = "tidal"
    steps = instead(TidalRaid())


BROKEN: Mapping[type[LookoutGame], str] = {
    Endless: "games end",
    Stuck: "games end",
    Unquotable: "games end",
    Unsound: "offers are legal",
    Tidal: "offers are legal",
    Vague: "all else is refused",
    Meddling: "all else is refused",
    Lopsided: "actions come in order",
    Sharing: "copies are independent",
    Forgetful: "texts round-trip",
    ForgetfulPosition: "texts round-trip",
    Attentive: "events change nothing",
    OddView: "views are plain",
    CommonView: "views are plain",
    ShortcutView: "views are plain",
    UnpreparedSamples: "samples follow the view",
    Hashed: "digests are canonical",
    UndoableReveal: "undo keeps the law",
    Loaded: "odds are kept",
    SometimesTrueSamples: "samples follow the view",
    LeakOfDraws: "samples follow the view",
}
"""Games that break a law, and the law they break."""

ALL: tuple[type[LookoutGame], ...] = (*LEAKS, *BROKEN)
