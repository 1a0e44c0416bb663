#!/usr/bin/env bash
# glicko2 2.1.0 (Python 3.11): volatility depends on how far a rating is from 1500, and hardly rises elsewhere.
#
# In Glicko-2 volatility rises where results surprise by more than the rating deviation explains. Step 5 of Glickman's
# paper weighs the surprise against the square of the deviation; `Player._f` has the square of the rating in its
# place, counted from 1500. At 1500 that is 0, so a new player who wins a lot is taken for an erratic one; some
# hundreds of points away it is so large that nothing surprises. By the paper only differences of ratings count: with
# everyone 500 points higher a player learns the same. Its example is a player of 1500 and does not show it.
#
# So these volatilities do not tell who is erratic, and far from 1500 deviations fall lower than they should.
#
# Seen: a player with deviation 50 and volatility 0.06 beats 20 players 200 points above. By the paper volatility
# becomes 0.0619 at any rating, by the package 0.0633 at 1500, 0.0606 at 1600 and 0.0600 at 2000. With deviation 350
# it stays at 0.0600 by the paper, and by the package becomes 0.0633 at 1500. At 2500, 30 periods of ten wins and ten
# losses in turn, against equals, end with volatility 0.070 and deviation 35.4 by the paper, 0.060 and 33.3 by the
# package.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet glicko2==2.1.0
cat > ask.py <<'PY'
from math import exp, log, pi, sqrt

import glicko2

SCALE, TAU = 173.7178, 0.5


def by_paper(player, games):
    """Rating, deviation and volatility after a period of games (rating and deviation of the other, score)."""
    rating, deviation, volatility = player
    phi, weights, surprises = deviation / SCALE, 0, 0
    for other, spread, score in games:
        g = 1 / sqrt(1 + 3 * (spread / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-g * (rating - other) / SCALE))
        weights += g * g * expected * (1 - expected)
        surprises += g * (score - expected)
    v, delta, start = 1 / weights, surprises / weights, log(volatility ** 2)

    def f(x):
        total = phi ** 2 + v + exp(x)
        return exp(x) * (delta ** 2 - total) / (2 * total ** 2) - (x - start) / TAU ** 2

    low, high = start - 1, start + 1                    # in these games f falls through 0 once between them
    signs = [f(low + step / 100) > 0 for step in range(201)]
    assert signs == sorted(signs, reverse=True) and signs[0] and not signs[-1]
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    volatility = exp(low / 2)
    phi = 1 / sqrt(1 / (phi ** 2 + volatility ** 2) + 1 / v)
    return rating + SCALE * phi ** 2 * surprises, SCALE * phi, volatility


def by_package(player, games):
    rated = glicko2.Player(*player)
    rated.update_player(*(list(column) for column in zip(*games)))
    return rated.rating, rated.rd, rated.vol


example = (1500, 200, 0.06), [(1400, 30, 1), (1550, 100, 0), (1700, 300, 0)]
print("the paper's example:", *([round(value, 4) for value in way(*example)] for way in (by_paper, by_package)))
assert all(abs(one - other) < 1e-4 for one, other in zip(by_paper(*example), by_package(*example)))

wins = {}
for deviation in (50, 350):
    for rating in (1500, 1600, 2000):
        period = (rating, deviation, 0.06), [(rating + 200, 50, 1)] * 20
        wins[deviation, rating] = [round(way(*period)[2], 4) for way in (by_paper, by_package)]
print("deviation and rating, volatility by the paper and by the package after 20 wins:", wins)
assert [wins[50, rating] for rating in (1500, 1600, 2000)] == [[0.0619, 0.0633], [0.0619, 0.0606], [0.0619, 0.06]]
assert wins[350, 1500] == [0.06, 0.0633]

after = []
for way in (by_paper, by_package):
    player = 2500, 50, 0.06
    for period in range(30):
        player = way(player, [(2500, 50, 1 - period % 2)] * 10)
    after.append([round(value, 3) for value in player])
print("30 periods of ten wins and ten losses in turn:", *after)
assert after[0][2] > 0.069 and after[1][2] < 0.0605 and after[0][1] - after[1][1] > 2
PY
venv/bin/python ask.py
