"""One hidden card each of six: the first seat bets or not, the second calls or folds; the higher card wins."""
from dataclasses import dataclass, field
from random import Random

from games.simple import CHANCE, TERMINAL, Rules, game

DECK = range(1, 7)


@dataclass
class HighCard(Rules):
    """Cards dealt, and what was done: -1 for not yet, else 0 (check, fold) or 1 (bet, call)."""

    seats = 2
    cards: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=lambda: [-1, -1])

    def current_player(self) -> int:
        if len(self.cards) < 2:
            return CHANCE
        if self.done[0] == 1 and self.done[1] < 0:
            return 1
        return 0 if self.done[0] < 0 else TERMINAL

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = [card for card in DECK if card not in self.cards]
        return [(card, 1 / len(left)) for card in left]

    def apply_action(self, action: int) -> None:
        if len(self.cards) < 2:
            self.cards.append(action)
        else:
            self.done[self.current_player()] = action

    def scores(self) -> list[int]:
        if self.current_player() != TERMINAL:
            return [0, 0]
        if self.done == [1, 0]:
            return [1, -1]
        stake, sign = 1 + (self.done[1] == 1), 1 if self.cards[0] > self.cards[1] else -1
        return [sign * stake, -sign * stake]

    def returns(self) -> list[float]:
        return [0.5 + points / 4 for points in self.scores()]

    def view(self, seat: int) -> object:
        over = self.current_player() == TERMINAL
        return [card if over or holder == seat else 0 for holder, card in enumerate(self.cards)], self.done

    def resample(self, seat: int, random: Random) -> None:
        if len(self.cards) > 1 - seat and self.current_player() != TERMINAL:
            own = self.cards[seat] if len(self.cards) > seat else 0
            self.cards[1 - seat] = random.choice([card for card in DECK if card != own])

    def action_text(self, action: int) -> str:
        if len(self.cards) < 2:
            return f"card {action}"
        return (("check", "bet"), ("fold", "call"))[self.current_player()][action]


GAME = game(HighCard, title="High card", hidden="each seat's card from the other")
