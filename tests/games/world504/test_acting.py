"""Who acts for whom: seats for companies, in what commands print and in records."""
import json

import pytest

import games
from games.records import Recorder
from games.registry import load as game
from games.world504.names import COMPANIES

from .shares import dealing
from .turns import play

GAME = game("world504")


def test_a_president_acts_for_its_company_and_a_trader_for_itself():
    state = dealing("916")
    assert GAME.talk.acting(state) is None
    assert GAME.who(state) == "seat 0"
    play(state, "buy blue")
    assert GAME.talk.acting(state) == "blue"
    assert GAME.who(state) == "seat 0 for blue"


def test_no_seat_acts_for_anybody_else_in_other_worlds_and_games():
    for name in games.names():
        assert game(name).talk.acting(game(name).start()) is None
    assert GAME.talk.acting(dealing("679")) is None


def test_the_actor_of_a_company_is_its_president_all_through_a_game():
    state = dealing("936", 3)
    for number in range(3000):
        if state.is_terminal():
            break
        if state.is_chance_node():
            assert GAME.talk.acting(state) is None
            state.apply_action(state.sample_chance(2, number))
            continue
        owner = GAME.talk.acting(state)
        if owner:
            assert state.raw()["agent"][COMPANIES.index(owner)] == state.current_player()
        state.apply_action(state.random_action(2, number))
    assert state.is_terminal()


def test_a_record_says_for_whom_a_seat_decided(tmp_path):
    state = dealing("916")
    recorder = Recorder(GAME, state, None)
    buys = state.legal_actions()[0]
    first = recorder.apply_action(buys)
    second = recorder.apply_action(state.legal_actions()[0])
    assert [first.who, second.who] == ["seat 0", "seat 0 for green"]
    assert second.to_json() == {"seat": 0, "move": "capital city 1", "for": "green"}


@pytest.mark.parametrize("name", ["suggest", "moves"])
def test_commands_say_for_whom(name, capsys):
    import cli
    path = "examples/world504-936.json"
    arguments = ["--simulations", "40"] if name == "suggest" else []
    with pytest.raises(SystemExit):
        cli.main([name, path, "--json", *arguments])
    document = json.loads(capsys.readouterr().out)
    assert document["acting"] in COMPANIES
    assert isinstance(document["currentPlayer"], int)
