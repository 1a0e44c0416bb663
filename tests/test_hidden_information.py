"""Answers to a seat are the same for every position that it cannot tell apart, in every game that hides something."""
import io
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import pytest

import cli
import games
from core_ext.state import State
from games import records
from games.api import Game
from mcts import review
from mcts.session import Session
from reports.terminal.play import play_on
from tests.whole import mostly_whole

SECRETLY = {"burgundy": {"secret": "yes", "boards": "choose"}}      # games that hide something with these options only
HIDING = [name for name in games.names() if name in SECRETLY or games.load(name).start().hides]
LONG = ("burgundy", "catan_cards", "orleans")       # games whose reviews take seconds each
EVERY = 5               # decisions of a game between two that are asked about


def decisions(game: Game, seeds: int, most: int, every: int = EVERY) -> Iterator[tuple[State, list[State]]]:
    """Positions of random games in which a seat has a choice, each with others that this seat cannot tell from it."""
    for seed in range(seeds):
        choice, number, found = random.Random(f"{game.name} {seed}"), 0, 0
        state = game.start(None, SECRETLY.get(game.name))
        while not state.is_terminal() and found < most:
            if state.is_chance_node():
                state.apply_action(state.keyed_chance(seed))
                continue
            legal = state.legal_actions()
            number += 1
            if len(legal) > 1 and (number < 4 or number % every == 0):
                redeals = [redealt(state, n) for n in range(4)]
                if others := [other for other in redeals if other != state]:
                    yield state.copy(), others
                    found += 1
            state.apply_action(choice.choice(legal))


def redealt(state: State, seed: int) -> State:
    other = state.copy()
    other.resample(state.current_player(), seed)
    return other


def shows(state: State, other: State, action: int) -> bool:
    """Whether the seat to act can tell the two positions apart once it has done this, or the game is over."""
    seat, ends = state.current_player(), [state.copy(), other.copy()]
    for end in ends:
        end.apply_action(action)
    one, two = (end.information_state_key(seat) for end in ends)
    return one != two or ends[0].is_terminal()


def over(state: State, action: int) -> bool:
    """Whether the game is over after this, and all has come to light."""
    end = state.copy()
    end.apply_action(action)
    return end.is_terminal()


def without_hindsight(found: review.Review) -> review.Review:
    """A review but for what is told of a game once all has come to light: luck, the curve, and accuracy by both."""
    totals = tuple(replace(total, accuracy=None) for total in found.totals)
    return replace(found, luck=None, trend=(), totals=totals)


def rows_of(answer: tuple[object, str, str]) -> object:
    """The decisions of a review, or the error that there was."""
    return json.loads(answer[1])["rows"] if answer[1] else answer


def test_games_with_hidden_things_are_asked():
    assert {"kuhn_poker", "leduc_poker", "catan_cards", "orleans", "burgundy"} <= set(HIDING)


@pytest.mark.parametrize("name", mostly_whole(HIDING, lambda name: name not in LONG))
@pytest.mark.parametrize("few", [review.ENOUGH, 0], ids=["by playouts", "by the search"])
def test_a_review_rests_on_what_the_player_knew(name, few, monkeypatch):
    """Whole reviews of a decision, whether its cost comes from paired playouts or from the tree."""
    monkeypatch.setattr(review, "PAIRS", 50)
    monkeypatch.setattr(review, "ENOUGH", few)
    monkeypatch.setattr("mcts.luck.LEAST", 4)
    monkeypatch.setattr("mcts.luck.STEPS", 0)
    monkeypatch.setattr(review, "FEWEST", 4)
    game = games.load(name)
    compared = 0
    for state, others in decisions(game, 6, 4):
        for action in state.legal_actions()[:2]:
            first, *rest = [review.review(game, at, [action], 30, 1) for at in (state, *others)]
            for other, found in zip(others, rest, strict=True):
                if shows(state, other, action):     # what is laid open by the move is known after it,
                    if not over(state, action):     # to luck and to the end of the curve, not to what came before
                        assert found.trend[:-1] == first.trend[:-1]
                    assert without_hindsight(found) == without_hindsight(first)
                else:
                    assert found == first
            compared += len(rest)
    assert compared > 10


# ---- whole answers ---------------------------------------------------------------------------


@pytest.fixture
def asked(capsys, monkeypatch, tmp_path):
    """All that the commands answer about a position, byte by byte, with a clock that stands still."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr("mcts.course.perf_counter", lambda: 0.0)
    monkeypatch.setattr(review, "PAIRS", 20)

    def ask(*arguments: object) -> tuple[object, str, str]:
        with pytest.raises(SystemExit) as end:
            cli.main([str(a) for a in arguments])
        return end.value.code, *capsys.readouterr()

    def answers(game: Game, state: State) -> dict[str, object]:
        seat, position = state.current_player(), game.notation.position_to_json(state)
        Path("p.json").write_text(json.dumps(position))
        record = records.Record(game.name, state.seats, dict(state.options), 1, game.version, position=position)
        record.events.append(records.Event(seat, game.notation.action_text(state, state.legal_actions()[-1])))
        records.write(record, Path("r.jsonl"))
        search = ("--simulations", 40, "--seed", 3)
        found: dict[str, object] = {
            "suggest": ask("suggest", "p.json", *search), "suggest --json": ask("suggest", "p.json", *search, "--json"),
            "suggest --svg": ask("suggest", "p.json", *search, "--svg", "s.svg"),
            "moves": ask("moves", "p.json"), "moves --json": ask("moves", "p.json", "--json"),
            "show": ask("show", "p.json", "--seat", seat), "show --svg": ask("show", "p.json", "--seat", seat, "--svg",
                                                                             "b.svg"),
            "review": rows_of(ask("review", "r.jsonl", "--simulations", 20, "--json")),
            "errors": [ask("apply", "p.json", word) for word in ("nonsense", "trade 9 with pile", "done 3")],
            "play": self_play(game, state, "b\nnonsense\nw\ns\nm\nu\nh\n"),
        }
        return found | {"picture": Path("b.svg").read_bytes(), "plan": Path("s.svg").read_bytes()}

    def self_play(game: Game, state: State, typed: str) -> tuple[str, str]:
        session = Session.begun(game, state.copy(), state.current_player(), "random", 5)
        session.agents = [None if agent is None else Idle(game) for agent in session.agents]
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        play_on(session, Path("kept.jsonl"), "left")
        return capsys.readouterr()

    return answers


class Idle:
    """Does as little as it can, so that what it does shows none of its cards."""

    name, reproducible = "idle", True
    least = ("end build", "stop trading", "stop", "keep", "blind", "done", "check", "fold")

    def __init__(self, game: Game) -> None:
        self.notation = game.notation

    def choose(self, state: State, seed: int) -> int:
        texts = {self.notation.action_text(state, a): a for a in state.legal_actions()}
        return next((texts[word] for word in self.least if word in texts), state.legal_actions()[0])


@pytest.mark.parametrize("name", mostly_whole(HIDING, lambda name: name not in LONG))
def test_every_command_answers_alike_where_a_seat_cannot_tell_positions_apart(asked, name):
    game, compared = games.load(name), 0
    for state, others in decisions(game, 3, 2, every=9):
        first = asked(game, state)
        for other in others[:2]:
            found = asked(game, other)
            for command, answer in first.items():
                assert found[command] == answer, command
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", [name for name in HIDING if name != "orleans"])
def test_what_play_tells_of_idle_seats_depends_on_nothing_hidden(name):
    """Until the person's next decision the same is told, or the person sees another card drawn.

    In Orléans the plans are laid open before anything is done with them, so that what is done may differ.
    """
    game, compared = games.load(name), 0
    for state, others in decisions(game, 8, 12):
        first, *rest = [told_after_a_move(game, each) for each in (state, *others)]
        for other in rest:
            differ = next((pair for pair in zip_longest(first, other) if pair[0] != pair[1]), None)
            assert differ is None or all(event is not None and event.seat is None for event in differ), (first, other)
            compared += 1
    assert compared > 20


def told_after_a_move(game: Game, state: State) -> list[records.Event]:
    """What the seat to act is told after its first move, until its next decision, where all others are idle."""
    session = Session.begun(game, state.copy(), state.current_player(), "random", 5)
    session.agents = [None if agent is None else Idle(game) for agent in session.agents]
    session.play(state.legal_actions()[0])
    return list(session.advance())
