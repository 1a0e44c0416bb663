#!/usr/bin/env bash
# pettingzoo 1.27.0 with chess 1.11.2 (Python 3.11): in go and chess players are shown what its manual does not say.
#
# In `go_v5` plane 0 is to hold the stones of the player who looks, and plane 1 the opponent's. It is the other way
# round, as who has just moved writes the planes and the other looks at them. So a stone is in plane 0 after one move
# and in plane 1 after the next, and the older pairs change sides as well, where AlphaZero, the model that the manual
# names, shows all as the player to move sees it. The plane of the colour, by the manual all 1 for black, is all 0 for
# black.
#
# In `chess_v6` the first player is shown an empty board: only moves fill the history, so the position at the start
# never gets into it. And the planes of castling rights have queenside and kingside exchanged.
#
# A network learns the planes as they are; rules written by the manual, or a network from elsewhere, play go for the
# opponent.
#
# Seen in go: black has played (0, 0) and white (1, 1), and black finds (1, 1) in plane 0, (0, 0) in plane 1 and 0 for
# the colour. In chess: no piece before the first move, 32 after it; where white may castle on the queenside alone,
# its plane is 0 and that of the kingside 1.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet pettingzoo==1.27.0 gymnasium==1.4.0 numpy==2.4.6 chess==1.11.2 pygame-ce==2.5.8
cat > ask.py <<'PY'
import inspect

import chess
import numpy as np
from pettingzoo.classic import chess_v6, go_v5
from pettingzoo.classic.chess import chess as chess_module
from pettingzoo.classic.chess import chess_utils
from pettingzoo.classic.go import go as go_module

SIDE, COLOUR, QUEENSIDE, KINGSIDE, PIECES = 9, 16, 0, 1, slice(7, 19)
assert "Current Player's stones" in inspect.getdoc(go_module)
assert "Channel 0: All ones if white can castle queenside" in inspect.getdoc(chess_module)


def shown(env):
    """What the player whose turn it is is shown."""
    return env.observe(env.agent_selection)["observation"]


def stones(planes, plane):
    return [(int(row), int(column)) for row, column in np.argwhere(planes[..., plane])]


env = go_v5.env(board_size=SIDE)
env.reset()
for row, column in ((0, 0), (1, 1)):
    env.step(row * SIDE + column)
planes = shown(env)
print(f"go, {env.agent_selection} to move after black (0, 0) and white (1, 1): planes 0 to 3 hold "
      f"{[stones(planes, plane) for plane in range(4)]}, that of the colour {int(planes[..., COLOUR].max())}")
assert env.agent_selection == "black_0" and planes.shape == (SIDE, SIDE, 17)
assert [stones(planes, plane) for plane in range(4)] == [[(1, 1)], [(0, 0)], [(0, 0)], []]
assert not planes[..., COLOUR].any()


def play(env, move):
    """Plays a move as chess writes it; black's actions are those of the mirrored board."""
    board, move = env.unwrapped.board, chess.Move.from_uci(move)
    if board.turn == chess.BLACK:
        move = chess.Move(*(chess.square_mirror(square) for square in (move.from_square, move.to_square)))
    chess_utils.legal_moves(board)
    env.step(chess_utils.moves_to_actions[move.uci()])


env = chess_v6.env()
env.reset()
pieces = [int(shown(env)[..., PIECES].sum())]
for move in ("e2e4", "e7e5", "g1f3", "g8f6", "h1g1", "a7a6"):
    play(env, move)
    pieces.append(int(shown(env)[..., PIECES].sum()))
rights, planes = env.unwrapped.board.castling_xfen(), shown(env)
queenside, kingside = (int(planes[..., plane].max()) for plane in (QUEENSIDE, KINGSIDE))
print(f"chess, pieces shown before each move: {pieces}; with the rights {rights} the plane of white's queenside is "
      f"{queenside}, that of its kingside {kingside}")
assert pieces == [0] + [32] * 6 and rights == "Qkq" and (queenside, kingside) == (0, 1)
PY
SDL_VIDEODRIVER=dummy venv/bin/python ask.py
