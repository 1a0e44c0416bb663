"""The queue: who has the threads, who waits, who ends."""
import threading
import time
import weakref
from functools import partial

import pytest

from service.queue import Full, Job, Queue, Turns


class Clocked(Turns):
    """A course whose slices are short."""

    slice = 0.002


def spin(queue, job, seconds, log):
    """Work for so many seconds of its own clock, in slices."""
    course = Clocked(queue, job)
    begin = course.now()
    while course.now() - begin < seconds and not course.stopping:
        until = course.now() + course.slice
        while course.now() < until:
            pass
        course.pause(lambda: None)
    log.append(job)


def run(queue, jobs):
    for job in jobs:
        queue.submit(job)
    queue.join()


def test_no_more_jobs_have_threads_than_there_are():
    queue, having, most, lock = Queue(2, 2**20), set(), [0], threading.Lock()

    def work(job):
        course = Clocked(queue, job)
        for _ in range(20):
            with lock:
                having.add(job)
                most[0] = max(most[0], sum(each.threads for each in having))
            time.sleep(0.001)
            with lock:
                having.discard(job)
            course.pause(lambda: None)

    run(queue, [Job(work, threads=1 + number % 2) for number in range(8)])
    assert most[0] == 2
    assert not queue.jobs()


def test_equals_share_the_threads_and_end_together():
    queue, done = Queue(1, 2**20), []
    jobs = [Job(lambda job: spin(queue, job, 0.15, done)) for _ in range(4)]
    begin = time.perf_counter()
    run(queue, jobs)
    assert time.perf_counter() - begin > 0.55         # one after the other would be as long: nobody works beside
    assert len(done) == 4
    assert max(job.used for job in jobs) < 2 * min(job.used for job in jobs)


def test_a_client_with_many_jobs_has_no_more_of_the_threads_than_one_with_a_single_job():
    queue, done = Queue(1, 2**20), []
    many = [Job(lambda job: spin(queue, job, 0.3, done), client="many") for _ in range(6)]
    one = Job(lambda job: spin(queue, job, 0.3, done), client="one")
    run(queue, [*many, one])
    assert done.index(one) == 0         # a sixth of the others' work each, and as much as all of them together


def test_levels_at_many_tables_do_not_starve_a_search():
    queue, moves, moves_then = Queue(1, 2**20), [], []
    left = iter(range(500))

    def move(job):
        spin(queue, job, 0.002, moves)
        if next(left, None) is not None:        # its table asks again at once, so one always waits
            queue.submit(Job(move, client=job.client, brief=True))

    def search(job):
        spin(queue, job, 0.1, [])
        moves_then.append(len(moves))

    run(queue, [*(Job(move, client=f"table {table}", brief=True) for table in range(8)), Job(search, client="person")])
    assert moves_then[0] < 200                  # half of the time is its own: some 50 moves fit beside it


def test_a_higher_priority_goes_first_even_when_it_comes_late():
    queue, done = Queue(1, 2**20), []
    low = [Job(lambda job: spin(queue, job, 0.2, done)) for _ in range(3)]
    high = Job(lambda job: spin(queue, job, 0.2, done), priority=5)
    run(queue, [*low, high])
    assert done[0] is high


def test_a_job_that_has_not_begun_is_ended_at_once_and_one_that_has_soon():
    queue, done = Queue(1, 2**20, most=1), []
    first, second = (Job(lambda job: spin(queue, job, 60, done)) for _ in range(2))
    queue.submit(first)
    queue.submit(second)
    assert not queue.end(second)
    assert queue.end(first)
    begin = time.perf_counter()
    queue.join()
    assert time.perf_counter() - begin < 5
    assert done == [first]


def test_a_full_queue_takes_no_more():
    queue, done = Queue(1, 2**20, most=1, waiting=1), []
    jobs = [Job(lambda job: spin(queue, job, 60, done)) for _ in range(3)]
    queue.submit(jobs[0])
    queue.submit(jobs[1])
    with pytest.raises(Full):
        queue.submit(jobs[2])
    for job in jobs[1::-1]:
        queue.end(job)
    queue.join()


def test_a_client_has_no_more_jobs_than_its_share_and_others_still_come_in():
    queue, done = Queue(1, 2**20, most=1, each=2), []
    mine = [Job(lambda job: spin(queue, job, 60, done), client="me") for _ in range(3)]
    other = Job(lambda job: spin(queue, job, 60, done), client="you")
    queue.submit(mine[0])
    queue.submit(mine[1])
    with pytest.raises(Full) as refused:
        queue.submit(mine[2])
    assert refused.value.client
    queue.submit(other)
    assert [queue.place(job) for job in (mine[0], mine[1], other)] == [0, 1, 2]
    assert queue.counts() == (2, 1)
    assert not queue.end(mine[1])
    queue.submit(mine[2])           # there is room again
    for job in (mine[2], other, mine[0]):
        queue.end(job)
    queue.join()


def test_places_are_kept_for_brief_jobs_whoever_fills_the_rest():
    queue, done = Queue(1, 2**20, most=4, kept=1), []
    long = [Job(lambda job: spin(queue, job, 60, done), client=str(number)) for number in range(6)]
    for job in long:
        queue.submit(job)
    assert queue.counts() == (3, 3)
    queue.submit(brief := Job(lambda job: spin(queue, job, 0.01, done), client="table", brief=True))
    until = time.perf_counter() + 10
    while not done and time.perf_counter() < until:
        time.sleep(0.01)
    assert done == [brief]
    for job in reversed(long):
        queue.end(job)
    queue.join()


@pytest.mark.parametrize("priority, client", [(1, ""), (0, "another")])
def test_long_jobs_of_one_client_do_not_keep_others_waiting_for_a_place(priority, client):
    queue, done = Queue(1, 2**20, most=4), []
    long = [Job(lambda job: spin(queue, job, 60, done)) for _ in range(6)]
    for job in long:
        queue.submit(job)
    queue.submit(other := Job(lambda job: spin(queue, job, 0.01, done), priority=priority, client=client))
    until = time.perf_counter() + 10
    while not done and time.perf_counter() < until:
        time.sleep(0.01)
    assert done == [other]
    assert sum(queue.end(job) for job in long) == 3         # a quarter of the places was kept free of them
    queue.join()


def test_a_job_that_is_done_holds_nothing_of_what_it_worked_on():
    """Results are kept for a while; the position that was searched may be much larger."""
    class Large:
        pass

    large, queue = Large(), Queue(1, 2**20)
    gone = weakref.ref(large)
    job = Job(partial(lambda held, job: None, large))
    del large
    queue.submit(job)
    queue.join()
    assert gone() is None
