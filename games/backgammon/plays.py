"""A whole turn in the usual notation, `8/5 6/5`, `24/20*/18`, `bar/20`, `13/7(2)`, as the single moves that play it.

What is written says which checkers end where; in which order dice are used, and whether a checker hits on its way,
follows from the rules. So the turn is searched for among all ways of playing the roll, by the board it ends with.
"""
from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import games
from core_ext.state import State
from games.api import InputError, own
from games.backgammon.names import BAR, OFF, PLAY, place_text
from games.backgammon.state import BackgammonState
from games.fields import shown

STEP = re.compile(r"(bar|off|b|o|\d{1,2})(\*?)", re.IGNORECASE)
TOKEN = re.compile(r"([^\s()]+)(?:\((\d)\))?")
WORDS = {"bar": BAR, "b": BAR, "off": OFF, "o": OFF}

Rows = list[list[int]]      # checkers of each seat by place


def read_turn(state: State, text: str) -> list[int]:
    """The actions that play a turn, all that is left of it. Requires a seat that is to move.

    Raises InputError naming what cannot be read, or a way to play the roll; text that is no turn at all is refused as
    a move is.
    """
    if "/" not in text:
        games.load("backgammon").notation.parse_action(state, text)
    mine = own(state, BackgammonState)
    raw = mine.raw()
    seat = raw["seat"]
    before: Rows = [list(row) for row in raw["count"]]
    wanted = [list(row) for row in before]
    for token, times in TOKEN.findall(text.replace(",", " ")):
        chain = _chain(token)
        for _ in range(int(times or 1)):
            _move(wanted, seat, chain, text)
    short = next((place for place, n in enumerate(wanted[seat]) if n < 0), None)
    if short is not None:           # looked at when all have moved, as moves come in any order
        raise InputError(f"found {shown(text)}, but there is no checker to move from {place_text(short)}")
    ways = all_ways(mine)
    exact = [way for way, rows in ways if rows == wanted]
    alike = [way for way, rows in ways if rows[seat] == wanted[seat]]
    if exact:
        return exact[0]
    if len(alike) == 1:             # hits on the way are often left out
        return alike[0]
    dice = " and ".join(str(face) for face in raw["dice"])
    raise InputError(f"found {shown(text)}, which does not play {dice}; expected a turn such as "
                     f"{_said(mine, ways[0][0])}")


def all_ways(state: BackgammonState) -> list[tuple[list[int], Rows]]:
    """Each way to play what is left of a turn that ends with another board: its actions and the board."""
    seat, ended, met = state.raw()["seat"], [], set()
    waiting: list[tuple[State, list[int]]] = [(state, [])]
    while waiting:
        at, way = waiting.pop()
        raw = own(at, BackgammonState).raw()
        board = tuple(map(tuple, raw["count"])), raw["stage"] == PLAY and raw["seat"] == seat, len(way)
        if board in met:
            continue
        met.add(board)
        if not board[1]:
            ended.append((way, [list(row) for row in raw["count"]]))
            continue
        for action in at.legal_actions():
            after = at.copy()
            after.apply_action(action)
            waiting.append((after, [*way, action]))
    return ended


def _chain(token: str) -> list[tuple[int, bool]]:
    """The places of `24/20*/18`, each with whether it is hit there."""
    parts = token.split("/")
    places = []
    for part in parts:
        match = STEP.fullmatch(part)
        place = None if match is None else WORDS.get(match[1].lower(), int(match[1]) if match[1].isdigit() else None)
        if place is None or place > BAR or len(parts) < 2:
            raise InputError(f"found {shown(token)}, expected moves such as 24/18, bar/20* or 6/off")
        places.append((place, bool(match and match[2])))
    return places


def _move(rows: Rows, seat: int, chain: Sequence[tuple[int, bool]], text: str) -> None:
    """Move one checker along a chain of places; where it ends, and where a star stands, a single checker is hit."""
    mine, theirs = rows[seat], rows[1 - seat]
    start, end = chain[0][0], chain[-1][0]
    if start <= end:
        raise InputError(f"found {shown(text)}, but no checker moves from {place_text(start)} to {place_text(end)}")
    mine[start] -= 1
    mine[end] += 1
    for place, hit in chain[1:]:
        if place > OFF and theirs[BAR - place] == 1 and (hit or place == end):
            theirs[BAR - place] -= 1
            theirs[BAR] += 1


def _said(state: State, way: Sequence[int]) -> str:
    at, texts, notation = state.copy(), [], games.load("backgammon").notation
    for action in way:
        texts.append(notation.action_text(at, action))
        at.apply_action(action)
    return shown(" ".join(texts))


def roll_outcome(dice: Sequence[int], opening_seat: int | None) -> int:
    """The chance outcome of a roll; in the opening, `opening_seat` begins with the higher die."""
    high, low = max(dice), min(dice)
    first, second = (low, high) if opening_seat == 1 else (high, low)
    return 6 * (first - 1) + second - 1


def raw_of(state: State) -> dict[str, Any]:
    """The position as plain numbers."""
    return own(state, BackgammonState).raw()
