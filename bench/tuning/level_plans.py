"""How many plans advice calls level by its budget, from the searches that check_uncertainty keeps; plays nothing."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from bench.command import said as tell
from bench.matches import bounded
from bench.peers.facts import facts
from bench.publish import Ledger, Row, page, publish
from bench.tuning.check_uncertainty import LEDGER, judged, loss, together
from bench.tuning.comparisons import KEY, Compared, read_row
from games.api import InputError
from mcts.interval import Interval, known, mean_interval

ROOT = Path(__file__).resolve().parents[2]
LEAD = """On positions of greedy games that no fit has seen. *Level*: so many plans an answer puts beside its first,
with that one, out of *plans* that it valued; a position is one observation of the 95 % interval. *Of the least
budget*: the share that is left of the plans that were level with the game's smallest budget, on the same positions.
*Loses no more*: answers whose plan a search ten times as long or longer puts first, or says to lose no more than the
answer allows. Plans are judged together where it was measured how far that is off; lines of other searches, and of
those that are older, end with *alone*. Made by `python -m bench level_plans` from the searches behind
[uncertainty](uncertainty.md)."""


def lines(rows: Sequence[Compared]) -> list[Row]:
    """The table: a line for each game, number of seats and budget."""
    groups: dict[tuple[str, int, int], list[Compared]] = {}
    for row in rows:
        groups.setdefault((row.game, row.seats, row.simulations), []).append(row)
    made, first = list[Row](), dict[tuple[str, int], dict[str, float]]()
    for (game, seats, simulations), mine in sorted(groups.items()):
        answers = judged(mine)
        level = by_position([(str(row.position), said.level) for row, said in answers])
        least = first.setdefault((game, seats), level)
        both = level.keys() & least.keys()
        interval = mean_interval([*level.values()])
        made.append({"game": game, "seats": seats, "simulations": simulations, "positions": len(level),
                     "plans": float(np.mean([len(row.plans()) for row in mine])), **bounds(interval),
                     "left": sum(level[k] for k in both) / sum(least[k] for k in both),
                     "together": together(mine), "answers": len(answers),
                     "holds": sum(within(row, said.risk) for row, said in answers)})
    return made


def by_position(found: Sequence[tuple[str, float]]) -> dict[str, float]:
    """The mean of what was found at each position."""
    each: dict[str, list[float]] = {}
    for position, value in found:
        each.setdefault(position, []).append(value)
    return {position: float(np.mean(values)) for position, values in each.items()}


def within(row: Compared, risk: float) -> bool:
    """Whether the plan loses no more by the far longer search than the answer says."""
    return row.pick == 0 or row.loss == 0 or loss(row) <= risk + 1e-9


def bounds(interval: Interval) -> Row:
    """The mean number of level plans, with its bounds where they are known."""
    return known([("level", interval.estimate), ("level_low", interval.low), ("level_high", interval.high)])


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["game", "seats", "simulations", "positions", "plans", "level (95 %)", "of the least budget",
            "loses no more"]
    body = [[str(row["game"]), str(row["seats"]), f"{row['simulations']:,}", str(row["positions"]),
             f"{row['plans']:.1f}", bounded(row["level"], row.get("level_low"), row.get("level_high")),
             f"{100 * row['left']:.0f} %", f"{row['holds']} of {row['answers']}{'' if row['together'] else ' alone'}"]
            for row in rows]
    return page("Plans that advice calls level", LEAD, about, head, body)


def run(ledger: Annotated[Path, typer.Option(help="The searches.")] = LEDGER,
        out: Annotated[Path, typer.Option(help="Folder for level-plans.csv and .md.")] = ROOT / "bench" / "results"
        ) -> None:
    """Count level plans by budget in what check_uncertainty searched; write CSV and Markdown.

    Example: python -m bench level_plans
    """
    rows = [read_row(row) for row in Ledger(ledger, KEY).rows.values()]
    if not rows:
        raise InputError(f"{ledger}: no search was checked yet; run python -m bench check_uncertainty first")
    table, about = lines(rows), facts()
    tell(f"{len(rows):,} searches of {len({row.game for row in rows})} games")
    for path in publish(table, about, written(table, about), out, "level-plans"):
        print(path)
