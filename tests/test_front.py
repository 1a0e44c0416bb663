"""The front module: its examples are true, searches can be cancelled, positions and results show themselves."""
import asyncio
import doctest
import time

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
