"""Luck and skill over many games of equal agents: luck is 0 on average, and the rest of the margin scatters less."""
from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from bench.peers.facts import facts
from bench.publish import Row, page, publish
from games import records
from games.api import InputError
from games.registry import load, names
from mcts.luck import luck
from mcts.play import Task, play

ROOT = Path(__file__).resolve().parents[2]
LEAD = """Over many games of equal agents luck is 0 on average, and so are their decisions, which scatter less than the
margin. Each game is split as `ludosoph review` does: margin = start + luck + decisions, in points ahead of the mean of
the others; what the start is worth is expected before the first event. *Scatter* is the standard deviation over games,
*left* the variance of the decisions as a share of that of the margin, and *noise* how much of that is only the error of
the playouts. A number after ± is half of a 95 % interval. All are those of seat 0, in games that do not share their
luck. Made by `python -m bench luck`."""
TABLES = (("pig", 2), ("backgammon", 2), ("burgundy", 2), ("catan_cards", 2))
Z95 = 1.96


def row_of(game: str, seats: int, agent: str, count: int, playouts: int) -> Row:
    """The line of a game: `count` games of equal agents, `playouts` for each value."""
    rules, found = load(game), list[tuple[float, float, float, float]]()
    for seed in range(count):
        lines = play(Task(game, seats, {}, seed, (agent,) * seats)).record
        record = records.read(io.StringIO("\n".join(lines)))
        actions = [step.action for step in records.steps(record)]
        account = luck(rules, records.start(record), actions, playouts, seed).points[0]
        found.append((account.result, account.luck, account.decisions, account.decisions_stderr))
    margin, fell, chosen, error = np.array(found).T
    return {"game": game, "seats": seats, "games": count, "margin": margin.mean(), "margin_error": half(margin),
            "luck": fell.mean(), "luck_error": half(fell), "decisions": chosen.mean(), "decisions_error": half(chosen),
            "start": (margin - fell - chosen).mean(), "scatter": margin.std(ddof=1),
            "decisions_scatter": chosen.std(ddof=1), "left": chosen.var() / margin.var(),
            "noise": float((error ** 2).mean() / margin.var())}


def half(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    """Half of the 95 % interval of a mean."""
    return float(Z95 * values.std(ddof=1) / len(values) ** 0.5)


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["game", "seats", "games", "margin", "start", "luck", "decisions", "scatter of margin", "of decisions",
            "left", "noise"]
    body = [[str(r["game"]), str(r["seats"]), str(r["games"]),
             f"{r['margin']:+.2f} ± {r['margin_error']:.2f}", f"{r['start']:+.2f}",
             *(f"{r[name]:+.2f} ± {r[f'{name}_error']:.2f}" for name in ("luck", "decisions")),
             f"{r['scatter']:.1f}", f"{r['decisions_scatter']:.1f}", f"{r['left']:.0%}", f"{r['noise']:.0%}"]
            for r in rows]
    return page("Luck and skill", LEAD, about, head, body)


Games = Annotated[int, typer.Option(min=2, help="Games of each table.")]
Playouts = Annotated[int, typer.Option(min=2, help="Playouts of each value, at most.")]
Agent = Annotated[str, typer.Option(help="Plays all seats.")]
Only = Annotated[str, typer.Option(help="One game only.")]
Out = Annotated[Path, typer.Option(help="Folder for luck.csv and .md.")]


def run(count: Games = 200, playouts: Playouts = 150, agent: Agent = "greedy", game: Only = "",
        out: Out = ROOT / "bench" / "results") -> None:
    """Play games of equal agents and split their margins; write CSV and Markdown.

    Example: python -m bench luck --count 20 --game burgundy
    """
    if game not in ("", *names()):
        raise InputError(f"--game: found {game!r}, expected one of {', '.join(names())}")
    rows = list[Row]()
    for name, seats in TABLES:
        if name == (game or name):
            rows.append(row_of(name, seats, agent, count, playouts))
            print(f"{name}, {seats} seats: luck {rows[-1]['luck']:+.2f} ± {rows[-1]['luck_error']:.2f}", flush=True)
    about = facts(agent=agent, playouts=f"{playouts:,} of each value at most")
    for path in publish(rows, about, written(rows, about), out, "luck"):
        print(path)
