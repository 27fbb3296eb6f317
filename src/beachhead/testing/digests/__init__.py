"""The gate: the same seeds give the same games, whichever way the program was built and on whatever machine it runs.

Everything that a game answers is hashed into short lines, one for each scenario, each option and each kind of answer: the games
themselves (`play`), what they report (`events`, `words`), how players play them (`players`), and what can be asked about
positions on the way (`odds`, `views`, `samples`, `previews`, …). Lines are stored in the repository. A line that differs says
what has changed, and plain and compiled code must give the same lines.

    python -m beachhead.testing.digests                       # every game: compare with the stored lines
    python -m beachhead.testing.digests --game NAME --write   # store the lines of a new game, or after a change on purpose

>>> import beachhead as bh
>>> [str(setting) for setting in settings(bh.game("rage"))]
['campaign']
>>> from beachhead.testing.digests.lines import Key
>>> key = Key(next(settings(bh.game("rage"))), "tables")
>>> str(key), len(key.line())
('campaign: tables', 16)
"""

from __future__ import annotations

from beachhead.testing.digests.lines import Key, keys
from beachhead.testing.digests.settings import Setting, settings
from beachhead.testing.digests.stored import Difference, compare, read, write

__all__ = ["Difference", "Key", "Setting", "compare", "keys", "read", "settings", "write"]
