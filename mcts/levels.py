"""Levels 1 to 8, beginner to strongest: for each game a ladder of stated agents.

Weak levels err as people do: they follow the heuristics of the game more or less faithfully (`heuristic:T`), or search
little. Each level shall win 70 % of paired games against the one below; docs/levels.md has what was
measured (`python -m bench levels`). Where luck or perfect play leaves no room for eight steps, neighbours share an
agent.
"""
from __future__ import annotations

from typing import Any

from games.api import InputError

LEVELS = {
    1: "a newcomer: takes what looks good, and often what looks half as good",
    2: "a beginner: has played a few times and errs less often",
    3: "an occasional player: sees what is good at first glance, and looks no further",
    4: "a regular player: compares moves by a short look ahead",
    5: "a good player: looks ahead at every move",
    6: "a strong player: looks far ahead",
    7: "an expert: takes more time for each decision",
    8: "the strongest opponent that answers while you wait",
}

Ladder = tuple[str, ...]

PLAYOUTS = "policy=puct,exploration=1,model=none"   # in a game whose model knows too much for a good player

LADDERS: dict[str, dict[int, Ladder]] = {       # game -> from so many seats on -> the agents of levels 1 to 8
    "backgammon": {2: ("heuristic:1.7", "heuristic:0.85", "heuristic:0.2", f"mcts:90,{PLAYOUTS}",
                       f"mcts:500,{PLAYOUTS}", "mcts:4000", "mcts:4000", "mcts:4000")},
    "burgundy": {2: ("heuristic:0.4", "heuristic:0.25", "greedy", "mcts:10", "mcts:25", "mcts:70", "mcts:200",
                     "mcts:600")},
    "catan_cards": {2: ("heuristic:0.75", "heuristic:0.52", "greedy", "mcts:20", "mcts:300", "mcts:3000",
                        "mcts:3000", "mcts:3000")},
    "connect_four": {2: ("heuristic:1.1", "heuristic:0.35", "greedy", "mcts:12", "mcts:45", "mcts:110", "mcts:400",
                         "mcts:2000")},
    "kuhn_poker": {2: (*("heuristic:2",) * 4, *("mcts:1000",) * 4)},
    "leduc_poker": {2: (*("heuristic:2",) * 4, *("mcts:1000",) * 4)},
    "orleans": {2: ("heuristic:0.75", "heuristic:0.6", "heuristic:0.4", "mcts:20", "mcts:80", "mcts:250", "mcts:1000",
                    "mcts:4000")},
    "pig": {2: ("heuristic:8", "heuristic:4", "heuristic:2.5", "heuristic:1.4", *("mcts:1000",) * 4)},
    "tic_tac_toe": {2: ("heuristic:2", "heuristic:1", "mcts:4", *("mcts:300",) * 5)},
    "world504": {2: ("heuristic:1.42", "heuristic:1.2", "heuristic:0.4", "mcts:6", "mcts:10", "mcts:17", "mcts:40",
                     "mcts:120")},
}
OTHERS = {2: ("heuristic:2", "heuristic:1", "greedy", "mcts:30", "mcts:100", "mcts:300", "mcts:1000", "mcts:4000")}


def ladder(game: str, seats: int) -> Ladder:
    """The agents of all levels, weakest first. A game that has no ladder of its own gets the usual one."""
    rungs = LADDERS.get(game, OTHERS)
    return rungs[max(least for least in rungs if least <= max(seats, min(rungs)))]


def level(game: str, seats: int, number: int) -> str:
    """The spec of the agent that plays this level. Raises InputError."""
    if number not in LEVELS:
        raise InputError(f"level: found {number}, expected 1 to {len(LEVELS)}")
    return ladder(game, seats)[number - 1]


def named(game: str, seats: int, text: str) -> str:
    """The spec of an agent that a person names: a level by its number, else the spec as it stands. Raises InputError.
    """
    from mcts.agents import NoAgent, make  # here alone: a list of games needs no search

    if text.isascii() and text.isdigit():
        return level(game, seats, int(text))
    try:
        make(text)
    except NoAgent:
        raise InputError(f"level: found {text[:60]!r}, expected 1 to {len(LEVELS)}, or an agent as `match` takes it, "
                         "such as greedy or mcts:1000") from None
    return text


def listed(game: str, seats: int) -> list[dict[str, Any]]:
    """The levels of a game as plain data: level, agent and what it is like."""
    return [{"level": number, "agent": level(game, seats, number), "about": LEVELS[number]} for number in LEVELS]
