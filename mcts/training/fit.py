"""Fitting a net to positions and what they are worth, in plain numpy: Adam on small batches.

A net of this size learns from a hundred thousand positions in seconds, so it needs no library of its own.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core_ext.net import Net

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

BATCHES = (64, 512)             # least and most positions of a step
STEPS = 2000                    # about so many steps of a fit, where the size of the batches allows
BETAS = (0.9, 0.999)            # of Adam (Kingma & Ba, 2015)
TINY = 1e-8
DECAY = 1e-6                    # of the weights, a step and unit of the step size


@dataclass(frozen=True)
class Positions:
    """Positions as a net sees them: those inputs that are not 0, and what the position is worth."""

    starts: Integers            # (positions + 1): position k has the inputs from starts[k] up to starts[k + 1]
    which: NDArray[np.int32]    # numbers of the inputs
    values: Floats
    targets: Floats             # (positions, 3 * seats): shares of the win, points, utilities, from the seat in view on

    def __len__(self) -> int:
        return len(self.targets)

    @property
    def seats(self) -> int:
        """Of the game."""
        return self.targets.shape[1] // 3

    def part(self, first: int, last: int) -> Positions:
        """Those from `first` up to `last`."""
        begin, end = self.starts[first], self.starts[last]
        return Positions(self.starts[first:last + 1] - begin, self.which[begin:end], self.values[begin:end],
                         self.targets[first:last])


def joined(parts: Sequence[Positions]) -> Positions:
    """All of them, one after the other."""
    offsets = np.cumsum([0, *(part.starts[-1] for part in parts)])
    starts = [part.starts[:-1] + offset for part, offset in zip(parts, offsets, strict=False)]
    return Positions(np.concatenate([*starts, offsets[-1:]]), np.concatenate([part.which for part in parts]),
                     np.concatenate([part.values for part in parts]), np.concatenate([part.targets for part in parts]))


@dataclass
class Layers:
    """The weights of a net while it is fitted. `scale` and `shift` turn its points into those of the game."""

    rows: NDArray[np.int32]     # (numbers): the row of each input; -1: it was never seen
    matrices: list[Floats]
    biases: list[Floats]
    scale: float
    shift: float
    steps: int                  # made so far
    moments: list[list[Floats]]     # of Adam: means and mean squares of the slopes

    @classmethod
    def new(cls, positions: Positions, first: int, second: int, seed: int) -> Layers:
        """Small random weights for the inputs that these positions have."""
        random = np.random.default_rng(seed)
        seen = np.unique(positions.which)
        rows = np.full(int(seen[-1]) + 1, -1, np.int32)
        rows[seen] = np.arange(len(seen))
        active = max(1.0, len(positions.which) / len(positions))
        heads = 3 * positions.seats
        sizes = ((len(seen), first), (first, second), (second, heads))
        scales = (active ** -0.5, (2 / first) ** 0.5, second ** -0.5)
        matrices = [random.normal(0, scale, size).astype(np.float32) for size, scale in zip(sizes, scales, strict=True)]
        points = positions.targets[:, positions.seats:2 * positions.seats]
        spread = float(points.std())
        return cls(rows, matrices, [np.zeros(n, np.float32) for n in (first, second, heads)],
                   spread if spread > 0 else 1.0, float(points.mean()), 0, [])

    @property
    def seats(self) -> int:
        """Of the game."""
        return len(self.biases[2]) // 3

    def grown(self, positions: Positions, seed: int) -> None:
        """Give rows to inputs that were not seen before."""
        seen = np.unique(positions.which)
        if int(seen[-1]) >= len(self.rows):
            self.rows = np.concatenate([self.rows, np.full(int(seen[-1]) + 1 - len(self.rows), -1, np.int32)])
        if len(fresh := seen[self.rows[seen] < 0]) == 0:
            return
        count = len(self.matrices[0])
        self.rows[fresh] = count + np.arange(len(fresh))
        more = np.random.default_rng(seed).normal(0, 0.02, (len(fresh), self.matrices[0].shape[1])).astype(np.float32)
        self.matrices[0] = np.concatenate([self.matrices[0], more])
        for moment in self.moments:
            moment[0] = np.concatenate([moment[0], np.zeros_like(more)])

    def net(self) -> Net:
        """The net as the search uses it."""
        seats, matrix, bias = self.seats, self.matrices[2].copy(), self.biases[2].copy()
        matrix[:, seats:2 * seats] *= self.scale
        bias[seats:2 * seats] = bias[seats:2 * seats] * self.scale + self.shift
        return Net(seats, self.rows, [(self.matrices[0], self.biases[0]), (self.matrices[1], self.biases[1]),
                                      (matrix, bias)])


def inputs_of(layers: Layers, positions: Positions, at: Integers) -> Floats:
    """The inputs of some positions, one row each."""
    counts = positions.starts[at + 1] - positions.starts[at]
    ends = np.cumsum(counts)
    places = np.repeat(positions.starts[at] - ends + counts, counts) + np.arange(ends[-1])
    which = positions.which[places]
    rows = np.where(which < len(layers.rows), layers.rows[np.minimum(which, len(layers.rows) - 1)], -1)
    found = np.zeros((len(at), len(layers.matrices[0])), np.float32)
    known = rows >= 0
    found[np.repeat(np.arange(len(at)), counts)[known], rows[known]] = positions.values[places][known]
    return found


def forward(layers: Layers, inputs: Floats) -> tuple[Floats, Floats, Floats]:
    """Units of both hidden layers, and the outputs, one row a position."""
    first = np.maximum(inputs @ layers.matrices[0] + layers.biases[0], 0)
    second = np.maximum(first @ layers.matrices[1] + layers.biases[1], 0)
    return first, second, second @ layers.matrices[2] + layers.biases[2]


def errors(layers: Layers, outputs: Floats, targets: Floats) -> Floats:
    """Slope of the loss by each output: of the cross-entropy of shares and utilities, of half the squared error of
    points.
    """
    seats, found = layers.seats, np.empty_like(outputs)
    logits = outputs[:, :seats]
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    found[:, :seats] = shares / shares.sum(axis=1, keepdims=True) - targets[:, :seats]
    points = (targets[:, seats:2 * seats] - layers.shift) / layers.scale
    found[:, seats:2 * seats] = 0.5 * (outputs[:, seats:2 * seats] - points)
    found[:, 2 * seats:] = 1 / (1 + np.exp(-outputs[:, 2 * seats:])) - targets[:, 2 * seats:]
    return found


def slopes(layers: Layers, inputs: Floats, targets: Floats) -> list[tuple[Floats, Floats]]:
    """Slope of the mean loss by each matrix and bias, and nothing else changed."""
    first, second, outputs = forward(layers, inputs)
    error = errors(layers, outputs, targets) / np.float32(len(inputs))
    found = [(second.T @ error, error.sum(axis=0))]
    error = (error @ layers.matrices[2].T) * (second > 0)
    found.append((first.T @ error, error.sum(axis=0)))
    error = (error @ layers.matrices[1].T) * (first > 0)
    found.append((inputs.T @ error, error.sum(axis=0)))
    return found[::-1]


def step(layers: Layers, inputs: Floats, targets: Floats, size: float) -> None:
    """One step of Adam, downhill."""
    found = slopes(layers, inputs, targets)
    numbers = [*layers.matrices, *layers.biases]
    if not layers.moments:
        layers.moments = [[np.zeros_like(each) for each in numbers] for _ in BETAS]
    layers.steps += 1
    mean_part, square_part = (1 - beta ** layers.steps for beta in BETAS)
    for i, slope in enumerate([*(matrix for matrix, _ in found), *(bias for _, bias in found)]):
        mean, square = layers.moments[0][i], layers.moments[1][i]
        mean += np.float32(1 - BETAS[0]) * (slope - mean)
        square += np.float32(1 - BETAS[1]) * (slope * slope - square)
        spread = np.sqrt(square / np.float32(square_part)) + np.float32(TINY)
        numbers[i] -= np.float32(size / mean_part) * mean / spread
        if i < len(layers.matrices):
            numbers[i] *= np.float32(1 - size * DECAY)


def fit(layers: Layers, positions: Positions, epochs: float, size: float, seed: int,
        stopped: Callable[[float], bool] = lambda share: False, last_size: float | None = None) -> None:
    """Fit to these positions: each is met `epochs` times, in random order.

    `size` of the steps at first, `last_size` (by default a tenth of it) at the end; `stopped` is told the share that is
    done, and ends the fit early.
    """
    random, left, done = np.random.default_rng(seed), int(round(epochs * len(positions))), 0
    whole, end = max(1, left), size / 10 if last_size is None else last_size
    batch = min(BATCHES[1], max(BATCHES[0], left // STEPS))
    while left > 0:
        order = random.permutation(len(positions))[:left]
        left -= len(order)
        for at in range(0, len(order), batch):
            some = np.sort(order[at:at + batch])
            part = done / whole
            step(layers, inputs_of(layers, positions, some), positions.targets[some], size * (end / size) ** part)
            done += len(some)
            if stopped(done / whole):
                return


def loss(layers: Layers, positions: Positions) -> dict[str, float]:
    """How far off the net is: mean squared errors of the shares, the points and the utilities."""
    seats, sums, chunk = layers.seats, np.zeros(3), 8192
    for begin in range(0, len(positions), chunk):
        at = np.arange(begin, min(begin + chunk, len(positions)))
        outputs = forward(layers, inputs_of(layers, positions, at))[2].astype(np.float64)
        targets = positions.targets[at]
        shares = np.exp(outputs[:, :seats] - outputs[:, :seats].max(axis=1, keepdims=True))
        points = outputs[:, seats:2 * seats] * layers.scale + layers.shift
        found = np.concatenate([shares / shares.sum(axis=1, keepdims=True), points,
                                1 / (1 + np.exp(-outputs[:, 2 * seats:]))], axis=1)
        sums += ((found - targets) ** 2).reshape(len(at), 3, seats).mean(axis=2).sum(axis=0)
    return dict(zip(("shares", "points", "utilities"), (sums / max(1, len(positions))).tolist(), strict=True))
