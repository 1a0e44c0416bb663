#!/usr/bin/env bash
# easyAI 2.0.12 (Python 3.11): `SSS` would rather win late, and where a win counts 1 point it avoids to win.
#
# The manual of `SSS` says what that of `Negamax` says: a score changes by 0.01 for each turn, and of two defeats the
# later one is chosen. `SSS` takes 0.99 off the size of a score for each turn of its depth that is left when the game
# ends, towards zero and past it. So the sooner a win comes the less it is worth, and one of 1 point that leaves two
# turns has the sign of a loss. Besides, `SSS` never calls the function given as `scoring`: it asks the method of the game.
# `Negamax` does both right.
#
# Whoever turns to `SSS` as a quicker search for the same moves gets other moves, and a comparison of the two measures
# that. With scores far above 0.99 times the depth the better moves are still found, only wins come later.
#
# Seen in the 3,430 positions of tic-tac-toe that have one to four free squares and can be reached, searched to the end:
# with 1 point for a win `SSS` gives 1,268 values of the wrong sign, gives something away in 1,283 and wins at once in
# 574 of the 1,998 in which it could. With 100 points it gives nothing away and wins at once in 1,578. `Negamax` makes
# no such mistake.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet easyAI==2.0.12 numpy==2.4.6
cat > ask.py <<'PY'
from functools import cache

from easyAI import SSS, Negamax, TwoPlayerGame

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(TwoPlayerGame):
    """Whoever has three in a row gets so many points, and the other one loses them."""

    def __init__(self, board, turn, points):
        self.players, self.board, self.current_player, self.points = None, board, turn, points

    def possible_moves(self):
        return [at for at in range(9) if self.board[at] == "."]

    def make_move(self, at):
        self.board = self.board[:at] + "XO"[self.current_player - 1] + self.board[at + 1:]

    def lost(self):
        other = "OX"[self.current_player - 1]
        return any(all(self.board[at] == other for at in row) for row in ROWS)

    def is_over(self):
        return self.lost() or "." not in self.board

    def scoring(self):
        return -self.points if self.lost() else 0


def after(board, turn):
    """Every move, with the board that it makes."""
    return {at: board[:at] + "XO"[turn - 1] + board[at + 1:] for at in range(9) if board[at] == "."}


@cache
def worth(board, turn):
    """1, 0 or -1: what the position is worth to whose turn it is."""
    game = TicTacToe(board, turn, 1)
    if game.is_over():
        return game.scoring()
    return max(-worth(made, 3 - turn) for made in after(board, turn).values())


reached, found = {("." * 9, 1)}, []
while reached:
    found += [each for each in reached if each[0].count(".") <= 4]
    reached = {(made, 3 - turn) for board, turn in reached for made in after(board, turn).values()
               if not TicTacToe(made, 3 - turn, 1).is_over()}
seen = {}
for points in (1, 100):
    for search in (Negamax, SSS):
        signs = worse = can = wins = 0
        for board, turn in found:
            asked, made = search(board.count(".")), after(board, turn)
            move = asked(TicTacToe(board, turn, points))
            signs += (asked.alpha > 0) - (asked.alpha < 0) != worth(board, turn)
            worse += -worth(made[move], 3 - turn) < worth(board, turn)
            at_once = {at for at in made if TicTacToe(made[at], 3 - turn, 1).lost()}
            can += bool(at_once)
            wins += move in at_once
        seen[search.__name__, points] = signs, worse, wins
        print(f"{search.__name__}, {points} points for a win: of {len(found)} positions {signs} have a value of the "
              f"wrong sign and {worse} a move that gives something away; {wins} of {can} are won at once that can be")
assert "scoring(current_game) - 0.01*sign*current_depth" in SSS.__doc__
asked = []
SSS(2, scoring=lambda game: asked.append(game) or 0)(TicTacToe("XXOOOXX..", 1, 1))
print("calls of the function given to SSS as scoring:", len(asked))
for points in (1, 100):
    assert seen["Negamax", points] == (0, 0, can)
assert seen["SSS", 1][0] > len(found) / 4 and seen["SSS", 1][1] > len(found) / 4 and seen["SSS", 1][2] < can / 2
assert seen["SSS", 100][:2] == (0, 0) and seen["SSS", 100][2] < 0.9 * can and not asked
PY
venv/bin/python ask.py
