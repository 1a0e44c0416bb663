"""What chances mean, mended by games played on from positions: those that outcomes.py keeps of some seeds.

    python -m bench fit_chances connect_four --seed 7000
    python -m bench fit_chances world504 --seed 9000 --seed 11000

Of all positions of a game at one number of seats together, the line in logits from what is stated to what came, drawn
to what is stated as by LEANING in either number, if that could not come from chances as they are stated; and how far a
single position is off it, at most. That is measured about what searches said, and so it holds their own error too. Of a
game with families, the line of all its games is drawn to by that of each number of seats, and that again by each
family: so a family with a few positions, or none, has a fit of its own that says what all say. Positions in which
every simulation of every plan ends alike are no part of it, as their share of the win is taken as it is
(mcts/confidence.py). What such fits are worth is told by games that they have not seen: one of FOLDS parts of them is
left out in turn. What searches of each length miss stays as it is.
"""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from scipy import optimize

from bench.command import said
from bench.peers.facts import facts
from bench.publish import Ledger
from bench.tuning import outcomes
from bench.tuning.outcomes import KEY, OUTCOMES, Stated, read_row
from games.api import Game, InputError
from games.calibrations import HOLDS_SEARCH, SHARES
from games.registry import load
from mcts.calibrate import Curve, drawn, keep, usual_length
from mcts.confidence import MIDDLING, PHASES, Phase, fit_name, logit
from mcts.plans import PRIOR
from mcts.reliability import model_error

ROOT = Path(__file__).resolve().parents[2]
LEANING = 0.7           # standard deviation of a line about the one that it is drawn to, in a and in log b,
SMALLER = 0.3           # of a number of seats or a family about all; halves told less of worlds left out of a fit
USUAL = 0.5             # logits by which the chance of a position is off, as in the games that were measured longest
FOLDS = 12              # parts of the games, each of which is left out in turn
FEWEST = 12             # positions that a fit is made of at least
MEMBERS = 3             # games of a family that say how long its games are
LEAST_ERROR = 0.1
SAME: Curve = (0.0, 1.0)
CHI_SQUARE_2 = 5.991    # 2 log likelihood by which two numbers more are better in 5 of 100 cases by chance alone


def line(z: Sequence[float], came: Sequence[Sequence[float]], prior: Curve = (0.0, 1.0), lean: float = LEANING
         ) -> Curve:
    """(a, b) of logit = a + b z, by the likelihood of the mean of a position's games, each position counting once."""
    def loss(at: Any) -> float:
        far = (at[0] - prior[0]) ** 2 + (at[1] - np.log(prior[1])) ** 2
        return unlikely(z, came, (at[0], float(np.exp(at[1])))) + far / 2 / lean ** 2

    found = optimize.minimize(loss, np.array([prior[0], np.log(prior[1])]), method="Nelder-Mead").x
    return float(found[0]), float(np.exp(found[1]))


def unlikely(z: Sequence[float], came: Sequence[Sequence[float]], curve: Curve) -> float:
    """Minus the log likelihood of what came by this line, each position counting once."""
    x, y = np.asarray(z, dtype=np.float64), np.array([float(np.mean(each)) for each in came])
    said_ = curve[0] + curve[1] * x
    return float((np.logaddexp(0, said_) - y * said_).sum())


def settled(z: Sequence[float], came: Sequence[Sequence[float]]) -> Curve:
    """The line, where it says more than chance does; else that of chances which are what they say."""
    found = line(z, came)
    return found if unlikely(z, came, SAME) - unlikely(z, came, found) > CHI_SQUARE_2 / 2 else SAME


def error(z: Sequence[float], came: Sequence[Sequence[float]], curve: Curve, luck: Sequence[float] = ()) -> float:
    """How far a single position is off the line, in logits: at most, as far as its games tell. `luck`: what is known of
    it.
    """
    told = [curve[0] + curve[1] * x for x in z]
    return max(LEAST_ERROR, model_error(told, came, usual=USUAL, at_most=True, luck=luck))


def stated(row: Stated) -> float:
    """What the search said, in logits: the chance, or where nothing was calibrated the share of the win."""
    return float(logit(row.chance if row.calibrated else row.share()))


def mended(old: Mapping[str, Any], rows: Sequence[Stated]) -> dict[str, Any]:
    """A fit with the chances of its thirds bent by one line, and the error of a position about that."""
    z, came = [stated(row) for row in rows], [row.came() for row in rows]
    a, b = settled(z, came)
    off = error(z, came, (a, b))
    said(f"{rows[0].game}, {rows[0].seats} seats: {len(rows)} positions, a {a:+.2f} b {b:.2f}, off by {off:.2f}")
    return {**old, HOLDS_SEARCH: True, "phases": [{**phase, "modelError": off, "recalibration": [
        a + b * phase["recalibration"][0], b * phase["recalibration"][1]]} for phase in old["phases"]]}


class Bends:
    """Lines from the share of the win to what came, of positions of a game with families: one of all games, and one of
    each number of seats and family that leans on it. `off`: how far a single position is off, in logits, at most.
    """

    def __init__(self, rules: Game, rows: Sequence[Stated]) -> None:
        rows = [row for row in rows if not row.alike]
        self.rows = [(row.seats, family_of(rules, row)) for row in rows]
        self.z, self.came = [float(logit(row.share())) for row in rows], [row.came() for row in rows]
        self.whole = line(self.z, self.came)
        bent = Phase(self.whole)
        self.off = error(self.z, self.came, self.whole, [bent.luck(row.share(), row.own) for row in rows])

    def of(self, seats: int, family: str) -> tuple[Curve, int]:
        """The line of a number of seats and a family, and how many positions it has."""
        mine = [k for k, (at, _) in enumerate(self.rows) if at == seats]
        own = [k for k in mine if self.rows[k][1] == family]
        return self._line(own, self._line(mine, self.whole)), len(own)

    def _line(self, of: Sequence[int], prior: Curve) -> Curve:
        return line([self.z[k] for k in of], [self.came[k] for k in of], prior, SMALLER)


def families(rules: Game, rows: Sequence[Stated], seed: int) -> dict[str, dict[str, Any]]:
    """A fit for each number of seats and family, of shares of the win, which mean more alike than utilities do."""
    assert rules.variants.family is not None
    kinds = {rules.variants.family({kind.option: name}) for kind in rules.variants.kinds.values()
             for name in kind.names()}
    bends = Bends(rules, rows)
    a, b = bends.whole
    said(f"{rules.name}: {len(bends.z)} positions, a {a:+.2f} b {b:.2f}, off by {bends.off:.2f}")
    found = {}
    for seats in rules.seats:
        for family in sorted(kinds):
            curve, count = bends.of(seats, family)
            tables = drawn(rules.name, seats, family, MEMBERS, seed)
            found[f"{seats} {family}"] = {
                "decisions": float(np.mean([usual_length(table) for table in tables])), "of": SHARES,
                "phases": [{"recalibration": list(curve), "modelError": bends.off, "forecasts": count}] * PHASES,
                "searches": [{"simulations": s.simulations, "error": s.error, "missed": s.missed, "comparisons": 0}
                             for s in MIDDLING]}
    return found


def left_out(rules: Game, rows: Sequence[Stated]) -> list[Stated]:
    """The positions as they would be stated by fits that have seen none of the same game."""
    games = sorted({row.options for row in rows})
    part = {options: number % FOLDS for number, options in enumerate(games)}
    found = []
    for fold in range(min(FOLDS, len(games))):
        bends = Bends(rules, [row for row in rows if part[row.options] != fold])
        for row in (row for row in rows if part[row.options] == fold):
            bent, _ = bends.of(row.seats, family_of(rules, row))
            found.append(row.by(Phase(bent, bends.off)))
    return found


def family_of(rules: Game, row: Stated) -> str:
    """The family of the game that a position is from."""
    assert rules.variants.family is not None
    return rules.variants.family(row.given())


def run(game: Annotated[str, typer.Argument(help="A game.")],
        seats: Annotated[int | None, typer.Option(help="Seats, if not the game's default; all of families.")] = None,
        seed: Annotated[list[int] | None, typer.Option(help="Of the positions, 7000 by default; give it again for more."
                                                       )] = None,
        ledger: Annotated[Path, typer.Option(help="File of the positions and their games.")] = OUTCOMES,
        out: Annotated[Path | None, typer.Option(help="The file, if not the game's own.")] = None) -> None:
    """Mend what chances mean in games/GAME/calibration.json by games that were played on from positions.

    Example: python -m bench fit_chances kuhn_poker --seats 3 --seed 7000
    """
    rules, seed = load(game), seed or [7_000]
    path, seeds = out or ROOT / "games" / game / "calibration.json", " and ".join(map(str, seed))
    rows = [row for row in map(read_row, Ledger(ledger, KEY).rows.values())
            if row.game == game and row.seed in seed and row.prior == PRIOR and row.wide()]
    if rules.variants.family is None:
        at = rules.start(seats).seats
        rows = [row for row in rows if row.seats == at]
    if len(rows) < FEWEST:
        raise InputError(f"{ledger}: found {len(rows)} positions of {game} of seed {seeds} that are open, expected "
                         f"{FEWEST} or more")
    if rules.variants.family is not None and any(row.alike is None for row in rows):
        raise InputError(f"{ledger}: does not say of all these positions whether their simulations end alike; "
                         f"`check_uncertainty {game} --again 1 --afresh --seed {seeds}` asks them anew")
    about = {"outcomes": seed if len(seed) > 1 else seed[0], "agents": sorted({row.agent for row in rows})}
    if rules.variants.family is not None:
        told = outcomes.cells({"game": game, "seats": "all", **outcomes.line(left_out(rules, rows))})
        said(f"games left out in turn, {told[3]} positions: the intervals hold {told[-3]}, slope {told[-2]}")
        for name, fit in families(rules, rows, seed[0]).items():
            keep(path, game, rules.version, name, {**fit, "made": {**facts(seed=seeds), **about}})
    else:
        name = fit_name(rules, at, {})
        old = json.loads(path.read_text(encoding="utf-8"))["fits"][name]
        if set(outcomes.seeds_of(old)) & set(seed):
            raise InputError(f"{path}: its fit {name!r} is mended by the games of seed {seeds} already")
        keep(path, game, rules.version, name, mended(old, rows) | {"made": {**old["made"], **about}})
    print(path)
