#!/usr/bin/env bash
# open_spiel 2.0.2 (Python 3.11): MCTSBot on a game with hidden information looks at what is hidden.
#
# The bot refuses games with simultaneous moves ("Game must have sequential turns"), but not games in which a player
# cannot see all: it searches from the true state. In Kuhn poker the second player holds the queen and faces a bet. It
# cannot know whether the other has the jack or the king, so by the information set it can only have one policy.
#
# Seen, 20 seeds each: information state "1b" in both; the other has the jack: 20 calls; the king: 20 folds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet open_spiel==2.0.2
cat > ask.py <<'PY'
import pyspiel

JACK, QUEEN, KING, BET = 0, 1, 2, 1
game = pyspiel.load_game("kuhn_poker")
seen = []
for other in (JACK, KING):
    state = game.new_initial_state()
    for action in (other, QUEEN, BET):
        state.apply_action(action)
    bots = (pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 2.0, 1000, 1000, False, seed, False)
            for seed in range(20))
    actions = [bot.step(state) for bot in bots]
    seen.append((state.information_state_string(1), actions.count(0), actions.count(1)))
print("information state, folds, calls:", *seen)
assert seen == [("1b", 0, 20), ("1b", 20, 0)], seen
PY
venv/bin/python ask.py
