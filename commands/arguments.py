"""Arguments and options that several commands take, alone or as a group that arrives as one record."""
from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

import games as library
from commands import PROGRAM
from games.frozen import frozen
from games.options import read_options
from games.registry import FILES, SPIEL_PREFIX, list_openspiel
from mcts.limits import MOST_JOBS, MOST_SEED, MOST_THREADS

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])
Decorator = Callable[[Any], Any]


# ---- the values they take ----------------------------------------------------------------------


class Number(click.ParamType):
    """A number within limits, whole or not. What is refused is said with what is expected."""

    def __init__(self, kind: type[int] | type[float], least: float | None, most: float | None) -> None:
        """Make the type of numbers of this kind from `least` to `most`; None is no limit."""
        self.kind, self.least, self.most = kind, least, most
        self.name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | float:
        """The number that was typed."""
        try:
            number = self.kind(value)
        except ValueError:
            self.fail(f"found {value!r}, expected {'a whole' if self.kind is int else 'a'} number", param, ctx)
        if self.least is not None and not number >= self.least:
            self.fail(f"found {value!r}, expected {self.least} or more", param, ctx)
        if self.most is not None and not number <= self.most:
            self.fail(f"found {value!r}, expected {self.most} at most", param, ctx)
        return number


class OneOf(click.ParamType):
    """One of a few words."""

    name = "word"

    def __init__(self, *words: str) -> None:
        """Make the type of these words."""
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word that was typed."""
        if value not in self.words:
            self.fail(f"found {value!r}, expected one of {', '.join(map(repr, self.words))}", param, ctx)
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """What a shell offers for a beginning."""
        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


def whole(least: int | None = None, most: int | None = None) -> Number:
    """Whole numbers from `least` to `most`."""
    return Number(int, least, most)


def real(least: float | None = None, most: float | None = None) -> Number:
    """Numbers from `least` to `most`."""
    return Number(float, least, most)


class GameName(click.ParamType):
    """The name of a game. One of OpenSpiel is listed by being named here."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name that was typed."""
        if value.startswith(SPIEL_PREFIX):
            list_openspiel(value)
        elif value and Path(value).is_dir() and not library.known(value):
            self.fail(f"found the folder {value}, expected the name of a game", param, ctx)
        elif Path(value).is_file() and not library.known(value):
            self.fail(f"found the file {value}, expected the name of a game" + self.of_file(Path(value)), param, ctx)
        return str(value)

    def of_file(self, path: Path) -> str:
        """What else a person may have meant who names a file."""
        if path.suffix != ".py":
            return f", one of {', '.join(library.names())}"
        return f"; {FILES}={path} in the environment lists its game as {path.stem}"


class GameOrFile(GameName):
    """The name of a game, or a Python file of one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """What was typed."""
        return str(value) if value.endswith(".py") else super().convert(value, param, ctx)

    def of_file(self, path: Path) -> str:
        """What else a person may have meant who names a file."""
        return " or a Python file of one, which ends in .py"


class InputFile(click.ParamType):
    """A file that is read. The name of a game in its place is refused with how to get such a file."""

    name = "file"

    def __init__(self, what: str, made: str) -> None:
        """Make the type of files that hold `what`; `made` is a command that makes one of a game, named {game}."""
        self.what, self.made = what, made

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The path that was typed."""
        if value != "-" and not Path(value).exists() and library.known(value):
            self.fail(f"found the name of a game, expected a file with {self.what}, as made by: "
                      f"{PROGRAM} {self.made.format(game=value)}", param, ctx)
        return str(value)


class PositionFile(InputFile):
    """A position file, or a game of OpenSpiel, whose start is meant."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The path that was typed, or the name, which is listed by being named here."""
        if value.startswith(SPIEL_PREFIX):
            list_openspiel(value)
            return str(value)
        return super().convert(value, param, ctx)


class NewFolder(click.Path):
    """A folder to write, there or not. A file in its place is refused before anything is loaded that would fill it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """The path that was typed."""
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        there = next((each for each in (path, *path.parents) if os.path.lexists(each)), path)
        if os.path.exists(there) and not os.path.isdir(there):      # of a name that is too long pathlib would raise
            self.fail(f"found the file {there}, expected a folder or a name not yet used", param, ctx)
        return path


FILE = click.Path(path_type=Path)
FOLDER = NewFolder(path_type=Path)
POSITION = PositionFile("a position", "new {game} > {game}.json")
RECORD = InputFile("a record", "play {game} --record {game}.jsonl")


class Place(click.Argument):
    """An argument with a help line; its metavar in brackets where it may be left out."""

    def __init__(self, *given: Any, help: str, **more: Any) -> None:
        """Make the argument; `help` is what its line says."""
        super().__init__(*given, **more)
        self.help = help

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """What a shell offers for a beginning: names of games, or files; no moves, which hang on the position."""
        if self.name in ("game", "name"):
            return [CompletionItem(name) for name in library.names() if name.startswith(incomplete)]
        return [] if self.name == "move" else [CompletionItem(incomplete, type="file")]


argument = partial(click.argument, cls=Place)


def option(*given: Any, **more: Any) -> Decorator:
    """Declare an option, which starts with dashes."""
    return click.option(*given, **more)


def flag(*given: Any, **more: Any) -> Decorator:
    """Declare an option that takes no value."""
    return click.option(*given, is_flag=True, **more)


def several(*given: Any, **more: Any) -> Decorator:
    """Declare an option that may repeat."""
    return click.option(*given, multiple=True, **more)


def group(name: str, record: Callable[..., Any], *options: Decorator) -> Decorator:
    """Declare options that arrive as one argument `name`: a dataclass `record` with a field for each of them."""
    names = [field.name for field in fields(record)]      # type: ignore[arg-type]

    def declared(function: AnyFunction) -> AnyFunction:
        @wraps(function)
        def called(**given: Any) -> Any:
            own = record(**{each: given.pop(each) for each in names})
            return function(**{name: own}, **given)

        for each in reversed(options):
            called = each(called)
        return called       # type: ignore[return-value]
    return declared


# ---- single ones -------------------------------------------------------------------------------

game_name = argument("game", type=GameName(), metavar="GAME", help="a game, by its name in `ludosoph games`, or "
                     "openspiel:NAME")
game_unless_resumed = argument("game", type=GameName(), metavar="[GAME]", default="",
                               help="a game; not needed with --resume")
position_file = argument("position", type=POSITION, metavar="POSITION",
                         help="a position file (JSON), or - for standard input")
record_file = argument("record", type=RECORD, metavar="RECORD",
                       help="a record file (JSON lines), or - for standard input")
trust = flag("--trust", help="take the position even if its tiles, goods or cards do not add up to what the box holds")
seed = option("--seed", type=whole(0, MOST_SEED), default=0, help="seed of everything random; it fixes the result")
as_json = flag("--json", "as_json", help="print one JSON document and nothing else")
details = flag("--details", help="show everything, however many lines that takes")
agents = several("--agent", "agents", metavar="A",
                 help="such as random, greedy, flat:N, mcts:N, mcts:Xs; may repeat")
threads = option("--threads", type=whole(1, MOST_THREADS), help="threads of the search; by default one a core, at most "
                 "16, or 1 with --simulations")
deterministic = flag("--deterministic", help="threads share no tree, so that the same seed gives the same answer")
jobs = option("--jobs", type=whole(1, MOST_JOBS), default=1, help="how many games to play at the same time")
resume = option("--resume", type=FILE, metavar="RECORD", help="continue this game")
game_options = several("--option", metavar="K=V", help="an option of the game; may repeat")
run_folder = option("--out", "to", type=FOLDER, metavar="RUN", help="folder of the run")


# ---- groups ------------------------------------------------------------------------------------


@frozen
class Table:
    """How many sit at a table, and what the game is made of."""

    seats: int | None
    option: Sequence[str]

    def options(self, game: str) -> dict[str, str]:
        """The options by name. Raises InputError for what the game does not know."""
        return read_options(library.load(game), self.option)

    def start(self, game: Game) -> State:
        """The state before the first event."""
        return game.start(self.seats, read_options(game, self.option))


table = group("table", Table,
              option("--seats", type=whole(), metavar="N", help="number of seats, by default the game's own"),
              game_options)


@frozen
class Workers:
    """Who plays the games of a run."""

    jobs: int
    backend: str
    scheduler: str | None


@frozen
class Sharers(Workers):
    """Who plays the games of a run that several machines may share, and which part of them."""

    shard: str


backend = option("--backend", type=OneOf("loky", "threading", "dask"), metavar="B", default="loky",
                 help="play in: loky (processes), threading or dask")
scheduler = option("--scheduler", metavar="ADDR", help="the Dask scheduler; its workers play instead of --jobs")
workers = group("workers", Workers, jobs, backend, scheduler)
sharers = group("workers", Sharers, jobs, backend, scheduler,
                option("--shard", metavar="K/N", default="", help="play part K of N; `ludosoph merge` joins them"))


@frozen
class Judging:
    """How many games of a run are replayed and judged, and how."""

    shape: int | None
    judge: int
    jobs: int
    seed: int


judging = group("judging", Judging,
                option("--shape", type=whole(1), metavar="N", help="replay and judge N games: drama, lead changes, "
                       "stakes and win chances over time"),
                option("--judge", type=whole(2), default=100, help="playouts for each decision that is judged"),
                jobs, seed)


