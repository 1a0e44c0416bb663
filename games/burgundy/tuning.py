"""The numbers of the heuristics and of the value function, found by measuring. Data, no logic.

HEURISTICS: what each number does is told beside the fields of HeuristicWeights in state.pxd. Found from guesses by

    python -m bench tune_burgundy tune --minutes 8 --seed 1 --out numbers.json

on two seats with random boards: 1.8 million games between weighted playouts of a set of numbers and of its mirror
image. Against the guesses it started from it scored 42 points a game more. From there by

    python -m bench tune_burgundy tune --minutes 15 --seed 5 --rate 0.05 --games 96 --out numbers.json

11 million games and 10 more points, half of them in the first four minutes. `sharpness` and `prior` were chosen by
hand: 240 positions of such playouts, each move judged by 600 playouts, and the moves that searches of 500 simulations
choose. The option `heuristics` overrides any of them.

SEARCH: settings of the search (mcts/params.py); `exploration` from the same positions, `weights` by

    python -m bench fit_value burgundy --option boards=random --positions 140000

from how 16 playouts end, and from these, twice over, by what became of positions in games of searches, as do

    python -m bench fit_value burgundy --option boards=random --agent mcts:300 --games 3200 --jobs 2
    python -m bench fit_value burgundy --option boards=random --agent mcts:400 --games 2400 --jobs 2

the second time of the games of both. docs/experiments.md tells what that bought.

`cutoff` with three and four seats is from matches at equal processor time; the value function learned with two seats
serves there as well.

TWO_SEATS: what is different with two seats; docs/experiments.md tells the matches that found them.
"""
from typing import Any

HEURISTICS: dict[str, Any] = {
    "sharpness": 0.8, "prior": 0.1, "pace": 2.522, "horizon": 25.391, "blur": 0.3,
    "share": [0.67, 0.56, 0.5, 0.41, 0.26, 0.08], "phase_share": [1.1, 0.28, -0.2, -0.39, -0.06, 0.41],
    "opens": 0.107, "bonus": 1.025, "place": 8.462, "animal_next": 0.47, "mine_each": 3.041, "tile_points": 1.406,
    "ship_goods": 0.508, "ahead": 4.5, "warehouse": 0.225, "city_hall": 7.403, "offer": -1.542, "clear_same": 6.651,
    "clear_new": 5.371, "load": 2.924, "take": -3.507, "take_share": 1.604, "take_none": -1.801, "take_rival": 4.87,
    "take_full": [-1.12, -1.99, 0.75, 16.13], "take_soon": 2.962, "take_late": 7.335, "take_spaces": -0.474,
    "take_free": 1.506, "discard": 1.773, "workers": -0.626, "worker": [3.09, 3.29, 2.72, 2.38, 1.91],
    "worker_end": 0.748, "turn": 4.237, "sell": 3.894, "sell_each": 1.114, "sell_full": 3.358,
    "silver": [1.43, 3.0, 2.35, 0.35], "silver_end": 1.408, "buy": 0.153, "finish": 6.424, "decline": -5.708,
    "castle_near": 2.79, "castle_size": 0.662,
    "early": {
        "warehouse": 0.56, "carpenter": 4.61, "church": 5.0, "market": 3.38, "boarding-house": 6.25, "bank": 7.37,
        "city-hall": -0.15, "watchtower": -1.39, "animals": -5.69, "knowledge 1": 2.54, "knowledge 2": 5.24,
        "knowledge 3": 6.41, "knowledge 4": 3.65, "knowledge 5": 2.45, "knowledge 6": 0.61, "knowledge 7": 1.5,
        "knowledge 8": 2.79, "knowledge 9": 3.06, "knowledge 10": 1.38, "knowledge 11": 2.17, "knowledge 12": 4.71,
        "knowledge 13": 4.19, "knowledge 14": 1.0, "knowledge 15": 8.6, "knowledge 16": 5.33, "knowledge 17": 3.84,
        "knowledge 18": 5.58, "knowledge 19": 3.66, "knowledge 20": 3.3, "knowledge 21": 6.72, "knowledge 22": 5.06,
        "knowledge 23": 3.71, "knowledge 24": 7.88, "knowledge 25": 10.37, "knowledge 26": 5.17, "castle": 9.58,
        "mine": 4.96, "ship": -1.59,
    },
    "late": {
        "warehouse": 2.11, "carpenter": 2.58, "church": -0.04, "market": 0.99, "boarding-house": 4.96, "bank": 2.71,
        "city-hall": 1.83, "watchtower": 3.69, "animals": 4.86, "knowledge 1": -0.08, "knowledge 2": 1.08,
        "knowledge 3": -0.08, "knowledge 4": 0.27, "knowledge 5": -0.69, "knowledge 6": -2.4, "knowledge 7": -1.31,
        "knowledge 8": -1.72, "knowledge 9": -0.29, "knowledge 10": -0.21, "knowledge 11": -0.31,
        "knowledge 12": -0.67, "knowledge 13": -1.13, "knowledge 14": -0.85, "knowledge 15": 1.74,
        "knowledge 16": 0.09, "knowledge 17": -0.45, "knowledge 18": -0.04, "knowledge 19": -1.73,
        "knowledge 20": -0.98, "knowledge 21": -1.32, "knowledge 22": 0.16, "knowledge 23": 0.78,
        "knowledge 24": 1.46, "knowledge 25": 1.91, "knowledge 26": -0.37, "castle": 8.31, "mine": -2.88,
        "ship": -2.32,
    },
}
# by what features.pxi counts, in its order: the weight of a count, and of it times the share of the rounds left
WORTH: dict[str, tuple[float, float]] = {
    "points": (1.31, 0.60), "knowledge end": (1.03, 0.45), "goods": (2.02, 1.84), "colours of goods": (-0.75, -1.64),
    "highest stack": (0.57, -0.74), "silver": (0.72, 4.19), "first two silver": (-1.44, 5.94), "workers": (0.42, 2.37),
    "first three workers": (1.07, 1.04), "stored building": (3.44, 11.64), "stored animal": (6.18, 3.39),
    "stored knowledge": (4.16, 12.59), "stored castle": (3.43, 15.98), "stored mine": (-2.89, 34.94),
    "stored ship": (3.72, 14.03), "dice": (3.42, 12.08), "mines": (1.29, 3.69), "mines with tile 2": (0.16, 2.32),
    "ahead": (2.03, 2.56), "ships": (-5.03, -1.48), "open": (0.85, -0.64), "faces": (-0.19, 0.53),
    "empty building": (0.88, -9.12), "empty animal": (1.56, -9.42), "empty knowledge": (0.09, -4.39),
    "empty castle": (-0.41, -4.43), "empty mine": (0.26, -12.78), "empty ship": (-3.44, -21.86),
    "region 1": (0.16, 1.47), "region 2": (-0.25, 1.84), "region 3": (-0.58, 1.63), "region 4": (-0.44, 1.18),
    "region 5": (-0.33, 0.74), "region 6": (-0.20, 0.38), "region 7": (-0.08, 0.06), "region 8": (-0.06, 0.11),
    "nearly 1": (-0.09, 0.60), "nearly 2": (-0.09, 0.20), "nearly 3": (0.17, -0.14), "begun": (0.47, 0.06),
    "far": (-0.33, 0.57), "bonus 1": (1.11, 1.38), "bonus 2": (0.52, 0.91), "bonus 3": (0.09, 0.48),
    "pasture": (0.06, 0.57), "pasture with tile 7": (-0.25, 1.16), "tile 1": (0.14, 1.06), "tile 2": (-0.19, 1.70),
    "tile 3": (-0.19, 3.29), "tile 4": (-0.19, 2.46), "tile 5": (-0.10, 1.51), "tile 6": (-0.12, 1.28),
    "tile 7": (0.13, 0.51), "tile 8": (-0.05, 1.18), "tile 9": (-0.21, 1.81), "tile 10": (-0.08, 1.62),
    "tile 11": (-0.15, 1.55), "tile 12": (-0.25, 2.50), "tile 13": (-0.06, 1.55), "tile 14": (-0.01, 1.01),
    "tile 15": (0.14, 3.47), "tile 16": (-0.01, 1.47), "tile 17": (-0.04, 1.25), "tile 18": (-0.03, 1.35),
    "tile 19": (-0.02, 1.38), "tile 20": (-0.07, 1.41), "tile 21": (-0.01, 1.54), "tile 22": (-0.05, 1.41),
    "tile 23": (0.02, 1.24), "tile 24": (0.14, 2.16), "tile 25": (0.25, 2.72), "tile 26": (0.11, 1.52),
    "board 1": (0.49, -3.37), "board 2": (-0.33, -1.55), "board 3": (0.07, 1.33), "board 4": (0.21, -1.92),
    "board 5": (0.09, 0.05), "board 6": (0.03, 0.63), "board 7": (-0.06, -0.95), "board 8": (-0.46, 5.51),
    "board 9": (-0.04, 0.27),
}
WEIGHTS = tuple(weights[part] for part in (0, 1) for weights in WORTH.values())
SEARCH: dict[str, Any] = {"exploration": 0.4, "weights": WEIGHTS, "cutoff": 36}
# for the option `rivalry`, by number of seats: points of a seat at the end, and what the value function's sum comes to
# after so many rounds. Means of games of mcts:100: 400, 60 and 50 of them (python -m bench usual_worth)
USUAL_POINTS = {2: 191.5, 3: 212.3, 4: 227.6}
USUAL_WORTH = {
    2: [-4.74, -3.77, -3.09, -2.43, -1.8, -1.12, -0.41, 0.28, 0.92, 1.54, 2.16, 2.85, 3.49, 4.12, 4.74, 5.35, 6.09,
        6.81, 7.56, 8.39, 9.25, 10.49, 11.97, 13.92, 16.97, 24.58],
    3: [-4.63, -3.7, -3.02, -2.34, -1.69, -0.99, -0.28, 0.41, 1.09, 1.72, 2.33, 3.0, 3.66, 4.31, 4.98, 5.61, 6.34, 7.13,
        7.96, 8.82, 9.8, 11.15, 12.81, 14.98, 18.42, 26.68],
    4: [-4.54, -3.54, -2.83, -2.13, -1.46, -0.75, -0.0, 0.71, 1.4, 2.05, 2.7, 3.38, 4.05, 4.71, 5.44, 6.12, 6.89, 7.69,
        8.57, 9.5, 10.55, 11.95, 13.68, 16.05, 19.68, 28.43],
}
TWO_SEATS: dict[str, Any] = {"tree": "decoupled", "cutoff": 18}
