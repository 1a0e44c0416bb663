"""What the search does in fixed positions stays as it is, unless a change means to move it.

After such a change: `ludosoph bench --signature` for the numbers below, `python -m bench golden_trees --write` for the
trees, and a line in the body of the commit.
"""
import json
from pathlib import Path

import pytest

from games.positions import read_position
from games.registry import folders
from mcts.params import SearchParams
from mcts.search import search
from mcts.signature import signatures, total

SIGNATURE = "02dc0d92"
TREES = json.loads((Path(__file__).parent.parent / "data" / "golden_trees.json").read_text(encoding="utf-8"))


def test_the_search_signature():
    parts = signatures()
    assert f"{total(parts):08x}" == SIGNATURE, {part.game: f"{part.value:08x}" for part in parts}


def test_every_game_has_two_golden_trees():
    assert {game: len(trees) for game, trees in TREES.items()} == dict.fromkeys(folders(), 2)


@pytest.mark.parametrize("game", TREES)
@pytest.mark.parametrize("number", (0, 1))
def test_the_root_of_a_golden_tree(game, number, tmp_path):
    tree = TREES[game][number]
    (tmp_path / "position.json").write_text(json.dumps(tree["position"]), encoding="utf-8")
    rules, state, _ = read_position(str(tmp_path / "position.json"))
    result = search(state, SearchParams(simulations=tree["simulations"], seed=tree["seed"]))
    moves = {rules.notation.action_text(state, m.action): [m.visits, m.utility] for m in result.moves}
    assert list(moves) == list(tree["moves"])                                       # in their order, too
    for text, (visits, utility) in moves.items():
        assert (text, visits) == (text, tree["moves"][text][0])
        assert utility == pytest.approx(tree["moves"][text][1], abs=1e-9)
