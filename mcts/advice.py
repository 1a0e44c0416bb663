"""Advice for the seat to act: a position and a budget in, a document out, the same for terminal, page and service."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from games.api import InputError
from games.positions import recall
from mcts.analysis import Found, Lines, analysis
from mcts.confidence import by_games, by_points, confidence, measured, settled
from mcts.course import ALONE, Course, PlanSoFar, SoFar
from mcts.outlook import FEWEST, MOST, outlook, wanted
from mcts.params import SearchParams, parse_settings
from mcts.plans import Plans, find
from mcts.redeals import resampled
from mcts.search import Searched, searched
from mcts.unknown import HANDS, hidden_from, over_hands

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

THINKING = 5.0              # seconds where no budget is given
SEARCHED = 0.5              # share of a budget that goes to the tree, as much as to the plans it found
POINTS = 0.05               # share of a budget in seconds for games played on from the ends of plans
CLOSING = 0.06              # seconds of a budget for judging and writing down
SMALL = 0.25                # share of a budget that they are at most
WRITING = 0.5               # share of them that is left for the writing
SHOWN = 8                   # plans that are played on


class Advice(NamedTuple):
    """What is advised, as `analysis` writes it."""

    document: dict[str, Any]
    stopped: bool               # Ctrl-C came before the budget was spent


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
        raise InputError(f"settings: {str(error).removeprefix('setting: ')}") from None


def advise(game: Game, state: State, params: SearchParams, query: str = "",
           progress: Callable[[float], None] = lambda share: None, course: Course = ALONE, view: int | None = None
           ) -> Advice:
    """Search the position, value the best plans, and say how sure the result is; the budget is for all of it together.

    `view`: the seat from whose view the position is told, if it is from one. If that is not the seat to act, its own
    hand is not known, and the answer is the mean over hands that it may hold (mcts/unknown.py).

    `query` comes back as the document's `id`. Progress is the share of the budget that is spent. The course says what
    comes between two pieces of the work; no answer depends on it, unless it ends the search. Raises InputError where no
    seat has to decide.
    """
    if view is not None and hidden_from(state, view):
        def of_hand(dealt: State, share: SearchParams, number: int) -> tuple[dict[str, Any], bool]:
            return advise(game, dealt, share, query, lambda done: progress((number + done) / HANDS), course)

        return Advice(*over_hands(state, view, params, of_hand))
    found = think(game, state, params, query, progress, course)
    return Advice(analysis(found, query), found.stopped)


def think(game: Game, state: State, params: SearchParams, query: str = "",
          progress: Callable[[float], None] = lambda share: None, course: Course = ALONE) -> Found:
    """All that `advise` writes down."""
    if state.current_player() < 0:
        what = "the game is over" if state.is_terminal() else "chance is to be drawn; use `apply POSITION random`"
        raise InputError(f"{query or 'position'}: nobody has to decide here: {what}")
    recall(state)
    begin = course.now()
    state = resampled(state, state.current_player(), params.seed)
    until = None if params.seconds is None else begin + params.seconds
    known = measured(game, state)
    search, plans = weigh(game, state, params, progress=progress, course=course, begin=begin)
    visits, stopped = search.result.visits + plans.simulations, search.result.stopped or plans.stopped

    def so_far() -> SoFar:
        return SoFar(search.result.moves, visits, sum(t.node_count for t in search.trees),
                     [PlanSoFar(p.actions, p.utility, p.simulations, p.won, p.games) for p in plans.plans])

    sure, shown = confidence(state, plans, visits, known, search.result.moves), plans.plans[:SHOWN]
    lines = Lines(game, state)
    for plan in plans.plans:        # the longest part of the writing, before the clock says how much may be played on
        lines.line(plan.actions)
    if stopped:
        playouts, playing = FEWEST, None
    elif params.seconds is not None and until is not None:
        playouts, playing = MOST, until - WRITING * closing(params.seconds)
    else:
        playouts, playing = wanted(state, shown, visits, search.settings["cutoff"], params.seed), None
    points = outlook(state, shown, playouts, params.seed, playing, course, so_far)
    if search.settings["cutoff"] or search.settings["playout"] == "none":
        sure = by_games(sure, plans, points)
    plans, sure, points = by_points(plans, settled(sure, points), points)
    progress(1.0)
    return Found(game, state, search, plans, sure, points, course.now() - begin, stopped, lines,
                 lambda: until is not None and course.now() >= until)


def weigh(game: Game, state: State, params: SearchParams, wanted: Sequence[tuple[int, ...]] = (),
          progress: Callable[[float], None] = lambda share: None, course: Course = ALONE, begin: float | None = None
          ) -> tuple[Searched, Plans]:
    """The search and the plans valued, without a word about points; plans `wanted` are among them.

    A budget in seconds counts from `begin`; something of it is left over for the points.
    """
    tree, begin = SEARCHED, course.now() if begin is None else begin
    simulations = None if params.simulations is None else max(1, round(tree * params.simulations))
    whole = None if params.seconds is None else (1 - POINTS) * params.seconds - closing(params.seconds)
    searching = None if whole is None else max(tree / 2 * whole, begin + tree * whole - course.now())

    def spent(done: int, gone: float) -> None:
        progress(tree * max(done * params.threads / simulations if simulations else 0.0,
                            gone / searching if searching else 0.0))

    search = searched(state, replace(params, simulations=simulations, seconds=searching), spent, course)
    ends = None if whole is None else begin + whole
    if search.result.stopped:
        ends = begin            # what the tree found is valued by the fewest simulations
    return search, find(game, state, search, (params.simulations or 0) - (simulations or 0), ends, wanted,
                        lambda share: progress(tree + (1 - POINTS - tree) * share))


def closing(seconds: float) -> float:
    """How much of a budget goes into judging the plans and writing down what was found."""
    return min(CLOSING, SMALL * seconds)
