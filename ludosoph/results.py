"""Matches and tournaments between agents, as tables."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludosoph import given
from mcts import match as matches
from mcts import tournament as tournaments
from mcts.simulate import MOST_GAMES

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


class MatchResult:
    """A finished match: agents that swapped seats with the same luck."""

    def __init__(self, result: matches.MatchResult) -> None:
        """Use `match`."""
        self.result = result

    def to_frame(self) -> pandas.DataFrame:
        """A row an agent: share of the win with its 95 % interval, margin in points with its interval, mean score."""
        import pandas

        return pandas.DataFrame([{
            "agent": standing.agent, "win": standing.win.estimate, "win_low": standing.win.low,
            "win_high": standing.win.high, "margin": standing.margin.estimate, "margin_low": standing.margin.low,
            "margin_high": standing.margin.high, "score": standing.score} for standing in self.result.standings])

    def to_json(self) -> dict[str, Any]:
        """The same as plain data, as `ludosoph match --json` prints it."""
        return self.result.to_json()

    def __repr__(self) -> str:
        """What came out, in a line."""
        first = self.result.standings[0]
        return (f"<match of {self.result.game}: {first.agent} wins {100 * first.win.estimate:.1f} % of "
                f"{self.result.games:,} games>")

    def _repr_html_(self) -> str:
        """The table in a notebook."""
        return str(self.to_frame().to_html(index=False))


def match(game: str, agents: Sequence[str], games: int = 200, seats: int | None = None, seed: int = 0, jobs: int = 1,
          **options: Any) -> MatchResult:
    """Play agents such as "mcts:500" and "greedy" against each other, `jobs` games at the same time.

    Raises ValueError naming the agent, seats or option refused.

    >>> import ludosoph
    >>> ludosoph.match("tic_tac_toe", ["mcts:50", "random"], games=20, seed=1).to_frame()["agent"].tolist()
    ['mcts:50', 'random']
    """
    plan = matches.plan(given.game(game), given.agents(agents), given.whole("games", games, 1, MOST_GAMES),
                        given.seats(seats), given.options(options), given.seed(seed))
    return MatchResult(matches.match(plan, given.jobs(jobs)))


class TournamentResult:
    """A finished tournament: ratings of more agents than sit at a table."""

    def __init__(self, result: tournaments.TournamentResult) -> None:
        """Use `tournament`."""
        self.result = result

    def to_frame(self) -> pandas.DataFrame:
        """A row an agent, the strongest first: rating in Elo with its 95 % interval, share of the win, margin, games.

        `above_next` is the chance that it is stronger than the agent of the next row.
        """
        from reports.documents.tournament import tables

        return tables(self.result)["ratings"].drop(columns=["game", "version", "seed", "seats"])

    def crosstable(self) -> pandas.DataFrame:
        """The share of games that the agent of a row ended ahead of that of a column; NaN where they did not meet."""
        from reports.documents.tournament import crosstable

        return crosstable(self.result)

    def plot(self) -> Figure:
        """The ratings with their intervals, as a figure of matplotlib."""
        from reports.documents.tournament import tables
        from reports.plots.ratings import draw

        return draw(tables(self.result)["ratings"])

    def to_json(self) -> dict[str, Any]:
        """The same as plain data, as `ludosoph tournament --json` prints it."""
        return self.result.to_json()

    def __repr__(self) -> str:
        """What came out, in a line."""
        every = self.result.standings
        return (f"<tournament of {self.result.game}: {every[0].agent} comes first of {len(every)} agents in "
                f"{self.result.games:,} games>")

    def _repr_html_(self) -> str:
        """The table in a notebook."""
        return str(self.to_frame().to_html(index=False))


def tournament(game: str, agents: Sequence[str], games: int = 600, seats: int | None = None, seed: int = 0,
               jobs: int = 1, **options: Any) -> TournamentResult:
    """Rate more agents than seats: all tables of them are played in turn, `jobs` games at the same time.

    `ludosoph tournament` keeps the games in a folder and goes on from there. Raises ValueError naming the agent, seats
    or option refused.

    >>> import ludosoph
    >>> found = ludosoph.tournament("tic_tac_toe", ["random", "mcts:50", "greedy"], games=30, seed=1)
    >>> found.to_frame()["agent"].tolist()[-1]
    'random'
    >>> found.crosstable().shape
    (3, 3)
    """
    from mcts.simulate import simulate

    plan = tournaments.plan(given.game(game), given.agents(agents), given.whole("games", games, 1, MOST_GAMES),
                            given.seats(seats), given.options(options), given.seed(seed))
    played = simulate(plan, given.jobs(jobs))
    return TournamentResult(tournaments.judge(plan, tournaments.games_of(played)))
