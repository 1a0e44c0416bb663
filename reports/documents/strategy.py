"""`strategy GAME`: plays the parts, each a run that can be continued, and writes the page over them."""
from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

import reports.run
from games.api import InputError
from reports.documents import balance_figures as balance_tables
from reports.documents import simulate as html
from reports.documents import strategy_words as words
from reports.documents import tables, web
from reports.documents import words as run_words
from reports.documents.balance import CAPTIONS, how_to_read, told
from reports.documents.balance_words import side
from reports.documents.folded import folded
from reports.documents.folder import PAGE, Pictures, publish
from reports.documents.shape import judge_run, shape_tables
from reports.documents.simulate_report import Shape, figures, titled
from reports.documents.strategy_parts import GAMES, Asked, Part, parts
from reports.documents.strategy_tables import strategy_tables
from reports.experiments.plan import BalancePlan
from reports.experiments.results import results
from reports.experiments.rows import Row, table
from reports.experiments.run import balance
from reports.run import Run

FOLDER = "report"           # inside the folder of the parts
RUN_FIGURES = ("points_by_source", "strategies", "winners", "win_chances")
ALONE = ("board_matrix", "exchange_rate", "skill_curve", "ladder")     # figures beside the forests of a part
Watch = Callable[[str], AbstractContextManager[Callable[[float], None]]]     # progress of work of this name


@dataclass
class Section:
    """One part, played and told."""

    part: Part
    sentence: str
    tables: dict[str, pd.DataFrame]
    figures: dict[str, Figure]
    rows: list[Row] = field(default_factory=list)

    def own(self, pictures: Pictures) -> dict[str, bytes]:
        """The part's pictures, by their names within it."""
        before = f"{self.part.name}_"
        return {name.removeprefix(before): data for name, data in pictures.items() if name.startswith(before)}


def write_strategy(asked: Asked, folder: Path, jobs: int, watch: Watch) -> tuple[dict[str, Any], list[Path]]:
    """Play what is missing of each part into folder/PART, write folder/report/, and return it as data and as files.

    It can be stopped at any moment and continued. Raises InputError for what cannot be asked, before a game is played.
    """
    all_parts = parts(asked)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"{folder}: is a file, expected a folder or a name not yet used")
    sections = []
    for number, part in enumerate(all_parts, start=1):
        with watch(f"{number} of {len(all_parts)}, {part.name}") as progress:
            sections.append(_simulated(part, asked, folder, jobs, progress) if part.name == GAMES
                            else _balanced(part, folder, jobs, progress))
    found = {f"{s.part.name}_{name}": each for s in sections for name, each in s.tables.items()}
    drawn = {f"{s.part.name}_{name}": each for s in sections for name, each in s.figures.items()}
    game = titled({"game": asked.game})["title"]
    seats = sections[0].part.plan.seats
    heading = f"{game} for {seats} seats: a strategy report"
    files = publish(folder / FOLDER, found, drawn,
                    lambda pictures: web.document(heading, _page(asked, seats, sections, pictures)))
    document = {"report": str(folder / FOLDER / PAGE), **asdict(asked), "seats": seats, "sections": [
        {"name": s.part.name, "title": s.part.title, "sentence": s.sentence, "run": str(folder / s.part.name),
         "rows": [{k: None if isinstance(v, float) and not isfinite(v) else v for k, v in asdict(r).items()}
                  for r in s.rows]}
        for s in sections]}
    return document, files


def _simulated(part: Part, asked: Asked, folder: Path, jobs: int, progress: Callable[[float], None]) -> Section:
    assert not isinstance(part.plan, BalancePlan)
    run = reports.run.simulate(folder / part.name, part.plan, jobs,
                               progress=lambda done, all_: progress(done / all_ / 2))
    shape = Shape(asked.shape, asked.judge, jobs)
    judged = judge_run(run, shape.games, shape.judge, jobs, lambda share: progress((1 + share) / 2))
    played = folded(run.batches())
    found = tables.tables_of(played, run.manifest) | tables.about(
        run.manifest, played.seats, strategy_tables(played.sample, asked.seed) | shape_tables(judged, shape.judge))
    drawn = {name: figure for name, figure in figures(found).items() if name in RUN_FIGURES}
    said = [run_words.strategies(found)] if "winner_less_opponents" in found else []
    return Section(part, " ".join([*said, run_words.shape(found)]), found, drawn)


def _balanced(part: Part, folder: Path, jobs: int, progress: Callable[[float], None]) -> Section:
    assert isinstance(part.plan, BalancePlan)
    run: Run = balance(folder / part.name, part.plan, jobs, progress=progress)
    rows, found = results(part.plan, run)
    return Section(part, words.sentence(part.plan, rows, found), {"balance": table(rows), **found},
                   balance_tables.figures(part.plan, rows, found), rows)


def _first(sections: list[Section]) -> str:
    """What a player should know first: the first part of which anything is shown, in its first sentence."""
    found = next((s for s in sections if any(side(r) for r in s.rows if r.outcome == "margin")), sections[0])
    return found.sentence.partition(". ")[0].rstrip(".") + "."


def _page(asked: Asked, seats: int, sections: list[Section], pictures: Pictures) -> list[str]:
    games = sum(int(s.part.plan.games) for s in sections)
    lead = (f"This is from at most {games:,} games with {seats} seats, played by {asked.agent} unless a line says "
            "otherwise. Other players may get other results.")
    out = [web.lead(_first(sections)), web.items([f"{s.part.title}: {s.sentence}" for s in sections]),
           f"<p>{web.escape(lead)}</p>"]
    for section in sections:
        own = section.own(pictures)
        if isinstance(section.part.plan, BalancePlan):
            plan = section.part.plan
            inner = [piece for record in plan.records for piece in told(record, plan, section.rows, own)]
            inner += [web.picture(own, name, section.part.title, CAPTIONS[name]) for name in ALONE]
            out.append(web.section(section.part.title, f"<p>{web.escape(section.sentence)}</p>", *inner))
        else:
            out += [html.sources(section.tables, own), html.strategies(section.tables, own),
                    html.shape(section.tables, own)]
    runs = "".join(f"<li><code>{web.escape(s.part.name)}</code>: {s.part.plan.games:,} games at most</li>"
                   for s in sections)
    judged = next(s.part.plan for s in sections if isinstance(s.part.plan, BalancePlan))
    return [*out, how_to_read(judged),
            web.section("The runs", "<p>Each part is a run of its own beside this report, played by version "
                        f"{judged.version} of the rules: another version of the program plays none of them on.</p>",
                        f"<ul>{runs}</ul>")]
