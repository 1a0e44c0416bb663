"""What a search found, in words and plain data: one JSON document, its moves and lines of play in notation.

The document costs some playouts (mcts/confidence.py): as many as 1 % of the simulations of one thread, which is within
the 2 % by which a search may miss its time. A caller that wants more of them ends the search early and hands over the
time left: `analysis(..., ends=perf_counter() + X)` goes on with them until then.
"""
from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from mcts.confidence import Confidence, confidence
from mcts.pairs import resampled, with_points

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from mcts.result import MoveInfo, SearchResult

Z95 = 1.959964      # half width of a 95 % normal interval, in standard errors


def analysis(game: Game, state: State, result: SearchResult, query: str = "",
             ends: float | None = None) -> dict[str, Any]:
    """The answer to one query as a JSON document; field names as in KataGo's analysis engine where they mean the same.

    Win rates and utilities are those of the side to move; `scoreMean` has one number a seat. `query` comes back as
    `id`, so that answers can be matched with what was asked. `proven` is the exact utility where it is known, and
    `belief` what the side to move expects of hidden things, in the game's own words.

    `winrate` is the mean of the search and flatters the move it chose; `winrateStderr` is its sampling error.
    `winrateMean` is drawn to the middle of the moves by as much as its error asks for, and `winrateMeanStderr` is what
    is left of the error. `pBest` is the chance that no other move is better, `loss` the win chance that the best move
    is expected to have more, `tied` whether the move cannot be told from the first. The numbers of a move without
    visits are null. At the root, `winChance` is what the mean of the first move has turned out to mean in games, and
    `modelStderr` how far the search is wrong about these; both are null unless `calibrated`: the game carries what was
    measured of it at this number of seats.

    All of it is made in a position dealt anew from what the side to move knows: no part of it, such as where a line of
    play ends, tells what is hidden from that side.
    """
    state = resampled(state, state.current_player(), result.seed)
    result = with_points(state, result)
    sure = confidence(game, state, result, ends)
    root = {
        "visits": result.visits,
        "winrate": number(result.winrate),
        "utility": number(result.utility),
        "scoreMean": [number(x) for x in result.score_mean],
        "scoreStdev": number(result.score_stdev),
        "nodes": result.nodes,
        "seconds": number(result.seconds),
        "simulationsPerSecond": number(result.simulations_per_second),
        "seed": result.seed,
        "threads": result.threads,
        "solved": result.solved,
        "treeFull": result.full,
        "winChance": None if sure.chance is None else number(sure.chance),
        "modelStderr": None if sure.model_stderr is None else number(sure.model_stderr),
        "calibrated": sure.calibrated,
        "phase": sure.phase,
        "pairedPlayouts": sure.playouts,
    }
    found: dict[str, Any] = {
        "id": query,
        "game": game.name,
        "version": game.version,
        "currentPlayer": state.current_player(),
        "rootInfo": root,
        "moveInfos": [_move(game, state, info, order, sure) for order, info in enumerate(result.moves)],
    }
    if game.belief is not None:
        found["belief"] = game.belief(state, state.current_player())
    return found


def _move(game: Game, state: State, info: MoveInfo, order: int, sure: Confidence) -> dict[str, Any]:
    return {
        "move": game.notation.action_text(state, info.action),
        "order": order,
        "visits": info.visits,
        "winrate": number(info.winrate),
        "winrateStderr": number(sure.stderr[order]),
        "winrateMean": number(sure.mean[order]),
        "winrateMeanStderr": number(sure.mean_stderr[order]),
        "pBest": number(sure.p_best[order]),
        "loss": number(sure.loss[order]),
        "tied": sure.tied[order],
        "utility": number(info.utility),
        "scoreMean": [number(x) for x in info.score_mean],
        "scoreStdev": number(info.score_stdev),
        "prior": number(info.prior),
        "proven": None if info.proven is None else number(info.proven),
        "pv": line(game, state, info.pv),
    }


def line(game: Game, state: State, actions: Sequence[int]) -> list[str]:
    """A line of play in notation, from `state`.

    Ends before the first action that does not fit: a line that runs on past a chance node without naming
    its outcome says nothing about a position anyone can set up.
    """
    at, words = state.copy(), []
    for action in actions:
        if at.is_terminal() or action not in at.legal_actions():
            break
        words.append(game.notation.action_text(at, action))
        at.apply_action(action)
    return words


def number(x: float) -> float | None:
    """A number JSON can hold, or None: an unvisited move has no mean, and JSON has no NaN."""
    return round(float(x), 6) if isfinite(x) else None
