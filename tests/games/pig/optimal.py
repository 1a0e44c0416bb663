"""Best play of Pig for two seats, exactly: what a search is held against.

The win probability P(own, other, pot) of the seat to act satisfies (Neller & Presser, 2004)

    hold = 1 - P(other, own + pot, 0)
    roll = ((1 - P(other, own, 0)) + sum of P(own, other, pot + face) over faces 2 to 6) / 6
    P    = max(roll, hold), and 1 where own + pot reaches the goal.

All P follow from those with an empty pot. These are found from high sums of own + other to low ones, as points banked
never fall. P(i, j, 0) and P(j, i, 0) hang on each other: given y = 1 - P(j, i, 0), the first is a convex function of y,
linear in y for a fixed policy, so Newton's method on the pair is policy iteration and ends after a few steps.

The cap of a game (option `cap`) is left out: at 1000 choices it changes no digit.
"""
from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from core_ext.state import State

Table = npt.NDArray[np.float64]
Points = npt.NDArray[np.intp]

GOAL, FACES = 100, 6
ROLL, HOLD = 0, 1
STEPS = 60                      # of policy iteration, far more than it ever takes


def turn_values(empty: Table, own: Points, other: Points, lost: Table) -> tuple[Table, Table]:
    """(values, slopes) of turns from (own, other), a row each, by pot from 0 to the goal less one.

    `lost` is the seat's chance once its pot is lost, 1 - P(other, own, 0); slopes are derivatives with respect to it.
    `empty` holds P(i, j, 0) by i and j; of it only sums of points above own + other are read.
    """
    goal = len(empty)
    value, slope = np.ones((len(own), goal + FACES)), np.zeros((len(own), goal + FACES))
    for pot in range(goal - 1, -1, -1):
        roll = (lost + value[:, pot + 2:pot + FACES + 1].sum(axis=1)) / FACES
        steep = (1 + slope[:, pot + 2:pot + FACES + 1].sum(axis=1)) / FACES
        if pot == 0:
            hold, flat = lost, np.ones(len(own))
        else:
            hold = 1 - empty[other, np.minimum(own + pot, goal - 1)]
            flat = np.zeros(len(own))
        won = own + pot >= goal
        value[:, pot] = np.where(won, 1.0, np.maximum(roll, hold))
        slope[:, pot] = np.where(won, 0.0, np.where(roll >= hold, steep, flat))
    return value[:, :goal], slope[:, :goal]


def solve(goal: int = GOAL) -> Table:
    """P(own, other, 0) by own and other points, each below the goal."""
    empty = np.zeros((goal, goal))
    for total in range(2 * (goal - 1), -1, -1):
        own = np.arange(max(0, total - goal + 1), min(total, goal - 1) + 1)
        other = total - own
        start = np.full(len(own), 0.5)
        for _ in range(STEPS):
            lost = 1 - start[::-1]                  # row r and its mirror image are the two sides of one position
            value, slope = turn_values(empty, own, other, lost)
            b = slope[:, 0]
            a = value[:, 0] - b * lost              # P(i, j, 0) = a + b (1 - P(j, i, 0)), both sides at once
            better = (a + b * (1 - a[::-1] - b[::-1])) / (1 - b * b[::-1])
            done = np.abs(better - start).max() < 1e-14
            start = better
            if done:
                break
        empty[own, other] = start
    return empty


@cache
def table() -> Table:
    """P(own, other, 0) for goal 100, to 1e-12; found once a process, in a few seconds."""
    return solve()


@cache
def full() -> Table:
    """P(own, other, pot) for goal 100; the pot from 0 to 99, where own + pot reaches 100 it is 1."""
    empty = table()
    own, other = (side.ravel() for side in np.indices(empty.shape))
    value, _ = turn_values(empty, own, other, 1 - empty[other, own])
    return value.reshape(*empty.shape, len(empty))


def win_probability(own: int, other: int, pot: int) -> float:
    """Of the seat to act, by best play of both, goal 100."""
    return 1.0 if own + pot >= GOAL else float(full()[own, other, pot])


def choice_values(state: State) -> dict[int, float]:
    """Win probability of the seat to act after each of its legal choices, best play following; goal 100, two seats."""
    raw = state.raw()
    seat, pot = raw["turn"], raw["pot"]
    own, other = raw["banked"][seat], raw["banked"][1 - seat]
    if own + pot >= GOAL:
        return {HOLD: 1.0}
    rolled = [1 - win_probability(other, own, 0)] + [win_probability(own, other, pot + face) for face in range(2, 7)]
    return {ROLL: sum(rolled) / FACES, HOLD: 1 - win_probability(other, own + pot, 0)}


def loss(state: State, action: int) -> float:
    """What a choice gives away of the win probability; 0 for a best one."""
    values = choice_values(state)
    return max(values.values()) - values[action]
