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
from reports.terminal.layout import Paragraph, Sheet
from reports.terminal.progress import clock

NAMED = 3                                   # differences that would be missed, by name
HEADS = ("experiment", "agent", "outcome", "to see", "games", "90 %", "strict", "time", "these games show")
MORE = ("sd", "luck left", "blocks")        # what the games are reckoned from


def needs(plan: BalancePlan, found: Pilot, jobs: int, details: bool) -> RenderableType:
    """Games and hours from a pilot, one line an experiment, agent and outcome."""
    rows = [(n.experiment, n.agent, n.outcome, _size(n.delta, n.outcome), f"{n.games:,}", f"{n.games_90:,}",
             f"{n.games_strict:,}", clock(3600 * n.hours), _size(n.shows, n.outcome),
             *((_size(n.sd, n.outcome), _luck(n), f"{n.blocks:,}") if details else ())) for n in found.needs]
    speed = ", ".join(f"{1000 * s:,.0f} ms with {agent}" if s < 1 else f"{s:.1f} s with {agent}"
                      for agent, s in found.seconds_a_game.items())
    lines = ["games: of all items together, to see the difference at power 80 %, then at power 90 %, then (strict) at "
             "80 % with the error shared out over all items.",
             f"these games show: the difference that the {plan.games:,} games asked for would show.",
             *(["blocks: of each item."] if details else []),
             f"The pilot played {found.games:,} games in {found.blocks:,} blocks. A game takes {speed}; {jobs} at a "
             "time."]
    if details and any(n.used != n.measured for n in found.needs):
        lines.append(f"(...): measured in fewer than {PILOT} blocks, so the plan reckons with 0.50.")
    return Group(Paragraph(_verdict(plan, found)), Text(""),
                 Sheet(HEADS + MORE if details else HEADS, rows, HEADS[:3], keys=3), Text(""), *map(Paragraph, lines))


def _verdict(plan: BalancePlan, found: Pilot) -> str:
    """Whether the games asked for are enough."""
    short = [n for n in found.needs if not n.shows <= n.delta]
    if not short:
        return f"{plan.games:,} games are enough to see every difference that matters."
    return (f"{plan.games:,} games are too few to see every difference that matters: "
            + ", ".join(f"{n.outcome} in {n.experiment} with {n.agent}" for n in short[:NAMED])
            + (f" and {len(short) - NAMED} more" if len(short) > NAMED else "") + " would be missed.")


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
