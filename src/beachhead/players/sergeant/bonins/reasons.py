"""The rules of thumb of the Bonins drill in words (the keys are explained in the reasons of Saipan)."""

from __future__ import annotations

from typing import Final

REASONS: Final[dict[str, str]] = {
    "beaches invade": "The usual beaches: the shortest way to Suribachi.",
    "movement call": "The reserve regiments pay for themselves if they come early, with their tanks.",
    "movement replace": "Depleted battalions in safety first, then tanks, then battalions that were lost.",
    "movement move >": "This move prepares the attack on {target}: several hexes against one, before anyone else moves.",
    "movement move": "No attack needs this unit, so it closes up to the next Japanese position without bunching.",
    "movement land": "Land on the beach that is nearest to the fight and least crowded; battalions before support units.",
    "movement done": "Every unit is where the next attacks need it.",
    "declare declare": "This is the best attack that bombardment helps.",
    "declare done": "No other attack is worth bombardment markers.",
    "declaring join": "The attack was planned with the units of this hex in it.",
    "declaring mark": "This many markers: enough to suppress the defender, and none wasted.",
    "combat resolve": "Declared attacks come first.",
    "combat attack": "Of the attacks that are left, this one should gain most for the steps it costs.",
    "combat done": "No attack that is left promises enough.",
    "attacking join": "The attack was planned with the units of this hex in it.",
    "attacking done": "Everyone who was meant to attack has joined.",
    "loss lose": "Support units first, which cost no points, then battalions that are already depleted.",
    "retreat retreat": "Back, but not far from the front and out of the fire.",
    "retreat stand": "There is nowhere better to go.",
    "retreat done": "Nobody retreats who need not.",
    "advance advance": "The strongest units advance, where that brings them up to the next enemy.",
    "advance done": "These units are needed where they are.",
    "deploy deploy": "Guns and headquarters where the Marines come late; the best defenders on Suribachi and before the beaches.",
    "arrival place": "The hex where a unit should hold out longest: good cover, far from the Marines.",
    "redeploying place": "The hex where a unit should hold out longest: good cover, far from the Marines.",
    "redeploying keep": "This unit defends at least as well as a blind draw would.",
    "redeploying draw": "A blind draw should defend better, and the Marines have not seen it.",
    "sortie try": "The unit would hold out longer elsewhere, so it tries the tunnels.",
    "sortie done": "Whoever holds a hex costs the Marines more than one who leaves it.",
    "tunnel tunnel": "The best hex that the tunnels reach.",
    "tunnel done": "No hex that the tunnels reach is better than this one.",
    "bombard mark": "Fire falls where it should cost most steps: full battalions in a dangerous hex.",
    "bombard roll": "Nothing else is worth a marker.",
    "bombard done": "Nothing else is worth a marker.",
}
