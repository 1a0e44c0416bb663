"""What `balance` prints: the plan of a run as a table for a terminal."""
from __future__ import annotations

from dataclasses import asdict
from math import isnan
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from mcts.interval import known
from reports.experiments.pilot import Need, Pilot
from reports.experiments.plan import BalancePlan
from reports.statistics.sizes import PILOT
from reports.terminal.progress import clock
from reports.terminal.screen import table

HEADS = ("experiment", "agent", "outcome", "to see", "sd", "luck left", "blocks", "games", "90 %", "strict", "time",
         "these games show")


def needs(plan: BalancePlan, found: Pilot, jobs: int) -> RenderableType:
    """Games and hours from a pilot, one line an experiment, agent and outcome."""
    rows = [(n.experiment, n.agent, n.outcome, _size(n.delta, n.outcome), _size(n.sd, n.outcome), _luck(n),
             f"{n.blocks:,}", f"{n.games:,}", f"{n.games_90:,}", f"{n.games_strict:,}", clock(3600 * n.hours),
             _size(n.shows, n.outcome)) for n in found.needs]
    speed = ", ".join(f"{1000 * s:,.0f} ms with {agent}" if s < 1 else f"{s:.1f} s with {agent}"
                      for agent, s in found.seconds_a_game.items())
    lines = [f"pilot: {found.games:,} games in {found.blocks:,} blocks, a game takes {speed}; {jobs} at a time.",
             "blocks: of each item; games: of all items together, at power 80 %, then at power 90 %, then (strict) at "
             "80 % with the error shared out over all items.",
             f"these games show: the difference that the {plan.games:,} games asked for would show."]
    if any(n.used != n.measured for n in found.needs):
        lines.append(f"(...): measured in fewer than {PILOT} blocks, so the plan reckons with 0.50.")
    return Group(table(HEADS, rows, HEADS[:3]), *map(Text, lines))


def as_json(plan: BalancePlan, found: Pilot) -> dict[str, Any]:
    """The same as plain data; a number that is not known is null."""
    return {**plan.asked(), "pilot": {"blocks": found.blocks, "games": found.games,
                                      "seconds_a_game": found.seconds_a_game},
            "needs": [known(asdict(n).items()) for n in found.needs]}


def _size(value: float, outcome: str) -> str:
    if isnan(value):
        return "-"
    return f"{100 * value:.1f} pp" if outcome == "win" else f"{value:.1f}"


def _luck(n: Need) -> str:
    if n.used == n.measured:
        return f"{n.used:.2f}"
    return f"{n.used:.2f} ({'-' if isnan(n.measured) else f'{n.measured:.2f}'})"
