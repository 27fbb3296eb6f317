"""Coming ashore: set-up (16, 17), placement and amphibious assaults (10), landings, reinforcements and entry (9)."""
