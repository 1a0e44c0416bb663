"""Logs of the service: one JSON object a line. Paths contain secrets, so no path is ever logged as it came."""
from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from time import monotonic
from typing import TextIO

NAME = "ludosoph"               # of the logger above all of the service's
LONGEST = 12                    # characters of a part of a path that cannot be a secret
SELDOM = 10.0                   # seconds between two warnings that say the same
MOST_TOLD = 1_000               # warnings that are remembered
OFTEN = (f"{NAME}.requests", f"{NAME}.searches")     # of these every fault is written, each has its number
PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class Lines(logging.Formatter):
    """A record as one line of JSON: time, level, logger, message, and what was given as `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told = {"time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
                "level": record.levelname.lower(), "logger": record.name, "message": record.getMessage()}
        told |= {name: value for name, value in vars(record).items() if name not in PLAIN}
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


class Seldom(logging.Filter):
    """Lets the same warning through once in a while: what fails a thousand times a second is told once."""

    def __init__(self) -> None:
        super().__init__()
        self._told: dict[tuple[str, str], float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written."""
        if record.levelno < logging.WARNING or record.name.startswith(OFTEN):
            return True
        what = record.name, record.getMessage().partition("\n")[0][:100]
        if monotonic() < self._told.get(what, -SELDOM) + SELDOM:
            return False
        if len(self._told) > MOST_TOLD:
            self._told.clear()
        self._told[what] = monotonic()
        return True


def set_up(stream: TextIO | None = None) -> None:
    """Write what the service and its server log to this stream, by default to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(Seldom())
    for name in (NAME, "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO)
    logging.getLogger("uvicorn.access").disabled = True     # it would write secrets; headers.py logs each request


def masked(path: str) -> str:
    """A path without anything that could be a secret."""
    return re.sub(rf"[^/]{{{LONGEST + 1},}}", "***", path)[:200]
