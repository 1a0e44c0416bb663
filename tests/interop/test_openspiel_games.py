"""Games of OpenSpiel as games here: they keep what every game promises, by its rules, and commands take them."""
import io
import json
import sys
from random import Random

import pytest

import cli
import games
from core_ext.playout import playouts
from games import openspiel, registry
from games.api import InputError
from games.contract.check import check, starts_of
from mcts.params import SearchParams
from mcts.search import search

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: pip install '.[interop]'")

OPEN = ("hex(board_size=3)", "havannah(board_size=3)", "tic_tac_toe")
SECRET = ("kuhn_poker", "leduc_poker", "liars_dice", "phantom_ttt", "goofspiel(imp_info=True,num_cards=4)")


@pytest.fixture(autouse=True)
def unlisted(monkeypatch):
    """What a test lists is forgotten."""
    monkeypatch.setenv(registry.SPIEL, "")
    yield
    registry.load.cache_clear()


def load(text: str) -> games.api.Game:
    registry.list_openspiel(f"openspiel:{text}")
    return games.load(f"openspiel:{text}")


def run(capsys, *words: str, given: str = "") -> tuple[int, str, str]:
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()), encoding="utf-8")
    with pytest.raises(SystemExit) as end:
        cli.main(list(words))
    told = capsys.readouterr()
    return int(end.value.code or 0), told.out, told.err


@pytest.fixture
def usual_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", sys.stdin)


@pytest.mark.parametrize("text", [*OPEN, *SECRET])
def test_a_game_keeps_what_every_game_promises(text):
    assert check(starts_of(load(text), None, {}), 1, 1).failures == []


@pytest.mark.parametrize("text", ["hex(board_size=3)", "kuhn_poker"])
def test_a_game_is_played_by_their_rules(text):
    """The same actions, chances and returns at every step of random games."""
    ours, random = load(text), Random(1)
    theirs = pyspiel.load_game(text)
    for _ in range(20):
        mine, state = ours.start(), theirs.new_initial_state()
        while not state.is_terminal():
            assert mine.is_chance_node() == state.is_chance_node()
            if state.is_chance_node():
                assert dict(mine.chance_outcomes()) == pytest.approx(dict(state.chance_outcomes()))
                action = random.choice([outcome for outcome, _ in state.chance_outcomes()])
            else:
                assert mine.current_player() == state.current_player()
                assert mine.legal_actions() == state.legal_actions()
                action = random.choice(state.legal_actions())
                assert ours.notation.action_text(mine, action) == state.action_to_string(state.current_player(), action)
            mine.apply_action(action)
            state.apply_action(action)
        assert mine.is_terminal()
        assert mine.scores() == state.returns()
        low, high = theirs.min_utility(), theirs.max_utility()
        assert mine.returns() == [(points - low) / (high - low) for points in state.returns()]


def test_a_solved_position_is_solved():
    """The seat to act in tic-tac-toe completes a row."""
    game = load("tic_tac_toe")
    state = game.start()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    found = search(state, SearchParams(simulations=300))
    assert found.solved
    assert (found.moves[0].action, found.moves[0].proven) == (2, 1)


def test_redeals_are_as_likely_as_the_deals_of_liars_dice():
    """Seat 0 knows its own die; the other's has each of six faces alike, though OpenSpiel redeals none."""
    game, seen = load("liars_dice"), [0] * 6
    state = game.start()
    state.apply_action(2)
    state.apply_action(4)
    state.apply_action(state.legal_actions()[3])
    for seed in range(600):
        dealt = state.copy()
        dealt.resample(0, seed)
        first, second, bid = dealt.position.actions
        assert (first, bid) == (2, state.position.actions[2])
        seen[second] += 1
    assert min(seen) > 60       # of 100 each; 60 or less would be 4.4 standard deviations


def test_redeals_that_take_too_long_say_so(monkeypatch):
    monkeypatch.setattr(openspiel, "TRIES", 2)
    state = load("liars_dice").start()
    for _ in range(2):
        state.apply_action(1)
    with pytest.raises(ValueError, match="no state found in 2 tries that fits what seat 0 has seen"):
        state.resample(0, 1)


def test_commands_take_them(capsys, monkeypatch, tmp_path, usual_input):
    monkeypatch.chdir(tmp_path)
    hex_ = "openspiel:hex(board_size=3)"
    status, said, _ = run(capsys, "suggest", hex_, "--simulations", "200", "--json")
    assert status == 0
    assert json.loads(said)["game"] == hex_
    status, start, _ = run(capsys, "new", hex_)
    assert (status, json.loads(start)["actions"]) == (0, [])
    status, after, _ = run(capsys, "apply", hex_, "b2")
    assert (status, json.loads(after)["actions"]) == (0, [4])
    status, said, _ = run(capsys, "match", hex_, "--agent", "mcts:50", "--agent", "random", "--games", "4", "--json")
    assert status == 0
    status, said, _ = run(capsys, "play", hex_, "--seat", "0", "--level", "random", "--record", "evening.jsonl",
                          given="b2\nq\n")
    assert status == 0
    assert (tmp_path / "evening.jsonl").read_text().count("\n") >= 3


@pytest.mark.parametrize(("name", "says"), [
    ("openspiel:nonsense", "found no game 'nonsense' in OpenSpiel"),
    ("openspiel:hexx", "did you mean"),
    ("openspiel:hex(size=3)", "found no parameter 'size'; there are: board_size"),
    ("openspiel:hex(board_size=-3)", "hex(board_size=-3): board_size: found -3, expected 0 or more"),
    ("openspiel:havannah(board_size=-1)", "board_size: found -1, expected 0 or more"),
    ("openspiel:goofspiel(num_cards=-2)", "num_cards: found -2, expected 0 or more"),
    ("openspiel:hex(board_size=0)", "found 0 actions, expected 1 to"),
    ("openspiel:hex(board_size=40)", "found 1,600 legal actions at the start, expected 1 to 1,024 legal actions"),
    ("openspiel:hex(board_size=99999)", "actions, expected 1 to 67,108,864"),
    ("openspiel:oware(num_houses_per_player=0)", "expected 1 to"),
    ("openspiel:gin_rummy", "says nothing of what a seat knows"),
    ("openspiel:mfg_crowd_modelling", "expected a game of OpenSpiel with"),
])
def test_what_cannot_be_played_is_refused_in_a_line(capsys, usual_input, name, says):
    status, _, said = run(capsys, "new", name)
    assert status == 2
    assert says in said
    assert said.count("\n") == 1


def test_openspiel_says_nothing_of_its_own_to_standard_error(capfd):
    with pytest.raises(InputError, match="OpenSpiel refuses it: Missing closing bracket"):
        load("hex(board_size=")
    assert capfd.readouterr().err == ""


def test_no_document_loads_a_game_that_nobody_has_named():
    """A record or position may come from anybody, and such a game may be of any size."""
    with pytest.raises(InputError, match="LUDOSOPH_OPENSPIEL='hex"):
        games.load("openspiel:hex(board_size=3)")
    assert "openspiel:hex(board_size=3)" not in games.names()
    load("hex(board_size=3)")
    assert "openspiel:hex(board_size=3)" in games.names()


@pytest.mark.parametrize("actions", [[99], [0, 0], ["a"], [0.5], None, {"0": 1}])
def test_a_position_that_is_none_is_refused(actions):
    game = load("hex(board_size=3)")
    document = game.notation.position_to_json(game.start()) | {"actions": actions}
    with pytest.raises(InputError, match="cannot be played on"):
        game.notation.position_from_json(document)


def totals(state, seed: int) -> tuple[int, int]:
    """Decisions, draws and the result of one playout at once, the position checked against its own actions."""
    played = state.position.copy()
    decisions, draws = played.play_out(seed)
    assert len(played.actions) == decisions + draws
    again = type(played)(list(played.actions))
    assert again.current_player() == openspiel.TERMINAL == played.current_player()
    assert again.scores() == played.scores()
    assert again.board() == played.board()
    return decisions, draws


@pytest.mark.parametrize("text, drawn", [("hex(board_size=3)", 0), ("leduc_poker", None), ("liars_dice", 2)])
def test_a_playout_by_one_call_is_a_whole_game(text, drawn):
    state = load(text).start()
    found = [totals(state, seed) for seed in range(30)]
    assert found == [totals(state, seed) for seed in range(30)]       # repeats with its seed
    totals(state, 2**31 - 1)
    assert len(set(found)) > 1
    assert {draws for _, draws in found} == ({drawn} if drawn is not None else {2, 3})


@pytest.mark.parametrize("text", ["hex(board_size=3)", "liars_dice"])
def test_playouts_by_one_call_come_out_as_those_move_by_move(text, monkeypatch):
    state = load(text).start()
    at_once = playouts(state, 1500, 1)
    assert (at_once["utilities"] == playouts(state, 1500, 1)["utilities"]).all()
    monkeypatch.delattr(openspiel.Spiel, "play_out")
    registry.load.cache_clear()
    slow = playouts(load(text).start(), 1500, 1)
    error = (at_once["utilities"][:, 0].var() / 1500 + slow["utilities"][:, 0].var() / 1500) ** 0.5
    assert abs(at_once["utilities"][:, 0].mean() - slow["utilities"][:, 0].mean()) < 4 * error
    assert at_once["decisions"] == pytest.approx(slow["decisions"], rel=0.03)
    assert at_once["steps"] == pytest.approx(slow["steps"], rel=0.03)


def test_whose_turn_it_is_follows_moves_draws_and_redeals():
    """A state remembers it where playouts are one call."""
    ours, random = load("leduc_poker"), Random(3)
    for seed in range(30):
        state = ours.start()
        while not state.is_terminal():
            assert state.current_player() == state.position.current_player()
            twin = state.copy()
            if state.is_chance_node():
                state.apply_action(random.choice([outcome for outcome, _ in state.chance_outcomes()]))
            else:
                twin.resample(state.current_player(), seed)
                state.apply_action(random.choice(state.legal_actions()))
            assert twin.current_player() == twin.position.current_player()


@pytest.mark.parametrize("answer, said", [
    (lambda self, seed: None, "play_out: found None, expected how many decisions and draws it took"),
    (lambda self, seed: (-1, 0), "play_out: found (-1, 0), expected numbers from 0"),
    (lambda self, seed: (3, 0), "play_out: found a game that is not over"),
])
def test_a_playout_that_cannot_be_is_refused(monkeypatch, answer, said):
    monkeypatch.setattr(openspiel.Spiel, "play_out", answer)
    with pytest.raises(ValueError) as refused:
        playouts(load("tic_tac_toe").start(), 1, 1)
    assert said in str(refused.value)


def test_luck_and_moves_of_a_playout_have_nothing_to_do_with_each_other():
    """In Kuhn poker seat 0 bets in half of the playouts, whichever of three cards it holds, and so does seat 1."""
    start, seen = load("kuhn_poker").start(), dict[tuple[int, int, int], list[int]]()
    random = Random(5)
    for _ in range(3000):
        played = start.position.copy()
        played.play_out(random.getrandbits(31))
        first, second, bet, answer = played.actions[:4]
        seen.setdefault((0, first, 0), []).append(bet)
        seen.setdefault((1, second, bet), []).append(answer)
        seen.setdefault((2, first, 0), []).append(second)
    for (who, card, _), found in seen.items():
        half = 0.5 if who < 2 else (3 - card) / 2           # the second card is one of the other two
        assert sum(found) / len(found) == pytest.approx(half, abs=2.5 / len(found) ** 0.5)
