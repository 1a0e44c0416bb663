"""Kuhn poker in plain Python, written from the rules: words in, words out."""
from __future__ import annotations

from dataclasses import dataclass, field

RANKS = "89TJQK"


@dataclass
class Twin:
    """One game; moves are `deal K`, `check`, `bet`, `fold` and `call`."""

    seats: int = 2
    ante: int = 1
    bet: int = 1
    hands: list[str] = field(default_factory=list)
    acts: list[str] = field(default_factory=list)

    def deck(self) -> str:
        return RANKS[-self.seats - 1:]

    def queue(self) -> list[int]:
        """Seats that have still to act, in order."""
        if "bet" not in self.acts:
            return list(range(len(self.acts), self.seats))
        opener = self.acts.index("bet")
        answers = [(opener + d) % self.seats for d in range(1, self.seats)]
        return answers[len(self.acts) - opener - 1:]

    def to_act(self) -> int | str:
        if len(self.hands) < self.seats:
            return "chance"
        return self.queue()[0] if self.queue() else "over"

    def moves(self) -> list[str]:
        who = self.to_act()
        if who == "chance":
            return [f"deal {card}" for card in self.deck() if card not in self.hands]
        if who == "over":
            return []
        return ["fold", "call"] if "bet" in self.acts else ["check", "bet"]

    def apply_action(self, move: str) -> None:
        if move.startswith("deal"):
            self.hands.append(move[-1])
        else:
            self.acts.append(move)

    def in_for_more(self) -> list[int]:
        """Seats that have put in the bet."""
        if "bet" not in self.acts:
            return []
        opener = self.acts.index("bet")
        return [(opener + d) % self.seats for d, act in enumerate(self.acts[opener:]) if act in ("bet", "call")]

    def chips(self) -> list[int]:
        """Won or lost so far; what is in the pot is lost until somebody wins it."""
        more = self.in_for_more()
        net = [-self.ante - self.bet * (seat in more) for seat in range(self.seats)]
        if self.to_act() == "over":
            best = max(more or range(self.seats), key=lambda seat: RANKS.index(self.hands[seat]))
            net[best] -= sum(net)
        return net

    def observation(self, seat: int) -> tuple[object, ...]:
        """All that a seat has seen."""
        showdown: list[int] = []
        if self.to_act() == "over":
            claims = self.in_for_more() or list(range(self.seats))
            showdown = claims if len(claims) > 1 else []
        hands = tuple(hand if other == seat or other in showdown else "?" for other, hand in enumerate(self.hands))
        return seat, hands, tuple(self.acts)
