"""What the search plays in Kuhn and Leduc poker: its value beside the equilibrium's, and what a best response wins."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Annotated, Any

import typer

from bench.peers.facts import facts
from bench.publish import Row, page, publish
from core_ext.state import State
from games.api import InputError
from games.registry import load
from mcts.params import SearchParams, parse_settings
from mcts.search import search
from mcts.workers import in_order
from tests.games.kuhn_poker import equilibrium
from tests.games.kuhn_poker.best_response import Node, Policy, expected_chips, exploitability, tree, uniform
from tests.games.leduc_poker import test_exploitability as leduc

ROOT = Path(__file__).resolve().parents[2]
DESCRIBE = {"kuhn_poker": equilibrium.describe, "leduc_poker": leduc.describe}
VALUES = {"kuhn_poker": equilibrium.VALUE, "leduc_poker": -0.0856}      # chips to seat 0 by best play of both
MOST = {"kuhn_poker": 2, "leduc_poker": 13}             # chips that are half the width of a utility
LEAD = """Every information set is searched by itself, knowing what its seat knows; how the visits are spread is the
policy there, averaged over seeds. *Value* is what seat 0 wins with that policy on both sides, in chips a game, *off*
how far that is from the value by best play (Kuhn: -1/18, Kuhn, 1950; Leduc: -0.0856, which counterfactual regret
minimisation comes to). *Told* is the utility that the searches of seat 0's first decision promise, less that of best
play, 1 being the whole width from losing most to winning most. *Exploitability* is what a best response wins, the mean
over both seats, in chips; 0 is an equilibrium. Made by `python -m bench poker_values`."""

SEARCHES: dict[str, dict[str, Any]] = {
    "keyed, UCT, uniform playouts": {"tree": "keyed", "policy": "uct", "playout": "uniform"},
    "open, UCT, uniform playouts": {"tree": "open", "policy": "uct", "playout": "uniform"},
    "keyed, PUCT": {"tree": "keyed", "policy": "puct"},
    "the game's own settings": {},
}


@dataclass(frozen=True)
class Found:
    """What searches of all information sets came to."""

    policy: dict[str, dict[str, float]]
    told: float                 # mean utility of seat 0 at its first decision, each deal as likely as it is


@cache
def root(game: str) -> Node:
    """The whole game as a tree."""
    rules = load(game)
    return tree(rules, rules.start(2), DESCRIBE[game])


def paths(game: str) -> dict[str, list[int]]:
    """One way to each information set of the seat to act, as actions from the start."""
    found: dict[str, list[int]] = {}

    def walk(state: State, actions: list[int]) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            found.setdefault(DESCRIBE[game](state), actions)
        for action in state.legal_actions():
            after = state.copy()
            after.apply_action(action)
            walk(after, [*actions, action])

    walk(load(game).start(2), [])
    return found


def spread(actions: Sequence[int], game: str, simulations: int, seed: int,
           settings: Mapping[str, Any]) -> tuple[dict[str, float], float]:
    """(share of the visits by move, utility) of the search of one information set."""
    rules, state = load(game), load(game).start(2)
    for action in actions:
        state.apply_action(action)
    found = search(state, SearchParams(simulations=simulations, seed=seed, **settings))
    if found.stopped:
        raise KeyboardInterrupt
    total = sum(move.visits for move in found.moves)
    return {rules.notation.action_text(state, m.action): m.visits / total for m in found.moves}, found.utility


def searched(game: str, simulations: int, seed: int, settings: Mapping[str, Any], jobs: int = 1) -> Found:
    """Search every information set."""
    sets = paths(game)
    each = partial(spread, game=game, simulations=simulations, seed=seed, settings=settings)
    results = dict(zip(sets, in_order(each, sets.values(), jobs)))
    first = [utility for info, (_, utility) in results.items() if info.endswith(":")]
    return Found({info: shares for info, (shares, _) in results.items()}, sum(first) / len(first))


def averaged(policies: Sequence[Policy]) -> dict[str, dict[str, float]]:
    """At each information set the mean of the policies."""
    return {info: {move: sum(p[info][move] for p in policies) / len(policies) for move in policies[0][info]}
            for info in policies[0]}


def row(game: str, name: str, simulations: int, found: Sequence[Found]) -> Row:
    """A line of the table; several seeds are averaged."""
    policy = averaged([f.policy for f in found])
    values = [expected_chips(root(game), f.policy)[0] for f in found]
    value = expected_chips(root(game), policy)[0]
    return {"game": game, "search": name, "simulations": simulations, "seeds": len(found), "value": value,
            "value_off": value - VALUES[game], "most_off_by_seed": max(abs(v - VALUES[game]) for v in values),
            "told_off": sum(f.told for f in found) / len(found) - (0.5 + VALUES[game] / (2 * MOST[game])),
            "exploitability": exploitability(root(game), policy)}


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["game", "search", "simulations", "seeds", "value", "off", "most off, a seed", "told, off", "exploitability"]
    body = [[str(r["game"]), str(r["search"]), f"{r['simulations']:,}", str(r["seeds"]), f"{r['value']:+.4f}",
             f"{r['value_off']:+.4f}", f"{r['most_off_by_seed']:.4f}", f"{r['told_off']:+.4f}",
             f"{r['exploitability']:.4f}"] for r in rows]
    below = "; ".join(f"{game}: {exploitability(root(game), uniform(root(game))):.4f}" for game in DESCRIBE)
    return page("Poker: values and exploitability", LEAD, about, head, body, left=2,
                below=f"Exploitability of choosing at random: {below}.")


Games = Annotated[str, typer.Option(help="kuhn_poker, leduc_poker or both, separated by a comma.")]
Simulations = Annotated[int, typer.Option(min=1, help="Simulations an information set.")]
Seeds = Annotated[int, typer.Option(min=1, help="Seeds 1 to this.")]
Settings = Annotated[list[str] | None, typer.Option(help="One more search, as in tree=open,fpu=0; repeat for more.")]
Jobs = Annotated[int, typer.Option(help="Information sets at once, each in a process; -1: one a core.")]
Out = Annotated[Path, typer.Option(help="Folder for poker_values.csv and .md.")]


def run(games: Games = "kuhn_poker,leduc_poker", simulations: Simulations = 50_000, seeds: Seeds = 10,
        settings: Settings = None, jobs: Jobs = 1, out: Out = ROOT / "bench" / "results") -> None:
    """Search all information sets of the poker games and judge the policies exactly; write CSV and Markdown.

    Example: python -m bench poker_values --games kuhn_poker --simulations 5000 --seeds 3
    """
    rows = []
    for game in filter(None, games.split(",")):
        if game not in DESCRIBE:
            raise InputError(f"--games: found {game!r}, expected some of {', '.join(DESCRIBE)}")
        for name, how in (SEARCHES | {text: parse_settings(text) for text in settings or []}).items():
            found = [searched(game, simulations, seed + 1, how, jobs) for seed in range(seeds)]
            rows.append(row(game, name, simulations, found))
            print(f"{game}, {name}: value off by {rows[-1]['value_off']:+.4f}, told {rows[-1]['told_off']:+.4f}, "
                  f"exploitability {rows[-1]['exploitability']:.4f}")
    about = facts()
    for path in publish(rows, about, written(rows, about), out, "poker_values"):
        print(path)
