"""Four seats of simulated worlds with known shares: how often the seat named, and what is said of it, is wrong."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from reports.atlas import four, looks
from reports.atlas.estimates import estimate
from reports.atlas.measures import Estimated, Measure
from reports.atlas.sides import LARGE, MATTERS
from reports.statistics.effects import Floats, Ints
from reports.statistics.verdicts import FADES, HOLDS, TURNS
from tests.reports.ledger import Check, Claim, settle
from tests.reports.test_ledger_worlds import HELD

Law = Callable[[np.random.Generator, Ints], tuple[Floats, Floats]]      # shares [world, seat] at both strengths
SEATS = four.SEATS
WEAK_BLOCKS = 15                        # of four games
STRONG = Measure("win_of_favoured", "", "strong-4", lambda games: games["win_0"], par=four.PAR)


def looked_at_four(runs: int) -> list[Check]:
    """Worlds at four seats and two strengths, look after look, by what becomes of the seat that weak play favours; a
    hundredth of the runs, and more where little is said.
    """
    return [check for name, parts, law, each in (
        ("504 worlds", HELD, smooth, 100), ("504 worlds, seven of ten even", HELD, seven, 25),
        ("34 worlds, not pooled", HELD[::15], seven, 5)) for check in _checks(name, parts, law, runs // each)]


def smooth(rng: np.random.Generator, parts: Ints) -> tuple[Floats, Floats]:
    """Shares that modules make for the most part, of each seat; the stronger keep some half of it."""
    def of(spread: float, own: float) -> Floats:
        pages = spread * rng.standard_normal((3, 9, SEATS))
        return sum(pages[at, parts[:, at]] for at in range(3)) + own * rng.standard_normal((len(parts), SEATS))
    weak = of(0.25, 0.4)
    return shares(weak), shares(0.5 * weak + of(0.2, 0.25))


def seven(rng: np.random.Generator, parts: Ints) -> tuple[Floats, Floats]:
    """Seven of ten worlds even among the stronger, whatever they are among the weaker, and modules that say nothing."""
    def of() -> Floats:
        logits = np.zeros((len(parts), SEATS))
        logits[np.arange(len(parts)), rng.integers(SEATS, size=len(parts))] = rng.choice([-1.0, 0.0, 0.8, 1.6],
                                                                                        len(parts))
        return logits
    weak, strong = of(), of()
    strong[rng.random(len(parts)) < 0.7] = 0.0
    return shares(weak), shares(strong)


def shares(logits: Floats) -> Floats:
    raised = np.exp(logits)
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _checks(name: str, parts: Ints, law: Law, runs: int) -> list[Check]:
    """Of worlds of which a seat is named, how many do not favour it; of those even among the stronger, how many get a
    word that names a side; of what is said, how much is wrong.
    """
    rng, wrong_seat, wrong, sides_of_even = np.random.default_rng(233), list[bool](), list[bool](), list[bool]()
    for _ in range(runs):
        weak, strong = law(rng, parts)
        found, rows = words(rng, parts, weak, strong)
        at = {item: n for n, item in enumerate(found.items)}
        if found.pooled:
            wrong_seat += [weak[at[item], found.places[at[item]]] < four.PAR + MATTERS for item in found.sided()]
        for row in rows:
            one, other = (each[at[row["item"]], row["seat"] - 1] - four.PAR for each in (weak, strong))
            right = {HOLDS: one > MATTERS and other > MATTERS, TURNS: one > MATTERS and other < -MATTERS,
                     FADES: one > MATTERS and (abs(other) < MATTERS or one > LARGE > abs(other))}
            if row["word"] in right:
                wrong.append(not right[row["word"]])
            if abs(other) < MATTERS:
                sides_of_even.append(row["word"] in (HOLDS, TURNS))
    name = f"{name} at four seats"
    checks = [Check(f"{name}: wrong of what is said", float(np.mean(wrong)) if wrong else 0.0, 0.0, 0.05, len(wrong)),
              Check(f"{name}: even ones of which a side is named", float(np.mean(sides_of_even)), 0.0, 0.05, runs)]
    return [*checks, *([Check(f"{name}: seats named wrongly", float(np.mean(wrong_seat)), 0.0, 0.05, len(wrong_seat))]
                       if wrong_seat else [])]


def words(rng: np.random.Generator, parts: Ints, weak: Floats, strong: Floats
          ) -> tuple[four.Favoured, list[dict[str, object]]]:
    """What is said at the end of all looks of worlds with these shares, as an atlas says it."""
    names = [f"{at:03}" for at in range(len(parts))]
    drawn = rng.multinomial(SEATS, weak[:, None].repeat(WEAK_BLOCKS, axis=1)) / SEATS
    found = four.favoured([Estimated(measure, names, drawn[:, :, place], parts,
                                     estimate(parts, drawn[:, :, place], 9, SEATS), 0, SEATS)
                           for place, measure in enumerate(four.WEAK)])
    played = np.isin(names, chosen := found.sided())
    own = strong[np.arange(len(parts)), found.places]
    values, rows = np.empty((int(played.sum()), 0)), list[dict[str, object]]()
    for look, games in enumerate(looks.LOOKS_OF_FOUR, start=2):
        more = rng.binomial(SEATS, own[played, None], (int(played.sum()), games // SEATS)) / SEATS
        more[~np.isin(names, chosen)[played]] = np.nan
        values = np.column_stack([values, more])
        rows = four.lines(found, Estimated(STRONG, np.array(names)[played].tolist(), values, parts[played],
                                           estimate(parts[played], values, 9, SEATS), 0, SEATS))
        if look <= len(looks.LOOKS_OF_FOUR):
            chosen = looks.wanted({row["item"]: row["probability"] for row in rows if row["can_come"]}, look, SEATS)
    return found, rows


CLAIMS: list[Claim] = [looked_at_four]


@pytest.mark.whole
@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    refused = [str(check) for check in settle(claim) if not check.accepted]
    assert not refused, "\n".join(refused)


def test_luck_that_goes_round_the_table_counts_by_blocks():
    """Blocks whose four games are all won or all lost tell as much as one game each: the error is twice that of four.
    """
    rng = np.random.default_rng(2)
    alike = rng.binomial(1, 0.25, (504, 12)).astype(float)
    alone = rng.binomial(4, 0.25, (504, 12)) / 4
    errors = [float(np.mean(estimate(HELD, each, 9, 4).stderrs)) for each in (alike, alone)]
    assert errors[0] / errors[1] == pytest.approx(2, abs=0.2)
