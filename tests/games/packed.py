"""Packed positions as numpy rows: a layout is read from its game's .pxd files, so it cannot fall behind them."""
from __future__ import annotations

import re
from math import prod
from pathlib import Path
from types import ModuleType

import numpy as np

from games.packed import codes

WORDS = {"int8_t": "i1", "uint8_t": "u1", "int16_t": "i2", "uint16_t": "u2", "uint32_t": "u4", "uint64_t": "u8"}


class Layout:
    """The struct Position of a game, and its enums."""

    def __init__(self, game: ModuleType) -> None:
        self.name = game.__name__.rpartition(".")[2]
        self.text = "".join(p.read_text("utf-8") for p in sorted(Path(game.__path__[0]).glob("*.pxd")))
        self.numbers = {name: int(n) for name, n in re.findall(r"^ +([A-Z_]+) = ([0-9]+)\b", self.text, re.MULTILINE)}
        self.position = self.struct("Position")

    def struct(self, name: str) -> np.dtype:
        """A struct of the file as a numpy type with C's own padding."""
        body = re.search(rf"^cdef struct {name}:.*\n((?: +.*\n|\n)+)", self.text, re.MULTILINE)
        assert body, f"no struct {name}"
        fields = []
        for kind, field, lengths in re.findall(r"^    (\w+) (\w+)((?:\[[\w *]+\])*)", body[1], re.MULTILINE):
            base = np.dtype(WORDS[kind]) if kind in WORDS else self.struct(kind)
            shape = tuple(prod(int(word) if word.isdigit() else self.number(word) for word in length.split(" * "))
                          for length in re.findall(r"\[([^]]+)\]", lengths))
            fields.append((field, base, shape) if shape else (field, base))
        return np.dtype(fields, align=True)

    def number(self, word: str) -> int:
        """A size: a number of the file, or the count with which an enum ends."""
        return self.numbers[word] if word in self.numbers else codes(self.name, word)[0]

    def enum(self, name: str) -> list[str]:
        """The words of an enum, in order."""
        body = re.search(rf"^cdef enum {name}:.*\n((?: +.*\n)+)", self.text, re.MULTILINE)
        assert body, f"no enum {name}"
        return re.findall(r"[A-Z_]+", body[1])

    def rows(self, packed: list[bytes]) -> np.ndarray:
        """Positions, one after another, as one array of structs."""
        assert all(len(p) == self.position.itemsize for p in packed[:1]), "the layout has another size"
        return np.frombuffer(b"".join(packed), self.position)
