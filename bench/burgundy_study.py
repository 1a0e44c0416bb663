"""The Burgundy study: what knowledge tiles, seats and boards are worth, played part by part and written down.

    python -m bench.burgundy_study --jobs 2

Each part is a balance run of its own with a fixed seed. Stopped at any time it goes on where it was; the documents are
written from what stands, and `--write-only` plays nothing.
"""
from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, isnan
from pathlib import Path
from typing import Annotated

import typer

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path[0] = str(ROOT)                 # the project, not this folder

from bench import study_pages  # noqa: E402
from bench.command import start  # noqa: E402
from games.api import InputError  # noqa: E402
from reports.experiments import question as asking  # noqa: E402
from reports.experiments.plan import BalancePlan  # noqa: E402
from reports.experiments.results import results  # noqa: E402
from reports.experiments.robin import TOKEN  # noqa: E402
from reports.experiments.run import balance, open_balance  # noqa: E402
from reports.run import MANIFEST  # noqa: E402
from reports.terminal.progress import Progress  # noqa: E402

FIRST, LOOK = 0.4, 0.05     # shares of a part's blocks: when one first looks how wide its intervals are, and how often
RANDOM_BOARDS = {"boards": "random"}


@dataclass(frozen=True)
class Part:
    """One balance run of the study."""

    name: str
    kind: str
    seats: int
    seed: int
    blocks: int
    experiments: tuple[str, ...] = ()
    wide: float = 0.0       # played until no interval of an item is wider than this, either side, or to its end

    def question(self, agent: str) -> asking.Question:
        """What the part asks."""
        options = {} if self.kind == "boards" else RANDOM_BOARDS
        return asking.Question("burgundy", self.kind, experiments=self.experiments, agents=(agent,), seats=self.seats,
                               options=options, games=self.blocks * self.seats, seed=self.seed, one_budget=True)

    def command(self, agent: str) -> str:
        """The same as a line to type."""
        asked = self.question(agent)
        words = [f"ludosoph balance burgundy --items {self.kind}", *(f"--experiment {e}" for e in self.experiments),
                 f"--seats {self.seats}", *(f"--option {k}={v}" for k, v in asked.options.items()),
                 f"--agent {agent} --one-budget",
                 f"--games {asked.games} --seed {self.seed} --out {self.name}"]
        return " ".join(words)


def parts(tile_blocks: int, seat_blocks: int, board_blocks: int, wide: float) -> list[Part]:
    """The study, in the order in which it is played. Of 26 tiles each has `tile_blocks` blocks of its own as a gift."""
    return [Part("knowledge", "knowledge", 2, 101, 52 * tile_blocks, ("gift", "robin"), wide),
            *(Part(f"seats-{n}", "seats", n, 100 + n, seat_blocks if n == 2 else seat_blocks // 3) for n in (2, 3, 4)),
            Part("boards", "boards", 2, 105, board_blocks)]


class WideEnough(Exception):
    """Every interval is as narrow as was asked for."""


def play(part: Part, agent: str, path: Path, jobs: int) -> None:
    """Play a part, or what is missing of it, as far as its blocks or its intervals go.

    How wide the intervals are is all that is looked at, not where they lie: stopping there favours no result.
    """
    plan = asking.make_plan(part.question(agent))
    if part.wide and widest(path, plan) <= part.wide:
        return
    with Progress(f"{part.name}, {plan.games:,} games at most", plan.games) as progress:
        try:
            balance(path, plan, jobs, progress=_watched(part, plan, path, progress.from_where_it_was()))
        except WideEnough:
            print(f"{part.name}: no interval is wider than {part.wide:g} either side", file=sys.stderr)


def _watched(part: Part, plan: BalancePlan, path: Path, progress: Callable[[float], None]) -> Callable[[float], None]:
    looked = FIRST - LOOK

    def told(share: float) -> None:
        nonlocal looked
        progress(share)
        if part.wide and share - looked >= LOOK:
            looked = share
            if widest(path, plan) <= part.wide:
                raise WideEnough

    return told


def widest(path: Path, plan: BalancePlan) -> float:
    """Half the widest interval of the margin of any item in the run at `path`; infinite where one has none yet."""
    if not (path / MANIFEST).exists():
        return inf
    run, _ = open_balance(path)
    if not run.parts:
        return inf
    rows, _ = results(plan, run)
    found = [r.half_width for r in rows if r.outcome == "margin" and r.estimand != TOKEN]
    expected = len(plan.items) * len(plan.experiments)
    return inf if len(found) < expected or any(isnan(x) for x in found) else max(found)


def study(
    agent: Annotated[str, typer.Option(help="who plays all seats")] = "mcts:100",
    tile_blocks: Annotated[int, typer.Option(help="blocks a knowledge tile, at most")] = 600,
    seat_blocks: Annotated[int, typer.Option(help="blocks of 2 seats; 3 and 4 have a third of them")] = 450,
    board_blocks: Annotated[int, typer.Option(help="blocks of the boards")] = 1800,
    wide: Annotated[float, typer.Option(help="points either side at which tiles are known well enough")] = 1.5,
    jobs: Annotated[int, typer.Option(help="processes")] = 1,
    only: Annotated[list[str] | None, typer.Option(help="a part to play; may be repeated")] = None,
    runs: Annotated[Path, typer.Option(help="where the runs lie")] = ROOT / "build/burgundy-study",
    out: Annotated[Path, typer.Option(help="where the documents go")] = ROOT / "docs/reports/burgundy",
    write_only: Annotated[bool, typer.Option("--write-only", help="play nothing")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="a tiny study by greedy agents")] = False,
) -> None:
    """Play the study as far as it is not played yet, and write its documents."""
    if quick:
        agent, tile_blocks, seat_blocks, board_blocks = "greedy", 3, 24, 40
    asked = parts(tile_blocks, seat_blocks, board_blocks, wide)
    if unknown := set(only or ()) - {part.name for part in asked}:
        raise InputError(f"--only: found {min(unknown)!r}, expected one of {', '.join(p.name for p in asked)}")
    try:
        for part in asked:
            if not write_only and (not only or part.name in only):
                play(part, agent, runs / part.name, jobs)
    except KeyboardInterrupt:
        print("stopped: what was played stands, and the same command goes on from there", file=sys.stderr)
    played = {part: runs / part.name for part in asked if (runs / part.name / MANIFEST).exists()}
    for file in study_pages.write(out, [study_pages.Chapter.of(p.name, p.command(agent), path, p.wide or inf)
                                        for p, path in played.items() if open_balance(path)[0].parts]):
        print(file)


if __name__ == "__main__":
    start(study, None)
