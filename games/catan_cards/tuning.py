"""The numbers of the heuristics, found by games. Data, no logic.

What each number does is told beside the fields of HeuristicWeights in state.pxd. Found from guesses by

    python -m bench tune_catan_cards tune --minutes 5 --seed 1 --out numbers.json

in weighted playouts of 2, 3 and 4 seats between a set of numbers and its mirror image; no number was let further from
its guess than a factor of 7.4, so that playouts stay varied. `prior` was chosen by matches of searches.
"""
from typing import Any

HEURISTICS: dict[str, Any] = {
    "worth": [5.48, 118.0, 6.5, 591.0, 21.7, 17.6, 21.9, 1070.0, 1180.0, 99.0],
    "road_trades": 11.8, "knight_draws": 117.0, "winning": 400, "away": 0.142, "wanted": 260.0, "spare": 0.023,
    "stop": 0.141, "stop_ready": 28.0, "pile": 0.593, "pile_more": 0.101, "market": 88.7, "market_more": 0.0444,
    "fellow": 8.34, "fellow_more": 0.326, "guild": 101.0, "open_hand": 36.9, "draw": 88.7, "flip": 0.474,
    "pay_card": 0.0768, "pay_left": 1.43, "prior": 0.3,
}
