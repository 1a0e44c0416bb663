"""Orléans in slow, plain Python, written from the rules alone: a second opinion.

The compiled game is compared with it action by action. Nothing here is shared with that game: not its code, not
its tables. The game is told from beginning to end as one generator, which stops wherever somebody is asked.
"""
from __future__ import annotations

from . import facts
from .twin_action import Action
from .twin_player import by_kind, coloured
from .twin_table import Node, Steps

PILE_ENDS = (6, 12, 18)         # the last rounds of A, B and C; of one stack too the letter is told by the round


class Twin(Action):
    """A game from the draw of its start player to the last point."""

    def __init__(self, seats: int, options: dict[str, str]) -> None:
        super().__init__(seats, options)
        self.steps = self.whole_game()
        self.node: Node | None = None
        self.go_on(None)

    # ---- what a test sees -------------------------------------------------------------------

    def current_player(self) -> int | str:
        """The seat to act, "chance" or "over"."""
        if self.node is None:
            return "over"
        return "chance" if self.node.weights else self.node.seat

    def legal_actions(self) -> list[str]:
        """Texts of the legal moves, or at a chance node of all outcomes that can happen."""
        return list(self.node.texts) if self.node else []

    def chance_outcomes(self) -> dict[str, float]:
        """Probability of each outcome of a chance node."""
        assert self.node is not None
        total = sum(self.node.weights)
        return {text: n / total for text, n in zip(self.node.texts, self.node.weights, strict=True)}

    def apply_action(self, text: str) -> None:
        """Play a legal move or an outcome. Raises ValueError for any other."""
        if text not in self.legal_actions():
            raise ValueError(f"{text!r} is not one of {self.legal_actions()}")
        self.go_on(text)

    def go_on(self, text: str | None) -> None:
        try:
            self.node = self.steps.send(text)       # type: ignore[arg-type]
        except StopIteration:
            self.node = None

    # ---- the game ---------------------------------------------------------------------------

    def whole_game(self) -> Steps[None]:
        yield from self.set_up()
        for self.round in range(1, facts.ROUNDS + 1):
            self.phase = 1
            for player in self.players:
                player.sent.clear()
            yield from self.reveal()
            self.phase = 2
            yield from self.census()
            self.phase = 3
            for seat in self.play_order():
                yield from self.followers(seat)
            self.phase = 4
            for seat in self.play_order():
                yield from self.plan(seat)
            for player in self.players:
                player.tidy()
            self.phase = 5
            yield from self.act()
            self.passed = set()
            self.phase = 6
            for seat in self.payment_order():
                yield from self.suffer(seat)
            self.start = (self.start + 1) % self.seats
        self.finish()

    # ---- set-up -----------------------------------------------------------------------------

    def set_up(self) -> Steps[None]:
        """Rules 10 and 16."""
        if self.options["start"] == "random":
            seats = range(self.seats)
            text = yield Node("start-seat", 0, tuple(f"start seat {seat}" for seat in seats), (1,) * self.seats)
            self.start = int(text.removeprefix("start seat "))
        else:
            self.start = int(self.options["start"])
        for route, (_, _, spaces) in facts.ROUTES.items():
            for n, fewest in enumerate(spaces):
                if fewest <= self.seats:
                    self.routes[route][n] = yield from self.turn_up("map-good", "goods ")
        for _ in range(facts.GOODS_REMOVED[self.seats]):
            self.gone[(yield from self.turn_up("remove-good", "remove "))] += 1

    def turn_up(self, stage: str, word: str) -> Steps[str]:
        """One of the goods that are left, face down."""
        left = [good for good, n in self.goods.items() if n]
        text = yield Node(stage, 0, tuple(word + good for good in left), tuple(self.goods[good] for good in left))
        good = text.removeprefix(word)
        self.goods[good] -= 1
        return good

    # ---- phases 1 and 2 ---------------------------------------------------------------------

    def reveal(self) -> Steps[None]:
        """Rules 13 and 17: round 1 is Pilgrimage, then the piles one after another."""
        if self.round == 1:
            self.event = "Pilgrimage"
            return
        pile = next(pile for pile in self.hourglass if pile.total())
        events = [event for event in facts.EVENTS if pile[event]]
        text = yield Node("reveal", 0, tuple(f"event {e}" for e in events), tuple(pile[e] for e in events))
        self.event = text.removeprefix("event ")
        pile[self.event] -= 1

    def census(self) -> Steps[None]:
        """Rule 18."""
        steps = [player.tracks["farmer"] for player in self.players]
        if steps.count(max(steps)) == 1:
            self.earn(self.players[steps.index(max(steps))], 1)
        if steps.count(min(steps)) == 1 and self.seats > 2:
            yield from self.pay(steps.index(min(steps)), 1)

    # ---- phase 5 ----------------------------------------------------------------------------

    def act(self) -> Steps[None]:
        """Rules 23 to 25: one action each in turn, until all have passed."""
        while len(self.passed) < self.seats:
            for seat in self.play_order():
                if seat in self.passed:
                    continue
                effects = self.actions(seat)
                text = "pass"
                if effects:
                    text = yield Node("act", seat, (*effects, "pass"))
                if text == "pass":
                    self.passed.add(seat)
                else:
                    yield from effects[text]()
                if text == "pass" or self.options["technology"] == "once":
                    yield from self.place_technology(seat)

    # ---- phase 6 ----------------------------------------------------------------------------

    def suffer(self, seat: int) -> Steps[None]:
        """Rule 56: the event, for one seat."""
        player = self.players[seat]
        if self.event == "Income":
            self.earn(player, player.status())
        elif self.event == "Trading Day":
            self.earn(player, len(player.stations))
        elif self.event in facts.SHIELDED and self.harm(seat):
            if player.followers_on("Sacristy"):
                text = "use Sacristy"
                if self.options["sacristy"] == "choice":
                    text = yield Node("shield", seat, ("use Sacristy", "decline"))
                if text == "use Sacristy":
                    player.clear("Sacristy")
                    return
            yield from {"Plague": self.plague, "Taxes": self.taxes, "Harvest": self.harvest}[self.event](seat)

    def harm(self, seat: int) -> bool:
        """Whether the event can take anything from a seat."""
        player = self.players[seat]
        if self.event == "Plague":
            return player.bag.total() > 0
        if self.event == "Taxes":
            return sum(player.goods.values()) >= 3
        return self.units() > 0

    def plague(self, seat: int) -> Steps[None]:
        """A follower drawn blindly goes to the supply; a coloured one goes back."""
        bag = self.players[seat].bag
        kinds = by_kind(bag)
        text = yield Node("plague-draw", seat, tuple(f"draw {k}" for k in kinds), tuple(bag[k] for k in kinds))
        kind = text.removeprefix("draw ")
        if not coloured(kind):
            bag[kind] -= 1
            (self.supply if self.options["plague_to"] == "supply" else self.lost)[kind] += 1

    def taxes(self, seat: int) -> Steps[None]:
        """A coin for every three full goods tiles."""
        yield from self.pay(seat, sum(self.players[seat].goods.values()) // 3)

    def units(self) -> int:
        """Units of food that this round's Harvest asks for (U3)."""
        letter = next(n for n, last in enumerate(PILE_ENDS) if self.round <= last)
        option = self.options["harvest_units"]
        if option != "preset":
            return int(option.split(",")[letter])
        if self.options["preset"] == "first_2014":
            return facts.FIRST_HARVEST_UNITS
        return facts.HARVEST_UNITS["ABC"[letter]]

    def harvest(self, seat: int) -> Steps[None]:
        """Rule 58: food that is owned, of the owner's choice; five coins for each unit that is missing."""
        player = self.players[seat]
        units, last = self.units(), 0
        while units and any(player.goods[food] for food in facts.FOOD):
            foods = [food for n, food in enumerate(facts.FOOD) if n >= last and player.goods[food]
                     and self.enough(seat, n, units)]
            food = foods[0]
            if len(foods) > 1:
                text = yield Node("food", seat, tuple(f"hand in {food}" for food in foods))
                food = text.removeprefix("hand in ")
            last = facts.FOOD.index(food)
            player.goods[food] -= 1
            (self.goods if self.options["harvest_to"] == "market" else self.gone)[food] += 1
            units -= 1
        yield from self.pay(seat, facts.HARVEST_PRICE * units)

    def enough(self, seat: int, first: int, units: int) -> bool:
        """Whether food from this kind on covers all that has to be handed in: what is handed in goes in order."""
        goods = self.players[seat].goods
        owned = sum(goods[food] for food in facts.FOOD)
        return sum(goods[food] for food in facts.FOOD[first:]) >= min(units, owned)

    # ---- the end ----------------------------------------------------------------------------

    def finish(self) -> None:
        """Rule 63."""
        built = [len(player.stations) for player in self.players]
        if built.count(max(built)) == 1:
            self.citizen(self.players[built.index(max(built))], "stations")
