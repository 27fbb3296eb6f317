"""The rules of thumb of the Saipan drill in words, for a player who asks what the sergeant would do and why.

Keys are a step and a word, with the side before them where the two differ, and ` >` after them for an action that serves a
`{target}`. A step `*` is any step.
"""

from __future__ import annotations

from typing import Final

REASONS: Final[dict[str, str]] = {
    "note note": "Land where the beaches lie side by side, so that the battalions support each other from the first turn.",
    "deploy deploy": "Cover every beach and keep the strongest units where they can counterattack.",
    "land land": "Bring the strongest unit ashore first, where it widens the beachhead.",
    "move move >": "This move brings the unit into position to attack {target}. The whole phase is planned around such attacks.",
    "us move move": "No attack needs this unit, so it closes up to the front and covers its neighbors.",
    "jp move move": "No attack needs this unit, so it takes a post that slows the landing or guards a line of retreat.",
    "move done": "Every unit is where the plan wants it.",
    "combat attack": "Of the attacks that are left, this one gains most for what it risks.",
    "combat barrage": "This artillery would otherwise not fire this phase.",
    "combat support": "These points would otherwise go unused, or the enemy unit must be attacked.",
    "combat done": "No attack that is left is worth its risk.",
    "attackers join": "The odds of this attack were worked out with this unit in it.",
    "attackers done": "Everyone who was meant to attack has joined.",
    "attackers also": "This defender must be attacked as well, and it is the weakest.",
    "barrage barrage": "The extra strength reaches a better column, and nobody else needs this artillery more.",
    "barrage support": "The points reach a better column; the rest are saved for other attacks.",
    "barrage done": "More fire would not improve the odds enough.",
    "protect protect": "This fire moves the attack to a column that is better for the defender.",
    "protect support": "Just enough points to make a difference; the rest are saved for other defenders.",
    "protect done": "More protective fire would change nothing, or is needed elsewhere.",
    "banzai banzai": "The massed attack gains more than the men it costs.",
    "banzai regular": "A massed attack would cost more men than it gains.",
    "retreat retreat": "The safest hex: away from enemy zones of control, and not in the way of others.",
    "retreat displace": "Moving this unit makes room and costs least.",
    "price pay": "This unit pays the price with the least strength lost.",
    "advance advance": "The hex is worth holding and the unit is not in danger there.",
    "advance done": "An advance would expose the unit or leave a better hex.",
}
