"""What the win chances of a game mean, measured by games of its own: `ludosoph calibrate`.

Searching agents play games, a quarter of their decisions drawn by lot, so that no two are alike. From each game a
position is taken out of each of its thirds; a search says what its first plan is worth there, and the agents play on
from it several times, what the seat cannot see dealt anew. What utilities have turned out to mean is the line in
logits through what came of that. Where the games are too few to tell it, it is the line through the shares of the win
in the searches' own simulations. Those shares themselves take the place of utilities where they tell better what came,
as in 504, whose utilities mean something else in each world. mcts/confidence.py says what becomes of these numbers.

The games are kept beside the file, a line each: a measurement that was stopped goes on where it was, and a larger one
takes them over.
"""
from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

import games
from games.api import InputError
from games.calibrations import FORMAT, SHARES, UTILITY, read_calibration
from games.documents import read_document, read_text, write_file
from mcts.advice import weigh
from mcts.agents import make
from mcts.confidence import EDGE, MIDDLING, PHASES, as_seen, fit_name, leaning, logit, read, third
from mcts.interval import Z95
from mcts.odds import share_of
from mcts.pairs import decisions_left
from mcts.params import SearchParams
from mcts.redeals import resampled
from mcts.reliability import Coverage, coverage, model_error, recalibrated, recalibration, reliability, slope
from mcts.simulate import Player
from mcts.walks import LOOSE, Table, continued, walks
from mcts.workers import in_order

LENGTHS = 100           # playouts from the start that tell how long a game is
LEFT = 16               # playouts of a position that tell how far its game has come
STEADY = 20             # forecasts as the searches read themselves, added to a third lest a few games bend its curve
SIGNIFICANT = 5.99      # least gain in 2 log likelihood that bends a curve: 95 % of chance, 2 parameters
LEANING = 10            # positions as of all thirds that are added to those of one for its error about outcomes
LEAST_ERROR = 0.1       # least error of a third in logits that is ever said
USUAL = 0.5             # logits by which the chance of a position is off, as in the games that were measured longest
FOLDS = 5               # parts of the games, each of which is told by a fit of the others
FEWEST = 12             # positions that a fit is made of at least
MEMBERS = 6             # games of a family that its fit is made of
LONGEST = 200_000_000   # bytes of the games
SOLVED = ("{}: its search proves what follows in {} of {} positions, and {} others are too few for a fit; expected {} "
          "or more: ask for more --games, or for fewer --simulations")
Curve = tuple[float, float]     # a and b of chance = logistic(a + b logit utility)


@dataclass(frozen=True)
class Told:
    """What a search said of a position, and what came of games played on from it."""

    game: int                   # that it is from
    gone: float                 # share of the game that was over
    utility: float              # of the first plan
    won: float | None           # share of the win in its simulations; None: it has none
    simulations: int
    exact: bool                 # it is proven, or ends the game: no fit is needed
    outcomes: tuple[float, ...]     # shares of the win of the seat to move

    def said(self, of: str) -> float:
        """The utility, or the share of the win in its simulations if there were any."""
        return self.utility if of == UTILITY or self.won is None else leaning(self.won, self.simulations)

    @property
    def phase(self) -> int:
        """The third of its game that it is from."""
        return third(self.gone)


@dataclass(frozen=True)
class Asked:
    """What to measure. Build it with `asked`, which checks."""

    game: str
    version: int                # of the rules
    seats: int
    tables: tuple[Table, ...]   # one, or some games of a family
    fit: str                    # what the fit is called
    agent: str                  # that plays, in all seats
    simulations: int            # of the search that is asked
    again: int                  # games from each position
    games: int
    seed: int

    def header(self) -> dict[str, Any]:
        """What all games of a file have in common."""
        return {"format": FORMAT, **{name: value for name, value in asdict(self).items()
                                     if name not in ("games", "tables")},
                "options": [dict(table.options) for table in self.tables]}

    def tasks(self, first: int) -> Iterator[Task]:
        """The games from this one on."""
        for number in range(first, self.games):
            yield Task(self.tables[number % len(self.tables)], self.version, self.agent, self.simulations, self.again,
                       self.seed, number)


@dataclass(frozen=True)
class Task:
    """One game, of which `told` makes rows."""

    table: Table
    version: int
    agent: str
    simulations: int
    again: int
    seed: int
    number: int


def asked(game: str, seats: int | None, options: Mapping[str, str], agent: str, simulations: int, again: int,
          count: int, seed: int, family: str = "", members: int = MEMBERS) -> Asked:
    """What to measure, checked: a game as its options make it, or a family by some of its games. Raises InputError."""
    rules = games.load(game)
    if family and options:
        raise InputError("--family: goes without --option: its games are drawn")
    tables = drawn(game, seats, family, members, seed) if family else (
        Table(game, seats, tuple(sorted(options.items()))),)
    at = tables[0].start().seats
    fit = f"{at} {family}" if family else fit_name(rules, at, options)
    player = make(agent)
    if not player.reproducible:
        raise InputError(f"--agent: found {player.name}, whose games cannot be made again; expected an agent that "
                         "counts simulations, such as mcts:200")
    if any(option.aim and options.get(option.name, option.default) != option.default for option in rules.options):
        raise InputError("--option: makes searches aim at something else than the win; chances to win are not "
                         "calibrated for that")
    return Asked(game, rules.version, at, tuple(replace(table, seats=at) for table in tables), fit, player.name,
                 simulations, again, count, seed)


def drawn(game: str, seats: int | None, family: str, count: int, seed: int) -> tuple[Table, ...]:
    """So many games of a family, drawn. Raises InputError for a family that the game has not."""
    found = games.load(game)
    of = {(kind.option, name): found.variants.family({kind.option: name}) for kind in found.variants.kinds.values()
          for name in kind.names()} if found.variants.family is not None else {}
    alike = [option for option, own in of.items() if own == family]
    if not alike:
        raise InputError(f"--family: found {family[:40]!r}, expected one of {', '.join(sorted(set(of.values())))}"
                         if of else f"--family: {game} is one game, and has no families")
    chosen = random.Random(f"{family} {seed}").sample(alike, min(count, len(alike)))
    return tuple(Table(game, seats, (option,)) for option in sorted(chosen))


def told(task: Task) -> list[Told]:
    """One game: what is said in a position of each of its thirds, and what comes of it. Raises KeyboardInterrupt."""
    Player.here(task.table.game, task.version).check()
    agent, rules = make(task.agent), games.load(task.table.game)
    chance = random.Random(f"calibrate {task.table.game} {task.seed} {task.number}")
    rows = []
    for met, _ in walks(task.table, agent, 1, chance.getrandbits(62), LOOSE):
        for position in met:
            seed = chance.getrandbits(62)
            state = resampled(position.state, position.state.current_player(), seed)
            search, plans = weigh(rules, state, SearchParams(simulations=task.simulations, seed=seed))
            if search.result.stopped or plans.stopped:
                raise KeyboardInterrupt
            first, gone = plans.plans[0], 1 - decisions_left(state, LEFT, seed) / usual_length(task.table)
            outcomes = continued(position.state, agent, task.again, chance.getrandbits(62))
            rows.append(Told(task.number, round(gone, 4), round(first.utility, 6),
                             None if first.won is None else round(first.won, 6), round(first.games),
                             first.proven or first.end.is_terminal(), tuple(round(x, 4) for x in outcomes)))
    return rows


@lru_cache(maxsize=600)
def usual_length(table: Table) -> float:
    """Mean number of decisions of a playout from the start."""
    return decisions_left(table.start(), LENGTHS)


# ---- games that are kept ---------------------------------------------------------------------


class Kept:
    """The games of a measurement in a file: a header, then a line a game, in order."""

    def __init__(self, path: Path, asked: Asked) -> None:
        """Read what is there, if anything. Raises InputError for a file of another measurement."""
        self.path, self.rows = path, list[list[Told]]()
        header = asked.header()
        if not path.exists():
            write_file(path, _line(header))
            return
        first, *lines = read_text(path, LONGEST).splitlines(keepends=True) or [""]
        found = read_document(first, f"{path}, line 1")
        differ = [name for name, value in header.items() if not isinstance(found, dict) or found.get(name) != value]
        if differ:
            was = found.get(differ[0]) if isinstance(found, dict) else None
            raise InputError(f"{path}: holds games of another measurement ({differ[0]}: found {was!r}, expected "
                             f"{header[differ[0]]!r}); name another --out, or remove the file")
        for number, line in enumerate(lines):
            if line.endswith("\n"):             # a last line that was cut off is played again
                self.rows.append(_read(line, f"{path}, line {number + 2}"))
        write_file(path, b"".join(map(_line, [header, *self.rows])))

    def add(self, rows: list[Told]) -> None:
        """One game more, at once."""
        with self.path.open("ab") as file:
            file.write(_line(rows))
        self.rows.append(rows)


def _line(value: Any) -> bytes:
    plain = [asdict(row) for row in value] if isinstance(value, list) else value
    return (json.dumps(plain) + "\n").encode()


def _read(line: str, place: str) -> list[Told]:
    rows = read_document(line, place)
    try:
        return [Told(**{**row, "outcomes": tuple(map(float, row["outcomes"]))}) for row in rows]
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{place}: found no game of a calibration") from None


def measure(what: Asked, path: Path, jobs: int = 1, backend: str = "loky", scheduler: str | None = None,
            progress: Callable[[float], None] = lambda share: None) -> list[list[Told]]:
    """Play what is missing in the file of games, and return all that was asked for, game by game."""
    kept = Kept(path, what)
    progress(min(1.0, len(kept.rows) / what.games))
    with closing(in_order(told, what.tasks(len(kept.rows)), jobs, backend, scheduler)) as made:
        for rows in made:
            kept.add(rows)
            progress(len(kept.rows) / what.games)
    return kept.rows[:what.games]


# ---- fits ------------------------------------------------------------------------------------


def fit(rows: Sequence[Told], of: str = UTILITY) -> list[dict[str, Any]]:
    """What utilities, or shares, mean in each third of the game, and how far that is off for a single position."""
    rows = [row for row in rows if not row.exact]
    prior = own_reading(rows) if of == UTILITY else (0.0, 1.0)
    curves = [curve([row.said(of) for row in rows if row.phase == k],
                    [float(np.mean(row.outcomes)) for row in rows if row.phase == k], prior) for k in range(PHASES)]
    said = [curves[row.phase][0] + curves[row.phase][1] * float(logit(row.said(of))) for row in rows]
    whole = [(z, row.outcomes) for z, row in zip(said, rows, strict=True)]
    off = [model_error([z for (z, _), row in zip(whole, rows, strict=True) if row.phase == k],
                       [row.outcomes for row in rows if row.phase == k], whole, USUAL) for k in range(PHASES)]
    return [{"recalibration": list(curves[k]), "modelError": error,
             "forecasts": sum(row.phase == k for row in rows)} for k, error in enumerate(steadied(off, len(rows)))]


def own_reading(rows: Sequence[Told]) -> Curve:
    """What utilities mean by the searches' own simulations: the line through the shares of the win in them."""
    own = [(row.utility, row.won, float(row.simulations)) for row in rows if row.won is not None]
    return as_seen(own).recalibration if own else (0.0, 1.0)


def curve(utilities: Sequence[float], outcomes: Sequence[float], prior: Curve = (0.0, 1.0)) -> Curve:
    """The most likely line in logits, one outcome a position, drawn to the prior one as by STEADY positions that say
    it; the prior where the difference could be chance.
    """
    if not len(utilities):
        return prior
    p, y = np.clip(np.asarray(utilities, dtype=np.float64), EDGE, 1 - EDGE), np.asarray(outcomes, dtype=np.float64)
    steady = np.quantile(p, (np.arange(STEADY) + 0.5) / STEADY)
    found = recalibration(np.concatenate([p, steady]), np.concatenate([y, recalibrated(steady, *prior)]))
    gain = 2 * len(p) * (reliability(recalibrated(p, *prior), y).log_loss
                         - reliability(recalibrated(p, *found), y).log_loss)
    return found if gain > SIGNIFICANT else prior


def steadied(errors: Sequence[float], positions: int) -> list[float]:
    """The errors of the thirds drawn to their middle, as by LEANING positions of each that say the same as all."""
    logs = np.log(np.maximum(errors, LEAST_ERROR))
    own = positions / PHASES / (positions / PHASES + LEANING)
    return [float(x) for x in np.exp(own * logs + (1 - own) * logs.mean())]


@dataclass(frozen=True)
class Check:
    """How chances hold that fits of the other games tell, on positions whose search proves nothing."""

    positions: int
    slope: float                # of outcomes on the logits of chances: 1 where chances are what they say
    slope_low: float
    slope_high: float
    brier: float                # mean squared error of the chances
    coverage: Coverage          # of the 95 % intervals
    log_loss: float             # nats


def checked(rows: Sequence[Told], of: str = UTILITY) -> Check:
    """Each of FOLDS parts of the games is told by a fit of the others."""
    held = list[tuple[float, float, Told]]()
    for part in range(FOLDS):
        phases = fit([row for row in rows if row.game % FOLDS != part], of)
        for row in rows:
            if row.game % FOLDS == part and not row.exact:
                a, b = phases[row.phase]["recalibration"]
                held.append((a + b * float(logit(row.said(of))), phases[row.phase]["modelError"], row))
    z, errors = [x for x, _, _ in held], [x for _, x, _ in held]
    came = [row.outcomes for _, _, row in held]
    means = [float(np.mean(y)) for y in came]
    found = reliability(share_of(z), means)
    return Check(len(held), *slope(share_of(z), means, [row.game for _, _, row in held]), found.brier,
                 coverage(z, errors, came), found.log_loss)


def document(what: Asked, rows: Sequence[Sequence[Told]]) -> tuple[dict[str, Any], Check]:
    """The fit of these games, of utilities or of shares, whichever tells better what came; and how it holds.

    Raises InputError where they are too few.
    """
    every = [row for game in rows for row in game]
    left = sum(not row.exact for row in every)
    if left < FEWEST:
        raise InputError(SOLVED.format(what.game, len(every) - left, len(every), left, FEWEST))
    made = {"by": "ludosoph calibrate", **what.header(), "games": len(rows), "positions": len(every)}
    checks = {of: checked(every, of) for of in (UTILITY, SHARES)}
    of = min(checks, key=lambda each: checks[each].log_loss)
    found = {"decisions": float(np.mean([usual_length(table) for table in what.tables])), "of": of,
             "phases": fit(every, of), "searches": [
                 {"simulations": each.simulations, "error": each.error, "missed": each.missed, "comparisons": 0}
                 for each in MIDDLING],
             "made": {name: value for name, value in made.items() if name not in ("format", "fit", "version")}}
    return found, checks[of]


def kept_in(path: Path, game: str) -> Mapping[str, Any]:
    """The calibration that a file holds already; nothing where there is none. Raises InputError for another game's."""
    before = read_calibration(path) if path.exists() else {}
    if before and before["game"] != game:
        raise InputError(f"{path}: is the calibration of {before['game']}; name another --out")
    return before


def keep(path: Path, game: str, version: int, name: str, made: Mapping[str, Any]) -> None:
    """Put the fit of this name into a file beside the others, if they are of the same rules. Raises InputError."""
    before = kept_in(path, game)
    fits = before["fits"] if before and before["version"] == version else {}
    fits = dict(sorted({**fits, name: rounded(made)}.items()))
    text = json.dumps({"format": FORMAT, "game": game, "version": version, "fits": fits}, indent=1) + "\n"
    write_file(path, text.encode())


def rounded(value: Any) -> Any:
    """Six figures are more than were measured."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    return [rounded(inner) for inner in value] if isinstance(value, list | tuple) else value


def meaning(made: Mapping[str, Any], phase: int, utility: float) -> tuple[float, float, float]:
    """The chance that a utility, or a share, means in a third, and the bounds of a position's 95 % interval."""
    known = read(made).phases[phase]
    middle = float(known.logit(utility))
    chance, low, high = (float(share_of(middle + side * Z95 * known.model_error)) for side in (0, -1, 1))
    return chance, low, high
