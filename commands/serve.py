"""The command that serves the web page and the HTTP API."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from commands.arguments import FILE, group, option, real, several, whole
from commands.stopping import keeps
from games.api import InputError
from games.frozen import frozen
from mcts.limits import MOST_THREADS
from reports.terminal.console import say
from reports.terminal.help import command


@frozen
class Address:
    """Where to listen."""

    host: str
    port: int


address = group(
    "address", Address,
    option("--host", metavar="H", default="127.0.0.1", help="address to listen on; this machine alone by default"),
    option("--port", type=whole(1, 65535), metavar="P", default=8504, help="port to listen on"))


@frozen
class Searches:
    """What all searches together may take."""

    threads: int | None
    memory: int
    most_seconds: float
    rate: float
    scheduler: str


searches = group(
    "searches", Searches,
    option("--threads", type=whole(1, MOST_THREADS), help="threads that all searches share; by default one a core"),
    option("--memory", type=whole(16), metavar="MB", default=2048, help="memory for the trees of all searches"),
    option("--most-seconds", type=real(0.1), default=60.0, help="the longest that one search may take"),
    option("--rate", type=real(0.0), metavar="N", default=20.0,
           help="requests a second of one client in the long run; 0: no limit"),
    option("--scheduler", metavar="ADDR", default="", help="a Dask scheduler whose workers do advice and analyses"))


@frozen
class Access:
    """Who may ask."""

    tokens: Path | None
    new_token: str
    allow_host: Sequence[str]
    origin: Sequence[str]
    proxies: str


access = group(
    "access", Access,
    option("--tokens", type=FILE, metavar="FILE", help="hashes of API tokens, one of which every client then needs"),
    option("--new-token", metavar="NAME", default="", help="print a new API token and its line for that file"),
    several("--allow-host", metavar="NAME", help="a name of this server, as in its URL; localhost and addresses always "
            "are; may repeat"),
    several("--origin", metavar="URL", help="another site whose pages may ask; may repeat"),
    option("--proxies", metavar="ADDRESSES", default="", help="proxies trusted to name the client"))


@command(example="serve --port 8504 --reports runs")
@address
@option("--database", metavar="URL", default="sqlite:///ludosoph.db", envvar="LUDOSOPH_DATABASE",
        help="sqlite:///FILE or postgresql://...; also from the variable LUDOSOPH_DATABASE")
@searches
@option("--reports", type=FILE, metavar="DIR", help="show the reports of the runs in this folder")
@access
@option("--metrics", metavar="ADDRESS", default="", help="serve metrics for Prometheus there, as 127.0.0.1:9100")
@option("--keep-days", type=real(0.0), metavar="N", default=0.0,
        help="delete tables at which nothing has happened for N days; 0: never")
def serve(address: Address, database: str, searches: Searches, reports: Path | None, access: Access,
          metrics: str, keep_days: float) -> None:
    """Serve the web page and the HTTP API: play, follow a real table, analyse, review. Needs `ludosoph[service]`."""
    try:
        from service import app as server
        from service import clients
        from service.searches import Limits
        from service.settings import MB, Settings
    except ModuleNotFoundError as error:
        raise InputError(f"serve: {error.name} is not installed; in a clone: pip install '.[service]'") from None

    if access.new_token:
        print("\n".join(clients.new_token(access.new_token)))
        return
    chosen = Settings(host=address.host, port=address.port, database=database, reports=reports, tokens=access.tokens,
                      proxies=access.proxies, origins=tuple(access.origin), memory=searches.memory * MB,
                      scheduler=searches.scheduler, searches=Limits(seconds=searches.most_seconds),
                      requests_per_second=searches.rate, keep_days=keep_days, metrics=metrics,
                      hosts=(address.host, *access.allow_host))
    place = database.partition("sqlite:///")[2] or "the database"
    with keeps(f"all moves are in {place}"):
        server.run(chosen if searches.threads is None else replace(chosen, threads=searches.threads), say)
