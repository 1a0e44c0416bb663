"""What a search of a game cannot know of its own errors, measured from many games: games/GAME/calibration.json.

Of positions in the three thirds of the game: how much the moves truly differ (equal numbers of playouts after each of
them), how far a search is off the truth where that is known, or off a search twenty times as long, what a rate of the
search has turned out to mean (games played on to their end), and how far the search is wrong about real outcomes
(held-out positions, each played on many times). mcts/confidence.py says what becomes of them.
"""
from __future__ import annotations

import json
import random
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import typer

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path[0] = str(ROOT)                 # the project, not this folder

import numpy as np  # noqa: E402
import scipy.optimize  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from bench.calibration import model_variance, recalibrated, recalibration, reliability  # noqa: E402
from bench.command import start  # noqa: E402
from bench.peers.facts import facts  # noqa: E402
from bench.truths import Truth, exact, solvable  # noqa: E402
from bench.walks import LOOSE, Position, Table, continued, said, walks  # noqa: E402
from core_ext.state import State  # noqa: E402
from games.options import read_options  # noqa: E402
from games.registry import load  # noqa: E402
from mcts.agents import make  # noqa: E402
from mcts.analysis import Z95  # noqa: E402
from mcts.confidence import (  # noqa: E402
    PHASES,
    Calibration,
    Phase,
    assess,
    leanings,
    read,
    seen_of,
    sharpened,
    win_rates,
)
from mcts.pairs import decisions_left, paired_playouts  # noqa: E402
from mcts.params import SearchParams  # noqa: E402
from mcts.result import MoveInfo  # noqa: E402
from mcts.search import search  # noqa: E402

Floats = NDArray[np.float64]

FORMAT = "ludosoph-calibration/1"
STEADY = 20             # forecasts that hold, added to those of a third: a few games must not bend the curve far,
SIGNIFICANT = 5.99      # and not at all below this gain in 2 log likelihood: 95 % of chance, two parameters
FINEST = 0.003 ** 2     # a spread below this is not measured by so few positions
TIMES = 20              # a long search makes so many times the simulations
MIDDLING_POWER = 0.5    # standard deviation of the logarithm of `sharpness` over games, before anything is known
EDGE = 1e-4             # P(best) is known no better: it comes from some thousand draws
LENGTHS = 400           # playouts from the start that tell how long a game is


def length(table: Table, seed: int) -> float:
    """Mean number of decisions of a playout from the start."""
    return decisions_left(table.start(), LENGTHS, seed)


@dataclass
class Samples:
    """Of one third of the game: the moves of each position, by their priors, utilities and win rates with errors."""

    leanings: list[Floats]
    worths: list[Floats]
    worth_errors: list[Floats]
    wins: list[Floats]
    win_errors: list[Floats]

    def add(self, priors: Sequence[float], utilities: Floats, wins: Floats) -> None:
        """The playouts of one position, by move and playout."""
        self.leanings.append(leanings(priors))
        for made, means, errors in ((utilities, self.worths, self.worth_errors), (wins, self.wins, self.win_errors)):
            means.append(made.mean(axis=1))
            errors.append(made.std(axis=1, ddof=1) / made.shape[1] ** 0.5)

    def noise(self, each: int) -> float:
        """Variance of the utility of a playout, as a share of what it would be if it were all or nothing."""
        variance = np.concatenate(self.worth_errors) ** 2 * each
        mean = np.concatenate(self.worths)
        return float(min(1.0, variance.sum() / max(1e-9, (mean * (1 - mean)).sum())))

    def phase(self, each: int) -> dict[str, Any]:
        """What the file says of this third; the recalibration is yet to come."""
        lean, win_lean = slope(self.leanings, self.worths), slope(self.leanings, self.wins)
        return {"spread": about(self.leanings, lean, self.worths, self.worth_errors), "lean": lean,
                "winSpread": about(self.leanings, win_lean, self.wins, self.win_errors), "winLean": win_lean,
                "noise": self.noise(each), "stretch": 1.0, "positions": len(self.wins), "recalibration": [0.0, 1.0]}


def spread(q: list[Floats], se: list[Floats]) -> float:
    """The t2 of a phase of a game from uniform playouts of many positions: means and errors of the moves of each.

    Variance of the means within positions, pooled, less the mean squared error of a mean.
    """
    squares, degrees = 0.0, 0
    for x, error in zip(q, se, strict=True):
        if len(x) > 1:
            squares += float(((x - x.mean()) ** 2).sum()) - (len(x) - 1) * float((error ** 2).mean())
            degrees += len(x) - 1
    if not degrees:
        raise ValueError("the spread of move values needs positions with 2 moves or more")
    return max(0.0, squares / degrees)


def about(x: Sequence[Floats], lean: float, means: Sequence[Floats], errors: Sequence[Floats]) -> float:
    """Spread of the true values about what the priors of moves promise."""
    return max(FINEST, spread([m - lean * one for m, one in zip(means, x, strict=True)], list(errors)))


def spreads(positions: Sequence[Position], empty: Calibration, each: int, moves: int, seed: int) -> list[Samples]:
    """Equal playouts after the moves of each position, at most `moves` of them, none sharing luck; by third."""
    found = [Samples([], [], [], [], []) for _ in range(PHASES)]
    for number, position in enumerate(positions):
        chance, legal = random.Random(f"{seed} {number}"), position.state.legal_actions()
        prior = dict(zip(legal, position.state.action_weights(), strict=True))
        tried = sorted(chance.sample(legal, min(moves, len(legal))))
        utilities, wins, _ = paired_playouts(position.state, tried, each, chance.getrandbits(62), shared_luck=False)
        found[empty.phase(position.state)].add([prior[a] / sum(prior.values()) for a in tried], utilities, wins)
    return found


def slope(x: Sequence[Floats], y: Sequence[Floats]) -> float:
    """Of a line through the scatter of y by x, between the moves of a position; 0 where x does not differ."""
    across = np.concatenate([one - one.mean() for one in x])
    up = np.concatenate([one - one.mean() for one in y])
    return float(across @ up / (across @ across)) if across @ across > 0 else 0.0


@dataclass(frozen=True)
class Forecast:
    """What a search says of the side to move, and in which third of the game."""

    phase: int
    rate: float


def forecast(state: State, known: Calibration, simulations: int, seed: int) -> Forecast:
    """The mean of the first move after shrinkage."""
    result = search(state, SearchParams(simulations=simulations, seed=seed))
    phase = known.phase(state)
    mean = float(win_rates(seen_of(result), known.phases[phase])[0][0])
    return Forecast(phase, min(1.0, max(0.0, mean)))


def against_truth(game: str, positions: Sequence[Position], known: Calibration, simulations: int, seed: int
                  ) -> tuple[list[float], float]:
    """(stretch of each third, sharpness): by how much errors exceed those of sampling, and the power of P(best).

    Of searches held against the exact truth, or others TIMES as long. Without positions all are 1.
    """
    off, hits = [list[float]() for _ in range(PHASES)], list[tuple[Floats, int]]()
    for number, position in enumerate(positions):
        third = known.phase(position.state)
        phase = known.phases[third]
        moves = seen_of(search(position.state, SearchParams(simulations=simulations, seed=seed + 2 * number)))
        truth = exact(game, position, moves) if solvable(game, position) else \
            longer(position.state, moves, phase, simulations * TIMES, seed + 2 * number + 1)
        means, variances, _ = win_rates(moves, phase)
        if not np.isnan(truth.win[0]):
            error = max(1e-3, float(np.hypot(variances[0] ** 0.5, truth.stderr[0])))
            off[third].append(abs(means[0] - truth.win[0]) / error)
        if 1.0 in truth.best:           # and no other is as good
            hits.append((assess(moves, phase).p_best, truth.best.index(1.0)))
    return stretches(off), sharpness(hits)


def longer(state: State, moves: Sequence[MoveInfo], phase: Phase, simulations: int, seed: int) -> Truth:
    """What a long search says of these moves; nan of those that it did not visit."""
    found = search(state, SearchParams(simulations=simulations, seed=seed))
    means, variances, _ = win_rates(seen_of(found), phase)
    at = {info.action: i for i, info in enumerate(seen_of(found))}
    wins, errors = ([float(x[at[info.action]]) if info.action in at else np.nan for info in moves]
                    for x in (means, np.sqrt(variances)))
    return Truth(wins, errors, [float(info.action == found.best) for info in moves])


def stretches(off: Sequence[Sequence[float]]) -> list[float]:
    """Of each third of the game: the factor on sampling errors that holds 95 % of these errors, and at least 1.

    The tail of few errors says little: a third is drawn to what all say together, as by STEADY errors of theirs.
    """
    def widest(errors: Sequence[float]) -> float:
        return max(EDGE, float(np.quantile(errors, 0.95)) / Z95) if len(errors) else 1.0

    together = widest([error for third in off for error in third])
    return [max(1.0, float(widest(third) ** (own := len(third) / (len(third) + STEADY)) * together ** (1 - own)))
            for third in off]


def sharpness(hits: Sequence[tuple[Floats, int]]) -> float:
    """The power of the chances that makes what came most likely; held near 1 where there is little to go by."""
    def unlikely(log_power: float) -> float:
        return sum(-np.log(max(EDGE, float(sharpened(p, np.exp(log_power))[i]))) for p, i in hits) \
            + (log_power / MIDDLING_POWER) ** 2 / 2

    return float(np.exp(scipy.optimize.minimize_scalar(unlikely, bounds=(-1.5, 1.5), method="bounded").x))


def curves(made: Sequence[tuple[Forecast, float]]) -> list[tuple[float, float]]:
    """(a, b) of the recalibration of each third, from forecasts and outcomes; (0, 1) where theirs could be chance."""
    grid = (np.arange(STEADY) + 0.5) / STEADY
    found = []
    for phase in range(PHASES):
        p = np.array([f.rate for f, _ in made if f.phase == phase])
        y = np.array([outcome for f, outcome in made if f.phase == phase])
        curve = recalibration(np.concatenate([p, grid]), np.concatenate([y, grid]))
        gain = len(p) and 2 * len(p) * (reliability(p, y).log_loss - reliability(recalibrated(p, *curve), y).log_loss)
        found.append(curve if gain > SIGNIFICANT else (0.0, 1.0))
    return found


@dataclass(frozen=True)
class Sizes:
    """How much is measured, and by whom."""

    positions: int = 300        # whose moves are compared,
    each: int = 60              # playouts after each of them,
    moves: int = 12             # at most so many moves
    sampler: str = "greedy"     # plays the games these are taken from
    compared: int = 60          # of the positions, searched and held against the truth
    games: int = 60             # for recalibration
    held_out: int = 200         # positions played on,
    continuations: int = 50     # so often each
    agent: str = "mcts:100"     # plays the games of the last three
    simulations: int = 1000     # of the search that is judged


def fit(table: Table, sizes: Sizes, seed: int) -> dict[str, Any]:
    """The numbers of one game at one number of seats."""
    decisions, third = length(table, seed), -(-sizes.positions // PHASES)
    empty = Calibration(decisions, (Phase(),) * PHASES, 0.0)
    sampler, agent = make(sizes.sampler), make(sizes.agent)
    positions = [p for found, _ in walks(table, sampler, third, seed) for p in found][:sizes.positions]
    samples = spreads(positions, empty, sizes.each, sizes.moves, seed)
    steep = slope([m for s in samples for m in s.worths], [m for s in samples for m in s.wins])
    phases = [s.phase(sizes.each) for s in samples]
    said(f"{table.game}: spread of moves by third, in win chance: "
         + ", ".join(f"{100 * p['winSpread'] ** 0.5:.1f} % (by prior {100 * p['winLean']:+.1f})" for p in phases))
    made: dict[str, Any] = {"decisions": decisions, "winPerUtility": steep, "sharpness": 1.0, "modelStderr": 0.0,
                            "phases": phases}
    chosen = random.Random(f"{seed} compared").sample(positions, min(sizes.compared, len(positions)))
    wider, made["sharpness"] = against_truth(table.game, chosen, read(made), sizes.simulations, seed)
    for phase, stretch in zip(phases, wider, strict=True):
        phase["stretch"] = stretch
    said(f"{table.game}: errors by third times " + ", ".join(f"{stretch:.2f}" for stretch in wider)
         + f", P(best) to the power of {made['sharpness']:.2f}")
    known = read(made)
    chance = random.Random(f"{seed} forecasts")
    heard = [(forecast(p.state, known, sizes.simulations, chance.getrandbits(62)), wins[p.state.current_player()])
             for found, wins in walks(table, agent, sizes.games, seed + 1, 0.0) for p in found]
    for phase, curve in zip(phases, bent := curves(heard), strict=True):
        phase["recalibration"] = list(curve)
    for number, phase in enumerate(phases):
        phase["forecasts"] = sum(f.phase == number for f, _ in heard)
    said(f"{table.game}: {len(heard)} forecasts, " + ", ".join(f"a {a:+.2f} b {b:.2f}" for a, b in bent))
    held = [p for found, _ in walks(table, agent, -(-sizes.held_out // PHASES), seed + 2, LOOSE) for p in found]
    told, outcomes = [], []
    for position in held[:sizes.held_out]:
        f = forecast(position.state, known, sizes.simulations, chance.getrandbits(62))
        told.append(float(recalibrated([f.rate], *bent[f.phase])[0]))
        outcomes.append(continued(position.state, agent, sizes.continuations, chance.getrandbits(62)))
    made["modelStderr"] = float(np.sqrt(model_variance(told, outcomes)))
    said(f"{table.game}: wrong about outcomes by {100 * made['modelStderr']:.1f} % on {len(told)} positions")
    return made


def rounded(value: Any) -> Any:
    """Six figures are more than were measured."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    return [rounded(inner) for inner in value] if isinstance(value, list | tuple) else value


def keep(path: Path, name: str, version: int, seats: int, made: Mapping[str, Any]) -> None:
    """Put the fit into the game's file beside those of other numbers of seats, if they are of the same rules."""
    document = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    fits = document.get("fits", {}) if document.get("version") == version else {}
    fits = dict(sorted({**fits, str(seats): rounded(made)}.items()))
    path.write_text(json.dumps({"format": FORMAT, "game": name, "version": version, "fits": fits}, indent=1) + "\n",
                    encoding="utf-8")


def run(game: Annotated[str, typer.Argument(help="A game.")],
        seats: Annotated[int | None, typer.Option(help="Seats, if not the game's default.")] = None,
        option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE of the game; repeat for more.")] = None,
        positions: Annotated[int, typer.Option(min=6, help="Positions whose moves are compared.")] = Sizes.positions,
        each: Annotated[int, typer.Option(min=2, help="Playouts after each move of them.")] = Sizes.each,
        moves: Annotated[int, typer.Option(min=2, help="At most so many moves of each, at random.")] = Sizes.moves,
        sampler: Annotated[str, typer.Option(help="The agent whose games they come from.")] = Sizes.sampler,
        compared: Annotated[int, typer.Option(help="Positions searched and held against the truth.")] = Sizes.compared,
        games: Annotated[int, typer.Option(min=2, help="Games for the recalibration.")] = Sizes.games,
        held_out: Annotated[int, typer.Option(min=2, help="Positions played on.")] = Sizes.held_out,
        continuations: Annotated[int, typer.Option(min=2, help="Games from each of them.")] = Sizes.continuations,
        agent: Annotated[str, typer.Option(help="The agent that plays those games.")] = Sizes.agent,
        simulations: Annotated[int, typer.Option(min=1, help="Of the search that is judged.")] = Sizes.simulations,
        seed: int = 1,
        out: Annotated[Path | None, typer.Option(help="The file, if not the game's own.")] = None) -> None:
    """Measure a game and write games/GAME/calibration.json.

    Example: python bench/fit_uncertainty.py pig --agent mcts:200
    """
    table = Table(game, seats, tuple(read_options(load(game), option or []).items()))
    sizes = Sizes(positions, each, moves, sampler, compared, games, held_out, continuations, agent, simulations)
    rules, begin = load(game), process_time()
    made = fit(table, sizes, seed)
    made["made"] = facts(
        numpy=np.__version__, scipy=scipy.__version__, seed=str(seed), core_seconds=f"{process_time() - begin:.0f}",
        command=shlex.join(["python", "bench/fit_uncertainty.py", *sys.argv[1:]])) | {"sizes": vars(sizes)}
    path = out or ROOT / "games" / game / "calibration.json"
    keep(path, game, rules.version, table.start().seats, made)
    print(path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    start(run, arguments)


if __name__ == "__main__":
    main()
