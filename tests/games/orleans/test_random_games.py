"""Random games by two to five seats with all options: what must hold after every action, rules 82 to 87 among it.

LUDOSOPH_RANDOM_GAMES says how many games are played in all; 1000 is the full run.
"""
from __future__ import annotations

import os
import random

import numpy as np
import pytest

import games.orleans
from tests.whole import mostly_whole

from ..packed import Layout
from ..random_games import RandomGame
from . import facts
from .positions import GAME
from .twin_options import some_options
from .twin_words import CITIZENS, DEEDS, ROAD_SPACES, STAGES, TILES, TRACKS

GAMES = int(os.environ.get("LUDOSOPH_RANDOM_GAMES", "120"))
CHUNKS = 12
STYLES = ("any", "weighted", "weighted", "busy", "busy")
PROFESSIONS, OWN, TECHNOLOGY, EMPTY = 7, 4, 12, 0
PLACE = np.array([facts.ALL_PLACES.index(place) for place, _, _ in facts.SPACES])
WORD = np.array([word for _, _, word in facts.SPACES])
HOME = facts.TOWNS.index(facts.HOME)
LAST = np.array([facts.LAST_STEP[track] for track in TRACKS])
DEED_SPACES = np.array([[facts.DEEDS[deed][0].get(word, 0) for word in facts.PROFESSIONS] for deed in DEEDS])
TOWER = TILES.index("Gunpowder Tower")
DEALT = STAGES.index("remove-good")
A_PASS, A_DONE = 981, 616


# ---- playing ---------------------------------------------------------------------------------


class Played(RandomGame):
    """A game with any options; positions as each seat may think they are, now and then, are kept too."""

    game, layout, stages = GAME, Layout(games.orleans), list(STAGES)
    most_steps, check_every = 6000, 41

    def __init__(self, number: int, options: dict[str, str] | None = None) -> None:
        rng = random.Random(f"orleans {number}")
        seats = 2 + number % 4
        some, style = some_options(rng, seats), rng.choice(STYLES)
        if options is not None:
            some, style = options, "weighted"
        self.dealt: list[bytes] = []
        super().__init__(number, seats, some, style, rng)
        self.redealt = self.layout.rows(self.dealt) if self.dealt else self.at[:0]

    def choose(self, rng: random.Random, state, legal: list[int]) -> int:
        putting = legal[0] < A_DONE             # by luck alone a board clogs up and little happens
        if self.style == "weighted" and rng.random() < 0.9 or self.style == "busy" and putting:
            return rng.choices(legal, state.action_weights())[0]
        if self.style == "busy":                # no pass and no end of a plan while there is something else
            return rng.choice([a for a in legal if a not in (A_PASS, A_DONE)] or legal)
        return rng.choice(legal)

    def check(self, state, step: int) -> None:
        super().check(state, step)
        self.dealt += self.redeals(state, step)

    def redeals(self, state, step: int) -> list[bytes]:
        """The position as each seat may think it is; whoever is to act has something to do there too."""
        dealt = []
        for seat in range(self.seats):
            other = state.copy()
            other.resample(seat, step)
            assert other.information_state_key(seat) == state.information_state_key(seat), self.name(step)
            assert other.current_player() == state.current_player(), self.name(step)
            assert other.is_terminal() or other.legal_actions(), self.name(step)
            dealt.append(other.to_bytes())
        return dealt


# ---- what must hold --------------------------------------------------------------------------


def check_goods(game: Played) -> None:
    """82: owned, on routes, on the market, removed: 90, of each kind as many as there are."""
    at = game.at
    goods = game.seat["goods"].sum(1, dtype=int) + at["goods"] + at["gone"]
    for n in range(5):
        goods[:, n] += (at["road"] == n + 1).sum(1)
    game.fail_where((goods != list(facts.GOODS.values())).any(1), "82: goods came from nowhere or were lost")
    started = at["stage"] > DEALT
    fewest = np.array([facts.ROUTES[route][2][n] for route, n in ROAD_SPACES])
    game.fail_where((at["road"] != 0)[:, fewest > game.seats].any(1), "82: a good on a space that is not in use")
    refilled = ((at["road"][1:] != 0) & (at["road"][:-1] == 0)).any(1) & started[:-1] & (at["round"][:-1] > 0)
    game.fail_where(refilled, "82: a route was filled again")


def followers_in(at: np.ndarray, seats: int) -> tuple[np.ndarray, np.ndarray]:
    """Followers wherever they are: neutral ones by profession, own ones by kind."""
    seat = at["seat"][:, :seats]
    kinds = seat["bag"].sum(1, dtype=int) + seat["market"].sum(1) + at["hand"]
    for kind in range(PROFESSIONS + OWN):
        kinds[:, kind] += (seat["on"] == kind + 1).sum((1, 2))
    neutral = kinds[:, :PROFESSIONS] + at["supply"] + at["lost"] + (DEED_SPACES - at["deed"].astype(int)).sum(1)
    return neutral, kinds[:, PROFESSIONS:]


def check_followers(game: Played) -> None:
    """83: neutral ones of each profession are constant, and of each own one there is one for each seat."""
    at, seat = game.at, game.seat
    neutral, coloured = followers_in(at, game.seats)
    game.fail_where((neutral != facts.SUPPLY[game.seats]).any(1), "83: followers came from nowhere or were lost")
    game.fail_where((coloured != game.seats).any(1), "83: own followers")
    neutral, coloured = followers_in(game.redealt, game.seats)
    assert (neutral == facts.SUPPLY[game.seats]).all(), f"{game.name(0)}: a redeal lost followers"
    assert (coloured == game.seats).all(), f"{game.name(0)}: a redeal lost own followers"
    own = (seat["bag"] + seat["market"])[..., PROFESSIONS:].astype(int)
    for kind in range(OWN):
        own[..., kind] += (seat["on"] == PROFESSIONS + kind + 1).sum(2)
    game.fail_where((own > 1).any((1, 2)), "83: a follower of another seat's colour")
    room = 8 + 2 * (seat["tiles"] >> TOWER & 1) * (game.options.get("tower") != "place")
    game.fail_where((seat["market"].sum(2) > room).any(1), "83: too many on a market")
    acting = (at["phase"] != 3) & (at["phase"] != 4)
    game.fail_where((seat["market"].sum(2) > 8).any(1) & acting, "83: more than eight on a market after planning")


def check_citizens(game: Played) -> None:
    """84: fourteen in sum, and none comes back."""
    at = game.at
    left = (at["citizens"][:, None] >> np.arange(len(CITIZENS)) & 1).sum(1)
    game.fail_where(game.seat["citizens"].sum(1) + left != facts.CITIZENS, "84: citizens")
    game.fail_where((at["citizens"][1:] & ~at["citizens"][:-1]) != 0, "84: a citizen came back")
    done = at["deed"].sum(2) == 0
    there = at["citizens"][:, None] >> np.array([CITIZENS.index(deed) for deed in DEEDS]) & 1
    game.fail_where((done == there.astype(bool)).any(1), "84: a full deed with its citizen, or another without")


def check_stations(game: Played) -> None:
    """85: one in a town outside Orléans, so at most 22; ten of a seat, on the map, in stock or given up."""
    built = game.seat["stations"][:, :, None] >> np.arange(len(facts.TOWNS)) & 1
    outside = np.delete(built, HOME, axis=2).sum(1)
    game.fail_where((outside > 1).any(1) | (outside.sum(1) > 22), "85: two stations in a town")
    own = built.sum(2) + game.seat["stock"]
    game.fail_where((own > facts.STATIONS).any(1), "85: more stations than there are")
    game.fail_where((np.diff(own.astype(int), axis=0) > 0).any(1), "85: a station came back")


def check_tracks(game: Played) -> None:
    """86: no marker beyond the end of its track, and none but that of development goes back."""
    seat = game.seat
    game.fail_where((seat["track"] > LAST).any((1, 2)), "86: a marker beyond its track")
    game.fail_where((np.diff(seat["track"].astype(int), axis=0) < 0).any((1, 2)), "86: a marker went back")
    game.fail_where((seat["development"] > facts.DEVELOPMENT).any(1), "86: development")
    back = (np.diff(seat["development"].astype(int), axis=0) < 0).any(1)
    game.fail_where(back & (game.at["stage"][:-1] != STAGES.index("torture")), "86: development fell without torture")


def check_events(game: Played) -> None:
    """87: round 1 is Pilgrimage, and after round 18 each event has occurred three times."""
    at = game.at
    game.fail_where((at["round"] == 1) & (at["event"] != 0), "87: another first event than Pilgrimage")
    revealed = [game.actions[step] for step in np.flatnonzero(at["stage"] == STAGES.index("reveal"))]
    assert sorted([0, *revealed]) == sorted(3 * list(range(len(facts.EVENTS)))), game.name(-1)
    assert not at["hourglass"][-1].any(), game.name(-1)


def check_tiles(game: Played) -> None:
    """A place tile has one owner; technology stands where it may, one a place, and comes from the stack."""
    at, seat = game.at, game.seat
    owned = seat["tiles"].astype(np.uint64)
    anybody = np.bitwise_or.reduce(owned, 1)
    shared = owned.sum(1) - anybody             # a sum has no carries where the bits differ
    game.fail_where(shared != 0, "a tile with two owners")
    game.fail_where((anybody & at["tiles"]) != 0, "a tile owned and on display")
    on = seat["on"]
    technology = on == TECHNOLOGY
    places = np.stack([technology[..., np.equal(PLACE, place)].sum(2) for place in range(len(facts.ALL_PLACES))], 2)
    game.fail_where((places > 1).any((1, 2)), "two technology tiles on a place")
    single = np.bincount(PLACE, minlength=len(facts.ALL_PLACES)) < 2
    game.fail_where(places[..., single].any((1, 2)), "technology on a place with one space")
    game.fail_where(technology[..., (WORD == "monk") | (WORD == "any")].any((1, 2)), "technology for a monk or any")
    every = technology.sum((1, 2)) + seat["kept"].sum(1) + at["technology"]
    game.fail_where((np.diff(every.astype(int)) > 0), "technology from nowhere")
    tiles_of = np.array([place - 10 if place >= 10 else -1 for place in PLACE])
    for tile in range(len(TILES)):
        there = (on[..., tiles_of == tile] != EMPTY).any(2)
        game.fail_where((there & ~(seat["tiles"] >> tile & 1).astype(bool)).any(1), f"something on {TILES[tile]}")


def check_end(game: Played) -> None:
    """Points come from their sources; the win and its utility are shared out."""
    state = game.state
    assert [sum(s.values()) for s in state.sources()] == state.scores(), game.name(-1)
    assert sum(state.win_shares()) == pytest.approx(1.0)
    assert all(0 <= u <= 1 for u in state.returns())
    if game.seats == 2:
        assert sum(state.returns()) == pytest.approx(1.0)


def check_rest(game: Played) -> None:
    """Between rounds and at the end nothing is left of a chain of choices: equal positions are equal bytes."""
    rest = np.isin(game.at["stage"], [STAGES.index("reveal"), STAGES.index("over")])
    for field in ("hand", "drawn", "last", "draws", "debt", "route"):
        left = game.at[field].reshape(len(game.at), -1).any(1)
        game.fail_where(left & rest, f"{field} is not 0")
    game.fail_where(game.seat["fresh"].any(1) & rest, "fresh is not 0")


CHECKS = (check_goods, check_followers, check_citizens, check_stations, check_tracks, check_events, check_tiles,
          check_rest, check_end)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_keep_every_law(chunk):
    for number in range(chunk, GAMES, CHUNKS):
        game = Played(number)
        for check in CHECKS:
            check(game)


@pytest.mark.parametrize("number", mostly_whole(range(4), range(2).__contains__))
def test_a_random_game_replays_from_its_record_to_the_same_bytes(number):
    Played(number).replays_from_its_record()


@pytest.mark.parametrize("number", mostly_whole(range(4, 12), range(4, 6).__contains__))
def test_positions_of_a_random_game_come_back_from_json(number):
    Played(number).comes_back_from_json(every=13)


def test_random_games_come_to_every_stage():
    stages = {STAGES[s] for number in range(60) for s in Played(number).at["stage"]}
    looking = {"preset": "first_2014", "gifts": "0:Bathhouse,1:Sacristy"}
    stages |= {STAGES[s] for number in range(0, 80, 4) for s in Played(number, looking).at["stage"]}
    assert stages == set(STAGES)
