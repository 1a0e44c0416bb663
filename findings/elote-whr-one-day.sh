#!/usr/bin/env bash
# elote 1.5.1 beside whole-history-rating 3.7.1 (Python 3.11): in Whole-History Rating a day of 100 wins tells elote little.
#
# `w2` is said to be the variance of a rating per day, in Elo points squared: how far it may move from one playing day to the
# next. In elote it is also the variance of the first rating around 1500, so the prior of a new player, at the default 300,
# has a deviation of 17 points, as if one day had passed since the strength was known. In the paper (Coulom 2008) virtual
# games hold the first rating and w2 has no part in it, and so it is in the other library, whose w2 is 300 too.
#
# Games without a `match_time` all count as of today, so all results of one experiment fall on one day: then ratings stay
# close to 1500, and how close is set by w2. Who makes the curve smoother with a smaller w2 makes all players equal.
#
# Seen: after 100 wins in 100 games of one day the winner is given 0.66 of the next game, after 1,000 wins 0.89, and after 90
# of 100 0.63; the other library says 0.996, 0.9995 and 0.90. With one game a day it is 0.98 after 100 wins. With w2 = 14
# and one day 0.51, with 100,000 0.99; the other library has 0.996 for both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet elote==1.5.1 whole-history-rating==3.7.1 numpy==2.4.6 scipy==1.17.1 tqdm==4.70.1
cat > ask.py <<'PY'
import math
from datetime import datetime, timedelta

from elote import LambdaArena, WholeHistoryRatingCompetitor
from whr import WHR


def by_elote(games, losses=0, gap=0, w2=300):
    """The first player's rating and chance of the next game, after so many games, so many days apart."""
    one, other = (WholeHistoryRatingCompetitor(w2=w2) for _ in range(2))
    for game in range(games):
        result = one.lost_to if game < losses else one.beat
        result(other, datetime(2026, 1, 1) + timedelta(days=gap * game))
    return round(one.rating, 1), round(one.expected_score(other), 4)


def by_other(games, losses=0, gap=0, w2=300):
    base = WHR({"w2": w2})
    for game in range(games):
        base.create_game("one", "other", "W" if game < losses else "B", gap * game, 0)
    base.auto_iterate()
    return round(base.probability_future_match("one", "other")[0], 4)


assert WholeHistoryRatingCompetitor()._w2 == WHR().config["w2"] == 300
seen = []
for case in ({"games": 100}, {"games": 1000}, {"games": 100, "losses": 10}, {"games": 100, "gap": 1},
             {"games": 100, "w2": 14}, {"games": 100, "w2": 100_000}):
    (rating, chance), should = by_elote(**case), by_other(**case)
    seen.append((chance, should))
    print(f"{case}: rating {rating}, chance of the next game {chance}, in the other library {should}")
assert seen == [(0.662, 0.9956), (0.8932, 0.9995), (0.6307, 0.8975), (0.9791, 0.9958), (0.5113, 0.9956), (0.9926, 0.9956)]

for w2 in (14, 300, 100_000):
    rating, chance = by_elote(100, w2=w2)                       # where w2 alone holds the rating against the results
    assert abs(rating - 1500 - w2 * 100 * (1 - chance) * math.log(10) / 400) < 0.01 * (rating - 1500)

arena = LambdaArena(lambda one, other: True, base_competitor=WholeHistoryRatingCompetitor)
for _ in range(100):
    arena.matchup("one", "other")
today = [round(row["rating"], 1) for row in arena.leaderboard()]
print(f"100 wins in an arena, no times given: ratings {today}")
assert today in ([1558.4, 1441.6], [1441.6, 1558.4])
PY
venv/bin/python ask.py
