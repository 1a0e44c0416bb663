#!/usr/bin/env bash
# open_spiel 2.0.2 (Python 3.11): MCTSBot with solve=False is not plain UCT where a move ends the game.
#
# In this position of tic-tac-toe move 2 wins at once. Plain UCT gives each child its mean plus a bonus for few visits,
# and then plays the child with most visits. The bot gives a child that ends the game its result without the bonus
# (`SearchNode::UCTValue`), so the winning move, once seen, waits until all others look worse than 1 with their bonus; and
# it chooses by the result before the visits (`SearchNode::CompareFinal`), though no solver was asked for.
#
# Seen after 20 simulations with constant 2: visits of move 2: 1; of the others 4 to 6 each; chosen: move 2. After 2,000
# simulations it has nine tenths of the visits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet open_spiel==2.0.2
cat > ask.py <<'PY'
import pyspiel

WINS = 2
game = pyspiel.load_game("tic_tac_toe")
state = game.new_initial_state()
for action in (0, 3, 1, 4):
    state.apply_action(action)
visits = {}
for simulations in (20, 2000):
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, simulations, 1000, False, 7, False)
    root = bot.mcts_search(state)
    visits[simulations] = {child.action: child.explore_count for child in root.children}
    print(f"{simulations} simulations, visits by move: {visits[simulations]}; chosen: {root.best_child().action}")
    assert root.best_child().action == WINS
few = visits[20]
assert few[WINS] == 1 and min(few[move] for move in few if move != WINS) > 1, few
assert visits[2000][WINS] > 1800
PY
venv/bin/python ask.py
