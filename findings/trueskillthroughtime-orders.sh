#!/usr/bin/env bash
# trueskillthroughtime 1.1.0 (Python 3.11): of three teams or more the wrong ones may be credited with a result.
#
# `Game` and `History` take one score for each team, and the highest wins. The ratings are worked out in the order of
# finish and handed back by that order, where its inverse is needed. So of a, b and c who finish b, c, a the winner b is
# rated worst, and c, who came second, best. Two teams are always right, and three in the four orders that leave all in
# place or exchange two, as in the one example of the README that has three teams.
#
# Nothing shows it: the evidence of the game, by which settings are compared, is right. In a history the wrong ratings
# are what the next game starts from. Whoever rates games of three or more should name the teams in their order of
# finish, best first: then all is right.
#
# Seen: of the orders of finish 2 of 6 go wrong with three players, 14 of 24 with four and 94 of 120 with five;
# trueskill 0.4.5, the same model for a single game, agrees with the one that is right. After ten games that end b, c, a, b
# has 0 with sigma 6, as before any game, and c 83.3 with sigma 0.5; named in that order, b has 7.2, c 0 and a -7.2.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet trueskillthroughtime==1.1.0 trueskill==0.4.5
cat > ask.py <<'PY'
from itertools import permutations

import trueskill
from trueskillthroughtime import Game, History, Player

env = trueskill.TrueSkill(mu=0, sigma=6, beta=1, tau=0, draw_probability=0)


def rated(scores):
    """The mean of each new player after a game with these scores, by both libraries, and the game's evidence."""
    game = Game([[Player()] for _ in scores], list(scores))
    other = env.rate([(env.create_rating(),) for _ in scores], ranks=[-score for score in scores])
    return [team[0].mu for team in game.posteriors()], [team[0].mu for team in other], game.evidence


def near(some, others):
    return max(abs(one - other) for one, other in zip(some, others)) < 0.02


wrong = {}
for count in (2, 3, 4, 5):
    by_place, _, likely = rated(range(count, 0, -1))        # the players are named in their order of finish
    wrong[count] = []
    for scores in permutations(range(count)):
        means, others, evidence = rated(scores)
        assert near(others, [by_place[count - 1 - score] for score in scores]) and abs(evidence - likely) < 1e-9
        if not near(means, others):
            wrong[count].append(scores)
            assert near(sorted(means), sorted(others))
print("orders of finish that go wrong:", {count: len(found) for count, found in wrong.items()})
for scores in wrong[3]:
    print(f"a, b and c with scores {scores} are rated {[round(mean, 2) for mean in rated(scores)[0]]}")
assert {count: len(found) for count, found in wrong.items()} == {2: 0, 3: 2, 4: 14, 5: 94}
means = rated((0, 2, 1))[0]
assert means[1] < means[0] < means[2]


def after(teams, scores=None):
    """Mean and deviation of each player after ten such games."""
    history = History([teams] * 10, [scores] * 10 if scores else [])
    history.convergence(verbose=False)
    return {name: (round(curve[-1][1].mu, 1), round(curve[-1][1].sigma, 1))
            for name, curve in sorted(history.learning_curves().items())}


scored, ordered = after([["a"], ["b"], ["c"]], [0, 2, 1]), after([["b"], ["c"], ["a"]])
print(f"ten games that end b, c, a: by scores {scored}; named in that order {ordered}")
assert scored["b"] == (0, 6) and scored["c"][0] > 20 and ordered["b"][0] > 5 > ordered["c"][0] > -5 > ordered["a"][0]
PY
venv/bin/python ask.py
