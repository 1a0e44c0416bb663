"""Logs of the service: one JSON object a line. Paths contain secrets, so no path is ever logged as it came."""
from __future__ import annotations

import json
import logging
import re
import sys
from datetime import UTC, datetime
from typing import TextIO

NAME = "ludosoph"               # of the logger above all of the service's
LONGEST = 12                    # characters of a part of a path that cannot be a secret
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


def set_up(stream: TextIO | None = None) -> None:
    """Write what the service and its server log to this stream, by default to standard error."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Lines())
    for name in (NAME, "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.INFO)
    logging.getLogger("uvicorn.access").disabled = True     # it would write secrets; headers.py logs each request


def masked(path: str) -> str:
    """A path without anything that could be a secret."""
    return re.sub(rf"[^/]{{{LONGEST + 1},}}", "***", path)[:200]
