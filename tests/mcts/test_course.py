"""What a search does between two pieces of its work changes nothing of what it finds, unless it ends the search."""
import json
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter, sleep

import pytest

import games
from games.positions import draw_on, read_position
from mcts.advice import advise, search_params
from mcts.analysis import partial_analysis
from mcts.confidence import Phase
from mcts.course import Course, in_slices, work_in
from service.app import NICE, give_way
from tests.whole import mostly_whole

MIDGAME = "examples/burgundy-midgame.json"


class Watched(Course):
    """Ends a slice after each piece of work, looks at all that is known, and stops after so many pieces."""

    slice = 1e-9

    def __init__(self, pieces=float("inf")):
        self.pieces, self.seen = pieces, []

    @property
    def stopping(self):
        return len(self.seen) >= self.pieces

    def pause(self, so_far):
        self.seen.append(so_far())


def midgame():
    found = read_position(MIDGAME)
    return found.game, found.state


def timeless(document):
    """The document without what a clock says."""
    clock = ("seconds", "simulationsPerSecond")
    rest = {name: value for name, value in document["rootInfo"].items() if name not in clock}
    return json.dumps(document | {"rootInfo": rest})


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name, options", mostly_whole(
    [("burgundy", {}), ("leduc_poker", {}), ("connect_four", {})], ("leduc_poker", {}).__eq__))
def test_pauses_and_looks_change_no_answer(name, options, threads):
    game = games.load(name)
    state = game.start(2, options)
    draw_on(state, 1)
    params, course = search_params("deterministic=yes", simulations=3000, threads=threads, seed=2), Watched()
    alone, watched = advise(game, state, params), advise(game, state, params, course=course)
    assert timeless(alone.document) == timeless(watched.document)
    assert not watched.stopped
    assert len(course.seen) > 10


def test_what_is_seen_grows_to_what_is_found():
    game, state = midgame()
    course = Watched()
    document = advise(game, state, search_params(simulations=3000), course=course).document
    visits = [seen.visits for seen in course.seen]
    assert visits == sorted(visits)
    assert visits[-1] == document["rootInfo"]["visits"]
    assert not course.seen[0].plans
    assert {plan.actions for plan in course.seen[-1].plans}
    last = partial_analysis(game, state, course.seen[-1], search_params(simulations=3000), Phase(), 1.0, "q")
    assert [p["moves"] for p in last["planInfos"]] == [p["moves"] for p in document["planInfos"]]
    assert {m["move"] for m in last["moveInfos"]} == {m["move"] for m in document["moveInfos"]}
    json.dumps(last, allow_nan=False)


@pytest.mark.parametrize("settings", ["", "threads=2", "threads=2,deterministic=yes"])
@pytest.mark.parametrize("pieces", [1, 60])
def test_a_search_that_is_ended_answers_soon_with_what_it_has(pieces, settings):
    game, state = midgame()
    course = Watched(pieces)
    begin = perf_counter()
    found = advise(game, state, search_params(settings, simulations=1_000_000), course=course)
    assert found.stopped
    assert perf_counter() - begin < 20
    assert 0 < found.document["rootInfo"]["visits"] < 1_000_000
    assert found.document["planInfos"][0]["moves"]


def test_a_search_by_the_clock_leaves_out_the_time_it_waits():
    class Waiting(Watched):
        """Its clock stands still between two slices."""

        slice, lost = 0.02, 0.0

        def now(self):
            return perf_counter() - self.lost

        def pause(self, so_far):
            super().pause(so_far)
            before = perf_counter()
            sleep(0.1)
            self.lost += perf_counter() - before

    game, state = midgame()
    begin, course = perf_counter(), Waiting()
    document = advise(game, state, search_params(seconds=0.5), course=course).document
    assert len(course.seen) > 5
    assert course.lost > 0.5
    assert document["rootInfo"]["seconds"] < perf_counter() - begin - 0.9 * course.lost


def test_slices_run_in_threads_that_let_others_go_first_and_find_the_same():
    game, state = midgame()
    params = search_params(simulations=100, seed=3)
    alone = timeless(advise(game, state, params).document)
    found = []

    def priority(until):
        found.append((threading.current_thread().name, os.getpriority(os.PRIO_PROCESS, threading.get_native_id())))
        return True

    with ThreadPoolExecutor(1, "search", initializer=give_way) as threads:
        work_in(threads)
        try:
            assert timeless(advise(game, state, params).document) == alone
            in_slices(Course(), None, [priority], lambda: None)
        finally:
            work_in(None)
    in_slices(Course(), None, [priority], lambda: None)
    (name, lower), (_, own) = found
    assert name.startswith("search")
    assert lower == (min(19, own + NICE) if sys.platform == "linux" else own)   # elsewhere threads have no priority
