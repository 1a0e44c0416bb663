"""GNU position ids, match ids and XGIDs: written and read back, and those that other programs print."""
import json
import random
from pathlib import Path

import pytest

import games
from games.api import InputError
from games.backgammon import ids
from games.backgammon.ids import match_id, position_id, xgid

DATA = Path(__file__).parents[2] / "data/backgammon/gnu-ids.jsonl"
GAME = games.load("backgammon")


def read(text):
    [(record, remarks)] = ids.read(text, "line")
    return GAME.notation.position_from_json(record.position), remarks


def whole_turns(seed, most):
    """Positions of random games at which a turn begins."""
    chosen, state = random.Random(seed), GAME.start()
    for _ in range(most):
        while not state.is_terminal() and position_id(state) is None:
            state.apply_action(chosen.choice(state.legal_actions()))
        yield state.copy()
        if state.is_terminal():
            state = GAME.start()
        else:
            state.apply_action(chosen.choice(state.legal_actions()))


def test_ids_are_those_that_gnu_backgammon_gives_its_boards():
    for line in DATA.read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        state, _ = read(known["id"])
        assert [state.raw()["count"][seat][1:25] for seat in (0, 1)] == [row[0:24] for row in (
            known["board"][1], known["board"][0])]
        assert [state.raw()["count"][seat][25] for seat in (0, 1)] == [known["board"][1][24], known["board"][0][24]]
        assert position_id(state) == known["id"]


def test_ids_are_read_back_as_the_same_board_roll_and_seat():
    for state in whole_turns(3, 400):
        for line in (f"{position_id(state)}:{match_id(state)}", xgid(state),
                     f"Position ID: {position_id(state)} Match ID: {match_id(state)}"):
            again, remarks = read(line)
            there, ours = again.raw(), state.raw()
            assert (there["count"], there["seat"], there["stage"]) == (ours["count"], ours["seat"], ours["stage"])
            assert sorted(there["dice"]) == sorted(ours["dice"])
            assert not remarks


def test_the_start_is_the_id_everybody_knows():
    state, _ = read("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10")
    assert position_id(state) == "4HPwATDgc/ABMA"
    assert xgid(state) == "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:1:0"


def test_the_middle_of_a_turn_has_no_id():
    state = GAME.start()
    state.apply_action(GAME.notation.parse_action(state, "opening 3 1"))
    assert position_id(state) is not None
    state.apply_action(GAME.notation.parse_action(state, "24/21"))
    assert position_id(state) is None
    assert xgid(state) is None


def test_what_the_game_lacks_is_named():
    _, remarks = read("XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10")
    assert remarks == ["left aside: cube at 1 doublings, score 2 to 3 in a match to 7"]


@pytest.mark.parametrize("line,said", (
    ("XGID=-b----E-C---eE---c-e----C-:0:0:1:00:0:0:0:0:10", "found 16 checkers of seat 0, expected 15 at most"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:0:0:0:10", "dice: found '77'"),
    ("XGID=-b----E-C---eE---c-e----B-:0:0:2:00:0:0:0:0:10", "turn: found '2', expected 1 or -1"),
    ("XGID=Ab----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10", "character 1 of the XGID"),
    ("//////////////", "describes no board"),
))
def test_ids_of_no_board_are_refused(line, said):
    with pytest.raises(InputError, match=said):
        ids.read(line, "line")


def test_other_text_is_left_to_other_formats():
    for text in ("", "44354435", "{}", "[1, 2]", "a long line of words"):
        assert ids.read(text, "line") is None
