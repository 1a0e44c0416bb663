"""What items, places in turn order and boards of a tabletop game are worth, played part by part and written down.

    python -m bench study burgundy

It can be stopped at any time and continued; the documents are written from what is there, and `--write-only` plays
nothing. Runs lie in build/study/GAME, pages in docs/reports/GAME.
"""
from __future__ import annotations

import sys
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Annotated

import typer

from bench.study import pages
from bench.study.chapters import Chapter
from bench.study.parts import QUICK, Sizes, parts, subject_of
from bench.study.playing import play
from games.api import InputError

ROOT = Path(__file__).resolve().parent.parent.parent
AGENT, ITEMS, PLACES = "mcts:25", 3000, 750
STOPPED = "stopped: what was played stands, and the same command goes on from there"


def run(
    game: Annotated[str, typer.Argument(help="burgundy, catan_cards or orleans")],
    agent: Annotated[str, typer.Option(help="the search; it plays with four times its budget, too")] = AGENT,
    item_games: Annotated[int, typer.Option(help="games of items, and of boards; greedy plays twice as many")] = ITEMS,
    place_games: Annotated[int, typer.Option(help="games of places at one number of seats; the same")] = PLACES,
    minutes: Annotated[float, typer.Option(help="play about so long, some of each part")] = inf,
    jobs: Annotated[int, typer.Option(help="processes")] = 1,
    only: Annotated[list[str] | None, typer.Option(help="a part to play; may be repeated")] = None,
    runs: Annotated[Path, typer.Option(help="where the runs lie, a folder a game")] = ROOT / "build/study",
    out: Annotated[Path, typer.Option(help="where the pages go, a folder a game")] = ROOT / "docs/reports",
    write_only: Annotated[bool, typer.Option("--write-only", help="play nothing")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="a tiny study, by greedy alone")] = False,
) -> None:
    """Play the study of a game as far as it is not played yet, and write its page."""
    subject = subject_of(game)
    if quick:
        agent, item_games, place_games = QUICK, 40, 6
        subject = replace(subject, tables=subject.tables[:1], places=subject.places[:2])
    asked = parts(subject, agent, Sizes(item_games, place_games))
    if unknown := set(only or ()) - {part.name for part in asked}:
        raise InputError(f"--only: found {min(unknown)!r}, expected one of {', '.join(p.name for p in asked)}")
    if not write_only:
        try:
            play([part for part in asked if not only or part.name in only], runs / game, jobs, minutes)
        except KeyboardInterrupt:
            print(STOPPED, file=sys.stderr)
    chapters = Chapter.all_of(asked, runs / game)
    missing = [part for part in asked if part.name not in {c.part.name for c in chapters}]
    command = f"python -m bench study {game}" + "".join(f" {option} {value}" for option, value, usual in (
        ("--agent", agent, AGENT), ("--item-games", item_games, ITEMS), ("--place-games", place_games, PLACES))
        if value != usual and not quick)
    for file in pages.write(out / game, subject, chapters, missing, command):
        print(file)
