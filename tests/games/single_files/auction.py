"""Sealed bids, then an open pile: the higher bid moves first and is paid; who takes the last counter gets the prize.

Two worlds, with another pile and another prize, and all that a game may declare beyond its rules.
"""
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random

from core_ext.python_state import PythonState
from core_ext.state import State
from games.api import Option, RulesEntry, RulesPage, RulesSection, Standing, WrittenRules, own
from games.simple import TERMINAL, Rules, game

WORLDS = {"1": (4, 6), "2": (7, 9)}     # counters of the pile, points of the prize
PURSE = 3
TAKEN = 10                              # actions: a bid, or this and the counters taken


@dataclass
class Auction(Rules):
    """Bids are -1 until they are made; they are shown when both are. `turn` is the seat to take, -1 before that."""

    seats = 2
    bids: list[int] = field(default_factory=lambda: [-1, -1])
    pile: int = WORLDS["1"][0]
    prize: int = WORLDS["1"][1]
    turn: int = -1

    def current_player(self) -> int:
        if self.turn < 0:
            return 0 if self.bids[0] < 0 else 1
        return self.turn if self.pile else TERMINAL

    def legal_actions(self) -> list[int]:
        return list(range(PURSE + 1)) if self.turn < 0 else [TAKEN + n for n in range(1, min(3, self.pile) + 1)]

    def apply_action(self, action: int) -> None:
        if self.turn < 0:
            self.bids[self.current_player()] = action
            if self.bids[1] >= 0:
                self.turn = int(self.bids[1] > self.bids[0])
        else:
            self.pile -= action - TAKEN
            self.turn = 1 - self.turn

    def scores(self) -> list[int]:
        """What is left in the purse, and the prize of the seat that made the last move."""
        over = self.current_player() == TERMINAL
        return [PURSE - max(0, bid) + self.prize * (over and seat != self.turn) for seat, bid in enumerate(self.bids)]

    def view(self, seat: int) -> object:
        shown = [bid if bid < 0 or self.turn >= 0 or owner == seat else "made" for owner, bid in enumerate(self.bids)]
        return shown, self.pile, self.turn

    def hides(self) -> bool:
        return self.turn < 0

    def resample(self, seat: int, random: Random) -> None:
        if self.turn < 0 and self.bids[1 - seat] >= 0:
            self.bids[1 - seat] = random.randint(0, PURSE)

    def action_text(self, action: int) -> str:
        return f"bid {action}" if action < TAKEN else f"take {action - TAKEN}"


def new_state(seats: int, options: Mapping[str, str]) -> State:
    """A start in the world that the options name."""
    pile, prize = WORLDS[options.get("world", "1")]
    return PythonState(Auction(pile=pile, prize=prize), seats, True)


def rules(seats: int, options: Mapping[str, str]) -> RulesPage:
    """The rules of a world. The purse is the same in both, though its number is not."""
    world = options.get("world", "1")
    pile, prize = WORLDS[world]
    extra = (RulesEntry("2", "Two worlds hold more than one."),) if world == "2" else ()
    return RulesPage(f"Auction, world {world}", (
        RulesSection("Bids", (RulesEntry("1", f"The pile holds {pile} counters."), *extra,
                              RulesEntry(str(2 + len(extra)), f"Each of {seats} seats has {PURSE} coins."))),
        RulesSection("Prize", (RulesEntry("9", f"The last counter brings {prize} points & the game <ends>."),))),
        {"pile": pile, "prize": prize, "purse": PURSE})


def rules_list() -> list[dict[str, object]]:
    """A row for each world."""
    return [{"world": world, "name": f"pile of {pile}", "prizes": [prize]} for world, (pile, prize) in WORLDS.items()]


def standing(state: State) -> Standing:
    """What is left in the purses, the prize, and who has most; counters that may be taken are an income."""
    at = own(state, PythonState).position
    left = [PURSE - max(0, bid) for bid in at.bids]
    points = [(("purse", coins), *((("prize", at.prize),) if points > coins else ()))
              for coins, points in zip(left, at.scores(), strict=True)]
    best = max(at.scores())
    return Standing(("first", "second"), tuple((("counters", min(3, at.pile)),) if at.pile and seat == at.turn else ()
                                               for seat in (0, 1)), tuple(points),
                    tuple(name for name, score in zip(("first", "second"), at.scores(), strict=True) if score == best))


GAME = replace(game(Auction, title="Auction", hidden="bids until both are made"), new_state=new_state,
               options=(Option("world", "1", "which pile and prize", tuple(WORLDS), shapes=True),),
               rules=WrittenRules(rules, rules_list), standing=standing)
