#!/usr/bin/env bash
# open_spiel 2.0.2 with chess 1.11.2 and pyffish 0.0.90 (Python 3.11): in antichess a capture in passing is no capture.
#
# In antichess who can capture has to, "including en passant" (lichess.org/variant/antichess). `antichess` of OpenSpiel
# counts only moves to a square that is taken. So where a capture in passing is the only one all other moves are legal,
# and where there is another capture the one in passing is not. python-chess and Fairy-Stockfish (pyffish) agree on
# both.
#
# It is rare enough to go unseen: one position in 340 of random play, but one game in five. Games of other programs stop
# there with an illegal move, and what is learnt here relies on moves that nobody else allows.
#
# Seen: after 1. f4 Na6 2. f5 b5 3. Nh3 e5 white has 22 moves, where fxe6 is the only one; after 1. g4 f5 2. gxf5 b6
# 3. Bg2 g5 fxg6 is missing beside Bxa8. In 100 random games all 11 positions of the first kind and all 9 of the second
# go wrong, and 19 games have one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90 numpy==2.4.6
cat > ask.py <<'PY'
import random
from collections import Counter

import pyffish
import pyspiel
from chess.variant import AntichessBoard

GAME, START = pyspiel.load_game("antichess"), pyffish.start_fen("antichess")
GAMES = 100


def moves(state, board):
    """The legal moves by OpenSpiel and by python-chess, as they are written, with what plays them."""
    return ({state.action_to_string(action).rstrip("+#"): action for action in state.legal_actions()},
            {board.san(move).rstrip("+#"): move for move in board.legal_moves})


def after(*line):
    state, board = GAME.new_initial_state(), AntichessBoard()
    for move in line:
        by_spiel, by_rules = moves(state, board)
        state.apply_action(by_spiel[move]), board.push(by_rules[move])
    return moves(state, board)


alone, beside = after("f4", "Na6", "f5", "b5", "Nh3", "e5"), after("g4", "f5", "gxf5", "b6", "Bg2", "g5")
print(f"the only capture is in passing: OpenSpiel {len(alone[0])} moves, by the rules {list(alone[1])}")
print(f"a capture in passing beside another one: OpenSpiel {list(beside[0])}, by the rules {list(beside[1])}")
assert list(alone[1]) == ["fxe6"] and len(alone[0]) == 22
assert set(beside[1]) == {"Bxa8", "fxg6"} and list(beside[0]) == ["Bxa8"]

seen, chance = Counter(), random.Random(0)
for _ in range(GAMES):
    state, board, touched = GAME.new_initial_state(), AntichessBoard(), False
    while not state.is_terminal() and not board.is_game_over():
        by_spiel, by_rules = moves(state, board)
        passing = {move for move in by_rules if board.is_en_passant(by_rules[move])}
        seen["positions"] += 1
        if passing:
            touched = True
            witness = pyffish.legal_moves("antichess", START, [move.uci() for move in board.move_stack])
            assert set(witness) == {move.uci() for move in by_rules.values()}
            if passing == set(by_rules):
                seen["alone"] += 1
                seen["others allowed"] += len(by_spiel) > len(by_rules)
            else:
                seen["beside others"] += 1
                seen["missing"] += not passing & set(by_spiel)
        else:
            assert set(by_spiel) == set(by_rules), board.fen()
        move = chance.choice(sorted(set(by_spiel) & set(by_rules)))
        state.apply_action(by_spiel[move]), board.push(by_rules[move])
    seen["games"] += touched
print(f"{GAMES} random games, {seen['positions']:,} positions: in {seen['alone']} all captures are in passing, and in "
      f"{seen['others allowed']} of them other moves are allowed; in {seen['beside others']} there is another one, and in "
      f"{seen['missing']} of them that in passing is missing; {seen['games']} games have such a position")
assert seen["alone"] == seen["others allowed"] > 0 and seen["beside others"] == seen["missing"] > 0
PY
venv/bin/python ask.py
