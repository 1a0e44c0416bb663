"""Leduc hold'em in plain Python, written from the rules: words in, words out."""
from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

RANKS = "JQK"


@dataclass
class Twin:
    """One game; moves are `deal K`, `board K`, `fold`, `check`, `call` and `raise`."""

    ante: int = 1
    small: int = 2
    big: int = 4
    raises: int = 2
    hands: list[str] = field(default_factory=list)
    board: str = ""
    rounds: list[list[str]] = field(default_factory=lambda: [[]])

    def closed(self, acts: list[str]) -> bool:
        """Both have acted, and the last act asks for no answer."""
        return acts[-1:] == ["fold"] or acts[-1:] == ["call"] or acts == ["check", "check"]

    def folded(self) -> int | None:
        acts = self.rounds[-1]
        return (len(acts) - 1) % 2 if acts[-1:] == ["fold"] else None

    def to_act(self) -> int | str:
        if len(self.hands) < 2:
            return "chance"
        if self.folded() is not None:
            return "over"
        if not self.closed(self.rounds[-1]):
            return len(self.rounds[-1]) % 2
        return "over" if self.board else "chance"

    def deck(self) -> Counter[str]:
        return Counter({rank: 2 for rank in RANKS}) - Counter(self.hands) - Counter(self.board)

    def moves(self) -> list[str]:
        who = self.to_act()
        if who == "over":
            return []
        if who == "chance":
            word = "deal" if len(self.hands) < 2 else "board"
            return [f"{word} {rank}" for rank in RANKS if self.deck()[rank]]
        acts = self.rounds[-1]
        facing = "raise" in acts
        more = ["raise"] if acts.count("raise") < self.raises else []
        return (["fold", "call"] if facing else ["check"]) + more

    def apply_action(self, move: str) -> None:
        if move.startswith("deal"):
            self.hands.append(move[-1])
        elif move.startswith("board"):
            self.board = move[-1]
            self.rounds.append([])
        else:
            self.rounds[-1].append(move)

    def paid(self) -> list[int]:
        """Chips each seat has put in."""
        paid = [self.ante, self.ante]
        for acts, stake in zip(self.rounds, (self.small, self.big)):
            for n, act in enumerate(acts):
                if act == "call":
                    paid[n % 2] = paid[1 - n % 2]
                elif act == "raise":
                    paid[n % 2] = paid[1 - n % 2] + stake
        return paid

    def chips(self) -> list[int]:
        """Won or lost so far; what is in the pot is lost until somebody wins it."""
        paid = self.paid()
        net = [-chips for chips in paid]
        if self.to_act() != "over":
            return net
        loser = self.folded()
        if loser is None:
            if self.hands[0] == self.hands[1]:
                return [0, 0]
            pairs = [seat for seat in (0, 1) if self.hands[seat] == self.board]
            best = pairs[0] if pairs else max((0, 1), key=lambda seat: RANKS.index(self.hands[seat]))
            loser = 1 - best
        net[1 - loser] += sum(paid)
        return net

    def observation(self, seat: int) -> tuple[object, ...]:
        """All that a seat has seen."""
        showdown = self.to_act() == "over" and self.folded() is None
        hands = tuple(hand if other == seat or showdown else "?" for other, hand in enumerate(self.hands))
        return seat, hands, self.board, tuple(map(tuple, self.rounds))
