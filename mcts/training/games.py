"""Games that training positions come from, in batches that several processes can play.

Each kind of batch is played in one of four ways. `playouts`: positions of games by the heuristics, each seat in a style
of its own, judged by several playouts. `self`: the net with itself, each position worth its lambda-return. `ahead`: the
same games, each position judged one turn ahead. `search`: games of a search with the net; each position is worth what
the search of its decision, or of the next one after it, found at its root, and in part how the game ended. A game that
hides something is played by searches alone, as a net that plays by itself would look into other hands; so is one where
the heuristics play on to where a net judges, as it has no turns to look through.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

import games
from core_ext.judged import inputs, is_ready, plays_on, seat_in_view
from core_ext.net import Net
from core_ext.selfplay import played_out, positions_ahead, self_play
from core_ext.state import State
from mcts.params import SearchParams
from mcts.result import SearchResult
from mcts.search import search
from mcts.training.fit import Positions

Arrays = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]      # of `Positions`
Numbers = NDArray[np.float64]

EACH, TRIALS = 8, 8             # positions of a game by the heuristics, and playouts that judge one
SHARE = 0.15                    # of positions that are judged a turn ahead
EXPLORE = 0.05                  # of the turns of self-play
SIMULATIONS = 60                # of a search, a decision
ROOT = 0.7                      # of a search's target is what it found, the rest how the game ended
RANDOM = 0.1                    # of the decisions in games of searches are drawn by the heuristics
LONGEST = 100_000               # decisions of a game


@dataclass(frozen=True)
class Batch:
    """Games to play, as plain data: a worker process builds the state from it."""

    game: str
    seats: int
    options: Mapping[str, str]
    kind: str                   # playouts | self | ahead | search
    count: int                  # games
    seed: int
    number: int                 # of the first game
    trust: float = 0.7          # lambda
    net: Net | None = None
    model: str = ""             # file of the same net, for searches


@dataclass(frozen=True)
class Played:
    """The positions of a batch, and the seconds it took."""

    positions: Positions
    games: int
    seconds: float


def play_batch(batch: Batch) -> Played:
    """Play a batch. The same batch gives the same positions."""
    begin, start = perf_counter(), games.load(batch.game).start(batch.seats, dict(batch.options))
    if batch.kind == "playouts":
        found = played_out(start, batch.count, EACH, TRIALS, batch.seed, batch.number)
    elif batch.kind == "search":
        found = searched(start, batch)
    else:
        assert batch.net is not None
        play = self_play if batch.kind == "self" else positions_ahead
        more = {"trust": batch.trust} if batch.kind == "self" else {"share": SHARE}
        explore = 0.0 if chances(start) else EXPLORE
        found = play(batch.net, start, batch.count, batch.seed, batch.number, explore=explore, **more)
    return Played(Positions(*found), batch.count, perf_counter() - begin)


def chances(start: State) -> bool:
    """Chance gives the games of this start enough variety: there is a draw at its beginning, or after a few moves."""
    state = start.copy()
    for step in range(8):
        if state.is_terminal():
            return False
        if state.is_chance_node():
            return True
        state.apply_action(state.random_action(1, step))
    return False


def searched(start: State, batch: Batch) -> Arrays:
    """Games of a search with the net; `Positions` of their decisions."""
    starts: list[int] = [0]
    which: list[int] = []
    values: list[float] = []
    targets: list[Numbers] = []
    for number in range(batch.number, batch.number + batch.count):
        random, state = np.random.default_rng((batch.seed, number)), start.copy()
        game: list[tuple[int, Numbers]] = []
        views: list[int] = []       # of positions that wait for the next search
        while not state.is_terminal() and len(game) < LONGEST:
            chance = state.is_chance_node()
            if is_ready(state) and (plays_on(state) if chance else len(state.legal_actions()) > 1):
                seen = inputs(state)
                which += seen.keys()
                values += seen.values()
                starts.append(len(which))
                views.append(seat_in_view(state))
            if chance:
                state.apply_action(state.sample_chance(int(random.integers(2**62)), 0))
                continue
            if len(legal := state.legal_actions()) == 1:
                state.apply_action(legal[0])
                continue
            found = search(state, SearchParams(simulations=SIMULATIONS, seed=int(random.integers(2**62)),
                                               model=batch.model))
            if found.stopped:
                raise KeyboardInterrupt
            if views:
                root = at_root(found, state, batch.net)
                game += [(view, root) for view in views]
                views.clear()
            action = found.moves[0].action
            if random.random() < RANDOM:
                action = state.weighted_action(int(random.integers(2**62)), 0)
            state.apply_action(action)
        end = np.array([state.win_shares(), state.scores(), state.returns()]) if state.is_terminal() else None
        if end is not None:
            game += [(view, end) for view in views]
        else:
            del starts[len(starts) - len(views):]
            del which[starts[-1]:], values[starts[-1]:]
        for view, root in game:
            mixed = root if end is None else ROOT * root + (1 - ROOT) * end
            targets.append(np.roll(mixed, -view, axis=1).reshape(-1))
    return (np.array(starts, np.int64), np.array(which, np.int32), np.array(values, np.float32),
            np.array(targets, np.float32).reshape(-1, 3 * start.seats))


def at_root(found: SearchResult, state: State, net: Net | None) -> Numbers:
    """Shares, points and utilities, a row each, that a search found for its best move.

    A search tells share and utility of the seat to move. What is left goes to the others as the net would share it out.
    """
    assert net is not None
    best, mover = found.moves[0], state.current_player()
    utilities, shares, _ = (np.array(each) for each in net.judge(state))
    rows = [spread(shares, mover, best.won, 1.0), np.array(best.score_mean),
            spread(utilities, mover, best.utility, float(utilities.sum()))]
    return np.array(rows)


def spread(by_net: Numbers, mover: int, own: float, total: float) -> Numbers:
    """Numbers of all seats with this sum and the mover's own, the others' in proportion to the net's."""
    others = float(by_net.sum() - by_net[mover])
    left = max(0.0, total - own)
    found = by_net * (left / others) if others > 0 else np.full(len(by_net), left / max(1, len(by_net) - 1))
    found[mover] = own
    return found
