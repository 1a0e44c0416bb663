"""Evolution strategies: a gradient from noisy duels of a point with its mirror image, and Adam to follow it.

Salimans, Ho, Chen, Sidor & Sutskever (2017), "Evolution Strategies as a Scalable Alternative to Reinforcement
Learning"; Kingma & Ba (2015), "Adam". Numpy only.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]


def gradient(at: Vector, duel: Callable[[Vector, Vector], float], directions: int, spread: float,
             rng: np.random.Generator) -> Vector:
    """Slope of a point's strength, each number in its own unit.

    `duel(a, b)` is the noisy mean result of a against b, antisymmetric in the mean. Every duel is between at + e and
    at - e, with e drawn normally, so that each one tells something about every number at once.
    """
    noise = rng.standard_normal((directions, len(at)))
    results = np.array([duel(at + spread * e, at - spread * e) for e in noise])
    return results @ noise / (2 * spread * directions)


@dataclass
class Adam:
    """Steps of about `rate` units a number, upwards; smaller where the slope's sign is unsure."""

    rate: float = 0.1
    keep: float = 0.9           # of the mean slope from step to step
    keep_square: float = 0.99   # of the mean squared slope
    taken: int = 0
    mean: Vector = field(default_factory=lambda: np.zeros(0))
    square: Vector = field(default_factory=lambda: np.zeros(0))

    def step(self, slope: Vector) -> Vector:
        """What to add to the point."""
        if not self.taken:
            self.mean, self.square = np.zeros_like(slope), np.zeros_like(slope)
        self.taken += 1
        self.mean = self.keep * self.mean + (1 - self.keep) * slope
        self.square = self.keep_square * self.square + (1 - self.keep_square) * slope**2
        mean = self.mean / (1 - self.keep**self.taken)
        square = self.square / (1 - self.keep_square**self.taken)
        return self.rate * mean / (np.sqrt(square) + 1e-8)
