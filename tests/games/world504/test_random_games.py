"""Games of 504 by luck alone, in every world that can be played: nothing is lost or made, limits are kept.

A game is played out with all its positions kept; the laws are then asked of all of them at once. A thousandth of
LUDOSOPH_RANDOM_GAMES is the number of games of each world at each number of seats; where that is less than one, each
world has one game, with so many seats and in such a style as its place in the list says.
"""
import os
import random
from functools import cached_property
from typing import ClassVar

import numpy as np
import pytest

import games.world504
from games.packed import codes
from games.world504 import GAME
from games.world504.conditions import atoms_of, worlds
from games.world504.names import STAGE_NAMES
from games.world504.phases import phases
from tests.games.packed import Layout
from tests.games.random_games import RandomGame
from tests.whole import mostly_whole

from .bank import Bank

WORLDS = worlds()
EACH = int(os.environ.get("LUDOSOPH_RANDOM_GAMES", "0")) // 1000
CHUNKS = 30
EACH_TIME = range(4)                # chunks that are played each time
MAX_ACTIONS = 1024                  # core_ext/types.pxd
LAYOUT = Layout(games.world504)
STAGES = STAGE_NAMES
TILES, NOWHERE, NOBODY, CITY, WATER, KINDS, GOODS = codes("world504", "TILES NOWHERE NOBODY CITY WATER KINDS GOODS")
BY_SETTLING, BY_TROLLEY, INCOME_GOODS, GOODS_DELIVERED, PRIVATE = codes(
    "world504", "BY_SETTLING BY_TROLLEY INCOME_GOODS GOODS_DELIVERED PRIVATE")
A_BUY_SHARE, A_SELL_SHARES, A_PASS = codes("world504", "A_BUY_SHARE A_SELL_SHARES A_PASS")
POOL_ROAD, BY_DICE, MOUNTAIN, SLOTS = codes("world504", "POOL_ROAD BY_DICE MOUNTAIN SLOTS")
WARLIKE = ("residents", "trolley", "factories", "fights")       # phases in which attackers may be abroad
STEPPING = STAGES.index("recall-settlement")
BOX = {"tiles": [10, 10, 9, 8, 7, 6, 11], "goods": [11, 10, 10, 9, 8]}
BITS = np.uint64(1) << np.arange(TILES, dtype=np.uint64)
STYLES = ("weighted", "busy", "any")
ROUNDS = (3, 5, 8)                  # most of a game: by luck alone few games end by themselves
WHOLE = 40                          # rounds of a game that is played for the usual number of them
WHOLE_EVERY = 11                    # one game in so many is played for so long


class Played(RandomGame):
    """A game by luck alone: a busy one goes on while it can, one by weights plays well at times."""

    game = GAME
    layout: ClassVar[Layout] = LAYOUT
    stages: ClassVar[list[str]] = STAGES
    most_steps = 60_000
    check_every = 41
    owners = "owner"

    def __init__(self, world: str, number: int, rounds: int | None = None) -> None:
        rng = random.Random(f"{world} {number}")
        options = {"world": world, "max_rounds": str(rounds or rng.choice(ROUNDS))}
        self.rules = GAME.start(2 + number % 3, options).rules_in_force()
        self.phases = phases(atoms_of(world))["turn"]
        super().__init__(number, 2 + number % 3, options, STYLES[number // 3 % 3], rng)
        self.seat = self.at[self.owners][:, :self.rules["owners"]]

    def choose(self, rng: random.Random, state, legal: list[int]) -> int:
        assert len(legal) <= MAX_ACTIONS, self.name(len(self.actions))
        if self.style == "busy":
            return rng.choice(legal[1:] or legal) if rng.random() < 0.9 else legal[0]
        return super().choose(rng, state, legal)

    @cached_property
    def bank(self) -> Bank:
        """What each step pays."""
        return Bank(self)

    def bits(self, field: str) -> np.ndarray:
        """A mask of tiles as a table: step, owner, tile."""
        return (self.seat[field][..., None] & BITS) != 0

    def at_tile(self, field: str) -> np.ndarray:
        """Which tile an owner's capital or trolley is on, as such a table."""
        return self.seat[field][..., None] == np.arange(TILES)


# ---- what must hold --------------------------------------------------------------------------


def check_tiles(game: Played) -> None:
    """61 tiles, of each kind as many as the box has; two neighbours know each other; a city has its number."""
    at = game.at
    laid = np.arange(TILES) < at["tiles"][:, None]
    for kind, box in enumerate(BOX["tiles"]):
        found = ((at["kind"] == kind) & laid).sum(1) + at["stack"][:, kind]
        game.fail_where(found != box, f"tiles of kind {kind}")
    city = (at["kind"] == CITY) & laid
    game.fail_where(((at["number"] > 0) != city).any(1), "numbers of cities")
    last = at[-1]
    for tile in range(last["tiles"]):
        for side, other in enumerate(last["near"][tile]):
            assert other == NOWHERE or last["near"][other][(side + 3) % 6] == tile, game.name(-1)


def check_pieces(game: Played) -> None:
    """Residents, settlements and roads of each owner: in the supply, on the board, on cards, in the trolley, parked."""
    seat, at, n = game.seat, game.at, game.rules
    cards = np.bitwise_count(seat["cards"]).astype(int)
    residents = seat["residents"].astype(int) + seat["active"].sum(2) + seat["spent"].sum(2)
    residents += np.maximum(seat["hold"].astype(int) - GOODS, 0).sum(2)
    residents += np.maximum(cards - 1, 0) * (n["mark"] in (BY_SETTLING, BY_TROLLEY))
    residents += (cards > 0) * n["capital_resident"]
    residents += (np.arange(n["owners"]) == at["actor"][:, None]) & (at["stage"] == STEPPING)[:, None]
    due = n["residents_each"] - n["parked"] if n["people"] else 0
    game.fail_where((residents != due).any(1), f"residents are not {due}")
    settlements = seat["settlements"].astype(int) + np.bitwise_count(seat["settled"])
    settlements += (cards > 0) * n["capital_settlement"]
    game.fail_where((settlements != n["settlements_each"]).any(1), "settlements")
    roads = seat["roads"].astype(int) + np.bitwise_count(seat["road"]).sum(2) // 2
    for owner in range(n["owners"]):
        roads[:, owner] += (at["neutral"] >> owner & 1).sum(1)
    game.fail_where((roads != n["roads_each"]).any(1) & (n["road_pool"] == 0), "roads")
    pool = at["roads_left"].astype(int) + (at["neutral"] == POOL_ROAD).sum(1)
    game.fail_where((pool != n["road_pool"]) & (n["road_pool"] > 0), "roads of the pool")


def check_goods(game: Played) -> None:
    """48 goods: in the box, in cities, on tiles and plants, in trolleys, on trading houses, with owners."""
    at, seat, offers = game.at, game.seat, np.array(game.rules["offers"])
    ripe = (at["ripe"][:, None] & BITS) != 0
    for good, box in enumerate(BOX["goods"]):
        found = at["supply"][:, good].astype(int) + at["stock"][:, offers == good].sum(1)
        found += at["lying"][..., good].sum(1) + (ripe & ((at["plant"] - 1) % 8 == good)).sum(1)
        found += (seat["hold"] == 1 + good).sum((1, 2)) + (seat["house"] == 1 + good).sum((1, 2, 3))
        found += seat["goods"][..., good].sum(1)
        if not game.rules["house_delivery"]:            # elsewhere goods delivered lie on trading houses
            found += (seat["delivered"] + seat["lost"])[..., good].sum(1) * (game.rules["goal"] == GOODS_DELIVERED)
            sold = game.rules["income"] == INCOME_GOODS and not game.rules["sales_stay"]
            found += (at["turn"]["sale"] & 7 == 1 + good).sum(1) * sold
        game.fail_where(found != box, f"goods {good}")
    game.fail_where((ripe & (at["plant"] == 0)).any(1), "a good on no plant")


def check_residents(game: Played) -> None:
    """Residents are on own tiles, at most 7, on the capital 9 (G14); the bits say where (derived fields)."""
    seat, there = game.seat, game.seat["active"].astype(int) + game.seat["spent"]
    capital, settled = game.at_tile("capital"), game.bits("settled")
    game.fail_where((game.bits("up") != (seat["active"] > 0)).any((1, 2)), "bits of active residents")
    game.fail_where((game.bits("down") != (seat["spent"] > 0)).any((1, 2)), "bits of exhausted residents")
    abroad = (there > 0) & ~(settled | capital)
    game.fail_where((abroad & (seat["active"] > 0)).any((1, 2)), "active residents on a tile that is not their own")
    turn = game.at["order"][np.arange(len(there)), game.at["place"]][:, None] == np.arange(game.rules["owners"])
    fighting = np.isin(game.at["phase"], [2 * SLOTS + k for k, name in enumerate(game.phases) if name in WARLIKE])
    at_war = turn & fighting[:, None] & (game.rules["fights"] == BY_DICE or game.rules["unloaded_wait"])
    game.fail_where((abroad.any(2) & ~at_war).any(1), "residents on a tile that is not their own")
    game.fail_where((there > np.where(capital, 9, 7)).any((1, 2)), "G14: too many residents on a tile")
    wet = (game.at["kind"] == WATER)[:, None, :]
    game.fail_where((wet & (settled | capital | game.at_tile("trolley"))).any((1, 2)), "somebody on water")
    game.fail_where((settled & capital).any((1, 2)), "a settlement beside the own headquarters")
    land = (game.at["kind"] != CITY)[:, None, :]
    game.fail_where((land & capital).any((1, 2)), "a capital outside the cities")


def check_garrisons(game: Played) -> None:
    """A tile has one owner, or a garrison, where owners are at war; garrisons stand in cities, some on mountains."""
    at, n = game.at, game.rules
    kind, armed = at["kind"], ((at["barracks"] | at["militia"])[:, None] & BITS) != 0
    held = (game.bits("settled") | game.at_tile("capital")).sum(1)
    peace = (kind == CITY) & bool(n["city_peace"])
    game.fail_where(((held > 1) & ~peace).any(1) & bool(n["war"]), "two owners on a tile")
    game.fail_where(((held > 0) & armed & ~peace).any(1), "a garrison on an owner's tile")
    wild = (kind != CITY) & ((kind != MOUNTAIN) | (n["land_gifts"] == 0))
    game.fail_where((armed & wild).any(1), "a garrison on land")
    for name in ("barracks", "militia"):
        count = np.bitwise_count(at[name]).astype(int)
        game.fail_where(count > n[name], f"more {name} than there are")
        more = (np.diff(count) > 0) & (np.diff(at["tiles"].astype(int)) == 0) & (at["tiles"][1:] < TILES)
        game.fail_where(more & (at["round"][:-1] > 1), f"{name} come back")
    left = ~np.isin(at["phase"], [2 * SLOTS + k for k, name in enumerate(game.phases) if name in WARLIKE])
    for name in ("battle", "foe", "dice", "beaten"):
        game.fail_where((at["turn"][name] > 0) & left, f"{name} is left over")


def check_roads(game: Played) -> None:
    """A road is known at both ends, and both are its owner's."""
    near, road = game.at["near"][-1], game.seat["road"]
    owned = game.bits("settled") | game.at_tile("capital")
    for side in range(6):
        has = (road >> side & 1).astype(bool)
        game.fail_where((has & ~owned).any((1, 2)), "R6.3D.2: a road at a tile that is not its owner's")
        other = near[:, side]
        back = (road[..., np.minimum(other, TILES - 1)] >> (side + 3) % 6 & 1).astype(bool)
        game.fail_where((has & ~back)[..., other != NOWHERE].any((1, 2)), "a road with one end")


def check_privileges(game: Played) -> None:
    """A kind once for each owner, no more copies than the deck has, and none that is not of this world."""
    at, deck = game.at, game.rules["kinds_in_deck"]
    owned = game.seat["privileges"]
    game.fail_where((owned & ~np.uint64(deck)).any(1), "a privilege that is not of this world")
    for kind in range(at["drawn"].shape[1]):
        out = (owned >> np.uint64(kind) & np.uint64(1)).sum(1) + (at["row"] == 1 + kind).sum(1)
        game.fail_where(out > at["drawn"][:, kind], f"copies of privilege {kind} from nowhere")
    most = game.rules["copies"] or 2
    game.fail_where((at["drawn"] > most).any(1), "more copies than the deck has")
    game.fail_where((np.diff(at["drawn"].astype(int), axis=0) < 0).any(1), "a card went back")


def check_factories(game: Played) -> None:
    """From left to right in each city, and no more than the box has."""
    built = game.at["factory"] > 0
    game.fail_where((built[..., 1:] & ~built[..., :-1]).any((1, 2)), "a gap between factories")
    game.fail_where(built.sum((1, 2)) > max(game.rules["factory_box"], 0), "more factories than there are")


def check_money(game: Played) -> None:
    """Nobody pays what it has not; money comes from the bank and goes there as the rules and printed prices say.

    Owners and, where they are companies, the people at the table each have an account.
    """
    bank = game.bank
    game.fail_where((bank.money < 0).any(1), "debts")
    game.fail_where(bank.astray(), "money other than the rules say")
    game.fail_where(bank.wrong_incomes, "an income other than land or goods bring")


def check_shares(game: Played) -> None:
    """Ten shares a company, at most five a seat of companies, presidents with most, prices on the track."""
    at, rules = game.at, game.rules
    if not rules["trade"]:
        return
    held, owners = at["held"][:, :game.seats, :rules["owners"]].astype(int), rules["owners"]
    bank = rules["shares_each"] - held.sum(1) - at["aside"][:, :owners]
    game.fail_where((bank < 0).any(1), "more than ten shares of a company")
    game.fail_where((bank > rules["bank_most"]).any(1), "R9.SR.12: the bank has more than half of a company")
    quotes = at["quote"][:, :owners].astype(int)
    game.fail_where((quotes > rules["top_quote"]).any(1), "a price above the track")
    game.fail_where(game.bank.wrong_prices(), "prices other than the rules say")
    if rules["trade"] == PRIVATE:
        game.fail_where((quotes < 1).any(1), "no price")
        return
    there = at["agent"] != NOBODY
    game.fail_where(((quotes > 0) != there).any(1), "a price without a company, or none with one")
    game.fail_where((held > rules["most_shares"]).any((1, 2)), "R9.SR.4: more than half of a company")
    presides = np.take_along_axis(held, np.where(there, at["agent"], 0)[:, None, :].astype(int), 1)[:, 0]
    game.fail_where((there & ((presides < 2) | (presides < held.max(1)))).any(1), "R9.SR.9: a president with less")
    game.fail_where((~there & (held.sum(1) > 0)).any(1), "shares of a company that is not founded")
    pieces = (game.seat["settled"] > 0) | (game.seat["capital"] != NOWHERE)
    asked = (at["stage"] == STAGES.index("capital"))[:, None] & (np.arange(owners) == at["actor"][:, None])
    beaten = at["turn"]["beaten"][:, None] == 1 + np.arange(owners)
    over = ((at["stage"] == STAGES.index("over")) | (at["turn"]["ends"] > 0))[:, None]  # after a fallen capital
    game.fail_where((pieces & ~there).any(1), "pieces of a company before it is founded")
    game.fail_where((there & ~pieces & ~(asked | beaten | over)).any(1), "a company without pieces")
    market = np.take_along_axis(quotes, at["market"].astype(int), 1)
    game.fail_where((np.diff(market, axis=1) > 0).any(1), "R9.1.1: markers out of order")
    check_trades(game, held)


def check_trades(game: Played, held: np.ndarray) -> None:
    """In a share round shares go from the bank to who buys them, and back to it from who sells them."""
    actions, before = np.array(game.actions), game.at[:-1]
    trading = before["stage"] == STAGES.index("shares")
    change = np.diff(held, axis=0)
    due = np.zeros_like(change)
    buys = np.flatnonzero(trading & (actions >= A_BUY_SHARE) & (actions < A_SELL_SHARES))
    company = actions[buys] - A_BUY_SHARE
    founds = before["agent"][buys, company] == NOBODY
    due[buys, before["actor"][buys], company] = np.where(founds, game.rules["presidents_card"], 1)
    sales = np.flatnonzero(trading & (actions >= A_SELL_SHARES) & (actions < A_PASS))
    company, number = np.divmod(actions[sales] - A_SELL_SHARES, 10)
    due[sales, before["actor"][sales], company] = -(number + 1)
    game.fail_where((change != due).any((1, 2)) & trading, "shares other than were dealt in")


def check_order(game: Played) -> None:
    """The order has each owner once, from the first round on."""
    playing = game.at["round"] > 0
    owners = game.rules["owners"]
    order = np.sort(game.at["order"][:, :owners], axis=1)
    game.fail_where((order != np.arange(owners)).any(1) & playing, "an owner twice in the order")
    game.fail_where(np.diff(game.at["round"].astype(int)) < 0, "a round back")


def check_rest(game: Played) -> None:
    """What nobody uses is 0, so that equal positions are equal bytes."""
    for field in (game.at["owner"], game.at["turn"]):
        assert not field["unused"].any(), game.name(-1)
    over = game.at[-1]
    for field in over["turn"].dtype.names:
        assert not np.any(over["turn"][field]), (game.name(-1), field)


def check_end(game: Played) -> None:
    """By the world's own end or in the last allowed round; points have their sources, and the win is shared out."""
    state, last = game.state, game.at[-1]
    assert last["stage"] == STAGES.index("over")
    assert bool(last["capped"]) <= (last["round"] == game.rules["max_rounds"])
    assert [sum(s.values()) for s in state.sources()] == state.scores(), game.name(-1)
    assert sum(state.win_shares()) == pytest.approx(1.0)
    assert all(0 <= u <= 1 for u in state.returns())


CHECKS = (check_tiles, check_pieces, check_goods, check_residents, check_garrisons, check_roads, check_privileges,
          check_factories, check_money, check_shares, check_order, check_rest, check_end)


def numbered(world: str) -> int:
    """Seats and styles change from world to world."""
    return WORLDS.index(world) % 9


@pytest.mark.parametrize("chunk", mostly_whole(range(CHUNKS), EACH_TIME.__contains__))
def test_random_games_of_all_worlds_keep_every_law(chunk):
    for world in WORLDS[chunk::CHUNKS]:
        for number in range(3 * EACH) or [numbered(world)]:
            game = Played(world, number, WHOLE if number % WHOLE_EVERY == 10 else None)
            for check in CHECKS:
                check(game)


@pytest.mark.parametrize("chunk", mostly_whole(range(CHUNKS), EACH_TIME.__contains__))
def test_positions_of_random_games_come_back_from_json(chunk):
    for world in WORLDS[chunk::CHUNKS]:
        Played(world, numbered(world) + 9, 4).comes_back_from_json(every=29)


@pytest.mark.parametrize("world", ["867", "123", "352"])
def test_a_random_game_replays_from_its_record_to_the_same_bytes(world):
    Played(world, 4).replays_from_its_record()


@pytest.mark.whole
def test_random_games_come_to_every_stage():
    played = [Played(world, number) for number, world in enumerate(WORLDS)] + [Played("278", 3, WHOLE // 2)]
    missed = set(STAGES) - {STAGES[stage] for game in played for stage in game.at["stage"]}
    assert missed <= {"assault", "conquer", "takeover", "new-home"}       # luck alone seldom brings a capital down
