"""The page of a study: what was found, then tables and pictures, then how it was played; rows of all of it as CSV."""
from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

import pandas as pd

from bench import pictures
from bench.pages.age import signature
from bench.pages.contents import with_contents
from bench.peers.facts import facts
from bench.peers.table import piped
from bench.study import places, worths
from bench.study.chapters import Chapter, effects
from bench.study.parts import BOARDS, SEATS, Part, Subject
from games.api import InputError
from games.documents import write_file
from reports.documents.players import strength
from reports.documents.writers import write_csv
from reports.experiments.plan import budget_of
from reports.wording import listed

LEAD = """The same player sits in all seats, so every number holds for this player, this number of seats and these
options; other players may get other results. `greedy` plays the move that its rules of thumb like best{searching}.
Points are those that a seat ends ahead of the mean of the others; wins are in percentage points above an equal share.
Figures after ± and "to" are 95 % intervals, and verdicts are held to a false discovery rate of 10 %. A round is a set
of games that share their luck. [How to read all this](../../balance.md)."""
SEARCHING = "; `{agent}` looks ahead, with {budget} simulations a decision"
PLAYED = """`{command}` plays all of it, goes on where it was stopped, and writes this page. `greedy` is fast and
plays twice as many games as the search, which plays with its budget and with four times that, in rounds of their own.
How long a part was played was set by the clock, and not by what was found."""
STRENGTHS = "strengths.md"      # the page of `python -m bench kept` beside this one
TODAY = f"[What better players of today keep]({STRENGTHS}) of it, with what would make it fair."
WIDTH, STICKS = 120, "\N{NO-BREAK SPACE}"       # columns of a line of text; in place of a space that ends no line


def write(out: Path, subject: Subject, chapters: Sequence[Chapter], missing: Sequence[Part], command: str,
          ) -> list[Path]:
    """README.md, pictures and rows in the folder `out`, which is made; returns the paths.

    Raises InputError where nothing was played.
    """
    if not chapters:
        raise InputError("nothing was played yet: there is nothing to write")
    out.mkdir(parents=True, exist_ok=True)
    sections = _sections(subject, chapters)
    text = [f"# {subject.title}: {listed([each.title.lower() for each in sections])}",
            "\n".join(line for each in sections for line in _top(each)),
            *([_filled(TODAY)] if (out / STRENGTHS).exists() else []), _filled(_lead(chapters)),
            *(_filled(paragraph) for each in sections for paragraph in each.text),
            played(subject, chapters, missing, command)]
    for each in sections:
        for name, figure in each.pictures.items():
            pictures.save(figure, out, name)
    page = out / "README.md"
    write_file(page, (with_contents("\n\n".join(text).rstrip()) + "\n").encode())
    return [page, *(out / f"{name}.png" for each in sections for name in each.pictures), _rows(out, chapters)]


def _lead(chapters: Sequence[Chapter]) -> str:
    """What all numbers rest on; the search is told by its smaller budget."""
    budgets = {agent: budget for c in chapters for agent in c.plan.agents if (budget := budget_of(agent))}
    least = min(budgets, key=lambda agent: budgets[agent], default="")
    return LEAD.format(searching=SEARCHING.format(agent=least, budget=budgets[least]) if least else "")


def _sections(subject: Subject, chapters: Sequence[Chapter]) -> list[worths.Section]:
    """Items at each number of seats, boards, places; those that were played."""
    said = []
    for seats in subject.tables:
        own = [c for c in chapters if c.part.kind == subject.kind and c.plan.seats == seats]
        if own:
            title = subject.many.capitalize() + (f" with {seats} seats" if len(subject.tables) > 1 else "")
            said.append(worths.section(title, subject.one, subject.many, own, f"items-{seats}"))
    if own := [c for c in chapters if c.part.kind == BOARDS]:
        said.append(worths.section("Boards", "board", "boards", own, BOARDS))
    if own := [c for c in chapters if c.part.kind == SEATS]:
        said.append(places.section(own))
    return said


def _top(section: worths.Section) -> list[str]:
    """The section in the list at the top."""
    return [f"* **{section.title}**", *(_filled(each, "  * ", "    ") for each in section.finding)]


def _filled(paragraph: str, first: str = "", others: str = "") -> str:
    """A paragraph in lines that fit, a number and its sign in one; tables, headings and pictures stay."""
    if "|" in paragraph or paragraph.startswith(("#", "!")):
        return paragraph
    text = " ".join(paragraph.split()).replace(" %", f"{STICKS}%")
    return fill(text, WIDTH, initial_indent=first, subsequent_indent=others, break_long_words=False,
                break_on_hyphens=False).replace(STICKS, " ")


def played(subject: Subject, chapters: Sequence[Chapter], missing: Sequence[Part], command: str) -> str:
    """How to play it again: rounds, seeds, commands, how strong the players are, and what this was made with."""
    body = [[c.part.name, " and ".join(c.plan.agents), f"{c.blocks:,}", f"{c.plan.blocks:,}", f"{c.games:,}",
             str(c.plan.seed)] for c in chapters]
    who = list(dict.fromkeys(agent for c in chapters for agent in c.plan.agents))
    left = [_filled(f"Not played yet: {listed([part.name for part in missing])}."), ""] if missing else []
    about = [f"* {name.replace('_', ' ')}: {value}" for name, value in facts(search_signature=signature()).items()]
    return "\n".join([
        "## How it was played", "", _filled(PLAYED.format(command=command)), "",
        _filled(strength(subject.game, 2, who)), "",
        *piped(["part", "played by", "rounds", "at most", "games", "seed"], body, 2), "", *left, "```text",
        *(c.part.command() for c in chapters), "```", "",
        "All rows: [against_mean.csv.gz](against_mean.csv.gz), against the mean of the kind. `ludosoph report` of a",
        "part has the rows against nothing.", "", "Written on:", "", *about])


def _rows(out: Path, chapters: Sequence[Chapter]) -> Path:
    """Items against the mean of their kind, a part after another."""
    rows = pd.concat([effects([c]).assign(part=c.part.name) for c in chapters])
    return write_csv(rows[["part", *(name for name in rows if name != "part")]], out / "against_mean.csv.gz")
