"""What a tournament came to, for a terminal: ratings, the table of all pairs, and what a reader has to know."""
from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from mcts.tournament import TournamentResult
from reports.documents.tournament import crossed, finding, percent
from reports.terminal.layout import Paragraph, Sheet
from reports.terminal.measured import bounds
from reports.wording import counted


def rated(result: TournamentResult) -> RenderableType:
    """Who is strongest in a tournament, the ratings, the table of all pairs, and what a reader has to know."""
    rows = [(rank, s.agent, f"{s.rating.estimate:.0f}", bounds(s.rating, 1, 0), percent(s.above_next),
             f"{100 * s.win.estimate:.1f}", f"{s.margin.estimate:.1f}", f"{s.games:,}")
            for rank, s in enumerate(result.standings, start=1)]
    heads = ("", "agent", "Elo", "95 % interval", "above next %", "win %", "margin", "games")
    pairs = [(rank, line[0].partition(". ")[2], *line[1:]) for rank, line in enumerate(crossed(result), start=1)]
    of = f" of {result.games_asked:,}" if result.games < result.games_asked else ""
    lines = [f"{result.games:,}{of} games in {counted(result.blocks, 'block')}, {result.seats} seats, seed "
             f"{result.seed}, {result.game} version {result.version}.", *result.notes]
    return Group(Paragraph(finding(result)), Text(""), Sheet(heads, rows, ("agent",), keys=2), Text(""),
                 Paragraph("How often each ended ahead of the others, in percent:"),
                 Sheet(("", "agent", *map(str, range(1, len(rows) + 1))), pairs, ("agent",), keys=2), Text(""),
                 *map(Paragraph, lines))
