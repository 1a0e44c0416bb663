"""Options that override numbers: a file on the command line, the numbers themselves everywhere else."""
import io
import json
from pathlib import Path

import pytest

import games
from games import records
from games.api import InputError
from games.options import read_options
from tests.schemas import validator

OVERRIDING = [(name, option.name) for name in games.names() for option in games.load(name).options if option.file]
NUMBERS = {"rules": {"burgundy": {"buildings": {"watchtower": 6}}, "orleans": {"market": 5},
                     "catan_cards": {"goal": 8}},
           "heuristics": {"burgundy": {"prior": 0.5}}}


@pytest.fixture
def file(tmp_path) -> Path:
    """A file that no position may open; it holds what some game would take."""
    path = tmp_path / "rules.json"
    path.write_text('{"goal": 9}')
    return path


def test_games_whose_numbers_can_be_overridden_say_so():
    assert sorted(OVERRIDING) == sorted((game, option) for option, by_game in NUMBERS.items() for game in by_game)


@pytest.mark.parametrize(("suffix", "text"), [(".toml", "goal = 9\n[points]\nhall = 5\n"),
                                              (".json", '{"goal": 9, "points": {"hall": 5}}')])
def test_a_file_named_on_the_command_line_becomes_its_contents(tmp_path, suffix, text):
    path = tmp_path / f"mine{suffix}"
    path.write_text(text)
    options = read_options(games.load("catan_cards"), [f"rules={path}", "start=1"])
    assert json.loads(options["rules"]) == {"goal": 9, "points": {"hall": 5}}
    assert options["start"] == "1"
    path.unlink()
    assert games.load("catan_cards").start(2, options).start_numbers()["goal"] == 9


def test_numbers_can_be_given_on_the_command_line_themselves():
    assert read_options(games.load("catan_cards"), ['rules={"goal": 9}']) == {"rules": '{"goal": 9}'}


@pytest.mark.parametrize(("name", "text", "words"), [
    ("mine.toml", "goal = ", "not TOML or JSON"), ("mine.json", '{"goal": ', "mine.json: line 1, column 9"),
    ("mine.json", "[1]", "found a list of 1, expected a table"),
    ("mine.json", '{"goal": 1, "goal": 2}', "'goal' stands there twice"),
])
def test_a_file_that_holds_no_numbers_is_refused_with_its_name(tmp_path, name, text, words):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError, match=words) as refused:
        read_options(games.load("catan_cards"), [f"rules={path}"])
    assert str(path) in str(refused.value)


@pytest.mark.parametrize("value", ["when = 2020-01-01", "goal = nan", "goal = inf"])
def test_what_json_cannot_hold_is_refused(tmp_path, value):
    path = tmp_path / "mine.toml"
    path.write_text(value)
    game = games.load("catan_cards")
    with pytest.raises(InputError, match=r"option rules: (when|found (NaN|Infinity))"):
        game.start(2, read_options(game, [f"rules={path}"]))


@pytest.mark.parametrize(("name", "option"), OVERRIDING)
def test_positions_and_records_carry_the_numbers(name, option):
    game, schema = games.load(name), validator(f"{name}-position")
    text = json.dumps(NUMBERS[option][name])
    state = game.start(None, {option: text})
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(1))
    document = json.loads(json.dumps(game.notation.position_to_json(state)))
    assert document["options"] == {option: text}
    schema.validate(document)
    again = game.notation.position_from_json(document)
    assert (again.to_bytes(), again.options) == (state.to_bytes(), state.options)
    kept = records.Recorder(game, game.start(None, {option: text}), 1).record
    read = records.read(io.StringIO("\n".join(kept.lines())))
    assert records.start(read).options == {option: text}


@pytest.mark.parametrize(("name", "option"), OVERRIDING)
def test_positions_and_records_open_no_file(name, option, file):
    game = games.load(name)
    document = game.notation.position_to_json(game.start())
    document["options"] = {option: str(file)}
    with pytest.raises(InputError, match=f"^options.{option}: .*a file is named only on the command line"):
        game.notation.position_from_json(document)
    assert not validator(f"{name}-position").is_valid(document)
    head = {"format": records.FORMAT, "game": name, "seats": game.seats[0], "options": {option: str(file)},
            "seed": 1, "version": game.version}
    with pytest.raises(InputError, match=f"line 1: option {option}: .*a file is named only on the command line"):
        records.start(records.read(io.StringIO(json.dumps(head) + "\n")))
