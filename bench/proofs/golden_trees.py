"""Golden trees: visits and values at the root of two positions of every game, in tests/data/golden_trees.json.

    python -m bench golden_trees            prints what differs from the file
    python -m bench golden_trees --write    writes it anew, after a change of the search that was meant
"""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import games
from games.registry import folders
from mcts.params import SearchParams
from mcts.search import search
from mcts.signature import SEED, positions

FILE = Path(__file__).resolve().parents[2] / "tests" / "data" / "golden_trees.json"
SIMULATIONS = 1000


def trees(game: str) -> list[dict[str, Any]]:
    """The first decision with the fewest seats, and the last of the signature's positions with the most."""
    rules, seats = games.load(game), games.load(game).seats
    states = [next(positions(game, seats[0])), list(positions(game, seats[-1]))[-1]]
    found = []
    for state in states:
        result = search(state, SearchParams(simulations=SIMULATIONS, seed=SEED))
        found.append({"position": rules.notation.position_to_json(state), "simulations": SIMULATIONS, "seed": SEED,
                      "moves": {rules.notation.action_text(state, m.action): [m.visits, round(m.utility, 12)]
                                for m in result.moves}})
    return found


def main() -> int:
    """Compare or write; the number of games that differ, at most 1, is the exit status."""
    made = {game: trees(game) for game in folders()}
    if "--write" in sys.argv[1:]:
        lines = [json.dumps(game) + ": [\n" + ",\n".join(map(json.dumps, pair)) + "\n]" for game, pair in made.items()]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        return 0
    kept = json.loads(FILE.read_text(encoding="utf-8"))
    differing = [game for game, pair in made.items() if json.loads(json.dumps(pair)) != kept.get(game)]
    for game in differing:
        print(f"{game}: the trees differ from {FILE.name}")
    return min(1, len(differing))
