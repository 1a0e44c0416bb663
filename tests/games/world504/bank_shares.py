"""What module 9 has companies and seats of 504 pay: founding capital, shares, dividends, upkeep, incomes set aside."""
from __future__ import annotations

from typing import Any

import numpy as np

from games.packed import codes
from games.world504.names import STAGE_NAMES

from .ledger import MOST_INCOME, NOBODY, STEP, Ledger

A_BUY_SHARE, A_SELL_SHARES, A_PASS, A_BUY_FOREIGN = codes("world504", "A_BUY_SHARE A_SELL_SHARES A_PASS A_BUY_FOREIGN")
A_PAY_OUT, A_WITHHOLD, A_PAY_HALF = codes("world504", "A_PAY_OUT A_WITHHOLD A_PAY_HALF")
NO_TAXES, PRIVATE, BY_PRESIDENT, FIXED_DIVIDENDS = codes(
    "world504", "NO_TAXES PRIVATE BY_PRESIDENT FIXED_DIVIDENDS")


class SharePayments(Ledger):
    """Companies have their treasuries, seats their purses; the bank pays and is paid by both."""

    def price(self, steps: Any, companies: Any) -> Any:
        """Of a share, before these steps; 0 where the company is not founded."""
        return STEP * self.at["quote"][steps, companies].astype(int)

    # ---- shares --------------------------------------------------------------------------------------

    def trades(self) -> None:
        """Seats deal with the bank; a company is paid the issue price for shares of its board (R9.SR.4-10)."""
        steps = self.answering("shares")
        for step in steps[(self.action[steps] >= A_BUY_SHARE) & (self.action[steps] < A_SELL_SHARES)]:
            company = int(self.action[step]) - A_BUY_SHARE
            there = self.at["agent"][step, company] != NOBODY
            issue = STEP * self.rules["issue_quote"][company] * (1 if there else self.rules["presidents_card"])
            self.pay(step, self.purse(self.actor[step]), self.price(step, company) if there else issue)
            if self.rules["sold_by_company"] and self.at["aside"][step, company]:
                self.pay(step, company, -issue)
        steps = steps[(self.action[steps] >= A_SELL_SHARES) & (self.action[steps] < A_PASS)]
        companies, number = np.divmod(self.action[steps] - A_SELL_SHARES, 10)
        self.pay(steps, self.purse(self.actor[steps]), -self.price(steps, companies) * (number + 1))

    def private_deals(self) -> None:
        """Shares of others are bought, one of one's own is sold, each at its price (R9.3B)."""
        steps = self.answering("buy-foreign")
        steps = steps[self.action[steps] > 0]
        self.pay(steps, self.actor[steps], self.price(steps, self.action[steps] - A_BUY_FOREIGN))
        self.pay(self.sells_own, self.actor[self.sells_own], -self.price(self.sells_own, self.actor[self.sells_own]))

    # ---- phase 4 -------------------------------------------------------------------------------------

    def share_out(self, step: int, company: int, each: int, income: int) -> None:
        """So much of an income for each share of seats and of the bank; the company keeps the rest (R9.4.1, R9.4.5)."""
        held = self.at["held"][step, :self.seats, company].astype(int)
        self.pay(step, self.purse(np.arange(self.seats)), -each * held)
        on_board = int(self.at["aside"][step, company]) * self.rules["sold_by_company"]
        self.pay(step, company, each * (self.rules["shares_each"] - on_board) - income)

    def fixed_dividends(self) -> None:
        """All companies pay a Mark a share for each 20 of their income (R9.4.5)."""
        if self.rules["dividends"] == FIXED_DIVIDENDS:
            for step in self.passing(3, "dividends"):
                for company in np.flatnonzero(self.at["agent"][step + 1, :self.owners] != NOBODY):
                    income = int(self.owner["income"][step + 1, company])
                    self.share_out(step, company, income // self.rules["fixed_part"], income)

    def payouts(self) -> None:
        """Presidents pay out or withhold, in order; then comes upkeep (R9.4.1-3). Who has no choice is not asked.

        Where nobody was asked before, a turn has ended in the same step, and what it brought is counted.
        """
        if self.rules["dividends"] != BY_PRESIDENT:
            return
        asks = self.stage == STAGE_NAMES.index("payout")
        for step, companies in self.settled().items():
            now = step if asks[step] else step + 1
            for place, company in enumerate(companies):
                action = int(self.action[step]) if asks[step] and place == 0 else A_PAY_OUT
                part = self.rules["half_part" if action == A_PAY_HALF else "full_part"]
                income = int(self.owner["income"][now, company])
                self.share_out(step, company, income // part * (action != A_WITHHOLD), income)
                self.upkeep(step, company, self.owner[now, company])

    def settled(self) -> dict[int, list[int]]:
        """By step, the companies whose income phase 4 deals with in it."""
        rounds, founded = self.at["round"].astype(int), self.at["founded"].astype(int)
        asked = self.at["stage"] == STAGE_NAMES.index("payout")
        over = np.where(asked, self.at["cursor"], founded * self.passed(3, "dividends"))
        found = {}
        for k in np.flatnonzero((np.diff(over) != 0) | (np.diff(rounds) != 0)):
            if rounds[k] == rounds[k + 1]:
                companies = self.at["order"][k + 1, over[k]:over[k + 1]]
            else:
                companies = self.at["order"][k, over[k]:founded[k] if rounds[k] else 0]
            if len(companies):
                found[int(k)] = [int(company) for company in companies]
        return found

    def upkeep(self, step: int, company: int, owner: Any) -> None:
        """For settlements and residents: of the company as far as it can pay, then of its president (R9.4.3, I(7))."""
        due = self.rules["upkeep_settlement"] * int(owner["settled"]).bit_count()
        due += self.rules["upkeep_resident"] * (int(owner["active"].sum()) + int(owner["spent"].sum()))
        if self.has("I(7)", step, company):
            due = min(due, self.rules["upkeep_most"])
        lacking = self.collect(step, company, due, due)
        self.collect(step, self.purse(int(self.at["agent"][step, company])), *lacking)

    # ---- private companies ---------------------------------------------------------------------------

    def market_closes(self) -> None:
        """Incomes are taken at the end of a round, where there are no taxes on them (R9.3H.3)."""
        if self.rules["trade"] != PRIVATE or self.rules["taxes"] != NO_TAXES:
            return
        for step in self.passing(3, "close-market"):
            closed = int(self.at["round"][step])
            for i in range(self.owners):
                if any(number > closed and owner == i for number, owner in self.made.get(int(step), ())):
                    self.high[step, i] += MOST_INCOME           # the next one is made in this very step
                else:
                    self.pay(step, i, -int(self.owner["income"][step + 1, i]))
