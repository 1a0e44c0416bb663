#!/usr/bin/env bash
# open_spiel 2.0.2 (Python 3.11): Leduc poker redeals a state in which cards are still being dealt to a later one.
#
# `resample_from_infostate` gives a state that the player cannot tell from this one. Between the two deals, when player 0
# has a card and player 1 has none, it gives states in which both have one: a chance node becomes a decision, and the
# information state of player 0 is another. After both deals it is right. Kuhn poker gives the state itself there, and at
# the start of a game, where nobody has a card, ends in an IndexError.
#
# Seen over 40 draws after the deal of card 3: histories (3, 0), (3, 1), (3, 2), (3, 4) and (3, 5), never (3,).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet open_spiel==2.0.2
cat > ask.py <<'PY'
import random

import pyspiel


def redealt(name, deals):
    state = pyspiel.load_game(name).new_initial_state()
    for action in deals:
        state.apply_action(action)
    found = [state.resample_from_infostate(0, random.Random(seed).random) for seed in range(40)]
    same = [each.information_state_string(0) == state.information_state_string(0) for each in found]
    print(f"{name} after {deals}: histories {sorted({tuple(each.history()) for each in found})}; "
          f"{sum(same)} of 40 look as before")
    return {tuple(each.history()) for each in found}, sum(same)


between, same = redealt("leduc_poker", (3,))
assert between == {(3, 0), (3, 1), (3, 2), (3, 4), (3, 5)} and same == 0
dealt, same = redealt("leduc_poker", (3, 0))
assert dealt == between and same == 40
assert redealt("kuhn_poker", (1,)) == ({(1,)}, 40)
try:
    redealt("kuhn_poker", ())
except IndexError as error:
    print("kuhn_poker at the start: IndexError:", error)
else:
    raise SystemExit("kuhn_poker at the start raised nothing")
PY
venv/bin/python ask.py
