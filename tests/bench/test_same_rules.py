"""One search on two sets of rules: equal where the rules are, and rules that differ are told."""
import pytest

import games
from bench.peers import ours, same_rules
from games import registry
from mcts.interval import share_interval

pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install '.[interop]'")


@pytest.fixture(autouse=True)
def listed(monkeypatch):
    monkeypatch.setenv(registry.SPIEL, "")
    registry.list_openspiel(same_rules.THEIRS)
    yield
    registry.load.cache_clear()


@pytest.mark.parametrize("seat, share", [(0, 1.0), (1, 0.0)])
def test_the_share_is_that_of_the_side_with_their_rules(monkeypatch, seat, share):
    """Whoever moves first fills the middle column; the other plays beside it and loses."""
    monkeypatch.setattr(ours, "choose", lambda state, *_: 3 if state.current_player() == 0 else 0)
    assert same_rules.play((), seat, 10, 1, 0) == share


def test_rules_that_differ_are_told():
    one, other = games.load("connect_four").start(), games.load(same_rules.THEIRS).start()
    same_rules.compare(one, other, 0)
    one.apply_action(3)
    with pytest.raises(ValueError, match="current_player after 1 moves: found 0 by OpenSpiel's rules, 1 by ours"):
        same_rules.compare(one, other, 1)


def test_the_page_counts_games_and_pairs():
    results = [(1.0, 0.5), (0.0, 1.0), (1.0, 1.0)]
    text = same_rules.page(share_interval([sum(pair) / 2 for pair in results]), results, 200, {"seed": "1"})
    assert "| openspiel:connect_four | 200 | 3 | 4 | 1 | 1 | 75.0 % (" in text
