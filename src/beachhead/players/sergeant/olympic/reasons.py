"""The rules of thumb of the Olympic drill in words (the keys are explained in the reasons of Saipan)."""

from __future__ import annotations

from typing import Final

REASONS: Final[dict[str, str]] = {
    "place place": "Stacks for the chosen beaches: strong units where the coast is defended, weaker ones where it is not.",
    "place done": "The Floating Reserve goes ashore over beaches that are already open.",
    "announce announce": "The beaches with open ground behind them and the shortest way to Kagoshima.",
    "landing land": "The beach with the best ground behind it.",
    "beachheads fortify": "The beachhead is in the open and enemies are near.",
    "beachheads unfortify": "Nothing threatens this beachhead, or its troops are needed for the attack.",
    "beachheads done": "No other beachhead needs it.",
    "reinforcement land": "Reinforcements go to the beachhead that is nearest to Kagoshima and least crowded.",
    "reinforcement done": "Nobody else can land to advantage.",
    "interdiction interdict": "Strong Japanese units near the front that could still come nearer.",
    "interdiction done": "No other Japanese unit is worth interdicting.",
    "move move >": "This move prepares the attack on {target}. All attacks of the turn are planned before the first unit moves.",
    "move move": "No attack needs this unit, so it moves toward the objective by covered ground.",
    "move done": "Every unit is where its attack needs it; those that hold a beachhead or a Town stay.",
    "combat assault": "The beach is worth more than the free landing that this stack could have instead.",
    "combat attack": "Of the attacks that are left, this one should gain most for the Casualty Points it costs.",
    "combat done": "Any other attack would cost more than it gains.",
    "attackers join": "The attack was planned with this unit; without it the odds are worse.",
    "attackers done": "Another unit would cost more than it adds.",
    "advance advance": "Into cover, or closer to the objective.",
    "advance done": "Someone must hold this hex, or the hex in front offers no cover.",
    "lose lose": "The weakest unit goes first.",
    "tokko losses lose": "The weakest unit goes first.",
    "deploy deploy": "Strong units in cover behind the likely beaches.",
    "aim aim": "Where most ships are.",
    "japanese move move": "To its post: cover that blocks the roads, or a hex that pins or cuts off Americans.",
    "japanese move done": "Every unit is at its post.",
    "strike attack": "This attack should cost the Americans more than it costs us.",
    "strike done": "No attack that is left pays.",
    "japanese advance advance": "Into cover, or onto a beachhead or Control marker.",
    "japanese advance done": "The hex in front offers no cover and no prize.",
}
