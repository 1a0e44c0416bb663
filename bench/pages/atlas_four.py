"""Which of four seats worlds drawn by lot favour, and whether better players keep that: a section of the atlas, and a
table with errors.

    python -m bench atlas --lot 168 --seed 3
    python -m bench atlas --four build/four
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from bench.pages.age import signature
from bench.pages.atlas_lot import check, put, to_play
from bench.pages.atlas_players import tables_of
from bench.pages.atlas_words import named
from bench.peers.facts import our_version
from bench.peers.table import piped
from games.api import InputError
from reports.atlas import four, looks
from reports.atlas.plan import AtlasPlan
from reports.documents import atlas_four as words
from reports.documents.writers import write_csv
from reports.rows import records
from reports.statistics.verdicts import OPEN
from reports.wording import counted, few, percent, whole

HEADING = "## At four seats"
FOLDER = "four"
TABLE = "four.csv"
PASSES = ("greedy-4", "match-4", "strong-4")
NAMED = 200             # worlds that a line names
MEANT = (f"It is about the one seat of four, in the first order, that greedy agents favour in a world; an equal share "
         f"is {whole(four.PAR)}. *Makes it fair* is points, after the game, with which that seat wins a quarter, "
         "from the same games of the better players. *None*: no points do. In brackets are 95 % intervals.")


def publish(run: Path, out: Path) -> list[Path]:
    """The section on the page in `out`, in place of one that is there, with its table; the rest stays.

    Raises InputError where there is no page, where no world was played by both, and for other worlds than a lot.
    """
    page = out / "README.md"
    if not page.is_file():
        raise InputError(f"{page}: no such file, expected the page of an atlas")
    plan, tables = tables_of(run)
    if four.TABLE not in tables:
        raise InputError(f"{run}: has no world that was played by two strengths at four seats; expected the run of "
                         "python -m bench atlas --lot N with the passes of four seats")
    check(run, plan)
    write_csv(tables[four.TABLE].rename(columns={"item": "world"}), out / TABLE)
    put(page, section(plan, tables))
    return [page, out / TABLE]


def section(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """What was found, who played, every world of which a word is said, and how to play it again."""
    own = sorted(records(tables[four.TABLE]), key=_order)
    said, left = ([row for row in own if (row["word"] == OPEN) == is_open] for is_open in (False, True))
    errors, sizes = sorted(100 * row["error"] for row in own), sorted(row["games"] for row in own)
    weak = next(each for each in plan.passes if each.agent == "greedy" and not each.against)
    strong = looks.stronger(plan)
    return [
        HEADING, f"**{words.finding(plan, tables)}**", " ".join([words.who(plan, tables), _drawn(plan)]),
        f"Greedy agents played {weak.size} games of each world, and {strong} those worlds in which they surely favour "
        f"a seat, as only there a word can come: {counted(sum(sizes), 'game')}, {sizes[0]} to {sizes[-1]} of a world. "
        f"A share between {strong} is known to within {errors[0]:.0f} to {errors[-1]:.0f} percentage points (95 %), "
        f"{errors[len(errors) // 2]:.0f} in the median. [{TABLE}]({TABLE}) has each world with its error.",
        *([MEANT, _table(plan, said, strong)] if said else []),
        *([f"Not settled among better players: {few([_short(row) for row in left], NAMED)}."] if left else []),
        f"```text\n{to_play(len(plan.items), plan.seed, strong, PASSES, FOLDER)}\npython -m bench atlas --four "
        f"build/{FOLDER}\n```", f"Written by ludosoph {our_version()}, search signature {signature()}."]


def _order(row: Mapping[str, Any]) -> tuple[int, float, str]:
    return [*words.SAID].index(row["word"]), -abs(row["at_stronger"] - four.PAR), row["item"]


def _drawn(plan: AtlasPlan) -> str:
    return f"The {len(plan.items)} worlds were drawn by lot."


def _table(plan: AtlasPlan, rows: Sequence[Mapping[str, Any]], strong: str) -> str:
    """The worlds of which a word is said, by their words, and those farthest from an equal share first."""
    head = ["world", "", "seat", "it wins, greedy", f"it wins, {strong}", "", "makes it fair"]
    body = [[row["item"], named(row["item"]), words.SEATS[row["seat"] - 1],
             whole(row["at_weaker"]), f"{whole(row['at_stronger'])} ({100 * row['stronger_low']:.0f} to "
             f"{100 * row['stronger_high']:.0f})", row["word"], words.fair(row)] for row in rows]
    return "\n".join(piped(head, body, left=3))


def _short(row: Mapping[str, Any]) -> str:
    return (f"{row['item']} (the {words.SEATS[row['seat'] - 1]}, {whole(row['at_weaker'])}, then "
            f"{percent(row['at_stronger'])})")
