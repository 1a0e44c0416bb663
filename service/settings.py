"""What a server is told when it starts: where it listens and keeps its tables, and the limits of all that it does."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from service.searches import Limits

DATABASE = "sqlite:///ludosoph.db"      # a file in the folder that the server is started in
MB = 2**20


@dataclass(frozen=True)
class Settings:
    """All settings of one server, with units and defaults."""

    host: str = "127.0.0.1"
    port: int = 8504
    database: str = DATABASE            # URL as SQLAlchemy reads it: sqlite:///FILE, postgresql://USER:PASSWORD@HOST/NAME
    reports: Path | None = None         # folder of the runs whose reports are shown
    tokens: Path | None = None          # file of the hashes of API tokens; none: nobody needs one
    origins: tuple[str, ...] = ()       # other sites whose pages may ask, as https://example.org
    proxies: str = ""                   # addresses of proxies that are believed who asks, by commas

    # searches
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)       # shared by all searches and levels
    memory: int = 2048 * MB             # bytes of all trees
    scheduler: str = ""                 # address of a Dask scheduler whose workers search; empty: this machine does
    searches: Limits = field(default_factory=Limits)

    # requests
    body_bytes: int = 2 * MB            # of one request
    json_depth: int = 64
    requests_per_second: float = 20.0   # of one client, in the long run; 0: no limit,
    request_burst: int = 200            # and so many at once

    # tables
    rooms: int = 2_000                  # tables that are kept in memory,
    room_bytes: int = 256 * MB          # the memory of them all, about,
    room_idle: float = 300.0            # and the seconds for which each is kept there after its last use
    table_events: int = 20_000          # moves, outcomes and other entries of one table
    keep_days: float = 0.0              # days without an entry after which a table is deleted; 0: never
    listeners: int = 2_000              # streams of events that are open at the same time
    poll: float = 0.3                   # seconds between two looks for what other servers have written
    lease: float = 10.0                 # seconds after which another server plays on for a level
    sweep: float = 1.0                  # seconds between two looks for levels that nobody plays for
    grace: float = 5.0                  # seconds that searches have to finish when the server stops
