"""The atlas of the worlds of 504: its documents from a finished run, and what all of it takes.

    python -m bench atlas --cost 867 --cost 352
    python -m bench atlas --cost 867 --cost 352 --by mcts:10
    ludosoph atlas world504 --jobs 2 --seed 1 --out build/atlas
    python -m bench atlas build/atlas
    python -m bench atlas --again 30
    python -m bench atlas --stronger build/sides --match build/match
    python -m bench atlas --draw 30 --seed 7
    python -m bench atlas --words
    python -m bench atlas --lot 168 --seed 3
    python -m bench atlas --deep build/deep
    python -m bench atlas --four build/four
"""
from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import pandas as pd
import typer

from bench import pictures
from bench.pages import atlas_deep, atlas_ends, atlas_four, atlas_lengths, atlas_lot, atlas_strengths, atlas_words
from bench.pages.age import signature
from bench.pages.atlas_cost import CORES, GAME, SEED, cost, games_of_stronger
from bench.pages.atlas_rows import KIND, digests, rows
from bench.pages.atlas_strengths import DIGESTS, TABLE
from bench.peers.facts import our_version
from games.api import InputError
from reports.atlas.looks import only
from reports.atlas.plan import PASSES, AtlasPlan, Pass, make_plan
from reports.atlas.run import games_of, open_atlas, play, played
from reports.atlas.tables import all_tables
from reports.documents import atlas as document
from reports.documents.writers import write_csv

ROOT = Path(__file__).resolve().parents[2]
MOST = 200_000          # bytes of the documents
STRONGER = "mcts:10"    # of the published atlas
PICTURES = {"effects": "What each module does at each place"}


def publish(run: Path, out: Path, table: Path) -> list[Path]:
    """A README with its figure and digests in `out`, and a row a world in the file `table`.

    The page with its maps and tables stays in the run. Raises InputError for a run that is not whole, or documents
    that are too large.
    """
    _, plan = open_atlas(run)
    missing = len(list(plan.units())) - played(run, plan)
    if missing:
        raise InputError(f"{run}: is not whole: {missing} passes of {KIND} are missing; the command that began it goes "
                         "on with them")
    _, *files = document.write_report(run)
    tables = {file.stem: pd.read_csv(file, dtype={"item": str}) for file in files if file.suffix == ".csv"}
    for file in out.glob("*") if out.is_dir() else ():
        file.unlink()
    out.mkdir(parents=True, exist_ok=True)
    for file in files:
        if file.suffix == ".png" and file.stem in PICTURES:
            pictures.shrink(file, out / file.name)
    write_csv(pd.DataFrame(digests(tables).items(), columns=["world", "digest"]), out / DIGESTS)
    (out / "README.md").write_text(readme(plan, tables), encoding="utf-8")
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    if size >= MOST:
        raise InputError(f"{out}: found {size:,} bytes, expected less than {MOST:,}")
    write_csv(rows(plan, tables), table)
    return [*sorted(file for file in out.rglob("*") if file.is_file()), table]


def readme(plan: AtlasPlan, tables: Mapping[str, pd.DataFrame]) -> str:
    """The first page: what was found, how, and where the rest is."""
    only = "" if len(plan.items) == len(plan.variants.names()) else "".join(f" --item {item}" for item in plan.items)
    shown = [f"![{text}]({name}.png)" for name, text in PICTURES.items() if "effects" in tables]
    text = [f"# {plan.record.title}: an atlas of its worlds", f"**{document.finding(plan, tables)}**",
            *document.opening(plan, tables), *shown,
            "`ludosoph rules world504 --list` has a line of it for each world. The page with maps of all worlds, and "
            "the tables as CSV and Parquet, are made by the commands below, in `build/atlas/report`.",
            "## How it was played", "\n".join(f"* {line}" for line in document.how(plan, {
                each.key: len(plan.items) for each in plan.passes})),
            "[How to read it](../balance.md#an-atlas-of-worlds). It is made by", "```text\nludosoph atlas "
            f"{plan.game}{only} --jobs 2 --seed {plan.seed} --out build/atlas\n"
            "python -m bench atlas build/atlas\n```",
            f"Written by ludosoph {our_version()}, search signature {signature()}. `python -m bench atlas --again 30` "
            f"plays thirty of the worlds anew and holds what their games give against [{DIGESTS}]({DIGESTS})."]
    return "\n\n".join(text) + "\n"


def differing(committed: Path, count: int, seed: int, jobs: int) -> tuple[list[str], list[str]]:
    """Play so many worlds again, drawn by the seed: their names, and those whose games give other rows than those in
    the file of digests. Raises InputError where there is none.
    """
    if not committed.is_file():
        raise InputError(f"{committed}: no such file, expected the digests of an atlas")
    known = pd.read_csv(committed, dtype=str)
    before = dict(zip(known["world"], known["digest"], strict=True))
    worlds = sorted(random.Random(seed).sample(sorted(before), count))
    plan = make_plan(GAME, KIND, worlds, {}, *played_as(known))
    with TemporaryDirectory() as folder:
        play(Path(folder) / "run", plan, jobs)
        now = digests(all_tables(plan, {each.key: games_of(Path(folder) / "run", plan, each) for each in plan.passes}))
    return worlds, [world for world in worlds if before[world] != now[world]]


def played_as(known: pd.DataFrame) -> tuple[int, tuple[Pass, ...]]:
    """The seed and the passes of the digests' games: those that the table names, else the usual ones."""
    if "pass" not in known.columns:
        return SEED, PASSES
    return int(known["seed"][0]), only(PASSES, list(known["pass"].unique()))


def run(
    atlas: Annotated[Path | None, typer.Argument(metavar="[RUN]", help="a finished atlas")] = None,
    out: Annotated[Path, typer.Option(help="folder of the documents")] = ROOT / "docs" / "atlas",
    table: Annotated[Path, typer.Option(help="a row a world, for its page of rules")] =
    ROOT / "games" / GAME / "atlas.csv.gz",
    measured: Annotated[list[str] | None, typer.Option("--cost", metavar="WORLD", help="measure what these worlds take"
                                                       )] = None,
    by: Annotated[str, typer.Option(help="with --cost: a game of this search instead, at two and at four seats, and "
                                    "against a quarter of its budget")] = "",
    count: Annotated[int, typer.Option("--again", help="play so many worlds again, and compare", min=0)] = 0,
    draw: Annotated[int, typer.Option(help="say how to play so many worlds of which a side is named once more, and so "
                                      "many called even, drawn by the seed", min=0)] = 0,
    larger: Annotated[str, typer.Option(help="with --draw: who plays them; four times the budget of the page")] =
    "mcts:40",
    seed: Annotated[int, typer.Option(help="that draws worlds")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="processes")] = CORES,
    stronger: Annotated[Path | None, typer.Option(metavar="RUN", help="an atlas by two strengths, finished or not, "
                                                  "of which the page is made")] = None,
    match: Annotated[Path | None, typer.Option(metavar="RUN", help="with --stronger: the match of the two players, if "
                                               "it was played in worlds drawn by lot")] = None,
    pilot: Annotated[list[Path] | None, typer.Option(metavar="RUN", help="with --match: one such match of another "
                                                     "budget that was tried; may be repeated")] = None,
    played: Annotated[str, typer.Option(help="search signature of the program that played it, if another")] = "",
    said: Annotated[bool, typer.Option("--words", help="make the tables of worlds by their words anew, how long games "
                                       "are and which hardly end, from the committed tables")] = False,
    lot: Annotated[int, typer.Option(help="say how to play so many of all worlds, drawn by the seed, against a quarter "
                                     "of the simulations, and at four seats", min=0)] = 0,
    deep: Annotated[Path | None, typer.Option(metavar="RUN", help="the games of such a lot against a quarter: a "
                                              "section of the page; the rest stays")] = None,
    at_four: Annotated[Path | None, typer.Option("--four", metavar="RUN", help="the games of such a lot at four seats: "
                                                 "a section of the page; the rest stays")] = None,
    checked: Annotated[Path | None, typer.Option(metavar="RUN", help="some of its worlds once more; without --stronger "
                                                 "the rest of the page stays")] = None,
) -> None:
    """Write the documents of an atlas, measure what one takes, or hold the committed one against games played again."""
    if (atlas is not None) + bool(measured) + bool(count) + (stronger is not None) + bool(draw) \
            + (stronger is None and checked is not None) + said + bool(lot) \
            + (stronger is None and (deep is not None or at_four is not None)) != 1:
        raise InputError("RUN, --cost, --again, --draw, --lot, --checked, --deep or --four, --words or --stronger: "
                         "expected one of them")
    if said:
        print(*atlas_words.published(out, TABLE), sep="\n")
        atlas_lengths.published(out / "README.md", table)
        atlas_ends.published(out / "README.md", ROOT / "bench" / "results")
        return
    if lot:
        for passes, folder in (((atlas_deep.KEY,), atlas_deep.PICTURE), (atlas_four.PASSES, atlas_four.FOLDER)):
            print(atlas_lot.to_play(lot, seed, by or STRONGER, passes, folder))
        return
    if draw:
        print(atlas_strengths.to_play(out / TABLE, draw, seed, larger))
        return
    if stronger is None and checked is not None:
        for file in atlas_strengths.check_published(checked, out, seed):
            print(file)
        return
    written = [] if stronger is None else atlas_strengths.publish(stronger, out, table, match, played, checked, seed,
                                                                  pilot or ())
    written += atlas_deep.publish(deep, out) if deep else []
    written += atlas_four.publish(at_four, out) if at_four else []
    if written:
        print(*dict.fromkeys(written), sep="\n")
        return
    if count:
        worlds, others = differing(out / DIGESTS, count, seed, jobs)
        print(f"{len(worlds)} worlds were played again; {len(others)} of them came out otherwise: "
              f"{', '.join(others) or 'none'}")
        if others:
            raise typer.Exit(1)
    costs = (games_of_stronger(measured, by) if by else cost(measured)) if measured else ()
    for line in map(str, publish(atlas, out, table)) if atlas else costs:
        print(line, flush=True)
