"""What a server is told when it starts: where it listens and keeps its tables, and the limits of all that it does."""
from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from ipaddress import ip_network
from math import isfinite
from pathlib import Path

from games.api import InputError
from games.fields import shown
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
    metrics: str = ""                   # address of the metrics, as 127.0.0.1:9100; none: nobody can read them
    proxies: str = ""                   # addresses of proxies that are believed who asks, by commas

    # searches
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)       # shared by all searches and levels
    memory: int = 2048 * MB             # bytes of all trees
    scheduler: str = ""                 # address of a Dask scheduler whose workers search; empty: this machine does
    searches: Limits = field(default_factory=Limits)

    # requests
    hosts: tuple[str, ...] = ()         # names of this server, besides localhost and its addresses
    body_bytes: int = 2 * MB            # of one request,
    body_seconds: float = 20.0          # in which all of it has to come
    head_seconds: float = 10.0          # in which the head of a request has to come
    connections: int = 5_000            # open at the same time, or as many as the process may have files,
    connections_each: int = 1_000       # and of one address; 0: no limit, as where a proxy stands before the server
    json_depth: int = 64
    json_items: int = 150_000           # values in the JSON of one request
    requests_per_second: float = 20.0   # of one client, in the long run; 0: no limit,
    request_burst: int = 200            # and so many at once

    # tables
    rooms: int = 2_000                  # tables that are kept in memory,
    room_bytes: int = 256 * MB          # the memory of them all, about,
    room_idle: float = 300.0            # and the seconds for which each is kept there after its last use
    table_events: int = 20_000          # moves, outcomes and other entries of one table
    keep_days: float = 0.0              # days without an entry after which a table is deleted; 0: never
    listeners: int = 2_000              # streams of events that are open at the same time,
    listeners_each: int = 600           # and of one client
    poll: float = 0.3                   # seconds between two looks for what other servers have written
    lease: float = 10.0                 # seconds after which another server plays on for a level
    sweep: float = 1.0                  # seconds between two looks for levels that nobody plays for
    grace: float = 5.0                  # seconds that searches have to finish when the server stops


def checked(settings: Settings) -> Settings:
    """The settings, if all of them can be meant. Raises InputError."""
    if settings.reports is not None and not settings.reports.is_dir():
        raise InputError(f"--reports: found {settings.reports}, expected a folder")
    for origin in settings.origins:
        if not re.fullmatch(r"https?://[\w.\-\[\]:]+", origin, re.ASCII):
            raise InputError(f"--origin: found {shown(origin)}, expected a site, as https://example.org")
    for proxy in filter(None, (each.strip() for each in settings.proxies.split(","))):
        if proxy != "*":
            network(proxy)
    if not isfinite(settings.requests_per_second):
        raise InputError(f"--rate: found {settings.requests_per_second}, expected a number; 0: no limit")
    for name in settings.hosts:
        if not re.fullmatch(r"[\w.:\-]+", name, re.ASCII):
            raise InputError(f"--allow-host: found {shown(name)}, expected a name, as games.example.org")
    if settings.metrics:
        address(settings.metrics)
    return settings


def network(proxy: str) -> None:
    """Raises InputError for what is no address of a proxy."""
    try:
        ip_network(proxy, strict=False)
    except ValueError:
        raise InputError(f"--proxies: found {shown(proxy)}, expected addresses, as 127.0.0.1, by commas") from None


def address(text: str) -> tuple[str, int]:
    """Host and port of an address such as 127.0.0.1:9100. Raises InputError."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise InputError(f"--metrics: found {shown(text)}, expected HOST:PORT, as 127.0.0.1:9100")
    return host.strip("[]"), int(port)
