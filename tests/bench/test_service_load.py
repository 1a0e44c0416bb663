"""The load on a server: the games it begins with, what counts as lost and doubled, and the page."""
import io

import pytest

import games
from bench.service.service_load import GAMES, Measured, begun, chosen, differences, page
from games import records
from games.records import Recorder


@pytest.mark.parametrize("confirmed, made, expected", [
    ("abc", "abc", (0, 0)), ("abc", "ac", (1, 0)), ("abc", "abbc", (0, 1)), ("abc", "abd", (1, 1)), ("", "a", (0, 1)),
    ("aaaa", "aaa", (1, 0))])
def test_a_move_that_is_missing_is_lost_and_one_that_nobody_confirmed_is_doubled(confirmed, made, expected):
    assert differences(list(confirmed), list(made)) == expected


def test_what_a_seat_chose_is_read_from_the_record():
    game = games.load("tic_tac_toe")
    recorder, mine = Recorder(game, game.start(), 1), []
    while not (state := recorder.state).is_terminal():
        action = state.legal_actions()[-1]
        if state.current_player() == 0 and len(state.legal_actions()) > 1:
            mine.append(game.notation.action_text(state, action))
        recorder.apply_action(action)
    assert chosen("\n".join(recorder.finish().lines())) == mine


def test_the_page_has_medians_percentiles_moves_and_memory():
    found = Measured(memory=[(0.0, 100.0), (10.0, 110.0)], moves=7, twice=2, lost=1, searches=3)
    found.times["GET seat"] += [10.0] * 99 + [300.0]
    found.statuses[200] = 100
    text = page(found, "python -m bench service_load")
    assert "| GET seat | 100 | 10.0 ms | 12.9 ms |" in text
    assert "7 moves were confirmed, 2 of them sent twice: 1 lost, 0 doubled." in text
    assert "| 10 s | 110 MiB |" in text


@pytest.mark.parametrize("game", GAMES)
def test_the_first_games_stand_anywhere_between_begin_and_end(game):
    begins = [records.read(io.StringIO(begun(game, seed))) for seed in range(12)]
    lengths = [len(record.events) for record in begins]
    assert min(lengths) < max(lengths) / 3
    assert not any(records.replay(record).is_terminal() for record in begins)
