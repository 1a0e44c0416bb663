"""Whether advice is as sure as it says: on positions that no fit has seen, against far longer searches and other seeds.

    python -m bench check_uncertainty burgundy --positions 12

Searches of several lengths say which plan is best and how sure that is. A far longer one, which also values their
plans, says whether that holds. The table is bench/results/uncertainty.md, a line for each game, number of seats and
length that was ever checked; the searches are kept in a ledger, so that more positions add to those before.

    python -m bench check_uncertainty burgundy --positions 60 --again 5

Whether the chances are what comes, and the intervals hold it: games played on from positions (outcomes.py). The table
is bench/results/chances.md.
"""
from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from matplotlib.figure import Figure

from bench import pictures
from bench.command import said as tell
from bench.peers.facts import facts
from bench.publish import Ledger, Row, page, publish
from bench.tuning import outcomes
from bench.tuning.comparisons import KEY, Compared, Said, compare, read_row, said
from bench.tuning.fit_uncertainty import read_lengths
from games.api import InputError
from games.registry import load, names
from mcts.agents import make
from mcts.confidence import PHASES, Calibration, Verdict, calibration
from mcts.interval import Z95, wilson
from mcts.reliability import reliability
from mcts.walks import Table, walks
from reports.plots import style

ROOT = Path(__file__).resolve().parents[2]
LEDGER = ROOT / "bench" / "results" / "uncertainty" / "searches.csv.gz"
UNMEASURED = "{}: nothing was measured for {} seats; run bench/tuning/fit_uncertainty.py first"
LEAD = """On positions of greedy games that no fit has seen, searches of several lengths name a plan and say how sure
that is. The reference is a search {times} times as long or longer that values their plans too. *Agrees*: the
reference names the same plan. *Within its loss*: it does, or says that the plan loses no more than the answer allows
(`lossAtMost`). *Clearly best*, *probably best*, *level*: answers with this phrase, and how often it is right: the
plan is the reference's, or is among those called level. *Same with another seed*: of pairs of searches of which one
says "clearly best", those in which the other names the same plan. *ECE*: mean distance between P(best) as said and as
it is, over all plans. Plans are judged together where it was measured how far that is off; lines of other searches,
and of those that are older, end with *alone*. A line pools what was searched with the command `{command}`."""


def judged(rows: Sequence[Compared]) -> list[tuple[Compared, Said]]:
    """What advice says of each search, by the committed calibration."""
    found = []
    for row in rows:
        known = calibration(load(row.game), row.seats)
        if known is None:
            raise InputError(UNMEASURED.format(row.game, row.seats))
        found.append((row, said(row, known.search(row.simulations), known.phases[row.phase])))
    return found


def line(rows: Sequence[Compared]) -> Row:
    """A line of the table: searches of one length of one game."""
    answers = judged(rows)
    agreed = [row.pick == 0 or row.loss == 0 for row, _ in answers]
    within = [same or loss(row) <= told.risk + 1e-9 for same, (row, told) in zip(agreed, answers, strict=True)]
    pairs = [(p, float(k == row.pick)) for row, told in answers for k, p in enumerate(told.p_best)]
    made: Row = {"game": rows[0].game, "seats": rows[0].seats, "simulations": rows[0].simulations,
                 "searches": len(rows), "agrees": float(np.mean(agreed)), "within_loss": float(np.mean(within)),
                 "together": together(rows),
                 "ece": reliability([min(1.0, float(p)) for p, _ in pairs], [y for _, y in pairs]).ece}
    for name, verdict in (("clearly", Verdict.CLEARLY), ("probably", Verdict.PROBABLY), ("level", Verdict.LEVEL)):
        mine = [0 <= row.pick < told.level or row.loss == 0 for row, told in answers if told.verdict is verdict]
        made[name], made[f"{name}_right"] = len(mine), sum(mine)
    same = [a.first == b.first for a, b in other_seeds(answers)]
    made["seeds"], made["seeds_same"] = len(same), sum(same)
    return made


def together(rows: Sequence[Compared]) -> bool:
    """Whether plans were judged together in all these searches of one kind: they kept what that takes, and it was
    measured how far it is off.
    """
    known = calibration(load(rows[0].game), rows[0].seats)
    return (all(row.beliefs for row in rows) and known is not None
            and known.search(rows[0].simulations).together is not None)


def loss(row: Compared) -> float:
    """What the first plan loses by the reference, in win chance."""
    known = calibration(load(row.game), row.seats)
    assert known is not None
    phase = known.phases[row.phase]
    return float(phase.chance(row.top) - phase.chance(row.top - row.loss))


def other_seeds(answers: Sequence[tuple[Compared, Said]]) -> list[tuple[Compared, Compared]]:
    """Pairs of searches of one position of which the first says "clearly best"."""
    return [(a, b) for a, told in answers if told.verdict is Verdict.CLEARLY
            for b, _ in answers if b.position == a.position and b.search != a.search]


def lines(rows: Sequence[Compared]) -> list[Row]:
    """The table, and below each game a line for all its lengths."""
    groups: dict[tuple[str, int, int], list[Compared]] = {}
    for row in rows:
        groups.setdefault((row.game, row.seats, row.simulations), []).append(row)
    return [line(groups[key]) for key in sorted(groups)]


def share(right: int, of: int) -> str:
    """How many of how many, in percent with a 95 % interval."""
    if not of:
        return "–"
    low, high = wilson(right, of)
    return f"{100 * right / of:.0f} % of {of} ({100 * low:.0f}–{100 * high:.0f})"


def written(rows: Sequence[Row], about: dict[str, str], lead: str) -> str:
    """The table as Markdown."""
    head = ["game", "seats", "simulations", "searches", "agrees", "within its loss", "clearly best", "probably best",
            "level", "same with another seed", "ECE"]
    body = [[str(r["game"]), str(r["seats"]), f"{r['simulations']:,}", str(r["searches"]), f"{100 * r['agrees']:.0f} %",
             f"{100 * r['within_loss']:.0f} %", share(r["clearly_right"], r["clearly"]),
             share(r["probably_right"], r["probably"]), share(r["level_right"], r["level"]),
             share(r["seeds_same"], r["seeds"]), f"{r['ece']:.3f}{'' if r['together'] else ' alone'}"] for r in rows]
    return page("How sure advice is, and how right", lead, about, head, body,
                below="![P(best) as said, and as it is](../../docs/images/uncertainty.png)")


@style.styled
def draw(rows: Sequence[Compared]) -> Figure:
    """P(best) of the plans as said against how often it is so, in ten bins, over all games."""
    figure = style.new_figure(4.4)
    pairs = [(min(1.0, float(p)), float(k == row.pick)) for row, told in judged(rows)
             for k, p in enumerate(told.p_best)]
    found = reliability([p for p, _ in pairs], [y for _, y in pairs])
    style.heading(figure, "P(best) as said, and as it is", f"{len(rows):,} searches in "
                  f"{len({row.game for row in rows})} games; a far longer search says which plan is best.\n"
                  "Bars: 95 % of chance; numbers: plans in the bin.")
    axes = figure.subplots()
    axes.plot([0, 100], [0, 100], color=style.FAINT, linestyle="--", linewidth=1.2)
    for p, y, n in zip(found.forecast, found.outcome, found.count, strict=True):
        if n:
            error = Z95 * float(np.sqrt(max(y * (1 - y), p * (1 - p)) / n))
            bar = [[100 * min(y, error)], [100 * min(1 - y, error)]]
            axes.errorbar(100 * p, 100 * y, yerr=bar, fmt="o", color=style.colour(0), capsize=3, markersize=6)
            axes.annotate(f"{n:,}", (100 * p, 100 * y), xytext=(7, -3), textcoords="offset points", fontsize=8,
                          color=style.FAINT)
    axes.set_xlim(-3, 107)
    axes.set_ylim(-5, 105)
    axes.set_xlabel("P(best) as said, %")
    axes.set_ylabel("best by the longer search, %")
    axes.grid()
    return figure


def run(game: Annotated[str, typer.Argument(metavar="[GAME]", help="A game; by default all that were measured.")] = "",
        seats: Annotated[int | None, typer.Option(help="Seats, if not the game's default.")] = None,
        positions: Annotated[int, typer.Option(min=0, help="How many; those in the ledger count.")] = 6,
        lengths: Annotated[str, typer.Option(help="Simulations of the searches that are checked.")] = "1000,10000",
        searches: Annotated[int, typer.Option(min=1, help="Searches of each length, with other seeds.")] = 2,
        times: Annotated[int, typer.Option(min=2, help="The reference is so many times as long.")] = 10,
        sampler: Annotated[str, typer.Option(help="The agent whose games the positions come from.")] = "greedy",
        seed: int = 1_000,
        again: Annotated[int, typer.Option(min=0, help="Check chances instead: games played on from each position."
                                           )] = 0,
        agent: Annotated[str, typer.Option(help="The agent that plays them.")] = "mcts:200",
        worlds: Annotated[int, typer.Option(min=0, help="Of a game with families: so many of its games, at each number "
                                            "of seats in turn if --seats names none.")] = 0,
        afresh: Annotated[bool, typer.Option("--afresh", help="Of chances: ask anew what is said of the seed's "
                                             "positions, as after a fit; their games stay.")] = False,
        thirds: Annotated[str, typer.Option(help="Of chances: the parts of a game that positions are from, as in 2,3."
                                            )] = "1,2,3",
        seconds: Annotated[float, typer.Option(help="Of a processor, after which no position is begun.")] = 1e9,
        ledger: Annotated[Path, typer.Option(help="File of the searches.")] = LEDGER,
        out: Annotated[Path, typer.Option(help="Folder for the table.")] = ROOT / "bench" / "results",
        images: Annotated[Path, typer.Option(help="Folder for the plot.")] = ROOT / "docs" / "images") -> None:
    """Check what advice says of its certainty; write uncertainty.md and .csv, and a reliability plot. With --again,
    check whether chances are what comes when games are played on; write chances.md and .csv.

    Example: python -m bench check_uncertainty pig --positions 12
    """
    if again:
        rules = load(game or "connect_four")
        kept = outcomes.OUTCOMES if ledger == LEDGER else ledger
        if afresh:
            for at in rules.seats:
                outcomes.stated_afresh(rules.name, at, seed, Ledger(kept, outcomes.KEY))
        chosen = drawn_worlds(rules.name, seats, worlds, seed) if worlds else [Table(rules.name, seats)]
        parts = read_thirds(thirds)
        for path in outcomes.check(chosen, -(-positions // len(parts) // len(chosen)), sampler, agent,
                                   read_lengths(lengths)[0], again, seed, kept, out, seconds, parts):
            print(path)
        return
    asked, made = read_lengths(lengths), Ledger(ledger, KEY)
    for name in [game] if game else [n for n in names() if load(n).calibration is not None]:
        _search(Table(name, seats), positions, asked, searches, times, sampler, seed, made)
    rows = [read_row(row) for row in made.rows.values()]
    if not rows:
        raise InputError(f"{ledger}: no search was checked yet; ask for --positions 1 or more")
    about = facts(seed=str(seed))
    lead = LEAD.format(times=times, command=shlex.join(["python", "-m", "bench", "check_uncertainty", *sys.argv[1:]]))
    images.mkdir(parents=True, exist_ok=True)
    table = lines(rows)
    for path in [*publish(table, about, written(table, about, lead), out, "uncertainty"),
                 pictures.save(draw(rows), images, "uncertainty")]:
        print(path)


def drawn_worlds(game: str, seats: int | None, count: int, seed: int) -> list[Table]:
    """So many of the games that a shaping option makes, drawn; without `seats` at each number in turn. Raises
    InputError where there are none.
    """
    rules = load(game)
    every = [((kind.option, name),) for kind in rules.variants.kinds.values() for name in kind.names()]
    if not every:
        raise InputError(f"--worlds: {game} is one game")
    chosen = random.Random(f"worlds {seed}").sample(every, min(count, len(every)))
    return [Table(game, seats or at, world) for world, at in zip(chosen, cycle(rules.seats), strict=False)]


def read_thirds(text: str) -> tuple[int, ...]:
    """Parts of a game by number from 0, of numbers from 1 with commas. Raises InputError."""
    found = tuple(int(part) - 1 if part in ("1", "2", "3") else -1 for part in text.split(","))
    if -1 in found or len(set(found)) < len(found):
        raise InputError(f"--thirds: found {text[:40]!r}, expected some of 1, 2 and 3, as in 2,3")
    return found


def _search(table: Table, positions: int, lengths: tuple[int, ...], searches: int, times: int, sampler: str, seed: int,
            ledger: Ledger) -> None:
    start_, games = table.start(), -(-positions // PHASES)
    known = calibration(load(table.game), start_.seats)
    if known is None:
        raise InputError(UNMEASURED.format(table.game, start_.seats))
    chosen = [p for found, _ in walks(table, make(sampler), games, seed) for p in found][:positions]
    unfitted = Calibration(known.decisions, known.phases)
    done = 0
    for row in compare(table, chosen, unfitted, lengths, searches, times * lengths[-1], seed, ledger):
        done += len(row)
        tell(f"{table.game}, {start_.seats} seats: {done} searches checked")
