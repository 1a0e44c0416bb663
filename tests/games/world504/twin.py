"""504 a second time: slow, plain, and written from the rules alone. It asks pages, never settings.

A game is one generator. It yields the questions `Ask` and `Chance` and is sent the text of the answer; what has one
answer only is answered here. Owners are seats, or with 9.I and 9.II five companies.
"""
from collections import Counter
from fractions import Fraction

from .twin_board import Board
from .twin_conquest import Conquest
from .twin_dividends import Dividends
from .twin_exploring import Exploring
from .twin_majorities import Majorities
from .twin_military import Military
from .twin_parts import OFFERS, PIECES, STAGGERED, Ask, Chance, Owner
from .twin_people import People
from .twin_privileges import Privileges
from .twin_production import Production
from .twin_race import Race
from .twin_roads import Roads
from .twin_scoring import Scoring
from .twin_shares import Shares
from .twin_takeover import Takeover
from .twin_transport import Transport

PAGES = ("I", "II", "III")
LINED = {"1.I", "1.II", "1.III", "2.I", "2.II", "2.III", "3.I", "3.II", "3.III", "5.II", "5.III", "7.III",
         "9.I", "9.II", "9.III"}     # G31


class Twin(Board, People, Production, Roads, Majorities, Exploring, Privileges, Race, Transport, Military, Conquest,
           Scoring, Shares, Dividends, Takeover):
    """A game of a world such as "617" with 2 to 4 seats; `start` names the seat with the start card."""

    def __init__(self, world, seats, start=None, max_rounds=40):
        self.world, self.seats, self.start_seat, self.max_rounds = world, seats, start, max_rounds
        self.pages = {f"{module}.{page}" for module, page in zip(world, PAGES)}
        self.residents_act = not ("1" in world and self.pages <= LINED)     # G31
        self.companies = self.at("9.I", "9.II")
        self.owners = [Owner(i, None if self.companies else i) for i in range(5 if self.companies else seats)]
        self.order = [] if self.companies else list(range(seats))
        self.former = list(self.order)
        self.round, self.over, self.capped = 0, False, False
        self.ordered = False                # is the order of the first round settled?
        self.clear_board()
        self.clear_transport()
        self.clear_privileges()
        self.clear_majorities()
        self.clear_race()
        self.clear_exploring()
        self.clear_shares()
        self.clear_roads()
        self.clear_military()
        self.course = self.whole_game()
        self.question = None
        self.advance(None)

    # ---- what a world has ------------------------------------------------------------------------

    def at(self, *pages):
        """Does one of these pages belong to the world: "6.II"?"""
        return any(page in self.pages for page in pages)

    def has(self, *modules):
        """Is one of these modules in the world, at any position?"""
        return any(str(module) in self.world for module in modules)

    @property
    def plan(self):
        """3.2: which board plan is played."""
        asks = self.at("1.I", "1.II", "3.II", "7.II")
        if self.has(5):
            return 1 if self.at("5.II") or asks or self.has(4) else 4
        if self.has(4):
            return 2
        return 3 if asks else 5

    @property
    def capitals_apart(self):
        """Has each owner a city of its own?"""
        return self.plan in (1, 2, 3)

    @property
    def round_based(self):
        """G8: is the order made anew each round?"""
        return self.at("3.I", "3.II", "7.I") or self.has(9)

    @property
    def bids(self):
        """Is the order of round 1 bid for (R3.1.1)? With 9.II seats bid for the first share round (R3.1.4)."""
        return self.at("3.I", "3.II") and not self.at("7.I", "9.I")

    # ---- the driver ------------------------------------------------------------------------------

    def advance(self, answer):
        """Go on to the next question with a choice."""
        while True:
            try:
                self.question = self.course.send(answer)
            except StopIteration:
                self.question = None
                return
            if len(self.question.moves) > 1:
                return
            answer = self.question.moves[0]

    def player(self):
        """The seat that is asked, "chance" or "over"."""
        if self.question is None:
            return "over"
        return "chance" if isinstance(self.question, Chance) else self.question.seat

    def moves(self):
        """The texts of all moves or outcomes."""
        return self.question.moves

    def chances(self):
        """The probability of each outcome."""
        return self.question.odds

    def play(self, text):
        """Take a move or an outcome."""
        assert text in self.question.moves, f"{text!r} is none of {self.question.moves}"
        self.advance(text)

    def ask(self, owner, choices):
        """A question: texts and what each stands for; returns the latter."""
        answer = yield Ask(owner.agent, list(choices))
        return choices[answer]

    def chance(self, choices):
        """Luck: texts, weights and what each stands for; returns the latter."""
        choices = {text: found for text, found in choices.items() if found[0]}
        whole = sum(weight for weight, _ in choices.values())
        answer = yield Chance({text: Fraction(weight) / whole for text, (weight, _) in choices.items()})
        return choices[answer][1]

    # ---- the course ------------------------------------------------------------------------------

    def whole_game(self):
        """Opening, then rounds until the end."""
        yield from self.opening()
        while not self.over:
            self.round += 1
            if self.companies:
                yield from self.share_round()
            yield from self.start_of_round()
            self.lay_row()
            for seat in self.order:
                if seat not in self.order:                          # beaten in this round
                    continue
                yield from self.turn(self.owners[seat])
                self.over = self.over or self.ends_now              # R4.E.1-3
                if self.over:
                    return
            yield from self.dividends()
            self.over = self.end_reached()
            if not self.over and self.round >= self.max_rounds:
                self.over = self.capped = True

    def opening(self):
        """Board, first order, privileges, capitals and start money."""
        for owner in self.owners:
            self.deal_pieces(owner)
        yield from self.lay_board()
        yield from self.first_order()
        yield from self.lay_privileges()
        if self.companies:                              # R9.S.8: capitals come with the founding
            pass
        elif not self.capitals_apart:
            for owner in self.owners:
                self.found(owner, self.city(1))
        elif not self.bids and not self.at("7.I"):
            for seat in reversed(self.order):           # R1.S.5, R7.S.5, R5.S.5: the last owner first
                yield from self.choose_capital(self.owners[seat])
            self.garrison_cities()
        self.pay_start()

    def deal_pieces(self, owner):
        """G6a, G6b, G6c, R6.S.2."""
        each = PIECES[len(self.owners)]
        owner.residents = each - self.round_based if self.residents_act else 0
        owner.settlements = each if self.residents_act or self.companies else 20
        owner.road_supply = (14 if self.companies else 19) if self.has(6) and not self.has(4) else 0

    def first_order(self):
        """Clockwise worlds draw the start card; with 7.I each place is drawn; with bids seats wait for them."""
        seats = range(self.seats)
        if self.companies:
            yield from self.draw_start_card()
        elif self.at("7.I") or self.at("9.III") and not self.bids:      # R9.1.3
            left, self.order = set(seats), []
            while left:
                seat = yield from self.chance({f"next seat {seat}": (1, seat) for seat in sorted(left)})
                left.remove(seat)
                self.order.append(seat)
        elif not self.round_based:
            first = self.start_seat
            if first is None:
                first = yield from self.chance({f"start seat {seat}": (1, seat) for seat in seats})
            self.order = [(first + i) % self.seats for i in seats]
        self.former = list(self.order)

    def pay_start(self):
        """3.2 step 5."""
        if self.companies:
            self.pay_people()
            return
        for place, seat in enumerate(self.order):
            if self.at("3.I", "3.II"):
                money = 90
            elif self.at("7.II") or not self.at("1.I", "1.II", "4.I", "4.II", "4.III"):
                money = STAGGERED[self.seats][place]
            elif self.at("4.I"):
                money = 80
            else:
                money = 60
            self.owners[seat].money += money + 20 * self.at("3.III")

    def choose_capital(self, owner):
        """A city that nobody has; on plan 1 an outer one; with 1.I or 1.II of another good (R1.S.5)."""
        taken = {self.number[other.capital] for other in self.owners if other.capital}
        goods = {OFFERS[number] for number in taken} if self.at("1.I", "1.II") else set()
        inner = {1} if self.plan == 1 and not self.companies else set()         # R5.S.5, R5.S.6
        free = [number for number in sorted(self.number.values())
                if number not in taken | inner and OFFERS[number] not in goods
                and (self.plan != 2 or self.may_be_capital(number, taken))]
        number = yield from self.ask(owner, {f"capital city {number}": number for number in free})
        self.found(owner, self.city(number))

    def found(self, owner, tile):
        """The headquarters, and what comes with it."""
        owner.capital = tile
        self.mark_capital(owner)
        if self.has(1):
            self.start_trolley(owner)

    def start_of_round(self):
        """Phases 1 and 2."""
        if self.round > 1 or self.companies:
            self.next_order()
        elif self.bids:
            self.order = yield from self.sealed_bids(self.owners)
            self.former = list(self.order)
        elif self.at("7.I") and self.capitals_apart:        # R7.S.6
            for seat in reversed(self.order):
                yield from self.choose_capital(self.owners[seat])
        if self.round == 1 and (self.bids or self.at("7.I") or self.companies):
            self.garrison_cities()
        self.ordered = True
        if self.at("3.I", "3.II"):
            if self.round > 1 and self.order:
                self.pay_taxes()
            yield from self.auctions()

    def next_order(self):
        """R3.1.2: by income; R7.1.2: by points, both with ties in reversed order; R9.1.1: by price. Else as it was."""
        if not self.round_based:
            return
        self.former, backwards = self.order, list(reversed(self.order))
        new = self.new_companies()                      # R3.1.4, R7.1.4
        if self.by_price:
            self.order = self.in_price_order()
        elif self.at("7.I"):
            self.order = new + sorted(backwards, key=lambda seat: self.points_so_far(self.owners[seat]))
        elif self.at("3.I", "3.II"):
            self.order = new + sorted(backwards, key=lambda seat: -self.owners[seat].income)
        else:                                           # R9.1.3
            self.order = sorted(backwards, key=lambda seat: self.owners[seat].income)

    def turn(self, me):
        """One turn of an owner: phases 3A to 3H, and the scoring card of 7.I."""
        self.take_neutral(me)
        self.begin_turn(me)
        if self.residents_act:
            yield from self.move_capital(me)
        if self.at("9.III"):
            yield from self.trade_shares(me)
        yield from self.buy_privilege(me)
        if self.has(1):
            yield from self.upgrade(me)
        if self.residents_act:
            yield from self.recruit(me)
            yield from self.residents_phase(me)
        if self.has(1):
            yield from self.drive(me)
            if self.has(4) and self.has(2):
                yield from self.fights(me)                          # R1.3E.13
        if self.at("3.I", "3.II"):
            yield from self.build_factories(me)
        if self.has(4) and not self.has(2):
            yield from self.fights(me)
        yield from self.income_phase(me)
        if self.at("7.I") and self.round >= 3:
            yield from self.turn_scoring_card(me)

    def begin_turn(self, me):
        """Nothing has been done this turn."""
        self.earned = 0                     # of things that pay once (R2.3H.1)
        self.cities_settled = 0             # I(2)
        self.cards_marked = 0               # R2.3H.2
        self.sold = []                      # goods delivered (R1.3H.1)
        self.ran = set()                    # tiles at which a run has ended since somebody tired
        self.own_share_sold = False         # R9.3B.2
        self.clear_fights()
        self.idle = Counter()               # residents that came exhausted with land and so have not acted (II(11))
        self.recalled = False               # was the settlement in hand taken from the board?
        self.again_done = self.free_road_done = self.cart_road_done = False

    def take_neutral(self, me):
        """R3.3F.3, R8.3D.5, R6.3D.7: what is nobody's goes to the next owner with a settlement there."""
        if self.has(2, 4) or self.at("7.I"):
            for city, built in self.factories.items():
                if me.owns(self.city(city)):
                    self.factories[city] = [me.seat if owner is None else owner for owner in built]
            for tile, plant in self.plants.items():
                if plant[1] is None and me.owns(tile):
                    plant[1] = me.seat
                    self.check_plant_award(me, plant[0])
            self.check_factory_award(me)
            self.take_roads(me)

    def lose_buildings(self, me, tile):
        """G16: a settlement has gone; what it held is nobody's."""
        self.lose_roads(me, tile)
        if tile in self.plants and self.plants[tile][1] == me.seat:
            self.plants[tile][1] = None
        if tile in self.number and self.number[tile] in self.factories:
            built = self.factories[self.number[tile]]
            self.factories[self.number[tile]] = [None if owner == me.seat else owner for owner in built]
        self.box.update(me.houses.pop(self.number.get(tile), ()))
