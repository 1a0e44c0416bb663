#!/usr/bin/env bash
# mcts 1.0.4 (Python 3.11): the search takes the opponent for a partner, who chooses what is best for the reward.
#
# The package searches "any perfect information domain", with tic-tac-toe as its example, and asks a state for its actions,
# its end and one reward. It never asks whose turn it is: below every node it goes on with the child of the highest mean
# reward, also where the other player chooses. The README of its repository asks for a `getCurrentPlayer` and says
# `pip install mcts`; what pip installs is the newest release, and does not call it. So a comparison with this package as
# the plain search to beat says little in a game of two players.
#
# Seen: X has one move that does not lose at once: 7 of 20 searches play it, after 50 as after 500 iterations. O has a move
# that wins at once, a reward of -1: 0 of 20 play it, and after 3,000 iterations the position is thought worth 0.99.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet mcts==1.0.4
cat > ask.py <<'PY'
import random

from mcts import mcts

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
asked = []


class State:
    def __init__(self, board, turn):
        self.board, self.turn = board, turn

    def getCurrentPlayer(self):
        asked.append(self)
        return 1 if self.turn == "X" else -1

    def getPossibleActions(self):
        return [at for at in range(9) if self.board[at] == "."]

    def takeAction(self, at):
        return State(self.board[:at] + self.turn + self.board[at + 1:], "O" if self.turn == "X" else "X")

    def getReward(self):
        full = {self.board[row[0]] for row in ROWS if len({self.board[at] for at in row}) == 1}
        return ("X" in full) - ("O" in full)

    def isTerminal(self):
        return self.getReward() != 0 or "." not in self.board


def worth(state):
    """What the position is worth to X if both play their best."""
    if state.isTerminal():
        return state.getReward()
    return (max if state.turn == "X" else min)(worth(state.takeAction(at)) for at in state.getPossibleActions())


def chosen(state, iterations):
    found = []
    for seed in range(20):
        random.seed(seed)
        found.append(mcts(iterationLimit=iterations).search(state))
    return found


guarded, won = State("XO." ".OX" "...", "X"), State("XX." "OO." "X..", "O")
blocks, wins = ({at: worth(state.takeAction(at)) for at in state.getPossibleActions()} for state in (guarded, won))
assert blocks == {2: -1, 3: -1, 6: -1, 7: 0, 8: -1} and wins[5] == -1 and worth(won) == -1
block = [chosen(guarded, iterations).count(7) for iterations in (50, 500)]
win = [chosen(won, iterations).count(5) for iterations in (50, 500)]
print(f"of 20 searches of 50 and of 500 iterations {block} play the only move of X that does not lose, and {win} the move "
      f"of O that wins; getCurrentPlayer was called {len(asked)} times")
random.seed(0)
search = mcts(iterationLimit=3000)
search.search(won)
mean = search.root.totalReward / search.root.numVisits
print(f"O to move wins at once, and the search says {mean:.2f}, where 1 is a win of X")
assert max(block) <= 10 and win == [0, 0] and mean > 0.9 and not asked
PY
venv/bin/python ask.py
