"""What module 4 has owners of 504 pay: duty on goods sold in foreign cities; the income of land; beaten companies."""
from __future__ import annotations

from games.packed import codes
from games.world504.tables import PRIVILEGES

from .ledger import NOBODY, Ledger

A_DELIVER, A_SETTLE, INCOME_TILES, CITY, TILES, NO_TAXES = codes(
    "world504", "A_DELIVER A_SETTLE INCOME_TILES CITY TILES NO_TAXES")
TENTH = 10                              # of so many whole Mark paid for a good one is due


class WarPayments(Ledger):
    """Fights themselves cost nothing, and what is conquered brings no money at once."""

    def duties(self) -> None:
        """When a seller makes its income, who holds a city in which it delivered a good has a tenth of that (R1.3H.2).

        Of a delivery in a free city the bank has it; only in an own one the seller has all.
        """
        if not self.rules["delivery_duty"]:
            return
        delivered, clear = self.delivered(), self.clear_incomes()
        row: list[tuple[int, int]] = []                         # goods of the turn, and who holds their city
        for step in sorted({*delivered, *self.made}):
            row += [delivered[step]] if step in delivered else []
            if step not in self.made:
                continue
            seller, income = self.made[step][0][1], self.rules["base_income"]
            for (_, holder), price in zip(row, self.prices_paid(step, [good for good, _ in row]), strict=True):
                paid = price + self.brought("I(6)", step, seller)
                duty = paid // TENTH * (holder != seller)
                income += paid - duty
                if holder != NOBODY:
                    self.pay(step, holder, -duty)
            self.wrong_incomes[step] |= step in clear and self.owner["income"][step + 1, seller] != income
            row = []

    def delivered(self) -> dict[int, tuple[int, int]]:
        """By step, the good that is delivered and who holds the city where the trolley stands."""
        found = {}
        for step in self.answering("drive"):
            if A_DELIVER <= self.action[step] < A_SETTLE:
                owner = self.owner[step]
                city = int(owner["trolley"][self.actor[step]])
                holds = [i for i in range(self.owners)
                         if owner["capital"][i] == city or int(owner["settled"][i]) >> city & 1]
                found[int(step)] = int(self.action[step]) - A_DELIVER, holds[0] if holds else NOBODY
        return found

    def prices_paid(self, step: int, goods: list[int]) -> list[int]:
        """What these goods bring, one after the other: each falls when it is sold, all others rise (R1.3H.1)."""
        prices, paid = self.rules["prices"], []
        quotes = [int(quote) for quote in self.at["price"][step]]
        for good in goods:
            paid.append(prices[quotes[good]])
            quotes = [max(0, quote - self.rules["price_fall"]) if other == good else min(quote + 1, len(prices) - 1)
                      for other, quote in enumerate(quotes)]
        return paid

    def brought(self, card: str, step: int, owner: int) -> int:
        """What a privilege adds to an income that the step makes, each time; 0 without it.

        A card that is bought in this very step, which ends the turn, counts already.
        """
        return int(self.rules["privilege_income"][PRIVILEGES.index(card)]) * bool(self.has(card, step + 1, owner))

    def clear_incomes(self) -> set[int]:
        """The steps that make incomes and do not tax and take them too, so that the position says how high they are."""
        taken = set() if self.companies or self.rules["taxes"] == NO_TAXES else {*self.passing(1, "tax")}
        return {*self.made} - taken

    def land_incomes(self) -> None:
        """Own land brings what R4.3H.1 says, and settlements in cities with I(2) and awards in money add to it.

        Nobody can tell where scorings take pieces from the board at once.
        """
        if self.rules["income"] != INCOME_TILES or self.rules["scoring_cards"]:
            return
        for step in self.clear_incomes():
            for _, i in self.made[step]:
                rest = int(self.owner["income"][step + 1, i]) - self.land_income(step, i)
                each = self.brought("I(2)", step, i) or self.rules["award_money"]
                self.wrong_incomes[step] |= rest < 0 or bool(rest % each if each else rest)

    def land_income(self, step: int, i: int) -> int:
        """For the headquarters, each other tile, and kinds of land; privileges that pay in every turn are in it."""
        tiles = [t for t in range(TILES) if int(self.owner["settled"][step + 1, i]) >> t & 1]
        kinds = {int(self.at["kind"][step + 1, t]) for t in tiles} - {CITY}
        each = self.rules["tile_income"][bool(self.has("III(5)", step + 1, i))]
        return (self.rules["base_income"] + each * len(tiles)
                + self.rules["terrain_income"][len(kinds)]
                + self.brought("I(5)", step, i) + self.brought("II(12)", step, i))

    def fresh_starts(self) -> None:
        """A beaten company has but what it would start with (R4.3D.11, R4.3G.11)."""
        if not self.companies:
            return
        there = self.at["agent"][:, :self.owners] != NOBODY
        for step, company in zip(*(there[:-1] & ~there[1:]).nonzero(), strict=True):
            gain = self.capital_stock()[company] - self.money[step, company]
            self.low[step, company] = self.high[step, company] = gain
