"""Two strengths of play: the match that shows which is the stronger, and what becomes of effects among the stronger.

An effect that is measured between weak agents is an effect among weak agents. So everything is played by both, in
blocks of their own, and a verdict goes by the stronger. That it is stronger is shown before the first block, by a match
that ends as soon as it can tell; what came of it stands in the manifest under `match`.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from games.api import InputError
from mcts.interval import Sprt
from mcts.limits import SEEDS
from mcts.match import match, plan
from reports.experiments.plan import BalancePlan
from reports.experiments.rows import Row
from reports.statistics.verdicts import at_two_strengths, blocks_to_go, is_open

MATCH = "match"                 # in a manifest
TABLE = "strengths"
LEAST, SURELY = 0.65, 0.75      # share of games for two that the stronger wins at least; and one that shows it
FIRST, EVERY = 10, 5            # blocks before the first look, and between looks
BLOCKS = 200                    # at most
APART = 104_729                 # between the seed of a run and that of its match


def share_of(two: float, seats: int) -> float:
    """The share of the win of one among n - 1 weaker ones that is the same difference in Elo as `two` is between two.

    0.65 between two are 0.48 at a table of three and 0.38 at one of four.
    """
    odds = two / (1 - two)
    return odds / (odds + seats - 1)


def test_of(seats: int) -> Sprt:
    """Does the first agent win no more than LEAST of games for two, or SURELY of them?"""
    return Sprt(share_of(LEAST, seats), share_of(SURELY, seats), every=EVERY, first=FIRST)


def compared(game: str, seats: int, options: Mapping[str, str], weaker: str, stronger: str, seed: int, jobs: int = 1,
             backend: str = "loky", scheduler: str | None = None,
             progress: Callable[[float], None] | None = None) -> dict[str, Any]:
    """Play the match, as plain data. Raises InputError where it does not show that the stronger is stronger."""
    asked = plan(game, [stronger, weaker], BLOCKS * seats, seats, options, (seed + APART) % SEEDS)
    found = match(asked, jobs, backend, test_of(seats), progress and (lambda done, all_: progress(done / all_)),
                  scheduler=scheduler)
    assert found.decision is not None
    share, least = found.win.estimate, share_of(LEAST, seats)
    if found.decision.accepted != "s1":
        raise InputError(f"--stronger: found {stronger}, which won {100 * share:.0f} % of {found.games} games against "
                         f"{weaker}; expected an agent that is shown to win {100 * least:.0f} % or more with {seats} "
                         "seats")
    return {"stronger": stronger, "weaker": weaker, "seats": seats, "games": found.games, "blocks": found.blocks,
            "win": share, "at_least": least, "seed": asked.seed}


def of_plan(asked: BalancePlan, jobs: int = 1, backend: str = "loky", scheduler: str | None = None,
            progress: Callable[[float], None] | None = None) -> dict[str, Any]:
    """The match between the two agents of a run, under its options."""
    return compared(asked.game, asked.seats, asked.options, asked.agents[0], asked.stronger, asked.seed, jobs, backend,
                    scheduler, progress)


def lines(plan_: BalancePlan, rows: Sequence[Row], strict: Sequence[Row]) -> list[dict[str, Any]]:
    """A line an item, estimand and outcome: its effect at both strengths, and the word for the two, by `strict`, the
    same rows judged with half the error each.
    """
    known = {(r.item, r.estimand, r.outcome, r.agent): (r, judged) for r, judged in zip(rows, strict, strict=True)}
    out = []
    for strong in rows:
        key = strong.item, strong.estimand, strong.outcome
        if strong.agent == plan_.stronger and (*key, plan_.agents[0]) in known:
            (weak, one), (_, two) = known[*key, plan_.agents[0]], known[*key, strong.agent]
            said = at_two_strengths(one.verdict, two.verdict, (weak.estimate > 0, strong.estimate > 0))
            out.append(line(weak, strong, said))
    return out


def line(weak: Row, strong: Row, said: str) -> dict[str, Any]:
    """What the table says of one effect."""
    return {"item": strong.item, "estimand": strong.estimand, "outcome": strong.outcome, "weaker": weak.agent,
            "at_weaker": weak.estimate, "weaker_low": weak.low, "weaker_high": weak.high,
            "weaker_verdict": weak.verdict.partition(",")[0], "stronger": strong.agent, "at_stronger": strong.estimate,
            "stronger_low": strong.low, "stronger_high": strong.high,
            "stronger_verdict": strong.verdict.partition(",")[0], "word": said.partition(",")[0],
            "blocks_to_go": blocks_to_go(said) if is_open(said) else 0, "blocks": strong.blocks, "delta": strong.delta}


def words_of(table: Iterable[Mapping[str, Any]], estimand: str, outcome: str = "margin") -> dict[str, str]:
    """The word of each item."""
    return {str(row["item"]): str(row["word"]) for row in table
            if row["estimand"] == estimand and row["outcome"] == outcome}
