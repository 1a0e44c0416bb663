"""A turn of the twin, told from beginning to end as the rulebook tells it."""
from __future__ import annotations

from collections import Counter

from . import twin_facts as facts
from .twin_ask import GameOver, Step, Table
from .twin_table import kinds, move, payments, size


class Turn(Table):
    """The three steps of a turn."""

    # ---- trade ----------------------------------------------------------------------------------

    def trade_step(self) -> Step:
        """Rules 15 to 21."""
        roads = self.mine.rows["road"]
        self.trades = roads.count("A") if roads else 1
        while True:
            answer = yield from self.ask("trade", ["stop trading", *self.trade_offers(), *self.guild_offers("trade")])
            if answer == "stop trading":
                self.trades = 0
                return
            if answer.startswith("guild"):
                yield from self.use_guild(answer)
                continue
            words = answer.split()
            number = int(words[1])
            self.trades -= number
            if words[3] == "pile":
                yield from self.trade_with_pile(number)
            elif words[3] == "market":
                yield from self.trade_with_market(number)
            else:
                yield from self.trade_with_seat(number, int(words[4]))

    def trade_offers(self) -> list[str]:
        """Rules 15 and 16, and how many cards each partner can trade (U10, U13)."""
        hand, road = size(self.mine.hand), bool(self.mine.rows["road"])
        pile = 0 if self.piles_empty() and self.options["empty_pile_trade"] == "no" else hand
        partners = {"pile": pile}
        may_take_first = hand > 0 or self.options["empty_hand_trade"] == "yes"
        if road and may_take_first:
            partners["market"] = size(self.market)
        if may_take_first and (road or self.library_reaches_without_road()):
            partners |= {f"seat {seat}": size(self.players[seat].hand) for seat in self.others()}
        return [f"trade {k} with {partner}" for partner, most in partners.items()
                for k in range(1, min(self.trades, most) + 1)]

    def piles_empty(self) -> bool:
        return not size(self.pile) and not size(self.discard)

    def library_ready(self) -> bool:
        return "library" in self.mine.expansions and "library" not in self.used

    def library_reaches_without_road(self) -> bool:
        return self.options["library_without_road"] == "yes" and self.library_ready()

    def trade_with_pile(self, number: int) -> Step:
        """Rule 17: discard first, then draw."""
        yield from self.ask_series("discard", "discard", self.mine.hand, number, self.discard,
                                   ("shown", self.turn, None))
        for _ in range(number):
            yield from self.draw_card(self.mine.hand)

    def trade_with_market(self, number: int) -> Step:
        """Rule 18: take first, then put back, which may be cards just taken."""
        yield from self.ask_series("take", "take", self.market, number, self.mine.hand, ("taken", self.turn, None))
        back: Counter[str] = Counter()
        yield from self.ask_series("return", "give", self.mine.hand, number, back, ("shown", self.turn, None))
        self.market += back

    def trade_with_seat(self, number: int, seat: int) -> Step:
        """Rules 19 and 21: draw first, one of them perhaps from the opened hand, then give back."""
        his, mine = self.players[seat].hand, self.mine.hand
        for _ in range(number):
            how = "blind"
            if self.library_ready():
                how = yield from self.ask("fellow", ["blind", "open hand"] if self.mine.rows["road"] else ["open hand"])
            if how == "blind":
                yield from self.blind_card(seat)
                continue
            self.used.add("library")
            self.saw("looked", Counter(his), seat, self.turn)
            answer = yield from self.ask("pick", (f"take {kind}" for kind in kinds(his)))
            move(answer.removeprefix("take "), his, mine)
            self.saw("picked", answer.removeprefix("take "), seat, self.turn)
        yield from self.ask_series("give", "give", mine, number, his, ("given", self.turn, seat))

    # ---- the merchant guild ---------------------------------------------------------------------

    def guild_offers(self, stage: str) -> list[str]:
        """Rule 31 and U6: once a turn, from a seat with at least as many points that has a card."""
        if "guild" not in self.mine.expansions or "guild" in self.used or self.options["guild"] not in ("both", stage):
            return []
        return [f"guild seat {seat}" for seat in self.others()
                if self.players[seat].scores() >= self.mine.scores() and size(self.players[seat].hand)]

    def use_guild(self, answer: str) -> Step:
        self.used.add("guild")
        yield from self.blind_card(int(answer.split()[2]))

    # ---- build ----------------------------------------------------------------------------------

    def build_step(self) -> Step:
        """Rules 22 to 30."""
        while True:
            answer = yield from self.ask("build", ["end build", *self.build_offers(), *self.guild_offers("build")])
            if answer == "end build":
                return
            if answer.startswith("guild"):
                yield from self.use_guild(answer)
            else:
                yield from self.build(answer.removeprefix("build "))

    def build_offers(self) -> list[str]:
        return [f"build {what}" for what in ("road", "knight", "settlement", "city", *facts.EXPANSIONS)
                if what not in self.built and self.there_is(what) and self.ways_to_pay(what)]

    def there_is(self, what: str) -> bool:
        """Rules 24, 25, 27, 28 and 29, all but the price."""
        if what in ("road", "knight"):
            return self.stacks[what] > 0 or self.loser(what) is not None
        if what == "settlement":
            return self.stacks["settlement"] > 0
        if what == "city":
            return self.mine.settlements > 0
        one_was_built = any(name in self.built for name in facts.EXPANSIONS)
        if one_was_built and self.options["expansion_limit"] == "one":
            return False
        return self.expansions[what] > 0 and what not in self.mine.expansions and self.mine.cities > 0

    def loser(self, kind: str) -> int | None:
        """Rule 29: the nearest seat in arrow direction that has a card of this kind to lose."""
        step = 1 if self.destiny == "white" else -1
        for away in range(1, self.seats):
            seat = (self.turn + step * away) % self.seats
            if self.players[seat].can_lose(kind):
                return seat
        return None

    def ways_to_pay(self, what: str) -> dict[str, tuple[Counter[str], bool]]:
        cost = Counter(facts.COSTS["expansion" if what in facts.EXPANSIONS else what])
        if what == "hall":
            cost += Counter(facts.HALL_EXTRA)
        return payments(cost, self.mine.hand, self.university_ready())

    def university_ready(self) -> bool:
        """U4."""
        if "university" not in self.mine.expansions:
            return False
        return self.options["university"] == "build" or "university" not in self.used

    def build(self, what: str) -> Step:
        ways = self.ways_to_pay(what)
        answer = yield from self.ask("pay", ways)
        paid, waived = ways[answer]
        self.mine.hand -= paid
        self.discard += paid
        for card in paid.elements():
            self.saw("shown", card, self.turn)
        if waived:
            self.used.add("university")
        self.built.add(what)
        self.lay_out(what)
        if self.options["end"] == "at_once":
            self.end_if_won()
        if what == "settlement" and self.seats > 2:
            if (yield from self.ask("flip", ["flip", "keep"])) == "flip":
                self.flip()
        if what == "city":
            yield from self.event()
        if self.options["end"] == "after_event":
            self.end_if_won()

    def lay_out(self, what: str) -> None:
        """The card comes before the builder."""
        mine = self.mine
        if what in ("road", "knight"):
            side = mine.next_side(what)
            if self.stacks[what]:
                self.stacks[what] -= 1
            else:
                seat = self.loser(what)
                assert seat is not None
                rows = self.players[seat].rows
                if self.options["taken_side"] == "kept":
                    side = rows[what][-1]
                rows[what] = rows[what][:-1]
            mine.rows[what] += side
        elif what == "settlement":
            self.stacks[what] -= 1
            mine.settlements += 1
        elif what == "city":
            mine.settlements -= 1
            mine.cities += 1
        else:
            self.expansions[what] -= 1
            mine.cities -= 1
            mine.expansions.add(what)

    def end_if_won(self) -> None:
        """Rule 34."""
        if self.mine.scores() >= facts.GOAL:
            raise GameOver

    def flip(self) -> None:
        self.destiny = "black" if self.destiny == "white" else "white"

    def event(self) -> Step:
        """Rule 27: what the back of the settlement says."""
        event = yield from self.chance("event", "event", self.backs)
        self.backs[event] -= 1
        if event == "market":
            if self.options["market_day"] == "refresh":
                self.discard += self.market
                self.market = Counter()
                for _ in range(facts.MARKET_SIZE):
                    yield from self.draw_card(self.market)
            return
        for away in range(self.seats):
            seat = (self.turn + away + (self.options["robber_first"] == "next")) % self.seats
            hand = self.players[seat].hand
            yield from self.ask_series("robber", "discard", hand, size(hand) - facts.ROBBER_LIMIT, self.discard,
                                       ("shown", seat, None), seat)
        if self.seats > 2:
            self.flip()

    # ---- draw -----------------------------------------------------------------------------------

    def draw_step(self) -> Step:
        """Rule 32."""
        for _ in range(2):
            yield from self.draw_card(self.mine.hand)
        for _ in range(self.mine.rows["knight"].count("A")):
            if self.piles_empty() or (yield from self.ask("draw", ["draw", "stop"])) == "stop":
                return
            yield from self.draw_card(self.mine.hand)

    def one_turn(self) -> Step:
        """Rule 14."""
        self.used, self.built = set(), set()
        self.end_if_won()
        yield from self.trade_step()
        yield from self.build_step()
        yield from self.draw_step()
        self.end_if_won()
