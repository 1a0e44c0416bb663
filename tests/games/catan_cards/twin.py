"""CATAN, the fast card game, in slow, plain Python, written from the rules alone: a second opinion.

The compiled game is compared with it action by action. Nothing here is shared with that game: not its code, not its
tables. Moves and positions are in words, so nothing has to be translated before it is compared.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from . import twin_facts as facts
from .twin_ask import CHANCE, GameOver, Question, Step
from .twin_belief import Belief
from .twin_table import move, size
from .twin_turn import Turn

DEFAULTS = {
    "second_set": "all", "events": "10-5", "market_day": "refresh", "university": "turn", "expansion_limit": "one",
    "guild": "both", "taken_side": "turned", "end": "at_once", "cap": "200", "empty_pile_trade": "yes",
    "given_back": "secret", "library_look": "private", "robber_first": "builder", "empty_hand_trade": "yes",
    "start": "random", "reshuffle": "needed", "library_without_road": "no", "gifts": "", "without": "",
}


class Twin(Turn):
    """A game from its gifts to the last turn."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        super().__init__(seats, DEFAULTS | dict(options))
        self.stopped = False                        # by the cap
        self.flow = self.game()
        self.question: Question | None = None
        self.go_on(None)

    # ---- what a test sees -----------------------------------------------------------------------

    def current_player(self) -> int | str:
        """The seat to act, "chance" or "over"."""
        return self.question.who if self.question else "over"

    def legal_actions(self) -> list[str]:
        """Texts of the legal moves, or at a chance node of all outcomes that can happen."""
        return list(self.question.answers) if self.question else []

    def chance_outcomes(self) -> dict[str, float]:
        """Probability of each outcome of a chance node."""
        assert self.question is not None
        assert self.question.who == CHANCE
        weights = self.question.answers
        return {text: n / sum(weights.values()) for text, n in weights.items()}

    def apply_action(self, text: str) -> None:
        """Play a legal move or an outcome. Raises ValueError for any other."""
        if text not in self.legal_actions():
            raise ValueError(f"{text!r} is not one of {self.legal_actions()}")
        self.go_on(text)

    def go_on(self, text: str | None) -> None:
        try:
            self.question = next(self.flow) if text is None else self.flow.send(text)
        except GameOver:
            self.question, self.trades, self.used, self.built = None, 0, set(), set()

    def sources(self) -> list[dict[str, int]]:
        return [player.points_by_source() for player in self.players]

    def scores(self) -> list[int]:
        return [player.scores() for player in self.players]

    def win_shares(self) -> list[float]:
        """Rule 34: the seat in turn; a game that was stopped (U9) goes to the most points, shared if equal."""
        if not self.stopped:
            return [float(seat == self.turn) for seat in range(self.seats)]
        best = [seat for seat in range(self.seats) if self.scores()[seat] == max(self.scores())]
        return [1 / len(best) if seat in best else 0.0 for seat in range(self.seats)]

    def position(self) -> dict[str, Any]:
        """The position as its JSON has it, without what a decision under way needs and what is known of hands."""
        return {
            "stage": self.question.stage if self.question else "over",
            "start": self.start, "round": self.round, "turn": self.turn, "destiny": self.destiny,
            "market": heap(self.market), "discard": heap(self.discard), "pile": heap(self.pile),
            "stacks": {**self.stacks, "events": heap(self.backs), "expansions": heap(self.expansions)},
            "trades_left": self.trades, "used": sorted(self.used), "built": sorted(self.built),
            "players": [{
                "hand": heap(player.hand), "roads": player.rows["road"], "knights": player.rows["knight"],
                "settlements": player.settlements, "cities": player.cities, "expansions": sorted(player.expansions),
                "gifts": player.gifts,
            } for player in self.players],
        }

    def watch(self, who: int) -> Belief:
        """A watcher in this seat, who has seen nothing of the other hands so far, and follows the cards from now on."""
        unseen = self.pile + sum((self.players[seat].hand for seat in range(self.seats) if seat != who), Counter())
        sizes = {seat: size(player.hand) for seat, player in enumerate(self.players) if seat != who}
        watcher = Belief(who, sizes, unseen, self.options)
        self.watchers.append(watcher)
        return watcher

    # ---- set-up, and turn after turn ------------------------------------------------------------

    def game(self) -> Step:
        """The whole game; it ends with GameOver."""
        for name in filter(None, self.options["without"].split(",")):
            self.expansions[name] = 0
        for gift in filter(None, self.options["gifts"].split(",")):
            seat, what = gift.split(":")
            self.give(int(seat), what)
        self.start = int(self.options["start"]) if self.options["start"] != "random" else int(
            (yield from self.chance("start", "start seat", {str(seat): 1 for seat in range(self.seats)})))
        self.turn = self.start
        for _ in range(facts.MARKET_SIZE):
            yield from self.draw_card(self.market, "setup")
        for player in self.players:
            for _ in range(facts.START_HAND):
                yield from self.draw_card(player.hand, "setup")
        while True:
            yield from self.one_turn()
            if (self.turn + 1) % self.seats == self.start:
                if self.round == int(self.options["cap"]):
                    self.stopped = True
                    raise GameOver
                self.round += 1
            self.turn = (self.turn + 1) % self.seats

    def give(self, seat: int, what: str) -> None:
        """A gift, laid out before the market is."""
        name, _, number = what.partition(" ")
        player = self.players[seat]
        if name == "points":
            player.gifts += int(number)
        elif name in facts.RESOURCES:
            for _ in range(int(number or 1)):
                move(name, self.pile, player.hand)
        else:
            self.stacks["settlement"] -= 1
            self.backs["market" if self.backs["market"] > self.backs["robber"] else "robber"] -= 1
            self.expansions[name] -= 1
            player.expansions.add(name)


def heap(cards: Mapping[str, int]) -> dict[str, int]:
    """Counts without the zeros."""
    return {name: n for name, n in cards.items() if n}


def cards_in_play(twin: Twin) -> int:
    """All resource cards, wherever they lie."""
    return sum(size(cards) for cards in (twin.pile, twin.discard, twin.market, *(p.hand for p in twin.players)))
