"""The analysis engine: what it answers to good lines and bad ones."""
import errno
import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

import games
from games.positions import read_position
from games.records import Recorder
from mcts.advice import advise, search_params
from service.analyze import Engine, dump, lines_of, serve_lines
from service.queue import Job

ROOT = Path(__file__).parent.parent.parent
CLOCK = ("seconds", "simulationsPerSecond")


class Answers(list):
    """What an engine wrote, by id."""

    def of(self, query, last=True):
        found = [each for each in self if each.get("id") == query]
        return found[-1] if last else found


def asked(*queries, threads=2, memory=256 * 2**20, strict=True):
    """The answers to these queries, each a document or a line."""
    answers = Answers()
    engine = Engine(threads, memory, lambda document: answers.append(json.loads(dump(document))),
                    strict)
    serve_lines([q if isinstance(q, bytes) else json.dumps(q).encode() for q in queries], engine)
    return answers


def timeless(document):
    rest = {name: value for name, value in document["rootInfo"].items() if name not in CLOCK}
    return {**document, "rootInfo": rest}


def burgundy():
    return json.loads((ROOT / "examples/burgundy-midgame.json").read_text())


def test_a_byte_order_mark_before_the_first_line_is_no_part_of_it():
    mark, line = b"\xef\xbb\xbf", b'{"id": "a", "action": "query_version"}\n'
    lines = list(lines_of(io.BytesIO(mark + line + mark + line)))
    assert lines == [line, mark + line]
    assert asked(lines[0]).of("a")["version"]


def test_an_answer_is_that_of_suggest():
    found = asked({"id": "a", "position": burgundy(), "maxVisits": 600, "seed": 3}).of("a")
    game, state, _ = read_position(str(ROOT / "examples/burgundy-midgame.json"))
    alone = json.loads(json.dumps(advise(game, state, search_params(simulations=600, seed=3), "a").document))
    assert found.pop("turnNumber") == 0
    assert found.pop("isDuringSearch") is False
    assert timeless(found) == timeless(alone)


def test_many_queries_side_by_side_are_each_answered_as_alone():
    queries = [{"id": f"{name}-{seed}", "game": name, "maxVisits": 200 + 50 * seed, "seed": seed}
               for name in games.names() if name != "world504" for seed in range(3)]
    together = asked(*queries, threads=2)
    assert sorted(each["id"] for each in together) == sorted(q["id"] for q in queries)
    for query in queries[::4]:
        assert timeless(asked(query, threads=1)[0]) == timeless(together.of(query["id"]))


@pytest.mark.whole
def test_all_turns_of_a_game_are_analysed():
    found = asked({"id": "g", "game": "connect_four", "moves": ["a", "b", "a"], "analyzeTurns": [0, 1, 2, 3],
                   "maxVisits": 100})
    assert {each["turnNumber"]: each["currentPlayer"] for each in found} == {0: 0, 1: 1, 2: 0, 3: 1}


def test_a_record_is_a_game_with_its_moves():
    game = games.load("pig")
    state = game.start(2, {})
    recorder = Recorder(game, state, 1)
    while not state.is_terminal():
        recorder.apply_action(state.keyed_chance(1) if state.is_chance_node() else state.legal_actions()[0])
    lines = [json.loads(line) for line in recorder.finish().lines()]
    found = asked({"id": "r", "record": lines, "analyzeTurns": [0], "maxVisits": 50}).of("r")
    assert found["game"] == "pig"
    assert found["turnNumber"] == 0
    other = asked({"id": "v", "record": [lines[0] | {"version": 7}, *lines[1:]], "analyzeTurns": [0], "maxVisits": 50})
    assert [each.get("warning", "")[:17] for each in other.of("v", False)] == ["version: found 7,", ""]
    refused = asked({"id": "r", "record": lines, "maxVisits": 50}).of("r")
    assert refused["field"] == "record"
    assert "the game is over" in refused["error"]


def test_reports_come_while_a_search_runs():
    query = {"id": "p", "position": burgundy(), "maxVisits": 40_000, "reportDuringSearchEvery": 0.1}
    found = asked(query).of("p", False)
    assert len(found) >= 4
    assert [each["isDuringSearch"] for each in found] == [True] * (len(found) - 1) + [False]
    visits = [each["rootInfo"]["visits"] for each in found]
    assert visits == sorted(visits)
    assert found[-2]["planInfos"]
    assert {m["move"] for m in found[0]["moveInfos"]} == {m["move"] for m in found[-1]["moveInfos"]}


def test_terminate_ends_one_query_and_terminate_all_the_rest():
    endless = [{"id": f"q{n}", "position": burgundy(), "maxVisits": 10**9} for n in range(30)]
    begin = time.perf_counter()
    found = asked(*endless, {"id": "t", "action": "terminate", "terminateId": "q0"},
                  {"id": "u", "action": "terminate", "terminateId": "nobody"}, {"id": "all", "action": "terminate_all"})
    assert time.perf_counter() - begin < 60
    assert found.of("t")["terminated"] == 1
    assert found.of("u")["terminated"] == 0
    assert found.of("all")["terminated"] >= 28
    for number in range(30):
        answer = found.of(f"q{number}")
        assert answer.get("terminated") or answer.get("noResults")
        assert answer["isDuringSearch"] is False
    assert any("noResults" in each for each in found)


def test_the_version():
    assert asked({"id": "v", "action": "query_version"})[0]["version"].count(".") == 2


GOOD = {"id": "x", "game": "burgundy", "maxVisits": 10}
BAD = [
    (b"nonsense", None, "no JSON"), (b"[1]", None, "expected an object"), (b'{"id":"x"', None, "column"),
    (b"\xff\xfe", None, "UTF-8"), (b'{"id":"x","id":"y"}', None, "twice"),
    ({"game": "burgundy"}, "id", "missing"), ({**GOOD, "id": 7}, "id", "expected a string"),
    ({**GOOD, "action": "think"}, "action", "expected one of"), ({**GOOD, "maxvisits": 3}, "maxvisits", "did you mean"),
    ({**GOOD, "game": "burgundi"}, "game", "did you mean 'burgundy'"),
    ({**GOOD, "game": 3}, "game", "expected a string"),
    ({"id": "x"}, "game", "expected one of game, position, record"), ({**GOOD, "position": {}}, "position", "one of"),
    ({"id": "x", "position": 3}, "position", "expected a position"),
    ({"id": "x", "position": {"game": "burgundy"}}, "position", "missing"),
    ({"id": "x", "record": [{}]}, "record", "line 1"), ({"id": "x", "record": 5}, "record", "expected a list"),
    ({**GOOD, "maxVisits": 0}, "maxVisits", "from 1"), ({**GOOD, "maxVisits": 2.5}, "maxVisits", "whole number"),
    ({**GOOD, "maxSeconds": -1}, "maxSeconds", "expected seconds"),
    ({**GOOD, "maxSeconds": "1"}, "maxSeconds", "found"),
    ({**GOOD, "reportDuringSearchEvery": 0}, "reportDuringSearchEvery", "expected seconds"),
    ({**GOOD, "priority": "high"}, "priority", "whole number"), ({**GOOD, "seed": -1}, "seed", "whole number"),
    ({**GOOD, "seats": 9}, "seats", "expected one of"), ({**GOOD, "options": {"no": "x"}}, "options", "no"),
    ({**GOOD, "options": []}, "options", "expected an object"), ({**GOOD, "moves": ["fly"]}, "moves", "moves[0]"),
    ({**GOOD, "moves": 3}, "moves", "expected a list"), ({**GOOD, "analyzeTurns": [5]}, "analyzeTurns", "0 to 0"),
    ({**GOOD, "overrideSettings": {"policy": "best"}}, "overrideSettings", "policy"),
    ({**GOOD, "overrideSettings": {"polcy": "uct"}}, "overrideSettings", "did you mean 'policy'"),
    ({**GOOD, "overrideSettings": {"threads": 64}}, "overrideSettings", "at most 2"),
    ({**GOOD, "overrideSettings": 4}, "overrideSettings", "expected an object"),
    ({"id": "x", "position": {"game": "pig"}, "seats": 2}, "seats", "beside position"),
    ({"id": "x", "action": "terminate"}, "terminateId", "expected the id"),
    ({"id": "x", "action": "terminate_all", "moves": []}, "moves", "unknown field"),
]


@pytest.mark.parametrize("query, field, words", BAD, ids=[f"{n}-{case[1]}" for n, case in enumerate(BAD)])
def test_a_bad_line_is_answered_with_field_and_reason_and_the_engine_goes_on(query, field, words):
    found = asked(query, {**GOOD, "id": "after"})
    refused = [each for each in found if each["id"] != "after"]
    assert len(refused) == 1
    assert refused[0]["field"] == field
    assert words in refused[0]["error"]
    assert "\n" not in refused[0]["error"]
    assert "Traceback" not in refused[0]["error"]
    assert len(refused[0]["error"]) < 400
    assert found.of("after")["rootInfo"]["visits"] > 0


@pytest.mark.whole
def test_hundreds_of_lines_good_and_bad_are_each_answered_once():
    lines = []
    for number in range(300):
        query = {"id": f"n{number}", "game": ("pig", "tic_tac_toe", "kuhn_poker")[number % 3], "maxVisits": 20}
        lines.append(query if number % 4 else {**query, "maxVisits": -number})
    found = asked(*lines)
    assert sorted(each["id"] for each in found) == sorted(q["id"] for q in lines)
    assert sum("error" in each for each in found) == 75


def test_an_id_may_be_used_again_while_it_is_answered_and_each_query_is():
    both = asked({**GOOD, "maxVisits": 20}, {**GOOD, "maxVisits": 30}, GOOD)
    assert len(both.of("x", False)) == 3
    twice = asked({**GOOD, "maxVisits": 10**9}, {**GOOD, "maxVisits": 10**9},
                  {"id": "t", "action": "terminate", "terminateId": "x"})
    assert twice.of("t")["terminated"] == 2
    assert all(each.get("terminated") or each.get("noResults") for each in twice.of("x", False))


def test_no_turns_are_refused_and_the_id_is_free():
    found = asked({**GOOD, "analyzeTurns": []}, GOOD)
    assert found[0] == {"id": "x", "field": "analyzeTurns", "error": "found [], expected one turn or more"}
    assert found[1]["rootInfo"]["visits"] > 0


def test_unknown_fields_are_warned_of_and_the_query_is_answered():
    """As KataGo's clients expect: they send fields of theirs."""
    found = asked({**GOOD, "rules": "chinese", "komi": 7, "maxvisits": 3}, strict=False)
    assert [each["field"] for each in found[:-1]] == ["rules", "komi", "maxvisits"]
    assert all("unknown field" in each["warning"] and each["id"] == "x" for each in found[:-1])
    assert found[-1]["rootInfo"]["visits"] > 0


def test_each_turn_has_its_priority():
    line = {"id": "x", "game": "connect_four", "moves": ["d", "d"], "analyzeTurns": [0, 1, 2], "maxVisits": 300}
    found = asked({"id": "busy", "game": "pig", "maxVisits": 3_000, "priority": 100},
                  {**line, "priorities": [1, 9, 5]}, threads=1)
    assert [each["turnNumber"] for each in found.of("x", False)] == [1, 2, 0]
    for wrong in ({"priorities": [1]}, {"priorities": [1, 2, 3], "priority": 4}, {"priorities": ["a", 1, 2]}):
        assert asked({**line, **wrong})[0]["field"] == "priorities"


def test_some_turns_of_a_query_are_ended():
    line = {"id": "x", "game": "connect_four", "moves": ["d", "d"], "analyzeTurns": [0, 1, 2], "maxVisits": 10**9}
    found = asked(line, {"id": "t", "action": "terminate", "terminateId": "x", "turnNumbers": [0, 2]},
                  {"id": "u", "action": "terminate_all", "turnNumbers": [0, 1]},
                  {"id": "v", "action": "terminate_all", "turnNumbers": "all"})
    assert (found.of("t")["terminated"], found.of("t")["turnNumbers"]) == (2, [0, 2])
    assert found.of("u")["terminated"] in (1, 2)        # the first may still be on its way to its end
    assert found.of("v")["field"] == "turnNumbers"
    assert sorted(each["turnNumber"] for each in found.of("x", False)) == [0, 1, 2]


@pytest.mark.parametrize("line, wanted", [
    (b'{"id":"x", oops', "x"), (b'{"id" : "a \\"b\\" c"', 'a "b" c'), (b'{"id": 7', None), (b'oops', None),
    (b'{"id":"x","id":"y"}', None), (b'\xff{"id":"x"}', "x")])
def test_an_error_has_the_id_of_its_line_where_there_is_one(line, wanted):
    assert asked(line)[0]["id"] == wanted


@pytest.mark.whole
def test_what_waits_does_not_make_a_query_dearer():
    """A thousand queries, then as many behind ten thousand: each takes as long to be taken in."""
    def spent(before):
        engine = Engine(1, 2**26, lambda document: None)
        engine.queue.most = 0                   # none begins
        for number in range(before):
            engine.queue.submit(Job(lambda job: None, priority=number % 3))
        begun = time.process_time()
        for _ in range(1_000):
            engine.queue.submit(Job(lambda job: None))
        return time.process_time() - begun

    assert min(spent(10_000) for _ in range(3)) < 3 * min(spent(0) for _ in range(3))


@pytest.mark.whole
def test_ten_thousand_queries_at_once_are_all_answered():
    found = asked(*({"id": str(number), "game": "pig", "maxVisits": 2} for number in range(10_000)))
    assert sorted(each["id"] for each in found) == sorted(map(str, range(10_000)))
    assert not any("error" in each for each in found)


def test_a_query_of_more_bytes_than_a_line_may_have_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr("service.analyze.LINE", 200)
    (tmp_path / "in").write_bytes(b"x" * 1000 + b"\n" + json.dumps(GOOD).encode() + b"\n")
    answers = Answers()
    with (tmp_path / "in").open("rb") as lines:
        serve_lines(lines_of(lines), Engine(1, 2**26, lambda document: answers.append(document)))
    assert "longer than 200 bytes" in answers[0]["error"]
    assert answers.of("x")["rootInfo"]["visits"] > 0


def engine_process():
    return subprocess.Popen([sys.executable, str(ROOT / "cli.py"), "analyze", "--threads", "1"], cwd=ROOT,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_the_command_answers_what_it_is_asked():
    out, err = engine_process().communicate(json.dumps(GOOD).encode() + b"\n", timeout=60)
    assert json.loads(out)["rootInfo"]["visits"] > 0
    assert not err


def test_ctrl_c_ends_all_searches_and_answers_with_what_they_have():
    process = engine_process()
    process.stdin.write(json.dumps({**GOOD, "maxVisits": 10**9, "reportDuringSearchEvery": 0.05}).encode() + b"\n")
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(out.splitlines()[-1])["terminated"] is True
    assert err == b"ludosoph: stopped: each search that had begun is answered with what it found\n"


def test_half_a_character_in_an_id_or_a_field_is_answered_in_ascii():
    lines = [b'{"id":"\\ud800","action":"query_version"}', b'{"id":"a","ga\\ud800me":1}',
             '{"id":"\u00e9","action":"query_version"}'.encode()]
    answers = asked(*lines)
    assert [each["id"] for each in answers] == ["\ud800", "a", "\u00e9"]
    assert answers[1]["field"] == "ga\ud800me"
    assert all(dump(each).isascii() for each in answers)


def test_searches_end_where_nobody_reads_the_answers():
    with engine_process() as process:
        process.stdout.close()
        short = [{"id": str(n), "game": "pig", "maxVisits": 50} for n in range(20)]
        lines = [json.dumps(query) for query in [*short, {"id": "long", "game": "pig", "maxSeconds": 600}]]
        process.stdin.write("\n".join(lines).encode() + b"\n")
        process.stdin.flush()
        time.sleep(2)
        process.stdin.close()
        assert process.wait(timeout=60) == 141
        assert process.stderr.read() == b""


def test_searches_end_where_no_answer_can_be_written():
    engine = Engine(2, 2**20, Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
    lines = [{"id": "short", "game": "pig", "maxVisits": 50}, {"id": "long", "game": "pig", "maxSeconds": 600}]
    with pytest.raises(OSError, match="No space left"):
        serve_lines([json.dumps(each).encode() for each in lines], engine)
