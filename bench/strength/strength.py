"""The strength curve: how often the search wins against itself with half the simulations."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from matplotlib.figure import Figure

from bench import pictures
from bench.matches import KEY, Table, meet, options_of, percent, signed, value
from bench.peers.facts import facts
from bench.publish import Ledger, Row, page, publish
from games.api import InputError
from games.registry import load
from mcts.agents import make
from reports.plots import style
from reports.wording import counted

ROOT = Path(__file__).resolve().parents[2]
LEAD = """Each line is a match of the search with a budget of simulations a decision against itself with half of it.
Games come in blocks that share their luck, with swapped seats; a block is one observation of the 95 % interval. With
two seats 50 % would mean that twice the simulations buy nothing. Made by `python -m bench strength`."""


def doublings(first: int, last: int) -> list[tuple[int, int]]:
    """Pairs (b, 2b) with b from `first`, 2b up to `last`. Raises InputError where there is none."""
    if first < 1 or last < 2 * first:
        raise InputError(f"--from, --to: found {first} and {last}, expected 1 or more and at least twice that")
    found = [(first, 2 * first)]
    while 2 * found[-1][1] <= last:
        found.append((found[-1][1], 2 * found[-1][1]))
    return found


def agent(budget: int, settings: str) -> str:
    """The spec of the search with this budget, in canonical form."""
    return make(f"mcts:{budget},{settings}" if settings else f"mcts:{budget}").name


def curve(table: Table, pairs: Sequence[tuple[int, int]], settings: str, ledger: Ledger) -> list[Row]:
    """A line a doubling, each with its `budget`; the finished ones come from the ledger."""
    return [meet(table, agent(more, settings), agent(less, settings), ledger) | {"budget": more}
            for less, more in pairs]


@style.styled
def draw(rows: Sequence[Mapping[str, Any]], title: str, settings: str = "") -> Figure:
    """Share of the win over half the budget, by budget, with intervals; dashed: no gain. `settings`: of both."""
    figure = style.new_figure(3.6)
    games = counted(int(rows[0]["games"]), "game")
    how = f" Both searches with {settings}." if settings else ""
    style.heading(figure, title, f"Share of the win of a budget against half of it; {games} a point.\n"
                                 f"Bars: 95 % interval; dashed: no gain.{how}")
    axes = figure.subplots()
    budgets = [int(row["budget"]) for row in rows]
    wins = [100 * (value(row, "win") or 0) for row in rows]
    bars = [[100 * abs((value(row, "win") or 0) - (value(row, end) or 0)) if value(row, end) is not None else 0
             for row in rows] for end in ("low", "high")]
    axes.errorbar(budgets, wins, yerr=bars, fmt="o-", color=style.colour(0), capsize=3, linewidth=1.4, markersize=6)
    axes.axhline(100 / int(rows[0]["seats"]), color=style.FAINT, linestyle="--", linewidth=1.2)
    axes.set_xscale("log", base=2)
    axes.set_xticks(budgets, [f"{budget:,}" for budget in budgets])
    axes.minorticks_off()
    axes.set_xlabel("simulations a decision")
    axes.set_ylabel("% of the win")
    axes.margins(x=0.08, y=0.15)
    axes.grid(axis="y")
    return figure


def written(rows: Sequence[Row], about: Mapping[str, str], game: str) -> str:
    """The curve as Markdown."""
    head = ["simulations", "against", "games", "% of the win (95 %)", "Elo", "points ahead (95 %)"]
    body = [[f"{int(row['budget']):,}", f"{int(row['budget']) // 2:,}", f"{int(row['games']):,}", percent(row),
             "–" if (elo := value(row, "elo")) is None else f"{elo:+.0f}", signed(row)] for row in rows]
    return page(f"Strength of the search in {game}, by simulations", LEAD, about, head, body, left=0)


Games = Annotated[int, typer.Option(min=2, help="Games of each match, rounded up to whole blocks.")]
First = Annotated[int, typer.Option("--from", min=1, help="The smallest budget, in simulations a decision.")]
Last = Annotated[int, typer.Option("--to", min=2, help="The largest budget.")]
Jobs = Annotated[int, typer.Option(help="Games at once, each in a process; -1: one a core.")]
Seats = Annotated[int | None, typer.Option(help="Seats at the table, if not the game's default.")]
Options = Annotated[str, typer.Option(help="Options of the game, as in boards=2; a comma within a value is written +.")]
Settings = Annotated[str, typer.Option(help="Settings of both searches, as in policy=uct,exploration=0.7.")]
Out = Annotated[Path, typer.Option(help="Folder for strength-GAME.csv, .md and the ledger.")]
Images = Annotated[Path, typer.Option(help="Folder for strength-GAME.png.")]
Name = Annotated[str, typer.Option(help="What the files are called instead of strength-GAME; the ledger stays.")]


def run(game: Annotated[str, typer.Argument(help="A game.")] = "burgundy", games: Games = 200, first: First = 250,
        last: Last = 8000, jobs: Jobs = 1, seed: int = 1, seats: Seats = None, options: Options = "",
        settings: Settings = "", name: Name = "", out: Out = ROOT / "bench" / "results",
        images: Images = ROOT / "docs" / "images") -> None:
    """Play each doubling of the budget against the budget before it; write CSV, Markdown and a plot.

    A finished block is kept in strength-GAME-blocks.csv and not played again: a stopped run goes on, and a longer one
    plays only what is more.

    Example: python -m bench strength connect_four --games 40 --from 250 --to 1000
    """
    table = Table(game, seats, options_of(options), games, seed, jobs)
    ledger = Ledger(out / f"strength-{game}-blocks.csv", KEY)
    rows = curve(table, doublings(first, last), settings, ledger)
    about = facts(seats=str(rows[0]["seats"]), options=options or "none", settings=settings or "the game's own",
                  seed=str(seed))
    name = name or f"strength-{game}"
    paths = publish(rows, about, written(rows, about, game), out, name)
    images.mkdir(parents=True, exist_ok=True)
    paths.append(pictures.save(draw(rows, f"Doubling the simulations: {load(game).title}", settings), images, name))
    for path in paths:
        print(path)
