#!/usr/bin/env bash
# open_spiel 2.0.2 (Python 3.11): in backgammon a double is played as two decisions of the same player.
#
# An action moves two checkers. Of a roll whose dice differ that is the whole turn, and chance comes next. After a double
# the same player decides again, with no chance between: whoever counts decisions as turns, or takes turns by the
# number of actions, counts wrong after each double.
#
# Seen, at the second roll of the game: after each of the 6 doubles the same player has the next decision; after each of
# the 30 other rolls a chance node follows.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet open_spiel==2.0.2
cat > ask.py <<'PY'
import pyspiel

state = pyspiel.load_game("backgammon").new_initial_state()
state.apply_action(state.legal_actions()[0])            # the first roll
state.apply_action(state.legal_actions()[0])            # the first turn
assert state.is_chance_node()
again, over = [], []
for outcome, _ in state.chance_outcomes():
    rolled = state.child(outcome)
    roll = state.action_to_string(state.current_player(), outcome)
    played = rolled.child(rolled.legal_actions()[0])
    if played.is_chance_node():
        over.append(roll)
    else:
        assert played.current_player() == rolled.current_player()
        again.append(roll)
print(f"{len(over)} rolls end the turn with one action; after these the same player decides again: {again}")
assert len(over) == 30 and len(again) == 6 and all(roll[-2] == roll[-3] for roll in again), again
PY
venv/bin/python ask.py
