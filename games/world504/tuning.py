"""The numbers of 504 that were tuned: heuristics and search settings. Worths are in victory points or so."""
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
    "prior": 1.0, "sharpness": 2.0, "usual_rounds": list(USUAL_ROUNDS.values()), "mark": 0.08, "rich": 100.0,
    "saving": 2.0, "done": 0.15, "growth": 0.3, "majority": 0.25, "majority_far": 0.05, "scorings": 1.5,
    "site": 0.4, "plant": 2.5, "unasked": 0.05, "yearly": 8.0, "link": 0.2, "link_goal": 1.5, "link_city": 3.0,
    "link_pay": 1.0, "road": 0.1, "gather": 1.5, "approach": 0.8, "crew": 3.0, "beyond": 0.2,
    "walk": 0.5, "run": 0.5, "recruit": 1.2, "army": 0.3, "piece": 1.0, "way": 3.6, "plots": 8.0, "reserve": 20.0,
    "thrift": 1.5, "upgrade": 0.15, "card": 5.0, "house": 5.0, "factory_site": 0.8, "harvest": 1.0, "space": 1.0,
    "hope": 2.0, "explored": 1.5, "pile": 0.8, "exchange": 0.05, "sell": 1.0, "first_place": 1.0, "sealed": 5.0,
    "privilege": [PRIVILEGE_WORTH.get(card, 0.0) for card in PRIVILEGES], "deliver": 3.0, "load": 1.5, "cart": 0.5,
    "deal": 3.0, "preside": 1.4, "first_income": 30.0, "hoped": 20.0, "pay_out": 3.0,
}


# By matches of `mcts:100` with two seats in worlds 867, 352, 586 and 123, twelve games each: 0.4 won 65 % of 48 games
# from the general 1.0 and was not behind in any of them; 0.2 won 28 % of 36 games from 0.4 (without 352).
SEARCH: dict[str, Any] = {"exploration": 0.4}


def search_settings() -> dict[str, Any]:
    """What was found strongest for the search."""
    return dict(SEARCH)
