"""Random games by two to four seats on all boards and with all options: what must hold after every action.

LUDOSOPH_RANDOM_GAMES says how many games are played in all.
"""
from __future__ import annotations

import os
import random
from bisect import bisect_right
from collections import Counter

import numpy as np
import pytest

import games.burgundy
from games.burgundy.names import STAGE_NAMES, TILE_NAMES
from tests.whole import mostly_whole

from ..packed import Layout
from ..random_games import RandomGame
from . import facts
from .handouts import some_gifts, some_left_out
from .positions import GAME, of
from .twin_board import neighbours, region, spaces

GAMES = int(os.environ.get("LUDOSOPH_RANDOM_GAMES", "2000"))
CHUNKS = 12
ALTERNATIVES = (("secret", "yes"), ("castle_scores", "yes"), ("buy_discard", "no"), ("free_discard", "yes"),
                ("empty_ship_depot", "no"), ("tile5_one", "no"), ("tile5_joint", "no"), ("tile8_widens_free", "yes"),
                ("free_adds", "no"), ("pass_die", "yes"), ("buy", "anytime"))
STYLES = ("any", "any", "builder", "weighted")

# First codes of the blocks of actions.
PLACE, SELL, WORKERS, BUY, DISCARD, CLEAR = 72, 405, 423, 426, 458, 461
# The same for each way of doing it: with either die or without one, one depot or two, and so on.
KINDS = (0, 24, 48, 72, 183, 294, 405, 411, 417, 423, 424, 425, 426, 434, 458, 461, 467, 473, 479, 489, 526, 527, 528,
         529)
TILE = {name: number for number, name in enumerate(TILE_NAMES)}
DIE = np.array([[space.die for space in spaces(board).values()] for board in range(1, 10)])
COLOUR = np.array([[facts.HEX_COLOURS[s[0]] for s in facts.BOARDS[board].replace("/", " ").split()]
                   for board in range(1, 10)])
COLOUR_OF_TYPE = np.array(["", *(facts.colour_of(name) for name in TILE_NAMES[1:])])
HELPER = {"building": 9, "animal": 10, "ship": 10, "castle": 11, "mine": 11, "knowledge": 11}


# ---- playing ---------------------------------------------------------------------------------


def some_options(rng: random.Random, seats: int) -> dict[str, str]:
    """Half of the games are the plain game on some boards; in the others each option has another value now and then."""
    options: dict[str, str] = {}
    way = rng.choice(("usual", "same", "listed", "listed", "random", "choose"))
    if way == "same":
        options["boards"] = str(rng.randint(1, 9))
    elif way == "listed":
        options["boards"] = ",".join(str(n) for n in rng.sample(range(1, 10), seats))
    elif way != "usual":
        options |= {"boards": way, "distinct": rng.choice(("yes", "no"))}
    options["castles"] = rng.choice(("default", "choose"))
    if rng.random() < 0.5:
        options |= {name: other for name, other in ALTERNATIVES if rng.random() < 0.3}
        if rng.random() < 0.4:
            options["gifts"] = some_gifts(rng, seats)
        if rng.random() < 0.3:
            options["without"] = some_left_out(rng)
    return options


class Played(RandomGame):
    """A game on any boards, also one in which tiles are placed rather than left."""

    game, layout, stages = GAME, Layout(games.burgundy), list(STAGE_NAMES)
    most_steps, check_every = 1500, 41

    def __init__(self, number: int) -> None:
        rng = random.Random(f"burgundy {number}")
        seats = 2 + number % 3
        super().__init__(number, seats, some_options(rng, seats), rng.choice(STYLES), rng)

    def choose(self, rng: random.Random, state, legal: list[int]) -> int:
        if self.style == "builder" and rng.random() < 0.7:
            return rng.choice([a for a in legal if PLACE <= a < SELL] or legal)
        return super().choose(rng, state, legal)


# ---- what must hold --------------------------------------------------------------------------


def counted(tiles: np.ndarray) -> np.ndarray:
    """How many of each tile type lie in each row."""
    n = len(tiles)
    cells = tiles.reshape(n, -1).astype(np.int64) + 50 * np.arange(n)[:, None]
    return np.bincount(cells.ravel(), minlength=50 * n).reshape(n, 50)[:, 1:]


def check_tiles(game: Played) -> None:
    """Each type's count never grows; it falls by one at a discard and by what is cleared away at a phase's end.

    Beside the 164 tiles of the box there are those given. Tiles left out are blanks, none of which lies anywhere.
    """
    at, seat = game.at, game.at["seat"][:, :game.seats]
    lying = counted(at["depot"]) + counted(at["black"])
    kept = at["supply"][:, 1:].astype(int) + at["dark"][:, 1:] + counted(seat["storage"]) + counted(seat["tiles"])
    kept[:, TILE["castle"] - 1] += (seat["castle"] == 255).sum(1)       # set aside for a seat that has yet to place it
    everywhere = lying + kept
    given = counted(seat["storage"])[0]
    assert everywhere[0].sum() == 164 + given.sum(), game.name(0)
    out = [TILE[name] - 1 for name in game.options.get("without", "").split(",") if name]
    game.fail_where(lying[:, out].any(1), "a tile that is left out lies at a depot")
    owned = counted(seat["storage"])[:, out] + counted(seat["tiles"])[:, out]
    start = (seat["castle"] != 255).sum(1)[:, None] * np.array([t == TILE["castle"] - 1 for t in out], int)
    game.fail_where((owned > given[out] + start).any(1), "a seat has a tile that is left out")
    everywhere[:, out] = lying[:, out] = 0
    fall = everywhere[:-1] - everywhere[1:]
    game.fail_where((fall < 0).any(1), "tiles came from nowhere")
    action = np.array(game.actions)
    decides = at["stage"][:-1] >= STAGE_NAMES.index("choose-board")
    discards = decides & (action >= DISCARD) & (action < CLEAR)
    for step in np.flatnonzero(discards):
        mine = at["seat"][step, at["actor"][step]]
        discards[step] = mine["storage"][action[step] - DISCARD] - 1 not in out
    new_phase = at["phase"][1:] != at["phase"][:-1]
    game.fail_where((fall.sum(1) != discards) & ~new_phase, "tiles were lost, or a discard lost none")
    too_many = (fall > lying[:-1] + discards[:, None]).any(1)
    game.fail_where(new_phase & too_many, "a phase's end took more than lay there")


def check_goods(game: Played) -> None:
    """Seven of each colour: in the supply, coming, at the depots, with the seats, sold."""
    at, seat = game.at, game.at["seat"]
    goods = at["goods_supply"].astype(int) + at["goods"].reshape(-1, 6, 6).sum(1) + seat["goods"].sum(1) \
        + seat["sold"].sum(1)
    for colour in range(6):
        goods[:, colour] += (at["coming"] == colour + 1).sum(1)
    game.fail_where((goods != 7).any(1), "goods are not seven of each colour")
    game.fail_where(((seat["goods"] > 0).sum(2) > 3).any(1), "more than three stacks of goods")
    game.fail_where((np.diff(seat["sold"].astype(int), axis=0) < 0).any((1, 2)), "sold goods came back")


def check_money(game: Played) -> None:
    """Silver and workers change by what actions and phase ends give and cost; a seat scores in its own turn only."""
    at, action = game.at, np.array(game.actions)
    began = np.flatnonzero(at["stage"] > STAGE_NAMES.index("start-seat"))[0]
    silver, workers = flows(game)
    for name, expected in (("silver", silver), ("workers", workers)):
        change = np.diff(at["seat"][name].astype(int), axis=0)
        wrong = (change != expected).any(1)
        wrong[:began] = False
        game.fail_where(wrong, f"{name} changed by other than the rules say")
    points = at["seat"]["sources"].sum(2, dtype=int)
    change = np.diff(points, axis=0)
    game.fail_where((change < 0).any(1), "points were lost")
    others = change.copy()
    others[np.arange(len(action)), at["actor"][:-1]] = 0
    ends = at["stage"][1:] == STAGE_NAMES.index("over")
    setup = at["stage"][:-1] <= STAGE_NAMES.index("choose-castle")
    game.fail_where(others.any(1) & ~ends & ~setup, "a seat scored in another's turn")
    assert game.state.scores() == list(points[-1, :game.seats])
    assert [sum(s.values()) for s in game.state.sources()] == game.state.scores()


def flows(game: Played) -> tuple[np.ndarray, np.ndarray]:
    """Silver and workers that each step should bring each seat."""
    at = game.at
    silver, workers = np.zeros((2, len(game.actions), 4), int)
    for step in np.flatnonzero(at["stage"][:-1] >= STAGE_NAMES.index("main")):
        before, action, who = at[step], game.actions[step], at["actor"][step]
        mine = before["seat"][who]
        silver[step, who], workers[step, who] = gains(mine, action)
        workers[step, who] -= turning(game, mine, action)
    ended = np.flatnonzero((at["phase"][1:] != at["phase"][:-1]) | (at["stage"][1:] == STAGE_NAMES.index("over")))
    for step in ended:
        for who in range(game.seats):
            mine = at["seat"][step + 1, who]
            mines = int((mine["tiles"] == TILE["mine"]).sum())
            silver[step, who] += mines
            workers[step, who] += mines * knows(mine, 2)
    return silver, workers


def knows(mine: np.void, number: int) -> bool:
    return bool(mine["knowledge"] >> number & 1)


def gains(mine: np.void, action: int) -> tuple[int, int]:
    """Silver and workers that an action itself brings."""
    if PLACE <= action < SELL:
        tile = TILE_NAMES[mine["storage"][(action - PLACE) % 111 // 37]]
        return (2 if tile == "bank" else 0), (4 if tile == "boarding-house" else 0)
    if SELL <= action < WORKERS:
        return (2 if knows(mine, 3) else 1), int(knows(mine, 4))
    if WORKERS <= action < BUY:
        return int(knows(mine, 13)), (4 if knows(mine, 14) else 2)
    return (-2, 0) if BUY <= action < DISCARD else (0, 0)


def turning(game: Played, mine: np.void, action: int) -> int:
    """Workers that turning the die costs."""
    helper = 0
    if action < PLACE:
        die, target, helper = action // 24, action % 24 // 4 + 1, 12
    elif action < SELL:
        die, hex_ = (action - PLACE) // 111, (action - PLACE) % 37
        target = int(DIE[mine["board"] - 1, hex_])
        helper = HELPER[facts.colour_of(TILE_NAMES[mine["storage"][(action - PLACE) % 111 // 37]])]
    elif action < WORKERS:
        die, target = (action - SELL) // 6, (action - SELL) % 6 + 1
    else:
        return 0
    if die == 2:
        return 0
    away = abs(int(mine["dice"][die]) - target)
    distance = min(away, 6 - away)
    width = 2 if knows(mine, 8) else 1
    free = int(bool(helper) and knows(mine, helper))
    if game.options.get("tile8_widens_free") == "yes":
        free *= width
    if distance <= free:
        return 0
    return -(-(distance - (free if game.options.get("free_adds") != "no" else 0)) // width)


def check_seats(game: Played) -> None:
    """Storage is packed, dice in order, tiles on their colour; the track holds towers; a round keeps its order."""
    at, seat = game.at, game.at["seat"][:, :game.seats]
    storage, dice = seat["storage"], seat["dice"]
    game.fail_where(((storage[..., :-1] == 0) & (storage[..., 1:] != 0)).any((1, 2)), "a gap in a storage")
    game.fail_where(((dice[..., 0] > dice[..., 1]) & (dice[..., 1] != 0)).any(1), "dice are not in order")
    game.fail_where(((dice[..., 0] == 0) & (dice[..., 1] != 0)).any(1), "a single die stands second")
    game.fail_where((np.diff((seat["tiles"] != 0).sum(2), axis=0) < 0).any(1), "a placed tile is gone")
    last = seat[-1]
    for mine in last:
        lies = mine["tiles"] != 0
        assert (COLOUR_OF_TYPE[mine["tiles"]] == COLOUR[mine["board"] - 1])[lies].all(), game.name(-1)
    track, height = at["track"][:, :game.seats].astype(int), at["height"][:, :game.seats]
    started = at["stage"] > STAGE_NAMES.index("start-seat")
    game.fail_where((track > 6).any(1), "a marker beyond the track")
    tower = np.stack([((track == track[:, [s]]) & (height < height[:, [s]])).sum(1) for s in range(game.seats)], 1)
    game.fail_where((tower != height).any(1) & started, "markers hang in the air")
    same_round = (at["round"][1:] == at["round"][:-1]) & (at["phase"][1:] == at["phase"][:-1])
    in_play = at["stage"][:-1] >= STAGE_NAMES.index("main")
    game.fail_where((at["order"][1:] != at["order"][:-1]).any(1) & same_round & in_play, "a round's order changed")


def check_end(game: Played) -> None:
    """Duchies grow from the start castle, ships moved the markers, cities hold one building of a kind."""
    for who in range(game.seats):
        mine = of(game.state, who)
        assert len(mine.duchy) <= facts.DUCHY
        ships = list(mine.duchy.values()).count("ship")
        assert mine.space == ships, game.name(-1)
        castle = game.state.seat_facts()[who]["castle"]
        reached, edge = {castle}, [castle]
        while edge:
            fresh = {n for n in neighbours(edge.pop()) if n in mine.duchy} - reached
            reached |= fresh
            edge += fresh
        assert reached == set(mine.duchy), game.name(-1)
        if not knows(game.at["seat"][-1, who], 1):
            kinds = Counter((min(region(mine.board, name)), tile) for name, tile in mine.duchy.items()
                            if tile in facts.BUILDINGS)
            assert max(kinds.values(), default=1) == 1, game.name(-1)
    assert sum(game.state.win_shares()) == 1.0
    assert all(0 <= u <= 1 for u in game.state.returns())


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_keep_every_law(chunk):
    for number in range(chunk, GAMES, CHUNKS):
        game = Played(number)
        for check in (check_tiles, check_goods, check_money, check_seats, check_end):
            check(game)


@pytest.mark.parametrize("number", mostly_whole(range(6), range(2).__contains__))
def test_a_random_game_replays_from_its_record_to_the_same_bytes(number):
    Played(number).replays_from_its_record()


@pytest.mark.parametrize("number", mostly_whole(range(6, 18), range(6, 9).__contains__))
def test_positions_of_a_random_game_come_back_from_json(number):
    Played(number).comes_back_from_json(every=13)


def test_random_games_come_to_every_stage_and_kind_of_move():
    stages, kinds = set(), set()
    for number in range(60):
        game = Played(number)
        stage = game.at["stage"]
        stages |= {STAGE_NAMES[s] for s in stage}
        decides = np.flatnonzero(stage[:-1] >= STAGE_NAMES.index("choose-board"))
        kinds |= {bisect_right(KINDS, game.actions[step]) for step in decides}
    assert stages == set(STAGE_NAMES)
    assert kinds == set(range(1, len(KINDS) + 1))
