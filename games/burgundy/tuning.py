"""The numbers of the heuristics and of the value function, found by measuring. Data, no logic.

TASTE: what each number does is told beside the fields of Taste in state.pxd. Found from guesses by

    python -m bench.tune_burgundy tune --minutes 8 --seed 1 --out taste.json

on two seats with random boards: 1.8 million games between weighted playouts of a set of numbers and of its mirror
image. Against the guesses it started from it scores 42 points a game more. `sharpness` and `prior` were chosen by hand:
240 positions of such playouts, each move judged by 600 playouts, and the moves that searches of 500 simulations choose.
The option `taste` overrides any of them.

SEARCH: settings of the search (mcts/params.py); `exploration` from the same positions, `weights` by

    python -m bench.fit_value burgundy --option boards=random --positions 10000

with correlation 0.81 between what they expect and how 16 playouts end, on positions kept back.

TWO_SEATS: more of them, for two seats; docs/strength.md tells the matches that found them. `mix` and `mix_every` from
150 positions of searches of 100 simulations, in which each move was judged by up to 1,200 paired playouts.
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
# the inputs are those of features.pxi, in its order
WEIGHTS = (
    1.32, 0.45, 0.09, 0.56, 1.28, 0.81, 0.99, 1.06, 1.15, 2.07,
    0.63, 3.65, 1.14, 1.68, 0.61, 0.37, 0.90, 0.04, 0.93, 0.29,
    0.29, 0.79, 1.65, 0.49, 0.90, 1.41, 0.18, 0.07, 1.98, 1.30,
    -0.70, 1.99, 1.42, 0.73, -0.28, 0.05, 0.17, 0.27, 0.68, 0.48,
)
SEARCH: dict[str, Any] = {"exploration": 0.4, "weights": WEIGHTS}
TWO_SEATS: dict[str, Any] = {
    "root": "halving", "common": True, "final": "bound", "expand": 100, "mix": 0.75, "mix_every": 18, "mix_times": 3,
}
