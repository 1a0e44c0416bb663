"""What the rules of a game promise: lists, chances, copies, luck, the end of a game, and what they refuse."""
from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence

from core_ext.rng import stream_numbers
from core_ext.state import IllegalAction, State
from games.api import InputError
from games.contract.play import Play, Words

MAX_ACTIONS = 1024                  # core_ext/types.pxd
TERMINAL = -2
CLOSE = 1e-9                        # how near to 1 sums of chances and of shares are
NO_SEATS = 99                       # a number of seats that no game has
NO_OPTION = "no-such-option"


def starts_anew(play: Play) -> None:
    """A game that is played changes nothing for the next one that begins."""
    first, second = play.start.state(), play.start.state()
    play.hold(first.seats == play.start.seats, "new_state", first.seats, f"{play.start.seats} seats", first)
    play.hold(not first.is_terminal(), "new_state", Words("a game that is over, or that an earlier game has changed"),
              "a start with something to do", first)
    play.hold(first == second, "new_state", Words("another start the second time"), "the same start each time", first)
    before = second.to_bytes()
    for _ in range(4):
        if not first.is_terminal():
            first.apply_action(first.legal_actions()[-1])
    play.hold(second.to_bytes() == before, "new_state", Words("a start that changes as another game is played"),
              "starts that share nothing", second)
    play.hold(play.start.state() == second, "new_state", Words("another start after a game was played"),
              "the same start each time", second)


def refuses_starts(play: Play) -> None:
    """Numbers of seats and options that the game has not are refused by name."""
    for seats, options, words in ((NO_SEATS, {}, str(NO_SEATS)), (None, {NO_OPTION: "1"}, NO_OPTION)):
        try:
            play.game.start(seats, options)
        except InputError as error:
            play.hold(words in str(error), "start", Words(f"a refusal without {words}"), "what is refused, by name")
        else:
            play.hold(False, "start", Words(f"no refusal of {words}"), "an InputError")


def lists_ascend(play: Play) -> None:
    """Lists of actions are ascending and never empty, and a seat acts or nobody."""
    for state in play:
        actions, who = state.legal_actions(), state.current_player()
        if state.is_terminal():
            play.hold(actions == [], "legal_actions", actions, "none, as the game is over")
            play.hold(who == TERMINAL, "current_player", who, f"{TERMINAL}, as the game is over")
            continue
        play.hold(0 < len(actions) <= MAX_ACTIONS, "legal_actions", Words(f"{len(actions)} actions"),
                  f"1 to {MAX_ACTIONS}")
        play.hold(actions == sorted(set(actions)), "legal_actions", actions, "ascending numbers, each once")
        play.hold(who < play.start.seats, "current_player", who, f"a seat below {play.start.seats}")


def asking_changes_nothing(play: Play) -> None:
    """What is asked of a position leaves it as it is, and is answered alike the second time."""
    for state in play.close():
        before = state.to_bytes()
        for method, ask in _questions(state).items():
            first, again = ask(), ask()
            play.hold(state.to_bytes() == before, method, Words("a position that changed as this was asked"),
                      "the position as it was")
            play.hold(_same(first, again), method, Words("another answer the second time"), "the same answer each time")


def _questions(state: State) -> dict[str, Callable[[], object]]:
    """What a position is asked, by method."""
    questions: dict[str, Callable[[], object]] = {"current_player": state.current_player,
                                                  "legal_actions": state.legal_actions, "scores": state.scores,
                                                  "sources": state.sources}
    seat = state.current_player()
    if state.is_terminal():
        return questions | {"win_shares": state.win_shares, "returns": state.returns}
    if state.is_chance_node():
        return questions | {"chance_outcomes": state.chance_outcomes}
    return questions | {"action_weights": state.action_weights, "features": lambda: state.features(seat),
                        "information_state_key": lambda: state.information_state_key(seat)}


def _same(first: object, second: object) -> bool:
    """Whether two answers are equal, NaN being equal to itself: that a number is none is said elsewhere."""
    return repr(first) == repr(second)


def chances_sum_to_one(play: Play) -> None:
    """Chances are those of the legal outcomes, above 0, and sum to one; what is drawn is one of them."""
    nodes = 0
    for state in play:
        if not state.is_chance_node():
            continue
        nodes += 1
        outcomes = [outcome for outcome, _ in state.chance_outcomes()]
        chances = [chance for _, chance in state.chance_outcomes()]
        play.hold(outcomes == state.legal_actions(), "chance_outcomes", outcomes, "the outcomes of legal_actions")
        play.hold(min(chances) > 0, "chance_outcomes", min(chances), "chances above 0")
        play.hold(math.isclose(sum(chances), 1.0, abs_tol=CLOSE), "chance_outcomes", sum(chances), "a sum of 1")
        for method, drawn in (("sample_chance", state.sample_chance(play.seed, nodes)),
                              ("keyed_chance", state.keyed_chance(play.seed, nodes))):
            play.hold(drawn in outcomes, method, drawn, "one of the outcomes")


def weights_are_positive(play: Play) -> None:
    """Each legal action has a heuristic weight above 0."""
    for state in play:
        if state.current_player() >= 0:
            weights, legal = state.action_weights(), state.legal_actions()
            play.hold(len(weights) == len(legal), "action_weights", Words(f"{len(weights)} weights"), f"{len(legal)}")
            play.hold(min(weights) > 0, "action_weights", min(weights), "numbers above 0")


def random_choices_are_uniform(play: Play) -> None:
    """A random choice is legal_actions()[below(n)] of its stream, however a game makes it."""
    for state in play:
        if state.current_player() >= 0:
            legal = state.legal_actions()
            picked = ((stream_numbers(play.seed, play.steps, 1)[0] >> 32) * len(legal)) >> 32
            expected = legal[picked if len(legal) > 1 else 0]
            found = state.random_action(play.seed, play.steps)
            play.hold(found == expected, "random_action", found, f"{expected}, as the stream says")


def copies_are_independent(play: Play) -> None:
    """A copy is equal to its original and goes its own way; the same action makes the same of both."""
    shadow: State | None = None         # a copy that is played on as its original is
    for state in play:
        if shadow is not None:
            shadow.apply_action(play.actions[-1])
            play.hold(shadow == state, "apply_action", Words(f"other positions after action {play.actions[-1]}"),
                      "always the same one")
        twin = state.copy()
        equal = twin == state and twin.to_bytes() == state.to_bytes()
        play.hold(equal, "copy", Words("another position"), "an equal one")
        play.hold(len(twin.to_bytes()) == state.size, "to_bytes", Words(f"{len(twin.to_bytes())} bytes"),
                  f"{state.size}, its size")
        for other in (twin, *([shadow] if shadow is not None else ())):
            same = other.current_player() == state.current_player() and other.legal_actions() == state.legal_actions()
            play.hold(same, "copy", Words("a copy with other moves"), "copies of all that the rules look at")
        if play.due() and not state.is_terminal():
            before = state.to_bytes()
            twin.apply_action(twin.legal_actions()[-1])
            play.hold(state.to_bytes() == before, "copy", Words("a position that changes as its copy is played on"),
                      "copies that share nothing")
            shadow = state.copy()


def keys_say_all(play: Play) -> None:
    """The same keys give the same game: nothing else is drawn or counted."""
    def digest() -> tuple[str, int]:
        h = hashlib.sha256()
        again = Play(play.start, play.seed)
        for state in again:
            h.update(state.to_bytes())
        return h.hexdigest(), again.steps

    play.finished()
    first, steps = digest()
    again, others = digest()
    play.hold(first == again, "apply_action", Words(f"other games the second time, of {steps} and {others} steps"),
              "the same game by the same choices and keys", play.start.state())


def luck_is_keyed(play: Play) -> None:
    """The luck of a chance node does not depend on what was drawn before, or in which order it is asked."""
    drawn = [(state.copy(), state.keyed_chance(play.seed)) for state in play if state.is_chance_node()]
    for kept, outcome in reversed(drawn):
        again = kept.keyed_chance(play.seed)
        play.hold(again == outcome, "keyed_chance", again, f"{outcome}, as the first time", kept)


def one_win_is_shared(play: Play) -> None:
    """A finished game shares out one win; utilities are from 0 to 1, and the points are those of their sources."""
    for state in play:
        scores = state.scores()
        play.hold(len(scores) == play.start.seats, "scores", Words(f"{len(scores)} numbers"), f"{play.start.seats}")
        play.hold(all(map(math.isfinite, scores)), "scores", scores, "numbers")
        if not state.is_terminal():
            for method in (state.win_shares, state.returns) if play.due() else ():
                try:
                    method()
                except ValueError as error:
                    play.hold("not over" in str(error), method.__name__, Words(str(error)), "that the game is not over")
                else:
                    play.hold(False, method.__name__, Words("an answer"), "a ValueError, as the game is not over")
    wins, utilities, sources = state.win_shares(), state.returns(), state.sources()
    for name, found in (("win_shares", wins), ("returns", utilities)):
        play.hold(len(found) == play.start.seats, name, Words(f"{len(found)} numbers"), f"{play.start.seats}")
        play.hold(all(0.0 <= share <= 1.0 for share in found), name, found, "numbers from 0 to 1")
    play.hold(math.isclose(sum(wins), 1.0, abs_tol=CLOSE), "win_shares", wins, "shares that sum to 1")
    best = max(range(play.start.seats), key=utilities.__getitem__)
    play.hold(wins[best] == max(wins), "returns", utilities, f"most for who wins, by the win shares {wins}")
    for points, by_source in zip(state.scores(), sources, strict=True):
        total = sum(by_source.values())
        play.hold(math.isclose(total, points, abs_tol=CLOSE), "sources", Words(f"{by_source}, in sum {total:g}"),
                  f"{points:g} points in sum")
        unknown = set(by_source) - set(play.game.sources)
        play.hold(not unknown, "sources", sorted(unknown), f"sources of the game: {', '.join(play.game.sources)}")


def refused_actions_change_nothing(play: Play) -> None:
    """An action that is not legal is refused by its number, and the position stays as it was."""
    state = play.first_decision()
    before = state.to_bytes()
    for action in (-1, MAX_ACTIONS * 64, 2**31 - 1):
        try:
            state.apply_action(action)
        except IllegalAction as error:
            play.hold(str(action) in str(error), "apply_action", Words(f"a refusal without {action}"), "its number")
        else:
            play.hold(False, "apply_action", Words(f"no refusal of action {action}"), "IllegalAction")
    play.hold(state.to_bytes() == before, "apply_action", Words("a position that a refused action changed"),
              "the position as it was")


def says_what_it_is(play: Play) -> None:
    """A game has a name, a version, a title, says what is hidden, and names its sources and options once."""
    game = play.game
    for right, what, expected in (
            (game.version >= 1, "version", "1 or more"), (bool(game.title), "title", "a title"),
            (bool(game.hidden.what), "hidden", "words, 'nothing' where nothing is"),
            (bool(game.sources) and _once(game.sources), "sources", "at least one, each once"),
            (_once([option.name for option in game.options]), "options", "each once")):
        play.hold(right, what, getattr(game, what), expected, play.start.state())
    for option in game.options:
        play.hold(bool(option.help), f"option {option.name}", option.help, "a help line", play.start.state())
        play.hold(not option.values or option.default in option.values, f"option {option.name}", option.default,
                  f"a default among {', '.join(option.values)}", play.start.state())


def _once(names: Sequence[str]) -> bool:
    return len(set(names)) == len(names)
