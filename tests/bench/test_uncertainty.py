"""The scripts that measure and check how sure a search may be: on made-up errors, and what they write."""
import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import special

from bench.publish import Ledger
from bench.tuning import check_uncertainty, fit_uncertainty
from bench.tuning.comparisons import KEY, Compared, compare, read_row
from bench.tuning.fit_uncertainty import (
    Forecast,
    Sizes,
    curves,
    drawn_on,
    errors_together,
    least,
    search_errors,
    spread,
    widened,
)
from games.api import InputError
from games.registry import load
from mcts import walks
from mcts.agents import make
from mcts.calibrate import drawn, keep, steadied
from mcts.confidence import FORMAT, Calibration, Phase, calibration, logit, read
from mcts.interval import LEVEL, Z95
from mcts.reliability import model_error
from mcts.walks import Table
from tests.whole import mostly_whole

SMALL = Sizes(games=4, held_out=6, continuations=3, agent="mcts:20", simulations=100, compared=3, lengths=(50, 200),
              searches=1, reference=400)


def compared(utilities, pick, simulations=1000, loss=0.0, search=0, position=0, first="a", solved=False, others=0):
    """A search of these utilities, and what the longest chose."""
    text = [" ".join(str(x) for x in part) for part in (utilities, [0.001] * len(utilities), [0] * len(utilities))]
    return Compared("pig", 2, position, 1, simulations, search, 10**6, *text, others, solved, pick, loss, utilities[0],
                    first)


def test_games_give_a_choice_of_each_third_and_repeat_with_the_seed():
    table = Table("burgundy")
    one, two = ([([p.state.to_bytes() for p in met], wins) for met, wins in
                 walks.walks(table, make("greedy"), 2, 5)] for _ in range(2))
    assert one == two
    for met, wins in walks.walks(table, make("greedy"), 2, 5):
        assert [len(p.actions) for p in met] == sorted(len(p.actions) for p in met)
        assert len(met) == 3
        assert all(len(p.state.legal_actions()) > 1 for p in met)
        assert sum(wins) == pytest.approx(1)


def test_actions_lead_to_the_position():
    for met, _ in walks.walks(Table("connect_four"), make("greedy"), 3, 1):
        for position in met:
            state = load("connect_four").start()
            for action in position.actions:
                state.apply_action(action)
            assert state.to_bytes() == position.state.to_bytes()


def test_only_what_is_no_chance_bends_the_curve():
    rng = np.random.default_rng(3)
    p = rng.uniform(0.1, 0.9, 900)
    right = [(Forecast(0, x), float(rng.random() < x)) for x in p]
    bold = [(Forecast(1, x), float(rng.random() < 0.5 + 0.3 * (x - 0.5))) for x in p]
    found = curves(right + bold)
    assert found[0] == found[2] == (0.0, 1.0)
    assert 0 < found[1][1] < 0.7


@pytest.mark.whole
@pytest.mark.parametrize("error", (0.05, 0.2))
def test_the_error_of_searches_is_found_again(error):
    """Plans of known worth, seen by a short search with an error, and chosen by a long one without."""
    rng, rows = np.random.default_rng(5), []
    for number in range(200):
        seen = special.logit(0.5) + 0.15 * rng.normal(size=6)
        true = seen + error * rng.normal(size=6)
        order = np.argsort(-seen)
        utilities = [round(float(x), 6) for x in special.expit(seen[order])]
        rows.append(compared(utilities, int(np.argmax(true[order])), position=number))
    found, = search_errors(rows)
    assert found["error"] == pytest.approx(error, rel=0.2)
    assert found["missed"] < 0.01
    assert found["comparisons"] == 200


@pytest.mark.whole
def test_the_error_of_plans_that_are_judged_together_is_found_again():
    """Of plans whose own utilities tell nothing."""
    rng, rows = np.random.default_rng(6), []
    for number in range(200):
        believed = 0.15 * rng.normal(size=6)
        true = believed + 0.1 * rng.normal(size=6)
        row = compared([0.5] * 6, int(np.argmax(true)), position=number)
        rows.append(replace(row, beliefs=" ".join(f"{special.expit(b):.6f}:0.000100" for b in believed)))
    found = errors_together(rows)
    assert found[1000]["together"] == pytest.approx(0.1, rel=0.2)
    assert found[1000]["togetherComparisons"] == 200
    assert errors_together([compared([0.6, 0.5], 0)]) == {}


def test_few_comparisons_show_no_small_error():
    assert [least(n) for n in (0, 12, 48, 192)] == pytest.approx([0.05, 0.05, 0.05, 0.025])


def test_only_what_is_judged_together_is_measured_again(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["bench", "pig", "--together"])
    path = tmp_path / "calibration.json"
    before = json.loads((fit_uncertainty.ROOT / "games" / "pig" / "calibration.json").read_text(encoding="utf-8"))
    path.write_text(json.dumps(before), encoding="utf-8")
    fit_uncertainty.run("pig", compared=3, lengths="1000", searches=1, reference=2000, together_only=True, out=path,
                        ledgers=tmp_path)
    after = json.loads(path.read_text(encoding="utf-8"))
    first = after["fits"]["2"]["searches"][0]
    assert first.pop("together") >= 0.05
    assert first.pop("togetherComparisons") == 3
    assert "--together" in after["fits"]["2"]["made"].pop("together")["command"]
    assert after == before


def test_longer_searches_than_measured_err_as_the_last_two_promise():
    measured = [{"simulations": 1000, "error": 0.8, "missed": 0.1},
                {"simulations": 100_000, "error": 0.2, "missed": 0.05}]
    assert drawn_on(measured, 100_000) == measured
    longer = drawn_on(measured, 10_000_000)[-1]
    assert longer["error"] == pytest.approx(0.2 * 100 ** -0.25)     # the fourth root, though 0.8 to 0.2 is faster
    assert (longer["missed"], longer["comparisons"]) == (0.05, 0)
    worse = [measured[1] | {"simulations": 1000}, measured[0] | {"simulations": 2000}]
    assert drawn_on(worse, 10**6)[-1]["error"] == 0.8           # never said to grow
    assert drawn_on([measured[1] | {"error": 0.051}], 10**9)[-1]["error"] >= 0.05   # nor to be less than that


@pytest.mark.parametrize("error", mostly_whole((0.0, 0.6), (0.6).__eq__))
def test_the_error_of_a_chance_is_found_again(error):
    rng = np.random.default_rng(6)
    told = rng.normal(size=400)
    outcomes = [(rng.random(30) < special.expit(z + error * rng.normal())).astype(float) for z in told]
    assert model_error(list(told), outcomes) == pytest.approx(error, abs=0.12)


def test_a_fit_is_complete_kept_beside_others_and_goes_on_where_it_was(tmp_path):
    path, ledger = tmp_path / "calibration.json", tmp_path / "searches.csv"
    made = fit_uncertainty.fit([Table("pig")], SMALL, 1, Ledger(ledger, KEY))
    known = read(made)
    assert known.decisions > 10
    assert [s["simulations"] for s in made["searches"]] == [50, 200, 1_000_000]
    assert sum(p["forecasts"] for p in made["phases"]) == 12
    assert len(Ledger(ledger, KEY).rows) == 6
    before = ledger.read_bytes()
    assert fit_uncertainty.fit([Table("pig")], SMALL, 1, Ledger(ledger, KEY)) == made
    assert ledger.read_bytes() == before
    for name in ("2", "3", "3 world=671"):
        keep(path, "pig", 1, name, made)
    assert set(json.loads(path.read_text(encoding="utf-8"))["fits"]) == {"2", "3", "3 world=671"}
    keep(path, "pig", 2, "3", made)     # other rules: what was measured before is gone
    assert set(json.loads(path.read_text(encoding="utf-8"))["fits"]) == {"3"}


@pytest.mark.whole
def test_a_fit_of_a_family_stands_for_games_that_it_was_not_made_of(tmp_path, monkeypatch):
    worlds = drawn("world504", 3, "goal=5", 2, seed=1)
    assert {dict(table.options)["world"][0] for table in worlds} == {"5"}
    assert len(worlds) == 2
    ledger = tmp_path / "searches.csv"
    made = fit_uncertainty.fit(worlds, replace(SMALL, agent="greedy"), 1, Ledger(ledger, KEY))
    assert {row["position"].split("-")[1] for row in Ledger(ledger, KEY).rows.values()} == {
        dict(table.options)["world"] for table in worlds}
    rules = load("world504")
    monkeypatch.setitem(vars(rules), "calibration", {"format": FORMAT, "version": rules.version,
                                                     "fits": {"3 goal=5": made, "3 world=512": {**made, "phases": []}}})
    short, long = (calibration(rules, 3, {"world": world}) for world in ("536", "586"))
    assert short.phases == long.phases == read(made).phases
    assert short.decisions != long.decisions            # each world is as long as it is
    assert calibration(rules, 3, {"world": "512"}).phases == ()         # measured itself
    assert calibration(rules, 2, {"world": "536"}) is None
    assert calibration(rules, 3, {"world": "617"}) is None


@pytest.mark.parametrize("game, family, said", [("pig", "goal=1", "is one game"), ("world504", "goal=0", "goal=9")])
def test_a_family_that_is_none_is_refused(game, family, said):
    with pytest.raises(InputError, match=said):
        drawn(game, None, family, 6, 1)


def test_a_comparison_is_kept_and_read_as_it_was(tmp_path):
    (met, _), = walks.walks(Table("leduc_poker"), make("greedy"), 1, 4)
    known, ledger = Calibration(10.0, (Phase(),) * 3), Ledger(tmp_path / "searches.csv", KEY)
    found = [row for rows in compare(Table("leduc_poker"), met[:1], known, (40, 80), 2, 200, 7, ledger) for row in rows]
    assert [(row.simulations, row.search) for row in found] == [(40, 0), (40, 1), (80, 0), (80, 1)]
    assert [read_row(row) for row in Ledger(tmp_path / "searches.csv", KEY).rows.values()] == found
    for row in found:
        assert row.loss >= 0
        assert row.pick == 0 or row.loss > 0 or row.pick < 0


def test_games_go_on_from_redeals_of_what_the_seat_cannot_see():
    (met, _), = walks.walks(Table("leduc_poker"), make("greedy"), 1, 4)
    outcomes = walks.continued(met[0].state, make("greedy"), 60, 1)
    assert len(set(outcomes)) > 1


def test_a_table_counts_what_holds_and_what_does_not():
    sure, level = (0.8, 0.4), (0.5, 0.499)
    rows = [compared(sure, 0), compared(sure, 0, search=1, first="b"), compared(sure, 1, position=1, loss=0.3),
            compared(level, 1, position=2, loss=0.001), compared(level, 0, position=3)]
    found = check_uncertainty.line(rows)
    assert (found["clearly"], found["clearly_right"]) == (3, 2)
    assert (found["level"], found["level_right"]) == (2, 2)
    assert (found["seeds"], found["seeds_same"]) == (2, 0)
    assert found["agrees"] == pytest.approx(3 / 5)
    assert found["within_loss"] == pytest.approx(4 / 5)


def test_a_plot_and_a_table_are_written_and_more_positions_add_to_them(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["check_uncertainty.py", "pig"])
    asked = {"lengths": "50,100", "times": 2, "ledger": tmp_path / "l.csv", "out": tmp_path, "images": tmp_path}
    for game, positions in (("pig", 3), ("leduc_poker", 3)):
        check_uncertainty.run(game, positions=positions, **asked)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["l.csv", *(f"uncertainty.{kind}" for kind in ("csv", "md", "png"))]
    text = (tmp_path / "uncertainty.md").read_text(encoding="utf-8")
    assert "`python -m bench check_uncertainty pig`" in text
    assert "| pig | 2 | 50 | 6 |" in text
    assert "| leduc_poker | 2 | 100 | 6 |" in text
    with pytest.raises(ValueError, match="found 9"):
        check_uncertainty.run("pig", seats=9, **asked)
    assert load("pig").calibration is not None


def test_the_errors_of_thirds_lean_on_each_other_where_positions_are_few():
    many, few = steadied([0.2, 0.4, 0.8], 3000), steadied([0.2, 0.4, 0.8], 3)
    assert many == pytest.approx([0.2, 0.4, 0.8], rel=0.02)
    assert few == pytest.approx([0.4, 0.4, 0.4], rel=0.1)
    assert steadied([0.0, 0.0, 0.0], 30) == pytest.approx([0.1] * 3)


def test_committed_intervals_hold_as_often_as_they_claim():
    """On positions that no fit has seen: what far longer searches say of the first plans lies within."""
    held: dict[str, list[float]] = {}
    positions: dict[str, set[tuple[int, int]]] = {}
    for row in map(read_row, Ledger(check_uncertainty.LEDGER, KEY).rows.values()):
        known = calibration(load(row.game), row.seats)
        phase, plan = known.phases[row.phase], row.plans()[0]
        off = abs(logit(phase.chance(row.top - row.loss)) - logit(phase.chance(plan.utility)))
        held.setdefault(row.game, []).append(float(plan.proven or off <= Z95 * spread(known, row) + 1e-9))
        positions.setdefault(row.game, set()).add((row.seats, row.position))
    shares = {game: float(np.mean(each)) for game, each in held.items()}
    assert "connect_four" in shares
    # searches of one position are no independent tries
    assert {game: share for game, share in shares.items()
            if share < LEVEL - 2 * (LEVEL * (1 - LEVEL) / len(positions[game])) ** 0.5} == {}


def test_an_interval_that_holds_too_seldom_is_widened_and_one_that_holds_is_left():
    rng = np.random.default_rng(5)
    phases = [{"recalibration": [0.0, 1.0], "modelError": 0.3, "forecasts": 100}] * 3
    fitted = read({"decisions": 30.0, "phases": phases,
                   "searches": [{"simulations": 1000, "error": 0.05, "missed": 0.0}]})

    def rows(off: float) -> list[Compared]:
        """Searches that say 0.5, and longer ones that say so much else of the same plan."""
        return [compared([0.5, 0.4], 0, position=k) for k in range(200)] if off == 0 else [
            replace(compared([0.5, 0.4], 0, position=k), top=float(special.expit(rng.normal(0, off))))
            for k in range(200)]

    assert [p["modelError"] for p in widened(phases, fitted, rows(0.0))] == pytest.approx([0.3] * 3)
    assert [p["modelError"] for p in widened(phases, fitted, rows(0.2))] == pytest.approx([0.3] * 3)
    assert all(0.7 < p["modelError"] < 1.3 for p in widened(phases, fitted, rows(1.0)))
