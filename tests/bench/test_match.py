"""Pairs, seats and results of a match, played with a peer that needs no other program."""
from itertools import islice

import pytest

from bench.peers import openspiel_match, ours
from bench.peers.games import Pairing, Position, pig_score, same
from bench.peers.openspiel_match import Match, Settings, contest, decision_seed, page, play, row, said
from bench.peers.pairs import deals, openings
from games.registry import load

SETTINGS = Settings(simulations=10, exploration=1.0, sampled=False, seed=5)
PAIRING = Pairing("connect_four", 2.0, 100, {"start": Position()}, 7, same)


class FirstLegal:
    """Answers as OpenSpiel's worker would, with our rules and no search: it always plays the lowest column."""

    def state(self, actions):
        state = load("connect_four").start()
        for action in actions:
            state.apply_action(action)
        return state

    def ask(self, do, game, actions, **_):
        state = self.state(actions)
        if do == "choose":
            return {"action": state.legal_actions()[0]}
        return {"returns": [2 * u - 1 for u in state.returns()]}


@pytest.fixture
def _column_3(monkeypatch):
    """Our side plays the middle column while it is open."""
    monkeypatch.setattr(
        ours, "choose", lambda state, *_: 3 if 3 in state.legal_actions() else state.legal_actions()[-1]
    )


def test_openings_have_two_to_four_columns_and_repeat_with_the_seed():
    found = list(islice(openings(1), 300))
    assert {len(o) for o in found} == {2, 3, 4}
    assert {c for o in found for c in o} == set(range(7))
    assert found == list(islice(openings(1), 300)) != list(islice(openings(2), 300))


def test_all_deals_come_before_one_comes_again():
    found = list(islice(deals(1), 240))
    assert len(set(found[:120])) == len(set(found[120:])) == 120
    assert found[:120] != found[120:]
    assert all(len(set(deal)) == 3 for deal in found)


def test_every_decision_has_a_seed_of_its_own_that_fits_31_bits():
    seeds = {decision_seed(5, pair, seat, ply) for pair in range(20) for seat in (0, 1) for ply in range(20)}
    assert len(seeds) == 800
    assert all(0 <= s < 2**31 for s in seeds)


@pytest.mark.usefixtures("_column_3")
def test_a_game_is_told_from_our_seat():
    # four in the middle column is quicker for seat 0; so is four in the first for a peer in seat 0
    assert play(PAIRING, FirstLegal(), (), 0, SETTINGS, 0) == 1.0
    assert play(PAIRING, FirstLegal(), (), 1, SETTINGS, 0) == 0.0


@pytest.mark.usefixtures("_column_3")
def test_both_games_of_a_pair_begin_alike_and_the_seats_are_swapped():
    found = Match("connect_four", SETTINGS)
    assert contest(found, PAIRING, FirstLegal(), pairs=4)
    alone = [[play(PAIRING, FirstLegal(), begin, seat, SETTINGS, 0) for seat in (0, 1)]
             for begin in islice(openings(SETTINGS.seed), 4)]
    assert [list(pair) for pair in found.results] == alone


@pytest.mark.usefixtures("_column_3")
def test_a_result_that_the_rules_of_the_peer_do_not_share_is_refused(monkeypatch):
    peer = FirstLegal()
    monkeypatch.setattr(peer, "ask", lambda do, **more: {"returns": [0.0, 0.0]} if do == "describe"
                        else FirstLegal.ask(peer, do, **more))
    with pytest.raises(ValueError, match="connect_four after .* OpenSpiel's returns are"):
        play(PAIRING, peer, (), 0, SETTINGS, 0)


@pytest.mark.usefixtures("_column_3")
def test_ctrl_c_keeps_the_pairs_played(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    found = Match("connect_four", SETTINGS, [(1.0, 0.0)])
    monkeypatch.setattr(openspiel_match, "play", interrupted)
    assert not contest(found, PAIRING, FirstLegal(), pairs=4)
    assert found.results == [(1.0, 0.0)]


def test_a_pair_is_one_observation():
    found = Match("connect_four", SETTINGS, [(1.0, 0.0)] * 10 + [(1.0, 0.5)] * 10)
    line = row(found)
    assert (line["pairs"], line["games"], line["won"], line["level"], line["lost"]) == (20, 40, 20, 10, 10)
    assert line["estimate"] == pytest.approx(0.625)
    assert line["stderr"] == pytest.approx(0.1282473 / 20**0.5, rel=1e-4)       # sd of ten 0.5 and ten 0.75
    assert said(found) == "62.500 % (56.498 to 68.502)"


def test_chips_have_a_sign_and_no_bounds():
    found = Match("leduc_poker", SETTINGS, [(3.0, -1.0), (-5.0, 1.0)])
    assert said(found) == "-0.500 chips (-19.559 to +18.559)"
    assert row(found)["unit"] == "chips a game"
    assert "| leduc_poker | most visited | 10 | 2 | 2 | 0 | 2 | -0.500 chips" in page([found], {"date": "today"})


def test_scores_of_pig_are_reached_without_a_bust():
    codes = pig_score(45, 7, 12)
    banked, pot, position = [], 0, 0
    while position < len(codes):
        if codes[position] == 1:
            banked.append(pot)
            pot = 0
            position += 1
        else:
            assert codes[position + 1] >= 1     # face 2 and more
            pot += codes[position + 1] + 1
            position += 2
    assert (banked, pot) == ([45, 7], 12)
