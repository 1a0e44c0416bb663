"""`follow` as a person at a terminal sees it: lines in, text out, and a record that other commands take."""
import io
import sys
from pathlib import Path
from random import Random

import pytest

import cli
import games
from games import records
from mcts.follow import Follow
from reports.terminal import follow as terminal
from reports.terminal.follow import status

OPENING = "t b t r pu o\n1\nch k2 chi3 wat car k3 war chi2\nci s4 chi4 s3, t pi o t r\nd 5 6 1 5 6\n"


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs a command with these lines typed: exit status, what was printed, and what was said."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(terminal, "ADVICE", 0.02)

    def call(*arguments: str, typed: str = "") -> tuple[object, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            cli.main(arguments)
        return (end.value.code, *capsys.readouterr())

    return call


def test_a_turn_takes_two_lines_of_the_screen(run):
    code, out, err = run("follow", "burgundy", "--seat", "0", "--record", "a.jsonl",
                         typed=OPENING + "t mine; t wa; end\nq\n")
    assert code == 0
    assert out.splitlines()[-3:] == [
        "Phase A, round 1, seat 1 (them) to play; dice 5 6",
        "seat 1: take 5: mine [die 5]; take 6: warehouse [die 6]",
        "Phase A, round 1, seat 0 (you) to play; dice 1 5"]
    assert max(map(len, out.splitlines())) <= 80
    assert err.splitlines()[-1] == "the game so far is in a.jsonl; go on with: ludosoph follow --resume a.jsonl"


def test_a_turn_of_backgammon_is_typed_as_players_write_it(run):
    code, out, err = run("follow", "backgammon", "--record", "b.jsonl",
                       typed="5 3\n8/3 6/5\n8/3 6/3\n6 1\nu\n8/7\n6 1; 13/7 8/7\nq\n")
    assert code == 0
    assert "seat 0: found '8/3 6/5', which does not play 5 and 3; expected a turn such as '" in err
    assert "seat 0: 8/3; 6/3" in out
    assert "seat 1: 13/7; 8/7" in " ".join(out.split())
    code, out, _ = run("replay", "b.jsonl")
    assert (code, "all 6 events are legal" in out) == (0, True)


def test_the_record_goes_to_replay_and_review(run):
    run("follow", "burgundy", "--record", "a.jsonl", typed=OPENING + "t mine\n")
    code, out, _ = run("replay", "a.jsonl")
    assert code == 0
    assert "28 events" in out
    assert "the game is not over" in out
    code, out, _ = run("review", "a.jsonl", "--simulations", "20")
    assert code == 0
    assert "take 5: mine" in out
    code, out, _ = run("follow", "--resume", "a.jsonl", typed="t wa\nr\n")
    assert (code, out.splitlines()[-2]) == (0, "29 events are in a.jsonl")


def test_advice_board_scores_help_and_moves(run):
    code, out, _ = run("follow", "burgundy", "--record", "a.jsonl", typed=OPENING + "?\n?all\nb\ns\nh\nm\nu\n")
    assert code == 0
    assert "Seat 1 to move" in out
    assert "  1  take 4: ship [die 5, 1 worker]" in out
    assert "take the last line back" in out
    assert "taken back: drawn: roll 5 6, 1 5; white 6" in out


def test_what_cannot_be_is_said_and_the_game_goes_on(run):
    code, out, err = run("follow", "burgundy", "--record", "a.jsonl", typed="?\nt b x\nr\nu 7\n" + "t r pu o\n1\n")
    assert code == 0
    assert err.splitlines()[1:-1] == [
        "?: nobody has to decide yet; first enter goods of seat 0, 1 of 3",
        "goods of seat 0, 3 of 3: found 'x', expected one of: turquoise, purple, pink, red, brown, orange",
        "u: found 7, expected 1 to 1"]
    assert out.splitlines()[-1] == "Phase A, round 1: depot 1, tile 1 of 2 (building)"


@pytest.mark.parametrize("arguments, wrong", [
    ((), "GAME: is missing"),
    (("burgundy", "--seat", "2", "--record", "b.jsonl"), "--seat: found 2, expected 0 to 1"),
    (("burgundy", "--record", "a.jsonl"), "a.jsonl: exists; go on with it"),
    (("--resume", "c.jsonl"), "c.jsonl: cannot be read"),
])
def test_a_wrong_start_is_refused(run, arguments, wrong):
    run("follow", "pig", "--record", "a.jsonl")
    code, _, err = run("follow", *arguments)
    assert code == 2
    assert wrong in err


def test_advice_may_be_asked_for_after_some_seconds(run):
    _, out, err = run("follow", "burgundy", "--record", "a.jsonl", typed=OPENING + "? 0.05\n? 0\n? all x\n? x\nq\n")
    assert out.count("Seat 1 to move") == 1
    assert err.splitlines()[1] == "?: found '0', expected seconds above 0, as in ? 10, or all"
    assert "?: found 'x', expected seconds above 0, as in ? 10, or all" in err


def test_a_key_says_what_it_takes(run):
    _, out, err = run("follow", "burgundy", "--record", "a.jsonl",
                      typed=OPENING + "u x\nu all\nu -1\n?x\n?5x\n? 1,5\nm x\nq 7\n!\n?0.05\nq\n")
    assert err.splitlines()[1:7] == [
        "u: found 'x', expected a number from 1, as in u 3",
        "u: found 'all', expected a number from 1, as in u 3",
        "u: found '-1', expected a number from 1, as in u 3",
        *(f"?: found '{more}', expected seconds above 0, as in ? 10, or all" for more in ("x", "5x", "1,5"))]
    assert err.splitlines()[7].startswith("m alone lists the moves; seat 1: found 'm x', expected one of")
    assert err.splitlines()[8].startswith("q alone leaves; seat 1: found 'q 7', expected one of")
    assert "found '!', expected a move or a draw" in err
    assert out.count("Seat 1 to move") == 1


@pytest.mark.parametrize("name", games.names())
def test_what_is_drawn_is_named(name):
    game, draw, said = games.load(name), Random(3), set()
    for seats in game.seats:
        state = game.start(seats, {})
        for _ in range(300):
            if state.is_terminal():
                break
            said.add(status(Follow(game, state.copy())) if state.is_chance_node() else "")
            state.apply_action(state.keyed_chance(3) if state.is_chance_node() else draw.choice(state.legal_actions()))
    assert not [each for each in said if "chance" in each.lower()]


def test_dice_are_asked_for_and_shown(run):
    _, out, err = run("follow", "backgammon", "--record", "a.jsonl", typed="8/5\n3 1\n8/5\nq\n")
    assert out.splitlines()[0] == "Dice, that of seat 0 first"
    assert "Seat 0 to play; dice 3 1" in out
    assert "Seat 0 to play; die 1" in out
    assert "dice, that of seat 0 first: found '8/5', expected one of: 1 2, 1 3" in err


def test_who_is_to_play_is_said_once():
    game = games.load("world504")
    for world in ("294", "981"):
        state = game.start(3, {"world": world})
        while game.talk.when(state).startswith("set-up"):
            state.apply_action(state.keyed_chance(1) if state.is_chance_node() else state.legal_actions()[0])
        said = status(Follow(game, state, seat=0))
        assert said.count("eat ") == 1, said


def test_end_after_a_turn_that_is_over_says_what_the_next_seat_has_to_do(run):
    _, _, err = run("follow", "burgundy", "--record", "a.jsonl", typed=OPENING + "t mine; t wa; end\nend\nq\n")
    assert err.splitlines()[1:3] == ["the turn of seat 1 is over already",
                                     "the turn of seat 1 is over already; that of seat 0 cannot end yet (dice 1 5)"]


def test_a_finished_game_is_told(run):
    code, out, _ = run("follow", "kuhn_poker", "--record", "a.jsonl", typed="j q\nbet\nfold\n")
    assert code == 0
    assert "The game is over." in out
    assert records.replay(records.read(Path("a.jsonl"))).is_terminal()
    code, _, err = run("follow", "--resume", "a.jsonl")
    assert (code, err.strip()) == (2, "ludosoph: a.jsonl: this game is over")


def test_what_the_seat_does_not_see_is_not_told(run):
    code, out, _ = run("follow", "catan_cards", "--seats", "3", "--option", "start=0", "--seat", "0",
                       "--record", "a.jsonl", typed="brick ore wool wool grain\nore wool wool\nstop\ngrain, ore\n"
                                                               "stop\n\n?\n")
    assert code == 0
    assert "Set-up: hand of seat 1, card 1 of 3 (not seen: Enter)" in out.splitlines()
    assert "drawn: 6 hidden" in out.splitlines()
    assert "drawn: 2 hidden" in out.splitlines()
    assert out.count("Round 1, seat 2 (them) to play; trade") == 2
    assert "The hand of the seat to move is not known here" in " ".join(out.split())
    hidden = [event for event in records.read(Path("a.jsonl")).events if event.more == {"hidden": True}]
    assert len(hidden) == 8
