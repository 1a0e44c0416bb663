"""What one seat believes of the others' cards, by enumeration: every case that is possible, with its weight.

Written from the rules of counting in the game's README alone. Hidden luck is weighed by its chances. A card that a
seat chose to show is one that it was known to hold, if there is such a one; otherwise any of its unknown cards is as
likely to be the one. A card that a seat gave in secret is any card of its hand.
"""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from math import comb, prod

from . import twin_facts as facts

KINDS = facts.RESOURCES
Hand = tuple[int, ...]              # by kind: known to be there; never seen, from the pile; never seen, from one before
Case = tuple[tuple[Hand, ...], Hand]   # hands by seat (the watcher's own empty), and the pile
Branches = Iterable[tuple[Case, float]]
WIDTH = len(KINDS)
KNOWN, FRESH, OLDER = 0, 1, 2
NONE = (0,) * WIDTH


def changed(hand: Hand, card: str, by: int, sort: int) -> Hand:
    at = KINDS.index(card) + WIDTH * sort
    return (*hand[:at], hand[at] + by, *hand[at + 1:])


class Belief:
    """A watcher who sees what one seat sees, from a moment at which it knows nothing of the other hands."""

    def __init__(self, who: int, sizes: Mapping[int, int], unseen: Mapping[str, int],
                 options: Mapping[str, str]) -> None:
        """`sizes` of the other hands; `unseen`: what lies in them and in the pile."""
        self.who, self.open_give = who, options["given_back"] == "open"
        self.open_look = options["library_look"] == "open"
        self.shuffles = 0
        seats = max(*sizes, who) + 1
        splits = [list(hands_of(sizes[seat], unseen)) if seat != who else [NONE] for seat in range(seats)]
        self.cases: dict[Case, float] = {}
        for hands in product(*splits):
            pile = tuple(unseen[kind] - sum(hand[n] for hand in hands) for n, kind in enumerate(KINDS))
            if min(pile) >= 0:
                # Ways to choose which of the equal cards of each kind lie where.
                ways, left = 1, [unseen[kind] for kind in KINDS]
                for hand in hands:
                    ways *= prod(comb(n, k) for n, k in zip(left, hand, strict=True))
                    left = [n - k for n, k in zip(left, hand, strict=True)]
                self.cases[tuple((*NONE, *hand, *NONE) for hand in hands), pile] = float(ways)
        self.scale()

    def scale(self) -> None:
        total = sum(self.cases.values())
        self.cases = {case: weight / total for case, weight in self.cases.items()}

    def branch(self, step: Callable[[Case], Branches]) -> None:
        """Each case becomes the cases that may follow it."""
        found: defaultdict[Case, float] = defaultdict(float)
        for case, weight in self.cases.items():
            for (hands, pile), chance in step(case):
                if chance > 0:
                    found[hands, pile] += weight * chance
        self.cases = dict(found)
        self.scale()

    # ---- what happens ---------------------------------------------------------------------------

    def drawn(self, card: str, seat: int | None = None) -> None:
        """A card of the pile goes to the market (no seat) or to a hand."""
        def step(case: Case) -> Branches:
            hands, pile = case
            for kind in KINDS if seat not in (None, self.who) else [card]:
                n = pile[KINDS.index(kind)]
                rest = changed(pile, kind, -1, 0)
                chance = n / sum(pile)
                if seat in (None, self.who):
                    yield (hands, rest), chance
                else:
                    assert seat is not None
                    yield (with_hand(hands, seat, changed(hands[seat], kind, 1, FRESH)), rest), chance
        self.branch(step)

    def shuffled(self, cards: Counter[str]) -> None:
        """The discards are the new pile."""
        self.shuffles += 1
        pile = tuple(cards[kind] for kind in KINDS)
        self.branch(lambda case: [((settled(tuple(map(aged, case[0]))), pile), 1.0)])

    def taken(self, card: str, seat: int) -> None:
        """An open card goes to a hand."""
        if seat != self.who:
            def step(case: Case) -> Branches:
                yield (with_hand(case[0], seat, changed(case[0][seat], card, 1, KNOWN)), case[1]), 1.0
            self.branch(step)

    def shown(self, card: str, seat: int) -> None:
        """A card that a seat chose leaves its hand before all eyes."""
        if seat != self.who:
            self.branch(lambda case: (((with_hand(case[0], seat, hand), case[1]), chance)
                                      for hand, chance in chosen(case[0][seat], card)))

    def moved(self, card: str, source: int, target: int) -> None:
        """A blind card goes from hand to hand; the two see it."""
        if target == self.who:
            self.branch(lambda case: (((with_hand(case[0], source, hand), case[1]), chance)
                                      for hand, chance in any_card(case[0][source], card)))
        elif source == self.who:
            self.taken(card, target)
        else:
            self.branch(lambda case: self.unseen_move(case, source, target))

    def given(self, card: str, source: int, target: int) -> None:
        """A card that its owner chose goes from hand to hand."""
        if self.open_give or self.who in (source, target):
            self.shown(card, source)
            self.taken(card, target)
        else:
            self.branch(lambda case: self.unseen_move(case, source, target))

    def picked(self, card: str, source: int, target: int) -> None:
        """A card that the taker chose from an opened hand goes from hand to hand."""
        if self.open_look or self.who in (source, target):
            self.shown(card, source)
            self.taken(card, target)
        else:
            self.branch(lambda case: self.unseen_move(case, source, target))

    def looked(self, hand: Counter[str], owner: int, looker: int) -> None:
        """A library opens a hand."""
        if owner == self.who or not (self.open_look or looker == self.who):
            return
        seen = tuple(hand[kind] for kind in KINDS)

        def step(case: Case) -> Branches:
            if contents(case[0][owner]) == seen:
                yield (with_hand(case[0], owner, (*seen, *NONE, *NONE)), case[1]), 1.0
        self.branch(step)

    def unseen_move(self, case: Case, source: int, target: int) -> Branches:
        """Any card of a hand goes to another; a known one stays known, wherever it is."""
        hands, pile = case
        for card in KINDS:
            for sort in (KNOWN, FRESH, OLDER):
                n = hands[source][KINDS.index(card) + WIDTH * sort]
                after = with_hand(hands, source, changed(hands[source], card, -1, sort))
                yield (with_hand(after, target, changed(after[target], card, 1, sort)), pile), n / sum(hands[source])

    # ---- what is believed -----------------------------------------------------------------------

    def expected(self, seat: int) -> dict[str, float]:
        """Mean number of cards of each kind in a hand."""
        return {kind: sum(weight * contents(hands[seat])[n] for (hands, _), weight in self.cases.items())
                for n, kind in enumerate(KINDS)}

    def expected_pile(self) -> dict[str, float]:
        """Mean number of cards of each kind in the pile."""
        return {kind: sum(weight * pile[n] for (_, pile), weight in self.cases.items())
                for n, kind in enumerate(KINDS)}

    def deals(self) -> dict[tuple[Hand, ...], float]:
        """Chance of each set of hands, whatever is known of them."""
        found: defaultdict[tuple[Hand, ...], float] = defaultdict(float)
        for (hands, _), weight in self.cases.items():
            found[tuple(map(contents, hands))] += weight
        return dict(found)


def hands_of(number: int, unseen: Mapping[str, int]) -> Iterable[Hand]:
    """All hands of so many cards."""
    return (hand for hand in product(*(range(unseen[kind] + 1) for kind in KINDS)) if sum(hand) == number)


def with_hand(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1:])


def contents(hand: Hand) -> Hand:
    return tuple(sum(hand[n::WIDTH]) for n in range(WIDTH))


def aged(hand: Hand) -> Hand:
    """A hand after a shuffle: what was not seen is older than the new pile."""
    fresh, older = hand[WIDTH:2 * WIDTH], hand[2 * WIDTH:]
    return (*hand[:WIDTH], *NONE, *(a + b for a, b in zip(fresh, older, strict=True)))


def settled(hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """Where a shuffle finds older cards in a single hand only, they are known: no other place is left for them."""
    with_older = [seat for seat, hand in enumerate(hands) if any(hand[2 * WIDTH:])]
    if len(with_older) != 1:
        return hands
    hand = hands[with_older[0]]
    known = tuple(a + b for a, b in zip(hand[:WIDTH], hand[2 * WIDTH:], strict=True))
    return with_hand(hands, with_older[0], (*known, *hand[WIDTH:2 * WIDTH], *NONE))


def chosen(hand: Hand, card: str) -> list[tuple[Hand, float]]:
    """What is left when a seat has chosen to show a card, with the weight of that."""
    at, unknown = KINDS.index(card), sum(hand[WIDTH:])
    if hand[at]:
        return [(changed(hand, card, -1, KNOWN), 1.0)]
    return [(changed(hand, card, -1, sort), hand[at + WIDTH * sort] / unknown)
            for sort in (FRESH, OLDER) if hand[at + WIDTH * sort]]


def any_card(hand: Hand, card: str) -> list[tuple[Hand, float]]:
    """What is left when a card drawn blind has been seen, with the chance of that."""
    return [(changed(hand, card, -1, sort), hand[KINDS.index(card) + WIDTH * sort] / sum(hand))
            for sort in (KNOWN, FRESH, OLDER)]
