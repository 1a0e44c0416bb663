"""What lies on the table of the twin: hands, rows, piles, the destiny card, and the points it all is worth."""
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from . import twin_facts as facts

# Cards paid in the usual order, kinds left out, kinds that replaced others, whether the waiver was used.
Way = tuple[tuple[int, ...], frozenset[str], frozenset[str], bool]


class Player:
    """What one seat has: cards in hand and in front of it."""

    def __init__(self) -> None:
        self.hand: Counter[str] = Counter()
        self.rows = {"road": "A", "knight": ""}     # sides from the first card on
        self.settlements = 1
        self.cities = 0                             # without an expansion on them
        self.expansions: set[str] = set()
        self.gifts = 0                              # points that option `gifts` gave

    def points_by_source(self) -> dict[str, int]:
        """Rules 6, 25, 26, 27 and 28."""
        return {
            "settlements": self.settlements,
            "cities": 2 * self.cities,
            "expansions": sum(facts.EXPANSION_POINTS[name] for name in self.expansions),
            "roads": self.rows["road"].count("B"),
            "knights": self.rows["knight"].count("B"),
            "gifts": self.gifts,
        }

    def scores(self) -> int:
        return sum(self.points_by_source().values())

    def next_side(self, kind: str) -> str:
        """Rule 26: the first card shows A, each further one the other side than the card before it."""
        return "B" if self.rows[kind].endswith("A") else "A"

    def can_lose(self, kind: str) -> bool:
        """Rule 30: a church keeps the first knight, a castle the first three roads."""
        safe = 0
        if kind == "knight" and "church" in self.expansions:
            safe = 1
        if kind == "road" and "castle" in self.expansions:
            safe = 3
        return len(self.rows[kind]) > safe


def size(cards: Mapping[str, int]) -> int:
    return sum(cards.values())


def kinds(cards: Mapping[str, int]) -> list[str]:
    """Kinds of which there is a card, in the usual order."""
    return [kind for kind in facts.RESOURCES if cards[kind] > 0]


def move(card: str, source: Counter[str], target: Counter[str]) -> None:
    """One card goes from one heap to another."""
    if source[card] <= 0:
        raise ValueError(f"no {card} in {dict(source)}")
    source[card] -= 1
    target[card] += 1


def next_in_series(heap: Mapping[str, int], last: str | None, left: int) -> list[str]:
    """Kinds that can be the next of a series of `left` cards chosen from a heap in ascending order of kind."""
    first = facts.RESOURCES.index(last) if last else 0
    return [kind for n, kind in enumerate(facts.RESOURCES)
            if n >= first and heap[kind] and sum(heap[other] for other in facts.RESOURCES[n:]) >= left]


def payments(cost: Mapping[str, int], hand: Mapping[str, int], waiver: bool) -> dict[str, tuple[Counter[str], bool]]:
    """Rule 23: (cards, whether the waiver is used) of all ways to pay a cost from a hand, by the text of the move.

    Each card of the cost is paid, or replaced by three equal ones, or, once and with a waiver, left out. Ways in which
    a kind is both left out and a replacement are dropped: the same can be had for fewer cards.
    """
    ways: set[Way] = {((0,) * len(facts.RESOURCES), frozenset(), frozenset(), False)}
    for unit in (kind for kind, n in cost.items() for _ in range(n)):
        further: set[Way] = set()
        for cards, left_out, replacements, waived in ways:
            further.add((plus(cards, unit, 1), left_out, replacements, waived))
            further |= {(plus(cards, kind, facts.SUBSTITUTE), left_out | {unit}, replacements | {kind}, waived)
                        for kind in facts.RESOURCES}
            if waiver and not waived:
                further.add((cards, left_out | {unit}, replacements, True))
        ways = {way for way in further if all(n <= hand[kind] for n, kind in zip(way[0], facts.RESOURCES, strict=True))}
    found: dict[str, tuple[Counter[str], bool]] = {}
    for cards, left_out, replacements, waived in ways:
        if not left_out & replacements:
            paid = Counter({kind: n for n, kind in zip(cards, facts.RESOURCES, strict=True) if n})
            words = [f"{n} {kind}" for kind, n in paid.items()]
            found["pay " + (" ".join(words) or "nothing")] = (paid, waived)
    return found


def plus(cards: tuple[int, ...], kind: str, more: int) -> tuple[int, ...]:
    return tuple(n + more * (name == kind) for n, name in zip(cards, facts.RESOURCES, strict=True))
