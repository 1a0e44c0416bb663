"""Games of Connect Four as solvers write them."""
import pytest

import games
from games import records
from games.api import InputError
from games.connect_four import columns


def test_columns_are_a_game():
    [(record, remarks)] = columns.read("44535221\n", "line")
    assert [event.move for event in record.events] == ["d1", "d2", "e1", "c1", "e2", "b1", "b2", "a1"]
    assert not records.replay(record).is_terminal()
    assert not remarks


def test_a_finished_game_has_its_result():
    [(record, _)] = columns.read("1212121", "line")
    assert record.result["winners"] == [0]


def test_each_line_is_a_game():
    assert len(columns.read("44\n4453\n", "file")) == 2


@pytest.mark.parametrize("text,said", (("1111111", "line: move 7: found '1', a column that is full"),
                                       ("12121211", "line: move 8: found '1', but the game is over")))
def test_a_move_that_cannot_be_is_told_by_its_number(text, said):
    with pytest.raises(InputError, match=said):
        columns.read(text, "line")


def test_other_text_is_left_to_other_formats():
    for text in ("", "4458", "d1 d2", games.load("connect_four").title):
        assert columns.read(text, "line") is None
