"""What a search of a game cannot know of its own errors, measured from many games: games/GAME/calibration.json.

Of positions in the three thirds of the game: how much the moves truly differ (equal numbers of playouts after each of
them), what a rate of the search has turned out to mean (games played on to their end), and how far the search is wrong
about real outcomes (held-out positions, each played on many times). mcts/confidence.py says what becomes of them.
"""
from __future__ import annotations

import json
import random
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import typer

ROOT = Path(__file__).resolve().parent.parent
if __name__ == "__main__":
    sys.path[0] = str(ROOT)                 # the project, not this folder

import numpy as np  # noqa: E402
import scipy  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from bench.peers.facts import facts  # noqa: E402
from core_ext.state import State  # noqa: E402
from games.registry import load  # noqa: E402
from mcts.agents import Agent, make  # noqa: E402
from mcts.confidence import PHASES, Calibration, Phase, rates, read, shrunk  # noqa: E402
from mcts.pairs import decisions_left, played  # noqa: E402
from mcts.params import SearchParams  # noqa: E402
from mcts.search import search  # noqa: E402
from mcts.uncertainty import spread  # noqa: E402
from reports.estimators.calibration import model_variance, recalibrated, recalibration  # noqa: E402

Floats = NDArray[np.float64]

FORMAT = "ludosoph-calibration/1"
LOOSE = 0.25            # share of decisions drawn by the game's weights instead, so that no two games are alike
STEADY = 50             # forecasts that hold, added to those of a third: a few games must not bend the curve
LENGTHS = 400           # playouts from the start that tell how long a game is


@dataclass(frozen=True)
class Position:
    """A decision with a choice, and how it was reached."""

    state: State
    actions: tuple[int, ...]        # from the start, chance included


@dataclass(frozen=True)
class Table:
    """Which game, at how many seats."""

    game: str
    seats: int | None = None
    options: tuple[tuple[str, str], ...] = ()

    def start(self) -> State:
        """The position before the first draw."""
        return load(self.game).start(self.seats, dict(self.options))


def play_on(state: State, agent: Agent, seed: int, loose: float = 0.0) -> Iterator[tuple[int, State]]:
    """Plays `state` on to its end, in place; each action, and the position before it."""
    chance, step = random.Random(seed), 0
    while not state.is_terminal():
        before = state.copy()
        if state.is_chance():
            action = state.random_outcome(seed, step)
        elif len(legal := state.legal()) == 1:
            action = legal[0]
        elif chance.random() < loose:
            action = state.weighted_choice(seed, step)
        else:
            action = agent.choose(state, chance.getrandbits(62))
        state.play(action)
        yield action, before
        step += 1


def walks(table: Table, agent: Agent, games: int, seed: int, loose: float = LOOSE
          ) -> Iterator[tuple[list[Position], list[float]]]:
    """Of each game a decision with a choice out of each of its thirds, by number, and the share of the win a seat."""
    chance = random.Random(f"{table.game} {seed}")
    for _ in range(games):
        state, actions, met = table.start(), list[int](), list[Position]()
        for action, before in play_on(state, agent, chance.getrandbits(62), loose):
            if before.current() >= 0 and len(before.legal()) > 1:
                met.append(Position(before, tuple(actions)))
            actions.append(action)
        thirds = [met[len(met) * k // PHASES:len(met) * (k + 1) // PHASES] for k in range(PHASES)]
        yield [chance.choice(third) for third in thirds if third], state.wins()


def length(table: Table, seed: int) -> float:
    """Mean number of decisions of a playout from the start."""
    return decisions_left(table.start(), LENGTHS, seed)


@dataclass
class Samples:
    """Of one third of the game: means and errors of the moves of each position, in utility and win rate."""

    worths: list[Floats]
    worth_errors: list[Floats]
    wins: list[Floats]
    win_errors: list[Floats]

    def add(self, utilities: Floats, wins: Floats) -> None:
        """The playouts of one position, by move and playout."""
        for made, means, errors in ((utilities, self.worths, self.worth_errors), (wins, self.wins, self.win_errors)):
            means.append(made.mean(axis=1))
            errors.append(made.std(axis=1, ddof=1) / made.shape[1] ** 0.5)

    def noise(self, each: int) -> float:
        """Variance of the utility of a playout, as a share of what it would be if it were all or nothing."""
        variance = np.concatenate(self.worth_errors) ** 2 * each
        mean = np.concatenate(self.worths)
        return float(min(1.0, variance.sum() / max(1e-9, (mean * (1 - mean)).sum())))


def spreads(positions: Sequence[Position], empty: Calibration, each: int, moves: int, seed: int) -> list[Samples]:
    """Equal playouts after the moves of each position, at most `moves` of them, none sharing luck; by third."""
    found = [Samples([], [], [], []) for _ in range(PHASES)]
    for number, position in enumerate(positions):
        chance, legal = random.Random(f"{seed} {number}"), position.state.legal()
        tried = sorted(chance.sample(legal, min(moves, len(legal))))
        found[empty.phase(position.state)].add(
            *played(position.state, tried, each, chance.getrandbits(62), common=False))
    return found


def slope(samples: Sequence[Samples]) -> float:
    """Win chance by utility, between the moves of a position: a line through the scatter of all."""
    x = np.concatenate([m - m.mean() for s in samples for m in s.worths])
    y = np.concatenate([m - m.mean() for s in samples for m in s.wins])
    return float(x @ y / (x @ x)) if x @ x > 0 else 1.0


@dataclass(frozen=True)
class Forecast:
    """What a search says of the side to move, and in which third of the game."""

    phase: int
    rate: float


def forecast(state: State, known: Calibration, simulations: int, seed: int) -> Forecast:
    """The mean of the first move after shrinkage."""
    result = search(state, SearchParams(simulations=simulations, seed=seed))
    phase = known.phase(state)
    seen = [info for info in result.moves if info.visits or info.proven is not None]
    q, errors = rates(seen)
    return Forecast(phase, float(np.clip(shrunk(q, errors, known.phases[phase].win_spread)[0][0], 0, 1)))


def curves(made: Sequence[tuple[Forecast, float]]) -> list[tuple[float, float]]:
    """(a, b) of the recalibration of each third, from forecasts and outcomes."""
    grid = (np.arange(STEADY) + 0.5) / STEADY
    found = []
    for phase in range(PHASES):
        p = np.array([f.rate for f, _ in made if f.phase == phase])
        y = np.array([outcome for f, outcome in made if f.phase == phase])
        found.append(recalibration(np.concatenate([p, grid]), np.concatenate([y, grid])))
    return found


def continued(position: State, agent: Agent, games: int, seed: int) -> list[float]:
    """Shares of the win of the side to move, over games played on; what it cannot see is redealt for each."""
    chance, me, outcomes = random.Random(seed), position.current(), []
    for _ in range(games):
        state = position.copy()
        state.redeal(me, chance.getrandbits(62))
        for _ in play_on(state, agent, chance.getrandbits(62)):
            pass
        outcomes.append(state.wins()[me])
    return outcomes


@dataclass(frozen=True)
class Sizes:
    """How much is measured, and by whom."""

    positions: int = 300        # whose moves are compared,
    each: int = 60              # playouts after each of them,
    moves: int = 12             # at most so many moves
    sampler: str = "greedy"     # plays the games these are taken from
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
    steep = slope(samples)
    phases: list[dict[str, Any]] = [
        {"spread": spread(s.worths, s.worth_errors), "winSpread": spread(s.wins, s.win_errors),
         "noise": s.noise(sizes.each), "positions": len(s.wins), "recalibration": [0.0, 1.0]} for s in samples]
    said(f"{table.game}: spread of moves by third, in win chance: "
         + ", ".join(f"{100 * p['winSpread'] ** 0.5:.1f} %" for p in phases))
    made: dict[str, Any] = {"decisions": decisions, "winPerUtility": steep, "phases": phases, "modelStderr": 0.0}
    known = read(made)
    chance = random.Random(f"{seed} forecasts")
    heard = [(forecast(p.state, known, sizes.simulations, chance.getrandbits(62)), wins[p.state.current()])
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


def said(line: str) -> None:
    """How far it is, to standard error."""
    print(line, file=sys.stderr, flush=True)


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
    table = Table(game, seats, tuple((name, value) for name, _, value in (o.partition("=") for o in option or [])))
    sizes = Sizes(positions, each, moves, sampler, games, held_out, continuations, agent, simulations)
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
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(run)
    try:
        app(arguments)
    except (ValueError, LookupError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
