"""How many plans advice calls level in this version and in an earlier one, asked of the same fresh positions.

    python -m bench level_earlier ../before world504 --drawn 30 --positions 60 --simulations 200

The other tree is a checkout that is built in place. Each version answers in a process of its own. A search of this
version, --times as long, then values both first plans: whether they lose no more than was said.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from bench.command import said as tell
from bench.matches import bounded, options_of, options_text
from bench.peers.facts import earlier, facts, our_version
from bench.peers.worker import Worker, WorkerError
from bench.publish import Ledger, Row, page, publish
from bench.strength.against_earlier import player, tables_of
from games.registry import load
from mcts.advice import weigh
from mcts.agents import make
from mcts.confidence import confidence, measured
from mcts.interval import Interval, known, mean_interval
from mcts.params import SearchParams
from mcts.redeals import resampled
from mcts.turns import same_position
from mcts.walks import Position, Table, walks

ROOT = Path(__file__).resolve().parents[2]
LEDGER = ROOT / "bench" / "results" / "uncertainty" / "answers.csv.gz"
KEY = ("game", "seats", "options", "simulations", "earlier", "seed", "position")
GROUP = ("game", "seats", "simulations", "earlier")
SIDES = ("", "earlier_")
LEAD = """On positions of greedy games, the same for both versions: out of *plans* that advice valued, how many it puts
beside its first, with that one. *Of the earlier*: this version's level plans as a share of the earlier one's, and the
difference a position with its 95 % interval; a position is one observation. *Loses no more*: positions where a search
ten times as long says of the plan named first that it loses no more than was said (`lossAtMost`); the search is this
version's for both. Games drawn by lot, such as worlds of 504, are pooled. Made by `python -m bench level_earlier`."""


def asked(worker: Worker, table: Table, position: Position, simulations: int, seed: int) -> dict[str, Any]:
    """What a version says of a position. Raises WorkerError."""
    worker.ask("start", game=table.game, seats=position.state.seats, options=dict(table.options))
    return worker.ask("advise", game=table.game, actions=[*position.actions], simulations=simulations, seed=seed)


def compared(table: Table, position: Position, workers: Sequence[Worker], simulations: int, times: int, seed: int
             ) -> Row:
    """What both versions say of a position, and what their first plans lose; `differ` where one cannot follow."""
    try:
        answers = [asked(worker, table, position, simulations, seed) for worker in workers]
    except WorkerError as error:
        return {"differ": str(error)}
    losses = lost(table, position, [answer["first"] for answer in answers], times * simulations, seed)
    found = Row()
    for side, answer, loss in zip(SIDES, answers, losses, strict=True):
        found |= {f"{side}{name}": answer[name] for name in ("plans", "level", "risk")} | {f"{side}loss": loss}
    return found


def lost(table: Table, position: Position, firsts: Sequence[Sequence[int]], simulations: int, seed: int) -> list[float]:
    """What these plans lose beside the best of so long a search, in win chance."""
    game, state = load(table.game), resampled(position.state, position.state.current_player(), seed)
    search, plans = weigh(game, state, SearchParams(simulations=simulations, seed=seed + 1),
                          wanted=[tuple(first) for first in firsts])
    sure = confidence(state, plans, search.result.visits + plans.simulations, measured(game, state),
                      search.result.moves)
    ends, found = [same_position(game, plan.end) for plan in plans.plans], list[float]()
    for first in firsts:
        end = state.copy()
        for action in first:
            end.apply_action(action)
        found.append(float(sure.loss[ends.index(same_position(game, end))]))
    return found


def positions_of(tables: Sequence[Table], count: int, seed: int) -> Iterator[tuple[int, Table, Position]]:
    """So many positions by number, as many of each table as of any other, from games of greedy."""
    numbers, each = iter(range(count)), -(-count // len(tables))
    for table in tables:
        met = [p for found, _ in walks(table, make("greedy"), -(-each // 3), seed) for p in found][:each]
        yield from ((number, table, position) for position, number in zip(met, numbers, strict=False))


def lines(rows: Sequence[Mapping[str, Any]]) -> list[Row]:
    """The table: a line for each game, number of seats and budget."""
    groups = dict[tuple[str, ...], list[Mapping[str, Any]]]()
    for row in rows:
        if not row.get("differ"):
            groups.setdefault(tuple(str(row[name]) for name in GROUP), []).append(row)
    return [line(dict(zip(GROUP, name, strict=True)), groups[name]) for name in sorted(groups)]


def line(head: Row, rows: Sequence[Mapping[str, Any]]) -> Row:
    """A line of the table."""
    of = {f"{side}{name}": np.array([float(row[f"{side}{name}"]) for row in rows])
          for side in SIDES for name in ("plans", "level", "risk", "loss")}
    found = head | {"positions": len(rows), "plans": float(of["plans"].mean()),
                    "share": float(of["level"].sum() / of["earlier_level"].sum())}
    for side in SIDES:
        found |= bounds(f"{side}level", mean_interval(of[f"{side}level"]))
        found[f"{side}holds"] = int((of[f"{side}loss"] <= of[f"{side}risk"] + 1e-9).sum())
    return found | bounds("difference", mean_interval(of["level"] - of["earlier_level"]))


def bounds(name: str, interval: Interval) -> Row:
    """An interval as columns of the table; its bounds only where they are known."""
    return known([(name, interval.estimate), (f"{name}_low", interval.low), (f"{name}_high", interval.high)])


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["game", "seats", "simulations", "positions", "plans", "level (95 %)", "level earlier (95 %)",
            "of the earlier", "difference (95 %)", "loses no more", "earlier"]
    body = [[row["game"], row["seats"], f"{int(row['simulations']):,}", str(row["positions"]), f"{row['plans']:.1f}",
             said(row, "level"), said(row, "earlier_level"), f"{100 * row['share']:.0f} %",
             said(row, "difference", "+.1f"), f"{row['holds']} of {row['positions']}",
             f"{row['earlier_holds']} of {row['positions']}"] for row in rows]
    return page("Plans that advice calls level, beside an earlier version", LEAD, about, head, body)


def said(row: Row, name: str, form: str = ".1f") -> str:
    """A number of a line with its interval."""
    return bounded(row[name], row.get(f"{name}_low"), row.get(f"{name}_high"), 1, form)


def run(other: Annotated[Path, typer.Argument(help="The other version's tree, built in place.")],
        game: Annotated[str, typer.Argument(help="A game.")],
        seats: Annotated[int | None, typer.Option(help="Seats, if not the game's default.")] = None,
        options: Annotated[str, typer.Option(help="Options of the game; a comma within a value is written +.")] = "",
        drawn: Annotated[int, typer.Option(min=0, help="So many games, such as worlds of 504, drawn by the seed.")] = 0,
        positions: Annotated[int, typer.Option(min=1, help="How many; those in the ledger count.")] = 60,
        simulations: Annotated[int, typer.Option(min=1, help="Of the advice.")] = 1_000,
        times: Annotated[int, typer.Option(min=2, help="How many times as long the search is that checks it.")] = 10,
        seed: int = 2_000,
        ledger: Annotated[Path, typer.Option(help="File of the answers; the table is of all that it has.")] = LEDGER,
        out: Annotated[Path, typer.Option(help="Folder for level-earlier.csv and .md.")] = ROOT / "bench" / "results"
        ) -> None:
    """Ask advice of this version and an earlier one about the same positions; write CSV and Markdown.

    Example: python -m bench level_earlier ../before burgundy --positions 60
    """
    commit, program, kept = earlier(other), our_version(), Ledger(ledger, KEY)
    tables = [Table(game, at, tuple(chosen.items()))
              for at, chosen in tables_of(game, seats, options_of(options), drawn, seed)]
    with ExitStack() as stack:
        workers = player(stack, ROOT), player(stack, other.resolve())
        for number, table, position in positions_of(tables, positions, seed):
            name = {"game": game, "seats": position.state.seats, "options": options_text(dict(table.options)),
                    "simulations": simulations, "earlier": commit, "seed": seed, "position": number}
            if kept.find(name) is None:
                kept.add(name | compared(table, position, workers, simulations, times, seed + number)
                         | {"program": program})
    rows = [*kept.rows.values()]
    apart = sum(bool(row.get("differ")) for row in rows)
    tell(f"{len(rows)} positions, of which the versions differ on {apart}")
    table_, about = lines(rows), facts(seed=str(seed))
    for path in publish(table_, about, written(table_, about), out, "level-earlier"):
        print(path)
