"""The front module: its examples are true, searches can be cancelled, positions and results show themselves."""
import asyncio
import copy
import doctest
import importlib.metadata
import pickle
import time
from pathlib import Path

import numpy as np
import pytest

import ludosoph
from ludosoph import game_record, positions, results, search

MODULES = (ludosoph, positions, search, game_record, results)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_the_examples_are_true(module, monkeypatch, request):
    monkeypatch.chdir(request.config.rootpath)
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed


@pytest.mark.parametrize("name", ludosoph.__all__)
def test_every_public_name_says_what_it_is(name):
    assert getattr(ludosoph, name).__doc__


@pytest.fixture(scope="module")
def midgame():
    return ludosoph.read("examples/burgundy-midgame.json")


def test_a_position_shows_its_board_in_a_notebook(midgame):
    assert midgame._repr_svg_().startswith("<svg")
    assert str(midgame) == midgame.text()
    assert "seat" in repr(midgame)


def test_playing_leaves_the_position_as_it_was(midgame):
    before = midgame.to_json()
    after = midgame.play(midgame.moves[0])
    assert midgame.to_json() == before
    assert after != midgame
    assert hash(ludosoph.position(before)) == hash(midgame)


def test_a_saved_position_is_read_again(midgame, tmp_path):
    midgame.save(tmp_path / "position.json")
    assert ludosoph.read(tmp_path / "position.json") == midgame


def test_a_search_is_a_table_a_plot_and_bars(midgame):
    found = midgame.search(simulations=200, seed=3)
    table = found.to_frame()
    assert table["moves"][0] == "; ".join(found.plan)
    assert {"win_chance", "loss", "score_0", "score_1"} <= set(table.columns)
    assert len(found.to_frame("moves")) == len(midgame.moves)
    low, high = found.win_chance_interval
    assert low <= found.win_chance <= high
    assert found._repr_html_().count("<tr>") == 1 + min(len(table), search.SHOWN)
    assert len(found.plot().patches) == min(len(table), search.SHOWN)
    with pytest.raises(ValueError, match="expected 'plans' or 'moves'"):
        found.to_frame("turns")


def test_a_cancelled_search_ends_at_once(midgame):
    async def ask():
        task = asyncio.create_task(midgame.search_async(seconds=30))
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    begin = time.perf_counter()
    asyncio.run(ask())                      # waits for the thread of the search as well
    assert time.perf_counter() - begin < 20


def test_an_asynchronous_search_answers_as_the_other_does(midgame):
    here = midgame.search(simulations=100, seed=5)
    there = asyncio.run(midgame.search_async(simulations=100, seed=5))
    assert there.plan == here.plan
    assert there.win_chance == here.win_chance


def test_a_record_is_its_positions_and_a_table():
    record = ludosoph.read_record("examples/burgundy-game.jsonl")
    table = record.to_frame()
    assert len(table) == len(record) == len(record.moves)
    assert list(table["number"]) == list(range(1, len(record) + 1))
    assert record.final.is_over
    assert [table[f"score_{seat}"].iloc[-1] for seat in range(record.seats)] == record.result["scores"]


EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.json"))


def examples():
    """All positions among the examples, as pytest wants them."""
    return [pytest.param(path, id=path.stem) for path in EXAMPLES if '"ludosoph-position' in path.read_text()[:200]]


@pytest.mark.parametrize("path", examples())
def test_a_position_comes_to_another_process_as_it_was(path):
    sent = ludosoph.read(path)
    came = pickle.loads(pickle.dumps(sent))
    assert came == sent
    assert came._view == sent._view
    assert came.text() == sent.text()
    assert copy.deepcopy(sent) == copy.copy(sent) == sent


def test_a_search_a_record_and_a_match_come_to_another_process(midgame):
    found = midgame.search(simulations=20, seed=1)
    assert pickle.loads(pickle.dumps(found)).document == found.document
    record = ludosoph.read_record("examples/burgundy-game.jsonl")
    assert pickle.loads(pickle.dumps(record)).final == record.final
    played = ludosoph.match("pig", ["greedy", "random"], games=2)
    assert pickle.loads(pickle.dumps(played)).to_json() == played.to_json()


PIG = ludosoph.new("pig")
REFUSED = [
    (lambda: ludosoph.new("pig", seed=-1), "seed: found -1, expected 0 to 9223372036854775807"),
    (lambda: ludosoph.new("pig", seed="a"), "seed: found 'a', expected a whole number"),
    (lambda: ludosoph.new("pig", seed=2**70), "seed: found 11805"),
    (lambda: ludosoph.new("pig", seats="2"), "seats: found '2', expected a whole number"),
    (lambda: ludosoph.new(3), "game: found 3, expected the name of a game"),
    (lambda: PIG.play("roll", "random", seed=-1), "seed: found -1"),
    (lambda: PIG.draw(seed=0.5), "seed: found 0.5, expected a whole number"),
    (lambda: PIG.search(simulations=1.5), "simulations: found 1.5, expected a whole number"),
    (lambda: PIG.search(simulations=5, seed=-1), "seed: found -1"),
    (lambda: PIG.search(seconds="2s"), "seconds: found '2s', expected a number"),
    (lambda: PIG.play("roll").search(simulations=5), "chance comes next; expected a seat's decision, up to"),
    (lambda: PIG.text(seat=2), "seat: found 2, expected 0 to 1"),
    (lambda: PIG.svg(seat=-1), "seat: found -1, expected 0 to 1"),
    (lambda: PIG.svg(seat="a"), "seat: found 'a', expected a whole number from 0 to 1"),
    (lambda: ludosoph.match("pig", "greedy", games=2), "agents: found 'greedy', expected a list such as"),
    (lambda: ludosoph.match("pig", ["greedy", 3], games=2), "agents: found .*, expected a list such as"),
    (lambda: ludosoph.match("pig", ["greedy", "random"], games="2"), "games: found '2', expected a whole number"),
    (lambda: ludosoph.match("pig", ["greedy", "random"], games=2, jobs=0), "jobs: found 0, expected 1 to 1024"),
    (lambda: ludosoph.tournament("pig", ["greedy", "random", "flat:2"], games=2.5), "games: found 2.5, expected"),
]


@pytest.mark.parametrize(("call", "said"), REFUSED, ids=[said[:28] for _, said in REFUSED])
def test_what_cannot_be_used_is_refused_by_its_name(call, said):
    with pytest.raises(ValueError, match=f"^(position: )?{said}"):
        call()


def test_a_seat_sees_no_hand_that_was_dealt_for_another_ones_view():
    seen = ludosoph.read("examples/catan-cards-view.json")
    with pytest.raises(ValueError, match=f"seat: found {1 - seen._view}, expected {seen._view}, whose view"):
        seen.text(seat=1 - seen._view)
    assert seen.text(seat=seen._view) == seen.text()


def test_options_may_be_what_python_has_for_them():
    one = ludosoph.new("burgundy", seats=np.int64(2), seed=np.int32(7), boards=[1, 6], distinct=True, castles=None)
    assert one == ludosoph.new("burgundy", seats=2, seed=7, boards="1,6", distinct="yes")
    assert one.options["boards"] == "1,6"


def test_the_version_is_that_of_the_package():
    assert ludosoph.__version__ == importlib.metadata.version("ludosoph")
    with pytest.raises(AttributeError, match="has no attribute '__versions__'"):
        _ = ludosoph.__versions__
