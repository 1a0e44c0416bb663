"""Whether the search knows how wrong it is: intervals and P(best) against the truth, or against a far longer search."""
from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, nan
from pathlib import Path
from typing import Annotated

import typer

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path[0] = str(ROOT)                 # the project, not this folder

import numpy as np  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402

from bench.calibration import Reliability, reliability  # noqa: E402
from bench.command import start  # noqa: E402
from bench.peers.facts import facts  # noqa: E402
from bench.publish import Row, page, publish  # noqa: E402
from bench.truths import EXACT_FROM, Truth, exact  # noqa: E402
from bench.walks import Position, Table, said, walks  # noqa: E402
from games.api import InputError  # noqa: E402
from games.registry import load  # noqa: E402
from mcts.agents import make  # noqa: E402
from mcts.analysis import Z95  # noqa: E402
from mcts.confidence import PHASES, Confidence, confidence  # noqa: E402
from mcts.params import SearchParams  # noqa: E402
from mcts.result import SearchResult  # noqa: E402
from mcts.search import search  # noqa: E402
from reports.plots import style  # noqa: E402

LEAD = """Positions with a choice, one from each third of games that the file of the game was not fitted to. A search of
{simulations:,} simulations says what its first move is worth and which move is best; the truth is {truth}. *Holds the
truth*: share of positions in which the 95 % interval of the first move does: of the raw mean, of the shrunk mean, and
of the recalibrated mean with the search's error about outcomes. *Bias*: mean of what was said less the truth, in points
of a hundred. *P(best)*: of the first move as said, and how often it is best. *ECE*, Brier score and log loss are those
of P(best) over all moves. P(best) is held against positions with one best move only, since equally good moves share it;
their number stands under *one best*. Made by `{command}`."""
TRUTHS = {"exact": "exact, by best play of both",
          "long": "a search of {long:,} simulations, whose own sampling error the intervals allow for"}


@dataclass(frozen=True)
class Answer:
    """One position: what was said, and what is true."""

    phase: int
    raw: float
    raw_stderr: float
    said: Confidence
    truth: Truth

    @property
    def clear(self) -> bool:
        """Whether one move is best, and no other as good."""
        return sum(share > 0 for share in self.truth.best) == 1


def longer(game: str, position: Position, result: SearchResult, simulations: int, seed: int) -> Truth:
    """By a search that is much longer; the best move is its first."""
    found = search(position.state, SearchParams(simulations=simulations, seed=seed))
    sure = confidence(load(game), position.state, found)
    at = {info.action: i for i, info in enumerate(found.moves)}
    order = [at[info.action] for info in result.moves]
    return Truth([float(sure.mean[i]) for i in order], [float(sure.mean_stderr[i]) for i in order],
                 [float(i == 0) for i in order])


def answers(table: Table, positions: Sequence[Position], simulations: int, long: int, seed: int) -> Iterator[Answer]:
    """Search each position and find the truth; `long` simulations, 0: exactly."""
    for number, position in enumerate(positions):
        result = search(position.state, SearchParams(simulations=simulations, seed=seed + number))
        sure = confidence(load(table.game), position.state, result)
        truth = longer(table.game, position, result, long, seed - 1 - number) if long else \
            exact(table.game, position, result.moves)
        yield Answer(sure.phase or 0, result.moves[0].winrate, float(sure.stderr[0]), sure, truth)
        if number % 20 == 19:
            said(f"{table.game}: {number + 1} of {len(positions)} positions")


def chosen(table: Table, sampler: str, count: int, seed: int, fewest: int) -> list[Position]:
    """Positions of as many games as it takes, at least `fewest` actions from the start; none twice."""
    found: dict[bytes, Position] = {}
    for met, _ in walks(table, make(sampler), 20 * count, seed):
        found |= {p.state.to_bytes(): p for p in met if len(p.actions) >= fewest}
        if len(found) >= count:
            break
    return list(found.values())[:count]


def row(name: str, asked: Sequence[Answer]) -> Row:
    """A line of the table."""
    def holds(told: Sequence[float], errors: Sequence[float]) -> float:
        return float(np.mean([abs(x - a.truth.win[0]) <= Z95 * hypot(e, a.truth.stderr[0]) + 1e-9
                              for x, e, a in zip(told, errors, asked, strict=True)]))

    raw, mean = [a.raw for a in asked], [float(a.said.mean[0]) for a in asked]
    bent = [a.raw if a.said.chance is None else a.said.chance for a in asked]
    small = [float(a.said.mean_stderr[0]) for a in asked]
    true = [a.truth.win[0] for a in asked]
    clear = [a for a in asked if a.clear]
    judged = best_moves(clear)
    return {"third": name, "positions": len(asked), "one_best": len(clear),
            "holds_raw": holds(raw, [a.raw_stderr for a in asked]), "holds_shrunk": holds(mean, small),
            "holds_with_model": holds(bent, [hypot(e, a.said.model_stderr or 0) for e, a in zip(small, asked)]),
            "bias_raw": float(np.mean(np.subtract(raw, true))), "bias_shrunk": float(np.mean(np.subtract(mean, true))),
            "bias_recalibrated": float(np.mean(np.subtract(bent, true))),
            "best_said": mean_of([a.said.p_best[0] for a in clear]),
            "best_true": mean_of([a.truth.best[0] for a in clear]),
            "loss_said": mean_of([a.said.loss[0] for a in asked]),
            "loss_true": mean_of([np.nanmax(a.truth.win) - a.truth.win[0] for a in asked]),
            **{k: nan if judged is None else getattr(judged, k) for k in ("ece", "brier", "log_loss")}}


def mean_of(numbers: Sequence[float]) -> float:
    """The mean, or nan of none."""
    return float(np.mean(numbers)) if numbers else nan


def best_moves(asked: Sequence[Answer]) -> Reliability | None:
    """P(best) of all moves that were visited against which is best; None where there are no positions."""
    pairs = [(p, y) for a in asked for p, y in zip(a.said.p_best, a.truth.best, strict=True) if not np.isnan(p)]
    return reliability([min(1.0, float(p)) for p, _ in pairs], [y for _, y in pairs]) if pairs else None


def rows_of(asked: Sequence[Answer]) -> list[Row]:
    """A line for each third that has positions, and one for all."""
    thirds = [(f"{k + 1}", [a for a in asked if a.phase == k]) for k in range(PHASES)]
    return [row(name, part) for name, part in [*thirds, ("all", list(asked))] if part]


def written(game: str, lead: str, rows: Sequence[Row], about: Mapping[str, str]) -> str:
    """The table as Markdown."""
    head = ["third of the game", "positions", "one best", "holds the truth: raw", "shrunk",
            "with error about outcomes", "bias raw", "shrunk",
            "recalibrated", "P(best) said", "true", "loss said", "true", "ECE", "Brier", "log loss"]
    body = [[str(r["third"]), str(r["positions"]), str(r["one_best"]),
             *(f"{100 * r[k]:.1f} %" for k in ("holds_raw", "holds_shrunk", "holds_with_model")),
             *(f"{100 * r[k]:+.2f}" for k in ("bias_raw", "bias_shrunk", "bias_recalibrated")),
             *(f"{100 * r[k]:.1f} %" for k in ("best_said", "best_true")),
             *(f"{100 * r[k]:.2f}" for k in ("loss_said", "loss_true")),
             *(f"{r[k]:.3f}" for k in ("ece", "brier", "log_loss"))] for r in rows]
    body = [["–" if "nan" in cell else cell for cell in line] for line in body]
    return page(f"How sure the search is, and how right: {game}", lead, about, head, body)


@style.styled
def draw(found: Reliability | None, game: str, words: str) -> Figure:
    """P(best) as said against how often it is so, in ten bins."""
    figure = style.new_figure(4.4)
    style.heading(figure, f"P(best) in {game}, as said and as it is", words)
    axes = figure.subplots()
    axes.plot([0, 100], [0, 100], color=style.FAINT, linestyle="--", linewidth=1.2)
    bins = () if found is None else zip(found.forecast, found.outcome, found.count, strict=True)
    for p, y, n in bins:
        if n:
            error = Z95 * float(np.sqrt(max(y * (1 - y), p * (1 - p)) / n))
            bar = [[100 * min(y, error)], [100 * min(1 - y, error)]]
            axes.errorbar(100 * p, 100 * y, yerr=bar, fmt="o", color=style.colour(0), capsize=3, markersize=6)
            axes.annotate(f"{n:,}", (100 * p, 100 * y), xytext=(7, -3), textcoords="offset points", fontsize=8,
                          color=style.FAINT)
    axes.set_xlim(-3, 107)
    axes.set_ylim(-5, 105)
    axes.set_xlabel("P(best) as said, %")
    axes.set_ylabel("best by the truth, %")
    axes.grid()
    return figure


def run(game: Annotated[str, typer.Argument(help="A game.")],
        positions: Annotated[int, typer.Option(min=3, help="How many.")] = 300,
        simulations: Annotated[int, typer.Option(min=1, help="Of the search that is checked.")] = 3200,
        times: Annotated[int, typer.Option(min=2, help="The long search makes so many times more.")] = 20,
        truth: Annotated[str, typer.Option(help="exact or long; exact for connect_four and pig only.")] = "",
        seats: Annotated[int | None, typer.Option(help="Seats, if not the game's default.")] = None,
        sampler: Annotated[str, typer.Option(help="The agent whose games the positions come from.")] = "greedy",
        seed: int = 1_000,
        out: Annotated[Path, typer.Option(help="Folder for the table.")] = ROOT / "bench" / "results",
        images: Annotated[Path, typer.Option(help="Folder for the plot.")] = ROOT / "docs" / "images") -> None:
    """Check a game; write uncertainty-GAME.csv and .md, and a reliability plot.

    Example: python bench/check_uncertainty.py pig --positions 60
    """
    truth = truth or ("exact" if game in EXACT_FROM else "long")
    if truth not in TRUTHS or truth == "exact" and game not in EXACT_FROM:
        raise InputError(f"--truth: found {truth!r}, expected long, or exact for {' and '.join(EXACT_FROM)}")
    table, long = Table(game, seats), simulations * times if truth == "long" else 0
    asked = list(answers(table, chosen(table, sampler, positions, seed, 0 if long else EXACT_FROM[game]), simulations,
                         long, seed))
    rows = rows_of(asked)
    about = facts(seats=str(table.start().seats), seed=str(seed), simulations=f"{simulations:,}",
                  truth=TRUTHS[truth].format(long=long), calibrated="yes" if asked[0].said.calibrated else "no")
    lead = LEAD.format(simulations=simulations, truth=about["truth"],
                       command=shlex.join(["python", "bench/check_uncertainty.py", *sys.argv[1:]]))
    clear = [a for a in asked if a.clear]
    words = (f"{style.counted(len(clear), 'position')} with one best move, {simulations:,} simulations; the truth is "
             f"{'exact' if not long else f'a search of {long:,}'}.\nBars: 95 % of chance; numbers: moves in the bin.")
    images.mkdir(parents=True, exist_ok=True)
    for path in [*publish(rows, about, written(game, lead, rows, about), out, f"uncertainty-{game}"),
                 *style.save(draw(best_moves(clear), game, words), images, f"uncertainty-{game}")]:
        print(path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    start(run, arguments)


if __name__ == "__main__":
    main()
