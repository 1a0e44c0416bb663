"""Runs in the environment of the peers: GNU Backgammon's nets judge positions. Answers JSON lines.

A board is two rows of 25, the points of each side counted its own way and last its bar; the second row is on roll.
"""
import json
import random
import sys

import gnubg_nn

START = {24: 2, 13: 5, 8: 3, 6: 5}
CHECKERS = 15


def start():
    """The board a game begins with."""
    row = [0] * 25
    for point, count in START.items():
        row[point - 1] = count
    return [row, list(row)]


def ends(board, dice):
    """All boards that a roll can lead to, the other side on roll."""
    found = [gnubg_nn.board_from_position_key(key) for key in gnubg_nn.moves(board, *dice)]
    return [[list(mine), list(theirs)] for theirs, mine in found]


def judge(board, plies):
    """Chances of the side on roll: win, win of a gammon, of a backgammon, loss of a gammon, of a backgammon."""
    if not any(board[0]):               # the other side has borne off all
        lost = sum(board[1]) == CHECKERS
        return [0.0, 0.0, 0.0, float(lost), float(lost and any(board[1][18:]))]
    return list(gnubg_nn.probabilities(board, plies))


def equity(p):
    """Of money games without the cube, for the side whose chances these are."""
    return 2 * p[0] - 1 + p[1] + p[2] - p[3] - p[4]


def positions(seed, count, results):
    """Decisions of games that the nets play without looking ahead: one in five of those with more results than that."""
    chance, found, board = random.Random(seed), [], None
    while len(found) < count:
        if board is None:
            board = start()
        dice = sorted((chance.randint(1, 6), chance.randint(1, 6)), reverse=True)
        after = ends(board, dice)
        if len(after) > results and chance.random() < 0.2:
            found.append({"board": board, "dice": dice})
        board = min(after, key=lambda each: equity(judge(each, 0))) if after else [board[1], board[0]]
        if not any(board[0]):
            board = None
    return found


def answer(request):
    """What a request asks for."""
    if request["do"] == "positions":
        return {"positions": positions(request["seed"], request["count"], request["results"])}
    if request["do"] == "ends":
        return {"boards": ends(request["board"], request["dice"])}
    if request["do"] == "judge":
        return {"chances": [judge(board, request["plies"]) for board in request["boards"]]}
    raise ValueError(f"do: found {request['do']!r}")


for line in sys.stdin:
    try:
        reply = answer(json.loads(line))
    except Exception as error:
        reply = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(reply), flush=True)
