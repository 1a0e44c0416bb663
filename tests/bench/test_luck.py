"""Luck over many games: what a line of the table holds."""
import pytest

from bench.command import start
from bench.proofs import luck


@pytest.fixture(scope="module")
def row():
    return luck.row_of("pig", 2, "greedy", 30, 20)


def test_luck_and_what_it_leaves_add_up_to_the_margin(row):
    assert row["margin"] == pytest.approx(row["start"] + row["luck"] + row["decisions"])
    assert abs(row["luck"]) < 2 * row["luck_error"]
    assert row["left"] == pytest.approx((row["decisions_scatter"] / row["scatter"]) ** 2)
    assert row["left"] < 1


def test_the_page_shows_the_line(row):
    text = luck.written([row], {"date": "today"})
    assert f"| pig | 2 | 30 | {row['margin']:+.2f} ± {row['margin_error']:.2f} |" in text
    assert f"| {row['left']:.0%} |" in text


def test_an_unknown_game_is_refused(capsys):
    with pytest.raises(SystemExit) as end:
        start(luck.run, ["--game", "go"])
    assert end.value.code == 2
    assert "'go'" in capsys.readouterr().err
