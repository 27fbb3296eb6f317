"""Boards: hex grids and area maps, and what every game asks of them.

`hexes`, `areas` and `cells` hold the maps. `network` says what each step costs; `fields`, `ranges`, `spreads`, `ways`
and `detours` find costs, reachable spaces, what is connected, and routes. `sight` draws lines of sight,
`matching` pairs things off, `stacks` keeps counters in order. All of it works on space numbers and knows no game.
"""
