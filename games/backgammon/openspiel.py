"""Backgammon as OpenSpiel writes it: an action moves two checkers, a double is two of them, and a pass is one, too.

An action is d0 + 26 d1, and 676 more where the lower die moves first; d0 and d1 say from where: points as the seat
counts them, the bar, or nothing. Chance comes as 30 first rolls and 36 later ones. Here a turn is single moves, which
the rules put in an order, so a turn is looked for by the board that it leads to, once all of it is there.
"""
from __future__ import annotations

from itertools import combinations

from core_ext.state import State
from games.api import own
from games.backgammon.names import BAR, OFF, OPENING, PLAY
from games.backgammon.plays import Rows, all_ways, raw_of, roll_outcome
from games.backgammon.state import BackgammonState
from games.openspiel_history import reader

DIGITS, ON_BAR, NOTHING = 26, 24, 25
LOW_FIRST = DIGITS ** 2
PAIRS = list(combinations(range(1, 7), 2))      # of faces that differ, twice each among their rolls


class Turns:
    """Their actions in ours, for one game: what is told of a turn so far is kept until its end."""

    def __init__(self) -> None:
        """Nothing is told yet."""
        self.left = 0                       # actions of this turn still to come
        self.dice = (0, 0)                  # the higher first
        self.seat = 0
        self.moves: list[tuple[int, int]] = []      # place and face, of the turn so far

    def __call__(self, state: State, action: int) -> list[int] | None:
        """Our actions for the next of theirs: none in the middle of a turn; None where it is not possible."""
        if not self.left:
            return self._rolled(state, action)
        if action >= 2 * LOW_FIRST:
            return None
        high, low = self.dice
        faces = (low, high) if action >= LOW_FIRST else (high, low)
        rest = action % LOW_FIRST
        for digit, face in zip((rest % DIGITS, rest // DIGITS), faces, strict=True):
            if digit != NOTHING:
                place = BAR if digit == ON_BAR else digit + 1 if self.seat else ON_BAR - digit
                self.moves.append((place, face))
        ended = NOTHING in (rest % DIGITS, rest // DIGITS)      # a double has no second action after a pass
        self.left = 0 if ended else self.left - 1
        return self._played(state)

    def _rolled(self, state: State, outcome: int) -> list[int] | None:
        raw = raw_of(state)
        opening = raw["stage"] == OPENING
        if not state.is_chance_node() or outcome >= (30 if opening else 36):
            return None
        dice = PAIRS[outcome // 2] if outcome < 30 else (outcome - 29, outcome - 29)
        self.dice, self.moves = (max(dice), min(dice)), []
        self.seat = outcome % 2 if opening else int(raw["seat"])
        self.left = 2 if dice[0] == dice[1] else 1
        return [roll_outcome(dice, self.seat if opening else None)]

    def _played(self, state: State) -> list[int] | None:
        """The turn, if it is whole, or over because all checkers are off."""
        if not self.left and not self.moves:
            raw = raw_of(state)
            return None if raw["stage"] == PLAY and raw["seat"] == self.seat else []
        rows = self._board(state)
        if rows is None:
            return None
        if self.left and any(rows[self.seat][1:]):
            return []
        self.left = 0
        return next((way for way, board in all_ways(own(state, BackgammonState)) if board == rows), None) \
            if state.current_player() == self.seat else None

    def _board(self, state: State) -> Rows | None:
        """The checkers after these moves; None where one begins without a checker."""
        rows: Rows = [list(row) for row in raw_of(state)["count"]]
        mine, theirs = rows[self.seat], rows[1 - self.seat]
        for place, face in self.moves:
            if not mine[place]:
                return None
            to = max(OFF, place - face)
            mine[place] -= 1
            mine[to] += 1
            if to > OFF and theirs[BAR - to] == 1:
                theirs[BAR - to] -= 1
                theirs[BAR] += 1
        return rows


read = reader("backgammon", compared=("History", "Returns"), of_each=Turns)
