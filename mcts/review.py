"""Review of a finished game: each decision, what it cost in win chance and score, and what was better.

Every position where a seat had a choice is searched with the same budget. The cost of a move is what the search
says of the best move less what it says of the move played. A move that the search hardly looked at has no value
to speak of there: it and the best move are then played out in pairs that share their random streams, and the cost
is the mean difference. Playouts look less far ahead than the tree, so such a cost is, if anything, too small.
Costs are estimates and not cut off at zero: where nothing was lost they scatter round it, and their sum stays fair.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from typing import TYPE_CHECKING

from mcts.analysis import Z95, line
from mcts.luck import Luck, luck
from mcts.pairs import paired_playouts, resampled, with_final_points
from mcts.params import SearchParams
from mcts.search import search

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

FEW = 0.05          # a move with less than this share of the visits, or fewer than ENOUGH of them, is compared with the
ENOUGH = 200        # best one by paired playouts
PAIRS = 500         # of those at least
SEARCHED = 0.75     # of the time goes into the searches, about; the rest into luck


@dataclass(frozen=True)
class Row:
    """One decision of the game. Win chances are shares of the win in [0, 1], scores the game's points, of `seat`."""

    event: int                  # number of the event in the record, from 1
    seat: int
    move: str                   # what was played
    best: str                   # what the search prefers
    choices: int                # legal moves there were
    winrate: float              # after the move played: best_winrate less cost
    best_winrate: float
    cost: float                 # win chance lost; exactly 0 where the move played is the best one
    cost_stderr: float
    score_cost: float           # expected own score lost; negative where the better move scores less
    sure: bool                  # the cost is above zero beyond its 95 % interval
    pv: tuple[str, ...]         # the line of play behind the best move


@dataclass(frozen=True)
class Review:
    """The rows of a game in order of play, and how many decisions had one legal move only (no row)."""

    game: str
    version: int
    simulations: int
    seed: int
    rows: tuple[Row, ...]
    forced: int
    luck: Luck


def decisions(start: State, actions: Sequence[int]) -> Iterator[tuple[int, State, int]]:
    """(event, position before it, action) of each event that was a seat's."""
    at = start.copy()
    for event, action in enumerate(actions, start=1):
        if at.current_player() >= 0:
            yield event, at.copy(), action
        at.apply_action(action)


def review(game: Game, start: State, actions: Sequence[int], simulations: int = 1000, seed: int = 0, threads: int = 1,
           progress: Callable[[float], None] = lambda share: None, viewer: int | None = None) -> Review:
    """Search every decision of the game that `actions`, chance included, plays from `start`, and tell luck from skill.

    Decision k is searched with seed + k, so a review is reproducible. Of a game that is not over, luck is told as
    `viewer` knows it, by default the last seat that decided. Raises ValueError for an action that is not legal where it
    stands.
    """
    made = list(decisions(start, actions))
    found = [(event, state, action) for event, state, action in made if len(state.legal_actions()) > 1]
    rows = []
    for k, (event, state, action) in enumerate(found):
        params = SearchParams(simulations=simulations, seed=seed + k, threads=threads)
        rows.append(_judge(game, state, event, action, params))
        progress(SEARCHED * (k + 1) / len(found))
    if viewer is None:
        viewer = made[-1][1].current_player() if made else 0
    told = luck(game, start, actions, simulations, seed, viewer,
                lambda share: progress(SEARCHED + (1 - SEARCHED) * share))
    progress(1.0)
    return Review(game.name, game.version, simulations, seed, tuple(rows), len(made) - len(found), told)


def totals(rows: Sequence[Row], seats: int) -> list[tuple[int, float, float]]:
    """For each seat: decisions reviewed, win chance lost in all, expected score lost in all."""
    return [(sum(r.seat == s for r in rows), sum(r.cost for r in rows if r.seat == s),
             sum(r.score_cost for r in rows if r.seat == s)) for s in range(seats)]


def _judge(game: Game, position: State, event: int, action: int, params: SearchParams) -> Row:
    seat = position.current_player()
    state = resampled(position, seat, params.seed)      # what a review says rests on what the player knew
    result = search(state, params)
    if result.stopped:
        raise KeyboardInterrupt         # the search has swallowed it
    best = result.moves[0]
    chosen = next(m for m in result.moves if m.action == action)
    if chosen.action == best.action:
        cost = error = score = 0.0
    elif chosen.visits >= max(ENOUGH, FEW * result.visits):
        cost, error = best.winrate - chosen.winrate, hypot(best.winrate_stderr, chosen.winrate_stderr)
        ended = [with_final_points(state, result, m) if result.cut else m for m in (best, chosen)]
        score = ended[0].score_mean[seat] - ended[1].score_mean[seat]
    else:
        cost, error, score = _paired(state, best.action, action, seat, max(PAIRS, result.visits), params.seed)
    return Row(event=event, seat=seat, move=game.notation.action_text(state, action),
               best=game.notation.action_text(state, best.action), choices=len(result.moves),
               winrate=best.winrate - cost, best_winrate=best.winrate, cost=cost,
               cost_stderr=error, score_cost=score, sure=cost > Z95 * error, pv=tuple(line(game, state, best.pv)))


def _paired(state: State, better: int, chosen: int, seat: int, pairs: int, seed: int) -> tuple[float, float, float]:
    """Win share by which `better` beats the move chosen, its standard error, and the same in points, by playouts."""
    made = paired_playouts(state, [better, chosen], pairs, seed)
    wins, scores = made.wins[0] - made.wins[1], made.scores[0, :, seat] - made.scores[1, :, seat]
    return float(wins.mean()), float(wins.std(ddof=1) / sqrt(pairs)), float(scores.mean())
