"""The compiled game against its twin in plain Python, and the twin against the laws of the box.

LUDOSOPH_TWIN_GAMES says how many games both play, 300 at most.
"""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from ..twins import Pair, paired_games
from . import facts
from .twin import Twin
from .twin_options import some_options
from .twin_player import TECHNOLOGY, coloured
from .twin_styles import Style
from .twin_words import CHANCE, STAGES, move_words, outcome_words, position_words, twin_words

PAIRED_GAMES = paired_games(24, most=300)
ALONE_GAMES = 8
CHUNKS = 10
Rare = Callable[[Twin, list[str]], bool]        # whether what a test is after is met at this node


def start_of(seed: int) -> tuple[random.Random, int, dict[str, str]]:
    """What one numbered game is: its luck, seats and options."""
    rng = random.Random(f"orleans {seed}")
    seats = 2 + seed % 4
    return rng, seats, some_options(rng, seats)


# ---- the twin alone -------------------------------------------------------------------------------


def followers_of(twin: Twin) -> Counter[str]:
    """Neutral followers by profession, wherever they are (rule 83)."""
    found = Counter(twin.supply) + Counter(twin.lost) + Counter(twin.hand)
    for player in twin.players:
        found += player.bag + player.market
        found += Counter(what for row in player.places.values() for what in row if what not in (None, TECHNOLOGY))
    for deed, (spaces, _) in facts.DEEDS.items():
        found += Counter(spaces) - Counter(twin.deeds[deed])
    return Counter({kind: n for kind, n in found.items() if not coloured(kind)})


def goods_of(twin: Twin) -> Counter[str]:
    """Goods, wherever they are (rule 82)."""
    found = Counter(twin.goods) + Counter(twin.gone)
    found += Counter(good for row in twin.routes.values() for good in row if good)
    for player in twin.players:
        found += Counter(player.goods)
    return found


@pytest.mark.parametrize("seed", range(ALONE_GAMES))
def test_twin_loses_no_follower_no_good_and_no_citizen(seed: int) -> None:
    rng, seats, options = start_of(seed)
    twin, style = Twin(seats, options), Style(rng)
    followers, goods = followers_of(twin), Counter(facts.GOODS)
    step = 0
    while twin.node:
        texts = twin.legal_actions()
        assert texts, f"seed {seed}, step {step}: nothing to do"
        assert len(texts) == len(set(texts))
        if twin.node.weights:
            text = rng.choices(texts, twin.node.weights)[0]
        else:
            text = style.pick(twin, twin.node.seat, texts)
        twin.apply_action(text)
        step += 1
        if step % 5 == 0 or twin.node is None:
            assert followers_of(twin) == followers, f"seed {seed}, step {step}, after {text!r}"
            assert goods_of(twin) == goods, f"seed {seed}, step {step}, after {text!r}"
            assert len(twin.citizens) + sum(p.citizens for p in twin.players) == facts.CITIZENS
            assert all(p.coins >= 0 and p.market.total() <= 10 for p in twin.players)
    assert sum(twin.win_shares()) == pytest.approx(1.0)


# ---- the twin and the compiled game -----------------------------------------------------------------


class OrleansPair(Pair):
    name = "orleans"

    def __init__(self, seed: int) -> None:
        self.rng, seats, options = start_of(seed)
        super().__init__(seed, seats, options)
        self.style, self.twin = Style(self.rng), Twin(seats, options)

    def texts(self, legal: list[int]) -> list[str]:
        """Moves in the game's own words, which must be those of its README."""
        raw = self.state.raw()
        stage = STAGES[raw["stage"]]
        self.agree(stage, self.twin.node.stage if self.twin.node else "over", "stage")
        texts = super().texts(legal)
        words = [outcome_words(stage, action) if stage in CHANCE else move_words(raw, action, self.options)
                 for action in legal]
        self.agree(texts, words, "texts of the actions")
        return texts

    def same_position(self, what: str) -> None:
        node = self.twin.node
        compiled = position_words(self.state.raw(), self.twin.seats)
        compiled["actor"] = node.seat if node and compiled["stage"] in CHANCE[:4] else compiled["actor"]
        self.agree(compiled, twin_words(self.twin, node.stage if node else "over", node.seat if node else
                                        compiled["actor"]), what)

    def pick(self, texts: list[str], actions: dict[str, int]) -> str:
        """An outcome; or a move by the game's light heuristics, or in the twin's style of this game."""
        node = self.twin.node
        assert node
        if node.weights:
            return self.rng.choice(texts)
        if self.seed % 2:
            return self.style.pick(self.twin, node.seat, texts)
        weights = dict(zip(self.state.legal_actions(), self.state.action_weights(), strict=True))
        return self.rng.choices(texts, [weights[actions[text]] for text in texts])[0]


class LedPair(OrleansPair):
    """A game of two seats with given options, in which a move that begins like one of `wishes` goes before others."""

    def __init__(self, seed: int, options: dict[str, str], wishes: tuple[str, ...], rare: Rare) -> None:
        super().__init__(seed)
        Pair.__init__(self, seed, 2, options)
        self.twin, self.wishes, self.rare, self.met = Twin(2, options), wishes, rare, 0

    def pick(self, texts: list[str], actions: dict[str, int]) -> str:
        self.met += self.rare(self.twin, texts)
        wished = (text for wish in self.wishes for text in texts if text.startswith(wish))
        return next(wished, None) or super().pick(texts, actions)


VILLAGE = ("put own farmer on Village", "put own boatman on Village", "put own craftsman on Village",
           "use Village: craftsman")
MONK = ("use Monastery", "use University", "put monk on Sacristy", "put scholar on Monastery scholar",
        "put own farmer on University", "put own craftsman on University", "put own trader on University",
        "put own trader on Monastery")
TILES = ("technology on Winery", "put farmer on Cheese Factory", "put own boatman on Farm House",
         "put own craftsman on Farm House", "use Farm House")
POOR = {"harvest_units": "3,3,3", "gifts": "0:Winery,0:Cheese Factory,0:technology 2"}
LED = {     # where random games hardly ever come: options, wishes, what must be met
    "torture with technology on a place tile": (
        POOR, TILES, lambda twin, texts: "give up technology on Winery" in texts),
    "that technology is given": (
        POOR, (*TILES, "give up technology on Winery"), lambda twin, texts: "give up technology on Winery" in texts),
    "the tile is given with its technology": (
        POOR, (*TILES, "give up Winery"), lambda twin, texts: "give up technology on Winery" in texts),
    "torture with a neutral follower on a place tile": (
        POOR, (*TILES, "give up Cheese Factory", "give up follower"),
        lambda twin, texts: "give up Cheese Factory" in texts and stands(twin, "farmer", "Cheese Factory")),
    "such a follower goes to the supply": (
        POOR | {"lost_followers": "supply"}, (*TILES, "give up Cheese Factory"),
        lambda twin, texts: "give up Cheese Factory" in texts and stands(twin, "farmer", "Cheese Factory")),
    "the Village without technology": (
        {"gifts": "1:technology 16,0:Laboratory"}, VILLAGE, lambda twin, texts: "use Village: craftsman" in texts),
    "the Village closed to craftsmen": (
        {"gifts": "1:technology 16", "village_without_technology": "no"}, VILLAGE,
        lambda twin, texts: "use Village: boatman" in texts and "use Village: craftsman" not in texts),
    "a Sacristy with its monk": ({"gifts": "0:Sacristy"}, MONK, lambda twin, texts: "use Sacristy" in texts),
    "a Sacristy that is used by itself": (
        {"gifts": "0:Sacristy", "sacristy": "forced"}, MONK, lambda twin, texts: stands(twin, "monk", "Sacristy")),
}


def stands(twin: Twin, follower: str, place: str) -> bool:
    """Seat 0 has such a follower there."""
    return follower in twin.players[0].followers_on(place)


@pytest.mark.parametrize("name", LED)
def test_compiled_game_and_twin_agree_where_random_games_hardly_come(name: str) -> None:
    met = 0
    for seed in range(2):
        pair = LedPair(seed, *LED[name])
        pair.apply_action(every=3)
        met += pair.met
    assert met


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_game_and_twin_agree_action_by_action(chunk: int) -> None:
    for seed in range(chunk, PAIRED_GAMES, CHUNKS):
        OrleansPair(seed).apply_action(every=1 if seed % 3 == 0 else 7)
