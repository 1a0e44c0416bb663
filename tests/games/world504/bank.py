"""Money against the bank: what each step of a game of 504 takes from an owner or brings it.

What is paid is told from what was done and what changed on the board, and from the printed prices. All steps of a game
are looked at together: tables have a row for each step and a column for each owner.
"""
from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

import numpy as np

from games.packed import codes, enum
from games.world504.names import STAGE_NAMES
from games.world504.tables import PRIVILEGES

KNOWN = frozenset("1235678")            # modules whose payments are known here
NOWHERE, SLOTS, TILES = codes("world504", "NOWHERE SLOTS TILES")
A_TENS, A_UNITS, A_TAKE, A_FACTORY, A_HOLD_UP, A_RECRUIT, BY_INCOME_SIZE = codes(
    "world504", "A_TENS A_UNITS A_TAKE A_FACTORY A_HOLD_UP A_RECRUIT BY_INCOME_SIZE")
PHASES = enum("world504", "Phase")
MOST_POINTS = 2                         # movement points that one step can buy
MOST_INCOME = 2000


class Bank:
    """The payments of a game: `low` and `high` bound what each owner has more after each step than before it.

    They are equal but where one step makes an income and pays it, or buys movement points and ends the turn.
    """

    def __init__(self, game: Any) -> None:
        self.rules, self.at, self.owner = game.rules, game.at, game.seat
        self.owners = self.owner.shape[1]
        self.action = np.array(game.actions)
        self.stage, self.actor = self.at["stage"][:-1], self.at["actor"][:-1].astype(int)
        self.own = game.bits("settled") | game.at_tile("capital")
        self.low = np.zeros((len(self.action), self.owners), int)
        self.high = self.low.copy()
        self.turns = self.incomes_made()
        for payment in (self.start, self.recruits, self.upgrades, self.shop, self.factories, self.houses, self.ways,
                        self.lots, self.sealed_bids, self.auctions, self.incomes, self.taxes):
            payment()

    def pay(self, steps: Any, owners: Any, sums: Any) -> None:
        """To the bank; a negative sum comes from it."""
        np.subtract.at(self.low, (steps, owners), sums)
        np.subtract.at(self.high, (steps, owners), sums)

    def answering(self, *stages: str) -> np.ndarray:
        """The steps that answer a question of these stages."""
        return np.flatnonzero(np.isin(self.stage, [STAGE_NAMES.index(name) for name in stages]))

    def asked(self, steps: np.ndarray, field: str) -> np.ndarray:
        """A field of the owner that acts, before these steps."""
        return self.owner[field][steps, self.actor[steps]]

    def has(self, card: str, steps: Any, owners: Any) -> Any:
        """Whether these owners have a privilege before these steps."""
        return (self.owner["privileges"][steps, owners] >> np.uint64(PRIVILEGES.index(card)) & np.uint64(1)) > 0

    # ---- how far the game has come -------------------------------------------------------------------

    def passed(self, section: int, phase: str) -> np.ndarray:
        """Whether each position has this phase behind it in its round, or in its turn."""
        slots = self.rules["phases"][section * SLOTS:(section + 1) * SLOTS]
        sections, slot = np.divmod(self.at["phase"].astype(int), SLOTS)
        return (sections > section) | (sections == section) & (slot > slots.index(PHASES.index(phase)))

    def incomes_made(self) -> np.ndarray:
        """How many incomes have been made before each position, one for each turn."""
        section = self.at["phase"] // SLOTS
        here = np.where(section == 2, self.at["place"] + self.passed(2, "income"), self.owners * (section == 3))
        return np.where(self.at["round"] > 0, (self.at["round"].astype(int) - 1) * self.owners + here, 0)

    def paid_in(self, step: int) -> Iterable[int]:
        """Whose incomes a step makes: an order holds for a round."""
        for turn in range(self.turns[step], self.turns[step + 1]):
            number, place = divmod(int(turn), self.owners)
            orders = {int(self.at["round"][k]): self.at["order"][k] for k in (step, step + 1)}
            yield int(orders[1 + number][place])

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
        """A new settlement in a city, by how many others are there before."""
        if not self.rules["houses"]:
            return
        known = self.at["city_at"] != NOWHERE
        tiles = np.where(known, self.at["city_at"], 0).astype(int)
        there = np.take_along_axis(self.own, tiles[:, None, :], 2) & known[:, None, :]
        founding = self.owner["capital"][:-1, :, None] == NOWHERE
        for step, i, city in zip(*np.nonzero(there[1:] & ~there[:-1] & ~founding), strict=True):
            if not self.has("III(8)", step, i):
                self.pay(step, i, self.rules["house_cost"][there[step, :, city].sum()])

    def ways(self) -> None:
        """Movement points that are bought, each dearer than the one before in its turn."""
        if not self.rules["buy_points"]:
            return
        extra, same = self.at["turn"]["extra"].astype(int), np.diff(self.turns) == 0
        for step in self.answering("drive", "enter", "explored"):
            had = extra[step]
            prices = [0, *accumulate(self.rules["extra_first"] + self.rules["extra_more"] * (had + n)
                                     for n in range(MOST_POINTS))]
            sums = [prices[extra[step + 1] - had]] if same[step] else prices
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
        """They are paid one by one, when the owner's place is chosen."""
        bid = self.at["bid"][:, :self.owners].astype(int)
        for step, i in zip(*np.nonzero((bid[:-1] >= 0) & (bid[1:] < 0)), strict=True):
            self.pay(step, i, bid[step, i])
        for step in self.answering("sealed-bid", "sealed-units"):      # the last bid can be the highest
            i = self.actor[step]
            if not self.at["bid_tens"][step + 1] and bid[step + 1, i] < 0:
                self.pay(step, i, self.named(step, 0))

    def lots(self) -> None:
        """Those of the tied who are not drawn are paid."""
        for step in self.answering("lot"):
            for i in range(self.owners):
                if self.at["lots"][step] >> i & 1 and i != self.action[step]:
                    self.pay(step, i, -self.rules["lost_lot"])

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
        """By place in the first order."""
        for step in np.flatnonzero(np.diff(self.at["phase"] // SLOTS > 0)):
            for place, i in enumerate(self.at["order"][step + 1][:self.owners]):
                self.pay(step, i, -(self.rules["start_money"][place] + self.rules["money_more"]))

    def incomes(self) -> None:
        """At the end of a turn, where it is not set aside."""
        if self.rules["set_aside"]:
            return
        for step in np.flatnonzero(np.diff(self.turns)):
            for i in self.paid_in(step):
                self.pay(step, i, -int(self.owner["income"][step + 1, i]))

    def taxes(self) -> None:
        """What was set aside is taken at the beginning of the next round, less 1 or 2 Mark of each whole ten."""
        if not self.rules["set_aside"]:
            return
        taken = np.where(self.at["round"] > 1, self.at["round"].astype(int) - 2 + self.passed(1, "tax"), 0)
        for step in np.flatnonzero(np.diff(taken)):
            income, fresh = self.owner["income"][step].astype(int), list(self.paid_in(step))
            order = [int(i) for i in self.at["order"][step + 1][:self.owners]]
            if self.rules["taxes"] == BY_INCOME_SIZE:
                order.sort(key=lambda i: -income[i])
            for place, i in enumerate(order):
                rate = self.rules["tax_first"] if place == 0 else self.rules["tax_others"] * (place < self.owners - 1)
                if i in fresh or fresh and self.rules["taxes"] == BY_INCOME_SIZE:      # made in this very step
                    self.high[step, i] += MOST_INCOME
                else:
                    self.pay(step, i, (0 if self.has("II(2)", step, i) else rate) * (income[i] // 10) - income[i])
