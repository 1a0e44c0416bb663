"""A game against agents: what the person is told, and advice that rests on what the person knows."""
from collections import Counter

import pytest

import games
from games.records import steps
from mcts.advice import advise
from mcts.params import SearchParams
from mcts.session import HIDDEN, Session

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
        told = Counter(played(session, 20))
        seen: Counter[tuple[int | None, str]] = Counter()
        hidden: Counter[int | None] = Counter()
        for step in steps(session.record):
            if session.game.untold is not None and session.game.untold(step.state, step.action, seat):
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
@pytest.mark.parametrize("seat", [0, 1])
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
