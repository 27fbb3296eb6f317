"""Maps of areas: polygons, their land, and what is printed inside them."""
