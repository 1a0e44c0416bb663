"""The margin of a seat, which is what a win by more means in points."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def margins(scores: ArrayLike) -> NDArray[np.float64]:
    """Own score less the mean of the others'; seats are the last axis. Sums to 0 over seats; 0 for a lone seat."""
    x = np.asarray(scores, dtype=np.float64)
    total, others = x.sum(axis=-1, keepdims=True), x.shape[-1] - 1
    return x - (total - x) / others if others else np.zeros_like(x)
