"""What `play` shows before each decision fits a terminal of 80 by 24, in every game with every number of seats."""
import random

import pytest

import games
from mcts.session import Session
from reports.terminal import play as terminal

TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]
MOST, EVERY = 200, 19           # decisions of a game; two of so many are looked at


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_all_for_one_decision_fits_the_screen(name, seats, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    game, choice = games.load(name), random.Random(seats)
    session = Session.begun(game, game.start(seats), seats - 1, "random", seats)
    desk = terminal.Desk(session)
    desk.advance()
    for number in range(MOST):
        if session.state.is_terminal():
            break
        if number % EVERY < 2:
            desk.show()
            lines = capsys.readouterr().out.splitlines()
            assert len(lines) <= 23, "\n".join(lines)
            assert max(map(len, lines)) <= 80, "\n".join(lines)
            assert "1) " in "\n".join(lines[-9:])
        session.play(choice.choice(session.state.legal_actions()))
        desk.advance()
    assert session.record.events
