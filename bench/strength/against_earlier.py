"""This version of the program plays an earlier one: matches of their searches, and the processor time of both.

    python -m bench against_earlier ../before world504 --drawn 30 --seed 7 --games 4 --agent mcts:100

The other tree is a checkout that is built in place. Each version plays in a process of its own and follows the game
action by action; a block of games that the two do not understand alike is left out, and counted.
"""
from __future__ import annotations

import os
import random
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, process_time
from typing import Annotated, Any

import numpy as np
import typer

from bench.matches import bounded, options_of, options_text
from bench.peers.facts import earlier, facts, our_version
from bench.peers.worker import Worker, WorkerError
from bench.publish import Ledger, Row, page, publish
from core_ext.playout import playouts
from games.api import InputError
from games.registry import load
from mcts.agents import make
from mcts.interval import Interval, known, mean_interval, share_interval
from mcts.margins import margins
from mcts.table import Table as Played
from mcts.table import decision_seed
from reports.terminal.progress import Progress

ROOT = Path(__file__).resolve().parents[2]
WORKER = ROOT / "bench" / "peers" / "player_worker.py"
GLANCE = 10         # playouts that tell how long a game is
FEWEST = 4          # blocks of a table that can be beyond doubt: two that end alike have no spread at all
KEY = ("game", "seats", "options", "agent", "others_agent", "earlier", "seed", "block")
NUMBERS = ("win", "margin", "points", "others_points", "seconds", "others_seconds", "decisions", "others_decisions")
LEAD = """One seat is this version of the program, all others are an earlier one, and the budgets are as the agents say.
Games come in blocks that share their luck, and in each game of a block this version has another seat; a block is one
observation of the 95 % interval. *Time*: processor seconds of a decision of this version, as a share of those of the
earlier one. Made by `python -m bench against_earlier`."""


@dataclass(frozen=True)
class Meeting:
    """Where two versions meet, and how either thinks."""

    game: str
    seats: int
    options: Mapping[str, str]
    agent: str                  # of this version
    others_agent: str           # of the earlier one
    seed: int

    def named(self, commit: str) -> Row:
        """What tells this meeting from others in the ledger."""
        return {"game": self.game, "seats": self.seats, "options": options_text(self.options), "agent": self.agent,
                "others_agent": self.others_agent, "earlier": commit, "seed": self.seed}


class Differ(Exception):
    """The two versions do not understand a game alike; says where."""


class Side:
    """A version at the table: what it has not been told yet, and the time it took."""

    def __init__(self, worker: Worker, agent: str) -> None:
        self.worker, self.agent = worker, agent
        self.untold, self.seconds, self.decisions = list[int](), 0.0, 0

    def choice(self, legal: Sequence[int], seed: int) -> int:
        """Its choice among these actions. Raises Differ where it sees others, or cannot follow."""
        answer = self.asked("choose", agent=self.agent, seed=seed)
        if answer["legal"] != [*legal] or answer["action"] not in legal:
            raise Differ(f"decision {self.decisions + 1}: {len(answer['legal'])} legal actions, {len(legal)} here")
        self.seconds, self.decisions = self.seconds + answer["seconds"], self.decisions + 1
        return int(answer["action"])

    def agrees(self, scores: Sequence[float]) -> None:
        """Raises Differ where this is not its end of the game."""
        answer = self.asked("end")
        if not answer["over"] or answer["scores"] != [*scores]:
            raise Differ(f"the end: scores {answer['scores']}, {[*scores]} here")

    def asked(self, do: str, **request: Any) -> dict[str, Any]:
        """The answer of the version, which is told all that happened before."""
        untold, self.untold = self.untold, []
        try:
            return self.worker.ask(do, actions=untold, **request)
        except WorkerError as error:
            raise Differ(str(error)) from None


def played(meeting: Meeting, block: int, rotation: int, workers: tuple[Worker, Worker]) -> Row:
    """One game with this version in seat `rotation`. Raises Differ."""
    state: Any = load(meeting.game).start(meeting.seats, dict(meeting.options))
    for worker in workers:
        worker.ask("start", game=meeting.game, seats=meeting.seats, options=dict(meeting.options))
    here, there = Side(workers[0], meeting.agent), Side(workers[1], meeting.others_agent)
    table = Played(state, [None] * meeting.seats, meeting.seed, block)
    while not state.is_terminal():
        if state.is_chance_node():
            action = table.outcome()
        else:
            seat, legal = state.current_player(), state.legal_actions()
            side = here if seat == rotation else there
            seed = decision_seed(meeting.seed, side.agent, block, seat, table.decisions[seat])
            action = legal[0] if len(legal) == 1 else side.choice(legal, seed)
            table.decisions[seat] += 1
        for side in (here, there):
            side.untold.append(action)
        state.apply_action(action)
    scores = [float(score) for score in state.scores()]
    for side in (here, there):
        side.agrees(scores)
    others = [score for seat, score in enumerate(scores) if seat != rotation]
    return {"win": float(state.win_shares()[rotation]), "margin": float(margins(scores)[rotation]),
            "points": scores[rotation], "others_points": float(np.mean(others)), "seconds": here.seconds,
            "others_seconds": there.seconds, "decisions": here.decisions, "others_decisions": there.decisions}


def block_of(meeting: Meeting, block: int, workers: tuple[Worker, Worker]) -> Row:
    """A block: means of its games, sums of what they took; `differ` says where the versions parted, if they did."""
    try:
        games = [played(meeting, block, rotation, workers) for rotation in range(meeting.seats)]
    except Differ as parted:
        return {"differ": str(parted)}
    totals = ("seconds", "others_seconds", "decisions", "others_decisions")
    return {name: sum(game[name] for game in games) / (1 if name in totals else len(games)) for name in games[0]}


def line(meeting: Meeting, blocks: Sequence[Row], commit: str) -> Row:
    """The line of the table for the blocks of a meeting."""
    good = [row for row in blocks if not row.get("differ")]
    found = meeting.named(commit) | {"games": meeting.seats * len(good), "left_out": len(blocks) - len(good)}
    if not good:
        return found
    of = {name: [float(row[name]) for row in good] for name in NUMBERS}
    each = [sum(of[f"{side}seconds"]) / max(1.0, sum(of[f"{side}decisions"])) for side in ("", "others_")]
    return found | bounds("win", share_interval(of["win"])) | bounds("margin", mean_interval(of["margin"])) | {
        "points": float(np.mean(of["points"])), "others_points": float(np.mean(of["others_points"])),
        "seconds_a_decision": each[0], "others_seconds_a_decision": each[1],
        "time": each[0] / each[1] if each[1] else None}


def bounds(name: str, interval: Interval) -> Row:
    """An interval as columns of the table; its bounds only where they are known."""
    return known([(name, interval.estimate), (f"{name}_low", interval.low), (f"{name}_high", interval.high)])


def number(row: Mapping[str, Any], name: str) -> float | None:
    """A number of a line; None where there is none."""
    return None if row.get(name) is None else float(row[name])


def said(row: Mapping[str, Any], name: str, scale: int = 1, form: str = ".1f") -> str:
    """A number of a line with its interval, in words; a dash where there is none."""
    middle = number(row, name)
    return "–" if middle is None else bounded(middle, number(row, f"{name}_low"), number(row, f"{name}_high"), scale,
                                              form)


def pooled(rows: Sequence[Row]) -> str:
    """What all tables come to together, each counting once; empty for one table."""
    shares = [row["win"] for row in rows if row.get("win") is not None]
    if len(shares) < 2:
        return ""
    par, times = 1 / rows[0]["seats"], [row["time"] for row in rows if row.get("time")]
    found, games = share_interval(shares), sum(row["games"] for row in rows)
    behind = sum((number(row, "win_high") or 1) < par for row in rows if row["games"] >= FEWEST * row["seats"])
    return (f"Over {len(shares)} of {len(rows)} tables and {games:,} games this version wins "
            f"{bounded(found.estimate, *known_bounds(found), 100)} %, each table counting once: more than "
            f"{100 * par:.0f} % at {sum(share > par for share in shares)}, less at "
            f"{sum(share < par for share in shares)}, beyond doubt less at {behind}. A decision takes "
            f"{np.median(times):.2f} of the earlier version's time in the median of the tables. Left out are "
            f"{sum(row['left_out'] for row in rows)} blocks, which the versions do not understand alike.")


def known_bounds(interval: Interval) -> tuple[float | None, float | None]:
    """The bounds of an interval, if they are known."""
    return (interval.low, interval.high) if interval.is_known else (None, None)


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["options", "seats", "this version", "earlier", "games", "% of the win (95 %)", "ahead (95 %)", "points",
            "of the others", "time"]
    body = [[row["options"] or "–", str(row["seats"]), f"`{row['agent']}`", f"`{row['others_agent']}`",
             str(row["games"]), said(row, "win", 100), said(row, "margin", form="+.1f"), said(row, "points"),
             said(row, "others_points"), said(row, "time", form=".2f")] for row in rows]
    title = f"{load(rows[0]['game']).title}: this version against an earlier one"
    return page(title, LEAD, about, head, body, left=4, below=pooled(rows))


def tables_of(game: str, seats: int | None, options: Mapping[str, str], drawn: int, seed: int
              ) -> list[tuple[int, dict[str, str]]]:
    """Seats and options of the tables: one, or so many drawn of the games that an option makes. Raises InputError."""
    rules = load(game)
    kinds = rules.variants.kinds.values()
    if drawn and not kinds:
        raise InputError(f"--drawn: {game} is one game")
    every = [{kind.option: name} for kind in kinds for name in kind.names()]
    chosen = random.Random(seed).sample(every, min(drawn, len(every))) if drawn else [{}]
    found = [{**options, **each} for each in chosen]
    return [(rules.start(seats, each).seats, each) for each in sorted(found, key=options_text)]


def player(stack: ExitStack, tree: Path) -> Worker:
    """A process of the version in this tree."""
    place = ["env", f"PYTHONPATH={os.fspath(tree)}", "PYTHONHASHSEED=0"]
    return stack.enter_context(Worker([*place, sys.executable, "-P", str(WORKER)]))


def length(meeting: Meeting) -> float:
    """How long a game there takes, beside others: the time of a playout for each of its decisions."""
    state, begun = load(meeting.game).start(meeting.seats, dict(meeting.options)), process_time()
    decisions = playouts(state, GLANCE, meeting.seed)["decisions"]
    return float(np.mean(decisions)) * (process_time() - begun)


def play(meetings: Sequence[Meeting], blocks: range, other: Path, commit: str, ledger: Ledger, minutes: float) -> None:
    """Play what the ledger lacks, a block of every meeting before any second one, until the minutes are over.

    Meetings of short games come first, so that a run which is stopped has met at most tables.
    """
    program, end = our_version(), monotonic() + 60 * minutes
    order = sorted(meetings, key=length) if len(meetings) > 1 else meetings
    wanted = [(meeting, block) for block in blocks for meeting in order]
    new = [(meeting, block) for meeting, block in wanted
           if ledger.find(meeting.named(commit) | {"block": block}) is None]
    with ExitStack() as stack, Progress("against_earlier") as progress:
        workers = (player(stack, ROOT), player(stack, other))
        for done, (meeting, block) in enumerate(new, len(wanted) - len(new)):
            if monotonic() > end:
                return
            progress(done / len(wanted))
            ledger.add(meeting.named(commit) | {"block": block} | block_of(meeting, block, workers)
                       | {"program": program})


Game = Annotated[str, typer.Argument(help="A game.")]
Games = Annotated[int, typer.Option(min=2, help="Games at each table, rounded up to whole blocks.")]
Seats = Annotated[int | None, typer.Option(help="Seats at the table, if not the game's default.")]
Options = Annotated[str, typer.Option(help="Options of the game, as in boards=2; a comma within a value is written +.")]
Drawn = Annotated[int, typer.Option(min=0, help="So many games, such as worlds of 504, drawn by the seed.")]
Agent = Annotated[str, typer.Option(help="How this version thinks.")]
Theirs = Annotated[str, typer.Option(help="How the earlier one thinks, if otherwise.")]
First = Annotated[int, typer.Option(min=0, help="The first block; those before it are neither played nor counted.")]
Minutes = Annotated[float, typer.Option(min=0, help="After which no block is begun.")]
Out = Annotated[Path, typer.Option(help="Folder for NAME.csv, NAME.md and the ledger.")]
Name = Annotated[str, typer.Option(help="Of the files; by default earlier-GAME.")]


def run(other: Annotated[Path, typer.Argument(help="The other version's tree, built in place.")], game: Game,
        games: Games = 20, seats: Seats = None, options: Options = "", drawn: Drawn = 0, agent: Agent = "mcts:100",
        others_agent: Theirs = "", seed: int = 1, first_block: First = 0, minutes: Minutes = 1e6,
        out: Out = ROOT / "bench" / "results", name: Name = "") -> None:
    """Play this version against an earlier one; write CSV and Markdown.

    A finished block is kept in NAME-blocks.csv and not played again: a stopped run goes on.

    Example: python -m bench against_earlier ../before connect_four --games 40 --agent mcts:1000
    """
    commit, name = earlier(other), name or f"earlier-{game}"
    ours, theirs = make(agent).name, make(others_agent or agent).name
    meetings = [Meeting(game, at, chosen, ours, theirs, seed)
                for at, chosen in tables_of(game, seats, options_of(options), drawn, seed)]
    ledger = Ledger(out / f"{name}-blocks.csv", KEY)
    blocks = range(first_block, first_block - (-games // meetings[0].seats))
    play(meetings, blocks, other.resolve(), commit, ledger, minutes)
    rows = [line(meeting, kept, commit) for meeting in meetings
            if (kept := [row for block in blocks
                         if (row := ledger.find(meeting.named(commit) | {"block": block})) is not None])]
    if not rows:
        raise InputError("--minutes: no block was played")
    about = facts(earlier=commit, seed=str(seed))
    for path in publish(rows, about, written(rows, about), out, name):
        print(path)
