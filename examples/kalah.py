"""Kalah, the mancala game with stores: sow seeds around the board, and gather the most. A game in plain Python.

Six pits a seat with four seeds each. A turn sows all seeds of one of its own pits, one a pit, on through its own store
and past the other's. A last seed in the own store gives another turn. A last seed in an empty pit of its own takes that
seed and all in the pit opposite, if there are any. When the pits of a seat are empty, the other gathers what is left.
"""
from dataclasses import dataclass, field

from games.simple import TERMINAL, Rules, game

PITS, SEEDS = 6, 4
ROUND = 2 * (PITS + 1)          # pits of seat 0, its store, pits of seat 1, its store
STORES = PITS, ROUND - 1


@dataclass
class Kalah(Rules):
    """Seeds by place, and whose turn it is."""

    seats = 2
    seeds: list[int] = field(default_factory=lambda: 2 * ([SEEDS] * PITS + [0]))
    turn: int = 0

    def pits(self, seat: int) -> list[int]:
        """Seeds in the pits of a seat, in the order of sowing."""
        first = seat * (PITS + 1)
        return self.seeds[first:first + PITS]

    def current_player(self) -> int:
        return self.turn if any(self.pits(0)) and any(self.pits(1)) else TERMINAL

    def legal_actions(self) -> list[int]:
        return [pit for pit, seeds in enumerate(self.pits(self.turn)) if seeds]

    def apply_action(self, action: int) -> None:
        last = self.sow(self.turn * (PITS + 1) + action)
        if last != STORES[self.turn]:
            self.capture(last)
            self.turn = 1 - self.turn
        if self.current_player() == TERMINAL:
            self.gather()

    def sow(self, place: int) -> int:
        """Sow the seeds of a place; returns where the last one fell."""
        left, self.seeds[place] = self.seeds[place], 0
        while left:
            place = (place + 1) % ROUND
            if place != STORES[1 - self.turn]:
                self.seeds[place] += 1
                left -= 1
        return place

    def capture(self, last: int) -> None:
        """Take the last seed and those opposite, where it fell into an empty pit of the seat that sowed."""
        opposite = ROUND - 2 - last
        own = last // (PITS + 1) == self.turn
        if own and self.seeds[last] == 1 and self.seeds[opposite]:
            self.seeds[STORES[self.turn]] += 1 + self.seeds[opposite]
            self.seeds[last] = self.seeds[opposite] = 0

    def gather(self) -> None:
        """At the end what is left in the pits of a seat goes to its store."""
        for seat in (0, 1):
            first = seat * (PITS + 1)
            self.seeds[STORES[seat]] += sum(self.pits(seat))
            self.seeds[first:first + PITS] = [0] * PITS

    def scores(self) -> list[int]:
        return [self.seeds[store] for store in STORES]

    def action_text(self, action: int) -> str:
        return f"sow pit {'abcdef'[action]} with {self.pits(self.turn)[action]}"

    def board(self, seat: int | None = None) -> str:
        there, here = ("    " + " ".join(f"{n:2}" for n in row) for row in (self.pits(1)[::-1], self.pits(0)))
        stores = f"{self.seeds[STORES[1]]:2}{'':22}{self.seeds[STORES[0]]:2}"
        return "\n".join(["     f  e  d  c  b  a", there, stores, here, "     a  b  c  d  e  f"])


GAME = game(Kalah, title="Kalah")
