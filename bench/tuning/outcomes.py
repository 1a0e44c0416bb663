"""Whether a chance is one: what advice states of positions, and the share that equal searchers win from there.

A position is taken out of each third of a game of the sampler; advice states a chance to win, with its 95 % interval,
and the agent then plays on from there in all seats, what the mover cannot see dealt anew for each game. The rows are
kept in a ledger, so that more positions add to those before.
"""
from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from scipy.special import ndtri

from bench.command import said
from bench.peers.facts import facts
from bench.publish import Ledger, Row, page, publish
from games.api import InputError
from games.registry import load
from mcts import plans
from mcts.advice import think
from mcts.agents import make
from mcts.confidence import AS_PLAYED, Phase, calibration, end_alike, fit_name, leaning, logit
from mcts.interval import Z95
from mcts.odds import share_of
from mcts.params import SearchParams
from mcts.reliability import coverage, possible, reliability, slope
from mcts.walks import LOOSE, Table, continued, walks

OUTCOMES = Path(__file__).resolve().parents[2] / "bench" / "results" / "uncertainty" / "outcomes.csv.gz"
KEY = ("game", "seats", "options", "sampler", "agent", "simulations", "seed", "walk", "third", "prior")
LEAD = """What advice states of positions that no fit has seen, and the share of games that equal searchers win from
there: a position out of each third of games of {sampler} with a quarter of the moves drawn by lot; advice after
{simulations:,} simulations; then one agent (*by*) in all seats, several games from each position, what the mover cannot
see dealt anew for each. *Told* and *came*: mean chance, and mean share won; *band*: where that mean lies in 95 of 100
cases if the intervals are as stated, which pools what single positions cannot tell. *Possible*: positions whose games
could come from a chance within the interval (all but one in 20). *Holds*: the share of chances that the intervals hold,
by the likelihood of all games together, with its 95 % interval; *half*: half the width of an interval, the median.
*Slope*: of what came on the logits of the chances, 1 if chances are what they say, with its interval over games. It is
*not settled* by fewer than {settled} positions nor by an interval wider than {widest:g}, and there is none where all
came *alike*, nine positions of ten or more. *Proven*: positions that the search solves or calls decided, and how often
that came; of a chance between 0 and 1, whether the games could come from it. 504 is pooled over worlds of a goal, the
first module. Positions whose own games a fit was made of are left out (`python -m bench fit_chances`).
Made by `{command}`, in parts."""
FEW = 8             # positions of which a line says more than how they came out together
SURE = 1e-9         # an interval that is no wider is none
SETTLED = 20        # positions that settle a slope at least
WIDEST = 2.0        # the interval of a slope that is settled is no wider
ALIKE = 0.9         # share of positions that came to the same from which no slope can be told
THIRDS = (0, 1, 2)
PRIORS = (0.0, 0.25, 1.0)   # that are compared: what a visit of the tree counts as, of a plan's own simulation


@dataclass(frozen=True)
class Stated:
    """What advice said of a position, and what came."""

    game: str
    seats: int
    options: str                # as NAME=VALUE with commas
    sampler: str
    agent: str
    simulations: int            # of the advice
    seed: int
    walk: int                   # number of the sampler's game
    third: int                  # of that game
    prior: float                # what a visit of the tree counted as, of a plan's own simulation
    utility: float              # of the first plan
    won: float | None           # share of the win in its own simulations
    own: int                    # how many those were, with what the tree adds to few
    chance: float
    low: float
    high: float
    calibrated: bool
    games: int | None           # that the chance is a share of, where nothing was calibrated
    outcomes: str               # shares of the win of the side to move, parted by spaces
    alike: bool | None = None   # every simulation of every plan ended alike; None: that was not kept

    def given(self) -> dict[str, str]:
        """The options by name."""
        return dict(part.split("=") for part in self.options.split(",") if part)

    def came(self) -> list[float]:
        """The shares of the win of the games played on."""
        return [float(x) for x in self.outcomes.split()]

    def wide(self) -> bool:
        """Whether it has an interval: it is no proof, and the game was not said to be decided."""
        return self.high - self.low > SURE

    def error(self) -> float:
        """The standard error that the interval stands for, in logits."""
        return float(logit(self.high) - logit(self.low)) / (2 * Z95)

    def share(self) -> float:
        """The share of the win in the simulations of the first plan, leaning on a half by one of them."""
        assert self.won is not None
        return leaning(self.won, self.own)

    def by(self, phase: Phase) -> Stated:
        """The same, as a fit of shares of the win would state it (mcts/confidence.py)."""
        phase = AS_PLAYED if self.alike else phase
        share = self.share()
        middle, error = float(phase.logit(share)), float(np.hypot(phase.model_error, phase.luck(share, self.own)))
        low, chance, high = (float(share_of(middle + side * Z95 * error)) for side in (-1, 0, 1))
        return replace(self, chance=chance, low=low, high=high, calibrated=True, games=None)


def stated(table: Table, numbers: Sequence[int], sampler: str, agent: str, simulations: int, games: int, seed: int,
           ledger: Ledger, thirds: Sequence[int] = THIRDS, until: float = float("inf"), afresh: bool = False
           ) -> Iterator[Stated]:
    """The positions of these walks, those of the ledger first; what is new goes there. Nothing is begun after so many
    processor seconds of this process.

    Games that were played on for another prior (`mcts.plans.PRIOR`) are those of this one too. `afresh`: what advice
    says is asked anew, as after another fit; games stay as they are.
    """
    seats = table.start().seats
    options = ",".join(f"{name}={value}" for name, value in table.options)
    for number in numbers:
        head: dict[str, Any] = {"game": table.game, "seats": seats, "options": options, "sampler": sampler,
                                "agent": agent, "simulations": simulations, "seed": seed, "walk": number,
                                "prior": plans.PRIOR}
        known = [row for k in thirds if (row := ledger.find(head | {"third": k}))]
        if known and not afresh:
            yield from map(read_row, known)
            continue
        if process_time() > until:
            return
        chance = random.Random(f"outcomes {table.game} {options} {seats} {seed} {number}")
        (met, _), = walks(table, make(sampler), 1, chance.getrandbits(62), LOOSE)
        for k, position in enumerate(met):
            luck = chance.getrandbits(62), chance.getrandbits(62)
            if k not in thirds or known and not ledger.find(head | {"third": k}):
                continue
            found = think(load(table.game), position.state, SearchParams(simulations=simulations, seed=luck[0]))
            first, sure = found.plans.plans[0], found.sure
            before = next((row for p in PRIORS if (row := ledger.find(head | {"third": k, "prior": p}))), None)
            came = (read_row(before).came() if before else
                    continued(position.state, make(agent), games, luck[1]))
            new = Stated(**head, third=k, utility=first.utility, won=first.won, own=round(first.games),
                         chance=float(sure.chance[0]), low=float(sure.low), high=float(sure.high),
                         calibrated=sure.calibrated, games=sure.games, outcomes=" ".join(f"{x:g}" for x in came),
                         alike=end_alike(found.plans.plans))
            yield read_row(ledger.add(asdict(new)))
            said(f"{table.game} {options} {seats} seats, walk {number}, third {k}: {new.chance:.2f} "
                 f"({new.low:.2f} to {new.high:.2f}), came {float(np.mean(came)):.2f}; {process_time():.0f} s")


def stated_afresh(game: str, seats: int, seed: int, ledger: Ledger) -> None:
    """State anew what advice says of the positions of a seed; games stay as they are. Where the fit is of shares of the
    win, and the same in all thirds, that follows from what the search found, as in mcts/confidence.py; else the search
    is asked again.
    """
    rules = load(game)
    for row in [row for row in map(read_row, list(ledger.rows.values()))
                if (row.game, row.seats, row.seed, row.prior) == (game, seats, seed, plans.PRIOR)]:
        known = calibration(rules, seats, row.given())
        if known is None or not known.phases[0].of_shares or len(set(known.phases)) > 1 or row.alike is None:
            break
        if row.wide() and row.won is not None:
            ledger.add(asdict(row.by(known.phases[0])))
    else:
        return
    walks_ = dict.fromkeys((tuple(row.given().items()), row.sampler, row.agent, row.simulations, row.walk)
                           for row in map(read_row, list(ledger.rows.values()))
                           if (row.game, row.seats, row.seed, row.prior) == (game, seats, seed, plans.PRIOR))
    for options, sampler, agent, simulations, number in walks_:
        walked = Table(game, seats, options)
        for _ in stated(walked, [number], sampler, agent, simulations, 0, seed, ledger, afresh=True):
            pass


def fitted_to(row: Stated) -> bool:
    """Whether what is stated of a position was fitted to its own games (fit_chances.py)."""
    rules = load(row.game)
    options = row.given()
    names = {fit_name(rules, row.seats, options)}
    if rules.variants.family is not None:
        names.add(f"{row.seats} {rules.variants.family(options)}")
    fits = (rules.calibration or {}).get("fits", {})
    return any(row.seed in seeds_of(fits[name]) for name in names & set(fits))


def seeds_of(fit: Mapping[str, Any]) -> list[int]:
    """The seeds of the positions that a fit was made of."""
    made = fit["made"].get("outcomes", [])
    return made if isinstance(made, list) else [made]


def read_row(row: Row) -> Stated:
    """A line of the ledger."""
    whole = ("seats", "simulations", "seed", "walk", "third", "own")
    numbers: dict[str, Any] = {name: int(row[name]) for name in whole}
    numbers |= {name: float(row[name]) for name in ("prior", "utility", "chance", "low", "high")}
    return Stated(**{**row, **numbers, "won": float(row["won"]) if row["won"] else None,
                     "games": int(row["games"]) if row["games"] else None, "calibrated": row["calibrated"] == "True",
                     "alike": row["alike"] == "True" if row.get("alike") else None})


def line(rows: Sequence[Stated]) -> Row:
    """A line of the table, of positions of one kind."""
    open_ = [row for row in rows if row.wide()]
    came = [row.came() for row in open_]
    means = [float(np.mean(y)) for y in came]
    made: Row = {"by": ", ".join(sorted({row.agent for row in rows})), "positions": len(rows),
                 "games": sum(len(row.came()) for row in rows), "open": len(open_),
                 "closed": len(rows) - len(open_), "closed_right": sum(right(row) for row in rows if not row.wide())}
    if not open_:
        return made
    made |= band(open_)
    made["possible"] = sum(possible(row.low, row.high, y) for row, y in zip(open_, came, strict=True))
    if len(open_) >= FEW and float(np.ptp(means)) > 0:
        told = [row.chance for row in open_]
        walks_ = sorted({(row.game, row.options, row.seats, row.seed, row.walk) for row in open_})
        groups = [walks_.index((row.game, row.options, row.seats, row.seed, row.walk)) for row in open_]
        made["slope"], made["slope_low"], made["slope_high"] = slope(told, means, groups)
        made["alike"] = max(map(means.count, means)) >= ALIKE * len(means)
        made["brier"] = reliability(told, means).brier
        made["half"] = float(np.median([row.high - row.low for row in open_])) / 2
        if min(map(len, came)) > 1:
            held = coverage([float(logit(row.chance)) for row in open_], [row.error() for row in open_], came)
            made |= {"coverage": held.share, "coverage_low": held.low, "coverage_high": held.high, "widen": held.widen}
    return made


def right(row: Stated) -> float:
    """How often what is known for certain came: the win or its loss; of a chance between, whether it could."""
    came = float(np.mean(row.came()))
    if 0 < row.chance < 1:
        return float(possible(row.chance, row.chance, row.came()))
    return came if row.chance == 1 else 1 - came


def band(rows: Sequence[Stated]) -> Row:
    """What the outcomes of positions come to together, and the band that the stated intervals imply for their sum:
    normal errors of the sizes stated, independent of each other, and the luck of the games.
    """
    nodes = ndtri((np.arange(200) + 0.5) / 200)
    middle, spread = 0.0, 0.0
    for row in rows:
        n = len(row.came())
        p = 1 / (1 + np.exp(-(float(logit(row.chance)) + row.error() * nodes)))
        middle += float(p.mean())
        spread += float(p.var()) + float((p * (1 - p)).mean()) / n
    half = Z95 * spread ** 0.5
    return {"told": float(np.mean([row.chance for row in rows])),
            "came": float(np.mean([np.mean(row.came()) for row in rows])),
            "band_low": max(0.0, (middle - half) / len(rows)), "band_high": min(1.0, (middle + half) / len(rows))}


def grouped(rows: Sequence[Stated]) -> list[tuple[str, str, list[Stated]]]:
    """Rows of a game and number of seats; those of 504 by goal too, and all of them together."""
    groups: dict[tuple[str, str], list[Stated]] = {}
    for row in rows:
        rules = load(row.game)
        if rules.variants.family is None:
            groups.setdefault((row.game, str(row.seats)), []).append(row)
            continue
        options = row.given()
        groups.setdefault((f"{row.game} {rules.variants.family(options)}", "all"), []).append(row)
        for seats in (str(row.seats), "all"):
            groups.setdefault((row.game, seats), []).append(row)
    return [(game, seats, groups[game, seats]) for game, seats in sorted(groups)]


def table(rows: Sequence[Stated]) -> list[Row]:
    """A line for each group."""
    return [{"game": game, "seats": seats, **line(own)} for game, seats, own in grouped(rows)]


def percent(share: float) -> str:
    """Whole per cent."""
    return f"{100 * share:.0f}"


def cells(row: Row) -> list[str]:
    """A line as text."""
    one = [str(row["game"]), str(row["seats"]), row["by"], str(row["positions"]), str(row["games"])]
    proven = f"{row['closed_right']:.1f} of {row['closed']}" if row["closed"] else "–"
    if not row["open"]:
        return [*one, *["–"] * 6, proven]
    one += [f"{percent(row['told'])} %", f"{percent(row['came'])} %",
            f"{percent(row['band_low'])}–{percent(row['band_high'])}", f"{row['possible']} of {row['open']}"]
    holds = (f"{percent(row['coverage'])} % ({percent(row['coverage_low'])}–{percent(row['coverage_high'])}), half "
             f"{percent(row['half'])}" if "coverage" in row else "–")
    return [*one, holds, slope_told(row), proven]


def slope_told(row: Row) -> str:
    """The slope with its interval, where it says something."""
    if "slope" not in row:
        return "–"
    if row["alike"]:
        return "all alike"
    if row["open"] < SETTLED or row["slope_high"] - row["slope_low"] > WIDEST:
        return "not settled"
    return f"{row['slope']:.2f} ({row['slope_low']:.2f}–{row['slope_high']:.2f})"


def check(tables: Sequence[Table], count: int, sampler: str, agent: str, simulations: int, games: int, seed: int,
          ledger: Path, out: Path, seconds: float, thirds: Sequence[int] = THIRDS) -> list[Path]:
    """Play what is missing for so many walks of each table, within so many processor seconds, and write the page of all
    that was ever played.
    """
    kept, until = Ledger(ledger, KEY), process_time() + seconds
    for number in range(count):
        for each in tables:
            for _ in stated(each, [number], sampler, agent, simulations, games, seed, kept, thirds, until):
                pass
    rows = [read_row(row) for row in kept.rows.values()]
    mine = [row for row in rows if row.prior == plans.PRIOR and not fitted_to(row)]
    if not mine:
        raise InputError(f"{ledger}: no position was checked yet; ask for --positions 1 or more")
    lead = LEAD.format(sampler=sampler, simulations=simulations, settled=SETTLED, widest=WIDEST,
                       command=shlex.join(["python", "-m", "bench", "check_uncertainty", *sys.argv[1:]]))
    made, about = table(mine), facts(seed=str(seed))
    head = ["game", "seats", "by", "positions", "games", "told", "came", "band, %", "possible", "holds", "slope",
            "proven"]
    text = page("Chances that are told, and what comes", lead, about, head, [cells(row) for row in made], left=3,
                below="\n\n".join(filter(None, (priors(rows), ends(rows)))))
    return publish(made, about, text, out, "chances")


def ends(rows: Sequence[Stated]) -> str:
    """What came where all simulations end alike, of all plans or of the first alone, in games whose chances are of
    shares; the positions of fits too, which have no say in it.
    """
    unanimous = [row for row in rows if row.wide() and row.alike is not None and row.won in (0.0, 1.0)
                 and load(row.game).variants.family is not None]
    if not unanimous:
        return ""

    def counted(own: Sequence[Stated]) -> str:
        came = [x if row.won else 1 - x for row in own for x in row.came()]
        return f"{sum(came):g} of {len(came)} games from {len(own)} positions"

    of_all, of_first = (counted([row for row in unanimous if row.alike is alike]) for alike in (True, False))
    return (f"In 504, where every simulation of every plan ended alike, {of_all} came so, those of the fit among them; "
            f"where only the simulations of the first plan did, {of_first}.")


def priors(rows: Sequence[Stated]) -> str:
    """How intervals hold if visits of the tree count more or less, where that was tried on the same games."""
    def place(row: Stated) -> tuple[Any, ...]:
        return row.game, row.seats, row.options, row.seed, row.walk, row.third, row.agent, row.simulations

    by_prior: dict[float, Mapping[tuple[Any, ...], Stated]] = {
        prior: {place(row): row for row in rows if row.prior == prior} for prior in PRIORS}
    shared = set.intersection(*(set(each) for each in by_prior.values()))
    lines = {prior: line([each[key] for key in sorted(shared)]) for prior, each in by_prior.items()}
    if not all("slope" in row for row in lines.values()):
        return ""
    said_ = []
    for prior, row in lines.items():
        said_.append(f"{prior:g}: {cells({'game': '', 'seats': '', **row})[9]}, slope {row['slope']:.2f}, mean squared "
                     f"error {row['brier']:.4f}")
    return (f"On {len(shared)} of these positions a visit of the tree was also counted as another part of a plan's own "
            f"simulation; the intervals hold then, by what it counts as: " + "; ".join(said_) + ".")
