"""How well Burgundy is played in a given time: points among equals, and wins against the greedy player."""
from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bench.matches import bounded, options_of, options_text
from bench.peers.facts import facts, our_version
from bench.publish import Ledger, Row, page, publish
from mcts.agents import make
from mcts.interval import Interval, known, mean_interval, share_interval
from mcts.play import Finished, Task, play
from mcts.workers import in_order

ROOT = Path(__file__).resolve().parents[2]
LEAD = """Two seats, boards 2 to 9, each as often as any other. With *itself* both seats are the agent; *points* are the
mean of the two, and a game is one observation. Both games of a block with `greedy` have the same boards and luck, the
agents swap seats, and a block is one observation. All with 95 % intervals. Made by `python -m bench burgundy_level`."""
BOARDS = ("2,3", "4,5", "6,7", "8,9", "2,7", "3,6", "4,9", "5,8")      # of the two seats, in turn
KEY = ("agent", "other", "options", "seed", "block", "rotation")


@dataclass(frozen=True)
class Level:
    """What is measured."""

    agent: str
    options: Mapping[str, str]
    games: int                  # of each kind
    seed: int
    jobs: int = 1

    def tasks(self, other: str) -> list[Task]:
        """Games of the agent with another: blocks of two in which they swap seats, or with itself of one."""
        games = 1 if other == self.agent else 2
        return [Task("burgundy", 2, {**self.options, "boards": BOARDS[block % len(BOARDS)]}, self.seed,
                     (self.agent, other) if rotation == 0 else (other, self.agent), games * block + rotation, block,
                     rotation)
                for block in range(-(-self.games // games)) for rotation in range(games)]

    def played(self, other: str, ledger: Ledger) -> list[Row]:
        """A line a game, with the agent's points first; those not in the ledger are played now and kept there."""
        tasks = self.tasks(other)
        names = [self.named(other, task) for task in tasks]
        new = [(name, task) for name, task in zip(names, tasks, strict=True) if ledger.find(name) is None]
        games, program = in_order(play, [task for _, task in new], self.jobs), our_version()
        for done, ((name, _), game) in enumerate(zip(new, games, strict=True), 1):
            ledger.add(name | outcome(game) | {"program": program})
            print(f"{self.agent} with {other}: game {done} of {len(new)}", file=sys.stderr)
        return [row for name in names if (row := ledger.find(name)) is not None]

    def named(self, other: str, task: Task) -> Row:
        """What tells this game from others in the ledger."""
        return {"agent": self.agent, "other": other, "options": options_text(task.options), "seed": self.seed,
                "block": task.block, "rotation": task.rotation}


def outcome(game: Finished) -> Row:
    """Points and share of the win of the agent, then points of the other, whichever seats they have."""
    seat = game.task.rotation
    return {"points": game.scores[seat], "win": game.wins[seat], "points_other": game.scores[1 - seat]}


def line(agent: str, other: str, games: Sequence[Row]) -> Row:
    """The line of the table for games with this other agent."""
    blocks: dict[str, list[Row]] = {}
    for row in games:
        blocks.setdefault(str(row["block"]), []).append(row)
    own, theirs, wins = ([sum(float(row[name]) for row in block) / len(block) for block in blocks.values()]
                         for name in ("points", "points_other", "win"))
    found: Row = {"agent": agent, "with": other, "games": len(games)}
    if agent == other:
        return found | bounds("points", mean_interval([(a + b) / 2 for a, b in zip(own, theirs, strict=True)]))
    return found | bounds("points", mean_interval(own)) | bounds("points_other", mean_interval(theirs)) \
        | bounds("win", share_interval(wins))


def bounds(name: str, found: Interval) -> Row:
    """An estimate and the ends of its interval."""
    return known({name: found.estimate, f"{name}_low": found.low, f"{name}_high": found.high}.items())


def said(row: Row, name: str, scale: int = 1) -> str:
    """An estimate with its interval, in words."""
    if row.get(name) is None:
        return "–"
    return bounded(row[name], row[f"{name}_low"], row[f"{name}_high"], scale)


def written(rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["agent", "with", "games", "points", "points of the other", "% of the win"]
    body = [[f"`{row['agent']}`", "itself" if row["with"] == row["agent"] else f"`{row['with']}`", str(row["games"]),
             said(row, "points"), said(row, "points_other"), said(row, "win", 100)] for row in rows]
    return page("The level of play in Burgundy", LEAD, about, head, body, left=2)


Spec = Annotated[str, typer.Option(help="The agent.")]
Games = Annotated[int, typer.Option(min=1, help="Games with itself, and as many against greedy.")]
Jobs = Annotated[int, typer.Option(help="Games at once, each in a process; no more than there are idle cores.")]
Options = Annotated[str, typer.Option(help="Options of the game; a comma within a value is written +.")]
Out = Annotated[Path, typer.Option(help="Folder for level-burgundy.csv, .md and the ledger.")]


def run(agent: Spec = "mcts:0.25s", games: Games = 64, options: Options = "rivalry=0.25", jobs: Jobs = 1, seed: int = 1,
        out: Out = ROOT / "bench" / "results") -> None:
    """Play the agent with itself and against greedy; write CSV and Markdown.

    A finished game is kept in level-burgundy-games.csv and not played again, so a stopped run goes on.

    Example: python -m bench burgundy_level --agent mcts:500 --games 16 --jobs 2
    """
    name = make(agent).name
    level = Level(name, options_of(options), games, seed, jobs)
    ledger = Ledger(out / "level-burgundy-games.csv", KEY)
    rows = [line(name, other, level.played(other, ledger)) for other in (name, "greedy")]
    about = facts(options=options or "none", seed=str(seed), games_at_once=str(jobs))
    for path in publish(rows, about, written(rows, about), out, "level-burgundy"):
        print(path)
