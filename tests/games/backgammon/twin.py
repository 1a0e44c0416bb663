"""The rules of backgammon once more, in plain Python: slow, obvious, by trying every way to play a roll.

A board is a pair of tuples, one a seat: checkers by place in the seat's own numbers, 0 off, 1 to 24 points, 25 bar.
Nothing here knows of masks, of preferred orders or of the compiled rules.
"""
from __future__ import annotations

from functools import cache

Board = tuple[tuple[int, ...], tuple[int, ...]]
Move = tuple[int, int]          # place left, face used

BAR, OFF = 25, 0


def board_of(first: dict[int, int], second: dict[int, int]) -> Board:
    """A board from checkers by place; what is missing to fifteen is borne off."""
    def row(checkers: dict[int, int]) -> tuple[int, ...]:
        return (15 - sum(checkers.values()), *(checkers.get(p, 0) for p in range(1, 26)))

    return row(first), row(second)


START = board_of({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})


def can_move(board: Board, seat: int, place: int, face: int) -> bool:
    """Whether one checker may leave `place` by `face`, all by itself."""
    mine, theirs = board[seat], board[1 - seat]
    if mine[place] == 0:
        return False
    if mine[BAR] > 0 and place != BAR:
        return False
    target = place - face
    if target >= 1:
        return theirs[25 - target] < 2
    if any(mine[p] for p in range(7, 26)):
        return False
    return target == 0 or not any(mine[p] for p in range(place + 1, 7))


def moved(board: Board, seat: int, place: int, face: int) -> Board:
    """The board after that move."""
    rows = [list(board[0]), list(board[1])]
    mine, theirs = rows[seat], rows[1 - seat]
    target = max(place - face, OFF)
    mine[place] -= 1
    mine[target] += 1
    if target != OFF and theirs[25 - target] == 1:
        theirs[25 - target] = 0
        theirs[BAR] += 1
    return tuple(rows[0]), tuple(rows[1])


@cache
def longest(board: Board, seat: int, faces: tuple[int, ...]) -> int:
    """The most moves that can be made with these faces, in any order."""
    best = 0
    for face in set(faces):
        rest = list(faces)
        rest.remove(face)
        for place in range(1, 26):
            if can_move(board, seat, place, face):
                best = max(best, 1 + longest(moved(board, seat, place, face), seat, tuple(rest)))
                if best == len(faces):
                    return best
    return best


def first_moves(board: Board, seat: int, faces: tuple[int, ...]) -> list[Move]:
    """Every move that a legal play of these faces can begin with."""
    most = longest(board, seat, faces)
    found = []
    for face in sorted(set(faces)):
        rest = list(faces)
        rest.remove(face)
        for place in range(1, 26):
            if can_move(board, seat, place, face):
                if 1 + longest(moved(board, seat, place, face), seat, tuple(rest)) == most:
                    found.append((place, face))
    if len(faces) == 2 and faces[0] != faces[1] and most == 1:
        larger = [move for move in found if move[1] == max(faces)]
        return larger or found
    return found


def results(board: Board, seat: int, faces: tuple[int, ...]) -> set[Board]:
    """Every board at the end of a turn with these faces; the board itself where nothing can be played."""
    moves = first_moves(board, seat, faces)
    if not moves:
        return {board}
    found: set[Board] = set()
    for place, face in moves:
        rest = list(faces)
        rest.remove(face)
        if longest(board, seat, faces) == 1:
            found.add(moved(board, seat, place, face))
        else:
            found |= results(moved(board, seat, place, face), seat, tuple(rest))
    return found


def faces_of(high: int, low: int) -> tuple[int, ...]:
    """The faces to play after a roll."""
    return (high,) * 4 if high == low else (high, low)


def points(board: Board, winner: int) -> int:
    """What the winner of a finished game gets."""
    loser = board[1 - winner]
    if loser[OFF]:
        return 1
    return 3 if loser[BAR] or any(loser[p] for p in range(19, 25)) else 2
