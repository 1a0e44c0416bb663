"""Money against the bank: what each step of a game of 504 takes from an owner or a seat, or brings it.

What is paid is told from what was done and what changed on the board, and from the printed prices.
"""
from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np

from games.packed import codes
from games.world504.names import STAGE_NAMES

from .bank_prices import SharePrices
from .bank_war import WarPayments
from .ledger import MOST_INCOME, NOWHERE

A_TENS, A_UNITS, A_TAKE, A_FACTORY, A_HOLD_UP, A_RECRUIT, A_DRIVE, A_LOAD = codes(
    "world504", "A_TENS A_UNITS A_TAKE A_FACTORY A_HOLD_UP A_RECRUIT A_DRIVE A_LOAD")
NO_TAXES, BY_INCOME_SIZE = codes("world504", "NO_TAXES BY_INCOME_SIZE")
MOST_POINTS = 2                         # movement points that one step can buy


class Bank(SharePrices, WarPayments):
    """The payments of a game: `low` and `high` bound what each account has more after each step than before it.

    They are equal but where one step makes an income and pays it, or buys movement points and ends the turn.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        for payment in (self.start, self.recruits, self.upgrades, self.shop, self.factories, self.houses, self.ways,
                        self.lots, self.sealed_bids, self.auctions, self.trades, self.private_deals, self.duties,
                        self.land_incomes, self.incomes, self.fixed_dividends, self.payouts, self.market_closes,
                        self.taxes, self.fresh_starts):
            payment()

    def astray(self) -> np.ndarray:
        """The steps after which some account has more or less than is entered here."""
        change = np.diff(self.money, axis=0)
        return ((change < self.low) | (change > self.high)).any(1)

    # ---- payments of a turn --------------------------------------------------------------------------

    def recruits(self) -> None:
        """A resident, when it is placed: at once, or when it is known where it comes from."""
        steps = self.answering("buy-resident", "recall-resident")
        bought = (self.action[steps] >= A_RECRUIT) & (self.asked(steps, "residents") > 0)
        steps = steps[bought | (self.stage[steps] == STAGE_NAMES.index("recall-resident"))]
        usual, cheaper = self.rules["resident_price"]
        self.pay(steps, self.actor[steps], np.where(self.has("II(4)", steps, self.actor[steps]), cheaper, usual))

    def upgrades(self) -> None:
        """A better trolley."""
        steps = self.answering("buy-upgrade")
        steps = steps[self.action[steps] > 0]
        price = np.where(self.action[steps] == A_HOLD_UP, self.rules["hold_price"], self.rules["step_price"])
        less = self.rules["upgrade_cheaper"] * self.has("I(8)", steps, self.actor[steps])
        self.pay(steps, self.actor[steps], price - less)

    def shop(self) -> None:
        """A privilege of the row: nothing to the left of the marker."""
        for step in self.answering("take-privilege"):
            if self.action[step]:
                place = list(self.at["row"][step]).index(1 + self.action[step] - A_TAKE)
                free = place < self.at["free_row"][step]
                self.pay(step, self.actor[step], 0 if free else self.rules["privilege_price"])

    def factories(self) -> None:
        """By how many stand in the city."""
        steps = self.answering("build-factory")
        steps = steps[self.action[steps] > 0]
        standing = (self.at["factory"][steps, self.action[steps] - A_FACTORY] > 0).sum(1)
        flat = self.has("II(3)", steps, self.actor[steps]) | self.has("III(7)", steps, self.actor[steps])
        price = np.where(flat, self.rules["factory_flat"], np.array(self.rules["factory_cost"])[standing])
        self.pay(steps, self.actor[steps], price)

    def houses(self) -> None:
        """A new settlement in a city, by how many others are there before; barracks are one of them (R8.3D.7)."""
        if not self.rules["houses"]:
            return
        own = self.game.bits("settled") | self.game.at_tile("capital")
        known = self.at["city_at"] != NOWHERE
        tiles = np.where(known, self.at["city_at"], 0).astype(int)
        there = np.take_along_axis(own, tiles[:, None, :], 2) & known[:, None, :]
        founding = self.owner["capital"][:-1, :, None] == NOWHERE
        for step, i, city in zip(*np.nonzero(there[1:] & ~there[:-1] & ~founding), strict=True):
            if not self.has("III(8)", step, i):
                barracks = int(self.at["barracks"][step]) >> int(tiles[step, city]) & 1
                self.pay(step, i, self.rules["house_cost"][there[step, :, city].sum() + barracks])

    def ways(self) -> None:
        """Movement points that are bought, each dearer than the one before in its turn."""
        if not self.rules["buy_points"]:
            return
        extra = self.at["turn"]["extra"].astype(int)
        steps = self.answering("drive", "enter", "explored")
        stays = (self.action[steps] < A_DRIVE) | (self.action[steps] >= A_LOAD)
        for step in steps[~stays | (self.stage[steps] != STAGE_NAMES.index("drive"))]:
            had = extra[step]
            prices = [0, *accumulate(self.rules["extra_first"] + self.rules["extra_more"] * (had + n)
                                     for n in range(MOST_POINTS))]
            sums = prices if int(step) in self.made else [prices[extra[step + 1] - had]]
            self.low[step, self.actor[step]] -= max(sums)
            self.high[step, self.actor[step]] -= min(sums)

    # ---- bids ----------------------------------------------------------------------------------------

    def named(self, step: int, least: int) -> int:
        """The sum that is bid: its ten alone names it where no other sum of the ten is open."""
        action = int(self.action[step])
        if action >= A_UNITS:
            return 10 * (int(self.at["bid_tens"][step]) - 1) + action - A_UNITS
        return max(least, 10 * (action - A_TENS))

    def sealed_bids(self) -> None:
        """They are paid one by one, when the seat's place is chosen."""
        bid = self.at["bid"][:, :self.seats].astype(int)
        for step, i in zip(*np.nonzero((bid[:-1] >= 0) & (bid[1:] < 0)), strict=True):
            self.pay(step, self.purse(i), bid[step, i])
        for step in self.answering("sealed-bid", "sealed-units"):      # the last bid can be the highest
            i = self.actor[step]
            if not self.at["bid_tens"][step + 1] and bid[step + 1, i] < 0:
                self.pay(step, self.purse(i), self.named(step, 0))

    def lots(self) -> None:
        """Those of the tied who are not drawn are paid."""
        for step in self.answering("lot"):
            for i in range(self.seats):
                if self.at["lots"][step] >> i & 1 and i != self.action[step]:
                    self.pay(step, self.purse(i), -self.rules["lost_lot"])

    def auctions(self) -> None:
        """Who gets the card pays the highest bid."""
        cards = np.bitwise_count(self.owner["privileges"]).astype(int)
        for step in self.answering("bid", "bid-units"):
            high = int(self.at["high"][step])
            for i in np.flatnonzero(cards[step + 1] > cards[step]):
                if i == self.actor[step] and self.action[step]:
                    free = self.at["card"][step] < self.at["free_row"][step]
                    high = self.named(step, high + 1 if high >= 0 else 0 if free else self.rules["privilege_price"])
                self.pay(step, i, high)

    # ---- start money, income and taxes ---------------------------------------------------------------

    def start(self) -> None:
        """By place in the first order; where companies are owners, seats alike, and companies some issue prices."""
        for step in np.flatnonzero(np.diff(self.at["round"] > 0)):
            if self.companies:
                self.pay(step, np.arange(self.owners), -self.capital_stock())
            first = range(self.seats) if self.companies else self.at["order"][step + 1][:self.owners]
            for place, i in enumerate(first):
                self.pay(step, self.purse(int(i)), -(self.rules["start_money"][place] + self.rules["money_more"]))

    def incomes(self) -> None:
        """At the end of a turn, where it is not set aside."""
        if not self.rules["set_aside"]:
            for step, made in self.made.items():
                for _, i in made:
                    self.pay(step, i, -int(self.owner["income"][step + 1, i]))

    def taxes(self) -> None:
        """What was set aside is taken at the beginning of the next round, less 1 or 2 Mark of each whole ten.

        Companies have had their income, and pay as far as their money goes (FAQ11).
        """
        if self.rules["taxes"] == NO_TAXES:
            return
        for step in self.passing(1, "tax"):
            if self.at["round"][step + 1] == 1:
                continue
            income, fresh = self.owner["income"][step].astype(int), [i for _, i in self.made.get(int(step), ())]
            order = [int(i) for i in self.at["order"][step + 1][:self.at["founded"][step + 1]]]
            if self.rules["taxes"] == BY_INCOME_SIZE:
                order.sort(key=lambda i: -income[i])
            for place, i in enumerate(order):
                rate = (self.rules["tax_first"] if place == 0
                        else self.rules["tax_others"] * (place < len(order) - 1))
                tax = (0 if self.has("II(2)", step, i) else rate) * (income[i] // 10)
                if self.companies:
                    self.collect(step, i, tax, tax)
                elif i in fresh or fresh and self.rules["taxes"] == BY_INCOME_SIZE:      # made in this very step
                    self.high[step, i] += MOST_INCOME
                else:
                    self.pay(step, i, tax - income[i])
