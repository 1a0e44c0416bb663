"""What privileges of 504 are worth in Mark: gifts and round robins in worlds of module 3, pooled kind by kind.

    python -m bench privileges_study --jobs 1

In each world every kind of its deck is given away: against nothing by a weak agent and by a stronger one, that play a
match as well, and by the weak one against sums of money, too. Each world and experiment is a balance run of its own
with a fixed seed. A study stopped at any time can be continued; the documents are written from what stands, and
`--write-only` plays nothing. Where companies own the pieces no seat can be given a privilege, so the study is about the
140 worlds of persons.
"""
from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from bench.pages import privileges_page
from bench.pages.atlas_players import over_worlds
from bench.pages.privileges_rows import Study
from bench.pages.privileges_worth import decks
from games.documents import write_file
from mcts.match import match, plan
from reports.documents.atlas_strengths import not_stronger
from reports.experiments import question as asking
from reports.experiments.items import NULL
from reports.experiments.plan import BalancePlan
from reports.experiments.run import balance
from reports.experiments.strengths import APART
from reports.run import MANIFEST
from reports.terminal.progress import Progress
from reports.wording import percent

ROOT = Path(__file__).resolve().parents[2]
SEATS = 2
SEED = 504_000                      # world 731 has 504731
DRAW = 33                           # seed of the draw of worlds
MONEY = (20, 40, 80, 160)           # Mark, of the tokens of a round robin
EXPERIMENTS = ("robin", "gift")
MATCH = "match"                     # folder of the matches


@dataclass(frozen=True)
class Part:
    """One balance run: an experiment in a world, by one agent."""

    experiment: str
    world: str
    games: int
    agent: str

    def plan(self) -> BalancePlan:
        """What is played. Money up to a price stands in place of the tokens of any game."""
        plan = asking.make_plan(asking.Question(
            "world504", "privileges", experiments=(self.experiment,), agents=(self.agent,), seats=SEATS,
            options={"world": self.world}, games=self.games, seed=SEED + int(self.world), one_budget=True))
        tokens = (NULL, *(f"money {mark}" for mark in MONEY)) if self.experiment == "robin" else ()
        return replace(plan, tokens=tokens)

    def at(self, runs: Path) -> Path:
        """Where the run lies."""
        return runs / self.agent.replace(":", "-") / self.experiment / self.world


def sample(least: int) -> list[str]:
    """Worlds drawn by lot until each kind is in `least` of them, less those that are not needed for that, as drawn.

    A kind that fewer worlds have is in all of these.
    """
    all_decks, often, taken = decks(), dict[str, int](), list[str]()
    need = {card: min(least, sum(card in cards for cards in all_decks.values()))
            for cards in all_decks.values() for card in cards}
    for world in map(str, np.random.default_rng(DRAW).permutation(sorted(all_decks))):
        if any(often.get(card, 0) < need[card] for card in all_decks[world]):
            taken.append(world)
            often |= {card: often.get(card, 0) + 1 for card in all_decks[world]}
    for world in reversed(list(taken)):
        if all(often[card] > need[card] for card in all_decks[world]):
            taken.remove(world)
            often |= {card: often[card] - 1 for card in all_decks[world]}
    return taken


def parts(worlds: Sequence[str], blocks: int, gifts: int, agent: str, experiments: Sequence[str] = EXPERIMENTS
          ) -> list[Part]:
    """The study, in the order in which it is played: `blocks` a world, and of each kind `gifts` blocks as a gift."""
    of = decks()
    return [Part(experiment, world, SEATS * (blocks if experiment == "robin" else gifts * len(of[world])), agent)
            for experiment in experiments for world in worlds]


def matched(stronger: str, weaker: str, worlds: Sequence[str], blocks: int, jobs: int, runs: Path, play: bool = True
            ) -> str:
    """How much the one is the stronger, by so many blocks of a match in each world, as a sentence; what was played
    stands in a file a world. Empty where nothing may be played, and not all is there.
    """
    files = {world: runs / MATCH / f"{stronger}-{weaker}-{blocks}-{world}.json".replace(":", "-") for world in worlds}
    for world, file in files.items():
        if play and not file.is_file():
            found = match(plan("world504", [stronger, weaker], SEATS * blocks, SEATS, {"world": world},
                               SEED + APART + int(world)), jobs)
            file.parent.mkdir(parents=True, exist_ok=True)
            write_file(file, json.dumps({"win": found.win.estimate, "games": found.games}).encode())
    if not all(file.is_file() for file in files.values()):
        return ""
    share, half = over_worlds([json.loads(file.read_bytes())["win"] for file in files.values()])
    return (f"{stronger} wins {percent(share)} (± {100 * half:.1f}) of {SEATS * blocks * len(files)} games against "
            f"{weaker} in these {len(files)} worlds.{not_stronger(share)}")


def run(
    agent: Annotated[str, typer.Option(help="who plays both seats")] = "greedy",
    stronger: Annotated[str, typer.Option(help="a stronger agent, that plays gifts alone; empty: none")] = "mcts:10",
    least: Annotated[int, typer.Option(min=1, help="worlds in which each kind is, at least")] = 10,
    blocks: Annotated[int, typer.Option(min=1, help="blocks of a world's round robin")] = 40,
    gifts: Annotated[int, typer.Option(min=1, help="blocks of each kind in each world as a gift")] = 2,
    rounds: Annotated[int, typer.Option(min=1, help="blocks of the match of the two in each world")] = 2,
    jobs: Annotated[int, typer.Option(min=1, help="processes")] = 1,
    runs: Annotated[Path, typer.Option(help="where the runs lie")] = ROOT / "build/privileges-study",
    out: Annotated[Path, typer.Option(help="where the documents go")] = ROOT / "docs/reports/world504",
    write_only: Annotated[bool, typer.Option("--write-only", help="play nothing")] = False,
) -> None:
    """Play the study as far as it is not played yet, and write its documents."""
    worlds, agents = sample(least), [agent, *filter(None, [stronger])]
    asked = [*parts(worlds, blocks, gifts, agent),
             *(parts(worlds, blocks, gifts, stronger, EXPERIMENTS[1:]) if stronger else ())]
    said = ""
    try:
        with Progress(f"{len(asked)} runs") as progress:
            for done, part in enumerate(asked):
                if not write_only:
                    balance(part.at(runs), part.plan(), jobs)
                progress((done + 1) / len(asked))
        said = matched(stronger, agent, worlds, rounds, jobs, runs, not write_only) if stronger else ""
    except KeyboardInterrupt:
        print("stopped: what was played stands, and the same command goes on from there", file=sys.stderr)
    played = [(part.agent, part.experiment, part.world, part.at(runs)) for part in asked
              if (part.at(runs) / MANIFEST).exists()]
    studies = [Study.of(each, [(name, world, at) for by, name, world, at in played if by == each]) for each in agents]
    for file in privileges_page.write(out, [study for study in studies if study.gifts], MONEY, least, said):
        print(file)
