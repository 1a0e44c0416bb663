"""The experiments by name."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reports.experiments import boards, gift, opening, restrict, robin, seats, skill, style, supply, take
from reports.experiments.data import Data, Found
from reports.experiments.plan import Cell, Plan
from reports.experiments.trials import Trial


@dataclass(frozen=True)
class Experiment:
    """One experiment: the name of what it estimates, the games of a block, and the estimates from a cell's games."""

    estimand: str
    trials: Callable[[Plan, Cell, int, int], list[Trial]]
    found: Callable[[Data], Found]


BY_NAME = {name: Experiment(module.ESTIMAND, module.trials, module.found) for name, module in {
    "gift": gift, "robin": robin, "take": take, "supply": supply, "seats": seats, "boards": boards,
    "restrict": restrict, "style": style, "skill": skill, "opening": opening}.items()}
VALUES = {"gift": gift.values, "take": take.values, "restrict": restrict.values, "style": restrict.values,
          "skill": skill.values, "opening": opening.values}     # one a block, off par
QUESTIONS = {       # {it}: the item, or "each item of the kind knowledge (...)"
    "gift": "what {it} is worth to a seat that begins with it",
    "robin": "what {it} is worth to a seat that begins with it, in points and against the others",
    "take": "whether taking {it} at the first chance is better than what else one could do",
    "supply": "how the game changes when {it} is in the supply",
    "seats": "whether it matters where one sits",
    "boards": "what {it} is worth when it is assigned",
    "restrict": "what it is worth to be allowed to take {it}",
    "style": "what it costs a seat to play by {it}",
    "opening": "which first move is best, {it}",
    "skill": "what doubling the budget wins: {it}",
}
