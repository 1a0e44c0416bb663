"""What happened at a table, in short lines."""
from games.records import Event
from reports.terminal.news import lines, told

DRAWS = [Event(None, text) for text in ("goods pink", "goods red", "goods pink", "tile church", "roll 3 4")]


def test_what_a_seat_does_in_a_row_is_one_text():
    events = [*DRAWS, Event(1, "take 6: bank"), Event(1, "end turn"), Event(0, "draw"), Event(None, "(hidden)")]
    assert told(events, person=0) == ["drawn: goods pink x2, red; tile church; roll 3 4",
                                      "seat 1: take 6: bank; end turn", "you: draw", "drawn: (hidden)"]


def test_long_news_are_cut_at_a_word_and_say_so():
    events = [Event(seat, f"buy warehouse {n}") for seat in (1, 2, 3) for n in range(9)]
    assert len(lines(events, 0, 80)) > 3
    short = [line.plain for line in lines(events, 0, 80, 3)]
    assert len(short) == 3
    assert max(map(len, short)) <= 80
    assert short[-1].endswith(" ... (w: all)")
    assert short[-1].split(" ... ")[0].rstrip().split()[-1] in "buy warehouse 0 1 2 3 4 5 6 7 8 0; 1; 2; 3; 4; 5; 6; 7;"
    two = [Event(1, "roll"), Event(None, "6"), Event(1, "hold"), Event(2, "roll")]
    assert [line.plain for line in lines(two, 0, 80, 3)] == ["seat 1: roll | drawn: 6 | seat 1: hold | seat 2: roll"]
    unseen = [Event(1, "draw"), Event(None, "(hidden)"), Event(1, "draw"), Event(None, "(hidden)"), Event(1, "stop")]
    assert [line.plain for line in lines(unseen, 0, 80, 3)] == ["seat 1: draw; draw; stop"]
