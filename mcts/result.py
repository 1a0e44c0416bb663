"""What came back from a search: plain data."""
from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from games.frozen import frozen
from mcts.lots import lot


@frozen
class MoveInfo:
    """One root action. `won` and utility are those of the side to move; scores are per seat."""

    action: int
    visits: int
    won: float                  # share of the win in its simulations, 0 to 1; what that means in games advice says
    won_stderr: float           # sampling error of that mean
    utility: float
    score_mean: list[float]
    score_stdev: float          # of the mover's score over simulations
    prior: float
    pv: list[int]
    utility_stderr: float = 1.0     # sampling error of that mean
    proven: float | None = None     # exact utility, where the search has solved what follows


@frozen
class SearchResult:
    """Root actions best first, and totals. Most visits is best, except that what is proven counts as what it is."""

    moves: list[MoveInfo]
    visits: int
    won: float                  # share of the win in all simulations
    utility: float
    score_mean: list[float]
    score_stdev: float
    nodes: int
    seconds: float
    seed: int
    threads: int
    stopped: bool = False       # Ctrl-C came before the budget was spent
    solved: bool = False        # the best action's utility is exact
    full: bool = False          # the tree met its limit of memory and grew no more
    repeatable: bool = True     # the same search comes to the same: no clock ends it, and no threads share a tree

    @property
    def best(self) -> int:
        """The action to play."""
        return self.moves[0].action

    @property
    def simulations_per_second(self) -> float:
        return self.visits / self.seconds if self.seconds > 0 else 0.0


SUMS = ("visits", "total", "count", "wins", "wins_squared", "utility_squared", "score_squared")
SUMS_PER_SEAT = ("scores", "utilities")


def merge(roots: Sequence[Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Root statistics of several trees of one position, added up by action; the prior is the same in all."""
    merged: dict[int, dict[str, Any]] = {}
    for root in roots:
        for row in root:
            seen = merged.get(row["action"])
            if seen is None:
                merged[row["action"]] = dict(row)
                continue
            if row["proven"] is not None:
                seen["proven"] = row["proven"]
            for name in SUMS:
                seen[name] += row[name]
            for name in SUMS_PER_SEAT:
                seen[name] = [a + b for a, b in zip(seen[name], row[name], strict=True)]
    return list(merged.values())


def deviation(total: float, squares: float, n: int) -> float:
    """Sample standard deviation from a sum and a sum of squares; 0 for fewer than two."""
    return sqrt(max(0.0, squares - total * total / n) / (n - 1)) if n > 1 else 0.0


def move_info(row: dict[str, Any], mover: int, pv: list[int]) -> MoveInfo:
    """One row of root statistics as means. A move never visited has rate 0 and the widest error."""
    n, visits = row["count"], row["visits"]
    utility = row["total"] / visits if visits else 0.0
    spread = deviation(row["wins"], row["wins_squared"], n)
    return MoveInfo(
        action=row["action"], visits=visits, won=row["wins"] / n if n else utility,
        # one step of shrinkage keeps the error of an all-won or all-lost sample above 0
        won_stderr=max(spread, sqrt(0.25 / (n + 1))) / sqrt(n) if n else 1.0,
        utility=utility,
        score_mean=[s / n if n else 0.0 for s in row["scores"]],
        score_stdev=deviation(row["scores"][mover], row["score_squared"], n), prior=row["prior"], pv=pv,
        utility_stderr=deviation(row["utilities"][mover], row["utility_squared"], n) / sqrt(n) if n > 1 else 1.0,
        proven=row["proven"])


def ranked(moves: Sequence[MoveInfo], seed: int) -> list[MoveInfo]:
    """Best first: by visits, then utility, then lot.

    A proven move stands before the open ones if it is worth something, and as much as the mean of the best of them;
    else behind, since its visits stopped when it was proven.
    """
    still_open = sorted((m for m in moves if m.proven is None),
                        key=lambda m: (-m.visits, -m.utility, lot(seed, m.action)))
    proven = sorted((m for m in moves if m.proven is not None),
                    key=lambda m: (-(m.proven or 0.0), -m.visits, lot(seed, m.action)))
    bar = still_open[0].utility if still_open else float("-inf")
    good = [m for m in proven if (m.proven or 0.0) > 0 and (m.proven or 0.0) >= bar]
    return [*good, *still_open, *(m for m in proven if m not in good)]


def summarise(rows: list[dict[str, Any]], moves: list[MoveInfo], mover: int, **facts: Any) -> SearchResult:
    """Totals over all root actions, and the moves in order."""
    n = max(1, sum(r["count"] for r in rows))
    scores = [sum(r["scores"][k] for r in rows) for k in range(len(rows[0]["scores"]))]
    return SearchResult(
        moves=ranked(moves, facts["seed"]), visits=sum(r["visits"] for r in rows),
        won=sum(r["wins"] for r in rows) / n,
        utility=sum(r["utilities"][mover] for r in rows) / n, score_mean=[s / n for s in scores],
        score_stdev=deviation(scores[mover], sum(r["score_squared"] for r in rows), n), **facts)
