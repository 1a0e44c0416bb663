import io
import re
from dataclasses import replace

import pytest
from rich.console import Console

import games
from games import records
from mcts.luck import Account, ChanceEvent
from mcts.play import Task, play
from mcts.review import Total, review
from reports.terminal.review import account_line, fell, judgement, lost, told_apart
from reports.terminal.screen import outcome, seat_names
from tests.whole import mostly_whole


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("mcts.review.PAIRS", 8)
    monkeypatch.setattr("mcts.luck.LEAST", 8)


def reviewed(name, seats, events=None):
    agents = ("greedy",) * seats
    record = records.read(io.StringIO("\n".join(play(Task(name, seats, {}, 3, agents)).record)))
    actions = [step.action for step in records.steps(record)]
    return review(games.load(name), records.start(record), actions[:events], 10, 1), seat_names(seats, agents)


def shown(found, names, width=80, details=False):
    console = Console(width=width, file=io.StringIO())
    console.print(judgement(found, names, details))
    return console.file.getvalue()


def adds_up(line):
    """Whether the numbers of `margin 78 = luck 21 ± 6 + decisions 57 ± 6` add up as printed."""
    left, right = line.split(" = ")
    result = float(left.split()[-1])
    parts = [float(x) for x in re.findall(r"(?:start|luck|decisions) (-?[\d.]+)", right)]
    return round(sum(parts), 6) == result


@pytest.mark.parametrize(("name", "seats", "events"), mostly_whole([
    ("burgundy", 2, None), ("burgundy", 4, None), ("catan_cards", 6, 120), ("pig", 2, None), ("tic_tac_toe", 2, None)],
    lambda table: table[1] == 2))
def test_a_review_fits_a_screen_and_its_sums_add_up_as_printed(name, seats, events):
    found = reviewed(name, seats, events)
    lines = shown(*found).splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    sums = [line for line in lines if " = " in line]
    assert len(sums) == seats * (1 + (seats < 4 and told_apart(found[0].luck.win)))
    assert all(map(adds_up, sums))


@pytest.mark.parametrize(("points", "printed"), [
    ((78.4, 0.2, 21.4, 3.0), "margin 78 = luck 21 ± 6 + decisions 57 ± 6"),
    ((-12.5, 0.0, -21.5, 3.0), "margin -12 = luck -22 ± 6 + decisions 10 ± 6"),
])
def test_the_line_of_a_seat(points, printed):
    result, start, luck, error = points
    account = Account(result, 0.0, start, 0.0, luck, error, result - start - luck, error)
    assert account_line(account, "margin", 1, 0, begun=False) == printed


@pytest.mark.parametrize(("stderr", "points", "printed"), [
    (0.01, 8.0, "20.0 ± 2.0 % of the win, 8.0 ± 1.0 points"), (0.5, 8.0, "8.0 ± 1.0 points"),
    (0.5, 0.0, "20.0 ± 98.0 % of the win, 0.0 ± 1.0 points")])
def test_a_chance_that_a_search_cannot_tell_is_left_out_beside_points(stderr, points, printed):
    assert lost(Total(1, 0.2, stderr, points, 0.51)) == printed


def test_two_seats_mirror_each_other():
    up, down = (Account(s * 10.5, 0, s * 0.5, 0.1, s * 4.5, 2.0, s * 5.5, 2.0) for s in (1, -1))
    numbers = [re.findall(r"(?<!± )-?\b\d+", account_line(a, "margin", 1, 0, begun=True)) for a in (up, down)]
    assert [-int(x) for x in numbers[0]] == [int(x) for x in numbers[1]]


def test_many_draws_of_a_kind_are_counted():
    event = ChanceEvent(1, 6, ("tile a", "tile b", "tile c", "roll 2 3", "tile d", "roll 1 1"), (), (), (), ())
    assert fell(event) == "4 x tile, roll 2 3, roll 1 1"
    assert fell(replace(event, biggest="roll 1 1")) == "mostly roll 1 1, with 4 x tile, roll 2 3"


def test_details_list_every_decision_and_event():
    found, names = reviewed("burgundy", 2)
    text = shown(found, names, 120, details=True)
    numbers = re.findall(r"^ +(\d+) ", text, re.MULTILINE)
    assert {str(row.event) for row in found.rows} | {str(e.event) for e in found.luck.events} <= set(numbers)


def test_a_game_that_is_not_over_says_so():
    text = shown(*reviewed("burgundy", 2, events=120))
    assert "The game is not over" in text
    assert "expected" in text


@pytest.mark.parametrize(("name", "when"), [("burgundy", r"   played in phase [A-E], round [1-5]: "),
                                            ("tic_tac_toe", r"   played: ")])
def test_a_costly_decision_says_when_it_was(name, when):
    assert re.search(when, shown(*reviewed(name, 2)))


def test_a_review_says_where_chances_were_never_measured():
    found, names = reviewed("pig", 2)
    assert found.calibrated
    assert "never measured" not in shown(found, names)
    rough = " ".join(shown(replace(found, calibrated=False), names).split())
    assert "What chances mean was never measured with so many seats or these options: they are shares of" in rough


@pytest.mark.parametrize(("name", "events", "told"), [
    ("burgundy", 0, "Nothing has been played or drawn yet: there is nothing to review."),
    ("burgundy", 19, "No decision has been made yet."),
    ("tic_tac_toe", 2, "Nothing has been left to chance so far: luck is 0.")])
def test_a_game_that_has_hardly_begun_is_not_judged(name, events, told):
    """A record of no event got luck, decisions and what a decision lost on average, all of them noise."""
    text = " ".join(shown(*reviewed(name, 2, events)).split())
    assert told in text
    assert "0 decisions" not in text
    assert ("lost on average" in text) == (name == "tic_tac_toe")


def test_a_seat_that_chose_nothing_lost_nothing():
    assert "seat 1 had nothing to choose" in " ".join(shown(*reviewed("tic_tac_toe", 2, 1)).split())


def test_a_game_without_chance_says_nothing_of_chance_events():
    text = shown(*reviewed("tic_tac_toe", 2))
    assert "Nothing was left to chance" in text
    assert "Each chance event" not in text
    assert "Each chance event was valued by" in " ".join(shown(*reviewed("pig", 2)).split())


@pytest.mark.parametrize(("moves", "told"), [
    (("b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3"), "drawn: seat 0 (x) and seat 1 (o) share the win"),
    (("a1", "b1", "a2", "b2", "a3"), "won by seat 0 (x)"), (("a1",), "the game is not over; points so far:")])
def test_a_draw_is_told_as_one(moves, told):
    game = games.load("tic_tac_toe")
    state = game.start(2, {})
    for move in moves:
        state.apply_action(game.notation.parse_action(state, move))
    console = Console(width=80, file=io.StringIO())
    console.print(outcome(game, state, ("x", "o")))
    assert console.file.getvalue().startswith(told)
