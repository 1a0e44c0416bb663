"""Searches that share threads: who goes on next, who waits, and how much memory their trees may take.

A search works in slices of SLICE seconds. Between two of them it gives its threads to whoever comes before it: the
highest priority, then those of two kinds, brief jobs and long ones, that have had less, so that neither starves the
other; then the client that has had least, then the job that has had least, then the oldest. A kind or client that had
nothing to do meanwhile saves nothing up: it comes back level with the least of those that are there (start-time fair
queueing, Goyal, Vin and Cheng 1996).
"""
from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

from mcts.course import Course

if TYPE_CHECKING:
    from mcts.course import SoFar

SLICE = 0.05                # seconds that a search has its threads, if others want them
OPEN = 16                   # searches that have a tree in memory at the same time
WAITING = 100_000           # jobs that may wait for theirs
EDGE = 32                   # bytes of an edge of a tree (core_ext/arena.pxd)
LEAST_EDGES = 10_000        # of a tree, however little memory there is


class Full(Exception):
    """No more jobs can wait: of anybody's, or of this client's."""

    def __init__(self, client: bool = False) -> None:
        super().__init__("this client has as many jobs as it may" if client else "no more jobs can wait")
        self.client = client


class Job:
    """Work to be done once: `work` is called with the job, in a thread of its own. Its search takes turns (Turns)."""

    def __init__(self, work: Callable[[Job], None], threads: int = 1, priority: int = 0, client: str = "",
                 brief: bool = False) -> None:
        """`brief`: it takes a moment, as a move of a level does."""
        self.work, self.threads, self.priority, self.client, self.brief = work, threads, priority, client, brief
        self.number = 0             # in the order of arrival
        self.used = 0.0             # seconds of threads
        self._ended = threading.Event()

    @property
    def ended(self) -> bool:
        """The job is to end soon, with what it has."""
        return self._ended.is_set()


Group = tuple[int, bool, str]       # priority, whether brief, client


def _group(job: Job) -> Group:
    return job.priority, job.brief, job.client


class Queue:
    """Jobs that take turns on `threads` threads; `memory` bytes are the most that the trees of all of them take."""

    def __init__(self, threads: int, memory: int, most: int = OPEN, waiting: int = WAITING,
                 each: int | None = None, kept: int = 0) -> None:
        """`most` jobs are open at a time, `waiting` more can wait, and a client has at most `each` of all these. Of the
        places `kept` are for brief jobs.
        """
        self.threads, self.memory, self.most, self.waiting = threads, memory, most, waiting
        self.each, self.kept = each, kept
        self._lock = threading.Lock()
        self._done = threading.Condition(self._lock)
        self._free = threads
        # not begun, in the order of their arrival; all of one group have the same rank but for that
        self._pending: dict[Group, dict[Job, None]] = {}
        self._waits = 0                         # jobs that have not begun,
        self._waits_long = 0                    # and the long ones among them
        self._has: Counter[tuple[bool, str]] = Counter()        # jobs of each kind and client, begun or not
        self._open: set[Job] = set()
        self._asking: dict[Job, threading.Condition] = {}       # begun, and waiting for their threads, each by itself
        self._given: dict[Job, float] = {}      # since when a job has its threads
        self._used: dict[str, float] = {}       # seconds of threads, of each client that has jobs
        self._kinds = {True: 0.0, False: 0.0}   # of brief jobs, and of long ones
        self._number = 0

    def edges(self, threads: int) -> int:
        """How many edges each tree of a job with so many threads may have: all that are open keep to the memory."""
        return max(LEAST_EDGES, self.memory // (self.most * EDGE * threads))

    def submit(self, job: Job) -> None:
        """Take a job. Raises Full."""
        with self._lock:
            if self._waits >= self.waiting:
                raise Full
            has = self._has[True, job.client] + self._has[False, job.client]
            if self.each is not None and has >= self.each:
                raise Full(client=True)
            self._join_in(job)
            self._number += 1
            job.number = self._number
            self._has[job.brief, job.client] += 1
            self._pending.setdefault(_group(job), {})[job] = None
            self._waits, self._waits_long = self._waits + 1, self._waits_long + (not job.brief)
            self._begin()

    def end(self, job: Job) -> bool:
        """Ask a job to end; false where it had not begun, and then it never does."""
        with self._lock:
            job._ended.set()
            if job in self._asking:
                self._asking[job].notify()
            if job in self._pending.get(_group(job), ()):
                self._begun(job)
                self._left(job)
                return False
            return True

    def place(self, job: Job) -> int:
        """Where this job stands among those that wait, the first at 1; 0 where it has begun."""
        with self._lock:
            if job not in self._pending.get(_group(job), ()):
                return 0
            mine, before = self._rank(job), 0
            for group in self._pending.values():
                first = self._rank(next(iter(group)))
                if first[:-1] < mine[:-1]:
                    before += len(group)
                elif first[:-1] == mine[:-1]:
                    before += sum(other.number < job.number for other in group)
            return 1 + before

    def counts(self) -> tuple[int, int]:
        """How many jobs wait, and how many have begun, without the brief ones."""
        with self._lock:
            return self._waits_long, sum(not job.brief for job in self._open)

    def jobs(self) -> list[Job]:
        """Those that are not done, in the order of their arrival."""
        with self._lock:
            waiting = [job for group in self._pending.values() for job in group]
            return sorted([*self._open, *waiting], key=lambda job: job.number)

    def join(self) -> None:
        """Wait until all jobs are done."""
        with self._lock:
            while self._open or self._waits:
                self._done.wait(0.2)            # so that Ctrl-C comes through

    # ---- turns ----------------------------------------------------------------------------------

    def take(self, job: Job) -> None:
        """Wait for the threads of a job. One that is to end does not wait: what is left of it is short."""
        with self._lock:
            self._asking[job] = turn = threading.Condition(self._lock)
            while not job.ended and not (self._next() is job and self._free >= job.threads):
                self._wake()        # ranks may have changed since somebody was woken
                turn.wait()
            del self._asking[job]
            self._free -= job.threads
            self._given[job] = perf_counter()
            self._wake()

    def give(self, job: Job) -> None:
        """Give the threads of a job back."""
        with self._lock:
            spent = (perf_counter() - self._given.pop(job)) * job.threads
            job.used += spent
            self._used[job.client] += spent
            self._kinds[job.brief] += spent
            self._free += job.threads
            self._wake()

    def asked_for(self) -> bool:
        """Whether somebody waits for threads."""
        return bool(self._asking)

    def _wake(self) -> None:
        """Wake the one whose turn it is, if its threads are free."""
        if self._asking and (job := self._next()).threads <= self._free:
            self._asking[job].notify()

    def _next(self) -> Job:
        return min(self._asking, key=self._rank)

    def _rank(self, job: Job) -> tuple[int, float, float, float, int]:
        return -job.priority, self._kinds[job.brief], self._used[job.client], job.used, job.number

    def _join_in(self, job: Job) -> None:
        """A kind or a client of which there was no job begins level with the least of those that are there."""
        alike = [client for brief, client in self._has if brief == job.brief]
        if self._has and not alike:
            self._kinds[job.brief] = max(self._kinds.values())
        if job.client not in self._used:
            self._used[job.client] = min((self._used[client] for client in alike), default=0.0)

    def _begun(self, job: Job) -> None:
        """It waits no more."""
        group = self._pending[_group(job)]
        del group[job]
        if not group:
            del self._pending[_group(job)]
        self._waits, self._waits_long = self._waits - 1, self._waits_long - (not job.brief)

    def _left(self, job: Job) -> None:
        """It is done, or never will be."""
        self._has[job.brief, job.client] -= 1
        if not self._has[job.brief, job.client]:
            del self._has[job.brief, job.client]
        if (not job.brief, job.client) not in self._has and (job.brief, job.client) not in self._has:
            self._used.pop(job.client, None)

    def _begin(self) -> None:
        """Begin the jobs there is room for, the first in rank first."""
        while len(self._open) < self.most and (fitting := self._fitting()):
            job = min(fitting, key=self._rank)
            self._begun(job)
            self._open.add(job)
            threading.Thread(target=self._run, args=(job,), daemon=True).start()

    def _fitting(self) -> list[Job]:
        """The first of each group that waits for one of the places left: a quarter of all is kept from jobs of a client
        and priority that fill the rest, for other clients and for what comes before.
        """
        long = sum(not job.brief for job in self._open) < self.most - self.kept
        rest = self.most - self.most // 4

        def free(client: str, priority: int) -> bool:
            return sum(job.client == client and job.priority >= priority for job in self._open) < rest

        return [next(iter(group)) for (priority, brief, client), group in self._pending.items()
                if (brief or long) and free(client, priority)]

    def _run(self, job: Job) -> None:
        self.take(job)
        try:
            job.work(job)
        finally:
            job.work = _nothing     # results are kept for a while, the positions that were searched are not
            self.give(job)
            with self._lock:
                self._open.discard(job)
                self._left(job)
                self._begin()
                self._done.notify_all()


def _nothing(job: Job) -> None:
    """What a job that is done has to do."""


class Turns(Course):
    """The course of a search that is a job of a queue: it waits its turn between slices, reports, and can be ended."""

    slice = SLICE

    def __init__(self, queue: Queue, job: Job, every: float | None = None,
                 report: Callable[[SoFar, float], None] = lambda so_far, seconds: None) -> None:
        """`report` is told what is known so far and after how many seconds of search, every so many seconds."""
        self.queue, self.job, self.every, self.report = queue, job, every, report
        self.waited, self.begun = 0.0, perf_counter()
        self.due = self.begun + (every or 0.0)      # by the clock on the wall

    @property
    def stopping(self) -> bool:
        """Somebody ended the job."""
        return self.job.ended

    def now(self) -> float:
        """Seconds of work: the clock stands still while the search waits for its turn."""
        return perf_counter() - self.waited

    def pause(self, so_far: Callable[[], SoFar]) -> None:
        """Report if it is time to, and let others go on who come first."""
        before = perf_counter()
        if self.every is not None and before >= self.due and not self.stopping:
            self.report(so_far(), before - self.waited - self.begun)
            self.due = perf_counter() + self.every
        if self.queue.asked_for() and not self.stopping:
            self.queue.give(self.job)
            self.queue.take(self.job)
        self.waited += perf_counter() - before
