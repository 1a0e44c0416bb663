"""A world's row of the atlas, in the list of worlds and on its page of rules."""
import gzip

import pytest

from games.world504 import measured
from games.world504.rulebook import MEASURED, rules_list, rules_page
from reports.statistics.verdicts import APPEARS, EVEN, FADES, HOLDS, OPEN, TURNS

ROW = {"world": "867", "first_win_2": "0.33", "first_win_2_low": "0.26", "first_win_2_high": "0.4", "rounds_2": "14.6",
       "rounds_2_low": "14.3", "rounds_2_high": "14.8", "rounds_4": "", "rounds_4_low": "", "rounds_4_high": "",
       "stopped": "0.0154", "says": "favours the second player; long"}


@pytest.fixture
def one_world(monkeypatch, tmp_path):
    (tmp_path / "atlas.csv.gz").write_bytes(gzip.compress(f"{','.join(ROW)}\n{','.join(ROW.values())}\n".encode()))
    monkeypatch.setattr(measured, "__file__", str(tmp_path / "measured.py"))
    measured.atlas.cache_clear()
    yield
    measured.atlas.cache_clear()


@pytest.fixture
def by_two_strengths(monkeypatch, tmp_path):
    row = ROW | {"first_win_strong": "0.2", "first_win_strong_low": "0.1", "first_win_strong_high": "0.3",
                 "better": "holds"}
    (tmp_path / "atlas.csv.gz").write_bytes(gzip.compress(f"{','.join(row)}\n{','.join(row.values())}\n".encode()))
    monkeypatch.setattr(measured, "__file__", str(tmp_path / "measured.py"))
    measured.atlas.cache_clear()
    yield
    measured.atlas.cache_clear()


@pytest.fixture
def no_atlas(monkeypatch, tmp_path):
    monkeypatch.setattr(measured, "__file__", str(tmp_path / "measured.py"))
    measured.atlas.cache_clear()
    yield
    measured.atlas.cache_clear()


def test_the_list_shows_what_was_measured_of_a_world(one_world):
    rows = {row["world"]: row for row in rules_list()}
    assert rows["867"]["measured"] == ("between greedy agents: 15 rounds, first wins 33 %, favours the second player, "
                                       "long")
    assert rows["867"]["atlas"] == {"firstWins": [0.33, 0.26, 0.4], "rounds": [14.6, 14.3, 14.8], "stopped": 0.0154,
                                    "says": ["favours the second player", "long"]}
    assert (rows["876"]["measured"], rows["876"]["atlas"]) == ("", None)


def test_the_page_tells_it_in_sentences(one_world):
    section = rules_page(2, {"world": "867"}).sections[1]
    assert section.heading == MEASURED
    assert [entry.text for entry in section.entries] == [
        "Between greedy agents a game for two takes 14.6 rounds (14.3 to 14.8).",
        "Between greedy agents the first player wins 33 % of games for two (26 % to 40 %).",
        "2 % of all these games end at the last round allowed, not by the world's rule.",
        "At least 95 % sure, between greedy agents: favours the second player, long."]


def test_what_better_players_keep_stands_first_on_the_page_and_last_in_the_list(by_two_strengths):
    entries = [entry.text for entry in rules_page(2, {"world": "867"}).sections[1].entries]
    assert entries[:2] == ["Who is favoured: better players favour the same one as greedy agents.",
                           "Between players that look ahead the first player wins 20 % of games for two (10 % to "
                           "30 %)."]
    row = next(row for row in rules_list() if row["world"] == "867")
    assert row["measured"].endswith("long; better players favour the same one as greedy agents")
    assert row["atlas"]["better"] == "holds"


def test_every_word_of_two_strengths_can_be_told():
    assert set(measured.BETTER) == {HOLDS, TURNS, FADES, APPEARS, EVEN, OPEN}


@pytest.mark.parametrize("options", [{"world": "876"}, {"world": "867", "errata": "2015"}])
def test_a_world_that_was_not_played_has_no_such_part(one_world, options):
    assert MEASURED not in [section.heading for section in rules_page(2, options).sections]


def test_without_an_atlas_nothing_is_said(no_atlas):
    assert {row["measured"] for row in rules_list()} == {""}
    assert {row["atlas"] is None for row in rules_list()} == {True}
