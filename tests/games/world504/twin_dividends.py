"""The slow 504: module 9, dividends and prices by income, the dealing of 9.III, and points by shares."""
from fractions import Fraction

from .twin_parts import SOLD

# R9.F.3, R9.F.4: bonus by rank; five are companies
BONUS = {2: (3, 0), 3: (3, 1, 0), 4: (4, 2, 1, 0), 5: (5, 3, 2, 1, 0)}


class Dividends:
    """Phase 4, phase 3B, and the end."""

    def dividends(self):
        """Phase 4; with 9.III what follows when all have their income."""
        if self.at("9.I"):
            for company in self.order:
                yield from self.pay_out(self.owners[company])
                self.maintain(self.owners[company])
        elif self.at("9.II"):
            self.move_prices_by_income()
            for company in self.order:
                self.share_out(self.owners[company], self.owners[company].income // 20)
        elif self.at("9.III"):
            self.end_private_round()

    # ---- 9.I and 9.II --------------------------------------------------------------------------------

    def pay_out(self, me):
        """R9.4.1, R9.4.2, R9.E.1: withholding is not allowed in the last round. II(1): half is enough."""
        each, half = me.income // 10, me.income // 20
        choices = {"pay out": each}
        if self.round < 5:
            choices["withhold"] = None
        if "II(1)" in me.privileges:
            choices["pay half"] = half
        paid = yield from self.ask(me, choices)
        self.share_out(me, paid or 0)
        if paid is not None:
            self.move_price(me.seat, 10)

    def share_out(self, me, each):
        """So much for each share of people and bank; the company keeps the rest."""
        for person in self.people:
            person.money += each * person.shares[me.seat]
        held = sum(person.shares[me.seat] for person in self.people) + self.bank[me.seat]
        me.money += me.income - each * held

    def maintain(self, me):
        """R9.4.3, I(7), U18: what the company lacks its president pays as far as possible."""
        due = 3 * len(me.settled) + sum(me.on(tile) for tile in me.tiles())
        if "I(7)" in me.privileges:
            due = min(due, 20)
        president = self.people[me.agent]
        own = min(due, me.money)
        me.money -= own
        president.money -= min(due - own, president.money)

    def move_prices_by_income(self):
        """R9.4.4, U59: the best two rise, unless they are level with others; the worst fall."""
        if not self.order:
            return
        incomes = sorted((self.owners[company].income for company in self.order), reverse=True)
        rising = incomes.count(incomes[0]) == 1 and len(incomes) > 1 and incomes.count(incomes[1]) == 1
        for company in self.in_price_order():
            income = self.owners[company].income
            if income == incomes[0] or rising and income == incomes[1]:
                self.move_price(company, 10)
            if income == incomes[-1]:
                self.move_price(company, -10)

    # ---- 9.III ---------------------------------------------------------------------------------------

    def trade_shares(self, me):
        """R9.3B.1: shares of others that were sold in an earlier round, seats in ascending order."""
        last = 0
        while True:
            choices = {"done": None} | {f"buy share of seat {seat}": seat for seat in range(last, self.seats)
                                        if seat != me.seat and self.bank[seat] and me.money >= self.price[seat]}
            if self.may_sell_own(me):
                choices["sell own share"] = SOLD
            seat = yield from self.ask(me, choices)
            if seat is None:
                return
            if seat is SOLD:
                self.sell_own(me)
                continue
            me.money -= self.price[seat]
            self.bank[seat] -= 1
            self.people[me.seat].shares[seat] += 1
            last = seat

    def may_sell_own(self, me):
        """R9.3B.2: once a turn, never the president's card."""
        return self.at("9.III") and not self.own_share_sold and self.people[me.seat].shares[me.seat] > 0

    def sell_own(self, me):
        """R9.3B.2: then the own price falls."""
        self.own_share_sold = True
        self.people[me.seat].shares[me.seat] -= 1
        self.fresh[me.seat] += 1
        me.money += self.price[me.seat]
        self.move_price(me.seat, -10)

    def ask_or_sell(self, me, choices):
        """A question of a phase; where there is something to choose, an own share can be sold instead."""
        if len(choices) > 1 and self.may_sell_own(me):
            choices = choices | {"sell own share": SOLD}
        answer = yield from self.ask(me, choices)
        if answer is SOLD:
            self.sell_own(me)
        return answer

    def end_private_round(self):
        """R9.3H.3: prices rise, sold shares turn dark, and the income is taken unless taxes come first."""
        most = max(owner.income for owner in self.owners)
        for owner in self.owners:
            self.move_price(owner.seat, 20 if owner.income == most else 10)
            if not self.at("3.I", "3.II"):
                owner.money += owner.income
        self.bank += self.fresh
        self.fresh.clear()

    # ---- the end -------------------------------------------------------------------------------------

    def result_with_shares(self):
        """R9.F: assets, or points of companies by shares; R9.T.1: ties are shared."""
        if self.at("9.I"):
            worth = {company: self.price[company] + self.points(self.owners[company]) for company in self.founded}
        else:
            worth = self.points_with_bonus(self.founded if self.companies else range(self.seats))
        scores = [sum(count * worth[company] for company, count in person.shares.items() if count)
                  + (person.money if self.at("9.I") else 0) for person in self.people]
        first = [score == max(scores) for score in scores]
        return scores, [Fraction(won, sum(first)) for won in first]

    def points_with_bonus(self, companies):
        """R9.F.3, R9.F.4: each company's own points and those for its rank, shared by equals and rounded up."""
        points = {company: self.points(self.owners[company]) for company in companies}
        bonus = BONUS[len(self.owners)]
        worth = {}
        for company, own in points.items():
            above = sum(other > own for other in points.values())
            level = sum(other == own for other in points.values())
            worth[company] = own - (-sum(bonus[above:above + level]) // level)
        return worth

    def shares_summary(self):
        """Module 9 in plain data."""
        if not self.has(9):
            return {}
        companies = range(len(self.owners))
        return {"price": {company: price for company, price in self.price.items() if price},
                "market": self.in_price_order() if self.companies else [],
                "aside": [self.unsold[company] + self.fresh[company] for company in companies],
                "agents": [owner.agent for owner in self.owners],
                "cash": [person.money for person in self.people],
                "shares": [dict(+person.shares) for person in self.people]}
