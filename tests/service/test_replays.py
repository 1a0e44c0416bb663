"""Records that were replayed lately."""
import io

import pytest

from games import records
from mcts.play import Task, play
from service import replays
from service.refusals import Refused
from service.replays import Replay, Replays

LONG = "\n".join(play(Task("burgundy", 2, {}, 3, ("random", "random"))).record)


def test_positions_of_a_replay_are_those_of_the_game_step_by_step():
    record = records.read(io.StringIO(LONG))
    replay = Replay(record)
    for step in records.steps(record):
        if step.number % 13 == 1 or step.number <= 3:
            assert replay.at(step.number - 1) == step.state
    assert replay.at(len(record.events)) == replay.end == records.replay(record)
    assert replay.start == records.start(record)


def test_a_record_is_replayed_once_and_what_one_does_with_it_changes_nothing():
    kept = Replays()
    first = kept.of(LONG)
    del first.record.events[:]
    first.start.apply_action(first.actions[0])
    first.at(70).apply_action(first.actions[70])
    again = kept.of(LONG)
    assert again is first
    assert (len(again.record.events), again.start, again.at(70)) == (len(first.actions), Replay(first.record).start,
                                                                    Replay(first.record).at(70))


def test_what_is_kept_has_an_end(monkeypatch):
    monkeypatch.setattr(replays, "BRIEF", 0)
    kept = Replays(most=Replays().of(LONG).size)
    first = kept.of(LONG)
    kept.of("\n".join(LONG.splitlines()[:100]))
    assert kept.of(LONG) is not first


def test_a_record_that_does_not_fit_is_refused_at_its_event():
    lines = LONG.splitlines()
    lines[5] = '{"seat": 0, "move": "fly away"}'
    with pytest.raises(Refused, match=r"event 5 \(line 6\)") as refused:
        Replays().of("\n".join(lines))
    assert refused.value.field == "record"
