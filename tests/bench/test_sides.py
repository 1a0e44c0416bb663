"""The two sides of a measurement, as far as they can be asked without the peer's environment."""
import sys
from dataclasses import replace

import pytest

from bench.peers import backgammon, yardsticks
from bench.peers.callgrind import per_piece
from bench.peers.facts import facts
from bench.peers.games import PAIRINGS, leduc, pig
from bench.peers.ours import plain_params
from bench.peers.subject import Subject
from bench.peers.worker import Worker, WorkerError
from bench.peers.yardsticks import Ask
from games.registry import load

ECHO = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "die":
        sys.exit(3)
    print(json.dumps({"error": "no such thing"} if asked["do"] == "fail" else asked), flush=True)
"""


@pytest.fixture
def worker():
    with Worker([sys.executable, "-S", "-c", ECHO]) as started:
        yield started


def test_a_worker_answers_one_line_with_one_line(worker):
    for n in range(3):
        assert worker.ask("echo", n=n, actions=[1, 2]) == {"do": "echo", "n": n, "actions": [1, 2]}


def test_a_refused_request_says_which_and_why_and_the_worker_goes_on(worker):
    with pytest.raises(WorkerError, match="fail: no such thing"):
        worker.ask("fail")
    assert worker.ask("echo")["do"] == "echo"


def test_a_worker_that_ended_is_reported_with_its_status(worker):
    for _ in range(2):
        with pytest.raises(WorkerError, match="die: the worker ended with status 3"):
            worker.ask("die")


def test_a_worker_ends_with_its_context():
    with Worker([sys.executable, "-S", "-c", ECHO]) as worker:
        process = worker.process
    assert process.poll() is not None


def test_the_start_of_a_program_cancels_out_of_the_instructions_of_a_piece():
    assert per_piece(lambda times: 1_000_000 + 250 * 4_000 * times, 10, 4_000) == 250.0


def test_exploration_is_converted_to_the_width_of_openspiels_utilities():
    assert PAIRINGS["connect_four"].exploration(0.7) == 1.4


def test_a_search_and_playouts_are_asked_for_in_the_workers_words():
    pairing = PAIRINGS["connect_four"]
    subject = Subject(pairing, "start", [3, 3], load("connect_four").start(), 100, 1.0, 7)
    shared = {"game": "connect_four", "actions": [3, 3], "seed": 7}
    assert subject.request("search", 50) == shared | {"do": "search", "simulations": 50, "exploration": 2.0}
    assert subject.request("playouts", 50) == shared | {"do": "playouts", "n": 50}


def test_a_yardstick_is_asked_in_its_own_words_and_only_for_what_it_can():
    ask = Ask("search", [3, 3, 2], 100, 7, 1.0)
    assert yardsticks.connect_four(ask) == ["ddc", "100", "7", "2.0"]
    assert yardsticks.connect_four(replace(ask, actions=[]))[0] == "-"
    assert yardsticks.connect_four(replace(ask, work="playouts")) is None
    leduc_poker = yardsticks.ARGUMENTS["leduc_poker"]
    assert leduc_poker(ask) is None
    assert leduc_poker(replace(ask, actions=[2, 0])) == ["search", "100", "7", "1", "1.0"]
    assert leduc_poker(replace(ask, actions=[2, 0], work="playouts")) == ["playouts", "100", "7", "1"]
    assert yardsticks.command("tic_tac_toe", ask) is None


def test_faces_of_pig_are_counted_from_1_here_and_from_0_there():
    state = load("pig").start()
    assert [pig(state, code) for code in (0, 1)] == state.legal_actions()
    state.apply_action(0)
    assert [pig(state, code) for code in range(6)] == state.legal_actions()


def test_a_card_of_leduc_poker_is_one_of_two_of_its_rank():
    state = load("leduc_poker").start()
    assert {leduc(state, card) for card in range(6)} == set(state.legal_actions())
    for card in (5, 0):
        state.apply_action(leduc(state, card))
    assert [leduc(state, code) for code in (1, 2)] == state.legal_actions()


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_poker_is_searched_without_a_look_at_the_other_cards(name):
    assert plain_params(load(name).start(), 10, 1.0, 1).tree == "keyed"


def test_a_backgammon_board_reads_alike_from_both_seats():
    start = [[2, *[0] * 10, 5, *[0] * 4, 3, 0, 5, *[0] * 5, 0], [*[0] * 5, 5, 0, 3, *[0] * 4, 5, *[0] * 10, 2, 0]]
    first, second = (backgammon.places(seat, start[seat]) for seat in (0, 1))
    assert first == second
    assert {place: n for place, n in enumerate(first) if n} == {24: 2, 13: 5, 8: 3, 6: 5}


def test_checkers_on_the_bar_and_borne_off_are_carried_over():
    assert backgammon.places(1, [4, *[0] * 23, 2]) == [9, 4, *[0] * 23, 2]


def test_the_facts_of_a_run_are_all_words():
    found = facts(open_spiel="9.9")
    assert list(found) == ["date", "processor", "python", "ludosoph", "open_spiel"]
    assert all(isinstance(value, str) and value for value in found.values())
