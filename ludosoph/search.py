"""What a search found: the best plan, the calibrated chance to win, tables and bars."""
from __future__ import annotations

import asyncio
from html import escape
from typing import TYPE_CHECKING, Any

from games.api import InputError
from ludosoph import given
from mcts.advice import advise, search_params
from mcts.course import Course

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from ludosoph.positions import Position

SHOWN = 8           # plans in a notebook's table


class Search:
    """Advice for the seat to act in a position. Chances are calibrated: shares of 1, of the side to move.

    >>> import ludosoph
    >>> found = ludosoph.new("tic_tac_toe").play("a1", "b1", "a2", "c3").search(simulations=400, seed=1)
    >>> found.best, found.win_chance
    ('a3', 1.0)
    """

    def __init__(self, position: Position, document: dict[str, Any], stopped: bool) -> None:
        """Use `Position.search`. `document` is the JSON document of `ludosoph suggest --json`."""
        self.position, self.document, self.stopped = position, document, stopped

    @property
    def best(self) -> str:
        """The first move of the best plan."""
        return self.plan[0]

    @property
    def plan(self) -> tuple[str, ...]:
        """The moves of the best plan: what the seat does until somebody else decides or chance comes."""
        return tuple(self.document["planInfos"][0]["moves"])

    @property
    def win_chance(self) -> float | None:
        """The chance to win with the best plan; None where it is not known."""
        return _share(self.document["rootInfo"]["winChance"])

    @property
    def win_chance_interval(self) -> tuple[float | None, float | None]:
        """The bounds between which the chance lies with 95 %."""
        root = self.document["rootInfo"]
        return _share(root["winChanceLow"]), _share(root["winChanceHigh"])

    @property
    def scores(self) -> tuple[float | None, ...]:
        """The points each seat is expected to end with after the best plan."""
        return tuple(self.document["rootInfo"]["scoreMean"])

    @property
    def visits(self) -> int:
        """Simulations made."""
        return int(self.document["rootInfo"]["visits"])

    def to_frame(self, rows: str = "plans") -> pandas.DataFrame:
        """A table of all plans that were valued, or with rows="moves" of all legal moves, best first.

        Columns: moves (text), win_chance, win_chance_error, loss, simulations (of plans) or visits (of moves), and
        score_0, score_1 ... where they were played on for.
        """
        import pandas

        if rows not in ("plans", "moves"):
            raise ValueError(f"rows: found {rows!r}, expected 'plans' or 'moves'")
        plans = rows == "plans"
        found = []
        for info in self.document["planInfos" if plans else "moveInfos"]:
            row = {"moves": "; ".join(info["moves"]) if plans else info["move"], "win_chance": info["winrate"],
                   "win_chance_error": info["winrateStderr"], "loss": info["loss"],
                   **({"simulations": info["simulations"]} if plans else {"visits": info["visits"]})}
            scores = info["scoreMean"] or [None] * self.position.seats
            found.append({**row, **{f"score_{seat}": points for seat, points in enumerate(scores)}})
        return pandas.DataFrame(found)

    def plot(self, ax: Axes | None = None) -> Axes:
        """The chances of the best plans as bars with their errors, on `ax` or on a figure of its own."""
        from matplotlib import pyplot

        drawn = pyplot.subplots()[1] if ax is None else ax
        table = self.to_frame().head(SHOWN).iloc[::-1]
        drawn.barh(table["moves"], 100 * table["win_chance"].astype(float),
                   xerr=100 * table["win_chance_error"].astype(float))
        drawn.set_xlabel("chance to win, per cent")
        return drawn

    def __repr__(self) -> str:
        """What it found, in a line."""
        chance = self.win_chance
        said = "" if chance is None else f", {100 * chance:.1f} % to win"
        return f"<search of {self.position.game}: {'; '.join(self.plan)}{said}, {self.visits:,} simulations>"

    def _repr_html_(self) -> str:
        """The best plans as a table with bars, for a notebook."""
        rows = []
        for info in self.document["planInfos"][:SHOWN]:
            share = _share(info["winrate"])
            width, said = (0.0, "") if share is None else (100 * share, f"{100 * share:.1f} %")
            bar = f'<div style="background:#2f6f9f;height:0.8em;width:{width:.1f}px"></div>'
            rows.append(f"<tr><td>{escape('; '.join(info['moves']))}</td><td>{said}</td><td>{bar}</td></tr>")
        return f"<table><tr><th>plan</th><th>chance to win</th><th></th></tr>{''.join(rows)}</table>"


class _Endable(Course):
    """The course of a search that is ended from outside."""

    slice = 0.1         # seconds between two looks

    def __init__(self) -> None:
        self.ended = False

    @property
    def stopping(self) -> bool:
        """Whether it was ended."""
        return self.ended


def search(position: Position, seconds: float | None, simulations: int | None, threads: int, seed: int, settings: str,
           course: Course | None = None) -> Search:
    """Search a position; see `Position.search`."""
    from mcts.course import ALONE

    if not isinstance(position.to_move, int):
        raise InputError("position: the game is over; expected one in which a seat has to decide" if position.is_over
                         else "position: chance comes next; expected a seat's decision, up to which draw() draws")
    if simulations is not None:
        simulations = given.simulations(simulations)
    params = search_params(settings, None if seconds is None else given.seconds(seconds), simulations, threads,
                           given.seed(seed))
    advice = advise(position._game, position.state(), params, course=course or ALONE, view=position._view)
    return Search(position, advice.document, advice.stopped)


async def search_async(position: Position, seconds: float | None, simulations: int | None, threads: int, seed: int,
                       settings: str) -> Search:
    """Search in a thread; see `Position.search_async`."""
    course = _Endable()
    try:
        return await asyncio.to_thread(search, position, seconds, simulations, threads, seed, settings, course)
    except asyncio.CancelledError:
        course.ended = True
        raise


def _share(value: Any) -> float | None:
    return None if value is None else float(value)
