#!/usr/bin/env bash
# trueskill 0.4.5 (Python 3.11): where draws are said never to happen, a draw makes two equal players less certain.
#
# `draw_probability=0` fits many games, and is taken without a word; so is a draw then, or a tie of several players. A draw
# tells that two performances were alike, so sigma of two new players has to fall, from 8.333 to 6.455: it rises to 9.588,
# and with every further draw. The margin of a draw should be 0; the library's own normal distribution, its default
# backend, makes it 2e-7, and what two probabilities so close differ by is a rounding error. Where mu
# differs by a ten-thousandth, sigma is right, so it shows only for players of one mu, as all new ones are.
#
# Whoever rates a game without draws in which places are shared now and then should give a small probability, not 0.
#
# Seen: after one draw 9.588, after twelve 22.991; with mu 25.0001 and 25, or a probability of 0.001, 6.455. After a tie of
# three new players two have 9.322 and the third, the one named second, has 10.696.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet trueskill==0.4.5
cat > ask.py <<'PY'
import trueskill

never, seldom = (trueskill.TrueSkill(draw_probability=chance) for chance in (0, 0.001))


def sigmas(env, players, draws=1):
    """Sigma of each player after so many draws of all of them."""
    for _ in range(draws):
        players = [team[0] for team in env.rate([(each,) for each in players], ranks=[0] * len(players))]
    return [round(each.sigma, 3) for each in players]


new = never.create_rating()
before = new.sigma ** 2 + never.tau ** 2
exact = round((before - before ** 2 / (2 * before + 2 * never.beta ** 2)) ** 0.5, 3)      # as both performed alike
seen = {draws: sigmas(never, [new, new], draws) for draws in (1, 12)}
close, small = sigmas(never, [never.create_rating(25.0001), new]), sigmas(seldom, [new, new])
three = sigmas(never, [new] * 3)
print(f"sigma {new.sigma:.3f}; a draw of two should leave {exact}; after 1 and 12 draws {seen[1]} and {seen[12]}; if mu "
      f"differs by 0.0001 {close}; with a probability of 0.001 {small}; after a tie of three {three}")
print(f"margin of a draw: {trueskill.calc_draw_margin(0, 2, never):.1e}")
assert exact == 6.455 and close == small == [exact, exact]
assert new.sigma + 1 < seen[1][0] == seen[1][1] and seen[12][0] > 20
assert min(three) > new.sigma and three[1] > three[0]
PY
venv/bin/python ask.py
