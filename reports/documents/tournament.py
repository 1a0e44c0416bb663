"""The report of a tournament: ratings, the table of all pairs, and a page, written into RUN/report/."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from games.api import InputError
from mcts import tournament
from mcts.interval import ENOUGH, LEVEL, Interval
from mcts.tournament import Games, TournamentResult
from reports.documents import web
from reports.documents.folder import FOLDER, Pictures, publish
from reports.documents.names import age
from reports.documents.simulate_report import titled
from reports.documents.tables import about
from reports.plots import ratings
from reports.run import MANIFEST, Run, open_run
from reports.wording import counted, minus

SURE = 0.95         # chance from which on an agent is said to be stronger than the next
HOW_TO_READ = """<ul>
<li><strong>Rating</strong>: Elo, relative to the mean of all agents here. An agent that is 100 above another is 1.78
times as likely to win a game that one of the two wins: 64 % at two seats. Ratings of another tournament have another
mean; only differences can be set side by side.</li>
<li><strong>Small figures</strong> are 95 % intervals. They count blocks: games of one table of agents, with the same
luck once for each rotation round the seats.</li>
<li><strong>Stronger than the next</strong>: how likely it is that the agent is stronger than the one below it.</li>
<li><strong>Table of pairs</strong>: in how many of the games in which both played the agent of the line ended ahead of
that of the column; an equal end is half. Where somebody else won, their points decide.</li>
<li><strong>Share of the win</strong> and <strong>points ahead</strong> of the others are those of the games that were
played. All agents meet almost equally often, but nobody meets itself: ratings allow for that.</li>
</ul>"""


def is_tournament(path: Path) -> bool:
    """Whether a tournament was begun at `path`."""
    return (path / MANIFEST).is_file() and open_run(path).manifest.get("kind") == tournament.KIND


def result(run: Run) -> TournamentResult:
    """What a tournament came to, as far as it was played. Raises InputError where that is too little."""
    what, rows = tournament.from_manifest(run.manifest), run.seats
    if not len(rows):
        raise InputError(f"{run.path}: holds no finished games yet")
    number = {agent: at for at, agent in enumerate(what.agents)}
    stranger = next((agent for agent in rows["agent"].unique() if agent not in number), None)
    if stranger is not None:
        raise InputError(f"{run.path}: agent: found {stranger}, expected one of {', '.join(what.agents)}")
    rows = rows.assign(entrant=rows["agent"].map(number)).sort_values(["game", "seat"])
    columns = [rows[name].to_numpy().reshape(-1, what.seats) for name in ("block", "entrant", "win", "margin", "score")]
    block, held, *outcomes = columns
    wins, margins, scores = (np.asarray(each, dtype=np.float64) for each in outcomes)
    try:
        return tournament.judge(what, Games(block[:, 0].astype(np.intp), held.astype(np.intp), wins, margins, scores))
    except InputError as error:
        raise InputError(f"{run.path}: {error}") from error


def tables(found: TournamentResult) -> dict[str, pd.DataFrame]:
    """`ratings`, the strongest first, and `pairs`, a row for each agent and other."""
    rated = [{"rank": rank, "agent": each.agent, "rating": each.rating.estimate, **_bounds(each.rating),
              "above_next": each.above_next, "win": each.win.estimate, "win_low": each.win.low,
              "win_high": each.win.high, "margin": each.margin.estimate, "margin_low": each.margin.low,
              "margin_high": each.margin.high, "score": each.score, "games": each.games}
             for rank, each in enumerate(found.standings, start=1)]
    pairs = [{"agent": each.agent, "other": each.other, "ahead": each.ahead.estimate, **_bounds(each.ahead),
              "games": each.games} for each in found.meetings]
    manifest = {"game": found.game, "version": found.version, "seed": found.seed}
    return about(manifest, found.seats, {"ratings": pd.DataFrame(rated), "pairs": pd.DataFrame(pairs)})


def crosstable(found: TournamentResult) -> pd.DataFrame:
    """The share of games that the agent of a line ended ahead of that of a column; NaN where they did not meet."""
    agents = [each.agent for each in found.standings]
    pairs = pd.DataFrame([(each.agent, each.other, each.ahead.estimate) for each in found.meetings],
                         columns=["agent", "other", "ahead"])
    return pairs.pivot(index="agent", columns="other", values="ahead").reindex(index=agents, columns=agents)


def _bounds(interval: Interval) -> dict[str, Any]:
    return {"low": interval.low, "high": interval.high, "level": LEVEL, "stderr": interval.stderr,
            "blocks": interval.blocks}


def finding(found: TournamentResult) -> str:
    """Who is strongest, as far as that is settled."""
    first, second = found.standings[:2]
    if min(each.rating.blocks for each in found.standings) < ENOUGH["win"]:
        return f"{first.agent} comes first. These are few games: another tournament may end in another order."
    if first.above_next >= SURE:
        ahead = first.rating.estimate - second.rating.estimate
        return f"{first.agent} is the strongest, {ahead:.0f} Elo above {second.agent}."
    return f"{first.agent} comes first, but is not shown to be stronger than {second.agent}."


def write_report(run_dir: str | Path) -> list[Path]:
    """Write RUN/report/ (report.html, plots/, tables/) and return the paths of its files, the page first.

    The same run gives the same bytes. Raises InputError for what is no tournament, or holds too few games.
    """
    run = open_run(Path(run_dir))
    found = result(run)
    own = tables(found)
    return publish(run.path / FOLDER, own, {"ratings": ratings.draw(own["ratings"])},
                   lambda pictures: page(run.manifest, found, pictures))


def page(manifest: Mapping[str, Any], found: TournamentResult, pictures: Pictures) -> str:
    """The whole page; `pictures` holds the SVG of the ratings."""
    title = titled(dict(manifest)).get("title", found.game)
    of = f" of the {found.games_asked:,} asked for" if found.games < found.games_asked else ""
    played = (f"This is from {counted(found.games, 'game')}{of} between {len(found.standings)} agents, in "
              f"{counted(found.blocks, 'block')} of {found.seats} games. The games of a block share their dice and "
              "draws, and the agents go round the seats.")
    parts = [web.lead(finding(found), played, age(manifest)), *([web.items(found.notes)] if found.notes else []),
             web.section("Ratings", web.picture(pictures, "ratings", "The rating of each agent, the strongest on "
                                                "top."), _rated(found)),
             web.section("Every pair", _crossed(found)), web.section("How to read this", HOW_TO_READ),
             web.section("The run", web.entries(manifest))]
    return web.document(f"{title}: a tournament of {len(found.standings)} agents at {found.seats} seats", parts)


def _rated(found: TournamentResult) -> str:
    lines = [[f"{rank}. {each.agent}", _with(each.rating, 1, 0), percent(each.above_next), _with(each.win, 100, 1),
              _with(each.margin, 1, 1), f"{each.score:.1f}", f"{each.games:,}"]
             for rank, each in enumerate(found.standings, start=1)]
    return web.table("The agents, the strongest first", ("agent", "rating", "stronger than the next\n%",
                     "share of the win\n%", "points ahead", "points", "games"), lines, "ratings")


def _crossed(found: TournamentResult) -> str:
    return web.table("How often the agent of the line ended ahead of that of the column, in percent",
                     ("agent", *map(str, range(1, len(found.standings) + 1))), crossed(found), "pairs")


def crossed(found: TournamentResult) -> list[Sequence[str]]:
    """The lines of the table of pairs: the agent with its number, then a cell for each other, in percent."""
    table = crosstable(found)
    return [[f"{rank}. {agent}", *("" if agent == other else percent(float(row[other])) for other in table.columns)]
            for rank, (agent, row) in enumerate(table.iterrows(), start=1)]


def percent(share: float) -> str:
    """A share in percent; a stroke where it is not known, and never 100 for what is not sure."""
    if share != share:
        return "—"
    return f"{min(share, 0.999) * 100:.1f}" if share < 1 else "100"     # what rounds to 100 is not all


def _with(interval: Interval, unit: float, digits: int) -> str:
    """A value with its interval, small below."""
    said = minus(f"{unit * interval.estimate:.{digits}f}")
    if not interval.is_known:
        return said
    return f"{said}\n{minus(f'{unit * interval.low:.{digits}f} to {unit * interval.high:.{digits}f}')}"
