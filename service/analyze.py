"""The analysis engine: queries in, one JSON object a line; answers out, each with the id of its query, in any order."""
from __future__ import annotations

import json
import re
import threading
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, BinaryIO

from games.api import InputError
from games.documents import read_document
from games.faults import told_truly
from games.fields import nearest, one_line, shown
from mcts.advice import advise
from mcts.analysis import partial_analysis
from mcts.confidence import phase_of
from mcts.redeals import resampled
from service.queries import ACTIONS, FIELDS, Query, Question, id_of, read_query, unknown
from service.queue import Full, Job, Queue, Turns
from service.refusals import Refused

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from mcts.course import SoFar
    from mcts.params import SearchParams

LINE = 64 * 2**20           # bytes of a query at most
MOST_WARNINGS = 20          # about one line
GIVEN = {"analyze": FIELDS, "terminate": ("id", "action", "terminateId", "turnNumbers"),
         "terminate_all": ("id", "action", "turnNumbers"), "query_version": ("id", "action")}
ID = re.compile(rb'"id"\s*:\s*("(?:[^"\\]|\\.)*")')

Document = dict[str, Any]


class Engine:
    """Takes lines and writes answers; `write` is called by one thread at a time."""

    def __init__(self, threads: int, memory: int, write: Callable[[Document], None], strict: bool = False) -> None:
        """`memory`: bytes for the trees of all searches together. `strict`: an unknown field is refused, not warned of.
        """
        self.queue, self.threads, self.strict = Queue(threads, memory), threads, strict
        self._write, self._writing = write, threading.Lock()
        self.unheard: OSError | None = None     # why answers cannot be written any more
        self._asked: dict[str, dict[int, tuple[Question, Job]]] = {}     # by id: what is not answered
        self._keeping = threading.Lock()

    def take(self, line: bytes) -> None:
        """Do what a line asks for. Whatever it holds, it is answered, and the engine goes on."""
        found: str | None = None
        try:
            found = id_in(line)
            document = _document(line)
            found = id_of(document)
            with told_truly():
                self._do(document)
        except Refused as refused:
            self.answer({"id": found, "field": refused.field, "error": str(refused)})
        except InputError as error:
            self.answer({"id": found, "field": None, "error": str(error)})
        except Exception as error:
            self.answer({"id": found, "field": None, "error": f"a fault of the engine: {one_line(error)}"})

    def answer(self, document: Document) -> None:
        """Write a line. Where nobody reads it, or a disk is full, all searches end."""
        with self._writing:
            if self.unheard:
                return
            try:
                self._write(document)
                return
            except OSError as error:
                self.unheard = error
        self.end_all()

    def finish(self) -> None:
        """Wait until all that was asked is answered."""
        self.queue.join()

    def end_all(self, turns: Sequence[int] | None = None) -> int:
        """End all searches, or those of these turns; each is answered with what it has. How many there were."""
        with self._keeping:
            ids = list(self._asked)
        return sum(self._terminate(each, turns) for each in ids)

    # ---- what lines ask for ---------------------------------------------------------------------

    def _do(self, document: Mapping[str, Any]) -> None:
        if not isinstance(document.get("id"), str):
            raise Refused("id", "is missing, expected a string" if "id" not in document
                          else f"found {shown(document['id'])}, expected a string")
        action = document.get("action", "analyze")
        if action not in ACTIONS:
            hint = nearest(action, ACTIONS)
            raise Refused("action", f"found {shown(action)}, expected one of {', '.join(ACTIONS)}{hint}")
        for wrong in unknown(document, GIVEN[action])[:MOST_WARNINGS]:
            if self.strict:
                raise wrong
            self.answer({"id": document["id"], "field": wrong.field, "warning": str(wrong)})
        if action == "analyze":
            self._analyze(document)
            return
        told = {name: document[name] for name in GIVEN[action] if name in document}
        turns = _turns(document)
        if action == "query_version":
            self.answer({**told, "version": version("ludosoph")})
        elif action == "terminate_all":
            self.answer({**told, "terminated": self.end_all(turns)})
        elif not isinstance(wanted := document.get("terminateId"), str):
            raise Refused("terminateId", f"found {shown(wanted)}, expected the id of a query")
        else:
            self.answer({**told, "terminated": self._terminate(wanted, turns)})

    def _analyze(self, document: Mapping[str, Any]) -> None:
        query = read_query(document, self.threads, self.queue.edges(1))
        if query.warning:
            self.answer({"id": query.id, "field": "record", "warning": query.warning})
        jobs = [(each, Job(partial(self._work, query, each), each.params.threads, each.priority))
                for each in query.questions]
        with self._keeping:         # an id may be used by several queries at a time
            self._asked.setdefault(query.id, {}).update({id(each): (each, job) for each, job in jobs})
        for number, (_, job) in enumerate(jobs):
            try:
                self.queue.submit(job)
            except Full:
                for question, _ in jobs[number:]:
                    self._done(query.id, question)
                raise Refused("id", f"{self.queue.waiting:,} positions wait already, no more can") from None

    def _terminate(self, wanted: str, turns: Sequence[int] | None = None) -> int:
        """End the searches of a query, or of some of its turns; one that has not begun is answered at once."""
        with self._keeping:
            asked = [each for each in self._asked.get(wanted, {}).values() if turns is None or each[0].turn in turns]
        for question, job in asked:
            if not self.queue.end(job):
                self.answer({"id": wanted, "turnNumber": question.turn, "isDuringSearch": False, "noResults": True})
                self._done(wanted, question)
        return len(asked)

    # ---- searches -------------------------------------------------------------------------------

    def _work(self, query: Query, question: Question, job: Job) -> None:
        """Search one position and answer."""
        told = {"turnNumber": question.turn, "isDuringSearch": False}
        try:
            course = Turns(self.queue, job, query.every, self._reporter(query, question))
            with told_truly():
                found = advise(question.game, question.state, question.params, query.id, course=course,
                               view=question.view)
            document = found.document | told | ({"terminated": True} if found.stopped else {})
        except InputError as error:
            document = {"id": query.id, **told, "field": "position", "error": str(error)}
        except Exception as error:
            document = {"id": query.id, **told, "field": None, "error": f"a fault of the engine: {one_line(error)}"}
        self._done(query.id, question)
        self.answer(document)

    def _reporter(self, query: Query, question: Question) -> Callable[[SoFar, float], None]:
        """Answers with what a search knows while it runs."""
        return reporter(question.game, question.state, question.params, query.id, lambda found: self.answer(
            found | {"turnNumber": question.turn, "isDuringSearch": True}))

    def _done(self, query: str, question: Question) -> None:
        with self._keeping:
            left = self._asked.get(query, {})
            left.pop(id(question), None)
            if not left:
                self._asked.pop(query, None)


def reporter(game: Game, state: State, params: SearchParams, query: str,
             tell: Callable[[Document], None]) -> Callable[[SoFar, float], None]:
    """What Turns calls as `report` for advice in this position: tells what the search knows, as a document."""
    dealt: list[State] = []

    def report(so_far: SoFar, seconds: float) -> None:
        if not dealt:               # as the search does, so that no line of play shows what is hidden
            dealt.append(resampled(state, state.current_player(), params.seed))
        tell(partial_analysis(game, dealt[0], so_far, params, phase_of(game, state), seconds, query))

    return report


def serve_lines(lines: Iterable[bytes], engine: Engine) -> None:
    """Answer line after line until the last, then wait for the searches. Ctrl-C ends them, answers and goes through.

    Raises OSError where answers cannot be written any more, BrokenPipeError where nobody reads them.
    """
    try:
        for line in lines:
            if line.strip():
                engine.take(line)
            if engine.unheard:
                break
        engine.finish()
    except KeyboardInterrupt:
        engine.end_all()
        engine.finish()
        raise
    if engine.unheard:
        raise engine.unheard


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long its beginning, which is refused."""
    first = True
    while line := stream.readline(LINE + 1):
        yield line.removeprefix(BOM_UTF8) if first else line
        first = False
        while len(line) > LINE and not line.endswith(b"\n"):
            line = stream.readline(LINE + 1)


def id_in(line: bytes) -> str | None:
    """The id of a line that is no JSON, where it has one: its sender waits for an answer with it."""
    found = ID.findall(line) if len(line) <= LINE else []
    try:
        text = json.loads(found[0]) if len(found) == 1 else None
    except ValueError:
        return None
    return text if isinstance(text, str) else None


def _turns(document: Mapping[str, Any]) -> list[int] | None:
    """The turns whose searches are to end; None: all. Raises Refused."""
    if "turnNumbers" not in document:
        return None
    given = document["turnNumbers"]
    if not isinstance(given, list) or not all(isinstance(each, int) and not isinstance(each, bool) for each in given):
        raise Refused("turnNumbers", f"found {shown(given)}, expected a list of turns")
    return given


def _document(line: bytes) -> Mapping[str, Any]:
    if len(line) > LINE:
        raise Refused(None, f"the line is longer than {LINE:,} bytes")
    try:
        text = line.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise Refused(None, f"the line is no text in UTF-8: {error.reason} at byte {error.start + 1}") from None
    try:
        document = read_document(text, "query")
    except InputError as error:
        raise Refused(None, str(error).removeprefix("query: line 1, ").removeprefix("query: ")) from None
    if not isinstance(document, Mapping):
        raise Refused(None, f"found {shown(document)}, expected an object")
    return document


def dump(document: Document) -> bytes:
    """A line of output, in ASCII: an id may hold half a character, which no UTF-8 can write."""
    return json.dumps(document, allow_nan=False, separators=(",", ":")).encode() + b"\n"
