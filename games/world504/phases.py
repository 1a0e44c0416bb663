"""Which phases a world has, in the order in which they come: the only place that knows this order.

A row is a phase of state.pxd and the condition under which a world has it. One owner after the other goes through the
phases of a turn; all others come once.
"""
from __future__ import annotations

from games.packed import enum
from games.world504.conditions import holds

SECTIONS = ("opening", "round", "turn", "end of round")
OWN_PLANS = "(P1|P2|P3)"
OPENING = (
    ("lay-board", "true"),
    ("draw-order", "!((3.I|3.II) & !(7.I|9.I))"),
    ("lay-privileges", "3"),
    ("share-capital", "(P4|P5) & !CO"),
    ("choose-capitals", f"{OWN_PLANS} & !(7.I|3.I|3.II|CO)"),
    ("pay-start", "true"),
)
ROUND = (
    ("share-round", "CO"),
    ("set-order", "true"),
    ("found-in-round", f"{OWN_PLANS} & 7.I & !CO"),
    ("tax", "3.I|3.II"),
    ("auction", "3.I|3.II"),
)
TURN = (
    ("take-neutral", "(2 & (3.I|3.II|6|8)) | (7.I & (3.II|6|8)) | (4 & (3.I|3.II|8))"),
    ("move-capital", "2 & RES"),
    ("share-deals", "9.III"),
    ("buy-privilege", "3.III"),
    ("upgrade", "1"),
    ("recruit", "RES"),
    ("residents", "RES"),
    ("trolley", "1"),
    ("factories", "3.I|3.II"),
    ("fights", "(4.I|4.II) & (!2|1) | 1 & 2 & 4.III"),
    ("income", "true"),
    ("score-card", "7.I"),
)
END = (
    ("dividends", "CO"),
    ("close-market", "9.III"),
    ("end-check", "true"),
)
# As the rules number what happens in a round (G10). The others have no number of their own: neutral roads are taken and
# shares come on the market at the edge of a turn, and the end of the game is looked for last.
PRINTED = {
    "share-round": "share", "set-order": "1", "found-in-round": "1", "tax": "1", "auction": "2", "move-capital": "3A",
    "share-deals": "3B", "buy-privilege": "3C", "upgrade": "3C", "recruit": "3C", "residents": "3D", "trolley": "3E",
    "factories": "3F", "fights": "3G", "income": "3H", "score-card": "5", "dividends": "4",
}


def phases(atoms: frozenset[str]) -> dict[str, list[str]]:
    """The phases of a world by section, in order, by name (G10); without residents some are left out (G32, R2.3A.3)."""
    return {section: [phase for phase, condition in rows if holds(condition, atoms)]
            for section, rows in zip(SECTIONS, (OPENING, ROUND, TURN, END), strict=True)}


def table(atoms: frozenset[str], slots: int) -> list[int]:
    """The four sections as codes, each in `slots` places and closed by end-of-table."""
    words = enum("world504", "Phase")
    packed: list[int] = []
    for section in phases(atoms).values():
        codes = [words.index(phase) for phase in section]
        packed += codes + [words.index("end-of-table")] * (slots - len(codes))
    return packed
