"""The phases of a turn by name and number (chapter 5)."""

from __future__ import annotations

PHASES = (
    "setup",
    "weather",
    "us reset",
    "us recovery",
    "us bombardment",
    "us movement",
    "us assault",
    "first control",
    "construction",
    "jp reset",
    "jp bombardment",
    "jp movement",
    "jp assault",
    "second control",
    "end",
)
(
    SETUP,
    WEATHER,
    US_RESET,
    US_RECOVERY,
    US_BOMBARDMENT_PHASE,
    US_MOVEMENT,
    US_ASSAULT_PHASE,
    FIRST_CONTROL,
    CONSTRUCTION,
    JP_RESET,
    JP_BOMBARDMENT_PHASE,
    JP_MOVEMENT,
    JP_ASSAULT_PHASE,
    SECOND_CONTROL,
    END,
) = range(len(PHASES))
CASES = ("4", "5.1", "5.2.1", "5.2.2", "5.2.3", "5.2.4", "5.2.5", "5.2.6", "5.2.7", "5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5", "5.4")
TITLES = (
    "Set-up",
    "The Weather Phase",
    "The U.S. Reset Phase",
    "The U.S. Recovery Phase",
    "The U.S. Bombardment Phase",
    "The U.S. Movement Phase",
    "The U.S. Assault Phase",
    "The First Control Determination Phase",
    "The Construction Phase",
    "The Japanese Reset Phase",
    "The Japanese Bombardment Phase",
    "The Japanese Movement Phase",
    "The Japanese Assault Phase",
    "The Second Control Determination Phase",
    "The End Phase",
)
