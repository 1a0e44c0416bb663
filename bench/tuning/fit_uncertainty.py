"""What a search of a game cannot know of its own errors, measured from many games: games/GAME/calibration.json.

What a utility of the search has turned out to mean (games played on to their end), how far such a chance is off for a
single position (positions each played on many times), and how far searches of several lengths are off far longer ones
(comparisons.py). mcts/confidence.py says what becomes of these numbers. The comparisons are kept in a ledger; a fit
that is stopped can be continued.
"""
from __future__ import annotations

import json
import random
import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import numpy as np
import scipy
import scipy.optimize
import typer

from bench.command import said
from bench.peers.facts import facts
from bench.publish import Ledger
from bench.tuning.comparisons import KEY, Compared, compare, p_best, read_row
from core_ext.state import State
from games.api import InputError
from games.calibrations import TOGETHER
from games.options import read_options
from games.registry import load
from mcts.advice import weigh
from mcts.agents import make
from mcts.calibrate import MEMBERS, curve, drawn, keep, steadied
from mcts.confidence import PHASES, Calibration, Phase, fit_name, logit, logit_errors, read
from mcts.interval import LEVEL, Z95
from mcts.pairs import decisions_left
from mcts.params import SearchParams
from mcts.redeals import resampled
from mcts.reliability import model_error
from mcts.walks import LOOSE, Table, continued, walks

ROOT = Path(__file__).resolve().parents[2]
LENGTHS = 400           # playouts from the start that tell how long a game is
LEDGERS = ROOT / "build" / "uncertainty"
TYPICAL = 0.06          # logits by which the searches of a game err where its own hardly tell,
SURELY = 0.05           # and by as much at least where DOZENS of comparisons tell; more show less
DOZENS = 48
TEN = 10                # times as long as a search is one that tells its errors well
FEW = 5.0               # comparisons that say what those of all lengths say, added to those of one
SLOWEST = -0.25         # longer searches than measured are not said to get better faster than by this power of length
WORST = 1e-3            # no choice of a long search counts as less likely than this: one surprise must not decide a fit


def length(table: Table, seed: int) -> float:
    """Mean number of decisions of a playout from the start."""
    return decisions_left(table.start(), LENGTHS, seed)


@dataclass(frozen=True)
class Forecast:
    """What a search says of the side to move, and in which third of the game."""

    phase: int
    utility: float              # of its first plan


def forecast(game: str, state: State, known: Calibration, simulations: int, seed: int) -> Forecast:
    """The utility of the first plan."""
    state = resampled(state, state.current_player(), seed)
    _, plans = weigh(load(game), state, SearchParams(simulations=simulations, seed=seed))
    return Forecast(known.phase(state), plans.plans[0].utility)


def curves(made: Sequence[tuple[Forecast, float]]) -> list[tuple[float, float]]:
    """(a, b) of the recalibration of each third, from forecasts and outcomes; (0, 1) where theirs could be chance."""
    return [curve([f.utility for f, _ in made if f.phase == phase],
                  [outcome for f, outcome in made if f.phase == phase]) for phase in range(PHASES)]


@dataclass(frozen=True)
class Sizes:
    """How much is measured, and by whom."""

    games: int = 150            # for recalibration, a position of each third of them
    held_out: int = 60          # positions played on,
    continuations: int = 30     # so often each
    agent: str = "mcts:50"      # plays the games of both
    simulations: int = 1000     # of the search whose utilities these are
    sampler: str = "greedy"     # plays the games whose positions are searched again and again
    compared: int = 30          # positions of those,
    lengths: tuple[int, ...] = (1_000, 10_000, 100_000)     # simulations of searches that are compared
    searches: int = 2           # of each length
    reference: int = 300_000    # simulations of the search they are held against


def search_errors(rows: Sequence[Compared]) -> list[dict[str, Any]]:
    """For each length the error in logits, of each plan by itself, under which the plans of the longest searches are
    most likely, and how often those were not valued. Comparisons with a search less than TEN times as long count only
    where there are no others: it shares too much of what it is held against.

    Few comparisons of one length say little: FEW of all lengths, on a line in the logarithms, are added to them.
    """
    lengths = sorted({row.simulations for row in rows})
    rows = [replace(row, beliefs="") for row in telling_of_each(rows)]
    together = _likeliest(rows, 0.0, TYPICAL, weight=1.0)
    slope = _slope(rows, lengths) if len(lengths) > 1 else 0.0
    middle = float(np.mean(np.log(lengths)))
    found = []
    for n in lengths:
        mine = [row for row in rows if row.simulations == n]
        line = together * float(np.exp(slope * (np.log(n) - middle)))
        missed = (sum(row.pick < 0 for row in mine) + FEW * 0.05) / (len(mine) + FEW)
        error = max(least(len(mine)), _likeliest(mine, missed, line))
        found.append({"simulations": n, "error": error, "missed": missed, "comparisons": len(mine)})
    return found


def errors_together(rows: Sequence[Compared]) -> dict[int, dict[str, Any]]:
    """For each length whose plans were judged together, the error under which that makes the plans of the longest
    searches most likely; what the file says of the length goes on about each plan by itself.
    """
    judged = [row for row in telling_of_each(rows) if row.beliefs]
    found = dict[int, dict[str, Any]]()
    for n in sorted({row.simulations for row in judged}):
        mine = [row for row in judged if row.simulations == n]
        missed = sum(row.pick < 0 for row in mine) / len(mine)
        error = max(least(len(mine)), _likeliest(mine, missed, TYPICAL, weight=1.0))
        found[n] = {TOGETHER: error, "togetherComparisons": len(mine)}
    return found


def least(comparisons: int) -> float:
    """The smallest error that so many comparisons can show."""
    return SURELY * float(min(1.0, (DOZENS / max(1, comparisons)) ** 0.5))


def telling_of_each(rows: Sequence[Compared]) -> list[Compared]:
    """The same of comparisons of several lengths."""
    return [row for n in sorted({row.simulations for row in rows})
            for row in telling([row for row in rows if row.simulations == n])]


def telling(rows: Sequence[Compared]) -> Sequence[Compared]:
    """Those with a reference that is long enough, of comparisons of one length; all where there are none."""
    return [row for row in rows if row.reference >= TEN * row.simulations] or rows


def _likeliest(rows: Sequence[Compared], missed: float, near: float, weight: float = FEW) -> float:
    """The error that makes the choices of the longest searches most likely; held near a value with some weight."""
    seen = [row for row in rows if row.pick >= 0 and not row.solved]

    def unlikely(log_error: float) -> float:
        error = float(np.exp(log_error))
        total = -sum(np.log(max(WORST, p_best(row, error, missed)[row.pick])) for row in seen)
        return float(total) + weight * (log_error - np.log(near)) ** 2

    return float(np.exp(scipy.optimize.minimize_scalar(unlikely, bounds=(np.log(0.003), np.log(2.0)),
                                                       method="bounded").x))


def _slope(rows: Sequence[Compared], lengths: Sequence[int]) -> float:
    """How the error changes with the length: d log error / d log simulations, between a square root's and nothing."""
    errors = [_likeliest([row for row in rows if row.simulations == n], 0.0, TYPICAL, weight=1.0) for n in lengths]
    x, y = np.log(lengths), np.log(errors)
    return float(np.clip(np.polyfit(x, y, 1)[0], -0.5, 0.0))


def drawn_on(found: list[dict[str, Any]], longest: int) -> list[dict[str, Any]]:
    """The same with searches longer than those measured, which err as the last two lengths promise; `comparisons` is 0.
    """
    first, last = found[-2:] if len(found) > 1 else (found[-1], found[-1])
    if last["simulations"] >= longest:
        return found
    step = np.log(last["simulations"] / first["simulations"]) or 1.0
    slope = float(np.clip(np.log(last["error"] / first["error"]) / step, SLOWEST, 0.0))
    times = float(np.exp(slope * np.log(longest / last["simulations"])))
    return [*found, {"simulations": longest, "error": max(SURELY, last["error"] * times), "missed": last["missed"],
                     "comparisons": 0}]


def chances(tables: Mapping[Table, Calibration], sizes: Sizes, seed: int) -> list[dict[str, Any]]:
    """What utilities mean in each third, and how far that is off."""
    agent, chance, name = make(sizes.agent), random.Random(f"{seed} forecasts"), next(iter(tables)).game
    heard = [(forecast(table.game, p.state, empty, sizes.simulations, chance.getrandbits(62)),
              wins[p.state.current_player()]) for table, empty in tables.items()
             for found, wins in walks(table, agent, _each(sizes.games, tables), seed + 1, 0.0) for p in found]
    bent = curves(heard)
    said(f"{name}: {len(heard)} forecasts, " + ", ".join(f"a {a:+.2f} b {b:.2f}" for a, b in bent))
    held = [(table, empty, p) for table, empty in tables.items()
            for found, _ in walks(table, agent, _each(-(-sizes.held_out // PHASES), tables), seed + 2, LOOSE)
            for p in found]
    told: list[tuple[int, float, list[float]]] = []
    for table, empty, position in held[:sizes.held_out]:
        f = forecast(table.game, position.state, empty, sizes.simulations, chance.getrandbits(62))
        a, b = bent[f.phase]
        told.append((f.phase, float(a + b * logit(f.utility)),
                     continued(position.state, agent, sizes.continuations, chance.getrandbits(62))))
    off = [model_error([z for k, z, _ in told if k == phase], [y for k, _, y in told if k == phase],
                       [(z, y) for _, z, y in told]) for phase in range(PHASES)]
    errors = steadied(off, sizes.held_out)
    said(f"{name}: off by " + ", ".join(f"{e:.2f}" for e in errors) + f" in logits on {len(told)} positions")
    return [{"recalibration": list(curve), "modelError": error, "forecasts": sum(f.phase == k for f, _ in heard)}
            for k, (curve, error) in enumerate(zip(bent, errors, strict=True))]


def widened(phases: Sequence[Mapping[str, Any]], fitted: Calibration, rows: Sequence[Compared]) -> list[dict[str, Any]]:
    """The thirds with model errors by which the interval of a first plan's chance holds what far longer searches say of
    that plan as often as it claims; errors that do are left as they are.

    Players of the games that tell the model error may both miss a forced win that a longer search finds, as in Connect
    Four. How far off such searches are has a long tail, so all thirds are widened by one factor.
    """
    told = [row for row in telling(rows) if not row.plans()[0].proven]
    off = [abs(float(logit(phase.chance(row.top - row.loss)) - logit(phase.chance(row.plans()[0].utility))))
           / spread(fitted, row) for row in told for phase in [fitted.phases[row.phase]]]
    factor = max(1.0, float(np.quantile(off, LEVEL)) / Z95) if off else 1.0
    sampled = float(np.mean([spread(fitted, row) ** 2 - fitted.phases[row.phase].model_error ** 2
                             for row in told] or [0]))
    return [{**phase, "modelError": float(np.sqrt(factor ** 2 * (phase["modelError"] ** 2 + sampled) - sampled))}
            for phase in phases]


def spread(fitted: Calibration, row: Compared) -> float:
    """Standard error of the first plan's chance in logits, as mcts/confidence.py has it."""
    of_search = float(logit_errors(row.plans(), fitted.search(row.simulations).error)[0])
    return float(np.hypot(fitted.phases[row.phase].model_error, fitted.phases[row.phase].recalibration[1] * of_search))


def _each(count: int, tables: Mapping[Table, Calibration]) -> int:
    """How many of so many are of each table."""
    return -(-count // len(tables))


def fit(tables: Sequence[Table], sizes: Sizes, seed: int, ledger: Ledger, phases: list[dict[str, Any]] | None = None
        ) -> dict[str, Any]:
    """The numbers of one game at one number of seats, or of a family by some games of it.

    `phases`: what utilities mean, where that was measured before. All searches of the ledger count: longer ones, of
    fewer positions, may be added to those before.
    """
    empty = {table: Calibration(length(table, seed), (Phase(),) * PHASES) for table in tables}
    phases = phases or chances(empty, sizes, seed)
    known = comparisons(empty, sizes, seed, ledger)
    searches = drawn_on(search_errors(known), 1_000_000)
    decisions = float(np.mean([each.decisions for each in empty.values()]))
    phases = widened(phases, read({"decisions": decisions, "phases": phases, "searches": searches}), known)
    said(f"{tables[0].game}: errors in logits "
         + ", ".join(f"{s['error']:.3f} at {s['simulations']:,}" for s in searches))
    return {"decisions": decisions, "phases": phases, "searches": joined(searches, errors_together(known))}


def joined(searches: Sequence[Mapping[str, Any]], found: Mapping[int, Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The same with the errors of plans that are judged together, where they were measured."""
    return [{**each, **found.get(each["simulations"], {})} for each in searches]


def comparisons(tables: Mapping[Table, Calibration], sizes: Sizes, seed: int, ledger: Ledger) -> list[Compared]:
    """All that the ledger has once these are searched."""
    third = _each(-(-sizes.compared // PHASES), tables)
    rows = list[Compared]()
    for number, (table, empty) in enumerate(tables.items()):
        positions = [p for found, _ in walks(table, make(sizes.sampler), third, seed) for p in found]
        of_table = sizes.compared // len(tables) + (number < sizes.compared % len(tables))
        for done in compare(table, positions[:of_table], empty, sizes.lengths, sizes.searches, sizes.reference,
                            seed, ledger, family=len(tables) > 1):
            rows += done
            said(f"{table.game}, {rows[0].seats} seats: {len(rows)} searches compared")
    return [read_row(row) for row in ledger.rows.values()]


def run(game: Annotated[str, typer.Argument(help="A game.")],
        seats: Annotated[int | None, typer.Option(help="Seats, if not the game's default.")] = None,
        option: Annotated[list[str] | None, typer.Option(help="NAME=VALUE of the game; repeat for more.")] = None,
        games: Annotated[int, typer.Option(min=2, help="Games for the recalibration.")] = Sizes.games,
        held_out: Annotated[int, typer.Option(min=3, help="Positions played on.")] = Sizes.held_out,
        continuations: Annotated[int, typer.Option(min=2, help="Games from each of them.")] = Sizes.continuations,
        agent: Annotated[str, typer.Option(help="The agent that plays those games.")] = Sizes.agent,
        simulations: Annotated[int, typer.Option(min=2, help="Of the search that is judged.")] = Sizes.simulations,
        sampler: Annotated[str, typer.Option(help="The agent whose positions are searched.")] = Sizes.sampler,
        compared: Annotated[int, typer.Option(min=3, help="Positions searched again and again.")] = Sizes.compared,
        lengths: Annotated[str, typer.Option(help="Simulations of those searches.")] = "1000,10000,100000",
        searches: Annotated[int, typer.Option(min=1, help="Searches of each length.")] = Sizes.searches,
        reference: Annotated[int, typer.Option(min=2, help="Simulations they are held against.")] = Sizes.reference,
        seed: int = 1,
        family: Annotated[str | None, typer.Option(help="Of games of a family, such as goal=3; goes without --option."
                                                   )] = None,
        count: Annotated[int, typer.Option("--members", min=2, help="Games of it, drawn by the seed.")] = MEMBERS,
        chances_known: Annotated[bool, typer.Option("--chances-known", help="Measure searches only; what utilities "
                                                    "mean stays as the file has it.")] = False,
        together_only: Annotated[bool, typer.Option("--together", help="Measure only how searches err that judge their "
                                                    "plans together; all else stays as the file has it.")] = False,
        out: Annotated[Path | None, typer.Option(help="The file, if not the game's own.")] = None,
        ledgers: Annotated[Path, typer.Option(help="Folder for the comparisons.")] = LEDGERS) -> None:
    """Measure a game and write games/GAME/calibration.json.

    Example: python -m bench fit_uncertainty pig --agent mcts:200
    """
    table = Table(game, seats, tuple(read_options(load(game), option or []).items()))
    if family is not None and option:
        raise InputError("--family: goes without --option: its games are drawn")
    tables = (table,) if family is None else drawn(game, seats, family, count, seed)
    sizes = Sizes(games, held_out, continuations, agent, simulations, sampler, compared, read_lengths(lengths),
                  searches, reference)
    rules, begin = load(game), process_time()
    at = tables[0].start().seats
    name = fit_name(rules, at, dict(table.options)) if family is None else f"{at} {family}"
    path = out or ROOT / "games" / game / "calibration.json"
    before = json.loads(path.read_text(encoding="utf-8"))["fits"][name] if chances_known or together_only else {}
    kept = Ledger(ledgers / f"{game}-{name.replace(' ', '-')}.csv", KEY)
    if together_only:
        empty = {each: Calibration(before["decisions"], (Phase(),) * PHASES) for each in tables}
        errors = errors_together(comparisons(empty, sizes, seed, kept))
        said(f"{game}: judged together, errors in logits "
             + ", ".join(f"{found[TOGETHER]:.3f} at {n:,}" for n, found in errors.items()))
        by = facts(seed=str(seed)) | {"command": command()}
        keep(path, game, rules.version, name, {**before, "searches": joined(before["searches"], errors),
                                               "made": {**before["made"], TOGETHER: by}})
        print(path)
        return
    made = fit(tables, sizes, seed, kept, before.get("phases"))
    made["made"] = facts(
        numpy=np.__version__, scipy=scipy.__version__, seed=str(seed), core_seconds=f"{process_time() - begin:.0f}",
        command=command()) | {"sizes": vars(sizes)}
    if before:
        made["made"]["chances"] = before["made"].get("chances", before["made"]["command"])
    keep(path, game, rules.version, name, made)
    print(path)


def command() -> str:
    """How this was asked for."""
    return shlex.join(["python", "-m", "bench", "fit_uncertainty", *sys.argv[1:]])


def read_lengths(text: str) -> tuple[int, ...]:
    """Numbers of simulations, with commas. Raises InputError."""
    parts = text.split(",")
    if not all(part.isdecimal() and int(part) > 1 for part in parts):
        raise InputError(f"--lengths: found {text!r}, expected numbers above 1 with commas between, as in 1000,10000")
    return tuple(sorted(map(int, parts)))
