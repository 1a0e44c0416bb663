"""What each part of the search buys: a paired match of the default against itself with one thing changed."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bench.matches import KEY, Table, meet, options_of, percent, signed, value
from bench.peers.facts import facts
from bench.publish import Ledger, Row, page, publish
from core_ext.state import State
from games.api import InputError
from games.registry import load
from mcts.agents import make
from mcts.params import SearchParams, parse_settings, settings_text

ROOT = Path(__file__).resolve().parents[2]
LEAD = """The search with one thing changed plays the search as it is, with as many simulations a decision. Games come
in blocks that share their luck, with swapped seats; a block is one observation of the 95 % interval. Under 50 % the
change costs strength, so what it takes away is worth having; over 50 % it should become the default. Made by
`python -m bench parts`."""


@dataclass(frozen=True)
class Part:
    """A change of the search, in the words of `mcts:N,...`, and where it can be made."""

    name: str
    settings: str               # replaces those that the default has of the same name
    hidden: tuple[bool, ...] = (True, False)    # whether something is hidden in the game
    valued: bool = False        # needs a value function: weights of the game's own

    def fits(self, state: State) -> bool:
        """Whether this game can be searched so."""
        return (state.hides in self.hidden
                and (not self.valued or bool(state.search_settings().get("weights"))))


PARTS = (
    Part("uniform playouts", "playout=uniform"),
    Part("UCT", "policy=uct"),
    Part("UCT, less exploring", "policy=uct,exploration=0.5"),
    Part("PUCT", "policy=puct"),
    Part("exploration 0.5", "exploration=0.5"),
    Part("exploration 2", "exploration=2"),
    Part("no first-play urgency", "fpu=-inf"),
    Part("first-play urgency 0", "fpu=0"),
    Part("first-play urgency 0.3", "fpu=0.3"),
    Part("no solver", "solve=no", hidden=(False,)),
    Part("open tree", "tree=open"),
    Part("keyed tree", "tree=keyed"),
    Part("a tree for each seat", "tree=decoupled"),
    Part("playouts to the end", "cutoff=0"),
    Part("playouts cut off after 20 decisions", "cutoff=20", valued=True),
    Part("values only", "playout=none", valued=True),
)


def changed(default: str, change: str) -> str:
    """The settings of the default with those of the change in their place."""
    return settings_text(SearchParams(simulations=1, **(parse_settings(default) | parse_settings(change))))


def chosen(state: State, names: str) -> list[Part]:
    """The parts named, or all, as far as they fit the game. Raises InputError for a name that there is not."""
    wanted = [word.strip() for word in names.split(",") if word.strip()]
    known = {part.name for part in PARTS}
    for word in wanted:
        if word not in known:
            raise InputError(f"--parts: found {word!r}, expected some of {', '.join(sorted(known))}")
    return [part for part in PARTS if (not wanted or part.name in wanted) and part.fits(state)]


def searched(state: State, settings: str) -> Mapping[str, object]:
    """How an agent with these settings searches this game, the game's own settings included."""
    return SearchParams(simulations=1, **parse_settings(settings)).settings(state)


def ablation(table: Table, parts: Sequence[Part], simulations: int, default: str, ledger: Ledger) -> list[Row]:
    """A line a part that is not already as the default is; the finished ones come from the ledger."""
    state = load(table.game).start(table.seats, dict(table.options))
    plain = make(",".join(filter(None, (f"mcts:{simulations}", default)))).name
    rows, usual = [], searched(state, default)
    for part in parts:
        settings = changed(default, part.settings)
        if searched(state, settings) != usual:
            agent = make(f"mcts:{simulations},{settings}").name
            rows.append(meet(table, agent, plain, ledger) | {"part": part.name})
    return rows


def written(rows: Sequence[Row], about: Mapping[str, str], game: str) -> str:
    """The table as Markdown."""
    head = ["change", "settings", "games", "% of the win (95 %)", "Elo", "points ahead (95 %)"]
    body = [[str(row["part"]), f"`{str(row['first']).partition(',')[2]}`", f"{int(row['games']):,}", percent(row),
             "–" if (elo := value(row, "elo")) is None else f"{elo:+.0f}", signed(row)] for row in rows]
    return page(f"Parts of the search in {game}", LEAD, about, head, body, left=2)


Simulations = Annotated[int, typer.Option(min=1, help="Simulations a decision, of both sides.")]
Games = Annotated[int, typer.Option(min=2, help="Games of each match, rounded up to whole blocks.")]
Parts = Annotated[str, typer.Option(help="Names of parts, separated by commas; all that fit the game, if not given.")]
Default = Annotated[str, typer.Option(help="Settings of the side that is compared with, as in policy=uct.")]
Jobs = Annotated[int, typer.Option(help="Games at once, each in a process; -1: one a core.")]
Seats = Annotated[int | None, typer.Option(help="Seats at the table, if not the game's default.")]
Options = Annotated[str, typer.Option(help="Options of the game, as in boards=2; a comma within a value is written +.")]
Out = Annotated[Path, typer.Option(help="Folder for parts-GAME.csv, .md and the ledger.")]


def run(game: Annotated[str, typer.Argument(help="A game.")] = "burgundy", simulations: Simulations = 1000,
        games: Games = 200, parts: Parts = "", default: Default = "", jobs: Jobs = 1, seed: int = 1,
        seats: Seats = None, options: Options = "", out: Out = ROOT / "bench" / "results") -> None:
    """Play the search with each part changed against the search as it is; write CSV and Markdown.

    A finished block is kept in parts-GAME-blocks.csv and not played again: a stopped run goes on, and a longer one
    plays only what is more.

    Example: python -m bench parts connect_four --simulations 500 --games 40 --parts "UCT,no solver"
    """
    table = Table(game, seats, options_of(options), games, seed, jobs)
    state = load(game).start(seats, dict(table.options))
    ledger = Ledger(out / f"parts-{game}-blocks.csv", KEY)
    rows = ablation(table, chosen(state, parts), simulations, default, ledger)
    if not rows:
        raise InputError("--parts: all of these are as the default is")
    about = facts(seats=str(state.seats), options=options or "none", simulations=str(simulations),
                  default=default or "the game's own", seed=str(seed))
    for path in publish(rows, about, written(rows, about, game), out, f"parts-{game}"):
        print(path)
