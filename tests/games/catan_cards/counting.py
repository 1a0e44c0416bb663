"""What a seat can know of hidden cards, by brute force: every way in which the cards can lie, with its probability.

A deal is a list of hands, each a sorted tuple of (kind, age) cards, and a pile of kinds; `age` is the number of
shuffles since the card was drawn, or SEEN where the watching seat has seen the face of this very card. A deal's cards
are all named from the beginning; the compiled count leaves the faces of unseen cards open and weighs cases. Both
follow the rules of counting in games/catan_cards/README.md.
"""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

Deal = tuple[tuple[tuple[tuple[int, int], ...], ...], tuple[int, ...]]
Event = tuple[Any, ...]
SEEN = -1
WORDS = ("shuffle", "draw", "turn", "take", "show", "move", "give", "look")


def every_deal(deck: tuple[int, ...], sizes: list[int], me: int, mine: tuple[int, ...]) -> dict[Deal, Fraction]:
    """All deals in which seat `me` holds `mine`, each physical card in each place equally likely."""
    rest = list(deck)
    for kind in mine:
        rest.remove(kind)
    found: Counter[Deal] = Counter()

    def go(seat: int, left: tuple[int, ...], hands: tuple[Any, ...]) -> None:
        if seat == len(sizes):
            found[hands, tuple(sorted(left))] += 1
        elif seat == me:
            go(seat + 1, left, (*hands, tuple((kind, SEEN) for kind in sorted(mine))))
        else:
            for chosen in combinations(range(len(left)), sizes[seat]):
                hand = tuple(sorted((left[n], 0) for n in chosen))
                go(seat + 1, tuple(k for n, k in enumerate(left) if n not in chosen), (*hands, hand))

    go(0, tuple(rest), ())
    ways = sum(found.values())
    return {deal: Fraction(n, ways) for deal, n in found.items()}


def without(cards: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    """These cards less one."""
    left = list(cards)
    left.remove(card)
    return tuple(left)


def after(deal: Deal, event: Event, me: int) -> Iterator[tuple[Deal, Fraction]]:
    """Deals that an event, as seat `me` saw it, can make of this one, with how likely they make what was seen."""
    hands, pile = deal
    word, a, b, kind, cards = event

    def put(changes: dict[int, tuple[Any, ...]], new_pile: tuple[int, ...] = pile) -> Deal:
        return tuple(tuple(sorted(changes.get(s, hand))) for s, hand in enumerate(hands)), tuple(sorted(new_pile))

    if word == "turn" or (word == "draw" and a == me):
        if kind in pile:
            hand = {me: (*hands[me], (kind, SEEN))} if word == "draw" else {}
            yield put(hand, without(pile, kind)), Fraction(pile.count(kind), len(pile))
    elif word == "draw":
        for other in set(pile):
            yield put({a: (*hands[a], (other, 0))}, without(pile, other)), Fraction(pile.count(other), len(pile))
    elif word == "take":
        yield put({a: (*hands[a], (kind, SEEN))}), Fraction(1)
    elif word == "show" or (word == "give" and b == me):
        got = {me: (*hands[me], (kind, SEEN))} if word == "give" else {}
        unseen = [card for card in hands[a] if card[1] != SEEN]
        if (kind, SEEN) in hands[a]:
            yield put({a: without(hands[a], (kind, SEEN)), **got}), Fraction(1)
            return
        for card in {c for c in unseen if c[0] == kind}:
            yield put({a: without(hands[a], card), **got}), Fraction(unseen.count(card), len(unseen))
    elif word in ("move", "give") and a == me:
        yield put({me: without(hands[me], (kind, SEEN)), b: (*hands[b], (kind, SEEN))}), Fraction(1)
    elif word == "move" and b == me:
        for card in {c for c in hands[a] if c[0] == kind}:
            chance = Fraction(hands[a].count(card), len(hands[a]))
            yield put({a: without(hands[a], card), me: (*hands[me], (kind, SEEN))}), chance
    elif word in ("move", "give"):
        for card in set(hands[a]):
            chance = Fraction(hands[a].count(card), len(hands[a]))
            yield put({a: without(hands[a], card), b: (*hands[b], card)}), chance
    elif word == "look":
        if a == me or b not in (me, 7):
            yield deal, Fraction(1)
        elif sorted(k for k, _ in hands[a]) == sorted(cards):
            yield put({a: tuple((k, SEEN) for k in cards)}), Fraction(1)
    else:
        older = tuple(tuple((k, age + (age != SEEN)) for k, age in hand) for hand in hands)
        for age in {age for hand in older for _, age in hand if age != SEEN}:
            holders = [s for s, hand in enumerate(older) if any(a == age for _, a in hand)]
            if len(holders) == 1:
                older = tuple(tuple((k, SEEN if a == age else a) for k, a in hand) for hand in older)
        yield (tuple(tuple(sorted(hand)) for hand in older), tuple(sorted(cards))), Fraction(1)


def posterior(deals: dict[Deal, Fraction], events: list[Event], me: int) -> dict[tuple[Any, ...], Fraction]:
    """How likely the hands lie, by kinds, after these events."""
    for event in events:
        following: dict[Deal, Fraction] = {}
        for deal, p in deals.items():
            for result, chance in after(deal, event, me):
                following[result] = following.get(result, Fraction(0)) + p * chance
        deals = following
    total = sum(deals.values())
    found: dict[tuple[Any, ...], Fraction] = {}
    for (hands, _), p in deals.items():
        kinds = tuple(tuple(sorted(k for k, _ in hand)) for hand in hands)
        found[kinds] = found.get(kinds, Fraction(0)) + p / total
    return found


class Table:
    """Cards that move at random among seats; what happened is written down."""

    def __init__(self, seats: int, deck: tuple[int, ...], hand: int, seed: int) -> None:
        self.luck = random.Random(seed)
        self.deck = deck
        cards = list(deck)
        self.luck.shuffle(cards)
        self.hands = [sorted(cards[hand * s:hand * s + hand]) for s in range(seats)]
        self.pile = cards[hand * seats:]
        self.market: list[int] = []
        self.discard: list[int] = []
        self.dealt = [list(hand) for hand in self.hands]
        self.events: list[Event] = []

    def step(self, words: tuple[str, ...]) -> None:
        """One more event of these, if it can happen."""
        word = self.luck.choice(words)
        a, b = self.luck.sample(range(len(self.hands)), 2)
        if word in ("draw", "turn") and self.pile:
            kind = self.pile.pop()
            (self.hands[a] if word == "draw" else self.market).append(kind)
            self.note(word, a, a, kind)
        elif word == "take" and self.market:
            kind = self.market.pop(self.luck.randrange(len(self.market)))
            self.hands[a].append(kind)
            self.note(word, a, a, kind)
        elif word in ("show", "move", "give") and self.hands[a]:
            kind = self.luck.choice(self.hands[a])
            self.hands[a].remove(kind)
            (self.discard if word == "show" else self.hands[b]).append(kind)
            self.note(word, a, a if word == "show" else b, kind)
        elif word == "look" and self.hands[a]:
            self.events.append((word, a, b, 0, tuple(sorted(self.hands[a]))))
        elif word == "shuffle" and not self.pile and self.discard:
            self.events.append((word, 0, 0, 0, tuple(sorted(self.discard))))
            self.pile, self.discard = self.discard, []
            self.luck.shuffle(self.pile)

    def note(self, word: str, a: int, b: int, kind: int) -> None:
        self.events.append((word, a, b, kind, ()))


def packed(events: list[Event]) -> list[list[Any]]:
    """Events as entries of the compiled log."""
    return [[WORDS.index(word), a, b, [cards.count(k) for k in range(5)] if word in ("look", "shuffle") else [kind]]
            for word, a, b, kind, cards in events]
