"""What better players keep: a page of several finished runs of `balance --stronger`, a row an item each.

    ludosoph balance world504 --items seats --option world=781 --agent greedy --stronger mcts:25 --out world-781
    python -m bench kept world-781 --out docs/reports/world504/places.md
"""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer

from bench.pages.age import OLDER, signature
from bench.pages.contents import with_contents
from bench.peers.facts import our_version
from bench.peers.table import piped
from games.api import InputError
from reports.documents import headline, strengths
from reports.documents.headline import Head
from reports.experiments.plan import BalancePlan
from reports.experiments.results import results
from reports.experiments.run import open_balance
from reports.experiments.strengths import TABLE
from reports.rows import records
from reports.wording import signed, signed_between

LEAD = """Everything is played by two players of unlike strength, and what is said goes by the stronger. *Holds*, *turns
round*, *only among weak players*: [what the words mean](../../balance.md#how-to-read-it). Points are those ahead of the
mean of the others, wins are percentage points above an equal share, both with 95 % intervals."""


def told(path: Path) -> list[str]:
    """A section a run: who played, what was found, every item, and how to play it again. Raises InputError."""
    run, plan = open_balance(path)
    if not plan.stronger:
        raise InputError(f"{path}: was played by one player; expected a run of balance with --stronger")
    _, tables = results(plan, run)
    head = headline.of_run(path, plan, tables)
    blocks, games = run.played()
    option = "".join(f" --option {name}={value}" for name, value in plan.options.items())
    said = [f"## {plan.rules_of_game.title}{', ' if plan.options else ''}"
            + ", ".join(f"{name} {value}" for name, value in plan.options.items()),
            strengths.who(plan, run.manifest),
            *([f"**{fair}**"] if (fair := headline.fair(plan, head, tables)) else []),
            *_sentences(plan, head), "\n".join(table(tables)),
            f"{games:,} games in {blocks:,} blocks, seed {plan.seed}:",
            f"```text\nludosoph balance {plan.game} --items {plan.kind} --seats {plan.seats}{option} --agent "
            f"{plan.agents[0]} --stronger {plan.stronger} --games {plan.games} --seed {plan.seed} --out RUN\n```"]
    return said


def _sentences(plan: BalancePlan, head: Head | None) -> list[str]:
    """What the second run says of the headline."""
    return [each for each in (headline.not_again(head, lambda item: ""), headline.twice(head)) if each]


def table(tables: dict[str, pd.DataFrame]) -> list[str]:
    """A row an item and outcome."""
    lines = [[row["item"], {"margin": "points", "win": "wins"}[row["outcome"]], _between(row, "weaker"),
              _between(row, "stronger"), row["word"]] for row in records(tables[TABLE])]
    return piped(["", "in", "weaker", "stronger", "among better players"], lines, 2)


def _between(row: dict[str, Any], which: str) -> str:
    times = 100 if row["outcome"] == "win" else 1
    value, low, high = (times * row[name] for name in (f"at_{which}", f"{which}_low", f"{which}_high"))
    return f"{signed(value)} ({signed_between(low, high)})"


def page(title: str, runs: Sequence[Path], played: str = "") -> str:
    """The whole page; `played` is the search signature of the program that played, where it is not today's."""
    older = bool(played) and played != signature()
    by = f" The games were played with search signature {played}." if older else ""
    parts = [f"# {title}", LEAD, *([f"**{OLDER}**"] if older else []), *(part for run in runs for part in told(run)),
             f"Written by ludosoph {our_version()}, search signature {signature()}, with `python -m bench kept`.{by}"]
    return with_contents("\n\n".join(parts)) + "\n"


def run(runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="finished runs of balance --stronger")],
        out: Annotated[Path, typer.Option(help="file of the page")],
        title: Annotated[str, typer.Option(help="its heading")] = "What better players keep",
        played: Annotated[str, typer.Option(help="search signature of the program that played, if another")] = "",
        ) -> None:
    """Write the page."""
    out.write_text(page(title, runs, played), encoding="utf-8")
    print(out)
