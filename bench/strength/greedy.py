"""The search against the greedy player, in every game that has heuristics: one yardstick for all games."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from bench.matches import KEY, Table, meet, percent, signed
from bench.peers.facts import facts
from bench.publish import Ledger, Row, page, publish

ROOT = Path(__file__).resolve().parents[2]
LEAD = """One seat is the search with its default settings, all others play the move that the heuristics of the game
rate highest. Games come in blocks that share their luck, with swapped seats; a block is one observation of the 95 %
interval. Made by `python -m bench greedy`."""
MATCHES = (("burgundy", 2, "boards=random"), ("burgundy", 4, "boards=random"), ("orleans", 2, ""), ("orleans", 4, ""),
           ("catan_cards", 2, ""), ("catan_cards", 3, ""), ("catan_cards", 4, ""), ("backgammon", 2, ""),
           ("connect_four", 2, ""), ("leduc_poker", 2, ""), ("pig", 2, ""))      # game, seats, options


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The matches as Markdown."""
    head = ["game", "seats", "options", "search", "program", "games", "% of the win (95 %)", "ahead (95 %)"]
    body = [[str(row["game"]), str(row["seats"]), str(row["options"]), f"`{row['first']}`", str(row["ludosoph"]),
             f"{int(row['games']):,}", percent(row), signed(row)] for row in rows]
    return page("The search against the greedy player", LEAD, about, head, body, left=5)


def programs(match: Row, ledger: Ledger) -> str:
    """The versions of the program that played the blocks of a match."""
    return ", ".join(sorted({row["program"] for row in ledger.rows.values()
                             if all(row[name] == str(match[name]) for name in KEY if name != "block")}))


Simulations = Annotated[int, typer.Option(min=1, help="Simulations a decision.")]
Games = Annotated[int, typer.Option(min=2, help="Games of each match, rounded up to whole blocks.")]
Jobs = Annotated[int, typer.Option(help="Games at once, each in a process; -1: one a core.")]
Out = Annotated[Path, typer.Option(help="Folder for greedy.csv, .md and the ledger.")]


def run(simulations: Simulations = 200, games: Games = 60, jobs: Jobs = 1, seed: int = 1,
        out: Out = ROOT / "bench" / "results") -> None:
    """Play the search against greedy in every game; write CSV and Markdown.

    A finished block is kept in greedy-blocks.csv and not played again: a stopped run goes on.

    Example: python -m bench greedy --simulations 100 --games 20
    """
    ledger, rows = Ledger(out / "greedy-blocks.csv", KEY), list[Row]()
    for game, seats, options in MATCHES:
        chosen = dict(part.split("=") for part in options.split() if part)
        found = meet(Table(game, seats, chosen, games, seed, jobs), f"mcts:{simulations}", "greedy", ledger)
        rows.append(found | {"ludosoph": programs(found, ledger)})
    about = {name: text for name, text in facts(seed=str(seed)).items() if name != "ludosoph"}
    for path in publish(rows, about, written(rows, about), out, "greedy"):
        print(path)
