"""Packed positions as numpy rows: the layout is read from state.pxd, so it cannot fall behind it."""
from __future__ import annotations

import re
from pathlib import Path

import numpy as np

import games.catan_cards

TEXT = (Path(games.catan_cards.__file__).parent / "state.pxd").read_text("utf-8")
WORDS = {"int8_t": "i1", "uint8_t": "u1", "int16_t": "i2", "uint16_t": "u2", "uint32_t": "u4", "uint64_t": "u8"}
NUMBERS = {name: int(n) for name, n in re.findall(r"^ +([A-Z_]+) = ([0-9]+)\b", TEXT, re.MULTILINE)}


def layout(struct: str) -> np.dtype:
    """A struct of the file as a numpy type with C's own padding."""
    body = re.search(rf"^cdef struct {struct}:.*\n((?: +.*\n|\n)+)", TEXT, re.MULTILINE)
    assert body, f"no struct {struct}"
    fields = []
    for kind, name, lengths in re.findall(r"^    (\w+) (\w+)((?:\[\w+\])*)", body[1], re.MULTILINE):
        base = np.dtype(WORDS[kind]) if kind in WORDS else layout(kind)
        shape = tuple(int(n) if n.isdigit() else NUMBERS[n] for n in re.findall(r"\w+", lengths))
        fields.append((name, base, shape) if shape else (name, base))
    return np.dtype(fields, align=True)


POSITION = layout("Position")


def enum(name: str) -> list[str]:
    """The words of an enum, in order."""
    body = re.search(rf"^cdef enum {name}:.*\n((?: +.*\n)+)", TEXT, re.MULTILINE)
    assert body, f"no enum {name}"
    return re.findall(r"[A-Z_]+", body[1])


def rows(packed: list[bytes]) -> np.ndarray:
    """Positions, one after another, as one array of structs."""
    assert all(len(p) == POSITION.itemsize for p in packed[:1]), "the layout has another size"
    return np.frombuffer(b"".join(packed), POSITION)
