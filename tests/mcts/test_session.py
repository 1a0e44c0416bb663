"""A game against agents: what the person is told, and advice that rests on what the person knows."""
import re
from collections import Counter

import pytest

import games
from core_ext.state import State
from games.api import InputError
from games.records import steps
from mcts.advice import advise
from mcts.params import SearchParams
from mcts.session import Session
from mcts.told import HIDDEN
from tests.whole import mostly_whole

LAID = re.compile(r"(pay|discard|give|take)( you| from you)? \d+ (brick|lumber|ore|wool|grain)")    # cards laid open
HIDING = [name for name in games.names() if games.load(name).start().hides]


def began(name: str, seat: int, seed: int) -> Session:
    game = games.load(name)
    return Session.begun(game, game.start(), seat, "random", seed)


def played(session: Session, decisions: int) -> list[tuple[int | None, str]]:
    """What the person is told while it takes the first move that is offered, some times over."""
    told = [(event.seat, event.move) for event in session.advance()]
    for _ in range(decisions):
        if session.state.is_terminal():
            break
        session.play(session.state.legal_actions()[0])
        told += [(event.seat, event.move) for event in session.advance()]
    return told


def test_some_games_hide_something():
    assert {"kuhn_poker", "leduc_poker", "catan_cards", "orleans"} <= set(HIDING)


@pytest.mark.parametrize("name", games.names())
def test_the_person_is_told_what_its_seat_sees(name):
    for seat in (0, 1):
        session = began(name, seat, seed=5)
        told = Counter(event for event in played(session, 20) if not LAID.match(event[1]))
        seen: Counter[tuple[int | None, str]] = Counter()
        hidden: Counter[int | None] = Counter()
        for step in steps(session.record):
            if session.game.hidden.untold is not None and session.game.hidden.untold(step.state, step.action, seat):
                continue
            text = session.game.told(step.state, step.action, seat)
            if text is None:
                hidden[step.event.seat] += 1
            else:
                seen[step.event.seat, text] += 1
        own = Counter({event: n for event, n in seen.items() if event[0] == seat})
        assert {event: n for event, n in told.items() if event[0] != seat and event[1] != HIDDEN} == dict(seen - own)
        veiled = {event[0]: n for event, n in told.items() if event[1] == HIDDEN}
        assert set(veiled) == set(hidden)
        assert all(1 <= veiled[who] <= hidden[who] for who in hidden)
        assert bool(hidden) == (name in HIDING)


def test_hidden_moves_in_a_row_are_told_once():
    """In Orléans the number of followers put down is a secret too."""
    session = began("orleans", 1, seed=1)
    played(session, 0)
    for events in range(40):
        legal = session.state.legal_actions()
        session.play(legal[-1])
        told = [(event.seat, event.move) for event in session.advance()]
        for first, second in zip(told, told[1:], strict=False):
            assert first != second or first[1] != HIDDEN, events
        if session.state.is_terminal():
            break


@pytest.mark.parametrize("name", HIDING)
@pytest.mark.parametrize("seat", mostly_whole([0, 1], (1).__eq__))
def test_advice_depends_on_what_the_person_knows_alone(name, seat):
    session = began(name, seat, seed=11)
    compared = 0
    for decisions in range(12):
        played(session, min(decisions, 1))
        if session.state.is_terminal():
            break
        truth = session.state
        other = truth.copy()
        other.resample(seat, 100 + decisions)
        compared += other != truth
        found = []
        for state in (truth, other):
            session.state = state
            document = advise(session.game, session.state, SearchParams(simulations=60, seed=3)).document
            document["rootInfo"] |= {"seconds": 0, "simulationsPerSecond": 0}
            found.append(document)
        session.state = truth
        assert found[0] == found[1]
    assert compared or name in ("kuhn_poker", "leduc_poker", "orleans")


# ---- undo ------------------------------------------------------------------------------------


def lines(session: Session) -> list[str]:
    return session.record.lines()


@pytest.mark.parametrize("name", games.names())
def test_what_was_taken_back_leaves_no_trace(name):
    """Games played with and without choices that were taken back are the same, byte for byte."""
    straight, wavering = began(name, 0, seed=3), began(name, 0, seed=3)
    undone = 0
    for number in range(60):
        list(straight.advance())
        list(wavering.advance())
        assert lines(straight) == lines(wavering)
        if straight.state.is_terminal():
            break
        before = wavering.state.copy()
        wavering.play(wavering.state.legal_actions()[-1])
        if wavering.state.current_player() == 0:
            wavering.undo(1)
            undone += 1
        else:
            wavering = Session.resumed(straight.record)
        assert wavering.state == before
        for session in (straight, wavering):
            legal = session.state.legal_actions()
            session.play(legal[number % len(legal)])
    assert undone or name not in ("burgundy", "orleans", "catan_cards", "backgammon")


def test_undo_ends_at_luck_and_at_the_moves_of_others():
    session = began("burgundy", 0, seed=1)
    list(session.advance())
    with pytest.raises(InputError, match="since the last chance event or move of another seat"):
        session.undo()
    start, texts = session.state.copy(), []
    while session.seat == session.state.current_player() and len(session.state.legal_actions()) > 1 and len(texts) < 2:
        action = next(a for a in session.state.legal_actions() if "take" in session.game.notation.action_text(
            session.state, a))
        texts.append(session.play(action).move)
    assert len(texts) == 2
    assert session.undo(1) == texts[1:]
    session.play(session.game.notation.parse_action(session.state, texts[1]))
    assert session.undo(9) == texts[::-1]
    assert session.state == start


def test_a_move_that_shows_hidden_cards_stays():
    """A library opens another hand; the card picked from it may be put back, the look at the hand may not."""
    game = games.load("catan_cards")
    state = game.start(2, {"gifts": "0:library", "start": "0"})
    session = Session.begun(game, state, 0, "random", 2)
    list(session.advance())
    for text in ("trade 1 with seat 1", "open hand"):
        session.play(game.notation.parse_action(session.state, text))
        list(session.advance())
    with pytest.raises(InputError, match="shown you something"):
        session.undo()
    looked = session.state.copy()
    picked = session.play(session.state.legal_actions()[0]).move
    assert session.undo(2) == [picked]
    assert session.state == looked


# ---- what the person may ask -----------------------------------------------------------------


@pytest.mark.parametrize("name", games.names())
def test_a_game_that_was_left_knows_what_happened_since_the_last_turn(name):
    session = began(name, 0, seed=4)
    played(session, 9)
    if not session.state.is_terminal():
        again = Session.resumed(session.record)
        assert again.since == session.since
        assert again.state == session.state
        assert len(again.choices) == len(session.choices)


def test_a_score_that_depends_on_hidden_cards_is_not_told(monkeypatch):
    session = began("kuhn_poker", 0, seed=1)
    played(session, 0)
    assert session.score_is_open()

    class Peeking:
        """A position whose score is the card that the other seat holds."""

        hides = True

        def __init__(self, state: State) -> None:
            self.state = state

        def copy(self) -> "Peeking":
            return Peeking(self.state.copy())

        def is_terminal(self) -> bool:
            return self.state.is_terminal()

        def resample(self, seat: int, deal: int) -> None:
            self.state.resample(seat, deal)

        def sources(self) -> list[dict[str, float]]:
            return [{"card": float(self.state.information_state_key(1) % 1000)}]

    monkeypatch.setattr(session, "state", Peeking(session.state))
    assert not session.score_is_open()
