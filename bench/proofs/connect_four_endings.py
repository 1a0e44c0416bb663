"""How advice ends won and lost games of Connect Four: whether it holds on as long as can be, and wins in few moves.

    python -m bench connect_four_endings --positions 1000

Late positions of random games that a search of advice solves are held against the exact number of moves to the end,
by a solver that knows who wins (`tests/games/connect_four`).
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from bench.peers.facts import facts
from bench.publish import Row, page, publish
from core_ext.state import State
from games.registry import load
from mcts.advice import advise, search_params
from tests.games.connect_four import solver

ROOT = Path(__file__).resolve().parents[2]
FEWEST, VARIED = 22, 13         # stones of the random games: so many and up to so many less one more
MOST = 20_000                   # positions looked at for the length of one
LEAD = """Positions after {fewest} to {most} random moves in which the search of advice proves who wins, and moves
differ in how long the game goes on. *At once* counts lost positions in which the move advised lets the other side win
with its next move though another one does not, and won ones in which a win with the next move is left. *Longest or
quickest*: the move advised is one that holds on longest, or wins in the fewest moves, of all there are; *moves off*: by
how many moves of a side the others are off, all together. Made by `{command}`."""


class TooLong(Exception):
    """More positions than it is worth lie before the end."""


def length(state: State, moves: tuple[int, ...], known: dict[bytes, int], left: list[int]) -> int:
    """Moves to the end of a game that is won or lost, if the winner hurries and the loser holds on. Raises TooLong."""
    if state.is_terminal():
        return 0
    key = state.to_bytes()
    if key not in known:
        left[0] -= 1
        if left[0] < 0:
            raise TooLong
        kept, wins = keeping(state, moves), solver.value(moves) > 0
        if wins and any(after.is_terminal() for after in kept.values()):
            return 1
        lengths = [1 + length(after, (*moves, action), known, left) for action, after in kept.items()]
        known[key] = min(lengths) if wins else max(lengths)
    return known[key]


def keeping(state: State, moves: tuple[int, ...]) -> dict[int, State]:
    """The moves that keep what the position is worth, and where they lead."""
    made = {}
    for action in solver.best(solver.values(moves)):
        made[action] = state.copy()
        made[action].apply_action(action)
    return made


def by_move(state: State, moves: tuple[int, ...]) -> dict[int, int]:
    """How long the game goes on after each of these moves, with the move itself. Raises TooLong."""
    known, left = dict[bytes, int](), [MOST]
    return {action: 1 + length(after, (*moves, action), known, left) for action, after in keeping(state, moves).items()}


def positions(count: int) -> Iterator[tuple[int, State, tuple[int, ...]]]:
    """Positions after random moves, with the number of the game and its columns."""
    game = load("connect_four")
    for seed in range(count):
        state, moves = game.start(), list[int]()
        for step in range(FEWEST + seed % VARIED):
            if not state.is_terminal():
                moves.append(state.random_action(seed, step))
                state.apply_action(moves[-1])
        if not state.is_terminal():
            yield seed, state, tuple(moves)


def judged(count: int, simulations: int) -> dict[str, Counter[str]]:
    """What came, for won and for lost positions."""
    game = load("connect_four")
    found: dict[str, Counter[str]] = {"won": Counter(), "lost": Counter()}
    for seed, state, moves in positions(count):
        document = advise(game, state, search_params(simulations=simulations, seed=seed)).document
        value = solver.value(moves)
        if not document["rootInfo"]["solved"] or value == 0:
            continue
        counts = found["won" if value > 0 else "lost"]
        counts["solved"] += 1
        try:
            lengths = by_move(state, moves)
        except TooLong:
            counts["too long"] += 1
            continue
        if len(set(lengths.values())) < 2:
            continue
        counts["choice"] += 1
        action = game.notation.parse_action(state, document["planInfos"][0]["moves"][0])
        best = (min if value > 0 else max)(lengths.values())
        mine = lengths.get(action, 0)       # 0: it gives the win away
        counts["best"] += mine == best
        counts["off"] += abs(best - mine) // 2
        counts["away"] += action not in lengths
        counts["at once"] += mine == 2 < best if value < 0 else best == 1 != mine
    return found


def rows_of(found: Mapping[str, Counter[str]]) -> list[Row]:
    """A line for the lost and one for the won."""
    return [{"position": kind, **{name: counts[name] for name in ("solved", "too long", "choice", "at once", "best",
                                                                  "off", "away")}} for kind, counts in found.items()]


def run(count: Annotated[int, typer.Option("--positions", min=1, help="Random games.")] = 1000,
        simulations: Annotated[int, typer.Option(min=10, help="Of each search.")] = 2000,
        out: Annotated[Path, typer.Option(help="Folder for the table.")] = ROOT / "bench" / "results") -> None:
    """Judge the first plan of advice in won and lost positions of Connect Four; write connect_four_endings.md."""
    rows = rows_of(judged(count, simulations))
    about = facts(games=f"{count:,}", simulations=f"{simulations:,}")
    lead = LEAD.format(fewest=FEWEST, most=FEWEST + VARIED - 1,
                       command=f"python -m bench connect_four_endings --positions {count} --simulations {simulations}")
    head = ["position", "solved", "with a choice", "at once", "longest or quickest", "moves off, in all",
            "win given away"]
    body = [[str(r["position"]), f"{r['solved']:,}", f"{r['choice']:,}", f"{r['at once']:,}",
             f"{r['best']:,} ({100 * r['best'] / max(1, r['choice']):.1f} %)", f"{r['off']:,}", f"{r['away']:,}"]
            for r in rows]
    for path in publish(rows, about, page("Ends of Connect Four", lead, about, head, body), out,
                        "connect_four_endings"):
        print(path)
