"""Boards: hex grids and area maps, and what every game asks of them.

`hexes`, `areas` and `cells` hold the maps. `network` says what each step costs; `fields`, `ranges`, `ways`, `detours` and
`pieces` find costs, reachable spaces, routes, and what is connected. `sight` draws lines of sight, `matching` pairs things off,
`stacks` keeps counters in order. All of it works on space numbers and knows no game.
"""
