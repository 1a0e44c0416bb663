"""Atlases of simulated worlds with known effects: intervals, errors and flags of what is estimated from blocks."""
from __future__ import annotations

import numpy as np
import pytest

from reports.atlas import looks
from reports.atlas.estimates import SURE, estimate, funnel, halves, more_often
from reports.atlas.tables import LOOKED, MATTERS, MEASURES, SIDED, Estimated, Sided
from reports.statistics.effects import Floats, Ints
from tests.reports.ledger import LAW, Check, Claim, normals, settle, uniforms
from tests.reports.test_ledger_worlds import HELD, MODULE, RESIDUAL, error
from tests.whole import mostly_whole

PLAYED = HELD[~np.isin(HELD, (3, 8)).any(axis=1)]       # worlds without two of the modules
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


def looked(runs: int) -> list[Check]:
    """Worlds of two by a stronger player, look after look, seven of ten of them even; a fiftieth of the runs."""
    worlds = ((True, HELD[::14]), (False, HELD[::4]))
    return [check for few, parts in worlds for check in _looks(few, parts, runs // 50)]


def _looks(few: bool, parts: Ints, runs: int) -> list[Check]:
    """Wrong words: a side where neither is favoured by what matters, or the other side. Few worlds are not pooled."""
    wrong, of_even = list[bool](), list[bool]()
    rng = np.random.default_rng(232)
    for _ in range(runs):
        true = np.where(rng.random(len(parts)) < 0.7, 0.5, rng.choice([0.2, 0.35, 0.65, 0.8], len(parts)))
        said = _words(rng, parts, true)
        sides = np.sign(np.where(abs(true - 0.5) < MATTERS, 0.0, true - 0.5))
        wrong += ((said != 0) & (said != sides)).tolist()
        of_even += (said != 0)[sides == 0].tolist()
    name = f"{len(parts)} worlds by a stronger player, {'not pooled' if few else 'pooled'}"
    return [Check(f"{name}: wrong words", float(np.mean(wrong)), 0.0, 0.05, runs),
            Check(f"{name}: even worlds of which a side is named", float(np.mean(of_even)), 0.0, 0.05, runs)]


def _words(rng: np.random.Generator, parts: Ints, true: Floats) -> Ints:
    """What is said of worlds with these shares of wins of the first at the end of all looks: 1, -1 or 0."""
    names = [str(at) for at in range(len(parts))]
    chosen, values = set(names), np.empty((len(parts), 0))
    measure = next(each for each in MEASURES if each.name == SIDED[1])
    for games in looks.LOOKS:
        drawn = rng.binomial(2, true[:, None], (len(parts), games // 2)) / 2
        drawn[[name not in chosen for name in names]] = np.nan
        values = np.column_stack([values, drawn])
        found = Sided.of(Estimated(measure, names, values, parts, estimate(parts, values, 9, 2), games, 2), LOOKED)
        said = np.array([found.side(at) for at in range(len(parts))])
        open_ = {name: max(found.up[at], found.down[at], found.even[at]) for at, name in enumerate(names)
                 if not said[at] and not found.is_even(at)}
        if not (chosen := looks.wanted(open_)):
            break
    return said


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
