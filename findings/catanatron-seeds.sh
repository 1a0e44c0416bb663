#!/usr/bin/env bash
# catanatron 3.2.1 (Python 3.11): a seed repeats a game in the same process only, and seed 0 not even there.
#
# `Game(players, seed=...)` takes a seed "for reproducing games", and its random players draw from the generator that it
# seeds. But trades with the bank are listed in the order of a set of tuples of strings and None, which is another one in
# each process. So the same draw chooses another action: other turns, other winners. Setting PYTHONHASHSEED, which
# orders the strings, is not enough: in Python 3.11 the hash of None is an address in memory. The seed 0 counts as
# none, and is replaced by another one each time.
#
# A test that plays a seed twice in one process does not notice. So games that two workers play "with the same seeds" are
# no pairs, and none can be shown again by its seed. A player that sorts the actions before it draws one helps.
#
# Seen: with seed 1 white wins after 887 actions in one process, red after 1,462 in a second and after 1,145 in a third.
# Players who sort the actions play one game in all three, which orange wins after 747.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet catanatron==3.2.1 networkx==3.6.1
cat > ask.py <<'PY'
import random
import sys

from catanatron import Color, Game, RandomPlayer


class Sorting(RandomPlayer):
    def decide(self, game, playable_actions):
        return random.choice(sorted(playable_actions, key=repr))


PLAYER = {"random": RandomPlayer, "sorting": Sorting}[sys.argv[1]]


def played(seed):
    game = Game([PLAYER(color) for color in Color], seed=seed)
    winner = game.play()
    return winner and winner.value, len(game.state.actions)


games = [played(seed) for seed in (1, 2)]
assert games == [played(seed) for seed in (1, 2)]
zeros = [Game([PLAYER(color) for color in Color], seed=0).seed for _ in range(2)]
assert 0 not in zeros and zeros[0] != zeros[1], zeros
print(games)
PY
answers() {             # how many different ones three processes give: the kind of player, PYTHONHASHSEED
    for _ in 1 2 3; do PYTHONHASHSEED=$2 venv/bin/python ask.py "$1"; done | sort -u > answers
    echo "$1 players, PYTHONHASHSEED=$2: winner and number of actions with seeds 1 and 2, in three processes:" >&2
    cat answers >&2
    wc -l < answers
}
[ "$(answers random random)" -gt 1 ]
[ "$(answers random 1)" -gt 1 ]
[ "$(answers sorting random)" = 1 ]
