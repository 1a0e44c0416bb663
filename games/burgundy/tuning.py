"""The numbers of the heuristics and of the value function, found by measuring. Data, no logic.

TASTE: what each number does is told beside the fields of Taste in state.pxd. Found from guesses by

    python -m bench.tune_burgundy tune --minutes 8 --seed 1 --out taste.json

on two seats with random boards: 1.8 million games between weighted playouts of a set of numbers and of its mirror
image. Against the guesses it started from it scored 42 points a game more. From there by

    python -m bench.tune_burgundy tune --minutes 15 --seed 5 --rate 0.05 --games 96 --out taste.json

11 million games and 10 more points, half of them in the first four minutes. `sharpness` and `prior` were chosen by
hand: 240 positions of such playouts, each move judged by 600 playouts, and the moves that searches of 500 simulations
choose. The option `taste` overrides any of them.

SEARCH: settings of the search (mcts/params.py); `exploration` from the same positions, `weights` by

    python -m bench.fit_value burgundy --option boards=random --positions 140000

with correlation 0.90 between what they expect and how 16 playouts end, on positions kept back.

TWO_SEATS: more of them, for two seats; docs/strength.md tells the matches that found them.
"""
from typing import Any

TASTE: dict[str, Any] = {
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
    "points": (1.33, 0.83), "knowledge end": (1.12, 0.54), "goods": (1.93, 2.31), "colours of goods": (-0.74, -1.32),
    "highest stack": (0.41, 0.60), "silver": (1.07, 4.52), "first two silver": (-0.38, 4.82), "workers": (0.58, 2.63),
    "first three workers": (1.18, 1.08), "stored building": (3.14, 13.40), "stored animal": (6.01, 5.21),
    "stored knowledge": (2.09, 15.37), "stored castle": (5.43, 16.70), "stored mine": (-2.32, 39.64),
    "stored ship": (3.94, 15.51), "dice": (3.98, 12.47), "mines": (2.74, 3.48), "mines with tile 2": (0.10, 2.41),
    "ahead": (1.00, 1.18), "ships": (-4.55, -1.59), "open": (0.90, -0.86), "faces": (0.38, 0.28),
    "empty building": (-0.60, -9.87), "empty animal": (-0.60, -8.53), "empty knowledge": (-0.14, -4.68),
    "empty castle": (-1.81, -4.93), "empty mine": (0.87, -14.42), "empty ship": (-4.43, -17.96),
    "region 1": (0.53, 1.59), "region 2": (0.64, 0.76), "region 3": (-0.16, 1.40), "region 4": (0.15, 0.69),
    "region 5": (0.16, 0.45), "region 6": (0.22, 0.14), "region 7": (0.30, -0.05), "region 8": (0.13, 0.35),
    "nearly 1": (0.11, 0.29), "nearly 2": (-0.18, 0.41), "nearly 3": (0.38, -0.44), "begun": (-0.40, 1.28),
    "far": (-0.00, 0.32), "bonus 1": (0.54, 2.91), "bonus 2": (0.19, 1.96), "bonus 3": (-0.18, 1.71),
    "pasture": (0.09, 0.60), "pasture with tile 7": (-0.15, 1.07), "tile 1": (0.10, 1.51), "tile 2": (-0.01, 1.58),
    "tile 3": (-0.11, 3.28), "tile 4": (-0.04, 2.33), "tile 5": (-0.01, 1.53), "tile 6": (0.08, 0.94),
    "tile 7": (0.08, 1.09), "tile 8": (0.08, 0.94), "tile 9": (-0.01, 1.72), "tile 10": (0.08, 1.20),
    "tile 11": (-0.06, 1.40), "tile 12": (-0.11, 2.40), "tile 13": (-0.05, 1.68), "tile 14": (0.01, 1.00),
    "tile 15": (0.15, 3.94), "tile 16": (0.09, 1.57), "tile 17": (0.13, 1.45), "tile 18": (0.09, 1.71),
    "tile 19": (0.11, 1.36), "tile 20": (0.06, 1.45), "tile 21": (0.09, 1.84), "tile 22": (0.08, 1.61),
    "tile 23": (0.06, 1.60), "tile 24": (0.13, 2.58), "tile 25": (0.20, 3.33), "tile 26": (0.16, 1.76),
    "board 1": (0.41, -2.71), "board 2": (-0.07, -2.49), "board 3": (0.07, 0.96), "board 4": (0.17, -1.51),
    "board 5": (0.04, 0.20), "board 6": (-0.06, 0.80), "board 7": (-0.01, -1.04), "board 8": (-0.55, 5.84),
    "board 9": (-0.00, -0.05),
}
WEIGHTS = tuple(weights[part] for part in (0, 1) for weights in WORTH.values())
SEARCH: dict[str, Any] = {"exploration": 0.4, "weights": WEIGHTS}
# for the option `rivalry`, by number of seats: points of a seat at the end, and what the value function's sum comes to
# after so many rounds. Means of games of mcts:100: 400, 60 and 50 of them (python -m bench.usual_worth)
USUAL_POINTS = {2: 194.9, 3: 209.4, 4: 225.9}
USUAL_WORTH = {
    2: [-4.74, -3.66, -2.9, -2.16, -1.46, -0.71, 0.09, 0.85, 1.56, 2.23, 2.9, 3.62, 4.31, 4.98, 5.63, 6.26, 7.0, 7.75,
        8.55, 9.39, 10.28, 11.53, 13.05, 15.14, 18.49, 26.22],
    3: [-4.62, -3.57, -2.83, -2.09, -1.38, -0.61, 0.23, 0.97, 1.68, 2.37, 3.01, 3.71, 4.39, 5.07, 5.77, 6.43, 7.2,
        7.96, 8.82, 9.7, 10.66, 11.95, 13.6, 15.95, 19.6, 27.89],
    4: [-4.49, -3.39, -2.6, -1.85, -1.08, -0.32, 0.51, 1.27, 2.01, 2.72, 3.4, 4.13, 4.83, 5.53, 6.24, 6.89, 7.68,
        8.49, 9.37, 10.35, 11.4, 12.85, 14.69, 17.17, 21.11, 29.93],
}
TWO_SEATS: dict[str, Any] = {"root": "halving", "common": True, "final": "bound", "expand": 2, "beyond": 200,
                             "cutoff": 18}
