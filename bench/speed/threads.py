"""What threads that share a tree make of a search: how strong it is with equal simulations, and how fast.

A ledger keeps every piece as soon as it is done, so the command goes on where it was stopped.
"""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Annotated, NamedTuple

import typer
from joblib import Parallel, delayed

from bench.peers.facts import facts
from bench.proofs.connect_four_solved import ours, questions
from bench.proofs.poker_values import root, searched
from bench.publish import Ledger, Row, page, publish
from bench.speed.clock import positions
from games.positions import recall
from mcts.bench import thread_counts
from mcts.interval import share_interval
from mcts.match import match, plan
from mcts.params import SearchParams
from mcts.search import search
from tests.games.kuhn_poker.best_response import exploitability

ROOT = Path(__file__).resolve().parents[2]
KEY = ("kind", "game", "threads", "simulations", "piece")
SPEEDS = ("connect_four", "burgundy", "orleans", "catan_cards", "world504")
PROCESSES = "processes"     # a kind that has no row of its own: what threads are beside it stands in theirs
TIMED = ("connect_four", "burgundy")            # games that are played in equal time
A_SECOND = 1.0              # seconds of a search whose speed is measured
A_DECISION = 0.05           # seconds a decision in matches in equal time
LEAD = """Threads that grow one tree together. *Wins*: their share against one thread with as many simulations, in
Burgundy on boards drawn by lot, with the 95 % interval. *Equal time*: their share against one thread when both think
for 0.05 seconds a decision. *Right*: solved positions of Connect Four in which a best move
is chosen. *Exploitability*: what a best response wins from the policy that searches come to, in chips; less is better.
*A second*: simulations of all threads together, in a search of a second of each of two positions, how many times those
of one thread in the same round, and what share of those that as many processes made side by side. Made by
`python -m bench threads`."""


class Piece(NamedTuple):
    """A piece of work that is done in one go."""

    kind: str
    game: str
    threads: int
    simulations: int
    piece: int                  # its number, which is also its seed


def wins(piece: Piece) -> float:
    """The share of the wins of two games, in which the search has either seat."""
    agents = [f"mcts:{piece.simulations},threads={piece.threads}", f"mcts:{piece.simulations}"]
    return match(plan(piece.game, agents, 2, options={"boards": "random"}, seed=piece.piece)).win.estimate


def equal_time(piece: Piece) -> float:
    """The share of the wins of two games in which both think for as long, on cores that nobody else may use."""
    agents = [f"mcts:{A_DECISION}s,threads={piece.threads}", f"mcts:{A_DECISION}s,threads=1"]
    options = {"boards": "random"} if piece.game == "burgundy" else {}
    return match(plan(piece.game, agents, 2, options=options, seed=piece.piece)).win.estimate


def right(piece: Piece) -> float:
    """The share of right moves in the solved positions."""
    asked = questions()
    return mean(ours(each, piece.simulations, piece.piece, {"threads": piece.threads}) for each in asked)


def exploited(piece: Piece) -> float:
    """What a best response wins, in chips."""
    found = searched(piece.game, piece.simulations, piece.piece, {"threads": piece.threads})
    return exploitability(root(piece.game), found.policy)


def a_second(piece: Piece) -> float:
    """Simulations a second: the mean of two positions of the game."""
    rates = []
    for state in positions(piece.game, 2):
        recall(state)
        begin = perf_counter()
        found = search(state, SearchParams(seconds=A_SECOND, threads=piece.threads, seed=piece.piece))
        rates.append(found.visits / (perf_counter() - begin))
    return mean(rates)


def a_start(game: str) -> None:
    """A process that is to be measured has loaded the game before."""
    positions(game, 2)


def side_by_side(piece: Piece) -> float:
    """Simulations a second of as many processes together, each with a tree of its own."""
    alone = piece._replace(threads=1)
    with Parallel(piece.threads, backend="loky") as workers:
        workers(delayed(a_start)(piece.game) for _ in range(piece.threads))
        return float(sum(workers(delayed(a_second)(alone) for _ in range(piece.threads))))


MEASURES: dict[str, Callable[[Piece], float]] = {"wins": wins, "equal time": equal_time, "right": right,
                                                 "exploitability": exploited, "a second": a_second,
                                                 PROCESSES: side_by_side}


def pieces(threads: Sequence[int], pairs: int, simulations: int, solved: int, poker: int,
           seeds: int, rounds: int, timed: int = 0) -> Iterator[Piece]:
    """All that is to be done, so that whatever is done when it is stopped can be compared."""
    for number in range(1, rounds + 1):
        for game in SPEEDS:
            for count in threads:
                if 1 < count <= (os.cpu_count() or 1):      # more would take turns, and not run side by side
                    yield Piece(PROCESSES, game, count, 0, number)
                yield Piece("a second", game, count, 0, number)
    for game in TIMED:
        for number in range(1, timed + 1):
            yield from (Piece("equal time", game, count, 0, number) for count in threads
                        if 1 < count <= (os.cpu_count() or 1))
    for number in range(1, seeds + 1):
        for game in ("kuhn_poker", "leduc_poker"):
            yield from (Piece("exploitability", game, count, poker, number) for count in threads)
    for count in threads if solved else ():
        yield Piece("right", "connect_four", count, solved, 1)
    for number in range(1, pairs + 1):
        yield from (Piece("wins", "burgundy", count, simulations, number) for count in threads if count > 1)


def summary(found: Mapping[Piece, float]) -> list[Row]:
    """One row a kind, game and number of threads."""
    rows: list[Row] = []
    for kind, game, threads, simulations in dict.fromkeys(piece[:4] for piece in found if piece.kind != PROCESSES):
        own = {piece.piece: value for piece, value in found.items() if piece[:4] == (kind, game, threads, simulations)}
        one = {piece.piece: value for piece, value in found.items() if piece[:4] == (kind, game, 1, simulations)}
        row: Row = {"kind": kind, "game": game, "threads": threads, "simulations": simulations, "pieces": len(own)}
        if kind in ("wins", "equal time"):
            interval = share_interval(list(own.values()))
            row |= {"value": interval.estimate, "low": interval.low, "high": interval.high}
        elif kind == "a second":
            ratios = [value / one[piece] for piece, value in own.items() if piece in one]
            beside = [value / found[pair] for piece, value in own.items()
                      if (pair := Piece(PROCESSES, game, threads, 0, piece)) in found]
            row |= {"value": median(own.values()), "times": median(ratios) if ratios else None,
                    "processes": median(beside) if beside else None}
        else:
            row |= {"value": mean(own.values())}
        rows.append(row)
    return rows


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["what", "game", "threads", "simulations", "found", "of"]
    return page("Threads", LEAD, about, head, [_line(row) for row in rows], left=2)


def _line(row: Row) -> list[str]:
    value, count = row["value"], f"{row['pieces']}"
    if row["kind"] in ("wins", "equal time"):
        said = f"{100 * value:.1f} %"
        if row["pieces"] > 1:
            said += f" ({100 * row['low']:.1f} to {100 * row['high']:.1f})"
        count = f"{2 * row['pieces']} games"
    elif row["kind"] == "right":
        said, count = f"{100 * value:.1f} %", f"{len(questions())} positions"
    elif row["kind"] == "exploitability":
        said, count = f"{value:.4f}", f"{row['pieces']} seeds"
    else:
        said, count = f"{value:,.0f} ({row['times']:.2f} times)", f"{row['pieces']} rounds"
        if row["processes"] is not None:
            said = f"{said[:-1]}, {row['processes']:.2f} of processes)"
    simulations = f"{row['simulations']:,}" if row["simulations"] else ""
    return [row["kind"], row["game"], str(row["threads"]), simulations, said, count]


Threads = Annotated[str, typer.Option(help="Numbers of threads, separated by commas.")]
Games = Annotated[int, typer.Option(min=0, help="Games of each match.")]
Simulations = Annotated[int, typer.Option(min=1, help="Simulations a decision in matches, of all threads together.")]
Solved = Annotated[int, typer.Option(min=0, help="Simulations a solved position; 0: none are asked.")]
Poker = Annotated[int, typer.Option(min=1, help="Simulations an information set of poker.")]
Seeds = Annotated[int, typer.Option(min=0, help="Seeds of poker.")]
Rounds = Annotated[int, typer.Option(min=0, help="Rounds of speeds.")]
Timed = Annotated[int, typer.Option(min=0, help="Games of each match in equal time; leave the cores to it.")]
Out = Annotated[Path, typer.Option(help="Folder for threads.csv and .md.")]


def run(threads: Threads = "1,2,4,8,16", games: Games = 200, simulations: Simulations = 8_000, solved: Solved = 128_000,
        poker: Poker = 20_000, seeds: Seeds = 3, rounds: Rounds = 3, timed: Timed = 0,
        ledger: Path = ROOT / "build" / "threads-ledger.csv",
        out: Out = ROOT / "bench" / "results") -> None:
    """Measure searches by several threads; write CSV and Markdown after every piece.

    Example: python -m bench threads --threads 1,16 --games 40 --simulations 1000
    """
    kept, about = Ledger(ledger, KEY), facts()
    found: dict[Piece, float] = {}
    for piece in pieces(sorted({1, *thread_counts(threads)}), (games + 1) // 2, simulations, solved, poker, seeds,
                        rounds, (timed + 1) // 2):
        row = kept.find(piece._asdict()) or kept.add({**piece._asdict(), "value": MEASURES[piece.kind](piece)})
        found[piece] = float(row["value"])
        rows = summary(found)
        if piece.kind == PROCESSES:
            continue
        publish(rows, about, written(rows, about), out, "threads")
        print(*next(_line(r) for r in rows if piece[:4] == tuple(r[name] for name in KEY[:4])), sep="  ", flush=True)
