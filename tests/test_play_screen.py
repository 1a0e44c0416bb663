"""What `play` shows before each decision fits a terminal of 80 by 24, in every game with every number of seats."""
import random

import pytest

import games
from mcts.session import Session
from reports.terminal import play as terminal
from tests.whole import amount, mostly_whole, widest

TABLES = [(name, seats) for name in games.names() for seats in games.load(name).seats]
MOST = amount(200, few=60)      # decisions that a game is played for; the later ones of CATAN take longest
EVERY = 19          # of so many decisions two are looked at


@pytest.mark.parametrize(("name", "seats"), mostly_whole(TABLES, widest))
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
            assert "1) " in "\n".join(lines[-11:])
        session.play(choice.choice(session.state.legal_actions()))
        desk.advance()
    assert session.record.events


def test_what_changed_is_marked_by_style_on_a_terminal_and_by_a_star_elsewhere(monkeypatch):
    game = games.load("connect_four")
    for colour in (True, False):
        monkeypatch.setattr(terminal, "on_terminal", lambda colour=colour: colour)
        session = Session.begun(game, game.start(), 0, "random", 1)
        desk = terminal.Desk(session)
        desk.advance()
        first = desk.seen(None, 80)
        assert not marked(first, colour)
        session.play(session.state.legal_actions()[0])
        desk.advance()
        again = desk.seen(None, 80)
        assert 1 <= marked(again, colour) < len(again.plain.split("\n"))
        assert not marked(desk.seen(None, 80), colour)


def marked(board, colour: bool) -> int:
    """How many words, or lines, of a board are marked."""
    if colour:
        return sum("reverse" in str(span.style) for span in board.spans)
    return sum(line.startswith("* ") for line in board.plain.split("\n"))


def test_a_screen_of_no_known_height_shows_everything(monkeypatch, capsys):
    monkeypatch.delenv("LINES", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    game = games.load("burgundy")
    desk = terminal.Desk(Session.begun(game, game.start(), 0, "greedy", 1))
    desk.advance()
    desk.show()
    out = capsys.readouterr().out
    assert "w: all" not in out
    assert "in all, type" not in out
    assert len(out.splitlines()) > 30
