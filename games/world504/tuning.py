"""The numbers of 504 that were tuned: heuristics and search settings. Worths are in victory points or so.

HEURISTICS: what each number does is told beside the fields of HeuristicWeights in state.pxd. Found from guesses by

    python -m bench tune_world504 tune --minutes 12 --directions 150 --games 8 --seed 1 --out numbers.json

in 90 worlds, with two seats: 0.17 million games between weighted playouts of a set of numbers and of its mirror image.
From the guesses it wins 0.31 of utility in a game there. `prior`, `sharpness`, the usual rounds and what privileges are
worth are still guesses; `piece` is as it was, so that games of `greedy` do not come to a standstill. What the search
gains by it in worlds that were not played is in docs/experiments.md.
"""
from __future__ import annotations

from typing import Any

from games.world504.tables import PRIVILEGES

PRIVILEGE_WORTH = {             # beside points and income
    "I(1)": 1.0, "I(2)": 1.5, "I(6)": 2.0, "I(8)": 0.5, "I(9)": 1.0, "I(10)": 0.5, "I(12)": 1.5, "II(2)": 1.0,
    "II(3)": 1.5, "II(4)": 1.0, "II(5)": 1.0, "II(6)": 1.5, "II(7)": 1.0, "II(8)": 1.5, "II(10)": 1.5, "II(11)": 1.5,
    "III(1)": 1.0, "III(2)": 1.5, "III(3)": 1.5, "III(7)": 1.5, "III(8)": 1.5, "III(9)": 3.0,
}
USUAL_ROUNDS = {"goods": 12.0, "cards": 10.0, "factories": 9.0, "explored": 8.0, "connected": 9.0, "scoring": 9.0,
                "houses": 9.0, "rounds": 5.0, "empire": 8.0}
# A lead of so much counts fully, by what wins: own points, assets in Mark, points through shares.
MARGIN_SCALES = (20.0, 150.0, 100.0)
HEURISTICS: dict[str, Any] = {
    "prior": 1.0, "sharpness": 2.0, "usual_rounds": list(USUAL_ROUNDS.values()), "mark": 0.152, "rich": 118.0,
    "saving": 2.7, "done": 0.112, "growth": 0.134, "majority": 0.227, "majority_far": 0.049, "scorings": 1.42,
    "site": 0.227, "plant": 2.32, "unasked": 0.042, "yearly": 14.9, "link": 0.177, "link_goal": 2.19, "link_city": 4.04,
    "link_pay": 1.69, "road": 0.088, "gather": 2.92, "approach": 0.511, "crew": 3.93, "beyond": 0.178, "walk": 0.556,
    "run": 1.11, "recruit": 3.37, "army": 0.269, "piece": 1.0, "way": 2.17, "plots": 6.81, "reserve": 31.3,
    "thrift": 2.41, "upgrade": 0.071, "card": 8.38, "house": 3.83, "factory_site": 0.554, "harvest": 3.65,
    "space": 0.631, "hope": 1.55, "explored": 0.653, "pile": 1.63, "exchange": 0.078, "sell": 0.586,
    "first_place": 1.35, "sealed": 3.58, "privilege": [PRIVILEGE_WORTH.get(card, 0.0) for card in PRIVILEGES],
    "deliver": 3.27, "load": 3.97, "cart": 0.205, "deal": 3.01, "preside": 0.618, "first_income": 27.8, "hoped": 20.9,
    "pay_out": 2.59,
}


# By matches of `mcts:100` with two seats in worlds 867, 352, 586 and 123, twelve games each: 0.4 won 65 % of 48 games
# from the general 1.0 and was not behind in any of them; 0.2 won 28 % of 36 games from 0.4 (without 352).
SEARCH: dict[str, Any] = {"exploration": 0.4}


def search_settings() -> dict[str, Any]:
    """What was found strongest for the search."""
    return dict(SEARCH)
