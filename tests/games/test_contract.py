"""What every game promises, asked of each one that the registry finds. A new game needs no new test for this.

A game is played from its default at every number of seats, and from what `STARTS` in tests/games/<game>/starts.py names
besides: pairs of seats and options that make another game of it, or bring rules into play that the default leaves out.
The promises are those of `ludosoph check` (games/contract).
"""
import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import games
from games.api import InputError
from games.contract.check import PROMISES
from games.contract.play import Play, Start
from tests.whole import mostly_whole

SCHEMAS = Path(__file__).parent.parent.parent / "docs" / "schemas"
CHECK_EVERY = 11                    # steps between close looks at a played game; prime to the usual cycles
SELDOM = 29                         # the same of all starts of a game but its first
SEED = 1
GAMES = games.names()


def starts(name: str) -> Iterator[Start]:
    """The defaults of a game, then what its own tests name."""
    game = games.load(name)
    for at, seats in enumerate(game.seats):
        yield Start(game, seats, {}, SELDOM if at else CHECK_EVERY)
    if (Path(__file__).parent / name / "starts.py").is_file():
        for seats, options in import_module(f"tests.games.{name}.starts").STARTS:
            yield Start(game, seats, options, SELDOM)


STARTS = {str(start): start for name in GAMES for start in starts(name)}
MOST_SEATS = 3                      # of the starts that are played each time: more seats take longer, and say the same
every_start = pytest.mark.parametrize("start", mostly_whole(
    STARTS, lambda name: not STARTS[name].options and STARTS[name].seats <= MOST_SEATS))


@every_start
@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.check.__name__)
def test_every_game_keeps_each_promise(promise, start):
    promise.check(Play(STARTS[start], SEED + PROMISES.index(promise)))


@every_start
def test_positions_follow_their_published_schema(start):
    found = STARTS[start]
    file = SCHEMAS / f"{found.game.name}-position.schema.json"
    published: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    validator = jsonschema.validators.validator_for(published)(published)
    validator.check_schema(published)
    for state in Play(found, seed=6).close():
        validator.validate(found.game.notation.position_to_json(state))


@every_start
def test_other_keys_give_other_games(start):
    """Small games have few courses, but more than two."""
    plays = [Play(STARTS[start], seed, block) for seed in (7, 8) for block in range(8)]
    for play in plays:
        play.finished()
    assert len({tuple(play.actions) for play in plays}) > 2


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.name)
def test_a_promise_is_said_in_a_sentence(promise):
    assert promise.says.endswith(".")
    assert len(promise.says) < 160


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_that_is_none_knows_nothing(name):
    state = games.load(name).start()
    with pytest.raises(ValueError, match="seat"):
        state.information_state_key(state.seats)


@pytest.mark.parametrize("name", GAMES)
def test_the_starts_of_a_game_are_others_than_its_defaults(name):
    mine = list(starts(name))
    assert len(set(map(str, mine))) == len(mine)
    for start in mine:
        usual = {option.name: option.default for option in start.game.options}
        assert all(usual[option] != value for option, value in start.options.items())


def test_a_game_that_is_not_here_is_refused_by_name():
    with pytest.raises(InputError, match="xyzzy"):
        games.load("xyzzy")
