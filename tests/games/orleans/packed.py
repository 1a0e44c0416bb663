"""Packed positions as numpy rows: the layout is read from state.pxd, so it cannot fall behind it."""
from __future__ import annotations

import re
from math import prod
from pathlib import Path

import numpy as np

import games.orleans

PXD = Path(games.orleans.__path__[0]) / "state.pxd"
WORDS = {"int8_t": "i1", "uint8_t": "u1", "int16_t": "i2", "uint16_t": "u2", "uint32_t": "u4", "uint64_t": "u8"}


def constants(text: str) -> dict[str, int]:
    """Names that are given a number in the enums."""
    return {name: int(number) for name, number in re.findall(r"^ +([A-Z_]+) = ([0-9]+)\b", text, re.MULTILINE)}


def layout(text: str, struct: str) -> np.dtype:
    """A struct of the file as a numpy type with C's own padding."""
    numbers = constants(text)
    body = re.search(rf"^cdef struct {struct}:.*\n((?: +.*\n|\n)+)", text, re.MULTILINE)
    assert body, f"no struct {struct}"
    fields = []
    for kind, name, lengths in re.findall(r"^    (\w+) (\w+)((?:\[[\w *]+\])*)", body[1], re.MULTILINE):
        base = np.dtype(WORDS[kind]) if kind in WORDS else layout(text, kind)
        shape = tuple(prod(int(word) if word.isdigit() else numbers[word] for word in length.split(" * "))
                      for length in re.findall(r"\[([^]]+)\]", lengths))
        fields.append((name, base, shape) if shape else (name, base))
    return np.dtype(fields, align=True)


POSITION = layout(PXD.read_text("utf-8"), "Position")


def rows(packed: list[bytes]) -> np.ndarray:
    """Positions, one after another, as one array of structs."""
    assert all(len(p) == POSITION.itemsize for p in packed[:1]), "the layout has another size"
    return np.frombuffer(b"".join(packed), POSITION)
