"""Advice for the seat to act: a position and a budget in, a document out, the same for terminal, page and service."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from games.api import InputError
from games.positions import recall
from mcts.analysis import analysis
from mcts.params import SearchParams, parse_settings
from mcts.search import search

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

THINKING = 5.0              # seconds where no budget is given
SEARCHED = 0.95             # of a budget in seconds the search gets; the rest is for paired playouts


class Advice(NamedTuple):
    """What is advised, as `analysis` writes it."""

    document: dict[str, Any]
    stopped: bool           # Ctrl-C came before the budget was spent


def search_params(settings: str = "", seconds: float | None = None, simulations: int | None = None, threads: int = 1,
          seed: int = 0) -> SearchParams:
    """What to ask of a search for advice: a budget, and settings as in `policy=uct,exploration=1.4`.

    Raises InputError naming the setting refused.
    """
    if seconds is None and simulations is None:
        seconds = THINKING
    try:
        return SearchParams(**{"simulations": simulations, "seconds": seconds, "threads": threads, "seed": seed,
                               **parse_settings(settings)})
    except InputError as error:
        raise InputError(f"settings: {error}") from None


def advise(game: Game, state: State, params: SearchParams, query: str = "",
           progress: Callable[[float], None] = lambda share: None) -> Advice:
    """Search the position, and say how sure the result is; `seconds` of the budget are for both together.

    `query` comes back as the document's `id`. Progress is the share of the budget that is spent. Raises InputError
    where no seat has to decide.
    """
    if state.current_player() < 0:
        what = "the game is over" if state.is_terminal() else "chance is to be drawn; use `apply POSITION random`"
        raise InputError(f"{query or 'position'}: nobody has to decide here: {what}")
    recall(state)
    ends, searching = None, None
    if params.seconds is not None:
        ends, searching = perf_counter() + params.seconds, SEARCHED * params.seconds

    def spent(done: int, gone: float) -> None:
        progress(max(done * params.threads / params.simulations if params.simulations else 0.0,
                     gone / searching if searching else 0.0))

    result = search(state, replace(params, seconds=searching), spent)
    return Advice(analysis(game, state, result, query, None if result.stopped else ends), result.stopped)
