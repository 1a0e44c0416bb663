"""Atlases of simulated worlds with known effects: intervals, errors and flags of what is estimated from blocks."""
from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from reports.atlas import looks
from reports.atlas.estimates import SURE, estimate, funnel, halves, more_often
from reports.atlas.komi import SIDED as SIDED_WORDS
from reports.atlas.measures import MEASURES, Estimated
from reports.atlas.sides import LARGE, MATTERS, SIDED, sided, strengths
from reports.statistics.effects import Floats, Ints
from reports.statistics.verdicts import FADES, HOLDS, TURNS
from tests.reports.ledger import LAW, Check, Claim, normals, settle, uniforms
from tests.reports.test_ledger_worlds import HELD, MODULE, RESIDUAL, error
from tests.whole import mostly_whole

Law = Callable[[np.random.Generator, Ints], tuple[Floats, Floats]]
Words = NDArray[np.str_]
PLAYED = HELD[~np.isin(HELD, (3, 8)).any(axis=1)]       # worlds without two of the modules
WEAK_BLOCKS = 30    # of two games between weak players
LONG = 2.0          # rounds: sd of the effect of a module
OWN = 0.5           # rounds: sd of what a world has beyond its modules


def wins(run: int, parts: Ints, blocks: int) -> tuple[Floats, Floats, Floats]:
    """True win shares of the first place, wins of blocks of two games, and the effects [factor, level] behind them."""
    effects = MODULE * normals(230, LAW, run, 0, np.arange(27)).reshape(3, 9)
    own = RESIDUAL * normals(230, LAW, run, 1, np.arange(len(parts)))
    true = 0.5 + effects[np.arange(3), parts].sum(axis=1) + own
    key = np.ix_(np.arange(len(parts)), np.arange(blocks), np.arange(2))
    return true, (uniforms(230, LAW, run, 2, *key) < true[:, None, None]).mean(axis=2), effects


def lengths(run: int, parts: Ints, blocks: int) -> tuple[Floats, Floats]:
    """True rounds, and those of blocks: long worlds vary more."""
    effects = LONG * normals(231, LAW, run, 0, np.arange(27)).reshape(3, 9)
    true = 20 + effects[np.arange(3), parts].sum(axis=1) + OWN * normals(231, LAW, run, 1, np.arange(len(parts)))
    key = np.ix_(np.arange(len(parts)), np.arange(blocks))
    return true, true[:, None] + 0.2 * true[:, None] * normals(231, LAW, run, 2, *key)


def atlases(runs: int) -> list[Check]:
    """An atlas of all worlds, and one without two modules: errors, intervals and flags; a fiftieth of the runs."""
    return [check for parts in (HELD, PLAYED) for check in _win_checks(parts, runs // 50)]


def _win_checks(parts: Ints, runs: int) -> list[Check]:
    ratios, hits, raw_hits, pages, flagged, agree = [], [], [], [], [], []
    for run in range(runs):
        true, values, effects = wins(run, parts, 100)
        found = estimate(parts, values, 9)
        assert found.pooled is not None
        ratios.append(error(found.values, true) / error(found.raw, true))
        hits.append(np.mean(abs(found.values - true) < found.half))
        raw_hits.append(np.mean(abs(found.raw - true) < found.raw_half))
        there = np.zeros((3, 9), dtype=bool)
        there[np.arange(3), parts] = True
        pages.append(np.mean((abs(found.pooled.modules - effects) < 1.96 * found.pooled.module_stderrs)[there]))
        for low, high in ((0.52, np.inf), (-np.inf, 0.48), (0.48, 0.52)):
            sure = found.between(low, high) >= SURE
            flagged += ((low < true) & (true < high))[sure].tolist()
        agree.append(halves(parts, values, 9).pooled)
    name = f"atlas of {len(parts)} worlds"
    return [Check(f"{name}: error pooled over raw", float(np.mean(ratios)), 0.0, 0.6, runs),
            Check(f"{name}: intervals that cover", float(np.mean(hits)), 0.925, 0.975, runs),
            Check(f"{name}: raw intervals that cover", float(np.mean(raw_hits)), 0.925, 0.975, runs),
            Check(f"{name}: intervals of pages that cover", float(np.mean(pages)), 0.925, 0.975, runs),
            Check(f"{name}: flagged rightly", float(np.mean(flagged)), 0.95, 1.0, len(flagged)),
            Check(f"{name}: correlation of halves", float(np.mean(agree)), 0.7, 1.0, runs)]


def long_worlds(runs: int) -> list[Check]:
    """Rounds of few blocks, which vary more in long worlds: intervals; a fiftieth of the runs."""
    hits = []
    for run in range(runs // 50):
        true, values = lengths(run, HELD, 15)
        found = estimate(HELD, values, 9)
        hits.append(np.mean(abs(found.values - true) < found.half))
    return [Check("rounds of an atlas: intervals that cover", float(np.mean(hits)), 0.925, 0.975, runs // 50)]


SPARSE = HELD[::15]             # as many worlds as are not yet pooled, evenly drawn


def looked(runs: int) -> list[Check]:
    """Worlds at two strengths, look after look, by what becomes of their sides; a fiftieth of the runs."""
    return [check for name, parts, law in (("504 worlds", HELD, smooth), ("504 worlds, seven of ten even", HELD, seven),
                                           (f"{len(SPARSE)} worlds, not pooled", SPARSE, seven))
            for check in _word_checks(name, parts, law, runs // 50)]


def smooth(rng: np.random.Generator, parts: Ints) -> tuple[Floats, Floats]:
    """Shares of wins at both strengths that modules make for the most part; the stronger keep some half of them."""
    weak = 0.05 * rng.standard_normal((3, 9))[np.arange(3), parts].sum(axis=1) + 0.08 * rng.standard_normal(len(parts))
    anew = 0.04 * rng.standard_normal((3, 9))[np.arange(3), parts].sum(axis=1) + 0.05 * rng.standard_normal(len(parts))
    return np.clip(0.5 + weak, 0.02, 0.98), np.clip(0.5 + 0.5 * weak + anew, 0.02, 0.98)


def seven(rng: np.random.Generator, parts: Ints) -> tuple[Floats, Floats]:
    """Seven of ten worlds even among the stronger, whatever they are among the weaker, and modules that say nothing."""
    weak, strong = rng.choice([0.2, 0.35, 0.5, 0.65, 0.8], (2, len(parts)))
    return weak, np.where(rng.random(len(parts)) < 0.7, 0.5, strong)


def _word_checks(name: str, parts: Ints, law: Law, runs: int) -> list[Check]:
    """Of all worlds the share of wrong words, by word; of worlds even among the stronger, how many get a side; and of
    what is said, how much is wrong.

    A word counts as wrong where either strength is not as it says: a side that is none by what matters, or the other.
    """
    wrong, sides_of_even, spoken = {word: list[bool]() for word in (HOLDS, FADES, TURNS)}, list[bool](), 0
    rng = np.random.default_rng(232)
    for _ in range(runs):
        true = law(rng, parts)
        weak, strong = (np.sign(np.where(abs(each - 0.5) < MATTERS, 0.0, each - 0.5)) for each in true)
        right = {HOLDS: (weak == strong) & (weak != 0), TURNS: weak * strong < 0,
                 FADES: (abs(true[0] - 0.5) > LARGE) & (abs(true[1] - 0.5) < LARGE)}
        said = words(rng, parts, *true)
        spoken += int(np.isin(said, list(wrong)).sum())
        for word, own in wrong.items():
            own += ((said == word) & ~right[word]).tolist()
        sides_of_even += np.isin(said, SIDED_WORDS)[strong == 0].tolist()
    name, wrongly = f"{name} at two strengths", sum(sum(own) for own in wrong.values())
    told = [(f"`{word}` wrongly", float(np.mean(own))) for word, own in wrong.items()]
    told += [("even ones of which a side is named", float(np.mean(sides_of_even))),
             ("wrong words", wrongly / (runs * len(parts)))]
    return [*(Check(f"{name}: {what}", share, 0.0, 0.05, runs) for what, share in told),
            Check(f"{name}: wrong of what is said", wrongly / spoken, 0.0, 0.05, spoken)]


def words(rng: np.random.Generator, parts: Ints, weak: Floats, strong: Floats) -> Words:
    """What is said at the end of all looks of worlds with these shares of wins, as an atlas says it; empty of those
    that the stronger do not play.
    """
    names = [f"{at:03}" for at in range(len(parts))]
    known = [_known(SIDED[0], names, parts, rng.binomial(2, weak[:, None], (len(parts), WEAK_BLOCKS)) / 2)]
    played = np.isin(names, chosen := sided(known))
    said, values = np.full(len(parts), "", dtype="U40"), np.empty((played.sum(), 0))
    for look, games in enumerate(looks.LOOKS, start=2):
        drawn = rng.binomial(2, strong[played, None], (played.sum(), games // 2)) / 2
        drawn[~np.isin(names, chosen)[played]] = np.nan
        values = np.column_stack([values, drawn])
        rows = strengths([*known, _known(SIDED[1], np.array(names)[played].tolist(), parts[played], values)])
        if look <= len(looks.LOOKS):
            chosen = looks.wanted({row["item"]: row["probability"] for row in rows if row["can_come"]}, look)
    said[played] = [row["word"] for row in rows]
    return said


def _known(name: str, names: list[str], parts: Ints, values: Floats) -> Estimated:
    measure = next(each for each in MEASURES if each.name == name)
    return Estimated(measure, names, values, parts, estimate(parts, values, 9, 2), 0, 2)


CLAIMS: list[Claim] = [atlases, looked, long_worlds]


@pytest.mark.parametrize("claim", mostly_whole(CLAIMS, {long_worlds}.__contains__), ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    refused = [str(check) for check in settle(claim) if not check.accepted]
    assert not refused, "\n".join(refused)


def test_four_games_that_were_all_won_are_not_certain():
    _, values, _ = wins(0, HELD, 2)
    values[3] = 1.0
    found = estimate(HELD, values, 9)
    assert found.stderrs[3] > 0.1
    assert found.values[3] < 0.75


def test_a_handful_of_worlds_is_not_pooled():
    for few in (HELD[:12], SPARSE):
        _, values, _ = wins(0, few, 100)
        assert estimate(few, values, 9).pooled is None
    _, values, _ = wins(0, HELD[:12], 100)
    found = estimate(HELD[:12], values, 9)
    assert found.pooled is None
    assert np.isnan(found.values).all()
    assert np.isnan(halves(HELD[:12], values, 9).pooled)
    assert np.all(found.raw_half > 0)


def test_games_that_are_all_alike_are_not_pooled():
    assert estimate(HELD, np.full((504, 10), 40.0), 9).pooled is None


def test_the_spread_of_estimates_narrows_to_that_of_the_worlds():
    true, values, _ = wins(0, HELD, 100)
    found = funnel(values)
    assert found.blocks[0] == 1
    assert found.blocks[-1] == 100
    assert found.alike[0] / found.alike[-1] == pytest.approx(10)
    width = found.quantiles[:, -1] - found.quantiles[:, 0]
    assert np.all(width[-1] < width[:10])
    assert width[-1] > 1.2 * 2 * 1.96 * found.alike[-1]


def test_how_sure_it_is_that_games_are_often_cut_short():
    sure = more_often([0, 13, 20, 260], [260, 260, 260, 260], 0.05)
    assert sure[0] < 1e-5
    assert 0.4 < sure[1] < 0.6
    assert sure[2] > 0.95
    assert sure[3] > 0.9999
