"""The numbers of the heuristics and of the value function, found by measuring. Data, no logic.

TASTE: what each number does is told beside the fields of Taste in state.pxd. Found from guesses by

    python -m bench.tune_burgundy tune --minutes 8 --seed 1 --out taste.json

on two seats with random boards: 1.8 million games between weighted playouts of a set of numbers and of its mirror
image. Against the guesses it started from it scores 42 points a game more. `sharpness` and `prior` were chosen by hand:
240 positions of such playouts, each move judged by 600 playouts, and the moves that searches of 500 simulations choose.
The option `taste` overrides any of them.

SEARCH: settings of the search (mcts/params.py); `exploration` from the same positions, `weights` by

    python -m bench.fit_value burgundy --option boards=random --positions 140000

with correlation 0.91 between what they expect and how 16 playouts end, on positions kept back.

TWO_SEATS: more of them, for two seats; docs/strength.md tells the matches that found them.
"""
from typing import Any

TASTE: dict[str, Any] = {
    "sharpness": 0.8, "prior": 0.1, "pace": 2.422, "horizon": 25.075, "blur": 0.3,
    "share": [0.91, 0.7, 0.54, 0.39, 0.32, 0.17],
    "phase_share": [1.39, 0.42, -0.02, 0.08, 0.03, 0.32], "opens": 0.106, "bonus": 1.592, "place": 6.317,
    "animal_next": 0.189, "mine_each": 3.168, "tile_points": 1.848, "ship_goods": 0.355, "ahead": 1.418,
    "warehouse": 0.271, "city_hall": 3.729, "offer": -1.369, "clear_same": 5.215, "clear_new": 4.162, "load": 2.125,
    "take": 0.273, "take_share": 1.026, "take_none": -1.841, "take_rival": 4.165,
    "take_full": [-0.78, -1.27, 1.26, 9.62], "take_soon": 3.867, "take_late": 6.285, "take_spaces": -0.846,
    "take_free": 1.157, "discard": 1.705, "workers": -0.599, "worker": [0.96, 2.39, 2.77, 1.53, 1.57],
    "worker_end": 1.745, "turn": 3.016, "sell": 2.237, "sell_each": 1.389, "sell_full": 2.065,
    "silver": [1.11, 1.76, 1.66, 1.06], "silver_end": 1.377, "buy": -0.233, "finish": 4.581, "decline": -3.89,
    "castle_near": 1.782, "castle_size": 0.852,
    "early": {
        "warehouse": 1.84, "carpenter": 3.41, "church": 4.84, "market": 2.87, "boarding-house": 2.77, "bank": 4.53,
        "city-hall": 1.82, "watchtower": 2.1, "animals": -0.41, "knowledge 1": 2.86, "knowledge 2": 4.87,
        "knowledge 3": 4.26, "knowledge 4": 2.65, "knowledge 5": 3.38, "knowledge 6": 2.55, "knowledge 7": 2.46,
        "knowledge 8": 4.2, "knowledge 9": 3.23, "knowledge 10": 2.01, "knowledge 11": 3.45, "knowledge 12": 4.48,
        "knowledge 13": 3.6, "knowledge 14": 2.12, "knowledge 15": 7.14, "knowledge 16": 5.48, "knowledge 17": 3.58,
        "knowledge 18": 5.33, "knowledge 19": 4.36, "knowledge 20": 4.61, "knowledge 21": 5.76, "knowledge 22": 5.42,
        "knowledge 23": 5.1, "knowledge 24": 8.0, "knowledge 25": 9.11, "knowledge 26": 6.73, "castle": 6.97,
        "mine": 3.99, "ship": 0.34,
    },
    "late": {
        "warehouse": 1.86, "carpenter": 0.98, "church": 0.91, "market": 0.19, "boarding-house": 2.34, "bank": 1.38,
        "city-hall": 2.39, "watchtower": 4.46, "animals": 2.07, "knowledge 1": 0.04, "knowledge 2": 0.57,
        "knowledge 3": -0.31, "knowledge 4": 0.18, "knowledge 5": 0.15, "knowledge 6": -2.16, "knowledge 7": -0.99,
        "knowledge 8": -0.81, "knowledge 9": -0.31, "knowledge 10": -0.25, "knowledge 11": -0.94,
        "knowledge 12": -0.2, "knowledge 13": -0.3, "knowledge 14": -0.4, "knowledge 15": 0.8, "knowledge 16": 0.21,
        "knowledge 17": -0.02, "knowledge 18": 0.71, "knowledge 19": -0.62, "knowledge 20": 0.13,
        "knowledge 21": -0.94, "knowledge 22": 0.13, "knowledge 23": 0.36, "knowledge 24": 0.46, "knowledge 25": 1.26,
        "knowledge 26": -0.56, "castle": 6.06, "mine": 0.23, "ship": -0.2,
    },
}
# by what features.pxi counts, in its order: the weight of a count, and of it times the share of the rounds left
WORTH: dict[str, tuple[float, float]] = {
    "points": (1.33, 0.99), "knowledge end": (1.16, 0.53), "goods": (2.00, 2.25), "colours of goods": (-0.55, -1.53),
    "highest stack": (0.02, 1.34), "silver": (1.07, 3.91), "first two silver": (-0.25, 5.15), "workers": (0.56, 1.72),
    "first three workers": (0.62, 2.41), "stored building": (2.97, 12.92), "stored animal": (6.10, 4.91),
    "stored knowledge": (2.51, 14.68), "stored castle": (4.97, 16.54), "stored mine": (-1.45, 38.17),
    "stored ship": (4.12, 13.10), "dice": (3.90, 11.68), "mines": (3.21, 2.44), "mines with tile 2": (0.18, 1.61),
    "ahead": (1.11, 1.14), "ships": (-4.52, -1.43), "open": (0.56, -0.35), "faces": (-0.09, 0.88),
    "empty building": (-0.22, -8.98), "empty animal": (-0.48, -6.59), "empty knowledge": (-0.03, -4.66),
    "empty castle": (-1.02, -3.90), "empty mine": (1.71, -16.60), "empty ship": (-4.16, -14.29),
    "region 1": (0.71, 1.29), "region 2": (0.62, 0.90), "region 3": (-0.03, 1.25), "region 4": (0.16, 0.70),
    "region 5": (0.16, 0.37), "region 6": (0.21, 0.05), "region 7": (0.32, -0.20), "region 8": (0.30, -0.05),
    "nearly 1": (0.02, 0.53), "nearly 2": (-0.19, 0.44), "nearly 3": (0.26, -0.26), "begun": (-0.44, 1.34),
    "far": (-0.42, 1.01), "bonus 1": (0.50, 3.04), "bonus 2": (0.18, 1.86), "bonus 3": (-0.15, 1.48),
    "pasture": (0.29, 0.10), "pasture with tile 7": (-0.22, 1.49), "tile 1": (0.06, 1.42), "tile 2": (-0.01, 1.86),
    "tile 3": (-0.14, 3.04), "tile 4": (-0.04, 2.33), "tile 5": (-0.01, 1.41), "tile 6": (0.05, 0.96),
    "tile 7": (-0.02, 0.97), "tile 8": (0.05, 0.83), "tile 9": (-0.02, 1.67), "tile 10": (0.02, 1.31),
    "tile 11": (-0.08, 1.69), "tile 12": (-0.16, 2.33), "tile 13": (-0.02, 1.94), "tile 14": (0.03, 1.48),
    "tile 15": (0.04, 3.91), "tile 16": (0.05, 1.49), "tile 17": (0.02, 1.52), "tile 18": (0.03, 1.43),
    "tile 19": (0.05, 1.39), "tile 20": (0.03, 1.43), "tile 21": (0.02, 1.75), "tile 22": (0.04, 1.54),
    "tile 23": (0.09, 1.34), "tile 24": (0.04, 2.58), "tile 25": (0.11, 3.20), "tile 26": (0.08, 1.77),
    "board 1": (0.38, -2.61), "board 2": (-0.14, -1.80), "board 3": (0.03, 0.76), "board 4": (0.18, -1.38),
    "board 5": (0.08, -0.12), "board 6": (-0.05, 0.51), "board 7": (-0.01, -0.77), "board 8": (-0.46, 5.46),
    "board 9": (-0.02, -0.05),
}
WEIGHTS = tuple(weights[part] for part in (0, 1) for weights in WORTH.values())
SEARCH: dict[str, Any] = {"exploration": 0.4, "weights": WEIGHTS}
# for the option `rivalry`, by number of seats: points of a seat at the end, and what the value function's sum comes to
# after so many rounds. Means of games of mcts:100, 400 with two seats and 100 with more (python -m bench.usual_worth)
USUAL_POINTS = {2: 194.7, 3: 210.6, 4: 224.3}
USUAL_WORTH = {
    2: [-3.57, -2.56, -1.84, -1.15, -0.47, 0.22, 0.98, 1.68, 2.34, 2.97, 3.61, 4.27, 4.92, 5.54, 6.12, 6.7, 7.41, 8.1,
        8.84, 9.64, 10.46, 11.66, 13.14, 15.12, 18.38, 25.77],
    3: [-3.48, -2.52, -1.83, -1.14, -0.48, 0.23, 0.99, 1.68, 2.35, 3.0, 3.61, 4.27, 4.9, 5.54, 6.18, 6.79, 7.48, 8.22,
        9.0, 9.88, 10.8, 12.08, 13.7, 15.97, 19.58, 27.49],
    4: [-3.36, -2.32, -1.59, -0.91, -0.22, 0.52, 1.27, 1.98, 2.68, 3.34, 3.99, 4.67, 5.32, 5.97, 6.62, 7.25, 7.98,
        8.74, 9.56, 10.49, 11.47, 12.85, 14.59, 16.99, 20.81, 29.17],
}
TWO_SEATS: dict[str, Any] = {"root": "halving", "common": True, "final": "bound", "expand": 100, "cutoff": 18}
