"""The strength curve and the parts of the search: which matches are played, none of them twice, and what is said."""
import csv
from dataclasses import replace
from typing import cast

import pytest
from matplotlib.text import Text

from bench import matches
from bench.command import start
from bench.matches import KEY, Table
from bench.publish import Ledger
from bench.strength import parts, strength
from games.registry import load
from mcts.agents import make
from mcts.match import match, plan
from mcts.params import parse_settings

ABOUT = {"date": "today"}
TABLE = Table("tic_tac_toe", None, {}, games=6, seed=3)


def line(budget, win, low, high):
    return {"game": "pig", "seats": "2", "first": f"mcts:{budget},policy=uct", "games": "200", "budget": budget,
            "win": win, "low": low, "high": high, "margin": "3.25", "margin_low": "-1", "margin_high": "7.5", "elo": "",
            "part": "UCT"}


LINES = [line(500, "0.75", "0.7", "0.8"), line(1000, "0.6", "", "")]


def test_budgets_are_doubled_from_the_first_to_the_last():
    assert strength.doublings(250, 8000) == [(250, 500), (500, 1000), (1000, 2000), (2000, 4000), (4000, 8000)]
    assert strength.doublings(3, 13) == [(3, 6), (6, 12)]
    for first, last in ((100, 199), (0, 10)):
        with pytest.raises(ValueError, match="--from, --to"):
            strength.doublings(first, last)


def forbidden(*_, **__):
    raise AssertionError("played again")


def test_a_finished_match_is_not_played_again(tmp_path, monkeypatch):
    path = tmp_path / "ledger.csv"
    first = strength.curve(TABLE, [(4, 8)], "", Ledger(path, KEY))
    monkeypatch.setattr(matches, "play", forbidden)
    assert strength.curve(TABLE, [(4, 8)], "", Ledger(path, KEY)) == first
    for other in (replace(TABLE, seed=4), replace(TABLE, games=8)):
        with pytest.raises(AssertionError, match="played again"):
            strength.curve(other, [(4, 8)], "", Ledger(path, KEY))


def test_a_longer_match_plays_only_the_blocks_that_are_missing(tmp_path):
    """And comes to the same as a match of that length from the start, though blocks were finished out of order."""
    class Stopping(Ledger):
        def add(self, row):
            if row["block"] == 3:
                raise KeyboardInterrupt
            return super().add(row)

    path, longer = tmp_path / "x.csv", replace(TABLE, games=12)
    with pytest.raises(KeyboardInterrupt):
        matches.meet(longer, "mcts:9", "random", Stopping(path, KEY))
    ledger = Ledger(path, KEY)
    assert [row["block"] for row in ledger.rows.values()] == ["0", "1", "2"]
    del ledger.rows[next(iter(ledger.rows))]
    played = []

    class Watched(Ledger):
        def add(self, row):
            played.append(row["block"])
            return super().add(row)

    watched = Watched(tmp_path / "y.csv", KEY)
    watched.rows = ledger.rows
    row = matches.meet(longer, "mcts:9", "random", watched)
    assert played == [0, 3, 4, 5]
    assert row == matches.meet(longer, "mcts:9", "random", Ledger(tmp_path / "z.csv", KEY))
    whole = match(plan("tic_tac_toe", ["mcts:9", "random"], 12, seed=3))
    assert {name: row[name] for name in matches.NUMBERS} == matches.outcome(whole)


def test_blocks_that_another_program_played_are_told_of(tmp_path, monkeypatch, capsys):
    ledger = Ledger(tmp_path / "x.csv", KEY)
    matches.meet(TABLE, "mcts:2", "random", ledger)
    matches.meet(TABLE, "mcts:2", "random", ledger)
    assert "was played by" not in capsys.readouterr().err
    monkeypatch.setattr(matches, "our_version", lambda: "9.9 at home")
    matches.meet(TABLE, "mcts:2", "random", ledger)
    assert "this is 9.9 at home" in capsys.readouterr().err


def test_a_line_is_what_the_match_came_to(tmp_path):
    row = matches.meet(TABLE, "mcts:200", "random", Ledger(tmp_path / "x.csv", KEY))
    assert (row["first"], row["second"], row["games"], row["seats"]) == ("mcts:200", "random", 6, 2)
    assert matches.value(row, "win") > 0.8
    assert all(name in row for name in matches.NUMBERS)


def test_shares_and_margins_in_words():
    assert matches.percent(LINES[0]) == "75.0 (70.0 to 80.0)"
    assert matches.percent(LINES[1]) == "60.0"
    assert matches.signed(LINES[0]) == "+3.2 (-1.0 to +7.5)"
    assert matches.value(LINES[0], "elo") is None


def test_options_are_read_with_plus_for_a_comma():
    assert matches.options_of("boards=1+5,margin_weight=0") == {"boards": "1,5", "margin_weight": "0"}
    assert matches.options_of("") == {}
    with pytest.raises(ValueError, match="--options: found 'boards'"):
        matches.options_of("boards")


def test_the_curve_is_written_and_drawn():
    page = strength.written(LINES, ABOUT, "pig")
    assert "| 500 | 250 | 200 | 75.0 (70.0 to 80.0) | – | +3.2 (-1.0 to +7.5) |" in page
    figure = strength.draw(LINES, "Doubling", "cutoff=54")
    assert any("cutoff=54" in text.get_text() for text in figure.findobj(Text))
    axes = figure.axes[0]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["500", "1,000"]
    assert axes.get_ylabel().startswith("% of the win")
    figure.canvas.draw()


def test_the_strength_script_plays_writes_and_draws(tmp_path):
    for _ in range(2):
        with pytest.raises(SystemExit) as ended:
            start(strength.run, ["tic_tac_toe", "--games", "4", "--from", "2", "--to", "8",
                           "--out", str(tmp_path / "results"), "--images", str(tmp_path / "images")])
        assert not ended.value.code
    names = {path.name for folder in ("results", "images") for path in (tmp_path / folder).iterdir()}
    assert names == {f"strength-tic_tac_toe{end}" for end in ("-blocks.csv", ".csv", ".md", ".png")}
    with (tmp_path / "results/strength-tic_tac_toe.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["budget"] for row in rows] == ["4", "8"]


def test_a_second_curve_of_a_game_has_a_name_of_its_own(tmp_path):
    with pytest.raises(SystemExit) as ended:
        start(strength.run, ["tic_tac_toe", "--games", "4", "--from", "2", "--to", "4", "--settings", "policy=uct",
                       "--name", "plain", "--out", str(tmp_path), "--images", str(tmp_path)])
    assert not ended.value.code
    assert {path.name for path in tmp_path.iterdir()} == {
        "strength-tic_tac_toe-blocks.csv", "plain.csv", "plain.md", "plain.png"}


def test_every_part_is_a_search_that_can_be_made():
    names = [part.name for part in parts.PARTS]
    assert len(set(names)) == len(names)
    for part in parts.PARTS:
        assert parse_settings(part.settings)
        make(f"mcts:10,{parts.changed('', part.settings)}")


def test_a_change_takes_the_place_of_what_the_default_says():
    assert parts.changed("policy=uct,exploration=0.7", "exploration=2") == "policy=uct,exploration=2"
    assert parts.changed("tree=keyed", "solve=no") == "tree=keyed,solve=no"
    assert parts.changed("", "fpu=-inf") == "fpu=-inf"


def test_parts_that_do_not_fit_the_game_are_left_out():
    pig, kuhn = load("pig").start(3), load("kuhn_poker").start()
    assert {"no solver", "keyed tree"} <= {part.name for part in parts.chosen(pig, "")}
    assert "no solver" not in {part.name for part in parts.chosen(kuhn, "")}
    assert "values only" not in {part.name for part in parts.chosen(pig, "")}
    assert [part.name for part in parts.chosen(pig, "UCT, no solver")] == ["UCT", "no solver"]
    with pytest.raises(ValueError, match="--parts: found 'magic'"):
        parts.chosen(pig, "magic")


def test_a_part_that_the_default_has_already_is_not_matched_with_itself(tmp_path):
    chosen = parts.chosen(load("tic_tac_toe").start(), "UCT,exploration 2")
    rows = parts.ablation(TABLE, chosen, 5, "policy=uct", Ledger(tmp_path / "x.csv", KEY))
    assert [row["part"] for row in rows] == ["exploration 2"]
    assert rows[0]["first"] == "mcts:5,policy=uct,exploration=2"
    assert rows[0]["second"] == "mcts:5,policy=uct"
    page = parts.written([LINES[0]], ABOUT, "pig")
    assert "| UCT | `policy=uct` | 200 | 75.0 (70.0 to 80.0) | – |" in page


def test_a_part_of_the_games_own_settings_is_not_matched_with_itself(monkeypatch):
    """Burgundy's seats have a tree each already, and its playouts are cut; tic-tac-toe's are not."""
    monkeypatch.setattr(parts, "meet", lambda table, first, second, ledger: {"first": first})
    names = "a tree for each seat,open tree,playouts to the end"
    for game, left in (("burgundy", ["open tree", "playouts to the end"]), ("tic_tac_toe", ["a tree for each seat"])):
        table = Table(game, None, {}, 2, 1)
        rows = parts.ablation(table, parts.chosen(load(game).start(), names), 5, "", cast(Ledger, None))
        assert [row["part"] for row in rows] == left


def test_the_parts_script_refuses_in_a_line(tmp_path, capsys):
    for arguments, words in ((["tic_tac_toe", "--parts", "magic"], "--parts: found 'magic'"),
                             (["bridge"], "no game 'bridge'")):
        with pytest.raises(SystemExit) as ended:
            start(parts.run, [*arguments, "--out", str(tmp_path)])
        assert ended.value.code == 2
        assert words in capsys.readouterr().err
