"""What of a bare search's speed reaches an answer: simulations a processor second of both."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Annotated

import typer

from bench.peers.facts import facts
from bench.publish import Row, page, publish
from bench.speed.clock import positions
from core_ext.state import State
from games.positions import read_position
from games.registry import load
from mcts.advice import think
from mcts.params import SearchParams
from mcts.search import search

ROOT = Path(__file__).resolve().parents[2]
LEAD = """Simulations a second of `ludosoph suggest` (the search, the values of plans and the points together) over
those of a search of the same position that only grows its tree: one thread, processor time, which others on
the machine change little, both in turns. The median over rounds, with the lowest and the highest. Made by
`python -m bench reach`."""


def asked(game: str) -> list[tuple[str, State]]:
    """Positions with their names: a third and two thirds through a playout, and Burgundy's example."""
    found = list(zip(("a third", "two thirds"), positions(game, load(game).seats[0]), strict=True))
    if game == "burgundy":
        found.append(("the example", read_position(str(ROOT / "examples" / "burgundy-midgame.json")).state))
    return found


def bare(state: State, seconds: float, seed: int) -> float:
    """Simulations a processor second of a search."""
    begin = process_time()
    found = search(state, SearchParams(seconds=seconds, seed=seed))
    return found.visits / (process_time() - begin)


def whole(game: str, state: State, seconds: float, seed: int) -> float:
    """Simulations a processor second of an answer."""
    begin = process_time()
    found = think(load(game), state, SearchParams(seconds=seconds, seed=seed))
    return (found.search.result.visits + found.plans.simulations) / (process_time() - begin)


def compared(game: str, name: str, state: State, seconds: float, rounds: int) -> Row:
    """One row: both rates, and their ratios within the rounds."""
    pairs = [(bare(state, seconds, turn), whole(game, state, seconds, turn)) for turn in range(rounds)]
    ratios = [answer / alone for alone, answer in pairs]
    return {"game": game, "position": name, "bare": median(alone for alone, _ in pairs),
            "answer": median(answer for _, answer in pairs), "ratio": median(ratios), "lowest": min(ratios),
            "highest": max(ratios), "rounds": rounds}


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    body = [[r["game"], r["position"], f"{r['bare']:,.0f}", f"{r['answer']:,.0f}", f"{r['ratio']:.2f}",
             f"{r['lowest']:.2f} to {r['highest']:.2f}"] for r in rows]
    return page("Speed that reaches the answer", LEAD, about,
                ["game", "position", "search alone", "answer", "ratio", "lowest to highest"], body, left=2)


def run(games: Annotated[str, typer.Option(help="Names, separated by commas.")] = "burgundy,orleans,connect_four",
        seconds: Annotated[float, typer.Option(min=0.05, help="Of one measurement.")] = 4.0,
        rounds: Annotated[int, typer.Option(min=1, help="Times that both are measured.")] = 5,
        out: Annotated[Path, typer.Option(help="Folder for reach.csv and .md.")] = ROOT / "bench" / "results") -> None:
    """Measure answers and bare searches in turns; write CSV and Markdown.

    Example: python -m bench reach --games burgundy --seconds 1 --rounds 3
    """
    rows: list[Row] = []
    for game in games.split(","):
        for name, state in asked(game):
            rows.append(compared(game, name, state, seconds, rounds))
            print(f"{game}, {name}: {rows[-1]['ratio']:.2f}", flush=True)
    about = facts(seconds=f"{seconds:g}", rounds=str(rounds))
    for path in publish(rows, about, written(rows, about), out, "reach"):
        print(path)
