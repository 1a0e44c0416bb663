"""How often the search rolls and holds as best play of Pig does, and how far its win chance is off."""
from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from bench.peers.facts import facts
from bench.publish import Row, page, publish
from core_ext.state import State
from games.registry import load
from mcts.params import SearchParams, parse_settings
from mcts.search import search
from mcts.workers import in_order
from tests.games.pig import optimal

ROOT = Path(__file__).resolve().parents[2]
CLEAR = 0.02                # a choice counts where the other gives away as much of the win probability
LEAD = f"""Turns of two seats, drawn at random from those in which the choice matters: rolling and holding differ by
{CLEAR:g} or more in win probability, as value iteration has it (`tests/games/pig/optimal.py`). *Right*: the search
chooses the better one. The error is the win rate that the search gives its choice less the exact win probability by
best play of both. Made by `python -m bench pig_optimal`."""

SEARCHES: dict[str, dict[str, Any]] = {
    "keyed, UCT, uniform playouts": {"tree": "keyed", "policy": "uct", "playout": "uniform"},
    "open, UCT, uniform playouts": {"tree": "open", "policy": "uct", "playout": "uniform"},
    "open, UCT 0.3, uniform playouts": {"tree": "open", "policy": "uct", "exploration": 0.3, "playout": "uniform"},
    "keyed, PUCT": {"tree": "keyed", "policy": "puct"},
    "the game's own settings": {},
}


@dataclass(frozen=True)
class Turn:
    """A turn of the seat that acts, of two, and how its choices compare."""

    own: int
    other: int
    pot: int

    def state(self) -> State:
        """The position, seat 0 to act."""
        return load("pig").notation.position_from_json(
            {"format": "ludosoph-position/1", "game": "pig", "version": 1, "seats": 2, "banked": [self.own, self.other],
             "turn": 0, "pot": self.pot})


@dataclass(frozen=True)
class Answer:
    """What a search said of a turn."""

    loss: float                 # of win probability by its choice
    error: float                # its win rate less the exact win probability


def turns(count: int, seed: int) -> list[Turn]:
    """Random turns with a clear choice; pots of 2 to 40 points, points banked that rolls can make."""
    rng, found = random.Random(seed), list[Turn]()
    while len(found) < count:
        own, other = (rng.choice([0, *range(2, optimal.GOAL)]) for _ in range(2))
        turn = Turn(own, other, rng.randint(2, 40))
        if own + turn.pot < optimal.GOAL and clear(turn):
            found.append(turn)
    return found


def clear(turn: Turn) -> bool:
    """Whether the worse choice gives away CLEAR or more."""
    values = optimal.choice_values(turn.state())
    return abs(values[optimal.ROLL] - values[optimal.HOLD]) >= CLEAR


def answer(turn: Turn, simulations: int, seed: int, settings: Mapping[str, Any]) -> Answer:
    """Search a turn and hold the choice against the truth."""
    state = turn.state()
    found = search(state, SearchParams(simulations=simulations, seed=seed, **settings))
    if found.stopped:
        raise KeyboardInterrupt
    return Answer(optimal.loss(state, found.best),
                  found.moves[0].won - optimal.win_probability(turn.own, turn.other, turn.pot))


def row(name: str, simulations: int, answers: Sequence[Answer]) -> Row:
    """A line of the table."""
    n, errors = len(answers), [a.error for a in answers]
    return {"search": name, "turns": n, "simulations": simulations, "right": sum(a.loss == 0 for a in answers) / n,
            "worst_loss": max(a.loss for a in answers), "mean_error": sum(errors) / n,
            "mean_absolute_error": sum(map(abs, errors)) / n, "largest_error": max(map(abs, errors))}


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown; errors in points of a hundred."""
    head = ["search", "turns", "simulations", "right", "most given away", "mean error", "mean size of it", "largest"]
    body = [[str(r["search"]), str(r["turns"]), f"{r['simulations']:,}", f"{100 * r['right']:.1f} %",
             *(f"{100 * r[name]:{sign}.2f}" for name, sign in (("worst_loss", ""), ("mean_error", "+"),
                                                              ("mean_absolute_error", ""), ("largest_error", "")))]
            for r in rows]
    return page("Pig: choices and win chances beside the optimum", LEAD, about, head, body)


Simulations = Annotated[int, typer.Option(min=1, help="Simulations a turn.")]
Turns = Annotated[int, typer.Option(min=1, help="How many.")]
Settings = Annotated[list[str] | None, typer.Option(help="One more search, as in tree=open,fpu=0; repeat for more.")]
Jobs = Annotated[int, typer.Option(help="Turns at once, each in a process; -1: one a core.")]
Out = Annotated[Path, typer.Option(help="Folder for pig_optimal.csv and .md.")]


def run(simulations: Simulations = 200_000, count: Turns = 300, settings: Settings = None, jobs: Jobs = 1,
        seed: int = 1, out: Out = ROOT / "bench" / "results") -> None:
    """Search random turns with a clear choice; write CSV and Markdown.

    Example: python -m bench pig_optimal --simulations 20000 --count 50
    """
    asked, rows = turns(count, seed), []
    for name, found in (SEARCHES | {text: parse_settings(text) for text in settings or []}).items():
        each = partial(answer, simulations=simulations, seed=seed, settings=found)
        rows.append(row(name, simulations, list(in_order(each, asked, jobs))))
        last = rows[-1]
        print(f"{name}: {100 * last['right']:.1f} % right, off by {100 * last['mean_absolute_error']:.2f} points")
    about = facts(seed=str(seed))
    for path in publish(rows, about, written(rows, about), out, "pig_optimal"):
        print(path)
