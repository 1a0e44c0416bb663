"""A match of our search with itself on Connect Four twice over: on our rules, and on OpenSpiel's as a game here."""
from __future__ import annotations

from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import pandas as pd
import typer

import games
from bench.command import said
from bench.peers import ours
from bench.peers.environment import ROOT
from bench.peers.facts import facts
from bench.peers.openspiel_match import decision_seed
from bench.peers.pairs import openings
from bench.peers.table import piped
from core_ext.state import State
from games.registry import list_openspiel
from mcts.interval import Interval, share_interval
from reports.documents.writers import write_csv

OURS, THEIRS = "connect_four", "openspiel:connect_four"
LEAD = """Both sides are our search with the same settings: UCT, one uniformly random playout a simulation, no solver.
One side is given our compiled rules, the other OpenSpiel's as a game here. If a simulation is worth the same on both,
each wins half. The two games of a pair share an opening of 2 to 4 random moves, and the sides swap seats; a pair is one
observation of the 95 % interval, and a draw counts half. Rules and results of both are compared at every move. Made by
`python -m bench same_rules`."""


def play(opening: tuple[int, ...], their_seat: int, simulations: int, seed: int, pair: int) -> float:
    """One game: the share of the win of the side with OpenSpiel's rules. Raises ValueError where the rules differ."""
    tables = {name: games.load(name).start() for name in (OURS, THEIRS)}
    moves = list(opening)
    number = 0
    while True:
        state, other = tables[OURS], tables[THEIRS]
        compare(state, other, number)
        if state.is_terminal():
            return float(other.win_shares()[their_seat])
        if moves:
            action = moves.pop(0)
        else:
            own = other if state.current_player() == their_seat else state
            action = ours.choose(own, simulations, 1.0, decision_seed(seed, pair, their_seat, number))
        for each in tables.values():
            each.apply_action(action)
        number += 1


def compare(state: State, other: State, number: int) -> None:
    """Raises ValueError where two states differ in whose turn it is, what is legal, or who has won."""
    for name in ("current_player", "win_shares" if state.is_terminal() else "legal_actions"):
        a, b = getattr(state, name)(), getattr(other, name)()
        if a != b:
            raise ValueError(f"{name} after {number} moves: found {b} by OpenSpiel's rules, {a} by ours")


def page(found: Interval, results: list[tuple[float, float]], simulations: int, about: dict[str, str]) -> str:
    """The match as Markdown."""
    every = [share for pair in results for share in pair]
    row = [THEIRS, f"{simulations:,}", str(len(results)), *(str(every.count(share)) for share in (1.0, 0.5, 0.0)),
           f"{100 * found.estimate:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"]
    head = ["side", "simulations", "pairs", "won", "level", "lost", "share of wins with 95 % interval"]
    listed = [f"* {name.replace('_', ' ')}: {value}" for name, value in about.items()]
    return "\n".join(["# One search, two sets of rules", "", LEAD, "", *listed, "", *piped(head, [row], left=1)]) + "\n"


Pairs = Annotated[int, typer.Option(min=2, help="Pairs of games: 100 are 200 games.")]
Simulations = Annotated[int, typer.Option(min=2, help="Simulations a decision, of both sides.")]
Out = Annotated[Path, typer.Option(help="Folder for same_rules.csv and same_rules.md.")]


def run(pairs: Pairs = 100, simulations: Simulations = 200, seed: int = 1,
        out: Out = ROOT / "bench" / "results") -> None:
    """Is a simulation on OpenSpiel's Connect Four worth one on ours? Needs the extra `interop`.

    Example: python -m bench same_rules --pairs 100 --simulations 200
    """
    list_openspiel(THEIRS)
    results = []
    for pair, opening in zip(range(pairs), openings(seed), strict=False):
        results.append((play(opening, 0, simulations, seed, pair), play(opening, 1, simulations, seed, pair)))
        if len(results) % 20 == 0:
            said(f"{len(results)} of {pairs} pairs")
    found = share_interval([sum(pair) / 2 for pair in results])
    about = facts(open_spiel=version("open_spiel"), seed=str(seed))
    out.mkdir(parents=True, exist_ok=True)
    (out / "same_rules.md").write_text(page(found, results, simulations, about), encoding="utf-8")
    rows = pd.DataFrame([{"pair": at, "as_seat_0": first, "as_seat_1": second}
                         for at, (first, second) in enumerate(results)])
    print(write_csv(rows, out / "same_rules.csv"))
    print(out / "same_rules.md")
