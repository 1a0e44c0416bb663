"""A player of one version of the program: it follows games action by action, and chooses where it is asked to.

Started with that version's tree as PYTHONPATH, so it asks for nothing that either version lacks. It answers JSON lines.
"""
import json
import sys
from collections.abc import Sequence
from time import process_time
from typing import Any

from games.registry import load
from mcts.advice import think
from mcts.agents import make
from mcts.params import SearchParams

state: Any = None       # of the game that is followed


def start(request: dict[str, Any]) -> dict[str, Any]:
    """Begin a game."""
    global state
    state = load(request["game"]).start(request["seats"], request["options"])
    return {}


def choose(request: dict[str, Any]) -> dict[str, Any]:
    """Follow these actions, and choose one; tells what is legal there and the seconds of the processor it took."""
    follow(request["actions"])
    agent, begun = make(request["agent"]), process_time()
    action = agent.choose(state, request["seed"])
    return {"action": int(action), "seconds": process_time() - begun, "legal": [*map(int, state.legal_actions())]}


def advise(request: dict[str, Any]) -> dict[str, Any]:
    """Follow these actions, and say what advice says of the plans there."""
    follow(request["actions"])
    params = SearchParams(simulations=request["simulations"], seed=request["seed"])
    found = think(load(request["game"]), state, params)
    return {"plans": len(found.plans.plans), "level": int(found.sure.level), "risk": float(found.sure.risk),
            "first": [*map(int, found.plans.plans[0].actions)]}


def end(request: dict[str, Any]) -> dict[str, Any]:
    """Follow the last actions; tells the scores."""
    follow(request["actions"])
    return {"over": bool(state.is_terminal()), "scores": [*map(float, state.scores())]}


def follow(actions: Sequence[int]) -> None:
    """Apply actions, outcomes of chance among them."""
    for action in actions:
        state.apply_action(action)


def serve() -> None:
    """Answer until the input ends. A request that fails is answered with its error."""
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = {"start": start, "choose": choose, "advise": advise, "end": end}[request["do"]](request)
        except Exception as error:      # the other side decides what to do about it
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve()
