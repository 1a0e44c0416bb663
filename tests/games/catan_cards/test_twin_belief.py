"""What the compiled game counts of hidden cards, against the twin that lists every case that is possible.

Most cards are given to the watching seat, so that few are hidden. LUDOSOPH_TWIN_GAMES says how many games are
followed, 200 at most.
"""
from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from scipy.stats import chi2

from ..twins import paired_games
from . import twin_facts as facts
from .positions import GAME
from .twin import Twin
from .twin_belief import Belief

GAMES = paired_games(12, most=200)
CHUNKS = 4
MOST_CASES = 800
DEALS = 3000
WATCHER = 0


def some_gifts(rng: random.Random) -> str:
    """Most cards of the box for the watcher, a building or two that moves cards for the others."""
    left = {"brick": 3, "lumber": 3, "ore": rng.randint(4, 6), "wool": rng.randint(4, 6), "grain": rng.randint(3, 5)}
    gifts = [f"{WATCHER}:{kind} {facts.RESOURCE_CARDS[kind] - n}" for kind, n in left.items()]
    gifts += [f"{rng.randint(1, 2)}:{name}" for name in ("library", "guild") if rng.random() < 0.5]
    return ",".join(gifts)


class Followed:
    """One game, played by both, while a seat that does little watches the others trade."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"belief {seed}")
        seats = self.rng.choice((3, 3, 4))
        self.options = {"gifts": some_gifts(self.rng), "cap": "12", "start": str(self.rng.randrange(1, seats))}
        for name, other in (("given_back", "open"), ("library_look", "open"), ("reshuffle", "at_once")):
            if self.rng.random() < 0.25:
                self.options[name] = other
        self.seed, self.last = seed, [""]
        self.state, self.twin = GAME.start(seats, self.options), Twin(seats, self.options)
        while self.twin.question and self.twin.question.stage == "setup":
            self.apply_action(self.rng.choice(self.twin.legal_actions()))
        self.belief: Belief = self.twin.watch(WATCHER)
        self.most = 0               # cases met

    def apply_action(self, text: str) -> None:
        self.last.append(text)
        self.state.apply_action(GAME.notation.parse_action(self.state, text))
        self.twin.apply_action(text)

    def next_move(self) -> str:
        """The watcher passes its turn; the others rather trade with each other than do anything else."""
        texts = self.twin.legal_actions()
        if self.twin.current_player() == WATCHER:
            return next((t for t in texts if t in ("stop trading", "end build", "stop", "keep")), texts[0])
        if self.twin.current_player() != "chance":
            rather = [t for t in texts if "with seat" in t or "guild" in t or t == "open hand" or t.startswith("build")]
            texts = [t for t in texts if t != "build city"] if self.rng.random() < 0.5 else rather or texts
        return self.rng.choice(texts)

    def can_go_on(self) -> bool:
        """Whether few cases are left to list. The twin does not tell one shuffle ago from two."""
        self.most = max(self.most, len(self.belief.cases))
        return (
            self.twin.current_player() != "over" and len(self.belief.cases) <= MOST_CASES and self.belief.shuffles < 2
        )

    def compare(self) -> None:
        """Expected cards by hand and kind, from both."""
        found: dict[str, Any] = GAME.hidden.belief(self.state, WATCHER)
        where = f"seed {self.seed}, {self.options}, after {self.last[-12:]}"
        for seat in range(1, self.twin.seats):
            expected = self.belief.expected(seat)
            for kind in facts.RESOURCES:
                mine = found["hands"][str(seat)]["expected"][kind]
                assert mine == pytest.approx(expected[kind], abs=6e-4), f"{where}: {kind} of seat {seat}"
        for kind, n in self.belief.expected_pile().items():
            assert found["pile"]["expected"][kind] == pytest.approx(n, abs=6e-4), f"{where}: {kind} in the pile"

    def compare_deals(self) -> None:
        """Hands as the game redeals them, against the chances of all possible hands."""
        expected, seen = self.belief.deals(), Counter[tuple[tuple[int, ...], ...]]()
        for n in range(DEALS):
            dealt = self.state.copy()
            dealt.resample(WATCHER, n)
            hands = [player["hand"] for player in dealt.raw()["seat"][:self.twin.seats]]
            seen[tuple((0,) * 5 if seat == WATCHER else tuple(hand) for seat, hand in enumerate(hands))] += 1
        assert seen.keys() <= expected.keys()
        often = [deal for deal, chance in expected.items() if chance * DEALS >= 5]
        cells = [(seen[deal], DEALS * expected[deal]) for deal in often]
        cells.append((DEALS - sum(n for n, _ in cells), DEALS - sum(e for _, e in cells)))
        cells = [(n, e) for n, e in cells if e >= 5]
        statistic = sum((n - e) ** 2 / e for n, e in cells)
        assert chi2.sf(statistic, max(1, len(cells) - 1)) > 1e-6, f"seed {self.seed}, after {self.last[-12:]}"


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_count_is_what_an_enumeration_of_all_cases_gives(chunk):
    for seed in range(chunk, GAMES, CHUNKS):
        game = Followed(seed)
        while game.can_go_on():
            game.compare()
            game.apply_action(game.next_move())


@pytest.mark.parametrize("seed", range(6))
def test_redeals_come_as_often_as_the_enumeration_says(seed):
    game = Followed(100 + seed)
    for _ in range(30):
        if game.can_go_on() and len(game.belief.cases) < 800:
            game.apply_action(game.next_move())
    if game.can_go_on():
        game.compare_deals()
