"""Does it matter where one sits? The same agent everywhere, and the luck goes round the table."""
from __future__ import annotations

from reports.experiments import design
from reports.experiments.data import OUTCOMES, Data, Found
from reports.experiments.looking import at_any_look
from reports.experiments.plan import Cell, Plan
from reports.experiments.rows import row
from reports.experiments.trials import Trial
from reports.statistics import effects as rotated
from reports.statistics.seats import seats, tie_rule

ESTIMAND = "seat"


def trials(plan: Plan, cell: Cell, block: int, at: int) -> list[Trial]:
    """The same game with the luck going round the table."""
    return design.luck_rotated(plan, cell, block, plan.options_of(cell))


def found(data: Data) -> Found:
    """Each seat off par, the joint test, and what a tie rule that names turn order gives each seat."""
    out, n = Found(), data.plan.seats
    about = {"agent": data.cell.agent, "value": data.cell.value}
    for outcome in OUTCOMES:
        x, par = data.cube(outcome), rotated.par(outcome, n)
        said = seats(x, par)
        for s, effect in enumerate(said.effects):
            out.rows.append(row(data.run, data.called(f"seat {s}"), ESTIMAND, outcome,
                                at_any_look(data, effect, x[:, :, s].mean(axis=1) - par), delta=data.delta(outcome)))
        joint = said.joint
        out.tables.setdefault("joint_test", []).append(
            {**about, "outcome": outcome, "t2": joint.t2, "f": joint.f, "p": joint.p, "blocks": data.blocks})
    gained, decided = tie_rule(data.cube("win"), rotated.win_shares(data.cube("score")))
    out.tables["tie_rule"] = [{**about, "item": f"seat {s}", "win_from_tie_rule": float(gained[s]),
                               "games_decided": decided} for s in range(n)]
    return out
