"""Why a game of 504 does not end is read from its last position."""
import pytest

from bench.strength.worlds_skill import standstill
from games.packed import codes
from games.registry import load
from games.world504.tables import KINDS

NOWHERE, = codes("world504", "NOWHERE")


@pytest.mark.parametrize(("world", "words"), [
    ("185", "rules: all trading houses together take 22 goods, and 23 are asked for"),
    ("258", "rules: no space takes the last cities"), ("681", "agent: its 19 roads are built"),
    ("867", "agent: it finds nothing more to do")])
def test_the_reason_is_of_the_rules_or_of_the_agent(world, words):
    state = load("world504").start(2, {"world": world})
    raw = state.raw()
    for owner in raw["owner"]:
        owner["roads"] = 0
        owner["cards"] = (1 << sum(t != NOWHERE for t in raw["city_at"])) - 1
    raw["stack"][KINDS.index("city")] = 2
    assert standstill(raw, state.rules_in_force()).startswith(words)


def test_cities_that_can_still_be_reached_are_no_dead_end_of_the_rules():
    state = load("world504").start(2, {"world": "258"})
    assert standstill(state.raw(), state.rules_in_force()).startswith("agent")
