"""What every game promises, asked of each one that the registry finds. A new game needs no new test for this.

A game is played from its default at every number of seats, and from what `STARTS` in tests/games/<game>/starts.py names
besides: pairs of seats and options that make another game of it, or bring rules into play that the default leaves out.
"""
import hashlib
import io
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib import import_module
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest
from rich.console import Console

import games
from core_ext.rng import stream_numbers
from core_ext.state import IllegalAction, State
from games.api import Game, InputError, touches_nothing
from games.drawing import boxes
from tests.games.pointing import lit, narrowed, offered, pointed
from tests.whole import mostly_whole

SCHEMAS = Path(__file__).parent.parent.parent / "docs" / "schemas"
MAX_ACTIONS = 1024                  # core_ext/types.pxd
CHECK_EVERY = 11                    # decisions between the costly checks of a played game; prime to the usual cycles
SELDOM = 29                         # the same of all starts of a game but its first
LONG = 300                          # steps of a game after which checks come half as often, then a third as often...
LISTED = 12                         # moves that clicks do not part, at most
TRIED = 4                           # moves of a position that are clicked
DICE = 36                           # outcomes that clicks do not part, at most: those of two dice
GAMES = games.names()


class Start(NamedTuple):
    """What a game is played from."""

    name: str
    seats: int
    options: dict[str, str]
    every: int                      # decisions between costly checks

    @property
    def game(self) -> Game:
        return games.load(self.name)

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])


def starts(name: str) -> Iterator[Start]:
    """The defaults of a game, then what its own tests name."""
    for at, seats in enumerate(games.load(name).seats):
        yield Start(name, seats, {}, SELDOM if at else CHECK_EVERY)
    if (Path(__file__).parent / name / "starts.py").is_file():
        for seats, options in import_module(f"tests.games.{name}.starts").STARTS:
            yield Start(name, seats, options, SELDOM)


STARTS = [start for name in GAMES for start in starts(name)]
MOST_SEATS = 3                      # of the starts that are played each time: more seats take longer, and say the same
every_start = pytest.mark.parametrize("start", mostly_whole(
    STARTS, lambda start: not start.options and start.seats <= MOST_SEATS), ids=str)


def due(step: int, every: int) -> bool:
    """Whether a position is looked at closely. Games of thousands of steps do not take most of the time."""
    return step % (every * (1 + step // LONG)) == 0


def play_out(start: Start, seed: int, block: int = 0) -> Iterator[State]:
    """Every state of a random game, the finished one last; the same object, so copy what is kept."""
    choice = random.Random(" ".join(map(str, (start.name, start.seats, *start.options, seed, block))))
    state = start.game.start(start.seats, start.options)
    while True:
        yield state
        if state.is_terminal():
            return
        state.apply_action(
            state.keyed_chance(seed, block) if state.is_chance_node() else choice.choice(state.legal_actions())
        )


def finished(start: Start, seed: int) -> State:
    *_, last = play_out(start, seed)
    return last


def settle(state: State, seed: int) -> State:
    """The state after the chance nodes before the next decision."""
    while state.is_chance_node():
        state.apply_action(state.keyed_chance(seed))
    return state


def after(state: State, action: int) -> State:
    """The state after an action or outcome."""
    twin = state.copy()
    twin.apply_action(action)
    return twin


def printed(text: Any) -> str:
    """A rich renderable as a terminal shows it."""
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(text)
    return console.export_text()


def schema(name: str) -> dict[str, Any]:
    return json.loads((SCHEMAS / f"{name}-position.schema.json").read_text(encoding="utf-8"))


@every_start
def test_lists_of_actions_are_ascending_and_never_empty(start):
    for state in play_out(start, seed=1):
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        assert 0 < len(actions) <= MAX_ACTIONS or state.is_terminal()
        if state.is_terminal():
            assert actions == []
            assert state.current_player() == -2
        elif not state.is_chance_node():
            assert 0 <= state.current_player() < start.seats
            weights = state.action_weights()
            assert len(weights) == len(actions)
            assert min(weights) > 0


@every_start
def test_chances_are_the_legal_outcomes_and_sum_to_one(start):
    nodes = 0
    for state in play_out(start, seed=2):
        if state.is_chance_node():
            nodes += 1
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            assert list(outcomes) == state.legal_actions()
            assert min(probabilities) > 0
            assert isclose(sum(probabilities), 1.0, abs_tol=1e-9)
            assert state.sample_chance(2, nodes) in outcomes
            assert state.keyed_chance(2, nodes) in outcomes


@every_start
def test_a_random_choice_is_a_uniform_pick_from_the_list(start):
    """However a game makes it: with the same stream, the same action as legal_actions()[below(n)]."""
    for step, state in enumerate(play_out(start, seed=6)):
        if state.current_player() >= 0:
            legal = state.legal_actions()
            picked = ((stream_numbers(6, step, 1)[0] >> 32) * len(legal)) >> 32
            assert state.random_action(6, step) == legal[picked if len(legal) > 1 else 0]


@every_start
def test_a_copy_is_equal_and_goes_its_own_way(start):
    for step, state in enumerate(play_out(start, seed=3)):
        twin = state.copy()
        assert twin == state
        assert twin.to_bytes() == state.to_bytes()
        assert len(twin.to_bytes()) == state.size
        if due(step, start.every) and not state.is_terminal():
            before = state.to_bytes()
            twin.apply_action(twin.legal_actions()[-1])
            assert state.to_bytes() == before


@every_start
def test_the_text_of_a_move_is_its_own_and_is_read_back(start):
    notation = start.game.notation
    for step, state in enumerate(play_out(start, seed=4)):
        if not due(step, 1):
            continue
        actions = state.legal_actions()
        texts = [notation.action_text(state, a) for a in actions]
        assert len(set(texts)) == len(texts)
        for action, text in zip(actions, texts, strict=True):
            assert text == text.strip()
            assert notation.parse_action(state, text) == action


@every_start
def test_a_position_is_read_back_equal_from_json(start):
    game = start.game
    for step, state in enumerate(play_out(start, seed=5)):
        if not due(step, start.every) and not state.is_terminal():
            continue
        document = game.notation.position_to_json(state)
        again = game.notation.position_from_json(json.loads(json.dumps(document)))
        assert again == state == game.notation.position_from_json(document, trust=True)
        assert again.legal_actions() == state.legal_actions()
        assert game.notation.position_to_json(again) == document


@every_start
def test_positions_follow_their_published_schema(start):
    game = start.game
    validator = jsonschema.validators.validator_for(schema(start.name))(schema(start.name))
    validator.check_schema(schema(start.name))
    for step, state in enumerate(play_out(start, seed=6)):
        if due(step, start.every) or state.is_terminal():
            validator.validate(game.notation.position_to_json(state))


@every_start
def test_the_same_keys_give_the_same_game(start):
    def digest(seed: int, block: int) -> str:
        h = hashlib.sha256()
        for state in play_out(start, seed, block):
            h.update(state.to_bytes())
        return h.hexdigest()

    assert digest(7, 0) == digest(7, 0)
    assert len({digest(seed, block) for seed in (7, 8) for block in range(8)}) > 2      # small games have few courses


@every_start
def test_the_luck_of_a_chance_node_does_not_hang_on_earlier_draws(start):
    """A keyed outcome is named by its place in the game; asking twice, or in another order, changes nothing."""
    outcomes = []
    for candidate in play_out(start, seed=8):
        if candidate.is_chance_node():
            outcomes.append((candidate.copy(), candidate.keyed_chance(8)))
    for kept, outcome in reversed(outcomes):
        assert kept.keyed_chance(8) == outcome


@every_start
def test_a_finished_game_shares_out_one_win(start):
    game = start.game
    for seed in range(4):
        state = finished(start, seed)
        wins, utilities, sources = state.win_shares(), state.returns(), state.sources()
        assert len(wins) == len(utilities) == len(sources) == start.seats
        assert isclose(sum(wins), 1.0, abs_tol=1e-9)
        assert all(0.0 <= share <= 1.0 for share in wins + utilities)
        assert wins[max(range(start.seats), key=utilities.__getitem__)] == max(wins)
        for points, by_source in zip(state.scores(), sources, strict=True):
            assert isclose(sum(by_source.values()), points)
            assert set(by_source) <= set(game.sources)


@pytest.mark.parametrize("name", GAMES)
def test_an_unfinished_game_has_no_winner_yet(name):
    state = games.load(name).start()
    with pytest.raises(ValueError, match="not over"):
        state.win_shares()
    with pytest.raises(ValueError, match="not over"):
        state.returns()


@every_start
def test_what_a_seat_knows_survives_a_redeal(start):
    for step, state in enumerate(play_out(start, seed=9)):
        if due(step, start.every) and state.current_player() >= 0:
            seat = state.current_player()
            dealt = state.copy()
            dealt.resample(seat, step)
            assert dealt.information_state_key(seat) == state.information_state_key(seat)
            assert dealt.current_player() == seat
            assert dealt.legal_actions() == state.legal_actions()
            assert dealt.action_weights() == state.action_weights()
            assert dealt.features(seat) == state.features(seat)


@every_start
def test_a_redeal_depends_on_what_the_seat_knows_and_on_the_stream_alone(start):
    for step, state in enumerate(play_out(start, seed=13)):
        if not due(step, start.every) or state.current_player() < 0:
            continue
        for seat in range(start.seats):
            once, twice = state.copy(), state.copy()
            once.resample(seat, step)
            twice.resample(seat, step + 1)
            twice.resample(seat, step)
            assert once == twice
            assert state.hides or once == state
            assert once.copy().hides == state.hides


@every_start
def test_what_has_come_to_light_stays_open(start):
    """Once nothing is hidden, nothing will be: only then may a search prove what it finds."""
    answers = [state.hides for state in play_out(start, seed=17)]
    assert answers == sorted(answers, reverse=True)


@pytest.mark.parametrize("name", GAMES)
def test_a_refused_action_changes_nothing(name):
    state = settle(games.load(name).start(), seed=10)
    before = state.to_bytes()
    for action in (-1, MAX_ACTIONS * 64, 2**31 - 1):
        with pytest.raises(IllegalAction, match=str(action)):
            state.apply_action(action)
    assert state.to_bytes() == before
    with pytest.raises(IllegalAction):
        state.keyed_chance(1)
    with pytest.raises(ValueError, match="seat"):
        state.information_state_key(state.seats)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("text", ["", "xyzzy", "take", "\x00\x1b[31m", "9" * 5000])
def test_a_move_that_is_none_is_refused_in_a_line_or_two(name, text):
    state = settle(games.load(name).start(), seed=11)
    with pytest.raises(InputError) as refused:
        games.load(name).notation.parse_action(state, text)
    assert 1 <= len(str(refused.value).splitlines()) <= 2
    assert len(str(refused.value)) < 2000


@pytest.mark.parametrize("name", GAMES)
def test_a_start_that_the_game_has_not_is_refused(name):
    game = games.load(name)
    with pytest.raises(InputError, match=r"seats.*99"):
        game.start(99)
    with pytest.raises(InputError, match="no-such-option"):
        game.start(None, {"no-such-option": "1"})


@every_start
def test_every_position_can_be_shown(start):
    game = start.game
    states = [state.copy() for state in play_out(start, seed=12)]
    for state in (states[0], states[len(states) // 2], states[-1]):
        for seat in (None, 0, start.seats - 1):
            picture = game.render.svg(state, seat)
            assert picture.lstrip().startswith(("<svg", "<?xml"))
            assert picture.rstrip().endswith("</svg>")
            assert printed(game.render.text(state, seat)).strip()


@every_start
def test_a_view_is_the_same_for_all_that_its_seat_cannot_tell_apart(start):
    game = start.game
    for step, state in enumerate(play_out(start, seed=14)):
        if step < CHECK_EVERY or due(step, start.every):
            for seat in range(start.seats) if step < CHECK_EVERY else [step // start.every % start.seats]:
                dealt = state.copy()
                dealt.resample(seat, step)
                if dealt != state:
                    assert game.render.svg(dealt, seat) == game.render.svg(state, seat)
                    assert printed(game.render.text(dealt, seat)) == printed(game.render.text(state, seat))


@every_start
def test_a_seat_is_told_what_it_sees_and_no_more(start):
    """Two actions after which it knows the same, though the positions differ, are not told."""
    game = start.game
    for step, state in enumerate(play_out(start, seed=15)):
        if step >= CHECK_EVERY and not due(step, start.every):
            continue
        results = {action: after(state, action) for action in state.legal_actions()}
        for seat in range(start.seats):
            told = {action: game.told(state, action, seat) for action in results}
            if state.current_player() == seat or not state.hides:
                assert told == {action: game.notation.action_text(state, action) for action in results}
                continue
            alike = defaultdict(list)
            for action, result in results.items():
                alike[result.information_state_key(seat)].append(action)
            for actions in alike.values():
                if len({results[action].to_bytes() for action in actions}) > 1:
                    assert {told[action] for action in actions} == {None}


@every_start
def test_what_a_move_touches_is_in_the_picture(start):
    """As the seat to act sees it; of an outcome of chance, in the whole picture."""
    game = start.game
    for step, state in enumerate(play_out(start, seed=16)):
        if due(step, start.every):
            picture = game.render.svg(state, None if state.current_player() < 0 else state.current_player())
            there, ids = boxes(picture), re.findall(r'\sid="([^"]*)"', picture)
            assert len(set(ids)) == len(ids)
            assert all(re.fullmatch("[a-z][a-z0-9-]*", name) for name in there)
            touched = [tuple(game.touches(state, action)) for action in state.legal_actions()]
            assert {name for names in touched for name in names} <= set(there)
            if game.touches is not touches_nothing:
                assert all(touched)
                assert len(set(touched)) == len(touched) or state.is_chance_node()      # a roll touches only the dice


@every_start
def test_every_move_and_outcome_can_be_reached_by_clicks(start):
    """By what is lit alone, or at last by a short list of those that touch the same."""
    choice = random.Random(0)
    for step, state in enumerate(play_out(start, seed=17)):
        if due(step, start.every):
            moves = pointed(start.game, state)
            alike = Counter(tuple(sorted(move.ids)) for move in moves)
            assert max(alike.values(), default=0) <= (DICE if state.is_chance_node() else LISTED) or () in alike
            for move in choice.sample(moves, min(len(moves), TRIED)):
                left, clicks, listed = moves, list[str](), offered(moves, [])
                while len(left) > 1 and move not in listed:
                    shown = lit(left, clicks)
                    clicks.append(next(name for name in rest_of(move.ids, clicks) if name in shown))
                    left, listed = narrowed(left, clicks), offered(left, clicks)
                assert move in left
                assert alike[tuple(sorted(move.ids))] <= max(1, len(listed)) <= DICE


def rest_of(ids: tuple[str, ...], clicks: list[str]) -> list[str]:
    """What of a move was not clicked yet, in the order of a hand."""
    left = list(ids)
    for name in clicks:
        left.remove(name)
    return left


@pytest.mark.parametrize("name", GAMES)
def test_the_starts_of_a_game_are_others_than_its_defaults(name):
    mine = list(starts(name))
    assert len(set(map(str, mine))) == len(mine)
    for start in mine:
        usual = {option.name: option.default for option in start.game.options}
        assert all(usual[option] != value for option, value in start.options.items())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_what_it_is(name):
    game = games.load(name)
    assert game.name == name
    assert game.version >= 1
    assert game.title
    assert game.hidden.what
    assert len(set(game.sources)) == len(game.sources) > 0
    assert len({option.name for option in game.options}) == len(game.options)
    for option in game.options:
        assert option.help
        assert not option.values or option.default in option.values


def test_a_game_that_is_not_here_is_refused_by_name():
    with pytest.raises(InputError, match="xyzzy"):
        games.load("xyzzy")
