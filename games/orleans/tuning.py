"""The numbers of the heuristics, found by measuring. Data, no logic."""
from typing import Any

TASTE: dict[str, Any] = {
    "sharpness": 3.0, "prior": 3.0, "blur": 0.3, "aside": 0.04, "unplanned": 0.001, "crew": 0.63, "same": 0.53,
    "monk": 0.11, "short_crew": 0.013, "full_crew": 0.065, "draw": 1.2, "draw_short": 0.25, "draw_none": 0.1,
    "technology": 0.1, "tile": 0.85, "census": 0.021, "trading": 0.15, "step_ahead": 0.83, "pace": 0.7,
    "draw_same": 0.4, "food": 0.46, "step": 0.55, "station": 2.0, "boatman": 0.087, "town_ready": 2.5,
    "town_ahead": 0.15, "town_near": 0.0, "guild_ahead": 0.36, "citizen": 1.0, "step_least": 0.15, "send_second": -0.3,
    "bath": 0.86, "place_least": 0.56, "send_least": 0.22, "place_base": 0.13,
    "wanted": {
        "farmer": 1.2, "boatman": 1.0, "craftsman": 1.0, "trader": 1.0, "knight": 1.0, "scholar": 0.9, "monk": 2.0,
    },
    "place_use": {
        "Farm House": 2.0, "Village": 2.0, "University": 2.2, "Castle": 2.6, "Monastery": 1.8, "Ship": 2.0,
        "Wagon": 2.2, "Guildhall": 2.6, "Scriptorium": 2.4, "Town Hall": 0.0, "Hayrick": 0.5, "Cheese Factory": 0.8,
        "Winery": 1.2, "Wool Manufacturer": 1.5, "Tailor Shop": 2.0, "Brewery": 0.5, "Sacristy": 0.5,
        "Herb Garden": 0.0, "Bathhouse": 0.5, "Windmill": 1.2, "Library": 2.2, "Hospital": 1.6, "Cellar": 1.2,
        "Office": 1.2, "School": 0.0, "Pharmacy": 0.5, "Horse Wagon": 1.8, "Shipping Line": 1.0, "Laboratory": 1.5,
        "Gunpowder Tower": 0.0,
    },
    "tile_worth": {
        "Hayrick": 2.5, "Cheese Factory": 2.8, "Winery": 3.4, "Wool Manufacturer": 3.6, "Tailor Shop": 4.0,
        "Brewery": 3.0, "Sacristy": 1.5, "Herb Garden": 4.0, "Bathhouse": 2.5, "Windmill": 3.6, "Library": 5.0,
        "Hospital": 4.0, "Cellar": 3.6, "Office": 3.0, "School": 5.0, "Pharmacy": 3.5, "Horse Wagon": 4.0,
        "Shipping Line": 4.5, "Laboratory": 3.5, "Gunpowder Tower": 3.5,
    },
    "early": {
        "Farm House": 0.0, "University": 0.0, "Castle": 0.0, "Monastery": 0.0, "Ship": 0.0, "Wagon": 0.0,
        "Guildhall": 0.0, "Scriptorium": 0.0, "Hayrick": 0.0, "Cheese Factory": 0.0, "Winery": 0.0,
        "Wool Manufacturer": 0.0, "Tailor Shop": 0.0, "Brewery": 0.0, "Sacristy": 0.0, "Bathhouse": 0.0,
        "Windmill": 0.0, "Library": 0.0, "Hospital": 0.0, "Cellar": 0.0, "Office": 0.0, "Pharmacy": 0.0,
        "Horse Wagon": 0.0, "Shipping Line": 0.0, "Laboratory": 0.0, "Village boatman": 0.0, "Village craftsman": 0.0,
        "Village trader": 0.0,
    },
    "late": {
        "Farm House": 0.0, "University": 0.0, "Castle": 0.0, "Monastery": 0.0, "Ship": 0.0, "Wagon": 0.0,
        "Guildhall": 0.0, "Scriptorium": 0.0, "Hayrick": 0.0, "Cheese Factory": 0.0, "Winery": 0.0,
        "Wool Manufacturer": 0.0, "Tailor Shop": 0.0, "Brewery": 0.0, "Sacristy": 0.0, "Bathhouse": 0.0,
        "Windmill": 0.0, "Library": 0.0, "Hospital": 0.0, "Cellar": 0.0, "Office": 0.0, "Pharmacy": 0.0,
        "Horse Wagon": 0.0, "Shipping Line": 0.0, "Laboratory": 0.0, "Village boatman": 0.0, "Village craftsman": 0.0,
        "Village trader": 0.0,
    },
}
SEARCH: dict[str, Any] = {}
