"""What if a printed number were another: `knowledge.7=0..3` as values of option `rules`, one a value of the number."""
from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import nan, sqrt
from typing import Any

import numpy as np

from games.api import InputError
from games.documents import read_document
from reports.statistics.blocks import LEVEL
from reports.statistics.effects import quantile

GRID = re.compile(r"(-?\d+)\.\.(-?\d+)(?::(\d+))?")
MOST_VALUES = 50


def grid(text: str) -> tuple[str, tuple[str, ...]]:
    """The path and the values of `PATH=lo..hi[:step]` or `PATH=a,b,c`. Raises InputError."""
    path, equals, said = text.partition("=")
    if not equals or not path or not all(path.split(".")):
        raise InputError(f"--vary: found {text[:60]!r}, expected PATH=lo..hi, PATH=lo..hi:step or PATH=a,b,c")
    if match := GRID.fullmatch(said):
        low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
        if low > high or step < 1 or (high - low) // step >= MOST_VALUES:
            raise InputError(f"--vary: found {said[:40]!r}, expected at most {MOST_VALUES} values, the lower first")
        return path, tuple(str(v) for v in range(low, high + 1, step))
    values = said.split(",")
    if not all(re.fullmatch(r"-?\d+", v) for v in values) or len(set(values)) < len(values):
        raise InputError(f"--vary: found {said[:40]!r}, expected lo..hi, lo..hi:step or whole numbers, each once")
    return path, tuple(sorted(values, key=int))


def rules_text(base: str, path: str, value: str) -> str:
    """Option `rules` for a value: what the option was before, with the number at `path` replaced."""
    document: dict[str, Any] = read_document(base, "option rules") if base else {}
    at: Any = document
    *above, last = path.split(".")
    for key in above:
        at = at.setdefault(key, {})
        if not isinstance(at, dict):
            raise InputError(f"--vary: {path}: {key} is {at!r} in option rules, expected a table")
    at[last] = int(value)
    return json.dumps(document)


def told_apart(path: str, values: Sequence[str], called: str) -> tuple[str, str]:
    """An item of a run that varies a number, and the value at which it was measured; empty where none is varied."""
    return next(((called.removesuffix(end), value) for value in values
                 if called.endswith(end := f" ({path}={value})")), (called, ""))


def digest(options: Mapping[str, str]) -> str:
    """Option `rules` in 16 characters; empty without it."""
    text = options.get("rules")
    return sha256(text.encode()).hexdigest()[:16] if text else ""


@dataclass(frozen=True)
class Balanced:
    """The value at which an effect would be 0, from a straight line through the values tried; NaN where none is."""

    value: float
    low: float
    high: float


def balanced_value(values: list[float], estimates: list[float], stderrs: list[float], level: float = LEVEL) -> Balanced:
    """Weighted least squares line and where it crosses 0. The interval is Fieller's (1954), NaN where it is not finite.

    The values come from different blocks, so their errors are independent.
    """
    x, y, se = (np.array(each, dtype=float) for each in (values, estimates, stderrs))
    keep = np.isfinite(y) & np.isfinite(se) & (se > 0)
    if keep.sum() < 2:
        return Balanced(nan, nan, nan)
    x, y, w = x[keep], y[keep], se[keep] ** -2.0
    design = np.column_stack([np.ones_like(x), x])
    covariance = np.linalg.inv(design.T @ (w[:, None] * design))
    a, b = covariance @ (design.T @ (w * y))
    if b == 0:
        return Balanced(nan, nan, nan)
    t2 = quantile(level, 1e6) ** 2
    # the x at which the line is not told from 0: (a + b x)^2 <= t^2 Var(a + b x)
    p = b * b - t2 * covariance[1, 1]
    q = 2 * (a * b - t2 * covariance[0, 1])
    r = a * a - t2 * covariance[0, 0]
    found = q * q - 4 * p * r
    if p <= 0 or found < 0:
        return Balanced(float(-a / b), nan, nan)
    return Balanced(float(-a / b), float((-q - sqrt(found)) / (2 * p)), float((-q + sqrt(found)) / (2 * p)))
