"""The slow 504: module 9 at TOP I and II, companies, their founding and the share rounds; prices of all shares."""
from collections import Counter
from dataclasses import dataclass, field

COLOURS = ("green", "white", "purple", "blue", "orange")
ISSUE = (40, 30, 30, 20, 20)
WHOLE = 10          # shares of a company, of which the president's card counts 2
HALF = 5            # shares of a company that a bank or a person may hold
START = {2: 300, 3: 200, 4: 150}    # R9.S.2


@dataclass
class Person:
    """Who sits at the table, where companies own what is on the board."""

    seat: int
    agent: int                                      # the seat itself: it decides for itself
    money: int = 0
    shares: Counter = field(default_factory=Counter)        # by company; without companies by seat, no president's card


class Shares:
    """Companies are numbered like COLOURS. `unsold` lies on the company's board (9.I), `bank` in the bank."""

    def clear_shares(self):
        """R9.S.4-6: nothing is founded; with 9.III each seat has its eight shares."""
        self.people = [Person(seat, seat) for seat in range(self.seats)]
        self.price, self.moved, self.moves_made = {}, {}, 0
        self.founded, self.share_rounds = [], 0
        self.founding_round, self.lost_goods = {}, 0        # of companies; delivered by beaten ones
        self.unsold, self.bank, self.fresh = Counter(), Counter(), Counter()
        for owner in self.owners:
            if self.at("9.I"):
                self.unsold[owner.seat] = WHOLE
            elif self.at("9.II"):
                self.bank[owner.seat] = WHOLE
            elif self.at("9.III"):
                self.price[owner.seat] = 20
                self.people[owner.seat].shares[owner.seat] = WHOLE - 2

    @property
    def by_price(self):
        """R9.1.1: do companies act by price?"""
        return self.at("9.I") or self.at("9.II") and not self.at("3.I", "7.I")

    def pay_people(self):
        """R9.S.2, R3.S.5, R9.S.5."""
        for person in self.people:
            person.money = START[self.seats] + 20 * self.at("3.III")
        for owner in self.owners:
            self.pay_company(owner)

    def pay_company(self, owner):
        """R9.S.4, R9.S.5."""
        owner.money = 5 * ISSUE[owner.seat] if self.at("9.II") else 0

    def draw_start_card(self):
        """R9.S.7; with 3.I bids decide instead (U17)."""
        first = self.start_seat
        if self.bids:
            first = 0
        elif first is None:
            first = yield from self.chance({f"start seat {seat}": (1, seat) for seat in range(self.seats)})
        self.line = self.line_from(first)

    def line_from(self, seat):
        """All seats clockwise from this one."""
        return [(seat + i) % self.seats for i in range(self.seats)]

    # ---- prices ------------------------------------------------------------------------------------

    def move_price(self, company, change):
        """U10: the marker goes up or down between 10 and 140, and on top of those that are there."""
        price = min(140, max(10, self.price[company] + change))
        if price != self.price[company]:
            self.price[company] = price
            self.lay_marker(company)

    def lay_marker(self, company):
        """On top of the markers of its field."""
        self.moves_made += 1
        self.moved[company] = self.moves_made

    def in_price_order(self):
        """R9.1.1: from the highest price down, of equal ones the marker on top first."""
        return sorted(self.founded, key=lambda company: (-self.price[company], -self.moved[company]))

    def new_companies(self):
        """R3.1.4, R7.1.4: companies that have not acted yet, the last founded first."""
        return [company for company in reversed(self.founded) if company not in self.order]

    # ---- the share round -----------------------------------------------------------------------------

    def share_round(self):
        """R9.SR: seats deal, pass or quit in turn; R9.0.1: with 9.I none before the second operating round."""
        if self.at("9.I") and self.round == 2:
            return
        if self.round == 1 and self.bids:
            self.line = yield from self.sealed_bids(self.people)
        self.ordered = False
        self.share_rounds += 1
        self.bought, self.sold_here = Counter(), set()
        inside, quitter, passes, turn = list(self.line), None, 0, 0
        while inside and passes < self.seats:
            person = self.people[self.line[turn % self.seats]]
            turn += 1
            if person.seat not in inside:
                continue
            deed = yield from self.deal(person, quitter is None)
            passes = passes + 1 if deed == "pass" else 0
            if deed == "quit":
                inside.remove(person.seat)
                quitter = person.seat if quitter is None else quitter
        # R9.SR.3, FAQ7: all have passed in a row, and the first of them is next again
        self.line = self.line_from(self.line[turn % self.seats] if quitter is None else quitter)
        self.end_share_round()

    def deal(self, person, may_pass):
        """One turn: sales, of each company once, then at most one purchase; or pass or quit."""
        sold = set()
        while True:
            choices = {}
            for company in set(self.founded) - sold:
                choices |= {f"sell {number} {COLOURS[company]}": ("sell", company, number)
                            for number in range(1, person.shares[company] + 1)
                            if self.may_sell(person, company, number)}
            choices |= {f"buy {COLOURS[company]}": ("buy", company, 1) for company in range(len(COLOURS))
                        if self.may_buy(person, company)}
            if sold:
                choices["done"] = ("done", None, 0)
            else:
                choices |= {"pass": ("pass", None, 0)} if may_pass else {}
                choices["quit"] = ("quit", None, 0)
            deed, company, number = yield from self.ask(person, choices)
            if deed == "buy":
                yield from self.buy_share(person, company)
            if deed != "sell":
                return deed
            self.sell_shares(person, company, number)
            sold.add(company)

    # ---- selling -----------------------------------------------------------------------------------

    def may_sell(self, person, company, number):
        """R9.SR.2, R9.SR.10-12."""
        if self.share_rounds < 2 or self.bought[person.seat, company]:
            return False
        if self.at("9.I") and self.bank[company] + number > HALF:
            return False
        if self.owners[company].agent != person.seat or person.shares[company] - number >= 2:
            return True
        return self.heir(person, company, number) is not None

    def heir(self, person, company, number):
        """R9.SR.11: who holds more than is left to the seller and can take the president's card."""
        others = [self.people[seat] for seat in self.line_from(person.seat)[1:]]
        most = max(others, key=lambda other: other.shares[company])
        if most.shares[company] > person.shares[company] - number and most.shares[company] >= 2:
            return most.seat
        return None

    def sell_shares(self, person, company, number):
        """R9.SR.10: at the present price, which falls once."""
        if self.owners[company].agent == person.seat:
            heir = self.heir(person, company, number)
            if heir is not None:
                self.owners[company].agent = heir
        person.shares[company] -= number
        person.money += number * self.price[company]
        self.bank[company] += number
        self.sold_here.add((person.seat, company))
        self.move_price(company, -10)

    # ---- buying ------------------------------------------------------------------------------------

    def may_buy(self, person, company):
        """R9.SR.2, R9.SR.4-6."""
        if company not in self.founded:
            return person.money >= 2 * ISSUE[company]
        left = self.unsold[company] or self.bank[company]
        return bool(left) and (person.seat, company) not in self.sold_here and person.shares[company] < HALF \
            and person.money >= self.price[company]

    def buy_share(self, person, company):
        """R9.SR.4-6, R9.SR.9: from the company's board, which earns the issue price, before the bank."""
        owner, count = self.owners[company], 1
        founds = company not in self.founded
        if founds:
            count = 2
            self.founded.append(company)
            self.price[company] = ISSUE[company]
            self.lay_marker(company)
            owner.agent = person.seat
            self.founding_round[company] = self.round
        person.money -= count * self.price[company]
        person.shares[company] += count
        self.bought[person.seat, company] += 1          # cards (U58)
        if self.unsold[company]:
            self.unsold[company] -= count
            owner.money += count * ISSUE[company]
        else:
            self.bank[company] -= count
        if person.shares[company] > self.people[owner.agent].shares[company]:
            owner.agent = person.seat
        if founds:
            yield from self.found_company(owner)

    def found_company(self, owner):
        """R9.SR.6, R9.SR.7, R9.S.8: the capital, in the first share round by the rules of the other modules."""
        if self.share_rounds == 1 and self.capitals_apart:
            yield from self.choose_capital(owner)
            return
        tiles = [tile for tile in self.number if any(other.owns(tile) for other in self.owners)]
        if self.capitals_apart:
            tiles = [tile for tile in self.number if all(tile != other.capital for other in self.owners)]
        numbers = [1] if self.share_rounds == 1 or not tiles else sorted(self.number[tile] for tile in tiles)
        number = yield from self.ask(owner, {f"capital city {number}": number for number in numbers})
        self.found(owner, self.city(number))
        if self.share_rounds > 1:
            self.drive_out(owner)

    # ---- the end of the share round --------------------------------------------------------------------

    def end_share_round(self):
        """R9.SR.13-15."""
        if self.at("9.II"):
            cards = {company: sum(count for (_, sort), count in self.bought.items() if sort == company)
                     for company in self.in_price_order()}
            for company, count in cards.items():
                if count and count == max(cards.values()):
                    self.move_price(company, 10)
        for company in self.in_price_order():
            if not self.unsold[company] and not self.bank[company]:
                self.move_price(company, 20 if "I(3)" in self.owners[company].privileges else 10)
