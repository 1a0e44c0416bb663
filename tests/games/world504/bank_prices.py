"""How prices of shares of 504 move: by sales, by what is bought and held, by dividends and by incomes."""
from __future__ import annotations

from collections import Counter

import numpy as np

from games.packed import codes

from .bank_shares import A_BUY_SHARE, A_PASS, A_SELL_SHARES, A_WITHHOLD, SharePayments
from .ledger import NOBODY

FIXED_DIVIDENDS, BY_PRESIDENT, PRIVATE, NO_TAXES = codes("world504", "FIXED_DIVIDENDS BY_PRESIDENT PRIVATE NO_TAXES")


class SharePrices(SharePayments):
    """Moves are by steps of the track, within its ends."""

    def wrong_prices(self) -> np.ndarray:
        """The steps after which a price is not what the moves of the step make of it."""
        quotes = self.at["quote"][:, :self.owners].astype(int)
        if not self.rules["trade"]:
            return np.zeros(len(self.action), bool)
        expected = quotes[:-1].copy()
        for step, company, change in (*self.by_trades(), *self.by_president(), *self.by_rank(), *self.by_market()):
            expected[step, company] = min(max(expected[step, company] + change, 1), self.rules["top_quote"])
        there = self.at["agent"][1:, :self.owners] != NOBODY
        wrong = (np.where(there, expected, 0) != quotes[1:]).any(1)
        wrong[self.unclear()] = False
        return wrong

    def by_trades(self) -> list[tuple[int, int, int]]:
        """A company starts at its issue price; each sale makes its price fall once (R9.SR.6, R9.SR.10, R9.3B.2)."""
        moves, bought = [], Counter[int]()
        ends = {int(step) for step in self.passing(1, "share-round")} if self.companies else set()
        for step in sorted({int(step) for step in self.answering("shares")} | ends):
            action = int(self.action[step])
            if A_BUY_SHARE <= action < A_SELL_SHARES:
                company = action - A_BUY_SHARE
                bought[company] += 1
                if self.at["agent"][step, company] == NOBODY:
                    moves.append((step, company, self.rules["issue_quote"][company]))
            elif A_SELL_SHARES <= action < A_PASS:
                moves.append((step, (action - A_SELL_SHARES) // 10, -1))
            if step in ends:
                moves += self.by_demand(step, bought) if self.at["round"][step + 1] != self.no_trade else []
                bought.clear()
        return moves + [(int(step), int(self.actor[step]), -1) for step in self.sells_own]

    @property
    def no_trade(self) -> int:
        """The operating round that follows another one at once (R9.0.1)."""
        return int(self.rules["round_without_shares"])

    def by_demand(self, step: int, bought: Counter[int]) -> list[tuple[int, int, int]]:
        """At the end of a share round: what was bought most, and what people hold wholly (R9.SR.13-15)."""
        moves = []
        if self.rules["most_bought_rises"] and bought:
            moves += [(step, company, 1) for company, number in bought.items() if number == max(bought.values())]
        held = self.at["held"][step + 1, :self.seats, :self.owners].astype(int).sum(0)
        return moves + [(step, int(company), 2 if self.has("I(3)", step, company) else 1)
                        for company in np.flatnonzero(held == self.rules["shares_each"])]

    def by_president(self) -> list[tuple[int, int, int]]:
        """A dividend raises the price, whole or half; what is withheld does not (R9.4.1, R9.4.2, II(1))."""
        if self.rules["dividends"] != BY_PRESIDENT:
            return []
        return [(step, company, 1) for step, companies in self.settled().items() for place, company
                in enumerate(companies) if place or self.action[step] != A_WITHHOLD]

    def by_rank(self) -> list[tuple[int, int, int]]:
        """The highest income and, where it is one, the second rise; the lowest falls (R9.4.4, U59)."""
        moves: list[tuple[int, int, int]] = []
        for step in self.passing(3, "dividends") if self.rules["dividends"] == FIXED_DIVIDENDS else ():
            there = [int(i) for i in np.flatnonzero(self.at["agent"][step + 1, :self.owners] != NOBODY)]
            incomes = {i: int(self.owner["income"][step + 1, i]) for i in there}
            ranks = sorted(incomes.values(), reverse=True)
            second = ranks[1] if ranks[1:] and ranks.count(ranks[0]) == ranks.count(ranks[1]) == 1 else None
            moves += [(int(step), i, 1) for i in there if incomes[i] in (ranks[0], second)]
            moves += [(int(step), i, -1) for i in there if incomes[i] == ranks[-1]]
        return moves

    def by_market(self) -> list[tuple[int, int, int]]:
        """All prices of private companies rise, those of the highest incomes twice (R9.3H.3)."""
        moves = []
        for step in self.closings():
            incomes = self.owner["income"][step + 1]
            moves += [(step, i, 2 if incomes[i] == incomes.max() else 1) for i in range(self.owners)]
        return moves

    def closings(self) -> list[int]:
        """The steps in which the market of private companies closes."""
        return [int(step) for step in self.passing(3, "close-market")] if self.rules["trade"] == PRIVATE else []

    def unclear(self) -> list[int]:
        """The steps that close the market and leave no trace of an income: it is taxed, or the next one is made."""
        taxed = self.rules["taxes"] != NO_TAXES
        return [step for step in self.closings()
                if taxed or any(number > self.at["round"][step] for number, _ in self.made.get(step, ()))]
