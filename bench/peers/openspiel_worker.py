"""OpenSpiel behind JSON lines: one request a line on standard input, one answer a line on standard output.

Runs in the peer's own environment, so it uses the standard library and `pyspiel` alone. A position is the list of
actions that lead to it, chance outcomes included, in OpenSpiel's own codes; a state is made anew for each request.
A clock runs around the search call only: making the bot, making the state and freeing the tree are left out.
"""
import json
import platform
import random
import sys
from collections.abc import Callable
from importlib.metadata import version
from time import perf_counter
from typing import Any

import pyspiel  # type: ignore[import-not-found]

MEMORY_MB = 4000            # of one tree; no search measured here comes near
BAR = 100                   # the place of a hit checker in a backgammon state
HIDDEN = ("kuhn_poker", "leduc_poker")      # searched by ISMCTSBot, the others by MCTSBot

Request = dict[str, Any]

_games: dict[str, Any] = {}


def game_of(name: str) -> Any:
    """The game of this name, loaded once."""
    if name not in _games:
        _games[name] = pyspiel.load_game(name)
    return _games[name]


def state_of(request: Request) -> Any:
    """The position that the request's actions lead to."""
    state = game_of(request["game"]).new_initial_state()
    for action in request["actions"]:
        state.apply_action(action)
    return state


def bot_of(request: Request, final: Any = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT) -> Any:
    """A bot with uniformly random playouts, one a simulation, and plain UCT."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=request["seed"])
    if request["game"] in HIDDEN:
        return pyspiel.ISMCTSBot(request["seed"], evaluator, request["exploration"], request["simulations"], -1, final)
    return pyspiel.MCTSBot(game_of(request["game"]), evaluator, request["exploration"], request["simulations"],
                           MEMORY_MB, False, request["seed"], False)


def versions(request: Request) -> Request:
    """What runs here."""
    return {"open_spiel": version("open_spiel"), "python": platform.python_version()}


def search(request: Request) -> Request:
    """Seconds of one search."""
    state, bot = state_of(request), bot_of(request)
    run = bot.step if request["game"] in HIDDEN else bot.mcts_search
    begin = perf_counter()
    found = run(state)
    seconds = perf_counter() - begin
    del found
    return {"seconds": seconds}


def playouts(request: Request) -> Request:
    """Seconds of n uniformly random playouts in C++: one visit of the root, evaluated by that many of them.

    The evaluator has no method of its own in Python. The first visit of a search evaluates the root and does nothing
    else, so the time is that of the playouts.
    """
    state = state_of(request)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=request["n"], seed=request["seed"])
    bot = pyspiel.MCTSBot(game_of(request["game"]), evaluator, 1.0, 1, MEMORY_MB, False, request["seed"], False)
    begin = perf_counter()
    found = bot.mcts_search(state)
    seconds = perf_counter() - begin
    del found
    return {"seconds": seconds}


def choose(request: Request) -> Request:
    """The action most visited, or with `sampled` one drawn in proportion to visits (hidden games only)."""
    final = pyspiel.ISMCTSFinalPolicyType
    bot = bot_of(request, final.NORMALIZED_VISIT_COUNT if request.get("sampled") else final.MAX_VISIT_COUNT)
    return {"action": bot.step(state_of(request))}


def dice_of(state: Any) -> list[int]:
    """The dice to be played in a backgammon state: the last two inputs of an observation."""
    return [int(die) for die in state.observation_tensor(0)[-2:]]


def is_choice(state: Any, game: str) -> bool:
    """Whether a seat has a choice here; not with a double in backgammon, which is two turns and not everybody's way."""
    if state.is_chance_node() or len(state.legal_actions()) < 2:
        return False
    return game != "backgammon" or len(set(dice_of(state))) == 2


def walk(request: Request) -> Request:
    """Actions that lead to a position of at least `plies` actions where a seat has a choice, at random.

    The given actions come first. A walk that meets the end of the game is thrown away for another.
    """
    rng = random.Random(request["seed"])
    while True:
        state = state_of(request)
        while not state.is_terminal():
            if len(state.history()) >= request["plies"] and is_choice(state, request["game"]):
                return {"actions": state.history()}
            state.apply_action(rng.choice(state.legal_actions()))


def describe(request: Request) -> Request:
    """What there is to know of a position, to check that both sides mean the same one."""
    state = state_of(request)
    out = {"player": int(state.current_player()), "text": str(state)}
    if state.is_terminal():
        out["returns"] = state.returns()
    else:
        out["legal"] = state.legal_actions()
    if request["game"] == "backgammon":
        out["board"] = [[state.board(seat, point) for point in (*range(24), BAR)] for seat in (0, 1)]
        out["dice"] = dice_of(state)
    return out


COMMANDS: dict[str, Callable[[Request], Request]] = {
    f.__name__: f for f in (versions, search, playouts, choose, walk, describe)}


def serve() -> None:
    """Answer until the input ends. A request that fails is answered with its error."""
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = COMMANDS[request["do"]](request)
        except Exception as error:      # the other side decides what to do about it
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)
