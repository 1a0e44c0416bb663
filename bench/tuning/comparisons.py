"""Compares searches of one position: do they come to the same plan, and what does one lose by another's?

For each position and length several searches are made that know nothing of each other, and then one that is far
longer. It also values the first plan of each of them, so that it can say what they lose by it.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple
from zlib import crc32

from bench.publish import Ledger
from games.registry import load
from mcts.advice import weigh
from mcts.confidence import Calibration, Phase, SearchError, Verdict, judge, level_set, verdict_of
from mcts.pairs import Floats
from mcts.params import SearchParams
from mcts.plans import Plan, Plans
from mcts.posterior import Belief
from mcts.redeals import resampled
from mcts.turns import same_position
from mcts.walks import Position, Table

DRAWS = 1_024           # for a fit, which asks again and again
KEY = ("game", "seats", "position", "simulations", "search")


@dataclass(frozen=True)
class Compared:
    """One search, and what the longest said of its plans."""

    game: str
    seats: int
    position: int
    phase: int
    simulations: int            # asked for
    search: int                 # number of the search among those of this length
    reference: int              # simulations of the longest
    utilities: str              # of the plans, best first, as numbers parted by spaces; so are the next two
    stderrs: str
    proven: str
    others: int                 # met and not valued
    solved: bool
    pick: int                   # which of the plans the longest search puts first; -1: none of them
    loss: float                 # utility of the longest search's plan less that of this one's, by the longest
    top: float                  # that utility of the longest search's plan
    first: str = ""             # of the search's own first plan: the same for plans that end in the same position
    beliefs: str = ""           # utility:error of the plans by all that is known of all of them, - where it is not;
                                # nothing at all in lines older than mcts/posterior.py

    def plans(self) -> list[Plan]:
        """The plans without their actions."""
        utilities = self.utilities.split()
        rows = zip(utilities, self.stderrs.split(), self.proven.split(), self.beliefs.split() or "-" * len(utilities),
                   strict=True)
        return [Plan((), 0, None, float(u), float(e), p == "1", 0, belief=read_belief(belief))  # type: ignore[arg-type]
                for u, e, p, belief in rows]


def compare(table: Table, positions: Sequence[Position], known: Calibration, lengths: Sequence[int], searches: int,
            reference: int, seed: int, ledger: Ledger, family: bool = False) -> Iterator[list[Compared]]:
    """Each position's searches, those of the ledger first; what is new goes there. `family`: the ledger is that of
    several games, which are told apart by their options.
    """
    of = "-".join([str(seed), *(value for _, value in table.options if family)])
    for number, position in enumerate(positions):
        wanted = [{"game": table.game, "seats": position.state.seats, "position": f"{of}-{number}", "simulations": n,
                   "search": k} for n in lengths for k in range(searches)]
        if all(ledger.find(row) for row in wanted):
            yield [read_row(ledger.find(row) or {}) for row in wanted]
            continue
        found = list(_searched(table, position, number, known, lengths, searches, reference, seed))
        for row in found:
            ledger.add(asdict(row) | {"position": f"{of}-{number}"})
        yield found


def _searched(table: Table, position: Position, number: int, known: Calibration, lengths: Sequence[int], searches: int,
              reference: int, seed: int) -> Iterator[Compared]:
    game, made = load(table.game), list[tuple[int, int, Plans]]()
    state = resampled(position.state, position.state.current_player(), seed)
    for n in lengths:
        for k in range(searches):
            _, plans = weigh(game, state, SearchParams(simulations=n, seed=seed * 1_000_003 + 101 * number + k))
            made.append((n, k, plans))
    _, longest = weigh(game, state, SearchParams(simulations=reference, seed=seed * 1_000_003 + 101 * number + 100),
                       [plans.plans[0].actions for _, _, plans in made])
    worth = {same_position(game, p.end): p.utility for p in longest.plans}
    best_end, top = same_position(game, longest.plans[0].end), longest.plans[0].utility
    phase = known.phase(state)
    for n, k, plans in made:
        ends = [same_position(game, p.end) for p in plans.plans]
        utilities, stderrs = ([f"{x:.6f}" for x in xs] for xs in ([p.utility for p in plans.plans],
                                                                  [p.stderr for p in plans.plans]))
        yield Compared(table.game, state.seats, number, phase, n, k, reference, " ".join(utilities), " ".join(stderrs),
                       " ".join("1" if p.proven else "0" for p in plans.plans), plans.others, plans.solved,
                       ends.index(best_end) if best_end in ends else -1, max(0.0, top - worth[ends[0]]), top,
                       f"{crc32(repr(ends[0]).encode()):08x}",
                       " ".join("-" if p.belief is None else f"{p.belief.utility:.6f}:{p.belief.stderr:.6f}"
                                for p in plans.plans))


def read_belief(text: str) -> Belief | None:
    """What a plan is worth by all that is known of all plans, as a line has it."""
    if text == "-":
        return None
    utility, stderr = text.split(":")
    return Belief(float(utility), float(stderr))


def read_row(row: dict[str, Any]) -> Compared:
    """A line of the ledger."""
    whole = ("seats", "phase", "simulations", "search", "reference", "others", "pick")
    numbers = {name: int(row[name]) for name in whole} | {"loss": float(row["loss"]), "top": float(row["top"])}
    return Compared(**{**row, **numbers, "position": int(row["position"].split("-")[-1]),
                       "solved": row["solved"] == "True", "beliefs": row.get("beliefs") or ""})


def p_best(row: Compared, error: float, missed: float) -> Floats:
    """The chance of each plan to be the longest search's, were the search's error this."""
    of_search = SearchError(row.simulations, error, missed, error)
    return judge(row.plans(), of_search, row.others, row.solved, Phase(), DRAWS).p_best


class Said(NamedTuple):
    """What advice says of a search's plans."""

    p_best: Floats
    level: int
    verdict: Verdict
    risk: float                 # what the first plan loses at most, with a chance of 95 %


def said(row: Compared, of_search: SearchError, phase: Phase) -> Said:
    """What advice says, as in mcts/confidence.py."""
    plans = row.plans()
    judged = judge(plans, of_search, row.others, row.solved, phase)
    return Said(judged.p_best, level_set(judged.p_best, row.solved),
                verdict_of(judged.p_best, len(plans), row.others, row.solved), judged.risk)
