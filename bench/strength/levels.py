"""The ladder of levels: how often each level wins against the one below, game by game; docs/levels.md from that."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

import typer

from bench.matches import KEY, Table, meet, percent, value
from bench.peers.facts import facts
from bench.peers.table import piped
from bench.publish import Ledger, Row
from games.api import InputError
from games.registry import load, names
from mcts.agents import make
from mcts.levels import LEVELS, ladder

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 120             # columns of a line of text
RUNG = ("game", "seats", "level")
AIM, BAND = 0.70, 0.05          # share of the win of a level against the one below, and how far it may be off
LEAD = f"""A level is a stated agent, a different one in each game. The aim is that each level wins {AIM:.0%} of paired
games against the one below, give or take {BAND:.0%}. Games come in blocks with the same luck and swapped seats; the
95 % interval counts each block as one observation. Where luck or perfect play leaves no room for eight steps,
neighbouring levels share an agent. A share in square brackets misses the aim. A share from few games says little: look
at its interval.

`heuristic:T` draws moves in proportion to the weights that the game's heuristics give them, raised to the power 1/T: a
beginner with a high temperature T takes a move that looks half as good nearly as often. `greedy` takes the move with
the largest weight. `mcts:N` searches with N simulations per decision. You choose a level with
`ludosoph play GAME --level N` or on the web page of the service.

`python -m bench levels` measures the levels and writes this page; `python -m bench levels --games 0` only writes the
page again from [what was measured](../bench/results/levels.csv)."""

NOTES = {
    "backgammon": "Levels 6 to 8 are one agent, which searches with the model of the game; it lost 0.013 points "
                  "(0.010 to 0.016) a decision beside GNU Backgammon at two plies (200 positions of games that count "
                  "the win alone).",
    "world504": "Levels 5 and 6 were measured before the numbers of the heuristics were tuned by games in many worlds, "
                "which every level uses; what they win from each other today may differ. The tuned numbers gain so "
                "much at a low temperature that level 3 stands further above level 2 than it should.",
}       # what else is known of the levels of a game


def steps(table: Table, numbers: Sequence[int], blocks: Ledger, rungs: Ledger) -> None:
    """Measure these levels of a game, each against the one below; what is measured is kept at once."""
    agents = ladder(table.game, load(table.game).start(table.seats).seats)
    for number in numbers:
        above, below = agents[number - 1], agents[number - 2]
        if make(above).name != make(below).name:
            rungs.add(meet(table, above, below, blocks) | {"level": number} | facts())


def measured(rungs: Ledger, game: str, seats: int, number: int) -> Row | None:
    """What was measured of this level, if the ladder still has these two agents there."""
    agents, found = ladder(game, seats), rungs.find({"game": game, "seats": seats, "level": number})
    if number < 2 or found is None or (found["first"], found["second"]) != (agents[number - 1], agents[number - 2]):
        return None
    return found


def share(row: Mapping[str, Any] | None, agents: Sequence[str], number: int) -> str:
    """How often the level wins against the one below, in words."""
    if number == 1:
        return "–"
    if agents[number - 1] == agents[number - 2]:
        return f"the same as level {number - 1}"
    if row is None:
        return "not measured"
    inside = abs((value(row, "win") or 0) - AIM) <= BAND + 1e-9
    return percent(row) if inside else f"[{percent(row)}]"


def ladder_table(rungs: Ledger, game: str, seats: int) -> list[str]:
    """The ladder of a game as Markdown."""
    agents, body = ladder(game, seats), []
    for number, agent in enumerate(agents, start=1):
        row = measured(rungs, game, seats, number)
        when = "–" if row is None else f"{int(row['games']):,} games, {row['date'][:10]}"
        body.append([str(number), f"`{agent}`", share(row, agents, number), when])
    return [f"## {load(game).title}, {seats} seats", "",
            *piped(["level", "agent", "% of the win against the level below (95 %)", "of"], body, 2), "",
            *([fill(NOTES[game], WIDTH), ""] if game in NOTES else [])]


def page(rungs: Ledger) -> str:
    """docs/levels.md: what the levels are, and how they do in every game and number of seats that was measured."""
    words = piped(["level", "plays like"], [[str(n), about] for n, about in LEVELS.items()], 2)
    tables = []
    for game in names():
        also = {int(row["seats"]) for row in rungs.rows.values() if row["game"] == game}
        for seats in sorted({load(game).seats[0], *also}):
            tables += ladder_table(rungs, game, seats)
    return "\n".join(["# Levels", "", LEAD, "", *words, "", *tables]).rstrip() + "\n"


def summary(rungs: Ledger) -> str:
    """bench/results/levels.md: every line of the ledger."""
    head = ["game", "seats", "level", "agent", "against", "games", "% of the win (95 %)", "program", "date"]
    body = [[row["game"], row["seats"], row["level"], f"`{row['first']}`", f"`{row['second']}`", row["games"],
             percent(row), row["ludosoph"], row["date"]] for _, row in sorted(rungs.rows.items())]
    lead = "Made by `python -m bench levels`; [docs/levels.md](../../docs/levels.md) says what the levels are."
    return "\n".join(["# Levels against the level below", "", lead, "", *piped(head, body, 5)]) + "\n"


Chosen = Annotated[list[str] | None, typer.Option("--game", help="A game; may repeat; by default all.")]
Rungs = Annotated[list[int] | None, typer.Option("--level", min=2, max=len(LEVELS),
                                                 help="A level to measure; may repeat; by default all.")]
Games = Annotated[int, typer.Option(min=0, help="Games of each match, rounded up to whole blocks; 0: write the pages.")]
Jobs = Annotated[int, typer.Option(help="Games at once, each in a process; -1: one a core.")]
Seats = Annotated[int | None, typer.Option(help="Seats at the table, if not the game's default.")]
Out = Annotated[Path, typer.Option(help="Folder for levels.csv, .md and the ledger of blocks.")]
Doc = Annotated[Path, typer.Option(help="The page to write.")]


def run(game: Chosen = None, level: Rungs = None, games: Games = 200, jobs: Jobs = 1, seats: Seats = None,
        seed: int = 1, out: Out = ROOT / "bench" / "results", doc: Doc = ROOT / "docs" / "levels.md") -> None:
    """Play each level against the one below; write CSV, Markdown and docs/levels.md.

    A finished block is kept in levels-blocks.csv and not played again: a stopped run goes on, and a longer one plays
    only what is more. Where a ladder changes, only the pairs that are new are played.

    Example: python -m bench levels --game pig --games 400
    """
    if unknown := [name for name in game or () if name not in names()]:
        raise InputError(f"--game: found {unknown[0]!r}, expected one of {', '.join(names())}")
    blocks, rungs = Ledger(out / "levels-blocks.csv", KEY), Ledger(out / "levels.csv", RUNG)
    for name in (game or names()) if games else ():
        steps(Table(name, seats, {}, games, seed, jobs), level or range(2, len(LEVELS) + 1), blocks, rungs)
    out.mkdir(parents=True, exist_ok=True)
    for path, text in ((out / "levels.md", summary(rungs)), (doc, page(rungs))):
        path.write_text(text, encoding="utf-8")
        print(path)
