"""Log odds of chances and back: two lines of numpy, where SciPy's ufuncs take longer to import than a search to run."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def log_odds(share: ArrayLike) -> NDArray[np.float64]:
    """The logits of shares strictly between 0 and 1."""
    p = np.asarray(share, dtype=np.float64)
    return np.asarray(np.log(p / (1 - p)))


def share_of(logits: ArrayLike) -> NDArray[np.float64]:
    """The shares that have these logits: the logistic function."""
    return np.asarray(1 / (1 + np.exp(-np.asarray(logits, dtype=np.float64))))
