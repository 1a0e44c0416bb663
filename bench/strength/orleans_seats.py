"""What a seat of Orléans ends with among equals: points, stations, citizens, technology; and people beside it."""
from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from bench.matches import bounded
from bench.peers.facts import facts, our_version
from bench.publish import Ledger, Row, page, publish
from bench.tuning.duels import Weighing
from games.orleans.tables import GOODS
from games.orleans.tuning import HEURISTICS
from games.registry import load
from mcts.agents import make
from mcts.interval import mean_interval
from mcts.table import Table

ROOT = Path(__file__).resolve().parents[2]
LEAD = """The same agent sits in all seats of base-game Orléans, and a game is one observation of the 95 % intervals. A
winner with a shared win counts with its share. *Goods*, *coins*, and *status times* (stations and citizens, times the
development status) are points; the other columns count pieces, and steps on the development track. *Technology* and
*place tiles* are those owned at the end. The line of people is as it was told to us: those games are not at hand. Made
by `python -m bench orleans_seats`."""
KEY = ("agent", "numbers", "seats", "seed", "game", "seat")
COUNTS = ("points", "coins", "goods", "status_times", "stations", "citizens", "development", "technology", "tiles")
PEOPLE = ("149 to 152", "–", "–", "–", "6.1", "3.6", "–", "–", "–")         # winners, four seats


def played(spec: str, numbers: Mapping[str, Any], seats: int, seed: int, number: int) -> list[Row]:
    """One game with the same agent in all seats: a row a seat."""
    agent = Weighing(make(spec), dict(numbers))
    state: Any = Table(load("orleans").start(seats), [agent] * seats, seed, number).play_out().state
    wins, scores, tiles = state.win_shares(), state.scores(), state.placed()
    return [{"seat": seat, "win": wins[seat], "points": scores[seat], "coins": source["coins"],
             "goods": sum(source[good] for good in GOODS), "status_times": source["stations"] + source["citizens"],
             **known, "technology": own.pop("technology", 0), "tiles": len(own)}
            for seat, (source, known, own) in enumerate(zip(state.sources(), state.seat_facts(), tiles, strict=True))]


def line(rows: Sequence[Mapping[str, Any]], of: str) -> Row:
    """The line of the table for the winners, or for all seats: each count's mean over games with its interval."""
    games: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        games.setdefault(str(row["game"]), []).append(row)
    found: Row = {"who": of, "agent": rows[0]["agent"], "numbers": rows[0]["numbers"], "games": len(games)}
    for name in COUNTS:
        each = [float(np.average([float(row[name]) for row in mine],
                                 weights=[float(row["win"]) if of == "winners" else 1.0 for row in mine]))
                for mine in games.values()]
        interval = mean_interval(each)
        found[name] = interval.estimate
        if interval.is_known:
            found |= {f"{name}_low": interval.low, f"{name}_high": interval.high}
    return found


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown, people's line last."""
    head = ["seats", "agent", "numbers", "games", *(name.replace("_", " ").replace("tiles", "place tiles")
                                                    for name in COUNTS)]
    body = [[str(row["who"]), f"`{row['agent']}`", str(row["numbers"]), str(row["games"]),
             *(bounded(row[name], row.get(f"{name}_low"), row.get(f"{name}_high")) for name in COUNTS)] for row in rows]
    body.append(["winners", "people", "–", "–", *PEOPLE])
    return page("What a seat of Orléans ends with", LEAD, about, head, body, left=3)


Agent = Annotated[str, typer.Option(help="The agent in all seats.")]
Games = Annotated[int, typer.Option(min=1, help="How many.")]
Numbers = Annotated[str, typer.Option(help="A file with numbers of the heuristics, as tune_orleans writes; - are the "
                                           "program's.")]
Seats = Annotated[int, typer.Option(min=2, max=5)]
Out = Annotated[Path, typer.Option(help="Folder for orleans-seats.csv, .md and the ledger.")]


def run(agent: Agent = "mcts:200", games: Games = 12, numbers: Numbers = "-", seats: Seats = 4, seed: int = 1,
        out: Out = ROOT / "bench" / "results") -> None:
    """Play games among equals; write CSV and Markdown, two lines for each agent and file of numbers of this seed.

    A finished game is kept in orleans-seats-games.csv and not played again: a stopped run goes on.

    Example: python -m bench orleans_seats --agent mcts:50 --games 4
    """
    name, set_of, program = make(agent).name, "usual" if numbers == "-" else Path(numbers).stem, our_version()
    given: Mapping[str, Any] = {**HEURISTICS, **({} if numbers == "-" else json.loads(Path(numbers).read_text()))}
    ledger = Ledger(out / "orleans-seats-games.csv", KEY)
    for number in range(games):
        about_game = {"agent": name, "numbers": set_of, "seats": seats, "seed": seed, "game": number}
        if ledger.find(about_game | {"seat": seats - 1}) is None:
            for row in played(name, given, seats, seed, number):
                ledger.add(about_game | row | {"program": program})
            print(f"{name}, {set_of} numbers: game {number + 1} of {games}", file=sys.stderr)
    sides: dict[tuple[str, str], list[Row]] = {}
    for row in ledger.rows.values():
        if (row["seats"], row["seed"]) == (str(seats), str(seed)):
            sides.setdefault((row["agent"], row["numbers"]), []).append(row)
    rows = [line(side, of) for side in sides.values() for of in ("winners", "all")]
    about = facts(seats=str(seats), seed=str(seed))
    for path in publish(rows, about, written(rows, about), out, "orleans-seats"):
        print(path)
