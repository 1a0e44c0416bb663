"""Match files: random games come back equal, names are left out, and what cannot be played is told by its line."""
import pytest

from games import records
from games.api import InputError
from games.backgammon import match_file
from tests.games.backgammon.match_writer import match_text


def test_twenty_games_come_back_equal():
    text, made = match_text(list(range(20)))
    found = match_file.read(text, "match.mat")
    assert len(found) == 20
    for (record, remarks), game in zip(found, made, strict=True):
        state = records.replay(record)
        assert state.raw()["count"] == game.state.raw()["count"]
        assert state.scores() == game.state.scores()
        assert not remarks
        assert record.players == ["first", "second"]
    assert "Ann" not in "".join(record.text() for record, _ in found)


def test_names_are_kept_when_asked_for():
    text, _ = match_text([3])
    [(record, _)] = match_file.read(text, "match.mat", names=True)
    assert record.players == ["Ann the Tall", "Bob"]


def test_the_cube_is_told_and_passed_over():
    text, _ = match_text([3])
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("  2)"))
    lines.insert(at, "  2)  Doubles => 2                   Takes")
    [(record, remarks)] = match_file.read("\n".join(lines), "match.mat")
    assert remarks == ["the doubling cube is left aside"]
    assert records.replay(record).is_terminal()


def test_a_game_given_up_has_no_result():
    text, _ = match_text([5])
    lines = text.splitlines()[:14]
    [(record, remarks)] = match_file.read("\n".join([*lines, "      Wins 1 point"]), "match.mat")
    assert record.result is None
    assert remarks == ["the game was given up, so the record has no result"]


@pytest.mark.parametrize("old,new,said", (
    ("wins", "", None),
    ("Game 1", "Game one", "has the head of a match, but no game"),
))
def test_a_file_without_games_is_refused(old, new, said):
    text, _ = match_text([1])
    if said:
        with pytest.raises(InputError, match=said):
            match_file.read(text.replace(old, new), "match.mat")
    else:
        assert match_file.read(text.replace("point match", "points"), "match.mat") is None


def test_a_turn_that_cannot_be_played_is_told_by_its_line():
    text, _ = match_text([1])
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("  3)"))
    lines[at] = "  3) 66: 24/1                         66: 24/1"
    with pytest.raises(InputError, match=f"match.mat, line {at + 1}: .*24/1"):
        match_file.read("\n".join(lines), "match.mat")


def test_points_that_the_board_does_not_bring_are_refused():
    text, made = match_text([1])
    wrong = text.replace(f"Wins {made[0].points} point", f"Wins {made[0].points + 1} point")
    with pytest.raises(InputError, match=f"wins {made[0].points + 1} in the file; in the replay"):
        match_file.read(wrong, "match.mat")
