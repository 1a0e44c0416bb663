"""`play` in games with hidden cards and plans, as a person at a terminal sees it: lines in, text out."""
import io
import json
import re
import sys

import pytest

import cli
import games
from games import records
from reports.terminal import play as terminal

NOTHING = "(hidden)"
SESSIONS = [("catan_cards", 0, 25), ("catan_cards", 2, 25), ("orleans", 0, 12), ("orleans", 2, 12),
            ("leduc_poker", 0, 8), ("leduc_poker", 1, 8), ("kuhn_poker", 0, 8), ("kuhn_poker", 1, 8)]


@pytest.fixture
def play(capsys, monkeypatch, tmp_path):
    """Plays with these lines typed; what was printed, and the record."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(terminal, "ADVICE", 0.02)

    def call(*arguments: object, typed: str) -> tuple[str, records.Record]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            cli.main(["play", *map(str, arguments), "--record", "game.jsonl"])
        out, err = capsys.readouterr()
        assert end.value.code == 0, err
        return out, records.read(tmp_path / "game.jsonl")

    return call


def events(out: str) -> list[str]:
    """What was told, one entry an event."""
    told = []
    for line in out.splitlines():
        if found := re.match(r"(drawn|you|seat \d): (.*)", line):
            told += found[2].split(", ") if found[1] == "drawn" else [found[2]]
    return told


@pytest.mark.parametrize(("name", "seat", "moves"), SESSIONS)
def test_a_session_tells_what_the_seat_sees(play, name, seat, moves):
    game = games.load(name)
    seats = ("--seats", 3) if 3 in game.seats else ()
    out, record = play(name, *seats, "--seat", seat, "--seed", 4, "--level", "greedy", typed="?\nb\n" + "1\n" * moves)
    seen, hidden = [], []
    for step in records.steps(record):
        if game.untold is not None and game.untold(step.state, step.action, seat):
            continue
        text = game.told(step.state, step.action, seat)
        if text is None:
            hidden.append(game.notation.action_text(step.state, step.action))
        elif step.event.seat != seat:
            seen.append(text)
    assert hidden
    told = events(out)
    assert [text for text in told if text != NOTHING and text in set(seen)] == seen
    assert not set(told) & (set(hidden) - set(seen) - own_moves(record, seat))
    assert 0 < told.count(NOTHING) <= len(hidden)
    assert "simulations in" in out


def own_moves(record: records.Record, seat: int) -> set[str]:
    return {event.move for event in record.events if event.seat == seat}


def test_cards_of_others_lie_face_down(play):
    out, record = play("kuhn_poker", "--seats", 4, "--seat", 1, "--seed", 6, "--level", "greedy", typed="")
    cards = [event.move.removeprefix("deal ") for event in record.events[:4]]
    assert f"[{cards[1]}]" in out
    assert not any(f"[{card}]" in out for card in cards if card != cards[1])
    assert out.count("[?]") >= 3


def test_plans_of_others_are_not_on_the_board_before_all_have_planned(play):
    out, record = play("orleans", "--seat", 1, "--option", "start=0", "--seed", 4, "--level", "greedy", typed="")
    plan = [event.move for event in record.events if event.seat == 0]
    assert plan[-1] == "done"
    assert len(plan) > 1
    assert "seat 0: (hidden)\n" in out
    assert "has planned, hidden" in out
    lines = out.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith(" Seat 0"))
    theirs = "\n".join(lines[first:first + 4])
    assert "market (4): own farmer, own boatman, own craftsman, own trader" in theirs
    assert "planned in this round" not in out


def test_secret_boards_are_told_when_all_have_chosen(play):
    options = ("--option", "secret=yes", "--option", "boards=choose", "--option", "start=0")
    out, record = play("burgundy", *options, "--seat", 1, "--seed", 3, "--level", "greedy", typed="3\n1\n")
    before, after = out.split("castle at", 1)
    assert "seat 0: (hidden)\n" in before
    assert "board hidden" in before
    chosen = next(event.move for event in record.events if event.seat == 0 and event.move.startswith("choose board"))
    assert chosen not in out.split("  1  choose board 1")[0]
    assert chosen.removeprefix("choose ") in after


def test_a_hand_ends_with_the_cards_that_were_shown(play):
    out, record = play("kuhn_poker", "--seat", 0, "--seed", 2, "--level", "random", typed="2\n2\n")
    last = out[out.rindex("Kuhn poker"):]
    folded = any(event.move == "fold" for event in record.events)
    assert ("[?]" in last) == folded
    assert "won by" in last


@pytest.mark.parametrize(("file", "seat", "words"), [
    ("kuhn-poker-bluff", 1, "expected 0"), ("catan-cards-view", 2, "expected 0"), ("burgundy-midgame", 2, "0 to 1"),
    ("pig-endgame", 9, "0 to")])
def test_a_seat_that_cannot_be_shown_is_refused(capsys, file, seat, words):
    path = cli.Path(cli.__file__).parent / "examples" / f"{file}.json"
    with pytest.raises(SystemExit) as end:
        cli.main(["show", str(path), "--seat", str(seat)])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "--seat" in err
    assert words in err


def test_a_position_of_one_seats_view_is_shown_from_it(capsys, tmp_path):
    path = cli.Path(cli.__file__).parent / "examples" / "kuhn-poker-bluff.json"
    picture = tmp_path / "cards.svg"
    for arguments in ((), ("--seat", "0"), ("--svg", str(picture))):
        with pytest.raises(SystemExit):
            cli.main(["show", str(path), *arguments])
        out, _ = capsys.readouterr()
        shown = picture.read_text() if "--svg" in arguments else out
        assert "as seat 0 sees it" in shown
        assert "?" in shown
    assert json.loads(path.read_text())["view"] == 0
