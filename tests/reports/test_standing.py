"""What `show` says of how a game stands, in a game that knows it, and what it keeps from a seat."""
import json

import pytest

import cli
from core_ext.state import State
from tests.games.single_files import HERE, found
from tests.games.single_files.auction import GAME, TAKEN


@pytest.fixture(autouse=True)
def listed(monkeypatch):
    """A game that says how it stands."""
    yield from found(monkeypatch, HERE / "auction.py")


@pytest.fixture
def show(capsys, monkeypatch, tmp_path):
    """What `show` prints of the position after these actions."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(actions: tuple[int, ...], *more: object) -> str:
        file = tmp_path / "position.json"
        file.write_text(json.dumps(GAME.notation.position_to_json(after(*actions))), encoding="utf-8")
        return shown(file, *more)

    def shown(file: object, *more: object) -> str:
        with pytest.raises(SystemExit) as end:
            cli.main(["show", *map(str, (file, *more))])
        assert end.value.code == 0
        return str(capsys.readouterr().out)

    call.shown = shown
    return call


def after(*actions: int) -> State:
    state = GAME.start()
    for action in actions:
        state.apply_action(action)
    return state


def table(text: str) -> list[list[str]]:
    """The words of the lines below the board."""
    return [line.split() for line in text[text.index("income"):].splitlines() if line.strip("─ ")]


def test_incomes_and_points_stand_below_the_board_with_their_sums(show):
    assert table(show((1, 2))) == [
        ["income", "first", "second"], ["counters", "-", "3"], ["together", "0", "3"],
        ["points", "now", "first", "second"], ["purse", "2", "1"], ["together", "2", "1"],
        ["If", "the", "game", "ended", "now:", "first", "wins."]]


def test_a_game_that_is_over_has_a_winner_and_no_income(show):
    text = show((1, 2, TAKEN + 1, TAKEN + 3))
    assert "income" not in text
    rows = [line.split() for line in text.splitlines()]
    assert rows[rows.index(["points", "first", "second"]) + 2:] == [
        ["purse", "2", "1"], ["prize", "6", "-"], ["together", "8", "1"], ["first", "wins."]]


def test_winners_that_are_level_share_the_win(show):
    assert show((2, 2)).splitlines()[-1] == "If the game ended now: first and second share the win."


def test_json_carries_the_standing_and_is_read_back_without_it(show, tmp_path):
    text = show((1, 2), "--json")
    document = json.loads(text)
    assert document["standing"] == {
        "owners": ["first", "second"], "income": [[], [["counters", 3]]],
        "points": [[["purse", 2]], [["purse", 1]]], "winners": ["first"]}
    (tmp_path / "again.json").write_text(text, encoding="utf-8")
    assert show.shown(tmp_path / "again.json", "--json") == text


@pytest.mark.parametrize("bid", [0, 3])
def test_a_seat_is_not_told_what_hangs_on_a_sealed_bid(show, bid):
    assert "points now" in show((bid,))
    assert "points now" in show((bid,), "--seat", 0)
    assert "points now" not in show((bid,), "--seat", 1)
    assert "points now" in show((bid, 1), "--seat", 1)


def test_the_board_leaves_room_for_it(show, monkeypatch):
    rooms = []
    text = GAME.render.text
    monkeypatch.setattr(type(GAME.render), "text", lambda _, state, seat=None, room=None, columns=80: (
        rooms.append(room), text(state, seat, room, columns))[1])
    lines = show((1, 2)).splitlines()
    board = [line.startswith("income") for line in lines].index(True) - 1
    assert rooms == [40 - (len(lines) - board)]
