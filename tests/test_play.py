"""`play` in games with hidden cards and plans, as a person at a terminal sees it: lines in, text out."""
import io
import json
import re
import sys
from pathlib import Path

import pytest

import cli
import games
from games import records
from games.records import Event
from mcts.params import SearchParams, cores
from reports.terminal import news
from reports.terminal import play as terminal
from tests.whole import mostly_whole

NOTHING = "(hidden)"
LAID = re.compile(r"(pay|discard|give|take)( you| from you)? \d+ (brick|lumber|ore|wool|grain)")    # cards laid open
SESSIONS = [("catan_cards", 0, 25), ("catan_cards", 2, 25), ("orleans", 0, 12), ("orleans", 2, 12),
            ("leduc_poker", 0, 8), ("leduc_poker", 1, 8), ("kuhn_poker", 0, 8), ("kuhn_poker", 1, 8)]


@pytest.fixture
def play(capsys, monkeypatch, tmp_path):
    """Plays with these lines typed; what was printed, and the record."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.delenv("LINES", raising=False)
    monkeypatch.setattr(terminal, "ADVICE", 0.02)

    def call(*arguments: object, typed: str) -> tuple[str, records.Record]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(SystemExit) as end:
            cli.main(["play", *map(str, arguments), "--record", "game.jsonl"])
        out, err = capsys.readouterr()
        assert end.value.code == 0, err
        return out, records.read(tmp_path / "game.jsonl")

    return call


@pytest.fixture
def told(monkeypatch) -> list[Event]:
    """What is told on the screen, event by event."""
    heard: list[Event] = []
    lines = news.lines

    def listen(events: list[Event], *rest: object) -> list[object]:
        heard.extend(events)
        return lines(events, *rest)

    monkeypatch.setattr(news, "lines", listen)
    return heard


@pytest.mark.parametrize(("name", "seat", "moves"), SESSIONS)
def test_a_session_tells_what_the_seat_sees(play, told, name, seat, moves):
    game = games.load(name)
    seats = ("--seats", 3) if 3 in game.seats else ()
    out, record = play(name, *seats, "--seat", seat, "--seed", 4, "--level", "greedy", typed="?\nb\n" + "1\n" * moves)
    seen, hidden = [], []
    for step in records.steps(record):
        if game.hidden.untold is not None and game.hidden.untold(step.state, step.action, seat):
            continue
        text = game.told(step.state, step.action, seat)
        if text is None:
            hidden.append(game.notation.action_text(step.state, step.action))
        elif step.event.seat != seat:
            seen.append(text)
    assert hidden
    texts = [event.move for event in told]
    assert [event.move for event in told if event.move != NOTHING and event.seat != seat
            and not LAID.match(event.move)] == seen
    assert not set(texts) & (set(hidden) - set(seen) - own_moves(record, seat))
    assert 0 < texts.count(NOTHING) <= len(hidden)
    assert all(text in out for text in seen if " " not in text)
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
    assert chosen not in out.split("choose board: 1) 1")[0]
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
    path = Path(cli.__file__).parent / "examples" / f"{file}.json"
    with pytest.raises(SystemExit) as end:
        cli.main(["show", str(path), "--seat", str(seat)])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "--seat" in err
    assert words in err


def test_a_position_of_one_seats_view_is_shown_from_it(capsys, tmp_path):
    path = Path(cli.__file__).parent / "examples" / "kuhn-poker-bluff.json"
    picture = tmp_path / "cards.svg"
    for arguments in ((), ("--seat", "0"), ("--svg", str(picture))):
        with pytest.raises(SystemExit):
            cli.main(["show", str(path), *arguments])
        out, _ = capsys.readouterr()
        shown = picture.read_text() if "--svg" in arguments else out
        assert "as seat 0 sees it" in shown
        assert "?" in shown
    assert json.loads(path.read_text())["view"] == 0


# ---- lines that are typed --------------------------------------------------------------------


def moves_of(record: records.Record, seat: int) -> list[str]:
    return [event.move for event in record.events if event.seat == seat]


def run_play(play, typed: str, level: str = "greedy") -> tuple[str, records.Record]:
    """A game of Burgundy with these lines typed by seat 0."""
    out, record = play("burgundy", "--seed", 1, "--level", level, "--seat", 0, typed=typed)
    Path("game.jsonl").rename("last.jsonl")
    return out, record


def test_a_plan_in_one_line_is_played_move_by_move(play):
    text = "take 2: castle [die 3, 1 worker]"
    _, one = run_play(play, f"{text}; take 4: ship [die 4]\n")
    _, two = run_play(play, f"{text}\ntake 4: ship\n")
    assert moves_of(one, 0)[:2] == [text, "take 4: ship [die 4]"]
    assert one == two


def test_a_line_that_does_not_fit_ends_where_it_does_not(play):
    out, record = run_play(play, "take 2: castle [die 3, 1 worker]; take 2: castle [die 3]; workers [die 4]\n")
    assert moves_of(record, 0) == ["take 2: castle [die 3, 1 worker]"]
    assert "not played: take 2: castle [die 3]; workers [die 4]" in " ".join(out.split())


def test_a_number_that_no_move_has_is_asked_again_and_the_game_goes_on(play):
    """On the same line as moves that fit, too: those before it stay played."""
    for typed in ("99\nworkers [die 4]\n", "workers [die 4]; 99\n"):
        _, record = run_play(play, typed)
        assert moves_of(record, 0) == ["workers [die 4]"], typed


def test_the_end_of_a_turn_may_be_typed_where_the_turn_ends_by_itself(play):
    out, record = run_play(play, "workers [die 3]; workers [die 4]; end\n")
    assert moves_of(record, 0) == ["workers [die 3]", "workers [die 4]"]
    assert "not played" not in out
    out, _ = run_play(play, "workers [die 3]; workers [die 4]; sell pink; end\n")
    assert "not played: sell pink; end" in " ".join(out.split())


def test_a_move_without_a_choice_may_be_typed_in_a_plan(play):
    """What leaves no choice is played without asking; a line may name it all the same."""
    _, record = play("backgammon", "--seed", 1, "--level", "greedy", typed="1\n" * 80)
    Path("game.jsonl").unlink()
    choices: list[str] = []
    chosen = 0
    for step in records.steps(record):
        if step.event.seat != 0:
            continue
        if len(step.state.legal_actions()) > 1:
            choices.append(step.event.move)
        elif chosen and step.number == chosen + 1:
            choices[-1] += f"; {step.event.move}"
            break
        chosen = step.number
    assert ";" in choices[-1]
    out, again = play("backgammon", "--seed", 1, "--level", "greedy", typed="\n".join([*choices, ""]))
    assert "not played" not in out
    assert again.events[:step.number] == record.events[:step.number]


def test_nothing_is_played_after_luck_has_fallen(play):
    out, record = run_play(play, "workers [die 3]; workers [die 4]; 1; 1\n")
    assert moves_of(record, 0)[:2] == ["workers [die 3]", "workers [die 4]"]
    assert not [move for move in moves_of(record, 0)[2:] if move != "end turn"]
    assert "a chance event has occurred or another seat has moved; not played: 1; 1" in " ".join(out.split())


def test_undo_leaves_the_record_as_if_nothing_had_been(play):
    run_play(play, "workers [die 4]; workers [die 3]\n1\n")
    straight = Path("last.jsonl").read_bytes()
    out, _ = run_play(play, "1\nu\ntake 3: pig 3 [die 3]\nu all\nu\nworkers [die 4]; workers [die 3]\nu\n1\n")
    assert Path("last.jsonl").read_bytes() == straight
    assert "taken back: take 3: pig 3 [die 3]" in out


def test_a_plan_of_the_advice_is_played_by_its_number(play, monkeypatch):
    # a search by the clock finds one plan or many, as busy as the machine is
    monkeypatch.setattr(terminal, "SearchParams", lambda seconds, **more: SearchParams(simulations=400, **more))
    out, record = run_play(play, "p 1\n? 0\n?\n?all\np99\np1\n")
    told = " ".join(out.split())
    assert f"plan 1: {moves_of(record, 0)[0]}" in told
    assert told.count("Seat 0 to move: win chance") == 2
    assert "?all" in told


def test_the_beginning_of_several_moves_shows_them(play):
    out, record = run_play(play, "take 4\nsell\nsell orange\n")
    assert moves_of(record, 0)[0] == "sell orange [die 4, 2 workers]"
    assert out.count("ship") > 3


def test_all_keys_answer_and_change_nothing(play):
    out, record = run_play(play, "h\nw\ns\nb\nm\nq\n")
    assert moves_of(record, 0) == []
    assert "seat 1: take 6: bank [die 6]; take 5: mine [die 4, 1 worker]" in out
    for words in ("5; 12; end", "takes back", "score"):
        assert words in out


@pytest.mark.parametrize(("name", "typed"), mostly_whole([
    ("burgundy", "1\n2\n3\n4\n5\n6\n"), ("orleans", "done\npass\ndraw\n1\n"), ("catan_cards", "1\n"),
    ("connect_four", "1\n")], lambda case: case[0] in ("catan_cards", "connect_four")))
def test_whole_games_by_typed_keys(play, name, typed):
    """Again and again the same keys; what does not fit changes nothing."""
    out, record = play(name, "--seed", 2, "--level", "random", typed=typed * 2000)
    assert record.result is not None
    assert "won by" in out or "drawn" in out
    assert records.replay(record).is_terminal()


def test_followers_may_be_put_down_in_any_order_in_a_line(play):
    """The rules know one order of them; a move that does not fit leaves the line as it is."""
    typed = "put own trader on Castle trader; put own farmer on Castle farmer; put own boatman on Castle boatman\nq\n"
    _, record = play("orleans", "--seed", 3, "--option", "start=0", "--level", "greedy", typed=typed)
    assert moves_of(record, 0) == ["put own farmer on Castle farmer", "put own boatman on Castle boatman",
                                   "put own trader on Castle trader"]
    Path("game.jsonl").unlink()
    _, record = play("orleans", "--seed", 3, "--option", "start=0", "--level", "greedy",
                     typed=typed.replace("farmer on Castle", "abbot on Castle"))
    assert moves_of(record, 0) == ["put own trader on Castle trader"]


@pytest.mark.parametrize(("asked", "kept"), [
    (["mcts:0.1s"], f"mcts:0.1s{f',threads={cores()}' if cores() > 1 else ''}"),
    (["mcts:0.1s", "--threads", 3], "mcts:0.1s,threads=3"), (["mcts:0.1s,threads=4"], "mcts:0.1s,threads=4"),
    (["mcts:50", "--threads", 3], "mcts:50")])
def test_others_that_think_by_the_clock_use_the_cores_and_no_others_do(play, asked, kept):
    _, record = play("pig", "--seed", 1, "--level", *asked, typed="q\n")
    assert record.players == ["person", kept]


def test_a_key_says_what_it_takes_and_no_word_after_it_is_read_as_a_move(play, monkeypatch):
    said = []
    monkeypatch.setattr(terminal, "say", said.append)
    out, _ = play("burgundy", "--seed", 4, "--level", "greedy",
         typed="u x\nu 1.5\n? x\n?x\n? -1\np x\nm 5\nb all\ns 2\nw x\nhelp me\nq 5\n1; u\nQ\n")
    assert said[:-1] == [
        "u: found 'x', expected a number from 1, as in u 2, or all",
        "u: found '1.5', expected a number from 1, as in u 2, or all",
        *["?: found 'x', expected seconds above 0, as in ? 10, or all"] * 2,
        "?: found '-1', expected seconds above 0, as in ? 10, or all",
        "p: there is no advice here yet; ask for it with ?",
        *[f"{key}: found {found!r}, expected nothing after it"
          for key, found in (("m", "5"), ("b", "all"), ("s", "2"), ("w", "x"), ("h", "me"), ("q", "5"))]]
    assert "u: is a key, expected on a line of its own; not played: u" in out


def test_a_move_goes_before_a_key_that_is_called_like_it(play):
    out, record = play("tic_tac_toe", "--seed", 4, "--level", "random", typed="b2\nb2\nB\nq\n")
    assert record.events[0].move == "b2"
    assert "b2" in out


def test_q_leaves_where_a_move_begins_with_it_too(play):
    for typed in ("q\n", "quit\n", "1\nq\n"):
        _, record = play("world504", "--option", "world=294", "--seed", 4, "--level", "greedy", typed=typed)
        assert record.result is None
        Path("game.jsonl").unlink()
