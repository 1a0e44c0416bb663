"""Searches that the service does for its clients: advice, analyses and reviews.

They are jobs of one queue, bounded in all and for each client. A search can be watched as it goes on. It ends when
nobody listens to it any more, and what it found is kept for a while.
"""
from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from games.api import InputError
from games.faults import told_truly
from games.fields import one_line
from mcts.advice import advise
from mcts.course import Ended
from mcts.redeals import resampled
from mcts.review import review
from reports.terminal.advice import sentences
from service import heap
from service.analyze import reporter
from service.queue import Full, Job, Queue, Turns

if TYPE_CHECKING:
    from core_ext.state import State as Position
    from games.api import Game
    from mcts.params import SearchParams
    from service.remote import Workers

Kind = Literal["advice", "analysis", "review"]
State = Literal["waiting", "running", "done", "ended", "failed"]
REVIEWS = -1                # their priority: they take minutes and give way to all others
KEPT = 2                    # places of the queue that are for moves of levels alone
LAST = 3.0                  # seconds that searches have to say what they know when a server stops
SWEEP = 1.0                 # seconds between two looks for searches that nobody wants
STEP = 0.01                 # of progress is worth telling
LONGEST_RETRY = 60          # seconds that a client is asked to wait
USUAL = 5.0                 # seconds that a search takes, before any is done
Document = dict[str, Any]
log = logging.getLogger("ludosoph.searches")


@dataclass(frozen=True)
class Limits:
    """What searches may take."""

    seconds: float = 60.0               # of work, of one advice or analysis,
    watched: float = 10.0               # and how many times as long of an analysis that reports to who looks at it
    simulations: int = 1_000_000        # of one
    edges: int = 20_000_000             # of all trees of one, 32 bytes an edge
    review_simulations: int = 5_000     # of each decision
    review_seconds: float = 1_800.0     # of work, of one review
    waiting: int = 200                  # searches that wait for a place in memory
    each: int = 8                       # searches of one client that wait or run
    unheard: float = 15.0               # seconds without anybody who listens or asks, after which a search ends
    kept: float = 600.0                 # seconds that a result is kept after it was last asked for,
    most_kept: int = 500                # and how many results at most

    def longest(self, kind: Kind, every: float | None) -> float:
        """Seconds of work of a search of this kind, which reports every so many seconds: who looks on may stop it."""
        return self.seconds * (self.watched if kind == "analysis" and every is not None else 1.0)


class Busy(Exception):
    """No search can be taken now; `retry` is in how many seconds it is worth another try."""

    def __init__(self, message: str, retry: int, stopping: bool = False) -> None:
        super().__init__(message)
        self.retry, self.stopping = retry, stopping


class Search:
    """One search: what is known of it, and who listens. Its id is the only way to it, and hard to guess."""

    def __init__(self, kind: Kind, client: str, game: str) -> None:
        self.id, self.kind, self.client, self.game = secrets.token_urlsafe(18), kind, client, game
        self.state: State = "waiting"
        self.progress = 0.0
        self.report: Document | None = None     # the last one
        self.document: Document | None = None
        self.error: str | None = None
        self.warning = ""                       # that the record was made by another version of the rules
        self.over = threading.Event()
        self.heard = monotonic()                # when somebody last asked for it
        self._listening: set[Callable[[], None]] = set()
        self._lock = threading.Lock()

    @property
    def listeners(self) -> int:
        """How many read its events at the moment."""
        return len(self._listening)

    @contextmanager
    def listened(self) -> Iterator[asyncio.Event]:
        """An event of the running loop that is set whenever there is news; as long as this lasts, somebody listens."""
        loop, news = asyncio.get_running_loop(), asyncio.Event()

        def wake() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(news.set)

        with self._lock:
            self._listening.add(wake)
        try:
            yield news
        finally:
            with self._lock:
                self._listening.discard(wake)
            self.heard = monotonic()

    # ---- what its job says ----------------------------------------------------------------------

    def run(self) -> None:
        """It has begun."""
        self.state = "running"
        self._wake()

    def advance(self, share: float) -> None:
        """So much of its budget is spent."""
        if share >= self.progress + STEP:
            self.progress = min(1.0, share)
            self._wake()

    def tell(self, report: Document) -> None:
        """What is known so far."""
        self.report = report | {"isDuringSearch": True}
        self._wake()

    def finish(self, state: State, document: Document | None = None, error: str | None = None) -> None:
        """It is over, and this came of it."""
        self.document, self.error, self.report = document, error, None
        if state == "done":
            self.progress = 1.0
        self.state = state
        self.over.set()
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            for wake in self._listening:
                wake()


class Limited(Turns):
    """Turns of a search that may work for so many seconds."""

    def __init__(self, queue: Queue, job: Job, seconds: float, every: float | None = None,
                 report: Callable[[Any, float], None] = lambda so_far, seconds: None) -> None:
        super().__init__(queue, job, every, report)
        self.ends = self.now() + seconds

    @property
    def stopping(self) -> bool:
        """Somebody ended the job, or it has worked for as long as it may."""
        return self.job.ended or self.now() >= self.ends


class Searches:
    """All searches of a server."""

    def __init__(self, threads: int, memory: int, limits: Limits | None = None,
                 workers: Workers | None = None) -> None:
        """`threads` are shared by all searches, and so is the memory of their trees, in bytes. With workers of a
        cluster, advice and analyses are searched there, as many at a time as those have threads.
        """
        self.workers = workers
        self.limits = limits or Limits()
        self.queue = Queue(threads, memory, each=self.limits.each, kept=KEPT)
        self.stopping = False
        self.on_over: Callable[[Search], None] = lambda search: None
        self._searches: dict[str, tuple[Search, Job]] = {}
        self._keeping = threading.Lock()
        self._sweeper: threading.Thread | None = None
        self._usual = USUAL

    # ---- what clients ask for -------------------------------------------------------------------

    def advise(self, client: str, game: Game, state: Position, params: SearchParams, every: float | None = None,
               query: str = "", kind: Kind = "advice", view: int | None = None) -> Search:
        """Search for the seat to act, with what it knows, or over the hands it may hold where the position is told from
        another seat's view. A report comes every so many seconds. Raises Busy.
        """
        most = self.limits.longest(kind, every)
        edges = min(self.limits.edges, self.queue.edges(1)) // params.trees
        params = replace(params, max_edges=min(params.max_edges, max(1, edges)))

        def there(search: Search, job: Job) -> Document:
            assert self.workers is not None
            self.queue.give(job)        # its thread here is for levels and reviews meanwhile
            try:
                found = self.workers.search(game, state, params, query, most, every,
                                            partial(_hear, search), lambda: job.ended)
            finally:
                self.queue.take(job)
            return found | {"words": sentences(found)}

        def here(search: Search, job: Job) -> Document:
            known = resampled(state, state.current_player(), params.seed)
            course = Limited(self.queue, job, most, every,
                             reporter(game, known, params, query, search.tell))
            found = advise(game, known if view is None else state, params, query, search.advance, course, view)
            return found.document | {"words": sentences(found.document)} | (
                {"terminated": True} if found.stopped else {})

        if self.workers is not None and view is None:
            return self._submit(Search(kind, client, game.name), there)
        return self._submit(Search(kind, client, game.name), here, params.threads)

    def review(self, client: str, game: Game, start: Position, actions: Sequence[int], simulations: int, seed: int = 0,
               viewer: int | None = None, view: int | None = None) -> Search:
        """Review a game, which is told from a view. Raises Busy."""
        def work(search: Search, job: Job) -> Document:
            course = Limited(self.queue, job, self.limits.review_seconds)
            return asdict(review(game, start, actions, simulations, seed, progress=search.advance, viewer=viewer,
                                 course=course, view=view))

        return self._submit(Search("review", client, game.name), work, priority=REVIEWS)

    def find(self, wanted: str) -> Search | None:
        """The search with this id, if it is kept. It counts as asked for."""
        with self._keeping:
            found = self._searches.get(wanted)
        if found is None:
            return None
        found[0].heard = monotonic()
        return found[0]

    def trouble(self) -> str:
        """Why no search could be done now; empty: they could."""
        return "" if self.workers is None else self.workers.trouble()

    @property
    def kept(self) -> int:
        """How many searches are known, those that are over included."""
        return len(self._searches)

    def place(self, search: Search) -> int:
        """Where it stands among those that wait, the first at 1; 0 where it has begun."""
        with self._keeping:
            found = self._searches.get(search.id)
        return 0 if found is None else self.queue.place(found[1])

    def end(self, search: Search) -> None:
        """End a search; what is known becomes its document soon."""
        with self._keeping:
            found = self._searches.get(search.id)
        if found is not None and not search.over.is_set() and not self.queue.end(found[1]):
            search.finish("ended")

    # ---- looking after them ---------------------------------------------------------------------

    def sweep(self) -> None:
        """End searches that nobody listens to, and forget results that were kept for long enough."""
        with self._keeping:
            all_of_them = [search for search, _ in self._searches.values()]
        now, limits = monotonic(), self.limits
        for search in all_of_them:
            if not search.over.is_set() and not search.listeners and now - search.heard > limits.unheard:
                self.end(search)
        over = sorted((search for search in all_of_them if search.over.is_set()), key=lambda search: -search.heard)
        old = [search for number, search in enumerate(over)
               if number >= limits.most_kept or now - search.heard > limits.kept]
        with self._keeping:
            for search in old:
                self._searches.pop(search.id, None)

    def close(self, grace: float) -> None:
        """Take no more searches; those that run may finish within so many seconds, then they end with what they have.

        Those that have not begun never do.
        """
        self.stopping = True
        with self._keeping:
            left = [search for search, _ in self._searches.values() if not search.over.is_set()]
        for search in left:
            if self.place(search):
                self.end(search)
        until = monotonic() + grace
        for search in left:
            search.over.wait(max(0.0, until - monotonic()))
        for search in left:
            self.end(search)
        until = monotonic() + LAST
        for search in left:
            search.over.wait(max(0.0, until - monotonic()))

    # ---- their jobs -----------------------------------------------------------------------------

    def _submit(self, search: Search, work: Callable[[Search, Job], Document], threads: int = 1,
                priority: int = 0) -> Search:
        if self.stopping:
            raise Busy("the server is stopping", 5, stopping=True)
        job = Job(partial(self._run, search, work), threads, priority, search.client)
        with self._keeping:
            if (waiting := self.queue.counts()[0]) >= self.limits.waiting:
                raise Busy(f"{waiting:,} searches wait already, no more can", self._retry())
            self._searches[search.id] = search, job
        try:
            self.queue.submit(job)
        except Full:
            with self._keeping:
                del self._searches[search.id]
            raise Busy(f"{self.limits.each} searches of this client wait or run already, expected no more",
                       self._retry()) from None
        self._look_after()
        return search

    def _run(self, search: Search, work: Callable[[Search, Job], Document], job: Job) -> None:
        """Do the work of a search; whatever happens to it, it is over then."""
        search.run()
        begun = monotonic()
        try:
            with told_truly():
                document = work(search, job)
            search.finish("ended" if job.ended else "done", document)
        except Ended:
            if job.ended:
                search.finish("ended")
            else:
                search.finish("failed", error=f"it took more than {self.limits.review_seconds:.0f} s of work; "
                                            "fewer simulations take less")
        except InputError as error:
            search.finish("failed", error=one_line(error))
        except Exception as error:
            log.exception("a search failed", extra={"kind": search.kind})
            search.finish("failed", error=f"a fault of the server: {type(error).__name__}")
        self.on_over(search)
        self._usual += (monotonic() - begun - self._usual) / 10
        heap.give_back()

    def _retry(self) -> int:
        """Seconds until a search ends, about."""
        return max(1, min(LONGEST_RETRY, ceil(self._usual / max(1, self.queue.counts()[1]))))

    def _look_after(self) -> None:
        """Sweep now and then, as long as there are searches."""
        with self._keeping:
            if self._sweeper is None:
                self._sweeper = threading.Thread(target=self._sweeping, daemon=True, name="searches")
                self._sweeper.start()

    def _sweeping(self) -> None:
        pause = threading.Event()
        while True:
            pause.wait(SWEEP)
            self.sweep()
            with self._keeping:
                if not self._searches:
                    self._sweeper = None
                    return


def _hear(search: Search, said: Document) -> None:
    """What a worker says of a search."""
    if "progress" in said:
        search.advance(said["progress"])
    else:
        search.tell(said["report"])
