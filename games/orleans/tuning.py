"""The numbers of the heuristics and how this game is searched, found by measuring. Data, no logic.

HEURISTICS: what each number does is told beside the fields of HeuristicWeights in state.pxd. Found from guesses by

    python -m bench tune_orleans tune --minutes 9 --directions 100 --games 24 --seed 1 --out numbers.json

on tables of two, three and four seats in turns: 0.77 million games between weighted playouts of a set of numbers and
of its mirror image. Against the guesses it started from it scores 39, 41 and 28 points a game more. `sharpness` and
`blur` were chosen by hand, those of priors (`prior`, `aside`, `unplanned`) by matches of searches
(docs/experiments.md).

SEARCH: settings of the search (mcts/params.py), by the same matches.
"""
from typing import Any

HEURISTICS: dict[str, Any] = {
    "sharpness": 3.0, "prior": 1.5, "blur": 0.3, "aside": 0.15, "unplanned": 0.001, "crew": 0.63, "same": 0.2,
    "monk": 0.439, "short_crew": -0.062, "full_crew": 0.095, "draw": 2.201, "draw_short": 0.457, "draw_none": 0.144,
    "technology": 0.08, "tile": 0.116, "census": 0.142, "trading": -0.165, "step_ahead": 0.587, "pace": 0.624,
    "draw_same": -0.206, "food": 0.536, "step": 0.6, "station": 1.554, "boatman": 0.284, "town_ready": 0.56,
    "town_ahead": 0.211, "town_near": 0.01, "guild_ahead": 0.126, "citizen": 1.352, "step_least": 0.726,
    "send_second": -0.134, "bath": 1.444, "place_least": 0.368, "send_least": -0.039, "place_base": 0.03,
    "wanted": {
        "farmer": 0.101, "boatman": 0.037, "craftsman": -0.147, "trader": 0.923, "knight": 0.021, "scholar": 0.595,
        "monk": 1.918,
    },
    "place_use": {
        "Farm House": 2.886, "Village": 3.457, "University": 3.114, "Castle": 1.353, "Monastery": 2.314, "Ship": 1.915,
        "Wagon": 2.093, "Guildhall": 4.184, "Scriptorium": 0.865, "Town Hall": 0.451, "Hayrick": 0.332,
        "Cheese Factory": 1.583, "Winery": 2.347, "Wool Manufacturer": 1.441, "Tailor Shop": 2.405, "Brewery": 1.262,
        "Sacristy": 1.05, "Herb Garden": 0.073, "Bathhouse": -0.247, "Windmill": 1.064, "Library": 2.141,
        "Hospital": 1.603, "Cellar": 1.625, "Office": 1.679, "School": 0.242, "Pharmacy": 0.466, "Horse Wagon": 1.378,
        "Shipping Line": 1.158, "Laboratory": 1.407, "Gunpowder Tower": -0.061,
    },
    "tile_worth": {
        "Hayrick": 1.251, "Cheese Factory": 0.889, "Winery": 2.625, "Wool Manufacturer": 4.644, "Tailor Shop": 9.915,
        "Brewery": 1.219, "Sacristy": 0.644, "Herb Garden": 1.344, "Bathhouse": 2.172, "Windmill": 0.808,
        "Library": 3.944, "Hospital": 7.379, "Cellar": 3.172, "Office": 2.392, "School": 5.909, "Pharmacy": 3.473,
        "Horse Wagon": 2.672, "Shipping Line": 4.623, "Laboratory": 2.303, "Gunpowder Tower": 3.953,
    },
    "early": {
        "Farm House": 6.977, "University": -1.449, "Castle": 0.081, "Monastery": 0.972, "Ship": -2.804, "Wagon": -4.467,
        "Guildhall": 1.299, "Scriptorium": -2.554, "Hayrick": -1.67, "Cheese Factory": -1.466, "Winery": 0.661,
        "Wool Manufacturer": 0.204, "Tailor Shop": -0.914, "Brewery": -0.555, "Sacristy": -0.47, "Bathhouse": 0.629,
        "Windmill": -1.441, "Library": 0.307, "Hospital": -0.212, "Cellar": 0.121, "Office": 0.196, "Pharmacy": -1.591,
        "Horse Wagon": 0.026, "Shipping Line": 0.665, "Laboratory": 0.584, "Village boatman": -0.862,
        "Village craftsman": -0.611, "Village trader": -2.086,
    },
    "late": {
        "Farm House": 3.408, "University": 2.084, "Castle": -0.776, "Monastery": -1.563, "Ship": -1.542,
        "Wagon": -0.451, "Guildhall": -0.135, "Scriptorium": -0.336, "Hayrick": 0.015, "Cheese Factory": -0.195,
        "Winery": 0.092, "Wool Manufacturer": -0.664, "Tailor Shop": -0.992, "Brewery": -0.088, "Sacristy": -0.016,
        "Bathhouse": 0.203, "Windmill": -0.18, "Library": 0.192, "Hospital": 0.613, "Cellar": 0.179, "Office": 0.35,
        "Pharmacy": -0.014, "Horse Wagon": -0.608, "Shipping Line": -0.489, "Laboratory": -1.035,
        "Village boatman": 1.405, "Village craftsman": -1.672, "Village trader": 0.399,
    },
}
SEARCH: dict[str, Any] = {"exploration": 0.4}
