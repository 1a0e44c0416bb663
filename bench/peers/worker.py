"""The other side of a measurement: a process that is started once and answers JSON lines."""
from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench.peers.environment import peer_python

OPENSPIEL = Path(__file__).with_name("openspiel_worker.py")


class WorkerError(RuntimeError):
    """The worker refused a request, or is gone; the message says which and why."""


class Worker:
    """A process that answers one JSON line with another. Use as a context: it ends with it."""

    def __init__(self, command: Sequence[str]) -> None:
        # Ctrl-C at a terminal goes to every process: the worker leaves it to us, who then end its input
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True,
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))

    def ask(self, do: str, **request: Any) -> dict[str, Any]:
        """The answer to one request. Raises WorkerError."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(json.dumps({"do": do, **request}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise WorkerError(f"{do}: the worker ended with status {self.process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise WorkerError(f"{do}: {answer['error']}")
        return answer

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.kill()         # it may be deep in a search; there is nothing to save
        self.process.wait()
        self.process.stdout.close()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


def openspiel() -> Worker:
    """OpenSpiel's worker in the peers' environment."""
    return Worker([str(peer_python()), str(OPENSPIEL)])
