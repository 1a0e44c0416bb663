"""How strong the players of balance runs are: matches against greedy, and the table that reports look them up in."""
from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from bench.matches import KEY, Table, meet, percent, signed
from bench.peers.facts import facts
from bench.publish import Ledger, Row, page, publish
from bench.strength.greedy import programs
from reports.documents.players import COLUMNS, TABLE

ROOT = Path(__file__).resolve().parents[2]
LEAD = """One seat is the search with its default settings and so many simulations a decision, all others play `greedy`.
Games come in blocks that share their luck, with swapped seats; a block is one observation of the 95 % interval. Reports
of balance runs say from this, and from [greedy.csv](greedy.csv), how strong their players are. Made by
`python -m bench players`."""
MATCHES = (("burgundy", 2, "boards=random"), ("orleans", 2, ""), ("catan_cards", 2, ""))
AGENTS = ("mcts:25", "mcts:100", "mcts:400")
SOURCES = ("greedy.csv", "players.csv")     # of bench/results, whose matches reports may quote


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The matches as Markdown."""
    head = ["game", "seats", "options", "search", "games", "% of the win (95 %)", "ahead (95 %)", "points"]
    body = [[str(row["game"]), str(row["seats"]), str(row["options"]), f"`{row['first']}`", f"{int(row['games']):,}",
             percent(row), signed(row), f"{float(row['score_first']):.1f}"] for row in rows]
    return page("How strong the players of balance runs are", LEAD, about, head, body, left=4)


def collect(results: Path, table: Path) -> Path:
    """All matches of these sources in one table, in their order."""
    lines = []
    for source in SOURCES:
        if (results / source).exists():
            with (results / source).open(encoding="utf-8", newline="") as file:
                lines += [[row[name] for name in COLUMNS] for row in csv.DictReader(file)]
    with table.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *lines])
    return table


Games = Annotated[int, typer.Option(min=2, help="Games of each match, rounded up to whole blocks.")]
Jobs = Annotated[int, typer.Option(help="Games at once, each in a process; -1: one a core.")]
Out = Annotated[Path, typer.Option(help="Folder for players.csv, .md and the ledger.")]


def run(games: Games = 60, jobs: Jobs = 1, seed: int = 1, out: Out = ROOT / "bench" / "results",
        table: Annotated[Path, typer.Option(help="The table that reports read.")] = TABLE) -> None:
    """Play the searches that balance runs use against greedy; write CSV, Markdown, and the table that reports read.

    A finished block is kept in players-blocks.csv and not played again: a stopped run goes on.

    Example: python -m bench players --games 20
    """
    ledger, rows = Ledger(out / "players-blocks.csv", KEY), list[Row]()
    for game, seats, options in MATCHES:
        chosen = dict(part.split("=") for part in options.split() if part)
        for agent in AGENTS:
            found = meet(Table(game, seats, chosen, games, seed, jobs), agent, "greedy", ledger)
            rows.append(found | {"ludosoph": programs(found, ledger)})
    about = {name: text for name, text in facts(seed=str(seed)).items() if name != "ludosoph"}
    for path in [*publish(rows, about, written(rows, about), out, "players"), collect(out, table)]:
        print(path)
