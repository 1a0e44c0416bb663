"""How sure a search can be of its best plan, and what its utilities have turned out to mean in games.

Two things go wrong in a search. Its simulations are a sample: the plans' own simulations say by how much that can
matter (mcts/plans.py). And it is biased: it plays on in a way that is neither perfect nor the same for all plans.
More simulations of the same plan do not take that error away, only a better tree does; how large it is after 1,000,
10,000, 100,000 and 1,000,000 simulations was measured for each game and number of seats, by how often far longer
searches, and searches with other seeds, come to another plan (`Game.calibration`, made by bench fit_uncertainty).
A fit holds for the game that it was made of: where an option makes another game (`Option.shapes`), that has its own, or
there is one made of several games of its family (`Variants.family`).
The chance that a plan is best holds both errors, and judges all plans together where it was measured how far that is
off (mcts/posterior.py). All of it happens on the logit scale, where an error means the same near 0 and 1 as in the
middle.

A utility becomes a win chance by what it has turned out to mean: chance = logistic(a + b logit(utility)), in each
third of the game. In games whose utilities mean something else in every variant, the share of the win in a plan's own
simulations takes its place, and what a difference of utility is worth in shares is read off the search. Where every
simulation of every plan ends alike, the curve does not hold: the share is taken as it is, and no plan counts for more
than another. Games of 504 that were played on from such positions came so with hardly an exception; where only the
first plan's simulations are all won, more were lost, as it may be the luckiest of its like (bench/results/chances.md).

How far a chance is off for a single position, `model_error`, belongs to the position and not to its plans: it moves all
of them alike, and says nothing about which is best.

Where a game has no such fit, or it was made for other rules, a chance is the share of games won that the search played
on from there, with the interval of that share, and the result says so. What a difference of utility is worth in such
shares is read off the moves and plans of the search itself. Bias is then that of a middling game.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import games
from games.calibrations import FORMAT, HOLDS_SEARCH, SHARES, TOGETHER
from games.calibrations import THIRDS as PHASES
from games.frozen import frozen
from mcts.interval import Z95, wilson
from mcts.odds import log_odds, share_of
from mcts.pairs import Floats, decisions_left
from mcts.redeals import DEALS, made, resampled

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from core_ext.state import State
    from games.api import Game
    from mcts.course import PlanSoFar
    from mcts.outlook import Outlook
    from mcts.plans import Plan, Plans
    from mcts.result import MoveInfo

LENGTHS = 8             # playouts that tell how far the game has come
WHOLE = 40              # playouts that tell how long one of a family is
EDGE = 1e-3             # utilities and chances are kept this far from 0 and 1 where logits are taken
DRAWS = 8_192           # draws from the errors of all plans; half of them are mirror images
STREAM = 20_260_131     # seed of those draws: the same plans give the same chances
CLEARLY, PROBABLY = 0.95, 0.75      # least chance to be best of what is called so
LEVEL = 0.95            # the best plans that together hold this chance cannot be told apart
RISK = 0.95             # a loss that is not exceeded with this chance
UNSEEN = 5e-4           # chances that differ by less look the same
LEANING = 0.01          # variance of logits that leans on a slope of 1 where a search says what utilities mean
STEEPEST = 20.0         # the most that such a slope may be
DECIDED = 0.01          # how near to 0 or 1 the chance of a decided game is
DECIDING = 100          # playouts from which a chance so near has no interval


class Verdict(StrEnum):
    """What can be said of the first plan; docs/search.md says what each has turned out to mean."""

    ONLY = "only"               # there is no other
    SOLVED = "solved"           # proven
    CLEARLY = "clearly best"
    PROBABLY = "probably best"
    LEVEL = "level"             # with some others
    DECIDED = "decided"         # whatever is played, the game is won or lost: points rank


@frozen
class Phase:
    """What was measured of a third of the game; the defaults stand where nothing was."""

    recalibration: tuple[float, float] = (0.0, 1.0)     # a and b of chance = logistic(a + b logit utility)
    model_error: float = 0.5            # standard error of a chance about games played on from there, in logits
    of_shares: bool = False             # the same of shares of the win in a plan's own simulations, not of utilities
    holds_search: bool = False          # the model error was measured about what searches say, so it holds theirs

    def chance(self, utility: ArrayLike) -> Floats:
        """The win chances that utilities have turned out to mean."""
        return share_of(self.logit(utility))

    def logit(self, utility: ArrayLike) -> Floats:
        """The same as logits."""
        a, b = self.recalibration
        return np.asarray(a + b * logit(utility))

    def luck(self, share: float, count: float) -> float:
        """The standard error that a chance has from a share of so many simulations, in logits."""
        return self.recalibration[1] / float(np.sqrt((count + 1) * share * (1 - share)))

    def read_by(self, own: Phase) -> Phase:
        """What utilities mean, where this is what shares of the win mean, and `own` how a search reads utilities in
        them; else this itself.
        """
        if not self.of_shares:
            return self
        (a, b), (own_a, own_b) = self.recalibration, own.recalibration
        return Phase((a + b * own_a, b * own_b), self.model_error)

    def through(self, utility: float, chance: float) -> Phase:
        """The same slope, where this utility means this chance."""
        _, b = self.recalibration
        return replace(self, recalibration=(float(logit(chance) - b * logit(utility)), b))


UNMEASURED = Phase()
AS_PLAYED = Phase(model_error=0.0, of_shares=True)      # shares of the win, where every simulation ends alike


@frozen
class SearchError:
    """What was measured of searches of one length."""

    simulations: int
    error: float                # standard deviation of a plan's utility about that of far longer searches, in logits
    missed: float               # share of positions whose best plan was not among those valued
    together: float | None = None       # the same deviation of what plans are worth by all that is known of all of them
                                        # (mcts/posterior.py); None: it was not measured, and each is judged alone

MIDDLING = (SearchError(1_000, 0.20, 0.10), SearchError(10_000, 0.14, 0.06), SearchError(100_000, 0.10, 0.04),
            SearchError(1_000_000, 0.07, 0.03))


@frozen
class Calibration:
    """What was measured of a game at one number of seats, as its shaping options make it."""

    decisions: float            # mean number of decisions of a whole playout
    phases: tuple[Phase, ...]
    searches: tuple[SearchError, ...] = MIDDLING        # by simulations, ascending

    def phase(self, state: State) -> int:
        """The third of the game that this position is in, by the decisions that playouts still make."""
        dealt = resampled(state, state.current_player(), 0)    # how long the game goes on must not tell what is hidden
        return third(1 - decisions_left(dealt, LENGTHS) / self.decisions)

    def search(self, simulations: int) -> SearchError:
        """What a search of this length is off, between those measured in the logarithm of their lengths."""
        at = np.log([s.simulations for s in self.searches])
        x = np.log(max(1, simulations))
        error, missed, together = (float(np.interp(x, at, each)) for each in (
            [s.error for s in self.searches], [s.missed for s in self.searches],
            [s.error if s.together is None else s.together for s in self.searches]))
        known = any(s.together is not None for s in self.searches)
        return SearchError(simulations, error, missed, together if known else None)


@frozen
class Confidence:
    """Of the plans of a position, in their order, best first."""

    chance: Floats              # to win with each plan
    loss: Floats                # the first plan's chance less this one's, 0 or more
    stderr: Floats              # of each plan's utility in logits: sampling and search together; 0 where proven
    p_best: Floats              # that no other plan is better; their sum is 1 less `missed`
    missed: float               # chance that a plan which was not valued is the best
    level: int                  # how many of the first plans cannot be told apart; 1: one stands out
    verdict: Verdict
    low: float                  # 95 % interval of the chance to win with the first plan
    high: float
    risk: float                 # what the first plan loses at most, with a chance of 95 %
    seat: int                   # whose chances these are
    phase: int | None
    calibrated: bool
    measured: Phase             # of this third of the game, or by this very search
    games: int | None = None    # that the chance of the first plan is a share of; None: it is calibrated, or exact

    def phase_chance(self, utility: float) -> float:
        """The win chance that a utility means here."""
        return float(self.measured.chance(utility))

    def chance_error(self, chance: float, plan: int | None) -> float:
        """Standard error of a win chance, from sampling and search together; that of the worst known plan for a move
        that begins none.
        """
        error = float(self.stderr.max() if plan is None else self.stderr[plan])
        return abs(self.measured.recalibration[1]) * error * chance * (1 - chance)


def third(gone: float) -> int:
    """The third of a game of which so large a share is over."""
    return min(PHASES - 1, max(0, int(gone * PHASES)))


def logit(share: ArrayLike) -> Floats:
    """Log odds, cut off near 0 and 1."""
    return log_odds(np.clip(np.asarray(share, dtype=np.float64), EDGE, 1 - EDGE))


def fit_name(game: Game, seats: int, options: Mapping[str, str] = MappingProxyType({})) -> str:
    """What a fit is called in the game's file: its seats, and where an option makes another game of it, that option, as
    in `3 world=671`.
    """
    return f"{seats} {game.shape(options)}".rstrip()


def calibration(game: Game, seats: int, options: Mapping[str, str] = MappingProxyType({})) -> Calibration | None:
    """What was measured of this game at this number of seats; None: nothing, or for another version of the rules, for
    another game that its options make of it, or of searches with another aim.
    """
    document = game.calibration
    if any(option.aim and options.get(option.name, option.default) != option.default for option in game.options):
        return None
    if document is None or document["format"] != FORMAT or document["version"] != game.version:
        return None
    fits = document["fits"]
    if (own := fit_name(game, seats, options)) in fits:
        return read(fits[own])
    if game.variants.family is None or (shared := f"{seats} {game.variants.family(options)}") not in fits:
        return None
    return replace(read(fits[shared]), decisions=_usual_length(game.name, seats, tuple(sorted(options.items()))))


@lru_cache(maxsize=600)
def _usual_length(name: str, seats: int, options: tuple[tuple[str, str], ...]) -> float:
    """Mean number of decisions of a playout from the start. Games of a family are of several lengths."""
    return decisions_left(games.load(name).start(seats, dict(options)), WHOLE)


def read(fit: Any) -> Calibration:
    """The numbers of one fit of a calibration file."""
    return Calibration(
        fit["decisions"],
        tuple(Phase((p["recalibration"][0], p["recalibration"][1]), p["modelError"], fit.get("of") == SHARES,
                    fit.get(HOLDS_SEARCH, False))
              for p in fit["phases"]),
        tuple(SearchError(s["simulations"], s["error"], s["missed"], s.get(TOGETHER)) for s in fit["searches"]))


def phase_of(game: Game, state: State) -> Phase | None:
    """What was measured of the third of the game that this position is in; None where nothing was."""
    known, number = measured(game, state)
    return None if known is None or number is None else known.phases[number]


def as_seen(rows: Sequence[tuple[float, float, float]]) -> Phase:
    """What utilities mean in shares of the win by one search: the line in logits through its moves or plans, each with
    its utility, its share and how many simulations that comes from.

    The slope leans on 1 where they hardly differ, and shares lean on a half by one simulation.
    """
    u, won, n = (np.array(column, dtype=np.float64) for column in zip(*rows, strict=True))
    x, y = logit(u), logit((won * n + 0.5) / (n + 1))
    weights = n / n.sum()
    x_mean, y_mean = float(weights @ x), float(weights @ y)
    slope = (float(weights @ ((x - x_mean) * (y - y_mean))) + LEANING) / (float(weights @ (x - x_mean) ** 2) + LEANING)
    slope = min(STEEPEST, max(0.0, slope))
    return Phase((y_mean - slope * x_mean, slope))


def seen(moves: Sequence[MoveInfo], plans: Sequence[Plan | PlanSoFar] = ()) -> Phase:
    """The same, of what a search found so far."""
    rows = [(p.utility, p.won, p.games) for p in plans if p.won is not None]
    rows = rows or [(m.utility, m.won, float(m.visits)) for m in moves if m.visits]
    return as_seen(rows) if rows else UNMEASURED


def measured(game: Game, state: State) -> tuple[Calibration | None, int | None]:
    """What was measured of the game, and the third of it that this position is in; None: nothing was."""
    known = calibration(game, state.seats, state.options)
    return known, None if known is None else known.phase(state)


def confidence(state: State, found: Plans, simulations: int, of_game: tuple[Calibration | None, int | None],
               moves: Sequence[MoveInfo]) -> Confidence:
    """What can be said of these plans after so many simulations, by what was measured of the game, or else by what the
    search itself saw of moves and plans.
    """
    plans, others, solved = found.plans, found.others, found.solved
    known, number = of_game
    own = seen(moves, plans)
    measured_ = None if known is None or number is None else known.phases[number]
    if measured_ is not None and measured_.of_shares and end_alike(plans):
        measured_, own = AS_PLAYED, Phase((0.0, 0.0))       # no difference of utility is worth a share
    phase = own if measured_ is None else measured_.read_by(own)
    of_search = (known or Calibration(1.0, ())).search(simulations)
    judged = judge(plans, of_search, others, solved or plans[0].proven and won(plans[0]) == 1, phase)
    errors, p_best = judged.errors, judged.p_best
    share = plans[0].won if known is None and not plans[0].proven and not plans[0].end.is_terminal() else None
    if share is not None:
        phase = phase.through(plans[0].utility, leaning(share, plans[0].games))
    luck = 0.0                  # of the share that the chance is made of, in logits
    if measured_ is not None and measured_.of_shares and (exact := plain_share(plans[0])) is not None:
        phase = phase.through(plans[0].utility, float(measured_.chance(exact)))
        luck = measured_.luck(exact, plans[0].games)
    chance = np.array([chance_of(state, p, phase) for p in plans], dtype=np.float64)
    chance[0] = chance[0] if share is None else share
    chance = np.minimum(chance, chance[0])      # an exact share beside a fitted one must not turn the order round
    known_end = plans[0].proven or plans[0].end.is_terminal()
    holds = measured_ is not None and measured_.holds_search
    sampled = luck or phase.recalibration[1] * (logit_errors(plans[:1], 0.0)[0] if holds else errors[0])
    spread = 0.0 if known_end else float(np.hypot(phase.model_error, sampled))
    middle = float(logit(chance[0]))
    low, high = (float(share_of(middle + side * Z95 * spread)) if spread else float(chance[0]) for side in (-1, 1))
    if share is not None:
        low, high = wilson(share * plans[0].games, plans[0].games)
    level = level_set(p_best, solved)
    return Confidence(chance, chance[0] - chance, errors, p_best, judged.missed, level,
                      verdict_of(p_best, len(plans), others, solved), low, high,
                      judged.risk, plans[0].seat, number, known is not None, phase,
                      None if share is None else max(1, round(plans[0].games)))


def plain_share(plan: Plan) -> float | None:
    """The share of the win in a plan's own simulations, leaning on a half by one of them; None where it has none, or
    is proven or over.
    """
    if plan.won is None or plan.proven or plan.end.is_terminal():
        return None
    return leaning(plan.won, plan.games)


def end_alike(plans: Sequence[Plan]) -> bool:
    """Whether every simulation of every plan is won, or every one lost; a plan that is proven counts as one."""
    ends = {won(p) if p.won is None or p.proven else p.won for p in plans}
    return ends in ({0.0}, {1.0})


def leaning(share: float, games: float) -> float:
    """A share of so many games that leans on a half by one: none is 0 or 1."""
    return (share * games + 0.5) / (games + 1)


def by_games(sure: Confidence, plans: Plans, points: Outlook) -> Confidence:
    """The same where the search broke its games off, and nothing was calibrated: the chance of the first plan is the
    share of the games won that were played on to their ends, and those of the others keep their distance to it.
    """
    if sure.games is None:
        return sure
    games, share = points.playouts, float(points.wins[0, :, sure.seat].mean())
    phase = sure.measured.through(plans.plans[0].utility, (share * games + 0.5) / (games + 1))
    chance = np.minimum(phase.chance([p.utility for p in plans.plans]), share)
    chance = np.where([p.proven for p in plans.plans], np.minimum(sure.chance, share), chance)
    chance[0] = share
    low, high = wilson(share * games, games)
    return replace(sure, chance=chance, loss=share - chance, low=low, high=high, games=games, measured=phase)


class Judged(NamedTuple):
    """How plans stand to each other."""

    errors: Floats              # of each plan's utility in logits
    p_best: Floats
    missed: float
    risk: float


def judge(plans: Sequence[Plan], of_search: SearchError, others: int, sure: bool, phase: Phase,
          draws: int = DRAWS) -> Judged:
    """The chances of plans, best first, to be the best. `sure`: the first is known to be."""
    utilities = np.array([p.utility for p in plans])
    errors = logit_errors(plans, of_search.error)
    if sure:
        level = utilities >= utilities[0] - 1e-9
        return Judged(errors, level / level.sum(), 0.0, 0.0)
    p_best, _ = best(*believed(plans, of_search), phase, draws)
    _, losses = best(logit(utilities), errors, phase, draws)    # the first is first by its own utility
    missed = of_search.missed if others else 0.0
    return Judged(errors, p_best * (1 - missed), missed, _quantile(losses, RISK))


def _quantile(values: Floats, share: float) -> float:
    """What numpy's quantile gives, without numpy's masked arrays, which that imports."""
    return float(np.interp(share * (len(values) - 1), np.arange(len(values)), np.sort(values)))


def by_points(plans: Plans, sure: Confidence, points: Outlook) -> tuple[Plans, Confidence, Outlook]:
    """The same, ranked by points ahead, where the game is decided: no plan has a chance that can be seen to differ
    from the first one's, nor from 0 or 1; or it is near to 0 or 1, and every playout of every plan ends so. Those that
    do not fall behind the first by twice the error are level.
    """
    n, chance = len(points.scores), sure.chance
    far = min(float(chance[0]), 1 - float(chance[-1]))      # from 0 or 1
    alike = chance[0] - chance[-1] < UNSEEN and (far < UNSEEN or far <= DECIDED and points.all_decided())
    if n < 2 or not alike or sure.verdict in (Verdict.SOLVED, Verdict.ONLY):
        return plans, sure, points
    ahead = np.array([points.margins(k, sure.seat) for k in range(n)])
    order = np.argsort(-ahead.mean(axis=1), kind="stable")
    behind = ahead[order[0]] - ahead[order]
    level = int((behind.mean(axis=1) <= 2 * behind.std(axis=1, ddof=1) / points.playouts ** 0.5).sum())
    p_best = np.where(np.arange(len(chance)) < level, 1 / level, 0.0)
    whole = [*order, *range(n, len(chance))]
    return (replace(plans, plans=tuple(plans.plans[k] for k in whole)),
            replace(sure, chance=np.full(len(chance), chance[0]), loss=np.zeros(len(chance)), stderr=sure.stderr[whole],
                    p_best=p_best, missed=0.0, level=level, verdict=Verdict.DECIDED, risk=0.0),
            replace(points, scores=points.scores[order], wins=points.wins[order], sources=points.sources[order]))


def settled(sure: Confidence, points: Outlook) -> Confidence:
    """The same without an interval where the game is decided: every playout of the first plan ends alike, and the
    chance says the same.
    """
    result = float(points.wins[0, 0, sure.seat])
    if not points.decided(0) or points.playouts < DECIDING or abs(sure.chance[0] - result) > DECIDED:
        return sure
    return replace(sure, low=float(sure.chance[0]), high=float(sure.chance[0]))


def chance_of(state: State, plan: Plan, phase: Phase) -> float:
    """The chance to win with a plan: its share of the win where it is proven or ends the game, over what may be hidden;
    else what its utility has turned out to mean.
    """
    if plan.proven:
        return won(plan)
    if not plan.end.is_terminal():
        return float(phase.chance(plan.utility))
    ends = (made(resampled(state, plan.seat, k), plan.actions)[0] for k in range(DEALS))
    return float(np.mean([end.win_shares()[plan.seat] for end in ends]))


def won(plan: Plan) -> float:
    """The share of the win that a proven plan comes to: that of its proof, else by what its utility is nearest to."""
    seat = plan.seat
    if plan.proof is not None:
        return plan.proof.shares[seat]
    if plan.end.is_terminal():
        return plan.end.win_shares()[seat]
    return min((0.0, 0.5, 1.0), key=lambda share: abs(share - plan.utility))


def logit_errors(plans: Sequence[Plan], search_error: float) -> Floats:
    """Standard error of each plan's utility in logits. The error of a difference is shared by two plans alike."""
    u = np.clip(np.array([p.utility for p in plans]), 0.02, 0.98)
    sampling = np.array([p.stderr for p in plans]) / 2 ** 0.5 / (u * (1 - u))
    return np.where([p.proven for p in plans], 0.0, np.hypot(sampling, search_error))


def believed(plans: Sequence[Plan], of_search: SearchError) -> tuple[Floats, Floats]:
    """What plans are worth in logits, and the standard errors: by all that is known of all of them (mcts/posterior.py),
    and where that is not known, or how far it is off was not measured, each by itself.
    """
    if of_search.together is None:
        return logit([p.utility for p in plans]), logit_errors(plans, of_search.error)
    told = [None if p.proven else p.belief for p in plans]
    together = [p if b is None else replace(p, utility=b.utility, stderr=b.stderr * 2 ** 0.5)
                for p, b in zip(plans, told, strict=True)]
    errors = logit_errors(together, of_search.together)
    alone = logit_errors(plans, of_search.error)
    return logit([p.utility for p in together]), np.where([b is None for b in told], alone, errors)


def best(means: ArrayLike, errors: ArrayLike, phase: Phase = UNMEASURED, draws: int = DRAWS) -> tuple[Floats, Floats]:
    """(P(best) of each plan, what the first loses in win chance in each draw), by draws from their normals in logits
    with a stream that never changes. Each draw comes with its mirror image. Where values are equal, the plans share
    the draw.
    """
    m, sd = np.asarray(means, dtype=np.float64), np.asarray(errors, dtype=np.float64)
    half = normals(max(1, draws // 2), len(m))
    values = np.concatenate([m + sd * half, m - sd * half])
    top = values.max(axis=1, keepdims=True)
    first = values == top
    a, b = phase.recalibration
    losses = share_of(a + b * top[:, 0]) - share_of(a + b * values[:, 0])
    return (first / first.sum(axis=1, keepdims=True)).mean(axis=0), losses


@lru_cache(maxsize=64)
def normals(draws: int, plans: int) -> Floats:
    """Draws from the standard normal, the same whenever they are asked for.

    Of numbers that SplitMix64 draws, Box and Muller's method makes two of two: numpy.random takes long to load.
    """
    pairs = -(-draws * plans // 2)
    bits = np.uint64(STREAM) + np.arange(1, 2 * pairs + 1, dtype=np.uint64) * np.uint64(0x9E37_79B9_7F4A_7C15)
    for shift, factor in ((30, 0xBF58_476D_1CE4_E5B9), (27, 0x94D0_49BB_1331_11EB)):
        bits = (bits ^ bits >> np.uint64(shift)) * np.uint64(factor)
    bits ^= bits >> np.uint64(31)
    distance, angle = (((bits >> np.uint64(11)) + 0.5) * 2.0 ** -53).reshape(2, pairs)
    distance, angle = np.sqrt(-2 * np.log(distance)), 2 * np.pi * angle
    found = np.concatenate([distance * np.cos(angle), distance * np.sin(angle)])[:draws * plans].reshape(draws, plans)
    found.flags.writeable = False
    return found


def level_set(p_best: Floats, solved: bool) -> int:
    """How many of the first plans are level: 1 where the first stands out, else the fewest that hold LEVEL together
    of what the plans valued hold. Where the position is solved, those that are proven as good as the first.
    """
    if solved:
        return int((p_best > 0).sum())
    if len(p_best) == 1 or p_best[0] >= PROBABLY:
        return 1
    held = np.cumsum(p_best) / p_best.sum()
    return max(2, int(np.searchsorted(held, LEVEL) + 1))


def verdict_of(p_best: Floats, plans: int, others: int, solved: bool) -> Verdict:
    """The phrase for the first plan."""
    if plans == 1 and not others:
        return Verdict.ONLY
    if solved:
        return Verdict.SOLVED
    if p_best[0] >= CLEARLY:
        return Verdict.CLEARLY
    return Verdict.PROBABLY if p_best[0] >= PROBABLY else Verdict.LEVEL
