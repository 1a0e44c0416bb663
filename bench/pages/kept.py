"""What better players keep: a page of several finished runs of `balance --stronger`, a row an item each.

    ludosoph balance world504 --items seats --option world=781 --agent greedy --stronger mcts:25 --out world-781
    python -m bench kept world-781 --out docs/reports/world504/places.md
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import pandas as pd
import typer

from bench.pages.age import OLDER, signature
from bench.pages.contents import with_contents
from bench.peers.facts import our_version
from bench.peers.table import piped
from games.api import InputError
from reports.documents import headline, strengths
from reports.documents.headline import Head
from reports.experiments import matters
from reports.experiments.items import LADDER, NULL, POINTS, SEATS, kind_of, quantity
from reports.experiments.plan import BalancePlan
from reports.experiments.results import results
from reports.experiments.run import open_balance
from reports.statistics.verdicts import REFUTED
from reports.wording import abs_between, capitalised, counted, listed, number, signed, signed_between

LEAD = """Everything is played by two players of unlike strength, and what is said goes by the stronger. *Holds*, *turns
round*, *only among weak players*: [what the words mean](../../balance.md#how-to-read-it). Points are those ahead of the
mean of the others, wins are percentage points above an equal share, both with 95 % intervals; tiles are held against
the mean of those compared. What would make it fair is points that are added after the game."""

FOUND = (*strengths.FLAGGED, REFUTED)       # words whose items a line names, however many there are
FEW_ITEMS = 4           # of another word


@dataclass(frozen=True)
class Section:
    """What a run found: in one line, and all of it."""

    game: str
    about: str      # what is compared, at how many seats, under which options
    finding: str
    parts: tuple[str, ...]


def told(path: Path) -> Section:
    """Who played, what was found, every item, and how to play it again. Raises InputError."""
    run, plan = open_balance(path)
    if not plan.stronger:
        raise InputError(f"{path}: was played by one player; expected a run of balance with --stronger")
    _, tables = results(plan, run)
    head = headline.of_run(path, plan, tables)
    tables = headline.heeded(head, tables)
    blocks, games = run.played()
    return Section(plan.rules_of_game.title, about(plan), short(strengths.of_page(plan, tables), plan.stronger), (
        strengths.who(plan, run.manifest),
        *([f"**{fair}**"] if (fair := headline.fair(plan, head, tables)) else []),
        *_sentences(head), *strengths.sentences(plan, tables), *filter(None, [strengths.once(plan, tables, head)]),
        "\n".join(table(plan, tables)),
        f"{games:,} games in {blocks:,} blocks, seed {plan.seed}:", f"```text\n{command(plan)}\n```"))


def short(rows: Sequence[Mapping[str, Any]], agent: str) -> str:
    """What becomes of the effects among better players, by points, a word and the items it is said of."""
    groups: dict[str, list[str]] = {}
    for row in rows:
        groups.setdefault(row["word"], []).append(f"{row['item']} ({signed(row['at_stronger'])})")
    return f"({agent}, in points): " + "; ".join(
        f"*{word}* for {listed(items) if word in FOUND or len(items) <= FEW_ITEMS else len(items)}"
        for word, items in groups.items()) + "."


def about(plan: BalancePlan) -> str:
    """What is compared, at how many seats, and under which options."""
    what = f"{'places' if plan.kind == SEATS else plan.kind.replace('-', ' ')} with {counted(plan.seats, 'seat')}"
    return ", ".join([capitalised(what), *(f"{name} {value}" for name, value in plan.options.items())])


def command(plan: BalancePlan) -> str:
    """The run as a line to type. What a question sets by default is left out."""
    some = plan.items if plan.kind != SEATS and len(plan.items) < len(kind_of(plan.rules_of_game, plan.kind).items) \
        else ()
    own = tuple(number for name, number in map(quantity, set(plan.tokens) - {NULL}) if name == POINTS)
    points = f" --points {','.join(map(str, sorted(own)))}" if own and set(own) != set(LADDER) else ""
    size = matters.points(plan.game, plan.seats, plan.options, plan.delta_win)
    return (f"ludosoph balance {plan.game} --items {plan.kind}"
            + "".join(f" --item {quote(item)}" for item in some) + f" --seats {plan.seats}"
            + "".join(f" --option {name}={value}" for name, value in plan.options.items()) + points
            + ("" if plan.delta_margin == size else f" --delta-margin {plan.delta_margin:g}")
            + f" --agent {plan.agents[0]} --stronger {plan.stronger} --games {plan.games} --seed {plan.seed} --out RUN")


def _sentences(head: Head | None) -> list[str]:
    """What the second run says of the headline."""
    return [each for each in (headline.not_again(head, lambda item: ""), headline.twice(head)) if each]


def table(plan: BalancePlan, tables: dict[str, pd.DataFrame]) -> list[str]:
    """A row an item and outcome, with what would make it fair where better players have it in points."""
    lines = [[row["item"], unit, _between(row, "weaker", times), _between(row, "stronger", times), row["word"],
              _evened(plan, row) if outcome == "margin" and row["word"] in strengths.FLAGGED else ""]
             for outcome, unit, times in (("margin", "points", 1), ("win", "wins", 100))
             for row in strengths.of_page(plan, tables, outcome)]
    return piped(["", "in", "weaker", "stronger", "among better players", "what would make it fair"], lines, 2)


def _between(row: dict[str, Any], which: str, times: int) -> str:
    value, low, high = (times * row[name] for name in (f"at_{which}", f"{which}_low", f"{which}_high"))
    return f"{signed(value)} ({signed_between(low, high)})" if isfinite(low + high) else "too few games"


def _evened(plan: BalancePlan, row: dict[str, Any]) -> str:
    """Points that are added after the game, so that nothing needs to be played for them."""
    value, low, high = (row[name] for name in ("at_stronger", "stronger_low", "stronger_high"))
    who = headline.for_whom(plan, row["item"], value > 0)
    return f"{number(abs(value))} points ({abs_between(low, high)}) for {who}"


def page(title: str, runs: Sequence[Path], played: str = "") -> str:
    """The whole page; `played` is the search signature of the program that played, where it is not today's."""
    older = bool(played) and played != signature()
    by = f" The games were played with search signature {played}." if older else ""
    sections = [told(run) for run in runs]
    several = len({each.game for each in sections}) > 1
    names = [f"{each.game}: {each.about}" if several else each.about for each in sections]
    found = [f"* **{name}** {each.finding}" for name, each in zip(names, sections, strict=True)]
    lead = LEAD if several else f"{LEAD}\n\nThe game is {sections[0].game}."
    parts = [f"# {title}", "\n".join(found), lead, *([f"**{OLDER}**"] if older else []),
             *(part for name, each in zip(names, sections, strict=True) for part in (f"## {name}", *each.parts)),
             f"Written by ludosoph {our_version()}, search signature {signature()}, with `python -m bench kept`.{by}"]
    return with_contents("\n\n".join(parts)) + "\n"


def run(runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="finished runs of balance --stronger")],
        out: Annotated[Path, typer.Option(help="file of the page")],
        title: Annotated[str, typer.Option(help="its heading")] = "What better players keep",
        played: Annotated[str, typer.Option(help="search signature of the program that played, if another")] = "",
        ) -> None:
    """Write the page."""
    out.write_text(page(title, runs, played), encoding="utf-8")
    print(out)
