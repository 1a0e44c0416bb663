#!/usr/bin/env bash
# openskill 6.2.0 (Python 3.11): a draw of several players turns their order round, and leaves nothing to be learnt.
#
# With `ThurstoneMostellerFull` and its default settings a draw of three players rated 30, 25 and 20 leaves them at 24, 25
# and 26: who was best is now worst, by a game in which all were level. After one draw of six new players sigma, which
# begins at 25 / 3, is 0.083 for each, its floor: no later game moves them. The other four models pull three such players
# together and keep their order, and sigma stays above 4.5 up to twelve players.
#
# So a tournament that is fed to it may say that ratings are known when they are not; and as all its models take games
# one after another, five wins before five losses rate lower than the same games the other way round.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet openskill==6.2.0
cat > ask.py <<'PY'
from openskill import models

NAMES = ("ThurstoneMostellerFull", "ThurstoneMostellerPart", "PlackettLuce", "BradleyTerryFull", "BradleyTerryPart")


def drawn(model, players):
    return [team[0] for team in model.rate([[each] for each in players], ranks=[1] * len(players))]


for name in NAMES:
    model = getattr(models, name)()
    three = [round(each.mu, 2) for each in drawn(model, [model.rating(mu=mu) for mu in (30, 25, 20)])]
    sigmas = {count: drawn(model, [model.rating() for _ in range(count)])[0].sigma for count in (2, 6, 12)}
    games, after = [(1, 2)] * 5 + [(2, 1)] * 5, []
    for order in (games, games[::-1]):
        one, other = model.rating(), model.rating()
        for ranks in order:
            (one,), (other,) = model.rate([[one], [other]], ranks=list(ranks))
        after.append(round(one.mu, 2))
    print(f"{name}: 30, 25, 20 after a draw: {three}; sigma after a draw of 2, 6, 12 new players: "
          f"{[round(sigma, 3) for sigma in sigmas.values()]}; five wins, then five losses: {after[0]}, turned round "
          f"{after[1]}")
    assert after[0] < 25 < after[1]
    if name == "ThurstoneMostellerFull":
        assert three == [24.0, 25.0, 26.0] and sigmas[6] < 0.1
    else:
        assert three[0] > three[1] > three[2] and min(sigmas.values()) > 4.5
PY
venv/bin/python ask.py
