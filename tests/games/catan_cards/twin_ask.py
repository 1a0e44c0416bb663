"""The table of the twin, and how seats and chance are asked.

Every step is a generator that yields a `Question` wherever a seat decides or a card is turned up, and is sent the text
of the answer.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from . import twin_facts as facts
from .twin_table import Player, move, next_in_series, size

CHANCE = "chance"


@dataclass
class Question:
    """Who is asked what: a seat, or chance, which then has a weight for each answer."""

    who: int | str
    stage: str
    answers: dict[str, int]


Step = Generator[Question, str, None]
Asked = Generator[Question, str, str]


class Watcher(Protocol):
    """Who follows the cards; see twin_belief.py."""

    def drawn(self, card: str, seat: int | None = None) -> None: ...
    def shuffled(self, cards: Counter[str]) -> None: ...
    def taken(self, card: str, seat: int) -> None: ...
    def shown(self, card: str, seat: int) -> None: ...
    def moved(self, card: str, source: int, target: int) -> None: ...
    def given(self, card: str, source: int, target: int) -> None: ...
    def looked(self, hand: Counter[str], owner: int, looker: int) -> None: ...
    def picked(self, card: str, source: int, target: int) -> None: ...


class GameOver(Exception):
    """The game has ended; the table says how."""


class Table:
    """All that lies there, and the ways to ask about it."""

    def __init__(self, seats: int, options: Mapping[str, str]) -> None:
        self.seats, self.options = seats, options
        self.players = [Player() for _ in range(seats)]
        self.pile = facts.resources(seats)
        self.discard: Counter[str] = Counter()
        self.market: Counter[str] = Counter()
        second = options["second_set"] == "all"
        self.stacks = {kind: facts.count(cards, seats, second) - seats * (kind != "knight")
                       for kind, cards in facts.BUILDING_CARDS.items()}
        self.backs = {event: facts.count(cards, seats, second)
                      for event, cards in facts.EVENTS[options["events"]].items()}
        self.expansions = {name: facts.count(cards, seats) for name, cards in facts.EXPANSION_CARDS.items()}
        self.destiny = "white"
        self.start: int | None = None
        self.round, self.turn = 1, 0
        self.trades = 0
        self.used: set[str] = set()
        self.built: set[str] = set()
        self.watchers: list[Watcher] = []

    def saw(self, what: str, *told: Any) -> None:
        """Tell all watchers what happened to cards; each has to forget what it could not see."""
        for watcher in self.watchers:
            getattr(watcher, what)(*told)

    @property
    def mine(self) -> Player:
        """What the seat has whose turn it is."""
        return self.players[self.turn]

    def others(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat != self.turn]

    # ---- asking ---------------------------------------------------------------------------------

    def ask(self, stage: str, answers: Iterable[str], who: int | None = None) -> Asked:
        """The answer of a seat; where there is but one, nobody is asked."""
        texts = list(answers)
        if len(texts) == 1:
            return texts[0]
        return (yield Question(self.turn if who is None else who, stage, dict.fromkeys(texts, 1)))

    def ask_series(self, stage: str, verb: str, heap: Counter[str], number: int, into: Counter[str],
                   seen: tuple[str, int, int | None], who: int | None = None) -> Step:
        """A number of cards goes from one heap to another, chosen in ascending order of kind.

        `seen` says what watchers are told: the word for it, and the seats concerned.
        """
        last = None
        for left in range(number, 0, -1):
            answer = yield from self.ask(stage, (f"{verb} {kind}" for kind in next_in_series(heap, last, left)), who)
            last = answer.removeprefix(f"{verb} ")
            move(last, heap, into)
            self.saw(seen[0], last, *(seat for seat in seen[1:] if seat is not None))

    def chance(self, stage: str, noun: str, weights: Mapping[str, int]) -> Asked:
        """What is turned up, such as `ore` of `card ore`."""
        answer = yield Question(CHANCE, stage, {f"{noun} {name}": n for name, n in weights.items() if n})
        return answer.removeprefix(f"{noun} ")

    # ---- piles ----------------------------------------------------------------------------------

    def reshuffle(self) -> None:
        """Rule 33: an empty draw pile is made anew of the discards."""
        if not size(self.pile) and size(self.discard):
            self.pile, self.discard = self.discard, Counter()
            self.saw("shuffled", Counter(self.pile))

    def draw_card(self, into: Counter[str], stage: str = "card") -> Step:
        """The top card of the draw pile, if there is any (rules 33, U10, U16), for a hand or the market."""
        self.reshuffle()
        if size(self.pile):
            card = yield from self.chance(stage, "card", {kind: self.pile[kind] for kind in facts.RESOURCES})
            move(card, self.pile, into)
            hands = [seat for seat, player in enumerate(self.players) if player.hand is into]
            self.saw("drawn", card, *hands)
            if self.options["reshuffle"] == "at_once":
                self.reshuffle()

    def blind_card(self, seat: int) -> Step:
        """Any card of another's hand, without looking."""
        hand = self.players[seat].hand
        card = yield from self.chance("card", "card", {kind: hand[kind] for kind in facts.RESOURCES})
        move(card, hand, self.mine.hand)
        self.saw("moved", card, seat, self.turn)
