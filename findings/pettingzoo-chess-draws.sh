#!/usr/bin/env bash
# pettingzoo 1.27.0 with chess 1.11.2 (Python 3.11): chess is drawn a move before the third repetition, also if won.
#
# `chess_v6` promises the draws of threefold repetition and of fifty moves. It asks `can_claim_draw` of chess, which
# is true as soon as the player to move has some move that would bring a position up for the third time, or the
# hundredth half-move in which nothing was captured and no pawn moved: by the laws of chess this player may claim a
# draw, and need not. PettingZoo ends the game there, whatever the player would have moved. open_spiel 2.0.2 plays the
# same moves on.
#
# So a game that is won may be a draw there, and results do not compare with those of other programs.
#
# Seen: white has mate in one and no position has come up three times, and the game is over with 0 for both; in
# OpenSpiel the mate counts 1. Knights that go out and home end the game after 7 half-moves, one before the
# repetition. Without captures, pawn moves and repetitions it ends after 99 half-moves, not 100.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet pettingzoo==1.27.0 gymnasium==1.4.0 numpy==2.4.6 chess==1.11.2 pygame-ce==2.5.8 \
    open_spiel==2.0.2
cat > ask.py <<'PY'
import random

import chess
import pyspiel
from pettingzoo.classic import chess_v6
from pettingzoo.classic.chess import chess_utils


class Game:
    """One game at three tables: PettingZoo, OpenSpiel and the board of chess."""

    def __init__(self):
        self.env, self.board = chess_v6.env(), chess.Board()
        self.state = pyspiel.load_game("chess").new_initial_state()
        self.env.reset()

    def play(self, move):
        """Plays a move at all three; black's actions in PettingZoo are those of the mirrored board."""
        squares = move.from_square, move.to_square
        own = move if self.board.turn else chess.Move(*(chess.square_mirror(square) for square in squares))
        chess_utils.legal_moves(self.board)
        self.env.step(chess_utils.moves_to_actions[own.uci()])
        self.state.apply_action(self.state.parse_move_to_action(move.uci()))
        self.board.push(move)

    def over(self):
        return self.env.unwrapped.terminations["player_0"]

    def mates(self):
        """The moves that mate at once."""
        return [move for move in self.board.legal_moves if self.board.san(move).endswith("#")]


def played(moves):
    """The game of these moves, or as many of them as PettingZoo takes."""
    game = Game()
    for move in moves.split():
        if game.over():
            break
        game.play(chess.Move.from_uci(move))
        assert not game.board.is_repetition(3) and not game.board.is_game_over()
    return game


won = played("e2e4 e7e5 f1c4 b8c6 d1h5 c6b8 h5d1 b8c6 d1h5 c6b8")
rewards, mates = dict(won.env.unwrapped.rewards), won.mates()
assert won.over() and not won.state.is_terminal() and len(won.board.move_stack) == 10
won.state.apply_action(won.state.parse_move_to_action(mates[0].uci()))
print(f"white to move mates by {mates[0].uci()}: over in PettingZoo with {rewards}; OpenSpiel goes on and then gives white "
      f"and black {won.state.returns()[::-1]}")
assert won.board.turn and mates == [chess.Move.from_uci("h5f7")] and set(rewards.values()) == {0}
assert won.state.is_terminal() and won.state.returns() == [-1, 1]        # its player 1 is white

home = played("g1f3 g8f6 f3g1 f6g8 " * 2)
print(f"knights out and home: over after {len(home.board.move_stack)} half-moves, and in OpenSpiel: "
      f"{home.state.is_terminal()}")
assert home.over() and len(home.board.move_stack) == 7 and not home.state.is_terminal()

random.seed(0)
game, seen = Game(), set()
while not game.over():
    seen.add(game.board.epd())
    fresh = []
    for move in game.board.legal_moves:
        if not game.board.is_zeroing(move):
            game.board.push(move)
            if game.board.epd() not in seen and not game.board.is_check():
                fresh.append(move)
            game.board.pop()
    game.play(random.choice(fresh))
print(f"no capture, pawn move or repetition: over after {game.board.halfmove_clock} half-moves, and in OpenSpiel: "
      f"{game.state.is_terminal()}")
assert game.board.halfmove_clock == 99 and not game.state.is_terminal() and not game.board.is_repetition(2)
PY
SDL_VIDEODRIVER=dummy venv/bin/python ask.py
