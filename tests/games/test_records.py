"""Records: written, read back, replayed, and refused with the place of what is wrong."""
import gzip
import io
import json
from dataclasses import replace

import pytest

import games
from core_ext.state import IllegalAction
from games import records
from games.api import InputError
from games.records import Recorder

BURGUNDY = games.load("burgundy")


def a_game(seed=1, seats=2, state=None, moves=None, **more):
    """A record in which every seat plays its first legal action, of the first `moves` events or to the end."""
    state = state or BURGUNDY.start(seats)
    recorder = Recorder(BURGUNDY, state, seed, **more)
    while not state.is_terminal() and (moves is None or len(recorder.record.events) < moves):
        recorder.apply_action(state.keyed_chance(seed) if state.is_chance_node() else state.legal_actions()[-1])
    return recorder.finish(), state


RECORD, END = a_game(players=["ann", "bob"], block=3)
LINES = RECORD.lines()


def read(lines):
    return records.read(io.StringIO("\n".join(lines)))


def changed(at, **changes):
    """The lines of the record, with some keys of one line changed; None takes a key out."""
    document = json.loads(LINES[at])
    document |= changes
    line = json.dumps({k: v for k, v in document.items() if v is not None})
    return [*LINES[:at], line, *LINES[at + 1:][:None if at != -1 else 0]]


def test_a_record_reads_back_equal_and_replays_to_the_same_bytes():
    found = read(LINES)
    assert found == RECORD
    assert found.lines() == LINES
    assert records.replay(found).to_bytes() == END.to_bytes()


def test_first_and_last_line_are_as_published():
    assert json.loads(LINES[0]) == {
        "format": "ludosoph-record/1", "game": "burgundy", "seats": 2, "options": {}, "seed": 1,
        "version": BURGUNDY.version,
        "players": ["ann", "bob"], "block": 3}
    result = json.loads(LINES[-1])["result"]
    assert result["scores"] == END.scores()
    assert result["winners"] == [s for s in (0, 1) if END.win_shares()[s] > 0]
    assert [sum(seat.values()) for seat in result["sources"]] == END.scores()
    assert {json.loads(line)["seat"] for line in LINES[1:-1]} == {"chance", 0, 1}


@pytest.mark.parametrize("seats", BURGUNDY.seats)
def test_games_of_every_number_of_seats_replay(seats):
    record, end = a_game(seed=seats, seats=seats)
    assert records.replay(read(record.lines())).to_bytes() == end.to_bytes()


@pytest.mark.parametrize("name", ["game.jsonl", "game.jsonl.gz"])
def test_files_plain_and_compressed(tmp_path, name):
    file = tmp_path / name
    records.write(RECORD, file)
    assert records.read(file) == RECORD
    assert [f.name for f in tmp_path.iterdir()] == [name]       # no half-written file is left


def test_a_file_of_many_records_gives_them_one_by_one():
    text = "\n".join([*LINES, "", *LINES])
    both = list(records.read_all(io.StringIO(text)))
    assert both == [RECORD, RECORD]
    assert both[1].line == len(LINES) + 2
    with pytest.raises(InputError, match=f"line {len(LINES) + 2}: a second record"):
        records.read(io.StringIO(text))


def test_a_record_may_begin_at_any_position_and_end_before_the_game_does():
    _, middle = a_game(moves=120)
    position = BURGUNDY.notation.position_to_json(middle)
    again = BURGUNDY.notation.position_from_json(position)
    record, end = a_game(seed=5, state=again, moves=40, position=position)
    found = read(record.lines())
    assert found.position == position
    assert found.result is None
    assert len(found.events) == 40
    assert records.replay(found).to_bytes() == end.to_bytes()


def test_a_record_without_events_replays_to_its_start():
    record = read(LINES[:1])
    assert records.replay(record) == BURGUNDY.start(2)


def test_notes_and_other_keys_are_kept():
    lines = changed(5, note="a fine move")
    assert read(lines).events[4].more == {"note": "a fine move"}
    assert read(lines).lines() == lines


def test_a_record_that_begins_with_what_does_not_add_up_replays_on_trust():
    position = {**BURGUNDY.notation.position_to_json(BURGUNDY.start(2)), "supply": {}}
    record, end = a_game(seed=5, state=BURGUNDY.notation.position_from_json(position, trust=True), moves=40,
                         position=position)
    found = read(record.lines())
    with pytest.raises(InputError, match="line 1: position: supply: found 0 .* --trust takes it as it is"):
        records.replay(found)
    assert records.replay(replace(found, trust=True)) == end


def test_steps_show_each_event_with_the_position_before_it():
    for step, event in zip(records.steps(RECORD), RECORD.events, strict=True):
        assert step.event == event
        assert BURGUNDY.notation.action_text(step.state, step.action) == event.move
        assert step.state.current_player() == (-1 if event.seat is None else event.seat)


def test_the_recorder_refuses_an_illegal_action_and_writes_nothing():
    state = BURGUNDY.start(2)
    recorder = Recorder(BURGUNDY, state, 1)
    with pytest.raises((IllegalAction, ValueError)):
        recorder.apply_action(529)
    assert recorder.record.events == []


def first(seat):
    """Line of the first event of a seat or of chance."""
    return next(n for n, line in enumerate(LINES) if n and json.loads(line).get("seat") == seat)


@pytest.mark.parametrize("lines, place", [
    (changed(1, move="goods black"), "event 1 (line 2)"),
    (changed(first(0), move="take 9: dragon [die 4]"), f"event {first(0)} (line {first(0) + 1})"),
    (changed(first(0), move=""), f"event {first(0)} "),
    (changed(first(0), seat="chance"), f"event {first(0)} "),
    (changed(first(1), seat=0), f"event {first(1)} "),
    (changed(1, seat=0), "event 1 (line 2)"),
    ([*LINES[:9], *LINES[10:]], "event 9 (line 10)"),                       # an event is missing
    ([*LINES[:-1], LINES[5], LINES[-1]], f"event {len(LINES) - 1} "),       # an event after the end
])
def test_a_record_that_does_not_replay_says_at_which_event(lines, place):
    if place == "event 9 (line 10)" and LINES[9] == LINES[10]:
        place = "event 10 (line 11)"
    with pytest.raises(InputError) as error:
        records.replay(read(lines))
    assert place in str(error.value)
    assert str(error.value).count("\n") <= 1


@pytest.mark.parametrize("change, place", [
    ({"scores": [1, 2]}, "result.scores"),
    ({"winners": [0, 1]}, "result.winners"),
    ({"winners": []}, "result.winners"),
    ({"sources": [{}, {}]}, "result.sources"),
])
def test_the_result_is_checked(change, place):
    result = json.loads(LINES[-1])["result"] | change
    with pytest.raises(InputError, match=place):
        records.replay(read([*LINES[:-1], json.dumps({"result": result})]))


def test_a_result_too_early_or_missing_is_refused():
    with pytest.raises(InputError, match="the game is not over"):
        records.replay(read([*LINES[:50], LINES[-1]]))
    with pytest.raises(InputError, match="the game is over; expected a last line"):
        records.replay(read(LINES[:-1]))


def test_another_version_of_the_rules_is_named_where_it_matters():
    lines = changed(0, version=99)
    assert records.replay(read(lines)) == END       # it may still replay
    with pytest.raises(InputError, match="recorded by version 99"):
        records.replay(read([*lines[:1], *changed(1, move="goods black")[1:]]))


@pytest.mark.parametrize("lines, words", [
    ([], ["is empty", "ludosoph-record/1"]),
    (["", "  "], ["is empty"]),
    (LINES[1:], ["line 1", "first line of a record"]),
    ([LINES[0][:40]], ["line 1", "ends here"]),
    ([*LINES[:7], LINES[7][:-5]], ["line 8", "ends here"]),
    (["[1, 2]"], ["line 1", "found [1, 2]", "expected a JSON object"]),
    (["[" * 100_000], ["line 1", "nested"]),
    (["{} {}"], ["line 1"]),
    (changed(0, format="ludosoph-record/9"), ["format", "ludosoph-record/9", "ludosoph-record/1"]),
    (changed(0, game="chess"), ["game", "chess", "burgundy"]),
    (changed(0, game=["burgundy"]), ["game", "burgundy"]),
    (changed(0, seats=5), ["seats", "found 5", "2, 3, 4"]),
    (changed(0, seats=None), ["seats", "missing"]),
    (changed(0, version="one"), ["version", "whole number"]),
    (changed(0, seed=1.5), ["seed", "1.5"]),
    (changed(0, options={"boards": 1}), ["options"]),
    (changed(0, players=["one"]), ["players", "2 names"]),
    (changed(0, position=3), ["position", "found 3"]),
    (changed(3, seat=2), ["line 4", "seat", "found 2", "0 to 1"]),
    (changed(3, seat=True), ["line 4", "seat", "true"]),
    (changed(3, move=7), ["line 4", "move", "found 7"]),
    (changed(3, move=None), ["line 4", "move", "missing"]),
    ([*LINES[:-1], '{"result": 3}'], ["result", "found 3"]),
    ([*LINES[:-1], '{"result": {"scores": [1], "winners": []}}'], ["result.scores", "2 numbers"]),
    ([*LINES, LINES[3]], ["after the result"]),
    (["x" * 2_000_000], ["line 1", "longer"]),
])
def test_bad_records_are_refused_with_their_place(lines, words):
    with pytest.raises(InputError) as error:
        read(lines)
    for word in words:
        assert word in str(error.value)
    assert len(str(error.value)) < 400


@pytest.mark.parametrize("changes, words", [
    ({"options": {"weather": "fine"}}, ["line 1", "weather"]),
    ({"position": {"format": "nonsense"}}, ["line 1"]),
])
def test_a_start_that_cannot_be_made_is_refused_with_its_line(changes, words):
    with pytest.raises(InputError) as error:
        records.replay(read(changed(0, **changes)))
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize("data", [
    b"\x00\xff\xfe\x80garbage", bytes(range(256)) * 10, b"\x1f\x8b\x08\x00broken", gzip.compress(b"{}" * 99)[:30],
], ids=["binary", "all bytes", "no gzip", "gzip cut in half"])
def test_files_that_are_no_text_are_refused(tmp_path, data):
    file = tmp_path / "record"
    file.write_bytes(data)
    with pytest.raises(InputError, match=r"record, line 1"):
        records.read(file)


def test_files_that_cannot_be_read_or_written_are_refused(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        records.read(tmp_path / "nowhere")
    with pytest.raises(InputError, match="is a folder, expected a file"):
        records.read(tmp_path)
    with pytest.raises(InputError, match="cannot be written"):
        records.write(RECORD, tmp_path / "nowhere" / "record")
