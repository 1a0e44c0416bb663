"""Board Game Arena's raw logs: read back equal from thousands of games of ours, and every spoilt total is noticed."""
import copy
import json
import os
import random
from pathlib import Path

import pytest

import games
from games import records
from games.api import InputError
from games.burgundy import bga
from games.burgundy import bga_numbers as numbers
from games.burgundy.names import TILE_COLOURS, TILE_NAMES
from games.burgundy.tables import RULES
from tests.games.burgundy.bga_log import same_game, written

SAMPLE = Path(__file__).parents[3] / "examples/bga-burgundy.json"
GAMES = int(os.environ.get("LUDOSOPH_BGA_GAMES", "24"))
# the invented game of the sample, as the rules play it; goods of one seat come in any order
SAMPLE_MOVES = """
take 3: warehouse [die 3] | place warehouse at b5 [die 4] | sell red [free] | buy chicken 4
take 2: castle [die 2] | place castle at a2 [die 5] | take 4: ship [free]
place chicken 4 at b4 [die 5] | take 1: watchtower [die 1]
sell turquoise [die 6, 1 worker] | place ship at a4 [die 3] | clear depot 4 | load red | end turn
workers [die 1] | take 2: knowledge 9 [die 4, 2 workers] | buy mine
place watchtower at c6 [die 3] | sell purple [die 2]
"""


def sample():
    return json.loads(SAMPLE.read_text(encoding="utf-8"))


def lines(document):
    record, _ = bga.read_log(document, "log")
    return record.lines()


def refused(document):
    with pytest.raises(InputError) as error:
        bga.read_log(document, "log")
    return str(error.value)


def test_the_sample_is_the_game_it_was_written_from():
    record, remarks = bga.read_log(sample(), "log")
    moves = [event.move for event in record.events if event.seat is not None]
    assert moves == [move.strip() for line in SAMPLE_MOVES.strip().splitlines() for move in line.split("|")]
    assert record.options == {"boards": "2,7", "castles": "a4,a3", "start": "0"}
    assert len(record.events) == 48 + 6
    state = records.replay(record)
    assert [sum(seat.values()) for seat in state.sources()] == [27, 15]
    assert sorted(event.move for event in record.events[:3]) == ["goods purple", "goods red", "goods red"]
    assert sorted(event.move for event in record.events[3:6]) == ["goods brown", "goods pink", "goods turquoise"]
    assert remarks == ["the game is not over: the log ends at main (phase A, round 4, seat 1)"]


def test_only_what_the_table_was_told_is_read():
    whole = sample()
    table = [packet for packet in whole if packet["channel"].startswith("/table/")]
    shuffled = copy.deepcopy(whole)
    random.Random(3).shuffle(shuffled)
    assert len(table) < len(whole)
    assert lines(table) == lines(shuffled) == lines(whole)


@pytest.mark.parametrize("wrap", (
    lambda log: {"status": 1, "data": {"logs": log, "players": []}}, lambda log: {"players": {}, "packets": log},
    lambda log: {"data": log}))
def test_wrapped_logs_are_the_same_game(wrap):
    assert lines(wrap(sample())) == lines(sample())


def test_a_log_cut_after_any_packet_is_an_unfinished_game_or_refused_in_words():
    whole, read = sample(), 0
    for end in range(len(whole)):
        try:
            record, remarks = bga.read_log(whole[:end], "log")
        except InputError:
            assert refused(whole[:end]).startswith("log: ")
            continue
        read += 1
        assert any(remark.startswith("the game is not over") for remark in remarks)
        records.replay(record)
    assert read > 40


def test_no_name_of_a_player_is_kept_unless_asked_for():
    text = json.dumps(sample())
    assert "Bee" in text
    record, _ = bga.read_log(sample(), "log")
    assert record.players == ["first", "second"]
    assert "Bee" not in record.text()
    assert "1002" not in record.text()
    assert bga.read_log(sample(), "log", names=True)[0].players == ["Bee", "Ant"]


def test_random_games_are_read_back_equal():
    for seed in range(GAMES):
        log = written(2 + seed % 3, seed)
        record, remarks = bga.read_log(log.packets, "log")
        assert same_game(log.state, records.replay(record)), f"seed {seed}"
        assert all("start goods" in remark for remark in remarks), remarks
        assert "Person" not in record.text()


def test_tiles_thrown_out_without_another_are_read_with_the_option_that_allows_it():
    found = 0
    for seed in range(8):
        log = written(2, 100 + seed, free_discard="yes")
        record, _ = bga.read_log(log.packets, "log")
        found += record.options.get("free_discard") == "yes"
        assert records.replay(record).sources() == log.state.sources()
    assert found


@pytest.mark.whole
def test_every_spoilt_total_is_noticed_at_its_packet():
    spoilt = 0
    for seed in range(2, 5):
        log = written(2 + seed % 3, seed)
        chosen = random.Random(seed)
        for packet, where, key in chosen.sample(log.totals, min(len(log.totals), max(GAMES, 24))):
            was = where[key]
            where[key] = type(was)(int(was) + chosen.choice((-1, 1, 7)))
            assert f"packet {packet}," in refused(log.packets), (seed, packet, key)
            where[key] = was
            spoilt += 1
    assert spoilt >= 72


def test_a_difference_names_packet_move_phase_round_and_the_move_before():
    log = sample()
    packet = next(p for p in log if p["channel"].startswith("/table/")
                  and any(n["type"] == "goodsSold" for n in p["data"]))
    next(n for n in packet["data"] if n["type"] == "goodsSold")["args"]["score"] += 2
    said = refused(log)
    assert f"packet {packet['packet_id']}, move {packet['move_id']} (phase A, round 1, after sell red [free])" in said
    assert "in the log" in said
    assert "in the replay" in said


@pytest.mark.parametrize("spoil,said", (
    (lambda log: log[10]["data"][0].pop("type"), "expected a notification"),
    (lambda log: log[6].pop("data"), "expected a list of notifications"),
    (lambda log: log[6].update(packet_id="seven"), "expected a whole number"),
    (lambda log: log[6]["data"][1]["args"].update(castles={}), "expected one for each of 2 players"),
    (lambda log: log[6]["data"][1]["args"]["allPlEstSpaces"]["1001"][4].update(dieValue=5), "none of boards 1 to 9"),
    (lambda log: log[6]["data"].pop(1), "has no notification startingBoardsAndCastles"),
))
def test_what_is_no_whole_log_is_refused_in_one_line(spoil, said):
    log = sample()
    spoil(log)
    assert said in refused(log)
    assert "\n" not in refused(log)


def test_each_number_of_a_tile_is_one_tile_of_the_box():
    names = [numbers.tile_name(n) for n in range(numbers.TILES)]
    box = RULES["tiles"]
    assert {name: names.count(name) for name in TILE_NAMES[1:]} == {
        name: box["coloured"][name] + box["dark"][name] for name in TILE_NAMES[1:]}
    colours = ["building", "animal", "knowledge", "castle", "mine", "ship"]
    assert all(numbers.kind(n)[0] == colours[TILE_COLOURS[TILE_NAMES.index(names[n])]] for n in range(numbers.TILES))
    assert len({numbers.sprite(n) for n in range(numbers.TILES)}) == 68


def test_points_of_knowledge_tiles_add_up_to_their_source():
    log = written(3, 5)
    for seat in range(3):
        assert sum(log.state.tile_points(seat).values()) == log.state.sources()[seat]["knowledge"]
    with pytest.raises(ValueError, match="seat 3"):
        games.load("burgundy").start(3, {}).tile_points(3)
