"""How sure a search can be of its best move: raw means of a search flatter the move it chose.

A move with the highest mean of many was lucky in part. Each mean is therefore drawn towards the common middle by as
much as its error asks for, given how much moves truly differ: t2, the spread of true move values, fitted offline on
uniform playouts per game and phase. From the same search it comes out too large, and half the cure is lost.

How much moves truly differ, and how wrong the search is about real outcomes, cannot be seen from the search itself.
Both were measured offline for each game, number of seats and third of the game, and come with the game
(`Game.calibration`, made by bench/fit_py). Where a game has no such file, or it was made for other rules,
the numbers of a middling game stand in for it, and the result says so.

A move that the search hardly looked at is not drawn to the middle of all moves, but to what moves of its prior are
worth as a rule: the search left it alone because the heuristics of the game think little of it, and it matters how
often they are right. Where all priors are equal this is the middle again. Beside the truth, or searches twenty times as
long, the errors of a tree's means turn out larger than those of sampling (`stretch`), and P(best) too timid or too bold
(`sharpness`).

The best move is the one of highest utility, which is what the search maximises: the share of the win, in games with
points mixed with the margin. What a move loses is turned into win chance by the slope between the two.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mcts.interval import LEVEL, t_quantile
from mcts.pairs import Floats, decisions_left, paired_utilities, resampled

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game
    from mcts.result import MoveInfo, SearchResult

PHASES = 3              # thirds of the game
LENGTHS = 8             # playouts that tell how far the game has come
SHARE = 0.01            # of the simulations of a thread, for the paired playouts of all moves together,
FEWEST, MOST = 8, 1000  # and how many of a move at least and at most
DRAWN = 100_000         # numbers drawn for P(best) at most: a position with many moves must not take long
LEAST = 1e-3            # priors below this are alike
EDGE = 1e-6             # chances are kept this far from 0 and 1 where logarithms are taken
MIDDLING = 0.04 ** 2    # spread of the moves of a game of which nothing was measured,
GENTLE = 0.02           # and what they gain by prior
DRAWS = 8_192           # from the normals of all moves; half of them, and their mirror images
STREAM = 20_260_131     # of those draws: the same means give the same chances
TINY = 1e-12            # variance below which a value counts as exact
TIED = 3                # the best so many moves are compared with the best


@dataclass(frozen=True)
class Phase:
    """What was measured of a third of the game; the defaults stand where nothing was."""

    spread: float = MIDDLING            # t2: variance of the true utilities of the moves of a position, about
    lean: float = GENTLE                # what they gain for each unit of the logarithm of the prior
    win_spread: float = MIDDLING        # the same of their win rates
    win_lean: float = GENTLE
    noise: float = 1.0                  # variance of the utility of a playout, as a share of the most it can be
    slope: float = 1.0                  # win chance by utility
    stretch: float = 1.0                # by how much the error of a mean is larger than its playouts alone make it
    sharpness: float = 1.0              # power of P(best) that far longer searches bear out
    recalibration: tuple[float, float] = (0.0, 1.0)     # chance = logistic(a + b logit of the rate of the search)

    def chance(self, rate: float) -> float:
        """The win chance that a rate of the search has turned out to mean."""
        from scipy import special

        a, b = self.recalibration
        return float(special.expit(a + b * special.logit(min(max(rate, EDGE), 1 - EDGE))))


@dataclass(frozen=True)
class Calibration:
    """What was measured of a game at one number of seats."""

    decisions: float            # mean number of decisions of a whole playout
    phases: tuple[Phase, ...]
    model_stderr: float         # of the search about real outcomes, in shares of the win

    def phase(self, state: State) -> int:
        """The third of the game that this position is in, by the decisions that playouts still make."""
        dealt = resampled(state, state.current_player(), 0)    # how long the game goes on must not tell what is hidden
        gone = 1 - decisions_left(dealt, LENGTHS) / self.decisions
        return min(PHASES - 1, max(0, int(gone * PHASES)))


@dataclass(frozen=True)
class Moves:
    """The moves of a position after shrinkage, in the order they came in; rates are shares of the win."""

    mean: Floats
    stderr: Floats
    p_best: Floats          # chance that no other move is better; they sum to 1
    loss: Floats            # expected best less this move's mean


@dataclass(frozen=True)
class Confidence:
    """Of the moves of a search, in its order. `nan` stands where a move was never visited."""

    mean: Floats                # win rate, drawn to the middle of all moves by what its error asks for
    mean_stderr: Floats         # of that
    stderr: Floats              # of the win rate as the search has it, from sampling alone
    p_best: Floats
    loss: Floats                # in win chance
    tied: tuple[bool, ...]      # cannot be told from the first move, which is in the set
    playouts: int               # paired ones of each of the moves compared; 0: none were needed
    model_stderr: float | None  # None: not known
    chance: float | None        # of the side to move with the first move, recalibrated; None: not known
    phase: int | None
    calibrated: bool


def calibration(game: Game, seats: int, options: Mapping[str, str] = MappingProxyType({})) -> Calibration | None:
    """What was measured of this game at this number of seats; None: nothing, or for another version of the rules, or of
    searches with another aim.
    """
    document = game.calibration
    if any(option.aim and options.get(option.name, option.default) != option.default for option in game.options):
        return None
    if document is None or document["version"] != game.version or str(seats) not in document["fits"]:
        return None
    return read(document["fits"][str(seats)])


def read(fit: Any) -> Calibration:
    """The numbers of one fit of a calibration file."""
    phases = tuple(Phase(p["spread"], p["lean"], p["winSpread"], p["winLean"], p["noise"], fit["winPerUtility"],
                         p["stretch"], fit["sharpness"], (p["recalibration"][0], p["recalibration"][1]))
                   for p in fit["phases"])
    return Calibration(fit["decisions"], phases, fit["modelStderr"])


def confidence(game: Game, state: State, result: SearchResult, ends: float | None = None) -> Confidence:
    """What can be said of the moves that a search found.

    The paired playouts behind `tied` are 1 % of the search's simulations, or those that fit before the clock says
    `ends`. Without `ends` the same search gives the same answer.
    """
    known = calibration(game, state.seats, state.options)
    number = None if known is None else known.phase(state)
    phase = Phase() if known is None or number is None else known.phases[number]
    infos = seen_of(result)
    seen = [i for i, info in enumerate(result.moves) if info.visits or info.proven is not None]
    means, variances, errors = win_rates(infos, phase)
    worth = assess(infos, phase)
    tied, count = ties(state, result, infos, worth, ends)
    full = np.full((5, len(result.moves)), np.nan)
    full[:, seen] = means, np.sqrt(variances), errors, worth.p_best, phase.slope * worth.loss
    chance = float(means[0]) if result.solved else phase.chance(float(means[0]))
    return Confidence(
        full[0], full[1], full[2], full[3], full[4],
        tied=tuple(i in {seen[t] for t in tied} for i in range(len(result.moves))), playouts=count,
        model_stderr=None if known is None else 0.0 if result.solved else known.model_stderr,
        chance=None if known is None else chance, phase=number, calibrated=known is not None)


def seen_of(result: SearchResult) -> list[MoveInfo]:
    """The moves of which the search knows something, in its order."""
    return [info for info in result.moves if info.visits or info.proven is not None]


def win_rates(moves: Sequence[MoveInfo], phase: Phase) -> tuple[Floats, Floats, Floats]:
    """Win rates after shrinkage, their variances, and the sampling errors before. A win, draw or loss proven has none.

    Other proven utilities hold a margin in points, so that no win rate can be read off them.
    """
    q, errors = _rates([info.winrate for info in moves], [info.visits for info in moves],
                       [info.proven if info.proven in (0.0, 0.5, 1.0) else None for info in moves])
    means, variances = shrunk(q, errors, phase.win_spread, phase.win_lean * leanings([info.prior for info in moves]))
    return np.clip(means, 0, 1), phase.stretch ** 2 * variances, errors


def assess(moves: Sequence[MoveInfo], phase: Phase) -> Moves:
    """The utilities of the moves after shrinkage, P(best) and losses in utility. What is proven has no error."""
    q, errors = _rates([info.utility for info in moves], [info.visits for info in moves],
                       [info.proven for info in moves])
    means, variances = shrunk(q, phase.noise ** 0.5 * errors, phase.spread,
                              phase.lean * leanings([info.prior for info in moves]))
    draws = max(64, min(DRAWS, DRAWN // len(q)))
    chance, loss = best(means, variances, draws)
    return Moves(means, np.sqrt(variances), sharpened(chance, phase.sharpness), loss)


def sharpened(chances: Floats, power: float) -> Floats:
    """Chances raised to a power, scaled to sum to 1 again."""
    raised = np.maximum(chances, EDGE if power < 1 else 0.0) ** power
    return np.asarray(raised / raised.sum())


def leanings(priors: Sequence[float]) -> Floats:
    """Logarithms of the priors of moves; very small ones count alike."""
    return np.log(np.maximum(np.asarray(priors, dtype=np.float64), LEAST))


def shrunk(q: Floats, errors: Floats, spread: float, expected: Floats) -> tuple[Floats, Floats]:
    """Means and variances of moves whose true values scatter about `expected` and a middle that is unknown."""
    means, variances = shrink(q - expected, errors, spread)
    return np.where(errors > 0, means + expected, q), variances         # what is proven stays so to the last bit


def _rates(found: Sequence[float], visits: Sequence[int], proven: Sequence[float | None]) -> tuple[Floats, Floats]:
    q = np.array([rate if exact is None else exact for rate, exact in zip(found, proven, strict=True)])
    errors = stderr(np.clip(q, 0, 1) * np.array(visits), visits)
    return q, np.where([exact is not None for exact in proven], 0.0, errors)


def ties(state: State, result: SearchResult, moves: Sequence[MoveInfo], worth: Moves,
         ends: float | None) -> tuple[list[int], int]:
    """Which of the moves cannot be told from the first, and how many paired playouts that took of each.

    Told apart are moves of which it is 97.5 % sure, by P(best), that they are the worse one of the two, and of the
    others those that paired playouts tell apart at 95 %. Only the best few are compared. What is proven needs none.
    """
    order = [0, *sorted(range(1, len(moves)), key=lambda i: -worth.mean[i])[:TIED - 1]]
    chance, least = worth.p_best, (1 - LEVEL) / 2
    near = [i for i in order if i == 0 or chance[i] > least * (chance[0] + chance[i])]
    if len(near) < 2 or result.solved:
        return near, 0
    share = SHARE * result.visits / result.threads / len(near)     # what all threads did took the time of one's part
    count = MOST if ends is not None else min(MOST, max(FEWEST, int(share)))
    made = paired_utilities(state, [moves[i].action for i in near], count, result.seed, ends)
    kept = tied(made[0] - made)
    return [i for i, still in zip(near, kept, strict=True) if still], made.shape[1]


# ---- formulas --------------------------------------------------------------------------------


def shrink(q: ArrayLike, se: ArrayLike, t2: float) -> tuple[Floats, Floats]:
    """Means and variances of moves whose true values scatter with variance t2 about a middle that is unknown too.

        c      = sum q_i / (t2 + se_i^2)  /  sum 1 / (t2 + se_i^2)
        mean_i = c + (q_i - c) t2 / (t2 + se_i^2)
        var_i  = t2 se_i^2 / (t2 + se_i^2)  +  (se_i^2 / (t2 + se_i^2))^2 / sum_j 1 / (t2 + se_j^2)
    """
    x, noise = np.asarray(q, dtype=np.float64), np.asarray(se, dtype=np.float64) ** 2
    if x.shape != noise.shape or x.ndim != 1 or not len(x):
        raise ValueError(f"found {x.shape} means and {noise.shape} errors, expected one of each a move, and a move")
    if not t2 >= 0 or not np.all(np.isfinite(noise)):
        raise ValueError(f"found a spread t2 of {t2}, expected 0 or more, and errors that are finite")
    total = np.maximum(t2 + noise, TINY)
    weight = 1 / total
    centre = float((x * weight).sum() / weight.sum())
    own = noise / total                 # how far a move is drawn to the middle
    return x - (x - centre) * own, t2 * own + own ** 2 / weight.sum()


def best(mean: ArrayLike, variance: ArrayLike, draws: int = DRAWS) -> tuple[Floats, Floats]:
    """P(best) and expected loss of each move, by draws from their normals with a stream that never changes.

    Each draw comes with its mirror image, so that the mean of the draws is the mean itself and no loss is negative.
    Where values are equal, the moves share the draw.
    """
    m, sd = np.asarray(mean, dtype=np.float64), np.sqrt(np.asarray(variance, dtype=np.float64))
    half = np.random.Generator(np.random.PCG64(STREAM)).standard_normal((max(1, draws // 2), len(m)))
    values = np.concatenate([m + sd * half, m - sd * half])
    top = values.max(axis=1, keepdims=True)
    first = values == top
    return (first / first.sum(axis=1, keepdims=True)).mean(axis=0), np.maximum(0.0, float(top.mean()) - m)


def stderr(wins: ArrayLike, visits: ArrayLike) -> Floats:
    """Sampling error of a win rate; one win and one loss are added, so that few visits are never certain."""
    w, n = np.asarray(wins, dtype=np.float64), np.asarray(visits, dtype=np.float64)
    rate = (w + 1) / (n + 2)
    return np.asarray(np.sqrt(rate * (1 - rate) / np.maximum(n, 1)), dtype=np.float64)


def tied(differences: ArrayLike, level: float = LEVEL) -> NDArray[np.bool_]:
    """Which moves are not beaten by the first: differences[move, playout] = value of the first less the move's own.

    The playouts of a column share their stream. A move is beaten where the t interval of its difference lies above 0.
    The first move's row, of zeros, is tied with itself.
    """
    d = np.asarray(differences, dtype=np.float64)
    if d.ndim != 2 or d.shape[1] < 2:
        raise ValueError(f"found differences of shape {d.shape}, expected (moves, playouts) with 2 playouts or more")
    count = d.shape[1]
    error = d.std(axis=1, ddof=1) / count ** 0.5
    return d.mean(axis=1) - t_quantile(level, count - 1) * error <= 0
