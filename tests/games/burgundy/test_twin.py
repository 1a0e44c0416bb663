"""The compiled game against its twin in plain Python, and the twin against the laws of the box."""
from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy

import pytest

from tests.whole import mostly_whole

from ..twins import Pair, paired_games
from . import facts
from .handouts import some_gifts, some_left_out
from .twin import Twin
from .twin_board import neighbours, region, spaces

ALONE_GAMES = 150
PAIRED_GAMES = paired_games(200, most=500)
CHUNKS = 10
VERBS = {"place": 12.0, "clear": 4.0, "buy": 4.0, "take": 3.0, "load": 3.0, "sell": 1.0, "castle": 1.0}


def some_options(rng: random.Random, seats: int) -> dict[str, str]:
    """Options of one game: boards in each of the ways they can be had, each table rule now and then."""
    options: dict[str, str] = {}
    way = rng.choice(("usual", "same", "listed", "random", "choose"))
    boards: list[int] = [1] * seats
    if way == "same":
        boards = [rng.choice(list(facts.BOARDS))] * seats
        options |= {"boards": str(boards[0]), "distinct": "no"}
    elif way == "listed":
        boards = rng.sample(list(facts.BOARDS), seats)
        options["boards"] = ",".join(map(str, boards))
    elif way in ("random", "choose"):
        options["boards"] = way
        options["distinct"] = rng.choice(("yes", "no"))
    castles = rng.choice(("default", "default", "choose", "listed"))
    if castles == "listed" and way not in ("random", "choose"):
        dark_green = [[name for name, space in spaces(board).items() if space.colour == "castle"] for board in boards]
        options["castles"] = ",".join(map(rng.choice, dark_green))
    elif castles != "listed":
        options["castles"] = castles
    if rng.random() < 0.5:
        options["start"] = str(rng.randrange(seats))
    for name, other in (("secret", "yes"), ("castle_scores", "yes"), ("buy_discard", "no"), ("free_discard", "yes"),
                        ("empty_ship_depot", "no"), ("tile5_one", "no"), ("tile5_joint", "no"),
                        ("tile8_widens_free", "yes"), ("free_adds", "no"), ("pass_die", "yes"), ("buy", "anytime")):
        if rng.random() < 0.3:
            options[name] = other
    if rng.random() < 0.4:
        options["gifts"] = some_gifts(rng, seats)
    if rng.random() < 0.3:
        options["without"] = some_left_out(rng)
    return options


def pick(rng: random.Random, texts: Sequence[str], style: str) -> str:
    """A move: any one, or of any verb one, or of the verbs that fill a duchy rather than of others."""
    if style == "any":
        return rng.choice(texts)
    verbs = sorted({text.split()[0] for text in texts})
    verb = rng.choices(verbs, [VERBS.get(v, 1.0) if style == "builder" else 1.0 for v in verbs])[0]
    return rng.choice([text for text in texts if text.startswith(verb)])


def box(twin: Twin) -> Counter[str]:
    """All hex tiles, wherever they are; a start castle whose space is not yet known counts too."""
    tiles = Counter(twin.supply) + Counter(twin.dark) + Counter(twin.out)
    tiles += Counter(tile for _, tile in twin.depot_tiles() + twin.black_tiles())
    for player in twin.players:
        tiles += Counter(player.storage) + Counter(player.duchy.values()) + Counter(castle=player.castle is None)
    return tiles


def goods_of(twin: Twin) -> Counter[str]:
    """All goods, wherever they are."""
    goods = Counter(twin.goods_supply) + Counter(colour for colour in twin.coming if colour)
    for heap in [*twin.depot_goods.values(), *(p.goods for p in twin.players), *(p.sold for p in twin.players)]:
        goods += Counter(heap)
    return goods


def start_of(seed: int) -> tuple[random.Random, int, dict[str, str], str]:
    """What one numbered game is: its luck, seats, options and the style of its moves."""
    rng = random.Random(seed)
    seats = rng.choice((2, 3, 4))
    return rng, seats, some_options(rng, seats), rng.choice(("any", "verbs", "builder", "builder"))


# ---- the facts, against what the rules say of them ------------------------------------------------


def test_box_holds_164_tiles_of_which_40_are_black() -> None:
    assert sum(facts.coloured_supply().values()) == 124
    assert sum(facts.black_supply().values()) == 40


def test_boards_have_the_same_colours_and_the_same_die_numbers() -> None:
    for board in facts.BOARDS:
        assert Counter(space.colour for space in spaces(board).values()) == {
            "building": 12, "animal": 6, "ship": 6, "knowledge": 6, "castle": 4, "mine": 3}
        assert [space.die for space in spaces(board).values()] == [space.die for space in spaces(1).values()]


def test_boards_have_the_known_numbers_of_regions() -> None:
    regions = [len({region(board, name) for name in spaces(board)}) for board in facts.BOARDS]
    assert regions == [13, 17, 16, 16, 19, 15, 16, 21, 16]


def test_neighbours_are_mutual_and_six_around_the_centre() -> None:
    assert set(neighbours("d4")) == {"c3", "c4", "d3", "d5", "e3", "e4"}
    assert set(neighbours("a1")) == {"a2", "b1", "b2"}
    assert all(name in neighbours(other) for name in spaces(1) for other in neighbours(name))


# ---- the twin alone -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", mostly_whole(range(ALONE_GAMES), range(15).__contains__))
def test_twin_loses_no_tile_and_no_goods(seed: int) -> None:
    rng, seats, options, style = start_of(seed)
    twin = Twin(seats, options)
    every_tile = Counter(facts.coloured_supply()) + Counter(facts.black_supply())
    for player in twin.players:
        every_tile += Counter(player.storage)           # gifts are copies beside those of the box
    every_goods = Counter(dict.fromkeys(facts.GOODS, facts.GOODS_OF_EACH))
    dice_used: Counter[int | str] = Counter()
    step = 0
    while twin.current_player() != "over":
        texts = twin.legal_actions()
        assert texts, f"seed {seed}, step {step}: nothing to do in {twin.position()}"
        text = pick(rng, texts, style)
        dice_used[twin.current_player()] += "[die" in text
        twin.apply_action(text)
        step += 1
        if step % 5 == 0 or twin.current_player() == "over":
            assert box(twin) == every_tile, f"seed {seed}, step {step}, after {text!r}"
            assert goods_of(twin) == every_goods, f"seed {seed}, step {step}, after {text!r}"
            assert all(p.silver >= 0 and p.workers >= 0 and len(p.goods) <= facts.STACKS for p in twin.players)
    assert [dice_used[seat] for seat in range(seats)] == [50] * seats
    assert sum(twin.win_shares()) == 1.0
    assert all(n > 0 for p in twin.players for n in p.goods.values())


# ---- the twin and the compiled game -----------------------------------------------------------------


class BurgundyPair(Pair):
    name = "burgundy"

    def __init__(self, seed: int) -> None:
        self.rng, seats, options, self.style = start_of(seed)
        super().__init__(seed, seats, options)
        self.twin = Twin(seats, options)

    def same_position(self, what: str) -> None:
        self.agree(self.game.notation.position_to_json(self.state), self.twin.position(), what)

    def pick(self, texts: list[str], actions: dict[str, int]) -> str:
        return pick(self.rng, texts, self.style)


def winners_when_level(pair: BurgundyPair) -> None:
    """Give all seats of a finished game the points of the first, then all it has, and compare who wins (rule 53)."""
    raw, players = pair.state.raw(), pair.twin.players
    for what in ("sources", "everything"):
        for seat in range(1, pair.twin.seats):
            if what == "everything":
                raw["seat"][seat] = deepcopy(raw["seat"][0])
                players[seat] = deepcopy(players[0])
            raw["seat"][seat]["sources"] = list(raw["seat"][0]["sources"])
            players[seat].points = dict(players[0].points)
        pair.state.load(raw)
        pair.agree(pair.state.win_shares(), pair.twin.win_shares(), f"win shares of level seats, the same {what}")


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_compiled_game_and_twin_agree_action_by_action(chunk: int) -> None:
    for seed in range(chunk * PAIRED_GAMES // CHUNKS, (chunk + 1) * PAIRED_GAMES // CHUNKS):
        BurgundyPair(seed).apply_action(every=1 if seed % 5 == 0 else 10)


@pytest.mark.parametrize("seed", mostly_whole(range(12), range(3).__contains__))
def test_level_seats_are_parted_by_empty_spaces_and_then_by_turn_order(seed: int) -> None:
    pair = BurgundyPair(seed)
    pair.apply_action(every=100)
    winners_when_level(pair)
