"""Options of random games: both printings, other rulings, gifts, tiles left in the box."""
from __future__ import annotations

import random

from . import facts

ALTERNATIVES = (
    ("bathhouse_spends", "boatman"), ("piles", "random"), ("harvest_units", "0,1,4"), ("harvest_units", "2,3,5"),
    ("missing_good", "never"), ("missing_good", "always"), ("route_good", "may"), ("technology", "once"),
    ("keep_technology", "no"), ("first_technology", "step"), ("village_without_technology", "no"),
    ("village_without_tile", "no"), ("full_development", "never"), ("full_development", "always"),
    ("leave_coin_space", "yes"), ("unpaid", "points"), ("order", "seat"), ("town_hall", "all"), ("tower", "place"),
    ("sacristy", "forced"), ("plague_to", "box"), ("harvest_to", "box"),
    ("take_back", "no"), ("take_back", "bag"), ("planning", "open"),
    ("town_hall_again", "no"), ("technology_planning", "yes"), ("lost_followers", "supply"), ("coins", "40"))


def some_options(rng: random.Random, seats: int) -> dict[str, str]:
    """Options of one game: both printings, and in half of the games other rulings."""
    options: dict[str, str] = {}
    if seats < 5 and rng.random() < 0.4:
        options["preset"] = "first_2014"
    if rng.random() < 0.5:
        options["start"] = str(rng.randrange(seats))
    if rng.random() < 0.5:
        options |= {name: other for name, other in ALTERNATIVES if rng.random() < 0.2}
    if rng.random() < 0.6:
        options["gifts"] = ",".join(some_gifts(rng, seats))
    if rng.random() < 0.2:
        given = options.get("gifts", "")
        options["without"] = ",".join(t for t in rng.sample(list(facts.TILES), rng.randint(1, 12)) if t not in given)
    return {name: value for name, value in options.items() if value}


def some_gifts(rng: random.Random, seats: int) -> list[str]:
    """Tiles for some seats, so that games meet them early; and coins, goods, steps, technology."""
    tiles = rng.sample(list(facts.TILES), rng.randint(0, 8))
    gifts = [f"{rng.randrange(seats)}:{tile}" for tile in tiles]
    for name, most in (("coins", 30), ("points", 9), ("development", 6), ("technology", 2), ("wine", 3), ("grain", 4)):
        if rng.random() < 0.4:
            gifts.append(f"{rng.randrange(seats)}:{name} {rng.randint(1, most)}")
    return gifts
