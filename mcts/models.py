"""Models: a trained net with a card that says what made it, in one JSON file.

`own` names the model that comes with a game, `model.json` beside its code; anything else is the path of a file that
`train` has written. A model fits one version of a game at one number of seats.
"""
from __future__ import annotations

import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core_ext.net import Net
from core_ext.python_state import PythonState
from core_ext.state import State
from games.api import InputError

FORMAT = "ludosoph-model/1"
OWN = "own"
LARGEST = 4_000_000         # bytes of a file that is read
LARGEST_NET = 1_000_000     # numbers of a net
KINDS = {"f4": "<f4", "f2": "<f2"}      # how a file holds its numbers: 32-bit floats, or half as large ones


@dataclass(frozen=True)
class Model:
    """A net, the game it judges, and its card."""

    game: str
    version: int                # of the game
    net: Net
    card: Mapping[str, Any]     # what trained it, on how many games, which match admitted it

    @property
    def seats(self) -> int:
        """Of the game."""
        return self.net.seats

    def text(self, kind: str = "f4") -> str:
        """The model as a file holds it: the card can be read, the numbers are floats in base64, row by row. `kind` is
        one of KINDS; `f2` is half as large, and keeps three digits.
        """
        numbers = np.full(int(self.net.rows.max()) + 1, -1, np.int64)
        known = np.flatnonzero(self.net.rows >= 0)
        numbers[self.net.rows[known]] = known
        layers = [{"units": list(matrix.shape), "weights": written(matrix, kind), "bias": written(bias, kind)}
                  for matrix, bias in self.net.layers]
        return json.dumps({"format": FORMAT, "game": self.game, "version": self.version, "seats": self.seats,
                           "card": dict(self.card), "numbers": kind, "inputs": numbers.tolist(),
                           "layers": layers}) + "\n"


def written(numbers: NDArray[Any], kind: str) -> str:
    """Numbers as base64 of little-endian floats."""
    return b64encode(np.ascontiguousarray(numbers, KINDS[kind]).tobytes()).decode()


def parsed(text: str, place: str) -> Model:
    """The model in a text. Raises InputError naming the place."""
    try:
        document = json.loads(text)
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise ValueError(f"expected a JSON document of the format {FORMAT}, as `train` writes it")
        inputs, layers = np.array(document["inputs"], np.int64), []
        if inputs.ndim != 1 or not len(inputs) or inputs.min() < 0 or inputs.max() >= LARGEST_NET:
            raise ValueError(f"inputs: expected numbers from 0 to {LARGEST_NET - 1}")
        rows = np.full(int(inputs.max()) + 1, -1, np.int32)
        rows[inputs] = np.arange(len(inputs))
        kind = document.get("numbers", "f4")
        if kind not in KINDS:
            raise ValueError(f"numbers: found {str(kind)[:40]!r}, expected one of {', '.join(KINDS)}")
        for layer in document["layers"]:
            above, units = (int(n) for n in layer["units"])
            layers.append((read_numbers(layer["weights"], above * units, kind).reshape(above, units),
                           read_numbers(layer["bias"], units, kind)))
        if layers and len(layers[0][0]) != len(inputs):
            raise ValueError(f"inputs: found {len(inputs)}, expected {len(layers[0][0])}, one for each row "
                             "of the first layer")
        return Model(str(document["game"]), int(document["version"]), Net(int(document["seats"]), rows, layers),
                     dict(document["card"]))
    except KeyError as error:
        raise InputError(f"{place}: found no {error.args[0]}, expected a model as `train` writes it") from None
    except json.JSONDecodeError as error:
        raise InputError(f"{place}: line {error.lineno}, column {error.colno}: is no JSON there, expected a model as "
                         "`train` writes it") from None
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise InputError(f"{place}: {str(error)[:200]}") from None


def read_numbers(text: str, count: int, kind: str = "f4") -> NDArray[np.float32]:
    """So many numbers from base64. Raises ValueError."""
    if not 0 < count <= LARGEST_NET:
        raise ValueError(f"units: found {count} numbers, expected 1 to {LARGEST_NET}")
    data = b64decode(text, validate=True)
    size = np.dtype(KINDS[kind]).itemsize * count
    if len(data) != size:
        raise ValueError(f"weights: found {len(data)} bytes, expected {size}")
    return np.frombuffer(data, KINDS[kind]).astype(np.float32)


def read_model(path: Path) -> Model:
    """The model in a file. Raises InputError for what is none, and OSError where it cannot be read."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise InputError(f"{path}: found more than {LARGEST:,} bytes, expected a model, which has fewer")
    try:
        return parsed(data.decode(), str(path))
    except UnicodeDecodeError:
        raise InputError(f"{path}: found bytes that are no UTF-8, expected a model as `train` writes it") from None


@lru_cache(maxsize=16)
def _read(path: Path, changed: int) -> Model:
    return read_model(path)


def game_of(state: State) -> tuple[str, int]:
    """The game's name, as in `ludosoph games`, and its version."""
    if isinstance(state, PythonState):
        return state.position.made_into
    game = import_module(type(state).__module__.rpartition(".")[0]).GAME
    return game.name, game.version


def own_file(state: State) -> Path | None:
    """The model that comes with this game; None: it has none."""
    file = getattr(sys.modules.get(type(state).__module__), "__file__", None)
    path = None if file is None or isinstance(state, PythonState) else Path(file).with_name("model.json")
    return path if path is not None and path.is_file() else None


def model_for(state: State, name: str) -> Model:
    """The model of this name for this game. Raises InputError where there is none, or it is one for other rules."""
    path, (game, version) = own_file(state) if name == OWN else Path(name), game_of(state)
    if path is None:
        raise InputError(f"model: found {OWN}, but {game} comes with none; `train` makes one")
    try:
        found = _read(path, path.stat().st_mtime_ns)
    except IsADirectoryError:
        raise InputError(f"model: {path}: is a folder, expected a file") from None
    except OSError as error:
        raise InputError(f"model: {path}: {error.strerror or error}") from None
    if (found.game, found.seats) != (game, state.seats):
        raise InputError(f"model: found one for {found.game} with {found.seats} seats, expected one for {game} with "
                         f"{state.seats}")
    if found.version != version:
        raise InputError(f"model: {path}: found one for version {found.version} of {game}, expected version {version}, "
                         "which is played here")
    return found
