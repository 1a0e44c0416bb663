"""A real table: what is typed is understood or refused, can be taken back, and makes a record that replays."""
from io import StringIO
from pathlib import Path

import pytest

import games
from games import records
from games.api import InputError
from mcts import histories
from mcts.follow import Follow
from mcts.play import Task, play
from tests.table_talk import seen, typed, without_bags
from tests.whole import mostly_whole

ROOT = Path(__file__).parent.parent.parent
GAME = records.read(ROOT / "examples" / "burgundy-game.jsonl")
SET_UP = ["t b t r pu o", "1"]
DEPOTS = "ch k2 chi3 wat ca k3 war chi2"


def table(*lines: str, name: str = "burgundy", seat: int | None = None) -> Follow:
    game = games.load(name)
    made = Follow(game, game.start(), seat)
    for line in lines:
        assert made.enter(line).refused == ""
    return made


def at_first_turn() -> Follow:
    return table(*SET_UP, DEPOTS, "ci s4 chi4 s3 t pi o t r", "d 5 6 1 5 6")


def place(made: Follow) -> str:
    return made.game.talk.place(made.state)


@pytest.mark.parametrize("end", ["", "end"])
def test_a_whole_game_takes_few_lines(end):
    lines = typed(GAME, end)
    assert len(lines) < 100
    made = table(*lines)
    assert [(e.seat, e.move) for e in made.record.events] == [(e.seat, e.move) for e in GAME.events]
    assert made.record.result is not None
    assert made.record.result["scores"] == GAME.result["scores"]
    assert records.replay(made.record).is_terminal()


def test_the_space_that_is_filled_is_named():
    made = table()
    seen = [place(made)]
    for word in ("t b t r pu o 1 " + DEPOTS + " ci s4 chi4 s3 t pi o t r 56 15 6").split():
        assert made.enter(word).refused == ""
        seen.append(place(made))
    assert seen[0] == "goods of seat 0, 1 of 3"
    assert seen[6:10] == ["the seat that starts", "depot 1, tile 1 of 2 (building)", "depot 2, tile 1 of 2 (knowledge)",
                          "depot 3, tile 1 of 2 (animal)"]
    assert "black depot, tile 4" in seen
    assert seen[-6:] == ["goods of round 4", "goods of round 5", "dice of seat 1", "dice of seat 0", "white die",
                         "dice 5 6"]


def test_tiles_that_need_no_draw_may_be_named():
    full = table(*SET_UP, "ch ship k2 castle chi3 wat, ship ca mine k3 war chi2")
    assert full.state == table(*SET_UP, DEPOTS).state
    heard = table(*SET_UP).enter("ch castles k2")
    assert heard.refused == "depot 2, tile 1 of 2 (knowledge): found 'castles', " \
        "expected one of: knowledge 1 2 3 4 5 6 8 9 10 11 13 16 17 18 19 20 21 22 23 26"
    assert [step.text for step in heard.steps] == ["tile church"]


@pytest.mark.parametrize("line, text", [
    ("take 5: mine [die 5]", "take 5: mine [die 5]"),
    ("t mine", "take 5: mine [die 5]"),
    ("t mine 6", "take 5: mine [die 6, 1 worker]"),
    ("t mi die 6", "take 5: mine [die 6, 1 worker]"),
    ("TAKE 6 wh", "take 6: warehouse [die 6]"),
    ("wh", "take 6: warehouse [die 6]"),
    ("3", "take 5: mine [die 5]"),
    ("w 6", "workers [die 6]"),
    ("s o", "sell orange [die 6]"),
])
def test_moves_in_short_forms(line, text):
    assert at_first_turn().enter(line).steps[0].text == text


@pytest.mark.parametrize("line, refused", [
    ("take 5", "seat 1: found 'take 5', which may be any of: take 5: mine [die 5]; take 5: knowledge 3 [die 5]; "
               "take 5: mine [die 6, 1 worker]; take 5: knowledge 3 [die 6, 1 worker]"),
    ("w", "seat 1: found 'w', which may be any of: workers [die 5], workers [die 6]"),
    ("99", "seat 1: found '99', expected a move's number, 1 to 17, or its text"),
    ("t mine; end", "seat 1 cannot end its turn yet (die 6); possible now: take 1: church [die 6, 1 worker]; "
                    "take 1: ship [die 6, 1 worker]; take 5: knowledge 3 [die 6, 1 worker]; take 6: warehouse [die 6]; "
                    "take 6: chicken 2 [die 6]; sell orange [die 6]; workers [die 6]"),
    ("t mine; castle", "seat 1: found 'castle', expected one of: take 1: church [die 6, 1 worker]; take 1: ship "
                       "[die 6, 1 worker]; take 5: knowledge 3 [die 6, 1 worker]; take 6: warehouse [die 6]; "
                       "take 6: chicken 2 [die 6]; sell orange [die 6]; workers [die 6]"),
])
def test_a_wrong_word_is_named_with_what_would_fit(line, refused):
    heard = at_first_turn().enter(line)
    assert heard.refused == refused
    assert len(heard.steps) == line.count(";")


def test_ambiguous_draws_are_refused_and_what_stands_before_them_is_kept():
    made = table(*SET_UP)
    heard = made.enter("ch, k2, c3, wat")
    assert heard.refused == "depot 3, tile 1 of 2 (animal): found 'c3', which may be any of: chicken 3, cow 3"
    assert [step.text for step in heard.steps] == ["tile church", "tile knowledge 2"]
    assert place(made) == "depot 3, tile 1 of 2 (animal)"


def test_every_line_can_be_taken_back():
    made, was = table(*SET_UP), [table(*SET_UP).state]
    for line in (DEPOTS, "ci s4 chi4 s3 t pi o t r", "d 5 6 1 5 6", "t mine; t wa"):
        was.append(made.state.copy())
        assert made.enter(line).refused == ""
    for state in reversed(was[1:]):
        made.take_back()
        assert made.state == state
    made.take_back(2)
    assert made.steps == []
    with pytest.raises(InputError, match="nothing to take back"):
        made.take_back()


def test_end_may_be_typed_where_the_turn_is_over_already():
    made = at_first_turn()
    assert made.enter("t mine; t wa; end").refused == ""
    assert made.state.current_player() == 0
    heard = made.enter("end")
    assert (heard.over, heard.refused, heard.steps) == (1, "", [])


def test_a_record_of_a_game_so_far_replays_and_is_gone_on_with():
    made = at_first_turn()
    made.enter("t mine")
    again = Follow.resumed(made.record)
    assert again.state == made.state == records.replay(made.record)
    assert again.record.lines() == made.record.lines()
    again.take_back()
    assert again.state == at_first_turn().state


def test_who_sits_where_is_checked():
    with pytest.raises(InputError, match="--seat: found 2, expected 0 to 1"):
        table(seat=2)


# ---- what is not seen ----------------------------------------------------------------------------


def cards(*lines: str, seat: int = 0) -> Follow:
    """CATAN's cards with three seats: the deal and what follows, as seat 0 sees it."""
    game = games.load("catan_cards")
    made = Follow(game, game.start(3, {"start": "0"}), seat)
    for line in ("brick, lumber, ore, wool, grain", "wool, wool, ore", *lines):
        heard = made.enter(line)
        assert heard.refused == "", line
    return made


def test_hidden_cards_need_no_line():
    made = cards()
    assert place(made) == "hand of seat 1, card 1 of 3"
    made.enter("")
    assert place(made) == "trade"
    assert [step.how for step in made.steps[-6:]] == ["guessed"] * 6
    assert cards("trade 1 with market").steps[-1].text == "trade 1 with market"


@pytest.mark.parametrize("line", ["build road; pay brick lumber", "build knight; pay 1 ore 1 wool 1 grain"])
def test_what_contradicts_the_deal_is_dealt_anew(line):
    """Seat 2 pays with cards that it may well not have been dealt."""
    made = cards("", "stop", "grain ore", "stop", "", "stop", line)
    record = made.record
    assert records.replay(record) == made.state
    assert line.partition(";")[0] in [event.move for event in record.events if event.seat == 2]


def test_what_no_deal_allows_is_refused_and_changes_nothing(monkeypatch):
    """Seat 2 has three cards; a settlement costs four."""
    monkeypatch.setattr(histories, "SECONDS", 0.1)
    monkeypatch.setattr(histories, "ENOUGH", 100)
    made = cards("", "stop", "grain ore", "stop", "", "stop")
    lines = made.record.lines()
    heard = made.enter("build settlement")
    assert heard.refused.endswith("no deal of what was not seen was found in which it can be")
    assert [line for line in made.record.lines() if "hidden" not in line] == [x for x in lines if "hidden" not in x]


def test_a_game_with_hidden_cards_is_taken_back_and_gone_on_with():
    made = cards("", "stop", "grain ore", "stop", "")
    made.enter("stop; build road; pay brick lumber")
    made.take_back()
    assert [(s.who, s.text) for s in made.steps if s.how == "said"][-1] == (1, "stop trading")
    assert (place(made), made.state.current_player()) == ("trade", 2)
    again = Follow.resumed(made.record)
    assert again.seat == 0
    assert again.state == made.state
    assert again.record.lines() == made.record.lines()
    assert again.enter("stop; build road; pay brick lumber").refused == ""


@pytest.mark.parametrize("seats, seed", mostly_whole([(2, 3), (2, 5)], (2, 5).__eq__))
def test_a_whole_game_with_hidden_cards_is_followed(seats, seed, monkeypatch):
    """The record is a game in which all that was seen happens, and which ends as it did."""
    monkeypatch.setattr(histories, "SECONDS", 60.0)     # a busy machine must not give up early
    played = play(Task("catan_cards", seats, {}, seed, ("greedy",) * seats))
    record = records.read(StringIO("\n".join(played.record)))
    game = games.load("catan_cards")
    made = Follow(game, game.start(seats), 0)
    for line in seen(record, 0):
        assert made.enter(line).refused == "", line
    made.enter("")
    assert made.state.is_terminal()
    assert made.record.result["scores"] == record.result["scores"]
    assert records.replay(made.record).is_terminal()
    said = [e.move for e in made.record.events if not e.more]
    assert len(said) > len(record.events) / 2


# ---- Orléans -------------------------------------------------------------------------------------


def orleans(seed: int) -> records.Record:
    """A game of two seats."""
    return records.read(StringIO("\n".join(play(Task("orleans", 2, {}, seed, ("greedy", "greedy"))).record)))


@pytest.mark.whole
def test_a_whole_game_of_orleans_takes_few_lines():
    record = orleans(5)
    lines = typed(record)
    assert len(lines) < 250 < len(record.events)
    made = table(*lines, name="orleans")
    assert [(e.seat, e.move) for e in made.record.events] == [(e.seat, e.move) for e in record.events]
    assert made.record.result == record.result


@pytest.mark.whole
def test_bags_that_nobody_looked_at_are_dealt_to_fit_the_plans():
    record = orleans(6)
    made = table(*without_bags(record, 0), name="orleans", seat=0)
    assert made.record.result["scores"] == record.result["scores"]
    assert records.replay(made.record).is_terminal()
    assert sum(e.more == {"hidden": True} for e in made.record.events) > 50


def test_a_plan_is_said_in_any_order_and_left_to_be_dealt_where_it_is_not_known():
    start = "0, b, b, wi, g, wo, c, wi, c, g, wi, g, g, b, c, wo, wi, c, g, g, b, wo, wo, c, g, wo, wo, c, b, g, wi, " \
            "wo, c, c, wi, wo, wi, c, g, wi, b, wo, b, c, wi, c, wi, g, g, g, wi, wi, g, c, wi, wo"
    made = table(start, name="orleans", seat=0)
    assert (made.game.talk.when(made.state), place(made)) == ("round 1, Pilgrimage", "plan")
    heard = made.enter("put own trader univ; put own craftsman univ; put own farmer univ; end")
    assert [step.text for step in heard.steps][:3] == [
        "put own farmer on University farmer", "put own craftsman on University craftsman",
        "put own trader on University trader"]
    assert made.history.unseen()
    assert made.state.current_player() == 1
    said = len(made.tokens)
    made.enter("")
    assert {step.how for step in made.steps if step.told >= said} <= {"guessed", "forced"}
    assert place(made) == "act"
