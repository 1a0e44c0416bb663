"""Review of a played game: luck and skill, and each decision: what it cost in win chance and points, what was better.

Every position where a seat had a choice is searched with the same budget. The cost of a move is what the search
says of the best move less what it says of the move played. If the seat went on deciding, the search of its next
decision says what the move played was worth, so that a turn made in another order costs nothing. A last move of a turn
that the search hardly looked at has no value to speak of there: the turn that it ended and the best one are then played
out in pairs that share their random streams, and the cost is the mean difference. Costs are estimates and not cut off
at zero: where nothing was lost they scatter round it.

Win chances are on one scale, the calibrated one: what the utility of a search has turned out to mean in games; where
nobody measured that, what it means in shares of the games won that the search played on. Points are
points ahead of the others, from such pairs of playouts after both turns.

A turn is what a seat did until another one decided or a chance event occurred; its decisions belong together, and
what it cost is their sum. The costliest of many estimates are too high: chance put them there. So the decisions of
those turns are searched again, longer and with other seeds, before the turns are named, and only the second search
counts.

Where the hand of a seat is not known, since who followed the game did not see it, what it lost is a mean over hands
that it may have held (mcts/unknown.py), of those in which it could play what it played; and no such cost is sure.
"""
from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice, zip_longest
from math import exp, hypot, pi, sqrt
from statistics import harmonic_mean, pstdev
from typing import TYPE_CHECKING, NamedTuple

from core_ext.state import State
from games.frozen import frozen
from mcts.analysis import line
from mcts.confidence import Phase, calibration, seen
from mcts.course import ALONE, Course, Ended, SoFar
from mcts.interval import Z95
from mcts.luck import Luck, luck, valued
from mcts.pairs import STRIDES
from mcts.params import SearchParams
from mcts.redeals import made, resampled
from mcts.result import MoveInfo
from mcts.search import search
from mcts.trend import TrendPoint, trend
from mcts.unknown import HANDS, dealt_for, hidden_from

if TYPE_CHECKING:
    from games.api import Game

FEW = 0.05          # share of the visits below which a move is compared with the best one by paired playouts
ENOUGH = 200        # visits below which it is, too
PAIRS = 500         # paired playouts at least
POINTS, FEWEST = 0.1, 20    # playouts behind the points of other moves, for each simulation, and at least
WORST = 3           # turns that are named as the costliest, by default
MORE = 3            # further turns that are searched again
AGAIN = 3           # times as long as the others these are searched
CLEARER = 5         # times as many playouts as behind the others are behind their points
SPREAD = 200        # playouts of the game's beginning that say how far apart seats end
DECIDED = 0.05      # win chance below which, or as near to 1, a game is decided: turns are ranked by points then
EXACT = (0.0, 0.5, 1.0)     # proven utilities that are win chances; others hold a margin
WINDOW, WEIGHTS = (2, 8), (0.5, 12.0)   # of accuracy: positions about a turn, and bounds of their weight
SEARCHED = 0.75     # share of the time that goes into the searches, about; luck gets the rest
TRENDING = 0.95     # share of the time after which the curve is drawn


@frozen
class Row:
    """One decision of the game. Chances are calibrated win chances in [0, 1], points those ahead of the others."""

    event: int                  # number of the event in the record, from 1
    turn: int                   # number of the event with which its turn began
    seat: int
    when: str                   # where the game stood: "phase B, round 2"; empty in games that do not say
    move: str                   # what was played
    best: str                   # what the search prefers
    choices: int                # legal moves there were
    chance: float               # to win after the move played: best_chance less cost
    best_chance: float
    cost: float                 # win chance lost; exactly 0 where the move played is the best one
    cost_stderr: float
    points: float               # points ahead lost; negative where the better move is expected to end with fewer
    points_stderr: float
    sure: bool                  # the cost is above zero beyond its 95 % interval
    simulations: int            # of its search
    pv: tuple[str, ...]         # the line of play behind the best move


@frozen
class Turn:
    """What a seat did until another one decided or a chance event occurred: its decisions summed, and the costliest."""

    turn: int                   # number of its first event
    seat: int
    cost: float
    cost_stderr: float
    points: float
    points_stderr: float
    worst: Row


@frozen
class Total:
    """What all decisions of a seat lost."""

    decisions: int              # that were reviewed
    cost: float
    cost_stderr: float
    points: float
    points_stderr: float
    accuracy: float | None = None       # of 100, as lichess.org counts it; None: it decided nothing


@frozen
class Review:
    """The rows of a game in order of play, the costliest turns, and luck."""

    game: str
    version: int
    simulations: int            # of each search
    seed: int
    rows: tuple[Row, ...]
    forced: int                 # decisions with one legal move, which have no row
    turns: tuple[Turn, ...]     # the costliest first
    totals: tuple[Total, ...]   # of each seat
    luck: Luck
    trend: tuple[TrendPoint, ...]   # what was expected, turn by turn
    calibrated: bool            # whether what searches of this game mean was measured with these seats and options
    unknown: tuple[int, ...] = ()       # seats whose hands are not known
    point: float = 0.0          # the share of a win that a point is worth in an even game


class Choice(NamedTuple):
    """A decision with a choice."""

    event: int
    turn: int
    position: State
    action: int


class Searched(NamedTuple):
    """What a search says of a decision."""

    choice: Choice
    state: State                # as the seat knew it
    best: MoveInfo
    chosen: MoveInfo
    choices: int
    visits: int
    chance: Callable[[float], float]    # the win chance that a utility means
    params: SearchParams
    pairs: int                  # playouts for the points of both moves
    hands: tuple[State, ...] = ()       # that its seat may have held, if its own is not known; utilities are chances
    scale: Callable[[float], float] | None = None   # then, by what utilities of searches mean with each of them

    def rate(self, move: MoveInfo) -> float:
        """The win chance of a move; of what it is proven to be worth where it is."""
        if move.proven is None:
            return self.chance(move.utility)
        return move.proven if move.proven in EXACT else self.chance(move.proven)

    def spread(self, move: MoveInfo) -> float:
        """The error of that; none where it is proven, however few visits that took."""
        return 0.0 if move.proven is not None else _spread(self.chance, move.utility, move.utility_stderr)


def decisions(start: State, actions: Sequence[int]) -> Iterator[tuple[int, State, int]]:
    """(event, position before it, action) of each event that was a seat's."""
    at = start.copy()
    for event, action in enumerate(actions, start=1):
        if at.current_player() >= 0:
            yield event, at.copy(), action
        at.apply_action(action)


def review(game: Game, start: State, actions: Sequence[int], simulations: int = 1000, seed: int = 0, threads: int = 1,
           progress: Callable[[float], None] = lambda share: None, viewer: int | None = None,
           worst: int = WORST, course: Course = ALONE, view: int | None = None) -> Review:
    """Search every decision of the game that `actions`, chance included, plays from `start`, and tell luck from skill.

    Decision k is searched with seed + k, so a review is reproducible. Of a game that is not over, luck is told as
    `viewer` knows it, by default the last seat that decided. `worst` turns are named. The course says what comes
    between two pieces of the work; no number depends on it. `view`: from whose view the game is told (`view_of` in
    mcts/unknown.py); None: all hands are known. Raises ValueError for an action that is not legal where it
    stands, and Ended where the course ends the work.
    """
    def step(share: float) -> None:
        """So much is done, and others may go on."""
        progress(share)
        _pause(course)

    made = list(decisions(start, actions))
    found = list(choices(made))
    known = calibration(game, start.seats, start.options)
    params = SearchParams(simulations=simulations, seed=seed, threads=threads, deterministic=True)
    scales, searched = dict[int, Callable[[float], float]](), list[Searched]()
    pairs = max(FEWEST, int(POINTS * simulations))
    for k, choice in enumerate(found):
        measured = None if known is None or choice.turn in scales else known.phases[known.phase(choice.position)]
        searched.append(_search(choice, scales.get(choice.turn), replace(params, seed=seed + k), pairs, course, view,
                                measured))
        scales.setdefault(choice.turn, searched[-1].scale or searched[-1].chance)
        step(SEARCHED * (k + 1) / len(found))
    first = _rows(game, searched, course)
    if viewer is None:
        viewer = made[-1][1].current_player() if made else 0
    told = luck(game, start, actions, simulations, seed, viewer,
                lambda share: step(SEARCHED + (TRENDING - SEARCHED) * share))
    point = a_point(start, viewer, seed)
    # by win chance and by points in turns: where a game was decided early, both lists matter
    lists = chain.from_iterable(zip_longest(turns(first), turns(first, point)))
    suspects = {*islice(dict.fromkeys(turn.turn for turn in lists if turn is not None), worst + MORE)}
    longer = replace(params, simulations=AGAIN * simulations)
    again = _rows(game, [_search(s.choice, s.scale or s.chance, replace(longer, seed=seed + len(found) + k),
                                 CLEARER * pairs, course, view)
                         for k, s in enumerate(searched) if s.choice.turn in suspects], course)
    second = {row.event: row for row in again}
    rows = [second.get(row.event, row) for row in first]
    went = trend(beginnings(made), _end(start, actions), told.playouts, seed,
                 None if told.finished or not start.hides else viewer,
                 lambda share: step(TRENDING + (1 - TRENDING) * share))
    progress(1.0)
    named = [turn for turn in turns(rows, point) if turn.turn in suspects][:worst]
    totals = tuple(replace(total(own := [r for r in rows if r.seat == s]),
                           accuracy=accuracy(own, s, went, point))
                   for s in range(start.seats))
    return Review(game.name, game.version, simulations, seed, tuple(rows), len(made) - len(found), tuple(named),
                  totals, told, went, known is not None,
                  tuple(sorted({s.state.current_player() for s in searched if s.hands})), point)


def choices(made: Sequence[tuple[int, State, int]]) -> Iterator[Choice]:
    """The decisions that had a choice, each with the event with which its turn began."""
    turn, last, mover = 0, -1, -1
    for event, position, action in made:
        seat = position.current_player()
        if event != last + 1 or seat != mover:
            turn = event
        last, mover = event, seat
        if len(position.legal_actions()) > 1:
            yield Choice(event, turn, position, action)


def beginnings(made: Sequence[tuple[int, State, int]]) -> list[tuple[int, State]]:
    """The positions in which turns begin, each with the number of the turn's first event."""
    before = [(-1, -1), *((event, position.current_player()) for event, position, _ in made)]
    return [(event, position) for (event, position, _), last in zip(made, before, strict=False)
            if last != (event - 1, position.current_player())]


def _end(start: State, actions: Sequence[int]) -> tuple[int, State]:
    """The position after the last event, and the number that the next one would have."""
    at = start.copy()
    for action in actions:
        at.apply_action(action)
    return len(actions) + 1, at


def turns(rows: Sequence[Row], point: float = 0.0) -> list[Turn]:
    """The turns that cost anything, the costliest first.

    That is by win chance while the game is open. In a turn that begins when it is decided (DECIDED), by points, each
    worth `point` of a win as in an even game: by win chance nothing costs anything any more.
    """
    def weight(begun: float, of: Row | Total) -> float:
        return of.cost if DECIDED < begun < 1 - DECIDED else max(of.cost, point * of.points)

    made = []
    for group in ([*group] for _, group in groupby(rows, key=lambda r: r.turn)):
        begun, t = group[0].best_chance, total(group)
        worst = max(group, key=lambda r, begun=begun: weight(begun, r))     # type: ignore[misc]
        made.append((weight(begun, t), Turn(group[0].turn, group[0].seat, t.cost, t.cost_stderr, t.points,
                                            t.points_stderr, worst)))
    return [turn for cost, turn in sorted(made, key=lambda each: (-each[0], each[1].turn)) if cost > 0]


def total(rows: Sequence[Row]) -> Total:
    """The sums of some decisions, whose errors are independent."""
    return Total(len(rows), sum(r.cost for r in rows), hypot(*(r.cost_stderr for r in rows)),
                 sum(r.points for r in rows), hypot(*(r.points_stderr for r in rows)))


def accuracy(rows: Sequence[Row], seat: int, went: Sequence[TrendPoint], point: float = 0.0) -> float | None:
    """How near a seat's turns came to the best ones, 0 to 100, by the formula of lichess.org (AccuracyPercent there).

    Each turn has a mark for the win chance that it lost, or for what the points that it lost are worth in an even game,
    `point` of a win each, if that is more: a game of points goes on when it is decided. The answer lies between their
    harmonic mean, which a few bad turns pull down, and their mean weighted by how much the seat's chance moved about
    that time.
    """
    cost = {turn: max(sum(row.cost for row in group), point * sum(row.points for row in group)) for turn, group in
            ((turn, [*group]) for turn, group in groupby(rows, key=lambda row: row.turn))}
    if not cost:
        return None
    chances, events = [100 * point.win[seat] for point in went], [point.event for point in went]
    wide = min(len(chances), max(WINDOW[0], min(WINDOW[1], len(chances) // 10)))
    marks, weights = [], []
    for turn, lost in cost.items():
        last = max(wide, bisect_right(events, turn) + 1)        # the chance after the turn is the last of its window
        moved = pstdev(chances[last - wide:last] or chances[-wide:])
        weights.append(max(WEIGHTS[0], min(WEIGHTS[1], moved)))
        marks.append(max(0.0, min(100.0, 103.1668 * exp(-4.354 * max(0.0, lost)) - 2.1669)))
    harmonic = 0.0 if min(marks) <= 0 else harmonic_mean(marks)
    return (sum(m * w for m, w in zip(marks, weights, strict=True)) / sum(weights) + harmonic) / 2


def a_point(start: State, viewer: int, seed: int) -> float:
    """The share of a win that one point ahead is worth in an even game: the density in the middle of a normal margin,
    with the spread that playouts of the game's beginning have. They begin in redeals of what `viewer` cannot know, so
    that nothing hidden says which turns are named.
    """
    ahead = valued(start, SPREAD, seed, viewer if start.hides else None)[0]
    spread = float(ahead.std(axis=0, ddof=1).max())
    return 1 / (spread * sqrt(2 * pi)) if spread else 0.0


def _pause(course: Course) -> None:
    """Let others go on. Raises Ended where the review is to end: it is whole or nothing."""
    course.pause(lambda: SoFar((), 0, 0))
    if course.stopping:
        raise Ended


def _search(choice: Choice, chance: Callable[[float], float] | None, params: SearchParams, pairs: int,
            course: Course, view: int | None = None, measured: Phase | None = None) -> Searched:
    """What a search says of the best move and of the one played, with what the player knew, or over the hands that it
    may have held.

    `chance`: what utilities mean in its turn; None: that is for this search to say, by what was `measured` of the game.
    """
    if view is not None and hidden_from(choice.position, view):
        seeds = [params.seed + STRIDES[1] * (k + 1) for k in range(HANDS)]
        dealt = [dealt_for(choice.position, view, seed) for seed in seeds]
        share = replace(params, simulations=max(1, (params.simulations or 0) // HANDS))
        fitting = [state for state in dealt if choice.action in state.legal_actions()] or [choice.position]
        return _over_hands([_search(choice._replace(position=state), chance, share, pairs, course, None, measured)
                            for state in fitting], params)
    state = resampled(choice.position, choice.position.current_player(), params.seed)
    result = search(state, params, course=course)
    if result.stopped:
        raise Ended if course.stopping else KeyboardInterrupt       # the search has swallowed it
    chosen, own = next(m for m in result.moves if m.action == choice.action), seen(result.moves)
    return Searched(choice, state, result.moves[0], chosen, len(result.moves), result.visits,
                    chance or _measured(own if measured is None else measured.read_by(own)), params, pairs)


def _over_hands(made: Sequence[Searched], params: SearchParams) -> Searched:
    """The mean of searches of one decision with several hands. The best move is that of most hands."""
    actions = [each.best.action for each in made]
    best = max(sorted(set(actions)), key=actions.count)
    shown = made[actions.index(best)]
    return shown._replace(
        best=_mean(shown.best, [each.rate(each.best) for each in made]),
        chosen=_mean(made[0].chosen, [each.rate(each.chosen) for each in made]),
        visits=sum(each.visits for each in made), chance=lambda share: share, params=params,
        hands=tuple(each.state for each in made), scale=made[0].chance)


def _mean(move: MoveInfo, rates: Sequence[float]) -> MoveInfo:
    """A move whose utility is the mean of its chances, with the error by how much hands differ."""
    error = pstdev(rates) / sqrt(max(1, len(rates) - 1))
    return replace(move, visits=move.visits * len(rates), utility=sum(rates) / len(rates), utility_stderr=error,
                   proven=None)


def _measured(phase: Phase) -> Callable[[float], float]:
    """The win chance that a utility means."""
    return lambda utility: float(phase.chance(utility))


def _rows(game: Game, searched: Sequence[Searched], course: Course) -> list[Row]:
    """The rows of all decisions, each in view of the next one of its turn."""
    rows = []
    for now, later in zip(searched, [*searched, None][1:], strict=True):
        rows.append(_row(game, now, later if later is not None and later.choice.turn == now.choice.turn else None))
        _pause(course)
    return rows


def _row(game: Game, now: Searched, later: Searched | None) -> Row:
    state, seat = now.state, now.state.current_player()
    top = own = now.rate(now.best)
    error, points = 0.0, (0.0, 0.0)
    if now.chosen.action != now.best.action:
        known = later is not None or now.chosen.visits >= max(ENOUGH, FEW * now.visits)
        wins, points = _paired(now, later, now.pairs if known else max(PAIRS, now.visits))
        if later is not None:
            own, error = later.rate(later.best), hypot(now.spread(now.best), later.spread(later.best))
        elif known:
            own, error = now.rate(now.chosen), hypot(now.spread(now.best), now.spread(now.chosen))
        else:
            own, error = min(1.0, max(0.0, top - wins[0])), wins[1]
    return Row(now.choice.event, now.choice.turn, seat, game.talk.when(state),
               game.notation.action_text(state, now.chosen.action), game.notation.action_text(state, now.best.action),
               now.choices, own, top, top - own, error, *points, not now.hands and top - own > Z95 * error,
               now.params.simulations or 0,
               tuple(line(game, state, now.best.pv)))


def _spread(chance: Callable[[float], float], rate: float, error: float) -> float:
    """The error of a rate, on the scale of chances."""
    return (chance(min(1.0, rate + error)) - chance(max(0.0, rate - error))) / 2


def _paired(now: Searched, later: Searched | None, pairs: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """By how much the best turn beats the one begun with the move played: win share and points, each with its error.

    Both turns are gone through to their ends, as the searches would have them, and played out from there.
    """
    seat = now.state.current_player()
    if now.hands:
        later_hands = later.hands if later is not None else ()
        each = max(2, pairs // len(now.hands))
        parts = [_paired(now._replace(hands=(), state=hand),
                         later and later._replace(state=later_hands[k % len(later_hands)]), each)
                 for k, hand in enumerate(now.hands)]
        return _scattered([wins for wins, _ in parts]), _scattered([points for _, points in parts])
    ends = [made(now.state, now.best.pv),
            made(now.state, [now.chosen.action]) if later is None else made(later.state, later.best.pv)]
    better, own = (valued(end, pairs, now.params.seed, seat if end.hides else None)[:, :, seat] for end, _ in ends)
    points, wins = ((float(d.mean()), float(d.std(ddof=1) / sqrt(pairs))) for d in better - own)
    return wins, points


def _scattered(found: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The mean of what was found with several hands, and its error by how much they differ."""
    means = [mean for mean, _ in found]
    return sum(means) / len(means), pstdev(means) / sqrt(max(1, len(means) - 1))
