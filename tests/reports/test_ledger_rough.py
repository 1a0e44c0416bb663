"""What may be said of rough games: intervals cover, words are true, and few that are named are named wrongly."""
from __future__ import annotations

import numpy as np
import pytest

from mcts.interval import DELTA, ENOUGH
from reports.experiments.boards import boards
from reports.experiments.gift import gift
from reports.experiments.seats import hotelling, seats
from reports.experiments.stopping import EARLIEST
from reports.statistics import contrasts
from reports.statistics.blocks import FEW, Q, q_values
from reports.statistics.effects import difference, from_blocks
from reports.statistics.sequences import ALPHA, e_selected, likelihood_ratios
from reports.statistics.verdicts import (
    APPEARS,
    BOTH_LEVEL,
    EVEN,
    FADES,
    HELD,
    HOLDS,
    TURNS,
    at_level,
    at_two_budgets,
    at_two_strengths,
    verdict,
)
from tests.reports.ledger import CI, Check, Claim
from tests.reports.rough import deal, held_worth, margins_of, own_seat, scores, wins_of
from tests.whole import mostly_whole

BAND = (0.93, 0.97)         # of coverage, wherever a verdict may be printed
NULLS, ITEMS = 13, 26


def covered(claim: str, hits: list[bool]) -> Check:
    return Check(claim, float(np.mean(hits)), *BAND, len(hits))


def at_most(claim: str, found: list[float] | list[bool], limit: float) -> Check:
    """A share that must not pass a limit, by more than chance lets it."""
    chance = 2 * float(np.std(found)) / len(found) ** 0.5
    return Check(claim, float(np.mean(found)), 0.0, limit + chance, len(found))


def truth_of_wins(rng: np.random.Generator, worth: float, n: int) -> float:
    """Win share of an item's holder off par, from games of its own: 400,000 of them."""
    x = wins_of(scores(rng, own_seat(n, worth), 400_000 // n, n))
    return float(x[:, np.arange(n), np.arange(n)].mean()) - 1 / n


def rough_gifts(runs: int) -> list[Check]:
    """Gifts of 3 points, from as few blocks as are judged."""
    rng, out = np.random.default_rng(201), []
    for n in (2, 3, 4):
        own, truth = np.arange(n), {"margin": 3.0, "win": truth_of_wins(rng, 3.0, n)}
        for outcome, of in (("margin", margins_of), ("win", wins_of)):
            hits = []
            for _ in range(runs):
                found = gift(of(scores(rng, own_seat(n, 3.0), ENOUGH[outcome], n))[:, own, own], outcome, n).interval
                hits.append(found.low <= truth[outcome] <= found.high)
            out.append(covered(f"rough gift, {outcome}, {n} seats, {ENOUGH[outcome]} blocks", hits))
    return out


def rough_items(runs: int) -> list[Check]:
    """A round robin of 26 items, 13 of them worth nothing, in which each is seen as seldom as is judged."""
    rng, out, runs = np.random.default_rng(202), [], max(20, runs // 10)
    worth = np.concatenate([np.zeros(1 + NULLS), np.arange(1.0, 1 + ITEMS - NULLS) // 2])
    for n, outcome in ((2, "margin"), (3, "margin"), (2, "win")):
        hits, named = list[bool](), list[float]()
        blocks = round(HELD[outcome] * (ITEMS + 5) / n)
        for _ in range(runs):
            items = deal(rng, len(worth), n, blocks, null=5)
            x = scores(rng, held_worth(items, worth), blocks, n)
            values = margins_of(x) if outcome == "margin" else wins_of(x) - 1 / n
            fit = contrasts.from_games(items, values, len(worth), 0)
            effects = [fit.effect(i) for i in range(1, len(worth))]
            judged = [i for i in range(len(effects)) if fit.seen[i + 1] >= HELD[outcome]]
            known = [i for i in judged if outcome == "margin" or i < NULLS]
            hits += [effects[i].interval.low <= worth[i + 1] <= effects[i].interval.high for i in known]
            chosen = np.array(q_values([e.p for e in effects]))[judged] <= Q
            named.append(float(chosen[np.array(judged) < NULLS].sum()) / max(1, int(chosen.sum())))
        label = f"rough items, {outcome}, {n} seats, seen {HELD[outcome]} times or more"
        out += [covered(label, hits), at_most(f"{label}: named wrongly", named, Q)]
    return out


def rough_boards(runs: int) -> list[Check]:
    """Nine boards against their mean, each seen as seldom as is judged."""
    rng, worth, hits = np.random.default_rng(203), np.arange(-4.0, 5.0), list[bool]()
    for _ in range(max(20, runs // 5)):
        items = deal(rng, 9, 2, round(HELD["margin"] * 9 / 2))
        found = boards(items, margins_of(scores(rng, held_worth(items, worth), len(items), 2)), 9)
        hits += [e.interval.low <= w <= e.interval.high for e, w in zip(found.effects, worth, strict=True)
                 if e.interval.blocks >= HELD["margin"]]
    return [covered("rough boards, margin", hits)]


def rough_places(runs: int) -> list[Check]:
    """Places in turn order, who begins being drawn; and the joint test where all are alike."""
    rng, out = np.random.default_rng(204), []
    for n in (2, 3, 4):
        bonus, hits, quiet = np.linspace(2.0, -2.0, n), list[bool](), list[bool]()
        truth = margins_of(bonus)
        for _ in range(runs):
            x = margins_of(scores(rng, bonus, ENOUGH["margin"], n, rotate_luck=True))
            hits += [e.interval.low <= t <= e.interval.high for e, t in zip(seats(x).effects, truth, strict=True)]
            fair = margins_of(scores(rng, 0.0, ENOUGH["margin"], n, rotate_luck=True))
            quiet.append(hotelling(fair.mean(axis=1)[:, :-1]).p >= 0.05)
        out += [covered(f"rough places, margin, {n} seats", hits), covered(f"rough places, joint test, {n}", quiet)]
    return out


def words(runs: int) -> list[Check]:
    """What a word says is so: strong is delta or more, balanced is less, what is clear from few blocks is beyond it."""
    rng, own, delta = np.random.default_rng(205), np.arange(2), DELTA["margin"]
    said: dict[tuple[float, int], list[str]] = {}
    for worth, blocks in ((delta, 120), (1.0, 120), (delta, FEW)):
        for _ in range(runs):
            x = margins_of(scores(rng, own_seat(2, worth), blocks, 2))[:, own, own]
            found = gift(x, "margin", 2)
            said.setdefault((worth, blocks), []).append(verdict(found.interval, "margin", found.p))
    large, small = ("strong", "weak"), ("balanced", "slight")
    return [at_most("strong or weak where the truth is delta", [s in large for s in said[delta, 120]], 0.05),
            at_most("strong or weak where the truth is 1 point", [s in large for s in said[1.0, 120]], 0.05),
            at_most("balanced or slight where the truth is delta", [s in small for s in said[delta, 120]], 0.05),
            at_most(f"clear from {FEW} blocks where the truth is delta",
                    [not s.startswith("too few") for s in said[delta, FEW]], 0.025)]


def budgets(runs: int) -> list[Check]:
    """Two budgets with the same truth do not depend on skill; with another one they do."""
    rng, own, out = np.random.default_rng(206), np.arange(2), []

    def skilful(low: float, high: float) -> bool:
        found = [gift(margins_of(scores(rng, own_seat(2, w), 200, 2))[:, own, own], "margin", 2) for w in (low, high)]
        said = [verdict(each.interval, "margin", each.p) for each in found]
        return at_two_budgets(*said, differ=difference(*found).p <= Q) == "depends on skill"

    for worth in (0.0, 1.5, 3.0):
        said = [skilful(worth, worth) for _ in range(runs)]
        out.append(at_most(f"depends on skill where both are {worth:g}", said, Q))
    found = float(np.mean([skilful(0.0, 8.0) for _ in range(runs)]))
    return [*out, Check("depends on skill where it does", found, 0.9, 1.0, runs)]


def strengths(runs: int) -> list[Check]:
    """Players of two strengths among whom an item is worth this and that: how often the word for it is not true."""
    rng, own, delta, out = np.random.default_rng(209), np.arange(2), DELTA["margin"], list[Check]()
    truths = {"it holds": (6.0, 6.0), "it holds, smaller": (6.0, 3.0), "it fades": (6.0, 0.0),
              "it fades to what just matters": (6.0, delta), "it turns round": (6.0, -6.0),
              "neither has it": (0.0, 0.0),
              "only the stronger have it": (0.0, 6.0), "the weaker have what just matters": (delta, 6.0)}
    right = {"it holds": HOLDS, "it fades": FADES, "it turns round": TURNS, "neither has it": EVEN,
             "only the stronger have it": APPEARS}
    for called, worths in truths.items():
        said = []
        for _ in range(runs):
            found = [gift(margins_of(scores(rng, own_seat(2, w), 1_000, 2))[:, own, own], "margin", 2) for w in worths]
            verdicts = [verdict(at_level(each.interval, BOTH_LEVEL), "margin", 2 * each.p) for each in found]
            said.append(at_two_strengths(*verdicts, (found[0].interval.estimate > 0, found[1].interval.estimate > 0)))
        wrong = [not _is_true(word, *worths, delta) for word in said]
        out.append(at_most(f"two strengths, {called}: wrong words", wrong, 0.05))
        if called in right:
            out.append(Check(f"two strengths, {called}: said", float(np.mean([s == right[called] for s in said])), 0.8,
                             1.0, runs))
    return out


def _is_true(word: str, weak: float, strong: float, delta: float) -> bool:
    """Whether the word is true of these worths; what is not settled says nothing wrong."""
    small = [abs(worth) < delta for worth in (weak, strong)]
    return {HOLDS: weak * strong > 0, TURNS: weak * strong < 0, FADES: weak != 0 and small[1], EVEN: small[1],
            APPEARS: strong != 0 and small[0]}.get(word, True)


def early_ends(runs: int) -> list[Check]:
    """Tests that end a run early: looks every 50 blocks, 26 items, half of them fair; one fair item; one at delta."""
    rng, delta, out = np.random.default_rng(207), DELTA["win"], []
    looks = range(EARLIEST, 2_001, 50)

    def drawn(mean: float) -> np.ndarray:
        """Block values of two games of two seats, most of which the luck decides once for either: -1/2, 0, 1/2."""
        chance, u = 0.15, rng.random(2_000)
        return np.where(u < chance - mean, -0.5, np.where(u > 1 - chance - mean, 0.5, 0.0))

    def evidence(d: np.ndarray) -> np.ndarray:
        """[look, (away, small)] of one item."""
        ratios = [likelihood_ratios(d[:n], delta) for n in looks]
        return np.array([[sum(pair) / 2, 1 / max(pair)] for pair in ratios])

    fair = [evidence(drawn(0.0)) for _ in range(runs)]
    out.append(at_most("gsprt, a fair item is named at some look", [bool((e[:, 0] >= 1 / ALPHA).any()) for e in fair],
                       ALPHA))
    there = [evidence(drawn(delta)) for _ in range(runs)]
    out.append(at_most("gsprt, an item at delta is called smaller", [bool((e[:, 1] >= 1 / ALPHA).any()) for e in there],
                       ALPHA))
    false = []
    for _ in range(max(20, runs // 10)):
        both = np.stack([evidence(drawn(0.0 if i < NULLS else 2 * delta))[:, 0] for i in range(ITEMS)])
        chosen = [e_selected(both[:, at], Q) for at in range(both.shape[1])]
        first = next((c for c in chosen if c.any()), chosen[-1])
        false.append(float(first[:NULLS].sum()) / max(1, int(first.sum())))
    return [*out, at_most("gsprt over 26 items, stopped at its first find: named wrongly", false, Q)]


def watched_win(runs: int) -> list[Check]:
    """The t interval of win shares at the least number of blocks, of an item that wins seldom."""
    rng, hits = np.random.default_rng(208), []
    for _ in range(runs):
        won = (rng.random((ENOUGH["win"], 2)) < 0.1).mean(axis=1) - 0.5
        found = from_blocks(won, won.size).interval
        hits.append(found.low <= -0.4 <= found.high)
    return [covered("rough gift, win of 10 %", hits)]


CLAIMS: list[Claim] = [rough_gifts, rough_items, rough_boards, rough_places, words, budgets, strengths, early_ends,
                       watched_win]


@pytest.mark.parametrize("claim", mostly_whole(CLAIMS, lambda claim: claim not in (rough_gifts, rough_places)),
                         ids=lambda claim: claim.__name__)
def test_what_is_claimed_of(claim):
    checks = claim(CI // 5)
    if not all(check.accepted for check in checks):
        checks = claim(CI)
    refused = [str(check) for check in checks if not check.accepted]
    assert not refused, "\n".join(refused)


def test_rough_games_are_whole_skewed_and_of_unequal_variance():
    x = scores(np.random.default_rng(1), 0.0, 20_000, 2)
    assert (x == np.round(x)).all()
    d = x - x.mean()
    assert (d ** 3).mean() / d.std() ** 3 > 0.5
    spread = (x[:, 0] - x[:, 1]).std(axis=1)
    assert spread.std() > 0.5 * spread.mean()
